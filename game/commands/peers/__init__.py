"""Other programs' cloth, each in a file of its own: what `springvand bench peers` measures where it is installed.

A file has NEEDS, the module without which it cannot run, PIP, the package that brings it, VARIANTS, {name: settings}, and
`Cloth(settings, sheet, dt, drag)`: the sheet under gravity, moved by `frame()` through dt seconds on one thread, with a drag [1/s], as far as
the program has one; `places()` (n * n, 3) [m], y up. All are set as their own examples set them for a cloth of this kind, and then as well
as we could. Their packages are imported within functions only.
"""

from typing import NamedTuple

from numpy import ndarray


class Sheet(NamedTuple):
    """The cloth that all are given: level, in the plane of x and z, held at the two corners of its last row."""

    n: int  # masses along each side, numbered row by row
    side: float  # [m]
    mass: float  # [kg] of all
    stiffness: float  # [N/m] of each spring
    places: ndarray  # [m] (n * n, 3)
    ends: ndarray  # (m, 2) neighbours in rows, columns and diagonals
    rest: ndarray  # [m] (m,)
    held: ndarray  # (2,)


GRAVITY = 9.82  # [m/s2]
