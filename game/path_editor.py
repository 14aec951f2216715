"""A camera's path under the author's hand: played, gone along, its keys put in and taken out while the scene runs.

It is the path of the camera that is looked through; where that has none, of the one that was looked through last, or of the first that
has one. Who takes the camera into the hand pauses the path. Keys that come and go are tweaks, like all that is changed over the file.
"""

from typing import NamedTuple

import numpy as np

from engine.assets.keys import Key, Keys
from engine.cameras import CameraPath, playback
from engine.cameras.path import SLACK, Path
from engine.components import Playback
from engine.scene.errors import SceneError
from game import path_keys
from game.hand import Sight
from game.path_lines import Drawn
from game.path_strip import PathStrip, layout

LINGER = 4.0  # [s] that the frame is shown after a step
PER_SECOND = 10  # times that the line is drawn anew while the path plays
NOTHING = "no camera of this scene has a path; K begins one here"
NO_CAMERA = "this scene has no camera; write eye: {camera: {}}"


def key_at(path, time):
    """Number of the key that is passed last before a time [s] of a Path, as it is written."""
    return max(int(np.searchsorted(path.key_times, time + SLACK * path.duration, "right")) - 1, 0)


class Way(NamedTuple):
    """The path at hand."""

    name: str  # of the camera
    played: Playback
    spec: CameraPath

    @property
    def path(self):
        """The Path."""
        return self.played.path

    @property
    def time(self):
        """[s] where the camera is on it."""
        return playback.place(self.played, self.spec.loop)[0]

    @property
    def at_hand(self):
        """Number of the key passed last, on the path as it is written."""
        return key_at(self.path, self.time)


