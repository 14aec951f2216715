"""`springvand bake`: what a scene does, into a file that is played again, or that other programs read."""

from fractions import Fraction
from pathlib import Path

from game.commands.bake_formats import FORMATS, endings
from game.film.asked import SECONDS, STILL_AT, frames, told_by
from game.film.claim import claimed
from game.film.moments import Plan, approach, exact
from game.film.orders import writable
from game.numbers import rate, seconds
from game.report import FAILED, FINE, INTERRUPTED, USAGE, Stop, progress, say, size_text
from game.scenes import add_scene, load, started

EXAMPLES = """examples:
  springvand bake fountain -o fountain.npz                      five seconds, 60 frames a second
  springvand run fountain.npz                                   play it: Space, and drag the time line
  springvand render fountain.npz -o fountain.png --at 2         the picture that the scene itself would give, bit for bit
  springvand bake cloth -o cloth.usdc --from 2 --seconds 10 --fps 24      for Blender, Houdini (needs springvand[usd])
  springvand bake fountain.npz -o fountain.usdc                 a bake for another program, without simulating again
  springvand bake jelly -o jelly.glb --at 3                     a still for the web
  springvand bake cloth -o cloth.glb --from 2 --seconds 2 --fps 24        a short loop

Where --fps divides the scene's ticks (1/step a second) frames are ticks; elsewhere they show what lies between two ticks.
Plain numpy reads a .npz: REFERENCE.md, "Bakes", says what is in it. Ctrl-C keeps the frames that are finished."""
FPS = Fraction(60)


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="a scene into a file that is played again, or for other programs", epilog=EXAMPLES,
        description="Run a scene and write what it does: all bodies, frame by frame, without a window.",
    )  # fmt: skip
    add_scene(parser)
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help=f"what to write: {endings()}")
    parser.add_argument(
        "--from",
        "--at",
        type=seconds,
        metavar="S",
        dest="start",
        help=f"begin at this time of the scene (default 0, or where a bake begins; a still: {STILL_AT})",
    )
    parser.add_argument("--seconds", type=seconds, metavar="S", help=f"how long (default {SECONDS}, or all of a bake; .glb: a still)")
    parser.add_argument("--fps", type=rate, metavar="N", help=f"frames per second of the scene (default {FPS}, or those of a bake)")
    return parser


def main(arguments):
    """Bake what the command line asks for."""
    path = Path(arguments.output)
    plan = planned(path, arguments)
    scene = load(arguments)
    writable(path.parent)
    simulation = started(scene, arguments.seed)
    try:
        with claimed(path):
            return _bake(path, simulation, plan)
    finally:
        for text in dict.fromkeys(simulation.messages):
            say(f"springvand: {text}")
        simulation.close()


def planned(path, arguments):
    """The Plan that the command line asks for. Stops on what makes no sense."""
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        raise Stop(USAGE, f"'{path}' does not say which kind of file; end it in one of these: {endings()}")
    fps, still = arguments.fps or told_by(arguments.scene).fps or FPS, kind.still and arguments.seconds is None
    start, count = frames(arguments.scene, arguments.start, arguments.seconds, fps, still, "frame")
    return Plan(start, fps, count)


def _bake(path, simulation, plan):
    """Write all frames of a plan; the exit status. What is finished when it breaks off is kept."""
    from engine.exchange.reading import BakeError

    why, status, whole = "", FINE, False
    sink = _sink(path, simulation, plan)
    try:
        try:
            _run(sink, simulation, plan)
            whole = True
        finally:
            sink.close(whole)
    except KeyboardInterrupt:
        why, status = "interrupted", INTERRUPTED
    except OSError as error:
        why, status = f"cannot write {path}: {error.strerror or error}", FAILED
    except BakeError as error:  # of a bake that is baked again
        why, status = str(error), FAILED
    if why:
        kept = f"{sink.frames} of {plan.count} frames are in {sink.path}" if sink.frames else "no frame is finished, and no file is written"
        say(f"springvand: {why}; {kept}")
        return status
    say(f"springvand: {plan.count} frame{'s' if plan.count > 1 else ''}, {size_text(path.stat().st_size)}")
    print(path)
    return FINE


def _sink(path, simulation, plan):
    """What takes the frames. Stops where it cannot be begun."""
    try:
        return FORMATS[path.suffix.lower()].open(path, simulation, plan)
    except OSError as error:
        raise Stop(FAILED, f"cannot write {path}: {error.strerror or error}") from None


def _run(sink, simulation, plan):
    from engine.kernels.progress import Compiling

    step = exact(simulation.scene.spec.time.step)
    with progress(plan.count, "baking", "frames") as bar, Compiling(bar.compiling):
        for i in range(plan.count):
            approach(simulation, plan.moments(i, step)[0], bar.simulating)
            sink.add(simulation)
            bar.advance()
