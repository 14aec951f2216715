"""The pointer on a stage: whatever happens to what it holds, the scene goes on."""

from dataclasses import replace

import numpy as np
import pytest

from engine.components import Position, Velocity
from engine.scene import parse
from game import stage as stages
from game.hand import Sight
from game.pointer import Steering, Touch
from game.stage import Stage

SCENE = """key: {key}
entities:
  net: {{mass: {{total: 0.2}}, lattice: {{counts: [5, 5], size: [2, 2]}}, spring: {{stiffness: 50}}, pin: {{corners: [top_left, top_right]}}}}
  breeze: {{wind: {{velocity: [0, 0, -3]}}}}
  eye: {{position: [0, 0, 5], camera: {{fov: 60, target: [0, 0, 0]}}}}
"""
SIZE = 400, 300
MIDDLE = 200, 150


@pytest.fixture
def stage(tmp_path, monkeypatch):
    """Two scenes, the first on stage."""
    for page, key in (("a", "F2"), ("b", "F3")):
        (tmp_path / f"{page}.yaml").write_text(SCENE.format(key=key))
    monkeypatch.setattr(stages, "SCENES", tmp_path)
    made = Stage(tmp_path / "a.yaml", lambda text, screen: None)
    yield made
    made.close()


def remove(stage, name):
    """Go on as the scene without the line of an entity."""
    scene = stage.simulation.scene
    text = "".join(line for line in scene.text.splitlines(True) if not line.startswith(f"  {name}:"))
    stage.simulation.reload(parse(text.encode(), scene.path))


@pytest.mark.parametrize("happens", ["restart", "other scene", "counts", "removed", "frozen", "nothing"])
def test_what_is_taken_away_under_the_pointer_is_let_go(stage, happens):
    """R, another scene, other counts, a file without the body, freezing: dragging on and letting go raise nothing and stop nothing."""
    assert stage.press(*MIDDLE, SIZE) and stage.hand.holds == ("net", 12)
    stage.advance(1 / 60)
    simulation = stage.simulation
    if happens == "restart":
        stage.restart()
    elif happens == "other scene":
        stage.scene_of_key("F3")
    elif happens == "counts":
        simulation.set("net.lattice.counts", [7, 7])
    elif happens == "removed":
        remove(stage, "net")
    elif happens == "frozen":
        simulation.get("net", Velocity).rows[:] = np.nan
    stage.advance(1 / 60)
    stage.drag(260, 150, SIZE)
    stage.advance(1 / 60)
    held = happens == "nothing"
    if happens not in ("removed", "counts"):
        place = stage.simulation.get("net", Position).xyz[12]
        assert (place[0] > 0.5) == held
    stage.release()
    stage.advance(1 / 60)
    assert stage.errors == () and stage.hand.holds is None and stage.simulation.tick > 0


def test_a_frozen_body_is_not_taken(stage):
    """A press on it is a press beside: the eye turns, and nothing stops."""
    stage.simulation.get("net", Velocity).rows[:] = np.nan
    stage.advance(1 / 60)
    assert not stage.press(*MIDDLE, SIZE) and stage.errors == ()
    stage.restart()
    assert stage.press(*MIDDLE, SIZE)


def test_a_wind_that_is_gone_leaves_its_arrow(stage):
    """The arrow's entity is removed while its tip is held: dragging tells so at most."""
    sight = Sight(stage.frame().view, SIZE)
    ((*row,),) = stage.hand.arrow(stage.simulation, sight)
    tip = sight.seen(np.add(row[:3], row[3:6]))[0][0]
    assert stage.press(*tip, SIZE) and stage.hand.holds == ("wind", "breeze")
    remove(stage, "breeze")
    stage.drag(tip[0] + 50, tip[1], SIZE)
    stage.advance(1 / 60)
    stage.release()
    assert stage.errors == () and len(stage.hand.arrow(stage.simulation, sight)) == 0


def test_a_drag_of_the_arrow_is_undone_at_once(stage):
    """From press to release, however many winds lie between; the next drag is another step."""
    wind = lambda: stage.simulation.scene.spec.entities["breeze"].wind.velocity  # noqa: E731
    winds = [wind()]
    for _ in range(2):
        sight = Sight(stage.frame().view, SIZE)
        ((*row,),) = stage.hand.arrow(stage.simulation, sight)
        x, y = sight.seen(np.add(row[:3], row[3:6]))[0][0]
        assert stage.press(x, y, SIZE)
        for way in (5, 10, 15):
            stage.drag(x + way, y, SIZE)
        stage.release()
        winds.append(wind())
    assert len(set(winds)) == 3
    stage.undo()
    assert wind() == winds[1]
    stage.undo()
    assert wind() == winds[0] and not stage.tweaks.can_undo


def test_what_is_gripped_on_a_face_stays_under_the_pointer(tmp_path):
    """The middle button on a box: that very point of its face is under the pointer after each move, to a hundredth of a pixel."""
    path, size = tmp_path / "box.yaml", (640, 360)
    box = "box: {position: [0.2, 0.5, -3], shape: {box: {size: [1, 1, 1]}}, surface: {}}"
    path.write_text(f"entities:\n  {box}\n  eye: {{position: [0, 0.5, 6], camera: {{target: [0, 0.5, 0]}}}}\n")
    stage = Stage(path, lambda text, screen: None)
    stage.advance(1 / 60)
    steering = Steering(stage)
    (at,), _ = Sight(stage.view(), size).seen([[0.5, 0.8, -2.5]])
    touch = Touch(*at, size, "middle")
    assert stage.under(*at, size) == "box" and stage.depth_under(*at, size) == pytest.approx(8.5, rel=1e-9)
    steering.press(touch)
    for x, y in ((at[0] + 40, at[1] - 30), (600, 20), (3, 350)):
        steering.drag(replace(touch, x=x, y=y))
        np.testing.assert_allclose(Sight(stage.view(), size).seen([[0.5, 0.8, -2.5]])[0][0], [x, y], atol=0.01)
    stage.close()


def test_f_frames_the_box_under_the_pointer(tmp_path):
    """Its bounds fill the picture: the distance is their radius over the sine of half the field of view."""
    path, size = tmp_path / "box.yaml", (640, 360)
    box = "box: {position: [2, 0.5, -3], shape: {box: {size: [1, 1, 1]}}, surface: {}}"
    path.write_text(f"entities:\n  {box}\n  eye: {{position: [0, 0.5, 6], camera: {{target: [0, 0.5, 0]}}}}\n")
    stage = Stage(path, lambda text, screen: None)
    stage.advance(1 / 60)
    steering = Steering(stage)
    steering.frame_pointed()
    assert stage.eye._goal.target.tolist() == [0, 0.5, 0]
    (at,), _ = Sight(stage.view(), size).seen([[2, 0.5, -2.5]])
    steering.hover(Touch(*at, size))
    steering.frame_pointed()
    for _ in range(30):
        stage.advance(1 / 60)
    np.testing.assert_allclose(stage.eye.pose.target, [2, 0.5, -3], atol=1e-6)
    assert stage.eye.pose.distance == pytest.approx(0.75**0.5 / np.sin(np.radians(25)))
    stage.close()
