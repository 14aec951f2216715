"""imgui's triangles in OpenGL: one buffer of corners, one of indices, its texture of letters, a scissor for each command."""

from ctypes import c_void_p
from pathlib import Path

from pyglet import gl
from slimgui import imgui

from engine.render.gl import Program
from engine.render.objects import delete, generate

HERE = Path(__file__).parent
INDEX = gl.GL_UNSIGNED_SHORT if imgui.INDEX_SIZE == 2 else gl.GL_UNSIGNED_INT
OFFSETS = (
    (2, gl.GL_FLOAT, gl.GL_FALSE, imgui.VERTEX_BUFFER_POS_OFFSET),
    (2, gl.GL_FLOAT, gl.GL_FALSE, imgui.VERTEX_BUFFER_UV_OFFSET),
    (4, gl.GL_UNSIGNED_BYTE, gl.GL_TRUE, imgui.VERTEX_BUFFER_COL_OFFSET),
)


class Backend:
    """Draws what imgui has laid out, in the current OpenGL context and for the current imgui context.

    It sets all that it needs and leaves behind what no pass of the renderer would set for itself: no scissor, rows of texels
    without a stride.
    """

    def __init__(self):
        imgui.get_io().backend_flags |= imgui.BackendFlags.RENDERER_HAS_TEXTURES | imgui.BackendFlags.RENDERER_HAS_VTX_OFFSET
        self.program = Program("panel", folder=HERE)
        self.corners, self.indices = (generate("buffer", gl.glGenBuffers) for _ in range(2))
        self.array = generate("vertex array", gl.glGenVertexArrays)
        gl.glBindVertexArray(self.array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self.corners)
        gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, self.indices)
        for place, (width, kind, whole, offset) in enumerate(OFFSETS):
            gl.glEnableVertexAttribArray(place)
            gl.glVertexAttribPointer(place, width, kind, whole, imgui.VERTEX_SIZE, c_void_p(offset))
        gl.glBindVertexArray(0)
        self.textures = set()

    def draw(self, data, framebuffer, size):
        """Lay a DrawData over a framebuffer of `size` pixels; its units are those of io.display_size."""
        for texture in data.textures or ():
            self._follow(texture)
        self._prepare(framebuffer, size)
        data.scale_clip_rects(data.framebuffer_scale)
        for commands in data.commands_lists:
            gl.glBufferData(gl.GL_ARRAY_BUFFER, commands.vtx_buffer_size * imgui.VERTEX_SIZE, commands.vtx_buffer_data, gl.GL_STREAM_DRAW)
            count = commands.idx_buffer_size * imgui.INDEX_SIZE
            gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, count, commands.idx_buffer_data, gl.GL_STREAM_DRAW)
            for command in commands.commands:
                left, top, right, bottom = (round(edge) for edge in command.clip_rect)
                if right > left and bottom > top:
                    gl.glScissor(max(left, 0), max(size[1] - bottom, 0), right - max(left, 0), bottom - max(top, 0))
                    gl.glBindTexture(gl.GL_TEXTURE_2D, command.tex_ref.get_tex_id())
                    first = command.idx_offset * imgui.INDEX_SIZE
                    gl.glDrawElementsBaseVertex(gl.GL_TRIANGLES, command.elem_count, INDEX, first, command.vtx_offset)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glBindVertexArray(0)

    def close(self):
        """Free everything."""
        for texture in imgui.get_platform_io().textures:
            if texture.get_tex_id() in self.textures:
                self._destroy(texture)
        self.program.close()
        for buffer in (self.corners, self.indices):
            delete("buffer", gl.glDeleteBuffers, buffer)
        delete("vertex array", gl.glDeleteVertexArrays, self.array)

    def _prepare(self, framebuffer, size):
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        gl.glViewport(0, 0, *size)
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glDisable(gl.GL_CULL_FACE)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFuncSeparate(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA, gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
        gl.glColorMask(True, True, True, True)
        gl.glEnable(gl.GL_SCISSOR_TEST)
        self.program.use(letters=0, room=imgui.get_io().display_size)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindSampler(0, 0)
        gl.glBindVertexArray(self.array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self.corners)

    def _follow(self, texture):
        """Make, change or free a texture of letters as imgui asks."""
        if texture.status == imgui.TextureStatus.WANT_CREATE:
            self._create(texture)
        elif texture.status == imgui.TextureStatus.WANT_UPDATES:
            self._load(texture)
            for part in texture.updates:
                pixels = texture.get_pixels_at(part.x, part.y).ctypes.data
                gl.glTexSubImage2D(gl.GL_TEXTURE_2D, 0, part.x, part.y, part.w, part.h, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)
            self._unload(texture)
        elif texture.status == imgui.TextureStatus.WANT_DESTROY and texture.unused_frames > 0:
            self._destroy(texture)

    def _create(self, texture):
        name = generate("texture", gl.glGenTextures)
        self.textures.add(name)
        texture.set_tex_id(name)
        self._load(texture)
        for key, value in (
            (gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR),
            (gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE),
            (gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE),
        ):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, key, value)
        size, pixels = (texture.width, texture.height), texture.get_pixels().ctypes.data
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, *size, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)
        self._unload(texture)

    def _load(self, texture):
        gl.glActiveTexture(gl.GL_TEXTURE0)
        gl.glBindTexture(gl.GL_TEXTURE_2D, texture.get_tex_id())
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glPixelStorei(gl.GL_UNPACK_ROW_LENGTH, texture.width)

    def _unload(self, texture):
        gl.glPixelStorei(gl.GL_UNPACK_ROW_LENGTH, 0)
        texture.set_status(imgui.TextureStatus.OK)

    def _destroy(self, texture):
        name = texture.get_tex_id()
        self.textures.discard(name)
        delete("texture", gl.glDeleteTextures, name)
        texture.set_tex_id(0)
        texture.set_status(imgui.TextureStatus.DESTROYED)
