"""The files of a scene, taken along: a bake can be drawn where they are not."""

import os
from pathlib import Path, PurePosixPath

import numpy as np

from engine.scene.paths import CONTENT


def pack(scene, *variants):
    """(name of the scene's own file, {name: bytes as uint8}); names are relative, the files lie to each other as before.

    variants  of the scene, from the same text, that may name other files

    What comes with the program and is found from anywhere stays out.
    """
    texts = {Path(os.path.abspath(path)): text.encode() for path, text in ({scene.path: scene.text} | scene.sources).items()}
    own = Path(os.path.abspath(scene.path))
    named = dict.fromkeys(path for each in (scene, *variants) for path in each.files)
    others = [path for path in map(Path, map(os.path.abspath, named)) if path not in texts and path.anchor == own.anchor]
    others = [path for path in others if path.is_relative_to(own.parent) or not path.is_relative_to(CONTENT)]
    root = Path(os.path.commonpath([path.parent for path in (*texts, *others)]))
    data = {path.relative_to(root).as_posix(): text for path, text in texts.items()}
    data |= {path.relative_to(root).as_posix(): path.read_bytes() for path in others}
    return own.relative_to(root).as_posix(), {name: np.frombuffer(each, np.uint8) for name, each in data.items()}


def unpack(files, folder):
    """Write {name: bytes} into a folder. Raises ValueError for a name that leads out of it."""
    for name, data in files.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or not path.name:
            raise ValueError(f"it holds a file '{name}', whose name leads out of the folder that it is unpacked into")
        target = Path(folder, *path.parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(np.asarray(data, np.uint8).tobytes())
