"""Curves over time and bars, drawn into imgui's window."""

import numpy as np
from slimgui import imgui

from game.letters import plain as letters
from game.panel import theme
from game.panel.record import PICTURES, SPAN, curve
from game.plots import COLORS, extent, window

TALL, LEFT = 74.0, 44.0  # height of a chart; room for the numbers beside it
COARSE = 4  # pictures that make one point of a curve
THICK = 2.0  # whole: imgui draws such lines much faster than others
FRAME = 1000 / 60  # [ms] a full bar


def times(record):
    """Milliseconds of the latest pictures: the whole, a tick in it, the drawing in it; then of each system."""
    _latest("Times, ms", {"picture to picture": record.frame, "tick": record.tick, "drawing": record.picture}, 4.0)
    if record.systems:
        _latest("Systems of a tick, ms", record.systems, 0.2)


def _latest(title, series, least):
    """What each of the latest pictures took; the upper end is at least so much."""
    curves = {name: _coarse(values) for name, values in series.items()}
    top = max((np.percentile(points[:, 1], 95) for points in curves.values() if len(points)), default=1.0)
    chart(title, curves, (-float(PICTURES), 0.0), high=max(1.2 * top, least), mark=FRAME)


def _coarse(values):
    """(n, 2) number of the picture, counted back from the last, and mean of COARSE values in a row."""
    count = len(values) // COARSE
    means = np.array(values, float)[len(values) - COARSE * count :].reshape(count, COARSE).mean(axis=1)
    return np.column_stack([COARSE * np.arange(-count, 0) + COARSE - 1.0, means])


def over_time(title, series, now):
    """Samples (time, value) of several names over the last seconds."""
    curves = {name: curve(samples) for name, samples in series.items()}
    first = min((points[0, 0] for points in curves.values() if len(points)), default=now)
    chart(title, curves, (max(first, now - SPAN), max(now, first + 1)))


def chart(title, curves, span, high=None, mark=None):
    """One chart with its legend. curves: name -> (n, 2); span: along x; high: the upper end, else what the values need."""
    imgui.text_colored(theme.ACCENT, title)
    x, y = imgui.get_cursor_screen_pos()
    width = imgui.get_content_region_avail()[0]
    imgui.dummy((width, TALL + 4))
    low, high = (0.0, high) if high else _ends(curves)
    draw, left, right = imgui.get_window_draw_list(), x + LEFT, x + width
    draw.add_rect_filled((left, y), (right, y + TALL), theme.u32(theme.FIELD), 4.0)
    for share in (0.0, 0.5, 1.0):
        number = f"{_short(low + share * (high - low))}"
        size = imgui.calc_text_size(number)
        draw.add_text((left - 6 - size[0], y + (1 - share) * (TALL - size[1])), theme.u32(theme.FAINT), number)
    scale = np.array([(right - left) / (span[1] - span[0]), -TALL / (high - low)])
    if mark and low < mark < high:
        at = y + TALL + scale[1] * (mark - low)
        draw.add_line((left, at), (right, at), theme.u32(theme.color((70, 88, 105))), 1.0)
    draw.push_clip_rect((left, y), (right, y + TALL), True)
    for i, points in enumerate(curves.values()):
        if len(points) > 1:
            places = ((points - (span[0], low)) * scale + (left, y + TALL)).astype(np.float32)
            draw.add_polyline(places, theme.u32(theme.color(COLORS[i % len(COLORS)])), imgui.DrawFlags.NONE, THICK)
    draw.pop_clip_rect()
    _legend(curves)
    _read(curves, span, (left, y), right)
    imgui.dummy((0, 4))


def _ends(curves):
    """Least and greatest value that is shown, as on the picture: one curve that explodes does not press the others flat."""
    low, high = window([span for points in curves.values() if (span := extent(points))])
    return (0.0 if 0 < low < 0.5 * high else low), high


def _legend(curves):
    """Names in their colours, with the latest value."""
    for i, (name, points) in enumerate(curves.items()):
        value = _short(points[-1, 1]) if len(points) else "-"
        text = f"{letters(name)} {value}"
        if (
            i
            and imgui.get_item_rect_max()[0] + 14 + imgui.calc_text_size(text)[0]
            < imgui.get_window_pos()[0] + imgui.get_window_width() - 14
        ):
            imgui.same_line(0, 14)
        imgui.text_colored(theme.color(COLORS[i % len(COLORS)]), text)


def _read(curves, span, corner, right):
    """What the curves say under the pointer."""
    left, top = corner
    if not (imgui.is_window_hovered() and imgui.is_mouse_hovering_rect(corner, (right, top + TALL))):
        return
    mouse = imgui.get_mouse_pos()[0]
    imgui.get_window_draw_list().add_line((mouse, top), (mouse, top + TALL), theme.u32(theme.FAINT), 1.0)
    at = span[0] + (mouse - left) / (right - left) * (span[1] - span[0])
    texts = [f"{letters(name)} {_short(points[np.argmin(abs(points[:, 0] - at)), 1])}" for name, points in curves.items() if len(points)]
    imgui.set_tooltip("\n".join(texts))


def _short(value):
    """A number in four letters or so."""
    size = abs(value)
    for power, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if size >= power:
            return f"{value / min(power, 1e3 if letter == 'k' else power):.3g}{letter}"
    return f"{value:.0f}" if size >= 100 or value == int(value) else f"{value:.3g}"


def bars(title, timings):
    """Milliseconds by name as bars; a full bar is 1/60 s, or all together where that is longer."""
    total = sum(timings.values())
    full = max(FRAME * 1e6, total)
    _bar(title, total, full, theme.ACCENT, theme.ACCENT)
    for name, ns in timings.items():
        _bar(name.replace(".", " "), ns, full, theme.DIM, theme.FILL)
    imgui.dummy((0, 6))


def _bar(name, ns, full, ink, fill):
    imgui.align_text_to_frame_padding()
    imgui.text_colored(ink, letters(name))
    imgui.same_line(imgui.get_window_width() * theme.LABEL)
    x, y = imgui.get_cursor_screen_pos()
    width, height = imgui.get_content_region_avail()[0], imgui.get_frame_height()
    draw, text, right = imgui.get_window_draw_list(), f"{ns / 1e6:.2f}", x + width - 52
    draw.add_rect_filled((x, y + 5), (right, y + height - 5), theme.u32(theme.FIELD), 3.0)
    filled = (right - x) * ns / full
    if filled > 1:
        draw.add_rect_filled((x, y + 5), (x + filled, y + height - 5), theme.u32(fill), 3.0)
    size = imgui.calc_text_size(text)
    draw.add_text((x + width - size[0], y + (height - size[1]) / 2), theme.u32(theme.INK), text)
    imgui.dummy((width, height))
