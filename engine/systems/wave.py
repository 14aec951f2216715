import math

import esper

from engine.bodies import WaveSurface as Water
from engine.components import Placement, WaveSurface
from engine.kernels.compile import F
from engine.kernels.wave import foam_decay, foam_deposit, wave_dimple, wave_dip, wave_step, wave_substeps
from engine.systems.bodies import name_of

DEPTH = 0.002  # [m] by which a hit lowers the nearest node where the author says nothing
FROTH = 0.3  # foam that a hit leaves
MOST = 256  # substeps a tick: waves that need more run slower, and a message says so
FOAM_RATE = 1.5  # [1/s] at which it goes


class Wave(esper.Processor):
    """Let the water take its splashes, then carry the waves on, in as many substeps as are stable."""

    writes = (WaveSurface,)

    def process(self, step):
        for entity, (spec, water, placement) in esper.get_components(Water, WaveSurface, Placement):
            water.shown[:] = water.height
            spacing = spec.size[0] / spec.nodes[0], spec.size[1] / spec.nodes[1]
            speed, damping = _feasible(spec, spacing, step.dt / MOST)
            if speed < spec.speed and not water.warned:
                water.warned = True
                step.tell(name_of(entity), _slow(speed))
            substeps = int(wave_substeps(speed, damping, *spacing, step.dt))
            _retime(water, step.dt / substeps)
            _splash(spec, water, placement, spacing)
            foam_decay(water.foam, F(math.exp(-FOAM_RATE * step.dt)))
            factors = [F((speed * water.step / h) ** 2) for h in spacing]
            for _ in range(substeps):
                wave_step(water.height, water.previous, water.scratch, *factors, F(damping * water.step))
                water.previous[:] = water.height
                water.height[:] = water.scratch


def _feasible(spec, spacing, least):
    """Speed and damping as far as substeps of `least` seconds are stable: k h <= 1, (c h)^2 (1/hx^2 + 1/hz^2) <= 1 - k h / 2."""
    damping = min(spec.damping, 1 / least)
    speed = math.sqrt(1 - damping * least / 2) / math.hypot(*(1 / h for h in spacing)) / least
    return min(spec.speed, speed), damping


def _slow(speed):
    return f"its waves would need more than {MOST} substeps a tick; they run at {speed:.3g} m/s; write fewer nodes or a shorter time.step"


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
