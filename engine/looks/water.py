from typing import Annotated

from pydantic import Field

from engine.schema import Color, Spec, option, quantity


class Water(Spec):
    """Look of a wave surface."""

    color: Color = option((0.45, 0.87, 0.94, 1.0), "Share of red, green and blue light left after one metre of water.")
    opacity: Annotated[float, Field(ge=0, le=1)] = option(0.0, "0: clear to the ground; 1: a coloured surface.")
    depth: float = quantity(0.6, "m", "Depth of the water, for refraction and the light gathered on the floor.", gt=0)
    ripple: float = quantity(0.03, "1", "Slope of the fine ripples that the grid does not resolve.", ge=0, le=1)
    as_surface: bool = option(True, "Draw the surface.")
    as_spheres: bool = option(False, "Draw the nodes as spheres.")
