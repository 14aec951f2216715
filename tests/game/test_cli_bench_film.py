"""The benchmark of films measures what it says."""

import json

import pytest

from game.cli import main
from game.commands import bench_film
from game.report import FAILED, FINE

pytest.importorskip("av")


@pytest.fixture
def small(context, monkeypatch):
    """Few small pictures of a small scene."""
    for name, value in {"SIZE": (64, 36), "QUICK": 6, "RUN": 2, "SETTLED": 4, "SCENE": "pendulum"}.items():
        monkeypatch.setattr(bench_film, name, value)


def test_bench_film_prints_its_rows(small, capsys):
    """Drawing alone, the encoder alone, the film; which of the two is slower has the share 1, the others are measured by it."""
    assert main(["bench", "film", "--quick", "--json"]) == FINE
    drawing, encoder, film, target, memory = json.loads(capsys.readouterr().out)
    assert [row["what"] for row in (drawing, encoder, film)] == ["drawing alone", "encoder alone", "film"]
    slower = min(drawing, encoder, key=lambda row: row["fps"])
    assert slower["share"] == 1 and film["share"] == pytest.approx(film["fps"] / slower["fps"])
    assert target == {"scene": "pendulum", "what": f"target: of {slower['what']}", "fps": None, "share": 0.8, "cpu_ms": None}
    assert memory["what"] == "memory grew [MB]" and film["fps"] > 0


def test_memory_that_grows_stops_the_benchmark(small, monkeypatch, capsys):
    """Each picture leaves a hundred megabytes behind: status 4."""
    held = iter(range(0, 10**12, 10**8))
    monkeypatch.setattr(bench_film, "_resident", lambda: next(held))
    assert main(["bench", "film", "--quick"]) == FAILED
    assert "memory grew by 95 MiB while a film was made" in capsys.readouterr().err
