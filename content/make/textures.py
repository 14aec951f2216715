"""Makes every texture of the repository, from nothing but numbers: `python -m content.make.textures`.

Materials (stone.py, tile.py, fabric.py) are three images each, see maps.py; water.py makes ripples and sprites. The same code gives the same
images on every run; made.json keeps what they were made from, so that a test can tell when they are stale.
"""

import argparse
import hashlib
import json
from pathlib import Path

from content.make import fabric, fire, flare, maps, stone, tile, water

HERE = Path(__file__).parent
FOLDER = HERE.parent / "textures"
SIZE = 512
MATERIALS = (stone.paving, stone.slab, stone.plaster, stone.limestone, stone.basalt, stone.wood, tile.mosaic, tile.star)
FABRICS = {fabric.blanket: 2, fabric.gingham: 1}  # times as many texels as a material: a cloth is covered once
OTHERS = {water.ripple: 512, water.drops: 64, water.mist: 128, flare.flare: 256, fire.flames: 256, fire.smoke: 128}


def digest(path):
    """The first 16 hex digits of a file's SHA-256; line ends do not count in source text."""
    data = path.read_bytes()
    return hashlib.sha256(data.replace(b"\r\n", b"\n") if path.suffix == ".py" else data).hexdigest()[:16]


def sources():
    """What the images depend on: name and digest of each script."""
    return {path.name: digest(path) for path in sorted(HERE.glob("*.py"))}


def make(folder, size=SIZE, only=None):
    """Write the textures (those named in `only`) with `size` texels a side, and yield each path once it is written."""
    folder.mkdir(parents=True, exist_ok=True)
    for maker in MATERIALS:
        if only is None or maker.__name__ in only:
            yield from maps.write(maker(size * maps.OVERSAMPLE), folder, maker.__name__)
    for maker, finer in FABRICS.items():
        if only is None or maker.__name__ in only:
            yield from maps.write(maker(size * finer * maps.OVERSAMPLE), folder, maker.__name__)
    for maker, full in OTHERS.items():
        if only is None or maker.__name__ in only:
            yield from maker(folder, min(size, full))


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("names", nargs="*", help="textures to make (default: all, and made.json)")
    ask.add_argument("--size", type=int, default=SIZE, help="texels a side")
    ask.add_argument("-o", "--output", type=Path, default=FOLDER, help="folder")
    options = ask.parse_args()
    made = {}
    for path in make(options.output, options.size, options.names or None):
        made[path.name] = digest(path)
        print(f"\r{len(made):3} {path.name:28}", end="", flush=True)
    print()
    if not options.names:
        record = {"size": options.size, "sources": sources(), "images": made}
        (options.output / "made.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
