"""Which file has to say what: includes, likes, variables, what stands nowhere yet."""

from dataclasses import replace

import pytest

from engine.scene import load
from engine.scene.load import overridden
from engine.scene.surgery import Unwritable
from engine.scene.write import written

INNER = """# a piece
vars: {spread: 1, push: [1, 0, 0]}
entities:
  jet:
    position: [0, 1, 0]
    mass: 1 g
    emitter:
      rate: 600   # births
      capacity: 2000
      lifetime: [1, 2]
      shape: point
      start_velocity: {jet: {spread: $spread, speed: [3, 4]}}
  breeze: {wind: {velocity: $push}}
  net: {mass: {total: 0.2}, lattice: {counts: [5, 5], size: [2, 2]}, spring: {stiffness: 50}}
  other: {like: net, position: [3, 0, 0]}
"""
ONCE = """include:
  - {file: inner.yaml, as: one, position: [5, 0, 0]}
entities:
  one.jet: {emitter: {capacity: 3000}}   # mine
  sun: {sun: {}}
"""
TWICE = ONCE.replace("entities:", "  - {file: inner.yaml, as: two}\nentities:")

CASES = {  # address, value -> file, what takes the place of what; for a piece that is used once, and for one that is used twice
    ("one.jet.emitter.rate", 900): (("inner", "600 ", "900 "), ("outer", "3000}}", "3000, rate: 900}}")),
    ("one.jet.emitter.capacity", 2500): (("outer", "3000", "2500"), ("outer", "3000", "2500")),
    ("one.jet.emitter.lifetime[1]", 3): (("inner", "[1, 2]", "[1, 3]"), ("outer", "3000}}", "3000, lifetime: [1, 3]}}")),
    ("one.jet.position.y", 9.0): (("outer", "}}   # m", "}, position: [5, 9, 0]}   # m"), ("outer", "}}   # m", "}, position: [5, 9, 0]}   # m")),
    ("one.breeze.wind.velocity.x", 4.0): (("inner", "$push", "[4, 0, 0]"), ("outer", "{}}\n", "{}}\n  one.breeze: {wind: {velocity: [4, 0, 0]}}\n")),
    ("one.breeze.wind.gust.period", 3.0): (("inner", "$push}", "$push, gust: {period: 3}}"), ("outer", "{}}\n", "{}}\n  one.breeze: {wind: {gust: {period: 3}}}\n")),
    ("one.other.spring.stiffness", 70): (("inner", "[3, 0, 0]}", "[3, 0, 0], spring: {stiffness: 70}}"), ("outer", "{}}\n", "{}}\n  one.other: {spring: {stiffness: 70}}\n")),
    ("one.other.lattice.size[0]", 3.0): (("inner", "[3, 0, 0]}", "[3, 0, 0], lattice: {size: [3, 2]}}"), ("outer", "{}}\n", "{}}\n  one.other: {lattice: {size: [3, 2]}}\n")),
    ("vars.one.spread", 2): (("inner", "spread: 1", "spread: 2"), ("outer", "{}}\n", "{}}\nvars: {one.spread: 2}\n")),
    ("sun.sun.azimuth", 20.0): (("outer", "sun: {}", "sun: {azimuth: 20}"), ("outer", "sun: {}", "sun: {azimuth: 20}")),
    ("include[0].position.x", 6.0): (("outer", "[5, 0, 0]", "[6, 0, 0]"), ("outer", "[5, 0, 0]", "[6, 0, 0]")),
}  # fmt: skip


@pytest.fixture
def laid(tmp_path):
    """Makes a scene of an outer text, with a value laid over it."""

    def make(outer, values):
        (tmp_path / "inner.yaml").write_text(INNER)
        (tmp_path / "outer.yaml").write_text(outer)
        return overridden(load(tmp_path / "outer.yaml"), values)

    return make


@pytest.mark.parametrize("outer", [ONCE, TWICE], ids=["once", "twice"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_value_goes_where_it_stands(laid, outer, case):
    """Into the included file, where the value is this scene's alone; into the scene's own where another would change with it."""
    address, value = case
    scene = laid(outer, {address: value})
    texts, made = written(scene, {address: value})
    name, old, new = CASES[case][outer is TWICE]
    before = {"inner": INNER, "outer": outer}[name]
    assert before.count(old) == 1
    assert {path.stem: text for path, text in texts.items()} == {name: before.replace(old, new)}
    assert made.spec == scene.spec and not made.overrides
    for path, text in texts.items():
        path.write_text(text)
    assert load(scene.path).spec == scene.spec


def test_several_values_in_several_files(laid):
    """One text for each file; what is not asked for stays an override."""
    values = {"one.jet.emitter.rate": 900, "vars.one.spread": 2, "sun.sun.azimuth": 20.0, "one.jet.emitter.fade": 0.5}
    scene = laid(ONCE, {**values, "one.net.spring.damping": 0.2})
    texts, made = written(scene, values)
    assert {path.stem for path in texts} == {"inner", "outer"}
    assert made.spec == scene.spec and made.overrides == {"one.net.spring.damping": 0.2}


def test_what_would_change_more_is_refused(laid):
    """`other` is like `net`, and would be as stiff: a scene in which it is not, whatever made it so, is not what the text would say."""
    scene = laid(INNER, {"net.spring.stiffness": 70, "other.spring.stiffness": 50})
    with pytest.raises(Unwritable, match="it would change other.spring.stiffness 50 -> 70"):
        written(replace(scene, overrides={"net.spring.stiffness": 70}), {"net.spring.stiffness": 70})
