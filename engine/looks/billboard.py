from typing import Annotated, Literal

from pydantic import Strict, model_validator
from pydantic_core import PydanticCustomError

from engine.looks.curve import Colors, Sizes
from engine.looks.flipbook import Flipbook
from engine.schema import Direction, Image, Positive, Range, Share, Shown, Spec, option, quantity


class Billboard(Spec):
    """Each particle is a textured quad.

    view_plane: parallel to the screen, up follows the world's up, longer the faster it moves vertically.
    view_point: the same, but turned to the eye wherever on the screen it is.
    axis: its long side lies along an axis of the world, its face is turned to the eye; longer the faster it moves along it.
    velocity: stretched along the velocity projected on the screen.
    """

    textures: Annotated[tuple[Image, ...], Strict(False), Shown("a list of images")] = option(
        (), "Images; each particle draws one. With NAME_normal.png beside it the sprite has a rounded surface.", max_length=16
    )
    flipbook: Flipbook | None = option(None, "Each image holds the pictures of a film, in rows, from its upper left corner.")
    size: Positive = quantity((0.02, 0.02), "m", "Diameter, drawn between the two.")
    size_over_life: Sizes = quantity((), "1", "Factors on the size by age: [[0, 0.2], [1, 1]], 0 at birth and 1 at the end.", max_length=16)
    stretch: float = quantity(0.0, "s", "Seconds of motion drawn.", ge=0)
    max_stretch: float = quantity(9.0, "1", "Longest length over size.", ge=1)
    orientation: Literal["view_plane", "view_point", "axis", "velocity"] = option(
        "view_plane",
        "What turns and stretches it. view_plane: upright, longer the faster it rises or falls; view_point: the same, turned to the eye; "
        "axis: along an axis; velocity: along its motion as seen.",
    )
    axis: Direction = quantity((0.0, 1.0, 0.0), "1", "Where its long side points, for orientation: axis.", world="direction")
    rotation: Range = quantity((0.0, 0.0), "deg", "Turn in its plane, counterclockwise, drawn between the two.")
    spin: Range = quantity((0.0, 0.0), "deg/s", "Speed of that turn, drawn between the two.")
    blend: Literal["alpha", "additive"] = option("alpha", "alpha: covers what is behind; additive: adds light to it.")
    material: Literal["plain", "droplet", "mist"] = option(
        "plain", "plain: the texture's own colour; droplet: bends the room's light, glints; mist: soft, glows against the sun."
    )
    glow: float | None = quantity(
        None,
        "1",
        "Light of its own: 1 is sunlit white. Unless told, 1 for plain additive ones, which nothing lights; else 0.",
        ge=0,
        le=1000,
    )
    color_over_life: Colors = option((), 'Colours that multiply its own by age: [[0, "#ffffff"], [1, "#ff000000"]].', max_length=16)
    soft_fade: float = quantity(0.0, "m", "It fades where it comes so near to what is behind it: no edge where it meets solids.", ge=0)
    near_fade: float = quantity(0.0, "m", "It fades as it comes nearer to the eye than this.", ge=0)
    as_lines: bool = option(False, "Draw lines along the motion in place of quads.")
    softness: Share = option(1.0, "Opacity of the whole population.")

    @model_validator(mode="after")
    def _film(self):
        if self.flipbook and not self.textures:
            raise PydanticCustomError("one_of", "a flipbook needs an image; write textures: [textures/flames.png]")
        return self
