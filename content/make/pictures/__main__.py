"""Take the pictures of the README into content/readme/: python -m content.make.pictures

Each is a shipped scene at a given second, seen by one of its cameras, with some of its values set otherwise.
"""

from pathlib import Path

from PIL import Image

from engine.render import offscreen

HERE = Path(__file__).parents[2]
SIZE = 1280, 720
EVENING = {"vars.height": 10, "vars.side": 60, "sky.skybox.computed.turbidity": 2.2}
PICTURES = {  # name: scene, camera, seconds, overrides
    "evening": ("fountain", "eye_east", 4.0, EVENING),
    "fountain": ("fountain", "eye", 4.0, {}),
    "arcade": ("fountain", "eye_arcade", 4.0, {}),
    "rain": ("rain", "eye", 3.0, {}),
}


def take(scene, camera, seconds, overrides):
    """The picture (h, w, 3) uint8."""
    from engine.render.extract import extract
    from engine.render.renderer import Renderer
    from engine.simulation import Simulation

    simulation = Simulation.from_file(HERE / "scenes" / f"{scene}.yaml", overrides=overrides)
    simulation.step(round(seconds / simulation.scene.spec.time.step))
    renderer = Renderer(SIZE, samples=4, bake="wait")
    renderer.render(extract(simulation, camera=camera))
    pixels = renderer.pixels()[..., :3].copy()
    renderer.close()
    return pixels


def main():
    offscreen.context()
    (HERE / "readme").mkdir(exist_ok=True)
    for name, what in PICTURES.items():
        Image.fromarray(take(*what)).save(HERE / "readme" / f"{name}.jpg", quality=90, optimize=True)
        print(f"content/readme/{name}.jpg")


if __name__ == "__main__":
    main()
