"""The pictures of a bake, drawn by many processes: to `write` they look like Pictures of one."""

import numpy as np

from game.farm.work import Stretch, drawn
from game.film.writing import Undrawn
from game.report import say

LONGEST = 12  # pictures that a worker draws in a row: neighbours are in the same chunk of the bake
BYTES = 32 << 20  # of the pictures of one stretch, at most
AHEAD = 2  # stretches a worker that are begun before the first of them is written


class Far:
    """Pictures of a plan, in their order, made by a Farm.

    farm      Farm, entered
    bake      path of the bake
    wanted    numbers of the pictures, as `write` asks for them
    """

    def __init__(self, farm, bake, look, camera, plan, wanted, allow_outside=False):
        self._look, self._count = look, farm.count
        self._early, self._told = {}, set()  # number -> picture that came before it was asked for
        self._lost = {}  # stretch -> why it is not there
        self._begun, self._asked = 0, 0  # stretches begun, and those of which pictures have been asked for
        size = bake.stat().st_size
        self._stretches = [
            Stretch(str(bake.resolve()), size, allow_outside, look, camera, plan, numbers)
            for numbers in stretches(wanted, look, self._count)
        ]
        self._which = {number: k for k, stretch in enumerate(self._stretches) for number in stretch.numbers}
        self._results = farm.results(drawn, self._tasks(), self._room)

    def draw(self, plan, i, out, told=None):
        """Picture i, in `out`; its workers tell nobody how far they are. Raises Undrawn where it could not be drawn."""
        k = self._which[i]
        self._asked = max(self._asked, k + 1)
        while i not in self._early and k not in self._lost:
            done, found, trouble = next(self._results)
            numbers = self._stretches[done].numbers
            for text in found.messages if found else ():
                if text not in self._told:
                    say(f"springvand: {text}")
                self._told.add(text)
            if trouble or found.error:
                self._lost[done] = f"pictures {numbers[0]} to {numbers[-1]} cannot be drawn: {trouble or found.error}"
            else:
                self._early.update(zip(numbers, found.pixels, strict=True))
        if k in self._lost:
            raise Undrawn(self._lost[k])
        out[:] = self._early.pop(i)
        return out

    def develop(self, pixels):
        """They are finished."""
        return pixels

    def buffer(self):
        """Room for one."""
        return np.empty((*self._look.size[::-1], 4), np.uint8)

    def close(self):
        """Nothing more is asked for."""
        self._results.close()

    def _tasks(self):
        for stretch in self._stretches:
            self._begun += 1
            yield stretch

    def _room(self):
        """Whether there is room for what is not asked for yet."""
        return self._begun - self._asked < AHEAD * self._count


def stretches(wanted, look, workers):
    """Numbers of pictures, a tuple for each stretch: so short that every worker has something to do, and so long that going there is nothing."""
    wanted, nbytes = list(wanted), 4 * look.size[0] * look.size[1]
    length = max(1, min(LONGEST, BYTES // nbytes, -(-len(wanted) // (2 * workers))))
    return [tuple(wanted[k : k + length]) for k in range(0, len(wanted), length)]
