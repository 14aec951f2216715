"""`springvand render`: pictures and films without a window."""

from fractions import Fraction
from pathlib import Path

from game.farm.cluster import add_farm
from game.film.asked import SECONDS, STILL_AT
from game.numbers import angle, rate, seconds, whole
from game.report import FINE, USAGE, Stop
from game.scenes import add_scene, find, is_bake, load, size

EXAMPLES = """examples:
  springvand render fountain -o fountain.png                        one picture, four seconds in
  springvand render fountain -o fountain.png --at 2 --size 1920x1080 --samples 8
  springvand render fountain -o fountain.mp4 --from 2 --seconds 10 --fps 60
  springvand render fountain -o fountain.gif --size 480x270         a GIF of five seconds
  springvand render fountain -o frames/%05d.png --seconds 2         60 pictures: frames/00000.png and so on
  springvand render fountain -o frames/%05d.png --seconds 2 --resume   those that are missing
  springvand render cloth -o cloth.mp4 --blur 8 --supersample 2     as a camera with a shutter sees it, without jagged edges
  springvand render jelly -o jelly.png --transparent                without the sky
  springvand render cloth -o forces.png --debug forces,bounds         with the forces as arrows
  springvand render fountain -o wide.png --set vars.spread=3 --seed 7
  springvand render fountain.npz -o fountain.mp4 --farm             a bake, drawn by a process a core
  springvand render fountain.npz -o f/%05d.png --farm --scheduler tcp://farm:8786    or by a Dask cluster

The same command line gives the same pictures. Ctrl-C keeps what is finished: a film can be played."""
PARTS, TIMES = 64, 4  # most moments of one picture; most times as large


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="pictures and films of a scene, without a window", epilog=EXAMPLES,
        description="Run a scene and write what it looks like: a PNG, a numbered row of them, an MP4 or a GIF.",
    )  # fmt: skip
    add_scene(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="picture.png, frames/%%05d.png for many, film.mp4 or film.gif"
    )
    parser.add_argument(
        "--at", "--from", dest="at", type=seconds, metavar="S", help=f"begin at this time of the scene (a picture: {STILL_AT}, all else: 0)"
    )
    parser.add_argument(
        "--seconds", type=seconds, metavar="S", help=f"how long, of films and of many pictures (default {SECONDS}, or all of a bake)"
    )
    parser.add_argument("--fps", type=rate, metavar="N", help="pictures per second of the scene (default 30, of a GIF 25)")
    parser.add_argument("--size", type=size, default=(1280, 720), metavar="WxH", help="in pixels (default 1280x720)")
    parser.add_argument("--samples", type=int, choices=(0, 2, 4, 8, 16), default=4, help="of multisampling (default 4; 0: none, fastest)")
    parser.add_argument(
        "--supersample", type=whole(1, TIMES), default=1, metavar="K", help="draw K times as large and average the light (default 1)"
    )
    parser.add_argument("--blur", type=whole(1, PARTS), default=1, metavar="N", help="motion blur of N moments a picture (default 1: none)")
    parser.add_argument(
        "--shutter", type=angle, default=Fraction(180), metavar="DEG", help="how long they take, of 360 a picture (default 180)"
    )
    parser.add_argument("--transparent", action="store_true", help="without the sky, in PNG")
    parser.add_argument(
        "--quality", choices=("full", "fair", "test"), default="full", help="fair: nearly the same, sooner; test: the cheapest picture"
    )
    parser.add_argument("--camera", metavar="NAME", help="entity to look through, in place of the scene's camera")
    parser.add_argument(
        "--debug",
        metavar="LAYERS",
        default="",
        help="draw as lines, with a legend: forces, contact, velocities, normals, colliders, bounds, wind, strain",
    )
    parser.add_argument("--resume", action="store_true", help="go on with a row of pictures: those that are there are not made again")
    parser.add_argument("--force", action="store_true", help="however many pictures that are")
    parser.add_argument("--farm", action="store_true", help="share the pictures of a bake, x.npz, among processes")
    add_farm(parser)
    return parser


def main(arguments):
    """Render what the command line asks for."""
    from game.film.orders import encoder_of, mark_of, missing, planned, writable
    from game.film.pictures import Look, Pictures
    from game.film.writing import write

    paths, plan = planned(arguments)
    _check_farm(arguments)
    look = Look(arguments.size, arguments.samples, arguments.quality, arguments.supersample, arguments.transparent, layers(arguments.debug))
    encoder, wanted = encoder_of(paths, plan, look), None

    def read():  # while OpenGL starts
        nonlocal wanted
        scene = load(arguments)
        if arguments.camera is not None:
            seen_through(scene, arguments.camera)
        writable(paths[0].parent)
        encoder.mark = mark_of(scene, plan, look, arguments.seed, arguments.camera)
        if arguments.resume:
            wanted = missing(paths, encoder.mark)
        return scene

    if arguments.farm:
        read().close()
        status = farmed(arguments, encoder, plan, look, wanted)
    else:
        status = write(Pictures(read, arguments.seed, look, arguments.camera), encoder, plan, wanted)
    if status == FINE:
        print(encoder.told)
    return status


def _check_farm(arguments):
    """Stop where processes are asked for that have nothing to share."""
    if not arguments.farm and (arguments.workers or arguments.scheduler):
        raise Stop(USAGE, f"{'--workers' if arguments.workers else '--scheduler'} is of --farm; write that, too")
    if arguments.farm and not is_bake(find(arguments.scene, bakes=True)):
        name = Path(arguments.scene).stem
        raise Stop(
            USAGE, f"--farm shares the pictures of a bake, and '{arguments.scene}' is none; write springvand bake {arguments.scene} -o {name}.npz, "
            f"then springvand render {name}.npz --farm"
        )  # fmt: skip


def farmed(arguments, encoder, plan, look, wanted):
    """Have processes draw the pictures of a bake, and write them; a status."""
    from game.farm.cluster import Farm
    from game.farm.frames import Far
    from game.film.writing import write

    with Farm(arguments.workers, arguments.scheduler) as farm:
        pictures = range(plan.count) if wanted is None else wanted
        far = Far(farm, Path(arguments.scene), look, arguments.camera, plan, pictures, arguments.allow_outside)
        return write(far, encoder, plan, wanted)


def layers(text):
    """The names in `forces,velocities`. Stops at one that is none."""
    if not text:
        return ()
    from engine.simulation.layers import UnknownLayer, known

    try:
        return known(name.strip() for name in text.split(","))
    except UnknownLayer as error:
        raise Stop(USAGE, f"--debug: {error}; write them as in --debug forces,velocities") from None


def seen_through(scene, name):
    """Stops where the scene has no camera of this name."""
    cameras = [other for other, entity in scene.spec.entities.items() if entity.camera is not None]
    if name not in cameras:
        there = f"there {'is' if len(cameras) == 1 else 'are'} {', '.join(cameras) or 'none'}"
        raise Stop(USAGE, f"no camera '{name}' in the scene; {there}")
