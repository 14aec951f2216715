from typing import Annotated

import numpy as np
from pydantic import PrivateAttr

from engine.schema import Asset, Shown, Spec, option

MeshFile = Annotated[str, Asset("mesh"), Shown("the path of an OBJ file")]


class Mesh(Spec):
    """A surface from an OBJ file. With a mass and springs beside it, it is cloth."""

    file: MeshFile = option(..., "OBJ file, its places in metres in the entity's frame.", reload="rebuild")

    _read: object = PrivateAttr(
        None
    )  # what the loader has read: engine.assets.meshes.Mesh; two specs are equal when files and contents are

    @property
    def read(self):
        """The mesh itself; whoever loads the scene gives it by `give`."""
        return self._read

    def give(self, mesh):
        """Put what was read from the file beside its name."""
        self._read = mesh

    def parts(self):
        """No boxes."""
        return np.empty((0, 2, 3))
