"""The flight of the scene `tour`: smooth, level, clear of everything, and each of its modes a key away."""

import numpy as np
import pytest
from clearance import apart, out, solids

from engine.cameras import playback
from engine.components import Playback, Position
from engine.render.extract import direction
from engine.scene import load
from engine.simulation import Simulation
from game.scenes import SCENES

POINTS = 500  # along the lap
CLEARANCE = 0.15  # [m] from the eye to anything
SWAY = 60  # ticks from one look at cloth and jelly to the next
LAP = 7 * 250 / 60  # [s]
PATH = "eye.camera_path"


@pytest.fixture(scope="module")
def scene():
    """The loaded scene."""
    return load(SCENES / "tour.yaml")


@pytest.fixture(scope="module")
def path(scene):
    """Its path, as the file says it."""
    eye = scene.spec.entities["eye"]
    return eye.camera_path.build(eye)[0].path


@pytest.fixture(scope="module")
def simulation(scene):
    """It running, in the middle of a segment."""
    made = Simulation(scene, threads=1)
    made.step(130)
    yield made
    made.close()


@pytest.fixture(scope="module")
def lap(path):
    """Seen at 500 points of the lap."""
    return path.poses(np.arange(POINTS) / POINTS * LAP)


def test_seven_keys_of_250_steps_are_a_lap_of_29_seconds(path):
    """1750 frames, closed."""
    assert (len(path.keys), path.form.steps, path.frames, path.form.closed) == (7, 250, 1750, True)
    assert path.duration == pytest.approx(LAP)


def test_no_jump_at_the_seam(path):
    """Position, rotation, velocity and lens just before the lap's end are those just after its start, to what a microsecond changes."""
    before, after = path.pose(LAP - 1e-6), path.pose(1e-6)
    for name, most in {"position": 1e-4, "rotation": 1e-5, "velocity": 1e-4, "fov": 1e-4}.items():
        np.testing.assert_allclose(getattr(before, name), getattr(after, name), rtol=0, atol=most)


def test_no_jump_anywhere(path):
    """From one frame to the next the eye goes less than 10 cm and turns less than a degree."""
    seen = path.bake()
    for one, other in ((seen, 1), (seen, -1)):
        steps = np.linalg.norm(one.position - np.roll(one.position, other, axis=0), axis=1)
        turned = np.einsum("nij,nij->n", one.rotation, np.roll(one.rotation, other, axis=0))  # 1 + 2 cos(angle)
        assert steps.max() < 0.1 and np.degrees(np.arccos(np.clip((turned - 1) / 2, -1, 1))).max() < 1


def test_no_roll_where_none_was_keyed(lap):
    """The picture's right is level all the way, and its up is up."""
    assert np.abs(lap.rotation[:, 1, 0]).max() < 1e-12
    assert lap.rotation[:, 1, 1].min() > 0.9


def test_the_eye_is_clear_of_all_that_is_solid(simulation, lap):
    """Boxes, ropes, leaves and water: never nearer than 15 cm."""
    near = {name: apart(simulation, name, lap.position).min() for name in solids(simulation)}
    assert len(near) > 25
    assert min(near.values()) > CLEARANCE, min(near, key=near.get)


def test_the_eye_is_clear_of_cloth_and_jelly(simulation, lap):
    """Through four seconds of gusts and wobbling: the boxes round them, and what stands at each point of the lap."""
    for _ in range(4):
        for name in ("cloth.cloth", "jelly.jelly"):
            x = simulation.get(name, Position).xyz
            assert out(lap.position - (x.min(0) + x.max(0)) / 2, (x.max(0) - x.min(0)) / 2).min() > CLEARANCE, name
        simulation.step(SWAY)


def test_the_sun_is_in_the_picture(scene, lap):
    """And so its flare; and for as long the eye does not look at it."""
    sun = scene.spec.entities["sun"].sun
    ahead = lap.rotation.transpose(0, 2, 1) @ direction(sun.azimuth, sun.elevation)
    tall = np.tan(np.radians(lap.fov) / 2)
    seen = (ahead[:, 2] < 0) & (np.abs(ahead[:, 1]) < tall * -ahead[:, 2]) & (np.abs(ahead[:, 0]) < 16 / 9 * tall * -ahead[:, 2])
    assert 0.2 < seen.mean() < 0.8


