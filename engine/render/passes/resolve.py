"""The solid scene is done: samples are averaged into `renderer.scene`, and `renderer.copy` keeps it for water to bend."""


class Pass:
    def __init__(self, renderer):
        pass

    def draw(self, renderer, frame):
        if renderer.many:
            renderer.many.copy_to(renderer.scene)
        renderer.scene.copy_to(renderer.copy)

    def close(self):
        pass
