"""What the thumbnails were made from: a digest of each scene's files, kept beside them, so that a test can tell when one is stale."""

import hashlib
import json

from engine import scene as reader
from engine.scene.paths import CONTENT

FOLDER = CONTENT / "thumbnails"
RECORD = FOLDER / "made.json"
SIZE, QUALITY = (480, 270), 88  # [pixels] sharp on the widest card of the gallery; of the JPEG
MOMENTS = {  # ticks of scenes whose finest moment is not that of their check
    "jelly": 84,  # the last one lands
    "shapes": 66,  # the ring is half-way down
    "tour": 1794,  # the far end of the flight
}
WRITTEN = (".yaml", ".keys", ".obj", ".json")  # text, whose line ends do not count


def scenes():
    """name -> Scene of every scene that comes with the program."""
    return {path.stem: reader.load(path) for path in reader.scenes()}


def moment(name, scene):
    """The tick at which a scene is seen: that of its own check, at which all is there that its author promises."""
    return MOMENTS.get(name, scene.spec.check.ticks)


def digest(*paths):
    """The first 16 hex digits of one SHA-256 over the names and contents of files."""
    whole = hashlib.sha256()
    for path in paths:
        data = path.read_bytes()
        whole.update(path.name.encode() + b"\0" + (data.replace(b"\r\n", b"\n") if path.suffix in WRITTEN else data) + b"\0")
    return whole.hexdigest()[:16]


def state(scenes):
    """What the record says of thumbnails that are up to date: name -> its tick, digests of the scene's files and of its picture."""
    return {
        name: {"tick": moment(name, scene), "scene": digest(*sorted(set(scene.files))), "picture": _taken(name)}
        for name, scene in scenes.items()
    }


def _taken(name):
    """Digest of a scene's picture; "" where there is none."""
    picture = FOLDER / f"{name}.jpg"
    return digest(picture) if picture.exists() else ""


def stale(scenes):
    """Names of the scenes that have no thumbnail, or one of other files than there are now."""
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    return [name for name, now in state(scenes).items() if not now["picture"] or recorded.get(name) != now]
