from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from engine.components import WaveSurface as Heights
from engine.schema import Shown, Spec, option, quantity

Extent = Annotated[tuple[Annotated[float, Field(gt=0)], Annotated[float, Field(gt=0)]], Strict(False), Shown("2 numbers")]
Nodes = Annotated[tuple[Annotated[int, Field(ge=2, le=2048)], Annotated[int, Field(ge=2, le=2048)]], Strict(False)]


class Splash(Spec):
    """What a hit does to the water.

    `{depth}` lowers the nearest node, in the height now and one step before, and what a tick's hits took is given back evenly
    to all nodes; `{impulse, radius}` presses a smooth dimple (1 - r^2) exp(-r^2) that conserves volume by itself.
    """

    either: ClassVar[tuple] = (("depth",), ("impulse", "radius"))

    depth: float | None = quantity(None, "m", "How far one hit lowers the nearest node (0.002 unless told).", ge=0)
    impulse: float | None = quantity(None, "m/(N s)", "Depth of a smooth dimple per impulse of the droplet.", ge=0)
    radius: float | None = quantity(None, "m", "Radius of the smooth dimple.", gt=0)

    @model_validator(mode="after")
    def _one_form(self):
        if (self.impulse is None) != (self.radius is None) or (self.depth is not None and self.impulse is not None):
            raise PydanticCustomError("one_of", "takes either depth, or impulse and radius together")
        return self


class WaveSurface(Spec):
    """Water that follows the wave equation with damping; its level is its position's y."""

    size: Extent = quantity(..., "m", "Extent along x and z.", reload="resize")
    nodes: Nodes = option((128, 128), "Nodes along x and z.", reload="resize")
    speed: float = quantity(1.0, "m/s", "Speed of the waves.", gt=0)
    damping: float = quantity(0.3, "1/s", "Share of its speed a wave loses each second.", ge=0)
    splash: Splash = option(Splash(), "What a hit does.")

    def build(self, entity):
        """The water at rest."""
        return (Heights(*(np.zeros(self.nodes, np.float32) for _ in range(5)), np.zeros((3, 256), np.float32)),)

    def adapted(self, old, entity, state):
        """What a change of the entity asks of its state, as (component, field, value); state: components by class."""
        before, heights = old.wave_surface, state[Heights]
        yield heights, "warned", heights.warned and before == self
        previous = heights.previous
        if self.speed < before.speed:  # slower waves of the same speed of the water would be as much higher: they keep their height
            previous = heights.height - (heights.height - previous) * np.float32(self.speed / before.speed)
        if (before.size, before.nodes) == (self.size, self.nodes):
            yield heights, "previous", previous
            return
        for name, old_grid in (("height", heights.height), ("previous", previous), ("shown", heights.shown)):
            grid = resampled(old_grid, before.size, self.size, self.nodes)
            yield heights, name, grid - (grid.mean() - old_grid.mean())  # the water does not rise
        yield heights, "foam", resampled(heights.foam, before.size, self.size, self.nodes)
        yield heights, "scratch", np.zeros(self.nodes, np.float32)


def resampled(grid, old_size, size, nodes):
    """A grid of cell centres about the middle, as another grid sees it: bilinear between them, level beyond the border.

    grid (nx, nz) over old_size [m]; the result (nodes) float32 over size [m].
    """
    result = grid
    for axis in range(2):
        count, old_count = nodes[axis], grid.shape[axis]
        place = ((np.arange(count) + 0.5) / count - 0.5) * size[axis]
        at = np.clip((place / old_size[axis] + 0.5) * old_count - 0.5, 0, old_count - 1)
        low = np.minimum(at.astype(int), old_count - 2)
        share = np.expand_dims(at - low, 1 - axis)
        result = np.take(result, low, axis) * (1 - share) + np.take(result, low + 1, axis) * share
    return result.astype(np.float32)
