"""The widgets of the panel, used by hands without a screen."""

from pathlib import Path

import pytest
from panel_hands import Hands, still
from slimgui import imgui

from engine.scene import load
from engine.schema.fields import Described, Form
from game.layers import TURNS
from game.panel.fields import WIDGETS
from game.panel.lists import is_curve
from game.panel.rows import SCENE, Row

SCENES = sorted((Path(__file__).parents[2] / "content" / "scenes").glob("*.yaml"))
TEXT = """vars:
  spread: {value: 1, min: 0, max: 4}
  steady: true
  lean: {value: 0, min: -40, max: 40}
entities:
  jet:
    mass: 1 g
    emitter:
      rate: 400
      lifetime: [1, 2]
      start_color: {min: "#336699"}
      start_velocity: {cone: {direction: [0, 1, 0], spread: 20, speed: 3}}
  ball: {shape: {sphere: {radius: 1}}, surface: {texture: textures/wood.png}}
  block: {shape: {box: {size: [1, 1, 1]}}, collider: {bounce: [{restitution: 0.2}]}, surface: {}}
  net: {lattice: {counts: [4, 4], size: 1}, spring: {links: [structural], stiffness: 100}, mass: 1 g, pin: {indices: [0, 1, 2, 3, 4]}}
  earth: {gravity: {}, affects: [jet]}
  mote: {mass: 1 g, billboard: {color_over_life: [[0, "#ffffff"], [1, "#ff000080"]]}}
"""


@pytest.fixture
def hands(tmp_path):
    """Hands on a scene with every kind of value."""
    path = tmp_path / "small.yaml"
    path.write_text(TEXT)
    made = Hands(still(load(path)))
    yield made
    made.close()


def test_every_form_has_a_widget():
    """No kind of value is without."""
    from engine.schema.fields import KINDS

    assert set(KINDS) == set(WIDGETS)


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_every_entity_of_every_scene_is_laid_out(path):
    """All fields of all components yield a widget; the pages and the search do, too."""
    hands = Hands(still(load(path)))
    hands.panel.split = 0.1  # room for the fields
    for name in (SCENE, *hands.stage.simulation.scene.spec.entities):
        hands.desk.select(name)
        hands.look()
        assert any(where.startswith(f"{name}.") for where in hands.desk.where) or name == SCENE
    hands.desk.search = "e"
    hands.look(2)
    hands.close()
    assert hands.stage.said == []


USES = {  # what hands do -> the tweak that they leave
    "slider": ("jet", lambda h: h.drag("jet.emitter.rate", 0.25, 0.75), "jet.emitter.rate", lambda v: 1150 < v < 1250),
    "variable": ("jet", lambda h: h.drag("vars.spread", 0.25, 0.5), "vars.spread", lambda v: v == pytest.approx(2, abs=0.05)),
    "switch of a variable": ("jet", lambda h: h.click(*h.at("vars.steady")), "vars.steady", lambda v: v is False),
    "whole": ("jet", lambda h: h.drag("jet.emitter.capacity", 0.25, 0.5), "jet.emitter.capacity", lambda v: isinstance(v, int) and v > 1000),
    "switch": ("block", lambda h: h.click(*h.at("block.shape.inward")), "block.shape.inward", lambda v: v is True),
    "word": ("jet", lambda h: h.pick("jet.emitter.overflow", 1), "jet.emitter.overflow", lambda v: v == "oldest"),
    "file": ("ball", lambda h: h.pick("ball.surface.texture", 0), "ball.surface.texture", lambda v: v.endswith(".png") and "wood" not in v),
    "colour": ("jet", lambda h: h.type("jet.emitter.start_color.min", "ff8800ff"), "jet.emitter.start_color.min", lambda v: v == "#ff8800"),
    "colour over life": ("mote", lambda h: h.type("mote.billboard.color_over_life[1][1]", "00ff00ff"), "mote.billboard.color_over_life[1][1]", lambda v: v == "#00ff00"),
    "age of a colour": ("mote", lambda h: h.drag("mote.billboard.color_over_life[1][0]", 0.9, 0.5), "mote.billboard.color_over_life[1][0]", lambda v: 0 < v < 1),
    "range": ("jet", lambda h: h.drag("jet.emitter.lifetime", 0.75, 0.95), "jet.emitter.lifetime[1]", lambda v: v > 2),
    "vector": ("jet", lambda h: h.drag("jet.position", 0.5, 0.8), "jet.position.y", lambda v: v > 0),
    "direction": ("jet", lambda h: h.drag("jet.emitter.start_velocity.cone.direction", 0.1, 0.4), "jet.emitter.start_velocity.cone.direction.x", lambda v: v > 0),
    "numbers": ("block", lambda h: h.drag("block.shape.box.size", 0.5, 0.7), "block.shape.box.size.y", lambda v: v > 1),
    "names": ("earth", lambda h: h.pick("earth.affects", 3), "earth.affects", lambda v: v == ["jet", "net"]),
    "words": ("net", lambda h: h.pick("net.spring.links", 1), "net.spring.links", lambda v: v == ["structural", "shear"]),
    "more": ("block", lambda h: h.click(*h.at("block.collider.bounce")), "block.collider.bounce", lambda v: v == [{"restitution": 0.2}] * 2),
    "one of": ("block", lambda h: h.pick("block.shape", 4), "block.shape", lambda v: v == {"capsule": {"radius": 1.0, "height": 1.0}}),
    "typed list": ("net", lambda h: h.type("net.pin.indices", "0, 3"), "net.pin.indices", lambda v: v == [0, 3]),
    "text": ("block", lambda h: h.type("title", "Blocks"), "title", lambda v: v == "Blocks"),
}  # fmt: skip


