"""`like`: what another entity says is the default."""

import random
from pathlib import Path

import pytest

from engine.scene import overridden, parse


def entities(text, overrides=None):
    """Specs of the entities of a text."""
    return parse(f"entities:\n{text}".encode(), Path("made.yaml"), overrides).spec.entities


SHEET = "  left: {position: [-1, 0, 0], mass: {total: 1}, lattice: {counts: [4, 4], size: 1}, spring: {stiffness: 500}, pin: {corners: [top_left]}}\n"


def test_what_is_left_out_is_taken_over():
    """Components, and the place too; what is written is merged into them, block by block."""
    made = entities(SHEET + "  right: {like: left, position: [1, 0, 0], spring: {damping: 2}}\n  third: {like: left}\n")
    left, right, third = made["left"], made["right"], made["third"]
    assert right.position == (1, 0, 0) and right.lattice == left.lattice and right.pin == left.pin
    assert (right.spring.stiffness, right.spring.damping) == (500, 2) and left.spring.damping == 0
    assert third == left.model_copy(update={"like": "left"})


KINDS = {  # components of one, of the other: together they are what the last says
    "a block of one of several kinds": (
        "mass: 1, emitter: {shape: {disc: {radius: 1}}, rate: 3}", "emitter: {shape: {box: {size: [1, 2, 3]}}}",
        "mass: 1, emitter: {shape: {box: {size: [1, 2, 3]}}, rate: 3}"),
    "the same kind": (
        "mass: 1, emitter: {shape: {disc: {radius: 1}}}", "emitter: {shape: {disc: {height: 2}}}", "mass: 1, emitter: {shape: {disc: {radius: 1, height: 2}}}"),
    "a bare word": ("mass: 1, emitter: {shape: {disc: {radius: 1}}}", "emitter: {shape: point}", "mass: 1, emitter: {shape: point}"),
    "over a bare word": ("mass: 1, emitter: {shape: point}", "emitter: {shape: {disc: {}}}", "mass: 1, emitter: {shape: {disc: {}}}"),
    "beside a kind": (
        "shape: {sphere: {radius: 1}, repeat: {count: 2, step: [1, 0, 0]}}", "shape: {box: {size: [1, 1, 1]}}",
        "shape: {box: {size: [1, 1, 1]}, repeat: {count: 2, step: [1, 0, 0]}}"),
    "a number over a block": ("mass: {total: 1}, lattice: {counts: [4, 4], size: 1}", "mass: 2", "mass: 2, lattice: {counts: [4, 4], size: 1}"),
    "drag": ("drag: {rate: 1}", "drag: {coefficient: 2}", "drag: {coefficient: 2}"),
    "collider": ("shape: {plane: {}}, collider: {restitution: 1, thickness: 2}", "collider: {bounce: [{}]}", "shape: {plane: {}}, collider: {bounce: [{}], thickness: 2}"),
    "collider back": ("shape: {plane: {}}, collider: {bounce: [{}]}", "collider: {friction: 1}", "shape: {plane: {}}, collider: {friction: 1}"),
    "splash": ("wave_surface: {size: [1, 1], splash: {depth: 1}}", "wave_surface: {splash: {impulse: 1, radius: 2}}", "wave_surface: {size: [1, 1], splash: {impulse: 1, radius: 2}}"),
    "rope": ("mass: 1, lattice: {counts: [4], size: 1}", "lattice: {along: {from: [0, 0, 0], to: [1, 0, 0]}}", "mass: 1, lattice: {counts: [4], along: {from: [0, 0, 0], to: [1, 0, 0]}}"),
    "a list": ("wind: {}, affects: [p, q]", "affects: [q]", "wind: {}, affects: [q]"),
}  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_what_is_written_displaces_what_cannot_stand_beside_it(name):
    """The entity is as if it were written out."""
    under, over, whole = KINDS[name]
    made = entities(f"  a: {{{under}}}\n  b: {{like: a, {over}}}\n  c: {{{whole}}}\n  p: {{mass: 1}}\n  q: {{mass: 1}}\n")
    assert made["b"].model_copy(update={"like": None}) == made["c"]


def test_the_order_in_the_file_does_not_matter():
    """A chain of 2000, in any order: each adds its own to what came before."""
    lines = ["  e0: {position: [7, 0, 0], drag: {rate: 1}}", *(f"  e{i}: {{like: e{i - 1}}}" for i in range(1, 2000))]
    lines[1000] = "  e1000: {like: e999, drag: {rate: 9}}"
    random.Random(3).shuffle(lines)
    made = entities("\n".join(lines) + "\n")
    assert made["e1999"].position == (7, 0, 0) and made["e1999"].drag.rate == 9 and made["e999"].drag.rate == 1


def test_values_laid_over_one_are_seen_by_those_that_are_like_it():
    """As though the file said so; over the other alone, they stay there. One number of a list that it has from another, too."""
    scene = parse(
        f"vars: {{x: 3}}\nentities:\n{SHEET}  right: {{like: left}}\n  up: {{like: right, position: [$x, 0, 0]}}\n".encode(),
        Path("made.yaml"),
    )
    made = overridden(
        scene, {"left.spring.stiffness": 9, "right.position.y": 5, "up.position[2]": 4, "right.spring.damping": 2}
    ).spec.entities
    assert [made[name].spring.stiffness for name in ("left", "right", "up")] == [9, 9, 9]
    assert [made[name].position for name in ("left", "right", "up")] == [(-1, 0, 0), (-1, 5, 0), (3, 0, 4)]
    assert [made[name].spring.damping for name in ("left", "right", "up")] == [0, 2, 2]
    assert overridden(scene, {}).spec == scene.spec


def test_places_lead_to_where_a_value_is_said():
    """What is another's says so, so that nothing is written there by mistake."""
    scene = parse(f"entities:\n{SHEET}  right: {{like: left, position: [1, 0, 0]}}\n".encode(), Path("made.yaml"))
    own, taken = scene.places["entities", "right", "position"], scene.places["entities", "right", "spring", "stiffness"]
    assert (own.line, own.borrowed) == (3, "") and (taken.line, taken.borrowed) == (2, "like 'left'")
    assert scene.places["entities", "left", "spring", "stiffness"].borrowed == ""
    assert scene.data["entities"]["right"] == {"like": "left", "position": [1, 0, 0]}  # as the file says it
