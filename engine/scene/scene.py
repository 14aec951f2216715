"""The loaded scene: immutable, whole, checked; what Simulation and reload take."""

from dataclasses import dataclass, field
from pathlib import Path

from engine.scene.paths import resolve
from engine.scene.vocabulary import SceneSpec


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene file, read and checked."""

    path: Path
    spec: SceneSpec
    text: str  # as read, decoded; a byte order mark and CRLF are kept
    places: dict  # path in the data (a tuple of keys and indices) -> Place of what the file says there
    overrides: dict = field(default_factory=dict)  # "jet.emitter.rate" -> value, laid over the file
    files: tuple = ()  # every file it was made from, the scene file first: what a watcher has to watch
    allow_outside: bool = False  # files outside its folder and content/ may be named
    through: dict = field(default_factory=dict)  # path in the data -> name of the variable whose value stands there
    data: dict = field(default_factory=dict)  # as the file says it, before overrides and variables; not to be changed

    def asset(self, relative):
        """Absolute path of a file that the scene names: its own folder first, then content/. Raises PathError."""
        return resolve(relative, self.path, self.allow_outside)
