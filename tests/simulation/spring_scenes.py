"""Small scenes of masses on springs."""

from small_scenes import GRAVITY

CLOTH_DENSITY = 0.2  # [kg/m2]


def cloth(n=12, size=1.0, stiffness=1000.0, pinned=("top_left", "top_right"), **more):
    """An entity: a square sheet of n x n masses, 0.2 kg/m2."""
    pin = {"pin": {"corners": list(pinned)}} if pinned else {}
    body = {
        "lattice": {"counts": [n, n], "size": [size, size], "plane": more.pop("plane", "xy")},
        "mass": {"total": CLOTH_DENSITY * size**2},
    }
    return {**body, "spring": {"links": ["structural", "shear", "bend"], "stiffness": stiffness, **more.pop("spring", {})}, **pin, **more}


def rope(n=9, length=1.0, stiffness=100.0, mass=0.01, **more):
    """An entity: n masses in a row along x, held at their start."""
    spring = {"links": ["structural"], "stiffness": stiffness}
    pin = {"pin": {"corners": ["start"]}} if more.pop("pinned", True) else {}
    return {"lattice": {"counts": [n], "size": length}, "mass": mass, "spring": spring, **pin, **more}


def jelly(n=4, size=0.3, stiffness=300.0, mass=0.02, **more):
    """An entity: a free block of n^3 masses."""
    links = ["structural", "shear", "bend", "volume"]
    return {"lattice": {"counts": [n, n, n], "size": [size] * 3}, "mass": mass, "spring": {"links": links, "stiffness": stiffness}, **more}


def ball(radius=0.1, mass=0.5, **more):
    """An entity: a rigid ball."""
    return {"shape": {"sphere": {"radius": radius}}, "mass": mass, "collider": more.pop("collider", {}), **more}


WEIGHT = {"weight": GRAVITY}
AIR = {"air": {"drag": {"rate": 0.5}}}
