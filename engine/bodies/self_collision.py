from engine.schema import Spec, quantity


class SelfCollision(Spec):
    """Masses of this body do not come nearer to each other than a distance; of a block, those of its surface."""

    thickness: float | None = quantity(None, "m", "Least distance between masses (0.95 of the spacing unless told).", gt=0)
    friction: float = quantity(0.3, "1", "Coulomb's coefficient where the body meets itself.", ge=0)
