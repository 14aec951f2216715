"""What a bake holds, for the reference: made from the declarations of what pictures are made from."""

import re

from engine import components
from engine.components import PARTICLE
from engine.simulation.drawn import fields

EXAMPLE = """\
import json, numpy as np
bake = np.load("fountain.npz")
told = json.loads(bake["manifest"].tobytes())
for chunk in range(len(told["chunks"])):
    rows, count = (bake[f"jet/{field}/{chunk:05d}"] for field in ("position.rows", "population.used"))
    for xyz in np.split(rows, np.cumsum(count)[:-1]):
        print(len(xyz), xyz.mean(0))          # droplets of a frame, and their middle [m]
"""
TEXT = f"""\
`springvand bake SCENE -o x.npz` writes what a scene does, frame by frame. `run x.npz` plays it, with a time line over all of it, and
`render x.npz` draws it, bit for bit as the scene itself at the times of its frames; textures, included scenes and key files are in
it. Plain numpy reads it, without pickle:

```python
{EXAMPLE}```

An array is named `ENTITY/FIELD/CHUNK`: a chunk is some frames in a row, 16 MB or so, `told["chunks"]` says with which frame each begins.
The first axis is the frame: `sheet/position.rows/00002` is (frames, n, 3). Of a body whose particles are born and die the frames stand one
after the other in place of that, as many rows each as `population.used` says; `life.id` tells who is who. A field that stays the same
is there once, as `ENTITY/FIELD`; where it changes later, that holds until the first chunk that has it.

| array | | shape | unit |
| --- | --- | --- | --- |
| `manifest` | json, as bytes: `version` of the format, `scene` and `files`, `overrides`, `seed`, `dt` of a tick, `fps`, `frames`, `chunks`, and of each \
field `unit`, `text`, whether it is `ragged` (born and dying), and the chunk `from` which it changes | | |
| `scene/NAME` | the files of the scene, as bytes | | |
| `frames/time/CHUNK` | time of the tick of each frame, float64 | (frames,) | s |
| `frames/tick/CHUNK` | ticks done | (frames,) | 1 |
| `frames/owed/CHUNK` | by how much the frame is past its tick: where it shows what lies between two ticks | (frames,) | s |
"""
AFTER = """
Numbers are float32 unless the table says so; those of `placement` and `playback` are float64. Curves of `plot` begin with the bake.

Other programs get what is drawn, where it is drawn: metres, Y up, a frame as the picture at its time would show it.

| | `-o x.usdc` (`.usda`, `.usd`; needs `springvand[usd]`) | `-o x.glb` |
| --- | --- | --- |
| for | long runs: Blender, Houdini, usdview | a still, or a loop of at most 120 frames, in one file |
| times | time codes, `--fps` a second: the scene's own time | an animation from 0 on |
| droplets | `Points`: places, `widths`, `velocities`, `ids` (birth numbers), `displayColor`, `displayOpacity` | points with `COLOR_0` and `_WIDTH` [m]; a set for each frame, of which one is seen |
| cloth, jelly, meshes, water | `Mesh`: points and normals of each frame, `st` | a mesh with a morph target for each frame after the first |
| solids | boxes joined by material, `Sphere`, `Capsule` | meshes |
| materials | `UsdPreviewSurface`; images lie in `x_images` beside the file | metallic-roughness; images are in the file |
| cameras | all, with their paths and fields of view | all, with their paths; the field of view of the first frame |
| light | sun, lamps, a plain sky or the scene's one picture all round | sun and lamps (`KHR_lights_punctual`) |

Textures come with the normals and the roughness beside them. Both leave out leaves, springs and masses, lens flares and the shapes of
droplets; water has no sides. A jelly is its outer masses, not the rounded body that is drawn.
"""
SHAPE = re.compile(r" ?\((\w+,(?: \w+)?)\)")


def section():
    """The whole section, without its title."""
    rows = [f"| `{name}` | {text} | {shape} | {unit} |\n" for name, text, shape, unit in arrays()]
    return TEXT + "".join(rows) + AFTER


def arrays():
    """(name, meaning, shape of one frame, unit) of every field that a bake may hold."""
    kinds = [getattr(components, name) for name in components.__all__]
    for kind in kinds:
        for _, column, name in fields(kind) if isinstance(kind, type) else ():
            yield name, *_shaped(column), column.unit


def _shaped(column):
    """(meaning, shape): the shape as a bake has it, particles first."""
    found = SHAPE.search(column.text)
    if not found:
        return column.text, "one"
    text = (column.text[: found.start()] + column.text[found.end() :]).replace(", one row an axis", "").strip(" ,")
    sides = found[1].replace("slots", "n").split(", ") if column.index == PARTICLE else [found[1]]
    shape = ", ".join(reversed([side.rstrip(",") for side in sides])) if column.index == PARTICLE else sides[0]
    return text, f"({shape}{',' if ',' not in shape else ''})"
