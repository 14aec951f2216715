"""Bodies of masses: what a spec describes becomes the arrays of its components."""

from typing import ClassVar, NamedTuple

import numpy as np

from engine.bodies.grid import six_volumes
from engine.bodies.links import per_spring, springs_of
from engine.bodies.runs import Laid
from engine.components import (
    LINKS,
    Carried,
    Cells,
    Hold,
    Mass,
    Pace,
    Population,
    Position,
    Rest,
    Runs,
    Spring,
    Tether,
    Touch,
    Triangles,
    Velocity,
    rotation_matrix,
)  # fmt: skip

REACH = 0.005  # [m] that masses keep from others, unless told; but at most a share of the spacing
REACH_SHARE = 0.25
TOGETHER = 1 << 18  # springs that are measured at once
APART = 0.95  # of the spacing: distance between masses of one body, unless told


class Skin(NamedTuple):
    """A surface: triangles of vertices, each vertex on a mass."""

    vertices: np.ndarray  # (t, 3) int32
    source: np.ndarray  # (v,) int32
    uv: np.ndarray  # (v, 2) float32
    closed: bool


class Form(NamedTuple):
    """What a body is made of, in the entity's frame."""

    start: np.ndarray  # [m] (n, 3) where the masses start: springs have no energy there
    rest: np.ndarray  # [m] (n, 3) the undeformed shape: along it no mass is farther from another than springs let it be
    spacing: float  # [m] least length of a structural spring
    counts: tuple = ()  # of a lattice
    laid: Laid | None = None  # springs
    groups: np.ndarray | None = None  # (m,) which of the author's numbers each spring has, see links.per_spring
    names: tuple = ()
    lengths: np.ndarray | None = None  # [m] (m,) rest lengths, where they are not those at the start
    skin: Skin | None = None
    cells: np.ndarray | None = None  # (q, 4) int32
    masses: tuple | None = None  # [kg] (n,) where each has its own
    carried: Carried | None = None  # a mesh that is drawn in place of the skin


class Masses:
    """What says where an entity's masses are: what else a spec or an edit asks of it.

    A subclass has `form(entity)`, `start(degrees)` (n, 3) [m] and `known()`, the links that it can have; `usual` are those that it has unless told.
    """

    usual: ClassVar[tuple] = "structural", "shear"

    def another(self, new):
        """Whether `new`, of the same class, is a body of its own, with nothing to take over from this one."""
        return self != new

    def reshaped(self, new):
        """Whether `new` has other masses or lengths than this one, and takes over what it can."""
        return False

    def inverse(self, entity, n):
        """(n,) [1/kg] inverse masses."""
        return inverse_masses(entity, n)

    def groups(self, entity, link):
        """Which number of `spring.stiffness` each spring has, see links.per_spring. link (m,) row of LINKS of each."""
        return link, [LINKS.index(name) for name in springs_of(entity.spring, self)]


def build(form, entity):
    """The components of a body at its start."""
    n, slots = len(form.start), Population.slots(len(form.start))
    population = Population(n, n, born=n)
    own = _slots(inverse_masses(entity, n) if form.masses is None else 1 / np.array(form.masses), slots)
    pinned = _slots(pins(entity, form.counts, form.start), slots, np.uint8)
    inverse = np.where(pinned, np.float32(0), own)
    x = rows(placed(form.start, entity), slots)
    v = np.where(inverse > 0, np.array(entity.velocity, np.float32)[:, None], np.float32(0))
    parts = [
        population, Position(x, x.copy(), population), Velocity(v, population), Mass(inverse, uniform(inverse[:n])),
        Rest(rows(form.rest, slots), form.counts, form.spacing), Hold(own, pinned, x.copy()), touch(entity, form.spacing, slots), Pace(),
    ]  # fmt: skip
    if form.laid is not None:
        parts += [*springs(form, entity.spring), Tether(np.zeros((0, slots), np.int32), np.zeros((0, slots), np.float32))]
    if form.skin is not None:
        skin = form.skin
        parts.append(Triangles(skin.source[skin.vertices], skin.vertices, skin.source, skin.uv, skin.closed))
    if form.carried is not None:
        parts.append(form.carried)
    if form.cells is not None:
        parts.append(Cells(form.cells, six_volumes(form.rest, form.cells).astype(np.float32)))
    return tuple(parts)


def springs(form, spec):
    """Spring and Runs of a body; spec: its spring."""
    laid = form.laid
    lengths = form.lengths if form.lengths is not None else distances(form.start, laid.ends)
    stiffness, damping = (per_spring(given, form.groups, form.names) for given in (spec.stiffness, spec.damping))
    yield Spring(laid.ends, lengths, stiffness, damping, laid.link, stiffness.copy(), np.ones_like(stiffness))
    yield Runs(laid.table, laid.slot, laid.slots)


def distances(x, ends):
    """(m,) float32 distances [m] between pairs of places; x (n, 3), ends (m, 2)."""
    result = np.empty(len(ends), np.float32)
    for first in range(0, len(ends), TOGETHER):
        a, b = ends[first : first + TOGETHER].T
        result[first : first + TOGETHER] = np.linalg.norm(x[b] - x[a], axis=1)
    return result


def touch(entity, spacing, slots):
    """How the masses meet others and each other."""
    itself, collider = entity.self_collision, entity.collider
    apart = 0.0 if itself is None else itself.thickness if itself.thickness is not None else APART * spacing
    if collider is not None and collider.thickness > 0:
        reach = collider.thickness
    elif itself is not None and itself.thickness is not None:
        reach = itself.thickness / 2
    else:
        reach = min(REACH, REACH_SHARE * spacing) if spacing > 0 else REACH
    told = collider.friction if collider is not None else None
    friction = told if told is not None else itself.friction if itself is not None else 0.0
    return Touch(np.full(slots, reach, np.float32), np.zeros((3, slots), np.float32), apart, friction, collider is not None)


def inverse_masses(entity, n):
    """(n,) [1/kg] of an entity's masses: all the same, its mass being that of each, or their total."""
    total = getattr(entity.mass, "total", None)
    return np.full(n, 1 / entity.mass if total is None else n / total)


def pins(entity, counts, start):
    """(n,) bool: which masses the author holds. start (n, 3) [m] in the entity's frame."""
    return np.zeros(len(start), bool) if entity.pin is None else entity.pin.mask(counts, start)


def placed(places, entity):
    """(n, 3) places of the entity's frame [m] in the world."""
    return places @ rotation_matrix(entity.rotation).T + entity.position


def rows(places, slots):
    """(3, slots) float32 rows of places (n, 3); 0 beyond them."""
    result = np.zeros((3, slots), np.float32)
    result[:, : len(places)] = places.T
    return result


def uniform(inverse):
    """The inverse mass that all share, else nan."""
    return float(inverse[0]) if len(inverse) and (inverse == inverse[0]).all() else float("nan")


def _slots(values, slots, kind=np.float32):
    result = np.zeros(slots, kind)
    result[: len(values)] = values
    return result
