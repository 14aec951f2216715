from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.schema import Color, Image, OneOf, Spec, option, quantity


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


class Faces(Spec):
    """Six square pictures of one size round the eye, each as one sees it, upright: px along +x, nx along -x, and so on.

    The lower edge of py and the upper edge of ny join nz. sky.json beside px says where the sun stands in them.
    """

    px: Image = option(..., "Along +x: to the right of nz.")
    nx: Image = option(..., "Along -x.")
    py: Image = option(..., "Straight up.")
    ny: Image = option(..., "Straight down.")
    pz: Image = option(..., "Along +z.")
    nz: Image = option(..., "Along -z, where azimuth is 0.")

    @property
    def all(self):
        """As written, in the order +x -x +y -y +z -z."""
        return self.px, self.nx, self.py, self.ny, self.pz, self.nz


class Skybox(OneOf):
    """What is seen behind everything."""

    bare: ClassVar[frozenset] = frozenset({"equirect"})

    computed: ComputedSky | None = option(None, "From the sun.")
    faces: Faces | None = option(None, "Six pictures; their light falls on everything.")
    equirect: Image | None = option(
        None,
        "One picture all round, twice as wide as high: -z, where azimuth is 0, in its middle, the horizon half-way up. "
        "NAME.json beside it says where the sun stands in it.",
    )

    @property
    def pictures(self):
        """Files of its pictures, six or one; none of a computed sky."""
        return self.faces.all if self.faces else (self.equirect,) if self.equirect else ()


class Leaves(Spec):
    """Foliage scattered on the entity's shape; the shape itself is not drawn."""

    count: int = option(2000, "Leaves.", ge=1, le=200_000)
    size: float = quantity(0.05, "m", "Length of a leaf.", gt=0)
    kind: Literal["leaf", "blossom", "needle"] = option("leaf", "Outline of each.")
    colors: Annotated[tuple[Color, ...], Field(strict=False)] = option(
        ((0.035, 0.085, 0.016, 1.0), (0.085, 0.15, 0.025, 1.0)), "Each leaf draws between two of them.", min_length=1, max_length=8
    )
    spread: float = quantity(0.0, "m", "How far leaves stray from the shape's skin: 0 clipped, more is wild.", ge=0)
    sway: float = quantity(0.0, "m", "How far the outer leaves move to and fro, as in a breeze; their shadows stay.", ge=0, le=0.5)
    seed: int = option(0, "Which scattering.", ge=0)


class Draw(Spec):
    """Whether and how the entity is drawn."""

    visible: bool = option(True, "Whether it is drawn.")
    order: int = option(0, "Billboards of a higher order are drawn over those of a lower one, whichever are nearer.", ge=-1000, le=1000)
    sort_bias: float = quantity(0.0, "m", "Billboards are drawn in their order as if they were so much nearer to the eye.")
    cast_shadow: bool = option(True, "Whether it takes the sun from others.")
    label: str = option("", "Words written over it in the picture.", max_length=80)
