from typing import Annotated

import numpy as np
from pydantic import PrivateAttr

from engine.schema import Asset, Shown, Spec, option

MeshFile = Annotated[str, Asset("mesh"), Shown("the path of a mesh file")]


class Mesh(Spec):
    """A surface from a mesh file: with a mass and springs a body, cloth or filled; with a collider alone a solid whose free side its triangles face."""

    file: MeshFile = option(
        ...,
        "Mesh file (OBJ; glTF, STL, PLY and OFF with the extra `meshes`), its places in metres in the entity's frame.",
        reload="rebuild",
    )

    fill: int | None = option(
        None,
        "Fills a closed mesh with springs, so many cells along its longest side: jelly of its shape; cloth where absent.",
        reload="rebuild",
        ge=1,
        le=128,
    )
    cells: int = option(
        48,
        "Of a solid: cells along its longest side in which its distance is sampled; edges are rounded by about one.",
        reload="live",
        ge=8,
        le=160,
    )

    # what the loader has read, an engine.assets.meshes.Mesh; two specs are equal when files and contents are
    _read: object = PrivateAttr(None)

    @property
    def read(self):
        """The mesh itself; whoever loads the scene gives it by `give`."""
        return self._read

    @property
    def grid(self):
        """Its distances.Grid; whoever loads the scene has it made, for that takes a while."""
        return self._read.grid(self.cells)

    def give(self, mesh):
        """Put what was read from the file beside its name."""
        self._read = mesh

    def parts(self):
        """No boxes."""
        return np.empty((0, 2, 3))
