"""`springvand check`: what is wrong with scenes, and whether they do what their `check:` section says."""

import json
from pathlib import Path

from game.report import CONTENT, FINE, say
from game.scenes import SCENES, find, names

EXAMPLES = """examples:
  springvand check                       all scenes that come with the program
  springvand check my/scene.yaml         one of your own
  springvand check --run fountain        also run it and hold it to its check: section"""


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="what is wrong with a scene", epilog=EXAMPLES,
        description="Print what is wrong with scenes, as file:line:column. The status is 1 when something is.",
    )  # fmt: skip
    parser.add_argument("scenes", metavar="PATH", nargs="*", help="names of scenes or paths of files; all that come with the program")
    parser.add_argument("--run", action="store_true", help="also run each scene and hold it to its check: section")
    parser.add_argument("--json", action="store_true", help="as a list of {file, errors, more, measured, failed}")
    parser.add_argument("--allow-outside", action="store_true", help="let scenes use files outside their folder (your own scenes only)")
    return parser


def main(arguments):
    """Check every scene that is named."""
    paths = [find(name) for name in arguments.scenes] or [SCENES / f"{name}.yaml" for name in names()]
    results = [examine(path, arguments.run, arguments.allow_outside) for path in paths]
    if arguments.json:
        print(json.dumps(results, indent=1, default=str))
    else:
        for result in results:
            _print(result)
    bad = sum(bool(result["errors"] or result["failed"]) for result in results)
    say(f"{len(results)} scene{'s' if len(results) != 1 else ''}, {bad or 'none'} with errors")
    return CONTENT if bad else FINE


def _print(result):
    for error in result["errors"]:
        print(error["shown"])
    if result["more"]:
        print(f"and {result['more']} more")
    for name, value in result["measured"].items():
        print(f"{Path(result['file']).stem}: {name} {value}")
    for text in result["failed"]:
        print(f"{result['file']}: error: {text}")


def examine(path, run=False, allow_outside=False):
    """What is wrong with one scene: {file, errors, more, measured, failed}; the last two are empty unless it is run."""
    from engine.scene import SceneError, load

    result = {"file": str(path), "errors": [], "more": 0, "measured": {}, "failed": []}
    try:
        scene = load(path, allow_outside=allow_outside)
    except SceneError as error:
        result["errors"] = [
            {"file": str(d.file), "line": d.line, "column": d.column, "text": d.text, "shown": str(d)} for d in error.diagnostics
        ]
        result["more"] = error.more
        return result
    if run:
        result["measured"], result["failed"] = measure(scene)
    return result


def hold(scene):
    """Run a scene as long as its `check:` section says; a text for each promise that it broke."""
    return measure(scene)[1]


def measure(scene):
    """Run a scene as long as its `check:` section says. Returns what was measured, and a text for each promise it broke."""
    from engine.scene.vocabulary import Check
    from engine.simulation import Simulation

    promised = scene.spec.check or Check()
    simulation = Simulation(scene)
    energies = {name: _Energy(simulation, name) for name in promised.energy}
    for energy in energies.values():
        energy.follow(simulation)
    for _ in range(promised.ticks) if energies else ():
        simulation.step()
        for energy in energies.values():
            energy.follow(simulation)
    simulation.step(0 if energies else promised.ticks)
    for text in dict.fromkeys(simulation.messages):
        say(text)
    measured, failed = {"ticks": simulation.tick}, []
    for name in _particles(simulation):
        _hold_particles(simulation, name, promised, measured, failed)
    for name, energy in energies.items():
        measured[f"{name} energy grew"] = round(energy.growth, 4)
        if not energy.growth <= promised.energy[name].grows_at_most:
            failed.append(f"{name}: energy grew by {energy.growth:.3g} of its motion, promised {promised.energy[name].grows_at_most:g}")
    for name, most in promised.stretch.items():
        stretch = simulation.stretch(name)
        measured[f"{name} stretch"] = round(stretch, 4)
        if not stretch <= most:
            failed.append(f"{name}: springs {stretch:.3g} longer than at rest, promised {most:g}")
    for name, entity in scene.spec.entities.items():
        if entity.wave_surface is not None:
            _hold_water(simulation, name, promised, measured, failed)
    return measured, failed


class _Energy:
    """How far a body's energy has risen over that of its start, by its largest kinetic energy."""

    def __init__(self, simulation, name):
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
    from engine.components import Mass, Velocity

    v, inverse = simulation.get(name, Velocity).xyz.astype(float), simulation.get(name, Mass).inverse.astype(float)
    free = inverse > 0
    return float(((v[free] ** 2).sum(1) / inverse[free]).sum() / 2)


def _particles(simulation):
    """Names of the entities that hold particles."""
    entities = simulation.scene.spec.entities
    return [name for name, entity in entities.items() if entity.emitter is not None or entity.has_masses]


def _hold_particles(simulation, name, promised, measured, failed):
    import numpy as np

    from engine.components import Population, Position, Velocity

    xyz, velocity = simulation.get(name, Position).xyz, simulation.get(name, Velocity).xyz
    measured[f"{name} alive"] = len(xyz)
    least, most = promised.alive.get(name, (0, float("inf")))
    if not least <= len(xyz) <= most:
        failed.append(f"{name}: {len(xyz)} alive, promised {least:g} to {most:g}")
    if len(xyz) == 0:
        return
    low, high = xyz.min(axis=0), xyz.max(axis=0)
    measured[f"{name} inside"] = [[round(float(c), 3) for c in corner] for corner in (low, high)]
    if promised.finite and simulation.get(name, Population).frozen:
        failed.append(f"{name}: was frozen")
    elif promised.finite and not (np.isfinite(xyz).all() and np.isfinite(velocity).all()):
        failed.append(f"{name}: numbers that are not finite")
    elif promised.inside is not None and ((low < promised.inside[0]).any() or (high > promised.inside[1]).any()):
        failed.append(f"{name}: particles outside {[list(corner) for corner in promised.inside]}")


def _hold_water(simulation, name, promised, measured, failed):
    import numpy as np

    from engine.components import WaveSurface

    height = simulation.get(name, WaveSurface).height
    measured[f"{name} height"] = [round(float(height.min()), 4), round(float(height.max()), 4)]
    if promised.finite and not np.isfinite(height).all():
        failed.append(f"{name}: heights that are not finite")
