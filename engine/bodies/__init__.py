"""Bodies other than emitted particles."""

from engine.bodies.wave_surface import WaveSurface

BODIES = {"wave_surface": WaveSurface}
