from typing import Annotated, Literal

from pydantic import AfterValidator, Strict
from pydantic_core import PydanticCustomError

from engine.emitters.shapes import EmitterShape, Point
from engine.emitters.velocities import StartVelocity
from engine.schema import Color, Range, Spec, option, quantity

PARTICLES = 20_000_000  # most particles a body may hold


def _positive(value):
    if value[0] <= 0:
        raise PydanticCustomError("range", "must be more than 0 (found {low}); a droplet needs some time to be seen", {"low": value[0]})
    return value


class Burst(Spec):
    """Many births at one moment."""

    time: float = quantity(0.0, "s", "When, after the emitter starts.", ge=0)
    count: int = option(..., "How many.", ge=1, le=PARTICLES)


class ColorSpan(Spec):
    """Each channel is drawn by itself, uniform from min to max."""

    min: Color = option((1.0, 1.0, 1.0, 1.0), "Least red, green, blue, alpha.", reload="birth")
    max: Color = option((1.0, 1.0, 1.0, 1.0), "Most red, green, blue, alpha.", reload="birth")


class Emitter(Spec):
    """Gives birth to particles."""

    rate: float = quantity(100.0, "1/s", "Births per second.", ge=0, le=1e8, reload="birth")
    bursts: Annotated[tuple[Burst, ...], Strict(False)] = option((), "Births at given moments.", reload="birth")
    capacity: int = option(10_000, "Most particles that live at once.", ge=1, le=PARTICLES, reload="resize")
    overflow: Literal["skip", "oldest"] = option(
        "skip", "When full: births follow the mean rate of deaths, or the oldest make room.", reload="birth"
    )
    lifetime: Annotated[Range, AfterValidator(_positive)] = quantity(
        (2.0, 2.0), "s", "Age at which a particle starts to fade.", reload="birth"
    )
    fade: float = quantity(0.0, "s", "Time an old particle takes to vanish.", ge=0, reload="live")
    shape: EmitterShape = option(EmitterShape(point=Point()), "Where particles are born.", reload="birth")
    start_velocity: StartVelocity | None = option(None, "How fast they start; at rest unless told.", reload="birth")
    start_color: ColorSpan = option(ColorSpan(), "Colour at birth.", reload="birth")
    start_mass: Range | None = quantity(None, "kg", "Mass at birth, in place of the entity's mass.", reload="birth")
    enabled: bool = option(True, "Whether it gives birth at all.", reload="birth")
    kill_below: float | None = quantity(None, "m", "Height (world) under which particles die.", reload="live")
