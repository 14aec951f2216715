"""What the keys do, without a window."""

from types import SimpleNamespace

import numpy as np
import pytest

from engine.render.extract import view_of
from game import panels
from game import stage as stages
from game.eye import BLEND
from game.keys import Binding, Call
from game.reading import Reading
from game.stage import Stage

SCENE = """title: {title}
key: {key}
vars:
  spread: {{value: 1, min: 0, max: 4, step: 0.5, keys: [A, Q]}}
entities:
  jet:
    position: [0, 1, 0]
    mass: 1 g
    emitter:
      rate: 400
      capacity: 2000
      lifetime: 2
      shape: {{disc: {{radius: 5 cm, height: 1 cm}}}}
      start_velocity: {{jet: {{spread: $spread, speed: [3, 4]}}}}
  wall: {{position: [0, 0, -3], shape: {{box: {{size: [1, 1, 1]}}}}, surface: {{}}}}
  eye: {{position: [1.5, 1.5, 3], camera: {{target: jet, fov: 40}}}}
  side: {{position: [3, 1, 0], camera: {{target: [0, 1, 0]}}}}
"""


@pytest.fixture
def pages(tmp_path, monkeypatch):
    """A collection of three scenes, the middle one broken."""
    (tmp_path / "a.yaml").write_text(SCENE.format(title="First", key="F2"))
    (tmp_path / "b.yaml").write_text("entities: [")
    (tmp_path / "c.yaml").write_text(SCENE.format(title="Third", key="F3"))
    monkeypatch.setattr(stages, "SCENES", tmp_path)
    return tmp_path


@pytest.fixture
def stage(pages):
    """The first of them on stage; told keeps what it says."""
    told = []
    made = Stage(pages / "a.yaml", lambda text, screen: told.append(text))
    made.told = told
    yield made
    made.close()


def frames(stage, seconds):
    """Pass time at 60 pictures a second."""
    for _ in range(round(seconds * 60)):
        stage.advance(1 / 60)


def test_an_untouched_eye_is_the_scenes_camera(stage):
    """The turntable reproduces the camera's pose, field of view included."""
    scene, view = view_of(stage.simulation, "eye"), stage.frame().view
    np.testing.assert_allclose(view.position, scene.position, atol=1e-12)
    np.testing.assert_allclose(view.rotation, scene.rotation, atol=1e-12)
    assert view.fov == scene.fov == 40


def test_an_edited_camera_blends_and_a_held_one_stays(stage):
    """A new field of view is reached after 0.3 s and not at once; who has turned the camera keeps the view until Home."""
    stage.simulation.set("eye.camera.fov", 70)
    frames(stage, BLEND / 3)
    assert 40 < stage.frame().view.fov < 70
    frames(stage, BLEND)
    assert stage.frame().view.fov == 70
    stage.eye.orbit(20, 0)
    stage.simulation.set("eye.camera.fov", 30)
    frames(stage, BLEND)
    assert stage.frame().view.fov == 70
    stage.go_home()
    frames(stage, 2 * BLEND)
    assert stage.frame().view.fov == 30


def test_pages_turn_both_ways_and_round(stage):
    """Page Down goes on to the next file and after the last to the first; a broken one is an empty scene with its error."""
    stage.turn_page(1)
    assert stage.simulation.names() == [] and stage.errors
    stage.turn_page(1)
    assert stage.simulation.scene.spec.title == "Third" and not stage.errors
    stage.turn_page(1)
    assert stage.simulation.scene.spec.title == "First"
    stage.turn_page(-1)
    assert stage.simulation.scene.spec.title == "Third"


def test_a_function_key_opens_the_scene_that_claims_it(stage):
    """F3 is the third scene; F9 is nobody's, so the next owner of the key may have it."""
    assert stage.scene_of_key("F3") is not False
    assert stage.simulation.scene.spec.title == "Third"
    assert stage.scene_of_key("F9") is False


