"""What the solvers of springs are handed: named arrays of one body, or of several that may meet, one after the other in the same rows.

float32 throughout (float64 in tests of order); indices int32. `used` masses; rows are as long as the slots of the body.
Bodies that meet need not feel the same air nor the same solids: where there is a `first` (b + 1,), body j owns the rows first[j] to
first[j + 1] of what it belongs to; for one body alone it is [0, n].
"""

from typing import NamedTuple

from numpy import ndarray, zeros

from engine.kernels.fields import WIDTH

PUSHED, SPARE = 8, 11  # rows of Masses.spare: the first of three of the way [m] that contact gave each mass in a tick; all


class Masses(NamedTuple):
    """Rows of the masses."""

    x: ndarray  # [m] (3, slots) position, changed; 0 in the slots from `used` on, with inverse 0
    v: ndarray  # [m/s] (3, slots) velocity, changed; of Verlet methods (x - x_before) / dt_before
    inverse: ndarray  # [1/kg] (slots,); 0 is held
    target: ndarray  # [m] (3, slots) where the held are at the end of the tick: they go there in a straight line
    start: ndarray  # [m] (3, slots) scratch: position at the start of the substep
    force: ndarray  # [N] (3, slots) scratch: what is held over substeps (wind)
    spare: ndarray  # (SPARE, slots) scratch; a part of a substep may use the rows 0 to 5; from PUSHED on what contact has done
    used: int
    first: ndarray  # (b + 1,) int32 first mass of each body, then `used`: speeds are clamped about each body's own mean
    hand: int = -1  # held mass in the user's hand, -1 for none


class Springs(NamedTuple):
    """Springs in runs (kernels/runs.py)."""

    table: ndarray  # (r, WIDTH) int32
    ends: ndarray  # (m, 2) int32
    slot: ndarray  # (m,) int32
    rest: ndarray  # [m] (m,)
    stiffness: ndarray  # [N/m] (m,)
    damping: ndarray  # [N s/m] (m,)
    length: ndarray  # [m] (padded,) scratch: rest by slot
    give: ndarray  # (padded,) scratch: what a solver makes of stiffness, by slot; it fills the idle ones itself
    lag: ndarray  # (padded,) scratch: what a solver makes of damping, by slot
    work: ndarray  # (3, padded) scratch
    damped: bool  # whether any damping is not 0
    firm: ndarray  # (m,) share of its rest length below which each resists to become shorter, changed: 1 but where torn (kernels/slack.py)
    least: ndarray  # [m] (padded,) scratch: length, by slot, below which each resists to become shorter


class Tethers(NamedTuple):
    """Long-range attachments, see components.Tether."""

    anchor: ndarray  # (k, slots) int32
    length: ndarray  # [m] (k, slots)


class Cells(NamedTuple):
    """One-sided volumes, see components.Cells."""

    corners: ndarray  # (q, 4) int32
    volume: ndarray  # [m3] (q,)


class Faces(NamedTuple):
    """Triangles in the wind."""

    corners: ndarray  # (t, 3) int32
    closed: ndarray  # (t,) uint8: 1 where the triangle is part of a closed surface, its normal outward
    first: ndarray  # (b + 1,) int32 first triangle of each body


NOWHERE, NOBODY = zeros((0, WIDTH)), zeros(1025, "int32")  # of bodies that feel no field


class Air(NamedTuple):
    """What pushes the masses: one for each tick. Fields and eddies: rows of kernels/fields.py, of no body unless told."""

    field: ndarray  # (b, 8) float64, a row a body, as in kernels/ballistic.py: the same for all its masses
    winds: ndarray  # (k, 6) float64: velocity [m/s] 3, strength [kg/(m2 s)], 1 relative or 0 by the triangle, 1 sheltered
    first: ndarray  # (b + 1,) int32 first wind of each body
    fields: ndarray = NOWHERE  # (m, WIDTH) that act on the masses
    fields_first: ndarray = NOBODY  # (b + 1,) int32 first field of each body
    eddies: ndarray = NOWHERE  # (e, WIDTH) velocity of the air that triangles feel beside that of their wind
    eddies_first: ndarray = NOBODY  # (b + 1,) int32 first of each body


class Solid(NamedTuple):
    """What stands in the way."""

    rows: ndarray  # (n, WIDTH) float64, kernels/solids.py
    bounces: ndarray  # (k, 4) float64
    reach: ndarray  # [m] (slots,) distance that a mass keeps, besides the solid's own thickness
    restitution: ndarray  # (slots,) of balls; 0 for masses on springs
    first: ndarray  # (b + 1,) int32 first row of each body's solids
