"""Widgets of lists: a few numbers, names to tick, items below, and curves over life."""

from slimgui import imgui

from game.letters import plain as letters
from game.panel import theme
from game.panel.values import speed_of, start
from game.panel.widgets import KEEP, drags, typed
from game.values import plain

TALL, GRIP = 64.0, 7.0  # height of a curve, and how near to a point the pointer has hold of it


def list_(row, desk):
    """By what the items are."""
    items = row.form.items
    kinds = {form.kind for item in items for form in (item if isinstance(item, tuple) else (item,))}
    if kinds <= {"number", "whole"}:
        return numbers(row, desk, kinds == {"whole"})
    if is_curve(row.form):
        return curve(row, desk)
    if kinds == {"word"}:
        return ticks(row, items[0].words)
    if kinds == {"text"}:
        return ticks(row, [name for name in desk.scene.spec.entities]) if row.name == "affects" else words(row, desk)
    return longer(row)


def numbers(row, desk, whole):
    """Two to four numbers are dragged, other counts are typed with commas."""
    if 2 <= len(row.value) <= 4:
        return drags(row.value, speed_of(row.value), whole)
    new = typed("##value", row.address, ", ".join(f"{v:.6g}" for v in row.value[:64]), desk, "none")
    if new is KEEP or len(row.value) > 64:
        return KEEP
    try:
        return [(int if whole else float)(part) for part in new.replace(",", " ").split()]
    except ValueError:
        desk.stage.tell(f"{row.address}: '{new}' is no list of numbers; write them with commas between", True)
        return KEEP


def words(row, desk):
    """Names with commas between."""
    new = typed("##value", row.address, ", ".join(row.value), desk, "none")
    return KEEP if new is KEEP else [part.strip() for part in new.split(",") if part.strip()]


def ticks(row, choices):
    """Names that are in the list or not."""
    there, new = list(row.value), KEEP
    if imgui.begin_combo("##value", letters(", ".join(there) or "none")):
        imgui.push_item_flag(imgui.ItemFlags.AUTO_CLOSE_POPUPS, False)
        for each in dict.fromkeys((*choices, *there)):
            if imgui.selectable(each, each in there)[0]:
                new = [name for name in there if name != each] if each in there else [*there, each]
        imgui.pop_item_flag()
        imgui.end_combo()
    return new


def longer(row):
    """How many items stand below, one more, one less."""
    least, most = row.form.length
    count, side = len(row.value), imgui.get_frame_height()
    imgui.align_text_to_frame_padding()
    imgui.text_disabled("" if least == most == count else str(count))
    new = KEEP
    if count > (least or 0):
        imgui.same_line(0, 8)
        new = plain(row.value)[:-1] if imgui.button("-##less", (side, 0)) else KEEP
    if most is None or count < most:
        imgui.same_line(0, 4 if count else 8)
        if imgui.button("+##value", (side, 0)):
            item = row.form.items[0]
            new = [*plain(row.value), plain(row.value[-1]) if count else start(item[0] if isinstance(item, tuple) else item)]
    return new


def is_curve(form):
    """Whether a list holds [u, value] points."""
    item = form.items[0] if form.items else None
    return (
        not isinstance(item, tuple)
        and item is not None
        and item.kind == "list"
        and item.length == (2, 2)
        and all(not isinstance(each, tuple) and each.kind == "number" for each in item.items)
    )


def curve(row, desk):
    """Points of a curve to drag; a double click makes one, a right click takes it away."""
    x, y = imgui.get_cursor_screen_pos()
    width = imgui.calc_item_width()
    imgui.invisible_button("##value", (width, TALL), imgui.ButtonFlags.MOUSE_BUTTON_LEFT | imgui.ButtonFlags.MOUSE_BUTTON_RIGHT)
    top = max([value for _, value in row.value] + [1.0])
    places = [(x + u * width, y + TALL * (1 - value / top)) for u, value in row.value]
    _draw_curve((x, y), width, places)
    mouse = imgui.get_mouse_pos()
    at = [round(min(max((mouse[0] - x) / width, 0.0), 1.0), 3), round(max(top * (1 - (mouse[1] - y) / TALL), 0.0), 3)]
    near = min(range(len(places)), key=lambda i: abs(places[i][0] - mouse[0]), default=None)
    grips = near is not None and abs(places[near][0] - mouse[0]) < GRIP
    points = [list(point) for point in row.value]
    if imgui.is_item_clicked(imgui.MouseButton.RIGHT) and grips and len(points) > 1:
        return points[:near] + points[near + 1 :]
    if imgui.is_item_hovered() and imgui.is_mouse_double_clicked(imgui.MouseButton.LEFT) and not grips:
        return sorted([*points, at])
    if imgui.is_item_activated():
        desk.gripped = near if grips else None
    if (
        imgui.is_item_active()
        and desk.gripped is not None
        and desk.gripped < len(points)
        and imgui.is_mouse_dragging(imgui.MouseButton.LEFT, 1.0)
    ):
        i = desk.gripped
        ends = points[i - 1][0] if i else 0.0, points[i + 1][0] if i + 1 < len(points) else 1.0
        points[i] = [min(max(at[0], ends[0]), ends[1]), at[1]]
        return points if points[i] != list(row.value[i]) else KEEP
    return KEEP


def _draw_curve(corner, width, places):
    draw, (x, y) = imgui.get_window_draw_list(), corner
    draw.add_rect_filled((x, y), (x + width, y + TALL), theme.u32(theme.FIELD), 4.0)
    if places:
        line = [(x, places[0][1]), *places, (x + width, places[-1][1])]
        draw.add_polyline(line, theme.u32(theme.ACCENT), imgui.DrawFlags.NONE, 1.5)
    for place in places:
        draw.add_circle_filled(place, 3.5, theme.u32(theme.INK))
