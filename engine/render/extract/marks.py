"""Marks over the picture: a cross where a body was frozen."""

import numpy as np

from engine.components import Placement, Population, Position
from engine.render.extract.query import each

MAGENTA = 1.0, 0.0, 1.0, 1.0
SIZE = 0.04  # half length of an arm over the distance from the eye: as long on the screen wherever it stands


def crosses(eye):
    """(n, 2, 7) debug lines, three through the middle of each frozen body; eye [m] (3,)."""
    lines = [
        _cross(_middle(x, placement), eye) for _, (population, x, placement) in each(Population, Position, Placement) if population.frozen
    ]
    return np.concatenate(lines) if lines else np.empty((0, 2, 7), np.float32)


def _middle(position, placement):
    """Where a body is [m] (3,); where its entity was put, when that is not to be said."""
    middle = position.xyz.mean(axis=0)
    return middle if np.isfinite(middle).all() else placement.position


def _cross(middle, eye):
    arms = SIZE * np.linalg.norm(middle - eye) * np.eye(3)
    lines = np.empty((3, 2, 7), np.float32)
    lines[:, 0, :3], lines[:, 1, :3] = middle - arms, middle + arms
    lines[..., 3:] = MAGENTA
    return lines
