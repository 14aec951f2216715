"""The atmosphere: what is known without computing it."""

import numpy as np
import pytest

from engine.kernels import atmosphere as air
from engine.kernels.atmosphere import sky, upward


def sun(elevation, longitude=0.0):
    e, a = np.radians([elevation, longitude])
    return np.array([np.cos(e) * np.cos(a), np.sin(e), np.cos(e) * np.sin(a)])


@pytest.mark.parametrize("turbidity", [0.0, 1.0, 3.0])
def test_the_sun_in_the_zenith_pays_the_vertical_optical_depth(turbidity):
    """Air and haze thin exponentially, the ozone is a tent of area 15 km: exp(-depth), in closed form."""
    depth = air.RAYLEIGH * air.AIR_SCALE * np.exp(-air.EYE / air.AIR_SCALE) + air.OZONE * 15e3
    depth += turbidity * air.HAZE_EXTINCT * air.HAZE_SCALE * np.exp(-air.EYE / air.HAZE_SCALE)
    _, beam = sky(sun(90), turbidity, 8)
    assert beam == pytest.approx(np.pi * np.exp(-depth), rel=2e-3)


def test_the_beam_dims_and_reddens_toward_the_horizon():
    """Every channel grows with the sun's height, and blue catches up with red."""
    beams = np.array([sky(sun(e), 1.0, 8)[1] for e in (0, 2, 5, 10, 20, 45, 90)])
    assert (np.diff(beams, axis=0) > 0).all()
    assert (np.diff(beams[:, 2] / beams[:, 0]) > 0).all()
    assert (beams < np.pi).all()


@pytest.mark.parametrize("elevation", [-10, -4, -0.3, 0, 0.2, 5, 45, 89.9, 90])
def test_radiance_is_finite_by_day_and_by_night(elevation):
    """No direction and no height of the sun gives a negative or endless radiance; a sun that has set sends no beam."""
    panorama, beam = sky(sun(elevation, 77), 2.0, 32)
    assert panorama.shape == (16, 32, 3) and panorama.dtype == beam.dtype == np.float32
    assert np.isfinite(panorama).all() and (panorama >= 0).all()
    assert (beam == 0).all() == (elevation < -0.3 or elevation == -4)


def test_the_zenith_is_bluer_than_the_horizon():
    """The long way along the ground takes the blue out again."""
    panorama, _ = sky(sun(50), 1.0, 64)
    zenith, horizon = panorama[-1].mean(0), panorama[16].mean(0)
    assert zenith[2] / zenith[0] > 2 * horizon[2] / horizon[0]
    assert horizon.sum() > zenith.sum()


def test_left_of_the_sun_is_as_right():
    """The sky is its own mirror image in the plane of zenith and sun."""
    panorama, _ = sky(sun(20, 0), 1.0, 64)
    assert np.allclose(panorama, panorama[:, ::-1], rtol=1e-6)


def test_turning_the_sun_turns_the_sky():
    """A quarter turn of the sun shifts the panorama by a quarter of its width."""
    here, there = sky(sun(20, 30), 1.0, 64)[0], sky(sun(20, 120), 1.0, 64)[0]
    assert np.allclose(np.roll(here, 16, axis=1), there, rtol=1e-4)


def test_the_sky_is_brightest_beside_the_sun():
    """Haze scatters forward: along the sun's own height nothing outshines its azimuth, and the side away from it is darker by half."""
    panorama, _ = sky(sun(20, 40), 1.0, 128)
    row = panorama[round((20 / 180 + 0.5) * 64)].sum(1)
    assert row.argmax() == pytest.approx((40 / 360 + 0.5) * 128, abs=1.5)
    assert np.roll(row, 64)[row.argmax()] < 0.5 * row.max()


def test_the_air_makes_no_light():
    """What the ground gets from sun and sky together is less than what came in above the air, and most of it."""
    panorama, beam = sky(sun(60), 1.0, 128)
    latitude = (np.arange(32) + 0.5) / 64 * np.pi
    ground = beam * np.sin(np.radians(60)) + np.pi * upward(panorama[32:], latitude)
    assert (ground < np.pi * np.sin(np.radians(60))).all()
    assert (ground > 0.7 * np.pi * np.sin(np.radians(60))).all()


def test_the_same_sun_gives_the_same_bits():
    assert np.array_equal(sky(sun(12, 34), 1.5, 32)[0], sky(sun(12, 34), 1.5, 32)[0])


def test_the_ground_returns_its_share():
    """Straight down the panorama shows albedo times the light of sun and sky, grey under a black ground nothing."""
    bright, beam = sky(sun(60), 1.0, 64, ground=(0.5, 0.5, 0.5))
    light = beam / np.pi * np.sin(np.radians(60)) + upward(bright[32 // 2 :], (np.arange(16) + 0.5) / 32 * np.pi)
    assert bright[0, 0] == pytest.approx(0.5 * light, rel=0.05)
    assert (sky(sun(60), 1.0, 64, ground=(0, 0, 0))[0][0] == 0).all()
