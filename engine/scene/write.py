"""Values that were laid over a scene go into its files: which file has to say what.

A value goes where the scene says it now: into the file in which it stands, also an included one; in place of `$name`, where a
variable stands there; as a new key into the nearest block that is written, where it stands nowhere yet. What an entity has from
another (`like`) is written to the entity itself. Keys that lie over those of a key file go into the key file.
"""

from engine.assets.key_lines import same_to_six_digits, sourced
from engine.assets.key_text import written as key_text
from engine.scene.address import block
from engine.scene.difference import difference
from engine.scene.errors import SceneError
from engine.scene.load import parse
from engine.scene.surgery import Document, Unwritable, rewritten
from engine.schema import Spec


def written(scene, values):
    """New texts of the files of a scene, by path, that say some of its overrides (address -> value), and the Scene that they make.

    The scene that they make is the one that runs, to six digits; else, and where the text cannot say it: Unwritable.
    """
    rest = {address: value for address, value in scene.overrides.items() if address not in values}
    try:
        return _tried(scene, values, rest, scene.places)
    except Unwritable:
        own = {path: place for path, place in scene.places.items() if place.file is None}
        if len(own) == len(scene.places):
            raise
        return _tried(scene, values, rest, own)  # a file that is included twice: the scene's own file overrides it


def _tried(scene, values, rest, places):
    texts = new_texts(scene, values, places)
    try:
        made = remade(scene, texts, rest)
    except SceneError as error:
        raise Unwritable(error.diagnostics[0].text) from None
    if other := [change for change in difference(scene, made) if not _is_none(scene, made, change)]:
        raise Unwritable(f"it would change {other[0]}")
    return texts, made


def remade(scene, texts, overrides):
    """The scene with other texts in its files, nothing of which is on the disk yet. Raises SceneError."""
    included = {path: text.encode() for path, text in {**stored(scene), **texts}.items() if path != scene.path}
    return parse(texts.get(scene.path, scene.text).encode(), scene.path, overrides, scene.allow_outside, included)


def new_texts(scene, values, places):
    """Path -> new text of each file that has to change. places: those of the scene that may be written to. Raises Unwritable."""
    wanted, documents, texts = {}, {}, {}
    for address in values:
        path = scene.locate(address)
        if is_of_key_file(scene, path):
            texts |= _key_file(scene, path[1], texts)
            continue
        known = next(path[:n] for n in range(len(path), -1, -1) if _own(places.get(path[:n])))
        file = places[known].file or scene.path
        if file not in documents:
            documents[file] = Document.of(scene.sources[file])
        local = _local(documents[file], places[known], known)
        whole = _whole(path, known) if isinstance(_at(documents[file].data, local), dict) else known
        said = len(path) == 2 or values[address] is None  # a whole entity keeps its $names
        wanted.setdefault(file, {})[(*local, *whole[len(known) :])] = values[address] if said else _at(scene.made_of, whole)
    return texts | {file: rewritten(documents[file], changes) for file, changes in wanted.items()}


def stored(scene):
    """Path -> text of each file that can be written, as it was read: YAML and key files."""
    return scene.sources | {path: "".join(file.lines) for path, file in scene.keys.values() if file.lines}


def is_of_key_file(scene, path):
    """Whether what stands at a path of the data are keys that lie over those of a file that the scene names."""
    if len(path) != 4 or path[0] != "entities" or path[2:] != ("camera_path", "keys"):
        return False
    way = getattr(scene.spec.entities.get(path[1]), "camera_path", None)
    return way is not None and way.file is not None and "keys" not in block(scene.data, *path[:3])


def _key_file(scene, name, texts):
    """{path: new text} of the key file of a camera. Raises Unwritable."""
    way = scene.spec.entities[name].camera_path
    path, file = scene.keys[way.file]
    if not file.lines:
        raise Unwritable(f"{path.name} is no key file; springvand export {scene.path.name} --keys -o my.keys makes one of it")
    if path in texts:
        raise Unwritable(f"two cameras go along {path.name}")
    return {path: key_text(sourced(way.all_keys(), file.keys), file).decode()}


def _is_none(scene, made, change):
    """Whether a change is none to the six digits that are written; keys may have gone from the tweaks into their file."""
    ways = [getattr(each.spec.entities.get(change.entity), "camera_path", None) for each in (scene, made)]
    if change.component == "camera_path" and change.field in ("", "keys") and None not in ways:
        return same_to_six_digits(*(way.all_keys() for way in ways))
    return _alike(change.old, change.new)


def _own(place):
    """Whether something stands at a place, and for this entity alone."""
    return place is not None and not place.borrowed


def _whole(path, known):
    """The part of a path that is written anew: of a list that stands nowhere yet the whole list."""
    return next((path[:n] for n in range(len(known), len(path)) if isinstance(path[n], int)), path)


def _at(data, path):
    for part in path:
        data = data[part]
    return data


def _local(document, place, path):
    """Path in its own file of what stands at a place of the scene; the same path, where the file is the scene's own."""
    known = document.places.get(path)
    if known and (known.start, known.end) == (place.start, place.end):
        return path
    return next(local for local, there in document.places.items() if (there.start, there.end) == (place.start, place.end))


def _alike(a, b):
    """Whether two values of specs are the same to the six digits that are written."""
    if isinstance(a, float) and isinstance(b, float):
        return f"{a:.6g}" == f"{b:.6g}"
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, Spec) and type(a) is type(b):
        return all(_alike(getattr(a, name), getattr(b, name)) for name in type(a).model_fields)
    return a == b
