"""What the tests of camera paths under the hand share: scenes, a Stage, and the passing of time."""

import numpy as np

from engine.cameras import playback
from engine.components import Playback
from game.stage import Stage

KEYS = "# round the house\np 0 1 4 r 0 0 0   # in front\np 4 1 0 r 0 90 0\n\np 0 1 -4 r 0 180 0  # behind\np -4.0123456789 1 0 r 0 270 0\n"
REST = """  side: {position: [0, 5, 9], camera: {}}
  box: {position: [0, 1, 0], shape: {box: {size: [1, 1, 1]}}, surface: {}}
"""
FILE = "entities:\n  eye: {position: [0, 2, 8], camera: {}, camera_path: {file: way.keys, steps: 60, segment_duration: 1}}\n" + REST
INLINE = """entities:
  eye:
    camera: {}
    camera_path:
      keys:
      - {position: [0, 1 m, 4]}   # in front
      # the side
      - {position: [4, 1, 0], rotation: [0, 90, 0]}
      - {position: [0, 1, -4], rotation: [0, 180, 0]}
      steps: 60
      segment_duration: 1
"""


def stages(tmp_path):
    """For a fixture: what makes a Stage of a scene's text; its `told` keeps what it says."""
    made = []

    def stage(text=FILE, keys=KEYS):
        (tmp_path / "way.keys").write_text(keys)
        (tmp_path / "scene.yaml").write_text(text)
        told = []
        made.append(Stage(tmp_path / "scene.yaml", lambda said, screen: told.append(said)))
        made[-1].told = told
        frames(made[-1], 0.2)
        return made[-1]

    yield stage
    for each in made:
        each.close()


def frames(stage, seconds):
    """Pass time at 60 pictures a second."""
    for _ in range(round(seconds * 60)):
        stage.advance(1 / 60)


def played(stage, name="eye"):
    """Where it is on its path."""
    return stage.simulation.get(name, Playback)


def rest(stage):
    """Pause the path at its start, the eye on it."""
    playback.pause(played(stage))
    playback.seek(played(stage), 0.0)
    frames(stage, 1 / 60)


def seen(stage):
    """Position of the eye, and how it is turned."""
    return np.append(stage.eye.pose.position, stage.eye.pose.rotation.ravel())
