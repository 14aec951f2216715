"""`springvand render`: pictures without a window."""

import argparse
import math
import os
import re
from pathlib import Path

from game.report import FAILED, FINE, INTERRUPTED, MACHINE, USAGE, Stop, progress, say
from game.scenes import add_scene, load, size, started

EXAMPLES = """examples:
  springvand render fountain -o fountain.png                        one picture, four seconds in
  springvand render fountain -o fountain.png --at 2 --size 1920x1080 --samples 8
  springvand render fountain -o frames/%05d.png --seconds 2         60 pictures: frames/00000.png and so on
  springvand render fountain -o wide.png --set vars.spread=3 --seed 7

The same command line gives the same pictures. Ctrl-C keeps the pictures that are finished."""
STILL_AT = 4.0  # [s] by then the slow things have found their course
LATER = {".mp4", ".gif", ".webm", ".mov", ".mkv"}
NUMBER = re.compile(r"%0?\d*d")
STRIDE = 0.1  # [s] most that one call of Simulation.advance takes up


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="pictures of a scene, without a window", epilog=EXAMPLES,
        description="Run a scene and write what it looks like, as one PNG or a numbered row of them.",
    )  # fmt: skip
    add_scene(parser)
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="picture.png, or frames/%%05d.png for many")
    parser.add_argument("--at", type=seconds, metavar="S", help=f"start at this time of the scene (a picture: {STILL_AT:g}, many: 0)")
    parser.add_argument("--seconds", type=seconds, metavar="S", help="how long; needs a number such as %%05d in FILE (default 5)")
    parser.add_argument("--fps", type=rate, default=30.0, metavar="N", help="pictures per second of the scene (default 30)")
    parser.add_argument("--size", type=size, default=(1280, 720), metavar="WxH", help="in pixels (default 1280x720)")
    parser.add_argument("--samples", type=int, choices=(0, 2, 4, 8, 16), default=4, help="of multisampling (default 4; 0: none, fastest)")
    parser.add_argument(
        "--quality", choices=("full", "fair", "test"), default="full", help="fair: nearly the same, sooner; test: the cheapest picture"
    )
    parser.add_argument("--camera", metavar="NAME", help="entity to look through, in place of the scene's camera")
    return parser


def seconds(text):
    """A time of 0 or more."""
    return _number(text, 0.0, "a time in seconds, as in 2.5")


def rate(text):
    """Pictures per second."""
    return _number(text, 1e-3, "a number of pictures per second, as in 30")


def _number(text, least, wanted):
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= 1e6:
        raise argparse.ArgumentTypeError(f"'{text}' is not {wanted}")
    return value


def plan(output, at, duration, fps):
    """(paths, start): the files to write, and the time of the first, from what the command line says. Stops on what makes no sense."""
    path = Path(output)
    numbers = NUMBER.findall(path.name)
    if path.suffix.lower() in LATER:
        raise Stop(USAGE, f"{path.suffix} comes in a later version, PNG for now: -o {path.stem}/%05d.png writes a row of pictures")
    if path.suffix.lower() != ".png":
        raise Stop(USAGE, f"'{output}' does not say which kind of file; end it in .png")
    if "%" in str(path.parent) or path.name.count("%") != len(numbers) or len(numbers) > 1:
        raise Stop(USAGE, f"'{output}' is an odd pattern; write one number such as %05d, in the name of the file")
    if not numbers:
        if duration is not None:
            raise Stop(USAGE, f"--seconds makes many pictures and '{output}' names one; write a number such as %05d into it")
        return [path], STILL_AT if at is None else at
    count = round((5.0 if duration is None else duration) * fps)
    if count < 1:
        raise Stop(USAGE, f"--seconds {duration:g} at --fps {fps:g} makes no picture")
    return [path.with_name(path.name.replace(numbers[0], numbers[0] % i)) for i in range(count)], at or 0.0


def main(arguments):
    """Render what the command line asks for."""
    paths, start = plan(arguments.output, arguments.at, arguments.seconds, arguments.fps)

    def read():
        scene = load(arguments)
        if arguments.camera is not None:
            seen_through(scene, arguments.camera)
        writable(paths[0].parent)
        return scene

    pictures = Pictures(read, arguments.seed, arguments.size, arguments.samples, arguments.quality, arguments.camera)
    status, done = write(pictures, paths, start, arguments.fps)
    if status == FINE:
        print(paths[0] if len(paths) == 1 else f"{paths[0]} to {paths[-1].name}")
    return status


def seen_through(scene, name):
    """Stops where the scene has no camera of this name."""
    cameras = [other for other, entity in scene.spec.entities.items() if entity.camera is not None]
    if name not in cameras:
        there = f"there {'is' if len(cameras) == 1 else 'are'} {', '.join(cameras) or 'none'}"
        raise Stop(USAGE, f"no camera '{name}' in the scene; {there}")


