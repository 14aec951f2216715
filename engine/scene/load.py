"""A scene file, read and checked: text -> data -> variables put in -> specs, with all that is wrong said at once."""

from pathlib import Path

from engine.bodies.faults import faults
from engine.scene import files, references, skies, text, variables
from engine.scene.address import lay
from engine.scene.errors import Report
from engine.scene.scene import Scene
from engine.scene.validated import validated
from engine.schema.limits import FILE_BYTES


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
    """The same scene with other values laid over its file; neither it nor its images are read again. Raises SceneError."""
    report = Report(str(scene.path))
    report.text, report.places = scene.text, scene.places
    return _made(scene.path, scene.data, overrides, scene.allow_outside, report, scene)


def _made(path, data, overrides, allow_outside, report, known=None):
    """known: another version of the scene; what it has read, and what is the same in it, is not looked at again."""
    written, data = data, _copied(data)
    lay(data, overrides, report)
    variables.put_in(data, report)
    spec = validated(data, report, known)
    references.check(data, report)
    images = files.files("image", data, path, allow_outside, report, known.images if known else {})
    meshes = files.files("mesh", data, path, allow_outside, report, known.meshes if known else {})
    if spec:
        skies.check(spec, images, report)
    report.check()
    files.give(spec, meshes)
    for name, entity in spec.entities.items():
        for place, words in faults(entity):
            report.at(("entities", name, *place), words, key=True)
    report.check()
    made = report.text, report.places, dict(overrides or {}), images, allow_outside, report.through, written, meshes
    return Scene(path, spec, *made, {path: report.text}, data)


def _copied(data):
    """A copy of plain data; copy.deepcopy takes ten times as long."""
    if isinstance(data, dict):
        return {key: _copied(item) for key, item in data.items()}
    return [_copied(item) for item in data] if isinstance(data, list) else data
