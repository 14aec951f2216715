"""Water surfaces: mirror, bent view of the floor, absorption, glitter, froth; or their nodes as balls."""

import numpy as np
from pyglet import gl

from engine.render.gl import Program, state
from engine.render.waves import Waves
from engine.schema.limits import WATERS

CELLS = 128  # most cells of the drawn grid along a side; the normals are finer


class Pass:
    """Draws after what is on the water's far side, reads a copy of the scene with it, and writes no depth (mission B10)."""

    def __init__(self, renderer):
        self.surface, self.balls = Program("water"), Program("nodes")
        self.waves = Waves(fine=1 if renderer.quality.leaves > 1 else 2)

    def upload(self, renderer, frame):
        if len(frame.waters) > WATERS:
            raise ValueError(f"{len(frame.waters)} water surfaces are more than one picture can show; at most {WATERS}: take some out")
        self.waves.follow(frame)
        if frame.waters:
            renderer.shared["waves"] = self.waves.map(0)

    def draw(self, renderer, frame):
        if not frame.waters:
            return
        for row, water in enumerate(frame.waters):
            if water.as_spheres:
                self._draw_balls(renderer, row, water)
        renderer.scene.copy_to(renderer.copy)  # what is behind the water, its far droplets included
        for row in back_to_front(frame):
            if frame.waters[row].as_surface:
                self._draw_surface(renderer, frame, row)

    def _draw_surface(self, renderer, frame, row):
        water, shared, p = frame.waters[row], renderer.shared, self.surface
        renderer.scene.bind()
        state(write=False)
        cells = np.minimum(water.height.shape, CELLS)
        p.use(
            which=row,
            cells=cells,
            eye_cell=cell_under(frame.view.position, water, cells),
            mirrored_in_map=float(row == 0),
            clear_color=np.clip(water.color, 1e-3, 1),
            cover=float(water.opacity),
            wave_map=self.waves.map(row).bind(),
            scene_map=renderer.copy.color.bind(),
            depth_map=renderer.copy.depth.bind(),
            mirror_map=shared["mirror"].bind(),
            ripple_map=shared["ripple"].bind(),
            room_map=shared["room"].bind(),
        )
        renderer.bind_shadow(p)
        renderer.empty.bind()
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6 * int(cells[0] * cells[1]))

    def _draw_balls(self, renderer, row, water):
        renderer.scene.bind()
        state()
        self.balls.use(which=row, clear_color=water.color, node_map=self.waves.nodes(row).bind())
        renderer.bind_shadow(self.balls)
        renderer.empty.bind()
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, water.height.size)

    def close(self):
        for thing in (self.surface, self.balls, self.waves):
            thing.close()


def cell_under(eye, water, cells):
    """(2,) the cell of a grid of (2,) cells over a water that lies under the eye, or the nearest to it."""
    share = (np.asarray(eye)[[0, 2]] - np.asarray(water.position)[[0, 2]]) / water.size + 0.5
    return np.clip(np.floor(share * cells), 0, cells - 1)


def back_to_front(frame):
    """Numbers of the waters, the one whose middle is farthest from the eye first."""
    away = [-np.linalg.norm(np.subtract(water.position, frame.view.position)) for water in frame.waters]
    return [int(row) for row in np.argsort(away, kind="stable")]
