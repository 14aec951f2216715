"""How a component declares its arrays: shape, unit, meaning, and which index they share.

Compaction, fingerprint, snapshot and replay find an array by this declaration and by nothing else.
"""

from dataclasses import dataclass, field, fields, is_dataclass

PARTICLE, SPRING, FACE, NODE, BODY = "particle", "spring", "face", "node", "body"


@dataclass(frozen=True, slots=True)
class Column:
    """What is known of one field of a component."""

    index: str  # PARTICLE: last axis is the capacity; SPRING, FACE: first axis; NODE: a grid; BODY: one value for the whole body
    unit: str
    text: str
    state: bool = True  # False: does not influence the future, so it is no part of a fingerprint
    scratch: bool = False  # True: means nothing between two ticks, so compaction and snapshots leave it alone
    drawn: bool = False  # True: pictures are made from it, so a bake holds it; a number or an array of numbers


def _declared(index, unit, text, state, default, scratch=False, drawn=False):
    where = {"metadata": {"column": Column(index, unit, text, state and not scratch, scratch, drawn)}}
    return field(default=default, **where) if default is not None else field(**where)


def per_particle(unit, text, state=True, scratch=False, drawn=False):
    """A field that holds one number (capacity,) or one row per axis (k, capacity) for each particle."""
    return _declared(PARTICLE, unit, text, state, None, scratch, drawn)


def per_spring(unit, text, state=True, drawn=False):
    """A field that holds one number (m,) or one row (m, k) for each spring."""
    return _declared(SPRING, unit, text, state, None, drawn=drawn)


def per_face(unit, text, state=True, drawn=False):
    """A field that holds one number (t,) or one row (t, k) for each triangle or cell."""
    return _declared(FACE, unit, text, state, None, drawn=drawn)


def per_node(unit, text, state=True, scratch=False, drawn=False):
    """A field that holds an array over the nodes of a grid."""
    return _declared(NODE, unit, text, state, None, scratch, drawn)


def per_body(unit, text, default=None, state=True, scratch=False, drawn=False):
    """A field that holds one value, or one small array, for the whole body."""
    return _declared(BODY, unit, text, state, default, scratch, drawn)


def columns(component):
    """The declared fields of a component (class or instance): pairs of name and Column, in order; a spec has none."""
    return [] if not is_dataclass(component) else [(f.name, f.metadata["column"]) for f in fields(component) if "column" in f.metadata]
