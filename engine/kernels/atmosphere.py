"""Clear sky and sunlight from one model of the air, so that both always fit together.

First order: light of the sun scattered once, marched along each ray (Nishita, Sirai, Tadamura, Nakamae 1993, "Display of the Earth
taking into account atmospheric scattering"). Higher orders: isotropic, their sum in closed form (Hillaire 2020, "A scalable and
production ready sky and atmosphere rendering technique", eq. 5 to 10).
Unit of radiance: the sun's irradiance above the air is PI, so white paper that faces it has radiance 1.
"""

import numpy as np

from engine.kernels.compile import kernel

# Coefficients at sea level [1/m]: Hillaire 2020, table 1, after Bruneton's implementation of 2017.
GROUND, TOP = 6360e3, 6460e3  # [m] radii of the ground and of the top of the air
RAYLEIGH = np.array([5.802e-6, 13.558e-6, 33.1e-6])
OZONE = np.array([0.650e-6, 1.881e-6, 0.085e-6])
HAZE_SCATTER, HAZE_EXTINCT = 3.996e-6, 4.44e-6
AIR_SCALE, HAZE_SCALE = 8000.0, 1200.0  # [m] height over which each thins to 1/e
HAZE_G = 0.8  # forward scattering of the Cornette-Shanks phase function
EYE = 100.0  # [m] height of the observer
HEIGHTS, RAYS = 16, 48  # table of the higher orders: heights, directions at each
LOWEST = 0.004  # [rad] the horizon is looked at from just above, where the way through the air is still finite


def sky(direction, turbidity=1.0, width=256, ground=(0.2, 0.2, 0.2)):
    """Panorama of the clear sky, and the sunlight that reaches the ground under it.

    direction  toward the sun, y up (3,); any length
    turbidity  share of haze, 0 none, 1 clear, 3 hazy
    width      columns of the panorama, even
    ground     albedo of the ground below the horizon (3,)
    returns panorama (width / 2, width, 3) float32, radiance: row 0 looks straight down, the last straight up; the columns go
            round by longitude atan2(z, x) from -pi (column 0) to pi. The sun's disc is left out.
            beam (3,) float32, irradiance of the sun on a plane that faces it; 0 once it has set
    """
    sun = np.asarray(direction, np.float64)
    sun, haze, rows = sun / np.linalg.norm(sun), np.float64(turbidity), width // 2
    beam = np.zeros(3)
    sun_reaches(EYE, sun[1], haze, beam)
    latitude = (np.arange(rows) + 0.5) / rows * np.pi - 0.5 * np.pi
    horizon = rows // 2 - 1  # the last row below it; those further down take its glow
    half = np.zeros((rows - horizon, rows + 1, 3))
    glow(half, sun, haze, higher_orders(sun, haze), np.maximum(latitude[horizon:], LOWEST), 0, rows - horizon)
    above = turned(half, np.arctan2(sun[2], sun[0]))
    light = beam * max(0.0, sun[1]) + upward(above, np.maximum(0.0, latitude[horizon:]))
    below = np.clip(-8.0 * latitude, 0.0, 1.0)[:, None, None]  # the ground has covered the glow 7 degrees down
    panorama = above[np.maximum(0, np.arange(rows) - horizon)] * (1 - below) + np.asarray(ground) * light * below
    return panorama.astype(np.float32), (np.pi * beam).astype(np.float32)


def turned(half, azimuth):
    """Rows of a panorama (h, 2 n, 3) from their half to one side of the sun (h, n + 1, 3), the sun at longitude `azimuth`."""
    n = half.shape[1] - 1
    longitude = (np.arange(2 * n) + 0.5) / n * np.pi - np.pi
    away = np.abs((longitude - azimuth + np.pi) % (2 * np.pi) - np.pi) / np.pi * n
    left = np.minimum(away.astype(int), n - 1)
    share = (away - left)[None, :, None]
    return half[:, left] * (1 - share) + half[:, left + 1] * share


def upward(rows, latitude):
    """Radiance (3,) of white paper that lies flat under rows of sky (h, 2 n, 3): the mean, weighted by the cosine."""
    weight = np.cos(latitude) * np.sin(latitude)
    return np.einsum("j,jic->c", weight, rows) / (weight.sum() * rows.shape[1])


@kernel
def density(h):
    """Relative density of air, haze and ozone at height h [m]; the ozone is a tent 15 km to each side of 25 km."""
    return np.exp(-h / AIR_SCALE), np.exp(-h / HAZE_SCALE), max(0.0, 1.0 - abs(h - 25e3) / 15e3)


@kernel
def way_out(r, mu, radius):
    """[m] from radius r along a ray at cosine mu to the zenith, to the far side of the sphere of the given radius."""
    return -r * mu + np.sqrt(max(0.0, r * r * (mu * mu - 1.0) + radius * radius))


@kernel
def meets_ground(r, mu):
    return mu < 0.0 and r * r * (mu * mu - 1.0) + GROUND * GROUND >= 0.0


