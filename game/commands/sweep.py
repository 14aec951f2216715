"""`springvand sweep`: a grid of variants of a scene, what each of them does in figures, and what it looks like."""

import contextlib
import statistics
import time
from pathlib import Path

from game.farm import axes as axis_words
from game.farm.cluster import Farm, add_farm
from game.numbers import seconds, whole
from game.report import CONTENT, FAILED, FINE, INTERRUPTED, USAGE, Silence, Stop, progress, say
from game.scenes import add_scene, find, size

EXAMPLES = """examples:
  springvand sweep fountain --set jet.emitter.rate=100:2000:8 --set breeze.wind.velocity.x=0,1,2 -o sweep/
      24 variants: 8 rates evenly spaced from 100 to 2000, each in 3 winds; sweep/figures.csv
  springvand sweep fountain --set vars.spread=0.5:4:5 --set vars.strength=0.8,1,1.2 --render -o looks/
      also a picture of each, and looks/sheet.png with all of them
  springvand sweep cloth --set cloth.solver=stable,verlet,rk4 --seconds 3 -o solvers/
  springvand sweep cloth --set wind.wind.velocity=[0,0,1],[2,0,0] --set time.quality=60,240 -o winds/
  springvand sweep fountain --set seed=0:99:100 --scheduler tcp://farm:8786 -o many/

A row of the table holds a variant's values, whether it keeps what the scene's check: section
promises, and the figures that `springvand check --run` shows. Workers are processes of this
machine, one a core, or those of a Dask cluster; the numbers are the same to the bit.
Ctrl-C keeps the variants that are finished."""
SET = "a,b,c or first:last:count, once for each axis of the grid: --set jet.emitter.rate=100:2000:8; a single value is fixed for all"
MANY = 10_000  # variants from which on one is asked whether that was meant
MOST = 1_000_000  # that are held in memory, and in a table
TICKS = 1_000_000
TABLE = "figures.csv"
TOLD = 5  # messages of the variants, and of those that failed, that are shown
PROBE, LEAST = 0.2, 20  # [s], and ticks, for which the first variant is run, to tell how long all of them take


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="a grid of variants of a scene: figures and pictures", epilog=EXAMPLES,
        description="Run a scene with every combination of values, and write what each of them does into one table.",
    )  # fmt: skip
    add_scene(parser, bakes=False, value=axis_words.axis, text=SET)
    parser.add_argument("-o", "--output", required=True, metavar="FOLDER", help="where figures.csv and the pictures go")
    parser.add_argument("--seconds", type=seconds, metavar="S", help="how long (default: the ticks of the scene's check: section)")
    parser.add_argument("--ticks", type=whole(0, TICKS), metavar="N", help="the same in ticks")
    parser.add_argument("--render", action="store_true", help="also a picture of each variant, and sheet.png with all of them")
    parser.add_argument("--at", type=seconds, metavar="S", help="time of the pictures (default: the end of the run)")
    parser.add_argument("--size", type=size, default=(320, 180), metavar="WxH", help="of a picture in pixels (default 320x180)")
    add_farm(parser)
    parser.add_argument("--force", action="store_true", help="however many variants that are")
    return parser


def main(arguments):
    """Run the grid."""
    from game.film.claim import claimed
    from game.film.orders import writable

    axes, folder = arguments.overrides, Path(arguments.output)
    _check(arguments, axes, folder)
    scenes = checked(find(arguments.scene), axes, arguments.allow_outside)
    writable(folder)
    with claimed(folder / TABLE):
        return _swept(scenes, axes, folder, arguments)


