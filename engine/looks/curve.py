"""Curves over life: [u, value] points with straight lines between them; u is age over the whole life, fading included."""

from typing import Annotated

from pydantic import AfterValidator, Field, Strict
from pydantic_core import PydanticCustomError

from engine.schema import Color, Share, Shown


def rising(points):
    """Points in the order of their u; two of one u make a step."""
    for (before, _), (u, _) in zip(points, points[1:], strict=False):
        if u < before:
            raise PydanticCustomError(
                "range", "u must not fall from point to point, found {u} after {before}", {"u": f"{u:g}", "before": f"{before:g}"}
            )
    return points


Factor = Annotated[float, Field(ge=0, le=1000)]
Sizes = Annotated[
    tuple[Annotated[tuple[Share, Factor], Strict(False), Shown("2 numbers, [u, value]")], ...],
    Strict(False),
    AfterValidator(rising),
    Shown("a list of points, [[0, 1], [1, 0.5]]"),
]
Colors = Annotated[
    tuple[Annotated[tuple[Share, Color], Strict(False), Shown("[u, colour]")], ...],
    Strict(False),
    AfterValidator(rising),
    Shown('a list of points, [[0, "#ffffff"], [1, "#ffffff00"]]'),
]
