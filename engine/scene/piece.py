"""Data of an entity or a variable, with what is known of each value in it; and one laid over another."""

from dataclasses import dataclass

from engine.scene.address import alternatives, inner
from engine.schema import OneOf, Spec


@dataclass(slots=True)
class Piece:
    """The data of one entity or variable. Not to be changed, but replaced.

    places, through, overrides   as in a Report, by path within the piece
    """

    data: object
    places: dict
    through: dict
    overrides: dict


TABLES = "places", "through", "overrides"


def pieces(block, data, report, names=None):
    """Name -> Piece of what stands in a block of the data (entities, vars); of these names only, where given."""
    known = {name: Piece(item, {}, {}, {}) for name, item in data.items() if names is None or name in names}
    for table in TABLES:
        for path, value in getattr(report, table).items():
            if len(path) > 1 and path[0] == block and path[1] in known:
                getattr(known[path[1]], table)[path[2:]] = value
    return known


def put_back(block, known, data, report):
    """Have the data say what the pieces say, and the report know of it what they know."""
    for name, piece in known.items():
        data[name] = piece.data
        for table in TABLES:
            getattr(report, table).update({(block, name, *path): value for path, value in getattr(piece, table).items()})


def merged(under, over, annotation):
    """A piece laid over another: blocks are merged, all else is replaced; a block of one of several kinds is replaced by another kind.

    annotation  of what the pieces say
    """
    gone = set()  # paths of `under` of which nothing is left
    data = _over(under.data, over.data, annotation, (), gone)
    known = []
    for table in TABLES:
        below, above = getattr(under, table), getattr(over, table)
        kept = {path: value for path, value in below.items() if not any(path[:n] in gone for n in range(len(path) + 1))}
        known.append({**kept, **above})
    return Piece(data, *known)


def _over(under, over, annotation, path, gone):
    if not (isinstance(under, dict) and isinstance(over, dict)):
        gone.add(path)
        return over
    out = {name for name in _displaced(annotation, over) if name in under and name not in over}
    gone.update((*path, name) for name in out)
    result = {name: item for name, item in under.items() if name not in out}
    for name, item in over.items():
        inside = inner(annotation, name) if annotation is not None else None
        result[name] = _over(result[name], item, inside, (*path, name), gone) if name in result else item
    return result


def _displaced(annotation, over):
    """Names of a block that cannot stand beside what is laid over it."""
    for spec in alternatives(annotation) if annotation is not None else ():
        if isinstance(spec, type) and issubclass(spec, Spec):
            groups = [(kind,) for kind in spec.kinds()] if issubclass(spec, OneOf) else spec.either
            if any(name in over for group in groups for name in group):
                yield from (name for group in groups if not any(each in over for each in group) for name in group)


def copied(data):
    """A copy of plain data; copy.deepcopy takes ten times as long."""
    if isinstance(data, dict):
        return {key: copied(item) for key, item in data.items()}
    return [copied(item) for item in data] if isinstance(data, list) else data
