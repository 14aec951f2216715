"""A panel without a screen, and hands that use its widgets: for the tests of the panel."""

import math
from types import SimpleNamespace

from slimgui import imgui

from engine.scene.load import overridden
from game.panel.headless import Headless
from game.panel.panel import Panel
from game.showing import Showing

SIZE = 1280, 1600  # room for all fields of an entity


class Notes:
    """In place of Tweaks: keeps what is set, and has the scene judge it as Tweaks does."""

    can_undo = can_redo = False

    def __init__(self, simulation):
        self.simulation, self.values, self.gestures = simulation, {}, []

    def set_all(self, values, gesture=None):
        """Lay values over the file. Raises SceneError."""
        self.simulation.scene = overridden(self.simulation.scene, {**self.values, **values})
        self.values |= values
        self.gestures.append(gesture)

    def forget(self, address):
        """Take one back."""
        del self.values[address]
        self.simulation.scene = overridden(self.simulation.scene, self.values)


def still(scene):
    """A stage on which nothing moves."""
    simulation = SimpleNamespace(scene=scene, time=-math.inf, timings=dict)
    said = []
    return SimpleNamespace(
        simulation=simulation,
        showing=Showing(lambda: simulation),
        tweaks=Notes(simulation),
        errors=(),
        title=scene.spec.title,
        said=said,
        tell=lambda text, screen: said.append(text),
    )


class Hands:
    """Moves the mouse over a panel and types, a picture at a time."""

    def __init__(self, stage):
        self.stage = stage
        self.panel = Panel(stage, Headless)
        self.desk = self.panel.desk
        self.look(2)

    def close(self):
        """Free the context."""
        self.panel.close()

    def look(self, pictures=1):
        """Let pictures pass."""
        for _ in range(pictures):
            self.panel.layout(SIZE, 1.0, 1 / 60)
            self.panel.draw(0, SIZE)

    def show(self, name):
        """Select an entity, with room for all its fields."""
        self.desk.select(name)
        self.look(3)

    def at(self, widget, share=0.5):
        """A place on a widget, at a share of its width."""
        left, top, right, bottom = self.desk.where[widget]
        return left + share * (right - left), (top + bottom) / 2

    def drag(self, widget, start, end):
        """Press at one share of a widget, move, let go at another."""
        x, y = self.at(widget, start)
        self._button(x, y, True)
        to = self.at(widget, end)[0]
        for share in (0.3, 0.7, 1.0):
            self.io.add_mouse_pos_event(x + share * (to - x), y)
            self.look()
        self._button(to, y, False)

    def click(self, x, y, button=0):
        """Press and let go."""
        self._button(x, y, True, button)
        self._button(x, y, False, button)

    def pick(self, widget, line):
        """Unfold a list and click its n-th line, counted from 0."""
        self.click(*self.at(widget, 0.3))
        left, _, _, bottom = self.desk.where[widget]
        pitch = imgui.get_text_line_height() + imgui.get_style().item_spacing[1]
        self.look()
        self.click(left + 20, bottom + imgui.get_style().window_padding[1] + (line + 0.5) * pitch)

    def type(self, widget, text, share=0.3):
        """Click into a field, replace all of it, press Enter."""
        self.click(*self.at(widget, share))
        for down in (True, False):
            self.io.add_key_event(imgui.Key.MOD_CTRL, down)
            self.io.add_key_event(imgui.Key.KEY_A, down)
            self.look()
        self.io.add_input_characters_utf8(text)
        self.look()
        for down in (True, False):
            self.io.add_key_event(imgui.Key.KEY_ENTER, down)
            self.look()

    @property
    def io(self):
        """imgui's, of the panel's own context."""
        imgui.set_current_context(self.panel.context)
        return imgui.get_io()

    def _button(self, x, y, down, button=0):
        self.io.add_mouse_pos_event(x, y)
        self.look()
        self.io.add_mouse_button_event(button, down)
        self.look(2)
