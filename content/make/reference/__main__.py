"""Make content/REFERENCE.md and content/scene.schema.json anew: python -m content.make.reference

Run it after a field, a key or a command has changed; a test says when. A new component also needs an example (game/reference/examples.py).
"""

from pathlib import Path

from engine.scene.editor import printed, scene_schema
from game.reference.examples import bodies
from game.reference.page import reference

CONTENT = Path(__file__).resolve().parents[2]


def files():
    """Path -> text of each file that is made."""
    return {CONTENT / "REFERENCE.md": reference(), CONTENT / "scene.schema.json": printed(scene_schema(bodies()))}


def main():
    for path, text in files().items():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.name)


if __name__ == "__main__":
    main()
