"""What an editor or the reference tells of a field: its sentence, facts and default, as text and as JSON has them."""

import re

from engine.schema.spec import Spec
from engine.schema.words import EFFECTS, default, limits, meanings


def one_line(text):
    """A docstring's first paragraph in one line."""
    return re.sub(r"\s+", " ", (text or "").strip().split("\n\n")[0])


def meanings_of(field):
    """Word -> what it means, of a field with words."""
    return meanings(field, [word for form in field.forms for word in form.words])


def default_of(field):
    """The default as JSON has it; None where there is none."""
    if field.default in (None, {}, ()):
        return None
    if isinstance(field.default, bool | int | str):
        return field.default
    text = default(field)
    if isinstance(field.default, float):
        return field.default if "/" not in text else text
    if isinstance(field.default, tuple):
        return field.default[0] if field.form.kind == "range" and not text.startswith("[") else _plain(field.default)
    return {} if text.startswith("{") else text


def _plain(value):
    """A value as JSON has it: of blocks what is given in them."""
    if isinstance(value, Spec):
        return {name: _plain(getattr(value, name)) for name in type(value).model_fields if name in value.model_fields_set}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def facts(field):
    """Unit, limits and default of a field: `1/s`, `0 or more`, `default 100`; as far as there are any."""
    unit = "" if field.unit in ("", "1") else field.unit
    known = default(field)
    said = unit, limits(field.form), f"default {known}" * (known not in ("", "{}")), "required" * field.required
    return [each for each in said if each]


def sentence(field):
    """What a field is, [its unit, limits and default], and what a change of it does, in one line."""
    said = facts(field)
    return f"{field.text} {('[' + '; '.join(said) + '] ') if said else ''}A change {EFFECTS[field.reload]}."


def markdown(field):
    """The same as `sentence` in three paragraphs, for an editor to show."""
    said = " · ".join(facts(field))
    return f"{field.text}\n\n{said + chr(10) * 2 if said else ''}*{field.reload}*: a change {EFFECTS[field.reload]}."
