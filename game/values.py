"""Values at addresses of a scene, and how a person reads them."""

from engine.cameras import CameraPath
from engine.scene.address import WHOLE, annotation_at, length_of
from engine.scene.errors import SceneError
from engine.scene.load import overridden
from engine.schema import Spec
from engine.simulation import edit

LISTED = 3  # named in one text


def value_at(scene, address):
    """What the scene holds at an address such as jet.emitter.rate or vars.spread. Raises AddressError, LookupError, TypeError."""
    value = scene.spec
    for part in scene.locate(address):
        holder, value = value, getattr(value, part) if isinstance(value, Spec) else value[part]
        if value is None and part == "keys" and isinstance(holder, CameraPath):
            value = holder.said_keys
    return getattr(value, "value", value)


def value_or_none(scene, address):
    """The same; None inside of a block that is not there. Raises AddressError."""
    try:
        return value_at(scene, address)
    except (TypeError, LookupError):
        return None


def shown(value):
    """A value as a person writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Spec):
        return shown(plain(value))
    if isinstance(value, dict):
        first = [f"{key}: {shown(item)}" for key, item in value.items()][:LISTED]
        return f"{{{', '.join(first + ['...'] * (len(value) > LISTED))}}}"
    if isinstance(value, tuple | list):
        if value and all(isinstance(item, Spec | dict) for item in value):
            return f"{len(value)} entr{'y' if len(value) == 1 else 'ies'}"
        return f"[{', '.join(map(shown, value))}]"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def differs(scene, address, value):
    """Whether a value can be laid over a scene, and says something else than what stands there."""
    try:
        there = overridden(scene, {**scene.overrides, address: value})
        return value_or_none(there, address) != value_or_none(scene, address)
    except (SceneError, ValueError):
        return False


def address_of(path):
    """The address of a path in the data: jet.emitter.lifetime[0], wall.position.x, vars.spread, time.step, entities.jet."""
    if path[0] == "vars":
        return ".".join(path[:2])
    if path[0] == "entities" and len(path) == 2:
        return f"{WHOLE}{path[1]}"
    first = 1 if path[0] == "entities" else 0
    return "".join(_spelled(path, n) for n in range(first, len(path))).removeprefix(".")


def _spelled(path, n):
    """One part of an address; numbers of a vector have the names of its axes."""
    part = path[n]
    if not isinstance(part, int):
        return f".{part}"
    vector = part < 3 and length_of(annotation_at(path[:n]))[0] == 3
    return f".{'xyz'[part]}" if vector else f"[{part}]"


def asked(scene, call):
    """Address and value of what a key of the scene asks for (a keys.Call). Raises AddressError, KeyError, TypeError."""
    first = call.arguments[0]
    match call.verb:
        case "press":
            return f"vars.{first}", edit.pressed(scene, *call.arguments)
        case "toggle":
            return first, edit.toggled(scene, first)
        case "cycle":
            return first, edit.following(scene, first)
    return call.arguments


def plain(value):
    """A value of a spec as data of a file."""
    if isinstance(value, Spec):
        return {name: plain(getattr(value, name)) for name in type(value).model_fields if name in value.model_fields_set}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def rounded(value):
    """A value of plain data whose numbers have the six digits that are written into a file."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return {key: rounded(item) for key, item in value.items()} if isinstance(value, dict) else value


def listed(texts):
    """The first few of some texts, and how many there are besides."""
    more = f"; and {len(texts) - LISTED} more" if len(texts) > LISTED else ""
    return f"{'; '.join(texts[:LISTED])}{more}"


def named(values):
    """The first few of some values (address -> value)."""
    return listed([f"{address} {shown(value)}" for address, value in values.items()])
