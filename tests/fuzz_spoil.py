"""Ways to spoil a file: bytes, words and lines of its text, values and keys of its data; and data written as a scene file."""

import json
import re
from functools import cache

from engine.scene import value_of
from engine.scene.address import annotation_at, specs
from engine.scene.vocabulary import Entity, SceneSpec
from engine.schema.fields import fields
from engine.schema.samples import sample

PIECES = [
    "{", "}", "[", "]", ":", ": ", "- ", "#", " #", "'", '"', "$", "$rate", "${rate}", "&a ", "*a", "!!str ", "!x ", "---\n", "...\n", "%YAML 1.1\n", "\t", "\r", "\r\n",
    "\n", "\n\n", "\0", "\x07", "\x85", "\u2028", "\ufeff", "é", "\U0001f9ff", "0", "-1", "1e400", "1e999", ".nan", "-.inf", "~", "null", "yes", "no", "true", "{}",
    "[]", "[[]]", "{a: 1}", "|\n", ">\n", "|+9\n", "@", "`", "? ", ", ", "  ", "<<: 1\n", "like: jet\n", "\\", "\\x", "'' ", '"" ', "5319E7", "0x1F", "0o17", "1_000", "12:30:45",
    "2001-01-01", "=", "9" * 40, "a: b: c", "include: [{file: part.yaml}]\n", "entities:\n", "[" * 50, "{a: " * 50, "a" * 70_000,
]  # fmt: skip
NASTY = [
    None, True, False, 0, -1, 1, 2, 3, 7, 0.5, -0.0, 1e-320, 1e-12, 1e12, 1e30, 1e308, 2**31, 2**53, 10**20, -(10**31), 16_385, 20_000_001, "", " ", "$x", "$rate", "$on", "${x}", "$",
    "x", "jet", "part.jet", "a.b", "yes", "no", "null", "~", ".nan", "1e999", "0.3", "1/3", "1/0", "0/0 s", "1/1e-300 s", "1e300 km", "1e999 kg", "-5 deg", "3 apples", "1e-300 t", "12 turn", "é",
    "\u2028", "a: b", "#ff0000", "#12", "5319E7", "word " * 200, "x" * 65_000, [], {}, [1], [1, 2], [1, 2, 3], [3, 2, 1], [0, 0, 0], [1, 2, 3, 4], [1e300, 1, 1], ["$x"], [None], [True, True, True],
    [[0, 0, 0], [1, 1, 1]], [[0, 1], [1, 0]], [[[]]], ["jet"], ["jet", "jet"], [2, 2, 2], [1000, 1000], {"a": 1}, {"value": 1}, {"total": 1}, {"like": "jet"}, {"file": "part.yaml"}, {"min": [0, 0, 0], "max": [1, 1, 1]},
    "../x.png", "/etc/passwd", "~/x.png", "file:///x.png", "C:/x.png", "a\\b.png", "a/" * 300 + "x.png", "x" * 300 + ".png", "\0", ".", "..", "folder", "green.png", "photo.jpg", "text.png", "tent.obj", "tour.keys",
    "part.yaml", "toggle jet.emitter.enabled", "set vars.rate 1", "cycle time.solver", "toggle", "jet.emitter.rate", "frame", "auto", "stable", "top_left", "point", "Q", "F1",
]  # fmt: skip


# text


def text_spoiled(text, draw):
    """A text with one small accident."""
    at = draw.randrange(len(text) + 1)
    lines = text.split("\n")
    line = draw.randrange(len(lines))
    match draw.randrange(12):
        case 0 | 1 | 2:
            return text[:at] + draw.choice(PIECES) + text[at + draw.choice([0, 0, 1, 3, 12]) :]
        case 3:
            return text[:at] + text[at + draw.randrange(1, 20) :]
        case 4:
            return text[:at]  # half a file
        case 5:
            lines.insert(draw.randrange(len(lines) + 1), lines[line])
        case 6:
            other = draw.randrange(len(lines))
            lines[line], lines[other] = lines[other], lines[line]
        case 7:
            lines[line] = " " * draw.randrange(9) + lines[line].lstrip()
        case 8:
            del lines[line : line + draw.randrange(1, 4)]
        case 9 | 10:  # a value, replaced by another's text
            words = list(re.finditer(r"[\w.#/$-]+", text))
            if words:
                word = draw.choice(words)
                new = draw.choice([draw.choice(words)[0], json.dumps(draw.choice(NASTY)), draw.choice(PIECES)])
                return text[: word.start()] + new + text[word.end() :]
        case 11:
            return text.replace("\n", draw.choice(["\r\n", "\r", "\n\n", "\n ", "\n\t"]))
    return "\n".join(lines)


def as_bytes(text, draw):
    """The bytes of a text, now and then in another encoding, or with some that are none."""
    raw = text.encode("utf-8", "replace")
    kind = draw.randrange(40)
    if kind == 0:
        return text.encode(draw.choice(["utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig"]), "replace")
    return bytes_spoiled(raw, draw) if kind == 1 else raw


