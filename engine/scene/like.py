"""`like: left`: what another entity says is the default of what this one leaves out."""

from dataclasses import replace
from functools import partial

from engine.scene.errors import own_names
from engine.scene.piece import Piece, merged, pieces, put_back
from engine.scene.vocabulary import Entity
from engine.schema.limits import GROWN

TOLD = 6  # names of a circle that a message tells


def settle(data, report):
    """Complete all entities of a scene that are like others; in place."""
    entities = data.get("entities")
    if isinstance(entities, dict) and any(isinstance(entity, dict) and "like" in entity for entity in entities.values()):
        known = pieces("entities", entities, report)
        whole = settled(known, lambda name, text, near=None: report.at(("entities", name, "like"), text, near=near))
        put_back("entities", {name: piece for name, piece in whole.items() if piece is not known[name]}, entities, report)


def settled(known, fault, own=""):
    """Name -> Piece of entities, each completed by what it is like, by what that is like, and so on. The order does not matter.

    known   name -> Piece
    fault   called with a name, a text and what was meant, where `like` leads nowhere
    own     what all names begin with
    """
    whole, count = {}, 0  # values borrowed
    for name in known:
        chain = _chain(name, known, whole, fault, own)
        for each in reversed(chain):
            other = _other(known[each])
            before, count = count, count + (len(whole[other].places) if other in whole else 0)
            if before <= GROWN < count:
                fault(each, f"more than {GROWN:,} values of entities that are like others; write fewer of them")
            whole[each] = merged(_borrowed(whole[other], other), known[each], Entity) if other in whole and count <= GROWN else known[each]
    return {name: whole[name] for name in known}


def _chain(name, known, whole, fault, own):
    """Names, each like the next, from a name to one that is like none or is whole already."""
    chain = {}
    while name is not None and name not in whole:
        if name in chain:
            circle = [f"'{each.removeprefix(own)}'" for each in [*list(chain)[list(chain).index(name) :], name]]
            circle = circle if len(circle) <= TOLD else [*circle[: TOLD - 1], "...", circle[-1]]
            text = f"{circle[0]} is like {', which is like '.join(circle[1:])}; write out the components of one of them"
            fault(list(chain)[-1], text)
            break
        chain[name] = None
        other = _other(known[name])
        if other is not None and other not in known:
            short = other.removeprefix(own)
            fault(name, f"no entity '{short}'", (short, partial(own_names, known, own)))
        name = other if other in known else None
    return chain


def _other(piece):
    other = piece.data.get("like") if isinstance(piece.data, dict) else None
    return other if isinstance(other, str) else None


def _borrowed(piece, name):
    """A piece whose places say that they are another's."""
    why = f"like '{name}'"
    places = {path: replace(place, borrowed=place.borrowed or why) for path, place in piece.places.items()}
    return Piece(piece.data, places, piece.through, piece.overrides)
