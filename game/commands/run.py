"""`springvand run`: the window; without a display, five seconds of pictures."""

import os
import sys
import time
from pathlib import Path

from game.report import FINE, say
from game.scenes import add_scene, find, load, size

EXAMPLES = """examples:
  springvand                              the fountain
  springvand run my/scene.yaml            your own; edit the file while it runs
  springvand fountain --set vars.wind_x=3 --seed 7

In the window H shows the keys. Without a display five seconds are rendered into ./renders/."""
SIZE, SECONDS, FPS = (640, 360), 5, 30  # of the pictures that are made where there is no display
PATIENCE = 110  # [s] after which none is begun: two minutes in all, whatever the machine


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="show a scene in a window (the default)", epilog=EXAMPLES,
        description="Show a scene and follow its file: what you save is seen at once.",
    )  # fmt: skip
    add_scene(parser, default="fountain")
    parser.add_argument("--size", type=size, metavar="WxH", help="of the window (default 1280x720)")
    return parser


def has_display(platform=sys.platform, environment=os.environ):
    """Whether a window can be opened: everywhere but on a system of the Unix kind without an X server."""
    return platform in ("win32", "darwin", "cygwin") or bool(environment.get("DISPLAY"))


def main(arguments):
    """Open the window, or render where there is none."""
    if has_display():
        from game.launcher import launch

        return launch(arguments)
    return render(arguments)


def render(arguments, folder=Path("renders")):
    """Five seconds of the scene as pictures in ./renders/NAME/, in two minutes at most."""
    from fractions import Fraction

    from game.film.encoders import Stills
    from game.film.moments import Plan
    from game.film.orders import writable
    from game.film.pictures import Look, Pictures
    from game.film.writing import write

    end = time.monotonic() + PATIENCE
    target = folder / find(arguments.scene, bakes=True).stem

    def read():
        scene = load(arguments)
        writable(target)
        say(f"springvand: no display here (DISPLAY is not set); rendering {SECONDS} seconds into {target}/")
        return scene

    pictures = Pictures(read, arguments.seed, Look(arguments.size or SIZE), bake="background")
    stills = Stills([target / f"{i:05d}.png" for i in range(SECONDS * FPS)])
    plan = Plan(Fraction(0), Fraction(FPS), len(stills.paths))
    status = write(pictures, stills, plan, until=lambda: time.monotonic() > end)
    if status == FINE:
        early = f" (stopped after {PATIENCE} s; springvand render takes as long as it takes)" if stills.done < plan.count else ""
        print(f"{stills.done} pictures in {target.resolve()}{early}")
    return status
