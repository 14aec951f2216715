from typing import Annotated, ClassVar, Literal

from pydantic import PrivateAttr, Strict, create_model, model_validator
from pydantic_core import PydanticCustomError

from engine.assets.keys import EASES, Key, Keys
from engine.cameras.path import Form, Path
from engine.components import Playback
from engine.schema import Asset, Shown, Spec, Vector, option, quantity
from engine.schema.limits import FOV

KeyFile = Annotated[str, Asset("keys"), Shown("the path of a key file")]
WILD = "tension, continuity and bias beyond -1 to 1 make loops and kinks"


class Handles(Spec):
    """Where the control points of a Bezier segment lie, from the key."""


Handles = create_model("Handles", __base__=Handles, __module__=__name__, __doc__=Handles.__doc__, **{
    "in": (Vector | None, quantity(None, "m", "To the control point before the key; by tension, continuity and bias unless told.", reload="camera")),
    "out": (Vector | None, quantity(None, "m", "To the control point behind the key; by tension, continuity and bias unless told.", reload="camera")),
})  # fmt: skip


class PathKey(Spec):
    """One key of a path, written in the scene."""

    position: Vector = quantity(..., "m", "Where the camera is.", reload="camera")
    rotation: Vector = quantity((0.0, 0.0, 0.0), "deg", "About x, y, z; how it looks.", reload="camera")
    tension: float | None = option(None, "1 stops at the key, -1 sweeps past it; the path's unless told.", reload="camera")
    continuity: float | None = option(None, "Not 0 makes a corner; the path's unless told.", reload="camera")
    bias: float | None = option(None, "1 overshoots, -1 undershoots; the path's unless told.", reload="camera")
    duration: float | None = quantity(None, "s", "Of the segment that starts here; the path's unless told.", gt=0, reload="camera")
    fov: float | None = quantity(
        None, "deg", "Vertical field of view here; the camera's unless told.", gt=FOV[0], lt=FOV[1], reload="camera"
    )
    ease: Literal[EASES] = option(
        "none", "How the segment that starts here is gone through: it starts slowly, ends slowly, or both.", reload="camera"
    )
    event: Annotated[str, Shown("one word")] | None = option(
        None, "What is said when the camera passes.", pattern=r"^[^\s#]+$", reload="camera"
    )
    handles: Handles | None = option(None, "Own control points.", reload="camera")

    @classmethod
    def of(cls, key):
        """A Key, with what it says."""
        said = {name: value for name in ("tension", "continuity", "bias", "duration", "fov") if (value := getattr(key, name)) is not None}
        said |= {name: value for name, value, silent in (("ease", key.ease, "none"), ("event", key.event, "")) if value != silent}
        handles = {side: way for side, way in (("in", key.arriving), ("out", key.leaving)) if way is not None}
        return cls(position=key.position, rotation=key.rotation, **said, **({"handles": handles} if handles else {}))

    @property
    def key(self):
        """As a Key."""
        handles = [getattr(self.handles, side, None) for side in ("in", "out")]
        shape = self.tension, self.continuity, self.bias
        return Key(self.position, self.rotation, *shape, self.duration, self.fov, self.ease, self.event or "", *handles)


