"""What a torn sheet does not resist is a part of its state."""

import numpy as np
from spring_scenes import AIR, WEIGHT, ball, cloth

from engine.components import Position, Spring


def torn(simulate, **around):
    """A sheet just after a hand has led one mass two metres within a tick, in its plane, and let go."""
    body = cloth(24, stiffness=20_000, collider={}) if around else cloth(24, stiffness=20_000)
    simulation = simulate({"cloth": body, **WEIGHT, **AIR, **around})
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
    simulation = torn(simulate)
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


def test_a_sheet_that_lies_beside_others_gets_it_back(simulate):
    """Solved in the rows of an island, the springs' state is the body's own: a ball far away changes nothing of it."""
    torn(simulate, ball=ball(position=[9, 0, 0]))
