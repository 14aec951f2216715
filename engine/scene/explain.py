"""What pydantic says about the data, in the author's words, each cause once and at its place."""

import re
from difflib import get_close_matches

from engine.scene.address import annotation_at, length_of, names, shown, words
from engine.scene.later import later

_COMMA = re.compile(r"[-+]?\d*,\d+(?: *[^\d,]+)?")  # 0,5 as some languages write it

# Types of errors that only say "this is not what belongs here".
_WRONG_KIND = frozenset({
    "float_type", "int_type", "int_from_float", "string_type", "bool_type", "tuple_type", "list_type", "dict_type", "model_type",
    "model_attributes_type", "literal_error", "none_required", "finite_number", "string_pattern_mismatch", "union_tag_invalid",
})  # fmt: skip

# What a limit says. {0}: the limit.
LIMITS = {
    "greater_than": "must be more than {0}",
    "greater_than_equal": "must be {0} or more",
    "less_than": "must be less than {0}",
    "less_than_equal": "must be {0} or less",
}


def explain(error, data, report):
    """Put each mistake that a ValidationError names into the report."""
    groups = {}
    for each in error.errors(include_url=False):
        path, rest = _split(data, each["loc"])
        path += tuple((each.get("ctx") or {}).get("where", ()))
        groups.setdefault(path, []).append((each, rest))
    around = {path[:n] for path in groups for n in range(len(path))}  # blocks with a mistake inside
    unknown = {}  # path of a block -> its unknown keys
    for path, errors in groups.items():
        if path and any(e["type"] == "extra_forbidden" for e, _ in errors):
            unknown.setdefault(path[:-1], []).append(path[-1])
    for path, errors in groups.items():
        _one(path, errors, data, unknown, path in around, report)


def _split(data, loc):
    """The part of a location that is a path in the data, and the parts that are not: names of types, names that are missing."""
    node, path, rest = data, (), ()
    for part in loc:
        if isinstance(node, dict) and part in node or isinstance(node, list) and isinstance(part, int) and part < len(node):
            node, path = node[part], (*path, part)
        else:
            rest = (*rest, part)
    return path, rest


def _one(path, errors, data, unknown, deeper, report):
    """Report what is wrong at one path: an unknown key, a missing one, a wrong number of items, a wrong kind, or a wrong value."""
    types = {e["type"] for e, _ in errors}
    value = _at(data, path)
    if "extra_forbidden" in types:
        _unknown(path, errors, data, report)
    elif any(e["type"] == "missing" and isinstance(rest[-1], str) for e, rest in errors):
        for e, rest in errors:
            if e["type"] == "missing" and isinstance(rest[-1], str):
                _missing(path, rest, unknown, report)
    elif types & {"missing", "too_long", "too_short"}:
        _count(path, errors, value, report)
    elif types <= _WRONG_KIND:
        words = value if isinstance(value, dict) else (value,)
        if said := next(filter(None, (later(path, word) for word in words)), None):
            report.at(path, said)
        elif said := _without_colon(path, value, report):
            report.at(path, said)
        elif not deeper:
            report.at(path, f"{_label(path)}: must be {shown(annotation_at(path))}, found {_found(value)}{_hint(value, path, report)}")
    else:
        each = next(e for e, _ in errors if e["type"] not in _WRONG_KIND)
        _value(path, each, value, report)


def _without_colon(path, value, report):
    """What to write where a text stands in place of a block and begins with a key that the block knows; "" elsewhere."""
    written = report.written(path)
    if not isinstance(value, str) or not written or written[0] in "\"'|>":
        return ""
    key, _, rest = re.split(r"[\r\n]", written)[0].partition("#")[0].partition(" ")
    if key not in names(annotation_at(path)):
        return ""
    alone = report.places[path].line > report.places[path].key_line  # of the block
    meant = f"{key}: {rest.strip() or '...' * (not alone)}".rstrip()
    return f"a key needs a colon; write {meant if alone else f'{path[-1]}: {{{meant}}}'}"


def _unknown(path, errors, data, report):
    each, rest = next((e, r) for e, r in errors if e["type"] == "extra_forbidden")
    if rest and _at(data, path) == rest[-1]:  # the bare word of a block that holds one of several kinds
        if said := later(path, rest[-1]):
            report.at(path, said)
        else:
            report.at(path, f"unknown kind '{rest[-1]}'", near=(str(rest[-1]), names(annotation_at(path))))
        return
    if said := later(path[:-1], path[-1]):
        report.at(path, said, key=True)
        return
    if home := _home(path, data):
        report.at(path, f"'{path[-1]}' does not stand here; move it into {home}", key=True)
        return
    report.at(path, f"unknown key '{path[-1]}'", key=True, near=(str(path[-1]), names(annotation_at(path[:-1]))))


def _home(path, data):
    """The block beside an unknown key that knows it: `emitter` for a `rate` that stands one level too high."""
    beside = (key for key, value in _at(data, path[:-1]).items() if isinstance(value, dict))
    return next((key for key in beside if path[-1] in names(annotation_at((*path[:-1], key)))), None)


