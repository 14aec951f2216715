"""Small right files of every kind that a scene may name, and for each a scene that names it."""

import io
import json
import struct

from PIL import Image

HALF = 0.5**0.5
FACES = ("px", "nx", "py", "ny", "pz", "nz")


def picture(kind="PNG", mode="RGB", size=(4, 4), **more):
    """Bytes of an image."""
    held = io.BytesIO()
    Image.new(mode, size, 7 if mode in ("L", "P", "I;16") else (9, 90, 200, 100)[: len(mode)]).save(held, kind, **more)
    return held.getvalue()


def _glb():
    """A camera that goes from one place to another."""
    numbers = struct.pack("<8f", 0, 2, 0, 1, 4, 1, 1, 4)
    made = {
        "asset": {"version": "2.0"},
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.5, "znear": 0.1}}],
        "nodes": [{"children": [1], "rotation": [0, HALF, 0, HALF]}, {"camera": 0}],
        "animations": [
            {"samplers": [{"input": 0, "output": 1}], "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}]}
        ],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
        "accessors": [{"bufferView": i, "componentType": 5126, "count": 2, "type": kind} for i, kind in enumerate(("SCALAR", "VEC3"))],
        "buffers": [{"byteLength": 32}],
    }
    text = json.dumps(made).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(numbers), len(text), 0x4E4F534A)
    return head + text + struct.pack("<II", len(numbers), 0x004E4942) + numbers


FILES = {
    "green.png": picture(),
    "green_normal.png": picture(),
    "palette.png": picture(mode="P"),
    "deep.png": picture(mode="I;16"),
    "photo.jpg": picture("JPEG"),
    "text.png": b"no image",
    "card.off": b"OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0.5\n3 0 1 2\n3 0 2 3\n",
    "tent.obj": b"# a tent\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0.5\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\nf 3/3 2/2 4/1\n",
    "tour.keys": b"# tour\np 0 1 4 r 0 0 0\np 1 1 4 r 0 90 0 d 2 k 0.5 - 0 e in_out n splash\np 2 1 4 r 0 180 0 f 40 h - - - 1 0 0\n",
    "shot.glb": _glb(),
    "sky.json": json.dumps({"scale": 2.0, "beam": [3, 2, 1], "sun": {"azimuth": 10, "elevation": 20}}).encode(),
    **{f"{face}.png": picture() for face in FACES},
    "round.png": picture(size=(8, 4)),
}

_SURFACE = "entities:\n  floor: {{shape: {{box: {{size: [1, 1, 1]}}}}, surface: {{texture: {0}}}}}\n"
_SKY = f"entities:\n  sky: {{skybox: {{faces: {{{', '.join(f'{face}: {face}.png' for face in FACES)}}}}}}}\n  sun: {{sun: {{azimuth: 10, elevation: 20}}}}\n"
_PATH = "entities:\n  eye: {{camera: {{}}, camera_path: {{file: {0}}}}}\n"

# file -> text of a scene in which it is used
NAMING = {
    **{
        name: _SURFACE.format(name.replace("_normal", ""))
        for name in ("green.png", "green_normal.png", "palette.png", "deep.png", "photo.jpg")
    },
    "tent.obj": "entities:\n  tent: {mass: 1, shape: {mesh: {file: tent.obj}}, spring: {}, pin: {indices: [0]}}\n",
    "card.off": "entities:\n  card: {collider: {}, shape: {mesh: {file: card.off, cells: 8}}}\n",
    "tour.keys": _PATH.format("tour.keys"),
    "shot.glb": _PATH.format("shot.glb"),
    "sky.json": _SKY,
    "px.png": _SKY,
    "round.png": "entities:\n  dome: {skybox: {equirect: round.png}}\n",
}


def fill(folder):
    """Put the files into a folder, and a subfolder."""
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    (folder / "folder").mkdir(exist_ok=True)
    (folder / "part.yaml").touch()
