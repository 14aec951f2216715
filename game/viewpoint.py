"""Which of the scene's cameras one looks through, and the eye that mouse and keys move from there."""

from dataclasses import replace

import numpy as np

from engine.render.extract import view_of
from game.eye import Eye, Pose

STRIDE = 0.6  # distances a second that the cursor keys move
AHEAD = 4.0  # [m] to the point that a camera without a target is turned about
NEAREST = 1e-3  # [m] from the eye to its target


class Viewpoint:
    """The eye of one window.

    camera   name of the camera that was chosen; None: the one that the scene names, else its first
    """

    def __init__(self):
        self.eye, self.camera = Eye(), None

    def follow(self, simulation, at_once=False):
        """The scene is another: blend to its camera unless the user holds the eye; at_once: take it as it is."""
        entity = simulation.scene.spec.entities.get(self.camera)
        if entity is None or entity.camera is None:
            self.camera = None
        spec = self._spec(simulation)
        self.eye.mode = spec.mode if spec else "orbit"
        self.eye.lead(self._home(simulation), at_once)

    def advance(self, simulation, seconds):
        """Wall-clock time passes: the eye goes with a camera that moves by itself."""
        self.eye.follow(self._home(simulation))
        self.eye.advance(seconds)

    def name(self, simulation):
        """Name of the camera that is looked through; None in a scene without one."""
        spec = simulation.scene.spec
        return self.camera or spec.camera or next((name for name, entity in spec.entities.items() if entity.camera), None)

    def choose(self, simulation, number):
        """Look through the n-th camera in the order of the file; its name, None where there are fewer."""
        names = [name for name, entity in simulation.scene.spec.entities.items() if entity.camera]
        if number < len(names):
            self.camera = names[number]
            self.follow(simulation, at_once=True)
            return self.camera

    def view(self, simulation):
        """The eye, with the lens of the scene's camera: a View."""
        pose = self.eye.pose
        return replace(view_of(simulation, self.camera), position=pose.position, rotation=pose.rotation, fov=pose.fov)

    def translate(self, direction, seconds):
        """Move the eye for so long; direction: right, forward."""
        self.eye.translate(*(STRIDE * seconds * d for d in direction))

    def _home(self, simulation):
        """Pose of the scene's camera, turned about its target."""
        view = view_of(simulation, self.camera)
        distance = np.linalg.norm(view.position - self._target(simulation, view))
        return Pose.seen(view.position, view.rotation, max(float(distance), NEAREST), view.fov)

    def _target(self, simulation, view):
        spec = self._spec(simulation)
        target = spec.target if spec else (0.0, 0.0, 0.0)
        if isinstance(target, str):
            return simulation.pose(target).position
        return view.position - AHEAD * view.rotation[:, 2] if target is None else target

    def _spec(self, simulation):
        """The camera component that is looked through; None in a scene without one."""
        name = self.name(simulation)
        return simulation.scene.spec.entities[name].camera if name else None
