"""The window: pyglet's events on one side, stage, controls and reading on the other.

It opens and draws a first picture before anything heavy is imported; the scene is then loaded in a thread. Whatever goes wrong
later is caught, shown and said once: the last error never ends the program.
"""

import contextlib
import functools
import queue
import threading
import time
import traceback

import pyglet
from pyglet import gl
from pyglet.window import key, mouse

from game import curtain
from game.hud import ACCENT, RED, Board, Cell, Hud
from game.pointer import Grasp, Pointer, Ride, Scrub, Steering, Touch
from game.report import FAILED, FINE, say

LONGEST = 0.1  # [s] of one frame that count
HIDDEN = 0.05  # [s] between looks at a scene nobody sees
BUTTONS = {mouse.LEFT: "left", mouse.MIDDLE: "middle", mouse.RIGHT: "right"}
MODIFIERS = ((key.LSHIFT, key.RSHIFT), key.MOD_SHIFT), ((key.LALT, key.RALT), key.MOD_ALT)
COMPILING = "compiling kernels, once on this machine"
NAME = "Springvand"
HINT = "H shows the keys"
SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader")


def guarded(event):
    """An event handler whose errors do not end the program."""

    @functools.wraps(event)
    def handler(self, *arguments):
        try:
            return event(self, *arguments)
        except Exception as error:
            self.complain(error)

    return handler


