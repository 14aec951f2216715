"""One tick of a body of free particles: each block of slots is moved, marked and looked at while it lies in the cache."""

from engine.kernels.ballistic import BLOCK, drift, drift_each, is_late
from engine.kernels.compile import lean
from engine.kernels.impact import impact
from engine.kernels.pulled import PULL, ROWS, drift_pulled


@lean
def passage(
    x, previous, v, age, span, fade, id, hits, inverse, mark, lo, hi, alike, step,
    solver, field, dt, before, limits, waters, solids, bounces, seed, body, mortal, crossed, splash, fields, scratch, ends, strokes, touched, push,
):  # fmt: skip
    """Move particles lo to hi through dt and let them meet what is in their way.

    alike  slots below it share the mass and the coefficients `step` (STEP,) of the whole dt; those from it on have their own, as in Verlet methods all
    fields  (k, WIDTH) that differ from place to place (kernels/fields.py); where there are any, scratch (ROWS, BLOCK) is theirs (kernels/pulled.py)
    All else, and what is returned, as in drift and drift_each (kernels/ballistic.py) and in impact (kernels/impact.py), with
    crossings, ends, strokes and touches written from lo on. Memory is the limit: a second walk over the rows would cost as much as the first.
    """
    crossings, deaths, lived, bounced, touches = 0, 0, 0, 0, 0
    pull = scratch[PULL:] if len(fields) > 0 else scratch[ROWS:]
    for first in range(lo, hi, BLOCK):
        last = min(first + BLOCK, hi)
        own = first if is_late(solver) else min(max(first, alike), last)
        if len(fields) > 0:
            drift_pulled(
                x, previous, v, age, span, fade, inverse, mark, first, own, last, step,
                solver, field, dt, before, limits, waters, solids, fields, scratch,
            )  # fmt: skip
        else:
            drift(x, previous, v, age, span, fade, mark, first, own, step, dt, limits, waters, solids)
            drift_each(x, previous, v, age, span, fade, inverse, mark, own, last, solver, field, dt, before, limits, waters, solids)
        more, died, time, struck, met = impact(
            x, previous, v, age, span, fade, id, hits, inverse, mark, first, last,
            solver, field, dt, before, limits, waters, solids, bounces, seed, body, mortal, crossed, splash, lo + crossings,
            pull, ends, strokes, lo + deaths, lo + bounced, touched, push, lo + touches,
        )  # fmt: skip
        crossings, deaths, lived, bounced, touches = crossings + more, deaths + died, lived + time, bounced + struck, touches + met
    return crossings, deaths, lived, bounced, touches
