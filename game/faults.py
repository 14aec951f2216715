"""What to do about what goes wrong in a run: say where it was, draw what can be drawn."""

import traceback
from dataclasses import replace

from engine.render.frame import Boxes
from engine.systems.bodies import name_of


def blame(error):
    """`IndexError: ...; in Collide of the tick at 2.5 s, on jet`: what went wrong in a system, with the entity it had in hand."""
    notes = getattr(error, "__notes__", ())[:1]  # the tick names the system; a compiler raises the same error again
    found = (frame.f_locals.get("entity") for frame, _ in traceback.walk_tb(error.__traceback__))
    entities = [name_of(entity) for entity in found if isinstance(entity, int)] if notes else []
    text = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
    return f"{text}; {', on '.join([*notes, *entities[-1:]])}" if notes else text


def draw_less(renderer, frame):
    """Draw what can be drawn of a frame that the renderer refuses; what is left out."""
    frame = replace(frame, particles=(), waters=())
    try:
        renderer.render(frame)
    except ValueError:
        renderer.render(replace(frame, boxes=Boxes()))
        return "solids, droplets and water"
    return "droplets and water"
