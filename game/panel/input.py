"""The window's events as imgui wants them. Places come from the lower left corner and go on from the upper left."""

from pyglet.window import BaseWindow, key
from slimgui import imgui

BUTTONS = {"left": 0, "right": 1, "middle": 2}
_NAMED = {
    key.TAB: "TAB", key.LEFT: "LEFT_ARROW", key.RIGHT: "RIGHT_ARROW", key.UP: "UP_ARROW", key.DOWN: "DOWN_ARROW", key.HOME: "HOME",
    key.END: "END", key.DELETE: "DELETE", key.BACKSPACE: "BACKSPACE", key.ENTER: "ENTER", key.RETURN: "ENTER", key.NUM_ENTER: "KEYPAD_ENTER",
    key.ESCAPE: "ESCAPE", key.SPACE: "SPACE", key.PAGEUP: "PAGE_UP", key.PAGEDOWN: "PAGE_DOWN", key.INSERT: "INSERT",
    **{getattr(key, letter): letter for letter in "ACVXYZ"},
}  # fmt: skip
KEYS = {symbol: getattr(imgui.Key, f"KEY_{name}") for symbol, name in _NAMED.items()}
CURSORS = {
    imgui.MouseCursor.TEXT_INPUT: BaseWindow.CURSOR_TEXT,
    imgui.MouseCursor.RESIZE_EW: BaseWindow.CURSOR_SIZE_LEFT_RIGHT,
    imgui.MouseCursor.RESIZE_NS: BaseWindow.CURSOR_SIZE_UP_DOWN,
    imgui.MouseCursor.HAND: BaseWindow.CURSOR_HAND,
}


class Input:
    """Hands events to a panel, and says which are its own.

    zoom   units of the window in one unit of the panel
    """

    def __init__(self, panel, zoom=1.0):
        self.panel, self.zoom = panel, zoom
        self._copied = ""

    @property
    def io(self):
        """Of the panel's own context."""
        imgui.set_current_context(self.panel.context)
        return imgui.get_io()

    def over(self, touch):
        """Whether a place is the panel's: the dock, and all places while a list or a picker is unfolded."""
        return touch.x >= touch.size[0] - self.panel.width * self.zoom or self.panel.has_popup

    def press(self, touch):
        """A button goes down; whether it is the panel's. A press elsewhere ends what is typed."""
        mine = self.over(touch)
        self._place(touch)
        if mine or self.io.want_text_input:
            self.io.add_mouse_button_event(BUTTONS.get(touch.button, 0), True)
        if not mine:
            self.io.add_mouse_button_event(BUTTONS.get(touch.button, 0), False)
        self.panel.pressed()
        return mine

    def move(self, touch):
        """The pointer moves; whether it is over the panel."""
        self._place(touch)
        return self.over(touch)

    def release(self, touch):
        """A button goes up."""
        self._place(touch)
        self.io.add_mouse_button_event(BUTTONS.get(touch.button, 0), False)

    def scroll(self, touch, notches):
        """The wheel turns; whether it is the panel's."""
        if not self.over(touch):
            return False
        self._place(touch)
        self.io.add_mouse_wheel_event(0.0, float(notches))
        return True

    def pastes(self, symbol, modifiers):
        """Whether a key puts in what was copied elsewhere."""
        self.panel.settle()
        return symbol == key.V and bool(modifiers & (key.MOD_CTRL | key.MOD_COMMAND)) and self.io.want_text_input

    def key(self, symbol, modifiers, down):
        """A key goes down or up; whether it is the panel's: while something is typed, and Esc while something is unfolded."""
        self.panel.settle()
        io = self.io
        typing = io.want_text_input
        self._modifiers(modifiers & key.MOD_SHIFT, modifiers & (key.MOD_CTRL | key.MOD_COMMAND), modifiers & key.MOD_ALT)
        if symbol in KEYS and (typing or not down):
            io.add_key_event(KEYS[symbol], down)
        if symbol == key.ESCAPE and down and not typing:
            return self.panel.leave_popups()
        return typing and down

    def text(self, text):
        """What is typed."""
        io = self.io
        if io.want_text_input:
            io.add_input_characters_utf8("".join(c for c in text if c.isprintable()))

    def paste(self, text):
        """What another program has copied."""
        imgui.set_current_context(self.panel.context)
        imgui.set_clipboard_text(text)
        self._copied = text

    def copied(self):
        """What has been copied in the panel since it was asked last; None where nothing was."""
        imgui.set_current_context(self.panel.context)
        text = imgui.get_clipboard_text()
        if text == self._copied:
            return None
        self._copied = text
        return text

    def forget(self):
        """The panel is closed: nothing is held any more."""
        io = self.io
        io.clear_input_keys()
        io.clear_input_mouse()

    @property
    def cursor(self):
        """pyglet's name of the pointer that fits; None: the usual one."""
        imgui.set_current_context(self.panel.context)
        return CURSORS.get(imgui.get_mouse_cursor()) if self.io.want_capture_mouse else None

    def _place(self, touch):
        self.io.add_mouse_pos_event(touch.x / self.zoom, (touch.size[1] - touch.y) / self.zoom)
        self._modifiers(touch.shift, touch.ctrl, touch.alt) if touch.button else None

    def _modifiers(self, shift, ctrl, alt):
        io = self.io
        for each, down in ((imgui.Key.MOD_SHIFT, shift), (imgui.Key.MOD_CTRL, ctrl), (imgui.Key.MOD_ALT, alt)):
            io.add_key_event(each, bool(down))
