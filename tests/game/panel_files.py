"""A scene whose entities can have every component, stages on it and hands on their panel: for the tests of what comes and goes."""

import pytest
from panel_hands import Hands

from game.stage import Stage

TEXT = """# a scene to be added to
format: 1
entities:
  # what hangs
  net:  # with a remark
    mass: 1 g   # of each
    lattice: {counts: [4, 4], size: 1}
    # last word of the net
  free: {mass: 1 g}
  block:
    shape:
      box: {size: [1, 1, 1]}

  pond:
    wave_surface: {size: [2, 2]}  # round
  place: {position: [0, 1, 0]}
  spray: {mass: 1 g, emitter: {rate: 10}}
  eye: {position: [0, 0, 4], camera: {}}
  twin: {like: block, position: [2, 0, 0]}
  dawn: {sun: {}}
  heaven: {skybox: {computed: {}}}
"""
ENDINGS = {
    "LF": lambda raw: raw,
    "CRLF": lambda raw: raw.replace(b"\n", b"\r\n"),
    "BOM": lambda raw: b"\xef\xbb\xbf" + raw,
    "no end": bytes.rstrip,
}


@pytest.fixture(name="stage")
def opened_stages(tmp_path, monkeypatch):
    """Open a Stage on a file with these bytes; closed at the end, its unsaved changes kept aside."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    opened = []

    def opens(raw=None, name="small.yaml"):
        path = tmp_path / name
        path.write_bytes(TEXT.encode() if raw is None else raw)
        said = []
        opened.append(Stage(path, lambda text, screen: said.append(text)))
        opened[-1].said, opened[-1].file = said, path
        return opened[-1]

    yield opens
    for each in opened:
        each.close()


@pytest.fixture(name="hands")
def hands_on_panels():
    """A panel on a stage."""
    made = []

    def on(stage):
        made.append(Hands(stage))
        made[-1].panel.split = 0.2
        return made[-1]

    yield on
    for each in made:
        each.close()


def inserted(before, after):
    """What stands in `after` beside all of `before`, in one piece; None where that is not the difference."""
    n = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), len(before))
    more = len(after) - len(before)
    return after[n : n + more] if more > 0 and after[:n] + after[n + more :] == before else None
