"""Which springs an author asks for, and how strong each is."""

import numpy as np

from engine.components import LINKS


def asked(spec, body):
    """Links of a body in the author's order; unless told, those that such bodies usually have."""
    return spec.links if spec.links is not None else body.usual


def springs_of(spec, body):
    """Those of them that are springs, names of LINKS: `volume` is none."""
    return [link for link in asked(spec, body) if link in LINKS]


def per_spring(given, groups, names):
    """(m,) float32: a number for every spring, or each spring's by its group.

    given   a number, or one for each of names
    groups  (m,) group of each spring
    names   groups in the order of `given`
    """
    if isinstance(given, float | int):
        return np.full(len(groups), given, np.float32)
    table = np.zeros(max(names, default=0) + 1, np.float32)
    table[list(names)] = given
    return table[groups]