def writable(folder):
    """Make a folder and see that files can be written into it. Stops where they cannot."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".springvand-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise Stop(FAILED, f"cannot write into {folder}: {error.strerror}") from None


def write(pictures, paths, start, fps, until=None):
    """Draw and save one picture a path. Returns (status, pictures finished); finished pictures stay whatever happens.

    until  a function that says when to stop early
    """
    from engine.kernels.progress import Compiling

    done = 0
    try:
        with progress(len(paths), "rendering", "frames") as bar, Compiling(bar.compiling):
            pictures.go_to(start)
            for path in paths:
                if until is not None and until():
                    break
                if done:
                    pictures.go_on(1 / fps)
                save(pictures.draw(), path)
                done += 1
                bar.advance()
    except KeyboardInterrupt:
        say(f"springvand: interrupted; {_kept(done, paths)}")
        return INTERRUPTED, done
    except OSError as error:
        say(f"springvand: cannot write {paths[done]}: {error.strerror or error}; {_kept(done, paths)}")
        return FAILED, done
    finally:
        pictures.close()
    return FINE, done


def _kept(done, paths):
    return f"{done} of {len(paths)} pictures are finished" + (f", the last is {paths[done - 1]}" if done else "")


def save(pixels, path):
    """Write (h, w, 4) uint8 as a PNG without alpha; the file appears when it is whole."""
    from PIL import Image

    part = path.with_name(path.name + ".part")
    try:
        Image.fromarray(pixels[..., :3]).save(part, format="PNG", compress_level=4)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


class Pictures:
    """A scene, run and drawn without a window."""

    def __init__(self, read, seed, size, samples, quality, camera=None, bake="wait"):
        """read     gives the scene; called in a thread, while OpenGL starts in this one: that halves the time to a first picture
        samples, quality  None: what a graphics card does at ease; on a software driver, which takes them dearly, no samples and "fair"
        bake     as in Renderer; "wait": the same command gives the same picture, so none is drawn before its light is there
        """
        from concurrent.futures import ThreadPoolExecutor

        self.camera = camera
        with ThreadPoolExecutor(1) as pool:
            coming = pool.submit(_simulate, read, seed)
            try:
                self.renderer = _draughtsman(size, samples, quality, bake)
            finally:  # what is wrong with the scene is said first
                self.simulation, self.extract = coming.result()
        from game.annotate import annotated  # draws text: only now, while nobody waits for it
        from game.history import History

        self.annotated, self.history = annotated, History()

    def go_to(self, time):
        """Run to a time [s] of the scene, tick by tick."""
        step = self.simulation.scene.spec.time.step
        self.history.follow(self.simulation)
        for tick in range(self.simulation.tick, round(time / (1 / 60 if step == "frame" else step))):
            self.simulation.go_to(tick + 1)
            self.history.follow(self.simulation)

    def go_on(self, duration):
        """Run for a duration [s]; between two ticks the picture interpolates."""
        for _ in range(parts := math.ceil(duration / STRIDE)):
            self.simulation.advance(duration / parts)
            self.history.follow(self.simulation)

    def draw(self):
        """The picture now: (h, w, 4) uint8, top row first."""
        self.renderer.poll()
        frame = self.extract(self.simulation, camera=self.camera)
        frame.overlay = self.annotated(None, self.simulation, self.history, frame.view, self.renderer.size)
        self.renderer.render(frame)
        return self.renderer.pixels()

    def close(self):
        """Say what the simulation had to say, and give the renderer's memory back."""
        for text in dict.fromkeys(self.simulation.messages):
            say(f"springvand: {text}")
        self.renderer.close()


def _simulate(read, seed):
    """A Simulation of the scene that is read, and what takes pictures of it."""
    scene = read()
    from engine.render.extract import extract

    return started(scene, seed), extract


def _draughtsman(size, samples, quality, bake):
    """A Renderer in an OpenGL context without a window. Stops where there is no OpenGL."""
    from engine.render import offscreen

    try:
        context = offscreen.context()
    except offscreen.NoOpenGL as error:
        raise Stop(MACHINE, str(error)) from None
    from engine.render.renderer import Renderer

    card = not software(context)
    samples = samples if samples is not None else 4 if card else 0
    quality = quality or ("full" if card else "fair")
    return Renderer(size, samples, quality, anisotropy=8, bake=bake, progress=Once())


class Once:
    """Says each text that it is told once, whatever the progress."""

    def __init__(self):
        self.said = set()

    def __call__(self, text, share):
        if text not in self.said:
            say(f"springvand: {text}")
        self.said.add(text)


def software(context):
    """Whether OpenGL is drawn by the processor."""
    name = context.context.get_info().get_renderer().lower()
    return any(word in name for word in ("llvmpipe", "softpipe", "swrast", "swiftshader", "software"))
