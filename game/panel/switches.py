"""What is seen, as switches: masses, surfaces, droplets as lines, and what G draws. The keys do the same."""

from slimgui import imgui

from engine.simulation.layers import LAYERS
from game.panel import theme
from game.panel.fields import told
from game.panel.sections import fold

PAD, GAP, ROUND = 5.0, 4.0, 9.0  # units: beside a word, between two, of the corners
LOOKS = {
    "masses": "The masses and springs of all bodies: P.",
    "surfaces": "The surfaces of all bodies: T.",
    "lines": "Droplets as lines: L.",
}


def show(desk):
    """A row of switches, as many lines as it takes."""
    if not fold("Show", desk):
        return
    showing, seen = desk.stage.showing, desk.seen()
    for name, about in LOOKS.items():
        if chip(name, seen[name], about, desk):
            getattr(showing, f"toggle_{name}")()
    for name, layer in LAYERS.items():
        if chip(name, name in showing.layers, f"{layer.__doc__} G leads through them.", desk):
            showing.toggle_layer(name)
    imgui.new_line()


def chip(name, is_on, about, desk):
    """A word that is lit while it is on, beside the one before where there is room; whether it was pressed."""
    width = imgui.calc_text_size(name)[0] + 2 * PAD
    if imgui.get_content_region_avail()[0] < width:
        imgui.new_line()
    colors = {"BUTTON": theme.fade(theme.ACCENT, 0.30), "BUTTON_HOVERED": theme.fade(theme.ACCENT, 0.42)} if is_on else {}
    for key, color in {**colors, "TEXT": theme.INK if is_on else theme.DIM}.items():
        imgui.push_style_color(getattr(imgui.Col, key), color)
    imgui.push_style_var(imgui.StyleVar.FRAME_ROUNDING, ROUND)
    imgui.push_style_var(imgui.StyleVar.FRAME_PADDING, (PAD, imgui.get_style().frame_padding[1]))
    pressed = imgui.button(f"{name}##show", (width, 0))
    imgui.pop_style_var(2)
    imgui.pop_style_color(len(colors) + 1)
    desk.where[f"show {name}"] = (*imgui.get_item_rect_min(), *imgui.get_item_rect_max())
    if imgui.is_item_hovered(imgui.HoveredFlags.DELAY_NORMAL):
        told(about)
    imgui.same_line(0, GAP)
    return pressed
