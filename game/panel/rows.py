"""What an entity may say, as rows that a widget can be laid on: the value now, whether the file says it, where it goes."""

from dataclasses import dataclass, replace
from typing import Any

from engine.schema import OneOf, Spec
from engine.schema.fields import Described, Form, fields
from game.panel.values import hex_of, to_screen
from game.values import address_of, plain

NOTHING = object()  # the file says nothing there
MORE = "more"  # title of what an entity itself might say and does not
PLACES = ("position", "rotation")  # shown in any case
SCENE = ""  # the name under which the scene's own values are shown, beside the entities
OWN = ("title", "about", "camera", "seed", "time", "bounds")  # of those, what can be turned
POINT = ("age", "color")  # the two of a [u, colour] point
NAMED = ("vector", "direction", "range", "color", "list")


@dataclass(frozen=True, slots=True)
class Row:
    """One value.

    path      in the data; `address` is how reports and `--set` call it
    form      that the value has, of `described.forms`
    value     now, as the spec holds it; None where it is absent
    said      what the files or a tweak say there, NOTHING where none does and `value` is the default
    variable  name of the variable whose value it is, ""
    inside    rows of a block, or of the items of a list
    """

    name: str
    path: tuple
    described: Described
    form: Form
    value: Any
    said: Any
    variable: str = ""
    inside: tuple = ()

    @property
    def address(self):
        """As reports call it."""
        return address_of(self.path)

    @property
    def written(self):
        """Whether the file or a tweak says it."""
        return self.said is not NOTHING

    @property
    def chosen(self):
        """The kind that was given of a block with one of several."""
        return next(kind for kind in self.value.kinds() if getattr(self.value, kind) is not None)


class Reader:
    """Makes the rows of one version of a scene."""

    def __init__(self, scene):
        self.scene = scene

    def entity(self, name):
        """(title, rows) of the groups of an entity: itself, each of its components, MORE of itself; of SCENE: the scene's own values."""
        if name == SCENE:
            spec = self.scene.spec
            return [("scene", tuple(self.row((n,), fields(type(spec))[n], getattr(spec, n)) for n in OWN))]
        entity, path = self.scene.spec.entities[name], ("entities", name)
        own, more, groups = [], [], []
        for field, described in fields(type(entity)).items():
            value = getattr(entity, field)
            if described.form.kind not in ("block", "one of") or field == "mass":
                row = self.row((*path, field), described, value)
                (own if row.written or field in PLACES else more).append(row)
            elif value is not None:
                row = self.row((*path, field), described, value)
                groups.append((field, row.inside if not isinstance(value, OneOf) else (row,)))
        return [("entity", tuple(own)), *groups, (MORE, tuple(more))]

    def variables(self):
        """A row for each variable; `value` is the Variable where it has a range."""
        described = fields(type(self.scene.spec))["vars"]
        rows = []
        for name, value in self.scene.spec.vars.items():
            path = ("vars", name, "value") if isinstance(value, Spec) else ("vars", name)
            number = value.value if isinstance(value, Spec) else value
            rows.append(Row(name, path, described, _form_of(value), number, self._said(path)))
        return rows

    def row(self, path, described, value, form=None):
        """The Row of a value, with those inside of it."""
        form = form or fitting(described.forms, value)
        if variable := self.scene.through.get(path, ""):
            form = _narrowed(form, self.scene.spec.vars[variable])
        return Row(
            str(path[-1]), path, described, form, value, self._said(path), variable, tuple(self._inside(path, form, value, described))
        )

    def _inside(self, path, form, value, described):
        if value is None:
            return
        if isinstance(value, OneOf):
            for name, each in fields(type(value)).items():
                inner, path_in = getattr(value, name), (*path, name)
                if name not in value.kinds() or name in value.bare and inner is not None:
                    yield self.row(path_in, each, inner)
                elif inner is not None:
                    for field, described_in in fields(type(inner)).items():
                        yield self.row((*path_in, field), described_in, getattr(inner, field))
        elif isinstance(value, Spec):
            for name, each in fields(type(value)).items():
                yield self.row((*path, name), each, getattr(value, name))
        elif form.kind == "list" and form.items and _opens(form, value):
            for i, item in enumerate(value):
                forms = form.items[i if len(form.items) > 1 else 0]
                forms = forms if isinstance(forms, tuple) else (forms,)
                each = Described(f"[{i}]", described.text, described.unit, described.reload, None, True, forms, False)
                row = self.row((*path, i), each, item)
                name = POINT[i] if isinstance(path[-1], int) else f"{path[-1]} {i + 1}"
                yield Row(name, row.path, each, row.form, row.value, row.said, row.variable, row.inside)

    def _said(self, path):
        """What the files say at a path, or what is laid over them."""
        node = self.scene.made_of
        for part in path:
            if isinstance(node, dict):
                node = node.get(part, NOTHING)
            elif isinstance(node, list) and isinstance(part, int) and part < len(node):
                node = node[part]
            else:
                return NOTHING
        return node


