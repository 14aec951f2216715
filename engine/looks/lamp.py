from typing import Literal

from engine.schema import Color, Share, Spec, option, quantity


class Lamp(Spec):
    """A light that stands at its entity's position: a fire, a lantern, a spot. Only balls and capsules throw shadows in it."""

    kind: Literal["point", "spot"] = option(
        "point", "point: it shines to all sides; spot: in a cone along -z of its entity's frame, to where a camera there would look."
    )
    color: Color = option((1.0, 1.0, 1.0, 1.0), "Colour of its light.")
    intensity: float = quantity(1.0, "1", "1: white paper that faces it from a metre away is as bright as in the sun.", ge=0, le=10_000)
    range: float = quantity(10.0, "m", "How far it reaches; it fades out evenly toward there.", gt=0, le=1000)
    spread: float = quantity(30.0, "deg", "Of a spot: half angle of its cone.", gt=0, le=90)
    edge: Share = option(0.3, "Of a spot: share of the half angle over which it fades out; 0: as if cut.")
    flicker: Share = option(0.0, "Share of its light that comes and goes, as that of flames does.")
