"""Water as a height field that follows the wave equation with damping (mission B7)."""

import numpy as np

from engine.kernels.compile import F, kernel


@kernel
def wave_substeps(speed, damping, hx, hz, dt):
    """Least number of substeps that is stable: l2x + l2z <= 1 - k dt / 2, and k dt at most 1 (damping k in 1/s)."""


@kernel
def wave_step(z, previous, out, l2x, l2z, kdt):
    """One step from heights z (nx, nz) and previous into out; then out is the new z, and z the new previous.

    l2x, l2z = (speed dt / spacing)^2 by axis and kdt = k dt, of the arrays' float type. The border is a ghost cell equal to
    the border cell, so that the mean stays.
    """


@kernel
def wave_dip(z, previous, splashes, n, x, z0, hx, hz, depth):
    """Lower the node nearest to each of the n splashes by depth, in z and previous alike, and give it back evenly to all nodes.

    splashes (3, room): x, z (world), impulse; (x, z0): world place of the surface's middle; hx, hz: spacing [m].
    Splashes beside the surface are passed over. Returns how many hit.
    """


@kernel
def wave_dimple(z, previous, splashes, n, x, z0, hx, hz, depth, radius):
    """Press a dimple -depth impulse (1 - r^2) exp(-r^2) (r in units of radius [m]) for each splash, conserving the volume.

    depth [m/(N s)]. What the grid and the border leave of the volume is taken off evenly inside the dimple. Returns how many hit.
    """


@kernel
def foam_deposit(foam, splashes, n, x, z0, hx, hz, amount):
    """Add amount of froth, shared by the four nodes about each splash; foam stays at most 1.5."""


@kernel
def foam_decay(foam, keep):
    """foam *= keep, keep = exp(-rate dt)."""
