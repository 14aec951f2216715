"""Every shipped scene loads, and holds its own `check`."""

import pytest

from engine.scene import load, scenes
from game.commands.check import hold


@pytest.mark.parametrize("path", scenes(), ids=lambda p: p.stem)
def test_a_shipped_scene_holds_its_own_check(path):
    """Each scene says how many live, where they stay, and that all is finite; it is run and held to that."""
    scene = load(path)
    assert scene.spec.check is not None, "a shipped scene tests itself: give it a check"
    assert hold(scene) == []


def test_no_two_scenes_claim_one_key():
    """Each function key opens one scene of the collection."""
    keys = [key for path in scenes() if (key := load(path).spec.key)]
    assert len(set(keys)) == len(keys)
