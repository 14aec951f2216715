from typing import Literal

from engine.schema import Color, Share, Spec, option, quantity


class Lamp(Spec):
    """A light that stands at its entity's position: a fire, a lantern. Only balls and capsules throw shadows in it."""

    kind: Literal["point"] = option("point", "It shines to all sides.")
    color: Color = option((1.0, 1.0, 1.0, 1.0), "Colour of its light.")
    intensity: float = quantity(1.0, "1", "1: white paper that faces it from a metre away is as bright as in the sun.", ge=0, le=10_000)
    range: float = quantity(10.0, "m", "How far it reaches; it fades out evenly toward there.", gt=0, le=1000)
    flicker: Share = option(0.0, "Share of its light that comes and goes, as that of flames does.")
