"""How much work a picture is worth: everything, or as little as a test on a software driver needs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quality:
    shadow: int  # side of the shadow map [texels]
    taps: int  # of soft shadows
    room: int  # side of a face of the room's cube map [texels]
    leaves: int  # every how-manieth leaf is drawn
    mirror: int  # the mirror's side is the picture's divided by this
    caustics: int  # rays along a side of the caustic grid
    anisotropy: bool


QUALITIES = {
    "full": Quality(shadow=2048, taps=24, room=128, leaves=1, mirror=2, caustics=128, anisotropy=True),
    "test": Quality(shadow=1024, taps=12, room=64, leaves=4, mirror=4, caustics=64, anisotropy=False),
}
