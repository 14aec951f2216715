"""Pictures of the sky in a scene: mistakes are said where they are made."""

import json

import pytest
from PIL import Image

from engine.assets.faces import NAMES
from engine.scene import SceneError, parse

SCENE = """format: 1
entities:
  sun: {{sun: {{azimuth: {azimuth}, elevation: {elevation}}}}}
  sky:
    skybox:
      faces: {{px: px.png, nx: nx.png, py: py.png, ny: ny.png, pz: pz.png, nz: {nz}}}
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with six grey faces that show the sun at azimuth 0, elevation 5."""
    for name in NAMES:
        Image.new("RGB", (4, 4), "grey").save(tmp_path / f"{name}.png")
    (tmp_path / "sky.json").write_text(json.dumps({"scale": 0.5, "beam": [2, 1.5, 1], "sun": {"azimuth": 0, "elevation": 5}}))
    return tmp_path


def loaded(folder, azimuth=0, elevation=5, nz="nz.png", text=SCENE):
    return parse(text.format(azimuth=azimuth, elevation=elevation, nz=nz).encode(), folder / "test.yaml")


def mistakes(folder, **how):
    with pytest.raises(SceneError) as caught:
        loaded(folder, **how)
    return [(d.line, d.column, d.text) for d in caught.value.diagnostics]


def test_a_scene_whose_sun_stands_where_the_pictures_show_it_loads(folder):
    """Within a degree, and once round; what lies beside px is watched too."""
    scene = loaded(folder, 360.5, 4.5)
    assert folder / "sky.json" in scene.files and len(scene.files) == 8


def test_mistakes_of_an_author_are_said(folder):
    """Sizes, shapes, files and keys that are missing, a sun elsewhere, no sun at all: each once, at its place."""
    sun = "write sun: {azimuth: 0, elevation: 5}"
    assert mistakes(folder, azimuth=90) == [(3, 14, f"the pictures show the sun elsewhere; {sun}, or another skybox")]
    none = SCENE.replace("  sun: {{sun: {{azimuth: {azimuth}, elevation: {elevation}}}}}\n", "")
    assert [text for *_, text in mistakes(folder, text=none)] == [
        "the pictures show a sun, the scene has none; write an entity with sun: {azimuth: 0, elevation: 5}"
    ]
    assert "no file 'missing.png'" in mistakes(folder, nz="missing.png")[0][2]
    assert "needs 'nz'" in mistakes(folder, text=SCENE.replace(", nz: {nz}", ""))[0][2]
    Image.new("RGB", (5, 5)).save(folder / "nz.png")
    assert [text for *_, text in mistakes(folder)] == ["nz has 5 pixels a side, px has 4; all six must have the same"]
    Image.new("RGB", (4, 5)).save(folder / "nz.png")
    assert [text for *_, text in mistakes(folder)] == ["nz has 4 x 5 pixels; a face is square"]
