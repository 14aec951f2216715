"""A scene, run and drawn without a window."""

from typing import NamedTuple

import numpy as np

from game.film import moments
from game.film.light import shrunk, straight
from game.film.writing import Undrawn
from game.report import MACHINE, Stop, say
from game.scenes import started


class Look(NamedTuple):
    """How pictures are drawn.

    size              [pixels] (w, h) of the picture
    samples, quality  as Renderer's. None: what a graphics card does at ease; on a software driver, which takes them dearly, no samples and "fair"
    supersample       drawn so many times wider and higher, and averaged in linear light
    transparent       without the sky; what is left of it in a picture is its alpha
    debug             names of layers that are drawn as lines (engine/simulation/layers.py)
    """

    size: tuple
    samples: int | None = None
    quality: str | None = None
    supersample: int = 1
    transparent: bool = False
    debug: tuple = ()


class Pictures:
    """Picture i of a plan is a function of scene, seed, plan and i alone, in whatever order, process or company it is drawn.

    Of what `started` gives it uses `scene`, `tick`, `messages`, `go_to(tick, blend)` and `close`, and what `extract` and `annotated` ask of a simulation.
    """

    def __init__(self, read, seed, look, camera=None, bake="wait"):
        """read     gives the scene; called in a thread, while OpenGL starts in this one: that halves the time to a first picture
        camera   name of the entity to look through; None: the scene's camera
        bake     as in Renderer; "wait": the same command gives the same picture, so none is drawn before its light is there
        """
        from concurrent.futures import ThreadPoolExecutor

        self.look, self.camera = look, camera
        with ThreadPoolExecutor(1) as pool:
            coming = pool.submit(_prepared, read, seed)
            try:
                self.renderer = _draughtsman(look, bake)
            finally:  # what is wrong with the scene is said first
                self.simulation, self.extract, self.view_of = coming.result()
        from game.annotate import annotated  # draws text: only now, while nobody waits for it
        from game.history import History
        from game.layers import laid

        self.annotated, self.laid, self.history = annotated, laid, History()

    def picture(self, plan, i):
        """Picture i of a plan: (h, w, 4) uint8, top row first, straight alpha."""
        return self.develop(self.draw(plan, i))

    def draw(self, plan, i, out=None, told=moments.untold):
        """What OpenGL drew of picture i, as `buffer` gives it room; `develop` makes the picture of it, in whatever thread. Raises Undrawn where
        a bake is damaged there. told: as of moments.approach."""
        from engine.exchange.reading import BakeError

        step = moments.exact(self.simulation.scene.spec.time.step)
        parts = plan.moments(i, step)
        for part, moment in enumerate(parts):
            try:
                moments.run(self.simulation, moment, self.history, told)
            except BakeError as error:
                raise Undrawn(str(error)) from None
            self._render((part, len(parts)))
        return self.renderer.pixels(out)

    def develop(self, pixels):
        """The picture (h, w, 4) uint8, straight alpha, of what was drawn; another array or the same."""
        if self.look.transparent:
            pixels = straight(pixels)
        return shrunk(pixels, self.look.supersample)

    def buffer(self):
        """An array for what is drawn."""
        return np.zeros((*self.renderer.size[::-1], 4), np.uint8)

    def close(self):
        """Say what the simulation had to say, and give its memory and the renderer's back."""
        for text in dict.fromkeys(self.simulation.messages):
            say(f"springvand: {text}")
        self.simulation.close()
        self.renderer.close()

    def _render(self, share):
        self.renderer.poll()
        view = self.view_of(self.simulation, self.camera)
        bold, legend = self.laid(self.simulation, self.look.debug, view)
        frame = self.extract(self.simulation, view=view)
        frame.bold, size = bold, self.renderer.size
        frame.overlay = self.annotated(None, self.simulation, self.history, frame.view, size, self.look.supersample, lines=legend)
        self.renderer.render(frame, share)


def _prepared(read, seed):
    """What is simulated, and what takes pictures of it."""
    simulation = started(read(), seed)
    from engine.render.extract import extract, view_of

    return simulation, extract, view_of


def _draughtsman(look, bake):
    """A Renderer in an OpenGL context without a window. Stops where there is no OpenGL."""
    from engine.render import offscreen

    try:
        context = offscreen.context()
    except offscreen.NoOpenGL as error:
        raise Stop(MACHINE, str(error)) from None
    from engine.render.renderer import Renderer
    from engine.render.targets import TooLarge

    card = not software(context)
    samples = look.samples if look.samples is not None else 4 if card else 0
    quality = look.quality or ("full" if card else "fair")
    size = tuple(side * look.supersample for side in look.size)
    try:
        return Renderer(size, samples, quality, anisotropy=8, bake=bake, progress=Once(), exact=True, transparent=look.transparent)
    except TooLarge:
        with_samples = f" with {samples} samples a pixel" if samples else ""
        raise Stop(
            MACHINE,
            f"the OpenGL of this machine draws no {size[0]}x{size[1]} pixels{with_samples}; write a smaller --size, or fewer "
            "--samples, or less --supersample",
        ) from None


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
