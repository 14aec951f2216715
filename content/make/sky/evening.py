"""An evening high over mountains that stand in a sea of cloud."""

import numpy as np

from content.make.noise import blurred, smooth
from content.make.noise import noise as field
from content.make.sky import land, lattice, maps
from content.make.sky.air import Air
from content.make.sky.rays import NEVER, Profiles

F = np.float32
SUN = 5.0  # [deg] its elevation; its azimuth is 0
EYE = 3.3  # [km] over the sea
FLOOR, CLOUD = 0.55, 1.55  # [km] of the valleys, of the cloud's top
HAZE = 3.0
SEED = 8
ROCK, SNOW = np.array([0.105, 0.092, 0.084], F), np.array([0.86, 0.88, 0.92], F)
SHELLS = (-0.03, 0.4), (-0.01, 0.55), (0.015, 0.75), (0.045, 1.0)  # [km] under the cloud's top, and what each covers
FOG, FOG_SCALE = 0.055, 0.16  # [1/km] at the cloud's top, [km] over which it thins
CIRRUS = 9.5  # [km]
STEEPEST = 0.65  # rise of the steepest ray that can meet a summit; the land near the eye is low
SCALE = 0.3  # radiance that the files hold as 1 / 2
BALANCE = np.array([1.05, 0.955, 1.03], F)  # takes out the green of a horizon whose ozone light has crossed once


