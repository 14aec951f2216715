"""What to do about what goes wrong in a run: say where it was, draw what can be drawn."""

import contextlib
import traceback
from dataclasses import replace

from engine.render.frame import Boxes, Foliage, Rounds, Sunlight
from engine.systems.bodies import name_of

REFUSALS = ValueError, OSError  # of a renderer: too much for one picture, an image that is damaged or gone

# of a picture: what it can do without -> what a frame then holds in its place
PARTS = {
    "droplets": {"particles": ()},
    "water": {"waters": ()},
    "solids": {"boxes": Boxes(version=-1), "rounds": Rounds(version=-1)},
    "cloth and jelly": {"skins": (), "masses": ()},
    "lamps": {"lamps": ()},
    "the flare": {"flare": None},
    "leaves": {"foliage": Foliage(version=-1)},
    "the sky": {"sun": Sunlight(sky=False)},
}


def blame(error):
    """`IndexError: ...; in Collide of the tick at 2.5 s, on jet`: what went wrong in a system, with the entity it had in hand."""
    notes = getattr(error, "__notes__", ())[:1]  # the tick names the system; a compiler raises the same error again
    found = (frame.f_locals.get("entity") for frame, _ in traceback.walk_tb(error.__traceback__))
    entities = [name_of(entity) for entity in found if isinstance(entity, int)] if notes else []
    text = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
    return f"{text}; {', on '.join([*notes, *entities[-1:]])}" if notes else text


def draw_less(renderer, frame):
    """Draw what can be drawn of a frame that the renderer refuses: without the one part that it stumbles over, else without any of them; what
    is left out. Raises what the renderer then still raises."""
    for part, nothing in PARTS.items():
        with contextlib.suppress(*REFUSALS):
            renderer.render(replace(frame, **nothing))
            return part
    renderer.render(replace(frame, **{name: value for nothing in PARTS.values() for name, value in nothing.items()}))
    return "the scene"
