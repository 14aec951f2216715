from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from engine.schema import Spec, Vector, option, quantity


class Camera(Spec):
    """An eye. It looks along its own -z; with a target it turns toward it."""

    fov: float = quantity(50.0, "deg", "Vertical field of view.", gt=1, lt=179, reload="camera")
    near: float = quantity(0.05, "m", "Nearest distance that is drawn.", gt=0, reload="camera")
    far: float = quantity(500.0, "m", "Farthest distance that is drawn.", gt=0, reload="camera")
    target: Vector | str | None = option(
        None, "A point, or the name of an entity, to look at and to orbit.", reload="camera", world="point", names=True
    )
    mode: Literal["orbit", "trackball", "fly", "walk"] = option(
        "orbit", "What a drag does: turn about the target, level or freely, or about the eye itself, freely or level.", reload="camera"
    )
    exposure: float = quantity(0.0, "1", "Stops brighter (or darker).", ge=-16, le=16, reload="live")
    tone: Literal["agx", "aces"] = option("agx", "Film curve.", reload="live")
    bloom: Annotated[float, Field(ge=0, le=1)] = option(0.05, "Share of the light that the lens spreads.", reload="live")
    warmth: Annotated[float, Field(ge=0, le=1)] = option(
        0.25, "How much of the sun's colour the film keeps: 0 whitens it, 1 keeps all its gold.", reload="live"
    )

    @model_validator(mode="after")
    def _depth(self):
        if self.near >= self.far:
            raise PydanticCustomError("one_of", "sees from near to far; near must be less than far")
        return self
