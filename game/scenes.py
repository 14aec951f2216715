"""Scenes as the command line names them: by bare name or path, with values laid over the file."""

import argparse
import json
from pathlib import Path

from game.report import CONTENT, USAGE, Stop, say

SCENES = Path(__file__).resolve().parent.parent / "content" / "scenes"
BAKE = ".npz"  # what a bake's name ends in
LARGEST = 16384  # [pixels] a side of a picture
SET = "lay a value over the file: --set jet.emitter.rate=900 --set vars.spread=2 (again and again)"


def add_scene(parser, default=None, bakes=True, value=None, text=SET):
    """The arguments of every command that takes one scene.

    bakes        whether it takes bakes, too
    value, text  what reads a `--set`, and its help
    """
    parser.add_argument(
        "scene",
        metavar="SCENE",
        nargs="?" if default else None,
        default=default,
        help=f"name of a scene, or path of a file{'; or a bake, x.npz' if bakes else ''}",
    )
    parser.add_argument(
        "--set", metavar="PATH=VALUE", type=value or override, action="append", default=[], dest="overrides", help=text
    )  # fmt: skip
    parser.add_argument("--seed", type=seed, metavar="N", help="seed of all random numbers, in place of the file's")
    parser.add_argument("--allow-outside", action="store_true", help="let the scene use files outside its folder (your own scenes only)")


def override(text):
    """`jet.emitter.rate=900` as (path, value)."""
    path, equals, value = text.partition("=")
    if not path or not equals or not value:
        raise argparse.ArgumentTypeError(f"'{text}' sets nothing; write PATH=VALUE, as in jet.emitter.rate=900")
    try:
        return path.strip(), json.loads(value)
    except ValueError:  # a text: a name, or a number with a unit
        return path.strip(), value


def seed(text):
    """A seed from 0 to 2^32 - 1."""
    if not text.isdecimal() or int(text) >= 2**32:
        raise argparse.ArgumentTypeError(f"'{text}' is no seed; write a whole number from 0 to {2**32 - 1}")
    return int(text)


def size(text):
    """`1280x720` as (1280, 720)."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 1 <= int(width) <= LARGEST and 1 <= int(height) <= LARGEST):
        raise argparse.ArgumentTypeError(f"'{text}' is no size; write WIDTHxHEIGHT in pixels, as in 1280x720 (at most {LARGEST} a side)")
    return int(width), int(height)


def names():
    """Bare names of the scenes that come with the program."""
    return sorted(path.stem for path in SCENES.glob("*.yaml"))


def find(name, bakes=False):
    """Path of a scene by its bare name or its path; bakes: or of a bake. Stops where there is none."""
    given = Path(name)
    if is_bake(given) and given.is_file() and not bakes:
        raise Stop(USAGE, f"'{name}' is a bake, which run, render and bake take; here it must be a scene file")
    if given.is_file():
        return given
    known = SCENES / f"{name}.yaml"
    if known.is_file():
        return known
    if (own := Path(f"{name}.yaml")).is_file():  # as `springvand new first` leaves it
        return own
    if given.is_dir():
        raise Stop(USAGE, f"'{name}' is a folder; name a scene file in it")
    raise Stop(USAGE, f"no scene '{name}'; {_meant(name)}")


def is_bake(path):
    """Whether a file is named as a bake is."""
    return Path(path).suffix.lower() == BAKE


def _meant(name):
    import difflib

    beside = [str(path) for path in Path(name).parent.glob("*.yaml")]
    near = difflib.get_close_matches(name, [*names(), *beside], 1)
    return f"did you mean '{near[0]}'?" if near else "springvand list shows which there are; a file of your own is named by its path"


def load(arguments):
    """The scene that the arguments name, checked. Prints what is wrong with it and stops, where something is."""
    path = find(arguments.scene, bakes=True)
    if is_bake(path):
        return opened(path, arguments)
    from engine.scene import SceneError
    from engine.scene import load as read

    try:
        return read(path, overrides=dict(arguments.overrides), allow_outside=arguments.allow_outside)
    except SceneError as error:
        say(str(error))
        count = len(error.diagnostics) + error.more
        raise Stop(CONTENT, f"{path} has {count} error{'s' if count != 1 else ''}") from None


def opened(path, arguments):
    """The Bake in a file. Stops where it is none, and where the arguments want it otherwise."""
    if arguments.overrides or arguments.seed is not None:
        raise Stop(USAGE, f"--set and --seed change nothing in {path}, which is baked; bake its scene with them anew")
    return baked(path, arguments.allow_outside)


def baked(path, allow_outside):
    """The Bake in a file. Stops where it is none."""
    from engine.exchange.reading import Bake, BakeError

    try:
        return Bake(path, allow_outside)
    except BakeError as error:
        raise Stop(CONTENT, str(error)) from None
    except OSError as error:
        raise Stop(USAGE, f"{path} cannot be read: {error.strerror or error}") from None


def started(scene, seed=None):
    """A Simulation of a Scene, or what plays a Bake: whatever `load` gave. Stops where the first frame of that is damaged."""
    if hasattr(scene, "manifest"):
        from engine.exchange.playback import Playback
        from engine.exchange.reading import BakeError

        try:
            return Playback(scene)
        except BakeError as error:
            raise Stop(CONTENT, str(error)) from None
    from engine.simulation import Simulation

    return Simulation(scene, seed=seed)


def neighbour(folder, path, direction):
    """The scene file of a folder that comes so many after one in it, round and round; after one that is not, as before the first."""
    pages = sorted(folder.glob("*.yaml"))
    here = pages.index(path) if path in pages else -1
    return pages[(here + direction) % len(pages)]


def claimant(folder, key, tell):
    """The scene file of a folder that claims a function key, None where none does. tell: told of files that cannot be read."""
    from engine.scene import SceneError
    from engine.scene import load as read

    for path in sorted(folder.glob("*.yaml")):
        try:
            if read(path).spec.key == key:
                return path
        except SceneError as error:
            tell(str(error.diagnostics[0]), False)
    return None