def test_cameras_are_taken_by_their_order(stage):
    """The second camera of the file is there at once; there is no third."""
    stage.look_through(1)
    np.testing.assert_allclose(stage.frame().view.position, [3, 1, 0], atol=1e-12)
    stage.look_through(2)
    np.testing.assert_allclose(stage.frame().view.position, [3, 1, 0], atol=1e-12)


def test_a_tweak_that_fits_is_told_and_one_that_does_not_changes_nothing(stage):
    """The new value, or what is wrong with it, is said; the run goes on either way."""
    stage.tweak(Call("press", ("spread", 1)))
    stage.tweak(Call("set", ("jet.emitter.rate", -5)))
    stage.tweak(Call("toggle", ("jet.emitter.rate",)))
    assert stage.told[0] == "spread 1.5"
    assert len(stage.told) == 3
    assert stage.simulation.scene.spec.entities["jet"].emitter.rate == 400
    frames(stage, 0.1)
    assert stage.simulation.tick > 0 and not stage.errors


def test_a_bar_shows_where_in_its_range_a_variable_is(stage):
    """1 of 0 to 4 is a quarter; what has no range has no bar."""
    stage.simulation.set("jet.emitter.rate", 5)
    own, *_ = panels.help(stage.simulation.scene, [*stage.lines, Binding(("O",), "jet.emitter.rate")])
    assert [row[-1].bar for row in own[1:]] == [0.25, None]


def test_what_a_renderer_refuses_is_left_out_and_said_once(stage):
    """The droplets; the reason is told once, shown as long as it holds, and gone with its cause."""
    drawn = []

    def render(frame):
        if refused and frame.particles:
            raise ValueError("too much")
        drawn.append(frame)

    for refused in (True, True, False):
        stage.draw(SimpleNamespace(size=(64, 36), render=render))
        assert stage.errors == (("too much; the picture goes on without droplets",) if refused else ())
    assert [len(frame.particles) for frame in drawn] == [0, 0, 1]
    assert stage.told == ["too much; the picture goes on without droplets"]


@pytest.mark.parametrize("error", [ValueError("wall.png is damaged"), FileNotFoundError("wall.png is gone")])
def test_a_renderer_that_refuses_the_solids_draws_all_else(stage, error):
    """A damaged image of a wall, or one that is gone: droplets and sky are drawn, and the program goes on."""
    drawn = []

    def render(frame):
        if frame.boxes.center.size:
            raise error
        drawn.append(len(frame.particles))

    stage.draw(SimpleNamespace(size=(64, 36), render=render))
    assert drawn == [1]
    assert stage.errors == (f"{error}; the picture goes on without solids",)


def test_a_renderer_that_refuses_two_parts_draws_what_is_over_them(stage):
    """Droplets and a wall at once: what one reads is still there; what refuses that, too, is an error of ours and no lack."""
    drawn, overlay = [], np.zeros((36, 64, 4), np.uint8)

    def render(frame):
        if frame.boxes.center.size or frame.particles or stubborn:
            raise ValueError("both")
        drawn.append(frame.overlay)

    stubborn = False
    stage.draw(SimpleNamespace(size=(64, 36), render=render), overlay)
    assert len(drawn) == 1 and drawn[0].shape == overlay.shape
    assert stage.errors == ("both; the picture goes on without the scene",)
    stubborn = True
    with pytest.raises(ValueError, match="both"):
        stage.draw(SimpleNamespace(size=(64, 36), render=render), overlay)


def test_a_fault_is_one_line():
    """Of a compiler's page the first line is shown, and the note of the tick once, though the same error is raised again."""
    error = RuntimeError("no such type\nDuring: typing")
    error.add_note("in Wave of the tick at 0 s"), error.add_note("in Wave of the tick at 0 s")
    assert stages.blame(error) == "RuntimeError: no such type; in Wave of the tick at 0 s"


