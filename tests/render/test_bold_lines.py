"""Bold lines over a picture: readable, of their own colour, and free where there are none."""

import hand_made
import numpy as np


def rows(*lines, color=(1.0, 1.0, 0.0, 1.0)):
    """Rows of Frame.bold from (start, end)."""
    made = np.empty((len(lines), 2, 7), np.float32)
    made[..., :3], made[..., 3:] = lines, color
    return made


def drawn(renderer, frame):
    """The picture as (h, w, 3) numbers."""
    renderer.render(frame)
    return renderer.pixels()[..., :3].astype(int)


def test_a_bold_line_has_its_own_colour_and_a_dark_rim(renderer):
    """Across the middle: pure yellow in the middle of it, darker than the ground beside it, nothing changed three pixels away."""
    made = renderer((96, 54))
    ground = drawn(made, hand_made.frame())
    frame = hand_made.frame()
    frame.bold = rows(((-50, 0, 0), (50, 0, 0)))
    picture = drawn(made, frame)
    column, plain = picture[:, 48], ground[:, 48]
    middle = np.abs(column - [255, 255, 0]).sum(axis=1).argmin()
    assert abs(middle - 26.5) <= 1 and np.abs(column[middle] - [255, 255, 0]).max() < 70
    assert min(column[middle - 2].sum() - plain[middle - 2].sum(), column[middle + 2].sum() - plain[middle + 2].sum()) < -30
    far = np.abs(np.arange(54) - 26.5) > 4.5
    np.testing.assert_array_equal(picture[far], ground[far])
    np.testing.assert_array_equal(drawn(made, hand_made.frame()), ground)  # and without it again, all is as before


def test_what_stands_before_a_bold_line_lets_a_quarter_through(renderer):
    """Behind a box it is still to be seen, and weaker."""
    box = hand_made.boxes(((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5), (0.1, 0.1, 0.1)))
    change = []
    for z in (1.0, -1.0):
        made = renderer((96, 54))
        ground = drawn(made, hand_made.frame(boxes=box))
        frame = hand_made.frame(boxes=box)
        frame.bold = rows(((-0.2, 0, z), (0.2, 0, z)))
        change.append(np.abs(drawn(made, frame) - ground)[20:34, 40:56].max())
    assert change[0] > 2 * change[1] > 20
