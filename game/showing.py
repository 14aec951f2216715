"""What of a scene is shown, where that is not as the scene says."""

from dataclasses import replace

from engine.render.extract import extract
from game.layers import TURNS, laid


class Showing:
    """Switches for what is seen.

    masses, surfaces  shown or hidden for all bodies; None: as the scene says
    as_lines          droplets as lines
    layers            names of what is drawn as lines: forces and the like (engine/simulation/layers.py)
    legend            what the colours and lengths of these lines mean in the last Frame: (text, colour)
    shown             gives the Simulation that is seen
    """

    def __init__(self, shown):
        self._shown = shown
        self.masses = self.surfaces = None
        self.as_lines = False
        self.layers = self.legend = ()

    def frame(self, view, overlay=None):
        """The Frame of this moment as a View sees it."""
        bold, self.legend = laid(self._shown(), self.layers, view)
        frame = extract(self._shown(), view=view, overlay=overlay, masses=self.masses, surfaces=self.surfaces)
        frame.bold = bold
        if self.as_lines:
            frame.particles = tuple(replace(population, as_lines=True) for population in frame.particles)
        return frame

    def toggle_masses(self):
        """Masses and springs of all bodies shown, or hidden."""
        self.masses = not self.seen["masses"]

    def toggle_surfaces(self):
        """Surfaces of all bodies shown, or hidden."""
        self.surfaces = not self.seen["surfaces"]

    def toggle_lines(self):
        """Droplets as lines, or as the scene says."""
        self.as_lines = not self.as_lines

    def turn_layer(self, direction):
        """The next or the previous of what is drawn as lines; nothing comes between the last and the first."""
        at = TURNS.index(self.layers) if self.layers in TURNS else 0
        self.layers = TURNS[(at + direction) % len(TURNS)]

    def toggle_layer(self, name):
        """Draw a layer of lines, or not; the others stay."""
        from engine.simulation.layers import LAYERS

        self.layers = tuple(each for each in LAYERS if (each in self.layers) != (each == name))

    @property
    def seen(self):
        """{switch: whether it is on} of masses, surfaces and lines, each toggled by its method."""
        masses, surfaces = (self._says(look) if own is None else own for look, own in (("masses", self.masses), ("surface", self.surfaces)))
        return {"masses": masses, "surfaces": surfaces, "lines": self.as_lines}

    def _says(self, look):
        """Whether the scene shows the masses or the surface of any body."""
        looks = [getattr(entity, look) for entity in self._shown().scene.spec.entities.values() if entity.has_masses]
        return any(each is not None and getattr(each, "visible", True) for each in looks)
