"""How a field of a scene file is declared: once, with unit, text, limits and the class of its reload."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict, field_validator, model_validator
from pydantic_core import PydanticCustomError

from engine.schema.units import UnitError, parse

RELOAD = ("live", "birth", "resize", "rebuild", "camera")
WORLD = ("point", "direction", "turn", "height")  # what of the world's frame a field can say


def quantity(default, unit, text, *, reload="live", world="", names=False, **limits):
    """A field that holds a number or numbers with a unit.

    unit    declared (SI, or "deg"); text in the file is converted to it
    text    one sentence for the author
    reload  one of RELOAD: what a change in a running scene does (design: scene files, hot reload)
    world   one of WORLD: its numbers are of the world's frame, so they move with the file where that is included
    names   text in it names an entity, so it is of the file's own where that is included
    limits  ge, gt, le, lt, min_length, max_length
    """
    if reload not in RELOAD:
        raise TypeError(f"reload class {reload!r} is none of {RELOAD}")
    if world and world not in WORLD:
        raise TypeError(f"{world!r} is none of {WORLD}")
    marks = {mark: value for mark, value in (("world", world), ("names", names)) if value}
    return Field(default, description=text, json_schema_extra={"unit": unit, "reload": reload, **marks}, **limits)


def option(default, text, *, reload="live", **limits):
    """A field that holds no number: a switch, a word, a path, a list of them, a block."""
    return quantity(default, "", text, reload=reload, **limits)


@dataclass(frozen=True, slots=True)
class Shown:
    """What an error calls the values of a type: "must be {text}, found ..."."""

    text: str


@dataclass(frozen=True, slots=True)
class Asset:
    """The text is the path of a file of this kind; the loader checks the file and the watcher watches it."""

    kind: str


def _convert(value, unit, where=()):
    if isinstance(value, str):
        try:
            return parse(value, unit)
        except UnitError as error:
            raise PydanticCustomError("unit", "{message}", {"message": str(error), "where": where}) from None
    if isinstance(value, list):
        return [_convert(item, unit, (*where, i)) for i, item in enumerate(value)]
    return value


class Spec(BaseModel):
    """One component as written in a scene file. Frozen: a live edit replaces the whole spec between two ticks."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)

    either: ClassVar[tuple] = ()  # groups of names of which one stands in a block: by `like` one displaces the others
    units: ClassVar[dict] = {}  # field -> declared unit and the words that stand beside numbers, of the fields that have a unit

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs):
        declared = {name: (field.json_schema_extra or {}).get("unit") for name, field in cls.model_fields.items()}
        cls.units = {name: (unit, words(cls.model_fields[name].annotation)) for name, unit in declared.items() if unit}

    @field_validator("*", mode="before")
    @classmethod
    def _convert_units(cls, value: Any, info):
        """Text with a unit becomes a number, where the field has a unit."""
        if info.field_name not in cls.units or isinstance(value, int | float):
            return value
        unit, known = cls.units[info.field_name]
        return value if isinstance(value, str) and value in known else _convert(value, unit)


