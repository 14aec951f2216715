"""Where an included file stands: what its entities say in the world's frame moves along.

Which fields those are is said where they are declared (`world=`, engine/schema/spec.py); all others are told in the entity's own
frame, which moves as a whole, or are the same everywhere. Decided for each kind:

    point      position, camera.target, camera_path.position: turned about the file's origin, then shifted
    direction  velocity: turned
    turn       rotation, camera_path.rotation: the include's after the entity's own
    height     emitter.kill_below: raised; a height cannot lean, so the include may turn about y only
    water      lies along the world's x and z: its include may turn by quarters about y, which exchange its sides
    forces     gravity and wind are the world's, wherever and however the file stands, and so are sun and sky: an included wind blows
               from where it blew, and what falls falls down
"""

from dataclasses import dataclass, replace

import numpy as np

from engine.components import rotation_matrix
from engine.components.angles import degrees_of
from engine.scene.marked import WORLD, standing
from engine.scene.piece import Piece
from engine.scene.references import is_everywhere
from engine.schema.units import UnitError, parse

EXACT = 15  # decimals of a rotation matrix: with them a quarter turn is one
LEVEL = (
    "has a kill_below, which cannot lean; write a rotation about y only, as in [0, 90, 0], or here {own}: {{emitter: {{kill_below: 0}}}}"
)
ALONG = "is water, which lies along the world's x and z; write rotation: [0, 90, 0], [0, 180, 0] or [0, 270, 0]"


@dataclass(frozen=True, slots=True)
class Stand:
    """Where an included file stands: position [m] and rotation about x, y, z [deg]."""

    position: tuple
    rotation: tuple

    @property
    def nowhere_else(self):
        """Whether it stands where it would alone."""
        return not any(self.position) and not any(self.rotation)

    @property
    def leans(self):
        """Whether y is no longer up."""
        return self.rotation[0] % 360 != 0 or self.rotation[2] % 360 != 0

    @property
    def quarters(self):
        """Number of quarter turns about y; None where it is turned otherwise."""
        return None if self.leans or self.rotation[1] % 90 else int(self.rotation[1] // 90) % 4

    @property
    def matrix(self):
        """(3, 3) rotation, the file's frame to the includer's."""
        return np.round(rotation_matrix(self.rotation), EXACT)


def stand(entry):
    """The Stand that an entry of `include` asks for; None where it is not well formed, which is said elsewhere."""
    position, rotation = numbers(entry.get("position", [0, 0, 0]), "m"), numbers(entry.get("rotation", [0, 0, 0]), "deg")
    return None if position is None or rotation is None else Stand(position, rotation)


def numbers(value, unit):
    """Three numbers as a file may write them, in the declared unit; None where it is something else."""
    if not isinstance(value, list) or len(value) != 3:
        return None
    try:
        found = tuple(parse(item, unit) if isinstance(item, str) else item for item in value)
    except UnitError:
        return None
    return tuple(map(float, found)) if all(isinstance(item, int | float) and not isinstance(item, bool) for item in found) else None


def moved(piece, where, fault):
    """A Piece of an entity of an included file, as it stands in the including one. where: Stand.

    fault   called with a path within the entity and a text with {own} for its name, where that cannot be
    """
    if where.nowhere_else or not isinstance(piece.data, dict):
        return piece
    data, changed = piece.data, []
    for path, kind in _told(data):
        value = _at(data, path)
        if kind == "height" and where.leans:
            fault(path, LEVEL)
        elif kind not in ("turn", "direction") or any(where.rotation):
            new = _MOVES[kind](value, where)
            if new is not None and new != value and (value is not None or any(new)):
                data = _with(data, path, new)
                changed.append(path)
    if "wave_surface" in data and (turned := _water(data, where, fault)) is not data:
        data = turned
        changed.append(("wave_surface",))
    return Piece(data, _noted(piece.places, changed), piece.through, piece.overrides)


def _told(data):
    """(path, kind) of what an entity says, or takes for granted, in the world's frame."""
    told = {}
    for (*around, name), kind, granted in WORLD:
        for path, block in standing(data, around):
            if isinstance(block, dict) and (granted or name in block):
                told[*path, name] = kind
    if is_everywhere(data):
        told = {path: kind for path, kind in told.items() if path == ("position",) and "position" in data}
    if "wave_surface" in data:
        del told["rotation",]
    return told.items()


def _point(value, where):
    there = numbers([0, 0, 0] if value is None else value, "m")
    return None if there is None else _listed(where.matrix @ there + where.position)


def _direction(value, where):
    there = numbers(value, "m/s")
    return None if there is None else _listed(where.matrix @ there)


def _turn(value, where):
    own = numbers([0, 0, 0] if value is None else value, "deg")
    if own is None:
        return None
    if not where.leans:
        return [own[0], own[1] + where.rotation[1], own[2]]  # about y twice: no rounding
    return list(degrees_of(rotation_matrix(where.rotation) @ rotation_matrix(own)))


def _height(value, where):
    there = numbers([value, 0, 0], "m")
    return None if there is None or where.leans else there[0] + where.position[1]


_MOVES = {"point": _point, "direction": _direction, "turn": _turn, "height": _height}


def _water(data, where, fault):
    """The entity with its water's sides exchanged, where it is turned by a quarter."""
    if where.quarters is None:
        fault(("wave_surface",), ALONG)
        return data
    if where.quarters % 2:
        water = data["wave_surface"]
        sides = {name: water[name][::-1] for name in ("size", "nodes") if isinstance(water, dict) and isinstance(water.get(name), list)}
        return {**data, "wave_surface": {**water, **sides}} if sides else data
    return data


def _noted(places, changed):
    why = "moved by its include"
    return {
        path: replace(place, borrowed=place.borrowed or why) if any(path[: len(head)] == head for head in changed) else place
        for path, place in places.items()
    }


def _listed(vector):
    return [float(number) + 0.0 for number in vector]  # no -0


def _at(data, path):
    for part in path:
        data = data[part] if isinstance(data, list) else data.get(part) if isinstance(data, dict) else None
    return data


def _with(data, path, value):
    """A copy of the data with another value at a path."""
    copy = list(data) if isinstance(data, list) else dict(data)
    copy[path[0]] = _with(data[path[0]], path[1:], value) if path[1:] else value
    return copy
