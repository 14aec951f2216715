"""What an entity looks like and is solid as. A box-like shape is a list of parts, each a box in the entity's frame."""

from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from engine.colliders.mesh import Mesh
from engine.schema import Direction, OneOf, Pair, Shown, Spec, Vector, option, quantity

Sides = Annotated[
    tuple[Annotated[float, Field(gt=0)], Annotated[float, Field(gt=0)], Annotated[float, Field(gt=0)]], Strict(False), Shown("3 numbers")
]


class Box(Spec):
    """A box centred on the entity."""

    size: Sides = quantity(..., "m", "Length of the three sides.")
    bevel: float = quantity(0.0, "m", "Width of the rounded edge that catches the light.", ge=0)

    def parts(self):
        """(n, 2, 3) centre and half sides of each box, in the entity's frame."""
        return np.array([[(0, 0, 0), np.divide(self.size, 2)]])


class Frame(Spec):
    """Four boxes round a rectangular hole, centred on the entity: a basin's walls, a coping, a kerb."""

    inner: Pair = quantity(..., "m", "Width of the hole along x and z.")
    outer: Pair = quantity(..., "m", "Width of the whole along x and z.")
    height: float = quantity(..., "m", "Height of the walls.", gt=0)
    bevel: float = quantity(0.0, "m", "Width of the rounded edge that catches the light.", ge=0)

    @model_validator(mode="after")
    def _hollow(self):
        if not all(0 < hole < whole for hole, whole in zip(self.inner, self.outer, strict=True)):
            raise PydanticCustomError("one_of", "needs a hole (inner) that is smaller than the whole (outer) along both axes")
        return self

    def parts(self):
        """(4, 2, 3) centre and half sides: the walls at -x, +x, -z, +z."""
        (ix, iz), (ox, oz), h = np.divide(self.inner, 2), np.divide(self.outer, 2), self.height / 2
        wx, wz = (ox - ix) / 2, (oz - iz) / 2
        return np.array([
            [(-ix - wx, 0, 0), (wx, h, oz)], [(ix + wx, 0, 0), (wx, h, oz)],
            [(0, 0, -iz - wz), (ix, h, wz)], [(0, 0, iz + wz), (ix, h, wz)],
        ])  # fmt: skip


class Plane(Spec):
    """An infinite plane through the entity; drawn as far as its extent."""

    normal: Direction = quantity((0.0, 1.0, 0.0), "1", "Direction to the free side, in the entity's frame.")
    extent: Pair = quantity((20.0, 20.0), "m", "Size of what is drawn.")

    def parts(self):
        """No boxes: a plane is a solid of its own kind."""
        return np.empty((0, 2, 3))


class Sphere(Spec):
    """A ball round the entity."""

    radius: float = quantity(..., "m", "Radius.", gt=0)

    def parts(self):
        """No boxes."""
        return np.empty((0, 2, 3))


class Capsule(Spec):
    """A cylinder along the entity's y with round ends."""

    radius: float = quantity(..., "m", "Radius.", gt=0)
    height: float = quantity(..., "m", "Whole height, the round ends included.", gt=0)

    def parts(self):
        """No boxes."""
        return np.empty((0, 2, 3))


class Repeat(Spec):
    """The shape again and again in a row, centred on the entity."""

    count: int = option(..., "How many.", ge=1, le=1000)
    step: Vector = quantity(..., "m", "From one to the next.")

    def offsets(self):
        """(count, 3) where the copies stand, in the entity's frame [m]."""
        return (np.arange(self.count) - (self.count - 1) / 2)[:, None] * np.array(self.step)


class Shape(OneOf):
    """The entity's shape."""

    beside: ClassVar[frozenset] = frozenset({"repeat"})

    box: Box | None = option(None, "A box.")
    frame: Frame | None = option(None, "Four walls round a hole.")
    plane: Plane | None = option(None, "An infinite plane.")
    sphere: Sphere | None = option(None, "A ball.")
    capsule: Capsule | None = option(None, "A cylinder with round ends.")
    mesh: Mesh | None = option(None, "A surface from a file.")
    inward: bool = option(False, "The inside is free and the outside solid: a room. Casts no shadow.")
    repeat: Repeat | None = option(None, "The same shape again in a row.")

    def offsets(self):
        """(count, 3) where the shape and its copies stand, in the entity's frame [m]."""
        return np.zeros((1, 3)) if self.repeat is None else self.repeat.offsets()

    def rounds(self):
        """[m] radius, and half length of the line round which it lies, of a sphere or capsule: none or one; each stands at all offsets."""
        if self.sphere is not None:
            return [(self.sphere.radius, 0.0)]
        if self.capsule is not None:
            return [(self.capsule.radius, max(self.capsule.height / 2 - self.capsule.radius, 0.0))]
        return []

    def parts(self):
        """(n, 2, 3) centre and half sides of every box, in the entity's frame."""
        boxes = self.chosen.parts()
        if self.repeat is None:
            return boxes
        offsets = self.repeat.offsets()
        many = np.repeat(boxes[None], len(offsets), 0)
        many[:, :, 0] += offsets[:, None]
        return many.reshape(-1, 2, 3)
