"""Work for farms, and grids for them: importable by workers."""

import os
import signal
import time

from film_hands import SCENE as DROPS
from film_hands import SHEET

from game.farm import axes, work

SCENE = (
    DROPS.replace("capacity: 100", "capacity: 1000")
    + SHEET
    + "  breeze: {wind: {velocity: [0, 0, 0]}}\ncheck: {ticks: 60, alive: {drops: [0, 40]}}\ntitle: Drops\n"
)
WORDS = "drops.emitter.rate=100:400:4", "breeze.wind.velocity.x=0,1"


def grid(*words):
    """(axes, variants) of some `--set`."""
    read = [axes.axis(each) for each in words or WORDS]
    return read, list(axes.grid(read))


def jobs(variants, parcel, file="drops.yaml", **more):
    """Jobs of variants."""
    return [work.Job(parcel, file, variant.overrides, **more) for variant in variants]


def timeless(text):
    """A table without its column of times: all else is the same whoever made it."""
    rows = [line.split(",") for line in text.split("\r\n")]
    column = rows[0].index("took [s]")
    return [row[:column] + row[column + 1 :] for row in rows]


def plain(task):
    """What is given is the answer, after a while."""
    time.sleep(0.05)
    return task * 2


def deadly(task):
    """Some end the process in which they are done, each time."""
    if task == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    return plain(task)


def failing(task):
    """Some are mistakes."""
    return 1 / task
