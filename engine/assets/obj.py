"""OBJ files: points, texture coordinates and polygons by the numbers their authors know.

Our own reader and not the library trimesh, which reads all other meshes (engine/assets/imported.py): that keeps either all points in
their order or the texture coordinates, not both, and has forgotten by the end which sides were those of polygons, and their lines, by
whose numbers authors are told what is wrong.
"""

import math

import numpy as np

from engine.schema.limits import CORNERS, FAR


def parsed(name, text):
    """Places (n, 3), texture coordinates (k, 2), polygons as (points, coordinates or None), and the line of each polygon."""
    rows = {"v": [], "vt": []}
    polygons, lines = [], []
    for number, line in _logical(text):
        word, _, rest = line.partition(" ")
        if word in rows:
            rows[word].append(_numbers(name, number, word, rest.split()))
        elif word == "f":
            polygons.append(_polygon(name, number, rest.split(), len(rows["v"]), len(rows["vt"])))
            lines.append(number)
    return np.array(rows["v"], float).reshape(-1, 3), np.array(rows["vt"], float).reshape(-1, 2), polygons, lines


def _logical(text):
    """(number, line) of each line that says something: comments off, those that end in a backslash joined with the next."""
    begun, held = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#", 1)[0].strip().replace("\t", " ")
        held = held or number
        if line.endswith("\\"):
            begun += line[:-1] + " "
            continue
        if begun + line:
            yield held, begun + line
        begun, held = "", 0


def _numbers(name, line, word, words):
    wanted = {"v": 3, "vt": 2}[word]
    try:
        found = [float(each) for each in words[:wanted]]
    except ValueError:
        found = []
    if word == "vt" and len(found) == 1:
        found.append(0.0)  # the file format's own default
    if len(found) < wanted or not all(map(math.isfinite, found)):
        raise ValueError(f"{name}:{line}: {word} needs {wanted} numbers, found '{' '.join(words)}'")
    if word == "v" and max(map(abs, found)) > FAR:
        raise ValueError(f"{name}:{line}: a point lies {max(map(abs, found)):g} m away; at most {FAR:g}: make the mesh smaller")
    return found


def _polygon(name, line, words, points, coordinates):
    """Point numbers and texture coordinate numbers of a polygon, from 0; None where it has no coordinates."""
    if len(words) < 3:
        raise ValueError(f"{name}:{line}: a polygon needs 3 points or more, found {len(words)}")
    if len(words) > CORNERS:
        raise ValueError(f"{name}:{line}: a polygon has {len(words):,} points; at most {CORNERS}: cut it into smaller ones")
    corners, textured = [], []
    for word in words:
        point, coordinate = (word.split("/") + [""])[:2]
        corners.append(_index(name, line, point, points, "point"))
        if coordinate:
            textured.append(_index(name, line, coordinate, coordinates, "texture coordinate"))
    if len(set(corners)) < len(corners):
        raise ValueError(f"{name}:{line}: a polygon names a point twice; take out what has no area")
    if textured and len(textured) < len(corners):
        raise ValueError(f"{name}:{line}: some corners have a texture coordinate and some have none")
    return corners, textured or None


def _index(name, line, word, count, kind):
    """A number of the file, from 1, or from the end where negative, as an index from 0."""
    try:
        number = int(word)
    except ValueError:
        raise ValueError(f"{name}:{line}: '{word}' is no number of a {kind}") from None
    index = number - 1 if number > 0 else count + number
    if number == 0 or not 0 <= index < count:
        raise ValueError(f"{name}:{line}: there is no {kind} {number}; {count} stand above this line")
    return index
