"""Keys written as text: a new file, or a file's own text with nothing changed but the lines of keys that changed."""

import re

import numpy as np

from engine.assets.keys import EASES

_COMMENT = re.compile(r"\s*#[^\r\n]*")


def line_of(keys, i):
    """Key number i as a line without its end, with as many digits as its numbers need."""
    words = ["p", *map(_short, keys.position[i]), "r", *map(_short, keys.rotation[i])]
    if not np.isnan(keys.shape[i]).all():
        words += ["k", *map(_short, keys.shape[i])]
    if not np.isnan(keys.duration[i]):
        words += ["d", _short(keys.duration[i])]
    if not np.isnan(keys.fov[i]):
        words += ["f", _short(keys.fov[i])]
    if keys.ease[i]:
        words += ["e", EASES[keys.ease[i]]]
    if keys.event[i]:
        words += ["n", keys.event[i]]
    if not np.isnan(keys.handles[i]).all():
        words += ["h", *map(_short, keys.handles[i].ravel())]
    return " ".join(words)


def written(keys, file=None):
    """The bytes of a key file. With the KeyFile that they were read from: comments, blank lines, the ends of lines and the lines of
    unchanged keys are kept, byte for byte; a key that moved in the list is a new line.
    """
    if file is None:
        return "".join(line_of(keys, i) + "\n" for i in range(len(keys))).encode()
    end = next((found[0] for line in file.lines if (found := re.search(r"\r\n|\r|\n", line))), "\n")
    own, result, done = set(file.rows), [], 0  # done: lines that have been passed
    same = keys.same_as_in(file.keys)
    for i, source in enumerate(keys.source.tolist()):
        row = file.rows[source] if source >= 0 else -1
        if row < done:
            result.append(line_of(keys, i) + end)
            continue
        result += [file.lines[number] for number in range(done, row) if number not in own]
        result.append(file.lines[row] if same[i] else _line(keys, i, file.lines[row]))
        done = row + 1
    result += [file.lines[number] for number in range(done, len(file.lines)) if number not in own]
    return _joined(result, end, file).encode()


def _line(keys, i, line):
    """A key's line anew, with the indentation, the comment and the end of the old one."""
    said = line.removeprefix("\ufeff").rstrip("\r\n")
    comment = _COMMENT.search(said)
    return said[: len(said) - len(said.lstrip())] + line_of(keys, i) + (comment[0] if comment else "") + line[len(line.rstrip("\r\n")) :]


def _joined(lines, end, file):
    """One text: each line but the last has an end, and the byte order mark stands where it stood."""
    lines = [line.removeprefix("\ufeff") for line in lines]
    whole = [line if line.endswith(("\r", "\n")) else line + end for line in lines[:-1]] + lines[-1:]
    if whole and file.lines and file.lines[-1].endswith(("\r", "\n")) and not whole[-1].endswith(("\r", "\n")):
        whole[-1] += end
    return ("\ufeff" if file.lines and file.lines[0].startswith("\ufeff") else "") + "".join(whole)


def _short(number):
    """The shortest text that stands for exactly this number; a dash for "as the path says"."""
    if np.isnan(number):
        return "-"
    return repr(float(number)).removesuffix(".0") if number else "0"
