"""Named values: `$name` in the data becomes what stands under vars."""

import re
from functools import partial

from engine.scene.errors import own_names
from engine.schema.limits import GROWN

_NAME = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)$")  # dotted: of an included file
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*$")

# Keys that the program keeps for itself; all other letters and digits are the scene's.
TAKEN = frozenset("BCFGHKLPRTXZ")
FREE = tuple(c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" if c not in TAKEN)


def put_in(data, report, included=frozenset()):
    """Replace every `$name` in the data, in place; fills report.through (path -> name).

    included  names of the variables of included files
    """
    check(data, report, included)
    known = values(data)
    for key, item in data.items():
        if key != "vars":
            data[key] = replaced(item, (key,), known, report)


def values(data):
    """Name -> value of all variables of a scene's data."""
    variables = data.get("vars")
    named = variables.items() if isinstance(variables, dict) else ()
    return {name: item.get("value") if isinstance(item, dict) else item for name, item in named}


def check(data, report, included):
    """Report variables that cannot be."""
    for name, value in values(data).items():
        path, item = ("vars", name), data["vars"][name]
        if not _PLAIN.match(name.rpartition(".")[2] if name in included else name):
            report.at(path, f"'{name}' cannot be the name of a variable; use letters, digits and _", key=True)
        if isinstance(value, str) and value.startswith("$"):
            report.at(
                (*path, "value") if isinstance(item, dict) else path, f"a variable cannot be made from another ({value}); write its value"
            )
        if isinstance(item, dict):
            _check_range(path, item, report)


def _check_range(path, item, report):
    value, low, high = (item.get(k) if _number(item.get(k)) else None for k in ("value", "min", "max"))
    if low is not None and high is not None and low > high:
        report.at((*path, "min"), f"min {low:g} is more than max {high:g}; turn them round")
    elif value is not None and (low is not None and value < low or high is not None and value > high):
        reach = " to ".join(f"{end:g}" for end in (low, high) if end is not None)
        side = "" if low is not None and high is not None else " or more" if low is not None else " or less"
        report.at((*path, "value"), f"{value:g} is outside the range of '{path[1]}'; write {reach}{side}")
    if isinstance(item.get("keys"), list):
        for i, key in enumerate(item["keys"]):
            check_key(key, (*path, "keys", i), report)


def check_key(key, path, report, named=False):
    """Report a key of the keyboard that a scene cannot have; named: it stands as the key of a mapping."""
    if not isinstance(key, str):
        report.at(path, f'keys are text; write "{key}" in quotes')
    elif key in TAKEN:
        report.at(path, f"the program itself uses the key {key}; free are {' '.join(FREE)}", key=named)
    elif key not in FREE:
        report.at(path, f"'{key}' is no key that a scene can have; free are {' '.join(FREE)}", key=named)


def _number(value):
    return isinstance(value, int | float) and not isinstance(value, bool)


def replaced(item, path, known, report, own=""):
    """What stands at a path, with the value in place of each `$name`.

    known  name -> value of all variables of the scene
    own    what the names of this file's variables begin with there: "" or "fountain."
    """
    if isinstance(item, dict):
        return {key: replaced(value, (*path, key), known, report, own) for key, value in item.items()}
    if isinstance(item, list):
        return [replaced(value, (*path, i), known, report, own) for i, value in enumerate(item)]
    if not isinstance(item, str) or "$" not in item or path[0] in ("title", "about"):
        return item
    if not (found := _NAME.match(item)):
        report.at(path, f"'{item}': a variable is written $name and stands alone")
        return {}
    name = own + found[1]
    if name not in known and report.scene.lost and "." in name:  # of a file that cannot be read
        report.failed.add(path)
        return {}
    if name not in known:
        report.at(path, f"no variable '{found[1]}' under vars", near=(found[1], partial(own_names, known, own)))
        return {}
    report.through[path] = name
    return _listed(known[name], path, report) if isinstance(known[name], list) else known[name]


def _listed(value, path, report):
    """A copy of a list, as long as all that have been put in are not too much."""
    before, report.scene.grown = report.scene.grown, report.scene.grown + len(value)
    if report.scene.grown <= GROWN:
        return list(value)
    if before <= GROWN:
        report.at(path, f"more than {GROWN:,} values where variables are put in; keep bulk data in files of its own")
    report.failed.add(path)
    return {}
