"""Every block that a scene may hold, and whether a block takes a value: for tests of fields."""

from pydantic import ValidationError

from engine.scene.vocabulary import SceneSpec
from engine.schema.fields import fields


def specs(spec, seen):
    """A block and all blocks that may stand in it."""
    if spec not in seen:
        seen.add(spec)
        for field in fields(spec).values():
            for form in inside(field.forms):
                if form.spec:
                    specs(form.spec, seen)
    return seen


def inside(forms):
    """Forms and the forms of their items."""
    for form in forms:
        yield form
        yield from inside(form.items)


ALL = sorted(specs(SceneSpec, set()), key=lambda spec: (spec.__module__, spec.__name__))


def takes(spec, name, value):
    """Whether a block's class has nothing against this value of this field; what it says of others does not count."""
    try:
        spec.model_validate({name: value})
    except ValidationError as error:
        return not any(each["loc"][:1] == (name,) for each in error.errors())
    return True