class CameraPath(Spec):
    """The camera goes through keys, along a curve that never stops at them unless it is told to."""

    file: KeyFile | None = option(
        None, "Key file, one key a line, as p X Y Z r X Y Z; or the animated camera of a glTF file.", reload="camera"
    )
    keys: Annotated[tuple[PathKey, ...], Strict(False)] | None = option(
        None, "The keys, in place of a file; beside one, in place of those in it.", reload="camera"
    )
    closed: bool = option(True, "The last key leads back to the first.", reload="camera")
    steps: int = option(250, "Frames of a segment.", ge=1, le=1_000_000, reload="camera")
    segment_duration: float | None = quantity(
        None, "s", "From key to key, where a key says nothing; steps / 60 unless told.", gt=0, reload="camera"
    )
    basis: Literal["hermite", "bezier"] = option("hermite", "Which formula draws the curve: it is the same.", reload="camera")
    tension: float = option(0.0, "1 stops at each key, -1 sweeps past it.", reload="camera")
    continuity: float = option(0.0, "0 is smooth, anything else makes a corner at each key; -1 draws straight lines.", reload="camera")
    bias: float = option(0.0, "1 overshoots each key, -1 undershoots it.", reload="camera")
    timing: Literal["keys", "constant_speed"] = option(
        "keys",
        "keys: each segment lasts its duration; constant_speed: equal ways in equal times, whatever durations and eases say.",
        reload="camera",
    )
    rotation_mode: Literal["euler", "quaternion", "look_at", "tangent"] = option(
        "euler", "How it looks: by angles, which keep the horizon; by the shortest turns; at a target; along its way.", reload="camera"
    )
    angle_policy: Literal["shortest", "literal"] = option(
        "shortest", "Whether 350 to 10 degrees is 20 degrees on, or 340 back.", reload="camera"
    )
    rotation_order: Literal["YXZ", "XYZ", "XZY", "YZX", "ZXY", "ZYX"] = option(
        "YXZ", "In which order the angles are applied.", reload="camera"
    )
    rotation_sense: Literal["camera", "view"] = option(
        "camera", "Whether the angles are the camera's own, or those of the view's rotations, which are the inverse.", reload="camera"
    )
    look_at: Vector | str | None = option(
        None, "A point, or the name of an entity, to look at; the camera's target unless told.", reload="camera", world="point", names=True
    )
    bank: float = quantity(0.0, "1", "Lean into curves: 1 is that of an aircraft at this speed.", ge=-4, le=4, reload="camera")
    position: Vector = quantity((0.0, 0.0, 0.0), "m", "Where the origin of the keys lies.", reload="camera", world="point")
    rotation: Vector = quantity((0.0, 0.0, 0.0), "deg", "How the whole path is turned about it.", reload="camera", world="turn")
    loop: Literal["loop", "once", "ping_pong"] = option("loop", "What comes after the end: the start, nothing, or the way back.")
    rate: float = quantity(1.0, "1", "Seconds of the path in a second; negative: backward.", ge=-1000, le=1000)
    playing: bool = option(True, "Whether it goes on by itself.")

    reread: ClassVar[str] = "camera"  # reload class of other contents of the same file
    _read: object = PrivateAttr(None)  # what the loader has read: engine.assets.key_file.KeyFile

    @model_validator(mode="before")
    @classmethod
    def _looking(cls, value):
        """Who names what to look at wants to look at it."""
        if isinstance(value, dict) and value.get("look_at") is not None and "rotation_mode" not in value:
            return {**value, "rotation_mode": "look_at"}
        return value

    @model_validator(mode="after")
    def _one_source(self):
        if self.keys == ():
            raise PydanticCustomError("one_of", "needs a key; write keys: [{position: [0, 1.5, 4]}]", {"where": ("keys",)})
        if self.file is None and self.keys is None:
            raise PydanticCustomError("one_of", "needs a file or keys; write file: paths/tour.keys, or keys: [{position: [0, 1.5, 4]}]")
        return self

    @property
    def read(self):
        """The KeyFile; whoever loads the scene gives it by `give`."""
        return self._read

    def give(self, file):
        """Put what was read from the file beside its name."""
        self._read = file

    def all_keys(self):
        """Keys, of the file or of the scene."""
        return self._read.keys if self.keys is None else Keys.of([key.key for key in self.keys])

    @property
    def said_keys(self):
        """PathKeys (a tuple): those of the scene, else those of the file, as the scene would say them."""
        return tuple(map(PathKey.of, self._read.keys)) if self.keys is None else self.keys

    def form(self, fov):
        """How the path leads through them; fov [deg] of the camera."""
        said = {name: getattr(self, name) for name in Form.__slots__ if name not in ("fov", "segment_duration")}
        return Form(**said, segment_duration=self.segment_duration or self.steps / 60, fov=fov)

    def build(self, entity):
        """The camera at the start of its path; at the end of one that is to be gone backward once."""
        path = Path(self.all_keys(), self.form(entity.camera.fov))
        begin = path.duration if self.loop == "once" and self.rate < 0 else 0.0
        return (Playback(path, self.rate, self.playing, start=begin, time=begin, before=begin, news=self._warnings()),)

    def adapted(self, old, entity, state):
        """What a change of the entity asks of its state, as (component, field, value): another path goes on at the same share of the way."""
        playback, before = state[Playback], old.camera_path
        keys, form = self.all_keys(), self.form(entity.camera.fov)
        time = playback.time
        if form != playback.path.form or keys != playback.path.keys:
            path = Path(keys, form)
            time *= path.duration / playback.path.duration
            yield from ((playback, "path", path), (playback, "news", self._warnings()))
        yield from ((playback, name, time) for name in ("time", "before", "start"))
        yield playback, "since", playback.now
        for name in ("rate", "playing"):
            if getattr(before, name) != getattr(self, name):
                yield playback, name, getattr(self, name)

    def _warnings(self):
        """Texts about numbers that are taken, but seldom meant."""
        found = list(self._read.warnings if self._read and self.keys is None else ())
        shapes = [(f"keys[{i}]", key) for i, key in enumerate(self.keys or ())]
        for where, each in (("", self), *shapes):
            wild = [name for name in ("tension", "continuity", "bias") if abs(getattr(each, name) or 0) > 1]
            found += [f"camera_path.{where}{'.' * bool(where)}{name} is {getattr(each, name):g}; {WILD}" for name in wild]
        return tuple(found)
