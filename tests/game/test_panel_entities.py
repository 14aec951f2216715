"""Entities are copied and taken out through the panel's own path, into the file and out of it."""

import pytest
from panel_files import ENDINGS, TEXT, hands_on_panels, inserted, opened_stages  # noqa: F401  fixtures

from engine.scene import load
from game.panel.parts import copy_of


@pytest.mark.parametrize("ending", ENDINGS)
def test_each_entity_is_copied_and_taken_out_again(stage, ending):
    """The file differs by the lines of the copy, which says the same; taken out and written, it is to the byte what it was."""
    raw = ENDINGS[ending](TEXT.encode())
    there = stage(raw)
    for name, entity in there.simulation.scene.spec.entities.items():
        copy, data = copy_of(there.simulation.scene, name)
        if entity.sun or entity.skybox:
            continue
        assert copy == f"{name}_2"
        there.tweaks.set_all({f"entities.{copy}": data})
        assert there.simulation.scene.spec.entities[copy] == entity
        there.tweaks.save()
        assert copy.encode() in inserted(raw, there.file.read_bytes()) and load(there.file).spec.entities[copy] == entity
        there.tweaks.set_all({f"entities.{copy}": None})
        there.tweaks.save()
        assert there.file.read_bytes() == raw


def test_a_copy_is_turned_before_it_is_written(stage, hands):
    """What it has of its own goes into the file with it, `$name` and units stay; undo goes back step by step."""
    text = "vars: {wide: 2}\nentities:\n  box:\n    shape: {box: {size: [1, $wide, 1]}}  # of a size\n    mass: 2 g\n    position: [0, 10 cm, 0]\n"
    there = stage(text.replace("    mass: 2 g\n", "").encode())
    hand = hands(there)
    there.tweaks.set_all({"box.position.x": 3})
    hand.show("box")
    hand.click(*hand.at("duplicate"))
    assert hand.desk.selected == "box_2" and hand.desk.moved("box_2")
    there.tweaks.set_all({"box_2.position.x": 5})
    assert there.simulation.scene.spec.entities["box_2"].position == (5, 0.1, 0)
    there.tweaks.save()
    said = there.file.read_text()
    assert "  box_2: {shape: {box: {size: [1, $wide, 1]}}, position: [5, 10 cm, 0]}\n" in said and "position: [3, 10 cm, 0]" in said, said
    for _ in range(2):
        there.tweaks.undo()
    assert "box_2" not in there.simulation.scene.spec.entities


def test_what_goes_takes_what_was_changed_in_it_along(stage, hands):
    """One step; undo brings both back. A copy that was never written leaves nothing."""
    there = stage()
    hand = hands(there)
    there.tweaks.set_all({"spray.emitter.rate": 30})
    hand.show("spray")
    hand.click(*hand.at("spray out"))
    assert (
        there.tweaks.values == {"entities.spray": None}
        and "spray" not in there.simulation.scene.spec.entities
        and hand.desk.selected is None
    )
    there.tweaks.undo()
    assert there.tweaks.values == {"spray.emitter.rate": 30} and there.simulation.scene.spec.entities["spray"].emitter.rate == 30
    hand.show("spray")
    hand.click(*hand.at("duplicate"))
    hand.look(2)
    hand.click(*hand.at("spray_2 out"))
    assert there.tweaks.values == {"spray.emitter.rate": 30}
    hand.show("block")
    hand.click(*hand.at("block out"))
    assert "block" in there.said[-1] and "block" in there.simulation.scene.spec.entities  # twin is like it


def test_a_long_copy_is_written_in_lines(stage):
    """A component a line, as scenes are written."""
    long = "{box: {size: [1, 1, 1], bevel: 10 mm}, repeat: {count: 5, step: [0, 0.2, -0.5]}}"
    there = stage(f"entities:\n  step: {{position: [0, 1, 0], shape: {long}, surface: {{color: '#c8b89a'}}}}\n  end: {{}}\n".encode())
    copy, data = copy_of(there.simulation.scene, "step")
    there.tweaks.set_all({f"entities.{copy}": data})
    there.tweaks.save()
    assert there.file.read_text().endswith(
        f'  end: {{}}\n  step_2:\n    position: [0, 1, 0]\n    shape: {long}\n    surface: {{color: "#c8b89a"}}\n'
    )
