"""How a scene field is declared."""

from engine.schema.spec import (
    RELOAD,
    Asset,
    Color,
    Count2,
    Image,
    Names,
    OneOf,
    Pair,
    Range,
    Share,
    Shown,
    Spec,
    Vector,
    option,
    quantity,
)

__all__ = [
    "RELOAD",
    "Asset",
    "Color",
    "Count2",
    "Image",
    "Names",
    "OneOf",
    "Pair",
    "Range",
    "Share",
    "Shown",
    "Spec",
    "Vector",
    "option",
    "quantity",
]
