"""What an edit of a running scene makes of a body."""

import numpy as np
import pytest
from made import components, entity

from engine.bodies.ball import adapted_ball, ball
from engine.bodies.edit import BLEND, rebuilt
from engine.components import (
    Ball,
    Hold,
    Mass,
    Pace,
    Population,
    Position,
    Rest,
    Runs,
    Spring,
    Touch,
    Triangles,
    Velocity,
    columns,
    rotation_matrix,
)  # fmt: skip

SHEET = {"lattice": {"counts": [5, 4], "size": [2, 1.5]}, "spring": {"stiffness": 100}, "position": [1, 2, 3], "rotation": [10, 20, 30]}
PINNED = {**SHEET, "pin": {"corners": ["top_left", "top_right"]}}


def edited(state, old, new):
    """The state after an edit; arrays of the old one are left as they were."""
    before = {(kind, name): np.array(getattr(c, name)) for kind, c in state.items() for name, _ in columns(c)}
    planned = list((new.lattice or new.points).adapted(old, new, state))
    for kind, component in state.items():
        for name, _ in columns(component):
            np.testing.assert_array_equal(getattr(component, name), before[kind, name])
    for component, name, value in planned:
        setattr(component, name, value)
    return state


def moved(words=SHEET):
    """An entity whose body has left its start: turned, sheared, moved; and the body."""
    made = entity(**words)
    state = components(made)
    x = state[Position]
    x.rows[:, : state[Population].used] = np.array([[1, 0.2, 0], [0, 1, 0.3], [0.1, 0, 1]]) @ x.rows[:, : state[Population].used] + 0.5
    x.rows[:, state[Hold].pinned > 0] = state[Hold].target[:, state[Hold].pinned > 0]
    state[Velocity].rows[:, : state[Population].used] = x.rows[:, : state[Population].used]
    return made, state


def rows(state, kind=Position):
    return state[kind].rows[:, : state[Population].used].copy()


@pytest.mark.parametrize("counts", [(9, 7), (3, 2), (5, 8)])
def test_counts_resize_by_interpolation(counts):
    """A deformed sheet of other counts is the same affine image of its grid, with the same field of velocity, its total mass and rest shape."""
    made, state = moved()
    wide = entity(**SHEET | {"lattice": {"counts": counts, "size": [2, 1.5]}})
    fresh = components(wide)
    state = edited(state, made, wide)
    start = fresh[Position].xyz.T.astype(float)
    expected = np.array([[1, 0.2, 0], [0, 1, 0.3], [0.1, 0, 1]]) @ start + 0.5
    np.testing.assert_allclose(rows(state), expected, atol=2e-6)
    np.testing.assert_allclose(rows(state, Velocity), expected, atol=2e-6)
    np.testing.assert_array_equal(state[Position].previous, state[Position].rows)
    for kind in (Mass, Rest, Spring, Runs, Triangles, Touch):
        for name, _ in columns(fresh[kind]):
            np.testing.assert_array_equal(getattr(state[kind], name), getattr(fresh[kind], name), err_msg=f"{kind.__name__}.{name}")
    assert state[Population].used == state[Population].capacity == counts[0] * counts[1]
    assert state[Position].population is state[Population]


def test_a_held_sheet_of_another_size_is_met_by_its_pins():
    """At rest a larger sheet is where it would have started; pinned masses stand still."""
    made = entity(**PINNED)
    large = entity(**PINNED | {"lattice": {"counts": [5, 6], "size": [3, 2]}})
    state, fresh = edited(components(made), made, large), components(large)
    np.testing.assert_allclose(rows(state), rows(fresh), atol=1e-6)
    pinned = state[Hold].pinned > 0
    np.testing.assert_array_equal(np.flatnonzero(pinned), [25, 29])
    np.testing.assert_array_equal(state[Hold].target[:, pinned], state[Position].rows[:, pinned])
    assert not state[Velocity].rows[:, pinned].any() and not state[Mass].inverse[pinned].any()


def test_a_free_sheet_of_another_size_grows_about_its_middle():
    """Twice as large: every distance doubles, the centre stays."""
    made, state = moved()
    before = rows(state)
    state = edited(state, made, entity(**SHEET | {"lattice": {"counts": [5, 4], "size": [4, 3]}}))
    middle = before.mean(1, keepdims=True)
    np.testing.assert_allclose(rows(state), middle + 2 * (before - middle), atol=2e-6)


