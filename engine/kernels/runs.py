"""Springs as runs: disjoint springs in a row, which one loop can take at once and no two of which share a mass.

A run is a row of one int32 table. Its springs join the masses a + t stride and b + t stride, t from 0 to count - 1 (a PROGRESSION: rope,
sheet and block of any size), or those listed in `ends` (LISTED: meshes and single springs). Rows follow each other family by family,
within it offset by offset of the lattice, within it colour by colour; solvers take them in this order, which is what keeps them stable
(design: solver, "order is stability").

Each spring has a slot; a run's slots follow each other. Slots that no spring owns are idle: they join rows of a lattice so that a run is
long, name only masses of the same body, and are in no other array. A solver gives them no strength.

What is fast (measured on 8 float32 lanes): a run costs 50 ns; then a slot of stride 1 costs 0.4 to 0.8 ns, up to 7 more slots than a multiple
of LANES 50 ns together, and a slot of any other stride or LISTED 4 to 7 ns. So runs of a lattice are of stride 1, neighbours along the axis
in which masses are numbered too: springs of one offset and one colour (the parity of their first mass's place along the offset's slowest
axis, in steps of the offset) are one run where no more than JOIN idle slots lie between two of them, and its end is filled up with idle
slots to a multiple of LANES where the masses that these name are still the body's own.
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
JOIN = 32  # idle slots that cost less than another run
LANES = 8  # slots that are taken at once
