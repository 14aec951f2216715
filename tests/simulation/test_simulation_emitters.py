"""Emitters: the shapes they fill, what has run before the scene begins, particles that go along with them."""

import numpy as np
import pytest
from small_scenes import GRAVITY, STEP, droplets, jet, same, scene_of

from engine.components import Life, Placement, Population, Position, Velocity
from engine.scene import load

N = 20_000
# a tetrahedron with one corner far out: areas 1/2, 3/2, 3/2 and root of 19 / 2
OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def strewn(simulate, shape, **more):
    """Places (N, 3) of as many newborn, in the emitter's frame."""
    simulation = simulate({"jet": jet(0, bursts=[{"time": 0, "count": N}], capacity=N, shape=shape, lifetime=9, **more)})
    simulation.step()
    return simulation.get("jet", Position).xyz.astype(float)


def is_uniform(share, cells=40):
    """Chi-square of numbers that should be uniform in 0 to 1: mean cells - 1, standard deviation root of twice that; 4.5 of these."""
    assert share.min() >= -1e-6 and share.max() <= 1 + 1e-6
    count = np.histogram(np.clip(share, 0, 1 - 1e-9), cells, (0, 1))[0]
    expected = len(share) / cells
    return ((count - expected) ** 2 / expected).sum() < cells - 1 + 4.5 * np.sqrt(2 * (cells - 1))


def turn(a, b):
    """Angle as a share of a whole turn."""
    return np.arctan2(a, b) / (2 * np.pi) % 1


def test_a_line(simulate):
    """Between its ends, evenly, and nowhere else."""
    x = strewn(simulate, {"line": {"from": [1, 0, 0], "to": [-1, 3, 2]}})
    way = np.array([-2.0, 3, 2])
    share = (x - [1, 0, 0]) @ way / (way @ way)
    np.testing.assert_allclose(x, [1, 0, 0] + share[:, None] * way, atol=1e-6)
    assert is_uniform(share)


@pytest.mark.parametrize("width", [0, 0.4, 9])
def test_a_ring(simulate, width):
    """By angle, and by area between the edges: r^2 is uniform."""
    x = strewn(simulate, {"ring": {"radius": 0.5, "width": width}})
    r, inner, outer = np.hypot(x[:, 0], x[:, 2]), max(0.5 - width / 2, 0), 0.5 + width / 2
    assert (x[:, 1] == 0).all() and is_uniform(turn(x[:, 2], x[:, 0]))
    if width == 0:
        np.testing.assert_allclose(r, 0.5, rtol=1e-6)
    else:
        assert is_uniform((r**2 - inner**2) / (outer**2 - inner**2))


@pytest.mark.parametrize("shell", [False, True])
def test_a_sphere(simulate, shell):
    """By volume: r^3 is uniform; on the skin: r is the radius. By direction: height over r, and the turn."""
    x = strewn(simulate, {"sphere": {"radius": 0.7, "shell": shell}})
    r = np.linalg.norm(x, axis=1)
    if shell:
        np.testing.assert_allclose(r, 0.7, rtol=1e-6)
    else:
        assert is_uniform((r / 0.7) ** 3)
    assert is_uniform(x[:, 1] / r / 2 + 0.5) and is_uniform(turn(x[:, 2], x[:, 0]))


def test_a_cone(simulate):
    """By volume: y^3 is uniform, and the area within the circle at y."""
    x = strewn(simulate, {"cone": {"height": 2, "spread": 30}})
    assert is_uniform((x[:, 1] / 2) ** 3) and is_uniform(turn(x[:, 2], x[:, 0]))
    assert is_uniform((np.hypot(x[:, 0], x[:, 2]) / (x[:, 1] * np.tan(np.pi / 6))) ** 2)


def scene_with_mesh(tmp_path, obj=OBJ):
    (tmp_path / "thing.obj").write_text(obj)
    (tmp_path / "made.yaml").write_text(
        "entities: {jet: {position: [0, 0, 0], mass: 1 g, emitter: {rate: 0, bursts: [{count: 20000}], capacity: 40000, lifetime: 9,"
        " shape: {mesh: {file: thing.obj}}}}}"
    )
    return load(tmp_path / "made.yaml")


