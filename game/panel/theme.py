"""How the panel looks: the colours of game/hud.py, the letters of game/letters.py, calm and close."""

from slimgui import imgui

from game import hud, letters

LETTERS, SMALL = 14.0, 12.0  # heights of letters [units of the window]
ROUND = 5.0
LABEL = 0.4  # share of a row that its name takes


def color(rgb, alpha=1.0):
    """A colour of the hud, (r, g, b) of 0 to 255, as imgui has it."""
    return (*(c / 255 for c in rgb[:3]), alpha)


INK, DIM, ACCENT, RED = (color(rgb) for rgb in (hud.INK, hud.DIM, hud.ACCENT, hud.RED))
FAINT = color((116, 130, 145))
GROUND, ALARM = color(hud.GROUND, 0.93), color(hud.ALARM, 0.94)
FIELD, FIELD_OVER, FIELD_HELD = (color(rgb, 0.92) for rgb in ((31, 42, 54), (40, 54, 69), (49, 66, 83)))
FILL, FILL_FAINT = color(hud.ACCENT, 0.30), color(hud.ACCENT, 0.13)
CLEAR = (0.0, 0.0, 0.0, 0.0)

_COLORS = {
    "TEXT": INK, "TEXT_DISABLED": FAINT, "WINDOW_BG": GROUND, "CHILD_BG": CLEAR, "POPUP_BG": color((17, 25, 35), 0.98),
    "BORDER": color((58, 74, 90), 0.6), "BORDER_SHADOW": CLEAR, "FRAME_BG": FIELD, "FRAME_BG_HOVERED": FIELD_OVER, "FRAME_BG_ACTIVE": FIELD_HELD,
    "SCROLLBAR_BG": CLEAR, "SCROLLBAR_GRAB": color((70, 88, 105), 0.7), "SCROLLBAR_GRAB_HOVERED": color((92, 114, 134), 0.9),
    "SCROLLBAR_GRAB_ACTIVE": ACCENT, "CHECK_MARK": ACCENT, "SLIDER_GRAB": ACCENT, "SLIDER_GRAB_ACTIVE": ACCENT,
    "BUTTON": FIELD, "BUTTON_HOVERED": FIELD_OVER, "BUTTON_ACTIVE": FIELD_HELD,
    "HEADER": color(hud.ACCENT, 0.16), "HEADER_HOVERED": color(hud.ACCENT, 0.10), "HEADER_ACTIVE": color(hud.ACCENT, 0.22),
    "SEPARATOR": color((58, 74, 90), 0.5), "SEPARATOR_HOVERED": color(hud.ACCENT, 0.6), "SEPARATOR_ACTIVE": ACCENT,
    "RESIZE_GRIP": CLEAR, "RESIZE_GRIP_HOVERED": color(hud.ACCENT, 0.5), "RESIZE_GRIP_ACTIVE": ACCENT,
    "TAB": CLEAR, "TAB_HOVERED": FIELD_OVER, "TAB_SELECTED": CLEAR, "TAB_SELECTED_OVERLINE": CLEAR,
    "TEXT_SELECTED_BG": color(hud.ACCENT, 0.3), "NAV_CURSOR": ACCENT, "INPUT_TEXT_CURSOR": ACCENT, "TREE_LINES": color((58, 74, 90), 0.8),
}  # fmt: skip

_SIZES = {
    "window_padding": (12.0, 10.0), "frame_padding": (8.0, 3.0), "item_spacing": (6.0, 4.0), "item_inner_spacing": (4.0, 4.0),
    "window_rounding": 0.0, "child_rounding": ROUND, "frame_rounding": 4.0, "popup_rounding": ROUND, "grab_rounding": 3.0, "scrollbar_rounding": 4.0,
    "window_border_size": 0.0, "child_border_size": 0.0, "popup_border_size": 1.0, "frame_border_size": 0.0,
    "scrollbar_size": 9.0, "grab_min_size": 2.0, "indent_spacing": 12.0, "disabled_alpha": 0.4,
    "window_min_size": (120.0, 60.0), "hover_stationary_delay": 0.25, "hover_delay_normal": 0.45,
}  # fmt: skip


def dress():
    """Set letters, colours and spacing of the current imgui context."""
    io, style = imgui.get_io(), imgui.get_style()
    io.fonts.add_font_from_memory_ttf(letters.font(14).path.getvalue(), LETTERS)  # the file that Pillow brings
    for name, value in _COLORS.items():
        style.colors[getattr(imgui.Col, name)] = value
    for name, value in _SIZES.items():
        setattr(style, name, value)


def u32(rgba):
    """A colour as draw lists take it."""
    return imgui.color_convert_float4_to_u32(rgba)


def fade(rgba, share):
    """The same colour, fainter."""
    return (*rgba[:3], rgba[3] * share)