@pytest.mark.parametrize("counts", [(5, 4), (6, 4)])
def test_a_free_body_is_moved_as_a_whole(counts):
    """Another position and rotation carry places and velocities along as one rigid motion; with other counts too."""
    made, state = moved()
    place = {"position": [0, -1, 7], "rotation": [50, -60, 5], "lattice": {"counts": counts, "size": [2, 1.5]}}
    turn = rotation_matrix([50, -60, 5]) @ rotation_matrix([10, 20, 30]).T
    resized = edited({**state}, made, entity(**SHEET | {"lattice": place["lattice"]})) if counts != (5, 4) else state
    x, v = rows(resized).astype(float), rows(resized, Velocity).astype(float)
    made, state = moved()
    state = edited(state, made, entity(**SHEET | place))
    np.testing.assert_allclose(rows(state), turn @ (x - np.array([[1], [2], [3]])) + np.array([[0], [-1], [7]]), atol=5e-6)
    np.testing.assert_allclose(rows(state, Velocity), turn @ v, atol=5e-6)


def test_a_held_body_s_pins_are_led_to_their_new_places():
    """Targets of the pinned masses move with the entity; all other masses stay where they are."""
    made, state = moved(PINNED)
    before = rows(state)
    there = entity(**PINNED | {"position": [2, 2, 2], "rotation": [0, 90, 0]})
    state, fresh = edited(state, made, there), components(there)
    np.testing.assert_array_equal(rows(state), before)
    pinned = state[Hold].pinned > 0
    np.testing.assert_allclose(state[Hold].target[:, pinned], fresh[Position].rows[:, pinned], atol=1e-6)


def test_pins_come_and_go_where_the_masses_are():
    """A mass that is pinned stays where it is now and stands still; one that is let go gets its mass back; the rest keep all."""
    made, state = moved(PINNED)
    before = rows(state)
    state = edited(state, made, entity(**PINNED | {"pin": {"corners": ["top_left"], "indices": [3]}}))
    hold, mass = state[Hold], state[Mass]
    np.testing.assert_array_equal(np.flatnonzero(hold.pinned), [3, 15])
    np.testing.assert_array_equal(np.flatnonzero(mass.inverse[:20] == 0), [3, 15])
    np.testing.assert_array_equal(hold.target[:, 3], before[:, 3])
    np.testing.assert_array_equal(rows(state), before)
    assert not state[Velocity].rows[:, 3].any() and state[Velocity].rows[:, 4].any()
    free = edited(state, entity(**PINNED | {"pin": {"corners": ["top_left"], "indices": [3]}}), entity(**SHEET))
    np.testing.assert_array_equal(free[Mass].inverse, free[Hold].inverse)


def test_a_mass_in_the_hand_stays_there():
    """Neither another mass nor other pins let go of what the user holds."""
    made, state = moved(PINNED)
    state[Hold].grabbed, state[Mass].inverse[7] = 7, 0
    state = edited(state, made, entity(**SHEET | {"mass": 0.1}))
    np.testing.assert_array_equal(np.flatnonzero(state[Mass].inverse[:20] == 0), [7])
    assert (state[Hold].inverse[:20] == 10).all() and state[Hold].grabbed == 7 and np.isnan(state[Mass].uniform)


def test_stiffness_is_led_and_damping_jumps():
    """The new stiffness is a goal for 0.1 s; damping is there at once; the springs themselves are untouched."""
    made, state = moved()
    spring, runs = state[Spring], state[Runs].table
    ends, stiffness = spring.ends, spring.stiffness.copy()
    spring.told = True
    edited(state, made, entity(**SHEET | {"spring": {"stiffness": [10, 20], "damping": 0.5}}))
    np.testing.assert_array_equal(spring.stiffness, stiffness)
    np.testing.assert_array_equal(spring.goal, np.where(spring.link == 0, 10, 20))
    assert spring.left == BLEND and not spring.told and (spring.damping == 0.5).all()
    assert spring.ends is ends and state[Runs].table is runs


def test_an_edit_that_says_nothing_of_the_body_changes_no_array():
    """Who looks on an array by its identity need not look again."""
    made, state = moved(PINNED)
    before = {(kind, name): getattr(c, name) for kind, c in state.items() for name, _ in columns(c)}
    edited(state, made, entity(**PINNED | {"surface": {"color": "#ff0000"}}))
    assert all(value is getattr(state[kind], name) for (kind, name), value in before.items() if isinstance(value, np.ndarray))
    edited(state, made, entity(**PINNED | {"self_collision": {}, "velocity": [1, 0, 0]}))
    assert state[Touch].itself == pytest.approx(0.475)
    speed = rows(state, Velocity)
    assert (speed[0] == (state[Hold].pinned[:20] == 0)).all() and not speed[1:].any()