def test_lines_are_a_way_to_look_and_no_change(stage):
    """L draws every population as lines; the scene has no override for it."""
    frames(stage, 0.1)
    stage.showing.toggle_lines()
    assert [population.as_lines for population in stage.frame().particles] == [True]
    assert stage.simulation.scene.overrides == {}
    stage.showing.toggle_lines()
    assert [population.as_lines for population in stage.frame().particles] == [False]


def test_g_leads_through_the_layers_and_back(stage):
    """Forces first, then the others, then nothing; back with Shift. Lines and a legend come with them, and go; no value changes."""
    frames(stage, 0.1)
    assert len(stage.frame().bold) == 0 and stage.showing.legend == ()
    seen = []
    for _ in range(7):
        stage.showing.turn_layer(1)
        seen.append(stage.showing.layers)
        stage.frame()
        assert bool(stage.showing.legend) == bool(seen[-1])
    assert seen == [("forces",), ("velocities",), ("normals",), ("colliders", "bounds"), ("wind",), ("strain",), ()]
    stage.showing.turn_layer(-1)
    assert stage.showing.layers == ("strain",)
    stage.showing.layers = ("velocities",)
    frame = stage.frame()
    assert frame.bold.shape[1:] == (2, 7) and len(frame.bold) > 0 and stage.showing.legend[0][0].startswith("velocity: 1 m = ")
    assert stage.simulation.scene.overrides == {}


def test_what_a_scene_says_twice_before_a_picture_is_told_once(stage):
    """It begins anew when its kernels have been warmed, and what is wrong with its step is said at each beginning."""
    stage.simulation.messages += ["the step is long", "the jet is full", "the step is long"]
    frames(stage, 0.02)
    assert stage.told.count("the step is long") == stage.told.count("the jet is full") == 1


def test_warming_up_leaves_no_trace(pages):
    """A stage that has run a tick to have its kernels compiled begins like one that has not."""
    warm, cold = (Stage(pages / "a.yaml", lambda *_: None) for _ in range(2))
    warm.warm()
    for each in (warm, cold):
        each.simulation.step(30)
    assert warm.simulation.fingerprint() == cold.simulation.fingerprint()
    warm.close(), cold.close()


def test_the_board_says_what_is_there(stage):
    """Status, keys and profile come and go with their keys; a report is shown as long as it is young."""
    reading = Reading()
    assert reading.board(stage).status == ()
    reading.tell("reloaded", True)
    reading.toggle_help(), reading.toggle_profile()
    frames(stage, 0.1)
    reading.measure(1 / 50, stage.simulation.timings(), {"opaque": 2_000_000})
    board = reading.board(stage)
    assert board.report == "reloaded" and board.report_strength == 1
    assert [cell.text for row in board.help[0] for cell in row] == ["First", "A  Q", "spread", "1", ""]
    words = [cell.text for row in board.profile for cell in row]
    assert {"integrate", "opaque", "2.00"} <= set(words)


def test_the_mode_of_the_camera_is_how_a_drag_turns_it(stage):
    """Changed in the file, by a key or in the panel: at once, and the view stays."""
    before = stage.frame().view
    for mode in ("walk", "fly", "trackball", "orbit"):
        stage.simulation.set("eye.camera.mode", mode)
        frames(stage, BLEND)
        assert stage.eye.mode == mode
        np.testing.assert_allclose(stage.frame().view.position, before.position, atol=1e-12)


def test_the_eye_goes_with_a_camera_that_moves(stage):
    """A camera with a velocity: the untouched eye is where it is, and looks where it looks; a held one stays."""
    stage.simulation.set("eye.velocity", [0, 1, 0])
    frames(stage, 2 * BLEND)
    scene, view = view_of(stage.simulation, "eye"), stage.frame().view
    np.testing.assert_allclose(view.position, scene.position, atol=1e-12)
    np.testing.assert_allclose(view.rotation, scene.rotation, atol=1e-12)
    stage.eye.orbit(1, 0)
    frames(stage, 1.0)
    assert view_of(stage.simulation, "eye").position[1] > stage.frame().view.position[1] + 0.5
