"""What changed between two scenes, field by field, and what each change does to a running scene."""

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from engine.cameras import CAMERAS
from engine.scene.marked import NAMES
from engine.scene.vocabulary import COMPONENTS
from engine.schema import Spec

LONGEST = 40  # characters of a value in the text of a change


@dataclass(frozen=True, slots=True)
class Change:
    """One field that is no longer the same.

    kind  live, birth, resize, rebuild, camera: the reload class of the field; added, removed, renamed: of a whole entity
          (old and new: its spec; its names)
    """

    entity: str  # "" where it is of the scene as a whole
    component: str  # or a field of the entity itself: position, mass
    field: str  # inside the component, dotted; "" for the whole
    old: Any
    new: Any
    kind: str

    def __str__(self):
        path = ".".join(part for part in (self.entity, self.component, self.field) if part).replace(".[", "[")
        if self.kind == "renamed":
            return f"{self.old} renamed to {self.new}"
        if self.kind in ("added", "removed"):
            return f"{path} {self.kind}"
        whole = not self.field and self.component in COMPONENTS if self.entity else self.component == "vars" and "." not in self.field
        if whole and (self.old is None or self.new is None):
            return f"{path} {'added' if self.old is None else 'removed'} ({self.kind})"
        old, new = _short(self.old), _short(self.new)
        return f"{path} {new} read anew ({self.kind})" if old == new and _file(self.new) else f"{path} {old} -> {new} ({self.kind})"


def difference(old, new):
    """Changes from one Scene to another, in the order of the new file: the world, entities, those that are gone."""
    changes = [*_world(old.spec, new.spec)]
    before, after = dict(old.spec.entities), dict(new.spec.entities)
    renamed = _moved_names(old.spec, new.spec)
    renamed |= dict(_renamed(before, after, renamed))
    for name, was in renamed.items():
        changes.append(Change(name, "", "", was, name, "renamed"))
        before[name] = before.pop(was)
    if renamed:
        before = {name: calling(entity, {was: now for now, was in renamed.items()}) for name, entity in before.items()}
    for name, entity in after.items():
        if name not in before:
            changes.append(Change(name, "", "", None, entity, "added"))
        elif before[name] != entity:
            changes += _entity(name, before[name], entity)
    return changes + [Change(name, "", "", entity, None, "removed") for name, entity in before.items() if name not in after]


def _renamed(before, after, taken):
    """Pairs (new name, old name) of entities whose name alone changed; taken: pairs that are known already."""
    gone = [name for name in before if name not in after and name not in taken.values()]
    for name, entity in after.items():
        if name not in before and name not in taken:
            was = next((other for other in gone if before[other] == entity), None)
            if was is not None:
                gone.remove(was)
                yield name, was


def _moved_names(old, new):
    """New name -> old name of all entities of an include of which the first part of the names, `as`, changed."""
    was, now = ({called(entry): entry.file for entry in spec.include} for spec in (old, new))
    found = {}
    for name, file in now.items():
        before = next((other for other in was if was[other] == file and other not in now and other not in found.values()), None)
        if name not in was and before:
            found[name] = before
    pairs = ((f"{name}.", f"{before}.") for name, before in found.items())
    return {
        entity: before + entity[len(name) :]
        for name, before in pairs
        for entity in new.entities
        if entity.startswith(name) and before + entity[len(name) :] in old.entities
    }


def called(entry):
    """The first part of the names of what an entry of `include` includes."""
    return getattr(entry, "as") or PurePosixPath(entry.file).stem


def calling(entity, names):
    """An entity that calls others by their new names. names: old name -> new name."""
    for path in NAMES:
        entity = _calling(entity, path, names)
    return entity


def _calling(spec, path, names):
    field, *inside = path
    if field is ...:  # of each block in a list
        new = tuple(_calling(each, inside, names) for each in spec)
        return spec if new == spec else new
    value = getattr(spec, field)
    if inside:
        new = value if value is None else _calling(value, inside, names)
    elif isinstance(value, tuple):
        new = tuple(names.get(each, each) for each in value)
    else:
        new = names.get(value, value)
    return spec if new == value else spec.model_copy(update={field: new})


def _world(old, new):
    for name, field in type(new).model_fields.items():
        a, b = getattr(old, name), getattr(new, name)
        if name == "entities" or a == b:
            continue
        is_named = isinstance(a, dict) and isinstance(b, dict)
        parts = [(a.get(key), b.get(key), key) for key in {**a, **b} if a.get(key) != b.get(key)] if is_named else [(a, b, "")]
        for each in parts:
            yield from (Change("", name, path, x, y, kind) for path, x, y, kind in _fields(*each, reload_class(field)))


def _entity(name, old, new):
    is_camera = any(getattr(new, camera) is not None for camera in CAMERAS)
    for component, field in type(new).model_fields.items():
        a, b = getattr(old, component), getattr(new, component)
        if a == b:
            continue
        kind = reload_class(field)
        if is_camera and component in ("position", "rotation"):
            kind = "camera"
        if component == "mass" and (a is None or b is None):
            kind = "rebuild"  # a body becomes one that forces act on, or ceases to be one
        yield from (Change(name, component, path, x, y, k) for path, x, y, k in _fields(a, b, "", kind))


def _fields(old, new, path, kind):
    """(path, old, new, reload class) of each differing field, as deep as both sides have the same form."""
    if isinstance(old, Spec) and type(old) is type(new) and _same_kind(old, new):
        if _alike(old, new):  # what was read from a file that it names is another
            yield path, old, new, getattr(new, "reread", "rebuild")
        for name, field in type(new).model_fields.items():
            a, b = getattr(old, name), getattr(new, name)
            if a != b:
                yield from _fields(a, b, f"{path}.{name}" if path else name, reload_class(field))
    elif _spec_lists(old, new):
        for i, (a, b) in enumerate(zip(old, new, strict=True)):
            if a != b:
                yield from _fields(a, b, f"{path}[{i}]", kind)
    else:
        yield path, old, new, kind


def _alike(old, new):
    """Whether two specs that differ say the same in all their fields."""
    return all(getattr(old, name) == getattr(new, name) for name in type(new).model_fields)


def _same_kind(old, new):
    """Whether two blocks that hold one of several kinds hold the same kind."""
    return not hasattr(old, "chosen") or type(old.chosen) is type(new.chosen)


def _spec_lists(old, new):
    both = isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new) > 0
    return both and all(isinstance(item, Spec) for item in (*old, *new))


def reload_class(field):
    """The reload class that a field was declared with."""
    return field.json_schema_extra["reload"]


def _short(value):
    if isinstance(value, Spec):
        text = getattr(value, "kinds", None) and next(k for k in value.kinds() if getattr(value, k) is not None) or _block(value)
    elif value is None:
        text = "none"
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, float):
        text = f"{value:.6g}"
    elif isinstance(value, tuple | list):
        text = f"[{', '.join(_short(item) for item in value)}]"
    else:
        text = str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _file(value):
    """Whether a value is a file's name, or a block that reads one: the same words may stand for other contents."""
    return isinstance(value, Spec) and hasattr(value, "give")


def _block(value):
    """The fields of a spec that are not at their defaults."""
    return f"{{{', '.join(f'{name}: {_short(getattr(value, name))}' for name in sorted(value.model_fields_set))}}}"
