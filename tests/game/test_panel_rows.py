"""What the panel shows of a scene and what a change means, without a window and without imgui."""

from pathlib import Path

import pytest

from engine.scene import SceneError, load
from engine.scene.load import overridden
from engine.schema.fields import fields
from game.panel.rows import NOTHING, SCENE, Reader, edits
from game.panel.tree import branches, matching
from game.panel.values import held, hex_of, kind_of, least, reach, rounded, start, step_of, to_light, to_screen

SCENES = sorted((Path(__file__).parents[2] / "content" / "scenes").glob("*.yaml"))
TEXT = """vars:
  spread: {value: 1, min: 0, max: 4}
  tint: "#336699"
entities:
  jet:
    position: [0, 1, 0]
    mass: 1 g
    emitter:
      rate: 400
      lifetime: 2
      start_velocity: {jet: {spread: $spread, speed: [3, 4]}}
      start_color: {min: "#336699", max: [1, 1, 1]}
    billboard: {size: 3 cm}
  earth: {gravity: {}}
  ball: {shape: {sphere: {radius: 1}}, surface: {color: $tint}, position: [$spread, 0, 0]}
"""


def all_rows(rows):
    """Rows with all that is inside."""
    for row in rows:
        yield row
        yield from all_rows(row.inside)


def rows_of(scene, name):
    """Address -> row of an entity."""
    return {row.address: row for _, rows in Reader(scene).entity(name) for row in all_rows(rows)}


@pytest.fixture
def scene(tmp_path):
    """A scene that writes values in many ways."""
    path = tmp_path / "small.yaml"
    path.write_text(TEXT)
    return load(path)


def applied(scene, row, value):
    """The scene after a change of a row."""
    return overridden(scene, {**scene.overrides, **dict(edits(row, value, scene.through))})


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_every_field_of_every_component_has_a_row_and_a_row_knows_its_value(path):
    """The rows of an entity are the declared fields of all its components, and each holds what the spec holds."""
    scene = load(path)
    for name, entity in scene.spec.entities.items():
        found = rows_of(scene, name)
        for component, described in fields(type(entity)).items():
            spec = getattr(entity, component)
            if described.form.spec and spec is not None and not described.form.kind == "one of" and component != "mass":
                assert {f"{name}.{component}.{field}" for field in fields(type(spec))} <= set(found)
                for field in fields(type(spec)):
                    assert found[f"{name}.{component}.{field}"].value == getattr(spec, field)


def test_what_the_file_says_is_told_from_defaults(scene):
    """Written values carry what stands in the file; a value from a variable names it; all else is a default."""
    jet = rows_of(scene, "jet")
    assert jet["jet.emitter.rate"].said == 400 and jet["jet.emitter.rate"].written
    assert jet["jet.emitter.capacity"].said is NOTHING and not jet["jet.emitter.capacity"].written
    assert jet["jet.emitter.start_velocity.jet.spread"].variable == "spread"
    assert [row.value for row in Reader(scene).variables()] == [1.0, "#336699"]
    assert {row.name for _, rows in Reader(scene).entity(SCENE) for row in rows} >= {"time", "seed", "bounds"}


def test_a_change_touches_no_more_than_it_must(scene):
    """One number of a vector, of a list of colours; a lone number stays one; hex digits stay hex digits; a variable is changed where it stands."""
    jet, ball = rows_of(scene, "jet"), rows_of(scene, "ball")
    assert edits(jet["jet.position"], [0, 2, 0], scene.through) == [("jet.position.y", 2)]
    assert edits(jet["jet.emitter.lifetime"], [3.0, 3.0], scene.through) == [("jet.emitter.lifetime", 3.0)]
    assert edits(jet["jet.emitter.lifetime"], [2.0, 3.0], scene.through) == [("jet.emitter.lifetime", [2.0, 3.0])]
    assert edits(jet["jet.emitter.start_velocity.jet.speed"], (3.0, 5.0), scene.through) == [
        ("jet.emitter.start_velocity.jet.speed[1]", 5.0)
    ]
    assert edits(jet["jet.emitter.start_velocity.jet.spread"], 2.0, scene.through) == [("vars.spread", 2.0)]
    assert edits(ball["ball.position"], [2.0, 0.0, 0.0], scene.through) == [("vars.spread", 2.0)]
    first = jet["jet.emitter.start_color.min"]
    assert edits(first, to_light((1.0, 0.0, 0.0, 1.0)), scene.through) == [("jet.emitter.start_color.min", "#ff0000")]
    last = jet["jet.emitter.start_color.max"]
    assert edits(last, (1.0, 0.5, 1.0, 1.0), scene.through) == [("jet.emitter.start_color.max[1]", 0.5)]
    assert edits(last, (1.0, 1.0, 1.0, 0.5), scene.through) == [("jet.emitter.start_color.max", [1.0, 1.0, 1.0, 0.5])]


