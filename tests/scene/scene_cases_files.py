"""Files that scenes name, spoiled in every way: images, meshes, key files, glTF files, the sky; see fuzz_files.py for the right ones."""

import io
import json
import struct
import zlib

from fuzz_files import FILES, NAMING, picture
from PIL import Image

_SKY = "entities:\n  sky:"
KEY = "p 0 1 4 r 0 0 0"
SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


def header(width, height):
    """A PNG that promises a size and holds nothing."""
    chunks = (b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0), b"IDAT")
    return b"\x89PNG\r\n\x1a\n" + b"".join(struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in chunks)


def bomb():
    """A PNG of a few kB with a text of 100 MB in it."""
    text = b"zTXtnote\0\0" + zlib.compress(bytes(100_000_000))
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    return FILES["green.png"][:33] + chunk + FILES["green.png"][33:]


def gif():
    """A GIF, whatever its name says."""
    held = io.BytesIO()
    Image.new("RGB", (2, 2)).save(held, "GIF")
    return held.getvalue()


def shot(change):
    """The glTF file with its tables changed."""
    raw = FILES["shot.glb"]
    length = struct.unpack_from("<I", raw, 12)[0]
    made, numbers = json.loads(raw[20 : 20 + length]), raw[20 + length :]
    change(made)
    text = json.dumps(made).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(numbers), len(text), 0x4E4F534A) + text + numbers


def sky(**said):
    """sky.json with something else in it."""
    return json.dumps(json.loads(FILES["sky.json"]) | said).encode()


def at(name, what, message, line=None, column=None, file=None):
    """A case: a file spoiled, in the scene that names it. Where nothing else is said, the mistake stands where the scene names the file."""
    text = NAMING[name]
    named = name.replace("_normal", "")
    first = text.index("{px") if text.startswith(_SKY) else text.index(named)
    if line is None:
        line, column = text.count("\n", 0, first) + 1, first - text.rfind("\n", 0, first)
    return name, what.encode() if isinstance(what, str) else what, file or "test.yaml", line, column, message


def key(what, line, column, message):
    """A case of a key file: the mistake stands in the file itself."""
    return at("tour.keys", what, message, line, column, "tour.keys")


TAGS = "a line has p and r, and k, d, f, e, n or h where it needs them, as in p 0 1.5 4 r 0 0 0"
LARGE = " pixels; at most 16384 a side and 64 million in all: make it smaller"

