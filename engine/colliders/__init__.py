"""Solids: a new shape is one field of Shape, and its time of impact in kernels/solids.py."""

from engine.colliders.collider import Bounce, Collider, OnHit
from engine.colliders.shapes import Shape

COLLIDERS = {"shape": Shape, "collider": Collider}
__all__ = ["COLLIDERS", "Bounce", "Collider", "OnHit", "Shape"]
