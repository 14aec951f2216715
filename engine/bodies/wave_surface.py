from typing import Annotated

from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from engine.schema import Pair, Spec, option, quantity

Nodes = Annotated[tuple[Annotated[int, Field(ge=2, le=2048)], Annotated[int, Field(ge=2, le=2048)]], Strict(False)]


class Splash(Spec):
    """What a hit does to the water.

    `{depth}` lowers the nearest node, in the height now and one step before, and what a tick's hits took is given back evenly
    to all nodes; `{impulse, radius}` presses a smooth dimple (1 - r^2) exp(-r^2) that conserves volume by itself.
    """

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

    size: Pair = quantity(..., "m", "Extent along x and z.", reload="resize")
    nodes: Nodes = option((128, 128), "Nodes along x and z.", reload="resize")
    speed: float = quantity(1.0, "m/s", "Speed of the waves.", gt=0)
    damping: float = quantity(0.3, "1/s", "Share of its speed a wave loses each second.", ge=0)
    splash: Splash = option(Splash(), "What a hit does.")
