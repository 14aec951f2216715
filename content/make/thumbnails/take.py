"""One scene as a picture, larger than its thumbnail: shrinking smooths what the renderer's own samples leave."""

from engine.render import offscreen

SIZE = 960, 540
REPORTED = 20  # ticks between two reports


def picture(scene, ticks, tell):
    """(h, w, 3) uint8 of a scene after so many ticks, seen by its own camera. tell: called with ticks done, and of how many."""
    offscreen.context()  # before pyglet is asked for one: there need be no display
    from engine.render.extract import extract
    from engine.render.renderer import Renderer
    from engine.simulation import Simulation

    simulation = Simulation(scene)
    for tick in range(ticks):
        simulation.step()
        if tick % REPORTED == 0:
            tell(tick, ticks)
    renderer = Renderer(SIZE, samples=4, bake="wait")
    try:
        renderer.render(extract(simulation))  # without labels and curves: nobody could read them
        tell(ticks, ticks)
        return renderer.pixels()[..., :3].copy()
    finally:
        renderer.close()
        simulation.close()
