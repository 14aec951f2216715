"""What a scene is made of beside its own file: included files, images and their maps, shaders; each is followed while it runs."""

import shutil
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.scene.paths import CONTENT
from game import sources
from game.live import Live
from game.renew import renew

JET = """entities:
  jet: {mass: 1 g, emitter: {rate: 100, lifetime: 3}}
"""
SCENE = """include: [{file: jet.yaml, as: one}]
entities:
  earth: {gravity: {}}
  eye: {position: [0, 1, 4], camera: {target: [0, 0, 0]}}
  box: {shape: {box: {size: [1, 1, 1]}}, surface: {texture: stone.png}}
"""
SLOWEST = 8.0  # [s] that any test waits for news


@pytest.fixture
def live(tmp_path):
    """A scene with an included file and a texture."""
    (tmp_path / "jet.yaml").write_text(JET)
    Image.new("RGB", (8, 8), "red").save(tmp_path / "stone.png")
    (tmp_path / "scene.yaml").write_text(SCENE)
    running = Live(tmp_path / "scene.yaml", interval=0.01, settle=0.04)
    yield running
    running.close()


def news(live, until=lambda texts: texts):
    """Texts of the running scene until something holds."""
    texts, end = [], time.monotonic() + SLOWEST
    while not until(texts):
        assert time.monotonic() < end, (texts, live.errors)
        texts += live.poll()
        live.simulation.advance(0.005)
        time.sleep(0.004)
    return texts


def quiet(live, seconds=0.5):
    """Texts of some seconds."""
    end = time.monotonic() + seconds
    return news(live, lambda _: time.monotonic() > end)


def beside(live, name):
    return live.path.with_name(name)


def test_an_included_file_is_part_of_the_scene(live):
    """Edited, broken with its own line, mended, gone: as the scene's own file; droplets fly on."""
    live.simulation.step(60)
    jet = beside(live, "jet.yaml")
    jet.write_text(JET.replace("rate: 100", "rate: 200"))
    assert news(live) == ["reloaded scene.yaml: one.jet.emitter.rate 100 -> 200 (birth)"]
    jet.write_text(JET.replace("rate: 100", "ratee: 200"))
    news(live, lambda _: live.errors)
    assert (Path(live.errors[0].file), live.errors[0].line) == (jet, 2) and "did you mean 'rate'" in live.errors[0].text
    jet.write_text(JET.replace("rate: 100", "rate: 300"))
    assert news(live)[-1] == "reloaded scene.yaml: one.jet.emitter.rate 200 -> 300 (birth)" and live.errors == ()
    jet.unlink()
    assert news(live) == ["jet.yaml is gone; the scene keeps it"] and live.simulation.names()[0] in ("one.jet", "earth")


def test_a_scene_that_lacks_its_included_file_waits_for_it(tmp_path):
    """First load broken, in the included file: an empty scene, the error, and recovery when that file is mended."""
    (tmp_path / "jet.yaml").write_text("entities: {jet: [")
    (tmp_path / "scene.yaml").write_text("include: [{file: jet.yaml, as: one}]\nentities: {earth: {gravity: {}}}\n")
    live = Live(tmp_path / "scene.yaml", interval=0.01, settle=0.04)
    assert live.errors and live.simulation.names() == []
    (tmp_path / "jet.yaml").write_text(JET)
    assert news(live) == ["loaded scene.yaml"] and "one.jet" in live.simulation.names()
    live.close()


def test_a_map_that_comes_beside_a_texture_is_used(live):
    """NAME_normal.png is looked for as long as the scene runs; a damaged one is told."""
    bumps = beside(live, "stone_normal.png")
    bumps.write_bytes(b"no picture")
    [text] = news(live)
    assert text.startswith("stone_normal.png is no") and live.textures == []
    Image.new("RGB", (8, 8), (128, 128, 255)).save(bumps)
    assert news(live) == ["reloaded stone_normal.png"] and live.textures == [str(bumps)]


def test_the_light_beside_a_sky_is_part_of_scene_and_picture(tmp_path):
    """A scene that takes up pictures of a sky while it runs; sky.json saved anew: the scene is read again, and the pictures are."""
    shutil.copytree(CONTENT / "skies" / "evening", tmp_path / "sky")
    pictures = {path.stem: f"sky/{path.name}" for path in (tmp_path / "sky").iterdir() if path.stem in ("px", "nx", "py", "ny", "pz", "nz")}
    faces = ", ".join(f"{face}: {name}" for face, name in pictures.items())
    told = (tmp_path / "sky" / "sky.json").read_text()
    sun = next(line for line in (CONTENT / "scenes" / "cloth.yaml").read_text().splitlines() if "sun: {azimuth" in line).strip()
    (tmp_path / "scene.yaml").write_text("entities:\n  earth: {gravity: {}}\n")
    live = Live(tmp_path / "scene.yaml", interval=0.01, settle=0.04)
    (tmp_path / "scene.yaml").write_text(f"entities:\n  earth: {{gravity: {{}}}}\n  sky: {{skybox: {{faces: {{{faces}}}}}}}\n  {sun}\n")
    assert "sky added" in news(live)[0], live.errors
    (tmp_path / "sky" / "sky.json").write_text(told + "\n")
    assert sorted(news(live, lambda texts: len(texts) == 2)) == ["reloaded sky.json", "saved, no change"]
    assert [Path(path).name for path in live.textures] == ["sky.json"]
    live.close()


