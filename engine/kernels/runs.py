"""Springs as runs: disjoint springs in a row, which one loop can take at once and no two of which share a mass.

A run is a row of one int32 table. Its springs join the masses a + t stride and b + t stride, t from 0 to count - 1 (a PROGRESSION: rope,
sheet and block of any size), or those listed in `ends` (LISTED: meshes and single springs). Rows follow each other family by family,
within it offset by offset of the lattice, within it colour by colour; solvers take them in this order, which is what keeps them stable
(design: solver, "order is stability").

Each spring has a slot; a run's slots follow each other. Slots that no spring owns are idle: they join rows of a lattice so that a run is
long. A solver gives them no strength, and they are in no other array. A run begins and ends with a spring, so that idle slots name
masses of the same body only.

What is fast (measured on 8 float32 lanes): a run costs 50 ns, and then 0.35 ns a slot of stride 1, 1.2 ns a slot of stride 2 between
neighbours (b = a + 1), 4 ns a slot of any other stride or LISTED. So runs of one offset and colour that are JOIN masses or fewer apart
are one run with idle slots between; and neighbours along the axis in which masses are numbered make two runs of stride 2 through
the whole lattice, coloured by the parity of the mass's number, those that would join the end of a row to the next row's start idle.
"""

A, B, COUNT, STRIDE = 0, 1, 2, 3  # first masses, springs, distance between neighbours of the run
SLOT = 4  # first padded slot
FIRST = 5  # LISTED: first row of ends
FORM = 6
OFFSET = 7  # number of the lattice offset: runs of several colours share it
PAIR = 8  # offsets that a mirror of one axis turns into each other share it (only in sums: exact mirror symmetry)
FAMILY = 9  # link kind
WIDTH = 10

PROGRESSION, LISTED = 0, 1
JOIN = 128  # idle slots that cost less than another run
