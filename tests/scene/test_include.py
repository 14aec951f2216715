"""A scene that includes others says what they would have said, each under its full name and in its place."""

import os

import pytest
from PIL import Image

from engine.scene import AddressError, SceneError, load, locate, overridden, parse, source

FOUNTAIN = """\
title: Fountain
key: F9
seed: 5
time: {step: 1/60 s}
bounds: [[-1, -1, -1], [1, 1, 1]]
vars:
  spread: {value: 0.6, min: 0, max: 4, step: 0.1, keys: [Q, A]}
  high: 1
keys: {O: toggle jet.emitter.enabled}
plot: {count: [jet]}
check: {alive: {jet: [1, 2]}}
camera: eye
entities:
  jet:
    position: [0, $high, 0]
    mass: 1 g
    emitter: {rate: 500, start_velocity: {jet: {spread: $spread}}}
  twin: {like: jet, position: [1, 1, 0]}
  weight: {gravity: {}}
  breeze: {wind: {velocity: [1, 0, 0]}, affects: [jet]}
  eye: {position: [0, 1, 3], camera: {target: jet}}
  far_eye: {camera: {target: [0, 0, 2]}}
"""
PARK = """\
vars: {gap: 3}
include:
  - {file: fountain.yaml, position: [$gap, 0, 0], without: [far_eye]}
entities:
  bench: {position: [0, 0, 1], shape: {box: {size: [1, 1, 1]}}}
  fountain.twin: {emitter: {rate: 7}}
"""
TOUR = """\
include: [{file: park.yaml, as: park, position: [0, 10, 0], rotation: [0, 90, 0]}]
entities:
  eye: {camera: {target: park.fountain.jet}}
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with a fountain, a park with it, and a tour of the park."""
    for name, text in (("fountain", FOUNTAIN), ("park", PARK), ("tour", TOUR)):
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


def scene(folder, text, overrides=None):
    """A Scene of a text, as if it lay in the folder."""
    return parse(text.encode(), folder / "main.yaml", overrides)


def errors(folder, text, overrides=None):
    """The first line of all messages, without the folder."""
    with pytest.raises(SceneError) as caught:
        scene(folder, text, overrides)
    return [str(each).split("\n")[0].replace(f"{folder}/", "") for each in caught.value.diagnostics]


def test_what_is_included_has_full_names_and_its_own_come_first(folder):
    """Entities and variables begin with `as`, else with the file's name; of the rest of the file nothing counts."""
    made = scene(folder, "title: Mine\ninclude: [{file: fountain.yaml}]\nentities: {down: {gravity: {}}}\nvars: {spread: 2}\n")
    assert list(made.spec.entities) == ["down", *(f"fountain.{name}" for name in ("jet", "twin", "weight", "breeze", "eye", "far_eye"))]
    assert set(made.spec.vars) == {"spread", "fountain.spread", "fountain.high"}
    assert made.spec.vars["fountain.spread"].keys is None and made.spec.vars["fountain.spread"].max == 4
    assert made.spec.entities["fountain.jet"].emitter.start_velocity.jet.spread == 0.6  # $spread is its own
    alone = parse(b"entities: {down: {gravity: {}}}", folder / "main.yaml").spec
    ignored = ("key", "seed", "time", "bounds", "keys", "plot", "check", "camera")
    assert [getattr(made.spec, name) for name in ignored] == [getattr(alone, name) for name in ignored]
    assert made.spec.title == "Mine"


def test_names_in_an_included_file_are_its_own(folder):
    """affects, camera targets and like name what stands in the same file, also where the scene has another by that name."""
    text = "include: [{file: fountain.yaml, as: a}]\nentities: {jet: {mass: 1}, air: {drag: {rate: 1}, affects: [a.jet, jet]}}\n"
    entities = scene(folder, text).spec.entities
    assert entities["a.breeze"].affects == ("a.jet",) and entities["a.eye"].camera.target == "a.jet" and entities["a.twin"].like == "a.jet"
    assert entities["air"].affects == ("a.jet", "jet")


