"""The scenes of `springvand bench springs`: cloths that hang, fall and crumple, and a jelly, each of any resolution."""

import numpy as np

DENSITY = 0.2  # [kg/m2] of every cloth; its side is 1 m
GRAVITY = 9.82  # [m/s2]
FRAME = 1 / 60  # [s] a tick is a frame
WRINKLE, WAVES, NOISE = 0.01, 12.0, 0.05  # [m], [1/m], share of the spacing: cloth is never quite flat, and one that is cannot wrinkle
SIDE, SPEED = 0.3, 8.0  # [m], [m/s] of the jelly, and its fall


def _scene(entities, substeps, solver="auto", drag=0.0, step=FRAME):
    from pathlib import Path

    from engine.scene import parse

    return parse(f"""
format: 1
title: Springs
time: {{step: {step!r}, quality: {substeps / FRAME!r}, solver: {solver}}}
entities:
{entities}
  weight: {{gravity: {{acceleration: [0, {-GRAVITY}, 0]}}}}
  air: {{drag: {{rate: {drag}}}}}
""".encode(), Path("bench.yaml"))  # fmt: skip


def cloth(n, substeps, stiffness, level=True, solver="auto", drag=0.2, wind=False, step=FRAME):
    """A cloth of n x n masses held at two corners: level, so that it falls, or already hanging; with wind and a floor where told."""
    return _scene(f"""
  cloth:
    lattice: {{counts: [{n}, {n}], size: [1, 1], plane: {"xz" if level else "xy"}}}
    mass: {{total: {DENSITY}}}
    spring: {{links: [structural, shear], stiffness: {stiffness}}}
    pin: {{corners: [top_left, top_right]}}
{WINDY if wind else ""}""", substeps, solver, drag, step)  # fmt: skip


FLOOR = "  floor: {shape: {plane: {}}, collider: {friction: 0.2}}"
WINDY = """
  breeze: {wind: {velocity: [1, 0, 2]}}
  floor: {position: [0, -2, 0], shape: {plane: {}}, collider: {friction: 0.2}}"""


def crumple(n, substeps):
    """A cloth that stands on its edge 2 cm above the floor, falls and heaps up; wrinkle() it before."""
    return _scene(f"""
  cloth:
    position: [0, 0.52, 0]
    lattice: {{counts: [{n}, {n}], size: [1, 1]}}
    mass: {{total: {DENSITY}}}
    spring: {{links: [structural, shear, bend], stiffness: [1.0e+4, 1.0e+4, 50]}}
    self_collision: {{friction: 0.2}}
{FLOOR}""", substeps, drag=1.0)  # fmt: skip


def rumple(simulation, waves=0.0):
    """Make a cloth uneven across its plane, the same each time: noise, and waves [m] as those of one that is to crumple."""
    from engine.components import Hold, Position, Rest

    x, hold, rest = (simulation.get("cloth", kind) for kind in (Position, Hold, Rest))
    n = len(x.xyz)
    across = int(np.ptp(rest.rows[:, :n], axis=1).argmin())
    uneven = NOISE / (n**0.5 - 1) * np.random.default_rng(1).standard_normal(n) + waves * np.sin(WAVES * x.xyz[:, 1])
    x.xyz[:, across] += np.where(hold.pinned[:n] > 0, 0, uneven)


def wrinkle(simulation):
    """As rumple, with waves."""
    rumple(simulation, WRINKLE)


def jelly(n, substeps, itself=False):
    """A jelly of n^3 masses that hits the floor at about 8 m/s; itself: its surface meets itself."""
    return _scene(f"""
  jelly:
    position: [0, {1.5 * SIDE}, 0]
    velocity: [0, {-SPEED}, 0]
    lattice: {{counts: [{n}, {n}, {n}], size: {SIDE}}}
    mass: {{total: 1}}
    spring: {{links: [structural, shear, bend, volume], stiffness: 2000}}
{"    self_collision: {}" if itself else ""}
{FLOOR}""", substeps, drag=0.5)  # fmt: skip
