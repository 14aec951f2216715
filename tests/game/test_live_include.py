"""A running scene follows the files that it includes: saved, broken, gone, and mended."""

import pytest
from test_live import edit, news, quiet, wait

from engine.components import Position
from game.live import Live

JET = """\
vars: {flow: 100}
entities:
  jet: {mass: 1 g, emitter: {rate: $flow, capacity: 4000, lifetime: 3}}
  earth: {gravity: {}}
"""
MAIN = "include:\n  - {file: jet.yaml, as: a}\n  - {file: jet.yaml, as: b, position: [5, 0, 0]}\nentities: {air: {drag: {rate: 1}}}\n"


@pytest.fixture
def files(tmp_path):
    """The scene's own file and the one it includes."""
    (tmp_path / "main.yaml").write_text(MAIN)
    (tmp_path / "jet.yaml").write_text(JET)
    return tmp_path / "main.yaml", tmp_path / "jet.yaml"


@pytest.fixture
def running(files):
    """A Live of the scene, which looks at its files fifty times a second."""
    live = Live(files[0], {"vars.b.flow": 50}, interval=0.02)
    yield live
    live.close()


def rates(live):
    """Births per second of both."""
    return [live.simulation.scene.spec.entities[name].emitter.rate for name in ("a.jet", "b.jet")]


def test_an_included_file_that_is_saved_counts_wherever_it_is_included(running, files):
    """Values laid over it stay."""
    edit(files[1], "flow: 100", "flow: 200")
    told = news(running)
    assert "vars.a.flow 100 -> 200" in told[0] and rates(running) == [200, 50] and not running.errors


def test_a_broken_or_missing_include_leaves_the_last_good_scene_running(running, files):
    """Each is said once, and mended by itself."""
    edit(files[1], "emitter", "emiter")
    wait(running, lambda _: running.errors)
    assert (
        str(running.errors[0])
        .split("\n")[0]
        .endswith("jet.yaml:3:20: error: unknown key 'emiter'; did you mean 'emitter'? (included at " + f"{files[0]}:2:12)")
    )
    running.simulation.step(60)
    assert len(running.simulation.get("a.jet", Position).xyz) > 10
    edit(files[1], "emiter", "emitter")
    wait(running, lambda _: not running.errors)
    files[1].unlink()
    assert news(running) == ["jet.yaml is gone; the scene keeps it"] and rates(running) == [100, 50]
    files[1].write_text(JET.replace("100", "300"))
    wait(running, lambda _: rates(running) == [300, 50])
    assert not running.errors


def test_an_include_that_is_still_to_come_is_waited_for(running, files):
    """The scene names a file that is not there yet, which names another."""
    edit(files[0], "entities", "  - {file: parts/more.yaml}\nentities")
    wait(running, lambda _: running.errors)
    assert "no file 'parts/more.yaml'" in running.errors[0].text
    folder = files[0].parent / "parts"
    folder.mkdir()
    (folder / "more.yaml").write_text("include: [{file: last.yaml}]\nentities: {}\n")
    wait(running, lambda _: running.errors and "no file 'last.yaml'" in running.errors[0].text)
    (folder / "last.yaml").write_text(JET)
    wait(running, lambda _: not running.errors)
    assert "more.last.jet" in running.simulation.names()


def test_files_of_a_checkout_come_one_after_the_other(running, files):
    """The scene first, what it includes a moment later: never an error on screen."""
    edit(files[0], "entities", "  - {file: more.yaml}\nentities")
    wait(running, lambda _: running._held)
    (files[0].parent / "more.yaml").write_text(JET)
    told = wait(running, lambda _: "more.jet" in running.simulation.names())
    assert not running.errors and len(told) == 1


def test_a_first_load_that_lacks_an_include_recovers(files):
    """An empty scene until then."""
    files[1].rename(files[1].with_suffix(".away"))
    live = Live(files[0], interval=0.02)
    try:
        assert "no file 'jet.yaml'" in live.errors[0].text
        files[1].with_suffix(".away").rename(files[1])
        wait(live, lambda _: not live.errors)
        assert rates(live) == [100, 100]
    finally:
        live.close()


def test_an_include_taken_out_is_no_longer_watched(running, files):
    """Its next save is no news."""
    edit(files[0], MAIN[: MAIN.index("entities")], "")
    news(running)
    edit(files[1], "100", "400")
    assert quiet(running, 0.3) == [] and running.simulation.names() == ["air"]
