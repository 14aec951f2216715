"""What a body of particles is made of. All arrays of particles are float32 rows as long as the capacity."""

from dataclasses import dataclass

import numpy as np

from engine.components.declare import PARTICLE, columns, per_body, per_particle


@dataclass(slots=True)
class Population:
    """How many particles a body has. Slots in use are 0 to used; the dead among them wait for compaction."""

    capacity: int = per_body("1", "most particles that live at once")
    used: int = per_body("1", "slots in use, the dead among them included (in a bake there are none)", default=0, state=False, drawn=True)
    dead: int = per_body("1", "slots in use whose particle has died", default=0, state=False)
    fresh: int = per_body("1", "slots from here to used were born in this tick", default=0, state=False)
    born: int = per_body("1", "particles born since the body was made; the next one's id", default=0)
    frozen: bool = per_body("1", "held, since its numbers were lost or it left all bounds", default=False, drawn=True)

    @property
    def alive(self):
        """Particles that live."""
        return self.used - self.dead

    @staticmethod
    def slots(capacity):
        """Length of the arrays: room for the living and for the dead that wait (one in sixteen), in whole blocks of 16."""
        return (capacity + capacity // 16 + 31) // 16 * 16


@dataclass(slots=True)
class Position:
    """Where the particles are, in the world."""

    rows: np.ndarray = per_particle("m", "position now, one row an axis (3, slots)", drawn=True)
    previous: np.ndarray = per_particle(
        "m", "position one tick ago, for pictures between two ticks and for collisions (3, slots)", state=False, drawn=True
    )
    population: Population = None

    @property
    def xyz(self):
        """(n, 3) view of the living; ask Simulation.get for it, which compacts first."""
        return self.rows[:, : self.population.used].T


@dataclass(slots=True)
class Velocity:
    """How the particles move."""

    rows: np.ndarray = per_particle("m/s", "velocity, one row an axis (3, slots)", drawn=True)
    population: Population = None

    @property
    def xyz(self):
        """(n, 3) view of the living; ask Simulation.get for it, which compacts first."""
        return self.rows[:, : self.population.used].T


@dataclass(slots=True)
class Mass:
    """Inverse masses; 0 holds a particle."""

    inverse: np.ndarray = per_particle("1/kg", "one over the mass (slots,)", drawn=True)
    uniform: float = per_body("1/kg", "the same number where all particles share it, else nan", default=float("nan"))


@dataclass(slots=True)
class Life:
    """Age and fate of particles that are born and die.

    A particle born at the share f of a step starts with age -f dt and moves for age + dt only in its first tick.
    A dead particle waits for compaction with age -inf, far above the world.
    """

    age: np.ndarray = per_particle("s", "time since birth (slots,)", drawn=True)
    span: np.ndarray = per_particle("s", "age at which it starts to fade (slots,)", drawn=True)
    id: np.ndarray = per_particle("1", "birth number, uint32, never reused; the key of its random numbers (slots,)", drawn=True)
    hits: np.ndarray = per_particle("1", "hits so far, uint8, one row for each collider with a bounce list (k, slots)")
    fade: float = per_body("s", "time from the start of fading to death", default=0.0, drawn=True)


@dataclass(slots=True)
class Tint:
    """Colour given at birth."""

    rgba: np.ndarray = per_particle("1", "colour at birth, one uint32 a particle, red in the lowest byte (slots,)", drawn=True)


@dataclass(slots=True)
class Solver:
    """This body's integrator, in place of the scene's."""

    name: str = "auto"


@dataclass(slots=True)
class Event:
    """Scratch of one tick: the few particles to which something may have happened, and what did."""

    mark: np.ndarray = per_particle("m", "at most 0 where a solid, a level, the kill height or the end was met (slots,)", scratch=True)
    crossed: np.ndarray = per_particle("1", "indices of particles that fell into water, int32 (slots,)", scratch=True)
    splash: np.ndarray = per_particle("m, m, N s, 1", "of those: x, z, impulse, row of the water (4, slots)", scratch=True)
    ends: np.ndarray = per_body("m, m/s, s", "of those that died: place, velocity, time since (7, slots or 0)", scratch=True)
    strokes: np.ndarray = per_body("m, m/s, s", "of those that bounced, the same (7, slots or 0)", scratch=True)
    touched: np.ndarray = per_particle("1", "birth numbers of those that met a solid, uint32 (slots,)", scratch=True)
    push: np.ndarray = per_particle("m/s2", "acceleration by it, mean of the tick (3, slots)", scratch=True)
    met: tuple = per_body(
        "1, 1, 1, us, 1, 1", "of each slice: first slot, crossings, deaths, time those had lived, bounces, touches", default=(), state=False
    )


def particles(capacity, inverse_mass, fade=0.0):
    """The components of an empty body that can hold `capacity` particles.

    inverse_mass  [1/kg] of all of them, nan where each has its own
    fade          [s] time from the start of fading to death
    """
    slots = Population.slots(capacity)
    population = Population(capacity)
    row, scalar = (lambda: np.zeros((3, slots), np.float32)), (lambda kind=np.float32: np.zeros(slots, kind))
    return (
        population,
        Position(row(), row(), population),
        Velocity(row(), population),
        Mass(np.full(slots, inverse_mass, np.float32), float(inverse_mass)),
        Life(scalar(), scalar(), scalar(np.uint32), np.zeros((0, slots), np.uint8), fade),
        Tint(scalar(np.uint32)),
        Event(
            scalar(), scalar(np.int32), np.zeros((4, slots), np.float32), *np.zeros((2, 7, 0), np.float32),
            scalar(np.uint32), row(),
        ),
    )  # fmt: skip


def resized(components, capacity):
    """What turns a body into one of another capacity, as (component, field, new value): the oldest die where it shrinks.

    components  all of one body, with none dead among the slots in use. Nothing is changed here.
    """
    population = next(c for c in components if isinstance(c, Population))
    if capacity == population.capacity:
        return
    kept = min(population.used, capacity)
    living = slice(population.used - kept, population.used)
    yield population, "capacity", capacity
    yield population, "used", kept
    yield population, "fresh", kept
    for component in components:
        if isinstance(component, Event):
            yield component, "met", ()
        for name, column in columns(component):
            if column.index == PARTICLE:
                old = getattr(component, name)
                new = np.zeros((*old.shape[:-1], Population.slots(capacity)), old.dtype)
                new[..., :kept] = old[..., living]
                yield component, name, new
