from typing import Annotated, Literal

from pydantic import Field

from engine.schema import Color, Image, Spec, option, quantity


class Surface(Spec):
    """The skin of the entity's shape or lattice."""

    texture: Image | None = option(None, "Image; NAME_normal.png and NAME_rough.png beside it are used when they are there.")
    tile: float = quantity(1.0, "m", "Metres that one repeat covers.", gt=0)
    color: Color = option((1.0, 1.0, 1.0, 1.0), "Multiplies the texture.")
    roughness: Annotated[float, Field(ge=0, le=1)] | None = option(
        None, "0 polished, 1 chalk; the texture's own where absent (0.6 without one)."
    )
    material: Literal["plain", "stone", "tile", "wood", "fabric", "jelly"] = option(
        "plain",
        "How it drinks water: stone darkens much when wet, glazed tile little. Of lattices: fabric, or jelly that light goes through.",
    )
    two_sided: bool = option(True, "A sheet is seen from both sides.")
    translucency: Annotated[float, Field(ge=0, le=1)] | None = option(
        None, "Share of the light that comes through a sheet (0.4 for fabric, 0 for all else, unless told)."
    )
    wet: Annotated[float, Field(ge=0, le=1)] = option(0.0, "How wet it is: darker and smoother, in patches.")
