"""Bake sky and light of every shipped scene, and of the one that `springvand new` begins with, into content/baked/: python -m content.make.light

Run it after a scene's still boxes, their materials or its sun have changed; about a minute a scene. Files that no scene needs any
more are removed.
"""

import shutil
import sys

from engine.render.cache import BAKED, user_folder
from engine.render.extract import extract
from engine.render.light import Light
from engine.simulation import Simulation

FOLDERS = BAKED.parent / "scenes", BAKED.parent / "templates"


def progress(name):
    """A line that counts, for people who watch."""
    return lambda text, share: print(f"\r{name}: {text} {share:4.0%}", end="", flush=True)


def bake(scene):
    """Names of the files (without .npz) that a scene's first picture needs; they are made where they are missing."""
    light = Light("wait", progress(scene.stem) if sys.stdout.isatty() else None)
    light.follow(extract(Simulation.from_file(scene)))
    print(f"\r{scene.stem}: done              ")
    return [key for key in light.keys if key]


def main():
    BAKED.mkdir(exist_ok=True)
    needed = {key for folder in FOLDERS for scene in sorted(folder.glob("*.yaml")) for key in bake(scene)}
    for key in needed:
        if not (BAKED / f"{key}.npz").exists():
            shutil.copyfile(user_folder() / f"{key}.npz", BAKED / f"{key}.npz")
    for kept in BAKED.glob("*.npz"):
        if kept.stem not in needed:
            kept.unlink()


if __name__ == "__main__":
    main()
