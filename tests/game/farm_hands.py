"""Work for farms, and grids for them: importable by workers."""

import os
import signal
import time

from game.farm import axes, work

SCENE = """
format: 1
title: Drops
entities:
  drops:
    position: [0, 2, 0]
    mass: 1 g
    emitter: {rate: 240, capacity: 1000, lifetime: 0.25, shape: {box: {size: [1, 1, 0.1]}}}
    billboard: {size: 0.2}
  sheet: {position: [0, 1, 0], mass: {total: 0.1}, lattice: {counts: [5, 5], size: 1}, spring: {stiffness: 100}, surface: {}}
  weight: {gravity: {}}
  breeze: {wind: {velocity: [0, 0, 0]}}
  sun: {sun: {}}
  eye: {position: [0, 2, 4], camera: {target: [0, 2, 0]}}
check: {ticks: 60, alive: {drops: [0, 40]}}
"""
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
