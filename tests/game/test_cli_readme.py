"""What README.md tells a newcomer to do works."""

import re
import time
from pathlib import Path

from engine.scene.load import load, parse
from engine.simulation import Simulation
from game.cli import main
from game.keys import bindings
from game.live import Live
from game.report import FINE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def block(language):
    """The first block of code in a language."""
    return re.search(rf"```{language}\n(.*?)```", README, re.S)[1]


def steps():
    """The tutorial as [(kind, text)]: sh and diff blocks, and "" for what the window says, in their order."""
    part = README[README.index("## Write a scene, in ten minutes") : README.index("### What there is")]
    return re.findall(r"^```(\w*)\n(.*?)^```$", part, re.S | re.M)


def applied(diff, text):
    """A text after a diff without line numbers: what it shows stands there exactly once."""
    lines = [(line[:1], line[1:]) for line in diff.splitlines()]
    before = "".join(f"{line}\n" for sign, line in lines if sign in " -")
    assert f"\n{text}".count(f"\n{before}") == 1, f"stands there {text.count(before)} times:\n{before}"
    return f"\n{text}".replace(f"\n{before}", "\n" + "".join(f"{line}\n" for sign, line in lines if sign in " +"))[1:]


def news(live, patience=8.0):
    """What the window says next."""
    end = time.monotonic() + patience
    while not (said := live.poll()):
        assert time.monotonic() < end, "nothing was said"
        live.simulation.advance(0.005)
        time.sleep(0.005)
    return said


def test_every_step_of_the_tutorial_does_what_it_says(tmp_path, monkeypatch, capsys, context):
    """Made, opened, edited, broken, mended, checked and rendered as printed; what the window says is what the page says."""
    monkeypatch.chdir(tmp_path)
    file, live, commands, told = tmp_path / "first.yaml", None, [], 0
    for kind, text in steps():
        for words in (line.split()[2:] for line in text.splitlines() if kind == "sh"):
            commands.append(words[0])
            if words == ["first.yaml"]:
                live = Live(file, interval=0.02)
                assert live.errors == ()
                continue
            small = ["--size", "64x36", "--quality", "test", "--samples", "0"] if words[0] == "render" else []
            assert main([*words, *small]) == FINE, capsys.readouterr()
        if kind == "diff":
            live.simulation.step(10)
            file.write_text(applied(text, file.read_text()))
        if kind == "":
            told += 1
            [said] = news(live)
            broken = f"first.yaml: 1 error; the last good scene goes on\n{live.path.parent}/" if live.errors else ""
            assert said.removeprefix(broken).splitlines()[0] == text.strip()
            assert bool(live.errors) == ("error" in text)
    assert set(bindings(live.simulation.scene.spec)[0]) == {"A", "D"}
    live.close()
    assert commands == ["new", "first.yaml", "check", "render"] and told == 8
    assert (tmp_path / "first.png").stat().st_size > 500


def test_the_scene_among_the_words_works():
    """The cloth over a ball runs."""
    scene = parse(block("yaml").encode(), ROOT / "content" / "scenes" / "it.yaml")
    Simulation(scene).step(2)


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


def test_the_tour_of_the_readme_stands(tmp_path, capsys):
    """Two fountains, one of them turned and stronger; the address that the page names is one; it is right and runs."""
    path = tmp_path / "garden.yaml"
    path.write_text(next(text for text in re.findall(r"```yaml\n(.*?)```", README, re.S) if "include:" in text))
    assert main(["check", str(path)]) == FINE, capsys.readouterr()
    address, value = re.search(r"`--set (far\.\S+)=(\d+)`", README).groups()
    spec = load(path).spec
    assert spec.entities["far.jet"].emitter.rate == 9000 and spec.entities["near.jet"].emitter.rate < 9000
    assert spec.entities["far.jet"].emitter.start_velocity.jet.strength == 1.4 and spec.entities["far.jet"].position[0] == 13
    simulation = Simulation.from_file(path, overrides={address: float(value)})
    simulation.step(10)
    assert simulation.scene.spec.entities["far.jet"].emitter.rate == float(value)
    assert simulation.pose("blue").position[0] == -simulation.pose("red").position[0]


def test_the_camera_path_of_the_readme_is_flown(tmp_path):
    """Three keys of three seconds: after three the camera is at the second, after six it passes the event."""
    text = next(text for text in re.findall(r"```yaml\n(.*?)```", README, re.S) if "camera_path" in text)
    simulation = Simulation(parse(text.encode(), tmp_path / "path.yaml"))
    simulation.step(360)
    assert list(simulation.pose("eye").position.round(6)) == [5, 2.5, 0]
    simulation.step(361)
    assert simulation.messages[-1].endswith("passes behind")
    simulation.close()
