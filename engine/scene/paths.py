"""Where the files lie that a scene names, and where the scenes lie.

A scene's relative paths try its own folder, then content/; what they lead to must lie inside one of the two.
"""

import os
import re
from difflib import get_close_matches
from pathlib import Path

CONTENT = Path(__file__).resolve().parents[2] / "content"


class PathError(ValueError):
    """A path that a scene may not use, or that leads nowhere."""


def resolve(relative, scene, allow_outside=False):
    """Absolute path of an existing file that the scene (a path) names. Raises PathError.

    allow_outside  one's own scene: absolute paths, ~ and paths that leave the two folders are taken
    """
    _check_form(relative, allow_outside)
    own = Path(scene).parent
    roots = [Path(os.path.abspath(own)), own.resolve(), CONTENT]
    leaves = True
    for root in (roots[0], CONTENT):
        candidate = Path(os.path.normpath(root / os.path.expanduser(relative) if allow_outside else root / relative))
        if not allow_outside and not _inside(candidate, roots):
            continue
        leaves = False
        if candidate.exists():
            if not candidate.is_file():
                raise PathError(f"'{relative}' is not a file")
            if not allow_outside and not _inside(candidate.resolve(), [r.resolve() for r in roots]):
                raise PathError(f"'{relative}' leads through a link to outside the scene's folder and content/; copy the file there")
            return candidate
    if leaves:
        raise PathError(f"'{relative}' leaves the scene's folder and content/; copy the file there")
    raise PathError(f"no file '{relative}' in the scene's folder or in content/{_near(relative, (roots[0], CONTENT))}")


def candidates(relative, scene):
    """Where a file that the scene (a path) names may lie."""
    return [Path(os.path.abspath(root / relative)) for root in (Path(scene).parent, CONTENT)]


def _check_form(relative, allow_outside):
    if not relative:
        raise PathError("the path of a file is missing")
    if "\0" in relative:
        raise PathError(f"'{relative}' holds a character that no path can have; take it out")
    if "://" in relative or relative.lower().startswith("file:"):
        raise PathError(f"'{relative}' is an address; write the path of a file beside the scene")
    if allow_outside:
        return
    if re.match(r"[A-Za-z]:", relative):
        raise PathError(f"'{relative}' starts with a drive; write a path relative to the scene's folder")
    if "\\" in relative:
        raise PathError(f"'{relative}' has backslashes; write {relative.replace(chr(92), '/')}")
    if relative.startswith("/"):
        raise PathError(f"'{relative}' starts at the root of the disk; write a path relative to the scene's folder")
    if relative.startswith("~"):
        raise PathError(f"'{relative}' starts in a home folder; write a path relative to the scene's folder")


def _inside(path, roots):
    return any(path.is_relative_to(root) for root in roots)


def _near(relative, roots):
    """`; did you mean ...?` from the files that lie where the path points."""
    folder, name = os.path.split(relative)
    for root in roots:
        try:
            names = sorted(os.listdir(root / folder))[:1000]
        except OSError:
            continue
        if close := get_close_matches(name, names, 1, 0.6):
            return f"; did you mean '{os.path.join(folder, close[0])}'?"
    return ""


def scenes():
    """Paths of the scenes that come with the program, by name."""
    return sorted((CONTENT / "scenes").glob("*.yaml"))


def find(name):
    """Path of a scene: a path as it is, or the bare name of one that comes with the program. Raises PathError."""
    path = Path(name)
    if path.suffix or len(path.parts) > 1 or path.is_file():
        return path
    shipped = CONTENT / "scenes" / f"{name}.yaml"
    if shipped.is_file():
        return shipped
    names = [scene.stem for scene in scenes()]
    close = get_close_matches(str(name), names, 1, 0.5)
    hint = f"; did you mean '{close[0]}'?" if close else f"; there are {', '.join(names)}" if names else ""
    raise PathError(f"no scene '{name}'{hint}")
