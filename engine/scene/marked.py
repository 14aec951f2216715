"""Fields that their declarations mark, found in the vocabulary, and what stands there in the data."""

from typing import Annotated, get_args, get_origin

from engine.scene.vocabulary import Entity
from engine.schema import Spec


def _marked(spec, mark, path=()):
    """(path within a spec, what its declaration says, whether it has a value where it is left out) of every field with a mark.

    An Ellipsis in a path is any index of a list.
    """
    for name, field in spec.model_fields.items():
        if said := (field.json_schema_extra or {}).get(mark):
            yield (*path, name), said, not field.is_required() and field.default is not None
        for block, inside in set(_blocks(field.annotation)):
            yield from _marked(block, mark, (*path, name, *inside))


def _blocks(annotation, path=()):
    """(spec class, path to it) of the blocks that an annotation lets in."""
    parts, origin = get_args(annotation), get_origin(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        yield annotation, path
    elif origin is tuple:
        for part in parts:
            yield from _blocks(part, (*path, ...))
    elif origin is not dict:
        for part in parts[:1] if origin is Annotated else parts:
            yield from _blocks(part, path)


WORLD = tuple(_marked(Entity, "world"))  # of an entity: what is told in the world's frame, and how
NAMES = tuple(path for path, *_ in _marked(Entity, "names"))  # of an entity: where another may be named


def standing(node, pattern, path=()):
    """(path, value) of all that stands where a pattern says; path: of the node itself."""
    if not pattern:
        yield path, node
    elif pattern[0] is ...:
        for i, item in enumerate(node if isinstance(node, list) else []):
            yield from standing(item, pattern[1:], (*path, i))
    elif isinstance(node, dict) and pattern[0] in node:
        yield from standing(node[pattern[0]], pattern[1:], (*path, pattern[0]))


def named(entity):
    """(path, name) of all entities that the data of one names."""
    for pattern in NAMES:
        for path, value in standing(entity, pattern):
            if isinstance(value, str):
                yield path, value
            elif isinstance(value, list):
                yield from (((*path, i), name) for i, name in enumerate(value) if isinstance(name, str))
