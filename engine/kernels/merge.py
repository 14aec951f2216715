"""One order out of several."""

import numpy as np

from engine.kernels.compile import kernel


@kernel
def merge_back_to_front(order, start, end, base, bias, depth, merged, at):
    """Merge runs of droplets, each sorted farthest first, into one; ties in the order of the runs.

    order       uint32 (n,)  slots of each population, run r from start[r] to end[r]
    start, end  int64 (k,)   changed: start moves to end
    base        int64 (k,)   what is added to a slot of run r to find its depth and its place in shared buffers
    bias        [m] float32 (k,) how much nearer the droplets of a run are taken to be
    depth       [m] float32 (n,)
    merged      uint32 (n,)  receives slots + base from index `at` on
    Returns the index after the last one written.
    """
    while True:
        farthest, chosen = -np.inf, -1
        for run in range(len(start)):
            if start[run] < end[run]:
                d = depth[base[run] + np.int64(order[start[run]])] - bias[run]
                if chosen < 0 or d > farthest:
                    farthest, chosen = d, run
        if chosen < 0:
            return at
        merged[at] = np.uint32(base[chosen] + np.int64(order[start[chosen]]))
        start[chosen] += 1
        at += 1