def test_the_surface_of_a_mesh(simulate, tmp_path):
    """On the triangles, of each as many as its share of the area, and in each evenly: barycentric 1 - root of u, and v."""
    simulation = simulate(scene_with_mesh(tmp_path))
    simulation.step()
    x = simulation.get("jet", Position).xyz.astype(float)
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 3]], float)
    normal = np.cross(corners[2] - corners[1], corners[3] - corners[1])
    where = [np.abs(x[:, 2]) < 1e-6, np.abs(x[:, 1]) < 1e-6, np.abs(x[:, 0]) < 1e-6, np.abs((x - corners[1]) @ normal) < 1e-5]
    areas = np.array([0.5, 1.5, 1.5, np.linalg.norm(normal) / 2])
    counts = np.array([each.sum() for each in where])
    assert sum(where).min() >= 1
    expected = N * areas / areas.sum()
    assert ((counts - expected) ** 2 / expected).sum() < 3 + 4.5 * np.sqrt(6)
    slope = x[where[3]]
    assert is_uniform((1 - slope[:, 2] / 3) ** 2, 20)  # weight of the far corner
    assert is_uniform(slope[:, 0] / (slope[:, 0] + slope[:, 1]), 20)


def test_another_mesh_is_for_the_newborn(simulate, tmp_path):
    """The file changes while the scene runs: reported as of births, what lives stays, what comes is on the new surface."""
    simulation = simulate(scene_with_mesh(tmp_path))
    simulation.step()
    before = simulation.get("jet", Position).xyz.copy()
    changes = simulation.reload(scene_with_mesh(tmp_path, OBJ.replace("v 0 0 3", "v 0 0 -3")))
    assert [change.kind for change in changes] == ["birth"]
    np.testing.assert_array_equal(simulation.get("jet", Position).xyz, before)
    simulation.set("jet.emitter.rate", 12_000)
    simulation.step()
    assert (simulation.get("jet", Position).xyz[N:, 2] <= 0).all()


@pytest.mark.parametrize("shape", ["line", "ring", "sphere", "cone", "disc", "box", "point"])
def test_births_are_spread_evenly_in_the_tick(simulate, shape):
    """From a moving emitter of any shape, at rest: the places along its way are as evenly spread as the times."""
    small = {"line": {"from": [0, 0, 0], "to": [0, 0, 1]}, "box": {"size": [0, 1, 0]}, "disc": {"radius": 0, "height": 1}}
    shape = {shape: small.get(shape, {} if shape == "point" else {"height": 0} if shape == "cone" else {"radius": 0})}
    simulation = simulate({"jet": {"velocity": [3, 0, 0], **jet(1200, shape=shape, lifetime=9)}})
    simulation.step(30)
    x, age = simulation.get("jet", Position).xyz[:, 0], simulation.get("jet", Life).age
    np.testing.assert_allclose(x, 3 * (simulation.time - age), atol=1e-5)
    np.testing.assert_allclose(np.diff(x), 3 / 1200, atol=2e-6)


WARM = {"rate": 300, "lifetime": [0.5, 0.9], "fade": 0.2, "bursts": [{"time": 0.2, "count": 20}], "start_delay": 0.05,
        "start_velocity": {"cone": {"spread": 20, "speed": [2, 3]}}}  # fmt: skip
ROOM = {"weight": GRAVITY, "breeze": {"wind": {"velocity": [1, 0, 0]}}, "stir": {"turbulence": {"speed": 0}},
        "floor": {"position": [0, -0.2, 0], "shape": {"plane": {}}, "collider": {"restitution": 0.6}},
        "pool": {"position": [0, -0.1, 0], "wave_surface": {"size": [3, 3], "nodes": [8, 8]}}}  # fmt: skip


