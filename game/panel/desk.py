"""What the panel works on: a stage, what of it is selected, and what a change of a value does. It knows nothing of imgui."""

from engine.scene.address import WHOLE, leads_into
from engine.scene.errors import SceneError
from engine.scene.paths import CONTENT
from engine.scene.vocabulary import COMPONENTS
from game.panel.parts import Offers, copy_of, elsewhere
from game.panel.rows import MORE, Reader, edits
from game.panel.tree import branches, matching
from game.panel.values import reach
from game.tweaks import NONE

SUFFIXES = {"image": (".png", ".jpg", ".jpeg"), "mesh": (".obj",)}
BESIDE = ("_normal", "_rough")
TRIES = 0.01  # [s] of a picture to find out which components can be added


class Desk:
    """A stage as the panel sees it.

    selected   name of the entity whose values are shown, SCENE for the scene's own, None for none
    search     words of the search box
    folded     includes and titles whose insides are hidden
    where      name of a widget -> (left, top, right, bottom) where it stood in the latest picture
    """

    def __init__(self, stage):
        self.stage = stage
        self.selected, self.search, self.folded = None, "", {MORE}
        self.fresh = False  # the selection is new: the tree scrolls to it
        self.arrived = None  # component that has just been added: the fields scroll to it
        self.where, self.drafts, self.gripped = {}, {}, None  # of widgets; texts half typed; the point of a curve
        self._gesture, self._scene, self._reader, self._kept = 0, None, None, {}
        self._reaches, self._path = {}, None

    @property
    def scene(self):
        """The version of the scene that runs."""
        return self.stage.simulation.scene

    @property
    def tweaks(self):
        """What the user has changed over the file."""
        return self.stage.tweaks

    def follow(self):
        """Once a picture: another version of the scene has other rows; an entity that is gone is not selected any more."""
        scene, self.touched = self.scene, tuple(self.tweaks.values)
        if scene is self._scene:
            return
        if scene.path != self._path:
            self._path, self._reaches = scene.path, {}
        self._scene, self._reader, self._kept = scene, Reader(scene), {}
        if self.selected and self.selected not in scene.spec.entities:
            self.selected = None

    def select(self, name):
        """Show the values of an entity; None: of none."""
        self.selected, self.fresh, self.search = name, True, ""

    # what is shown; made once for a version of the scene

    def groups(self):
        """(title, rows) of what is selected."""
        return self._once(("groups", self.selected), lambda: self._reader.entity(self.selected)) if self.selected is not None else []

    def variables(self):
        """Rows of the variables."""
        return self._once("variables", self._reader.variables)

    def tree(self):
        """The lines of the tree."""
        return self._once(("tree", *sorted(self.folded)), lambda: branches(self.scene.spec.entities, self.folded))

    def found(self):
        """What the search finds: (entity, row)."""
        return self._once(("found", self.search), lambda: matching(self._reader, self.search))

    def _once(self, key, make):
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def seen(self):
        """{switch: whether it is on} of masses, surfaces and lines."""
        showing = self.stage.showing
        return self._once(("seen", showing.masses, showing.surfaces, showing.as_lines), lambda: showing.seen)

    def reach(self, row):
        """(low, high) of a row's slider: what it was when the row was first seen, wider where the value has left it."""
        address, form = row.address, row.form
        if (row.path[0] == "vars" or row.variable) and None not in (form.low, form.high):
            return float(form.low), float(form.high)  # an author has said how far
        if address not in self._reaches:
            self._reaches[address] = reach(form, row.value, row.described.default, row.described.unit)
        low, high = self._reaches[address]
        if row.value is not None and not low <= row.value <= high:
            low, high = self._reaches[address] = min(low, row.value), max(high, row.value)
        return low, high

    def files(self, kind):
        """Files of a kind that the scene may name, as it would name them."""
        return self._once(("files", kind), lambda: _files(self.scene.path.parent, kind))

    # tweaks

    def tweaked(self, row):
        """Addresses of the tweaks at a row or inside of it."""
        own = row.address if not row.variable else f"vars.{row.variable}"
        return [each for each in self.touched if each == own or each.startswith((f"{own}.", f"{own}["))]

    def moved(self, name):
        """Whether any value of an entity is tweaked."""
        whole = f"{WHOLE}{name}"
        return any(each == whole or leads_into(each, whole) for each in self.touched)

    def rest(self):
        """No widget is held: the next change is a step of its own for undo."""
        self._gesture += 1

    def change(self, row, value):
        """Make a row's value another one; False where the scene cannot take it, which is then said."""
        return self._lay(lambda: edits(row, value, self.scene.through))

    def _lay(self, wanted):
        """Lay what a function gives, (address, value) pairs, over the file; False where the scene cannot take it, which is then said."""
        try:
            if changed := dict(wanted()):
                self.tweaks.set_all(changed, ("panel", self._gesture))
        except SceneError as error:
            self.stage.tell(error.diagnostics[0].text, True)
            return False
        except ValueError as error:
            self.stage.tell(str(error), True)
            return False
        finally:
            self.follow()
        return True

    def take_back(self, row):
        """Take the tweaks of a row back."""
        for address in self.tweaked(row):
            self.tweaks.forget(address)
        self.follow()

    # components of the selected entity

    def offers(self):
        """What can be added to the selected entity, as far as that is known by now."""
        offers = self._once(("offers", self.selected), lambda: Offers(self.scene, self.selected))
        offers.go_on(TRIES)
        return offers.found

    def add(self, offer):
        """Add a component, as a tweak; its values are unfolded and come into sight."""
        self.folded.discard(f"{self.selected} {offer.name}")
        self.arrived = offer.name
        return self._lay(lambda: [(f"{self.selected}.{offer.name}", offer.value)])

    def take_out(self, component):
        """Take a component out, as a tweak; where it is not this file's, say whose it is."""
        if lack := elsewhere(self.scene, self.selected, component):
            self.stage.tell(lack, True)
            return False
        return self._lay(lambda: [(f"{self.selected}.{component}", None)])

    def duplicate(self):
        """Another entity like the selected one, as a tweak, which is selected then; where it is not this file's, say whose it is."""
        if lack := elsewhere(self.scene, self.selected):
            self.stage.tell(lack, True)
            return
        was, (name, data) = self.selected, copy_of(self.scene, self.selected)
        if self._lay(lambda: [(f"{WHOLE}{name}", data)]):
            self.select(name)
            self.stage.tell(f"{name} stands where {was} does; its position moves it", True)

    def remove(self):
        """The selected entity goes, as a tweak; those within it with it."""
        if lack := elsewhere(self.scene, self.selected):
            self.stage.tell(lack, True)
            return
        whole = f"{WHOLE}{self.selected}"
        inside = [(each, NONE) for each in self.touched if leads_into(each, whole)]
        self._lay(lambda: [*inside, (whole, None)])

    def taken_out(self):
        """{component: address} of those that a tweak has taken out of the selected entity."""
        addresses = {name: f"{self.selected}.{name}" for name in COMPONENTS}
        return {name: address for name, address in addresses.items() if self.tweaks.values.get(address, self) is None}

    def put_back(self, address):
        """Take the tweak at an address back."""
        self.tweaks.forget(address)
        self.follow()

    # the buttons; the keys do the same

    def undo(self):
        """Ctrl+Z."""
        self.stage.undo()

    def redo(self):
        """Ctrl+Y."""
        self.stage.redo()

    def drop(self):
        """X."""
        self.stage.drop_tweaks()

    def save(self):
        """Ctrl+S."""
        self.stage.save()


def _files(folder, kind):
    """Relative paths of files in a scene's own folder and in content/, without the maps that lie beside others."""
    found = {}
    for root in (folder, CONTENT):
        for path in sorted(root.rglob("*")) if root == CONTENT else sorted(root.glob("*")):
            if path.suffix.lower() in SUFFIXES.get(kind, ()) and not path.stem.endswith(BESIDE):
                found.setdefault(path.relative_to(root).as_posix())
    return [name for name in found if not name.startswith(("readme/", "baked/"))]
