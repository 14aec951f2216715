"""Films of what burns and what drifts: a tongue of flame that rises and is torn, puffs of smoke."""

import numpy as np

from content.make.maps import save
from content.make.noise import mix, noise, smooth

COLUMNS = ROWS = 4  # pictures of the film
WHITE_HOT, ORANGE, RED = (1.0, 0.86, 0.55), (1.0, 0.42, 0.08), (0.62, 0.07, 0.01)  # linear shares of the light


def tongue(n, t):
    """(n, n, 4) sRGB: a flame at a share t of its life. A drop stands on its round end; noise rises through it and eats it from the rim."""
    x, y = np.meshgrid(*2 * [(np.arange(n) + 0.5) * 2 / n - 1], indexing="xy")
    up = -y  # rows go down
    rise = round(t * 1.4 * n)
    torn = np.roll(noise(81, 2.2, n, 1, 6), -rise, 0) + 0.5 * np.roll(noise(82, 2.0, n, 3, 9), -2 * rise, 0)
    sway = 0.16 * np.roll(noise(83, 2.0, n, 1, 4), -rise, 0) * smooth(-0.8, 0.6, up)
    width = 0.52 * np.sqrt(np.clip(1 - ((up + 0.1) / 0.85) ** 2, 0, 1)) * smooth(1.05, -0.3, up)
    body = 1 - np.abs(x + sway) / np.maximum(width, 1e-3)
    heat = np.clip(body, -1, 1) * (1 - 0.35 * t) + 0.34 * (0.35 + t) * torn - 0.75 * t * t
    edge = smooth(1.0, 0.78, np.hypot(x, y))
    alpha = smooth(0.0, 0.7, heat) * edge
    light = mix(mix(RED, ORANGE, smooth(0.0, 0.5, heat)), WHITE_HOT, smooth(0.55, 1.3, heat))
    return np.dstack([np.clip(light, 0, 1) ** (1 / 2.2), alpha])


def flames(folder, n):
    """flames.png RGBA: 4 by 4 pictures of a tongue of flame from its birth to its last shreds; alpha is its share of light."""
    cell = n // COLUMNS
    cells = [tongue(cell, k / (COLUMNS * ROWS - 1)) for k in range(COLUMNS * ROWS)]
    rows = [np.concatenate(cells[k * COLUMNS : (k + 1) * COLUMNS], 1) for k in range(ROWS)]
    path = folder / "flames.png"
    save(np.concatenate(rows, 0), path)
    return [path]


def smoke(folder, n):
    """smoke.png RGBA: four puffs, white; alpha is how thick they are: heaps of soft balls, torn by noise."""
    cell, puffs = n // 2, []
    for seed in range(4):
        rng = np.random.default_rng(90 + seed)
        x, y = np.meshgrid(*2 * [(np.arange(cell) + 0.5) * 2 / cell - 1], indexing="xy")
        thick = np.zeros((cell, cell))
        for _ in range(14):
            angle, away, radius = rng.uniform(0, 2 * np.pi), 0.42 * np.sqrt(rng.uniform()), rng.uniform(0.3, 0.5)
            near = ((x - away * np.cos(angle)) ** 2 + (y - away * np.sin(angle)) ** 2) / radius**2
            thick += 0.5 * np.clip(1 - near, 0, 1)
        thick = (1 - np.exp(-thick)) * (0.9 + 0.15 * noise(95 + seed, 2.0, cell, 2, 9)) * smooth(0.98, 0.3, np.hypot(x, y))
        puffs.append(np.dstack([np.ones((cell, cell, 3)), np.clip(thick, 0, 1)]))
    path = folder / "smoke.png"
    save(np.concatenate([np.concatenate(puffs[:2], 1), np.concatenate(puffs[2:], 1)], 0), path)
    return [path]
