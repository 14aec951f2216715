"""What the panels over the picture say: rows of cells for the board."""

from game.hud import ACCENT, DIM, INK, Cell
from game.keys import MOUSE, PATH, TABLE
from game.values import shown, value_at

FRAME = 1e9 / 60  # [ns] a full bar of the profile: a frame of 60 a second
GAP = (Cell(),)
CURSOR = ["Left", "Right", "Up", "Down"]
SPOKEN = {".": "Full stop", "`": "Backquote"}  # what is hard to see


def status(simulation, fps):
    """One line: what runs, its time, pictures per second."""
    title = simulation.scene.spec.title or simulation.scene.path.stem
    return ((Cell(title), Cell(f"{simulation.time:.1f} s", DIM, True), Cell(f"{fps:.0f} fps", DIM, True)),)


def help(scene, lines):
    """Panels of the keys that work: the scene's own (Bindings) with present values, first to be seen in a small window; those of the camera's
    path; the program's."""
    program = [(Cell("Keys", ACCENT),)]
    program += [(Cell(_span(key.caps)), Cell(key.text, DIM)) for key in TABLE if key.method and key not in PATH]
    program += [(Cell(what), Cell(does, DIM)) for what, does in MOUSE]
    path = [(Cell("The camera's path", ACCENT),), *((Cell(_span(key.caps)), Cell(key.text, DIM)) for key in PATH)]
    if not lines:
        return tuple(program), tuple(path)
    own = [(Cell(scene.spec.title or "The scene", ACCENT),)]
    for line in lines:
        value = shown(value_at(scene, line.path))
        own.append(
            (Cell("  ".join(line.caps)), Cell(line.path.removeprefix("vars."), DIM), Cell(value, INK, True), _slider(scene, line.path))
        )
    return tuple(own), tuple(path), tuple(program)


def profile(systems, passes):
    """Milliseconds of each system in the last tick and of each pass in the last picture, smoothed; a full bar is 1/60 s."""
    rows = []
    for title, timings in (("Tick, ms", systems), ("Picture, ms", passes)):
        if timings:
            total = sum(timings.values())
            rows += [GAP] * bool(rows) + [(Cell(title, ACCENT), _ms(total), _bar(total))]
            rows += [(Cell(name, DIM), _ms(ns), _bar(ns)) for name, ns in timings.items()]
    return tuple(rows)


def _slider(scene, path):
    """A bar for a variable with a range: how far up in it the value is."""
    variable = scene.spec.vars.get(path.removeprefix("vars."))
    low, high = getattr(variable, "min", None), getattr(variable, "max", None)
    if low is None or high is None or low == high:
        return Cell()
    return Cell(bar=(variable.value - low) / (high - low), color=ACCENT)


def _span(caps):
    caps = [SPOKEN.get(cap, cap) for cap in caps]
    if caps == CURSOR:
        return "Cursor keys"
    return "  ".join(caps) if len(caps) < 5 else f"{caps[0]} to {caps[-1].rpartition('+')[2]}"


def _ms(ns):
    return Cell(f"{ns / 1e6:.2f}", INK, True)


def _bar(ns):
    return Cell(bar=ns / FRAME, color=ACCENT)
