"""Components come to an entity and go: each of the vocabulary, through the panel's own path into the file and out of it."""

import pytest
from panel_files import ENDINGS, TEXT, hands_on_panels, inserted, opened_stages  # noqa: F401  fixtures
from slimgui import imgui

from engine.scene import load
from engine.scene.vocabulary import COMPONENTS
from game.panel.parts import Offers, called


def offers(scene, entity):
    """What can be added to an entity, all tried."""
    made = Offers(scene, entity)
    made.go_on(60)
    return made.found


@pytest.mark.parametrize("ending", ENDINGS)
def test_each_component_comes_as_inserted_text_and_goes_without_a_trace(stage, ending):
    """For every component and every entity that can have it: added and written, the file loads and differs by one insertion; taken out and
    written, it is to the byte what it was; undone after that, it is there again."""
    raw = ENDINGS[ending](TEXT.encode())
    there, met = stage(raw), set()
    for entity in there.simulation.scene.spec.entities:
        for offer in offers(there.simulation.scene, entity):
            if offer.value is None:
                assert offer.lack
                continue
            address = f"{entity}.{offer.name}"
            there.tweaks.set_all({address: offer.value})
            assert there.tweaks.save().startswith("wrote small.yaml"), address
            now = there.file.read_bytes()
            text = inserted(raw, now)
            assert text is not None and offer.name.encode() in text and text.count(b"\n") <= 1, (address, now)
            assert getattr(load(there.file).spec.entities[entity], offer.name) is not None
            there.tweaks.set_all({address: None})
            assert there.tweaks.save().startswith("wrote small.yaml"), address
            assert there.file.read_bytes() == raw, address
            met.add(offer.name)
    assert met == set(COMPONENTS)


def test_undo_and_redo_go_through_a_save(stage):
    """A component that was added and written is taken out again by undo, one that was taken out comes back with all that it said."""
    there = stage()
    there.tweaks.set_all({"free.drag": {"rate": 0.5}})
    there.tweaks.save()
    there.tweaks.undo()
    assert there.simulation.scene.spec.entities["free"].drag is None
    there.tweaks.save()
    assert there.file.read_text() == TEXT
    there.tweaks.redo()
    assert there.simulation.scene.spec.entities["free"].drag.rate == 0.5
    there.tweaks.drop()
    there.tweaks.set_all({"net.lattice": None})
    there.tweaks.save()
    assert "lattice" not in there.file.read_text() and "# last word of the net" in there.file.read_text()
    assert there.tweaks.undo() == "undo: net.lattice none -> {counts: [4, 4], size: [1]}"
    assert there.simulation.scene.spec.entities["net"].lattice.counts == (4, 4)


def test_the_last_component_leaves_an_empty_entity(stage):
    """Its block of several lines goes; the comments and empty lines round it stay."""
    there = stage()
    there.tweaks.set_all({"block.shape": None})
    there.tweaks.save()
    wanted = TEXT.replace("  block:\n    shape:\n      box: {size: [1, 1, 1]}\n", "  block: {}\n")
    assert there.file.read_text() == wanted and wanted != TEXT


def test_some_go_and_some_come_at_once(stage):
    """One save: in a block of lines and in one of commas, the first and the second of it too."""
    there = stage()
    there.tweaks.set_all(
        {"free.mass": None, "free.wind": {"velocity": [3, 0, 0]}, "net.lattice": None, "net.drag": {"rate": 1}, "spray.emitter": None}
    )
    there.tweaks.save()
    wanted = TEXT.replace("{mass: 1 g}", "{wind: {velocity: [3, 0, 0]}}").replace("{mass: 1 g, emitter: {rate: 10}}", "{mass: 1 g}")
    assert there.file.read_text() == wanted.replace("    lattice: {counts: [4, 4], size: 1}\n", "    drag: {rate: 1}\n")


def test_a_file_that_has_changed_meanwhile_is_not_written(stage):
    """The component stays a tweak until the file has been read."""
    there = stage()
    there.tweaks.set_all({"free.drag": {"rate": 0.5}})
    changed = TEXT.replace("# round", "# as a plate")
    there.file.write_text(changed)
    assert "has changed on disk" in there.tweaks.save()
    assert there.file.read_text() == changed and list(there.tweaks.values) == ["free.drag"]


def test_what_comes_and_goes_is_offered_again_at_the_next_start(stage):
    """It is kept as other changes are, and so is a copy with what was changed in it."""
    there = stage()
    there.tweaks.set_all({"spray.emitter": None})
    there.tweaks.set_all({"entities.net_2": {"mass": 0.001}})
    there.tweaks.set_all({"net_2.position.x": 3})
    there.close()
    again = stage()
    assert "3 unsaved changes" in again.tweaks.offered()
    again.tweaks.redo()
    entities = again.simulation.scene.spec.entities
    assert entities["spray"].emitter is None and entities["net_2"].position[0] == 3


def test_hands_add_a_component_and_take_it_out(stage, hands):
    """By mouse, by typing a word of its sentence and Enter; what is added is laid out below, what is taken out can be put back."""
    there = stage()
    hand = hands(there)
    hand.show("free")
    hand.click(*hand.at("add component"))
    hand.look(2)
    hand.click(*hand.at("offer gravity", 0.3))
    assert there.tweaks.values == {"free.gravity": {}} and not hand.panel.has_popup
    hand.look(2)
    hand.click(*hand.at("add component"))
    hand.look(2)
    hand.io.add_input_characters_utf8("toward the air at rest")
    hand.look(2)
    for down in (True, False):
        hand.io.add_key_event(imgui.Key.KEY_ENTER, down)
        hand.look(2)
    assert there.tweaks.values == {"free.gravity": {}, "free.drag": {"rate": 0.5}}, there.said
    assert "free.drag.rate" in hand.desk.where
    hand.click(*hand.at("free.drag out"))
    assert list(there.tweaks.values) == ["free.gravity"]
    hand.show("spray")
    hand.click(*hand.at("spray.emitter out"))
    hand.look(2)
    assert there.tweaks.values["spray.emitter"] is None and "spray.emitter.rate" not in hand.desk.where
    hand.click(*hand.at("spray.emitter back"))
    assert list(there.tweaks.values) == ["free.gravity"]


def test_what_an_entity_cannot_have_is_told_why_and_not_clicked(stage, hands):
    """It stands below what it can have."""
    there = stage()
    hand = hands(there)
    hand.show("place")
    for _ in COMPONENTS:  # at least one more each time
        found = hand.desk.offers()
    assert [offer.value is None for offer in found] == sorted(offer.value is None for offer in found)
    lacking = {offer.name: offer.lack for offer in found if offer.value is None}
    assert "lattice" in lacking["pin"] and called(found, "WEIGHT m g")[0].name == "gravity"


def test_what_is_not_this_files_is_told_whose_it_is(stage, hands):
    """Of another entity, or of a file that is included."""
    there = stage()
    hand = hands(there)
    hand.show("twin")
    hand.click(*hand.at("twin.shape out"))
    assert there.said[-1] == "twin has shape from block, which it is like; take it out there, or write without like"
    other = stage(b"include: [{file: small.yaml}]\nentities: {}\n", "outer.yaml")
    hand = hands(other)
    hand.show("small.spray")
    for button, who in (("small.spray.emitter out", "emitter"), ("add component", "small.spray")):
        hand.click(*hand.at(button))
        assert other.said[-1] == f"{who} stands in small.yaml, which this scene includes; open that file to change what it is made of"
    assert other.tweaks.values == {} == there.tweaks.values
