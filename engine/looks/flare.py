"""What a lens makes of a light: ghosts and rays along the line through the middle of the picture, and glare."""

from typing import Annotated, Literal

from pydantic import Field

from engine.schema import Color, Image, Shown, Spec, option, quantity


class Away(Spec):
    """A place that keeps its distance from the middle of the picture."""

    distance: float = quantity(..., "1", "From the middle toward the light, in half heights of the picture; less than 0: away from it.")


class Element(Spec):
    """One picture on the line."""

    at: float | Away = option(1.0, "1: on the light, 0: in the middle, -1: mirrored; or {distance}.")
    size: float = quantity(0.2, "1", "Its diameter, in heights of the picture.", gt=0, le=20)
    texture: Image | None = option(None, "Its picture; a soft disc, where absent.")
    color: Color = option((1.0, 1.0, 1.0, 0.2), "Its colour and strength: alpha 1 is as bright as sunlit white.")
    kind: Literal["halo", "burst"] = option("halo", "Halos fade in the middle of the picture; bursts are drawn over them and stay.")


class Glare(Spec):
    """White over everything as one looks into the light."""

    inside: float = quantity(30.0, "deg", "It begins where the light is so far from where one looks.", gt=0, le=180)
    strength: float = quantity(0.2, "1", "Share of white with the light in the middle.", ge=0, le=1)


def _ghost(at, size, texture, *color):
    return Element(at=at, size=size, texture=f"textures/{texture}.png", color=color)


ELEMENTS = (
    Element(at=1.0, size=2.2, texture="textures/flare_rays.png", color=(1.0, 0.86, 0.68, 0.5), kind="burst"),
    Element(at=1.0, size=0.9, color=(1.0, 0.72, 0.42, 0.22), kind="burst"),
    _ghost(0.62, 0.09, "flare_ghost", 0.7, 0.85, 1.0, 0.12),
    _ghost(0.4, 0.17, "flare_ghost", 1.0, 0.72, 0.4, 0.1),
    _ghost(0.2, 0.04, "flare_ghost", 1.0, 0.9, 0.5, 0.14),
    _ghost(-0.22, 0.08, "flare_ghost", 0.5, 1.0, 0.72, 0.14),
    _ghost(-0.46, 0.24, "flare_ghost", 1.0, 0.5, 0.25, 0.09),
    _ghost(-0.8, 0.44, "flare_ring", 0.6, 0.8, 1.0, 0.11),
    _ghost(-1.15, 0.15, "flare_ghost", 0.75, 0.55, 1.0, 0.14),
    _ghost(-1.5, 0.85, "flare_ring", 1.0, 0.8, 0.6, 0.09),
)


class LensFlare(Spec):
    """Flare of the scene's sun in the lens; off where something opaque hides the sun, or the eye looks away from it."""

    elements: Annotated[
        tuple[Element, ...], Field(strict=False), Shown("a list of elements, [{at: 0.5, size: 0.1}, ...]")
    ] = option(ELEMENTS, "Pictures along the line.", max_length=64)  # fmt: skip
    fade: float = quantity(0.8, "1", "How much of their light is gone with the sun in the picture's corner.", ge=0)
    shrink: float = quantity(0.45, "1", "How much of their size is gone there.", ge=0, le=1)
    near_fade: float = quantity(
        0.22, "1", "Halos fade with the sun closer to the middle than this share of the way to a corner.", ge=0, le=1
    )
    glare: Glare = option(Glare(), "White over everything.")
