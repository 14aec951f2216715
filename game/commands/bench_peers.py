"""`springvand bench peers`: the same cloth in other programs, as far as they are installed, each beside ours in a process of its own.

A cloth of 64 x 64 masses, 1 m, 0.2 kg/m2, springs of 1000 N/m, held at two corners, dropped from level, on one thread.
"""

import importlib
import json
import statistics
import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from time import perf_counter

from game.report import say

NAMES = "springvand", "bullet", "taichi", "mujoco", "newton"
N, SIDE, MASS, STIFFNESS = 64, 1.0, 0.2, 1e3
FRAME = 1 / 60  # [s]
STEPS = {"1/120": 1 / 120, "1/60": FRAME, "1/30": 1 / 30, "1/15": 1 / 15, "1/10": 1 / 10}  # [s] frames that it may blow up at
FAR = 50.0  # [m] who is farther has blown up
ROUNDS, TURN = 6, 10  # turns that ours and theirs take, and frames in each
SETTLE, CALM = 3.0, 4.0  # [s] after which it hangs at rest with a drag [1/s]
BOLD = 1.0  # [s] that it has to live through at each length of frame
PATIENCE, QUICK = 90.0, 20.0  # [s] for each of the three; what is not done then is left out


def peers(quick=False):
    """Rows {peer, version, variant, ms, ours_ms, ratio, stretch, blows_up, note}; of those that are not installed only the note."""
    rows = []
    for name in NAMES:
        peer = _peer(name)
        if find_spec(peer.NEEDS) is None:
            rows.append(row(name, note=f"not installed: pip install {peer.PIP}"))
            continue
        for variant in peer.VARIANTS:
            say(f"springvand: {name}, {variant} ...")
            rows.append(_in_a_process(name, variant, QUICK if quick else PATIENCE))
    return rows


def row(peer, variant=None, **found):
    """One line of the table."""
    empty = dict.fromkeys(("version", "variant", "ms", "ours_ms", "ratio", "stretch_percent", "blows_up", "note"))
    return {"peer": peer, **empty, "variant": variant, **found}


def _peer(name):
    return importlib.import_module(f"game.commands.peers.{name}")


def _in_a_process(name, variant, patience):
    """The row that `python -m game.commands.bench_peers` prints last, or why there is none."""
    command = [sys.executable, "-m", "game.commands.bench_peers", name, variant, str(patience)]
    try:
        answer = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=6 * patience + 240)
    except subprocess.TimeoutExpired:
        return row(name, variant, note="has not ended in time")
    if answer.returncode != 0:
        said = (answer.stderr.strip() or answer.stdout.strip() or "nothing").splitlines()[-1]
        return row(name, variant, note=f"ended with status {answer.returncode}, saying: {said}")
    return json.loads(answer.stdout.splitlines()[-1])


def measured(name, variant, patience, sheet=None):
    """The row of one program, measured in this process."""
    peer, ours = _peer(name), _peer("springvand")
    sheet, settings = sheet or level(N), peer.VARIANTS[variant]
    ms, ours_ms = contest(peer.Cloth(settings, sheet, FRAME, 0.0), ours.Cloth(20, sheet, FRAME, 0.0), patience)
    stretch, calm = at_rest(peer, settings, sheet, patience)
    failed, untried = blow_ups(peer, settings, sheet, patience)
    notes = [] if calm else ["not waited until it was at rest"]
    notes += [f"frames of {', '.join(untried)} s not tried to the end"] if untried else []
    found = {"ms": ms, "ours_ms": ours_ms, "ratio": ms / ours_ms, "stretch_percent": stretch}
    return row(name, variant, version=_version(peer.PIP), **found, blows_up=", ".join(failed) or "no", note="; ".join(notes) or None)


def _version(package):
    try:
        return version(package)
    except importlib.metadata.PackageNotFoundError:
        return "here"


def level(n):
    """The sheet that all are given, a little uneven, as cloth is."""
    import numpy as np

    from game.commands.peers import Sheet

    gap = SIDE / (n - 1)
    row, column = (each.ravel() for each in np.mgrid[:n, :n])
    at, held = np.arange(n * n).reshape(n, n), np.array([n * n - n, n * n - 1])
    places = np.stack([column * gap - SIDE / 2, 0.05 * gap * np.random.default_rng(1).standard_normal(n * n), row * gap - SIDE / 2], 1)
    places[held, 1] = 0
    pairs = (at[:, :-1], at[:, 1:]), (at[:-1], at[1:]), (at[:-1, :-1], at[1:, 1:]), (at[:-1, 1:], at[1:, :-1])
    ends = np.concatenate([np.stack(pair, -1).reshape(-1, 2) for pair in pairs])
    rest = gap * np.sqrt(((ends[:, 0] // n - ends[:, 1] // n) ** 2 + (ends[:, 0] % n - ends[:, 1] % n) ** 2).astype(float))
    return Sheet(n, SIDE, MASS, STIFFNESS, places, ends, rest, held)


def contest(theirs, ours, patience):
    """Ms of a frame of each: they take turns of some frames, the first frame left out; of each turn the median, and of these the least."""
    turns, began = {theirs: [], ours: []}, perf_counter()
    for each in turns:
        each.frame()
    while len(turns[ours]) < ROUNDS and (not turns[ours] or perf_counter() - began < patience):
        for each, medians in turns.items():
            medians.append(_turn(each, patience))
    return min(turns[theirs]), min(turns[ours])


def _turn(cloth, patience):
    taken = []
    while len(taken) < TURN and sum(taken) < patience / ROUNDS:
        start = perf_counter()
        cloth.frame()
        taken.append(perf_counter() - start)
    return 1000 * statistics.median(taken)


def at_rest(peer, settings, sheet, patience):
    """Largest stretch [%] where it hangs at rest, None where it blew up, and whether it was waited for."""
    cloth, began = peer.Cloth(settings, sheet, FRAME, CALM), perf_counter()
    for _ in range(round(SETTLE / FRAME)):
        cloth.frame()
        if perf_counter() - began > patience:
            return None, False
    places = cloth.places()
    return (None if has_blown_up(places) else stretch(places, sheet)), True


def stretch(places, sheet):
    """Largest elongation of a spring [%]."""
    import numpy as np

    length = np.linalg.norm(places[sheet.ends[:, 0]].astype(float) - places[sheet.ends[:, 1]], axis=1)
    return float(100 * (length / sheet.rest - 1).max())


def blow_ups(peer, settings, sheet, patience):
    """At which lengths of a frame it blows up within BOLD seconds; and which there was no time to try to the end."""
    failed, untried = [], []
    for name, dt in STEPS.items():
        cloth, began = peer.Cloth(settings, sheet, dt, 0.0), perf_counter()
        for _ in range(round(BOLD / dt)):
            cloth.frame()
            if has_blown_up(cloth.places()):
                failed.append(name)
                break
            if perf_counter() - began > patience / len(STEPS):
                untried.append(name)
                break
    return failed, untried


def has_blown_up(places):
    """Not finite, or far away."""
    import numpy as np

    return not (np.isfinite(places).all() and np.abs(places).max() < FAR)


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], sys.argv[2], float(sys.argv[3]))))
