"""Values laid over a scene go into its files: 300 of them, drawn for all scenes that come with the program."""

import random
import re

import pytest

from engine.scene import SceneError, parse
from engine.scene.actions import choices
from engine.scene.address import annotation_at, inner, locate
from engine.scene.load import overridden
from engine.scene.paths import scenes
from engine.scene.surgery import Unwritable
from engine.scene.write import written
from engine.schema import Spec

TIMES = 300
LARGE = 10_000  # [bytes] of a file that is asked less often
ENDINGS = {"LF": lambda raw: raw, "CRLF": lambda raw: raw.replace(b"\n", b"\r\n"), "BOM": lambda raw: b"\xef\xbb\xbf" + raw}
UNTOUCHED = ("format", "key", "keys", "check", "include", "title", "about", "camera")  # tops of what no tweak is about


def spelled(path):
    """The address of a path."""
    named = path[1:] if path[0] == "entities" else path[:2] if path[0] == "vars" else path
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in named)[1:]


def held(scene, path):
    """What the scene holds at a path."""
    value = scene.spec
    for part in path:
        value = getattr(value, part) if isinstance(value, Spec) else value[part]
    return value


def other(draw, path, value):
    """A value like this one."""
    if words := choices(path):
        return draw.choice([word for word in words if word != value] or words)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw.randint(1, 3)
    if isinstance(value, float):
        return float(f"{value * draw.uniform(0.6, 1.4) if value else draw.uniform(0, 1):.{draw.randint(1, 6)}g}")
    if isinstance(value, tuple) and value and all(isinstance(item, float) for item in value):
        return [other(draw, (), item) for item in value]
    return None


def said(scene, path):
    """Whether the file itself has this path: what an entity has of the one that it is like has a place, too."""
    node = scene.data
    try:
        for part in path:
            node = node[part]
    except (LookupError, TypeError):
        return False
    return True


def written_places(scene):
    """Paths of scalars and lists that the file says, and that a tweak may be about."""
    for path in scene.places:
        if (
            path
            and path[0] not in UNTOUCHED
            and "keys" not in path
            and said(scene, path)
            and len(path) > 1
            and not (path[0] == "vars" and path[2:] not in ((), ("value",)))
        ):
            yield path


def defaults(scene):
    """Paths of fields that the file leaves out of its blocks."""
    for path, _ in scene.places.items():
        try:
            block = held(scene, path) if path[:1] == ("entities",) and len(path) > 2 and said(scene, path) else None
        except (LookupError, TypeError, AttributeError):
            continue
        if isinstance(block, Spec):
            yield from ((*path, name) for name in type(block).model_fields if name not in block.model_fields_set)


def tweak(draw, scene, paths):
    """An address, its path, a value of its kind that the scene takes, and the scene with it."""
    while True:
        path = draw.choice(paths)
        try:
            value = other(draw, path, held(scene, path))
            if value is None or inner(annotation_at(path[:-1]), path[-1]) is None:
                continue
            changed = overridden(scene, {spelled(path): value})
        except (SceneError, LookupError, TypeError, AttributeError):
            continue
        if changed.spec != scene.spec:
            return spelled(path), locate(spelled(path), scene.data), changed


def comments(text):
    """All comments of a scene file."""
    lines = re.sub(r"\"[^\"\r\n]*\"|(?<!\w)'[^'\r\n]*'", "", text).splitlines()
    return [found[0] for line in lines if (found := re.search(r"(?:^|\s)#.*", line))]


@pytest.mark.parametrize("ending", ENDINGS)
def test_one_value_is_written_and_nothing_else(ending):
    """The text differs within the value, or by one key put in; all comments are there; the file loads equal to the scene that ran."""
    draw, done, put_in = random.Random(f"write {ending}"), 0, 0
    read = [parse(ENDINGS[ending](path.read_bytes()), path) for path in scenes()]
    known = [scene for scene in read if not scene.spec.include]  # where values of included files are written: test_write_places.py
    spots = {scene.path: (list(written_places(scene)), list(defaults(scene))) for scene in known}
    small = [scene for scene in known if len(scene.text) < LARGE]
    while done < TIMES / len(ENDINGS):
        scene = draw.choice(known if done % 10 == 0 else small)
        address, path, changed = tweak(draw, scene, spots[scene.path][draw.random() < 0.3])
        try:
            texts, made = written(changed, changed.overrides)
        except Unwritable as error:
            assert "comments" in str(error)
            continue
        (file, text), before = next(iter(texts.items())), scene.sources[scene.path]
        assert file == scene.path and len(texts) == 1
        if path in scene.places:
            start, end = scene.places[path].start, scene.places[path].end
            end = start + len(before[start:end].rstrip())
        else:
            start = end = next(n for n, (a, b) in enumerate(zip(before + "\0", text, strict=False)) if a != b)
            put_in += 1
        if held_by_variable(scene, path):
            start, end = holder(scene, path)
        assert text[:start] == before[:start] and text[len(text) - len(before) + end :] == before[end:], address
        assert comments(text) == comments(before)
        assert made.spec == changed.spec and made.text == text, address
        done += 1
    assert put_in > 5


def holder(scene, path):
    """Start and end of the nearest text around a path that the file has."""
    known = next(path[:n] for n in range(len(path), -1, -1) if path[:n] in scene.places)
    return scene.places[known].start, scene.places[known].end


def held_by_variable(scene, path):
    """Whether the value is part of what stands as `$name`, or as a bare word."""
    known = next(path[:n] for n in range(len(path), -1, -1) if path[:n] in scene.places)
    node = scene.data
    for part in known:
        node = node[part]
    return known != path and isinstance(node, str)
