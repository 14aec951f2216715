"""What included files say becomes part of the scene: named, moved and limited to itself; what the scene says lies over it.

A file is taken by itself first: its variables are put in, its names made full (`jet` is `fountain.jet`), what it includes is put into it, what it
says over that is laid over it, `like` is settled. Then the file that includes it leaves out and moves. So whatever a file says of an
entity counts in that file's frame, and `fountain.jet: {position: ...}` is a place in the world of the file where it stands.
"""

from dataclasses import replace
from functools import partial

from pydantic import ValidationError

from engine.scene import files, variables
from engine.scene.address import block
from engine.scene.errors import own_names
from engine.scene.explain import explain
from engine.scene.like import settled
from engine.scene.marked import named
from engine.scene.piece import Piece, copied, merged, pieces, put_back
from engine.scene.placement import moved, stand
from engine.scene.vocabulary import Entity, SceneSpec, Variable


def written(root):
    """Data of a scene as its files say it, each entity and variable under its full name; where several speak of one, the outermost."""
    data = root.source.data
    if not root.parts:
        return data
    told = {name: {} for name in ("vars", "entities")}
    for part in sorted(root.all(), key=lambda part: -part.prefix.count(".")):
        for kind, items in told.items():
            items.update((part.prefix + name, item) for name, item in block(part.source.data, kind).items())
    there = {kind: names(root, kind) for kind in told}
    whole = {kind: {name: items[name] for name in there[kind] if name in items} for kind, items in told.items()}
    return {**data, **{kind: items for kind, items in whole.items() if items or kind in data}}


def names(part, kind):
    """Full names of all entities (or vars) of a file with what it includes; its own come first."""
    own = [part.prefix + name for name in block(part.source.data, kind) if "." not in name]
    entries = part.source.data.get("include")
    for inner in part.parts:
        left_out = _left_out(entries[inner.index]) if kind == "entities" else {}
        own += [name for name in names(inner, kind) if name.removeprefix(inner.prefix) not in left_out]
    return own


def _left_out(entry):
    """Names (as the included file gives them) -> index of those that an entry of `include` leaves out."""
    without = entry.get("without")
    return {name: i for i, name in enumerate(without if isinstance(without, list) else []) if isinstance(name, str)}


# variables


def put_variables(root, data, report):
    """Complete `vars` of a scene's data by those of all files, without their keys."""
    if not isinstance(data.get("vars", {}), dict):
        return
    own = pieces("vars", block(data, "vars"), report)
    whole = _variables(root, own, report)
    data["vars"] = {}
    put_back("vars", whole, data["vars"], report)


def _variables(part, own, report):
    """Full name -> Piece of a file's variables. own: name -> Piece, of itself; report: its own."""
    known = {part.prefix + name: piece for name, piece in own.items() if "." not in name}
    for inner in part.parts:
        inside = report.inside(inner.source.path)
        inside.places, inside.failed = inner.source.places, set(inner.source.failed)
        theirs = pieces("vars", block(inner.source.data, "vars"), inside)
        known |= {name: _without_keys(piece) for name, piece in _variables(inner, theirs, inside).items()}
        _fail("vars", inner, inside, report.scene)
    _lay_over(part, {name: piece for name, piece in own.items() if "." in name}, known, "vars", report)
    return known


def _without_keys(piece):
    if not isinstance(piece.data, dict):
        return piece
    return Piece({name: item for name, item in piece.data.items() if name != "keys"}, piece.places, piece.through, piece.overrides)


def _lay_over(part, over, known, kind, report):
    """Lay what a file says of included entities or variables (own name -> Piece) over them, in place."""
    for name, piece in over.items():
        full = part.prefix + name
        if full in known:
            known[full] = merged(known[full], piece, Entity) if kind == "entities" else _merged_variable(known[full], piece)
        elif not report.scene.lost:
            near = name, partial(_dotted, known, part.prefix)
            report.at((kind, name), f"only what is included has a name with a dot, and '{name}' is not", key=True, near=near)


def _dotted(names, prefix):
    return [name for name in own_names(names, prefix) if "." in name]


def _merged_variable(under, over):
    """A variable laid over another: a bare value is the value of its block."""
    blocks = [isinstance(piece.data, dict) for piece in (under, over)]
    under, over = (_as_block(piece) if any(blocks) else piece for piece in (under, over))
    return merged(under, over, Variable)


def _as_block(piece):
    if isinstance(piece.data, dict):
        return piece
    return Piece({"value": piece.data}, {path: place for own, place in piece.places.items() for path in {(), ("value", *own)}}, {}, {})


def _fail(kind, part, inside, scene):
    """Have the scene know what is known to be wrong in an included file, under its full name."""
    known = (path for path in inside.failed if path[:1] == (kind,) and path[1:] and isinstance(path[1], str))
    scene.failed |= {(kind, part.prefix + path[1], *path[2:]) for path in known}


# entities


