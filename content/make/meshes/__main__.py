"""Write the meshes that scenes are made of into content/meshes/: python -m content.make.meshes"""

from pathlib import Path

from content.make.meshes import galaxy, shapes

FOLDER = Path(__file__).parents[2] / "meshes"


def main():
    FOLDER.mkdir(exist_ok=True)
    for maker in galaxy.CLOUDS:
        (FOLDER / f"galaxy_{maker.__name__}.obj").write_text(galaxy.text(maker), newline="\n")
    for maker in shapes.SOLIDS:
        (FOLDER / f"{maker.__name__}.obj").write_text(shapes.text(maker), newline="\n")


if __name__ == "__main__":
    main()
