"""The vocabulary as an author looks for it: groups of blocks, the fields of each, the places where a word stands."""

from typing import NamedTuple

from engine.scene.vocabulary import COMPONENTS, Entity, SceneSpec
from engine.schema.fields import Described, fields

# Title -> components, in the order in which people look for them; a component that stands in none comes last, under OTHERS.
GROUPS = {
    "Droplets, sparks, smoke": ("emitter", "billboard"),
    "Ropes, cloth, jelly": ("lattice", "points", "spring", "pin", "self_collision", "masses"),
    "Forces": ("gravity", "wind", "drag", "vortex", "attractor", "turbulence"),
    "Solids": ("shape", "collider", "surface", "leaves"),
    "Water": ("wave_surface", "water"),
    "Light and sky": ("sun", "skybox", "light", "lens_flare"),
    "Camera and picture": ("camera", "camera_path", "draw"),
}
OTHERS = "Others"


class Row(NamedTuple):
    """One field: its address within a component or the file, and its declaration."""

    address: str
    field: Described


def groups():
    """Title -> names of the components that are there."""
    listed = {title: [name for name in names if name in COMPONENTS] for title, names in GROUPS.items()}
    rest = [name for name in COMPONENTS if not any(name in names for names in GROUPS.values())]
    return {**listed, **({OTHERS: rest} if rest else {})}


def rows(spec, prefix="", seen=()):
    """Every field of a block and of the blocks in it, in the order they are declared."""
    for field in fields(spec).values():
        address = f"{prefix}{field.name}"
        yield Row(address, field)
        for inner in dict.fromkeys(form.spec for form in _deep(field.forms) if form.spec):
            if inner not in (*seen, spec):
                yield from rows(inner, f"{address}.{'NAME.' * (field.form.kind == 'names')}", (*seen, spec))


def _deep(forms):
    for form in forms:
        yield form
        yield from _deep(form.items)


def of_entity():
    """What every entity may have beside components."""
    return [row for row in rows(Entity) if row.address.partition(".")[0] not in COMPONENTS]


def of_component(name):
    """The fields of a component, each with the component's name before it."""
    return list(rows(COMPONENTS[name], f"{name}."))


def of_file():
    """The fields at the top of a file, without those of its entities."""
    return [row for row in rows(SceneSpec) if not row.address.startswith("entities.")]


def all_rows():
    """Every field that there is."""
    return [*of_file(), *of_entity(), *(row for name in COMPONENTS for row in of_component(name))]
