"""The solid scene is done: samples are averaged into `renderer.scene`."""


class Pass:
    def __init__(self, renderer):
        pass

    def draw(self, renderer, frame):
        if renderer.many:
            renderer.many.copy_to(renderer.scene)

    def close(self):
        pass
