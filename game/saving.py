"""Tweaks go into the files of a running scene: as many as can, each file at once, and never over somebody else's change."""

from pathlib import Path
from typing import NamedTuple

from engine.scene.store import store
from engine.scene.surgery import Unwritable
from engine.scene.write import remade, stored, written


class Saved(NamedTuple):
    """What became of it. scene: what the files say now, None where nothing was written; files: names of those that were written; linked: of
    those, which have other names (hard links) that keep what they held."""

    scene: object = None
    files: tuple = ()
    data: bytes | None = None  # of the scene's own file, where it was written
    refused: dict = {}  # address -> why it could not be written
    linked: tuple = ()


def save(live, values):
    """Write tweaks (address -> value) of a Live back."""
    scene = live.simulation.scene
    if lack := _in_the_way(live, scene):
        return Saved(refused=dict.fromkeys(values, lack))
    texts, made, refused = _most(scene, values)
    was, done, lacks, linked = stored(scene), [], [], []
    for file, text in texts.items():
        try:
            with live.writing(file, text.encode()):
                linked += [Path(file).name] * bool(store(file, text.encode(), was[file].encode()))
            done.append(file)
        except OSError as error:
            lacks.append(f"{Path(file).name} cannot be written: {error.strerror or error}")
    if lacks:  # which tweak went where is asked again of what stands in the files now
        return _part(scene, values, {file: texts[file] for file in done}, lacks[0])._replace(linked=tuple(linked))
    return Saved(made, tuple(Path(file).name for file in done), _bytes(texts.get(scene.path)), refused, tuple(linked))


def _in_the_way(live, scene):
    """Why nothing can be written now; "" where it can."""
    name = scene.path.name
    if live.errors:
        return f"{name} has errors; mend them first"
    for file, text in stored(scene).items():
        try:
            if Path(file).read_bytes() != text.encode():
                return f"{Path(file).name} has changed on disk and is read first; then Ctrl+S again"
        except FileNotFoundError:
            return f"{Path(file).name} is gone"
        except OSError as error:
            return f"{Path(file).name} cannot be read: {error.strerror}"
    return ""


def _most(scene, values):
    """Texts, the scene they make, and address -> reason of what had to be left out."""
    try:
        return *written(scene, values), {}
    except Unwritable as error:
        if len(values) == 1:
            return {}, None, dict.fromkeys(values, str(error))
    kept, refused, best = {}, {}, ({}, None)
    for address, value in values.items():
        try:
            best, kept = written(scene, {**kept, address: value}), {**kept, address: value}
        except Unwritable as error:
            refused[address] = str(error)
    return *best, refused


def _part(scene, values, texts, lack):
    """Some files could not be written."""
    if not texts:
        return Saved(refused=dict.fromkeys(values, lack))
    refused = {}
    for address in values:
        try:
            alone, _ = written(scene, {address: values[address]})
            if not alone.keys() <= texts.keys():
                refused[address] = lack
        except Unwritable as error:
            refused[address] = str(error)
    rest = {address: value for address, value in scene.overrides.items() if address not in values or address in refused}
    made = remade(scene, texts, rest)
    return Saved(made, tuple(Path(file).name for file in texts), _bytes(texts.get(scene.path)), refused)


def _bytes(text):
    return None if text is None else text.encode()
