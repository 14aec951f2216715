"""Pictures that a scene may name in place of others: for valid_edits.py."""

from engine.scene.files import SIBLINGS
from engine.scene.paths import CONTENT

PICTURES = ("texture", "textures", "px", "nx", "py", "ny", "pz", "nz")


def picture(form, value, random, name):
    """Another picture that lies beside it, or where textures lie; nothing lies beside meshes and keys."""
    folder = CONTENT / (value or "textures/_").rpartition("/")[0]
    there = [path for path in sorted(folder.glob("*.png")) if not path.stem.endswith(SIBLINGS)] if name in PICTURES else ()
    others = [found for path in there if (found := path.relative_to(CONTENT).as_posix()) != value]
    return random.choice(others) if others else None