def test_a_checkout_of_many_files_is_one_reload(live):
    """git puts another branch's scene, included file and texture into place: one report of all, no error on the way."""
    folder = live.path.parent
    live._watch.settle = 0.2  # git's own files must not lie farther apart, however busy the machine

    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words], cwd=folder, check=True, capture_output=True)

    git("init", "-q", "-b", "old")
    git("add", "."), git("commit", "-qm", "old")
    git("checkout", "-qb", "new")
    for i in range(30):
        (folder / f"other_{i}.yaml").write_text(JET)
    beside(live, "jet.yaml").write_text(JET.replace("jet:", "well:"))
    live.path.write_text(SCENE.replace("earth:", "moon:").replace("{}", "{acceleration: [0, -1.6, 0]}"))
    Image.new("RGB", (8, 8), "blue").save(beside(live, "stone.png"))
    news(live, lambda texts: "reloaded stone.png" in texts and len(texts) > 1)
    git("add", "."), git("commit", "-qm", "new")
    assert [text for text in quiet(live) if "error" in text] == []
    git("checkout", "-q", "old")
    texts = news(live, lambda texts: len(texts) > 1) + quiet(live)
    assert sorted(text.partition(":")[0] for text in texts) == ["reloaded scene.yaml", "reloaded stone.png"]
    assert live.errors == () and "earth" in live.simulation.names() and "one.jet" in live.simulation.names()


def test_a_new_save_overtakes_what_is_being_read(live):
    """Saved thirty times a second: what is applied is never older than what was applied before, and the last is applied; nothing queues up."""
    jet, rates = beside(live, "jet.yaml"), []
    for rate in range(101, 131):
        jet.write_text(JET.replace("rate: 100", f"rate: {rate}"))
        live.poll()
        rates.append(live.simulation.scene.spec.entities["one.jet"].emitter.rate)
        time.sleep(1 / 30)
    news(live, lambda _: live.simulation.scene.spec.entities["one.jet"].emitter.rate == 130)
    assert rates == sorted(rates) and live._jobs.empty()
    assert quiet(live, 0.3) == []


# shaders


@pytest.fixture
def shaders(tmp_path, monkeypatch):
    """A copy of all shaders, in use by programs and watch."""
    programs = pytest.importorskip("engine.render.programs")
    folder = tmp_path / "shaders"
    shutil.copytree(sources.SHADERS, folder)
    monkeypatch.setattr(programs.Program.__init__, "__defaults__", (None, (), folder))
    monkeypatch.setattr(sources, "SHADERS", folder)
    return folder


def test_a_shader_reloads_and_a_broken_one_leaves_the_last_good(context, shaders, live):
    """present.frag gives black: the next picture is black; a typo in it, or in what several include, is told with file and line."""
    from engine.render.extract import extract
    from engine.render.objects import live as alive
    from engine.render.renderer import Renderer

    renderer, told = Renderer((64, 36), quality="test", bake="off"), []
    live._follow_files()  # of the copy

    def picture():
        renew(renderer, live, lambda text, on_picture: told.append(text))
        renderer.render(extract(live.simulation))
        return renderer.pixels().copy()

    before, objects = picture(), alive()
    text = (shaders / "present.frag").read_text()
    (shaders / "present.frag").write_text(text.rstrip().removesuffix("}") + "color = vec4(0.0, 0.0, 0.0, 1.0);\n}\n")
    _seen(live, "present.frag")
    assert not picture()[..., :3].any() and told == ["reloaded present.frag"]
    for name in ("present.frag", "view.glsl"):
        last, good = picture(), (shaders / name).read_text()
        (shaders / name).write_text(f"{good}\nnonsense;\n")
        _seen(live, name)
        np.testing.assert_array_equal(picture(), last)
        assert told[-1].startswith(f"{name}:{good.count(chr(10)) + 2}") and told[-1].endswith("; the picture keeps its programs")
        (shaders / name).write_text(text if name == "present.frag" else good)
        _seen(live, name)
    assert told[-1].startswith("view.glsl:") and told[-2] == "reloaded present.frag"
    np.testing.assert_array_equal(picture(), before)
    assert alive() == objects
    renderer.close()


def _seen(live, name):
    news(live, lambda _: live.shaders == [name])
