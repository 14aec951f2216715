"""What water is drawn with: fine ripples, two droplets, a puff of mist."""

import numpy as np

from content.make.maps import save
from content.make.noise import noise, smooth

BUBBLES = 900


def froth(n, seed=62):
    """Rings of bubbles, 0..1 (n, n), seamless."""
    rng = np.random.default_rng(seed)
    near = np.full((n, n), 9.0)  # distance to the nearest bubble's middle in its radii
    for radius in rng.uniform(0.004, 0.022, BUBBLES):
        cx, cy = rng.uniform(0, 1, 2)
        reach = int(radius * n) + 3
        columns, rows = (np.arange(int(c * n) - reach, int(c * n) + reach) for c in (cx, cy))
        distance = np.hypot((columns[None, :] + 0.5) / n - cx, (rows[:, None] + 0.5) / n - cy) / radius
        block = np.ix_(rows % n, columns % n)
        near[block] = np.minimum(near[block], distance)
    return np.exp(-(((near - 0.88) / 0.16) ** 2)) + 0.35 * (near < 0.88)


def ripple(folder, n):
    """ripple.png RGBA: slope along x and y (0.5 is flat, deviation 0.125), cloud noise, froth."""
    height = noise(61, 1.9, n, 5, 70)
    slope = np.stack([np.roll(height, 1, a) - np.roll(height, -1, a) for a in (1, 0)], -1)
    slope *= 0.125 / np.hypot(slope[..., 0], slope[..., 1]).std()
    cloud = 0.5 + 0.2 * noise(63, 1.5, n, 3)
    path = folder / "ripple.png"
    save(np.dstack([0.5 + slope, cloud, froth(n)]), path)
    return [path]


def round_drop(x, y):
    """1 in the middle, 0 on the outline, of a ball."""
    return 1 - (x * x + y * y)


def pinched_drop(x, y):
    """The same of two balls that are about to part, smoothly joined."""
    big = 1 - ((x * 1.5) ** 2 + ((y + 0.33) * 1.55) ** 2)
    small = 1 - ((x * 2.0) ** 2 + ((y - 0.48) * 2.1) ** 2)
    return np.logaddexp(3.5 * big, 3.5 * small) / 3.5 - 0.06


def drops(folder, n):
    """drop_NAME.png RGBA: white, alpha is coverage; drop_NAME_normal.png RGB: normal x, y, and thickness."""
    margin = 1.06
    x, y = np.meshgrid(*2 * [np.linspace(-margin, margin, n)], indexing="xy")
    paths = []
    for name, shape in (("round", round_drop), ("pinched", pinched_drop)):
        inside = shape(x, y)
        thickness = np.sqrt(np.clip(inside, 1e-4, None))
        slope_y, slope_x = np.gradient(inside, 2 * margin / (n - 1))
        normal = np.dstack([-0.5 * slope_x, -0.5 * slope_y, thickness])
        normal /= np.linalg.norm(normal, axis=2, keepdims=True)
        paths += [folder / f"drop_{name}.png", folder / f"drop_{name}_normal.png"]
        save(np.dstack([np.ones((n, n, 3)), smooth(-0.02, 0.10, inside)]), paths[-2])
        save(np.dstack([normal[..., :2] * 0.5 + 0.5, thickness]), paths[-1])
    return paths


def mist(folder, n):
    """mist.png RGBA: white, alpha is a puff that thins out in wisps."""
    x, y = np.meshgrid(*2 * [np.linspace(-1, 1, n)], indexing="xy")
    wisp = 0.55 + 0.20 * noise(71, 1.5, n, 2) + 0.03 * noise(72, 0.9, n, 10)
    radius = np.hypot(x, y) + 0.10 * noise(73, 1.8, n, 1)
    alpha = smooth(0.95, 0.10, radius) * np.clip(wisp, 0.05, 1) * smooth(1.0, 0.8, np.hypot(x, y))
    path = folder / "mist.png"
    save(np.dstack([np.ones((n, n, 3)), alpha]), path)
    return [path]
