"""Take a thumbnail of each shipped scene whose files have changed, and lay all of them on one sheet: python -m content.make.thumbnails [NAME ...]

With names these are taken anew, whatever has changed: after a change of the engine, say. A scene is seen by its own camera, at the tick of
its own `check` unless made.MOMENTS says another. Pictures of scenes that are gone are removed.
"""

import argparse
import json
from functools import partial

from content.make.thumbnails import made, sheet


def main():
    ask = argparse.ArgumentParser(prog="python -m content.make.thumbnails", description=__doc__.splitlines()[0].partition(":")[0])
    ask.add_argument("names", nargs="*", metavar="NAME", help="scenes to take anew (default: those whose files have changed)")
    names = ask.parse_args().names
    scenes = made.scenes()
    if unknown := set(names) - set(scenes):
        ask.error(f"no scene '{min(unknown)}'; there are {', '.join(scenes)}")
    wanted = names or made.stale(scenes)
    for name in wanted:
        take(name, scenes[name], made.moment(name, scenes[name]))
    for picture in made.FOLDER.glob("*.jpg"):
        if picture.stem not in scenes:
            picture.unlink()
    made.RECORD.write_text(json.dumps(made.state(scenes), indent=1) + "\n")
    sheet.write(scenes)
    print(f"{len(wanted)} of {len(scenes)} thumbnails taken; {sheet.FILE.relative_to(made.CONTENT.parent)} holds all")


def take(name, scene, moment):
    """Render one, after so many ticks, into the folder."""
    from PIL import Image

    from content.make.thumbnails.take import picture

    made.FOLDER.mkdir(exist_ok=True)
    pixels = picture(scene, moment, partial(show, name))
    Image.fromarray(pixels).resize(made.SIZE, Image.LANCZOS).save(made.FOLDER / f"{name}.jpg", quality=made.QUALITY, optimize=True)
    print()


def show(name, done, of):
    """How far one scene has come, as a bar."""
    filled = 30 * done // of
    print(f"\r{name:14} {'#' * filled}{'.' * (30 - filled)} {done} of {of} ticks", end="", flush=True)


if __name__ == "__main__":
    main()
