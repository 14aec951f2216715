"""What a scene is held to by its `check:` section, measured: for `springvand check --run`, and for each variant of a sweep."""

from typing import NamedTuple

import numpy as np

from engine.components import Mass, Population, Position, Velocity, WaveSurface
from engine.scene.vocabulary import Check
from engine.simulation import Simulation


class Measured(NamedTuple):
    """One run.

    figures      name -> number, whether, or a list of those, in the units of the scene
    failed       a text for each promise that was broken
    fingerprint  of the simulation at the end
    messages     what it had to say
    """

    figures: dict
    failed: list
    fingerprint: str
    messages: list


def measured(scene, ticks=None, seed=None):
    """Run a scene as long as its `check:` section says, or so many ticks, and measure it at the end."""
    promised = scene.spec.check or Check()
    ticks = promised.ticks if ticks is None else ticks
    simulation = Simulation(scene, seed=seed)
    try:
        energies = _run(simulation, promised, ticks)
        figures, failed = _figures(simulation, promised, energies)
        return Measured(figures, failed, simulation.fingerprint(), list(dict.fromkeys(simulation.messages)))
    finally:
        simulation.close()


def _run(simulation, promised, ticks):
    """So many ticks; the _Energy of each body whose energy is promised something, by name."""
    energies = {name: _Energy(name) for name in promised.energy}
    for energy in energies.values():
        energy.follow(simulation)
    for _ in range(ticks) if energies else ():
        simulation.step()
        for energy in energies.values():
            energy.follow(simulation)
    simulation.step(0 if energies else ticks)
    return energies


def _figures(simulation, promised, energies):
    figures, failed, spec = {"ticks": simulation.tick, "finite": True}, [], simulation.scene.spec
    for name, entity in spec.entities.items():
        if entity.emitter is not None or entity.has_masses:
            _hold_particles(simulation, name, promised, figures, failed)
        if entity.has_masses:
            figures[f"{name} energy"] = float(simulation.energy(name))
    for name, energy in energies.items():
        figures[f"{name} energy grew"] = energy.growth
        if not energy.growth <= promised.energy[name].grows_at_most:
            failed.append(f"{name}: energy grew by {energy.growth:.3g} of its motion, promised {promised.energy[name].grows_at_most:g}")
    for name, most in promised.stretch.items():
        figures[f"{name} stretch"] = stretch = float(simulation.stretch(name))
        if not stretch <= most:
            failed.append(f"{name}: springs {stretch:.3g} longer than at rest, promised {most:g}")
    for name, entity in spec.entities.items():
        if entity.wave_surface is not None:
            _hold_water(simulation, name, promised, figures, failed)
    figures["finite"] = figures.pop("finite")  # the last
    return figures, failed


class _Energy:
    """How far a body's energy has risen over that of its start, by its largest kinetic energy."""

    def __init__(self, name):
        self.name, self.first, self.highest, self.motion = name, None, 0.0, 0.0

    def follow(self, simulation):
        """Look at the body once more."""
        energy = simulation.energy(self.name)
        self.first = energy if self.first is None else self.first
        self.highest = max(self.highest, energy - self.first) if energy == energy else float("inf")
        self.motion = max(self.motion, _kinetic(simulation, self.name))

    @property
    def growth(self):
        """Share; 0 for what never moved and never gained."""
        return self.highest / self.motion if self.motion else self.highest


def _kinetic(simulation, name):
    """Sum of m v^2 / 2 over what is not held [J]."""
    v, inverse = simulation.get(name, Velocity).xyz.astype(float), simulation.get(name, Mass).inverse.astype(float)
    free = inverse > 0
    return float(((v[free] ** 2).sum(1) / inverse[free]).sum() / 2)


def _hold_particles(simulation, name, promised, figures, failed):
    xyz, velocity = simulation.get(name, Position).xyz, simulation.get(name, Velocity).xyz
    figures[f"{name} alive"] = len(xyz)
    least, most = promised.alive.get(name, (0, float("inf")))
    if not least <= len(xyz) <= most:
        failed.append(f"{name}: {len(xyz)} alive, promised {least:g} to {most:g}")
    if len(xyz) == 0:
        return
    low, high = xyz.min(axis=0), xyz.max(axis=0)
    figures[f"{name} inside"] = [[float(c) for c in corner] for corner in (low, high)]
    finite = bool(np.isfinite(xyz).all() and np.isfinite(velocity).all())
    frozen = bool(simulation.get(name, Population).frozen)
    figures["finite"] &= finite and not frozen
    if promised.finite and frozen:
        failed.append(f"{name}: was frozen")
    elif promised.finite and not finite:
        failed.append(f"{name}: numbers that are not finite")
    elif promised.inside is not None and ((low < promised.inside[0]).any() or (high > promised.inside[1]).any()):
        failed.append(f"{name}: particles outside {[list(corner) for corner in promised.inside]}")


def _hold_water(simulation, name, promised, figures, failed):
    height = simulation.get(name, WaveSurface).height
    figures[f"{name} height"] = [float(height.min()), float(height.max())]
    finite = bool(np.isfinite(height).all())
    figures["finite"] &= finite
    if promised.finite and not finite:
        failed.append(f"{name}: heights that are not finite")