def test_a_prewarmed_emitter_is_as_after_so_long(simulate):
    """At time 0 its particles are, bit for bit, those that it has after running for 1.5 s, and so is what comes then; the water is level."""
    cold, warm = simulate({"jet": jet(**WARM), **ROOM}), simulate({"jet": jet(**WARM, prewarm=1.5), **ROOM})
    cold.step(180)
    assert warm.time == 0 and warm.get("jet", Population).alive > 100
    assert same(droplets(cold), droplets(warm))
    for simulation in (cold, warm):
        simulation.step(30)
    assert same(droplets(cold), droplets(warm))


def test_all_else_waits_for_the_prewarmed(simulate):
    """A free particle, another emitter and a moving placement have not moved; each emitter is as old as it asks; a restart does it again."""
    others = {"mote": {"mass": 1}, "cold": jet(100), "cart": {"velocity": [1, 0, 0], **jet(100, prewarm=0.25, lifetime=9)}}
    scene = {"jet": jet(100, prewarm=1, lifetime=9), **others, "weight": GRAVITY}
    simulation = simulate(scene)
    first = simulation.fingerprint()
    assert [simulation.get(name, Population).born for name in ("jet", "cold", "cart")] == [100, 0, 25]
    assert not simulation.get("mote", Position).xyz.any() and not simulation.get("cart", Placement).position.any()
    simulation.step(20)
    simulation.restart()
    assert simulation.fingerprint() == first == simulate(scene_of(scene), threads=2, large=10).fingerprint()


def test_a_gust_goes_on_through_the_beginning(simulate):
    """The wind of the time before 0 is that of one noise: started a second early, in a wind that gusts, the speeds show it and no more than that."""
    gusty = {"breeze": {"wind": {"velocity": [5, 0, 0], "gust": {"strength": 1, "period": 0.5}, "particles": 0.01}}}
    simulation = simulate({"jet": jet(100, prewarm=1, lifetime=9), **gusty})
    assert np.isfinite(simulation.get("jet", Velocity).xyz).all()
    assert np.ptp(np.diff(simulation.get("jet", Velocity).xyz[:, 0])) > 0


def test_local_particles_go_along_with_a_moving_emitter(simulate):
    """In local space each particle is where it would be about an emitter at rest, plus the emitter's way; in world space it is not."""
    make = lambda space, velocity: simulate({"jet": {"velocity": velocity, **jet(**WARM, space=space)}, "weight": GRAVITY})  # noqa: E731
    still, local, world = make("local", [0, 0, 0]), make("local", [2, 0, -1]), make("world", [2, 0, -1])
    for simulation in (still, local, world):
        simulation.step(90)
    way = np.array([2, 0, -1]) * 90 * STEP
    np.testing.assert_allclose(local.get("jet", Position).xyz, still.get("jet", Position).xyz + way, atol=1e-5)
    np.testing.assert_array_equal(local.get("jet", Velocity).xyz, still.get("jet", Velocity).xyz)
    assert np.abs(world.get("jet", Position).xyz - still.get("jet", Position).xyz - way).max() > 0.5
    previous = local.get("jet", Position).previous[:, :50].T
    wanted = still.get("jet", Position).previous[:, :50].T + way * 89 / 90
    np.testing.assert_allclose(previous, wanted, atol=1e-5)


def test_local_particles_turn_with_their_emitter(simulate):
    """The author moves and turns it: places and velocities of what lives turn along, a wider pool or not; in world space they stay."""
    for capacity in (10_000, 500):
        for space in ("local", "world"):
            emitter = jet(**WARM, space=space)
            simulation = simulate({"jet": emitter})
            simulation.step(90)
            _, _, x, v = droplets(simulation)
            emitter = {**emitter, "emitter": {**emitter["emitter"], "capacity": capacity}}
            simulation.reload(scene_of({"jet": {"position": [1, 2, 3], "rotation": [0, 90, 0], **emitter}}))
            _, _, there, speed = droplets(simulation)
            turned = lambda rows: np.stack([rows[:, 2], rows[:, 1], -rows[:, 0]], 1)  # noqa: E731
            wanted = (turned(x) + [1, 2, 3], turned(v)) if space == "local" else (x, v)
            np.testing.assert_allclose(there, wanted[0], atol=1e-6)
            np.testing.assert_allclose(speed, wanted[1], atol=1e-6)