def test_each_is_in_the_middle_once(lap):
    """Fountain, cloth and jelly are heroes: nearer than seven metres and within ten degrees of where the eye looks."""
    for middle in ([0, 1.2, 0], [-6.3, 2.0, 0.3], [6.1, 0.75, 0]):
        way = np.array(middle) - lap.position
        distance = np.linalg.norm(way, axis=1)
        aside = np.degrees(np.arccos(np.einsum("ni,ni->n", way / distance[:, None], -lap.rotation[:, :, 2])))
        assert ((distance < 7) & (aside < 10)).any()


MODES = {
    "rotation_mode": ("euler", "quaternion", "look_at", "tangent"),
    "loop": ("loop", "once", "ping_pong"),
    "timing": ("keys", "constant_speed"),
    "playing": (True, False),
}


def test_the_keys_of_the_scene_go_through_every_mode(scene):
    """M, N, I and O; A and Q, S and W, D and E are sliders."""
    assert {f"{word} {PATH}.{name}" for name, word in zip(MODES, ("cycle", "cycle", "cycle", "toggle"), strict=True)} <= set(
        scene.spec.keys.values()
    )
    said = {name: scene.places["entities", "eye", "camera_path", name] for name in ("rate", "tension", "bank")}
    assert len(said) == 3 and {scene.spec.vars[name].keys for name in said} == {("A", "Q"), ("S", "W"), ("D", "E")}


@pytest.mark.parametrize("name", MODES)
def test_each_mode_can_be_chosen_while_it_flies(simulation, name):
    """Every one is reached by its key; the eye stays finite, turns or not where it is, and goes on; the last press leads back to the first."""
    kinds = set()
    for _ in MODES[name]:
        before, was = simulation.pose("eye"), simulation.get("eye", Playback).time
        changes = (simulation.toggle if name == "playing" else simulation.cycle)(f"{PATH}.{name}")
        assert [str(change).split(" ")[0] for change in changes] == [f"{PATH}.{name}"]
        kinds.add(getattr(simulation.scene.spec.entities["eye"].camera_path, name))
        now = simulation.pose("eye")
        assert all(np.isfinite(part).all() for part in (now.position, now.rotation, now.fov))
        assert simulation.get("eye", Playback).time == pytest.approx(was)
        if name != "timing":  # by another clock it is elsewhere at the same time; the window blends
            np.testing.assert_allclose(now.position, before.position, rtol=0, atol=1e-9)
        simulation.step(2)
        assert np.linalg.norm(simulation.pose("eye").position - now.position) < 0.4
    assert kinds == set(MODES[name])
    assert getattr(simulation.scene.spec.entities["eye"].camera_path, name) == MODES[name][0]


@pytest.mark.parametrize("variable", ["rate", "tension", "bank"])
def test_sliders_change_the_flight_while_it_flies(simulation, variable):
    """One press each way: finite, and where it was to half a metre."""
    for way in (1, -1):
        before = simulation.pose("eye")
        assert simulation.press(variable, way)
        now = simulation.pose("eye")
        assert np.isfinite(now.rotation).all() and np.linalg.norm(now.position - before.position) < 0.5
        simulation.step()
    assert simulation.scene.spec.vars[variable].value == load(SCENES / "tour.yaml").spec.vars[variable].value


@pytest.mark.parametrize("mode", MODES["rotation_mode"])
def test_every_way_of_looking_has_no_jump_from_frame_to_frame(simulation, scene, mode):
    """Along the lap less than three degrees a frame, the seam included."""
    flight = simulation.get("eye", Playback).path.with_form(rotation_mode=mode)
    seen = flight.bake(simulation.scene.spec.entities[scene.spec.entities["eye"].camera_path.look_at].position)
    turned = np.einsum("nij,nij->n", seen.rotation, np.roll(seen.rotation, 1, axis=0))
    assert np.degrees(np.arccos(np.clip((turned - 1) / 2, -1, 1))).max() < 3


def test_a_lap_leads_back(simulation):
    """After 1750 frames the camera is where it was."""
    state = simulation.get("eye", Playback)
    playback.seek(state, 1.0)
    first = simulation.pose("eye")
    playback.seek(state, 1.0 + LAP)
    np.testing.assert_allclose(simulation.pose("eye").position, first.position, atol=1e-9)
