"""Where things land on the picture: matrices, row by row as in books (M @ column), float64."""

from dataclasses import dataclass

import numpy as np


@dataclass(slots=True)
class Camera:
    """A view ready to draw with. axes: rows right, up, back in the world (3, 3); flip: the world is mirrored in this level."""

    eye: np.ndarray  # [m] (3,)
    axes: np.ndarray  # (3, 3)
    projection: np.ndarray  # (4, 4)
    near: float
    far: float
    tangent: float  # of half the vertical field of view
    flip: float | None = None

    @classmethod
    def of(cls, view, size, flip=None):
        """From a frame's View and the picture's size in pixels."""
        tangent = np.tan(np.radians(view.fov) / 2)
        projection = perspective(view.fov, size[0] / size[1], view.near, view.far)
        return cls(np.asarray(view.position, float), np.asarray(view.rotation, float).T, projection, view.near, view.far, tangent, flip)

    @classmethod
    def looking(cls, eye, ahead, up, near=0.05, far=500.0):
        """A square view of 90 degrees along `ahead`: one face of a cube."""
        right = np.cross(ahead, up)
        axes = np.array([right, up, -np.asarray(ahead)], float)
        return cls(np.asarray(eye, float), axes, perspective(90.0, 1.0, near, far), near, far, 1.0)

    def view_projection(self):
        """World to clip space (4, 4): the projection, after the axes, after the mirror; number by number, for numpy takes ten times as long."""
        (kx, _, _, _), (_, ky, _, _), (_, _, a, b), _ = self.projection.tolist()
        x, y, z = self.eye.tolist()
        right, up, back = ([*axis, -(axis[0] * x + axis[1] * y + axis[2] * z)] for axis in self.axes.tolist())
        rows = [[kx * e for e in right], [ky * e for e in up], [a * e for e in back], [-e for e in back]]
        rows[2][3] += b
        if self.flip is not None:
            for row in rows:
                row[1], row[3] = -row[1], row[3] + 2 * self.flip * row[1]
        return np.array(rows)

    def inverse(self):
        """Clip space to world (4, 4): the inverse of `view_projection`."""
        (kx, _, _, _), (_, ky, _, _), (_, _, a, b), _ = self.projection.tolist()
        columns = zip(*self.axes.tolist(), self.eye.tolist(), strict=True)
        rows = [[right / kx, up / ky, eye / b, eye * a / b - back] for right, up, back, eye in columns]
        rows.append([0.0, 0.0, 1 / b, a / b])
        if self.flip is not None:
            rows[1] = [2 * self.flip * w - y for y, w in zip(rows[1], rows[3], strict=True)]
        return np.array(rows)

    def seen_eye(self):
        """Where the eye stands in the world that it draws: below the mirror for a mirrored one."""
        return self.eye if self.flip is None else np.array([self.eye[0], 2 * self.flip - self.eye[1], self.eye[2]])

    def seen_axes(self):
        """The camera's axes in the world that it draws."""
        return self.axes if self.flip is None else self.axes * [1.0, -1.0, 1.0]


def perspective(fov, aspect, near, far):
    """Clip matrix of a vertical field of view [deg]; near and far [m]."""
    k = 1 / np.tan(np.radians(fov) / 2)
    matrix = np.zeros((4, 4))
    matrix[0, 0], matrix[1, 1], matrix[3, 2] = k / aspect, k, -1.0
    matrix[2, 2], matrix[2, 3] = -(far + near) / (far - near), -2 * far * near / (far - near)
    return matrix


def sun_axes(direction):
    """Rows right, up, back of an eye in the sun that looks down its rays (3, 3)."""
    back = np.asarray(direction, float) / np.linalg.norm(direction)
    right = np.cross((0.0, 0.0, 1.0) if abs(back[1]) > 0.99 else (0.0, 1.0, 0.0), back)
    right /= np.linalg.norm(right)
    return np.array([right, np.cross(back, right), back])


def corners(center, rotation, half):
    """The eight corners of boxes (n, 8, 3) from (n, 3), (n, 3, 3), (n, 3)."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return center[:, None] + np.einsum("nij,nkj->nki", rotation, signs[None] * half[:, None])


def sun_box(direction, places, depths=None):
    """Orthographic matrix of the sun that covers the places (n, 3), and its width, height and depth [m].

    depths (m, 3): places that have to lie within its depth only.

    The far side is one tenth longer, so that receivers at the very end still lie inside.
    """
    axes = sun_axes(direction)
    seen = places @ axes.T
    low, high = seen.min(0) - 0.05, seen.max(0) + 0.05
    if depths is not None:
        low[2] = min(low[2], (depths @ axes[2]).min() - 0.05)
    low[2] -= 0.1 * (high[2] - low[2])
    size = high - low
    matrix = np.eye(4)
    matrix[:3, :3] = axes * (2 / size)[:, None]
    matrix[:3, 3] = -(high + low) / size
    matrix[2] *= -1  # depth grows away from the sun
    return matrix, size
