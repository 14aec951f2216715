import numpy as np

from engine.kernels.hash import bits, noise, uniform


def pcg4d(*v):
    """The published hash in Python's whole numbers."""
    low = 0xFFFFFFFF
    x, y, z, w = (k * 1664525 + 1013904223 & low for k in v)
    x = x + y * w & low
    y = y + z * x & low
    z = z + x * y & low
    w = w + y * z & low
    x, y, z, w = (k ^ k >> 16 for k in (x, y, z, w))
    return x + y * w & low


def test_bits_are_the_published_hash():
    """Every word equals PCG4D in arbitrary-precision integers, compiled and interpreted alike."""
    for v in np.random.default_rng(1).integers(0, 2**32, (300, 4)).tolist() + [[0, 0, 0, 0], [2**32 - 1] * 4]:
        assert int(bits(*v)) == int(bits.py_func(*v)) == pcg4d(*v)


def test_uniform_has_the_moments_of_a_uniform_variable():
    """Mean 1/2, variance 1/12, neighbours uncorrelated: each within five standard errors of 100,000 draws, all in [0, 1)."""
    n = 100_000
    u = np.array([uniform(3, 5, i, 1) for i in range(n)], float)
    assert 0 <= u.min() and u.max() < 1 and (u == u.astype(np.float32)).all()
    assert abs(u.mean() - 1 / 2) < 5 * np.sqrt(1 / 12 / n)
    assert abs(u.var() - 1 / 12) < 5 * np.sqrt(1 / 180 / n)
    assert abs(np.corrcoef(u[1:], u[:-1])[0, 1]) < 5 / np.sqrt(n)


def test_channels_and_bodies_are_independent():
    """Two channels, or two bodies, of the same particles are uncorrelated."""
    n = 20_000
    a, b, c = (np.array([uniform(3, body, i, channel) for i in range(n)]) for body, channel in ((5, 1), (5, 2), (6, 1)))
    assert abs(np.corrcoef(a, b)[0, 1]) < 5 / np.sqrt(n) and abs(np.corrcoef(a, c)[0, 1]) < 5 / np.sqrt(n)


def test_noise_is_smooth_and_signed():
    """Within [-1, 1], of both signs, continuous with its slope: over a step e it moves by less than 4 e (the fade's slope is 15/8)."""
    t = np.arange(0, 60, 1e-3)
    n = np.array([noise(1, 2, 16, s) for s in t])
    assert np.abs(n).max() <= 1 and n.min() < -0.3 and n.max() > 0.3
    assert np.abs(np.diff(n)).max() < 4e-3
    assert np.abs(np.diff(n, 2)).max() < 2 * 6e-6 * 2  # the fade's curvature is at most 5.8


def test_noise_compiled_is_interpreted():
    """Both give the same number to the last bits."""
    for t in (0.0, 0.25, 7.9, 1234.5):
        assert abs(noise(1, 2, 16, t) - noise.py_func(1, 2, 16, t)) < 1e-12
