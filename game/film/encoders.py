"""What pictures are written into: one class for each format, all with the same three methods, called in one thread.

begin()             open; raises OSError where nothing can be written
add(i, pixels)      write picture i of the plan: (h, w, 4) uint8, straight alpha, good until the call returns; pictures come in their order
end(whole)          close, so that what was written can be seen, and raise nothing for it; the OSError that keeps a part of it away, or None.
                    whole: all came that were wanted

`done`              pictures that there are
`mark`              text kept in the file where it can be, by which `--resume` knows its own
`name`              what is being written, for messages
`where`             what is made, or what of it there is, as text
`told`              what to say of a film that is whole
`may_lack`          whether a picture in its midst may be missing

A film appears under its name when it is whole; until then its name has .part before the suffix, and a film that was there stays. What
was begun and not finished takes the name only where nothing has it.
"""

import os

from game.report import size_text

LEVEL = 4  # of a PNG's compression: 9 takes four times as long for a twentieth less


class Stills:
    """Numbered PNG files, or one.

    paths   of all pictures of the plan
    alpha   whether they have any
    """

    may_lack = True

    def __init__(self, paths, alpha=False):
        self.paths, self.alpha = paths, alpha
        self.name, self.mark, self.last, self.done = paths[0], "", None, 0

    def begin(self):
        """The folder is there; each picture is a file of its own."""

    def add(self, i, pixels):
        """Write a PNG; it appears when it is whole."""
        self.name = self.paths[i]
        save(pixels if self.alpha else pixels[..., :3], self.paths[i], self.mark)
        self.last, self.done = self.paths[i], self.done + 1

    def end(self, whole):
        """All is written already."""

    @property
    def where(self):
        """The last picture."""
        return f", the last is {self.last}" if self.last else ""

    @property
    def told(self):
        """What was made."""
        return str(self.paths[0]) if len(self.paths) == 1 else f"{self.paths[0]} to {self.paths[-1].name}"


def save(pixels, path, mark=""):
    """Write (h, w, 3 or 4) uint8 as a PNG; the file appears when it is whole."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    part, texts = path.with_name(path.name + ".part"), PngInfo()
    if mark:
        texts.add_text("springvand", mark)
    try:
        Image.fromarray(pixels).save(part, format="PNG", compress_level=LEVEL, pnginfo=texts)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def is_whole(path, mark):
    """Whether a PNG can be read to its end and carries a mark. Raises ValueError where it carries another, or none."""
    from PIL import Image

    try:
        with Image.open(path) as image:
            found = image.text.get("springvand")
            image.load()
    except (OSError, SyntaxError, AttributeError, ValueError):  # what Pillow raises for files that are torn or no PNG
        return False
    if found != mark:
        raise ValueError(path)
    return True


class Film:
    """What films have in common: a file that is made beside its name.

    count   pictures planned
    """

    may_lack = False

    def __init__(self, path, size, fps, count):
        self.path, self.size, self.fps, self.count = path, size, fps, count
        self.name, self.mark, self.made, self.done = path, "", None, 0

    @property
    def part(self):
        """The file while it is made."""
        return self.path.with_name(f"{self.path.stem}.part{self.path.suffix}")

    @property
    def where(self):
        """The file that there is."""
        return f", in {self.made}" if self.made and self.done else ""

    @property
    def told(self):
        """File, pictures, length, size."""
        return f"{self.path}: {self.done} picture{'s' if self.done != 1 else ''}, {self.length}, {size_text(self.path.stat().st_size)}"

    @property
    def length(self):
        """How long it plays, as text."""
        return f"{float(self.done / self.fps):.4g} s"

    def settle(self, whole):
        """Give the file its name, where it may have it; one without any picture goes."""
        if not self.done:
            self.part.unlink(missing_ok=True)
        elif whole or not self.path.exists():
            os.replace(self.part, self.path)
            self.made = self.path
        else:
            self.made = self.part
