"""What an edit of a running scene makes of a body of masses."""

from dataclasses import fields

import numpy as np

from engine.bodies.body import build, pins, rows, touch, uniform
from engine.bodies.choose import body_of
from engine.bodies.grid import resampled
from engine.bodies.links import per_spring
from engine.components import Hold, Mass, Pace, Population, Position, Rest, Spring, Touch, Velocity, rotation_matrix

BLEND = 0.1  # [s] in which a new stiffness comes


def rebuilt(old, entity):
    """Whether an edit asks for another body in place of the old one: what is joined to what has changed, or which masses there are."""
    was, now = body_of(old), body_of(entity)
    if was is None or now is None:
        return was is not now
    if type(was) is not type(now) or was.another(now):
        return True
    joined = lambda e: None if e.spring is None else (e.spring.links, e.spring.pairs)  # noqa: E731
    return joined(old) != joined(entity)


def adapted(old, entity, state):
    """What a change of the entity asks of its state, as (component, field, value); `rebuilt` is known to be false.

    Arrays are replaced, never written to. A new place or rotation moves a body that nothing holds as a whole, and leads the held masses
    of any other to their new places. New lengths, masses and pins are those of the new scene; positions and velocities go on. A frozen
    body is moved as a whole and stays frozen.
    """
    was, now = body_of(old), body_of(entity)
    if was.reshaped(now):
        yield from _reshaped(old, entity, state)
        return
    x, hold, mass = state[Position], state[Hold], state[Mass]
    used, frozen = state[Population].used, state[Population].frozen
    moved = _moved(old, entity, state, whole=frozen or not hold.pinned.any())
    pinned, target, own, speed = hold.pinned, moved["target"], hold.inverse, moved["v"]
    if old.pin != entity.pin:
        pinned = np.zeros_like(hold.pinned)
        pinned[:used] = pins(entity, state[Rest].counts, now.start(entity.rotation))
        target = np.where(pinned > hold.pinned, moved["x"], target)  # one newly held stays where it is
    if old.mass != entity.mass or was != now:
        own = np.zeros_like(hold.inverse)
        own[:used] = now.inverse(entity, used)
    if old.velocity != entity.velocity and not frozen:
        speed = np.where(hold.inverse > 0, np.array(entity.velocity, np.float32)[:, None], np.float32(0))
    held = (pinned > 0) | frozen
    held[hold.grabbed : hold.grabbed + 1] = True  # nobody: -1 to 0
    inverse = mass.inverse
    if pinned is not hold.pinned or own is not hold.inverse:
        inverse = np.where(held, np.float32(0), own)
    if pinned is not hold.pinned or old.velocity != entity.velocity:
        speed = np.where(pinned > 0, np.float32(0), speed)
    yield from _changed(x, rows=moved["x"], previous=moved["before"])
    yield from _changed(state[Velocity], rows=speed)
    yield from _changed(hold, inverse=own, pinned=pinned, target=target)
    if inverse is not mass.inverse:
        yield from ((mass, "inverse", inverse), (mass, "uniform", uniform(inverse[:used])))
    if (old.self_collision, old.collider) != (entity.self_collision, entity.collider):
        yield from _touched(entity, state, len(hold.inverse))
    if entity.spring is not None:
        yield from _strengths(old, entity, state[Spring], now)


def _changed(component, **values):
    """Fields whose value is another than before: who keeps what was made of an array goes by the array itself."""
    yield from ((component, name, value) for name, value in values.items() if value is not getattr(component, name))


def _touched(entity, state, slots):
    new, old = touch(entity, state[Rest].spacing, slots), state[Touch]
    yield from ((old, field.name, getattr(new, field.name)) for field in fields(Touch))


def _strengths(old, entity, spring, body):
    """Stiffness is led to its new value, damping has it at once."""
    groups, names = body.groups(entity, spring.link)
    if old.spring.stiffness != entity.spring.stiffness:
        yield spring, "goal", per_spring(entity.spring.stiffness, groups, names)
        yield spring, "left", BLEND
        yield spring, "told", False
    if old.spring.damping != entity.spring.damping:
        yield spring, "damping", per_spring(entity.spring.damping, groups, names)
    if old.spring.rest != entity.spring.rest:
        yield spring, "rest", body.lengths(entity)


def _moved(old, entity, state, whole):
    """Rows x, before, v and target as a new position and rotation of the entity leave them: all of them, or only where the held are led."""
    x, used = state[Position], state[Population].used
    result = {"x": x.rows, "before": x.previous, "v": state[Velocity].rows, "target": state[Hold].target}
    if (old.position, old.rotation) == (entity.position, entity.rotation):
        return result
    turn = rotation_matrix(entity.rotation) @ rotation_matrix(old.rotation).T
    here, there = np.array(old.position)[:, None], np.array(entity.position)[:, None]
    for name in ("x", "before", "target") if whole else ("target",):
        new = np.zeros_like(result[name])
        new[:, :used] = turn @ (result[name][:, :used] - here) + there
        result[name] = new
    if whole:
        result["v"] = (turn @ result["v"]).astype(np.float32)
    return result


def _reshaped(old, entity, state):
    """A lattice of other counts or another size: what it is where the old one was, corners on corners, then stretched to its size.

    A body that is held stretches from where it started, so that what holds it is met; any other about its middle.
    """
    was, now = body_of(old), body_of(entity)
    form = now.form(entity)
    new = {type(component): component for component in build(form, entity)}
    population, n, slots = state[Population], len(form.start), new[Position].rows.shape[1]
    moved = _moved(old, entity, state, whole=True)
    here, speed = (resampled(moved[name][:, : population.used], was.counts, now.counts).astype(float) for name in ("x", "v"))
    pinned = new[Hold].pinned[:n] > 0
    if pinned.any():
        growth = form.start.T - resampled(was.start(old.rotation).T, was.counts, now.counts)
        here += rotation_matrix(entity.rotation) @ growth
    else:
        middle = here.mean(1, keepdims=True)
        here = middle + (here - middle) * (now.extent() / was.extent())
    new[Position].rows = rows(here.T, slots)
    new[Position].previous, new[Hold].target = new[Position].rows.copy(), new[Position].rows.copy()
    speed = rows(speed.T, slots)
    if population.frozen:
        new[Mass] = Mass(np.zeros_like(new[Mass].inverse), float("nan"))
    new[Velocity].rows = np.where(new[Mass].inverse > 0, speed, np.float32(0))
    new[Population].frozen = population.frozen
    new[Pace] = state[Pace]
    for kind, component in new.items():
        yield from ((state[kind], field.name, getattr(component, field.name)) for field in fields(kind) if field.name != "population")
