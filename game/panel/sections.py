"""The parts of the panel, from top to bottom: head, errors, variables, tree, fields, what was found."""

from pathlib import Path

from slimgui import imgui

from game.letters import plain as letters
from game.panel import components, fields, theme
from game.panel.rows import MORE, SCENE

SHOWN_ERRORS = 4
MOST = 0.4  # share of the height that variables take
BUTTONS = (
    ("Undo", "undo", "can_undo", "Ctrl+Z"),
    ("Redo", "redo", "can_redo", "Ctrl+Y"),
    ("Write", "save", "values", "write the changes back into the file: Ctrl+S"),
    ("Drop", "drop", "values", "take all changes back: X"),
)


def head(desk, fps):
    """What runs, its time, and the buttons."""
    stage, simulation = desk.stage, desk.stage.simulation
    imgui.align_text_to_frame_padding()
    imgui.text(letters(stage.title))
    said = f"{simulation.time:.1f} s   {fps:.0f} fps"
    imgui.same_line(imgui.get_window_width() - imgui.calc_text_size(said)[0] - imgui.get_style().window_padding[0])
    imgui.text_colored(theme.DIM, said)
    width = (imgui.get_content_region_avail()[0] - 3 * imgui.get_style().item_spacing[0]) / 4
    for i, (label, method, ready, about) in enumerate(BUTTONS):
        if i:
            imgui.same_line()
        imgui.begin_disabled(not getattr(desk.tweaks, ready))
        count = len(desk.touched) if method == "save" and desk.touched else 0
        pressed = imgui.button(f"{label} {count}###{label}" if count else f"{label}###{label}", (width, 0))
        imgui.end_disabled()
        desk.where[label] = (*imgui.get_item_rect_min(), *imgui.get_item_rect_max())
        if imgui.is_item_hovered(imgui.HoveredFlags.DELAY_NORMAL):
            imgui.set_tooltip(about)
        if pressed:
            getattr(desk, method)()
            desk.follow()


def errors(desk):
    """What is wrong with the file, with the line that it is about."""
    found = desk.stage.errors
    if not found:
        return
    imgui.push_style_color(imgui.Col.CHILD_BG, theme.ALARM)
    imgui.push_style_var(imgui.StyleVar.WINDOW_PADDING, (10.0, 8.0))
    flags = imgui.ChildFlags.AUTO_RESIZE_Y | imgui.ChildFlags.ALWAYS_USE_WINDOW_PADDING
    if imgui.begin_child("errors", (0, 0), flags):
        imgui.push_text_wrap_pos(0.0)
        for error in found[:SHOWN_ERRORS]:
            if not isinstance(error, str):
                imgui.text_colored(theme.DIM, letters(f"{Path(error.file).name}:{error.line}:{error.column}"))
            imgui.text_colored(theme.RED, letters(error if isinstance(error, str) else error.text))
            if not isinstance(error, str) and error.source.strip():
                imgui.text(letters(error.source.strip()))
        if len(found) > SHOWN_ERRORS:
            imgui.text_colored(theme.RED, f"and {len(found) - SHOWN_ERRORS} more")
        imgui.pop_text_wrap_pos()
    imgui.end_child()
    imgui.pop_style_var()
    imgui.pop_style_color()


def search(desk):
    """The box that finds fields."""
    imgui.set_next_item_width(-1)
    changed, words = imgui.input_text_with_hint("##search", "Search all fields", desk.search, imgui.InputTextFlags.ESCAPE_CLEARS_ALL)
    desk.where["search"] = (*imgui.get_item_rect_min(), *imgui.get_item_rect_max())
    if changed:
        desk.search = words


def found(desk):
    """What the search finds, under the names of the entities."""
    last, hits = None, desk.found()
    if not hits:
        imgui.text_disabled("No field is called so.")
    for entity, row in hits:
        title = entity or "Variables"
        if title != last:
            heading(title)
            last = title
        fields.one(row, desk, name=row.address.removeprefix(f"{entity}.").removeprefix("vars."))


def variables(desk):
    """Sliders of the scene's variables; of many, as many as have room in MOST of the height."""
    rows = desk.variables()
    if not rows or not fold("Variables", desk):
        return
    tall = len(rows) * imgui.get_frame_height_with_spacing()
    imgui.begin_child("variables", (0, min(tall, MOST * imgui.get_content_region_avail()[1])))
    for row in rows:
        fields.one(row, desk)
    imgui.end_child()


def heading(text):
    """A quiet title."""
    imgui.dummy((0, 1))
    imgui.text_colored(theme.ACCENT, letters(text))


