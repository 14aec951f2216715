from typing import Annotated, ClassVar

from pydantic import Strict, model_validator
from pydantic_core import PydanticCustomError

from engine.schema import Spec, option, quantity


class Bounce(Spec):
    """One hit: the normal speed turns round and is scaled, the tangential velocity is scaled."""

    restitution: float = quantity(0.5, "1", "Normal speed after the hit over that before.", ge=0, le=1)
    tangential: float = quantity(1.0, "1", "Tangential velocity after the hit over that before; may exceed 1.", ge=0, le=10)
    scatter: float = quantity(0.0, "m/s", "Random tangential velocity added at the hit: spray.", ge=0)


class OnHit(Spec):
    """What a hit costs the particle."""

    lifetime_loss: float = quantity(0.0, "s", "Time taken off the particle's life at each hit.", ge=0)
    kill: bool = option(False, "A hit ends the particle.")


class Collider(Spec):
    """The entity's shape is solid. A hit needs motion into the solid and a start outside it."""

    either: ClassVar[tuple] = (("bounce",), ("restitution", "friction"))

    bounce: Annotated[tuple[Bounce, ...], Strict(False)] | None = option(
        None, "What the first, second, ... hit does; later hits do what the last entry says.", min_length=1, max_length=16
    )
    restitution: float | None = quantity(None, "1", "Normal speed after any hit over that before (0.5 unless told).", ge=0, le=1)
    friction: float | None = quantity(None, "1", "Coulomb's coefficient (0 unless told).", ge=0)
    thickness: float = quantity(0.0, "m", "Particles are stopped this far outside the shape.", ge=0)
    on_hit: OnHit = option(OnHit(), "What a hit costs the particle.")

    @model_validator(mode="after")
    def _one_form(self):
        if self.bounce is not None and (self.restitution is not None or self.friction is not None):
            raise PydanticCustomError(
                "one_of", "takes either bounce or restitution and friction, not both; put them into the entries of bounce"
            )
        return self
