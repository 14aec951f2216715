"""The files that a running scene lives by: which ones to watch, and what a new content of each is to it."""

import re
from pathlib import Path

from engine.scene.files import SIBLINGS
from engine.scene.paths import CONTENT

SHADERS = Path(__file__).resolve().parents[1] / "engine" / "render" / "shaders"
PICTURES = (".png", ".jpg", ".jpeg")
NAMED = re.compile(r"[\w./-]+\.(?:png|jpe?g|obj|ya?ml|keys|gltf|glb|json)\b", re.ASCII | re.IGNORECASE)

SCENE, PICTURE, BOTH, SHADER = "scene", "picture", "both", "shader"


def kind(path):
    """What a file is a part of: the scene as it is parsed, the picture, both, or the programs that draw it."""
    path = Path(path)
    if path.parent == SHADERS:
        return SHADER
    if path.suffix.lower() == ".json":  # beside pictures of the sky: the light that they shine with, and where their sun stands
        return BOTH
    return PICTURE if path.suffix.lower() in PICTURES else SCENE


def watched(path, scene, sought, broken):
    """Paths of all files that a change of the scene can come from.

    path    of the scene's own file
    scene   that runs
    sought  files that a broken scene includes, or would
    broken  newest content of the scene's file (bytes) while there are errors, else None: one of the files that stand in it may be what it lacks
    """
    texts = [] if broken is None else [broken.decode(errors="replace"), *scene.sources.values()]
    names = sorted({name for text in texts for name in NAMED.findall(text)})
    lacking = [root / name for name in names for root in (path.parent, CONTENT)]
    return list(dict.fromkeys([path, *scene.files[1:], *_beside(scene), *sorted(SHADERS.iterdir()), *lacking, *sought]))


def _beside(scene):
    """Where maps of the scene's pictures would lie, which are used as soon as they are there: NAME_normal.png, NAME_rough.png."""
    for picture, *_ in scene.images.values():
        yield from (Path(picture).with_name(f"{Path(picture).stem}_{kind}{Path(picture).suffix}") for kind in SIBLINGS)


def gone(path):
    """What to say of a file that is there no more."""
    keeps = {PICTURE: "the picture keeps it", SHADER: "the picture keeps its programs"}.get(kind(path), "the scene keeps it")
    return f"{Path(path).name} is gone; {keeps}"
