"""`springvand bench film`: how fast a film is made, beside its encoder alone and its drawing alone on the same pictures."""

import os
import resource
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from time import perf_counter

from game.report import FAILED, Stop, say
from game.scenes import find

SCENE, SIZE, FPS, START = "fountain", (1280, 720), Fraction(60), Fraction(2)
COUNT, QUICK = 600, 30  # pictures: ten seconds, half a second
RUN = 15  # pictures that are kept in memory at once, and encoded again and again
TARGET = 0.8  # of the slower of the two alone
GROWTH = 64 * 2**20  # [bytes] that memory may grow from the first quarter on: what an encoder still takes as it goes


def film(quick=False):
    """Rows {scene, what, fps, of_the_slower}: pictures a second of drawing alone, encoding alone, both; and the growth of memory [MB].

    The two alone take turns with parts of the whole film, so that all three meet the same machine and the same pictures.
    """
    from engine.scene import load
    from game.film.moments import Plan
    from game.film.mp4 import Mp4
    from game.film.pictures import Look, Pictures

    count = QUICK if quick else COUNT
    plan = Plan(START, FPS, count)
    pictures = Pictures(lambda: load(find(SCENE)), None, Look(SIZE, 0, "test"))
    try:
        with tempfile.TemporaryDirectory() as folder:
            alone = Mp4(Path(folder, "alone.mp4"), SIZE, FPS, count)
            whole = Mp4(Path(folder, "whole.mp4"), SIZE, FPS, count)
            rows, growth = _measured(pictures, plan, alone, whole)
    finally:
        pictures.close()
    if growth > GROWTH:
        raise Stop(FAILED, f"memory grew by {growth / 2**20:.0f} MiB while a film was made; it must stay as it is")
    return rows


def _measured(pictures, plan, alone, whole):
    from game.film.writing import Behind

    drawn = [pictures.buffer() for _ in range(RUN)]
    pictures.draw(plan, 0, drawn[0])  # what is made once
    spent, done, memory = {"drawing alone": 0.0, "encoder alone": 0.0, "film": 0.0}, dict.fromkeys(("alone", "film"), 0), []
    alone.begin()
    behind = Behind(whole, pictures.develop, pictures.buffer)
    for part, start in enumerate(range(0, plan.count, RUN)):
        numbers = range(start, min(start + RUN, plan.count))
        began = perf_counter()
        if part % 2:
            for i in numbers:
                behind.add(i, pictures.draw(plan, i, behind.lend()))
            behind.wait()
            spent["film"] += perf_counter() - began
            done["film"] += len(numbers)
        else:
            for i, into in zip(numbers, drawn, strict=False):
                pictures.draw(plan, i, into)
            spent["drawing alone"] += perf_counter() - began
            began = perf_counter()
            for i, picture in zip(numbers, drawn, strict=False):
                alone.add(i, pictures.develop(picture))
            spent["encoder alone"] += perf_counter() - began
            done["alone"] += len(numbers)
        memory.append(_resident())
        say(f"springvand: {numbers.stop} of {plan.count} pictures ...")
    began = perf_counter()
    alone.end(True)
    spent["encoder alone"] += perf_counter() - began
    began = perf_counter()
    behind.close(True)
    spent["film"] += perf_counter() - began
    rates = {what: done["film" if what == "film" else "alone"] / seconds for what, seconds in spent.items()}
    slower = min("drawing alone", "encoder alone", key=rates.get)
    rows = [{"scene": SCENE, "what": what, "fps": rate, "share": rate / rates[slower]} for what, rate in rates.items()]
    growth = max(memory[len(memory) // 4 :]) - memory[len(memory) // 4]
    rows.append({"scene": SCENE, "what": f"target: of {slower}", "fps": None, "share": TARGET})
    rows.append({"scene": SCENE, "what": "memory grew [MB]", "fps": growth / 1e6, "share": None})
    return rows, growth


def _resident():
    """Memory of this process now [bytes]; the most there was, where that is not told."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most * (1 if sys.platform == "darwin" else 1024)
