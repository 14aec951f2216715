"""Closing the gaps that the dead leave, in order."""

from engine.kernels.compile import kernel
from engine.kernels.nearness import DEAD, U


@kernel
def survivors(age, used, index):
    """Write the slots of the living among 0 to used into index (slots,) int32, in order.

    Returns (first, count): slots before `first` need no move, and `count` live. Pass both to the kernels below.
    """
    first = 0
    while first < used and age[first] >= DEAD:
        index[first] = first
        first += 1
    count = first
    for i in range(first, used):
        index[count] = i
        count += age[i] >= DEAD
    return first, count


@kernel
def compact_row(row, index, first, count):
    """row[j] = row[index[j]] for j from first to count, in place; row (slots,) of any type."""
    for j in range(U(first), U(count)):
        row[j] = row[U(index[j])]


@kernel
def compact_rows(rows, index, first, count):
    """The same for every row of rows (k, slots)."""
    for r in range(len(rows)):
        compact_row(rows[r], index, first, count)
