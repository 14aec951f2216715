"""From what a command line asks for to a plan and the encoder for it; all that makes no sense is said before anything is drawn."""

import hashlib
import os
import re
import shutil
from fractions import Fraction
from pathlib import Path

from game.film.asked import frames
from game.film.encoders import Stills, is_whole
from game.film.moments import Plan
from game.report import FAILED, FINE, USAGE, Stop, say, size_text

FPS, FPS_GIF = Fraction(30), Fraction(25)
NUMBER = re.compile(r"%0?\d*d")
FORMATS = ".png, .mp4 or .gif"
MANY = 20_000  # pictures from which on one is asked whether that was meant
BYTES = {".png": 1.5, ".mp4": 0.1, ".gif": 0.5}  # a pixel and picture: rough


def planned(arguments):
    """(paths, Plan): the files to write, one for a film, and the moments. Stops on what makes no sense."""
    path = Path(arguments.output)
    kind, numbers = path.suffix.lower(), NUMBER.findall(path.name)
    if kind not in BYTES:
        raise Stop(USAGE, f"'{arguments.output}' does not say which kind of file; end it in {FORMATS}")
    if "%" in str(path.parent) or path.name.count("%") != len(numbers) or len(numbers) > 1:
        raise Stop(USAGE, f"'{arguments.output}' is an odd pattern; write one number such as %05d, in the name of the file")
    still = kind == ".png" and not numbers
    _check(arguments, path, kind, still, numbers)
    fps = arguments.fps or (FPS_GIF if kind == ".gif" else FPS)
    if kind == ".gif":
        fps = _hundredths(fps)
    start, count = frames(arguments.scene, arguments.at, arguments.seconds, fps, still, "picture")
    plan = Plan(start, fps, count, arguments.blur, arguments.shutter)
    _check_size(arguments, path, kind, plan)
    if kind != ".png" or still:
        return [path], plan
    return [path.with_name(path.name.replace(numbers[0], numbers[0] % i)) for i in range(count)], plan


def _check(arguments, path, kind, still, numbers):
    """Stop at what does not go together."""
    if kind != ".png" and numbers:
        plain = path.with_name((NUMBER.sub("", path.stem) or "film") + path.suffix)
        raise Stop(USAGE, f"'{path}' is one film and needs no number; write -o {plain}")
    if still and arguments.seconds is not None:
        raise Stop(USAGE, f"--seconds makes many pictures and '{path}' names one; write a number such as %05d into it, or end it in .mp4")
    if arguments.transparent and kind != ".png":
        raise Stop(USAGE, f"{kind[1:].upper()} has no transparent background; write PNGs: -o {path.stem}/%05d.png")
    if arguments.resume and not numbers:
        raise Stop(USAGE, f"--resume goes on with a row of pictures; write a number into the name, as in -o {path.stem}/%05d.png")
    if path.is_dir():
        raise Stop(USAGE, f"'{path}' is a folder; write the name of a file in it, as in -o {path}/film.mp4")
    largest = max(arguments.size) * arguments.supersample
    if largest > 16384:
        raise Stop(
            USAGE,
            f"--supersample {arguments.supersample} draws {largest} pixels a side, and 16384 is the most; write less, or a smaller --size",
        )
    if kind == ".mp4":
        from game.film.mp4 import check_size

        check_size(arguments.size)


def _hundredths(fps):
    from game.film.gif import delay_of, fps_of

    if fps_of(fps) != fps:
        say(f"springvand: a GIF counts in hundredths of a second: {delay_of(fps)}/100 s a picture, {float(fps_of(fps)):.4g} a second")
    return fps_of(fps)


def _check_size(arguments, path, kind, plan):
    """Stop where so much is asked for that it was hardly meant, or that there is no room for."""
    pixels = arguments.size[0] * arguments.size[1]
    size, room = plan.count * pixels * BYTES[kind], shutil.disk_usage(_there(path.parent)).free
    if not arguments.force and (plan.count > MANY or size > room):
        wait = plan.count * plan.parts / 3600
        why = f"about {size_text(size)}, with {size_text(room)} free, and {wait:,.1f} hours at a picture a second"
        raise Stop(USAGE, f"this makes {plan.count:,} pictures: {why}; write --force if you mean it, or less --seconds")


def _there(folder):
    """The nearest folder above that there is."""
    return next(place for place in (folder, *folder.absolute().parents) if place.is_dir())


def encoder_of(paths, plan, look):
    """What writes a plan's pictures, by the name of the file. Stops where a package is missing."""
    kind = paths[0].suffix.lower()
    if kind == ".mp4":
        from game.film.mp4 import Mp4

        return Mp4(paths[0], look.size, plan.fps, plan.count)
    if kind == ".gif":
        from game.film.gif import Gif

        return Gif(paths[0], look.size, plan.fps, plan.count)
    return Stills(paths, look.transparent)


def writable(folder):
    """Make a folder and see that files can be written into it. Stops where they cannot."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".springvand-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        why = "there is a file where a folder should be" if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror
        raise Stop(FAILED, f"cannot write into {folder}: {why}") from None


def mark_of(scene, plan, *drawn):
    """What a row of pictures is known by again: scene or bake, its files, moments, and how it is drawn."""
    digest = hashlib.blake2b(digest_size=12)
    for part in (scene.spec.model_dump_json(), repr(plan._replace(count=0)), repr(drawn)):
        digest.update(part.encode() + b"\0")
    if hasattr(scene, "manifest"):
        digest.update(f"{scene.manifest} {scene.path.stat().st_size}".encode())
        return digest.hexdigest()
    for path in scene.files[1:]:
        if path not in scene.sources:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def missing(paths, mark):
    """Numbers of the pictures that are not there yet, whole and of this plan. Stops at one of another, and where all are there."""
    wanted = []
    for i, path in enumerate(paths):
        try:
            if not (path.exists() and is_whole(path, mark)):
                wanted.append(i)
        except ValueError:
            text = "belongs to another film: another scene, seed, time, size or way of drawing"
            raise Stop(USAGE, f"{path} {text}; leave --resume out to replace it, or write into another folder") from None
    if not wanted:
        raise Stop(FINE, f"all {len(paths)} pictures are there")
    say(f"springvand: {len(paths) - len(wanted)} of {len(paths)} pictures are there")
    return wanted
