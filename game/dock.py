"""The door to the panel: Tab opens and closes it. Closed it is nothing: nothing imported, nothing drawn, no event looked at.

Opened it stands before all others: the mouse over it, and the keyboard while something is typed into it, are its own. A click into
the picture, which is a press and a release in the same place, selects what is there.
"""

import time

from game.pointer import Grasp, Steering, Taker

CLICK = 4.0  # [pixels] that a click may move
DENSE = 1.2  # times 96 dots an inch, from which on the panel grows
LACK = "the panel needs slimgui; write: pip install slimgui"


class Dock(Taker):
    """Asked by the window and by its pointer; `panel` is None while it is closed."""

    def __init__(self, window, stage, reading):
        self.window, self.stage, self.reading = window, stage, reading
        self.panel = None
        self._kept, self._input, self._last, self._cursor, self._pressed = None, None, 0.0, None, None

    def toggle_panel(self):
        """Open it, or close it; what was selected stays so."""
        if self.panel is not None:
            self._shut()
            return
        try:
            self._kept = self._kept or self._made()
        except ImportError:
            self.reading.tell(LACK)
            return
        self.panel, self._last = self._kept, time.perf_counter()
        self._mark()

    # the mouse

    def press(self, touch):
        """Whether it is the panel's."""
        return self.panel is not None and self._input.press(touch)

    def drag(self, touch):
        """Lead what the panel has hold of."""
        self._input.move(touch)

    def release(self, touch):
        """Let go."""
        self._input.release(touch)

    def hover(self, touch):
        """Whether the pointer is over the panel."""
        return self.panel is not None and self._input.move(touch)

    def scroll(self, touch, notches):
        """Whether the wheel is the panel's."""
        return self.panel is not None and self._input.scroll(touch, notches)

    def watch(self, event, touch, holder):
        """Hear of every event, and who has taken the button: a click into the picture selects what is under it."""
        if self.panel is None or touch.button != "left":
            return
        if event == "press":
            self._pressed = touch if isinstance(holder, Grasp | Steering) and not touch.shift else None
        elif event == "release" and (there := self._pressed):
            self._pressed = None
            if abs(touch.x - there.x) <= CLICK and abs(touch.y - there.y) <= CLICK:
                self.panel.desk.select(self.stage.under(touch.x, touch.y, touch.size))

    # the keyboard

    def key(self, symbol, modifiers, down):
        """Whether a key that goes down or up is the panel's."""
        if self.panel is None:
            return False
        if down and self._input.pastes(symbol, modifiers):
            self._input.paste(self.window.get_clipboard_text())
        return self._input.key(symbol, modifiers, down)

    def text(self, text):
        """What is typed."""
        if self.panel is not None:
            self._input.text(text)

    # once a picture

    def draw(self, size, ratio):
        """Lay the panel over the picture; `size` of the framebuffer, `ratio` of it to the window."""
        if self.panel is None:
            return
        now = time.perf_counter()
        seconds, self._last = now - self._last, now
        dense = ratio * self.zoom
        try:
            self.panel.layout([side / dense for side in size], dense, seconds, self.reading.systems, self.reading.passes)
            self.panel.draw(0, size)
        except Exception:  # a mistake of ours does not stand between the author and the picture
            self._shut()
            raise
        if (text := self._input.copied()) is not None:
            self.window.set_clipboard_text(text)
        self._mark()
        self._point_as(self._input.cursor)

    @property
    def zoom(self):
        """Units of the window in one of the panel: more than 1 on a dense screen whose windows count its own pixels."""
        dense = self.window.dpi / 96 / self.window.get_pixel_ratio()
        return min(dense, 3.0) if dense >= DENSE else 1.0

    def close(self):
        """Free everything; the window's context is current."""
        if self._kept:
            self._kept.close()
        self.panel = self._kept = None

    def _made(self):
        """The panel. Raises ImportError where slimgui is not there."""
        from game.panel.backend import Backend
        from game.panel.input import Input
        from game.panel.panel import Panel

        panel = Panel(self.stage, Backend)
        self._input = Input(panel, self.zoom)
        return panel

    def _shut(self):
        """Close it."""
        self.panel = None
        self._input.forget()
        self._mark()
        self._point_as(None)

    def _mark(self):
        """The stage marks what is selected and leaves room, as long as the panel is open."""
        self.stage.marked = self.panel.desk.selected if self.panel else None
        self.stage.covered = round(self.panel.width * self.zoom * self.window.get_pixel_ratio()) if self.panel else 0

    def _point_as(self, name):
        """Show the pointer that fits; None: the usual one."""
        if name != self._cursor:
            self._cursor = name
            self.window.set_mouse_cursor(self.window.get_system_mouse_cursor(name) if name else None)