# name of the case: (file, its bytes, file of the message, line, column, message)
CASES = {
    # images
    "GIF": at("green.png", gif(), "green.png is not a PNG or JPEG image; save it as one of these"),
    "no image at all": at("photo.jpg", b"", "photo.jpg is not a PNG or JPEG image; save it as one of these"),
    "too wide": at("green.png", header(16_385, 1), "green.png has 16385 x 1" + LARGE),
    "too many pixels": at("green.png", header(8001, 8000), "green.png has 8001 x 8000" + LARGE),
    "lying header": at("green.png", header(2_000_000_000, 2_000_000_000), "green.png has 2000000000 x 2000000000" + LARGE),
    "map beside": at("green_normal.png", header(16_385, 1), "green_normal.png has 16385 x 1" + LARGE),
    "text bomb": at("green.png", bomb(), "green.png is damaged: Decompressed data too large for PngImagePlugin.MAX_TEXT_CHUNK"),
    # the sky
    "face that is no square": at("px.png", picture(size=(4, 2)), "px has 4 x 2 pixels; a face is square"),
    "sky that is too high": at("round.png", picture(size=(8, 8)), "round.png has 8 x 8 pixels; a picture all round is twice as wide as high"),
    "face of another size": at("px.png", picture(size=(8, 8)), "nx has 4 pixels a side, px has 8; all six must have the same"),
    "sky that is no JSON": at("sky.json", "{", "sky.json beside px.png is damaged: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
    "sky without beam": at("sky.json", "{}", "sky.json beside px.png is damaged: 'beam'"),
    "dark sky": at("sky.json", sky(scale=0), "sky.json beside px.png: scale must be more than 0, beam 3 numbers of 0 or more"),
    "endless sky": at("sky.json", "[" * 100_000, "sky.json beside px.png is damaged: maximum recursion depth exceeded while decoding a JSON array from a unicode string"),
    "huge sky": at("sky.json", sky(scale=10**400), "sky.json beside px.png is damaged: int too large to convert to float"),
    "sun elsewhere": at("sky.json", sky(sun={"azimuth": 30, "elevation": 20}),
                        "the pictures show the sun elsewhere; write sun: {azimuth: 30, elevation: 20}, or another skybox", 3, 14),
    # meshes
    "empty mesh": at("tent.obj", "", "tent.obj has no polygons; write f lines, as in f 1 2 3"),
    "lone points": at("tent.obj", SQUARE + "f 1 2 3\n", "tent.obj: no polygon uses point 4; take isolated points out"),
    "no such point": at("tent.obj", SQUARE + "f 1 2 5\n", "tent.obj:5: there is no point 5; 4 stand above this line"),
    "no such coordinate": at("tent.obj", SQUARE + "f 1/1 2 3\n", "tent.obj:5: there is no texture coordinate 1; 0 stand above this line"),
    "no number of a point": at("tent.obj", SQUARE + "f 1 2 x\n", "tent.obj:5: 'x' is no number of a point"),
    "two points": at("tent.obj", SQUARE + "f 1 2\n", "tent.obj:5: a polygon needs 3 points or more, found 2"),
    "many corners": at("tent.obj", SQUARE + "f" + " 1" * 257 + "\n", "tent.obj:5: a polygon has 257 points; at most 256: cut it into smaller ones"),
    "point twice": at("tent.obj", SQUARE + "f 1 2 2\n", "tent.obj:5: a polygon names a point twice; take out what has no area"),
    "half textured corner": at("tent.obj", SQUARE + "vt 0 0\nf 1/1 2 3\n", "tent.obj:6: some corners have a texture coordinate and some have none"),
    "half textured": at("tent.obj", SQUARE + "vt 0 0\nf 1/1 2/1 3/1\nf 1 3 4\n",
                        "tent.obj:7: this polygon has no texture coordinates, while others have; give all or none"),
    "sliver": at("tent.obj", SQUARE + "v 2 0 0\nf 1 2 3 4\nf 1 2 5\n",
                 "tent.obj: polygon 2 (line 7) has a triangle without area; take it out, or move its points"),
    "flat point": at("tent.obj", "v 1 2\n", "tent.obj:1: v needs 3 numbers, found '1 2'"),
    "far point": at("tent.obj", "v 1 2 1e200\n", "tent.obj:1: a point lies 1e+200 m away; at most 1e+09: make the mesh smaller"),
    "endless point": at("tent.obj", "v 1 2 1e999\n", "tent.obj:1: v needs 3 numbers, found '1 2 1e999'"),
    "no triangles": at("card.off", "OFF\n0 0 0\n", "card.off has no triangles; export the mesh with its faces"),
    "no number in a mesh": at("card.off", "OFF\n3 1 0\n0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n", "card.off has numbers that are none (nan or infinite); export it anew"),
    "far point of a mesh": at("card.off", "OFF\n3 1 0\n0 0 0\n1 1e200 0\n0 1 0\n3 0 1 2\n", "card.off: a point lies 1e+200 m away; at most 1e+09: make the mesh smaller"),
    "sliver in a mesh": at("card.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n2 0 0\n3 0 1 2\n",
                           "card.off: triangle 1 has no area; take out what is degenerate, as Blender's Merge by Distance does"),
    "no mesh file": at("card.off", "nothing", "card.off is no off file, or is damaged: not enough values to unpack (expected 3, got 1)"),
    # key files
    "no key": key("# nothing\n", 1, 1, "no key; write one a line, as in p 0 1.5 4 r 0 0 0"),
    "UTF-16 keys": key(KEY.encode("utf-16"), 1, 1, "this is UTF-16; save it as UTF-8"),
    "Latin-1 keys": key(f"{KEY}\n# tour".encode() + b"\xe9\n", 2, 1, "byte 0xe9 is no UTF-8; save it as UTF-8"),
    "no tag": key(f"{KEY}\nq 1 2 3\n", 2, 1, f"'q' is no tag; {TAGS}"),
    "one number too many": key(f"{KEY} 7\n", 1, 17, "'7' is one too many; r takes 3, as in r -10 90 0"),
    "tag twice": key(f"{KEY} p 1 2 3\n", 1, 17, "a second 'p'; each tag stands once in a line"),
    "no turn": key("p 0 0 0\n", 1, 8, "r is missing; a line needs p and r, as in p 0 1.5 4 r 0 0 0"),
    "flat key": key("p 0 0 r 0 0 0\n", 1, 7, "p takes 3 numbers, found 2; write p 0 1.5 4"),
    "key nowhere": key("p 0 0 nan r 0 0 0\n", 1, 7, "'nan' is no finite number; write p 0 1.5 4"),
    "key with commas": key("p 0, 0, 0 r 0 0 0\n", 1, 3, "'0,' is no finite number; numbers are parted by spaces"),
    "key of no time": key(f"{KEY} d 0\n", 1, 19, "d must be more than 0 s, found 0"),
    "wide key": key(f"{KEY} f 180\n", 1, 19, "f must be between 1 and 179 degrees, found 180"),
    "no ease": key(f"{KEY} e fast\n", 1, 19, "'fast' is no ease; write none, in, out or in_out"),
    "half a handle": key(f"{KEY} h 1 - 3 0 0 0\n", 1, 17, "a handle has 3 numbers or 3 dashes, as in h - - - 1 0 0"),
    # glTF files
    "no glTF": at("shot.glb", b"glTF", "shot.glb is no glTF file: unpack requires a buffer of 8 bytes"),
    "tables to nowhere": at("shot.glb", shot(lambda made: made["animations"][0]["samplers"][0].update(input=9)), "shot.glb is damaged: list index out of range"),
    "circle of nodes": at("shot.glb", shot(lambda made: made["nodes"][1].update(children=[0])),
                          "shot.glb has nodes that carry each other in a circle; export it anew"),
    "no camera in it": at("shot.glb", shot(lambda made: made["nodes"][1].pop("camera")), "shot.glb has no camera"),
    "still camera": at("shot.glb", shot(lambda made: made.update(animations=[])),
                       "shot.glb has a camera that does not move; write camera, with its position and rotation, or an animated file"),
    "carried camera": at("shot.glb", shot(lambda made: made["animations"][0]["channels"][0]["target"].update(node=0)),
                         "shot.glb moves what carries its camera; bake the animation into the camera itself"),
    "steps": at("shot.glb", shot(lambda made: made["animations"][0]["samplers"][0].update(interpolation="STEP")),
                "shot.glb has a camera that jumps (STEP); make its animation LINEAR or CUBICSPLINE"),
    "whole numbers": at("shot.glb", shot(lambda made: made["accessors"][0].update(componentType=5123)),
                        "shot.glb keeps its animation in whole or sparse numbers; export plain floats"),
    "numbers elsewhere": at("shot.glb", shot(lambda made: made["buffers"][0].update(uri="far.bin")),
                            "shot.glb keeps its numbers in 'far.bin'; save it as one .glb file"),
    "times that fall": at("shot.glb", shot(lambda made: made["bufferViews"][0].update(byteOffset=4)),
                          "shot.glb has times that do not rise, or numbers that are none"),
}  # fmt: skip

SUNLESS = NAMING["sky.json"].split("  sun:")[0]  # a scene without the sun that its pictures show