def _swept(scenes, axes, folder, arguments):
    """Have the grid run, and write what came of it; the exit status."""
    from engine.exchange.packed import pack

    variants = list(axis_words.grid(axes))
    pace = _pace(scenes[0], arguments.seed)
    with Farm(arguments.workers, arguments.scheduler) as farm:
        _announce(axes, variants, scenes[0], arguments, pace, farm.count)
        file, files = pack(*scenes)
        parcel = f"{time.time_ns():x}"
        farm.give(files, parcel)
        jobs = [job(variant, parcel, file, arguments) for variant in variants]
        outcomes, status = {}, FINE
        try:
            _gather(farm, jobs, variants, folder, outcomes)
        except KeyboardInterrupt:
            status = INTERRUPTED
        except Stop as stop:
            say(f"springvand: {stop}")
            status = stop.status
    with_names = [(variant, outcomes.get(i)) for i, variant in enumerate(variants)]
    return _finish(folder, axes, scenes[0], with_names, arguments, status)


def _check(arguments, axes, folder):
    """Stop at what makes no sense."""
    paths = [axis.path for axis in axes]
    if twice := next((path for i, path in enumerate(paths) if path in paths[:i]), None):
        raise Stop(USAGE, f"--set {twice} stands twice; write all its values in one: --set {twice}=a,b,c")
    count = axis_words.count(axes)
    if count < 2:
        raise Stop(USAGE, "there is nothing to sweep; write several values, as in --set jet.emitter.rate=100:2000:8")
    if count > MOST:
        raise Stop(USAGE, f"this makes {count:,} variants, and {MOST:,} are the most; write fewer values, or several sweeps")
    if count > MANY and not arguments.force:
        raise Stop(USAGE, f"this makes {count:,} variants; write --force if you mean it, or fewer values")
    if arguments.seconds is not None and arguments.ticks is not None:
        raise Stop(USAGE, "--seconds and --ticks both say how long; write one of them")
    if arguments.seed is not None and "seed" in paths:
        raise Stop(USAGE, "--seed is for all variants, and --set seed for each; write one of them")
    if arguments.at is not None and not arguments.render:
        raise Stop(USAGE, "--at is the time of the pictures; write --render, too, or --seconds for how long to run")
    if folder.exists() and not folder.is_dir():
        raise Stop(USAGE, f"'{folder}' is a file; -o names the folder for figures.csv and the pictures")


def checked(path, axes, allow_outside):
    """The scene with each value of each axis, the others at their first: what is wrong with it is said, and all stops."""
    from engine.scene import SceneError, load
    from engine.scene.load import overridden

    first = {axis.path: axis.values[0] for axis in axes}
    try:
        scenes = [load(path, first, allow_outside)]
        others = [{**first, axis.path: value} for axis in axes for value in axis.values[1:]]
        with progress(len(others), "checking", "values") as bar:
            for values in others:
                scenes.append(overridden(scenes[0], values))
                bar.advance()
        return scenes
    except SceneError as error:
        say(str(error))
        found = len(error.diagnostics) + error.more
        raise Stop(CONTENT, f"{path} has {found} error{'s' if found != 1 else ''} with these values") from None


def _pace(scene, seed):
    """[s] of a tick of the first variant at its start. Kernels are compiled here, and the workers find them."""
    from engine.kernels.progress import Compiling
    from engine.simulation import Simulation

    simulation, times = Simulation(scene, seed=seed), []
    with contextlib.closing(simulation), Compiling(Silence().compiling):
        until = time.perf_counter() + PROBE
        while len(times) < LEAST or time.perf_counter() < until:
            start = time.perf_counter()
            simulation.step()
            times.append(time.perf_counter() - start)
    return statistics.median(times)  # a tick that had to compile is none of the others


def _announce(axes, variants, scene, arguments, pace, workers):
    """How much it is, before it begins."""
    from engine.scene.vocabulary import Check
    from game.film.moments import exact

    step = exact(scene.spec.time.step)
    length = arguments.ticks if arguments.seconds is None else round(arguments.seconds / step)
    length = (scene.spec.check or Check()).ticks if length is None else length
    sides = " x ".join(str(len(axis.values)) for axis in axes if len(axis.values) > 1)
    sides = f" ({sides})" if " " in sides else ""
    pictures = ", and then a picture of each" if arguments.render else ""
    told = f"at least {time_text(pace * length * len(variants) / workers)} with {workers} worker{'s' if workers > 1 else ''}"
    say(f"springvand: {len(variants):,} variants{sides} of {length:,} ticks, {told}{pictures}")


