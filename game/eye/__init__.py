"""The camera in the user's hand."""

from game.eye.eye import BLEND, MODES, Eye
from game.eye.pose import STEEPEST, Pose

__all__ = ["BLEND", "MODES", "STEEPEST", "Eye", "Pose"]
