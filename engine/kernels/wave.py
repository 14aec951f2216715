"""Water as a height field that follows the wave equation with damping. Node (i, j) is the centre of a cell."""

import numpy as np

from engine.kernels.compile import F, kernel

FULL = F(1.5)  # most froth a node holds


@kernel
def wave_substeps(speed, damping, hx, hz, dt):
    """Least number of substeps that is stable: l2x + l2z <= 1 - k dt / 2, and k dt at most 1 (damping k in 1/s)."""
    courant = speed * speed * (1.0 / (hx * hx) + 1.0 / (hz * hz))
    n = 1
    while courant * (dt / n) ** 2 > 1.0 - damping * dt / n / 2.0 or damping * dt / n > 1.0:
        n += 1
    return n


@kernel
def _wave_row(left, here, right, before, out, l2x, l2z, kdt):
    """One line of nodes along z, between its neighbours left and right along x."""
    n = len(here)
    c, keep = 2 - 2 * (l2x + l2z) - kdt, 1 - kdt
    for j in range(1, n - 1):
        out[j] = l2x * (left[j] + right[j]) + l2z * (here[j - 1] + here[j + 1]) + (c * here[j] - keep * before[j])
    for j in (0, n - 1):
        down, up = here[max(j - 1, 0)], here[min(j + 1, n - 1)]
        out[j] = l2x * (left[j] + right[j]) + l2z * (down + up) + (c * here[j] - keep * before[j])


@kernel
def wave_step(z, previous, out, l2x, l2z, kdt):
    """One step from heights z (nx, nz) and previous into out; then out is the new z, and z the new previous.

    l2x, l2z = (speed dt / spacing)^2 by axis and kdt = k dt, of the arrays' float type. The border is a ghost cell equal to
    the border cell, so that the mean stays.
    """
    n = len(z)
    for i in range(n):
        _wave_row(z[max(i - 1, 0)], z[i], z[min(i + 1, n - 1)], previous[i], out[i], l2x, l2z, kdt)


@kernel
def wave_dip(z, previous, splashes, n, x, z0, hx, hz, depth):
    """Lower the node nearest to each of the n splashes by depth, in z and previous alike, and give it back evenly to all nodes.

    splashes (3, room): x, z (world), impulse; (x, z0): world place of the surface's middle; hx, hz: spacing [m].
    Splashes beside the surface are passed over. Returns how many hit.
    """
    nx, nz = z.shape
    hit = 0
    for s in range(n):
        i = int(np.floor((splashes[0, s] - x) / hx + nx / 2))
        j = int(np.floor((splashes[1, s] - z0) / hz + nz / 2))
        if 0 <= i < nx and 0 <= j < nz:
            z[i, j] -= depth
            previous[i, j] -= depth
            hit += 1
    if hit > 0:
        share = depth * hit / (nx * nz)
        for i in range(nx):
            for j in range(nz):
                z[i, j] += share
                previous[i, j] += share
    return hit


@kernel
def _bell(square, bell, middle, radius):
    """Fill r^2 and exp(-r^2) of the nodes of one axis out to r = 3; returns the first and the one after the last."""
    first, last = max(int(np.ceil(middle - 3 * radius)), 0), min(int(np.floor(middle + 3 * radius)) + 1, len(bell))
    for i in range(first, last):
        square[i] = ((i - middle) / radius) ** 2
        bell[i] = np.exp(-square[i])
    return first, last


@kernel
def wave_dimple(z, previous, splashes, n, x, z0, hx, hz, depth, radius):
    """Press a dimple -depth impulse (1 - r^2) exp(-r^2) (r in units of radius [m]) for each splash, conserving the volume.

    Its integral over the plane is 0. Out to r = 3, in z and previous alike. depth [m/(N s)]. What the grid and the border
    leave of the volume is taken off evenly inside the dimple. Arguments else as in wave_dip. Returns how many hit.
    """
    nx, nz = z.shape
    square_x, square_z, bell_x, bell_z = np.empty(nx), np.empty(nz), np.empty(nx), np.empty(nz)
    hit = 0
    for s in range(n):
        ci, cj = (splashes[0, s] - x) / hx + (nx - 1) / 2, (splashes[1, s] - z0) / hz + (nz - 1) / 2  # in nodes
        if not (-0.5 <= ci < nx - 0.5 and -0.5 <= cj < nz - 0.5):
            continue
        hit += 1
        i0, i1 = _bell(square_x, bell_x, ci, radius / hx)
        j0, j1 = _bell(square_z, bell_z, cj, radius / hz)
        total = 0.0
        for i in range(i0, i1):
            for j in range(j0, j1):
                total += (1.0 - square_x[i] - square_z[j]) * bell_x[i] * bell_z[j]
        residue, press = total / max((i1 - i0) * (j1 - j0), 1), depth * splashes[2, s]
        for i in range(i0, i1):
            for j in range(j0, j1):
                down = press * ((1.0 - square_x[i] - square_z[j]) * bell_x[i] * bell_z[j] - residue)
                z[i, j] -= down
                previous[i, j] -= down
    return hit


@kernel
def foam_deposit(foam, splashes, n, x, z0, hx, hz, amount):
    """Add amount of froth for each splash, shared by the four nodes about it; a node holds at most FULL."""
    nx, nz = foam.shape
    for s in range(n):
        ci, cj = (splashes[0, s] - x) / hx + (nx - 1) / 2, (splashes[1, s] - z0) / hz + (nz - 1) / 2
        if not (-0.5 <= ci < nx - 0.5 and -0.5 <= cj < nz - 0.5):
            continue
        i, j = int(np.floor(ci)), int(np.floor(cj))
        for a in (i, i + 1):
            for b in (j, j + 1):
                share = (1.0 - abs(ci - a)) * (1.0 - abs(cj - b))
                c, d = min(max(a, 0), nx - 1), min(max(b, 0), nz - 1)
                foam[c, d] = min(F(foam[c, d] + amount * share), FULL)


@kernel
def foam_decay(foam, keep):
    """foam *= keep, keep = exp(-rate dt); less than a millionth becomes none, else the processor crawls through denormal numbers."""
    for i in range(foam.shape[0]):
        for j in range(foam.shape[1]):
            left = foam[i, j] * keep
            foam[i, j] = left if left > F(1e-6) else F(0)