class PathEditor:
    """The path of the camera of a Stage.

    visible   whether curve, keys and time line are drawn
    """

    def __init__(self, stage):
        self.stage, self.visible = stage, False
        self._last, self._drawn = None, Drawn()
        self._was_held, self._alone, self._linger = False, False, 0.0  # alone: it plays though the scene's time is held
        self._dragged, self._goal = False, None  # goal: a camera and its key at which it is to be as soon as what is shown has it

    # which

    @property
    def looked_through(self):
        """Name of the camera that is looked through; None where there is none."""
        return self.stage.viewpoint.name(self.stage.shown)

    @property
    def way(self):
        """The Way at hand, None where no camera has a path."""
        entities = self.stage.shown.scene.spec.entities
        names = (self.looked_through, self._last, *entities)
        name = next((name for name in names if name in entities and entities[name].camera_path), None)
        if name is None:
            return None
        self._last = name
        return Way(name, self.stage.shown.get(name, Playback), entities[name].camera_path)

    def _rides(self, way):
        """Whether the eye is led along it."""
        return way.name == self.looked_through and way.played.on

    # once a picture

    def advance(self, seconds):
        """Wall-clock time passes."""
        if self._goal and self.stage.shown.scene is self.stage.simulation.scene:
            self._be_at(self.stage.shown, *self._goal)
            self._goal = None
        self._linger = max(0.0, self._linger - seconds)
        way, held = self.way, self.stage.eye.held
        if way is None:
            return
        if held and not self._was_held and self._rides(way) and way.played.playing:
            playback.pause(way.played)
        self._was_held = held
        self._alone &= self.stage.paused and way.played.playing
        if self._alone:
            self._go_alone(way, seconds)

    def _go_alone(self, way, seconds):
        """The scene's time is held; the path goes by the clock on the wall."""
        time, duration = way.played.time + way.played.rate * seconds, way.path.duration
        playback.seek(way.played, time)
        if way.spec.loop == "once" and not 0 < time < duration:
            playback.seek(way.played, min(max(time, 0.0), duration))
            playback.pause(way.played)

    @property
    def plays(self):
        """Whether the camera that is looked through goes on by itself now."""
        way = self.way
        return way is not None and self._rides(way) and way.played.playing and (self._alone or not self.stage.paused)

    @property
    def strip(self):
        """The time line where it is to be seen, no more than words where only they are, else None."""
        way = self.way
        if way is None or not (self.visible or self._linger or self.plays):
            return None
        path, at, plays = way.path, way.time, self.plays
        at = np.floor(at * PER_SECOND) / PER_SECOND if plays else at
        self._drawn.follow(path, way.spec)
        times = tuple(path.key_times.round(3).tolist()) if self.visible else ()
        shown = round(path.duration, 3), round(float(at), 3), path.frame(at), path.frames, key_at(path, at)
        return PathStrip(way.name, *shown, times, len(path.keys), self._drawn.speeds, self.visible)

    def lines(self, view, size):
        """(n, 2, 7) float32 debug lines as a View sees them on a picture of `size`; none where the path is hidden."""
        way = self.way if self.visible else None
        if way is None:
            return np.empty((0, 2, 7), np.float32)
        self._drawn.follow(way.path, way.spec)
        here = self.stage.shown.pose(way.name)
        return self._drawn.lines(self.stage.shown, way.name, way.at_hand, here, Sight(view, size))

    # keys

    def play_path(self):
        """Go on along the path, or stand still; who holds the eye is led back to it."""
        if (way := self._wanted()) is None:
            return
        if way.played.playing and (self._alone or not self.stage.paused):
            playback.pause(way.played)
        else:
            playback.play(way.played, way.spec.loop)
            self._alone = self.stage.paused
            way.played.on = True
            self._board(way)

    def step_path(self, direction):
        """One frame on, or back; the path is then paused."""
        if (way := self._wanted()) is None:
            return
        path = way.path
        frame = path.frame(way.time) + direction
        frame = frame % path.frames if path.form.closed else min(max(frame, 0), path.frames - 1)
        self._seek(way, float(path.time_of(frame)))

    def to_key(self, direction):
        """To the next key, or the one before."""
        if (way := self._wanted()) is None:
            return
        i, time = way.path.next(way.time, direction)
        self._seek(way, time % way.path.duration if way.path.form.closed else time, smoothly=True)
        self.stage.tell(f"key {i + 1} of {len(way.path.keys)}", True)

    def add_key(self):
        """A key at the present view, behind the one at hand; where no camera has a path, one begins."""
        stage, way = self.stage, self.way
        name = way.name if way else self.looked_through
        if name is None:
            stage.tell(NO_CAMERA, True)
            return
        path, spec, i = (way.path, way.spec, way.at_hand + 1) if way else (_first_path(), CameraPath(keys=({"position": (0, 0, 0)},)), 0)
        pose, keys = stage.eye.pose, path_keys.listed(stage.simulation.scene, name)
        keys.insert(i, path_keys.of_view(path, spec, pose.position, pose.rotation, pose.fov))
        if self._lay(name, keys, i):
            stage.tell(f"key {i + 1} of {len(keys)}; Ctrl+S writes it into {path_keys.stands_in(stage.simulation.scene, name)}", True)

    def remove_key(self):
        """The key at hand goes; the one before it is at hand then."""
        if (way := self._wanted()) is None:
            return
        keys, i = path_keys.listed(self.stage.simulation.scene, way.name), way.at_hand
        if len(keys) == 1:
            self.stage.tell("this is the last key, and a path needs one; Shift+C leaves the path", True)
            return
        del keys[i]
        if self._lay(way.name, keys, (i - 1) % len(keys) if way.path.form.closed else max(i - 1, 0)):
            self.stage.tell(f"key {i + 1} is gone, {len(keys)} are left", True)

    def toggle_path(self):
        """The camera leaves its path for where the entity stands, or takes it up again."""
        if (way := self._wanted()) is None:
            return
        way.played.on = not way.played.on
        if way.name == self.looked_through:
            self.stage.eye.reset()
        self.stage.tell(f"{way.name} is {'on' if way.played.on else 'off'} its path", True)

    def show_path(self):
        """The path is drawn, or not."""
        if self._wanted():
            self.visible = not self.visible

    # the pointer on the time line, at a pixel from the lower left of a picture of `size`

    def press(self, x, y, size):
        """Whether the line takes it."""
        if not (self.visible and self.way):
            return False
        place = self._layout(size)
        self._dragged = place.top <= size[1] - y < place.top + place.height and place.left <= x < place.left + place.width
        if self._dragged:
            self.drag(x, size)
        return self._dragged

    def drag(self, x, size):
        """Go to the time under the pixel."""
        if (way := self.way) and self._dragged:
            self._seek(way, self._layout(size).share(x) * way.path.duration)

    def release(self):
        """Let go."""
        self._dragged = False

    # how

    def _layout(self, size):
        room = round(size[0] * self.stage.timeline.room), size[1]
        return layout(room, above=self.stage.strip is not None)

    def _wanted(self):
        """The Way at hand, or a word that there is none."""
        self._linger, way = LINGER, self.way
        if way is None:
            self.stage.tell(NOTHING, True)
        return way

    def _board(self, way, smoothly=False):
        """The eye goes back to the path, from where it is; it jumps only where it was on it."""
        if way.name == self.looked_through and (smoothly or self.stage.eye.held):
            self.stage.eye.reset()
        self._was_held = self.stage.eye.held

    def _seek(self, way, time, smoothly=False):
        if way.spec.loop == "loop":  # the end itself is the start of the next lap
            time = min(time, np.nextafter(way.path.duration, 0))
        playback.pause(way.played)
        playback.seek(way.played, time)
        way.played.on = True
        self._linger = LINGER
        self._board(way, smoothly)

    def _be_at(self, simulation, name, key):
        """Stand at a key."""
        played = simulation.get(name, Playback)
        playback.pause(played)
        playback.seek(played, float(played.path.key_times[key]))

    def _lay(self, name, keys, at_hand):
        """Lay keys over those of a camera and be at one of them; whether the scene takes them."""
        try:
            self.stage.tweaks.set(path_keys.address(name), keys)
        except SceneError as error:
            self.stage.tell(error.diagnostics[0].text, True)
            return False
        self._linger = LINGER
        self._be_at(self.stage.simulation, name, at_hand)
        self._goal = (name, at_hand) if self.stage.shown is not self.stage.simulation else None
        if not self.stage.eye.held and name == self.looked_through:
            self.stage.eye.reset()
        return True


def _first_path():
    return Path(Keys.of([Key((0.0, 0.0, 0.0))]))
