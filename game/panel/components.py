"""Tools of the selected entity: the menu of what can be added to it, each with its sentence; another like it; to take it or parts of it out."""

from slimgui import imgui

from game.letters import plain as letters
from game.panel import theme
from game.panel.fields import CROSS, cross
from game.panel.parts import called, elsewhere

ADD, COPY = "+ component", "duplicate"
GAP = 4.0  # units between two tools
TALL, PAD = 420.0, 4.0  # units: height of the menu at most, above and below a line of it
MENU = "what can be added"


def tools(desk):
    """At the right end of the line: a component more, another entity like this, and a cross that takes it out."""
    pad, name = imgui.get_style().frame_padding[0], desk.selected
    width = sum(imgui.calc_text_size(label)[0] + 2 * pad + GAP for label in (ADD, COPY)) + CROSS
    imgui.same_line(imgui.get_cursor_pos_x() + imgui.get_content_region_avail()[0] - width)
    lack = elsewhere(desk.scene, name)
    imgui.push_style_color(imgui.Col.TEXT, theme.FAINT if lack else theme.INK)
    _add(desk, lack)
    imgui.same_line(0, GAP)
    if imgui.small_button(COPY):
        desk.duplicate()
    desk.where["duplicate"] = (*imgui.get_item_rect_min(), *imgui.get_item_rect_max())
    imgui.pop_style_color()
    if cross(f"{name} out", f"take {name} out of the scene", desk, theme.FAINT):
        desk.remove()


def _add(desk, lack):
    """A button, and the menu that it unfolds."""
    pressed = imgui.small_button(ADD)
    (left, top), (right, bottom) = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    desk.where["add component"] = (left, top, right, bottom)
    if pressed and lack:
        desk.stage.tell(lack, True)
    elif pressed:
        desk.drafts[MENU] = ""
        imgui.open_popup(MENU)
    wide = imgui.get_window_width() - 8
    room = imgui.get_io().display_size[1]
    tall = min(TALL, 0.9 * room)
    edge = imgui.get_window_pos()[0] + imgui.get_window_width() - 4
    imgui.set_next_window_pos((edge, min(bottom + 4, room - tall - 4)), imgui.Cond.ALWAYS, (1.0, 0.0))
    imgui.set_next_window_size((wide, tall), imgui.Cond.ALWAYS)
    if imgui.begin_popup(MENU):
        _menu(desk)
        imgui.end_popup()


def _menu(desk):
    """A box to search in, and what it finds; Enter takes the first."""
    if imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    imgui.set_next_item_width(-1)
    _, desk.drafts[MENU] = imgui.input_text_with_hint("##words", "Search components", desk.drafts.get(MENU, ""))
    entered = imgui.is_item_focused() and imgui.is_key_pressed(imgui.Key.KEY_ENTER, False)
    found = called(desk.offers(), desk.drafts[MENU])
    imgui.begin_child("offers")
    picked = [offer for offer in found if _line(offer, desk)]
    if not found:
        imgui.text_disabled("No component is called so.")
    imgui.end_child()
    if entered:
        picked = [offer for offer in found if offer.value is not None][:1]
    if picked:
        imgui.close_current_popup()
        desk.add(picked[0])


def _line(offer, desk):
    """A name and its sentence, or why the entity cannot have it; whether it was clicked."""
    text = offer.about if offer.value is not None else offer.lack
    (x, y), wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail()[0] - 12
    height, row = imgui.calc_text_size(letters(text), False, wide)[1], imgui.get_text_line_height()
    tall = height + row + 2 * PAD + 2
    flags = imgui.SelectableFlags.NONE if offer.value is not None else imgui.SelectableFlags.DISABLED
    clicked = imgui.selectable(f"##{offer.name}", False, flags | imgui.SelectableFlags.NO_AUTO_CLOSE_POPUPS, (0, tall))[0]
    desk.where[f"offer {offer.name}"] = (x, y, x + wide, y + tall)
    draw = imgui.get_window_draw_list()
    name, quiet = (theme.INK, theme.DIM) if offer.value is not None else (theme.FAINT, theme.FAINT)
    draw.add_text((x + 4, y + PAD), theme.u32(name), offer.name.replace("_", " "))
    place = (x + 4, y + PAD + row + 2)
    draw.add_text(imgui.get_font(), imgui.get_font_size(), place, theme.u32(quiet), letters(text), wide)
    return clicked


def taken_out(desk):
    """Components that a tweak has taken out, each with a cross that puts it back."""
    for name, address in desk.taken_out().items():
        imgui.align_text_to_frame_padding()
        imgui.text_colored(theme.FAINT, f"{name.replace('_', ' ')}: taken out")
        if cross(f"{address} back", "put it back", desk):
            desk.put_back(address)
