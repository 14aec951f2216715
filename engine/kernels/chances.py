"""The random numbers of many particles at once, as shaders draw them."""

from engine.kernels.compile import kernel
from engine.kernels.hash import uniform


@kernel
def chances(seed, body, id, channel, out):
    """One number for each particle, uniform in [0, 1): seed, body and channel integers, id (n,) uint32, out (n,) float32, written."""
    for i in range(len(id)):
        out[i] = uniform(seed, body, id[i], channel)