def test_affects_in_an_included_file_may_name_the_scenes_own(folder):
    """What is no name of its own is a full name."""
    (folder / "wind.yaml").write_text("entities: {wind: {wind: {velocity: [1, 0, 0]}, affects: [sail]}}\n")
    text = "include: [{file: wind.yaml}]\nentities: {SAIL: {mass: 1}}\n"
    assert scene(folder, text.replace("SAIL", "sail")).spec.entities["wind.wind"].affects == ("sail",)
    said = errors(folder, text.replace("SAIL", "sails"))
    assert said == ["wind.yaml:1:58: error: no entity 'sail'; known here: wind (included at main.yaml:1:18)"]


def test_includes_nest(folder):
    """Names join; each file moves what it includes: 3 along x, then a quarter turn about y, then 10 up."""
    made = load(folder / "tour.yaml")
    entities = made.spec.entities
    assert entities["park.bench"].position == (1, 10, 0) and entities["park.bench"].rotation == (0, 90, 0)
    assert entities["park.fountain.jet"].position == (0, 11, -3)
    assert entities["park.fountain.twin"].emitter.rate == 7 and entities["park.fountain.jet"].emitter.rate == 500
    assert "park.fountain.far_eye" not in entities and made.spec.vars["park.fountain.high"] == 1
    assert [path.name for path in made.sources] == ["tour.yaml", "park.yaml", "fountain.yaml"]
    assert made.files[:3] == tuple(made.sources) and made.sources[folder / "park.yaml"] == PARK
    assert made.where("park.fountain.jet") == "fountain.yaml:14: "
    assert made.places["entities", "park.fountain.jet", "emitter", "rate"].file == folder / "fountain.yaml"


def test_what_the_scene_says_lies_over_what_is_included(folder):
    """Deep by blocks; another kind of a block of several kinds replaces; a place is in the world of the scene that says it."""
    text = """\
include: [{file: fountain.yaml, as: a, position: [5, 0, 0]}]
vars: {a.spread: {value: 1, keys: [Q, W]}, a.high: 4}
entities:
  a.jet: {emitter: {rate: 900, start_velocity: {radial: {speed: 2}}}}
  a.twin: {position: [0, 0, 7]}
"""
    made = scene(folder, text)
    jet, twin = made.spec.entities["a.jet"], made.spec.entities["a.twin"]
    assert jet.emitter.rate == 900 and jet.emitter.start_velocity.radial and not jet.emitter.start_velocity.jet and jet.mass == 0.001
    assert jet.position == (5, 4, 0) and twin.position == (0, 0, 7)
    assert twin.emitter.rate == 500 and twin.emitter.start_velocity.jet.spread == 1  # the file is taken by itself first
    variable = made.spec.vars["a.spread"]
    assert (variable.value, variable.max, variable.keys) == (1, 4, ("Q", "W"))


ADDRESSES = {
    "a.jet.emitter.rate": 9, "vars.a.spread": 3, "a.jet.position.y": 7, "include[0].position.x": -9, "a.jet.emitter.start_velocity.jet.speed[1]": 8,
    "vars.a.high": 2, "include[0].rotation": [0, 90, 0], "a.breeze.affects": ["a.twin"],
}  # fmt: skip


@pytest.mark.parametrize("addresses", [*([each] for each in ADDRESSES), list(ADDRESSES)], ids=str)
def test_values_laid_over_are_as_if_the_files_were_read_anew(folder, addresses, monkeypatch):
    """--set, keys and panel reach everything, over and over; nothing is read or parsed again."""
    text = "include: [{file: fountain.yaml, as: a, position: [5, 0, 0]}]\nentities: {a.jet: {emitter: {start_velocity: {jet: {speed: [1, 2]}}}}}\n"
    values = {address: ADDRESSES[address] for address in addresses}
    first, there = scene(folder, text), scene(folder, text, values)
    monkeypatch.setattr(source, "_start", None)
    monkeypatch.setattr(source, "_parsed", None)
    made = overridden(first, values)
    assert made.spec == there.spec != first.spec and made.data is first.data
    assert overridden(made, {}).spec == first.spec


