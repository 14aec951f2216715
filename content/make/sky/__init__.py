"""Skies as six faces round the camera: `python -m content.make.sky evening`."""
