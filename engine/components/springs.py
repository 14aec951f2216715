"""What a body of masses on springs is made of, beside Population, Position, Velocity and Mass."""

from dataclasses import dataclass

import numpy as np

from engine.components.declare import per_body, per_face, per_particle, per_spring

LINKS = ("structural", "shear", "bend", "space")  # what `Spring.link` counts; `volume` is no spring, see Cells


@dataclass(slots=True)
class Spring:
    """Springs between pairs of masses, in the order in which solvers take them (kernels/runs.py)."""

    ends: np.ndarray = per_spring("1", "indices of the two masses, int32 (m, 2)", drawn=True)
    rest: np.ndarray = per_spring("m", "rest length, float32 (m,)", drawn=True)
    stiffness: np.ndarray = per_spring("N/m", "now, float32 (m,)", drawn=True)
    damping: np.ndarray = per_spring("N s/m", "along the spring, float32 (m,)")
    link: np.ndarray = per_spring("1", "row of LINKS, uint8 (m,)")
    goal: np.ndarray = per_spring("N/m", "stiffness that a live edit leads to, float32 (m,)")
    firm: np.ndarray = per_spring(
        "1", "share of its rest length below which each resists to become shorter: 1 but where torn, float32 (m,)"
    )
    left: float = per_body("s", "until stiffness has reached its goal", default=0.0)
    told: bool = per_body("1", "what stiffness the step can hold has been said", default=False, state=False)


@dataclass(slots=True)
class Runs:
    """The solvers' layout of the springs; made from Spring, so it is no state of its own."""

    table: np.ndarray = per_body("1", "runs of disjoint springs in colour order, int32 (r, WIDTH); kernels/runs.py", state=False)
    slot: np.ndarray = per_spring("1", "place of each spring among the padded slots, int32 (m,)", state=False)
    slots: int = per_body("1", "padded slots", default=0, state=False)


@dataclass(slots=True)
class Rest:
    """Where the masses are in the body's undeformed shape."""

    rows: np.ndarray = per_particle("m", "in the entity's frame (3, slots)", drawn=True)
    counts: tuple = per_body("1", "of a lattice: masses along its axes, (n,), (n, m) or (n, m, l); () for any other body", default=())
    spacing: float = per_body("m", "least length of a structural spring", default=0.0, drawn=True)


@dataclass(slots=True)
class Hold:
    """Which masses the solver does not move, and where they are led."""

    inverse: np.ndarray = per_particle("1/kg", "inverse mass when let go (slots,)")
    pinned: np.ndarray = per_particle("1", "held by a pin, uint8 (slots,)")
    target: np.ndarray = per_particle("m", "where the held are at the end of the tick (3, slots)")
    grabbed: int = per_body("1", "mass in the user's hand, -1 for none", default=-1)
    tied: int = per_body("1", "grabbed or pinned set for which Tether was made; a change makes it anew", default=0, state=False)


@dataclass(slots=True)
class Tether:
    """Long-range attachments: no mass is farther from an anchor than the length."""

    anchor: np.ndarray = per_particle("1", "index of the anchor, int32, -1 for none (k, slots)")
    length: np.ndarray = per_particle("m", "most distance, float32 (k, slots)")


@dataclass(slots=True)
class Triangles:
    """The surface: sheets, the outer faces of blocks, meshes."""

    corners: np.ndarray = per_face("1", "indices of masses, int32 (t, 3); right-handed about the normal, outward where closed", drawn=True)
    vertices: np.ndarray = per_face("1", "indices of vertices, int32 (t, 3): masses doubled where texture coordinates break", drawn=True)
    source: np.ndarray = per_body("1", "mass of each vertex, int32 (v,)", drawn=True)
    uv: np.ndarray = per_body("1", "texture coordinates of the vertices, float32 (v, 2)", drawn=True)
    closed: bool = per_body("1", "the surface encloses the body", default=False, drawn=True)


@dataclass(slots=True)
class Carried:
    """A mesh that the masses carry, and that is drawn in place of the surface: each point follows eight masses."""

    taps: np.ndarray = per_body("1", "masses that each point follows, int32 (p, 8)")
    weight: np.ndarray = per_body("1", "and their shares, float32 (p, 8), which add up to 1")
    vertices: np.ndarray = per_body("1", "triangles of vertices, int32 (t, 3)")
    source: np.ndarray = per_body("1", "point of each vertex, int32 (v,)")
    uv: np.ndarray = per_body("1", "texture coordinates of the vertices, float32 (v, 2)")


@dataclass(slots=True)
class Cells:
    """One-sided volumes of a block's cells: corner tetrahedra that may grow but not shrink."""

    corners: np.ndarray = per_face("1", "masses c, +x, +y, +z of each, int32 (q, 4), in an order without neighbours side by side")
    volume: np.ndarray = per_face("m3", "six times the tetrahedron's volume at rest, signed, float32 (q,)")


@dataclass(slots=True)
class Touch:
    """How the masses meet others and each other."""

    reach: np.ndarray = per_particle("m", "distance that a mass keeps from solids and from other bodies (slots,)")
    contact: np.ndarray = per_particle("m/s2", "acceleration by contact, mean of the last tick (3, slots)", state=False)
    itself: float = per_body("m", "distance that masses of this body keep from each other; 0: they pass through", default=0.0)
    friction: float = per_body("1", "Coulomb's coefficient of its contacts with itself and with other bodies", default=0.0)
    solid: bool = per_body("1", "other bodies meet it (collider)", default=False)
    told: str = per_body("1", "whom it does not stop, as far as that has been said", default="", state=False)


@dataclass(slots=True)
class Ball:
    """A rigid ball: its one mass is its middle."""

    radius: float = per_body("m", "radius")
    restitution: float = per_body("1", "share of the normal speed kept at a hit", default=0.0)


@dataclass(slots=True)
class Pace:
    """What the integrators of varying steps remember."""

    before: float = per_body("s", "length of the last substep; 0 before the first", default=0.0)