def test_addresses_take_the_whole_name(folder):
    """The longest run of parts that is a name; variables too."""
    data = load(folder / "tour.yaml").data
    assert locate("park.fountain.jet.emitter.rate", data) == ("entities", "park.fountain.jet", "emitter", "rate")
    assert locate("vars.park.fountain.spread", data) == ("vars", "park.fountain.spread", "value")
    assert locate("vars.park.gap", data) == ("vars", "park.gap")
    with pytest.raises(AddressError, match="no entity 'park.fountain.jat'; did you mean 'park.fountain.jet'?"):
        locate("park.fountain.jat.mass", data)


def test_a_mistake_in_an_included_file_is_named_there(folder):
    """File, line and column of the file where it stands, the line itself, and where that is included; once, however often it is."""
    (folder / "fountain.yaml").write_text(FOUNTAIN.replace("rate: 500", "ratee: 500").replace("value: 0.6", "value: 9"))
    with pytest.raises(SceneError) as caught:
        scene(folder, "title: [1]\ninclude: [{file: fountain.yaml, as: a}, {file: fountain.yaml, as: b}]\nentities: {}\n")
    own, spread, rate = [str(each).replace(f"{folder}/", "").split("\n") for each in caught.value.diagnostics]
    assert own[0].startswith("main.yaml:1:8: error: title: must be text")
    assert spread[0] == "fountain.yaml:7:19: error: 9 is outside the range of 'a.spread'; write 0 to 4 (included at main.yaml:2:18)"
    assert rate[0] == "fountain.yaml:17:15: error: unknown key 'ratee'; did you mean 'rate'? (included at main.yaml:2:18)"
    assert rate[1].strip() == "emitter: {ratee: 500, start_velocity: {jet: {spread: $spread}}}" and rate[2].index("^") == 4 + 14


BROKEN = {
    "entities: [\n": "part.yaml:2:1: error: the file ends here, in the middle of a value; was it saved whole? (included at main.yaml:1:18)",
    "": "part.yaml:1:1: error: the file is empty; a scene starts with 'entities:' and other keys (included at main.yaml:1:18)",
    "entitees: {}\n": "part.yaml:1:1: error: unknown key 'entitees'; did you mean 'entities'? (included at main.yaml:1:18)",
    "vars: {a: 1}\n": "part.yaml:1:1: error: a scene needs 'entities': a block of names (included at main.yaml:1:18)",
    "format: 2\nentities: {}\n": "part.yaml:1:9: error: format: must be 1, found 2 (included at main.yaml:1:18)",
    "entities: {a: {mass: $b}}\n": "part.yaml:1:22: error: no variable 'b' under vars (included at main.yaml:1:18)",
    "entities: {a: {camera: {target: b}}}\n": "part.yaml:1:33: error: no entity 'b'; known here: a (included at main.yaml:1:18)",
    "entities: {a: {like: b}}\n": "part.yaml:1:22: error: no entity 'b'; known here: a (included at main.yaml:1:18)",
    "entities: {A: {gravity: {}}}\n": "part.yaml:1:12: error: 'part.A' cannot be a name; write a lower-case letter, then letters, digits and _ (included at main.yaml:1:18)",
    "entities: {b.c: {gravity: {}}}\n": "part.yaml:1:12: error: only what is included has a name with a dot, and 'b.c' is not (included at main.yaml:1:18)",
    "include: [{file: gone.yaml}]\nentities: {}\n": "part.yaml:1:18: error: no file 'gone.yaml' in the scene's folder or in content/ (included at main.yaml:1:18)",
    "include: [{file: part.yaml}]\nentities: {}\n": "part.yaml:1:18: error: main.yaml -> part.yaml -> part.yaml: a file cannot include itself; take out one of these (included at main.yaml:1:18)",
    "entities: {a: {surface: {texture: gone.png}, shape: {sphere: {radius: 1}}}}\n":
        "part.yaml:1:35: error: no file 'gone.png' in the scene's folder or in content/ (included at main.yaml:1:18)",
}  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_is_one_mistake_whatever_lacks_because_of_it(folder, text):
    """What the scene says of it, overrides of it and variables from it are not said to be missing."""
    (folder / "part.yaml").write_text(text)
    lost = "target: part.thing" if "file:" in text or "[\n" in text or not text else "fov: 40"
    main = f"include: [{{file: part.yaml}}]\nentities: {{eye: {{camera: {{{lost}}}}}, down: {{gravity: {{}}}}}}\n"
    said = errors(folder, main, {"part.thing.mass": 1} if "target" in lost else None)
    assert len(said) == 1 and said[0].startswith(BROKEN[text].split(" (")[0]) and said[0].endswith("(included at main.yaml:1:18)")