class Window(pyglet.window.Window):
    """Shows a stage.

    prepare   makes it, in a thread; called with the function that tells the author something
    config    of OpenGL: a pyglet.gl.Config
    gallery   whether it begins with all scenes to choose from
    """

    def __init__(self, prepare, size, config, gallery=False):
        super().__init__(*size, caption=NAME, resizable=True, vsync=True, config=config)
        self.set_minimum_size(1, 1)
        self.stage = self.renderer = None
        self.hud, self.trouble, self._status = Hud(), "", FINE
        self._prepare, self._ready, self._gallery = prepare, queue.SimpleQueue(), gallery
        self._last, self._seen, self._compiled = time.perf_counter(), True, None
        self._compiling, self._drawing = contextlib.ExitStack(), False  # told of kernels as long as the window is open; amid a picture
        self._loader = threading.Thread(target=self._load, name="load", daemon=True)

    # loading

    def _load(self):
        """In a thread: everything that is heavy and needs no OpenGL. What is ready is handed to the main thread, step by step."""
        try:
            from engine.render.renderer import Renderer

            self._ready.put(functools.partial(self._take_renderer, Renderer))
            from engine.kernels.progress import Compiling
            from game.controls import Controls
            from game.dock import Dock
            from game.gallery.door import Door
            from game.reading import Reading

            reading = Reading()
            self._compiling.enter_context(Compiling(self._count))
            stage = self._prepare(reading.tell)
            steering, dock, door = Steering(stage), Dock(self, stage, reading), Door(self, stage)
            others = stage.showing, stage.versions, stage.path, stage.recorder
            controls = Controls((self, reading, stage, steering, dock, door, *others), stage.tweak)
            self._ready.put(functools.partial(self._take_stage, stage, reading, controls, steering, dock, door))
        except BaseException as error:
            self._ready.put(functools.partial(self._fail, error))

    def _count(self, done, of):
        """So many kernels are compiled, of so many that there are: in the thread that does it. What the first scene did without may come
        with a page or an edit, between two pictures of the main thread, which says so itself."""
        if self._compiled is None:
            say(f"springvand: {COMPILING}")
        self._compiled = done, of
        if self.stage and threading.current_thread() is threading.main_thread() and not self._drawing:
            self._curtain(*self._progress())
            self.flip()

    def _take_renderer(self, kind):
        software = any(name in gl.gl_info.get_renderer().lower() for name in SOFTWARE)
        quality, samples = ("test", 0) if software else ("full", 4)
        self.renderer = kind(self.get_framebuffer_size(), samples, quality, anisotropy=8)

    def _take_stage(self, stage, reading, controls, steering, dock, door):
        self.stage, self.reading, self.controls, self.steering, self.dock = stage, reading, controls, steering, dock
        self.pointer, self.door = Pointer((dock, Ride(stage), Scrub(stage), Grasp(stage), steering)), door
        reading.tell(HINT)
        self._last = time.perf_counter()
        if self._gallery:
            door.open_gallery()

    def _fail(self, error):
        self._status = FAILED
        raise error

    # one picture

    @guarded
    def on_draw(self):
        now = time.perf_counter()
        seconds, self._last = now - self._last, now
        self.rest()
        if self.stage is None:
            self._wait()
            return
        clamped = self.stage.recorder.period or min(max(seconds, 0.0), LONGEST)
        self.controls.calls = self.stage.calls
        self.controls.repeat(clamped)
        self.stage.advance(clamped)
        if self.caption != (caption := f"{self.stage.title} - {NAME}"):
            self.set_caption(caption)
        self.draw_picture()
        passes = {name: sum(parts) for name, parts in self.renderer.timings.items()}  # upload and drawing together
        self.reading.measure(seconds, self.stage.simulation.timings(), passes)

    def rest(self):
        """Look seldom at what nobody sees."""
        if not self._seen:
            time.sleep(HIDDEN)

    def draw_picture(self):
        """Draw the stage as it stands into the window, where there is room for a picture."""
        size, recorder = self.get_framebuffer_size(), self.stage.recorder
        self.renderer.resize(recorder.size or size)
        if not (self._seen and all(size) or recorder.on):
            return
        self.renderer.poll()
        ratio = self.get_pixel_ratio()
        overlay = self.hud.draw(self.reading.board(self.stage), (size[0] - self.stage.covered, size[1]), ratio)
        self._drawing = True
        try:
            if recorder.on:
                recorder.take(self.renderer)
            else:
                self.stage.draw(self.renderer, overlay, ratio)
        finally:
            self._drawing = False
        self.renderer.present(0, size)
        if recorder.on:
            self.renderer.lay(overlay, 0, size)
        self.dock.draw(size, ratio)
        self.trouble = ""

    def _wait(self):
        """A first picture, until the scene is there."""
        self._curtain(*self._progress())
        if not self._ready.empty():
            self._ready.get()()
        time.sleep(0.03)  # the loading thread needs the interpreter

    def _progress(self):
        """Rows of what is being done meanwhile."""
        if self.trouble:
            return ((Cell(self.trouble, RED),),)
        if self._compiled is None:
            return ((Cell("loading"),),)
        done, of = self._compiled
        return (Cell(f"{COMPILING}: {done} of {of}"),), (Cell(bar=done / of, color=ACCENT),)

    def _curtain(self, *rows):
        """Rows of Cells on dark ground."""
        size = self.get_framebuffer_size()
        if all(size):
            curtain.fall(self.hud.draw(Board(status=rows), size, self.get_pixel_ratio()), size)

    def complain(self, error):
        """Say what went wrong, once, and go on; where no picture can be drawn, show it on a curtain."""
        text = f"{type(error).__name__}: {error}"
        if text != self.trouble:
            self.trouble = text
            traceback.print_exception(error)
            say(f"springvand: {text}")
        if self.context:  # else it has been closed
            with contextlib.suppress(Exception):  # what keeps the picture away may keep the curtain away
                self._curtain((Cell(text, RED),))

    # events

    @guarded
    def on_key_press(self, symbol, modifiers):
        if self.stage:
            self._modified(symbol, modifiers, True)
            if self.dock.key(symbol, modifiers, True):
                return
            self.controls.press(_cap(symbol, modifiers), self.steering.flying)
        elif symbol == key.ESCAPE:
            self.close()

    @guarded
    def on_key_release(self, symbol, modifiers):
        if self.stage:
            self._modified(symbol, modifiers, False)
            self.dock.key(symbol, modifiers, False)
            self.controls.release(_cap(symbol, modifiers))

    @guarded
    def on_text(self, text):
        if self.stage:
            self.dock.text(text)

    def _modified(self, symbol, modifiers, down):
        """Shift and Alt, also as keys of their own: they are no modifiers of themselves."""
        held = [down if symbol in own else bool(modifiers & bit) for own, bit in MODIFIERS]
        self.steering.modifiers(*held)

    @guarded
    def on_mouse_press(self, x, y, button, modifiers):
        self._point("press", x, y, button, modifiers)

    @guarded
    def on_mouse_release(self, x, y, button, modifiers):
        self._point("release", x, y, button, modifiers)

    @guarded
    def on_mouse_drag(self, x, y, dx, dy, buttons, modifiers):
        self._point("drag", x, y, 0, modifiers)

    @guarded
    def on_mouse_motion(self, x, y, dx, dy):
        self._point("hover", x, y, 0, 0)

    @guarded
    def on_mouse_scroll(self, x, y, scroll_x, scroll_y):
        self._point("scroll", x, y, 0, 0, scroll_y)

    def _point(self, event, x, y, button, modifiers, *more):
        """Hand an event of the mouse on."""
        if self.stage:
            held = (bool(modifiers & bit) for bit in (key.MOD_SHIFT, key.MOD_CTRL, key.MOD_ALT))
            touch = Touch(x, y, self.get_size(), BUTTONS.get(button, ""), *held)
            getattr(self.pointer, event)(touch, *more)
            self.dock.watch(event, touch, self.pointer.holder)

    @guarded
    def on_deactivate(self):
        if self.stage:
            self.controls.release_all()

    def on_resize(self, width, height):
        """The renderer asks for the size itself, once a picture."""

    def on_hide(self):
        self._seen = False

    def on_show(self):
        self._seen = True

    # keys that are the window's own

    def full_screen(self):
        """Fill the screen, or not."""
        self.set_fullscreen(not self.fullscreen)

    def close(self):
        """Leave: end threads, free the graphics memory, close."""
        if self.renderer:
            self.switch_to()
            self.renderer.close()
            self.renderer = None
        self._compiling.close()
        if self.stage:
            self.dock.close()
            self.door.close()
            self.stage.close()
            self.stage = None
        super().close()

    def run(self):
        """Show it until it is closed; the exit status."""
        self._curtain(*self._progress())
        self.flip()
        self._loader.start()
        pyglet.app.run(0)
        return self._status


def _cap(symbol, modifiers):
    from game.keys import cap

    return cap(key.symbol_string(symbol), bool(modifiers & key.MOD_SHIFT), bool(modifiers & key.MOD_CTRL))
