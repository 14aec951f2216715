"""Framebuffers to draw into."""

from pyglet import gl

from engine.render.current import changes, masks
from engine.render.objects import delete, generate
from engine.render.textures import Texture


class TooLarge(RuntimeError):
    """A framebuffer that this OpenGL does not give: most likely it has no memory for so many pixels and samples."""


class Target:
    """A framebuffer with a colour texture (internal None: without) and, if wanted, a depth texture; samples 0: single."""

    def __init__(self, size, internal=gl.GL_RGBA16F, depth=True, samples=0, **texture):
        self.size = tuple(size)
        kind = gl.GL_TEXTURE_2D_MULTISAMPLE if samples else gl.GL_TEXTURE_2D
        self.id = generate("framebuffer", gl.glGenFramebuffers)
        self.color = Texture(internal, size, kind, samples=samples, **texture) if internal else None
        self.depth = None
        if depth:
            near = {"minify": gl.GL_NEAREST, "magnify": gl.GL_NEAREST}
            self.depth = Texture(gl.GL_DEPTH_COMPONENT32F, size, kind, samples=samples, **near)
        self._attach(kind)

    def _attach(self, kind):
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.id)
        if self.color:
            gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, kind, self.color.id, 0)
        else:
            gl.glDrawBuffer(gl.GL_NONE)
            gl.glReadBuffer(gl.GL_NONE)
        if self.depth:
            gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, kind, self.depth.id, 0)
        status = gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER)
        if status != gl.GL_FRAMEBUFFER_COMPLETE:
            raise TooLarge(f"framebuffer of {self.size} is incomplete: {status:#x}")

    def bind(self, clear=None, depth=1.0):
        """Draw here from now on; clear: an rgba to start from, and the depth with it."""
        if changes("target", self.id):
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.id)
            changes("source", self.id)
        if changes("viewport", self.size):
            gl.glViewport(0, 0, *self.size)
        if clear is not None:
            masks()
            if self.color and changes("clear color", clear):
                gl.glClearColor(*clear)
            if self.depth and changes("clear depth", depth):
                gl.glClearDepth(depth)
            gl.glClear((gl.GL_COLOR_BUFFER_BIT if self.color else 0) | (gl.GL_DEPTH_BUFFER_BIT if self.depth else 0))

    def copy_to(self, other, color=True, depth=True):
        """Blit everything to a target of the same size; resolves samples."""
        mask = (gl.GL_COLOR_BUFFER_BIT if color else 0) | (gl.GL_DEPTH_BUFFER_BIT if depth else 0)
        if changes("source", self.id):
            gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self.id)
        if changes("target", other.id):
            gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, other.id)
        gl.glBlitFramebuffer(0, 0, *self.size, 0, 0, *other.size, mask, gl.GL_NEAREST)

    def close(self):
        delete("framebuffer", gl.glDeleteFramebuffers, self.id)
        for texture in (self.color, self.depth):
            if texture:
                texture.close()
