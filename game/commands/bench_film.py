"""`springvand bench film`: how fast a film is made, beside its encoder alone and its drawing alone on the same pictures."""

import os
import resource
import statistics
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from time import perf_counter, process_time

from game.report import FAILED, Stop, say
from game.scenes import find

SCENE, SIZE, FPS, START = "fountain", (1280, 720), Fraction(60), Fraction(2)
COUNT, QUICK = 600, 60  # pictures: ten seconds, one
RUN = 6  # pictures that are kept in memory at once, and encoded again and again
TARGET = 0.8  # of the slower of the two alone
SETTLED = 180  # pictures after which the encoders hold as many as they ever will
GROWTH = 32 * 2**20  # [bytes] that memory may grow from then on


def film(quick=False):
    """Rows {scene, what, fps, share, cpu_ms}: pictures a second of drawing alone, encoding alone, both; what share that is of the slower; the
    processor's time for a picture, all threads together. And the growth of memory [MB], None where there are too few pictures to tell.

    The two alone take turns with parts of the whole film, so that all three meet the same machine and such pictures; of the parts the median counts, and
    what it takes to close the file.
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
    if growth is not None and growth > GROWTH:
        raise Stop(FAILED, f"memory grew by {growth / 2**20:.0f} MiB while a film was made; it must stay as it is")
    return rows


def _measured(pictures, plan, alone, whole):
    from game.film.writing import Behind

    drawn = [pictures.buffer() for _ in range(RUN)]
    pictures.draw(plan, 0, drawn[0])  # what is made once
    spent = {"drawing alone": [], "encoder alone": [], "film": []}  # [s] a picture, part by part: (by the clock, of the processor)
    memory = []  # [bytes]
    alone.begin()
    behind = Behind(whole, pictures.develop, pictures.buffer)
    for part, start in enumerate(range(0, plan.count, RUN)):
        numbers = range(start, min(start + RUN, plan.count))
        if part % 2:
            spent["film"].append(_timed(lambda i: behind.add(i, pictures.draw(plan, i, behind.lend())), numbers, behind.wait))
        else:
            spent["drawing alone"].append(_timed(lambda i: pictures.draw(plan, i, drawn[i % RUN]), numbers))
            spent["encoder alone"].append(_timed(lambda i: alone.add(i, pictures.develop(drawn[i % RUN])), numbers))
        if numbers.stop >= SETTLED:
            memory.append(_resident())
        say(f"springvand: {numbers.stop} of {plan.count} pictures ...")
    ends = {"encoder alone": (_timed(alone.end, [True]), alone.done), "film": (_timed(behind.close, [True]), whole.done)}
    clock, cpu = ({what: _middle(parts, *ends.get(what, ((0, 0), 1)), k) for what, parts in spent.items()} for k in (0, 1))
    slower = max("drawing alone", "encoder alone", key=clock.get)
    rows = [_row(what, 1 / each, clock[slower] / each, 1000 * cpu[what]) for what, each in clock.items()]
    growth = max(memory) - memory[0] if memory else None
    rows += [_row(f"target: of {slower}", None, TARGET), _row("memory grew [MB]", None if growth is None else growth / 1e6)]
    return rows, growth


def _row(what, fps, share=None, cpu=None):
    return {"scene": SCENE, "what": what, "fps": fps, "share": share, "cpu_ms": cpu}


def _middle(parts, end, count, k):
    """Median over parts, and the end's share of a picture."""
    return statistics.median(part[k] for part in parts) + end[k] / count


def _timed(task, numbers, last=lambda: None):
    """Seconds a number of a task that is done with each, and of what comes last: by the clock, and of the processor."""
    began = perf_counter(), process_time()
    for i in numbers:
        task(i)
    last()
    return (perf_counter() - began[0]) / len(numbers), (process_time() - began[1]) / len(numbers)


def _resident():
    """Memory of this process now [bytes]; the most there was, where that is not told."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most * (1 if sys.platform == "darwin" else 1024)
