"""Closing the gaps that the dead leave, in order."""

from engine.kernels.compile import kernel


@kernel
def survivors(age, used, index):
    """Write the slots of the living among 0 to used into index (slots,) int32, in order.

    Returns (first, count): slots before `first` need no move, and `count` live. Pass both to the kernels below.
    """


@kernel
def compact_row(row, index, first, count):
    """row[j] = row[index[j]] for j from first to count, in place; row (slots,) of any type."""


@kernel
def compact_rows(rows, index, first, count):
    """The same for every row of rows (k, slots)."""