def fold(title, desk, key=None, spare=0.0):
    """A title that hides what is below it; whether that is shown. spare: units at its right end that are left to something else."""
    key = key or title
    shown = key not in desk.folded
    x, y = imgui.get_cursor_screen_pos()
    width, height = imgui.get_content_region_avail()[0] - spare, imgui.get_frame_height()
    if imgui.invisible_button(f"fold {key}", (width, height)):
        desk.folded ^= {key}
    draw, color = imgui.get_window_draw_list(), theme.ACCENT
    if imgui.is_item_hovered():
        draw.add_rect_filled((x - 4, y), (x + width, y + height), theme.u32(theme.fade(theme.ACCENT, 0.08)), 4.0)
    arrow((x + 3, y + height / 2), shown, color)
    draw.add_text((x + 14, y + imgui.get_style().frame_padding[1]), theme.u32(color), letters(title))
    return shown


def arrow(middle, down, color):
    """A small triangle that points down or to the right."""
    x, y = middle
    points = ((x - 3.5, y - 2), (x + 3.5, y - 2), (x, y + 2.5)) if down else ((x - 2, y - 3.5), (x + 2.5, y), (x - 2, y + 3.5))
    imgui.get_window_draw_list().add_triangle_filled(*points, theme.u32(color))


def tree(desk):
    """The entities; of a long list only the lines in sight are laid out."""
    if not fold("Entities", desk):
        return
    pitch = imgui.get_frame_height()
    imgui.push_style_var(imgui.StyleVar.ITEM_SPACING, (6.0, 0.0))
    lines = [None, *desk.tree()]
    start = imgui.get_cursor_pos_y()
    above = imgui.get_scroll_y() - start
    first = max(int(above / pitch), 0)
    last = min(int((above + imgui.get_window_height()) / pitch) + 2, len(lines))
    if desk.fresh and desk.selected is not None:
        row = next((i for i, line in enumerate(lines) if (line.entity if line else SCENE) == desk.selected), 0)
        if not first < row < last - 3:
            imgui.set_scroll_y(max(start + (row + 0.5) * pitch - imgui.get_window_height() / 2, 0.0))
        desk.fresh = False
    imgui.set_cursor_pos_y(start + first * pitch)
    for line in lines[first:last]:
        _line(line, desk, pitch)
    imgui.set_cursor_pos_y(start + len(lines) * pitch)
    imgui.dummy((0, 0))
    imgui.pop_style_var()


def _line(line, desk, pitch):
    """One line of the tree; None is the scene itself."""
    entity, label, depth, kind = (
        (SCENE, "scene", 0, "time, seed, camera") if line is None else (line.entity, line.label, line.depth, line.kind)
    )
    x, y = imgui.get_cursor_screen_pos()
    width, key = imgui.get_content_region_avail()[0], line.key if line else ""
    if imgui.selectable(f"##{entity}{key}", entity is not None and entity == desk.selected, imgui.SelectableFlags.NONE, (width, pitch))[0]:
        if entity is None:
            desk.folded ^= {key}
        else:
            desk.select(None if entity == desk.selected else entity)
    if entity:
        desk.where[f"tree {entity}"] = (x, y, x + width, y + pitch)
    draw, left, middle = imgui.get_window_draw_list(), x + 14 + 12 * depth, y + pitch / 2
    top = y + imgui.get_style().frame_padding[1]
    if entity is None:
        arrow((left - 7, middle), key not in desk.folded, theme.DIM)
    if entity and desk.moved(entity):
        draw.add_circle_filled((x + 3, middle), 2.5, theme.u32(theme.ACCENT))
    draw.add_text((left, top), theme.u32(theme.INK if entity != SCENE else theme.DIM), letters(label))
    kind_width = imgui.calc_text_size(kind)[0]
    if left + imgui.calc_text_size(label)[0] + 10 + kind_width < x + width:
        draw.add_text((x + width - kind_width - 2, top), theme.u32(theme.FAINT), kind)


def selection(desk):
    """The values of what is selected."""
    for title, rows in desk.groups():
        if title in ("entity", "scene"):
            heading(desk.selected or "The scene")
            if title == "entity":
                components.tools(desk)
            fields.rows(rows, desk)
        elif title == MORE:
            components.taken_out(desk)
            if rows and fold(title, desk):
                fields.rows(rows, desk)
        elif _component(title, desk):
            fields.rows(rows, desk)
        imgui.dummy((0, 2))


def _component(name, desk):
    """The title of a component, with a cross that takes it out; whether its values are shown."""
    if desk.arrived == name:
        imgui.set_scroll_here_y(0.0)
        desk.arrived = None
    shown = fold(name.replace("_", " "), desk, f"{desk.selected} {name}", fields.CROSS)
    if fields.cross(f"{desk.selected}.{name} out", f"take {name} out of {desk.selected}", desk, theme.FAINT):
        desk.take_out(name)
    return shown
