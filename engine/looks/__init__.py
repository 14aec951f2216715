"""Looks: how things are drawn, as data."""

from engine.looks.billboard import Billboard
from engine.looks.flare import LensFlare
from engine.looks.lamp import Lamp
from engine.looks.light import Draw, Leaves, Skybox, Sun
from engine.looks.masses import Masses
from engine.looks.surface import Surface
from engine.looks.water import Water

LOOKS = {
    "billboard": Billboard,
    "surface": Surface,
    "masses": Masses,
    "water": Water,
    "sun": Sun,
    "light": Lamp,
    "skybox": Skybox,
    "lens_flare": LensFlare,
    "leaves": Leaves,
    "draw": Draw,
}
