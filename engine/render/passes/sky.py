"""The sky behind everything: a computed panorama with thin high clouds, or six pictures; the sun's disc before it."""

from pyglet import gl

from engine.render.gl import Program, Texture, state

UNCOVERED = gl.GL_ONE_MINUS_DST_ALPHA, gl.GL_ONE


class Pass:
    def __init__(self, renderer):
        self.computed, self.pictures = Program("sky"), Program("sky", "faces")
        self.map = self.cube = self.version = self.shown = None

    def upload(self, renderer, frame):
        light = renderer.light
        if self.version != light.version:
            if self.map:
                self.map.close()
            self.map = Texture(gl.GL_RGB16F, light.sky.shape[1::-1], data=light.sky, wrap=gl.GL_REPEAT)
            self.version = light.version
            renderer.shared["sky"] = self.map
        if self.shown is not light.faces:
            self.shown = light.faces
            if self.cube:
                self.cube.close()
            self.cube = _cube(light.faces) if light.faces else None

    def draw(self, renderer, frame):
        (renderer.many or renderer.scene).bind()
        self.background(renderer, frame, opaque=not renderer.transparent)

    def taken_out(self, renderer, frame):
        """Take the sky out again, by the share that nothing stands before: until here things may show it through themselves."""
        if renderer.transparent:
            renderer.scene.bind()
            gl.glBlendEquation(gl.GL_FUNC_REVERSE_SUBTRACT)
            self.background(renderer, frame, opaque=False, how={"test": False, "write": False, "blend": UNCOVERED})
            gl.glBlendEquation(gl.GL_FUNC_ADD)

    def surround(self, renderer, frame):
        """As ever, but alpha is 0 where nothing stands before it: how far away it is makes a difference to what is mirrored."""
        self.background(renderer, frame, cover=0.0)

    def background(self, renderer, frame, opaque=True, how=None, cover=None):
        """Fill what nothing stands before, in the target at hand. opaque: it covers (or its alpha is `cover`), and has the sun's disc; how: of `state`."""
        state(**(how or {"write": False}))
        disc, cover = float(opaque), float(opaque) if cover is None else cover
        if self.cube:
            told = self.shown.told
            self.pictures.use(
                face_map=self.cube.bind(),
                scale=told.scale if told else 1.0,
                bounded=float(told is not None),
                gain=float(frame.sun.intensity),
                disc=disc,
                cover=cover,
            )
        else:
            clouds, disc = (frame.sun.clouds, disc) if frame.sun.sky else (0.0, 0.0)
            maps = {"sky_map": self.map.bind(), "ripple_map": renderer.shared["ripple"].bind()}
            self.computed.use(**maps, clouds=clouds, disc=disc, cover=cover)
        renderer.empty.bind()
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)

    reflect = background

    def close(self):
        for thing in (self.computed, self.pictures, *filter(None, [self.map, self.cube])):
            thing.close()


def _cube(faces):
    """Cube map of pictures as one sees them: OpenGL looks at its cube from outside, so that each is its mirror image there."""
    pixels = faces.pixels.copy()
    pixels[[0, 1, 4, 5]] = pixels[[0, 1, 4, 5], :, ::-1]
    pixels[[2, 3]] = pixels[[2, 3], ::-1]
    kept = gl.GL_RGBA8 if faces.told else gl.GL_SRGB8_ALPHA8
    return Texture(kept, pixels.shape[1:3], gl.GL_TEXTURE_CUBE_MAP, pixels, minify=gl.GL_LINEAR_MIPMAP_LINEAR, levels=True)