def words(annotation):
    """The words of the Literal types in an annotation."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return tuple(word for part in get_args(annotation) for word in words(part))


class OneOf(Spec):
    """A block that holds exactly one of several kinds: `{disc: {radius: 0.1}}`, or the bare word `point`.

    Each field of a subclass whose type is a Spec is one kind, but for those named in `beside`; a new kind is one class and
    one field. Those named in `bare` are kinds too, which hold a value and no block: `{equirect: skies/noon.png}`.
    """

    beside: ClassVar[frozenset] = frozenset()
    bare: ClassVar[frozenset] = frozenset()

    @classmethod
    @cache  # asked at every birth
    def kinds(cls):
        """Names of the fields that are kinds."""
        specs = [n for n, f in cls.model_fields.items() if any(isinstance(a, type) and issubclass(a, Spec) for a in get_args(f.annotation))]
        return [n for n in cls.model_fields if n in cls.bare or n in specs and n not in cls.beside]

    @model_validator(mode="before")
    @classmethod
    def _word(cls, value: Any):
        return {value: {}} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one(self):
        given = [k for k in self.kinds() if getattr(self, k) is not None]
        if len(given) != 1:
            found = "found " + " and ".join(given) if given else "found none"
            raise PydanticCustomError("one_of", "needs exactly one of {kinds}; {found}", {"kinds": ", ".join(self.kinds()), "found": found})
        return self

    @property
    def chosen(self):
        """The one that was given."""
        return next(v for k in self.kinds() if (v := getattr(self, k)) is not None)


def to_range(value):
    """[value, value] of a lone number; all else as it is."""
    return [value, value] if isinstance(value, int | float) and not isinstance(value, bool) else value


def to_list(value):
    """[value] of a lone number; all else as it is."""
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else value


def ordered(value):
    """A range, if its first number does not exceed its second; else PydanticCustomError, with the range to write."""
    if value[0] > value[1]:
        low, high = f"{value[1]:g}", f"{value[0]:g}"
        raise PydanticCustomError("range", "the first number must not exceed the second; write [{low}, {high}]", {"low": low, "high": high})
    return value


def positive(value):
    """A range of numbers above 0; else PydanticCustomError."""
    if value[0] <= 0:
        raise PydanticCustomError("range", "must be more than 0, found {low}", {"low": f"{value[0]:g}"})
    return value


def directed(value):
    """A direction (x, y, z) of any length but 0; else PydanticCustomError."""
    if not any(value):
        raise PydanticCustomError("direction", "a direction cannot be [0, 0, 0]; write where it points, as in [0, 1, 0]")
    return value


def to_color(value):
    """`#rrggbb` or `#rrggbbaa` (sRGB), or 3 or 4 linear numbers, as linear [r, g, b, a]; PydanticCustomError of other words."""
    if isinstance(value, str):
        digits = value[1:]
        if not value.startswith("#") or len(digits) not in (6, 8) or any(c not in "0123456789abcdefABCDEF" for c in digits):
            text = '\'{value}\' is no colour; write "#rrggbb" or "#rrggbbaa" in quotes, or 3 or 4 numbers from 0 to 1'
            raise PydanticCustomError("color", text, {"value": value})
        # the hex digits are sRGB; a list of numbers is linear light
        value = [_linear(int(digits[i : i + 2], 16) / 255) if i < 6 else int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)]
    if isinstance(value, list) and len(value) == 3:
        value = [*value, 1.0]
    return value


def _linear(c):
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def hex_color(values):
    """`#rrggbb` or `#rrggbbaa` of 3 or 4 linear numbers, where these digits stand for just them, to six digits; else None."""
    digits = [*(round(255 * _srgb(c)) for c in values[:3]), *(round(255 * c) for c in values[3:])]
    if not all(0 <= each <= 255 for each in digits):
        return None
    text = "#" + "".join(f"{each:02x}" for each in digits)
    pairs = zip(to_color(text), [*values, 1.0], strict=False)
    return text if all(f"{there:.6g}" == f"{asked:.6g}" for there, asked in pairs) else None


def _srgb(c):
    return 12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055


Share = Annotated[float, Field(ge=0, le=1)]
Pair = Annotated[tuple[float, float], Strict(False), Shown("2 numbers")]
Vector = Annotated[tuple[float, float, float], Strict(False), Shown("3 numbers, [x, y, z]")]
Range = Annotated[tuple[float, float], Strict(False), BeforeValidator(to_range), AfterValidator(ordered), Shown("a number or [min, max]")]
Positive = Annotated[Range, AfterValidator(positive)]
Direction = Annotated[Vector, AfterValidator(directed)]
Color = Annotated[
    tuple[Share, Share, Share, Share],
    Strict(False),
    BeforeValidator(to_color),
    Shown('a colour: "#rrggbb" or "#rrggbbaa" in quotes, or 3 or 4 numbers from 0 to 1'),
]
Count2 = Annotated[tuple[int, int], Strict(False), Shown("2 whole numbers")]
Names = Annotated[tuple[str, ...], Strict(False), Shown("a list of names")]
Image = Annotated[str, Asset("image"), Shown("the path of an image")]
