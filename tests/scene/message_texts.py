"""Every text in the code that may become a message for an author, found in the syntax trees, as regular expressions."""

import ast
import re
from pathlib import Path

ENGINE = Path(__file__).parents[2] / "engine"
ROOMS = "scene", "schema", "assets", "emitters", "forces", "colliders", "bodies", "cameras", "looks"
# what is called, or raised, with a message
REPORTS = {
    "at", "mark", "_bad", "_refuse", "fault", "Fault", "_Wrong", "PathError", "AddressError", "UnitError", "KeyFileError", "ValueError", "PydanticCustomError",
}  # fmt: skip
# functions that give (a part of) a message back
REPLIES = {"_unfit", "_wrong_value", "_hint", "_no_tag", "_near"}
YIELDED = {"faults.py"}  # files whose generators yield (place, message)


def templates():
    """(regular expression, `file.py:line`) of every message."""
    for room in ROOMS:
        for path in sorted((ENGINE / room).glob("*.py")):
            yield from _in_file(path)


def _in_file(path):
    tree = ast.parse(path.read_text())
    known = _assigned(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in REPORTS:
            told = [*node.args, *(each.value for each in node.keywords if each.arg != "near")]
        elif isinstance(node, ast.Yield) and path.name in YIELDED:
            told = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        elif isinstance(node, ast.FunctionDef) and node.name in REPLIES:
            told = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value is not None]
        else:
            continue
        for each in told:
            for pattern in _patterns(each, known):
                if _is_message(pattern):
                    yield pattern, f"{path.parent.name}/{path.name}:{node.lineno}"


def _is_message(pattern):
    """A sentence, and not a name or a kind of error."""
    return " " in pattern.replace(".*", "").strip()


def _assigned(tree):
    """Name -> expressions that are assigned to it anywhere in a file."""
    known = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                for name, value in pairs:
                    if isinstance(name, ast.Name):
                        known.setdefault(name.id, []).append(value)
    return known


def _patterns(node, known):
    """Regular expressions of the texts that an expression can be."""
    match node:
        case ast.Constant(value=str(text)):
            return [re.sub(r"\\\{\w*\\\}", ".*", re.escape(text)).replace("\\ ", " ").replace(r"\{\{", r"\{").replace(r"\}\}", r"\}")]
        case ast.JoinedStr(values=values):
            parts = [re.escape(part.value).replace("\\ ", " ") if isinstance(part, ast.Constant) else ".*" for part in values]
            return ["".join(parts)]
        case ast.IfExp(body=body, orelse=other):
            return _patterns(body, known) + _patterns(other, known)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            ends = _patterns(right, known) or [".*"]
            return [f"{head}{end}" for head in _patterns(left, known) or [".*"] for end in ends]
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            return _patterns(value, known)
        case ast.Name(id=name):
            return [pattern for value in known.get(name, []) if not isinstance(value, ast.Name) for pattern in _patterns(value, {})]
        case ast.List(elts=each) | ast.Tuple(elts=each):
            return [pattern for item in each for pattern in _patterns(item, known)]
    return []
