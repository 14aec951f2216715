"""A widget for each kind of value: called with a row and the desk, in the place and width that imgui has been given.

Each returns what the value is to be, or KEEP. Lists and curves are in lists.py, the table of all in fields.py.
"""

from slimgui import imgui

from engine.schema import Spec
from game.letters import plain as letters
from game.panel import theme
from game.panel.values import beginnings, held, kind_of, least, rounded, speed_of, start, step_of, to_light, to_screen

KEEP = object()  # the widget was not touched
ABSENT = "not set"
ROUND = 4.0
AXES = theme.RED, theme.color((150, 214, 150)), theme.ACCENT  # x, y, z
TYPED = imgui.SliderFlags.NO_ROUND_TO_FORMAT


def shown(value):
    """A number as it stands in a widget."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


# numbers


def number(row, desk):
    """A slider with the unit; Ctrl and a click type a number, also one outside of the slider's ends."""
    low, high = desk.reach(row)
    text = ABSENT if row.value is None else f"{shown(row.value)} {row.described.unit}".rstrip(" 1" if row.described.unit == "1" else " ")
    changed, value = slider(low if row.value is None else row.value, low, high, text)
    return held(row.form, rounded(value, step_of(low, high)) if _by_hand() else float(f"{value:.6g}")) if changed else KEEP


def whole(row, desk):
    """The same in whole numbers."""
    low, high = desk.reach(row)
    unit = row.described.unit
    text = ABSENT if row.value is None else f"{row.value} {unit}".strip()
    if high - low > 100_000:
        changed, value = slider(row.value or 0, low, high, text)
        return int(held(row.form, round(value))) if changed else KEEP
    changed, value = slider(int(row.value or 0), int(low), max(int(high), int(low) + 1), text)
    return int(held(row.form, value)) if changed else KEEP


def slider(value, low, high, text):
    """A slider whose filled part shows the value, with a text in it; (changed, value)."""
    _filled(value, low, high)
    for name in ("FRAME_BG", "FRAME_BG_HOVERED", "FRAME_BG_ACTIVE", "SLIDER_GRAB", "SLIDER_GRAB_ACTIVE"):
        imgui.push_style_color(getattr(imgui.Col, name), theme.CLEAR)
    drag = imgui.slider_int if isinstance(value, int) and isinstance(low, int) else imgui.slider_float
    changed, value = drag("##value", value, low, high, text.replace("%", "%%"), TYPED)
    imgui.pop_style_color(5)
    return changed, value


def _filled(value, low, high):
    x, y = imgui.get_cursor_screen_pos()
    width, height = imgui.calc_item_width(), imgui.get_frame_height()
    over = imgui.is_mouse_hovering_rect((x, y), (x + width, y + height)) and imgui.is_window_hovered()
    draw, share = imgui.get_window_draw_list(), min(max((value - low) / (high - low), 0.0), 1.0)
    draw.add_rect_filled((x, y), (x + width, y + height), theme.u32(theme.FIELD_OVER if over else theme.FIELD), ROUND)
    origin = min(max(-low / (high - low), 0.0), 1.0)  # what lies on both sides of zero is filled from zero
    left, right = x + width * min(origin, share), x + width * max(origin, share)
    if right - left > 1:
        draw.add_rect_filled((left, y), (right, y + height), theme.u32(theme.FILL_FAINT), ROUND)
    left, right = max(min(left, x + width - 3), x), min(max(right, left + 3), x + width)
    draw.add_rect_filled((left, y + height - 2), (right, y + height), theme.u32(theme.ACCENT), 1.0)


def _by_hand():
    """Whether the mouse moves the slider; else a number is typed."""
    return imgui.is_mouse_down(imgui.MouseButton.LEFT) and not imgui.get_io().want_text_input


def drags(values, speed, whole=False, label="##value"):
    """Fields side by side that are dragged or typed into; the new values, or KEEP."""
    count = len(values)
    if count > 4 or count < 2:
        return KEEP
    kind, text = ("int", "%d") if whole else ("float", "%.4g")
    step = max(1.0, speed) if whole else speed
    (x, y), width = imgui.get_cursor_screen_pos(), imgui.calc_item_width()
    changed, new = getattr(imgui, f"drag_{kind}{count}")(label, tuple(values), step / 2, 0, 0, text, TYPED)
    if count == 3:
        _axes(x, y, width)
    if not changed:
        return KEEP
    moved = max(range(count), key=lambda i: abs(new[i] - values[i]))
    fresh = int(new[moved]) if whole else rounded(new[moved], speed) if _by_hand() else float(f"{new[moved]:.6g}")
    return [fresh if i == moved else value for i, value in enumerate(values)]


def _axes(x, y, width):
    """Marks in the colours of the three axes, under the fields."""
    gap = imgui.get_style().item_inner_spacing[0]
    each, low, draw = (width - 2 * gap) / 3, y + imgui.get_frame_height(), imgui.get_window_draw_list()
    for i, color in enumerate(AXES):
        left = x + i * (each + gap)
        draw.add_rect_filled((left + 4, low - 2), (left + each - 4, low - 1), theme.u32(theme.fade(color, 0.55)))


def vector(row, desk):
    """Three numbers to drag."""
    return drags(row.value, speed_of(row.value, row.described.default or ()))


