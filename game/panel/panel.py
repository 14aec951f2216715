"""One picture of the panel: a dock at the right edge, laid out by imgui and drawn over the picture."""

from slimgui import imgui

from game.panel import plots, sections, switches, theme
from game.panel.desk import Desk
from game.panel.record import Record

NARROW, WIDE, USUAL = 320.0, 420.0, 360.0  # widths of the dock
SHARE = 0.6  # of a small window that it takes at most
SPLIT = 0.36  # share of the rest of the height that the tree has, once an entity is selected
FIXED = imgui.WindowFlags.NO_TITLE_BAR | imgui.WindowFlags.NO_MOVE | imgui.WindowFlags.NO_COLLAPSE | imgui.WindowFlags.NO_SAVED_SETTINGS
DOCK = FIXED | imgui.WindowFlags.NO_SCROLLBAR | imgui.WindowFlags.NO_SCROLL_WITH_MOUSE | imgui.WindowFlags.NO_BRING_TO_FRONT_ON_FOCUS
SETTLED = 3  # layouts from a press to the keyboard: the press, then what it has made active, then whether that wants keys
PAGES = ("Scene", "Plots", "Profile")


class Panel:
    """The widgets over a stage, in an imgui context of their own.

    backend   what draws: a class of backend.py
    """

    def __init__(self, stage, backend):
        self.desk, self.record = Desk(stage), Record()
        self.context = imgui.create_context()
        io = imgui.get_io()
        io.ini_filename = None
        io.config_error_recovery_enable_assert = io.config_error_recovery_enable_tooltip = False
        theme.dress()
        self.backend = backend()
        self.page, self.width, self.split = PAGES[0], USUAL, SPLIT
        self._leave = self._popup = False
        self._unseen, self._window = 0, None  # layouts until what was pressed has taken the keyboard; size and ratio of the latest

    def layout(self, size, ratio, seconds, timings=None, passes=None):
        """Lay out one picture for a window of `size` units, `ratio` pixels each, so many seconds after the last one.

        timings, passes   nanoseconds by name, smoothed, as the profile shows them
        """
        imgui.set_current_context(self.context)
        self._window, self._unseen = (size, ratio), max(self._unseen - 1, 0)
        self.desk.follow()
        if not imgui.is_any_item_active():
            self.desk.rest()
        if seconds:
            self.record.follow(seconds, self.desk.stage.simulation, passes or {})
        io = imgui.get_io()
        io.display_size, io.display_framebuffer_scale = (float(size[0]), float(size[1])), (ratio, ratio)
        io.delta_time = max(seconds, 1e-4)
        imgui.new_frame()
        self.desk.where.clear()
        if self._leave:  # focus elsewhere closes what has popped up
            imgui.set_window_focus("panel")
            self._leave = False
        try:
            self._dock(size, timings or {}, passes or {})
        finally:  # a mistake of ours in a widget costs one picture: imgui closes what was left open
            imgui.render()

    def draw(self, framebuffer, size):
        """Draw what was laid out over a framebuffer of `size` pixels."""
        imgui.set_current_context(self.context)
        self.backend.draw(imgui.get_draw_data(), framebuffer, size)

    def pressed(self):
        """Something of it was pressed, which it knows when it is laid out next, and from then on what is typed is its own or not."""
        self._unseen = SETTLED

    def settle(self):
        """A key comes: lay out what pictures that take long still owe, so that it is known whose it is."""
        while self._unseen and self._window:
            self.layout(*self._window, 0.0)

    def leave_popups(self):
        """Close what has popped up; False where nothing has."""
        imgui.set_current_context(self.context)
        self._leave = self.has_popup
        return self._leave

    @property
    def has_popup(self):
        """Whether a list or a picker is unfolded."""
        return self._popup

    def close(self):
        """Free everything."""
        imgui.set_current_context(self.context)
        self.backend.close()
        imgui.destroy_context(self.context)

    def _dock(self, size, timings, passes):
        width, height = size
        most = min(WIDE, SHARE * width)
        self.width = min(max(self.width, min(NARROW, most)), most)
        imgui.set_next_window_pos((width, 0.0), imgui.Cond.ALWAYS, (1.0, 0.0))
        imgui.set_next_window_size((self.width, height), imgui.Cond.ALWAYS)
        imgui.set_next_window_size_constraints((min(NARROW, most), height), (most, height))
        imgui.begin("panel", flags=DOCK | imgui.WindowFlags.NO_RESIZE)
        self._edge(width, height)
        sections.head(self.desk, imgui.get_io().framerate)
        sections.errors(self.desk)
        self._tabs()
        getattr(self, f"_{self.page.lower()}")(timings, passes)
        self._popup = imgui.is_popup_open("", imgui.PopupFlags.ANY_POPUP)
        imgui.end()

    def _edge(self, width, height):
        """The left edge is dragged to make the dock wider."""
        x, at = width - self.width, imgui.get_cursor_pos()
        imgui.set_cursor_screen_pos((x, 0))
        imgui.invisible_button("edge", (5.0, height))
        hot = imgui.is_item_active() or imgui.is_item_hovered()
        if hot:
            imgui.set_mouse_cursor(imgui.MouseCursor.RESIZE_EW)
        if imgui.is_item_active():
            self.width = width - imgui.get_mouse_pos()[0]
        color = theme.fade(theme.ACCENT, 0.8) if hot else theme.color((58, 74, 90), 0.5)
        imgui.get_window_draw_list().add_line((x + 0.5, 0), (x + 0.5, height), theme.u32(color), 2.0 if hot else 1.0)
        imgui.set_cursor_pos(at)

    def _tabs(self):
        """The pages, the present one underlined."""
        imgui.dummy((0, 1))
        for i, page in enumerate(PAGES):
            if i:
                imgui.same_line(0, 18)
            x, y = imgui.get_cursor_screen_pos()
            width, height = imgui.calc_text_size(page)
            if imgui.invisible_button(page, (width, height + 8)):
                self.page = page
            self.desk.where[page] = (x, y, x + width, y + height + 8)
            here = page == self.page
            color = theme.INK if here else theme.DIM if imgui.is_item_hovered() else theme.FAINT
            draw = imgui.get_window_draw_list()
            draw.add_text((x, y + 2), theme.u32(color), page)
            if here:
                draw.add_line((x, y + height + 7), (x + width, y + height + 7), theme.u32(theme.ACCENT), 2.0)
        imgui.dummy((0, 1))

    def _scene(self, timings, passes):
        desk = self.desk
        sections.search(desk)
        if desk.search:
            imgui.begin_child("found")
            sections.found(desk)
            imgui.end_child()
            return
        switches.show(desk)
        sections.variables(desk)
        chosen = desk.selected is not None
        above = imgui.get_content_region_avail()[1] * self.split if chosen else 0.0
        imgui.begin_child("short tree" if chosen else "tree", (0, above), imgui.ChildFlags.RESIZE_Y if chosen else imgui.ChildFlags.NONE)
        sections.tree(desk)
        imgui.end_child()
        if chosen:
            imgui.separator()
            imgui.begin_child(f"fields {desk.selected}")
            sections.selection(desk)
            imgui.end_child()

    def _plots(self, timings, passes):
        now = self.desk.stage.simulation.time
        imgui.begin_child("plots")
        plots.times(self.record)
        if self.record.counts:
            plots.over_time("Living particles", self.record.counts, now)
        if self.record.energies:
            plots.over_time("Energy, J", self.record.energies, now)
        imgui.end_child()

    def _profile(self, timings, passes):
        imgui.begin_child("profile")
        plots.bars("Tick, ms", timings)
        plots.bars("Picture, ms", passes)
        imgui.end_child()