def test_what_was_laid_over_the_file_counts_as_said(scene):
    """A tweak is written for the panel, and so are the blocks it lies in."""
    there = rows_of(applied(scene, rows_of(scene, "earth")["earth.gravity.acceleration"], [0, -1, 0]), "earth")
    assert there["earth.gravity.acceleration"].written and there["earth.gravity.acceleration"].value == (0.0, -1.0, 0.0)


def nudged(row):
    """Another value of a row that its declaration allows; None where it has none."""
    form, value = row.form, row.value
    match form.kind:
        case "number" | "whole":
            low, high = reach(form, value, row.described.default, row.described.unit)
            new = held(form, rounded(low + 0.6 * (high - low), step_of(low, high)))
            return new if form.kind == "number" else int(new)
        case "switch":
            return not value
        case "word":
            return form.words[-1] if value != form.words[-1] else form.words[0]
        case "color":
            return (0.25, 0.5, 0.75, 1.0)
        case "one of":
            return kind_of(type(value), row.chosen)
    return None


# fields whose value depends on others of the scene, or on files: the scene refuses what stands alone, and says why
BOUND = {"lattice.plane", "light.spread", "light.edge", "emitter.looping", "emitter.on.event", "billboard.color_over_life"} | {
    f"billboard.flipbook.{name}" for name in ("columns", "rows", "over_life")
}


def test_every_kind_of_field_takes_what_its_widget_gives():
    """For each field that any shipped scene shows: the value in the middle of its slider, the next word, another colour load."""
    seen, refused = set(), {}
    for scene in map(load, SCENES):
        for name in (SCENE, *scene.spec.entities):
            for row in all_rows(row for _, rows in Reader(scene).entity(name) for row in rows):
                key = tuple(part for part in row.path[2:] if not isinstance(part, int)) or row.path
                if key not in seen and row.value is not None and (new := nudged(row)) is not None:
                    seen.add(key)
                    try:
                        applied(scene, row, new)
                    except SceneError as error:
                        refused[".".join(key)] = error.diagnostics[0].text
    assert len(seen) > 100
    assert set(refused) == BOUND, refused


def test_reaches_of_sliders():
    """Declared limits are the ends; an open end is 0 to 4 times the value; what is signed reaches to both sides."""
    from engine.schema.fields import Form

    assert reach(Form("number", 0.0, 1.0), 0.5) == (0.0, 1.0)
    assert reach(Form("number", 0.0), 600.0) == (0.0, 2400.0)
    assert reach(Form("number"), -9.82) == (-39.28, 39.28)
    assert reach(Form("number"), 28.0, None, "deg") == (-112.0, 112.0)
    assert reach(Form("number", 0.0, 1e12), 0.0003) == (0.0, 0.0012)
    assert reach(Form("whole", 1, 20_000_000), 20_000) == (1.0, 80_000.0)
    low, high = reach(Form("number"), None)
    assert low < high
    assert rounded(1.0371428, step_of(0, 4)) == 1.04
    assert held(Form("number", 0.0, open_low=True), -1.0) > 0


def test_colours_are_shown_as_the_screen_does():
    """sRGB and back, to the digit: half of the light is #bcbcbc."""
    assert hex_of(to_screen((0.5, 0.5, 0.5, 1.0))) == "#bcbcbc"
    assert hex_of(to_screen((1.0, 0.0, 0.0, 0.5))) == "#ff000080"
    for value in (0.0, 0.002, 0.2, 1.0):
        assert to_light(to_screen((value,) * 3 + (1.0,)))[0] == pytest.approx(value, abs=1e-12)