def direction(row, desk):
    """Three numbers that are not all zero."""
    new = vector(row, desk)
    return new if new is KEEP or any(new) else KEEP


def range_(row, desk):
    """Least and most; one pushes the other along."""
    new = drags(row.value, speed_of(row.value))
    if new is KEEP:
        return KEEP
    moved = 0 if new[0] != row.value[0] else 1
    new[moved] = held(row.form, new[moved])
    new[1 - moved] = (max, min)[moved](new[1 - moved], new[moved])
    return new


# words, texts, switches


def switch(row, desk):
    """A switch that slides."""
    x, y = imgui.get_cursor_screen_pos()
    height = imgui.get_frame_height() - 4
    pressed = imgui.invisible_button("##value", (1.8 * height, height + 4))
    draw, on = imgui.get_window_draw_list(), bool(row.value)
    ground = theme.fade(theme.ACCENT, 0.55) if on else theme.FIELD_HELD if imgui.is_item_hovered() else theme.FIELD_OVER
    draw.add_rect_filled((x, y + 2), (x + 1.8 * height, y + 2 + height), theme.u32(ground), height / 2)
    middle = x + (1.8 * height - height / 2 if on else height / 2)
    draw.add_circle_filled((middle, y + 2 + height / 2), height / 2 - 3, theme.u32(theme.INK if on else theme.DIM))
    return not row.value if pressed else KEEP


def word(row, desk):
    """One of the words that are allowed."""
    return choice(str(row.value) if row.value is not None else ABSENT, row.form.words, row.value)


def choice(preview, words, now, label="##value"):
    """A list that unfolds; what was picked, or KEEP."""
    picked = KEEP
    if imgui.begin_combo(label, letters(preview)):
        for each in words:
            if imgui.selectable(letters(str(each)), each == now)[0] and each != now:
                picked = each
        imgui.end_combo()
    return picked


def text(row, desk):
    """Text to type; it counts when Enter is pressed or something else is clicked."""
    return typed("##value", row.address, "" if row.value is None else str(row.value), desk, ABSENT)


def typed(label, key, value, desk, hint=""):
    """A field for text: what was typed, once it is done, else KEEP."""
    changed, now = imgui.input_text_with_hint(label, hint, desk.drafts.get(key, value))
    if changed:
        desk.drafts[key] = now
    if imgui.is_item_deactivated():
        now = desk.drafts.pop(key, value)
        return now if now != value else KEEP
    return KEEP


def file(row, desk):
    """One of the files that lie where the scene may name them."""
    value = row.value or ABSENT
    picked = KEEP
    if imgui.begin_combo("##value", letters(value.rpartition("/")[2])):
        for each in desk.files(row.form.asset):
            if imgui.selectable(each, each == row.value)[0] and each != row.value:
                picked = each
        imgui.end_combo()
    return picked


# colours and blocks


def color(row, desk):
    """A colour as the screen shows it, with a picker; a click on the field types hex digits."""
    screen = to_screen(tuple(row.value))
    flags = (
        imgui.ColorEditFlags.DISPLAY_HEX
        | imgui.ColorEditFlags.ALPHA_PREVIEW_HALF
        | imgui.ColorEditFlags.PICKER_HUE_BAR
        | imgui.ColorEditFlags.NO_COLOR_MARKERS
    )
    changed, new = imgui.color_edit4("##value", screen, flags | imgui.ColorEditFlags.ALPHA_BAR | imgui.ColorEditFlags.NO_OPTIONS)
    if not changed or all(abs(a - b) < 1e-6 for a, b in zip(screen, new, strict=True)):
        return KEEP
    return tuple(min(max(c, 0.0), 1.0) for c in to_light(tuple(new)))


def one_of(row, desk):
    """Which of several kinds a block has; the new one begins with the least that it needs."""
    kinds = dict.fromkeys((*beginnings(type(row.value)), row.chosen))
    picked = choice(row.chosen, kinds, row.chosen)
    return KEEP if picked is KEEP else kind_of(type(row.value), picked)


def block(row, desk):
    """A block's values stand below; one that may be absent can be taken away again by its tweak only."""
    return KEEP


def names(row, desk):
    """So many named values: they are for the file."""
    imgui.text_disabled(f"{len(row.value)} in the file" if row.value else "none")
    return KEEP


def any_(row, desk):
    """A value without a form of its own."""
    imgui.text_disabled(letters(str(row.value)))
    return KEEP


def add(row, desk):
    """A quiet button that begins an absent value with the least that it needs."""
    imgui.push_style_color(imgui.Col.TEXT, theme.FAINT)
    pressed = imgui.button(f"{ABSENT}##value", (imgui.calc_item_width(), 0))
    imgui.pop_style_color()
    return first(row) if pressed else KEEP


def first(row):
    """What an absent value is to begin with."""
    form = row.form
    return least(form.spec) if isinstance(form.spec, type) and issubclass(form.spec, Spec) else start(form, row.name)


BASIC = {
    "number": number, "whole": whole, "switch": switch, "word": word, "text": text, "file": file,
    "color": color, "vector": vector, "direction": direction, "range": range_,
    "block": block, "one of": one_of, "names": names, "any": any_,
}  # fmt: skip
