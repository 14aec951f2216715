"""Where particles are born, in the emitter's frame.

Each kind places the particles in slots lo to hi of x (3, slots) [m], by their ids: `place(x, id, lo, hi, seed, body)`.
"""

import math
from typing import Annotated, ClassVar

import numpy as np
from pydantic import PrivateAttr, create_model

from engine import kernels
from engine.schema import Asset, OneOf, Shown, Spec, Vector, option, quantity

MeshFile = Annotated[str, Asset("mesh"), Shown("the path of a mesh file")]


class Point(Spec):
    """All in one place."""

    def place(self, x, id, lo, hi, seed, body):
        """Put slots lo to hi of x into the frame's origin."""
        kernels.births.place_point(x, lo, hi)


class Disc(Spec):
    """Uniform over a disc in the frame's x and z; height is the full thickness about the position."""

    radius: float = quantity(0.1, "m", "Radius.", ge=0, reload="birth")
    height: float = quantity(0.0, "m", "Full thickness.", ge=0, reload="birth")

    def place(self, x, id, lo, hi, seed, body):
        """Strew slots lo to hi of x over the disc."""
        kernels.births.place_disc(x, id, lo, hi, seed, body, self.radius, self.height)


class Box(Spec):
    """Uniform in a box about the position."""

    size: Vector = quantity((1.0, 1.0, 1.0), "m", "Full length of the three sides.", reload="birth")

    def place(self, x, id, lo, hi, seed, body):
        """Strew slots lo to hi of x through the box."""
        kernels.births.place_box(x, id, lo, hi, seed, body, np.array(self.size))


class _Line(Spec):
    def place(self, x, id, lo, hi, seed, body):
        """Strew slots lo to hi of x along the line."""
        ends = np.array(getattr(self, "from")), np.array(self.to)
        kernels.births.place_line(x, id, lo, hi, seed, body, *ends)


Line = create_model("Line", __base__=_Line, __module__=__name__, __doc__="Uniform between two points.", **{
    "from": (Vector, quantity((-0.5, 0.0, 0.0), "m", "One end, in the emitter's frame.", reload="birth")),
    "to": (Vector, quantity((0.5, 0.0, 0.0), "m", "The other end.", reload="birth")),
})  # fmt: skip


class Ring(Spec):
    """Uniform along a circle in the frame's x and z, or over the ring about it where it has a width."""

    radius: float = quantity(0.5, "m", "Radius of its middle.", ge=0, reload="birth")
    width: float = quantity(0.0, "m", "From the inner to the outer edge; more than twice the radius is a disc.", ge=0, reload="birth")

    def place(self, x, id, lo, hi, seed, body):
        """Strew slots lo to hi of x along the ring."""
        inner, outer = max(self.radius - self.width / 2, 0.0), self.radius + self.width / 2
        kernels.births.place_ring(x, id, lo, hi, seed, body, inner, outer)


class Sphere(Spec):
    """Uniform in a ball about the position, or over its skin."""

    radius: float = quantity(0.5, "m", "Radius.", ge=0, reload="birth")
    shell: bool = option(False, "On the skin alone.", reload="birth")

    def place(self, x, id, lo, hi, seed, body):
        """Strew slots lo to hi of x through the ball, or over it."""
        kernels.births.place_sphere(x, id, lo, hi, seed, body, self.radius if self.shell else 0.0, self.radius)


class Cone(Spec):
    """Uniform in a cone whose tip is the position and that opens along the frame's y."""

    height: float = quantity(1.0, "m", "From the tip to the base.", ge=0, reload="birth")
    spread: float = quantity(15.0, "deg", "Half angle.", ge=0, lt=90, reload="birth")

    def place(self, x, id, lo, hi, seed, body):
        """Strew slots lo to hi of x through the cone."""
        kernels.births.place_cone(x, id, lo, hi, seed, body, self.height, math.tan(math.radians(self.spread)))


class Mesh(Spec):
    """Uniform by area over the surface of a mesh file."""

    reread: ClassVar[str] = "birth"  # what another content of the same file is

    file: MeshFile = option(
        ..., "Mesh file (OBJ; glTF, STL, PLY and OFF with the extra `meshes`), its places in metres in the emitter's frame.", reload="birth"
    )

    _read: object = PrivateAttr(None)  # engine.assets.meshes.Mesh; two specs are equal when files and contents are

    def give(self, mesh):
        """Put what was read from the file beside its name."""
        self._read = mesh

    def place(self, x, id, lo, hi, seed, body):
        """Strew slots lo to hi of x over the triangles."""
        mesh = self._read
        kernels.births.place_mesh(x, id, lo, hi, seed, body, mesh.places, mesh.corners, mesh.areas)


class EmitterShape(OneOf):
    """Where particles are born."""

    point: Point | None = option(None, "All in one place.", reload="birth")
    disc: Disc | None = option(None, "A disc, with a thickness.", reload="birth")
    box: Box | None = option(None, "A box.", reload="birth")
    line: Line | None = option(None, "A line between two points.", reload="birth")
    ring: Ring | None = option(None, "A ring.", reload="birth")
    sphere: Sphere | None = option(None, "A ball, or its skin.", reload="birth")
    cone: Cone | None = option(None, "A cone.", reload="birth")
    mesh: Mesh | None = option(None, "The surface of a mesh file.", reload="birth")
