"""Names of the format that this version does not know yet, so that none of them is taken for a slip of the pen.

What is built is taken out of the table; a test holds that no name in it is a field by now.
"""

_FOR_NOW = "take it out for now"

# block (`scene`, `time`, or a path within an entity) -> key or word -> what to write in its place
LATER = {
    "surface.material": {"water": "write wave_surface and water, or material: jelly, which light goes through"},
    "camera": {"focus": _FOR_NOW},
}  # fmt: skip


def later(path, word):
    """What to say of a key or word under a path of the data, where it is one that later versions bring; else None."""
    instead = LATER.get(_block(path), {}).get(word) if isinstance(word, str) else None
    return instead and f"'{word}' is not there yet in this version; {instead}"


def _block(path):
    """Name of a block in the table: `emitter.shape` for ("entities", "jet", "emitter", "shape")."""
    if path[:1] == ("entities",):
        return ".".join(str(part) for part in path[2:]) or ("entity" if path[1:] else "")
    return ".".join(str(part) for part in path) or "scene"
