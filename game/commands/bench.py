"""`springvand bench`: how long a droplet takes, against plain numpy and against the memory itself, in the same run."""

import json
import statistics
import tracemalloc
from importlib import import_module
from time import perf_counter_ns

from game.commands.bench_scene import JET, SETTLED, jet, scene
from game.report import FAILED, FINE, Stop, say

SIZES = 10_000, 100_000, 1_000_000
ROUNDS = {10_000: 120, 100_000: 60, 1_000_000: 40}
QUICK = {10_000: 60, 100_000: 30, 1_000_000: 16}
TURN = 3  # times that everyone goes on before the next one's turn
THREADS = 2
VIEW = 0.0, -0.6, -0.8  # direction in which the sort looks
PARTICLE_SYSTEMS = "move", "emit", "accumulate", "integrate", "collide", "age"  # `wave` does not depend on the droplets
WATCHED = 40  # ticks whose memory is watched
GROWTH = 0.1  # [bytes a droplet] most that one tick may take and give back: less than the least of a droplet's columns
FIXED = 64 * 1024  # [bytes] of a tick that do not depend on the droplets: tables of fields and solids, Python's own
WHAT = "the particle systems (default), a picture, one of large bodies, a film, cloth and jelly, edits of a running scene, or other programs' cloth"
EXAMPLES = """examples:
  springvand bench                 the whole table: a minute
  springvand bench --quick --json  the same with fewer rounds, as data
  springvand bench frame           what a picture costs the processor, and how soon the first one is there
  springvand bench draw            the processor's share of a picture of large bodies, stage by stage, and its OpenGL calls
  springvand bench film            how fast ten seconds become an MP4, beside the encoder alone and drawing alone: minutes
  springvand bench springs         what cloth and jelly cost and how right they are, beside their targets: three minutes
  springvand bench springs --quick the same, less of it
  springvand bench reload          from a save to the changed picture, and what an edit costs the thread that draws: a minute
  springvand bench peers           the same cloth in Bullet, Taichi, MuJoCo and Newton, as far as they are installed

tick: ns is per droplet and tick (the median over rounds in which all rivals take turns); numpy: how many times longer plain
numpy takes for the same work; copy: how many times longer it takes than copying positions and velocities once.
springs: one thread, ms is a frame of 1/60 s, each frame's least of several equal runs, then the median; numpy as above."""


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name,
        help="how fast this machine is",
        epilog=EXAMPLES,
        description="Time every system at 10,000, 100,000 and 1,000,000 living droplets.",
    )
    parser.add_argument(
        "what", nargs="?", choices=("tick", "frame", "draw", "film", "springs", "reload", "peers"), default="tick", help=WHAT
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds, less than 45 s")
    parser.add_argument("--json", action="store_true", help="as data: a list of the table's rows")
    return parser


def main(arguments):
    """Measure and print."""
    if arguments.what != "tick":
        return _print(_others(arguments.what)(arguments.quick), arguments.json)
    rows = []
    for particles in SIZES:
        say(f"springvand: {particles:,} droplets ...")
        rows += measure(particles, (QUICK if arguments.quick else ROUNDS)[particles])
    return _print(rows, arguments.json)


def _others(what):
    """What gives the rows of another table, called with whether to be quick."""
    return getattr(import_module(f"game.commands.bench_{what}"), what)


def _print(rows, as_json):
    if as_json:
        print(json.dumps(rows, indent=1))
        return FINE
    keys = list(rows[0])
    table = [keys] + [[_cell(row[key]) for key in keys] for row in rows]
    wide = [max(len(line[i]) for line in table) for i in range(len(keys))]
    for line in table:
        print("  ".join(cell.rjust(w) for cell, w in zip(line, wide, strict=True)))
    return FINE


def _cell(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else f"{value:.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value


def measure(particles, rounds):
    """Rows of the table for one number of droplets. Stops where the scene is not what it should be, or memory grows."""
    from engine.simulation import Simulation

    simulation = Simulation(scene(particles), threads=THREADS)
    dt = simulation.scene.spec.time.step
    simulation.step(round(SETTLED / dt))
    check_sane(simulation, particles)
    contest = Contest(simulation, particles)
    times = [contest.round(dt) for _ in range(rounds)]
    check_sane(simulation, particles)
    check_memory(simulation, particles)
    return table(times, particles)


def check_sane(simulation, particles):
    """See that the scene does what it is timed for: enough droplets, finite, some bounced, the water moves."""
    import numpy as np

    from engine.components import Life, Position, Velocity, WaveSurface

    position, life = simulation.get("jet", Position), simulation.get("jet", Life)
    alive = len(position.xyz)
    height = simulation.get("pool", WaveSurface).height
    facts = {
        f"{alive} of {particles} droplets live": abs(alive - particles) < 0.05 * particles,
        "positions are finite": bool(np.isfinite(position.xyz).all() and np.isfinite(simulation.get("jet", Velocity).xyz).all()),
        "droplets stay between kill height and the jet's reach": bool(
            (position.xyz[:, 1] >= JET["kill"]).all() and position.xyz[:, 1].max() < 6
        ),
        "ages are within the lifetime": bool((life.age[:alive] <= JET["lifetime"][1] + 1e-4).all()),
        "some bounced, and some more than once": bool((life.hits[:, :alive] == 1).any() and (life.hits[:, :alive] > 1).any()),
        "the water moves and is finite": bool(0 < np.abs(height).max() < 1),
    }
    wrong = [fact for fact, holds in facts.items() if not holds]
    if wrong:
        raise Stop(FAILED, "the benchmark's scene is not sane, so its times say nothing; it does not hold that " + "; ".join(wrong))


def check_memory(simulation, particles):
    """See that a tick takes no memory that grows with the number of droplets; returns bytes a droplet, at the worst tick."""
    tracemalloc.start()
    try:
        simulation.step(2)  # what is made once
        worst = 0
        for _ in range(WATCHED):
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            simulation.step()
            worst = max(worst, tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
    growth = max(0, worst - FIXED) / particles
    if growth > GROWTH:
        raise Stop(
            FAILED, f"a tick takes {worst:,} bytes with {particles:,} droplets: {growth:.2f} a droplet, and at most {GROWTH} is allowed"
        )
    return growth


class Contest:
    """The rivals, in the same state."""

    def __init__(self, simulation, particles):
        import numpy as np

        from engine.components import Life, Mass, Position, Tint, Velocity
        from engine.kernels.sort import BINS
        from game.commands.bench_numpy import NumpyJet

        self.simulation = simulation
        position, velocity, life, mass, tint = (simulation.get("jet", kind) for kind in (Position, Velocity, Life, Mass, Tint))
        alive, slots = len(position.xyz), position.rows.shape[1]
        columns = {
            "age": life.age,
            "span": life.span,
            "id": life.id,
            "hits": life.hits.max(axis=0),
            "tint": tint.rgba,
            "inverse": mass.inverse,
        }
        columns = {name: column[:alive] for name, column in columns.items()}
        self.rival = NumpyJet(position.xyz.T, velocity.xyz.T, columns, slots, jet(particles))
        self.position, self.velocity = position, velocity
        self.copies = np.zeros_like(position.rows), np.zeros_like(velocity.rows)
        self.axis = np.array(VIEW, np.float32)
        self.scratch = (
            np.empty(slots, np.float32),
            np.empty(slots, np.uint32),
            np.empty(2 * BINS + 1, np.uint32),
            np.empty(slots, np.uint32),
        )

    def round(self, dt):
        """Everyone TURN times in a row, as in a run of his own; median nanoseconds by (who, what)."""
        turns = [self._ours(), self._numpy(dt), [{("ours", "sort"): _timed(self._sort)} for _ in range(TURN)]]
        turns.append([{("numpy", "sort"): _timed(self._sort_numpy)} for _ in range(TURN)])
        turns.append([{("copy", "copy"): _timed(self._copy)} for _ in range(TURN)])
        return {key: statistics.median(t[key] for t in turn) for turn in turns for key in turn[0]}

    def _ours(self):
        taken = []
        for _ in range(TURN):
            self.simulation.step()
            systems = self.simulation.timings()
            taken.append({("ours", name): systems[name] for name in (*PARTICLE_SYSTEMS, "wave")})
            taken[-1]["ours", "tick"] = sum(systems[name] for name in PARTICLE_SYSTEMS)
        return taken

    def _numpy(self, dt):
        parts = [self.rival.tick(dt) for _ in range(TURN)]
        return [{("numpy", "tick"): sum(part.values()), **{("numpy", name): ns for name, ns in part.items()}} for part in parts]

    def _copy(self):
        import numpy as np

        used = self.position.population.used
        for copy, rows in zip(self.copies, (self.position.rows, self.velocity.rows), strict=True):
            np.copyto(copy[:, :used], rows[:, :used])

    def _sort(self):
        import numpy as np

        from engine.kernels.sort import sort_back_to_front

        level, rows = np.float32(-np.inf), self.position
        sort_back_to_front(rows.rows, rows.population.used, self.axis, level, True, *self.scratch)

    def _sort_numpy(self):
        from game.commands.bench_numpy import back_to_front

        back_to_front(self.rival.x[:, : self.rival.alive], VIEW)


def _timed(task):
    start = perf_counter_ns()
    task()
    return perf_counter_ns() - start


def table(times, particles):
    """Rows {scene, particles, system, ns, numpy_ratio, copy_ratio} from the rounds' times; the first round warms up and is left out."""
    middle = {key: statistics.median(t[key] for t in times[1:]) for key in times[0]}
    rows = []
    for who, system in middle:
        if who != "ours":
            continue
        ns, rival = middle[who, system], middle.get(("numpy", system))
        row = {"scene": "bench", "particles": particles, "system": system, "ns": ns / particles}
        row |= {"numpy_ratio": rival / ns if rival else None, "copy_ratio": ns / middle["copy", "copy"]}
        rows.append(row)
    return rows
