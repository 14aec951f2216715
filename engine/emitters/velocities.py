"""How fast particles start, in the emitter's frame. r() is uniform in [0, 1), each use drawn anew."""

from engine.schema import OneOf, Range, Spec, Vector, option, quantity


class Jet(Spec):
    """A fountain's nozzle: ((r() - 1/2) spread, r() (max - min) + min, (r() - 1/2) spread), the middle one times strength."""

    spread: float = quantity(0.6, "m/s", "Full width of the sideways velocity.", ge=0, reload="birth")
    speed: Range = quantity((4.0, 5.0), "m/s", "Upward speed, drawn between the two.", reload="birth")
    strength: float = quantity(1.0, "1", "Multiplies the upward speed.", ge=0, reload="birth")
    core: float = quantity(0.0, "1", "Gathers the jet: sideways velocity times 1 - core (1 - r()^2).", ge=0, le=1, reload="birth")
    flutter: float = quantity(0.0, "1", "Share by which the pump's pressure and the nozzle's direction waver.", ge=0, le=1, reload="birth")


class Box(Spec):
    """Each axis uniform between two numbers."""

    min: Vector = quantity((0.0, 0.0, 0.0), "m/s", "Least velocity.", reload="birth")
    max: Vector = quantity((0.0, 0.0, 0.0), "m/s", "Most velocity.", reload="birth")


class Cone(Spec):
    """Uniform in solid angle about a direction."""

    direction: Vector = quantity((0.0, 1.0, 0.0), "1", "Middle of the cone.", reload="birth")
    spread: float = quantity(15.0, "deg", "Half angle.", ge=0, le=180, reload="birth")
    speed: Range = quantity((1.0, 1.0), "m/s", "Speed, drawn between the two.", reload="birth")


class Radial(Spec):
    """Away from the emitter's position; where that is no direction, any direction."""

    speed: Range = quantity((1.0, 1.0), "m/s", "Speed, drawn between the two.", reload="birth")


class StartVelocity(OneOf):
    """How fast particles start."""

    jet: Jet | None = option(None, "A fountain's nozzle.", reload="birth")
    box: Box | None = option(None, "Each axis between two numbers.", reload="birth")
    cone: Cone | None = option(None, "A cone about a direction.", reload="birth")
    radial: Radial | None = option(None, "Away from the middle.", reload="birth")
