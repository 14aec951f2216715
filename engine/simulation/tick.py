"""The tick. Its order is the order of these lines."""

from time import perf_counter_ns

import esper

from engine.systems import Accumulate, Age, Collide, Deform, Emit, Integrate, Move, Wave

SYSTEMS = (Move, Emit, Accumulate, Integrate, Deform, Collide, Age, Wave)


def furnish():
    """Register the systems with the current world."""
    for kind in SYSTEMS:
        esper.add_processor(kind())


def tick(step, timings):
    """One step of the current world. timings: nanoseconds by the system's name, written."""
    esper.clear_dead_entities()
    _run(Move, step, timings)  # placements that move by themselves, and what the hand holds
    _run(Emit, step, timings)  # births, their times spread inside the step
    _run(Accumulate, step, timings)  # fields and solids, packed for each body
    _run(Integrate, step, timings)  # free particles move
    _run(Deform, step, timings)  # masses on springs move
    _run(Collide, step, timings)  # the few to whom something happened: water, death, freezing
    _run(Age, step, timings)  # the old die; the dead are packed away now and then
    _run(Wave, step, timings)  # water takes its splashes


def _run(kind, step, timings):
    start = perf_counter_ns()
    try:
        esper.get_processor(kind).process(step)
    except Exception as error:
        error.add_note(f"in {kind.__name__} of the tick at {step.time:.6g} s")
        raise
    timings[kind.__name__.lower()] = perf_counter_ns() - start
