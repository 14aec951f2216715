"""Emitters: a new shape or start velocity is one class and one field of its union."""

from engine.emitters.emitter import Emitter

EMITTERS = {"emitter": Emitter}
