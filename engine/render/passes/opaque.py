"""The boxes: skins, sun with soft shadows, baked light, shine, wetness, caustics. A depth pass first, where there are more than one: the skin is dear."""

from pyglet import gl

from engine.render.gl import Program, Texture, state


class Pass:
    def __init__(self, renderer):
        self.program = Program("box", "opaque", [f"SHADOW_TAPS {renderer.quality.taps}"])
        self.depth = Program("box", "depth", ["DEPTH_ONLY"])
        self.light_map = Texture(gl.GL_RGB16F, (1, 1))
        self.version = None
        self.prepass = True

    def upload(self, renderer, frame):
        light = renderer.light
        if light.map is not None and self.version != light.version:
            self.light_map.close()
            self.light_map = Texture(gl.GL_RGB16F, light.map.shape[1::-1], data=light.map)
            self.version = light.version

    def draw(self, renderer, frame):
        (renderer.many or renderer.scene).bind(clear=(0, 0, 0, 0))
        self.boxes(renderer, renderer.boxes.all, jellies=1.0)

    def reflect(self, renderer, frame):
        self.boxes(renderer, renderer.boxes.all)

    def surround(self, renderer, frame):
        self.boxes(renderer, renderer.boxes.still, mirror=0.0)

    def boxes(self, renderer, subset, mirror=1.0, jellies=0.0):
        """Draw a subset of the boxes into the target at hand; mirror 0: without the room's cube map; jellies 1: the eye's own view."""
        boxes, prepass = renderer.boxes, self.prepass and subset[1] > 1  # one hides nothing of itself
        renderer.empty.bind()
        if prepass:
            state(cull=True, color=False)
            boxes.draw(self.depth, subset)
        state(write=not prepass, cull=True)
        own = {"light_map": self.light_map.bind(), "mirror": mirror, "jellies": jellies}
        shade = boxes.shade() if mirror else boxes.shade(0)  # the cube map stays when they have gone on
        self.program.use(**maps(renderer), **own, **shade, **renderer.rounds.uniforms())
        renderer.bind_shadow(self.program)
        boxes.draw(self.program, subset)

    def close(self):
        for thing in (self.program, self.depth, self.light_map):
            thing.close()


def maps(renderer):
    """Samplers of opaque.frag that boxes and balls have in common, for Program.use."""
    color, normal = renderer.boxes.skins
    shared = {"caustic_map": "caustics", "room_map": "room", "open_map": "open", "contact_map": "contact", "jellies_map": "jellies"}
    return {"color_map": color.bind(), "normal_map": normal.bind()} | {name: renderer.shared[key].bind() for name, key in shared.items()}
