"""How cloth bends, for the shade that gathers in its folds."""

import numpy as np

from engine.kernels.compile import F, inlined, kernel


@kernel
def hollows(rows, columns, lines, reach):
    """Fill column 6 of a grid's rows: how much it bends round the side of its normal; 0 flat, about 1 in a sharp fold, negative on a crest.

    rows   (>= columns lines, >= 7) float32: place [m] 0 to 2, unit normal 3 to 5; vertex line * columns + column
    reach  vertices between which it is asked how the surface bends
    The mean way to the vertices `reach` away on both lines, along the normal, over half their distance.
    """
    for line in range(lines):
        for column in range(columns):
            here, above, wide = line * columns + column, F(0.0), F(0.0)
            if reach <= column < columns - reach:
                above, wide = _bend(rows, here, reach, above, wide)
            if reach <= line < lines - reach:
                above, wide = _bend(rows, here, reach * columns, above, wide)
            rows[here, 6] = F(2.0) * above / wide if wide > F(0.0) else F(0.0)


@inlined
def _bend(rows, here, step, above, wide):
    """Add how far the neighbours on one line stand above the vertex, and how far they are from each other."""
    square = F(0.0)
    for axis in range(3):
        low, high = rows[here - step, axis], rows[here + step, axis]
        above += (low + high - F(2.0) * rows[here, axis]) * rows[here, 3 + axis]
        square += (high - low) * (high - low)
    return above, wide + np.sqrt(square)
