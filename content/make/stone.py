"""Paving, slabs, plaster, limestone, basalt and wood: what courtyards, terraces and cliffs are built of. Each maker takes the number of texels n."""

import numpy as np

from content.make.maps import Maps
from content.make.noise import cells, cut_apart, mix, noise, per_cell, rgb, smooth, warped


def paving(n):
    """Worn limestone slabs of 0.6 m, laid in bond."""
    joint, slab, _, _ = cells(*warped(n, 0.0016, 1), 4, 4, bond=0.5)
    big, fine = (cut_apart(noise(seed, slope, n, low), slab) for seed, slope, low in ((2, 1.5, 2), (3, 1.0, 16)))
    grain, pits = noise(4, 0.3, n, 120), smooth(1.9, 2.6, noise(7, 0.5, n, 40, 160))
    gap = smooth(0.020, 0.009, joint + 0.004 * noise(5, 1.2, n, 30))
    tone = per_cell(slab, 6, -1, 1)

    color = mix(rgb("#b9a589"), rgb("#d3c3a6"), np.clip(0.5 + 0.25 * tone + 0.16 * big + 0.08 * fine, 0, 1))
    color *= (1 + 0.035 * grain - 0.10 * smooth(0.8, 2.0, fine))[..., None]
    color = mix(color, rgb("#7d6c57"), 0.85 * gap)
    color = mix(color, color * rgb("#c9b9a2"), 0.35 * smooth(0.12, 0.0, joint))  # dirt along the joints
    color *= (1 - 0.25 * pits)[..., None]
    worn = 0.05 * smooth(0.07, 0.02, joint)
    height = 0.75 + 0.05 * (big + fine + per_cell(slab, 8, -1, 1)) + 0.015 * grain - 0.30 * pits - 0.62 * gap - worn
    return Maps(color, height, 0.50 + 0.06 * fine + 0.3 * gap + 0.12 * pits + 0.05 * tone, depth=0.010, repeat=2.4)


def slab(n):
    """Polished grey slabs of 0.8 m with thin veins and narrow joints: a terrace that mirrors the sky where it is not worn."""
    joint, which, _, _ = cells(*warped(n, 0.0004, 61), 2, 2)
    big, fine = (cut_apart(noise(seed, slope, n, low), which) for seed, slope, low in ((62, 1.7, 2), (63, 1.0, 24)))
    course, thread = (cut_apart(noise(seed, 1.6, n, low, stretch=(0.8, 1.3)), which) for seed, low in ((64, 3), (65, 7)))
    vein = smooth(0.10, 0.0, np.abs(course + 0.25 * fine)) * smooth(-0.6, 0.9, big) + 0.5 * smooth(0.06, 0.0, np.abs(thread + 0.2 * fine))
    gap = smooth(0.0052, 0.0030, joint)
    worn, speck = np.clip(0.5 + 0.4 * noise(66, 1.5, n, 2), 0, 1), smooth(2.2, 2.9, noise(67, 0.5, n, 60, 200))

    color = mix(rgb("#857e77"), rgb("#b3aa9f"), np.clip(0.5 + 0.22 * big + 0.06 * fine + 0.12 * per_cell(which, 68, -1, 1), 0, 1))
    color = mix(color, rgb("#d8d0c4"), 0.30 * np.clip(vein, 0, 1))
    color *= (1 - 0.30 * speck)[..., None]
    color = mix(color, rgb("#2b2724"), 0.9 * gap)
    edge = smooth(0.012, 0.005, joint)
    height = 0.8 + 0.01 * big + 0.004 * fine - 0.06 * speck - 0.12 * edge - 0.5 * gap
    rough = 0.22 + 0.08 * worn + 0.015 * fine + 0.10 * speck + 0.12 * edge + 0.4 * gap
    return Maps(color, height, rough, depth=0.004, repeat=1.6)


