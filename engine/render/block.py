"""The uniform block `View` of shaders/view.glsl, as one numpy type."""

import numpy as np
from pyglet import gl

from engine.render.buffers import StreamBuffer
from engine.schema.limits import LAMPS, WATERS

MATRICES = ("view_projection", "inverse_view_projection", "shadow_matrix")
VECTORS = (
    "eye", "right", "up", "ahead", "sun", "beam", "sky_light", "ground_light", "viewport", "shadow_shape",
    "room_lo", "room_hi", "probe", "clip", "glow_middle", "glow_x", "glow_y", "glow_ground", "contact",
)  # fmt: skip
VIEW = np.dtype(
    [(name, "<f4", (4, 4)) for name in MATRICES]
    + [(name, "<f4", 4) for name in VECTORS]
    + [("harmonics", "<f4", (9, 4)), ("water_place", "<f4", (WATERS, 4)), ("water_shape", "<f4", (WATERS, 4)), ("waters", "<f4", 4)]
    + [("lamp_place", "<f4", (LAMPS, 4)), ("lamp_light", "<f4", (LAMPS, 4)), ("lamp_cone", "<f4", (LAMPS, 4))]
)
KEEP_ALL = (0.0, 0.0, 0.0, 1.0)
SHARP = 1e-4  # an edge is at least so wide, as a difference of cosines


class Block:
    """One picture's uniforms. `scene` fills what all its views share; `view` adds one camera and uploads."""

    def __init__(self):
        self.buffer = StreamBuffer("View", VIEW, gl.GL_UNIFORM_BUFFER)
        self.values = np.zeros(1, VIEW)
        self._seen = self._shadow = self._room = None

    def scene(self, frame, light, shadow, room, glow=None, contact=None):
        """shadow: matrix, size [m], texel [m]; room: low, high, probe, coarsest level, or None before there is one; glow, contact: as passes/jelly.py and
        passes/contact.py fit them."""
        v, seen = self.values[0], (light.version, frame.sun.size)
        if seen != self._seen or shadow is not self._shadow or room is not self._room:
            self._seen, self._shadow, self._room = seen, shadow, room
            self._still(frame, light, shadow, room)
        v["eye"][3] = frame.time
        v["glow_middle"], v["glow_x"], v["glow_y"], v["glow_ground"] = glow or (0.0, 0.0, 0.0, 0.0)
        v["contact"] = contact or 0.0
        waters = frame.waters[:WATERS]
        v["waters"] = len(waters), len(frame.lamps), 0, 0
        v["water_place"], v["water_shape"] = 0.0, 0.0
        for row, water in enumerate(waters):
            v["water_place"][row] = *water.position, water.depth
            v["water_shape"][row] = water.size[0] / 2, water.size[1] / 2, water.ripple, float(water.as_surface)

        if len(frame.lamps) > LAMPS:
            raise ValueError(f"{len(frame.lamps)} lights are more than one picture can show; at most {LAMPS}: take some out")
        for row, lamp in enumerate(frame.lamps):
            v["lamp_place"][row] = *lamp.position, lamp.range
            slope, start = _cone(lamp.cone)
            v["lamp_light"][row] = *lamp.light, start
            v["lamp_cone"][row] = *lamp.axis, slope

    def _still(self, frame, light, shadow, room):
        """What stays as it is while light and boxes do."""
        v = self.values[0]
        matrix, size, texel = shadow
        v["shadow_matrix"] = matrix.T
        v["shadow_shape"] = *size, texel
        v["sun"] = *light.direction, np.radians(frame.sun.size) / 2
        v["beam"] = *light.beam, float(np.any(light.beam))
        v["sky_light"][:3], v["ground_light"][:3] = light.above, light.below
        v["harmonics"][:, :3] = light.harmonics
        v["room_lo"] = 0.0
        if room:
            v["room_lo"], v["room_hi"][:3], v["probe"] = (*room[0], 1.0), room[1], (*room[2], room[3])

    def view(self, camera, size, clip=KEEP_ALL):
        """Add the camera, for a target of `size` pixels, and make the block current."""
        v = self.values[0]
        axes = camera.seen_axes().tolist()
        v["view_projection"], v["inverse_view_projection"] = camera.view_projection().T, camera.inverse().T
        v["eye"][:3] = camera.seen_eye()
        v["right"], v["up"], v["ahead"] = (*axes[0], camera.near), (*axes[1], camera.far), (*(-e for e in axes[2]), camera.tangent)
        v["viewport"] = *size, 1 / size[0], 1 / size[1]
        v["clip"] = clip
        self.set(self.values)

    def set(self, values):
        """Take on (1,) VIEW as a whole and upload it."""
        if values is not self.values:
            self.values[:] = values
        self.buffer.write(self.values)
        self.buffer.bind_block(0)

    def close(self):
        self.buffer.close()


def _cone(cone):
    """Slope and start of the line over the cosine from a cone's axis that is 1 where the cone is whole and 0 at its rim; flat 1 without one."""
    if cone is None:
        return 0.0, 1.0
    whole, rim = np.cos(np.radians(cone))
    slope = 1 / max(whole - rim, SHARP)
    return slope, -rim * slope
