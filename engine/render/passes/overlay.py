"""Text and curves laid over the picture, pixel by pixel from its top left corner."""

import numpy as np
from pyglet import gl

from engine.render.gl import OVER, Program, Texture, state


class Pass:
    def __init__(self, renderer):
        self.program, self.texture, self.sent = Program("overlay"), None, None

    def upload(self, renderer, frame):
        """Only another array goes up: who draws an overlay anew makes a new one."""
        if frame.overlay is None or not frame.overlay.size or frame.overlay is self.sent:
            return
        size = frame.overlay.shape[1::-1]
        if self.texture is None or self.texture.size != size:
            if self.texture:
                self.texture.close()
            self.texture = Texture(gl.GL_RGBA8, size, minify=gl.GL_NEAREST, magnify=gl.GL_NEAREST)
        self.texture.write(frame.overlay)
        self.sent = frame.overlay

    def draw(self, renderer, frame):
        if frame.overlay is not None and frame.overlay.size:
            renderer.shared["screen"].bind()
            state(test=False, write=False, blend=OVER)
            share = np.array(self.texture.size) / renderer.size
            self.program.use(image=self.texture.bind(0), share=share)
            renderer.empty.bind()
            gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)

    def close(self):
        self.program.close()
        if self.texture:
            self.texture.close()
