from engine.schema import Spec, option, quantity


class Masses(Spec):
    """Masses as balls and springs as rods, redder with kinetic and with potential energy."""

    radius: float | None = quantity(None, "m", "Of the balls (a fifth of the spacing, unless told).", gt=0)
    show_energy: bool = option(True, "Redder with the mass's kinetic and the spring's potential energy.")
    visible: bool = option(True, "Whether they are drawn; the key P shows or hides those of all bodies.")