def test_a_file_that_cannot_be_read_is_said_to_be_so(folder, monkeypatch):
    """Permissions are not asked of root, so the error is made."""
    (folder / "large.yaml").write_text("#" * (1 << 20) + "\nentities: {}\n")
    said = errors(folder, "include: [{file: large.yaml}]\nentities: {}\n")
    assert said == ["large.yaml:1:1: error: larger than 1,048,576 bytes; keep bulk data in files of its own (included at main.yaml:1:18)"]

    def refused(path):
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(source, "_start", refused)
    assert errors(folder, "include: [{file: park.yaml}]\nentities: {}\n") == [
        "main.yaml:1:18: error: 'park.yaml' cannot be read: Permission denied"
    ]


def test_files_of_an_included_file_lie_beside_it(tmp_path):
    """Its own folder first, then content/; a variable that the scene lays over it is told by the scene."""
    (tmp_path / "parts").mkdir()
    for place, side in (("stone.png", 2), ("parts/stone.png", 4), ("mine.png", 8)):
        Image.new("RGB", (side, side)).save(tmp_path / place)
    ball = "vars: {picture: stone.png}\nentities:\n"
    for name, picture in (("a", "$picture"), ("b", "textures/limestone.png")):
        ball += f"  {name}: {{shape: {{sphere: {{radius: 1}}}}, surface: {{texture: {picture}}}}}\n"
    (tmp_path / "parts" / "ball.yaml").write_text(ball)
    text = "include: [{file: parts/ball.yaml}]\nentities: {own: {shape: {sphere: {radius: 1}}, surface: {texture: stone.png}}}\n"
    made = scene(tmp_path, text)
    textures = {name: made.asset(entity.surface.texture) for name, entity in made.spec.entities.items()}
    assert textures["own"] == tmp_path / "stone.png" and textures["ball.a"] == tmp_path / "parts" / "stone.png"
    assert textures["ball.b"].parts[-3:] == ("content", "textures", "limestone.png")
    assert {"stone.png", "parts/stone.png"} <= made.images.keys() and tmp_path / "parts" / "stone.png" in made.files
    assert scene(tmp_path, text + "vars: {ball.picture: mine.png}\n").spec.entities["ball.a"].surface.texture == "mine.png"
    assert overridden(made, {"vars.ball.picture": "mine.png"}).spec.entities["ball.a"].surface.texture == "mine.png"


def test_an_edit_of_the_scene_does_not_read_the_included_text_again(folder):
    """What a file's bytes were parsed to is kept; a changed byte is another file."""
    load(folder / "tour.yaml")
    misses = source._parsed.cache_info().misses
    scene(folder, TOUR.replace("10", "11"))
    assert source._parsed.cache_info().misses == misses
    (folder / "park.yaml").write_text(PARK.replace("gap: 3", "gap: 4"))
    assert load(folder / "tour.yaml").spec.entities["park.fountain.jet"].position == (0, 11, -4)
    assert source._parsed.cache_info().misses == misses + 1


def test_texts_may_stand_for_files(folder):
    """What is about to be written is tried before it is."""
    changed = PARK.replace("gap: 3", "gap: 5").encode()
    made = parse(TOUR.encode(), folder / "tour.yaml", instead={folder / "park.yaml": changed})
    assert made.spec.entities["park.fountain.jet"].position == (0, 11, -5) and made.sources[folder / "park.yaml"] == changed.decode()
