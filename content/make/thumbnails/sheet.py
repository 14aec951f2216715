"""The sheet of all scenes: their thumbnails on dark ground, each with its title under it."""

import io

from PIL import Image, ImageDraw

from content.make.thumbnails.made import CONTENT, FOLDER
from game.gallery.cards import rounded_mask
from game.hud import INK
from game.letters import font, plain

FILE = CONTENT / "readme" / "sheet.jpg"
COLUMNS, CELL, GAP, TITLE = 4, (400, 225), 16, 34  # cells across; [pixels] of a picture, between two, of the line under one
GROUND, ROUND, QUALITY = (13, 17, 23), 8, 86  # [pixels] radius of the corners; of the JPEG


def write(scenes):
    """Lay out name -> Scene, and save it."""
    FILE.write_bytes(encoded(scenes).getvalue())


def encoded(scenes):
    """The file as it is written."""
    file = io.BytesIO()
    compose(scenes).save(file, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return file


def compose(scenes):
    """The Image; the last row stands in the middle."""
    step, rows = (CELL[0] + GAP, CELL[1] + TITLE + GAP // 2), -(-len(scenes) // COLUMNS)
    image = Image.new("RGB", (COLUMNS * step[0] + GAP, rows * step[1] + GAP), GROUND)
    draw, corners, letters = ImageDraw.Draw(image), rounded_mask(CELL, ROUND), font(19)
    for number, (name, scene) in enumerate(scenes.items()):
        row, column = divmod(number, COLUMNS)
        left = (COLUMNS - min(len(scenes) - row * COLUMNS, COLUMNS)) * step[0] // 2
        x, y = GAP + left + column * step[0], GAP + row * step[1]
        with Image.open(FOLDER / f"{name}.jpg") as thumbnail:
            image.paste(thumbnail.resize(CELL, Image.LANCZOS), (x, y), corners)
        draw.text((x + CELL[0] // 2, y + CELL[1] + TITLE // 2), plain(scene.spec.title), font=letters, fill=INK, anchor="mm")
    return image
