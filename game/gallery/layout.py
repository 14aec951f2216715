"""Where the cards lie: a grid for any size of window, how far it scrolls, and where the keys lead. Pixels from the top left."""

from typing import NamedTuple

from game.hud import scale_of

HEADER, FOOTER, MARGIN, GAP, WORDS = 64, 52, 22, 20, 70  # [units] of the bars, around and between cards, of the text under a picture
NARROWEST, SHARE, WIDEST = 210, 0.22, 340  # [units] of a card at least; of the window's width; at most, before there is one more
ASPECT = 9 / 16
SMALLEST = 0.9  # how far the text shrinks in a small window: a card is all words


class Grid(NamedTuple):
    """A number of cards of one size in rows of `columns`, in a picture of `size`; `unit` pixels are one unit."""

    size: tuple
    unit: float
    count: int
    columns: int
    card: tuple  # (width, height) of one
    margin: int
    gap: int

    @property
    def pane(self):
        """(top, bottom) of what the bars leave for cards."""
        top = round(HEADER * self.unit)
        return top, max(self.size[1] - round(FOOTER * self.unit), top + 1)

    @property
    def farthest(self):
        """Pixels that it can be scrolled."""
        rows, (top, bottom) = -(-self.count // self.columns), self.pane
        return max(rows * (self.card[1] + self.gap) - self.gap + 2 * self._edge - (bottom - top), 0)

    @property
    def _edge(self):
        """Above the first row and under the last."""
        return self.gap

    def place(self, number, scroll=0):
        """(x, y) of a card's corner."""
        row, column = divmod(number, self.columns)
        return self.margin + column * (self.card[0] + self.gap), self.pane[0] + self._edge + row * (self.card[1] + self.gap) - round(scroll)

    def at(self, x, y, scroll=0):
        """Number of the card on a pixel; None where there is none."""
        top, bottom = self.pane
        if not top <= y < bottom or x < self.margin:
            return None
        column, across = divmod(x - self.margin, self.card[0] + self.gap)
        row, down = divmod(y - top - self._edge + round(scroll), self.card[1] + self.gap)
        number = int(row * self.columns + column)
        inside = across < self.card[0] and 0 <= down < self.card[1] and column < self.columns and row >= 0
        return number if inside and number < self.count else None

    def seen(self, scroll=0):
        """Numbers of the cards of which something is in the pane."""
        top, bottom = self.pane
        return [i for i in range(self.count) if self.place(i, scroll)[1] < bottom and self.place(i, scroll)[1] + self.card[1] > top]

    def revealing(self, number, scroll):
        """The scroll nearest to the present one at which a card is wholly in the pane; where it is higher than the pane, its top."""
        top, bottom = self.pane
        y = self.place(number)[1]
        lowest = y + self.card[1] + self._edge - bottom
        return self.kept(min(max(scroll, lowest), y - self._edge - top))

    def kept(self, scroll):
        """A scroll within its bounds."""
        return min(max(scroll, 0), self.farthest)

    def moved(self, number, cap):
        """The card to which a key leads from another; None where the key leads nowhere."""
        last, page = self.count - 1, max((self.pane[1] - self.pane[0]) // (self.card[1] + self.gap), 1) * self.columns
        steps = {"Left": -1, "Right": 1, "Up": -self.columns, "Down": self.columns, "Page Up": -page, "Page Down": page}
        ends = {"Home": 0, "End": last}
        if cap not in steps and cap not in ends:
            return None
        there = ends.get(cap, number + steps.get(cap, 0))
        if cap == "Up" and there < 0 or cap == "Down" and there > last and number // self.columns == last // self.columns:
            return number  # there is no row to go to
        return min(max(there, 0), max(last, 0))


def grid(size, ratio, count):
    """The Grid of so many cards in a picture of (w, h) pixels, `ratio` of them per unit of the window's own."""
    unit = max(scale_of(size, ratio), SMALLEST * ratio)
    margin, gap = round(MARGIN * unit), round(GAP * unit)
    room = max(size[0] - 2 * margin, 1)
    wanted = min(max(SHARE * size[0] / unit, NARROWEST), WIDEST) * unit
    columns = max(int((room + gap) // (wanted + gap)), 1)
    width = max((room + gap) // columns - gap, 1)
    return Grid(tuple(size), unit, count, columns, (width, round(width * ASPECT) + round(WORDS * unit)), margin, gap)
