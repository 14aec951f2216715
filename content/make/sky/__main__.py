"""Make a skybox in content/skies/: python -m content.make.sky evening

Two to three minutes. made.json beside the faces keeps what they were made from, so that a test can tell when they are stale.
"""

import argparse
import json
import sys
from pathlib import Path

from content.make.sky import SKIES, digest, sources
from content.make.sky.cube import write
from content.make.sky.land import CARVED
from engine.assets.faces import NAMES

FOLDER = Path(__file__).parents[2] / "skies"
SIZE = 1536


def progress(text, share):
    """A line that counts, for people who watch."""
    if sys.stdout.isatty():
        print(f"\r{share:4.0%} {text:12}", end="", flush=True)


def main():
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("name", choices=SKIES)
    ask.add_argument("faces", nargs="*", default=NAMES, help="faces to make (default: all, and made.json)")
    ask.add_argument("--size", type=int, default=SIZE, help="texels a side")
    ask.add_argument("--cells", type=int, default=CARVED, help="cells of the land's grid")
    ask.add_argument("-o", "--output", type=Path, help="folder")
    options = ask.parse_args()
    folder = options.output or FOLDER / options.name
    scene = SKIES[options.name](options.cells, progress)
    made = {}
    for path in write(scene, folder, options.size, progress, options.faces):
        made[path.name] = digest(path)
    print(f"\r100% {folder}   ")
    if len(made) == len(NAMES) + 1:
        record = {"size": options.size, "cells": options.cells, "sources": sources(), "files": made}
        (folder / "made.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
