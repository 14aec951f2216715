"""The panel in OpenGL: it draws where it stands and leaves the renderer as it was."""

import numpy as np
import pytest
from panel_hands import SIZE as ROOM
from panel_hands import Hands, still
from slimgui import imgui

from engine.scene import load

SIZE = (640, 360)
TEXT = """entities:
  jet: {mass: 1 g, emitter: {rate: 400}}
  block: {shape: {box: {size: [1, 1, 1]}}, surface: {color: "#ff8800"}}
  sun: {sun: {}}
  eye: {position: [2, 2, 3], camera: {target: [0, 0, 0]}}
"""


@pytest.fixture
def drawn(context, tmp_path):
    """A renderer that has drawn a scene, the frame, and a panel over it."""
    from engine.render.extract import extract
    from engine.render.renderer import Renderer
    from engine.simulation import Simulation
    from game.panel.backend import Backend
    from game.panel.panel import Panel

    path = tmp_path / "small.yaml"
    path.write_text(TEXT)
    simulation = Simulation(load(path))
    renderer = Renderer(SIZE, quality="test", bake="off")
    frame = extract(simulation)
    renderer.render(frame)
    panel = Panel(still(simulation.scene), Backend)
    panel.desk.select("block")
    yield renderer, frame, panel
    panel.close()
    renderer.close()


def lay(panel, renderer, ratio=1.0, pictures=3):
    """Lay the panel over the renderer's picture; imgui knows its sizes from the third picture on."""
    for _ in range(pictures):
        panel.layout([side / ratio for side in SIZE], ratio, 1 / 60)
        panel.draw(renderer.shared["screen"].id, SIZE)


def test_only_pixels_of_the_panel_change(drawn):
    """Left of its edge the picture is the renderer's, to the bit; on it stand ground, letters and accents."""
    renderer, _, panel = drawn
    before = renderer.pixels()
    lay(panel, renderer)
    after, edge = renderer.pixels(), SIZE[0] - round(panel.width)
    np.testing.assert_array_equal(after[:, :edge], before[:, :edge])
    assert (after[:, edge:] != before[:, edge:]).any(axis=2).mean() > 0.9
    assert len(np.unique(after[:, edge:].reshape(-1, 4), axis=0)) > 100


def test_the_next_picture_is_as_if_there_had_been_no_panel(drawn):
    """The same frame gives the same pixels before and after the panel was drawn, twice."""
    renderer, frame, panel = drawn
    before = renderer.pixels()
    for _ in range(2):
        lay(panel, renderer)
        renderer.render(frame)
        np.testing.assert_array_equal(renderer.pixels(), before)


def test_a_dense_screen_has_twice_the_letters(drawn):
    """At two pixels a unit the panel takes twice the pixels, and its letters are made for that size."""
    renderer, _, panel = drawn
    before = renderer.pixels()
    lay(panel, renderer, ratio=2.0)
    after = renderer.pixels()
    width = panel.width  # of 320 units that the window has
    changed = np.flatnonzero((after != before).any(axis=(0, 2)))
    assert changed.min() == SIZE[0] - round(2 * width)
    imgui.set_current_context(panel.context)
    assert imgui.get_io().display_framebuffer_scale == (2.0, 2.0)


def test_nothing_is_left_when_it_is_closed(context, tmp_path):
    """Every OpenGL object of the panel is freed."""
    from engine.render import gl
    from game.panel.backend import Backend
    from game.panel.panel import Panel

    path = tmp_path / "small.yaml"
    path.write_text(TEXT)
    before = gl.live()
    panel = Panel(still(load(path)), Backend)
    panel.layout(SIZE, 1.0, 1 / 60)
    panel.draw(0, SIZE)
    assert gl.live() != before
    panel.close()
    assert gl.live() == before


def test_events_reach_the_place_where_they_happen(context, tmp_path):
    """Counted from the lower left, and in units of the window, of which two are one of the panel on a dense screen."""
    from game.panel.headless import Headless
    from game.panel.input import Input
    from game.panel.panel import Panel
    from game.pointer import Touch

    path = tmp_path / "small.yaml"
    path.write_text(TEXT)
    panel = Panel(still(load(path)), Headless)
    events = Input(panel, zoom=2.0)
    for _ in range(3):
        panel.layout(SIZE, 2.0, 1 / 60)
    window = SIZE[0] * 2, SIZE[1] * 2

    def touch(x, y):
        return Touch(2 * x, window[1] - 2 * y, window, "left")

    left, top, right, bottom = panel.desk.where["Profile"]
    place = touch((left + right) / 2, (top + bottom) / 2)
    assert events.move(place) and not events.move(touch(SIZE[0] - panel.width - 2, 100))
    for act in (events.move, events.press, events.release):
        act(place)
        panel.layout(SIZE, 2.0, 1 / 60)
    panel.layout(SIZE, 2.0, 1 / 60)
    assert panel.page == "Profile"
    assert not events.scroll(touch(10, 10), 1) and events.scroll(place, 1)
    panel.close()


def test_what_is_typed_within_one_picture_of_a_click_into_the_search_box_is_the_boxs(context, tmp_path):
    """However long the picture takes: press, let go and two keys come before the next one. A click elsewhere takes no key."""
    from pyglet.window import key

    from game.panel.input import Input
    from game.pointer import Touch

    path = tmp_path / "small.yaml"
    path.write_text(TEXT)
    hands = Hands(still(load(path)))
    events = Input(hands.panel)
    x, y = hands.at("search")

    def click(x, y):
        for kind in ("press", "release"):
            getattr(events, kind)(Touch(x, ROOM[1] - y, ROOM, "left"))

    def typed(letters):
        mine = []
        for letter in letters:
            mine.append(events.key(getattr(key, letter.upper()), 0, True))
            events.text(letter)
            events.key(getattr(key, letter.upper()), 0, False)
        return mine

    click(x, y)
    assert typed("so") == [True, True]
    hands.look(3)
    assert hands.desk.search == "so"
    click(x, y + 400)
    assert typed("so") == [False, False]
    hands.look(3)
    assert hands.desk.search == "so"
    hands.close()
