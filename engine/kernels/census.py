"""Making room among the living."""

import numpy as np

from engine.kernels.compile import kernel
from engine.kernels.impact import bury


@kernel
def retire(x, previous, v, age, span, used, count):
    """Let the `count` oldest die, which are the first living ones as slots are in order of birth; how many did.

    x, previous, v (3, slots); age, span (slots,); all as kernels/impact.py wants them
    """
    done = 0
    for i in range(used):
        if done == count:
            break
        if age[i] > -np.inf:
            bury(i, x, previous, v, age, span)
            done += 1
    return done
