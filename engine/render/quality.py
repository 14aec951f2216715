"""How much work a picture is worth: everything, two thirds of it for nearly the same picture, or as little as a test needs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quality:
    """Sizes and counts that a picture's time goes with."""

    shadow: int  # side of the shadow map [texels]
    taps: int  # of soft shadows
    room: int  # side of a face of the room's cube map [texels]
    leaves: int  # every how-manieth leaf is drawn
    mirror: int  # the mirror's side is the picture's divided by this
    caustics: int  # rays along a side of the caustic grid
    steps: int  # through a jelly
    glow: int  # photons along a side of what jellies are lit with
    anisotropy: bool
    finer: bool  # sheets are drawn finer than their masses


QUALITIES = {
    "full": Quality(shadow=2048, taps=24, room=128, leaves=1, mirror=2, caustics=128, steps=8, glow=384, anisotropy=True, finer=True),
    "fair": Quality(shadow=2048, taps=16, room=128, leaves=2, mirror=3, caustics=80, steps=7, glow=256, anisotropy=False, finer=False),
    "test": Quality(shadow=1024, taps=12, room=64, leaves=4, mirror=4, caustics=64, steps=5, glow=96, anisotropy=False, finer=False),
}
