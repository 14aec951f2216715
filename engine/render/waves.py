"""Every water's height, slopes and froth as a texture, smooth between the nodes."""

import numpy as np
from pyglet import gl

from engine.render.gl import Program, Target, Texture, VertexArray, state


class Waves:
    """Node heights go up as they are; a small drawing makes (height, slope x, slope z, froth) of them, `fine` texels a node.

    s runs along x and t along z, texel centres as the nodes are.
    """

    def __init__(self, fine):
        self.fine = fine
        self.program, self.empty = Program("full", "waves"), VertexArray()
        self._nodes, self._rows, self._targets, self._seen = [], [], [], {}

    def follow(self, frame):
        """Make the maps of a frame's waters."""
        while len(self._targets) > len(frame.waters):
            self._nodes.pop().close()
            self._rows.pop()
            self._targets.pop().close()
        for row, water in enumerate(frame.waters):
            seen = water.height, water.size, frame.time, frame.blend
            if row < len(self._targets) and self._seen[row][0] is seen[0] and self._seen[row][1:] == seen[1:]:
                continue  # time stands still
            self._fit(row, water.height.shape)
            self._seen[row] = seen
            self._nodes[row].write(self._between(row, water, np.float32(frame.blend)))
            self._draw(row, water)

    def map(self, row):
        """The texture of one water."""
        return self._targets[row].color

    def nodes(self, row):
        """Height and froth of one water's nodes as they are: s along z, t along x."""
        return self._nodes[row]

    def _between(self, row, water, blend):
        """Height between two ticks and froth, (nx, nz, 2) float32, in an array that is kept. No kernel: the first picture of a scene needs none."""
        rows = self._rows[row]
        height = rows[..., 0]
        np.subtract(water.height, water.previous, out=height)
        height *= blend
        height += water.previous
        rows[..., 1] = water.foam
        return rows

    def _fit(self, row, shape):
        along_x, along_z = shape
        if row < len(self._targets):
            if self._nodes[row].size == (along_z, along_x):
                return
            self._nodes[row].close()
            self._targets[row].close()
        else:
            self._nodes.append(None)
            self._rows.append(None)
            self._targets.append(None)
        self._rows[row] = np.empty((*shape, 2), np.float32)
        self._nodes[row] = Texture(gl.GL_RG32F, (along_z, along_x), minify=gl.GL_NEAREST, magnify=gl.GL_NEAREST)
        self._targets[row] = Target((along_x * self.fine, along_z * self.fine), gl.GL_RGBA16F, depth=False)

    def _draw(self, row, water):
        self._targets[row].bind()
        state(test=False, write=False)
        spacing = np.divide(water.size, water.height.shape)
        self.program.use(node_map=self._nodes[row].bind(), spacing=spacing)
        self.empty.bind()
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    def close(self):
        for thing in (self.program, self.empty, *self._nodes, *self._targets):
            thing.close()
