"""What is wrong with a body as a whole: what its parts say, each right by itself, does not fit together."""

from engine.bodies.choose import body_of
from engine.bodies.cloth import Cloth, is_closed
from engine.bodies.filled import Filled
from engine.bodies.lattice import KINDS, Lattice
from engine.bodies.links import springs_of
from engine.bodies.pin import corners

WHAT = {"shear": "diagonals of faces", "bend": "two steps along an axis", "space": "diagonals of cells", "volume": "volumes of cells"}


def faults(entity):
    """Mistakes of an entity that is valid by its fields: pairs of the path within it and what is wrong; what to write instead."""
    body = body_of(entity)
    if entity.surface is not None and entity.surface.material == "jelly" and _is_open(entity, body):
        yield ("surface", "material"), "a jelly is a block or a closed mesh, for light goes through its inside; write material: fabric"
    if body is None:
        return
    if isinstance(body, Filled) and (unfit := list(_unfilled(body))):
        yield from unfit
        return
    count = _count(body)
    if entity.spring is not None:
        yield from _pairs(entity, body, count) if entity.points is not None else _links(entity, body)
    if entity.pin is not None:
        yield from _pins(entity.pin, getattr(body, "counts", ()), count)
        if entity.pin.where is not None and not entity.pin.holds_any(body.start(entity.rotation)):
            yield ("pin", "where"), "no mass starts in this box; it is in the entity's frame, before rotation and position"
    if entity.collider is not None:
        yield from _in_vain(entity.collider)
    if entity.self_collision is not None and entity.self_collision.thickness is None and entity.points is not None:
        yield ("self_collision",), "single masses have no spacing to take the thickness from; write self_collision: {thickness: 0.01}"


def _is_open(entity, body):
    """Whether it has a skin that does not enclose it."""
    if isinstance(body, Lattice):
        return len(body.counts) == 2
    mesh = getattr(entity.shape, "mesh", None)
    return mesh is not None and not is_closed(mesh.read.corners)


def _unfilled(body):
    """Why a mesh cannot be filled."""
    if not is_closed(body.mesh.corners):
        yield ("shape", "mesh", "fill"), "the mesh is open, so it has no inside to fill; close its holes, or leave fill out for cloth"
    elif not body.voxels.kept.any():
        yield ("shape", "mesh", "fill"), f"no cell has its middle in the mesh, so nothing fills it; write more than {body.cells}"


def _count(body):
    if isinstance(body, Lattice):
        n = 1
        for count in body.counts:
            n *= count
        return n
    if isinstance(body, Filled):
        return len(body.voxels.places)
    return len(body.mesh.places) if isinstance(body, Cloth) else len(body.positions)


def _name(body):
    return KINDS[len(body.counts)] if isinstance(body, Lattice) else "mesh"


def _in_vain(collider):
    for field in ("bounce", "restitution", "on_hit"):
        if field in collider.model_fields_set:
            yield ("collider", field), "masses on springs do not bounce; of their collider write friction and thickness only"


def _links(entity, body):
    spring, known, name = entity.spring, body.known(), _name(body)
    if spring.pairs is not None:
        yield ("spring", "pairs"), f"pairs join single masses; of a {name} write links: [{', '.join(known)}], or take it out"
        return
    wrong = [(i, link) for i, link in enumerate(spring.links or ()) if link not in known]
    for i, link in wrong:
        yield ("spring", "links", i), f"a {name} has no {link} ({WHAT[link]}); it can have {', '.join(known)}"
    if not wrong:
        yield from _amounts(spring, springs_of(spring, body))


def _pairs(entity, body, count):
    spring = entity.spring
    if not spring.pairs:
        yield ("spring", "links") if spring.links else ("spring",), "single masses have no neighbours; write pairs: [[0, 1]]"
        return
    for i, (a, b) in enumerate(spring.pairs):
        out = next((each for each in (a, b) if not 0 <= each < count), None)
        if out is not None:
            yield ("spring", "pairs", i), f"there is no mass {out}; the masses are 0 to {count - 1}"
        elif a == b:
            yield ("spring", "pairs", i), f"joins mass {a} to itself; write two masses"
        elif spring.rest is None and body.positions[a] == body.positions[b]:
            yield ("spring", "pairs", i), f"masses {a} and {b} start at the same place; move one, or write rest"
    yield from _amounts(spring, [f"{a} to {b}" for a, b in spring.pairs])


def _amounts(spring, names):
    for field in ("stiffness", "damping"):
        given = getattr(spring, field)
        if isinstance(given, tuple) and len(given) != len(names):
            listed = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
            yield ("spring", field), f"needs 1 number, or {len(names)}: one for each of {listed}; found {len(given)}"


def _pins(pin, counts, count):
    known = corners(counts)
    for i, name in enumerate(pin.corners or ()):
        if name not in known:
            there = f"corners here: {', '.join(known)}" if known else "this body has no corners; write indices, or where: {box: {min, max}}"
            yield ("pin", "corners", i), f"no corner '{name}'; {there}"
    for i, index in enumerate(pin.indices or ()):
        if index >= count:
            yield ("pin", "indices", i), f"there is no mass {index}; the masses are 0 to {count - 1}"
