"""The door to the gallery: while it is open, the window's events and its picture are the gallery's, and the scene behind it waits.

Its handlers stand before the window's own, as pyglet stacks them. What goes up goes on to the window: it may have gone down there.
"""

import time
from pathlib import Path

from pyglet.window import key, mouse

from game import curtain
from game.gallery.gallery import Gallery
from game.gallery.layout import ASPECT
from game.gallery.paint import Painter
from game.gallery.shelf import Shelf, with_picture
from game.keys import FUNCTION, cap
from game.window import LONGEST, NAME, guarded

BREATH = 0.01  # [s] a picture, for the thread that reads the scenes
SNAPSHOT = 640, 360  # [pixels] of the picture of a scene that has no thumbnail


class Door:
    """Opens the gallery over a window; `gallery` is None while it is closed."""

    def __init__(self, window, stage):
        self.window, self.stage = window, stage
        self.gallery = None
        self._shelf, self._painter, self._own = Shelf(), Painter(), {}
        self._last, self._fresh, self._hand = 0.0, None, False

    def open_gallery(self):
        """Show all scenes."""
        if self.gallery:
            return
        self.window.controls.release_all()
        self._keep()
        here = self.stage.live.path.resolve()
        self.gallery = Gallery(self._shelf, here, self._show, self.shut)
        self._shelf.fill((here.parent, Path.cwd()))
        self._last, self._fresh = time.perf_counter(), None
        self.window.set_caption(f"Scenes - {NAME}")
        self.window.push_handlers(self)

    def shut(self):
        """Back to the scene."""
        if self.gallery:
            self.gallery = None
            self.window.remove_handlers(self)
            self._point(False)

    def close(self):
        """End what looks into files."""
        self._shelf.close()

    def complain(self, error):
        """A mistake of ours does not stand between the author and the picture."""
        self.shut()
        self.window.complain(error)

    # events

    @guarded
    def on_draw(self):
        if self.gallery.current != self.stage.live.path.resolve():  # its key opened a scene
            self.shut()
            return None
        now = time.perf_counter()
        seconds, self._last = min(max(now - self._last, 0.0), LONGEST), now
        self.window.rest()
        size = self.window.get_framebuffer_size()
        if all(size):
            self.gallery.advance(seconds, size, self.window.get_pixel_ratio())
            self._lend()
            curtain.cover(self._painter.draw(self.gallery), size)
        if not self._shelf.complete:
            time.sleep(BREATH)
        self._point(self.gallery.hovered is not None)
        return True

    @guarded
    def on_key_press(self, symbol, modifiers):
        name = cap(key.symbol_string(symbol), False, bool(modifiers & key.MOD_CTRL))
        if name in FUNCTION:
            return None
        self._fresh = symbol
        self.gallery.key(name)
        return True

    @guarded
    def on_text_motion(self, motion):
        """Comes after the press, and again and again while the key is down; pyglet's motions are the keys' own symbols."""
        if motion != self._fresh:
            self.gallery.key(cap(key.symbol_string(motion)))
        self._fresh = None
        return True

    @guarded
    def on_text(self, text):
        self.gallery.text(text)
        return True

    @guarded
    def on_mouse_motion(self, x, y, dx, dy):
        self._at(x, y)
        return True

    @guarded
    def on_mouse_drag(self, x, y, dx, dy, buttons, modifiers):
        self._at(x, y)
        return True

    @guarded
    def on_mouse_press(self, x, y, button, modifiers):
        self._at(x, y)
        if button == mouse.LEFT:
            self.gallery.press()
        return True

    @guarded
    def on_mouse_release(self, x, y, button, modifiers):
        self._at(x, y)
        if button == mouse.LEFT:
            self.gallery.release()

    @guarded
    def on_mouse_scroll(self, x, y, scroll_x, scroll_y):
        self._at(x, y)
        self.gallery.wheel(scroll_y)
        return True

    def _at(self, x, y):
        """The pointer is at a place of the window, counted from its lower left."""
        ratio, height = self.window.get_pixel_ratio(), self.window.get_framebuffer_size()[1]
        self.gallery.point(x * ratio, height - 1 - y * ratio)

    def _show(self, path):
        """Open a scene; the one that runs goes on as it is."""
        current = self.gallery.current
        self.shut()
        if path != current:
            self.stage.change(path)

    def _keep(self):
        """Of the scene that is left take a picture as it stands: one's own scenes have no other."""
        from PIL import Image

        if self.window.renderer and all(self.window.renderer.size):
            picture = Image.fromarray(self.window.renderer.pixels()[..., :3])
            picture.thumbnail(SNAPSHOT)
            self._own[self.stage.live.path.resolve()] = _cropped(picture)

    def _lend(self):
        """Scenes without a thumbnail have the picture that was taken when they were left."""
        self._shelf.entries = [with_picture(entry, self._own.get(entry.path)) for entry in self._shelf.entries]

    def _point(self, hand):
        """Show a hand over what can be opened."""
        if hand != self._hand:
            self._hand = hand
            self.window.set_mouse_cursor(self.window.get_system_mouse_cursor(self.window.CURSOR_HAND) if hand else None)


def _cropped(picture):
    """The middle of a picture, as wide as a card's is to its height."""
    from PIL import ImageOps

    width, height = picture.size
    return ImageOps.fit(picture, (max(min(width, int(height / ASPECT)), 1), max(min(height, int(width * ASPECT)), 1)))