def put_entities(root, data, report):
    """Complete the entities of a scene's data by the included ones, each with what the scene says over it; `vars` are complete."""
    known = variables.values(data)
    if isinstance(data.get("include"), list):
        data["include"] = variables.replaced(data["include"], ("include",), known, report)
    key, report.aliases = repr((known, data.get("include"))), root.memo.setdefault("aliases", {})
    if root.memo.get("key") == key:
        included = root.memo["included"]
    else:
        before = len(report.found)
        included = _included(root, data["include"], known, report)
        if len(report.found) == before:
            root.memo.update(key=key, included=included)
    entities = data.get("entities")
    if not isinstance(entities, dict):
        return
    over = pieces("entities", entities, report, {name for name in entities if "." in name})
    whole = dict(included)
    _lay_over(root, over, whole, "entities", report)
    data["entities"] = {name: entity for name, entity in entities.items() if name not in over}
    put_back("entities", {name: replace(piece, data=copied(piece.data)) for name, piece in whole.items()}, data["entities"], report)


def _included(part, entries, known, report):
    """Full name -> Piece of all entities that a file includes, as they stand in it.

    entries  its `include`, variables put in
    known    name -> value of all variables of the scene
    report   of the file's own paths
    """
    result = {}
    for inner in part.parts:
        entry = entries[inner.index]
        whole = _whole(inner, known, report)
        _leave_out(inner, entry, whole, report)
        where = stand(entry)
        for name, piece in whole.items() if where else ():
            whole[name] = moved(piece, where, _unmovable(part, inner, name, report))
        result |= whole
    return result


def _whole(part, known, above):
    """Full name -> Piece of all entities of an included file, in its own frame. above: Report of the file that includes it."""
    inside = above.inside(part.source.path)
    inside.places, inside.failed = part.source.places, set(part.source.failed)
    data = {key: copied(part.source.data[key]) for key in ("entities", "include") if key in part.source.data}
    for key in data:
        data[key] = variables.replaced(data[key], (key,), known, inside, part.prefix)
    _check(part, data, inside)
    files.rehome(block(data, "entities"), part.source.path, inside)
    whole = _included(part, data.get("include"), known, inside)
    own = pieces("entities", block(data, "entities"), inside)
    local = {name.removeprefix(part.prefix) for name in whole} | {name for name in own if "." not in name}
    own = {name: _full(piece, name, local, part, inside) for name, piece in own.items()}
    whole = {part.prefix + name: piece for name, piece in own.items() if "." not in name} | whole
    _lay_over(part, {name: piece for name, piece in own.items() if "." in name}, whole, "entities", inside)
    whole = settled(whole, lambda name, text, near=None: _unlike(part, name, text, near, inside), part.prefix)
    _fail("entities", part, inside, above.scene)
    return whole


def _check(part, data, report):
    """Report what is wrong with an included file beside its entities: unknown keys, its own includes."""
    told = part.source.data
    rest = {key: told[key] for key in told if key == "format" or key not in SceneSpec.model_fields}
    rest |= {"entities": {} if isinstance(told["entities"], dict) else told["entities"]} if "entities" in told else {}
    rest |= {"include": data["include"]} if "include" in data else {}
    try:
        SceneSpec.model_validate(rest)
    except ValidationError as error:
        explain(error, rest, report)


def _full(piece, name, local, part, report):
    """A Piece of a file's own entity, the names in it made full. local: names that the file knows."""
    if not isinstance(piece.data, dict):
        return piece
    data = copied(piece.data)
    for path, other in named(piece.data):
        if other in local:
            _put(data, path, part.prefix + other)
        elif path[0] != "affects" or other not in report.scene.names:
            report.at(("entities", name, *path), f"no entity '{other}'", near=(other, partial(sorted, local)))
    return Piece(data, piece.places, piece.through, piece.overrides)


def _put(data, path, value):
    for part in path[:-1]:
        data = data[part]
    data[path[-1]] = value


def _unlike(part, name, text, near, report):
    own = name.removeprefix(part.prefix)
    report.at(("entities", own, "like"), text, near=near)


def _leave_out(part, entry, whole, report):
    """Take out what an entry of `include` leaves out, unless another needs it."""
    left_out, needs = _left_out(entry), {}
    for each, piece in whole.items() if left_out else ():
        if (own := each.removeprefix(part.prefix)) not in left_out:
            for at, other in named(piece.data):
                needs.setdefault(other, (own, piece.places.get(at), at[0]))
    for name, i in left_out.items():
        path, full = ("include", part.index, "without", i), part.prefix + name
        if full not in whole:
            report.at(path, f"no entity '{name}' in {part.source.path.name}", near=(name, partial(own_names, list(whole), part.prefix)))
        elif full in needs:
            own, place, key = needs[full]
            where = f"{part.source.path.name}:{place.line if place else ''}, {key}"
            report.at(path, f"'{own}' needs '{name}' ({where}); leave out '{own}' too, or keep '{name}'")
    for name, i in left_out.items():
        if ("include", part.index, "without", i) not in report.failed:
            whole.pop(part.prefix + name, None)


def _unmovable(part, inner, name, report):
    """What is done where an entity cannot stand as the file above wants it: an error, unless that says itself how it stands."""
    own, local = name.removeprefix(part.prefix), name.removeprefix(inner.prefix)

    def fault(path, text):
        node = block(part.source.data, "entities", own)
        for each in path:
            node = node.get(each) if isinstance(node, dict) else None
        if node is None:
            report.at(("include", inner.index, "rotation"), f"'{own}' {text.format(own=own)}, or without: [{local}]")

    return fault
