"""Rows of the panel: name, widget, a dot where the value is tweaked, what a value is about as a tooltip."""

from slimgui import imgui

from game.letters import plain as letters
from game.panel import theme
from game.panel.lists import is_curve, list_
from game.panel.widgets import BASIC, KEEP, add

WIDGETS = {**BASIC, "list": list_}
SCALARS = ("number", "whole", "word", "text", "file")  # their widgets show what is absent themselves

RELOADS = {
    "live": "takes effect at once",
    "birth": "for what is born from now on",
    "resize": "the body grows or shrinks, what lives is kept",
    "rebuild": "this entity is built anew",
    "camera": "the camera blends over",
}
CROSS = 15.0  # units at the right end of a row, for the cross
WIDE = 280.0  # units of a line of a tooltip
DEEP = 10.0  # units that what is inside of a block is moved to the right


def widget(row, desk):
    """The widget of a row: what its value is to be, or KEEP."""
    absent = row.value is None and row.form.kind not in SCALARS
    return (add if absent else WIDGETS[row.form.kind])(row, desk)


def rows(each, desk, depth=0):
    """Lay out rows, one below the other."""
    for row in each:
        one(row, desk, depth)


def one(row, desk, depth=0, name=None):
    """Lay out a row and those inside of it. name: what it is called, in place of its own name."""
    height = imgui.get_frame_height()
    if imgui.is_rect_visible((1.0, height)) or is_curve(row.form):
        _laid(row, desk, depth, name)
    else:  # scrolled out of sight
        imgui.dummy((1.0, height))
    rows(row.inside, desk, depth + 1)


def _laid(row, desk, depth, name):
    imgui.push_id(row.address)
    tweaked = desk.tweaked(row)
    branch = row.form.kind == "block" and row.value is not None
    top = imgui.get_cursor_screen_pos()
    _name(row, name or row.name.replace("_", " "), tweaked, depth)
    if not branch:
        left = imgui.get_window_width() * theme.LABEL
        imgui.same_line(left)
        room = imgui.get_content_region_avail()[0] - CROSS
        imgui.set_next_item_width(room)
        imgui.push_item_width(room)
        imgui.push_style_color(imgui.Col.TEXT, theme.INK if row.written else theme.FAINT)
        new = widget(row, desk)
        imgui.pop_style_color()
        imgui.pop_item_width()
        desk.where[row.address] = (*imgui.get_item_rect_min(), *imgui.get_item_rect_max())
        if tweaked:
            _take_back(row, desk)
        _menu(row, desk, tweaked, top)
        if new is not KEEP:
            desk.change(row, new)
    elif tweaked:
        _take_back(row, desk)
    imgui.pop_id()


def _name(row, name, tweaked, depth):
    draw, (x, y) = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    right = imgui.get_window_pos()[0] + imgui.get_window_width() * theme.LABEL - 6
    if tweaked:
        draw.add_circle_filled((right - 4, y + imgui.get_frame_height() / 2), 2.5, theme.u32(theme.ACCENT))
        right -= 10
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + DEEP * depth)
    imgui.align_text_to_frame_padding()
    name, color = letters(name), theme.DIM if row.written else theme.FAINT
    long = imgui.get_cursor_screen_pos()[0] + imgui.calc_text_size(name)[0] > right
    if long:  # every clip is a draw call of its own
        imgui.push_clip_rect((x, y), (right, y + imgui.get_frame_height()), True)
    imgui.text_colored(color, name)
    if long:
        imgui.pop_clip_rect()
    if imgui.is_item_hovered(imgui.HoveredFlags.DELAY_NORMAL):
        _about(row)


def told(text):
    """A tooltip of some sentences, in lines of a readable length."""
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(WIDE)
    imgui.text(letters(text))
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


def _about(row):
    """What the value is, its unit, what a change does, and where it comes from."""
    described = row.described
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(WIDE)
    imgui.text_colored(theme.ACCENT, letters(row.address))
    if described.text:
        imgui.text(letters(described.text))
    imgui.push_style_color(imgui.Col.TEXT, theme.DIM)
    unit = f"in {described.unit}; " if described.unit not in ("", "1") else ""
    imgui.text(f"{unit}{described.reload}: {RELOADS[described.reload]}" if described.reload else unit)
    if row.variable:
        imgui.text(f"the file says ${row.variable}: the variable is changed")
    elif not row.written:
        imgui.text("the file does not say it; this is the default")
    imgui.pop_style_color()
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


def _take_back(row, desk):
    if cross(f"{row.address} back", "take this change back", desk):
        desk.take_back(row)


def cross(name, about, desk, quiet=theme.DIM):
    """A small cross at the right end of the line; whether it was pressed."""
    side = imgui.get_frame_height()
    imgui.same_line(imgui.get_cursor_pos_x() + imgui.get_content_region_avail()[0] - CROSS)
    x, y = imgui.get_cursor_screen_pos()
    pressed = imgui.invisible_button(f"##{name}", (CROSS, side))
    over = imgui.is_item_hovered()
    color, draw = theme.u32(theme.INK if over else quiet), imgui.get_window_draw_list()
    middle, arm = (x + CROSS / 2 + 1, y + side / 2), 3.5
    for turn in (1, -1):
        draw.add_line((middle[0] - arm, middle[1] - turn * arm), (middle[0] + arm, middle[1] + turn * arm), color, 1.4)
    desk.where[name] = (x, y, x + CROSS, y + side)
    if over:
        imgui.set_tooltip(about)
    return pressed


def _menu(row, desk, tweaked, top):
    """A right click on the row."""
    left, height = top[0], imgui.get_frame_height()
    right = imgui.get_window_pos()[0] + imgui.get_window_width()
    if imgui.is_mouse_clicked(imgui.MouseButton.RIGHT) and imgui.is_window_hovered():
        if imgui.is_mouse_hovering_rect((left, top[1]), (right, top[1] + height)):
            imgui.open_popup("menu")
    if imgui.begin_popup("menu"):
        imgui.text_disabled(letters(row.address))
        if imgui.menu_item("Take the change back", None, False, bool(tweaked))[0]:
            desk.take_back(row)
        if imgui.menu_item("Copy the address")[0]:
            imgui.set_clipboard_text(row.address)
        imgui.end_popup()
