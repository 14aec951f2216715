"""What a picture is made with: what it can show of a kind, cameras, lamps, flares. A part of references.py."""

from engine.scene.address import block
from engine.schema.limits import BILLBOARDS, LAMPS, WATERS

# what a picture shows so many of -> (one of these makes it, how many)
PICTURED = {
    "wave surfaces": (("wave_surface",), WATERS),
    "lights": (("light",), LAMPS),
    "emitters and other bodies with a billboard": (("emitter", "billboard"), BILLBOARDS),
}


def check_pictured(entities, report):
    """More of something than one picture can show; those that are not visible count too, for a key may show them."""
    for what, (parts, most) in PICTURED.items():
        there = [(name, part) for name, entity in entities.items() if (part := _first(entity, parts))]
        if len(there) > most:
            name, part = there[most]
            text = f"{len(there)} {what}; a scene may have {most}, as many as a picture can show: take some out"
            report.at(("entities", name, part), text, key=True)


def _first(entity, parts):
    """The first of some components that an entity has."""
    return isinstance(entity, dict) and next((part for part in parts if entity.get(part) is not None), None)


def check_flare(entities, report):
    """A lens flare is of the scene's sun, which may stand anywhere in it."""
    if any(block(entities, name).get("sun") is not None for name in entities):
        return
    for name in entities:
        if block(entities, name).get("lens_flare") is not None:
            text = "a flare is of the scene's sun, and there is none; write sun: {} beside it"
            report.at(("entities", name, "lens_flare"), text, key=True)


def check_camera(path, entity, entities, report):
    """Report what the camera of the entity at path looks at that is none of the entities, or is itself."""
    camera = block(entity, "camera")
    target = camera.get("target")
    if isinstance(target, str) and target not in entities:
        report.at((*path, "camera", "target"), f"no entity '{target}'", near=(target, entities))
    if target == path[-1]:
        report.at((*path, "camera", "target"), "a camera cannot look at itself; name another entity, or a point")
    way = block(entity, "camera_path")
    seen = way.get("look_at")
    if way.get("rotation_mode") == "look_at" and seen is None and target is None:
        report.at(
            (*path, "camera_path", "rotation_mode"), "look_at needs a target; write look_at: [0, 1, 0] beside it, or the name of an entity"
        )
    if isinstance(seen, str) and seen not in entities:
        report.at((*path, "camera_path", "look_at"), f"no entity '{seen}'", near=(seen, entities))
    if seen == path[-1]:
        report.at((*path, "camera_path", "look_at"), "a camera cannot look at itself; name another entity, or a point")


def check_lamp(path, entity, report):
    """What only a cone has, of a lamp that shines to all sides."""
    lamp = block(entity, "light")
    for field in ("spread", "edge"):
        if field in lamp and lamp.get("kind", "point") == "point":
            text = f"{field} is of a spot, and this lamp shines to all sides; write kind: spot beside it, or take out {field}"
            report.at((*path, "light", field), text, key=True)