class Evening:
    """The scene, ready to be looked at. cells: of the grid on which the land is carved; maps are twice as fine."""

    scale = SCALE

    def __init__(self, cells=land.CARVED, tell=lambda text, share: None):
        e = np.radians(SUN)
        self.sun = np.array([0.0, np.sin(e), -np.cos(e)], F)
        tell("air", 0.0)
        self.air = Air(self.sun, EYE, HAZE)
        tell("carving", 0.05)
        height = crags(land.doubled(land.carved(cells, SEED))) + F(FLOOR)
        tell("clouds", 0.5)
        top = cloud_top(len(height), SEED)
        fine = len(height) / 2048
        hidden, free = maps.shade(height, SUN)
        self.land = maps.Maps(height, *maps.slopes(height), hidden, free, maps.hollows(height, _radii(fine, 2, 4, 8, 16)))
        lying = np.maximum(top, height)
        over, clear = maps.shade(lying, SUN)
        bulk = maps.hollows(top, _radii(fine, 2, 5, 9, 16))
        self.cloud = maps.Maps(top, *maps.slopes(top), over, clear, bulk)
        white = 0.8 * (self.air.beam * self.sun[1] + 0.6 * self.air.sky(np.array([[0.0, 1.0, 0.0]]))[0])
        self.mean, self.lean = (part.astype(F) for part in self.air.around(white))
        tell("clouds", 1.0)

    def paint(self, azimuth, plane, direction, width):
        """Radiance and share of bare sky (m, 4) of rays.

        azimuth    [rad] (c,) of vertical planes; plane (m,) the one that each ray lies in; direction (m, 3), unit
        width      [rad] between neighbouring rays
        """
        direction = direction.astype(F)
        flat = np.hypot(direction[:, 0], direction[:, 2])
        slope = np.clip(direction[:, 1] / np.maximum(flat, 1e-6), -60, 60)
        if slope.min() > STEEPEST:
            return np.concatenate([self.high(direction), np.ones((len(direction), 1), F)], 1)
        profiles = Profiles(azimuth, plane, slope)
        ground = profiles.meet(profiles.heights(lambda x, z: self.land(x, z)[:, 0]), EYE)
        clouds = profiles.heights(lambda x, z: self.cloud(x, z)[:, 0])
        shells = [profiles.meet(clouds - F(depth), EYE) for depth, _ in SHELLS]
        out = np.empty((len(direction), 4), F)
        out[:, :3] = self.high(direction)
        out[:, 3] = ground == NEVER
        solid = ground < NEVER
        out[solid, :3] = self.rock(direction[solid], flat[solid], ground[solid], width)
        for t, (depth, cover) in reversed(list(zip(shells, SHELLS, strict=True))):
            seen = np.flatnonzero((t < ground) & (t < NEVER))
            light, alpha = self.puff(direction[seen], flat[seen], t[seen], depth, cover, width)
            out[seen, :3] += alpha[:, None] * (light - out[seen, :3])
            out[seen, 3] *= 1 - alpha
        return out

    def white(self, n):
        """Radiance (m, 3) of white that faces n (m, 3) under the open sky."""
        return self.mean + n.astype(F) @ self.lean

    def rock(self, direction, flat, t, width):
        """Radiance of the land at horizontal distances t [km] (m,)."""
        x, z = (direction[:, axis] / flat * t for axis in (0, 2))
        way = t / flat
        seen = way * width
        y, gx, gz, hidden, free, hollow = self.land(x, z, seen).T
        wide = self.land(x, z, np.maximum(4 * seen, 0.12))
        fine = lattice.layers(x * F(16), z * F(16), 1024, 4, 900, seen=F(16) * seen)
        steep = np.sqrt(gx * gx + gz * gz)
        # crags finer than the map, as far as they can be seen
        rough = F(0.55) * np.clip(steep, F(0.15), 1)
        bump = [rough * lattice.layers(x * F(24), z * F(24), 1024, 3, seed, seen=F(24) * seen) for seed in (910, 920)]
        n = np.stack([-gx + bump[0], np.ones_like(x), -gz + bump[1]], 1)
        n /= np.linalg.norm(n, axis=1, keepdims=True)
        level = 1 / np.sqrt(1 + wide[:, 1] ** 2 + wide[:, 2] ** 2)
        lying = 0.5 * level + 0.5 * n[:, 1] + 0.05 * fine + 0.35 * hollow + 0.08 * (y - 2.6)
        snow = smooth(0.53, 0.65, lying) * smooth(1.6, 2.3, y + 0.35 * fine)
        strata = 1 + 0.5 * lattice.layers(x * F(2), y * F(14) + fine, 128, 3, 930, seen=F(14) * seen) + 0.25 * fine
        albedo = (ROCK * np.clip(strata, 0.3, 2)[:, None]) * (1 - snow[:, None]) + SNOW * snow[:, None]
        sunlit = np.maximum(n @ self.sun, 0) * maps.lit(y, hidden, free)
        open_sky = np.clip(0.92 - 2.6 * hollow, 0.35, 1.15)
        beam = self.air.sunlight(y, np.full(len(y), self.sun[1]) - direction[:, 2] * t / 6360)
        light = albedo * (beam * sunlit[:, None] + self.white(n) * open_sky[:, None])
        return self.through(direction, way, light)

    def puff(self, direction, flat, t, depth, cover, width):
        """Radiance of the cloud `depth` km under its top at horizontal distances t (m,), and how much of what is behind it covers."""
        x, z = (direction[:, axis] / flat * t for axis in (0, 2))
        way = t / flat
        seen = way * F(width) / np.maximum(np.abs(direction[:, 1]), F(0.03))  # along the way, which is drawn out where the ray is level
        top, gx, gz, hidden, free, hollow = self.cloud(x, z, F(1.5) * seen).T
        fine = lattice.layers(x * F(9), z * F(9), 1024, 4, 940, seen=F(9) * seen)
        n = np.stack([-gx, np.ones_like(x), -gz], 1)
        n /= np.linalg.norm(n, axis=1, keepdims=True)
        under = F(depth) + F(0.02)
        wrapped = np.maximum((n @ self.sun + 0.16) / 1.16, 0) * (1 + 0.35 * fine)
        shadow = 0.06 + 0.94 * maps.lit(top + F(0.02), hidden - F(0.03), free + F(0.05))
        cosine = direction @ self.sun
        lobe = 1 + 2.2 * np.maximum(cosine, 0) ** 8
        beam = self.air.sunlight(top, np.full(len(top), self.sun[1]) - direction[:, 2] * t / 6360)
        soft = np.clip(0.88 - 2.4 * hollow - 3.0 * under, 0.4, 1.15)
        light = beam * (1.25 * wrapped * shadow * lobe)[:, None] + self.white(n) * soft[:, None]
        if cover < 1:  # thin where the ray only grazes a crest
            facing = -np.einsum("ij,ij->i", n, direction) / (0.9 * np.abs(direction[:, 1]) + 0.015)
            alpha = np.clip(cover * (1 + 1.4 * fine), 0, 1) * smooth(0.0, 1.0, facing)
        else:
            alpha = np.ones(len(t))
        return self.through(direction, way, light), alpha.astype(F)

    def through(self, direction, way, light):
        """What is left of light (m, 3) after `way` km of fog over the clouds and of air, with what they add."""
        dy = direction[:, 1]
        rise = np.where(np.abs(dy) < 1e-4, 1e-4, dy) * way / FOG_SCALE
        depth = FOG * np.exp(-(EYE - CLOUD) / FOG_SCALE) * way * np.expm1(np.clip(-rise, -60, 40)) / -rise
        veil = -np.expm1(-np.minimum(depth, 6.0))[:, None]
        g, cosine = 0.55, direction @ self.sun
        phase = (1 - g * g) / (1 + g * g - 2 * g * cosine) ** 1.5 / 4  # Henyey and Greenstein 1941, times pi
        mist = 0.9 * self.air.beam * phase[:, None] * 0.8 + 0.75 * self.mean
        added, kept = self.air.between(direction, way)
        return (light * (1 - veil) + veil * mist) * kept + BALANCE * added

    def high(self, direction):
        """Radiance of the sky with its thin clouds of ice (m, 3)."""
        light = self.air.sky(direction).astype(F)
        up = np.flatnonzero(direction[:, 1] > 0.004)
        d = direction[up]
        r = 6360.0 + EYE
        way = -r * d[:, 1] + np.sqrt((r * d[:, 1]) ** 2 - r * r + (6360.0 + CIRRUS) ** 2)
        x, z = (way * d[:, axis] * 0.045 for axis in (0, 2))
        x, z = 0.8 * x + 0.6 * z, 0.8 * z - 0.6 * x  # the wind up there
        bent = lattice.layers(x * 0.6, z * 0.6, 256, 4, 300)
        streaks = lattice.layers(x + 0.9 * bent, 3.6 * (z + 0.35 * bent), 256, 6, 320, gain=0.55)
        patches = lattice.layers(x * 0.45, z * 0.45, 256, 3, 340)
        veil = np.clip(0.55 * streaks + 0.9 * patches - 0.05, 0, 1.2)
        alpha = (0.5 * veil * veil * (3 - 2 * np.minimum(veil, 1)) * smooth(0.0, 0.05, d[:, 1]))[:, None].clip(0, 0.7)
        cosine = d @ self.sun
        phase = 0.6 * (1 - 0.49) / (4 * np.pi * (1.49 - 1.4 * cosine) ** 1.5) + 0.4 / (4 * np.pi) * 1.6
        beam = self.air.sunlight(np.full(len(d), CIRRUS), np.full(len(d), self.sun[1]) - d[:, 2] * way / 6360)
        added, kept = self.air.between(d, np.minimum(way, 250))
        body = (np.pi * beam * phase[:, None] * 1.1 + self.mean * 0.45) * kept + added
        light[up] += alpha * (body - light[up])
        return light * BALANCE


