"""A camera's path as lines in the picture: the curve coloured by speed, a frustum at each key, and where the camera is."""

import numpy as np

from engine.components import rotation_matrix

SLOW_TO_FAST = np.array([(0.16, 0.33, 1.0), (0.1, 0.85, 0.95), (0.98, 0.85, 0.25), (1.0, 0.3, 0.12)])  # in the colours of the picture
STEADY = 0.03  # share of the greatest speed by which speeds may differ and are drawn as one
KEY, AT_HAND, CAMERA = (1.0, 1.0, 1.0, 0.6), (1.0, 0.78, 0.3, 1.0), (0.5, 0.88, 0.95, 1.0)
SPAN = 0.16  # depth of a frustum, as a share of the way between keys
LEAST, MOST = 0.12, 0.5  # [m] of that
ASPECT = 16 / 9
DOTS = 900  # points of the curve, about
FRUSTA = 300  # that are drawn
THICK = 1.25  # [pixels] between the middles of the two lines that make a thick one


def colored(speeds):
    """(k, 3) colours of speeds [m/s] (k,): blue is the slowest of them, red the fastest; all alike are in the middle."""
    low, high = speeds.min(), speeds.max()
    share = np.full(len(speeds), 0.5) if high - low <= STEADY * high else (speeds - low) / (high - low)
    stops = np.linspace(0, 1, len(SLOW_TO_FAST))
    return np.column_stack([np.interp(share, stops, channel) for channel in SLOW_TO_FAST.T])


def curve(path, position=(0.0, 0.0, 0.0), rotation=(0.0, 0.0, 0.0)):
    """(k, 2, 7) lines along a Path that stands at a position [m], turned by a rotation [deg]; its least and its greatest speed [m/s]."""
    points, speeds, _ = path.curve(max(DOTS // (len(path.clock) - 1), 4))
    return joined(points @ rotation_matrix(rotation).T + position, colored(speeds)), (float(speeds.min()), float(speeds.max()))


def size_of(path):
    """[m] how deep its frusta are."""
    return float(np.clip(SPAN * path.length / max(len(path.clock) - 1, 1), LEAST, MOST))


def joined(points, colors):
    """(k - 1, 2, 7) lines from point to point (k, 3), in their colours (k, 3)."""
    ends = np.concatenate([points, colors, np.ones((len(points), 1))], axis=1)
    return np.stack([ends[:-1], ends[1:]], axis=1)


def frusta(position, rotation, fov, depth, color):
    """(m, 9, 2, 7) lines of cameras at (m, 3), (m, 3, 3), with fov [deg] (m,): what each sees, and a tip where its up is."""
    half = depth * np.tan(np.radians(np.asarray(fov)) / 2)[:, None]
    x, y = ASPECT * half, half
    ahead = np.full_like(x, -depth)
    corners = [np.hstack([sx * x, sy * y, ahead]) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    tip = [np.hstack([side * x, 1.15 * y, ahead]) for side in (-0.35, 0.35)] + [np.hstack([0 * x, 1.6 * y, ahead])]
    inside = np.stack([np.zeros_like(corners[0]), *corners, *tip], axis=1)  # (m, 8, 3)
    places = inside @ np.swapaxes(rotation, 1, 2) + position[:, None]
    edges = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (2, 3), (3, 4), (4, 1), (5, 6), (6, 7), (7, 5))
    lines = np.empty((len(position), len(edges), 2, 7))
    lines[..., :3], lines[..., 3:] = places[:, edges], color
    return lines


def faded(lines, eye, near):
    """Lines (n, 2, 7) that end gently before the eye [m] (3,), within `near` [m] of it: one that goes through it would cross all of the picture."""
    away = np.linalg.norm(lines[..., :3] - eye, axis=-1)
    lines = lines.copy()
    lines[..., 6] *= np.clip(away / near - 1, 0, 1)
    return lines[(lines[..., 6] > 0).any(axis=1)]


def thick(lines, sight):
    """Twice as many lines, side by side in the picture (game.hand.Sight), so that they are seen as one of nearly three pixels."""
    middle = lines[..., :3] - sight.view.position
    depth = np.abs(middle @ sight.view.rotation[:, 2])[..., None]
    across = np.cross(lines[:, 1, :3] - lines[:, 0, :3], middle.mean(axis=1))
    across /= np.maximum(np.linalg.norm(across, axis=-1, keepdims=True), 1e-12)
    shift = across[:, None] * depth * (THICK * np.tan(np.radians(sight.view.fov) / 2) / sight.size[1])
    both = np.concatenate([lines, lines])
    both[: len(lines), :, :3] += shift
    both[len(lines) :, :, :3] -= shift
    return both


class Drawn:
    """A path drawn; what does not change from picture to picture is kept."""

    def __init__(self):
        self._drawn, self._curve, self.speeds = (None, None, None), None, (0.0, 0.0)

    def follow(self, path, spec):
        """The path is this one, as a CameraPath places it; `speeds` are then its least and greatest [m/s]."""
        here = path, spec.position, spec.rotation
        if here[0] is not self._drawn[0] or here[1:] != self._drawn[1:]:
            self._drawn, (self._curve, self.speeds) = here, curve(*here)

    def lines(self, simulation, name, at_hand, here, sight):
        """(n, 2, 7) float32 rows of Frame.lines.

        simulation, name   where the camera is, and which it is
        at_hand   number of the key that is brighter
        here      where the camera is now: its Pose
        sight     who looks at it (game.hand.Sight)
        """
        path, eye = self._drawn[0], sight.view.position
        depth = size_of(path)
        shown = np.unique(np.append(np.linspace(0, len(path.keys) - 1, min(FRUSTA, len(path.keys))).astype(int), at_hand))
        keys = frusta(*simulation.along(name, path.key_times[shown]), depth, KEY)
        keys[shown == at_hand, ..., 3:] = AT_HAND
        camera = frusta(here.position[None], here.rotation[None], [here.fov], 0.7 * depth, CAMERA)[0]
        bold = np.concatenate([self._curve, keys[shown == at_hand].reshape(-1, 2, 7), camera])
        fine = keys[shown != at_hand].reshape(-1, 2, 7)
        return np.concatenate([faded(fine, eye, depth), thick(faded(bold, eye, depth), sight)]).astype(np.float32)
