"""One scene through time."""

import itertools
import operator
import os
import weakref

import esper
import numpy as np

from engine.components import Leaving, Name
from engine.scene.load import load, overridden
from engine.scene.reload import reload
from engine.scene.spawn import spawn
from engine.simulation import edit
from engine.simulation.clock import Clock
from engine.simulation.energy import energy, stretch
from engine.simulation.fingerprint import fingerprint
from engine.simulation.pose import along, pose
from engine.simulation.snapshot import put, take
from engine.simulation.tick import furnish, tick
from engine.simulation.warm import warm
from engine.systems import Step, Workers, hand
from engine.systems.accumulate import survey
from engine.systems.bodies import living, pack, packed
from engine.systems.workers import LARGE

FRAME = 1 / 60  # [s] length of a tick of `step(n)` where the scene's step is the wall clock's
_numbers = itertools.count(1)


class Simulation:
    """A running scene, in an esper world of its own. Every public method works in that world.

    threads    at most so many share large bodies (default: SPRINGVAND_THREADS, else the machine's cores); the numbers do not depend on it
    seed       in place of the scene's, 0 to 2^32 - 1
    overrides  {"jet.emitter.rate": 900}: values laid over the scene's. Raises SceneError
    large      particles from which on a body is shared between the threads
    """

    def __init__(self, scene, threads=None, seed=None, overrides=None, large=LARGE):
        if seed is not None and not 0 <= seed < 2**32:
            raise ValueError(f"{seed} is no seed; write a whole number from 0 to {2**32 - 1}")
        self.world = f"springvand {next(_numbers)}"
        self.scene = overridden(scene, {**scene.overrides, **overrides}) if overrides else scene
        self.messages = []  # texts for the author; whoever shows them empties the list
        self._seed = seed
        self._workers = Workers(_threads(threads), large)
        self._close = weakref.finalize(self, _dismantle, self.world, self._workers)
        self._timings = {}
        esper.switch_world(self.world)
        furnish()
        self._begin()

    @classmethod
    def from_file(cls, path, threads=None, seed=None, overrides=None):
        """Load a scene file and start it. Raises SceneError."""
        return cls(load(path, overrides), threads, seed)

    def step(self, n=1):
        """n ticks, however long that takes."""
        esper.switch_world(self.world)
        if self._by_frame:
            self.clock.change(FRAME)
        for _ in range(n):
            tick(self._step(), self._timings)
            self.clock.tick += 1

    def advance(self, seconds):
        """Follow the wall clock for so many seconds, at most 0.1 s at once, in whole ticks; the ticks done."""
        if self._by_frame:
            return self._advance_by(self.clock.frame(seconds))
        ticks = self.clock.due(seconds)
        self.step(ticks)
        return ticks

    def go_to(self, tick, blend=0.0):
        """Run on to a tick, seen a share `blend` of a step past it: the same bits by any way there. Raises ValueError for one that is over."""
        if tick < self.tick:
            raise ValueError(f"tick {tick} is over, this is {self.tick}; restart() begins anew")
        self.step(tick - self.tick)
        self.clock.owed = 0.0 if self._by_frame else blend * self.clock.dt

    def get(self, name, component):
        """The named entity's component, with none but the living in it (.xyz of Position and Velocity). Raises KeyError.

        Arrays are views, good until the next tick: what is written into them is written into the simulation.
        """
        entity = self._entity(name)
        if not esper.has_component(entity, component):
            there = ", ".join(type(each).__name__ for each in esper.components_for_entity(entity))
            raise KeyError(f"'{name}' has no {component.__name__}; it has {there}")
        packed(entity)
        return living(entity, esper.component_for_entity(entity, component))

    def names(self):
        """Names of all entities of the scene."""
        esper.switch_world(self.world)
        return list(self.scene.spec.entities)

    def pose(self, name, blend=1.0):
        """Named tuple position, rotation, fov of a camera or any entity now; blend: as of pictures, 0 one tick ago. Raises KeyError."""
        return pose(self._entity(name), blend)

    def along(self, name, times):
        """The same at many times [s] (k,) of a camera's path, wherever it is now: arrays with one axis more. Raises KeyError."""
        return along(self._entity(name), times)

    def energy(self, name):
        """Kinetic energy, energy of the springs and potential energy in the fields, over y = 0, of a body [J]. Raises KeyError."""
        entity = self._entity(name)
        packed(entity)
        survey(self._step())
        return energy(entity)

    def stretch(self, name):
        """Greatest (l - L) / L over the springs of a body, L the rest length; less than 0 where all are pressed. Raises KeyError."""
        return stretch(self._entity(name))

    def grab(self, name, index):
        """Take a mass of a body into the hand: of a particle, the index among the living. Raises KeyError, IndexError, RuntimeError."""
        entity = self._entity(name)
        if self._held is not None and hand.is_held(self._held):
            raise RuntimeError("the hand holds a mass already; call release() first")
        hand.grab(entity, operator.index(index))
        self._held = entity

    def drag(self, point):
        """Lead the held mass to a point [m] (3,) within the next tick. Raises RuntimeError where nothing was grabbed, ValueError.

        In a body with self_collision it gets there only as fast, over more ticks, and only as far as the rest can follow.
        Whether it is still held: a droplet that dies, and a body that is frozen, removed or built anew, slips out of the hand.
        """
        if self._held is None:
            raise RuntimeError("the hand is empty; call grab(name, index) first")
        point = np.asarray(point, float)
        if point.shape != (3,) or not np.isfinite(point).all():
            raise ValueError(f"{point.tolist()} is no point; write 3 finite numbers, as in [0, 1, 0]")
        esper.switch_world(self.world)
        return hand.drag(self._held, point)

    def release(self):
        """Let go of what is held, with the velocity that the hand gave it; an empty hand stays empty."""
        esper.switch_world(self.world)
        if self._held is not None:
            hand.release(self._held)
        self._held = None

    @property
    def time(self):
        """Simulated time [s]."""
        return self.clock.time

    @property
    def tick(self):
        """Ticks done."""
        return self.clock.tick

    @property
    def blend(self):
        """Share of a step, 0 to 1, that the wall clock is past the last tick."""
        return 1.0 if self._by_frame else self.clock.blend

    @property
    def seed(self):
        """Seed of all random numbers that are drawn from now on."""
        return self._seed_of(self.scene)

    def fingerprint(self):
        """Hash (hex) of all that influences the future."""
        esper.switch_world(self.world)
        pack()
        return fingerprint(self.clock)

    def timings(self):
        """Nanoseconds that each system took in the last tick, by name."""
        return dict(self._timings)

    def reload(self, scene):
        """Go on as another version of the scene, state kept; the list of Changes, none where nothing changed.

        All or nothing: when this raises, everything is as it was.
        """
        esper.switch_world(self.world)
        pack()
        changes = reload(self.scene, scene, self._seed_of(scene))
        self.scene = scene
        if not self._by_frame:
            self.clock.change(scene.spec.time.step)
        return changes

    def set(self, path, value):
        """Lay a value over the file, as `jet.emitter.rate`, 900; the list of Changes. Raises SceneError."""
        return self.reload(overridden(self.scene, {**self.scene.overrides, path: value}))

    def toggle(self, path):
        """Set a switch to its other position; the list of Changes. Raises AddressError, TypeError."""
        return self.set(path, edit.toggled(self.scene, path))

    def cycle(self, path):
        """Set a word to the next that is allowed there; the list of Changes. Raises AddressError, TypeError."""
        return self.set(path, edit.following(self.scene, path))

    def press(self, variable, direction):
        """Lower (-1) or raise (+1) a variable by one step, inside its range; the list of Changes. Raises KeyError."""
        return self.set(f"vars.{variable}", edit.pressed(self.scene, variable, direction))

    def restart(self):
        """Begin the scene anew, as it is written now."""
        esper.switch_world(self.world)
        esper.clear_database()
        self._begin()

    def snapshot(self, like=None):
        """The Snapshot of this moment. like: an earlier one, with which it shares what is still the same; it may be of another run."""
        esper.switch_world(self.world)
        return take(self.scene, self.clock, self._held, self._seed, like)

    def restore(self, snapshot, scene=None):
        """Be as when the Snapshot was taken, in this Simulation or another: what comes then is the same, bit for bit.

        scene  another version of its scene, as which the state goes on by a reload; the list of Changes.
        All or nothing: when this raises, everything is as it was.
        """
        now = self.snapshot() if scene else None
        self._become(snapshot)
        try:
            return self.reload(scene) if scene else []
        except Exception:
            self._become(now)
            raise

    def close(self):
        """Free the world and the threads; deleting the Simulation does the same."""
        self._close()

    def _begin(self):
        self._held = None  # entity of the mass in the user's hand
        self.clock = Clock(FRAME if self._by_frame else self.scene.spec.time.step)
        for name, entity in self.scene.spec.entities.items():
            spawn(name, entity, self.seed)
        warm(self._step())

    def _become(self, snapshot):
        esper.switch_world(self.world)
        self.clock = put(snapshot)
        self.scene, self._seed, self._held = snapshot.scene, snapshot.seed, snapshot.held

    @property
    def _by_frame(self):
        return self.scene.spec.time.step == "frame"

    def _seed_of(self, scene):
        return scene.spec.seed if self._seed is None else self._seed

    def _advance_by(self, seconds):
        if not seconds:
            return 0
        esper.switch_world(self.world)
        self.clock.change(seconds)
        tick(self._step(), self._timings)
        self.clock.tick += 1
        return 1

    def _step(self):
        spec, clock = self.scene.spec, self.clock
        substeps = None if spec.time.substeps == "auto" else spec.time.substeps
        said = spec.time.solver, spec.bounds, spec.time.quality, substeps
        return Step(clock.dt, clock.time, self.seed, *said, self._workers, self._tell)

    def _tell(self, name, text):
        """Leave a text about an entity for the author, with the place in the file where the entity begins."""
        self.messages.append(f"{self.scene.where(name)}{name}: {text}")

    def _entity(self, name):
        """The esper id of a named entity of the scene."""
        esper.switch_world(self.world)
        if name in self.scene.spec.entities:
            for entity, given in esper.get_component(Name):
                if given.text == name and not esper.has_component(entity, Leaving):
                    return entity
        raise KeyError(f"no entity '{name}'; there are {', '.join(self.scene.spec.entities)}")


def _threads(given):
    """Number of threads: given, or what SPRINGVAND_THREADS says, or the cores. Raises ValueError."""
    said = given or os.environ.get("SPRINGVAND_THREADS") or os.cpu_count() or 1
    try:
        return max(int(said), 1)
    except ValueError:
        raise ValueError(f"SPRINGVAND_THREADS is '{said}'; write a whole number of threads, as in SPRINGVAND_THREADS=2") from None


def _dismantle(world, workers):
    """Delete an esper world, also when it is the current one, and end the threads."""
    workers.close()
    if esper.current_world == world:
        esper.switch_world("default")
    if world in esper.list_worlds():
        esper.delete_world(world)
