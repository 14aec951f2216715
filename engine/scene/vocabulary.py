"""All that a scene file may say: the components of an entity, and the top level."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, Strict, Tag, create_model
from pydantic_core import PydanticCustomError

from engine.bodies import BODIES
from engine.cameras import CAMERAS
from engine.colliders import COLLIDERS
from engine.emitters import EMITTERS
from engine.forces import FORCES
from engine.looks import LOOKS
from engine.schema import Names, Pair, Shown, Spec, Vector, option, quantity

COMPONENTS = {**EMITTERS, **FORCES, **COLLIDERS, **BODIES, **LOOKS, **CAMERAS}
Integrator = Literal["auto", "euler", "explicit-euler", "verlet", "verlet-corrected", "verlet-corrected-published", "rk4", "stable"]

Corners = Annotated[tuple[Vector, Vector], Strict(False), Shown("2 points, [[x, y, z], [x, y, z]]")]


HEAVIEST = 1e12  # [kg] beyond it a share of a lattice's mass has no inverse that float32 holds well


class Total(Spec):
    """One mass for a whole body, shared evenly by its particles."""

    total: float = quantity(..., "kg", "Mass of all particles together.", gt=0, le=HEAVIEST)


class Entity(Spec):
    """What stands where, and what acts on what. Components are added below by name."""

    position: Vector = quantity((0.0, 0.0, 0.0), "m", "Where it stands.", world="point")
    rotation: Vector = quantity((0.0, 0.0, 0.0), "deg", "About x, y, z, applied Y X Z.", world="turn")
    velocity: Vector = quantity(
        (0.0, 0.0, 0.0), "m/s", "Of the entity itself; of its masses at the start, where it has any.", world="direction"
    )
    mass: Annotated[float, Field(gt=0, le=HEAVIEST)] | Total | None = quantity(
        None, "kg", "Mass of each particle, or {total} of all together."
    )
    solver: Integrator | None = option(None, "This body's integrator, in place of the scene's.")
    affects: Names | None = option(None, "Entities that the force, collider or water acts on; all it can, where absent.", names=True)
    like: str | None = option(None, "Another entity; what it says is the default of what this one leaves out.", names=True)

    @property
    def has_masses(self):
        """Whether it is a body of masses that can be taken one by one: a particle, a lattice, single points, cloth, a ball."""
        return self.emitter is None and (self.mass is not None or (self.points is not None and self.points.masses is not None))


def _first_line(spec):
    return (spec.__doc__ or "").strip().split("\n")[0]


# A component that builds state (an emitter, water) cannot come or go without it; any other takes effect at the next tick.
Entity = create_model("Entity", __base__=Entity, __module__=__name__, **{
    name: (spec | None, option(None, _first_line(spec), reload="rebuild" if hasattr(spec, "build") else "live"))
    for name, spec in COMPONENTS.items()
})  # fmt: skip


class Time(Spec):
    """How time passes."""

    step: Annotated[float, Field(ge=1e-5, le=1)] | Literal["frame"] = quantity(
        1 / 120, "s", "Length of a tick; frame: the wall-clock step itself."
    )
    substeps: Annotated[int, Field(ge=1, le=100_000)] | Literal["auto"] = option(
        "auto", "Of a tick, for explicit solvers on springs; auto: as many as the stiffest spring needs. The stable solver goes by quality."
    )
    solver: Integrator = option(
        "auto", "Integrator of all bodies that name none; auto: stable for bodies with springs, exact ballistic steps for all others."
    )
    quality: float = quantity(
        1200.0, "1/s", "Substeps a second of the stable solver: 300, 600, 1200, 2400; costs as much more.", ge=60, le=100_000
    )


class Variable(Spec):
    """A named number that the scene uses as $name; with a range it is a slider, with keys they lower and raise it."""

    value: float = option(..., "Its value.")
    min: float | None = option(None, "Lowest.")
    max: float | None = option(None, "Highest.")
    step: float | None = option(None, "What one press of a key adds.", gt=0)
    keys: Annotated[tuple[str, str], Strict(False), Shown("2 keys")] | None = option(None, "Keys that lower and raise it.")


def _plain(value):
    """A number, text, switch or (nested) list of these."""
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            raise PydanticCustomError("plain", "holds a block; the value of a variable is a number, text, true, false or a list of these")
        _plain(item)
    return value


Named = Annotated[
    Annotated[Variable, Tag("variable")] | Annotated[Any, AfterValidator(_plain), Tag("plain")],
    Discriminator(lambda value: "variable" if isinstance(value, dict | Variable) else "plain"),
]


Include = create_model("Include", __base__=Spec, __module__=__name__, __doc__="Another scene file, whose entities stand in this scene.", **{
    "file": (str, option(..., "Its path: beside this file, or under content/.")),
    "as": (str | None, option(None, "First part of its entities' names, as in fountain.jet; the file's name, where absent.")),
    "position": (Vector, quantity((0.0, 0.0, 0.0), "m", "Where its origin stands.", world="point")),
    "rotation": (Vector, quantity((0.0, 0.0, 0.0), "deg", "How it is turned there: about x, y, z, applied Y X Z.", world="turn")),
    "without": (Names, option((), "Its entities that are left out, by the names that it gives them.")),
})  # fmt: skip


class Growth(Spec):
    """How much energy a body may gain."""

    grows_at_most: float = quantity(..., "1", "Share of the body's largest kinetic energy in the run.", ge=0)


Curve = Annotated[tuple[str, ...], Strict(False), Field(min_length=1, max_length=16), Shown("a list of names")]


class Plot(Spec):
    """Curves over time, drawn on the picture."""

    energy: Curve | None = option(None, "Kinetic, elastic and potential energy together [J] of these entities.")
    speed: Curve | None = option(None, "Mean speed [m/s] of their particles.")
    count: Curve | None = option(None, "How many of their particles live.")
    stretch: Curve | None = option(None, "Largest elongation of their springs, as a share of the rest length.")


class Check(Spec):
    """The scene's own test, run by `springvand check --run`."""

    ticks: int = option(240, "Ticks to run.", ge=0, le=1_000_000)
    finite: bool = option(True, "All numbers stay finite.")
    inside: Corners | None = quantity(None, "m", "All particles end inside this box.")
    alive: dict[str, Pair] = option({}, "Least and most living particles of an entity at the end.")
    energy: dict[str, Growth] = option({}, "How much energy an entity may gain at any time.")
    stretch: dict[str, float] = option({}, "Largest elongation of an entity's springs at the end, as a share of the rest length.")


