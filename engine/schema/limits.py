"""The most of everything, in one home; each message that refuses something names its limit from here."""

# text
FILE_BYTES = 1 << 20
VALUES = 20_000  # of a file with all that it includes
GROWN = 100_000  # values that variables and likes put in
NESTING = 32
SCALAR_BYTES = 64_000
DIGITS = 32
ERRORS = 20  # shown at once

# scene
INCLUDES = 8  # files that include each other, one in the other
ENTITIES = 10_000
PARTICLES = 20_000_000  # of one body, and of all bodies together
WATERS, LAMPS, BILLBOARDS = 4, 8, 64  # in a scene: as many as the shaders of a picture hold
NODES = 2048  # of a wave surface, along each axis
LATTICE = {1: 10_000, 2: 1024, 3: 128}  # masses along each axis of a rope, a sheet, a block
TRIANGLES = 5_000_000  # of a mesh file
CORNERS = 256  # of a polygon of a mesh file
FAR = 1_000_000_000  # [m] from the origin, of a point of a mesh file
ASSET_BYTES = 1 << 29  # of a mesh or key file
KEYS = 1_000_000  # of a camera path
FOV = 1.0, 179.0  # [deg] of a camera, neither end included
