"""The loaded scene: immutable, whole, checked; what Simulation and reload take."""

from dataclasses import dataclass, field
from pathlib import Path

from engine.scene.address import locate, named
from engine.scene.paths import resolve
from engine.scene.source import Part
from engine.scene.vocabulary import SceneSpec


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene file, read and checked."""

    path: Path
    spec: SceneSpec
    text: str  # as read, decoded; a byte order mark and CRLF are kept
    places: dict  # path in the data (a tuple of keys and indices) -> Place of what the file says there
    overrides: dict = field(default_factory=dict)  # "jet.emitter.rate" -> value, laid over the file
    images: dict = field(default_factory=dict)  # as the file names them -> paths of the image and of the maps beside it
    allow_outside: bool = False  # files outside its folder and content/ may be named
    through: dict = field(default_factory=dict)  # path in the data -> name of the variable whose value stands there
    data: dict = field(
        default_factory=dict
    )  # as its files say it (include.written), before overrides, variables, `like`; not to be changed
    meshes: dict = field(default_factory=dict)  # as the file names them -> path, and what was read from it
    sources: dict = field(default_factory=dict)  # path -> text of each YAML file that it was made from, its own first
    made_of: dict = field(default_factory=dict)  # the data with overrides and variables put in: what spec says; not to be changed
    root: Part | None = None  # the files themselves
    keys: dict = field(default_factory=dict)  # key files, as meshes

    @property
    def files(self):
        """Every file that it was made from, once, the scene file first: what a watcher has to watch."""
        images = (path for paths in self.images.values() for path in paths)
        read = (path for files in (self.meshes, self.keys) for path, _ in files.values())
        return tuple(dict.fromkeys((self.path, *self.sources, *images, *read)))

    def locate(self, address):
        """Path in the data of an address. Raises AddressError."""
        return locate(address, named(self.data, self.overrides))

    def where(self, name):
        """`fountain.yaml:38: `, where the entity of this name begins; "" for one that is no longer in the file."""
        place = self.places.get(("entities", name))
        return f"{(place.file or self.path).name}:{place.key_line}: " if place else ""

    def asset(self, relative):
        """Absolute path of a file that the scene names: its own folder first, then content/. Raises PathError."""
        known = self.images.get(relative)
        return known[0] if known else resolve(relative, self.path, self.allow_outside)
