"""Cameras."""

from engine.cameras.camera import Camera
from engine.cameras.camera_path import CameraPath

__all__ = ["CAMERAS", "Camera", "CameraPath"]

CAMERAS = {"camera": Camera, "camera_path": CameraPath}
