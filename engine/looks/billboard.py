from typing import Annotated, Literal

from pydantic import Field, Strict

from engine.schema import Image, Positive, Shown, Spec, option, quantity


class Billboard(Spec):
    """Each particle is a textured quad.

    view_plane: parallel to the screen, up follows the world's up, longer the faster it moves vertically.
    velocity: stretched along the velocity projected on the screen.
    """

    textures: Annotated[tuple[Image, ...], Strict(False), Shown("a list of images")] = option(
        (), "Images; each particle draws one. With NAME_normal.png beside it the sprite has a rounded surface.", max_length=16
    )
    size: Positive = quantity((0.02, 0.02), "m", "Diameter, drawn between the two.")
    stretch: float = quantity(0.0, "s", "Seconds of motion drawn.", ge=0)
    max_stretch: float = quantity(9.0, "1", "Longest length over size.", ge=1)
    orientation: Literal["view_plane", "velocity"] = option(
        "view_plane",
        "What turns and stretches it. view_plane: upright, longer the faster it rises or falls; velocity: along its motion as seen.",
    )
    blend: Literal["alpha", "additive"] = option("alpha", "alpha: covers what is behind; additive: adds light to it.")
    material: Literal["plain", "droplet", "mist"] = option(
        "plain", "plain: the texture's own colour; droplet: bends the room's light, glints; mist: soft, glows against the sun."
    )
    as_lines: bool = option(False, "Draw lines along the motion in place of quads.")
    softness: Annotated[float, Field(ge=0, le=1)] = option(1.0, "Opacity of the whole population.")
