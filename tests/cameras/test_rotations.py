"""Where a camera on a path looks."""

import numpy as np
import pytest
from reference import POSITIONS, REFERENCE, ROTATIONS, TOLERANCE, at_shares, keys_of, way

from engine.components import rotation_matrix
from engine.components.angles import degrees_of
from engine.kernels.tangents import unwrapped

ORDERS = "YXZ", "XYZ"
ALL_ORDERS = "XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"
AXES = np.eye(3)


def about(axis, degrees):
    """The matrix of a turn about one axis of the world, by Rodrigues' formula."""
    angle = np.radians(degrees)
    k = np.array([[0, -AXES[axis][2], AXES[axis][1]], [AXES[axis][2], 0, -AXES[axis][0]], [-AXES[axis][1], AXES[axis][0], 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def product(order, degrees):
    """R = R_a R_b R_c of angles about x, y, z."""
    a, b, c = ("XYZ".index(letter) for letter in order)
    return about(a, degrees[a]) @ about(b, degrees[b]) @ about(c, degrees[c])


def matrix(quaternion):
    """Rotation matrix of x, y, z, w."""
    x, y, z, w = quaternion
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def near(a, b, atol=TOLERANCE):
    """Compare to 1e-12."""
    np.testing.assert_allclose(a, b, rtol=0, atol=atol)


def test_angles_are_unwrapped_over_the_keys_and_over_the_seam():
    """350 to 10 goes 20 degrees; a lap adds its winding, which is the table's."""
    degrees, winding = unwrapped(ROTATIONS, closed=True)
    near(degrees, REFERENCE["rotation_euler"]["unwrapped_deg"])
    near(winding, REFERENCE["rotation_euler"]["closing_winding_deg"])
    small = np.array([[0.1, 350, 0.3], [0.1, 10, 720.3]])
    assert np.array_equal(unwrapped(small, closed=True)[0], [[0.1, 350, 0.3], [0.1, 370, 720.3 - 720]])


def test_euler_angles_are_those_of_the_table():
    """Catmull-Rom through the unwrapped angles; literal angles go the long way from 350 to 10."""
    expected = [[product("YXZ", angles) for angles in segment["deg"]] for segment in REFERENCE["rotation_euler"]["euler_unwrapped_tcb0"]]
    near(at_shares(way())[2], expected)
    keys = keys_of(POSITIONS[:2], [[0, 350, 0], [0, 10, 0]])
    shortest, literal = (way(keys, closed=False, angle_policy=policy).pose(0.5).rotation for policy in ("shortest", "literal"))
    near(shortest, np.eye(3))
    near(literal, about(1, 180))


@pytest.mark.parametrize("order", ALL_ORDERS)
def test_order_and_sense_of_the_angles(order):
    """`camera`: R = R_a R_b R_c; `view`: its inverse. Both in the Euler and in the quaternion mode, exactly at the keys, and back to angles."""
    for mode in ("euler", "quaternion"):
        for sense in ("camera", "view"):
            path = way(rotation_mode=mode, rotation_order=order, rotation_sense=sense)
            for i, degrees in enumerate(ROTATIONS):
                expected = product(order, degrees) if sense == "camera" else product(order, degrees).T
                found = path.pose(i).rotation
                near(found, expected)
                near(product(order, degrees_of(found, order, sense == "view")), product(order, degrees))
    assert np.allclose(product("YXZ", ROTATIONS[4]), rotation_matrix(ROTATIONS[4]))


@pytest.mark.parametrize("order", ALL_ORDERS)
def test_angles_of_a_matrix_at_the_pole(order):
    """With the middle angle at 90 degrees the last one is 0, and the turn is the same."""
    degrees = np.array([20.0, 30.0, 40.0])
    degrees["XYZ".index(order[1])] = 90
    near(product(order, degrees_of(product(order, degrees), order)), product(order, degrees), 1e-8)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name, tcb", [("kochanek_bartels_tcb_0", (0, 0, 0)), ("kochanek_bartels_mixed_a", (0.3, -0.4, 0.25))])
def test_quaternion_splines_are_those_of_the_table(order, name, tcb):
    """Log-map differences in place of differences, De Casteljau with slerp: as splines 0.3.3 has it, for both orders of the angles."""
    table = REFERENCE["rotation_quaternion"][order][name]
    rotation = at_shares(way(keys_of(tcb=tcb), rotation_mode="quaternion", rotation_order=order))[2]
    near(rotation, [[matrix(turn) for turn in segment["xyzw"]] for segment in table])


@pytest.mark.parametrize("order", ORDERS)
def test_c_of_minus_one_is_slerp(order):
    """Straight lines become great circles at even speed."""
    rotation = at_shares(way(keys_of(tcb=(0, -1, 0)), rotation_mode="quaternion", rotation_order=order))[2]
    near(rotation, [[matrix(turn) for turn in segment["xyzw"]] for segment in REFERENCE["rotation_quaternion"][order]["slerp"]])


def test_quaternions_are_continuous_over_the_seam():
    """Signs are made consistent: no flip anywhere, with any angle written with more or fewer whole turns."""
    turned = way(keys_of(rotations=ROTATIONS + 360 * np.arange(21).reshape(7, 3)), rotation_mode="quaternion")
    path = way(rotation_mode="quaternion")
    times = np.linspace(0, 14, 2801)
    near(turned.poses(times).rotation, path.poses(times).rotation, 1e-11)
    steps = np.diff(path.poses(times).rotation, axis=0)
    assert np.abs(steps).max() < 0.012


def test_level_keys_stay_level_in_euler_mode():
    """Between two keys without pitch and roll the horizon is level all the way."""
    rotation = way(keys_of(rotations=ROTATIONS * [0, 1, 0])).bake().rotation
    assert np.abs(rotation[:, 1, 0]).max() < 1e-15


def test_look_at_has_the_target_in_the_middle_and_the_key_s_roll():
    """The camera's -z goes through the target; its right is level but for the roll."""
    target = np.array([0.5, 1.0, -0.25])
    for roll in (0.0, 25.0):
        path = way(keys_of(rotations=[[0, 0, roll]] * 7), rotation_mode="look_at")
        seen = path.poses(np.linspace(0, 7, 50), target)
        ahead = target - seen.position
        near(-seen.rotation[:, :, 2], ahead / np.linalg.norm(ahead, axis=1)[:, None])
        level = np.cross(ahead, [0, 1, 0])
        level /= np.linalg.norm(level, axis=1)[:, None]
        near(np.einsum("ni,ni->n", level, seen.rotation[:, :, 0]), np.full(50, np.cos(np.radians(roll))))
        assert np.allclose(seen.rotation[:, 1, 0], np.sin(np.radians(roll)) * np.sqrt(1 - seen.rotation[:, 1, 2] ** 2))


def test_straight_above_the_target_keeps_the_last_right_vector():
    """Flying over the target: right there the right vector is that of a moment before, whichever way time runs; an eye in its target looks toward -z."""
    path = way(keys_of([[-2, 3, 0], [0, 3, 0], [2, 3, 0]], np.zeros((3, 3))), rotation_mode="look_at", closed=False)
    near(path.pose(1.0, (0, 0, 0)).rotation[:, 0], path.pose(0.999, (0, 0, 0)).rotation[:, 0], 1e-6)
    near(path.pose(1.0, (0, 0, 0), toward=-1).rotation[:, 0], path.pose(1.001, (0, 0, 0)).rotation[:, 0], 1e-6)
    still = way(keys_of([[0, 3, 0]]), rotation_mode="look_at")
    near(still.pose(0, (0, 0, 0)).rotation, [[1, 0, 0], [0, 0, 1], [0, -1, 0]])
    near(still.pose(0, (0, 3, 0)).rotation, np.eye(3))


def test_tangent_mode_looks_along_the_way_and_closes():
    """-z is the direction of travel; the frame is the same after a lap, and turns about the way only by what the closing twist asks."""
    path = way(keys_of(rotations=0 * ROTATIONS), rotation_mode="tangent")
    seen = path.poses(np.linspace(0, 7, 7001))
    speed = np.linalg.norm(seen.velocity, axis=1)[:, None]
    near(-seen.rotation[:, :, 2], seen.velocity / speed)
    near(path.pose(7 - 1e-9).rotation, path.pose(0).rotation, 1e-7)
    up, least = seen.rotation[0, :, 1], []
    for start, end in zip(seen.rotation[:-1, :, 2], seen.rotation[1:, :, 2], strict=True):  # the least turn of each small step
        least.append(up)
        up = up - (up @ end) / (1 + start @ end) * (start + end)
    least.append(up)
    side = np.cross(-seen.rotation[:, :, 2], least)
    twist = np.arctan2(np.einsum("ni,ni->n", seen.rotation[:, :, 1], side), np.einsum("ni,ni->n", seen.rotation[:, :, 1], least))
    gone = np.append(0, np.cumsum((speed[1:, 0] + speed[:-1, 0]) / 2))
    near(np.unwrap(twist), np.unwrap(twist)[-1] * gone / gone[-1], 1e-3)


def test_a_flat_curve_needs_no_twist():
    """On a level ring the carried frame stays upright: up is world's up, everywhere."""
    ring = np.array([[np.cos(a), 0.0, np.sin(a)] for a in np.arange(8) * np.pi / 4])
    rotation = way(keys_of(ring, np.zeros((8, 3))), rotation_mode="tangent").bake().rotation
    near(rotation[:, :, 1], np.broadcast_to([0, 1, 0], (2000, 3)))


def test_tangent_mode_turns_at_corners_and_holds_where_the_way_stands():
    """At a corner the frame turns the least that it can; at a stop the heading is the one it came with."""
    square = way(keys_of([[0, 0, 0], [0, 0, -4], [4, 0, -4], [4, 0, 0]], np.zeros((4, 3)), (0, -1, 0)), rotation_mode="tangent")
    near(square.pose(0.5).rotation, np.eye(3))
    near(square.pose(1.5).rotation, about(1, -90))
    stop = way(keys_of([[0, 0, 0], [0, 0, -4], [0, 0, -4], [0, 0, -8]], np.zeros((4, 3)), (1, 0, 0)), rotation_mode="tangent", closed=False)
    near(stop.poses(np.linspace(0, 3, 31)).rotation, np.broadcast_to(np.eye(3), (31, 3, 3)))


def test_a_bank_is_a_coordinated_turn():
    """On a circle of radius r at speed v the lean is atan(v2 / (r g)) into the curve; straight on there is none."""
    ring = np.array([[4 * np.cos(a), 1.0, 4 * np.sin(a)] for a in np.arange(32) * np.pi / 16])  # to the right, seen from above
    path = way(keys_of(ring, np.zeros((32, 3))), rotation_mode="tangent", bank=1.0, segment_duration=0.25)
    speed = 2 * np.pi * 4 / 8
    chord = np.sin(np.pi / 16) / (np.pi / 16)  # the change of velocity over half a second is taken for its slope
    lean = np.arctan(speed**2 / 4 / 9.82 * chord)
    seen = path.poses(np.linspace(0, 8, 200))
    assert np.allclose(np.arcsin(-seen.rotation[:, 1, 0]), lean, atol=2e-3)
    inward = -seen.position * [1, 0, 1]
    assert (np.einsum("ni,ni->n", inward, seen.rotation[:, :, 1]) > 0).all()
    straight = way(keys_of([[0, 0, 0], [0, 0, -5]], np.zeros((2, 3))), closed=False, bank=1.0, rotation_mode="tangent")
    near(straight.pose(0.5).rotation, np.eye(3))
