"""The loaded scene: immutable, whole, checked; what Simulation and reload take."""

from dataclasses import dataclass, field
from pathlib import Path

from engine.scene.vocabulary import SceneSpec


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands in its file: 1-based line and column, start and end offset in the text."""

    line: int
    column: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene file, read and checked."""

    path: Path
    spec: SceneSpec
    text: str  # as read, decoded
    places: dict  # path in the data (a tuple of keys and indices) -> Place of the value; see text.py
    overrides: dict = field(default_factory=dict)  # "jet.emitter.rate" -> value, laid over the file
    files: tuple = ()  # every file it was made from, the scene file first: what a watcher has to watch

    def asset(self, relative):
        """Absolute path of a file that the scene names: its own folder first, then content/."""
        from engine.scene.paths import resolve

        return resolve(relative, self.path)
