"""Pictures of a lens flare: the ghost of an iris, a ring that splits the colours, rays."""

import numpy as np

from content.make.maps import save
from content.make.noise import smooth

BLADES = 7  # of the iris
RAYS = 46


def _polar(n):
    """Radius (1 at the picture's edge) and angle [rad] (n, n)."""
    x, y = np.meshgrid(*2 * [(np.arange(n) + 0.5) * 2 / n - 1], indexing="xy")
    return np.hypot(x, y), np.arctan2(y, x)


def ghost(n):
    """(n, n, 4): an iris of seven blades out of focus, brighter toward its rim."""
    radius, angle = _polar(n)
    sector = np.pi / BLADES
    edge = radius * np.cos((angle + np.pi / 2) % (2 * sector) - sector) / 0.86
    rim = np.exp(-(((edge - 0.93) / 0.06) ** 2))
    alpha = smooth(1.0, 0.95, edge) * (0.42 + 0.2 * edge**2 + 0.38 * rim)
    return np.dstack([np.ones((n, n, 3)), alpha])


def ring(n):
    """(n, n, 4): a thin ring, red outside and blue inside, that fades round the circle."""
    radius, angle = _polar(n)
    band = np.stack([np.exp(-(((radius - at) / 0.045) ** 2)) for at in (0.86, 0.82, 0.78)], -1)
    alpha = band.max(-1)
    alpha *= 0.7 + 0.3 * np.cos(2 * angle + 0.6)
    return np.dstack([band / np.maximum(band.max(-1, keepdims=True), 1e-6), alpha])


def rays(n, seed=91):
    """(n, n, 4): rays of many lengths and strengths round a bright heart."""
    radius, angle = _polar(n)
    rng = np.random.default_rng(seed)
    light = 0.05 * np.exp(-radius / 0.08)
    for turn, width, reach, strength in zip(
        rng.uniform(0, 2 * np.pi, RAYS),
        rng.uniform(0.004, 0.022, RAYS),
        rng.uniform(0.16, 0.5, RAYS),
        rng.uniform(0.1, 1.0, RAYS) ** 2,
        strict=True,
    ):
        away = (angle - turn + np.pi) % (2 * np.pi) - np.pi
        light += strength * np.exp(-((away / width) ** 2)) * np.exp(-radius / reach)
    light *= smooth(1.0, 0.55, radius)
    return np.dstack([np.ones((n, n, 3)), np.clip(light / np.quantile(light, 0.999), 0, 1)])


def flare(folder, n):
    """flare_NAME.png RGBA: alpha is brightness."""
    paths = []
    for name, made in (("ghost", ghost(n)), ("ring", ring(n)), ("rays", rays(n))):
        paths.append(folder / f"flare_{name}.png")
        save(made, paths[-1])
    return paths
