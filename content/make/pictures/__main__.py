"""Take the pictures of the README into content/readme/: python -m content.make.pictures [NAME ...]

Each is a shipped scene at a given second, seen by one of its cameras, with some of its values set otherwise, and its labels and curves.
"""

import sys
from pathlib import Path

from PIL import Image

from content.make.pictures import panel
from engine.render import offscreen

HERE = Path(__file__).parents[2]
SIZE = 1280, 720
EVENING = {"vars.height": 10, "vars.side": 60, "sky.skybox.computed.turbidity": 2.2}
QUALITY = {"arrows": 60}  # of the JPEG; 88 unless told: what is all thin lines takes many bytes
PICTURES = {  # name: what `take` takes
    "evening": ("fountain", "eye_east", 4.0, EVENING),
    "fountain": ("fountain", "eye", 4.0, {}),
    "arcade": ("fountain", "eye_arcade", 4.0, {}),
    "tour": ("tour", "eye", 29.9, {}),
    "rain": ("rain", "eye", 3.0, {}),
    "cloth": ("cloth", "back", 2.6, {}),
    "masses": ("cloth", "front", 2.6, {"cloth.lattice.counts": [32, 32], "cloth.masses.radius": 0.018}, {"surfaces": False}),
    "jelly": ("jelly", "eye", 0.7, {}),
    "arrows": ("cloth", "front", 2.6, {"cloth.lattice.counts": [14, 14], "cloth.masses.radius": 0.02}, {"surfaces": False}, ("forces",)),
    "integrators": ("integrators", "eye", 2.2, {}),
}


def take(scene, camera, seconds, overrides, shown=None, debug=()):
    """The picture (h, w, 3) uint8. shown: what else `extract` is told; debug: layers drawn as lines."""
    from engine.render.extract import extract, view_of
    from engine.render.renderer import Renderer
    from engine.simulation import Simulation
    from game.annotate import annotated
    from game.history import History
    from game.layers import laid

    simulation, history = Simulation.from_file(HERE / "scenes" / f"{scene}.yaml", overrides=overrides), History()
    history.follow(simulation)
    for _ in range(round(seconds / simulation.scene.spec.time.step)):
        simulation.step()
        history.follow(simulation)
    renderer = Renderer(SIZE, samples=4, bake="wait")
    view = view_of(simulation, camera)
    bold, legend = laid(simulation, debug, view)
    frame = extract(simulation, view=view, **(shown or {}))
    frame.bold = bold
    frame.overlay = annotated(None, simulation, history, view, SIZE, lines=legend)
    renderer.render(frame)
    pixels = renderer.pixels()[..., :3].copy()
    renderer.close()
    return pixels


def main():
    offscreen.context()
    (HERE / "readme").mkdir(exist_ok=True)
    for name in sys.argv[1:] or [*PICTURES, "panel"]:
        pixels = panel.take(HERE / "scenes" / "fountain.yaml", SIZE) if name == "panel" else take(*PICTURES[name])
        Image.fromarray(pixels).save(HERE / "readme" / f"{name}.jpg", quality=QUALITY.get(name, 88), optimize=True)
        print(f"content/readme/{name}.jpg")


if __name__ == "__main__":
    main()
