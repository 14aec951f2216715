"""What happens to the few particles that drift has marked: hits, water, death."""

import numpy as np

from engine.kernels.compile import F, kernel


@kernel
def bury(i, x, previous, v, age, span):
    """Turn slot i into a dead one: it waits for compaction far above the world and meets nothing."""
    age[i], span[i] = -np.inf, np.inf
    for a in range(3):
        v[a, i] = F(0)
    x[1, i] = previous[1, i] = F(1e30)


@kernel
def impact(
    x, previous, v, age, span, fade, id, hits, inverse, mark, lo, hi,
    solver, field, dt, limits, waters, solids, bounces, seed, body, crossed, splash,
):  # fmt: skip
    """Look at the marked particles from lo to hi: bounce, queue splashes, die of a hit, of age, of height or out of bounds.

    Everything up to mark, and solver, field, dt, limits, waters, solids: as given to drift or drift_each in this tick.
    id uint32 (slots,), hits uint8 (k, slots): a solid's row ROW counts the hits on it.
    bounces  (n, 4) float64  restitution, tangential, scatter [m/s], friction; solids own slices of it
    seed, body  uint32       key of the random numbers
    crossed  (slots,) int32    at lo, lo + 1, ...: particles that fell through a water's level inside its extent, in order
    splash   (4, slots) float32  in the same places: x [m], z [m], impulse m |v_y| [N s], row of waters
    Returns (crossings, deaths): how many were written from lo on, and how many died.
    """
    return 0, 0
