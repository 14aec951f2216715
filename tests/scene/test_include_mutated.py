"""Files that include each other, spoiled at random: they load, or raise SceneError; values laid over are as if all were read anew."""

import json
import random

import pytest

from engine.scene import SceneError, overridden, parse

LEAF = {
    "entities": {
        "ball": {"mass": 1, "position": [0, 0, 1]},
        "eye": {"camera": {"target": "ball"}},
        "lid": {"shape": {"box": {"size": [1, 1, 1]}}, "collider": {}, "surface": {"texture": "textures/limestone.png"}},
    }
}
PART = {
    "vars": {"spread": {"value": 0.6, "min": 0, "max": 4, "keys": ["Q", "A"]}, "p": [0, 1, 0]},
    "include": [{"file": "leaf.yaml", "as": "leaf", "position": [0, 1, 0], "without": ["eye"]}],
    "entities": {
        "jet": {"position": "$p", "mass": 0.001, "emitter": {"kill_below": 0, "start_velocity": {"jet": {"spread": "$spread"}}}},
        "twin": {"like": "jet", "position": [1, 1, 0]},
        "down": {"gravity": {}, "affects": ["jet", "leaf.ball"]},
        "pool": {"wave_surface": {"size": [2, 1], "nodes": [8, 8]}},
        "leaf.ball": {"mass": 3},
    },
}
MAIN = {
    "vars": {"x": 3, "part.spread": {"keys": ["Q", "W"]}},
    "include": [
        {"file": "part.yaml", "position": ["$x", 0, 0], "rotation": [0, 90, 0], "without": ["pool"]},
        {"file": "part.yaml", "as": "two"},
    ],
    "entities": {
        "part.jet": {"emitter": {"rate": 9}},
        "more": {"like": "part.twin"},
        "part.leaf.lid": {"shape": {"sphere": {"radius": 1}}},
        "air": {"drag": {"rate": 1}, "affects": ["two.jet", "more"]},
        "eye": {"camera": {"target": "part.leaf.ball"}},
    },
    "keys": {"O": "toggle part.jet.emitter.enabled"},
    "plot": {"count": ["part.jet"]},
}
JUNK = [
    None, True, 0, -1, 1e30, "", "$x", "$spread", "$part.spread", "a.b", "jet", "part", "part.jet", "../x", "part.yaml", "leaf.yaml", "main.yaml", "gone.yaml",
    [], {}, [1, 2, 3], ["jet"], [[0, 0, 0]], {"value": 1}, {"like": "jet"}, {"file": "leaf.yaml"}, "12 deg", "x" * 300, [None], {"a": {"b": {}}}, "vars",
]  # fmt: skip
KEYS = (
    "like", "affects", "position", "include", "vars", "mass", "as", "file", "without", "rotation", "part.jet", "two.twin", "leaf.ball", "a.b", "shape", "part.spread",
)  # fmt: skip
OVERRIDES = [
    {}, {"part.jet.emitter.rate": 5}, {"include[0].position.x": 2}, {"vars.part.spread": 1}, {"more.position[1]": 4}, {"part.leaf.ball.mass": -1},
    {"include[1].as": "q"}, {"vars.two.p": [1, 2]}, {"more.like": "jet"}, {"include[0].rotation[0]": 20}, {"vars.x": None}, {"include": []}, {"part.jet": {}},
]  # fmt: skip


def places(data, path=()):
    """Paths of all values."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def spoiled(data, draw):
    """The data with a value replaced, taken out, or put in."""
    data = json.loads(json.dumps(data))
    *path, last = draw.choice(list(places(data)))
    block = data
    for part in path:
        block = block[part]
    what = draw.random()
    if what < 0.5:
        block[last] = draw.choice(JUNK)
    elif what < 0.7:
        del block[last]
    elif isinstance(block, dict):
        block[draw.choice(KEYS)] = draw.choice([draw.choice(JUNK), block[last]])
    return data


def outcome(make):
    """The spec, or what is wrong."""
    try:
        return make().spec
    except SceneError as error:
        return [str(each) for each in error.diagnostics]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the names of the files."""
    folder = tmp_path_factory.mktemp("mutated")
    for name in ("part.yaml", "leaf.yaml"):
        (folder / name).touch()
    return folder


@pytest.mark.parametrize("seed", range(4))
def test_spoiled_files_raise_nothing_but_scene_errors(folder, seed, request):
    """What loads takes values as though the files had said them."""
    draw = random.Random(seed)
    for _ in range(400 if request.config.getoption("--long") else 12):
        texts = [json.dumps(spoiled(data, draw) if draw.random() < 0.4 else data).encode() for data in (MAIN, PART, LEAF)]
        instead = {folder / "part.yaml": texts[1], folder / "leaf.yaml": texts[2]}
        read = lambda values: parse(texts[0], folder / "main.yaml", values, instead=instead)  # noqa: B023, E731
        over = draw.choice(OVERRIDES)
        try:
            scene = read({})
        except SceneError as error:
            assert error.diagnostics
            continue
        assert outcome(lambda: overridden(scene, over)) == outcome(lambda: read(over)), (over, texts)  # noqa: B023
