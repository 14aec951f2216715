"""Text and curves laid over the picture, pixel by pixel from its top left corner."""

import numpy as np
from pyglet import gl

from engine.render.gl import OVER, Program, Texture, state


class Pass:
    def __init__(self, renderer):
        self.program, self.texture, self.sent = Program("overlay"), None, None

    def upload(self, renderer, frame):
        self._send(frame.overlay)

    def draw(self, renderer, frame):
        if frame.overlay is not None and frame.overlay.size:
            renderer.shared["screen"].bind()
            self.lay(renderer, frame.overlay, renderer.size)

    def lay(self, renderer, image, size):
        """Lay an image over the framebuffer of `size` pixels that is bound."""
        self._send(image)
        state(test=False, write=False, blend=OVER)
        self.program.use(image=self.texture.bind(), share=np.array(self.texture.size) / size)
        renderer.empty.bind()
        gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)

    def _send(self, image):
        """Only another array goes up: who draws an overlay anew makes a new one."""
        if image is None or not image.size or image is self.sent:
            return
        size = image.shape[1::-1]
        if self.texture is None or self.texture.size != size:
            if self.texture:
                self.texture.close()
            self.texture = Texture(gl.GL_RGBA8, size, minify=gl.GL_NEAREST, magnify=gl.GL_NEAREST)
        self.texture.write(image)
        self.sent = image

    def close(self):
        self.program.close()
        if self.texture:
            self.texture.close()