def bytes_spoiled(raw, draw):
    """Bytes changed, put in, taken out, repeated."""
    raw, at = bytearray(raw), draw.randrange(len(raw) + 1)
    match draw.randrange(6):
        case 0 | 1:
            for _ in range(draw.randrange(1, 6)):
                if raw:
                    raw[draw.randrange(len(raw))] = draw.randrange(256)
        case 2:
            raw[at:at] = draw.randbytes(draw.randrange(1, 9))
        case 3:
            del raw[at : at + draw.randrange(1, 200)]
        case 4:
            del raw[at:]
        case 5:  # a number of four bytes, as headers have them
            raw[at : at + 4] = draw.choice([0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x10000, 16_385]).to_bytes(4, draw.choice(["big", "little"]))
    return bytes(raw)


# data


def places(data, path=()):
    """Paths of all values."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def at(data, path):
    """The value at a path."""
    for part in path:
        data = data[part]
    return data


def data_spoiled(data, draw):
    """The data with something replaced, taken out, put in, renamed, moved or exchanged. Changed in place where that is no matter."""
    data = json.loads(json.dumps(data))
    known = list(places(data))
    if not known:
        return data
    path = draw.choice(known)
    block, last = at(data, path[:-1]), path[-1]
    other = draw.choice(known)
    match draw.randrange(12):
        case 0 | 1 | 2 | 3:
            block[last] = draw.choice(NASTY)
        case 4:
            del block[last]
        case 5:
            if isinstance(block, dict):
                block[_word(draw, path)] = block.pop(last)
        case 6 | 7:
            node = block[last] if isinstance(block[last], dict) else block
            if isinstance(node, dict):
                here = path if node is not block else path[:-1]
                name = _word(draw, (*here, ""))
                node[name] = _value(draw, (*here, name))
        case 8:
            block[last] = json.loads(json.dumps(at(data, other)))
        case 9:
            if path[: len(other)] != other and other[: len(path)] != path:
                there = at(data, other[:-1])
                block[last], there[other[-1]] = there[other[-1]], block[last]
        case 10:
            block[last] = draw.choice([[block[last]], {"value": block[last]}, [block[last]] * 3, {str(last): block[last]}])
        case 11:
            if isinstance(block[last], list):
                block[last] = block[last] * draw.choice([0, 2, 30])
            elif isinstance(block[last], int | float):
                block[last] = block[last] * draw.choice([-1, 1000, 1e-6, 1e9])
    return data


def _word(draw, path):
    """A key for a path: one that the block knows, one that another knows, one with a slip of the pen."""
    here = [name for spec in specs(annotation_at(path[:-1])) for name in spec.model_fields]
    word = draw.choice(here if here and draw.random() < 0.6 else vocabulary())
    return (
        word
        if draw.random() < 0.8
        else draw.choice([word[:-1], word + "e", word.upper(), f"{word} x", f"a.{word}", "", "<<", "é", "$rate"])
    )


def _value(draw, path):
    """What stands at a path of a right scene, or anything."""
    if draw.random() < 0.6:
        holder = next(iter(specs(annotation_at(path[:-1]))), None)
        if holder and path[-1] in holder.model_fields:
            return value_of(sample(fields(holder)[path[-1]]))
    return draw.choice(NASTY)


@cache
def vocabulary():
    """All keys that a scene may have anywhere."""
    known, waiting = set(), [SceneSpec, Entity]
    while waiting:
        spec = waiting.pop()
        new = set(spec.model_fields) - known
        known |= new
        for name in spec.model_fields:
            waiting += [each for each in specs(spec.model_fields[name].annotation) if not set(each.model_fields) <= known]
    return sorted(known)


# data as a scene file

_PLAIN = re.compile(r"[A-Za-z$./][\w./$-]*(?: [\w./$-]+)*$")
_WORD = re.compile(r"[a-z_][\w.]*$")


def as_yaml(data):
    """A scene file that says the data, in blocks down to the components, as authors write."""
    return "".join(_line(key, item, 0) for key, item in data.items()) if isinstance(data, dict) else _flow(data)


def _line(key, item, depth):
    head = f"{'  ' * depth}{_key(key)}:"
    if isinstance(item, dict) and item and depth < 3:
        return f"{head}\n" + "".join(_line(name, inner, depth + 1) for name, inner in item.items())
    return f"{head} {_flow(item)}\n"


def _key(key):
    return key if _WORD.match(str(key)) else json.dumps(str(key))


def _flow(item):
    if isinstance(item, dict):
        return "{" + ", ".join(f"{_key(key)}: {_flow(inner)}" for key, inner in item.items()) + "}"
    if isinstance(item, list):
        return f"[{', '.join(map(_flow, item))}]"
    if isinstance(item, str) and _PLAIN.match(item) and item.lower() not in ("true", "false", "null", "yes", "no"):
        return item
    return json.dumps(item)
