"""A scene file, read and checked: text -> data -> variables put in -> specs, with all that is wrong said at once."""

from copy import deepcopy
from pathlib import Path

from pydantic import ValidationError

from engine.scene import references, text, variables
from engine.scene.address import alternatives, lay
from engine.scene.errors import Report
from engine.scene.explain import explain
from engine.scene.paths import PathError, resolve
from engine.scene.scene import Scene
from engine.scene.vocabulary import Entity, SceneSpec
from engine.schema import Asset
from engine.schema.limits import FILE_BYTES

SIBLINGS = ("normal", "rough")  # NAME_normal.png and NAME_rough.png beside a texture


def load(path, overrides=None, allow_outside=False):
    """The scene in a file. Raises SceneError; the arguments are those of `parse`."""
    path = Path(path)
    report = Report(str(path))
    try:
        if not path.exists():
            report.mark(1, 1, "there is no such file")
        elif not path.is_file():
            report.mark(1, 1, "this is not a file")
        elif path.stat().st_size > FILE_BYTES:
            report.mark(1, 1, f"larger than {FILE_BYTES:,} bytes; keep bulk data in files of its own")
        report.check()
        raw = path.read_bytes()
    except OSError as error:
        report.mark(1, 1, f"cannot be read: {error.strerror}")
    report.check()
    return parse(raw, path, overrides, allow_outside)


def parse(raw, path, overrides=None, allow_outside=False):
    """The scene in the bytes of a file. Pure but for a look at the images that it names. Raises SceneError.

    path           of the file: for messages, and for the paths in the scene
    overrides      address -> value laid over the file before variables are put in, as {"jet.emitter.rate": 900}
    allow_outside  the scene is one's own: it may name files outside its folder and content/
    """
    report = Report(str(path))
    data = text.read(raw, report)
    return _made(Path(path), data, overrides, allow_outside, report)


def overridden(scene, overrides):
    """The same scene with other values laid over its file; the file is not read again. Raises SceneError."""
    report = Report(str(scene.path))
    report.text, report.places = scene.text, scene.places
    return _made(scene.path, scene.data, overrides, scene.allow_outside, report)


def _made(path, data, overrides, allow_outside, report):
    written, data = data, deepcopy(data)
    lay(data, overrides, report)
    variables.put_in(data, report)
    spec = _validated(data, report)
    references.check(data, report)
    images = _images(data, path, allow_outside, report)
    report.check()
    files = (path, *images)
    return Scene(path, spec, report.text, report.places, dict(overrides or {}), files, allow_outside, report.through, written)


def _validated(data, report):
    try:
        return SceneSpec.model_validate(data)
    except ValidationError as error:
        explain(error, data, report)


def _assets(spec, path=()):
    """Paths within an entity where the name of a file stands; an Ellipsis is any index of a list."""
    for name, field in spec.model_fields.items():
        yield from _assets_in(field.annotation, field.metadata, (*path, name))


def _assets_in(annotation, metadata, path):
    if any(isinstance(m, Asset) for m in metadata):
        yield path
    for part in getattr(annotation, "__args__", ()):
        inside = getattr(part, "__metadata__", ())
        repeated = (*path, ...) if getattr(annotation, "__origin__", None) is tuple else path
        if any(isinstance(m, Asset) for m in inside):
            yield repeated
    for each in alternatives(annotation):
        if isinstance(each, type) and hasattr(each, "model_fields"):
            yield from _assets(each, path)


ASSETS = tuple(_assets(Entity))


def _images(data, path, allow_outside, report):
    """Every image that the scene names, with the maps beside it, in order and once."""
    files = {}
    entities = references.block(data, "entities")
    for name, entity in entities.items():
        for pattern in ASSETS:
            for place, relative in _matches(entity, pattern, ("entities", name)):
                try:
                    image = resolve(relative, path, allow_outside)
                    files.update(dict.fromkeys([image, *_checked(image)]))
                except (PathError, ValueError) as error:
                    report.at(place, str(error))
                except OSError as error:
                    report.at(place, f"'{relative}' cannot be read: {error.strerror or error}")
    return files


def _matches(node, pattern, path):
    """Place and text of each file name in an entity that stands where the pattern says."""
    if not pattern:
        if isinstance(node, str):
            yield path, node
    elif pattern[0] is ...:
        for i, item in enumerate(node if isinstance(node, list) else []):
            yield from _matches(item, pattern[1:], (*path, i))
    elif isinstance(node, dict) and pattern[0] in node:
        yield from _matches(node[pattern[0]], pattern[1:], (*path, pattern[0]))


def _checked(image):
    """Check the header of an image and of the maps beside it; the maps that there are."""
    from engine.assets import check_image, sibling  # Pillow: only scenes with images wait for it

    check_image(image)
    maps = [found for kind in SIBLINGS if (found := sibling(image, kind))]
    for each in maps:
        check_image(each)
    return maps
