"""Where the stars of a galaxy are born: clouds of small triangles of one size, so that stars strewn evenly over them are as dense as the triangles.

A cloud is (n, 3) places [m], y across the disc. The arms are logarithmic spirals, r = INNER exp(angle tan(PITCH)), that trail what goes round y
by the right hand: x = r cos, z = -r sin of an angle that grows with time, and is smaller farther out.
"""

import numpy as np

from content.make.meshes.obj import written

INNER, PITCH = 0.5, np.radians(23)
BEND = 1 / np.tan(PITCH)
RIM = 4.0  # [m] where the arms end


def flat(r, angle, y):
    """Places (n, 3) at radius r, an angle and a height."""
    return np.column_stack([r * np.cos(angle), y, -r * np.sin(angle)])


def spiral(r, arm):
    """Angle of an arm at radius r; 0 and 1 are the great ones, 2 and 3 lie between them."""
    return -BEND * np.log(r / INNER) + np.pi * (arm % 2 + 0.45 * (arm // 2))


def reach(random, n, scale, least=INNER, most=RIM):
    """n radii of an exponential disc: density exp(-r / scale) a square metre, between two radii."""
    r = np.linspace(least, most, 2000)
    share = np.cumsum(r * np.exp(-r / scale))
    return np.interp(random.uniform(0, share[-1], n), share, r)


def bulge(random, n):
    """A ball that grows dense toward its middle, a little flat."""
    away = random.standard_normal((n, 3))
    away /= np.linalg.norm(away, axis=1)[:, None]
    return away * (0.9 * random.uniform(0, 1, n) ** 1.8)[:, None] * [1, 0.62, 1]


def disc(random, n):
    """Old stars: everywhere."""
    return flat(reach(random, n, 1.3, 0.2), random.uniform(0, 2 * np.pi, n), 0.05 * random.standard_normal(n))


def arms(random, n):
    """Young stars: along the arms, the farther out the more loosely, and on spurs between them."""
    r = reach(random, n, 1.7)
    arm = np.where(r > 1.1, random.choice(4, n, p=[0.34, 0.34, 0.16, 0.16]), random.integers(0, 2, n))
    astray = np.where(random.uniform(0, 1, n) < 0.6, 0.13, 0.42) * random.standard_normal(n)
    return flat(r, spiral(r, arm) + astray, 0.035 * random.standard_normal(n))


def knots(random, n):
    """Where stars are being born: some dozens of places along the arms."""
    r = reach(random, 70, 2.2, 0.9)
    angle = spiral(r, random.integers(0, 2, 70)) + 0.07 * random.standard_normal(70)
    which = random.choice(70, n, p=random.dirichlet(np.full(70, 1.5)))
    return flat(r, angle, np.zeros(70))[which] + random.standard_normal((n, 3)) * [0.05, 0.02, 0.05]


def dust(random, n):
    """Dark lanes: narrow, along the inner, leading edge of the arms."""
    r = reach(random, n, 2.2, 0.55, 3.6)
    return flat(r, spiral(r, random.integers(0, 2, n)) + 0.22 + 0.05 * random.standard_normal(n), 0.02 * random.standard_normal(n))


CLOUDS = {bulge: (1200, 0.1), disc: (1400, 0.3), arms: (2400, 0.1), knots: (400, 0.04), dust: (700, 0.08)}  # triangles, side [m]


def triangles(centers, side, random):
    """(n, 3, 3) corners of flat triangles of one side about the centres, each turned by chance."""
    turn = random.uniform(0, 2 * np.pi, len(centers))[:, None] + np.array([0, 1, 2]) * 2 * np.pi / 3
    corners = np.stack([np.cos(turn), np.zeros_like(turn), np.sin(turn)], -1) * side / np.sqrt(3)
    return centers[:, None] + corners


def text(maker):
    """A cloud as an OBJ file."""
    random = np.random.default_rng(sum(maker.__name__.encode()))
    count, side = CLOUDS[maker]
    corners = triangles(maker(random, count), side, random).reshape(-1, 3)
    return written(corners, np.arange(len(corners)).reshape(-1, 3), 3)
