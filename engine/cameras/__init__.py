"""Cameras."""

from engine.cameras.camera import Camera

CAMERAS = {"camera": Camera}
