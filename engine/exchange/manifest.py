"""What a bake says of itself, read and held to its form: a file may have been damaged anywhere, or be another program's.

Raises KeyError, TypeError or ValueError where it is not what a bake says.
"""

import json

KIND, VERSION = "springvand bake", 1  # version: counts changes after which an older program would read nonsense
MOST = 10**9  # no time, and no number of frames a second, is larger
SEEDS = 2**32


def _is_whole(value, least=0):
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_number(value, least, most=MOST):
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def _is_positive(value):
    return _is_number(value, 1 / MOST)


def _are_fields(value):
    return isinstance(value, dict) and all(
        isinstance(field, dict) and isinstance(field["ragged"], bool) and (field["from"] is None or _is_whole(field["from"]))
        for field in value.values()
    )


FORM = {
    "scene": lambda value: isinstance(value, str),
    "files": lambda value: isinstance(value, list) and all(isinstance(name, str) for name in value),
    "overrides": lambda value: isinstance(value, dict),
    "seed": lambda value: _is_whole(value) and value < SEEDS,
    "dt": _is_positive,
    "frames": lambda value: _is_whole(value, 1),
    "chunks": lambda value: isinstance(value, list) and all(map(_is_whole, value)) and value == sorted(set(value)) and value[:1] == [0],
    "fields": _are_fields,
}
TOLD = {"fps": _is_positive, "start": lambda value: _is_number(value, 0)}  # what whoever bakes may tell beside


class Newer(Exception):
    """Baked by a newer version, of this format."""


def read(member):
    """The manifest in the bytes of its member. Raises Newer, too."""
    manifest = json.loads(member)
    if not isinstance(manifest, dict) or manifest.get("format") != KIND:
        raise ValueError("its manifest is another program's")
    if not _is_number(manifest["version"], 1):
        raise ValueError(f"its version is {manifest['version']!r}")
    if manifest["version"] > VERSION:
        raise Newer(manifest["version"])
    for key, holds in [*FORM.items(), *((key, holds) for key, holds in TOLD.items() if key in manifest)]:
        if not holds(manifest[key]):
            raise ValueError(f"{key} in its manifest is {str(manifest[key])[:40]}")
    if manifest["scene"] not in manifest["files"]:
        raise ValueError("its scene is not in it")
    return manifest
