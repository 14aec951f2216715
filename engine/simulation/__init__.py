"""One world through time."""

from engine.simulation.simulation import Simulation

__all__ = ["Simulation"]
