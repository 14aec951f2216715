"""The keys of a camera's path as data of a scene: what is laid over it when one comes or goes."""

from copy import deepcopy

from engine.cameras.camera_path import PathKey
from engine.components import rotation_matrix
from engine.scene.address import block
from engine.scene.write import is_of_key_file
from game.values import plain

PLACE, TURN, LENS = 4, 3, 2  # decimals of a new key: a tenth of a millimetre, a thousandth of a degree


def address(name):
    """Of the keys of a camera."""
    return f"{name}.camera_path.keys"


def listed(scene, name):
    """The keys of a camera as plain data, in the author's own words where they stand in the scene; none where it has no path yet."""
    way = scene.spec.entities[name].camera_path
    if way is None:
        return []
    said = block(scene.data, "entities", name, "camera_path").get("keys")
    said = scene.overrides.get(address(name), said)
    if isinstance(said, list) and len(said) == len(way.all_keys()):
        return deepcopy(said)
    return plain(way.said_keys)


def of_view(path, spec, position, rotation, fov):
    """Data of the key from which one sees what a view sees: position [m] (3,), rotation (3, 3), fov [deg], of which paths speak whose keys do."""
    frame = rotation_matrix(spec.rotation)
    key = path.key_of(frame.T @ (position - spec.position), frame.T @ rotation)
    says_lens = not all(map(_is_nan, path.keys.fov))
    made = plain(PathKey.of(key)) | ({"fov": _round(fov, LENS)} if says_lens else {})
    return made | {"position": [_round(x, PLACE) for x in key.position], "rotation": [_round(a, TURN) for a in key.rotation]}


def stands_in(scene, name):
    """Name of the file into which a camera's keys are written."""
    way = scene.spec.entities[name].camera_path
    if way and is_of_key_file(scene, ("entities", name, "camera_path", "keys")):
        return scene.keys[way.file][0].name
    place = scene.places.get(("entities", name, "camera_path", "keys"))
    return ((place and place.file) or scene.path).name


def _is_nan(number):
    return number != number


def _round(number, decimals):
    return round(float(number), decimals) + 0.0  # no -0