def time_text(seconds):
    """`12 s`, `3 min`, `5 h`."""
    for unit, scale in (("h", 3600), ("min", 60)):
        if seconds >= 2 * scale:
            return f"{seconds / scale:,.0f} {unit}"
    return f"{max(seconds, 1):.0f} s"


def job(variant, parcel, file, arguments):
    """What a worker is told of a variant."""
    from game.farm.work import Job
    from game.film.pictures import Look

    look = Look(arguments.size, 4, "full") if arguments.render else None
    return Job(
        parcel, file, variant.overrides, arguments.seed, arguments.allow_outside, arguments.ticks, arguments.seconds, look, arguments.at
    )


def _gather(farm, jobs, variants, folder, outcomes):
    """Fill outcomes, number of the variant -> Outcome, and write the pictures, as they come."""
    import numpy as np

    from game.farm.work import failed, tried
    from game.film.encoders import save

    told = set()
    with progress(len(jobs), "sweeping", "variants") as bar:
        for i, outcome, trouble in farm.results(tried, jobs):
            outcome = failed(trouble) if trouble else outcome
            if outcome.pixels is not None:
                try:
                    save(np.ascontiguousarray(outcome.pixels[..., :3]), folder / f"{variants[i].name}.png")
                except OSError as error:
                    raise Stop(FAILED, f"cannot write into {folder}: {error.strerror or error}") from None
            outcomes[i] = outcome._replace(pixels=None)
            for text in outcome.messages:
                if text not in told and len(told) < TOLD:
                    say(f"springvand: {text}")
                told.add(text)
            bar.advance()
    if len(told) > TOLD:
        say(f"springvand: and {len(told) - TOLD} more of this kind; the column messages has them")


def _finish(folder, axes, scene, variants, arguments, status):
    """Write the table and the sheet, and say what there is; the exit status."""
    from game.farm import table

    done = [(variant, outcome) for variant, outcome in variants if outcome is not None]
    wrong = [(variant, outcome) for variant, outcome in done if outcome.error]
    whole = len(done) == len(variants)
    try:
        path = table.save(folder / TABLE, axes, done, whole) if done else None
        if arguments.render and len(wrong) < len(done):
            _lay_out(folder, axes, scene, variants, arguments.size)
    except OSError as error:
        raise Stop(FAILED, f"cannot write into {folder}: {error.strerror or error}") from None
    for variant, outcome in wrong[:TOLD]:
        say(f"springvand: {variant.name}: {outcome.error}")
    kept = f"{len(done)} of {len(variants)} variants are in {path}" if done else "no variant is finished, and nothing is written"
    if not whole:
        say(f"springvand: {'interrupted' if status == INTERRUPTED else 'broken off'}; {kept}")
        return status
    broken = sum(bool(outcome.failed) for _, outcome in done)
    if broken:
        say(f"springvand: {broken} of {len(done)} variants break promises of the scene's check: section")
    if wrong:
        say(f"springvand: {len(wrong)} of {len(done)} variants could not be run; the column error says why")
    print(path)
    if arguments.render and len(wrong) < len(done):
        print(folder / "sheet.png")
    return FAILED if wrong else FINE


def _lay_out(folder, axes, scene, variants, picture_size):
    """Write the contact sheet."""
    import numpy as np
    from PIL import Image

    from game.farm.sheet import Cell, compose
    from game.film.encoders import save

    cells = []
    for variant, outcome in variants:
        picture = None
        if outcome is not None and not outcome.error:
            with Image.open(folder / f"{variant.name}.png") as image:
                picture = image.convert("RGB")
        note = "" if outcome is None else "failed" if outcome.error else "breaks its check" if outcome.failed else ""
        cells.append(Cell(variant.overrides, picture, note))
    sheet = compose(scene.spec.title or scene.path.stem, axes, cells, picture_size)
    save(np.asarray(sheet), folder / "sheet.png")
