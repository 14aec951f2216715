"""From a simulation to a frame: the only place that knows both.

What seldom changes (boxes, leaves) is remembered for each simulation and made anew only when a spec or a placement did
change; what changes always (particles, waves) goes by reference, nothing is copied.
"""

from engine.render.extract.light import direction
from engine.render.extract.picture import extract, view_of

__all__ = ["direction", "extract", "view_of"]
