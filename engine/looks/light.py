from typing import Annotated, Literal

from pydantic import Field

from engine.schema import Color, OneOf, Spec, option, quantity


class Sun(Spec):
    """The light of the scene. Azimuth 0 is toward -z and grows toward +x; elevation is up from the horizon."""

    azimuth: float = quantity(30.0, "deg", "Where it stands, round the horizon.")
    elevation: float = quantity(45.0, "deg", "How high it stands.", ge=-10, le=90)
    color: Color = option((1.0, 1.0, 1.0, 1.0), "Multiplies the sunlight.")
    intensity: float = quantity(1.0, "1", "1: white paper that faces the sun above the air is white.", ge=0)
    size: float = quantity(0.53, "deg", "Diameter of its disc; softens shadows.", ge=0, le=20)


class ComputedSky(Spec):
    """Clear sky by single scattering and the sum of the higher orders, from the sun's position."""

    turbidity: float = quantity(1.0, "1", "Haze in the air; 1 clear, 3 hazy.", ge=0, le=10)
    ground: Color = option((0.2, 0.2, 0.2, 1.0), "Colour of the ground below the horizon.")
    clouds: Annotated[float, Field(ge=0, le=1)] = option(0.5, "Thin high clouds.")


class Skybox(OneOf):
    """What is seen behind everything."""

    computed: ComputedSky | None = option(None, "From the sun.")


class Leaves(Spec):
    """Foliage scattered on the entity's shape; the shape itself is not drawn."""

    count: int = option(2000, "Leaves.", ge=1, le=200_000)
    size: float = quantity(0.05, "m", "Length of a leaf.", gt=0)
    kind: Literal["leaf", "blossom", "needle"] = option("leaf", "Outline.")
    colors: Annotated[tuple[Color, ...], Field(strict=False)] = option(
        ((0.035, 0.085, 0.016, 1.0), (0.085, 0.15, 0.025, 1.0)), "Each leaf draws between two of them.", min_length=1, max_length=8
    )
    spread: float = quantity(0.0, "m", "How far leaves stray from the shape's skin: 0 clipped, more is wild.", ge=0)
    seed: int = option(0, "Which scattering.", ge=0)


class Draw(Spec):
    """Whether and how the entity is drawn."""

    visible: bool = option(True, "Whether it is drawn.")
    cast_shadow: bool = option(True, "Whether it takes the sun from others.")
    label: str = option("", "Words written over it in the picture.", max_length=80)
