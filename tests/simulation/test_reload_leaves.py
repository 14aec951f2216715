"""What a reload leaves alone: it touches what changed, and nothing else."""

import esper
import numpy as np
import pytest
from small_scenes import GRAVITY, jet, scene_of

from engine.components import Island, Mass, Position, Surroundings


def test_droplets_that_drew_their_own_mass_keep_it(simulate):
    """start_mass is taken out, then something else is edited: those born with a mass of their own still weigh it."""
    own = jet(100, lifetime=9, start_mass=[0.002, 0.003])
    simulation = simulate({"jet": own})
    simulation.step(60)
    before = simulation.get("jet", Mass).inverse.copy()
    for rate in (100, 200):
        simulation.reload(scene_of({"jet": jet(rate, lifetime=9)}))
        np.testing.assert_array_equal(simulation.get("jet", Mass).inverse, before)


def test_a_droplet_in_the_hand_stays_there_over_an_edit(simulate):
    """Only an edit of the mass weighs the living anew: one that is held, by no inverse mass, is held on."""
    simulation = simulate({"jet": jet(100, lifetime=9), "weight": GRAVITY})
    simulation.step(60)
    simulation.grab("jet", 0)
    place = simulation.get("jet", Position).xyz[0].copy()
    simulation.drag(place)
    simulation.reload(scene_of({"jet": jet(300, lifetime=9), "weight": GRAVITY}))
    simulation.step(30)
    np.testing.assert_allclose(simulation.get("jet", Position).xyz[0], place, atol=1e-6)


SHEET = {"lattice": {"counts": [6, 6], "size": [1, 1]}, "mass": 0.01, "spring": {"stiffness": 100}, "surface": {}}


def frozen(**more):
    """A sheet that falls out of the scene's bounds."""
    return scene_of({"sheet": {**SHEET, **more}, "weight": GRAVITY}, bounds=[[-2, -1, -2], [2, 2, 2]])


def test_an_edit_of_a_frozen_body_leaves_its_masses_each_for_itself(simulate):
    """What is held by freezing shares no mass with anything: another look, or another velocity, does not change that."""
    simulation = simulate(frozen())
    simulation.step(200)
    assert simulation.get("sheet", Position).population.frozen
    simulation.reload(frozen(velocity=[1, 0, 0]))
    assert np.isnan(simulation.get("sheet", Mass).uniform)


@pytest.mark.parametrize("path, value, packs", [
    ("sheet.surface.color", [1, 0, 0], False), ("sheet.draw.label", "sheet", False), ("eye.camera.fov", 30, False),
    ("weight.gravity.acceleration", [0, -1, 0], True), ("sheet.spring.damping", 0.1, True), ("sheet.solver", "rk4", True),
])  # fmt: skip
def test_a_look_is_no_reason_to_pack_anything_anew(simulate, path, value, packs):
    """Tables of solids and the joint arrays of islands are made anew when something that acts has changed, and only then."""
    simulation = simulate({"sheet": {**SHEET, "draw": {}}, "weight": GRAVITY, "eye": {"camera": {}}})
    simulation.step(2)
    before = made(simulation)
    simulation.set(path, value)
    simulation.step()
    assert (made(simulation) != before) == packs


def made(simulation):
    """How often surroundings were surveyed, and which islands there are."""
    esper.switch_world(simulation.world)
    surveys = [around.surveys for _, around in esper.get_component(Surroundings)]
    return surveys, [id(island) for _, island in esper.get_component(Island)]
