"""Names that later versions bring: each is said to be one, and none is taken for a slip of the pen."""

import json
from pathlib import Path

import pytest

from engine.scene import SceneError, parse
from engine.scene.actions import choices
from engine.scene.address import annotation_at, names
from engine.scene.later import LATER

ENTITIES = {
    "jet": {"mass": 1, "emitter": {}, "billboard": {}},
    "breeze": {"wind": {}},
    "lid": {"shape": {"box": {"size": [1, 1, 1]}}, "surface": {}, "leaves": {}, "draw": {}},
    "sky": {"skybox": {"computed": {}}},
    "eye": {"camera": {}},
    "lamp": {"light": {}},
}
NAMES = [(block, word) for block, words in LATER.items() for word in words]


def place(block):
    """Path in the data of a block of the table."""
    if block == "scene":
        return ()
    inside = tuple(block.split("."))
    holder = next(name for name, entity in ENTITIES.items() if inside[0] in entity)
    return ("entities", holder, *inside)


def mistakes(data):
    """Texts of what is wrong with a scene; none may be loaded."""
    with pytest.raises(SceneError) as caught:
        parse(json.dumps(data).encode(), Path("made.yaml"))
    return [diagnostic.text for diagnostic in caught.value.diagnostics]


def scene_with(path, value):
    """The scene with a value at a path."""
    data = json.loads(json.dumps({"format": 1, "time": {}, "check": {}, "entities": ENTITIES}))
    *outer, last = path
    node = data
    for part in outer:
        node = node[part]
    node[last] = value
    return data


def written(block, word):
    """The scenes that say a name of the table: as a key, as one of a few words, or, where a block holds one of several kinds, both ways."""
    path = place(block)
    if block in ("emitter.shape", "skybox"):
        return [scene_with(path, {word: {}}), scene_with(path, word)]
    return [scene_with(path, word) if choices(path) else scene_with((*path, word), {})]


@pytest.mark.parametrize("block, word", NAMES)
def test_a_name_that_is_still_to_come_is_said_to_be_one(block, word):
    """One error: the name, and what to write for now."""
    for data in written(block, word):
        assert mistakes(data) == [f"'{word}' is not there yet in this version; {LATER[block][word]}"]


@pytest.mark.parametrize("block, word", NAMES)
def test_what_is_built_is_no_longer_said_to_be_still_to_come(block, word):
    """No name of the table is a field, or one of a field's words, by now."""
    assert annotation_at(place(block)) is not None
    assert word not in names(annotation_at(place(block))) and word not in choices(place(block))


def test_an_override_may_not_name_it_either():
    """`--set lid.leaves.sway=1` says the same as the file would."""
    block, word = next((block, word) for block, word in NAMES if len(place(block)) == 3)
    address = ".".join((*place(block)[1:], word))
    with pytest.raises(SceneError, match=f"'{address}': '{word}' is not there yet"):
        parse(json.dumps({"entities": ENTITIES}).encode(), Path("made.yaml"), {address: 1})
