"""The reference in the terminal: `springvand docs WORD`."""

import textwrap
from difflib import get_close_matches

from engine.scene.later import LATER
from engine.scene.vocabulary import COMPONENTS
from engine.schema.told import meanings_of, one_line
from engine.schema.words import EFFECTS, allowed, default, units
from game.reference import tables
from game.reference.blocks import all_rows, groups, of_component, of_entity, of_file
from game.reference.examples import example

TOPICS = {
    "file": "what stands at the top of a scene",
    "entity": "what every entity may have",
    "units": "how numbers may be written",
    "limits": "the most of everything",
    "keys": "keys of the window",
}


class Unknown(ValueError):
    """A word of which the reference knows nothing; the message says what was perhaps meant."""


def overview(width):
    """All components and topics, a line each."""
    lines = ["springvand docs WORD shows one of these, or a field as in emitter.rate.", ""]
    for title, names in groups().items():
        lines += [title, *_columns([(name, one_line(COMPONENTS[name].__doc__)) for name in names], width), ""]
    return "\n".join([*lines, "And", *_columns(list(TOPICS.items()), width)])


def about(word, width):
    """What the reference says of a component, a field (with or without its component) or a topic. Raises Unknown."""
    if word in TOPICS:
        return _topic(word, width)
    if word in COMPONENTS:
        return _component(word, width)
    known = all_rows()
    path = word.replace("[", ".").split(".")
    found = [row for row in known if row.address == word] or [row for row in known if row.address.split(".")[-len(path) :] == path]
    if not found and len(path) > 2:  # with an entity's name before it, or an axis behind it
        return about(".".join(path[1:] if path[1] in COMPONENTS else path[:-1]), width)
    if not found:
        names = [*COMPONENTS, *TOPICS, *dict.fromkeys(each for row in known for each in (row.address, row.address.rpartition(".")[2]))]
        if instead := next((words[path[-1]] for words in LATER.values() if path[-1] in words), None):
            raise Unknown(f"'{path[-1]}' is not there yet in this version; {instead}")
        near = get_close_matches(word, names, 1, 0.6)
        raise Unknown(f"nothing is called '{word}'; " + (f"did you mean '{near[0]}'?" if near else "springvand docs lists what there is"))
    inside = [row for row in known if row.address.startswith(f"{found[0].address}.")] if len(found) == 1 else []
    return "\n\n".join([_field(row, width) for row in found] + (["\n".join(_lines(inside, width))] if inside else []))


def _topic(word, width):
    rows = {"units": tables.unit_rows, "limits": tables.limit_rows, "keys": tables.key_rows}
    return "\n".join(_columns(rows[word](), width) if word in rows else _lines(of_file() if word == "file" else of_entity(), width))


def _component(name, width):
    shown = example(name)
    parts = [textwrap.fill(f"{name}: {one_line(COMPONENTS[name].__doc__)}", width)]
    parts += [textwrap.indent(shown, "  ")] if shown else []
    return "\n\n".join([*parts, "\n".join(_lines(of_component(name), width))])


def _lines(rows, width):
    return _columns([(row.address, f"{row.field.text} [{_facts(row.field)}]") for row in rows], width)


def _facts(field):
    known = "required" if field.required else f"default {default(field)}" if default(field) else ""
    return "; ".join(filter(None, [allowed(field), field.unit if field.unit != "1" else "", known, field.reload]))


def _field(row, width):
    field = row.field
    facts = [
        ("value", allowed(field)),
        ("unit", _unit(field.unit)),
        ("default", "none: it must be given" if field.required else default(field) or "absent"),
        ("a change", f"{EFFECTS[field.reload]} ({field.reload})"),
        *meanings_of(field).items(),
    ]
    told = _columns([fact for fact in facts if fact[1]], width)
    return "\n".join([textwrap.fill(f"{row.address}: {field.text}", width), *told])


def _unit(unit):
    others = units(unit)[1:]
    return "" if unit in ("", "1") else f"{unit} (or {', '.join(others)})" if others else unit


def _columns(rows, width):
    """Two columns, the second wrapped; a long word in the first stands on a line of its own."""
    wide = min(max((len(word) for word, _ in rows), default=0), 32)
    lines = []
    for word, text in rows:
        told = textwrap.wrap(text, max(width - wide - 4, 20)) or [""]
        if len(word) > wide:
            lines.append(f"  {word}")
            word = ""
        lines += [f"  {word if n == 0 else '':{wide}}  {each}".rstrip() for n, each in enumerate(told)]
    return lines