def _radii(fine, *cells):
    return tuple(max(1, round(r * fine)) for r in cells)


def crags(height):
    """The carved land with faces and gullies finer than its cells: more where it is steep."""
    n = len(height)
    at = ((np.arange(n) + 0.5) / n * 128).astype(F)
    x, z = np.meshgrid(at, at)
    gx, gz = maps.slopes(height)
    steep = smooth(0.25, 1.1, np.hypot(gx, gz))
    carving = lattice.layers(x, z, 128, 4, 70, lattice.ridge, 0.5, lift=0.4) - F(0.8)
    return (height + 0.075 * steep * carving).astype(F)


def cloud_top(n, seed):
    """Height of the clouds' upper side (n, n) [km]: swell, billows on it, drawn out by the wind."""
    at = ((np.arange(n) + 0.5) / n * 16).astype(F)
    x, z = np.meshgrid(at, at)
    bent = lattice.layers(x, z, 16, 3, seed + 200)
    swell = field(seed + 210, 1.9, n, 3)
    puffs = lattice.layers(x + F(0.35) * bent, z - F(0.25) * bent, 16, 5, seed + 220, lattice.billow, 0.5, lift=0.45)
    soft = blurred(0.13 * swell + 0.11 * puffs, _radii(n / 2048, 1, 1, 2, 3))  # cells that change slowly: else each is seen as a line
    return (CLOUD + soft).astype(F)
