"""A scene file, read and checked: text -> data -> includes, variables, likes put in -> specs, with all that is wrong said at once."""

from pathlib import Path

from engine.bodies.faults import faults
from engine.scene import files, include, like, references, skies, text, variables
from engine.scene.address import block, located, put
from engine.scene.errors import Report
from engine.scene.piece import copied
from engine.scene.scene import Scene
from engine.scene.source import Part, Source, gather
from engine.scene.validated import validated
from engine.schema.limits import FILE_BYTES


def load(path, overrides=None, allow_outside=False, sampled=True):
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
    return parse(raw, path, overrides, allow_outside, sampled=sampled)


def parse(raw, path, overrides=None, allow_outside=False, instead=None, sampled=True):
    """The scene in the bytes of a file. Pure but for a look at the files that it names. Raises SceneError.

    path           of the file: for messages, and for the paths in the scene
    overrides      address -> value laid over the file before variables are put in, as {"jet.emitter.rate": 900}
    allow_outside  the scene is one's own: it may name files outside its folder and content/
    instead        path of an included file or a key file -> bytes that stand for what is on the disk
    sampled        False for who only lists scenes: the insides of meshes, which take compiled kernels, are neither sampled nor checked
    """
    report, path = Report(str(path)), Path(path)
    report.path, report.allow_outside = path, allow_outside
    data = text.read(raw, report)
    root = gather(Source(path, report.text, data, report.places), report, instead or {})
    return _made(root, overrides, report, instead=instead or {}, sampled=sampled)


def overridden(scene, overrides):
    """The same scene with other values laid over its files; neither they nor its images are read again. Raises SceneError."""
    report = Report(str(scene.path))
    report.path, report.allow_outside = scene.path, scene.allow_outside
    report.text = scene.text
    root = scene.root or Part(Source(scene.path, scene.text, scene.data, scene.places))
    report.included = root.included
    return _made(root, overrides, report, scene)


def _made(root, overrides, report, known=None, instead={}, sampled=True):  # noqa: B006
    """known: another version of the scene; what it has read, and what is the same in it, is not looked at again."""
    written = known.data if known else include.written(root)
    data = _filled(root, written, overrides, report)
    spec = validated(data, report, known)
    if not report.lost:
        references.check(data, report)
    images = files.files("image", data, report, known.images if known else {})
    meshes = files.files("mesh", data, report, known.meshes if known else {})
    keys = files.files("keys", data, report, known.keys if known else {}, instead)
    if spec:
        skies.check(spec, images, report)
    report.check()
    files.give(spec, meshes, keys, sampled)
    for name, entity in spec.entities.items():
        if not sampled and entity.shape and entity.shape.mesh:
            continue
        for place, words in faults(entity):
            report.at(("entities", name, *place), words, key=True)
    report.check()
    sources = {part.source.path: part.source.text for part in root.all()}
    made = report.text, report.places, dict(overrides or {}), images, report.allow_outside, report.through, written, meshes
    return Scene(report.path, spec, *made, sources, data, root, keys)


def _filled(root, written, overrides, report):
    """What the scene says: overrides, variables, included files and likes put in."""
    data, report.places = copied(root.source.data), root.source.places
    including = bool(root.parts) or report.lost
    if including:
        report.places = dict(report.places)
        report.names = frozenset(block(written, "entities"))
        include.put_variables(root, data, report)
    found = located(overrides, written, report)
    put(data, [each for each in found if each[1][0] != "entities"], report)
    if including:
        include.put_entities(root, data, report)
    put(data, [each for each in found if each[1][0] == "entities"], report)
    variables.put_in(data, report, frozenset(name for name in block(written, "vars") if "." in name) if including else frozenset())
    like.settle(data, report)
    return data
