"""The entities of a scene as a tree, and the search through all their fields."""

from typing import NamedTuple

from engine.schema import Spec

MOST = 40  # rows that a search shows


class Branch(NamedTuple):
    """One line of the tree. An include (`fountain` of `fountain.jet`) is no entity itself: `entity` is None."""

    label: str
    entity: str | None
    depth: int
    kind: str = ""
    key: str = ""  # of an include: what it is folded by


def branches(entities, folded=()):
    """The lines of the tree, in the order of the file, without what lies in a folded include."""
    lines, seen = [], set()
    for name, entity in entities.items():
        parts = name.split(".")
        for n in range(1, len(parts)):
            key = ".".join(parts[:n])
            if key not in seen and not _hidden(parts[: n - 1], folded):
                lines.append(Branch(parts[n - 1], None, n - 1, "include", key))
            seen.add(key)
        if not _hidden(parts[:-1], folded):
            lines.append(Branch(parts[-1], name, len(parts) - 1, kind(entity)))
    return lines


def _hidden(parts, folded):
    return any(".".join(parts[:n]) in folded for n in range(1, len(parts) + 1))


LOOKS = {"surface", "masses", "water", "billboard", "draw", "collider", "pin", "self_collision"}


def kind(entity):
    """What an entity is, in a word: its first component that is no mere look, else its first."""
    there = [name for name in entity.model_fields_set if isinstance(getattr(entity, name), Spec) and name != "mass"]
    there.sort(key=list(type(entity).model_fields).index)
    telling = [name for name in there if name not in LOOKS]
    found = (telling or there or ["particle" if entity.mass is not None else "place"])[0]
    return found


def matching(reader, words):
    """(entity, row) of the rows whose address or sentence holds all words, the variables (entity None) first; at most MOST."""
    words = words.lower().split()
    found = []
    for entity, row in _all(reader):
        text = f"{row.address} {row.described.text} {row.described.unit}".lower()
        if all(word in text for word in words):
            found.append((entity, row))
            if len(found) == MOST:
                break
    return found


def _all(reader):
    yield from ((None, row) for row in reader.variables())
    for name in reader.scene.spec.entities:
        for _, rows in reader.entity(name):
            for row in rows:
                yield from ((name, each) for each in _flat(row))


def _flat(row):
    if row.form.kind not in ("block", "one of") or not row.inside:
        yield row
    for each in row.inside:
        yield from _flat(each)
