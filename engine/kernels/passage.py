"""One tick of a body of free particles: each block of slots is moved, marked and looked at while it lies in the cache."""

from engine.kernels.ballistic import BLOCK, drift, drift_each, is_late
from engine.kernels.compile import lean
from engine.kernels.impact import impact


@lean
def passage(
    x, previous, v, age, span, fade, id, hits, inverse, mark, lo, hi, alike, step,
    solver, field, dt, before, limits, waters, solids, bounces, seed, body, mortal, crossed, splash,
):  # fmt: skip
    """Move particles lo to hi through dt and let them meet what is in their way.

    alike  slots below it share the mass and the coefficients `step` (8,) of the whole dt; those from it on have their own, as in Verlet methods all
    All else, and what is returned, as in drift and drift_each (kernels/ballistic.py) and in impact (kernels/impact.py), with
    crossings written from lo on. Memory is the limit: a second walk over the rows would cost as much as the first.
    """
    crossings, deaths, lived = 0, 0, 0
    for first in range(lo, hi, BLOCK):
        last = min(first + BLOCK, hi)
        own = first if is_late(solver) else min(max(first, alike), last)
        drift(x, previous, v, age, span, fade, mark, first, own, step, dt, limits, waters, solids)
        drift_each(x, previous, v, age, span, fade, inverse, mark, own, last, solver, field, dt, before, limits, waters, solids)
        more, died, time = impact(
            x, previous, v, age, span, fade, id, hits, inverse, mark, first, last,
            solver, field, dt, before, limits, waters, solids, bounces, seed, body, mortal, crossed, splash, lo + crossings,
        )  # fmt: skip
        crossings, deaths, lived = crossings + more, deaths + died, lived + time
    return crossings, deaths, lived