@pytest.mark.parametrize("use", USES)
def test_a_widget_that_is_used_lays_a_value_over_the_file(hands, use):
    """Each kind, by mouse and keys: one tweak, which the scene takes, and one step of undo for a whole drag."""
    entity, act, address, holds = USES[use]
    hands.panel.split = 0.2
    hands.show(SCENE if use == "text" else entity)
    act(hands)
    tweaks = hands.stage.tweaks
    assert list(tweaks.values) == [address] and holds(tweaks.values[address]), (tweaks.values, hands.stage.said)
    assert len(set(tweaks.gestures)) == 1


def test_a_variable_reaches_as_far_as_its_author_says(hands):
    """Its range are the slider's ends, whatever its value; so are they for the fields that it gives."""
    hands.show("jet")
    rows = {row.name: row for row in hands.desk.variables()}
    assert hands.desk.reach(rows["spread"]) == (0, 4) and hands.desk.reach(rows["lean"]) == (-40, 40)


def test_the_cross_takes_a_tweak_back(hands):
    """It is there only beside what is tweaked."""
    hands.show("jet")
    assert "vars.spread back" not in hands.desk.where
    hands.drag("vars.spread", 0.25, 0.5)
    hands.look()
    hands.click(*hands.at("vars.spread back"))
    assert hands.stage.tweaks.values == {}


def test_a_right_click_offers_to_take_a_tweak_back(hands):
    """The first line of the menu under the address does."""
    hands.show("jet")
    hands.drag("vars.spread", 0.25, 0.5)
    hands.look()
    x, y = hands.at("vars.spread")
    hands.click(x, y, button=1)
    hands.look(2)
    hands.click(x + 40, y + 10 + 1.6 * imgui.get_text_line_height_with_spacing())
    assert hands.stage.tweaks.values == {}


def test_two_drags_are_two_steps(hands):
    """What is let go between them belongs to another gesture."""
    hands.show("jet")
    hands.drag("vars.spread", 0.25, 0.5)
    hands.drag("vars.spread", 0.5, 0.75)
    assert len(set(hands.stage.tweaks.gestures)) == 2


def test_a_value_that_the_scene_refuses_is_said_and_nothing_changes(hands):
    """A lattice of one row is none."""
    hands.show("earth")
    row = next(row for _, rows in hands.desk.groups() for row in rows if row.name == "affects")
    assert not hands.desk.change(row, ["jett"])
    assert "jett" in hands.stage.said[0] and hands.stage.tweaks.values == {}


def test_a_mistake_in_a_widget_costs_pictures_and_no_more(hands, monkeypatch):
    """It is raised, so that the window says it; when it is gone the panel is as before."""
    hands.show("jet")
    before = set(hands.desk.where)

    def fail(row, desk):
        raise RuntimeError("no widget")

    with monkeypatch.context() as patch:
        patch.setitem(WIDGETS, "number", fail)
        for _ in range(3):
            with pytest.raises(RuntimeError, match="no widget"):
                hands.look()
    hands.look(2)
    assert set(hands.desk.where) == before


def test_the_search_box_wants_the_keyboard_only_while_it_has_it(hands):
    """Typed words filter; a click elsewhere gives the keyboard back."""
    assert not hands.io.want_text_input
    hands.click(*hands.at("search"))
    assert hands.io.want_text_input
    hands.io.add_input_characters_utf8("restitution")
    hands.look(2)
    assert [row.address for _, row in hands.desk.found()][0].startswith("block.collider")
    hands.click(100, 600)
    hands.look()
    assert not hands.io.want_text_input


def test_points_of_a_curve_are_dragged(hands):
    """A list of [u, value] is a curve: a point follows the pointer and stays between its neighbours."""
    point = Form("list", items=(Form("number"),), length=(2, 2))
    form = Form("list", items=(point,))
    assert is_curve(form)
    described = Described("size_over_life", "", "1", "live", (), False, (form,), False)
    row = Row(
        "size", ("entities", "jet", "emitter", "rate"), described, form, ((0.0, 1.0), (0.5, 0.5), (1.0, 0.0)), [[0, 1], [0.5, 0.5], [1, 0]]
    )
    changes = []
    hands.desk.groups = lambda: [("entity", (row,))]
    hands.desk.change = lambda row, value: changes.append(value)
    hands.show("jet")
    hands.drag("jet.emitter.rate", 0.5, 0.8)
    assert changes and changes[-1][1][0] == pytest.approx(0.8, abs=0.02) and len(changes[-1]) == 3


def test_what_is_seen_is_switched_by_mouse(hands):
    """Layers of lines one by one, in their order however they were chosen, beside what G leads through; masses, surfaces, lines as P, T, L do."""
    showing = hands.stage.showing
    for name in ("wind", "contact", "forces"):
        hands.click(*hands.at(f"show {name}"))
    assert showing.layers == ("forces", "contact", "wind")
    hands.click(*hands.at("show contact"))
    assert showing.layers == ("forces", "wind")
    showing.turn_layer(1)
    assert showing.layers == TURNS[1]
    showing.layers = ()
    assert hands.desk.seen() == {"masses": False, "surfaces": False, "lines": False}
    for name in ("masses", "surfaces", "lines"):
        hands.click(*hands.at(f"show {name}"))
    assert hands.desk.seen() == {"masses": True, "surfaces": True, "lines": True} == showing.seen
