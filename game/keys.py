"""All keys in one table, and what the scene binds to the keys that are left.

A key is spelled as on its cap, with "Shift+" or "Ctrl+" before it: "Page Up", "Shift+1", "`". A scene may have the letters and
digits that stand nowhere in the table (engine.scene.variables.FREE).
"""

import sys
from typing import NamedTuple

from engine.scene.text import value_of


class Key(NamedTuple):
    """One line of the table: some caps, what they do, the method of the window that does it (with one argument for each cap)."""

    caps: tuple
    text: str
    method: str | None = None
    arguments: tuple = ()
    held: bool = False  # acts as long as it is down, else once
    let_go: str | None = None  # the method for when it goes up
    repeats: bool = False  # acts again and again while it is down


DIGITS = tuple("123456789")
FUNCTION = tuple(f"F{i}" for i in range(1, 13))

PATH = (
    Key(("Enter",), "play, pause", "play_path"),
    Key(("[", "]"), "one frame back, on", "step_path", (-1, 1), repeats=True),
    Key(("<", ">"), "to the key before, the next", "to_key", (-1, 1), repeats=True),
    Key(("K",), "a key at the present view", "add_key"),
    Key(("Delete",), "take the key out", "remove_key"),
    Key(("Shift+C",), "leave the path, take it up", "toggle_path"),
    Key(("Shift+P",), "show the path and its time line", "show_path"),
)

TABLE = (
    Key(FUNCTION, "scenes", "scene_of_key", FUNCTION),
    Key(("Page Up", "Page Down"), "previous, next scene", "turn_page", (-1, 1)),
    Key(("Ctrl+O",), "all scenes as pictures", "open_gallery"),
    Key(("Space",), "pause", "pause"),
    Key((".",), "one tick", "single_step"),
    Key(("R",), "restart", "restart"),
    Key(tuple(f"Shift+{d}" for d in DIGITS), "cameras", "look_through", tuple(range(9))),
    Key(("Left", "Right", "Up", "Down"), "move", "translate", ((-1, 0), (1, 0), (0, 1), (0, -1)), held=True),
    Key(("F",), "look at what is under the pointer", "frame_pointed"),
    Key(("Home",), "the scene's view", "go_home"),
    Key(("P",), "masses and springs", "toggle_masses"),
    Key(("T",), "surfaces", "toggle_surfaces"),
    Key(("L",), "droplets as lines", "toggle_lines"),
    Key(("H",), "these keys", "toggle_help"),
    Key(("`",), "what takes time", "toggle_profile"),
    Key(("Tab",), "panel of all values", "toggle_panel"),
    Key(("F11",), "full screen", "full_screen"),
    Key(("Esc",), "leave", "close"),
    Key(("Z", "C"), "roll", "roll", (1, -1), held=True),
    Key(("Ctrl+S",), "write the changes into the file", "save"),
    Key(("Ctrl+Z",), "undo", "undo"),
    Key(("Ctrl+Y",), "do again", "redo"),
    Key(("X",), "drop all changes", "drop_tweaks"),
    Key(("B",), "hold: without the last change", "compare", let_go="compare_no_more"),
    *PATH,
    Key(("Ctrl+R",), "record a film, end it", "record"),
    Key(("G", "Shift+G"), "arrows: forces and more", "turn_layer", (1, -1)),
)

# with the right button down these fly, whatever modifiers are down; else they are the scene's
FLIGHT = Key(("W", "S", "A", "D", "E", "Q"), "fly", "fly", ((0, 0, 1), (0, 0, -1), (-1, 0, 0), (1, 0, 0), (0, 1, 0), (0, -1, 0)), held=True)

MOUSE = (
    ("Drag a mass", "pull it"),
    ("Drag the arrow", "wind"),
    ("Drag", "turn"),
    ("Shift+Drag", "grip and shift"),
    ("Right Drag", "look; W A S D Q E fly, Wheel faster, Shift, Alt"),
    ("Wheel", "nearer, farther"),
    ("Drag the time line", "back and forth; Space goes on from there"),
)

