"""What README.md tells a newcomer to do works."""

import re
from pathlib import Path

from engine.scene import load
from engine.simulation import Simulation
from game.cli import main
from game.report import FINE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def block(language):
    """The first block of code in a language."""
    return re.search(rf"```{language}\n(.*?)```", README, re.S)[1]


def test_the_scene_of_the_walk_through_keeps_its_promises(tmp_path, capsys):
    """first.yaml as printed has no mistake and holds its own check."""
    path = tmp_path / "first.yaml"
    path.write_text(block("yaml"))
    assert main(["check", "--run", str(path)]) == FINE, capsys.readouterr().out


def test_the_wind_of_the_walk_through_bends_the_sparks(tmp_path):
    """Step 3's line is a change that the running scene takes up, and after it the sparks move along x."""
    from engine.components import Velocity

    line = re.search(r"\(`(breeze: .*?)`\)", README)[1]
    path = tmp_path / "first.yaml"
    path.write_text(block("yaml"))
    simulation = Simulation.from_file(path)
    simulation.step(240)
    before = simulation.get("sparks", Velocity).xyz[:, 0].mean()
    path.write_text(block("yaml").replace("  weight:", f"  {line}\n  weight:"))
    assert [str(change) for change in simulation.reload(load(path))]
    simulation.step(240)
    assert simulation.get("sparks", Velocity).xyz[:, 0].mean() > before + 1


def test_the_fountain_has_what_the_readme_edits():
    """The line to change is there, once for the jet, with the number that the message shows."""
    text = (ROOT / "content" / "scenes" / "fountain.yaml").read_text()
    rate = re.search(r"find\n\n( +rate: \d+)\n", README)[1]
    assert text.count(rate + "\n") == 1
    line = text[: text.index(rate)].count("\n") + 1
    assert f"fountain.yaml:{line}:{rate.index('r') + 1}: error: unknown key 'ratee'" in README
    assert f"jet.emitter.{rate.strip().replace(': ', ' ')} -> " in README


def test_the_python_of_the_readme_runs(monkeypatch, capsys):
    """The example prints six things and raises nothing: a fingerprint, then a cloth's energy and stretch."""
    monkeypatch.chdir(ROOT)
    exec(compile(block("python"), "README.md", "exec"), {})
    *_, fingerprint, numbers = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"[0-9a-f]+", fingerprint)
    energy, stretch = map(float, numbers.split())
    assert energy > 0 and 0 < stretch < 1
