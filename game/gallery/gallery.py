"""What is typed, chosen, under the pointer and how far it is scrolled: the gallery without a window."""

import math

from game.gallery.layout import grid
from game.gallery.search import found

EASE, GLOW = 14.0, 9.0  # [1/s] how quickly the cards follow the wheel, and a card the pointer
NOTCH = 90  # [units] a notch of the wheel
LONGEST_SEARCH = 40  # letters


class Gallery:
    """Cards to choose from.

    shelf     a game.gallery.shelf.Shelf
    words     what is typed
    chosen    path of the card with the ring
    current   path of the scene that runs
    chooses   called with the path that is opened
    leaves    called when it is left without one
    """

    def __init__(self, shelf, current, chooses, leaves):
        self.shelf, self.current, self.chosen = shelf, current, current
        self.chooses, self.leaves = chooses, leaves
        self.words, self.scroll, self.goal = "", 0.0, 0.0
        self.pointer, self._pressed, self._glow = None, None, {}
        self.size, self.ratio = (1, 1), 1.0

    # what there is to see

    @property
    def entries(self):
        """Those that the search leaves."""
        return found(self.shelf.entries, self.words)

    @property
    def grid(self):
        """Where their cards lie."""
        return grid(self.size, self.ratio, len(self.entries))

    @property
    def number(self):
        """Which of them has the ring: the chosen one, else the first; None where there is none."""
        paths = [entry.path for entry in self.entries]
        return paths.index(self.chosen) if self.chosen in paths else 0 if paths else None

    @property
    def hovered(self):
        """Which of them is under the pointer; None where none is."""
        return self.grid.at(*self.pointer, self.scroll) if self.pointer else None

    def glow(self, entry):
        """How much a card is lit by the pointer, 0 to 1."""
        return self._glow.get(entry.path, 0.0)

    def advance(self, seconds, size, ratio):
        """Let time pass in a window with pictures of `size` pixels, `ratio` of them per unit."""
        self.shelf.poll()
        turned, self.size, self.ratio = (size, ratio) != (self.size, self.ratio), size, ratio
        if turned:  # another size: the chosen card stays in sight, at once
            self._reveal()
            self.scroll = self.goal
        self.goal = self.grid.kept(self.goal)
        self.scroll += (self.goal - self.scroll) * (1 - math.exp(-EASE * seconds))
        if abs(self.goal - self.scroll) < 0.5:
            self.scroll = self.goal
        lit = self.entries[self.hovered].path if self.hovered is not None else None
        towards = {**self._glow, lit: self._glow.get(lit, 0.0)} if lit else self._glow
        step = GLOW * seconds
        self._glow = {p: min(v + step, 1.0) if p == lit else v - step for p, v in towards.items() if p == lit or v > step}

    # the keyboard

    def key(self, cap):
        """A key goes down, or repeats: a cap as game.keys spells it."""
        there = self.grid.moved(self.number, cap) if self.number is not None else None
        if there is not None:
            self._choose(there)
        elif cap == "Enter":
            self._open(self.number)
        elif cap == "Backspace":
            self._search(self.words[:-1])
        elif cap == "Ctrl+Backspace" or (cap == "Esc" and self.words):
            self._search("")
        elif cap in ("Esc", "Ctrl+O"):
            self.leaves()

    def text(self, text):
        """Something is typed."""
        letters = "".join(c for c in text if c.isprintable())
        if letters and (self.words or letters.strip()):
            self._search((self.words + letters)[:LONGEST_SEARCH])

    # the mouse; pixels from the top left

    def point(self, x, y):
        """The pointer is here."""
        self.pointer = x, y

    def press(self):
        """The left button goes down."""
        self._pressed = self.hovered
        if self._pressed is not None:
            self.chosen = self.entries[self._pressed].path

    def release(self):
        """It goes up: on the card on which it went down it opens it."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and pressed == self.hovered:
            self._open(pressed)

    def wheel(self, notches):
        """The wheel turns."""
        self.goal = self.grid.kept(self.goal - NOTCH * self.grid.unit * notches)

    def _search(self, words):
        self.words, self._pressed = words, None
        self._reveal()
        self.scroll = self.goal  # other cards: nothing to follow with the eye

    def _choose(self, number):
        self.chosen, self.pointer = self.entries[number].path, None  # the pointer rests: what is lit is what is chosen
        self._reveal()

    def _reveal(self):
        if self.number is not None:
            self.goal = self.grid.revealing(self.number, self.goal)

    def _open(self, number):
        if number is not None:
            self.chooses(self.entries[number].path)
