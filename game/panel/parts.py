"""Entities come and go, and their components, as tweaks: so they are undone, dropped and written like any other change.

It knows nothing of imgui.
"""

import re
import time
from pathlib import Path
from typing import NamedTuple

from engine.scene.address import WHOLE, block, lay, leads_into
from engine.scene.errors import Report, SceneError
from engine.scene.load import overridden
from engine.scene.piece import copied
from engine.scene.vocabulary import COMPONENTS, Entity
from engine.schema.fields import fields
from game.panel.begin import beginnings


class Offer(NamedTuple):
    """A component that an entity has not. value: what it begins with, None where the scene cannot take it: lack says why."""

    name: str
    about: str
    value: dict | None
    lack: str = ""


class Offers:
    """An Offer of each component that an entity of a scene has not. Each is tried, which takes some tens of milliseconds: so, little by little.

    found   those that the entity can have come first, once all are tried
    """

    def __init__(self, scene, entity):
        self._scene, self._entity = scene, entity
        there, about = scene.spec.entities[entity], fields(Entity)
        names = [name for name in COMPONENTS if getattr(there, name) is None]
        self.found = [Offer(name, about[name].text, beginnings(name, COMPONENTS[name])[0]) for name in names]
        self._tried = 0

    def go_on(self, seconds):
        """Try some more, at least one, for so long."""
        end = time.perf_counter() + seconds
        while self._tried < len(self.found):
            self.found[self._tried] = self._try(self.found[self._tried])
            self._tried += 1
            if self._tried == len(self.found):
                self.found.sort(key=lambda offer: offer.value is None)
            if time.perf_counter() > end:
                return

    def _try(self, offer):
        lack = ""
        for value in beginnings(offer.name, COMPONENTS[offer.name]):
            try:
                overridden(self._scene, {**self._scene.overrides, f"{self._entity}.{offer.name}": value})
                return offer._replace(value=value)
            except SceneError as error:
                lack = lack or error.diagnostics[0].text
        return offer._replace(value=None, lack=lack)


def called(offered, words):
    """Those Offers whose name or sentence holds all words."""
    words = words.lower().split()
    return [
        offer for offer in offered if all(word in f"{offer.name} {offer.name.replace('_', ' ')} {offer.about}".lower() for word in words)
    ]


def elsewhere(scene, entity, component=None):
    """Why an entity, or a component of it, is not this file's to change; "" where it is."""
    path = ("entities", entity) if component is None else ("entities", entity, component)
    place, name = scene.places.get(path), component or entity
    if place is not None and place.file is not None:
        return f"{name} stands in {Path(place.file).name}, which this scene includes; open that file to change what it is made of"
    if place is not None and component and place.borrowed:
        other = scene.spec.entities[entity].like
        return f"{entity} has {name} from {other}, which it is like; take it out there, or write without like"
    return ""


def copy_of(scene, entity):
    """(name, data) of another entity that says what an entity says, as the files and what is laid over them say it."""
    whole = f"{WHOLE}{entity}"
    own = {address: value for address, value in scene.overrides.items() if address == whole or leads_into(address, whole)}
    data = {"entities": {entity: copied(block(scene.data, "entities").get(entity, {}))}, "vars": block(scene.data, "vars")}
    lay(data, own, Report(""))
    stem, n = re.sub(r"_\d+$", "", entity), 2
    while f"{stem}_{n}" in scene.spec.entities:
        n += 1
    return f"{stem}_{n}", data["entities"][entity]
