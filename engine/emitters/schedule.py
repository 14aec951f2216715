"""How many are born in a step, and when: pure arithmetic on an emitter and its account."""

import math
from typing import NamedTuple

SHORTEST = 1e-3  # [s] least mean life that is believed, and least time between bursts
BELOW_ONE = math.nextafter(1.0, 0.0)


class Batch(NamedTuple):
    """Births of one step: the i-th at the share first + i spacing of it."""

    count: int
    first: float
    spacing: float


def due(emitter, emission, alive, dt):
    """The batches born in the coming step of dt seconds. Keeps the account: what is owed, the clock, whether the pool is full.

    Bursts come at their times, the rate's births evenly, at the exact times at which a running sum of births passes a whole
    number. No step bears more than ceil(rate dt) of them. Under `overflow: skip` the batches fit into the pool beside the
    `alive`; under `oldest` they fit into the pool, the newest of them, and the caller makes room.
    """
    asked = [*_bursts(emitter, emission.clock, dt), *_flow(emitter, emission, dt)] if emitter.enabled else []
    # the end of one step is bit for bit the start of the next: no burst is lost, none is given twice
    emission.clock += dt
    newest = emitter.overflow == "oldest"
    room = emitter.capacity - (0 if newest else alive)
    given = []
    for batch in reversed(asked) if newest else asked:
        count = min(batch.count, room)
        room -= count
        emission.full |= count < batch.count
        if count:
            first = batch.first + (batch.count - count) * batch.spacing if newest else batch.first
            given.append(Batch(count, first, batch.spacing))
    return given[::-1] if newest else given


def sustained(emitter, emission):
    """Births per second that keep the pool just full: in the mean as many as die (Little: those alive = rate x mean life).

    A little room stays, since lives of random length come and go in swarms of about the square root of their number.
    """
    return max(emitter.capacity - math.sqrt(emitter.capacity), 1.0) / emission.lived


def learn(emitter, emission, deaths, lost):
    """Take what a tick ended into the account of about the last generation.

    deaths  particles that died
    lost    [s] by how much their deaths lowered the sum of all ages; a hit that costs life makes a particle older, which
            counts against it, so that over a generation the sum is the time that the dead have lived
    """
    share = -math.expm1(-deaths / emitter.capacity) / deaths if deaths else 1 / emitter.capacity
    emission.lived = max(emission.lived + (lost - deaths * emission.lived) * share, SHORTEST)


def _bursts(emitter, start, dt):
    for begin, end in _rounds(emitter, start, dt) if emitter.bursts else ():
        for burst in emitter.bursts:
            cycle = max(math.floor((start - begin - burst.time) / burst.interval), 0)
            while (time := begin + (burst.time + cycle * burst.interval)) < min(start + dt, end) and (
                cycle < burst.cycles or burst.cycles == 0
            ):
                if time >= start:
                    yield Batch(burst.count, (time - start) / dt, 0.0)
                cycle += 1


def _rounds(emitter, start, dt):
    """(begin, end) [s] of the times that the emitter goes through its duration and that may meet the step of dt from start on."""
    delay, length = emitter.start_delay, emitter.duration or math.inf
    if not emitter.looping:
        yield delay, delay + length
        return
    turn = max(math.floor((start - delay) / length) - 1, 0)  # one early, for the division rounds
    while (begin := delay + turn * length) < start + dt:
        turn += 1
        yield begin, delay + turn * length


def _flow(emitter, emission, dt):
    """Evenly spread births, from the delay on for as long as the emitter gives birth: rounds that follow each other are one."""
    clock, delay = emission.clock, emitter.start_delay
    length = math.inf if emitter.looping or emitter.duration is None else emitter.duration
    begin, end = max(delay - clock, 0.0), min(delay + length - clock, dt)
    if begin >= end:
        return
    rate = emitter.rate
    if emission.full and emitter.overflow == "skip":
        rate = min(rate, sustained(emitter, emission))
    emission.full &= rate < emitter.rate
    births = rate * (end - begin)
    if births == 0:
        return
    total = emission.owed + births
    count = min(math.floor(total), math.ceil(births))
    first = (1 - emission.owed) / births
    emission.owed = min(total - count, BELOW_ONE)
    if count:
        share = (end - begin) / dt
        yield Batch(count, begin / dt + first * share, share / births)