@kernel
def sun_reaches(h, mu, haze, out):
    """Share of the sunlight (3,) left at height h [m], the sun at cosine mu to the zenith: exp(-optical depth), 0 behind the ground."""
    r, steps = GROUND + h, 24
    if meets_ground(r, mu):
        out[0] = out[1] = out[2] = 0.0
        return
    way = way_out(r, mu, TOP)
    air = mist = ozone = 0.0
    for i in range(steps):
        u0, u1 = (i / steps) ** 2, ((i + 1) / steps) ** 2  # steps grow: the air is densest at the start
        s, ds = 0.5 * (u0 + u1) * way, (u1 - u0) * way
        da, dm, do = density(np.sqrt(r * r + s * s + 2.0 * r * s * mu) - GROUND)
        air, mist, ozone = air + da * ds, mist + dm * ds, ozone + do * ds
    for c in range(3):
        out[c] = np.exp(-(RAYLEIGH[c] * air + haze * HAZE_EXTINCT * mist + OZONE[c] * ozone))


@kernel
def phases(cosine):
    """Rayleigh's and Cornette-Shanks' phase functions [1/sr]."""
    g = HAZE_G
    air = 3.0 / (16.0 * np.pi) * (1.0 + cosine * cosine)
    haze = 3.0 / (8.0 * np.pi) * (1.0 - g * g) * (1.0 + cosine * cosine)
    return air, haze / ((2.0 + g * g) * (1.0 + g * g - 2.0 * g * cosine) ** 1.5)


@kernel
def march(h0, d, sun, haze, table, isotropic, light, again):
    """Light scattered toward height h0 [m] out of direction d.

    table      radiance of the higher orders by height (k, 3); zeros leave them out
    isotropic  true: scatter evenly, as the closed form of the higher orders asks
    light      (3,) out: radiance
    again      (3,) out: share of an even unit light all around that would arrive, f_ms of Hillaire's eq. 7
    """
    steps, r0 = 32, GROUND + h0
    way = way_out(r0, d[1], TOP)
    if meets_ground(r0, d[1]):
        way = -r0 * d[1] - np.sqrt(max(0.0, r0 * r0 * (d[1] * d[1] - 1.0) + GROUND * GROUND))
    cosine = d[0] * sun[0] + d[1] * sun[1] + d[2] * sun[2]
    of_air, of_haze = phases(cosine)
    if isotropic:
        of_air = of_haze = 1.0 / (4.0 * np.pi)
    left, lit = np.empty(3), np.empty(3)
    for c in range(3):
        light[c], again[c], left[c] = 0.0, 0.0, 1.0
    for i in range(steps):
        u0, u1 = (i / steps) ** 2, ((i + 1) / steps) ** 2
        s, ds = 0.5 * (u0 + u1) * way, (u1 - u0) * way
        r = np.sqrt(r0 * r0 + s * s + 2.0 * r0 * s * d[1])
        h = max(0.0, r - GROUND)
        sun_reaches(h, (r0 * sun[1] + s * cosine) / r, haze, lit)
        da, dm, do = density(h)
        k = min(table.shape[0] - 1.001, h / (TOP - GROUND) * (table.shape[0] - 1))
        row = int(k)
        for c in range(3):
            air, mist = RAYLEIGH[c] * da, haze * HAZE_SCATTER * dm
            lost = max(1e-12, air + haze * HAZE_EXTINCT * dm + OZONE[c] * do)
            higher = table[row, c] * (row + 1 - k) + table[row + 1, c] * (k - row)
            kept = np.exp(-lost * ds)
            gain = left[c] * (1.0 - kept) / lost  # the source is even within a step
            light[c] += gain * (np.pi * lit[c] * (air * of_air + mist * of_haze) + (air + mist) * higher)
            again[c] += gain * (air + mist)
            left[c] *= kept


@kernel
def higher_orders(sun, haze):
    """Radiance of all orders of scattering above the first, by height (HEIGHTS, 3): L2 / (1 - f), Hillaire's eq. 10."""
    table, none = np.zeros((HEIGHTS, 3)), np.zeros((2, 3))
    light, again, d = np.zeros(3), np.zeros(3), np.zeros(3)
    for k in range(HEIGHTS):
        second, share = np.zeros(3), np.zeros(3)
        for i in range(RAYS):
            y, turn = 1.0 - 2.0 * (i + 0.5) / RAYS, 2.399963 * i  # spiral of the golden angle: even on the sphere
            flat = np.sqrt(1.0 - y * y)
            d[0], d[1], d[2] = flat * np.cos(turn), y, flat * np.sin(turn)
            march(10.0 + k * (TOP - GROUND - 20.0) / (HEIGHTS - 1), d, sun, haze, none, True, light, again)
            for c in range(3):
                second[c] += light[c] / RAYS
                share[c] += again[c] / RAYS
        for c in range(3):
            table[k, c] = second[c] / (1.0 - min(0.95, share[c]))
    return table


@kernel
def glow(half, sun, haze, table, latitude, lo, hi):
    """Rows lo to hi of the sky (h, n + 1, 3) at the given latitudes (h,) [rad]; columns by angle 0 to pi from the sun's azimuth."""
    columns = half.shape[1]
    light, again, d, toward = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    toward[0], toward[1] = np.sqrt(max(0.0, 1.0 - sun[1] * sun[1])), sun[1]
    for j in range(lo, hi):
        for i in range(columns):
            turn = i / (columns - 1) * np.pi
            flat = np.cos(latitude[j])
            d[0], d[1], d[2] = flat * np.cos(turn), np.sin(latitude[j]), flat * np.sin(turn)
            march(EYE, d, toward, haze, table, False, light, again)
            for c in range(3):
                half[j, i, c] = light[c]
