"""Which springs an author asks for, and how strong each is."""

import numpy as np

from engine.components import LINKS


def springs_of(spec, known):
    """Names of LINKS that a body has, in the author's order. known: all that it can have; unless told, structural and shear ones."""
    links = spec.links if spec.links is not None else [link for link in known if link in ("structural", "shear")]
    return [link for link in links if link in LINKS]


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