def test_new_blocks_hold_what_they_need():
    """The least of every block and kind of a shipped entity loads."""
    from engine.scene.vocabulary import Entity

    for described in fields(Entity).values():
        for form in described.forms:
            if form.kind == "one of" and described.name != "skybox":
                for kind in form.spec.kinds():
                    if kind != "mesh":  # needs a file of one's own
                        form.spec.model_validate(kind_of(form.spec, kind))
            elif form.kind == "block":
                assert isinstance(least(form.spec), dict)
    assert start(fields(Entity)["position"].form) == [0.0, 1.0, 0.0]


def test_includes_are_branches_that_fold():
    """`fountain.jet` stands under `fountain`; folded, only that line is left; other entities stay as they are."""
    scene = load(Path(__file__).parents[2] / "content" / "scenes" / "pendulum.yaml")
    entity = next(iter(scene.spec.entities.values()))
    names = {"left": entity, "fountain.jet": entity, "fountain.basin.rim": entity, "right": entity}
    lines = [(line.label, line.entity, line.depth) for line in branches(names)]
    expected = [
        ("left", "left", 0),
        ("fountain", None, 0),
        ("jet", "fountain.jet", 1),
        ("basin", None, 1),
        ("rim", "fountain.basin.rim", 2),
    ]
    assert lines == [*expected, ("right", "right", 0)]
    assert [line.label for line in branches(names, {"fountain"})] == ["left", "fountain", "right"]


def test_search_finds_by_address_sentence_and_unit(scene):
    """All words must be there; variables come first."""
    reader = Reader(scene)
    assert [row.address for _, row in matching(reader, "emitter rate")][0] == "jet.emitter.rate"
    assert matching(reader, "spread")[0][0] is None
    assert ("jet", "jet.emitter.rate") in [(name, row.address) for name, row in matching(reader, "births second")]
    assert matching(reader, "nothing is called so") == []


def test_values_of_included_and_like_entities_change_by_their_full_names(tmp_path):
    """One number of a vector that the included file says, a variable of that file, what `like` gives: each takes a change and shows it."""
    (tmp_path / "inner.yaml").write_text(TEXT)
    path = tmp_path / "outer.yaml"
    path.write_text("include: [{file: inner.yaml, as: near}]\nentities:\n  own: {like: near.ball, position: [0, 0, 2]}\n")
    scene = load(path)
    near, own = rows_of(scene, "near.jet"), rows_of(scene, "own")
    assert near["near.jet.emitter.rate"].written and own["own.surface.color"].written
    for row, value, address in (
        (near["near.jet.position"], [0, 2, 0], "near.jet.position.y"),
        (near["near.jet.emitter.rate"], 500.0, "near.jet.emitter.rate"),
        (near["near.jet.emitter.start_velocity.jet.spread"], 2.0, "vars.near.spread"),
        (own["own.shape.sphere.radius"], 2.0, "own.shape.sphere.radius"),
    ):
        assert [each for each, _ in edits(row, value, scene.through)] == [address]
        there = rows_of(applied(scene, row, value), row.path[1])[row.address]
        assert there.value == (tuple(value) if isinstance(value, list) else value)


def test_points_of_colours_over_life_are_an_age_and_a_colour(tmp_path):
    """Each a row of its own, and the two of it inside."""
    path = tmp_path / "mote.yaml"
    path.write_text('entities:\n  mote: {mass: 1 g, billboard: {color_over_life: [[0, "#ffffff"], [1, "#ff0000"]]}}\n')
    points = rows_of(load(path), "mote")["mote.billboard.color_over_life"].inside
    assert [[(row.name, row.form.kind, row.address) for row in point.inside] for point in points][1] == [
        ("age", "number", "mote.billboard.color_over_life[1][0]"), ("color", "color", "mote.billboard.color_over_life[1][1]"),
    ]  # fmt: skip