def plaster(n):
    """Limewash over trowelled plaster, hair cracks in places."""
    cloud, patch, grain = noise(11, 1.7, n), noise(12, 1.3, n, 5), noise(14, 0.4, n, 110)
    trowel = noise(13, 1.2, n, 12, stretch=(2.2, 0.8))
    bare = smooth(1.35, 1.75, patch + 0.5 * cloud + 0.25 * trowel)
    crack = smooth(0.035, 0.0, np.abs(noise(15, 1.35, n, 3)) + 0.9 * smooth(-0.4, 0.6, noise(16, 2.0, n, 2)))

    color = mix(rgb("#d3a070"), rgb("#ecca9c"), np.clip(0.5 + 0.20 * cloud + 0.10 * patch + 0.05 * trowel, 0, 1))
    color = mix(color, rgb("#dcc6a4"), 0.6 * bare)
    color *= ((1 + 0.02 * grain) * (1 - 0.35 * crack))[..., None]
    height = 0.5 + 0.07 * trowel + 0.05 * patch + 0.02 * grain - 0.10 * bare - 0.3 * crack
    return Maps(color, height, 0.82 + 0.03 * grain - 0.06 * bare, depth=0.012, repeat=3.0)


def limestone(n):
    """Dressed cream stone with bedding and small pits."""
    bed, cloud, grain = noise(21, 1.3, n, 2, stretch=(0.5, 3.5)), noise(22, 1.6, n), noise(23, 0.35, n, 90)
    pits = smooth(1.7, 2.4, noise(24, 0.6, n, 24, 140, stretch=(1.6, 0.7)))

    color = mix(rgb("#bfae92"), rgb("#e2d5bb"), np.clip(0.55 + 0.14 * (bed + cloud), 0, 1))
    color *= ((1 + 0.03 * grain) * (1 - 0.30 * pits))[..., None]
    height = 0.7 + 0.03 * (bed + cloud) + 0.02 * grain - 0.35 * pits
    return Maps(color, height, 0.58 + 0.05 * grain + 0.1 * pits, depth=0.006, repeat=1.2)


def basalt(n):
    """A column's side: near black, in courses as it cracked while it cooled, with lichen and damp moss in the hollows."""
    course, chip, grain = noise(71, 1.3, n, 2, stretch=(3.5, 0.6)), noise(72, 1.2, n, 6), noise(73, 0.35, n, 90)
    crack = smooth(0.06, 0.0, np.abs(noise(74, 1.5, n, 3, stretch=(2.6, 0.7)))) * smooth(-0.4, 0.8, chip)
    lichen = smooth(1.0, 1.7, noise(75, 1.1, n, 5) + 0.35 * grain)
    moss = smooth(0.7, 1.8, noise(76, 1.6, n, 2) - 0.4 * course) * np.clip(0.6 + 0.3 * noise(77, 0.5, n, 40), 0, 1)

    color = mix(rgb("#3d3c3d"), rgb("#6d6963"), np.clip(0.45 + 0.20 * course + 0.14 * chip, 0, 1))
    color = mix(color, rgb("#8f8a74"), 0.55 * lichen)
    color = mix(color, rgb("#4d5a2a"), 0.75 * moss)
    color *= ((1 + 0.06 * grain) * (1 - 0.6 * crack))[..., None]
    height = 0.6 + 0.10 * course + 0.09 * chip + 0.02 * grain + 0.04 * moss - 0.35 * crack
    return Maps(color, height, 0.62 + 0.05 * grain + 0.2 * moss + 0.1 * crack, depth=0.03, repeat=1.4)


def wood(n):
    """Weathered cedar, the grain along x."""
    ring, fibre = noise(51, 1.5, n, 2, stretch=(0.25, 4.0)), noise(52, 0.9, n, 20, stretch=(0.35, 7.0))
    color = mix(rgb("#4a3120"), rgb("#8a6140"), np.clip(0.5 + 0.22 * ring + 0.15 * fibre, 0, 1))
    return Maps(color, 0.5 + 0.10 * fibre + 0.08 * ring, 0.7 - 0.05 * fibre, depth=0.004, repeat=1.0)
