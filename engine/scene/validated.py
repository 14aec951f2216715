"""Data become specs. Of a scene that differs in little from one that is known, only what differs is looked at again."""

from pydantic import ValidationError

from engine.scene.address import block
from engine.scene.explain import explain
from engine.scene.vocabulary import SceneSpec


def validated(data, report, known=None):
    """The spec of a scene's data, variables put in; None where it has mistakes, which are in the report then.

    known  a Scene whose entities are taken over where their data are the same: one entity's fields say nothing of another's
    """
    there = _taken_over(data, known) if known else {}
    try:
        return SceneSpec.model_validate({**data, "entities": {**data["entities"], **there}} if there else data)
    except ValidationError as error:
        explain(error, data, report)


def _taken_over(data, known):
    """Name -> spec of each entity that is told in the same words as in a known scene."""
    before, specs = block(known.made_of, "entities"), known.spec.entities
    return {name: specs[name] for name, entity in block(data, "entities").items() if name in specs and same(entity, before[name])}


def same(a, b):
    """Whether two pieces of data are the same; to the schema 1, 1.0 and true are not."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(item, b[key]) for key, item in a.items())
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b
