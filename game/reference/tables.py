"""Tables beside the vocabulary: units, limits, keys, commands. Each is a list of rows of text."""

import argparse

from engine.schema import limits
from engine.schema.units import UNITS
from game.keys import MOUSE, TABLE

# What each number of engine/schema/limits.py limits.
LIMITS = {
    "FILE_BYTES": "bytes of a scene file",
    "VALUES": "values in a scene file",
    "GROWN": "values that variables and likes put in",
    "NESTING": "levels of nesting",
    "SCALAR_BYTES": "bytes of one text",
    "DIGITS": "digits of a number",
    "ERRORS": "errors shown at once",
    "INCLUDES": "files that include each other, one in the other",
    "ENTITIES": "entities",
    "PARTICLES": "particles of one body, and of all together",
    "WATERS": "wave surfaces in a scene",
    "LAMPS": "lights in a scene",
    "BILLBOARDS": "emitters and other bodies with a billboard in a scene",
    "NODES": "nodes of a wave surface along an axis",
    "LATTICE": "masses along an axis of a rope, a sheet, a block",
    "TRIANGLES": "triangles of a mesh file",
    "CORNERS": "corners of a polygon of a mesh file",
    "FAR": "metres from the origin, of a point of a mesh file",
    "ASSET_BYTES": "bytes of a mesh or key file",
    "KEYS": "keys of a camera path",
    "FOV": "degrees of a camera's field of view, neither end included",
}


def unit_rows():
    """(declared unit, what may be written in its place)."""
    return [(unit, ", ".join(known)) for unit, known in UNITS.items() if len(known) > 1]


def limit_rows():
    """(what, most)."""
    return [(LIMITS.get(name, name.lower().replace("_", " ")), _number(value)) for name, value in vars(limits).items() if name.isupper()]


def _number(value):
    """`1 to 179` of a least and a most, a list of several."""
    if isinstance(value, tuple):
        return " to ".join(f"{each:g}" for each in value)
    return ", ".join(f"{each:,}" for each in value.values()) if isinstance(value, dict) else f"{value:,}"


def key_rows():
    """(keys, what they do), the mouse last."""
    keys = [(_caps(key.caps), key.text) for key in TABLE if key.method]
    return [*keys, *MOUSE]


def _caps(caps):
    return f"{caps[0]} to {caps[-1]}" if len(caps) > 4 else ", ".join(caps)


def command_rows():
    """(name, what for, description, options) of each command; options are (spelling, what for)."""
    from game.cli import parser

    group = next(action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    helps = {choice.dest: choice.help for choice in group._choices_actions}
    return [(name, helps.get(name, ""), one.description or "", _options(one)) for name, one in group.choices.items()]


def _options(one):
    found = []
    for action in one._actions:
        if isinstance(action, argparse._HelpAction) or action.help == argparse.SUPPRESS:
            continue
        value = action.metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper())
        word = ", ".join(action.option_strings) + (f" {value}" if action.option_strings and action.nargs != 0 else "")
        found.append((word or str(value), (action.help or "") % {"default": action.default}))
    return found
