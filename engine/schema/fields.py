"""What a block of a scene file may say, field by field: for the panel's widgets, the reference and the schema that editors read.

Everything is taken from the declarations (engine/schema/spec.py); nothing is said twice.
"""

from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from engine.schema.spec import Asset, OneOf, Shown, Spec, directed, positive, to_color, to_list, to_range

KINDS = (
    "number", "whole", "switch", "word", "text", "file",  # one scalar
    "color", "vector", "direction", "range",  # a few numbers that belong together
    "list", "block", "one of", "names", "any",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a value.

    kind      one of KINDS. vector: 3 numbers; range: a number or [min, max]; list: of `items`; names: a mapping of free names to `items[0]`;
              one of: a block with exactly one of several kinds, or its bare word
    low, high limits of a number, of each number of a range, of each channel of a colour; None: none. open_low, open_high: the limit itself is not allowed
    words     of a word
    items     forms of an item; for a list of a fixed length of different things, one Form or tuple of Forms each
    length    least and most items of a list; None: no limit
    spec      class of a block
    asset     kind of a file
    shown     what an error calls it, "" where nothing is declared
    """

    kind: str
    low: float | None = None
    high: float | None = None
    open_low: bool = False
    open_high: bool = False
    words: tuple = ()
    items: tuple = ()
    length: tuple = (None, None)
    spec: type | None = None
    asset: str = ""
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Described:
    """One field: its forms in the order they are declared; optional ones may be left out and then hold `default`."""

    name: str
    text: str  # one sentence
    unit: str  # declared: SI or "deg"; "" for what is no quantity
    reload: str
    default: Any  # None also where a field is absent by default
    required: bool
    forms: tuple
    optional: bool  # may be None: absent

    @property
    def form(self):
        """The first form, which is the usual one."""
        return self.forms[0]


@cache
def fields(spec):
    """Name -> Described of all fields of a Spec class, in the order they are declared."""
    return {name: _described(name, field) for name, field in spec.model_fields.items()}


def _described(name, field):
    extra = field.json_schema_extra or {}
    default = None if field.is_required() else field.default
    forms = tuple(_forms(field.annotation, tuple(field.metadata)))
    optional = default is None and not field.is_required()
    return Described(
        name, field.description or "", extra.get("unit", ""), extra.get("reload", ""), default, field.is_required(), forms, optional
    )


def _forms(annotation, metadata=()):
    """Forms of an annotation; metadata: what stands around it, as pydantic takes it apart."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from _forms(parts[0], (*parts[1:], *metadata))
    elif origin in (Union, UnionType):
        for part in parts:
            if part is not NoneType:
                yield from _forms(part, metadata)
    elif annotation is not NoneType:
        form = _form(annotation, origin, parts, tuple(_flat(metadata)))
        yield form
        if to_list in {getattr(m, "func", None) for m in metadata}:  # one item may stand for the list
            yield from form.items


def _flat(metadata):
    """Limits that stand in a Field(...) inside an Annotated, beside those that stand free."""
    for each in metadata:
        if isinstance(each, FieldInfo):
            yield from _flat(each.metadata)
        else:
            yield each


def _form(annotation, origin, parts, metadata):
    shown = next((m.text for m in metadata if isinstance(m, Shown)), "")
    by = {getattr(m, "func", None) for m in metadata}
    if origin is Literal:
        return Form("word", words=parts, shown=shown)
    if origin is dict:
        return Form("names", items=tuple(_forms(parts[1])), shown=shown)
    if origin is tuple:
        return _tuple(parts, metadata, by, shown)
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        return Form("one of" if issubclass(annotation, OneOf) else "block", spec=annotation, shown=shown)
    if annotation in (float, int):
        return Form("number" if annotation is float else "whole", **_limits(metadata), shown=shown)
    if annotation is str:
        asset = next((m.kind for m in metadata if isinstance(m, Asset)), "")
        return Form("file" if asset else "text", asset=asset, length=_length(metadata), shown=shown)
    return Form({bool: "switch"}.get(annotation, "any"), shown=shown)


def _tuple(parts, metadata, by, shown):
    if to_color in by:
        return Form("color", 0.0, 1.0, shown=shown)
    if to_range in by:
        return Form("range", **({"low": 0.0, "open_low": True} if positive in by else {}), shown=shown)
    if directed in by:
        return Form("direction", shown=shown)
    if parts == (float, float, float):
        return Form("vector", shown=shown)
    if parts[-1] is Ellipsis:
        return Form("list", items=tuple(_forms(parts[0])), length=_length(metadata), shown=shown)
    items = tuple(next(_forms(part)) for part in parts)
    return Form("list", items=items[:1] if len(set(items)) == 1 else items, length=(len(parts),) * 2, shown=shown)


def _limits(metadata):
    """Limits of a number, as a Form names them."""
    found = {}
    for each in metadata:
        for name, side, strict in (("ge", "low", False), ("gt", "low", True), ("le", "high", False), ("lt", "high", True)):
            if (limit := getattr(each, name, None)) is not None:
                found.update({side: limit, f"open_{side}": strict})
    return found


def _length(metadata):
    """Least and most length."""
    return tuple(next((n for m in metadata if (n := getattr(m, name, None)) is not None), None) for name in ("min_length", "max_length"))
