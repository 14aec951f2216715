"""The mouse over the picture: each press goes to the first that wants it, and what took the press gets the drag and the release.

Pixels are counted from the lower left corner, as the window does.
"""

from dataclasses import dataclass

from game.hand import Sight

TURN = 0.3  # [deg] per pixel
SWIFT, SLOW = 4.0, 0.25  # speed of flight with Shift and with Alt down, as factors


@dataclass(frozen=True, slots=True)
class Touch:
    """One event of the mouse: where, on a picture of which size [pixels], with what held down."""

    x: float
    y: float
    size: tuple
    button: str = ""  # left, middle or right, of a press; "" for a move without one
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


class Taker:
    """Somebody who may want the mouse. press says whether it takes what begins there; the rest is asked of who took it."""

    def press(self, touch):
        """The pointer goes down; whether this is wanted."""
        return False

    def drag(self, touch):
        """The pointer moves while it is down."""

    def release(self, touch):
        """The pointer goes up."""

    def hover(self, touch):
        """The pointer moves and is up; whether it is over something of one's own."""
        return False

    def scroll(self, touch, notches):
        """The wheel turns; whether this is wanted."""
        return False


class Pointer:
    """The takers in the order in which they are asked. One button at a time: who took one gets all until it is up."""

    def __init__(self, takers):
        self.takers = list(takers)
        self._holder, self._button = None, ""

    @property
    def holder(self):
        """Who has taken the button that is down; None while none is."""
        return self._holder

    def press(self, touch):
        """A button goes down."""
        if self._holder is not None:
            return
        self._holder, self._button = next((taker for taker in self.takers if taker.press(touch)), None), touch.button

    def drag(self, touch):
        """The pointer moves with a button down."""
        if self._holder is not None:
            self._holder.drag(touch)

    def release(self, touch):
        """A button goes up."""
        if self._holder is not None and touch.button == self._button:
            holder, self._holder = self._holder, None
            holder.release(touch)

    def hover(self, touch):
        """The pointer moves freely: every taker hears of it until one has it."""
        return any(taker.hover(touch) for taker in self.takers)

    def scroll(self, touch, notches):
        """The wheel turns."""
        return any(taker.scroll(touch, notches) for taker in self.takers)


class Scrub(Taker):
    """The left button on the time line; time is held from then on."""

    def __init__(self, stage):
        self.stage = stage

    def press(self, touch):
        """Whether it is on the line."""
        if touch.button != "left" or not self.stage.timeline.press(self.stage.simulation, touch.x, touch.y, touch.size):
            return False
        self.stage.paused = True
        return True

    def drag(self, touch):
        """Through time."""
        self.stage.timeline.drag(self.stage.simulation, touch.x, touch.size)

    def release(self, touch):
        """Here."""
        self.stage.timeline.release()

    def hover(self, touch):
        """Near the lower edge the line appears."""
        return self.stage.timeline.hover(touch.x, touch.y, touch.size)


class Ride(Taker):
    """The left button on the time line of the camera's path."""

    def __init__(self, stage):
        self.stage = stage

    def press(self, touch):
        """Whether it is on the line."""
        return touch.button == "left" and self.stage.path.press(touch.x, touch.y, touch.size)

    def drag(self, touch):
        """Along the path."""
        self.stage.path.drag(touch.x, touch.size)

    def release(self, touch):
        """Here."""
        self.stage.path.release()


class Grasp(Taker):
    """The left button takes masses and the tip of the wind's arrow."""

    def __init__(self, stage):
        self.stage = stage

    def press(self, touch):
        """Whether there was something to take."""
        return touch.button == "left" and not touch.shift and self.stage.press(touch.x, touch.y, touch.size)

    def drag(self, touch):
        """Lead it."""
        self.stage.drag(touch.x, touch.y, touch.size)

    def release(self, touch):
        """Let go."""
        self.stage.release()


class Steering(Taker):
    """Everything else moves the eye: left turns, middle or Shift+left grips the picture, right looks round and, with keys, flies.

    flying   whether the right button is down, so that W A S D Q E fly
    factor   of the speed of flight, by the modifiers that are down
    """

    def __init__(self, stage):
        self.stage = stage
        self.flying, self.factor = False, 1.0
        self._from, self._what, self._over = (0.0, 0.0), "", None

    def press(self, touch):
        """Always wanted."""
        self._from, self._over = (touch.x, touch.y), touch
        self._what = "grip" if touch.button == "middle" or (touch.button == "left" and touch.shift) else touch.button
        self.flying = touch.button == "right"
        if self._what == "grip":
            self.stage.eye.grip(self._sight(touch), touch.x, touch.y, self.stage.depth_under(touch.x, touch.y, touch.size))
        return True

    def drag(self, touch):
        """Turn, look, or pull what is gripped."""
        right, up = touch.x - self._from[0], touch.y - self._from[1]
        self._from, self._over = (touch.x, touch.y), touch
        if self._what == "grip":
            self.stage.eye.pull(self._sight(touch), touch.x, touch.y)
        else:
            (self.stage.eye.look if self.flying else self.stage.eye.turn)(-TURN * right, -TURN * up)

    def release(self, touch):
        """No longer."""
        self.flying = False

    def hover(self, touch):
        """Remember where the pointer is."""
        self._over = touch
        return False

    def frame_pointed(self):
        """Look at what is under the pointer; where it has not been over the picture yet, at what the camera looks at."""
        over = self._over or Touch(-1, -1, (1, 1))
        self.stage.frame_under(over.x, over.y, over.size)

    def scroll(self, touch, notches):
        """Nearer and farther; in flight, faster and slower."""
        (self.stage.eye.faster if self.flying else self.stage.eye.dolly)(notches)
        return True

    def modifiers(self, shift, alt):
        """What is down now."""
        self.factor = (SWIFT if shift else 1.0) * (SLOW if alt else 1.0)

    def fly(self, direction, seconds):
        """Move for so long: direction right, up, ahead."""
        self.stage.eye.fly(*direction, seconds, self.factor)

    def roll(self, direction, seconds):
        """Tilt for so long, by 45 degrees a second: to the left, or to the right."""
        self.stage.eye.roll(45.0 * direction * seconds)

    def _sight(self, touch):
        return Sight(self.stage.view(), touch.size)
