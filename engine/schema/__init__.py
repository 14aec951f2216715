"""How a scene field is declared."""

from engine.schema.spec import RELOAD, Color, Count2, Names, OneOf, Pair, Range, Share, Spec, Vector, option, quantity

__all__ = ["RELOAD", "Color", "Count2", "Names", "OneOf", "Pair", "Range", "Share", "Spec", "Vector", "option", "quantity"]
