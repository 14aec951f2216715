"""Questions to the current world."""

from operator import itemgetter

import esper

from engine.components import Leaving, Name
from engine.looks import Draw

DRAWN = Draw()


def each(*kinds):
    """Entities that have all these components, by their number: a query's own order is that of a set."""
    return sorted(esper.get_components(*kinds), key=itemgetter(0))


def ranked(paths, *kinds):
    """The same in the order of the scene's file, where the first of several counts: numbers say when an entity came, not where it stands."""
    return sorted(each(*kinds), key=lambda found: paths.rank(found[0]))


def said(entity, kind, otherwise):
    """An entity's component, or what holds where it has none."""
    found = esper.try_component(entity, kind)
    return otherwise if found is None else found


def drawing(entity):
    """Whether and how an entity is drawn."""
    return said(entity, Draw, DRAWN)


class Paths:
    """What a scene's files say of its parts: absolute paths of the files that it names, asked for once, and the order of its entities."""

    def __init__(self, scene):
        self.scene, self._known = scene, {}
        self._ranks = {name: rank for rank, name in enumerate(scene.spec.entities)}

    def __call__(self, name):
        if name not in self._known:
            self._known[name] = str(self.scene.asset(name))
        return self._known[name]

    def rank(self, entity):
        """How many entities stand before one in the file; those that leave come after all."""
        name = esper.component_for_entity(entity, Name).text
        return len(self._ranks) if esper.has_component(entity, Leaving) else self._ranks[name]
