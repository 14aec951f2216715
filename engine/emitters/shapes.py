"""Where particles are born, in the emitter's frame."""

from engine.schema import OneOf, Spec, Vector, option, quantity


class Point(Spec):
    """All in one place."""


class Disc(Spec):
    """Uniform over a disc in the frame's x and z; height is the full thickness about the position."""

    radius: float = quantity(0.1, "m", "Radius.", ge=0, reload="birth")
    height: float = quantity(0.0, "m", "Full thickness.", ge=0, reload="birth")


class Box(Spec):
    """Uniform in a box about the position."""

    size: Vector = quantity((1.0, 1.0, 1.0), "m", "Full length of the three sides.", reload="birth")


class EmitterShape(OneOf):
    """Where particles are born."""

    point: Point | None = option(None, "All in one place.", reload="birth")
    disc: Disc | None = option(None, "A disc, with a thickness.", reload="birth")
    box: Box | None = option(None, "A box.", reload="birth")
