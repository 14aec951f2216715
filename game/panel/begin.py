"""What a component begins with where it is added to an entity: the least that it needs, or a little more where that would do nothing."""

from game.panel.values import least

SHEET, ROPE, BLOCK = {"corners": ["top_left", "top_right"]}, {"corners": ["start"]}, {"indices": [0]}
BEGIN = {
    "emitter": [{"rate": 200, "lifetime": [1, 2], "start_velocity": {"cone": {"spread": 20, "speed": [2, 4]}}}],
    "wind": [{"velocity": [3, 0, 0]}],
    "drag": [{"rate": 0.5}],
    "vortex": [{"strength": 4, "radius": 0.5}],
    "attractor": [{"strength": 10, "radius": 0.5}],
    "turbulence": [{"strength": 2, "scale": 0.8}],
    "lattice": [{"counts": [16, 16], "size": [1, 1]}],
    "spring": [{"stiffness": 300}, {"stiffness": 300, "pairs": [[0, 1]]}],
    "pin": [SHEET, ROPE, BLOCK],
    "wave_surface": [{"size": [4, 4]}],
    "camera_path": [{"keys": [{"position": [0, 1, 4]}, {"position": [4, 1, 0], "rotation": [0, 90, 0]}]}],
}


def beginnings(name, spec):
    """Values of a component to try one after the other: the first that the scene takes is the one."""
    return [*BEGIN.get(name, ()), least(spec)]
