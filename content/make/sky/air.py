"""The air between the eye and the land: what it scatters into each ray, and what it lets through. Lengths in kilometres.

The model and its coefficients are those of engine/kernels/atmosphere.py, seen from a mountain's height and over finite ways.
"""

import numpy as np

from engine.kernels import atmosphere as model

F = np.float32
RADIUS, TOP = model.GROUND / 1e3, model.TOP / 1e3
RAYLEIGH, OZONE = model.RAYLEIGH * 1e3, model.OZONE * 1e3  # [1/km]
HAZE, HAZE_LOST = model.HAZE_SCATTER * 1e3, model.HAZE_EXTINCT * 1e3
REACH = 260.0  # [km] the farthest thing that is seen through air
NODES = 65, 17, 40  # of the table: elevations, azimuths from the sun, distances
SKY_STEPS = 64
LOWEST = -0.3  # cosine to the zenith of the lowest sun in the table


class Air:
    """Sunlight and air as one eye sees them.

    sun   toward it, unit (3,); it stands in the plane of -z and y
    eye   [km] its height over the sea
    haze  share of haze; 1 is clear
    beam  (3,) sunlight at the eye, 1 above the air
    """

    def __init__(self, sun, eye, haze):
        self.sun, self.eye, self.haze = np.asarray(sun, float), eye, haze
        self._heights, self._cosines = (np.arange(48) / 47) ** 2 * (TOP - RADIUS), np.linspace(LOWEST, 1, 384)
        out, table = np.zeros(3), np.empty((48, 384, 3), F)
        for i, height in enumerate(self._heights):
            for j, cosine in enumerate(self._cosines):
                model.sun_reaches(height * 1e3, cosine, np.float64(haze), out)
                table[i, j] = out
        self._table = table
        self._higher = model.higher_orders(self.sun, np.float64(haze))
        self.beam = self.sunlight(np.array(eye), np.array(self.sun[1]))
        elevation, azimuth = _nodes(NODES[0]), np.linspace(0, np.pi, NODES[1])
        direction = _directions(elevation[:, None], azimuth[None])
        self._near = self._marched(direction, REACH * (np.arange(NODES[2] + 1) / NODES[2]) ** 2)
        r = RADIUS + eye
        out_of_it = -r * direction[..., 1] + np.sqrt(r * r * (direction[..., 1] ** 2 - 1) + TOP * TOP)
        ends = out_of_it[..., None] * (np.arange(SKY_STEPS + 1) / SKY_STEPS) ** 2
        self._sky = self._marched(direction, ends)[..., -1, :9].copy()

    def sunlight(self, height, cosine):
        """Share of the sunlight (..., 3) left at heights [km] where the sun stands at this cosine to the zenith."""
        u = np.sqrt(np.clip(height, 0, TOP - RADIUS) / (TOP - RADIUS)) * 47
        v = (np.clip(cosine, LOWEST, 1) - LOWEST) / (1 - LOWEST) * 383
        return _sampled(self._table, u, v)

    def _marched(self, direction, ends):
        """Light gathered along rays (e, a, 3) up to each end [km] (d,) or (e, a, d): rows of 12 float32 (e, a, d, 12).

        Light scattered once by air and by haze, both without the phase function; light of higher orders; share let through.
        """
        ends = np.broadcast_to(ends, (*direction.shape[:2], ends.shape[-1]))
        r0, up, cosine = RADIUS + self.eye, direction[..., 1], direction @ self.sun
        rows = np.zeros((*ends.shape, 12), F)
        rows[..., 9:] = 1
        for k in range(1, ends.shape[-1]):
            ds = (ends[..., k] - ends[..., k - 1])[..., None]
            s = 0.5 * (ends[..., k] + ends[..., k - 1])
            r = np.sqrt(r0 * r0 + s * s + 2 * r0 * s * up)
            h = np.maximum(r - RADIUS, 0)
            lit = self.sunlight(h, (r0 * self.sun[1] + s * cosine) / r)
            air, mist, ozone = (d[..., None] for d in (np.exp(-h / 8.0), np.exp(-h / 1.2), np.maximum(0, 1 - abs(h - 25) / 15)))
            a, b = RAYLEIGH * air, self.haze * HAZE * mist
            lost = a + self.haze * HAZE_LOST * mist + OZONE * ozone + 1e-12
            level = np.clip(h / (TOP - RADIUS) * (len(self._higher) - 1), 0, len(self._higher) - 1.001)
            row = level.astype(int)
            more = self._higher[row] + (level - row)[..., None] * (self._higher[row + 1] - self._higher[row])
            kept, before = np.exp(-lost * ds), rows[..., k - 1, 9:]
            gain = before * (1 - kept) / lost
            rows[..., k, :9] = rows[..., k - 1, :9] + np.concatenate(
                [gain * np.pi * lit * a, gain * np.pi * lit * b, gain * more * (a + b)], -1
            )
            rows[..., k, 9:] = before * kept
        return rows

    def between(self, direction, distance):
        """Light scattered into rays (m, 3) over distances [km] (m,), and the share of what is behind that comes through: two (m, 3)."""
        u, v = self._places(direction)
        w = np.sqrt(np.clip(distance / REACH, 0, 1)) * NODES[2]
        k = np.minimum(w.astype(int), NODES[2] - 1)
        near = _sampled(self._near.reshape(NODES[0], NODES[1], -1, 12), u, v, k)
        far = _sampled(self._near.reshape(NODES[0], NODES[1], -1, 12), u, v, k + 1)
        row = near + (w - k).astype(F)[:, None] * (far - near)
        return self._phased(direction, row), row[:, 9:]

    def sky(self, direction):
        """Radiance of the bare sky along rays (m, 3), without the sun's disc (m, 3)."""
        return self._phased(direction, _sampled(self._sky, *self._places(direction)))

    def _places(self, direction):
        """Rows and columns of the tables for rays (m, 3)."""
        elevation = np.arcsin(np.clip(direction[:, 1], -1, 1)) / (np.pi / 2)
        u = (np.sign(elevation) * np.sqrt(np.abs(elevation)) * 0.5 + 0.5) * (NODES[0] - 1)
        v = np.arctan2(np.abs(direction[:, 0]), -direction[:, 2]) / np.pi * (NODES[1] - 1)
        return u, v

    def _phased(self, direction, row):
        of_air, of_haze = (p.astype(F)[:, None] for p in model.phases.py_func(direction @ self.sun))
        return of_air * row[:, :3] + of_haze * row[:, 3:6] + row[:, 6:9]

    def around(self, below):
        """Light from all around as a mean and a slope: radiance of white that faces n is mean + slope . n, two (3,) and (3, 3).

        below: (3,) radiance of all that lies under the horizon. The first four harmonics of Ramamoorthi and Hanrahan 2001.
        """
        y = (np.arange(40) + 0.5) / 20 - 1
        turn = (np.arange(48) + 0.5) / 24 * np.pi
        direction = _directions(np.arcsin(y)[:, None], turn[None]).reshape(-1, 3)
        light = np.where(direction[:, 1:2] > 0, self.sky(direction), below)
        return light.mean(0), 2 * (direction.T @ light / len(light))


def _nodes(n):
    """Elevations [rad] of the tables, closest at the horizon."""
    v = np.linspace(-1, 1, n)
    return np.sign(v) * v * v * np.pi / 2


def _directions(elevation, azimuth):
    """Unit vectors (..., 3); azimuth 0 is toward -z."""
    return np.stack(np.broadcast_arrays(np.cos(elevation) * np.sin(azimuth), np.sin(elevation), -np.cos(elevation) * np.cos(azimuth)), -1)


def _sampled(table, u, v, *rest):
    """Table (a, b, ...) between its rows u and columns v."""
    i, j = np.minimum(u.astype(int), table.shape[0] - 2), np.minimum(v.astype(int), table.shape[1] - 2)
    fu, fv = (u - i).astype(F)[..., None], (v - j).astype(F)[..., None]
    low = table[(i, j, *rest)] * (1 - fv) + table[(i, j + 1, *rest)] * fv
    high = table[(i + 1, j, *rest)] * (1 - fv) + table[(i + 1, j + 1, *rest)] * fv
    return low + (high - low) * fu
