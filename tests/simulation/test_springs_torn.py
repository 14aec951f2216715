"""What a torn sheet does not resist is a part of its state."""

import numpy as np
from spring_scenes import AIR, WEIGHT, ball, cloth

from engine.components import Position, Spring


def hung(simulate, around=None, threads=1, **more):
    """A sheet at two corners, and what is around it."""
    return simulate({"cloth": cloth(24, stiffness=20_000, **more), **WEIGHT, **AIR, **(around or {})}, threads=threads, large=1)


def torn(simulation):
    """The sheet half a second after a hand has led one mass two metres within a tick, in its plane, and let go."""
    simulation.step(5)
    simulation.grab("cloth", 200)
    simulation.drag(simulation.get("cloth", Position).xyz[200] + np.float32([1.2, -1.6, 0]))
    simulation.step(1)
    simulation.release()
    simulation.step(60)
    assert (simulation.get("cloth", Spring).firm < 1).any()
    return simulation


def test_a_snapshot_of_a_torn_sheet_has_what_is_slack(simulate):
    """What comes after it comes again, to the bit, and what is slack decides it."""
    simulation = torn(hung(simulate))
    snapshot, firm = simulation.snapshot(), simulation.get("cloth", Spring).firm.copy()
    after = simulation.step(60) or simulation.fingerprint()
    simulation.restore(snapshot)
    np.testing.assert_array_equal(simulation.get("cloth", Spring).firm, firm)
    simulation.step(60)
    assert simulation.fingerprint() == after
    simulation.restore(snapshot)
    before = simulation.fingerprint()
    simulation.get("cloth", Spring).firm[:] = 1
    assert simulation.fingerprint() != before


def test_another_run_takes_up_what_is_slack(simulate):
    """A run that has torn nothing goes on from the snapshot as the first one does."""
    first, other = torn(hung(simulate)), hung(simulate)
    other.restore(first.snapshot())
    first.step(60)
    other.step(60)
    assert other.fingerprint() == first.fingerprint()


def test_threads_do_not_matter_to_a_torn_sheet(simulate):
    """The same bits on one, two and three threads, which share the sheet and another between them."""
    beside = cloth(24, stiffness=20_000, position=[2, 0, 0])
    ends = {torn(hung(simulate, {"beside": beside}, threads)).fingerprint() for threads in (1, 2, 3)}
    assert len(ends) == 1


def test_a_sheet_that_lies_beside_others_gets_it_back(simulate):
    """Solved in the rows of an island, the springs' state is the body's own: a ball far away changes nothing of it."""
    torn(hung(simulate, {"ball": ball(position=[9, 0, 0])}, collider={}))
