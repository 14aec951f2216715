"""The benchmark of edits measures what it says: a real save, a picture that shows it, an edit of each class."""

import json

import pytest

from engine.scene import load
from game.cli import main
from game.commands import bench_reload
from game.report import FAILED, FINE, Stop
from game.scenes import find


def test_bench_reload_prints_its_rows(context, monkeypatch, capsys, tmp_path):
    """Of each scene the way from a save to its picture and an apply of each class it has; the frames; the median over all."""
    for name in ("SAVES", "QUICK", "APPLIES", "FRAMES", "FEWER"):
        monkeypatch.setattr(bench_reload, name, 1)
    (tmp_path / "pendulum.yaml").write_text(find("pendulum").read_text())
    monkeypatch.setattr(bench_reload, "SCENES", tmp_path)
    monkeypatch.setattr(bench_reload, "LARGEST", "pendulum")
    assert main(["bench", "reload", "--quick", "--json"]) == FINE
    rows = json.loads(capsys.readouterr().out)
    what = [row["what"] for row in rows]
    assert what[:2] == ["save to picture", "apply live"] and what[-5:-1] == [
        "frame at rest", "frame at rest, worst", "frame while it is read", "frame while it is read, worst"
    ] and rows[-1]["scene"] == "all"  # fmt: skip
    assert all(row["ms"] > 0 for row in rows)


def test_a_picture_that_does_not_change_stops_the_benchmark(monkeypatch, tmp_path):
    """A save that nobody sees is no time: status 4, and what the scene has said."""

    class Blind:
        path, told = tmp_path / "a.yaml", ["saved, no change"]

        def picture(self):
            return 100.0

    monkeypatch.setattr(bench_reload, "SLOWEST", 0.05)
    with pytest.raises(Stop, match="its picture did not change; saved, no change") as stop:
        bench_reload._delay(Blind(), "")
    assert stop.value.status == FAILED


@pytest.mark.parametrize(
    "name, kind", [("fountain", "birth"), ("fountain", "resize"), ("cloth", "rebuild"), ("jelly", "live"), ("rain", "camera")]
)
def test_an_edit_of_a_class_is_one(name, kind):
    """What is applied is of the class that its row names."""
    from engine.scene.difference import difference

    scene = load(find(name))
    changes = difference(scene, bench_reload._edited(scene, kind))
    assert [change.kind for change in changes] == [kind]
