"""Questions to the current world."""

from operator import itemgetter

import esper

from engine.looks import Draw

DRAWN = Draw()


def each(*kinds):
    """Entities that have all these components, by their number: a query's own order is that of a set."""
    return sorted(esper.get_components(*kinds), key=itemgetter(0))


def said(entity, kind, otherwise):
    """An entity's component, or what holds where it has none."""
    found = esper.try_component(entity, kind)
    return otherwise if found is None else found


def drawing(entity):
    """Whether and how an entity is drawn."""
    return said(entity, Draw, DRAWN)


class Paths:
    """Absolute paths of the files that a scene names, asked for once."""

    def __init__(self, scene):
        self.scene, self._known = scene, {}

    def __call__(self, name):
        if name not in self._known:
            self._known[name] = str(self.scene.asset(name))
        return self._known[name]
