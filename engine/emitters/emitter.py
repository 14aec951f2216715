import math
from typing import Annotated, Literal

import numpy as np
from pydantic import Strict, model_validator
from pydantic_core import PydanticCustomError

from engine import kernels
from engine.components import Emission, Life, Mass, Placement, Population, Position, Velocity, particles, resized, rotation_matrix
from engine.emitters.schedule import SHORTEST
from engine.emitters.shapes import EmitterShape, Point
from engine.emitters.velocities import StartVelocity
from engine.schema import Color, Positive, Spec, option, quantity
from engine.schema.limits import PARTICLES


class Burst(Spec):
    """Many births at one moment, once or again and again."""

    time: float = quantity(0.0, "s", "When, after the emitter starts.", ge=0)
    count: int = option(..., "How many.", ge=1, le=PARTICLES)
    cycles: int = option(1, "How often; 0: for ever.", ge=0)
    interval: float = quantity(1.0, "s", "From one to the next.", ge=SHORTEST)


class Call(Spec):
    """What happens to a particle makes another emitter give birth, there and then."""

    event: Literal["birth", "death", "hit", "life"] = option(
        ..., "birth, death, hit: a bounce off a solid; life: again and again while it lives."
    )
    emit: str = option(..., "Entity whose emitter gives birth, by its own start velocity, colour and so on.", names=True)
    count: int = option(1, "How many, each time.", ge=1, le=PARTICLES)
    inherit: float = quantity(0.0, "1", "Share of the particle's velocity that the newborn take along.", ge=-10, le=10)
    every: float | None = quantity(None, "s", "Of life: from one time to the next.", ge=SHORTEST)

    @model_validator(mode="after")
    def _timed(self):
        if (self.event == "life") != (self.every is not None):
            text = "comes again and again; write every: 20 ms" if self.event == "life" else "comes by itself; take out every"
            raise PydanticCustomError("one_of", "{event} {text}", {"event": self.event, "text": text})
        return self


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
        "skip", "When it is full. skip: births follow the mean rate of deaths; oldest: the oldest make room.", reload="birth"
    )
    lifetime: Positive = quantity((2.0, 2.0), "s", "Age at which a particle starts to fade.", reload="birth")
    fade: float = quantity(0.0, "s", "Time an old particle takes to vanish.", ge=0, reload="live")
    shape: EmitterShape = option(EmitterShape(point=Point()), "Where particles are born.", reload="birth")
    start_velocity: StartVelocity | None = option(None, "How fast they start; at rest unless told.", reload="birth")
    start_color: ColorSpan = option(ColorSpan(), "Colour at birth.", reload="birth")
    start_mass: Positive | None = quantity(None, "kg", "Mass at birth, in place of the entity's mass.", reload="birth")
    inherit_velocity: float = quantity(
        0.0, "1", "Share of the entity's own velocity that the newborn take along.", ge=-10, le=10, reload="birth"
    )
    enabled: bool = option(True, "Whether it gives birth at all.", reload="birth")
    start_delay: float = quantity(0.0, "s", "Time before it starts.", ge=0, reload="birth")
    duration: float | None = quantity(None, "s", "How long it gives birth; for ever, where absent.", ge=SHORTEST, reload="birth")
    looping: bool = option(False, "After its duration it starts anew, with its bursts.", reload="birth")
    prewarm: float = quantity(
        0.0,
        "s",
        "At the start of the scene it is as if it had run that long, where it stands, with the forces and solids as they are.",
        ge=0,
        le=60,
    )
    space: Literal["world", "local"] = option(
        "world", "local: its particles are carried along when the entity is moved or turned; world: they stay behind."
    )
    on: Annotated[tuple[Call, ...], Strict(False)] = option((), "Births that other emitters give where something happens to its particles.")
    kill_below: float | None = quantity(None, "m", "Height (world) under which particles die.", reload="live", world="height")

    @model_validator(mode="after")
    def _round(self):
        if self.looping and self.duration is None:
            raise PydanticCustomError("one_of", "starts anew after its duration; write duration, or take out looping")
        return self

    @property
    def mean_life(self):
        """Mean age [s] at which particles die when nothing but age ends them."""
        return sum(self.lifetime) / 2 + self.fade

    def build(self, entity):
        """Components of a body of `capacity` particles, and the account of its births."""
        each = self._inverse_mass(entity)
        return *particles(self.capacity, each, self.fade), Emission(each, self.mean_life, np.zeros((8, 0), np.float32))

    def adapted(self, old, entity, state):
        """What a change of the entity asks of its state, as (component, field, value); state: components by class."""
        before, emission, mass = old.emitter, state[Emission], state[Mass]
        each = self._inverse_mass(entity)
        yield state[Life], "fade", self.fade
        yield emission, "inverse_mass", each
        yield emission, "lived", emission.lived * self.mean_life / before.mean_life
        yield emission, "warned", emission.warned and (before.rate, before.capacity) == (self.rate, self.capacity)
        wider = list(resized(state.values(), self.capacity))
        yield from wider
        if self.space == "local":
            yield from _carried(old, entity, state, {(id(component), field): value for component, field, value in wider})
        if self.start_mass or before.start_mass:  # what lives keeps its mass, so they need not be alike
            yield mass, "uniform", math.nan
        elif old.mass != entity.mass:
            yield mass, "uniform", each
            yield mass, "inverse", np.full(Population.slots(self.capacity), each, np.float32)

    def _inverse_mass(self, entity):
        """[1/kg] of the newborn, nan where each draws its own."""
        return math.nan if self.start_mass else 1 / entity.mass

    def draw(self, x, v, life, mass, tint, inverse_mass, lo, hi, seed, body, time):
        """Fill slots lo to hi, whose ids stand in life.id, with newborns in the emitter's frame; all but their ages.

        x, v are (3, slots) [m], [m/s]; time [s] is the emitter's; the random numbers are those of (seed, body, id).
        """
        key = life.id, lo, hi, seed, body
        kernels.births.lifetimes(life.span, *key, *self.lifetime)
        kernels.births.colors(tint.rgba, *key, np.array(self.start_color.min), np.array(self.start_color.max))
        if self.start_mass:
            kernels.births.masses(mass.inverse, *key, *self.start_mass)
        else:
            mass.inverse[lo:hi] = inverse_mass
        self.shape.chosen.place(x, *key)
        if self.start_velocity is None:
            kernels.births.start_rest(v, lo, hi)
        else:
            self.start_velocity.chosen.start(v, x, *key, time)


def _carried(old, entity, state, wider):
    """Places and velocities of particles that go along when the author moves or turns their emitter; as for `adapted`.

    wider   {(id of component, field): rows} of another capacity
    """
    placement, x, v = state[Placement], state[Position], state[Velocity]
    there = np.array(entity.position, float) if old.position != entity.position else placement.position
    turn = rotation_matrix(entity.rotation) @ placement.rotation.T if old.rotation != entity.rotation else np.eye(3)
    if old.position == entity.position and old.rotation == entity.rotation:
        return
    rows = lambda component, field: wider.get((id(component), field), getattr(component, field))  # noqa: E731
    for field in ("rows", "previous"):
        yield x, field, (turn @ (rows(x, field) - placement.position[:, None]) + there[:, None]).astype(np.float32)
    yield v, "rows", (turn @ rows(v, "rows")).astype(np.float32)
