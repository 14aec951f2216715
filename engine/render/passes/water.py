"""Water surfaces: mirror, bent view of the floor, absorption, glitter, froth; or their nodes as balls."""

import numpy as np
from pyglet import gl

from engine.render.gl import OVER, Program, state
from engine.render.waves import Waves
from engine.schema.limits import WATERS

CELLS = 128  # most cells of the drawn grid along a side; the normals are finer


class Pass:
    """Draws after what is on the water's far side, reads a copy of the scene with it, and writes no depth."""

    def __init__(self, renderer):
        self.surface, self.balls, self.under = Program("water"), Program("nodes"), Program("full", "under_water")
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
                self._draw_balls(renderer, frame, row)
        renderer.scene.copy_to(renderer.copy)  # what is behind the water, its far droplets included
        for row, water in enumerate(frame.waters):
            if holds(water, frame.view.position):
                self._draw_under(renderer, row, water)
        for row in back_to_front(frame):
            if frame.waters[row].as_surface:
                self._draw_surface(renderer, frame, row)

    def _draw_under(self, renderer, row, water):
        """All that an eye in the water sees, through it; the surface, drawn over it, sees to itself."""
        renderer.scene.bind()
        state(test=False, write=False)
        scene = {"scene_map": renderer.copy.color.bind(), "depth_map": renderer.copy.depth.bind()}
        self.under.use(which=row, clear_color=clear(water), caustic_map=renderer.shared["caustics"].bind(), **scene)
        renderer.bind_shadow(self.under)
        renderer.empty.bind()
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

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
            clear_color=clear(water),
            cover=float(water.opacity),
            wave_map=self.waves.map(row).bind(),
            scene_map=renderer.copy.color.bind(),
            depth_map=renderer.copy.depth.bind(),
            mirror_map=shared["mirror"].bind(),
            mirror_depth=shared["mirror_depth"].bind(),
            caustic_map=shared["caustics"].bind(),
            ripple_map=shared["ripple"].bind(),
            room_map=shared["room"].bind(),
        )
        renderer.bind_shadow(p)
        renderer.empty.bind()
        squares = cells[0] * cells[1] + 2 * (cells[0] + cells[1])  # of the surface and of the four sides
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6 * int(squares))

    def _draw_balls(self, renderer, frame, row):
        water = frame.waters[row]
        renderer.scene.bind()
        state(blend=OVER)
        self.balls.use(
            which=row,
            eye_cell=cell_under(frame.view.position, water, water.height.shape),
            clear_color=clear(water),
            node_map=self.waves.nodes(row).bind(),
            room_map=renderer.shared["room"].bind(),
        )
        renderer.bind_shadow(self.balls)
        renderer.empty.bind()
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, water.height.size)

    def close(self):
        for thing in (self.surface, self.balls, self.under, self.waves):
            thing.close()


def clear(water):
    """Share of light that is left after a metre (3,): never none of it, whose logarithm would be endless."""
    return np.clip(water.color, 1e-3, 0.999)


def holds(water, place):
    """Whether a place [m] (3,) lies in a water that is drawn as one."""
    x, y, z = np.subtract(place, water.position)
    return water.as_surface and -water.depth < y < 0 and abs(x) < water.size[0] / 2 and abs(z) < water.size[1] / 2


def cell_under(eye, water, cells):
    """(2,) the cell of a grid of (2,) cells over a water that lies under the eye, or the nearest to it."""
    share = (np.asarray(eye)[[0, 2]] - np.asarray(water.position)[[0, 2]]) / water.size + 0.5
    return np.clip(np.floor(share * cells), 0, np.subtract(cells, 1))


def back_to_front(frame):
    """Numbers of the waters, the one whose middle is farthest from the eye first."""
    away = [-np.linalg.norm(np.subtract(water.position, frame.view.position)) for water in frame.waters]
    return [int(row) for row in np.argsort(away, kind="stable")]