# what is meant by a key with Shift. X11 names the letter that was written, others the key: of the key that has both < and > that is <
SHIFTED = {",": "<", ".": ">", "<": "<" if sys.platform.startswith("linux") else ">", ">": ">"}
WRITTEN = (
    "EXCLAMATION AT HASH DOLLAR PERCENT ASCIICIRCUM AMPERSAND ASTERISK PARENLEFT".split()
)  # on the digits 1 to 9, of an American keyboard
SHIFTED |= {letter: f"Shift+{digit}" for letter, digit in zip(WRITTEN, DIGITS, strict=True)}

# pyglet's names of the keys that have no letter
_CAPS = {
    "PAGEUP": "Page Up",
    "PAGEDOWN": "Page Down",
    "SPACE": "Space",
    "ESCAPE": "Esc",
    "RETURN": "Enter",
    "ENTER": "Enter",
    "NUM_ENTER": "Enter",
    "NUM_DELETE": "Delete",
    "DELETE": "Delete",
    "HOME": "Home",
    "END": "End",
    "INSERT": "Insert",
    "BACKSPACE": "Backspace",
    "TAB": "Tab",
    "LEFT": "Left",
    "RIGHT": "Right",
    "UP": "Up",
    "DOWN": "Down",
    "PERIOD": ".",
    "COMMA": ",",
    "MINUS": "-",
    "PLUS": "+",
    "EQUAL": "=",
    "SLASH": "/",
    "BACKSLASH": "\\",
    "SEMICOLON": ";",
    "APOSTROPHE": "'",
    "BRACKETLEFT": "[",
    "BRACKETRIGHT": "]",
    "LESS": "<",
    "GREATER": ">",
    "GRAVE": "`",
    "QUOTELEFT": "`",
    "NUM_ADD": "+",
    "NUM_SUBTRACT": "-",
}


def cap(symbol, shift=False, ctrl=False):
    """Our spelling of pyglet's name of a key (pyglet.window.key.symbol_string), with the modifiers that are down."""
    name = _CAPS.get(symbol, symbol.removeprefix("_"))
    if shift and name in SHIFTED:
        return f"{'Ctrl+' * ctrl}{SHIFTED[name]}"
    return f"{'Ctrl+' * ctrl}{'Shift+' * shift}{name}"


def owners(table=TABLE):
    """cap -> (Key, argument) of every key of the program; where two lines claim one cap, all of them, first come first asked."""
    found = {}
    for key in table:
        arguments = key.arguments or (None,) * len(key.caps)
        for name, argument in zip(key.caps, arguments, strict=True):
            found.setdefault(name, []).append((key, argument))
    return found


class Call(NamedTuple):
    """What a scene's key asks of the simulation: Simulation.<verb>(*arguments)."""

    verb: str  # press, toggle, cycle or set
    arguments: tuple
    held: bool = False


class Binding(NamedTuple):
    """One line of the scene's own keys: the caps and the path of what they change."""

    caps: tuple
    path: str


def bindings(spec):
    """What a scene binds.

    returns calls   cap -> list of Call: two variables may share a key
            lines   Bindings to show, one for each variable with keys and each entry of `keys`
    """
    calls, lines = {}, []
    for name, variable in spec.vars.items():
        if keys := getattr(variable, "keys", None):
            lines.append(Binding(keys, f"vars.{name}"))
            for key, direction in zip(keys, (-1, 1), strict=True):
                calls.setdefault(key, []).append(Call("press", (name, direction), held=True))
    for key, order in spec.keys.items():
        verb, path, *value = order.split(maxsplit=2)
        lines.append(Binding((key,), path))
        calls.setdefault(key, []).append(Call(verb, (path, *map(value_of, value))))
    return calls, lines
