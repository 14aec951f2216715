"""`springvand bake`: what a scene does, into a file that is played again, or that other programs read."""

import shutil
from fractions import Fraction
from pathlib import Path

from game.commands.render import rate, seconds
from game.film.moments import Plan, exact
from game.film.orders import writable
from game.report import FAILED, FINE, INTERRUPTED, USAGE, Stop, progress, say
from game.scenes import BAKE, add_scene, load, started

EXAMPLES = """examples:
  springvand bake fountain -o fountain.npz                      five seconds, 60 frames a second
  springvand run fountain.npz                                   play it: Space, and drag the time line
  springvand render fountain.npz -o fountain.png --at 2         the picture that the scene itself would give, bit for bit
  springvand bake cloth -o cloth.npz --from 2 --seconds 10 --fps 30

Where --fps divides the scene's ticks (1/step a second) a frame is a tick; elsewhere it is what a picture between two ticks shows.
Plain numpy reads a .npz: REFERENCE.md, "Bakes", says what is in it. Ctrl-C keeps the frames that are finished."""
SECONDS, FPS = Fraction(5), Fraction(60)
FORMATS = {BAKE: "a bake"}


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="a scene into a file to play again", epilog=EXAMPLES,
        description="Run a scene and write what it does: all bodies, frame by frame, without a window.",
    )  # fmt: skip
    add_scene(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="x.npz: a bake, which run and render take in place of a scene"
    )
    parser.add_argument(
        "--from", type=seconds, default=Fraction(0), metavar="S", dest="start", help="begin at this time of the scene (default 0)"
    )
    parser.add_argument("--seconds", type=seconds, default=SECONDS, metavar="S", help=f"how long (default {SECONDS})")
    parser.add_argument("--fps", type=rate, default=FPS, metavar="N", help=f"frames per second of the scene (default {FPS})")
    return parser


def main(arguments):
    """Bake what the command line asks for."""
    path = Path(arguments.output)
    if path.suffix.lower() not in FORMATS:
        known = ", ".join(f"{ending} ({what})" for ending, what in FORMATS.items())
        raise Stop(USAGE, f"'{path}' does not say which kind of file; end it in {known}")
    plan = Plan(arguments.start, arguments.fps, round(arguments.seconds * arguments.fps))
    if plan.count < 1:
        raise Stop(USAGE, f"--seconds {float(arguments.seconds):g} at --fps {float(arguments.fps):g} makes no frame")
    scene = load(arguments)
    writable(path.parent)
    simulation = started(scene, arguments.seed)
    try:
        return _bake(path, simulation, plan)
    finally:
        for text in dict.fromkeys(simulation.messages):
            say(f"springvand: {text}")
        simulation.close()


def _bake(path, simulation, plan):
    """Write all frames of a plan; the exit status. What is finished when it breaks off is kept."""
    why, status = "", FINE
    sink = _sink(path, simulation, plan)
    try:
        try:
            _run(sink, simulation, plan)
        finally:
            sink.close()
    except KeyboardInterrupt:
        why, status = "interrupted", INTERRUPTED
    except OSError as error:
        why, status = f"cannot write {path}: {error.strerror or error}", FAILED
    if why:
        kept = f"{sink.frames} of {plan.count} frames are in {path}" if sink.frames else "no frame is finished, and no file is written"
        say(f"springvand: {why}; {kept}")
        return status
    say(f"springvand: {plan.count} frame{'s' if plan.count > 1 else ''}, {size_text(path.stat().st_size)}")
    print(path)
    return FINE


def _sink(path, simulation, plan):
    """What takes the frames, by the file's ending. Stops where they cannot find room."""
    from engine.exchange.bake import Writer, most_bytes

    try:
        free, most = shutil.disk_usage(path.parent).free, plan.count * most_bytes(simulation)
        if most > free:
            raise Stop(
                USAGE,
                f"{plan.count:,} frames take up to {size_text(most)}, and {size_text(free)} are free in {path.parent.resolve()}; "
                "fewer --seconds, or a lower --fps",
            )
        told = {"fps": float(plan.fps), "start": float(plan.start), "wanted": plan.count}
        return Writer(path, simulation.scene, simulation.seed, told)
    except OSError as error:
        raise Stop(FAILED, f"cannot write {path}: {error.strerror or error}") from None


def _run(sink, simulation, plan):
    from engine.kernels.progress import Compiling

    step = exact(simulation.scene.spec.time.step)
    with progress(plan.count, "baking", "frames") as bar, Compiling(bar.compiling):
        for i in range(plan.count):
            simulation.go_to(*plan.moments(i, step)[0])
            sink.add(simulation)
            bar.advance()


def size_text(count):
    """`1.2 GB`, in the units in which disks are sold."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= scale:
            return f"{count / scale:,.3g} {unit}" if count < 1000 * scale else f"{count / scale:,.0f} {unit}"
    return f"{count} bytes"
