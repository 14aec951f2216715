"""content/REFERENCE.md, made from the declarations: `python -m content.make.reference`."""

import re

from engine.scene.vocabulary import COMPONENTS
from engine.schema.told import one_line
from engine.schema.words import EFFECTS, allowed, default
from game.reference import bakes, tables
from game.reference.blocks import groups, of_component, of_entity, of_file
from game.reference.examples import example

MAKE = "python -m content.make.reference"
HEAD = f"""\
# Reference

Everything that a scene file may say. Made by `{MAKE}` from the declarations in the code; `springvand docs WORD` shows the same in
the terminal (`springvand docs emitter.rate`), and an editor with a YAML language server shows it while you type.

A scene is a text file: some lines about the whole, then `entities`, each a name with its components. Numbers are in the unit that the
table names, or are text with another one (`12 deg`, `250 ms`, `1/120 s`); `$name` stands for a variable under `vars`, in place of any value.
The last column says what a change does while the scene runs:

"""
FORMS = """\
A `number or [min, max]` is drawn anew for each particle. A colour in hex is as on the screen (sRGB), in numbers it is linear light. A path is
looked for beside the scene, then in `content/`. Y is up; rotations are degrees about x, y, z; azimuth 0 is toward -z and grows toward +x.
"""
ERRORS = """\
A mistake is named as `file:line:column: error: what is wrong; what to write instead`, all mistakes at once. While a scene runs its last
good version goes on until the file is mended. The status of a command is 0 when all is well, 1 when the scene has errors, 2 when the
command line has, 3 when the machine lacks something, 4 when a run failed half-way, 130 when it was interrupted.
"""


def reference():
    """The whole page."""
    sections = list(_sections())
    contents = "".join(_line_of_contents(title) for text in sections for title in re.findall(r"^(##+ .+)$", text, re.M))
    effects = "".join(f"- `{name}`: {text}\n" for name, text in EFFECTS.items())
    return "\n".join([HEAD + effects, FORMS, contents, *sections])


def _line_of_contents(title):
    marks, _, name = title.partition(" ")
    return f"{'  ' * (len(marks) - 2)}- [{name}](#{anchor(name)})\n"


def anchor(title):
    """How a link to a heading is spelled."""
    return re.sub(r"[^a-z0-9_ -]", "", title.lower()).replace(" ", "-")


def _sections():
    yield "## The file\n\nWhat stands at the top of a scene file.\n\n" + _fields(of_file())
    yield "## Every entity\n\nWhat any entity may have beside its components.\n\n" + _fields(of_entity())
    for title, names in groups().items():
        yield "\n".join([f"## {title}\n", *(_component(name) for name in names)])
    yield "## Units\n\nA number may be text with a unit, or a fraction.\n\n" + _table(("unit", "may be written in"), tables.unit_rows())
    yield "## Limits\n\n" + _table(("at most", ""), [(most, what) for what, most in tables.limit_rows()])
    yield "## Errors\n\n" + ERRORS
    yield "## Keys of the window\n\nAll other letters and digits are the scene's (`vars`, `keys`); H shows them.\n\n" + _table(
        ("key", ""), tables.key_rows()
    )
    yield "## Bakes\n\n" + bakes.section()
    yield "\n".join(["## Command line\n", *map(_command, tables.command_rows())])


def _component(name):
    shown = example(name)
    code = f"```yaml\n{shown}\n```\n\n" if shown else ""
    return f"### {name}\n\n{one_line(COMPONENTS[name].__doc__)}\n\n{code}{_fields(of_component(name))}"


def _fields(rows):
    return _table(("field", "", "value", "unit", "default", "a change"), [_field(row) for row in rows])


def _field(row):
    field = row.field
    known = "required" if field.required else default(field)
    return (
        f"`{row.address}`",
        field.text,
        allowed(field),
        "" if field.unit == "1" else field.unit,
        f"`{known}`" if known and not field.required else known,
        field.reload,
    )


def _command(command):
    name, short, text, options = command
    return f"### springvand {name}\n\n{text or short}\n\n" + _table(("", ""), [(f"`{word}`", what) for word, what in options])


def _table(head, rows):
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
