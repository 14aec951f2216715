import math

import esper

from engine.bodies import WaveSurface as Water
from engine.components import Placement, WaveSurface
from engine.kernels.compile import F
from engine.kernels.wave import foam_decay, foam_deposit, wave_dimple, wave_dip, wave_step, wave_substeps

DEPTH = 0.002  # [m] by which a hit lowers the nearest node where the author says nothing
FROTH = 0.3  # foam that a hit leaves
FOAM_RATE = 1.5  # [1/s] at which it goes


class Wave(esper.Processor):
    """Let the water take its splashes, then carry the waves on, in as many substeps as are stable."""

    writes = (WaveSurface,)

    def process(self, step):
        for _, (spec, water, placement) in esper.get_components(Water, WaveSurface, Placement):
            water.shown[:] = water.height
            spacing = spec.size[0] / spec.nodes[0], spec.size[1] / spec.nodes[1]
            substeps = int(wave_substeps(spec.speed, spec.damping, *spacing, step.dt))
            _retime(water, step.dt / substeps)
            _splash(spec, water, placement, spacing)
            foam_decay(water.foam, F(math.exp(-FOAM_RATE * step.dt)))
            factors = [F((spec.speed * water.step / h) ** 2) for h in spacing]
            for _ in range(substeps):
                wave_step(water.height, water.previous, water.scratch, *factors, F(spec.damping * water.step))
                water.previous[:] = water.height
                water.height[:] = water.scratch


def _retime(water, length):
    """Put `previous` where it was one step of the new length [s] ago: the water's speed stays when the step changes."""
    if water.step not in (0.0, length):
        water.previous[:] = water.height - (water.height - water.previous) * F(length / water.step)
    water.step = length


def _splash(spec, water, placement, spacing):
    place = water.splashes, water.waiting, placement.position[0], placement.position[2], *spacing
    if spec.splash.impulse is not None:
        wave_dimple(water.height, water.previous, *place, spec.splash.impulse, spec.splash.radius)
    else:
        wave_dip(water.height, water.previous, *place, DEPTH if spec.splash.depth is None else spec.splash.depth)
    foam_deposit(water.foam, *place, FROTH)
    water.waiting = 0
