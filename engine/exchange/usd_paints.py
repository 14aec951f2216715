"""Materials of a USD file: UsdPreviewSurface, with images in a folder beside it."""

import contextlib
import os

from pxr import Gf, Sdf, UsdGeom, UsdShade

from engine.exchange.maps import COLOR, NORMAL, ROUGHNESS, maps

TYPES = Sdf.ValueTypeNames
INPUTS = {  # of UsdPreviewSurface, and the output of the image that it takes
    COLOR: (("diffuseColor", TYPES.Color3f), ("rgb", TYPES.Float3)),
    ROUGHNESS: (("roughness", TYPES.Float), ("r", TYPES.Float)),
    NORMAL: (("normal", TYPES.Normal3f), ("rgb", TYPES.Float3)),
}


class Images:
    """Writes images into a folder, each once; the folder is made for the first one."""

    def __init__(self, folder):
        self._folder, self._written = folder, {}

    def write(self, image):
        """Path of a Map's file from where the folder lies. Raises OSError."""
        if image not in self._written:
            name = image.name
            while name in self._written.values():
                name = f"other_{name}"
            self._folder.mkdir(exist_ok=True)
            part = self._folder / f"{name}.part"
            try:
                part.write_bytes(image.read())
                os.replace(part, self._folder / name)
            finally:
                part.unlink(missing_ok=True)
            self._written[image] = name
        return f"./{self._folder.name}/{self._written[image]}"

    def remove(self):
        """Leave nothing of them."""
        for name in self._written.values():
            (self._folder / name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # it is not there, or holds more
            self._folder.rmdir()


class Paints:
    """Defines the material of each Paint once. stage: of the file; images: its Images."""

    def __init__(self, stage, images):
        self._stage, self._images, self._made = stage, images, {}
        UsdGeom.Scope.Define(stage, "/World/Materials")

    def bind(self, geometry, paint):
        """Give a prim its material. Raises OSError."""
        if paint not in self._made:
            self._made[paint] = self._material(f"/World/Materials/Material_{len(self._made)}", paint)
        UsdShade.MaterialBindingAPI.Apply(geometry.GetPrim()).Bind(self._made[paint])

    def _material(self, path, paint):
        material = UsdShade.Material.Define(self._stage, path)
        surface = self._shader(f"{path}/Surface", "UsdPreviewSurface")
        for name, value in (("roughness", paint.roughness), ("opacity", paint.opacity), ("ior", paint.ior), ("metallic", 0.0)):
            surface.CreateInput(name, TYPES.Float).Set(float(value))
        surface.CreateInput("diffuseColor", TYPES.Color3f).Set(Gf.Vec3f(*map(float, paint.color)))
        for each in maps(paint):
            taken, given = INPUTS[each.use]
            surface.CreateInput(*taken).ConnectToSource(self._texture(path, each, paint).CreateOutput(*given))
        material.CreateSurfaceOutput().ConnectToSource(surface.ConnectableAPI(), "surface")
        return material

    def _texture(self, path, image, paint):
        where = self._shader(f"{path}/Where", "UsdPrimvarReader_float2")
        where.CreateInput("varname", TYPES.String).Set("st")
        texture = self._shader(f"{path}/{image.use.capitalize()}", "UsdUVTexture")
        texture.CreateInput("file", TYPES.Asset).Set(Sdf.AssetPath(self._images.write(image)))
        texture.CreateInput("sourceColorSpace", TYPES.Token).Set("sRGB" if image.use == COLOR else "raw")
        if image.use == COLOR:
            texture.CreateInput("scale", TYPES.Float4).Set(Gf.Vec4f(*map(float, paint.color), 1))
        elif image.use == NORMAL:  # from 0 .. 1 to -1 .. 1
            texture.CreateInput("scale", TYPES.Float4).Set(Gf.Vec4f(2, 2, 2, 1))
            texture.CreateInput("bias", TYPES.Float4).Set(Gf.Vec4f(-1, -1, -1, 0))
        for name in ("wrapS", "wrapT"):
            texture.CreateInput(name, TYPES.Token).Set("repeat")
        texture.CreateInput("st", TYPES.Float2).ConnectToSource(where.CreateOutput("result", TYPES.Float2))
        return texture

    def _shader(self, path, kind):
        shader = UsdShade.Shader.Define(self._stage, path)
        shader.CreateIdAttr(kind)
        return shader