class SceneSpec(Spec):
    """A whole scene file."""

    format: Literal[1] = option(1, "Version of the format.")
    title: str = option("", "Name in the gallery.")
    about: str = option("", "One line for the gallery.")
    seed: int = option(0, "Seed of all random numbers.", ge=0, le=2**32 - 1, reload="birth")
    key: Annotated[str, Shown("F1 to F12")] | None = option(None, "F1 to F12: the gallery's shortcut.", pattern=r"^F([1-9]|1[0-2])$")
    camera: str | None = option(None, "Entity looked through first; the first camera in the file, where absent.", reload="camera")
    time: Time = option(Time(), "How time passes.")
    vars: dict[str, Named] = option({}, "Named values.")
    keys: dict[str, str] = option({}, "Key: `toggle PATH`, `cycle PATH` or `set PATH VALUE`.")
    include: Annotated[tuple[Include, ...], Strict(False), Shown("a list of blocks with file")] = option(
        (), "Other scene files, whose entities stand in this one."
    )
    bounds: Corners | None = quantity(None, "m", "Emitted particles outside die, other bodies are frozen.")
    plot: Plot | None = option(None, "Curves drawn on the picture.")
    check: Check | None = option(None, "The scene's own test.")
    entities: dict[str, Entity] = option(..., "What the scene is made of.")
