"""Where an included file stands: what is told in the world's frame moves along, and nothing else."""

import numpy as np
import pytest
from spec_walk import ALL

from engine.components import rotation_matrix
from engine.scene import parse
from engine.scene.piece import Piece
from engine.scene.placement import Stand, moved
from engine.schema.fields import fields
from engine.schema.spec import WORLD

# Lengths and velocities that do not move along, and why: class.field. A new one is decided here, or declared with world=.
FRAME = {  # told in the entity's own frame, which moves as a whole
    "Along.from", "Along.to", "Line.from", "Line.to", "Cone.direction", "Box.min", "Box.max", "Plane.normal", "Points.positions", "PinBox.min", "PinBox.max", "Repeat.step",
    "PathKey.position", "PathKey.rotation", "Handles.in", "Handles.out",  # in that of the path
}  # fmt: skip
SIZES = {"Box.size"}  # of what is turned with its entity
SAME = {"Gravity.acceleration", "Wind.velocity"}  # the world's, wherever a file stands
OWN = {"SceneSpec.bounds", "Check.inside"}  # of the scene's own file alone


def of_space(form):
    """Whether a form is of three numbers, or a list of such."""
    return form.kind in ("vector", "direction") or any(of_space(item) for item in form.items if not isinstance(item, tuple))


def test_every_vector_is_decided():
    """Each field of three numbers, and each height, is of the world, or known to be of a frame."""
    vectors = {f"{spec.__name__}.{name}" for spec in ALL for name, field in fields(spec).items() if any(map(of_space, field.forms))}
    world = {
        f"{spec.__name__}.{name}"
        for spec in ALL
        for name, field in spec.model_fields.items()
        if (field.json_schema_extra or {}).get("world") in WORLD
    }
    assert vectors - world == FRAME | SIZES | SAME | OWN
    assert world - vectors == {"Emitter.kill_below"}


def stood(entity, position=(0.0, 0.0, 0.0), rotation=(0.0, 0.0, 0.0)):
    """Data of an entity as it stands in another file, and what cannot be."""
    faults = []
    there = Stand(tuple(map(float, position)), tuple(map(float, rotation)))
    return moved(Piece(entity, {}, {}, {}), there, lambda path, text: faults.append(path)).data, faults


ENTITIES = [
    ({"mass": 1}, {"mass": 1, "position": [1, 2, 3], "rotation": [0, 90, 0]}),
    ({"position": [1, 0, "50 cm"], "velocity": [0, 0, 2], "rotation": [10, 20, 30], "mass": 1},
     {"position": [1.5, 2, 2], "velocity": [2, 0, 0], "rotation": [10, 110, 30], "mass": 1}),
    ({"camera": {"target": [0, 0, 1]}, "position": [0, 0, 0]}, {"camera": {"target": [2, 2, 3]}, "position": [1, 2, 3], "rotation": [0, 90, 0]}),
    ({"camera": {"target": "jet"}, "position": [0, 0, 0]}, {"camera": {"target": "jet"}, "position": [1, 2, 3], "rotation": [0, 90, 0]}),
    ({"camera": {}, "camera_path": {"keys": [{"position": [1, 1, 1]}], "look_at": [0, 0, 1]}},
     {"camera": {}, "camera_path": {"keys": [{"position": [1, 1, 1]}], "look_at": [2, 2, 3], "position": [1, 2, 3], "rotation": [0, 90, 0]},
      "position": [1, 2, 3], "rotation": [0, 90, 0]}),
    ({"mass": 1, "emitter": {"kill_below": "10 cm"}}, {"mass": 1, "emitter": {"kill_below": 2.1}, "position": [1, 2, 3], "rotation": [0, 90, 0]}),
    ({"wave_surface": {"size": [1, 2], "nodes": [8, 16]}}, {"wave_surface": {"size": [2, 1], "nodes": [16, 8]}, "position": [1, 2, 3]}),
    ({"gravity": {"acceleration": [0, -9, 0]}}, {"gravity": {"acceleration": [0, -9, 0]}}),
    ({"wind": {"velocity": [1, 0, 0]}, "position": [0, 1, 0]}, {"wind": {"velocity": [1, 0, 0]}, "position": [1, 3, 3]}),
    ({"draw": {"label": "here"}}, {"draw": {"label": "here"}, "position": [1, 2, 3], "rotation": [0, 90, 0]}),
    ({}, {"position": [1, 2, 3], "rotation": [0, 90, 0]}),
    ({"sun": {"azimuth": 3}}, {"sun": {"azimuth": 3}}),
]  # fmt: skip


@pytest.mark.parametrize("entity, there", ENTITIES)
def test_a_quarter_turn_and_a_shift_are_exact(entity, there):
    """No rounding: 90 degrees about y take z to x and x to -z."""
    assert stood(entity, (1, 2, 3), (0, 90, 0)) == (there, [])


@pytest.mark.parametrize("entity, _", ENTITIES)
def test_what_stands_where_it_would_alone_is_untouched(entity, _):
    """Not even a number is written anew."""
    assert stood(entity) == (entity, [])


def test_rotations_are_composed():
    """The include's turn comes after the entity's own, for any angles; upright ones too."""
    random = np.random.default_rng(2)
    angles = [*random.uniform(-180, 180, (30, 2, 3)), [[90, 20, 30], [0, 40, 0]], [[0, 0, 0], [-90, 10, 20]], [[90, 10, 0], [10, 0, 90]]]
    for own, turn in angles:
        data, faults = stood({"mass": 1, "rotation": list(own), "position": [1, 2, 3]}, (4, 5, 6), turn)
        matrix = rotation_matrix(turn)
        assert np.abs(rotation_matrix(data["rotation"]) - matrix @ rotation_matrix(own)).max() < 1e-9 and not faults
        assert np.abs(np.array(data["position"]) - (matrix @ [1, 2, 3] + [4, 5, 6])).max() < 1e-12


def test_what_cannot_lean_says_so():
    """A height under a tilt; water under anything but quarters about y."""
    assert stood({"emitter": {"kill_below": 1}}, rotation=(0, 33, 0))[1] == []
    assert stood({"emitter": {"kill_below": 1}}, rotation=(5, 0, 0))[1] == [("emitter", "kill_below")]
    water = {"wave_surface": {"size": [1, 2]}}
    assert stood(water, rotation=(0, 45, 0))[1] == stood(water, rotation=(90, 0, 0))[1] == [("wave_surface",)]
    assert stood(water, rotation=(0, -90, 360)) == ({"wave_surface": {"size": [2, 1]}}, [])


def test_what_the_scene_says_itself_need_not_be_moved(tmp_path):
    """A height that could not lean is no mistake where the scene gives another."""
    (tmp_path / "jet.yaml").write_text("entities: {jet: {mass: 1, emitter: {kill_below: 0}}}\n")
    text = "include: [{file: jet.yaml, rotation: [9, 0, 0]}]\nentities: {jet.jet: {emitter: {kill_below: -3}}}\n"
    assert parse(text.encode(), tmp_path / "main.yaml").spec.entities["jet.jet"].emitter.kill_below == -3
