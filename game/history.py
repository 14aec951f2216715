"""What a scene asks to have plotted, as it goes on: one number a time for each curve."""

from collections import deque

import numpy as np

from engine.components import Population, Velocity

LONGEST = 12.0  # [s] that a plot looks back
FINEST = 1 / 60  # [s] between two samples
ROUNDING = 1e-9  # [s] by which two times may be nearer and still be as far apart: else rounding moves samples by a tick
UNITS = {"energy": "J", "speed": "m/s", "count": "", "stretch": "%"}


class History:
    """Samples of what `plot:` names.

    curves  quantity -> name of the entity -> deque of (time [s], value); a value may be nan
    """

    def __init__(self):
        self.curves = {}
        self._last = -np.inf

    def follow(self, simulation):
        """Take a sample of a simulation's present state, where one is due; a time that went back goes on from there."""
        asked = dict(_asked(simulation))
        if simulation.time < self._last:
            self._forget_after(simulation.time)
        if {q: tuple(c) for q, c in self.curves.items()} != asked:
            self.curves = {quantity: {name: deque() for name in names} for quantity, names in asked.items()}
            self._last = -np.inf
        if not asked or simulation.time - self._last < FINEST - ROUNDING:
            return
        self._last = simulation.time
        for quantity, curves in self.curves.items():
            for name, samples in curves.items():
                samples.append((simulation.time, MEASURES[quantity](simulation, name)))
                while samples[0][0] < simulation.time - LONGEST:
                    samples.popleft()

    def _forget_after(self, time):
        """What comes after a time has not been."""
        for samples in [samples for curves in self.curves.values() for samples in curves.values()]:
            while samples and samples[-1][0] >= time:
                samples.pop()
        self._last = max((samples[-1][0] for curves in self.curves.values() for samples in curves.values() if samples), default=-np.inf)


def _asked(simulation):
    plot = simulation.scene.spec.plot
    if plot is None:
        return
    for quantity in type(plot).model_fields:
        if (names := getattr(plot, quantity)) is not None:
            yield quantity, names


def _speed(simulation, name):
    """Mean speed [m/s]."""
    velocity = simulation.get(name, Velocity).xyz
    return float(np.sqrt((velocity.astype(float) ** 2).sum(1)).mean()) if len(velocity) else float("nan")


MEASURES = {
    "energy": lambda simulation, name: simulation.energy(name),
    "speed": _speed,
    "count": lambda simulation, name: float(simulation.get(name, Population).alive),
    "stretch": lambda simulation, name: 100 * simulation.stretch(name),
}
