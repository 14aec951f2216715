"""Newborn particles: slots lo to hi filled from (seed, body, id) and nothing else.

Places and velocities are first written in the emitter's frame, then `deliver` takes them to the world. All of x, previous, v
are (3, slots), the rest (slots,), float32; seed and body are uint32, other scalars are numbers.
"""

import numpy as np

from engine.kernels.compile import F, kernel
from engine.kernels.hash import COLOR, LIFETIME, MASS, PLACE, START, uniform


@kernel
def lifetimes(span, id, lo, hi, seed, body, low, high):
    """span [s] uniform from low to high."""


@kernel
def masses(inverse, id, lo, hi, seed, body, low, high):
    """inverse [1/kg] of masses uniform from low to high [kg]."""


@kernel
def colors(rgba, id, lo, hi, seed, body, low, high):
    """rgba uint32, red in the lowest byte; each channel uniform from low (4,) to high (4,), in 0..1."""


@kernel
def place_point(x, id, lo, hi, seed, body):
    """All at the emitter's position."""


@kernel
def place_disc(x, id, lo, hi, seed, body, radius, height):
    """Uniform by area over a disc in x and z, and over the full thickness `height` about the position."""


@kernel
def place_box(x, id, lo, hi, seed, body, size):
    """Uniform in a box of full sides size (3,) about the position."""


@kernel
def start_rest(v, lo, hi):
    """At rest."""


@kernel
def start_jet(v, id, lo, hi, seed, body, spread, low, high, core, lean_x, lean_z):
    """Mission B2: ((r() - 1/2) spread, r() (high - low) + low, (r() - 1/2) spread) [m/s].

    low, high: speeds, times the strength and the pump's pressure now; core gathers the jet: sideways velocity times
    1 - core (1 - r()^2); lean_x, lean_z [m/s]: how far the nozzle leans now, added to all alike.
    """


@kernel
def start_box(v, id, lo, hi, seed, body, low, high):
    """Each axis uniform from low (3,) to high (3,)."""


@kernel
def start_cone(v, id, lo, hi, seed, body, direction, spread, low, high):
    """Uniform in solid angle within spread [rad] (half angle) of direction (3,) (any length), speed uniform from low to high."""


@kernel
def start_radial(v, x, id, lo, hi, seed, body, low, high):
    """Away from the emitter's position (x still in its frame); at the position itself in any direction."""


@kernel
def deliver(x, previous, v, age, lo, hi, rotation, before, after, dt):
    """From the emitter's frame to the world: rotation (3, 3); age = -f dt is set already.

    A particle born at the share f of the step stands at before + f (after - before): a moving emitter leaves no beads, and
    one that was teleported (before = after) draws no line. previous becomes the place of birth.
    """
