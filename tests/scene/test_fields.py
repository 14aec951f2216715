"""What the declarations say of themselves."""

from typing import get_args

import pytest
from spec_walk import ALL, inside, takes

from engine.forces.wind import Wind
from engine.scene.vocabulary import COMPONENTS, Entity, SceneSpec, Time, Variable
from engine.schema import RELOAD
from engine.schema.fields import KINDS, fields


def test_every_component_is_found():
    """No block of the vocabulary is out of reach."""
    assert set(COMPONENTS.values()) | {SceneSpec, Entity, Time, Variable} <= set(ALL)


@pytest.mark.parametrize("spec", ALL, ids=lambda spec: f"{spec.__module__}.{spec.__name__}")
def test_every_field_says_what_it_is(spec):
    """A sentence, a class of reload, forms that are known; a quantity where a unit is."""
    for field in fields(spec).values():
        assert field.text.endswith((".", ":")), field
        assert field.reload in RELOAD
        assert field.forms and all(form.kind in KINDS for form in inside(field.forms))
        assert not any(form.kind == "any" for form in inside(field.forms)) or spec is SceneSpec and field.name == "vars"
        assert field.name in spec.units or not field.unit


def test_forms_are_those_that_validate():
    """Limits, words and lengths are the ones that pydantic holds a value to."""
    found = {name: fields(spec)[name].forms for spec in (Wind, Time, Entity, Variable) for name in fields(spec)}
    assert found["velocity"][0].kind == "vector" and found["affects"][0].kind == "list" and found["affects"][0].items[0].kind == "text"
    step, frame = found["step"] if len(found["step"]) == 2 else fields(Time)["step"].forms
    assert (step.kind, step.low, step.high, step.open_low) == ("number", 1e-5, 1, False) and frame.words == ("frame",)
    assert [form.kind for form in found["mass"]] == ["number", "block"] and found["mass"][0].open_low
    emitter = fields(COMPONENTS["emitter"])
    assert emitter["lifetime"].form.kind == "range" and emitter["lifetime"].form.open_low
    assert emitter["shape"].form.kind == "one of" and emitter["bursts"].form.items[0].kind == "block"
    assert fields(COMPONENTS["surface"])["color"].form.kind == "color"
    assert fields(COMPONENTS["billboard"])["textures"].form.items[0].asset == "image"
    assert fields(COMPONENTS["leaves"])["colors"].form.length == (1, 8)
    assert fields(COMPONENTS["lattice"])["counts"].form.length == (1, 3)


def test_defaults_and_absence():
    """A field is required, has a default, or may be absent; never two of them."""
    for spec in ALL:
        for field in fields(spec).values():
            declared = spec.model_fields[field.name]
            assert field.required == declared.is_required()
            assert field.optional == (type(None) in get_args(declared.annotation) and not field.required) or field.default is not None


def test_a_number_that_its_form_allows_is_allowed():
    """Both ends of every limit, as the class itself takes them; one step beyond an end is refused."""
    for spec in ALL:
        for field in fields(spec).values():
            for form in field.forms[:1]:
                if form.kind in ("number", "whole") and isinstance(form.low, int | float) and not form.open_low:
                    assert takes(spec, field.name, type(form.low)(form.low)), (spec, field.name)
                    assert not takes(spec, field.name, form.low - max(1, abs(form.low))), (spec, field.name)