def _missing(path, rest, unknown, report):
    """A key that is not there, unless it is there with a typo. rest: its name, behind the names of types or the bare word of its block."""
    name, annotation = rest[-1], annotation_at((*path, rest[-1]))
    if get_close_matches(name, unknown.get(path, ()), 1, 0.6) or (*path, name) in report.failed:
        return
    if annotation is None and (inside := annotation_at((*path, *rest))):  # `shape: sphere`
        report.at(path, f"{rest[-2]} needs '{name}': {shown(inside)}; write {_label(path)}: {{{rest[-2]}: {{{name}: ...}}}}")
        return
    where = f"{_label(path)} needs" if path else "a scene needs"
    report.at((*path, name), f"{where} '{name}': {shown(annotation)}", key=True)


def _count(path, errors, value, report):
    """Report a list with too few or too many entries."""
    annotation, found = annotation_at(path), len(value) if isinstance(value, list) else 0
    wanted, noun = _wanted(annotation, errors)
    report.at(path, f"{_label(path)}: needs {wanted} {noun}, found {found}")


def _wanted(annotation, errors):
    """How many entries there must be, and of what."""
    if "colour" in shown(annotation):
        return "3 or 4", "numbers"
    length, inside = length_of(annotation)
    if length is not None:
        return length, "points" if length_of(inside)[0] else "numbers" if inside in (float, int) else "entries"
    limit = next(e["ctx"] for e, _ in errors if e["type"] in ("too_long", "too_short"))
    least, most = limit.get("min_length"), limit.get("max_length")
    return (f"at least {least}", "entry" if least == 1 else "entries") if least is not None else (f"at most {most}", "entries")


def _value(path, each, value, report):
    if each["type"] in LIMITS:
        limit = next(iter(each["ctx"].values()))
        text = LIMITS[each["type"]].format(f"{limit:,}" if isinstance(limit, int) else f"{limit:g}")
        report.at(path, f"{_label(path)}: {text}, found {_found(value)}")
    elif each["type"] == "unit" and isinstance(value, str) and _COMMA.fullmatch(value) and "[x" not in shown(annotation_at(path)):
        report.at(path, f"{_label(path)}: '{value}' is text; write a point for the comma: {value.replace(',', '.')}")
    elif each["type"] == "unit" and isinstance(value, str) and "," in value:
        report.at(path, f"{_label(path)}: '{value}' is text; write the numbers in brackets: [{value.strip('()[] ')}]")
    elif each["type"] == "one_of":
        report.at(path, f"{_label(path)} {each['msg']}", key=True)
    elif each["type"] == "fit":
        report.at(path, f"{_label(path)}: {each['msg']}", key=True)
    else:
        report.at(path, f"{_label(path)}: {each['msg']}")


def _hint(value, path, report):
    """What to write instead, for the usual slips."""
    kind = shown(annotation_at(path))
    written = report.written(path)
    if isinstance(value, str) and (known := names(annotation_at(path))):
        return _block_hint(value, path, known)
    if path == ("entities",) and written and written.isidentifier():
        return f"; write {value}: and its components, each on a line"
    if kind == "true or false" and isinstance(value, str) and value.lower() in ("yes", "on", "no", "off"):
        return f"; write {'true' if value.lower() in ('yes', 'on') else 'false'}"
    if kind == "true or false" and type(value) is int and value in (0, 1):
        return f"; write {'true' if value else 'false'}"
    if "colour" in kind and isinstance(value, int | float) and written and len(written) in (6, 8):
        return f'; YAML reads {written} as a number: write "#{written}" in quotes'
    if kind == "a whole number" and isinstance(value, float) and value == int(value):
        return f"; write {int(value)}"
    if kind == "text" and isinstance(value, int | float) and written:
        return f'; write "{written}" in quotes'
    if "number" in kind and isinstance(value, str) and written and written[0] in "\"'":
        return "; write the number without quotes"
    return ""


def _block_hint(word, path, known):
    """What to write where a word stands in place of a block: the field that takes it, or that knows it as a key, else the key that is meant."""
    inside = {name: annotation_at((*path, name)) for name in known}
    for knows, meant in ((words, word), (names, f"{{{word}: ...}}")):
        takes = [name for name in known if word in knows(inside[name])]
        if len(takes) == 1:
            return f"; write {_label(path)}: {{{takes[0]}: {meant}}}"
    close = get_close_matches(word, known, 1, 0.6)
    return f"; did you mean {_label(path)}: {{{close[0]}: ...}}?" if close else ""


def _label(path):
    """`size[1]` for (..., "size", 1)."""
    tail = ""
    for part in reversed(path):
        if isinstance(part, str):
            return part + tail
        tail = f"[{part}]{tail}"
    return "the scene"


def _at(data, path):
    for part in path:
        if not (isinstance(data, dict) and part in data or isinstance(data, list) and isinstance(part, int) and part < len(data)):
            return None
        data = data[part]
    return data


def _found(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a block"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, str):
        return f"'{value if len(value) <= 40 else value[:37] + '...'}'"
    return f"{value:g}" if isinstance(value, float) else f"{value}"
