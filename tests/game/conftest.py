"""What tests of the program share."""

import pytest


@pytest.fixture(scope="module")
def farm():
    """Two processes that share work, of which tests may end one: it comes again.

    No longer than a module: its threads would take their share of the clocks and the memory that other tests measure.
    """
    import threading

    from game.farm.cluster import Farm

    with Farm(2) as two:
        yield two
    assert "IO loop" not in [thread.name for thread in threading.enumerate()]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Tells a window's story on a screen: see window_told.tell."""
    from window_told import screen, tell

    with screen() as environment:
        yield lambda name, **scenes: tell(name, environment, tmp_path_factory.mktemp(name), **scenes)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty present folder with a scene in it: drops.yaml, film_hands.SCENE."""
    from film_hands import SCENE

    monkeypatch.chdir(tmp_path)
    (tmp_path / "drops.yaml").write_text(SCENE)
    return tmp_path


@pytest.fixture
def painted(here, monkeypatch):
    """The same, and film_hands.Painted in place of the pictures that the commands draw."""
    from film_hands import Painted

    from game.film import pictures

    monkeypatch.setattr(pictures, "Pictures", Painted)
    monkeypatch.setattr(Painted, "events", {})
    return here
