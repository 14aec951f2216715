"""What the window shows and what its keys do, without the window: it is tested without a screen."""

import traceback

import numpy as np

from engine.scene.errors import SceneError
from game.annotate import annotated
from game.faults import REFUSALS, blame, draw_less
from game.film.recording import Recorder
from game.hand import Hand, Sight
from game.history import History
from game.keys import Call, bindings
from game.path_editor import PathEditor
from game.path_strip import taken
from game.pick import framing, outline, under
from game.played import opened
from game.renew import renew
from game.scenes import SCENES, claimant, neighbour
from game.showing import Showing
from game.tweaks import Tweaks
from game.unsaved import Unsaved
from game.values import shown, value_at
from game.versions import Versions
from game.viewpoint import Viewpoint


class Stage:
    """A live scene and the eye in the user's hand.

    tell    called with each text for the author, and whether it belongs on the picture
    fault   what a system died of: the scene then stands still until it is restarted or changed
    lack    why the picture does not show all
    lines   this scene's bindings, as keys.bindings gives them
    marked  name of the entity with a box round it
    covered pixels at the right edge of the picture that the panel stands on
    """

    def __init__(self, path, tell, overrides=None, seed=None, allow_outside=False):
        self.tell = tell
        self.viewpoint = Viewpoint()
        self.paused, self.showing = False, Showing(lambda: self.shown)
        self.history, self.timeline, self.versions = History(), None, Versions()
        self.path, self.marked, self.covered = PathEditor(self), None, 0
        self.recorder = Recorder(self)
        self._seed, self._allow = seed, allow_outside
        self._begun = False
        self._open(path, overrides)

    @property
    def simulation(self):
        """What runs."""
        return self.live.simulation

    @property
    def shown(self):
        """What is seen: what runs, its past on the time line, or what it were without the last change."""
        return self.versions.shown or self.timeline.past or self.simulation

    @property
    def strip(self):
        """The time line where it is to be seen, else None."""
        return self.timeline.strip(self.simulation, self.paused)

    @property
    def eye(self):
        """The camera in the user's hand."""
        return self.viewpoint.eye

    @property
    def title(self):
        """What the scene calls itself, else the name of its file."""
        return self.simulation.scene.spec.title or self.live.path.stem

    @property
    def errors(self):
        """What is wrong now: with the file, with the run, with the picture."""
        return (*self.live.errors, *filter(None, (self.fault, self.lack)))

    def warm(self, look=lambda frame: None):
        """Run one tick, look at its frame, and begin again, so that all kernels are there before the first picture."""
        self._run(lambda: self.simulation.step(1))
        self._run(lambda: look(self.frame()))
        self.restart()

    def close(self):
        """End the scene and its threads; what was changed and not saved is kept, and so is a film."""
        for part in (self.recorder, self.timeline, self.versions, self.tweaks, self.live):
            part.close()

    # once a picture

    def advance(self, seconds):
        """Let wall-clock time pass: news of the file, the eye, whole ticks."""
        for text in self.live.poll():
            self.tell(text, not self.live.errors)
        if self._scene is not self.simulation.scene:
            self._follow()
        if self._begun and (offer := self.tweaks.offered()):  # once there is a picture to show it on: the first takes long
            self.tell(offer, True)
        self._begun = True
        self._run(lambda: self.timeline.follow(self.simulation, seconds))  # before the ticks: an edit belongs to the tick it was made in
        if not (self.paused or self.fault or self.versions.held or self.timeline.away):
            self._run(lambda: self.recorder.go_on(self.simulation, self.history, seconds))
        self._run(lambda: self.versions.follow(self.timeline.record, (self.timeline.past or self.simulation).tick, seconds))
        self._run(lambda: self.path.advance(seconds))
        self._run(lambda: self.viewpoint.advance(self.shown, seconds))
        for text in dict.fromkeys(self.simulation.messages):  # a scene that has begun anew says some of it again
            self.tell(text, True)
        self.simulation.messages.clear()

    def frame(self, overlay=None):
        """The Frame of this moment, seen by the eye in the hand."""
        return self.showing.frame(self.view(), overlay)

    def draw(self, renderer, overlay=None, ratio=1.0, bare=False):
        """Have a renderer draw this moment, or what of it can be drawn: too much for one picture, or an image is damaged or gone.

        ratio   pixels per unit of the layout: 2 on a screen of twice the density
        bare    as a film shows it, without tools: the box round what is selected, the camera's path, the arrow of the wind
        """
        renew(renderer, self.live, self.tell)
        frame, lack, covered = self.frame(overlay), "", (0, 0)
        if not bare:
            covered = self._lay_tools(frame, renderer.size, ratio)
        frame.overlay = annotated(overlay, self.shown, self.history, frame.view, renderer.size, ratio, covered, self.showing.legend)
        try:
            renderer.render(frame)
        except REFUSALS as error:
            lack = f"{error}; the picture goes on without {draw_less(renderer, frame)}"
        if lack not in ("", self.lack):
            self.tell(lack, False)
        self.lack = lack

    def _lay_tools(self, frame, size, ratio):
        """Add what is there to be gripped; the pixels that cover the picture, as `annotated` takes them."""
        if self.marked in self.shown.scene.spec.entities:
            frame.lines = np.concatenate([frame.lines, outline(self.shown, self.marked)])
        frame.lines = np.concatenate([frame.lines, self.path.lines(frame.view, size)])
        frame.arrows = self.hand.arrow(self.shown, Sight(frame.view, size))
        self.timeline.room = 1 - self.covered / max(size[0], 1)
        return self.covered, taken(self.strip, self.path.strip, size, ratio)

    # keys

    def pause(self):
        """Hold time, or let it go on: from what is shown, where that is the past."""
        if self.timeline.away:
            self.release()
            self.fault = ""
            self._run(lambda: self.timeline.go_on(self.simulation))
        self.paused = not self.paused
        if self.paused:
            self._run(lambda: self.timeline.record.keep(self.simulation))

    def single_step(self):
        """One tick; time is held then."""
        self.paused = True
        if self.timeline.away:
            self._run(lambda: self.timeline.step(self.simulation))
        elif not self.fault:
            self._run(lambda: self.simulation.step(1))

    def restart(self):
        """Begin the scene anew; the eye stays where it is."""
        self.fault = ""
        self.release()
        self.timeline.restart()
        self._run(self.simulation.restart)

    def press(self, x, y, size):
        """The pointer goes down at a pixel of a picture of `size`, counted from the lower left; whether it takes something."""
        self._grip, self._seized = object(), self.shown
        return not self.live.fixed and bool(self._run(lambda: self.hand.press(self._seized, self._sight(size), x, y)))

    def depth_under(self, x, y, size):
        """How far ahead of the eye [m] what stands under a pixel is; None where nothing is known to."""
        return getattr(self._run(lambda: under(self.shown, self._sight(size), x, y)), "depth", None)

    def under(self, x, y, size):
        """Name of the entity under a pixel; None where there is none."""
        return getattr(self._run(lambda: under(self.shown, self._sight(size), x, y)), "name", None)

    def drag(self, x, y, size):
        """The pointer moves with what it has taken; False where it has taken nothing."""
        if self.hand.holds is None:
            return False
        self._run(lambda: self.hand.move(self._seized, self._sight(size), x, y))
        return True

    def release(self):
        """The pointer goes up."""
        self._grip = None
        self._run(lambda: self.hand.release(self._seized))

    def translate(self, direction, seconds):
        """Move the eye for so long; direction: right, forward."""
        self.viewpoint.translate(direction, seconds)

    def frame_under(self, x, y, size):
        """Look at what stands under a pixel so that it fills the picture; where nothing does, at the camera's target from half the way."""
        found = self._run(lambda: framing(self.shown, self._sight(size), x, y))
        self.eye.frame(*(found or (self.eye.home.target, self.eye.home.distance / 2)))

    def go_home(self):
        """Back to the scene's camera."""
        self.eye.reset()

    def look_through(self, number):
        """Take the view of the scene's n-th camera, in the order of the file."""
        if camera := self.viewpoint.choose(self.simulation, number):
            self.tell(f"camera {camera}", True)

    def turn_page(self, direction):
        """The next or the previous scene of the collection."""
        self.change(neighbour(SCENES, self.live.path, direction))

    def scene_of_key(self, key):
        """The scene of the collection whose file claims a function key; False where none does."""
        path = claimant(SCENES, key, self.tell)
        return self.change(path) if path else False

    def undo(self):
        """Take the last change of a value back."""
        self.tell(self.tweaks.undo() or "nothing to undo", True)

    def redo(self):
        """Do again what was undone."""
        self.tell(self.tweaks.redo() or "nothing to do again", True)

    def save(self):
        """Write what was changed back into the scene's file."""
        self.tell(self.tweaks.save(), True)

    def drop_tweaks(self):
        """The scene as its file says it."""
        self.tell(self.tweaks.drop() or "nothing to drop: this is what the file says", True)

    def tweak(self, call):
        """Do what a key of the scene asks: lay a value over the file."""
        path = f"vars.{call.arguments[0]}" if call.verb == "press" else call.arguments[0]
        try:
            self.tweaks.call(call, self._grip)
            self.tell(f"{path.removeprefix('vars.')} {shown(value_at(self.simulation.scene, path))}", True)
        except SceneError as error:
            self.tell(error.diagnostics[0].text, True)
        except (LookupError, TypeError, ValueError) as error:
            self.tell(str(error.args[0]), True)

    # the scene

    def _open(self, path, overrides=None):
        self.live, self.timeline = opened(path, overrides, self._seed, self._allow)
        self.tweaks = Tweaks(self.live, Unsaved(self.live.path))
        self._grip = None  # all that the pointer does until it goes up is undone at once
        self.hand, self._seized = Hand(self._lay), None  # seized: the simulation in which the hand is
        self.versions.close()
        self.fault = self.lack = ""
        self._scene = self.viewpoint.camera = None
        for error in self.live.errors:
            self.tell(str(error), False)
        self._follow(at_once=True)

    def change(self, path):
        """Show another scene."""
        self.tweaks.close()
        old = self.timeline, self.live
        self._open(path)
        for each in old:
            each.close()
        self.tell(self.title, True)

    def _follow(self, at_once=False):
        """The scene is another: its keys, and its camera unless the user holds it."""
        self.tweaks.follow()
        self.fault, self._scene = "", self.simulation.scene
        self.calls, self.lines = bindings(self._scene.spec)
        self.viewpoint.follow(self.simulation, at_once)

    def view(self):
        """What the eye sees with the lens of the scene's camera: a View."""
        return self.viewpoint.view(self.shown)

    def _sight(self, size):
        return Sight(self.view(), size)

    def _lay(self, path, value):
        """Lay a value over the file, as a key would."""
        self.tweak(Call("set", (path, value)))

    def _run(self, task):
        """Do something with the simulation, and return what it gives; what goes wrong in it is told and shown, and the program goes on."""
        try:
            return task()
        except Exception as error:
            self.fault = blame(error)
            traceback.print_exc()
            self.tell(self.fault, False)