def _opens(form, value):
    """Whether the items of a list get rows of their own, as do [u, colour] points and the two of each."""
    return len(value) <= 16 and any(map(_opened, form.items))


def _opened(form):
    form = form[0] if isinstance(form, tuple) else form
    return form.kind in ("block", "one of", "color", "file", "vector", "range") or form.kind == "list" and any(map(_opened, form.items))


def fitting(forms, value):
    """The form that a value has."""
    for form in forms:
        match form.kind:
            case "number" | "whole":
                fits = isinstance(value, int | float) and not isinstance(value, bool)
            case "switch":
                fits = isinstance(value, bool)
            case "word":
                fits = value in form.words
            case "text" | "file":
                fits = isinstance(value, str)
            case "block" | "one of":
                fits = isinstance(value, form.spec)
            case "names":
                fits = isinstance(value, dict)
            case "any":
                fits = True
            case _:
                fits = isinstance(value, tuple | list) and not (
                    value and isinstance(value[0], Spec) and form.items[:1] and not form.items[0].spec
                )
        if fits:
            return form
    return forms[0]


def _narrowed(form, variable):
    """The form of a number that is a variable's: inside of the variable's range."""
    if form.kind not in ("number", "whole") or not isinstance(variable, Spec):
        return form
    low = [each for each in (form.low, variable.min) if each is not None]
    high = [each for each in (form.high, variable.max) if each is not None]
    return replace(form, low=max(low, default=None), high=min(high, default=None))


def _form_of(value):
    """The form of a variable: its range, else what it is."""
    if isinstance(value, Spec):
        return Form("number", value.min, value.max)
    if isinstance(value, bool):
        return Form("switch")
    if isinstance(value, int | float):
        return Form("number")
    if isinstance(value, list) and 2 <= len(value) <= 4 and all(isinstance(v, int | float) for v in value):
        return Form("list", items=(Form("number"),), length=(len(value),) * 2)
    return Form("text" if isinstance(value, str) else "any")


def edits(row, value, through):
    """(address, value) pairs that make a row's value another one, touching no more of the file than has to change.

    through   Scene.through: a value that a variable gives is changed where the variable stands
    """
    if row.variable:
        return [(f"vars.{row.variable}", plain(value))]
    if row.form.kind == "color":
        return _color(row, value, through)
    if row.form.kind == "range" and not isinstance(row.said, list):
        return [(row.address, plain(value[0] if value[0] == value[1] else value))]
    if row.form.kind in NAMED and _same_length(row, value):
        return _items(row, value, through)
    return [(row.address, plain(value))]


def _same_length(row, value):
    """Whether a list stands there (or is the default) whose items can be changed one by one."""
    there = row.said if isinstance(row.said, list) else row.described.default if not row.written else None
    return isinstance(there, tuple | list) and isinstance(row.value, tuple | list) and len(there) == len(value) == len(row.value)


def _items(row, value, through):
    changed = [i for i, (old, new) in enumerate(zip(row.value, value, strict=True)) if old != new]
    places = {i: through.get((*row.path, i)) for i in changed}
    return [(f"vars.{places[i]}" if places[i] else address_of((*row.path, i)), plain(value[i])) for i in changed]


def _color(row, value, through):
    """Hex digits stay hex digits, numbers stay numbers; a new colour is written in hex digits."""
    if not isinstance(row.said, list):
        return [(row.address, hex_of(to_screen(value)))]
    length = 4 if len(row.said) == 4 or value[3] != 1 else 3
    fine = [float(f"{c:.4g}") for c in value[:length]]
    if length != len(row.said):
        return [(row.address, fine)]
    old = [round(c, 6) for c in row.value[:length]]
    changed = [i for i in range(length) if round(fine[i], 6) != old[i]]
    return [(f"vars.{name}" if (name := through.get((*row.path, i))) else address_of((*row.path, i)), fine[i]) for i in changed]
