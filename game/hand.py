"""The pointer as a hand: it takes single masses and the tip of the wind's arrow, and leads them over the picture.

Pixels are counted from the lower left corner, as the window does. What was taken moves in the plane that faces the eye, so that
it stays under the pointer.
"""

from dataclasses import dataclass

import numpy as np

from engine.components import Population, Position
from engine.render.camera import Camera

REACH = 14.0  # [pixels] from the pointer to what it takes
CORNER, AHEAD = (-0.74, -0.6), 1.0  # where the arrow's root stands: on the picture (-1 to 1), and how far from the eye [m]
LENGTH, STUB, SHAFT = (
    0.075,
    0.14,
    0.03,
)  # shares of half the picture's height: of the arrow for each m/s, of one without wind, its thickness
TEAL = 0.02, 0.32, 0.34  # linear colour, the complement of a red cloth
CALM = 0.05  # [m/s] below which the wind that a hand has set is none


@dataclass(frozen=True, slots=True)
class Sight:
    """A view and the size of its picture [pixels]."""

    view: object
    size: tuple

    def seen(self, places):
        """Pixels (n, 2) and distance ahead of the eye [m] (n,) of places [m] (n, 3)."""
        matrix = Camera.of(self.view, self.size).view_projection()
        clip = np.asarray(places, float).reshape(-1, 3) @ matrix[:, :3].T + matrix[:, 3]
        with np.errstate(divide="ignore", invalid="ignore"):
            return (clip[:, :2] / clip[:, 3:] + 1) / 2 * self.size, clip[:, 3]

    def under(self, x, y, depth):
        """The place [m] (3,) under a pixel, so far ahead of the eye."""
        tangent = np.tan(np.radians(self.view.fov) / 2)
        across = np.array([(2 * x / self.size[0] - 1) * tangent * self.size[0] / self.size[1], (2 * y / self.size[1] - 1) * tangent, -1])
        return self.view.position + depth * (self.view.rotation @ across)

    @property
    def half(self):
        """[m] half the picture's height, where the arrow stands."""
        return AHEAD * np.tan(np.radians(self.view.fov) / 2)


class Hand:
    """What the pointer holds in one simulation: nothing, a mass (entity, index), or the wind's arrow.

    tweak   called with a path and a value that is laid over the file: the arrow's wind
    """

    def __init__(self, tweak):
        self.tweak = tweak
        self.holds = None
        self._depth = 0.0
        self._wind = None  # name of the entity whose wind the arrow shows

    def press(self, simulation, sight, x, y):
        """Take what is under the pixel; whether there was anything."""
        self.release(simulation)
        if self._over_arrow(simulation, sight, x, y):
            self.holds, self._depth = ("wind", self._wind), sight.seen(self._tip(simulation, sight))[1][0]
            return True
        found = nearest(simulation, sight, x, y)
        if found is None:
            return False
        name, index, self._depth = found
        simulation.grab(name, index)
        self.holds = name, index
        return True

    def move(self, simulation, sight, x, y):
        """Lead what is held to the place under the pixel."""
        if self.holds is None:
            return
        place = sight.under(x, y, self._depth)
        if self.holds[0] == "wind":
            self.tweak(f"{self.holds[1]}.wind.velocity", _wind_of(place - _root(sight), sight.half))
        else:
            simulation.drag(place)

    def release(self, simulation):
        """Let go."""
        if self.holds is not None and self.holds[0] != "wind":
            simulation.release()
        self.holds = None

    def arrow(self, simulation, sight):
        """(n, 10) rows of Frame.arrows: the wind's arrow, where the scene has a wind and something that it bends."""
        self._wind = _first_wind(simulation)
        if self._wind is None:
            return np.empty((0, 10), np.float32)
        root = _root(sight)
        return np.array([[*root, *(self._tip(simulation, sight) - root), *TEAL, SHAFT * sight.half]], np.float32)

    def _tip(self, simulation, sight):
        wind = np.array(simulation.scene.spec.entities[self._wind].wind.velocity)
        speed = np.linalg.norm(wind)
        way = wind / speed if speed else sight.view.rotation[:, 0]
        return _root(sight) + (LENGTH * speed + STUB) * sight.half * way

    def _over_arrow(self, simulation, sight, x, y):
        self._wind = _first_wind(simulation)
        if self._wind is None:
            return False
        (tip,), (depth,) = sight.seen(self._tip(simulation, sight))
        return depth > sight.view.near and np.hypot(*(tip - (x, y))) < 1.5 * REACH


def _root(sight):
    """Where the arrow stands [m] (3,): in a corner of the picture."""
    x, y = ((c + 1) / 2 * side for c, side in zip(CORNER, sight.size, strict=True))
    return sight.under(x, y, AHEAD)


def _wind_of(arrow, half):
    """The wind [m/s] that an arrow [m] (3,) shows; none for one that is no longer than its stub."""
    length = np.linalg.norm(arrow) / half
    speed = (length - STUB) / LENGTH
    return [0.0, 0.0, 0.0] if speed < CALM else [float(f"{c:.3g}") for c in arrow / half / length * speed]


def _first_wind(simulation):
    """Name of the first entity with a wind; the arrow is for scenes with bodies of masses."""
    entities = simulation.scene.spec.entities
    if not any(entity.has_masses for entity in entities.values()):
        return None
    return next((name for name, entity in entities.items() if entity.wind is not None), None)


def nearest(simulation, sight, x, y):
    """(name, index, distance ahead [m]) of the mass under a pixel that is nearest to the eye; None where there is none.

    A frozen body cannot be taken.
    """
    best = None
    for name, entity in simulation.scene.spec.entities.items():
        if not entity.has_masses or simulation.get(name, Population).frozen:
            continue
        pixels, depth = sight.seen(simulation.get(name, Position).xyz)
        off = np.hypot(*(pixels - (x, y)).T)
        close = np.flatnonzero((off < REACH) & (depth > sight.view.near))
        if len(close):
            front = depth[close].min()
            # of those about as far away as the nearest the one under the pointer, not the one before it by a hair
            close = close[depth[close] < front + 2 * REACH * front / sight.size[1]]
            index = int(close[np.argmin(off[close])])
            if best is None or depth[index] < best[2]:
                best = name, index, float(depth[index])
    return best