def test_a_rope_that_grows_longer_goes_on():
    """Another slack: springs of the new length at once, the pinned ends where they were."""
    rope = lambda slack: entity(  # noqa: E731
        lattice={"counts": [9], "along": {"from": [0, 0, 0], "to": [1, 0, 0], "slack": slack}}, spring={}, pin={"corners": ["start", "end"]}
    )
    old, new = rope(0.1), rope(0.4)
    assert not rebuilt(old, new)
    state = edited(components(old), old, new)
    assert state[Spring].rest.sum() == pytest.approx(1.4, rel=1e-6)
    np.testing.assert_allclose(rows(state), rows(components(new)), atol=1e-6)


def test_what_is_another_body():
    """Links, planes, counts of blocks, numbers of axes, pairs and positions make another body; counts of sheets, sizes and pins do not."""
    sheet = entity(**SHEET)
    lattice = lambda **words: entity(**SHEET | {"lattice": {"counts": [5, 4], "size": 1, **words}})  # noqa: E731
    same = [lattice(counts=[6, 7]), entity(**PINNED), entity(**SHEET | {"spring": {"stiffness": 5}}), entity(**SHEET | {"mass": 1})]
    other = [lattice(plane="xz"), lattice(counts=[5]), lattice(counts=[5, 4, 3]), entity(**SHEET | {"spring": {"links": ["structural"]}})]
    assert [rebuilt(sheet, each) for each in same] == [False] * 4
    assert [rebuilt(sheet, each) for each in other] == [True] * 4
    assert rebuilt(lattice(counts=[5, 4, 3]), lattice(counts=[5, 4, 4])) and not rebuilt(
        lattice(counts=[5, 4, 3], size=2), lattice(counts=[5, 4, 3])
    )
    two = {"points": {"positions": [[0, 0, 0], [1, 0, 0]]}, "spring": {"pairs": [[0, 1]]}}
    assert rebuilt(entity(**two), entity(**two | {"points": {"positions": [[0, 0, 0], [2, 0, 0]]}}))
    assert not rebuilt(entity(**two), entity(**two | {"spring": {"pairs": [[0, 1]], "rest": [3]}}))


def test_points_and_their_pairs():
    """Each mass its own weight, each pair its own stiffness and rest length, whatever the order of solving; both can be edited."""
    words = {"points": {"positions": [[0, 0, 0], [1, 0, 0], [1, 2, 0]], "masses": [1, 2, 4]}}
    spring = {"pairs": [[0, 1], [1, 2], [2, 0]], "stiffness": [10, 20, 30]}
    old = entity(**words, spring=spring)
    state = components(old)
    np.testing.assert_allclose(state[Mass].inverse[:3], [1, 0.5, 0.25])
    own = lambda values: {tuple(sorted(pair)): v for pair, v in zip(state[Spring].ends.tolist(), values.tolist(), strict=True)}  # noqa: E731
    assert own(state[Spring].stiffness) == {(0, 1): 10, (1, 2): 20, (0, 2): 30}
    assert own(state[Spring].rest) == pytest.approx({(0, 1): 1, (1, 2): 2, (0, 2): 5**0.5})
    edited(state, old, entity(**words, spring=spring | {"rest": [1, 3, 2], "damping": [1, 2, 3]}))
    assert own(state[Spring].rest) == {(0, 1): 1, (1, 2): 3, (0, 2): 2} and own(state[Spring].damping) == {(0, 1): 1, (1, 2): 2, (0, 2): 3}


def test_a_ball_is_one_mass_as_big_as_its_sphere():
    """Its reach is its radius; an edit of place, speed, mass and radius takes each at once."""
    words = {
        "position": [0, 1, 0],
        "velocity": [1, 0, 0],
        "mass": 2,
        "shape": {"sphere": {"radius": 0.2}},
        "collider": {"restitution": 0.3},
    }
    old = entity(**words)
    state = {type(component): component for component in ball(old)}
    assert (state[Position].xyz == [[0, 1, 0]]).all() and (state[Velocity].xyz == [[1, 0, 0]]).all() and state[Mass].inverse[0] == 0.5
    assert state[Ball] == Ball(0.2, 0.3) and state[Touch].reach[0] == np.float32(0.2) and state[Touch].solid and state[Pace].before == 0
    new = entity(**words | {"position": [3, 0, 0], "mass": {"total": 4}, "shape": {"sphere": {"radius": 0.5}}})
    for component, name, value in list(adapted_ball(old, new, state)):
        setattr(component, name, value)
    assert (
        (state[Position].xyz == [[3, 0, 0]]).all() and state[Mass].inverse[0] == 0.25 and state[Ball].radius == 0.5 == state[Touch].reach[0]
    )
    assert (state[Velocity].xyz == [[1, 0, 0]]).all()
