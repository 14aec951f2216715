"""Universal Scene Description, an extra: `springvand[usd]`.

Metres, Y up; a time code is a frame, and over the frames a second it is the scene's own time. Droplets are Points, surfaces Meshes, balls and
capsules what they are. Images lie in a folder beside the file. What does not change has no time samples.
"""

import contextlib
import errno
import os
import re
import shutil
from pathlib import Path

import numpy as np
from pxr import Gf, Sdf, Tf, Usd, UsdGeom, UsdLux, Vt

from engine.exchange.maps import COLOR, Map
from engine.exchange.shapes import facing, parted
from engine.exchange.usd_paints import Images, Paints
from engine.exchange.whole import settled

APERTURE = 24.0  # [tenths of a unit, which programs call mm] height of the camera's picture
WIDE = 16 / 9  # its width over that
HELD = 64 << 20  # [bytes] of samples that are held before they are written
GROWN, SPARE = 1.2, 1 << 20  # what samples take in the file, over what is counted; [bytes] for all else
SUN, SKY = 3.0, 0.6  # intensity of the sun and of the sky where a scene says 1
SKY_COLOR = 0.55, 0.7, 1.0
POINT = 0.02  # [m] radius of a lamp


class Writer:
    """Writes one file; it has its name when it is whole. Raises OSError.

    path   x.usdc, x.usda or x.usd
    fps    frames a second: time codes a second
    first  time code of the first frame
    frames written so far
    """

    def __init__(self, path, fps, first):
        self.path, self.fps, self.first, self.frames = Path(path), fps, first, 0
        self._part = self.path.with_name(f"{self.path.stem}.part{self.path.suffix}")
        self._images = Images(self.path.with_name(f"{self.path.stem}_images"))
        self._last, self._held, self._saved = {}, 0, 0
        self._part.unlink(missing_ok=True)
        with _disk():
            self.stage = Usd.Stage.CreateNew(str(self._part))
        UsdGeom.SetStageUpAxis(self.stage, UsdGeom.Tokens.y)
        UsdGeom.SetStageMetersPerUnit(self.stage, 1.0)
        self.stage.SetTimeCodesPerSecond(fps)
        self.stage.SetFramesPerSecond(fps)
        self.stage.SetDefaultPrim(UsdGeom.Xform.Define(self.stage, "/World").GetPrim())
        self._paints = Paints(self.stage, self._images)
        self.stage.SetMetadata("documentation", "made by springvand bake")

    def add(self, shot):
        """One frame more: a Shot."""
        code = Usd.TimeCode(self.first + self.frames)
        for mesh in shot.meshes:
            self._mesh(mesh, code)
        for cloud in shot.clouds:
            self._cloud(cloud, code)
        for solid in shot.solids:
            self._solid(solid, code)
        for name, view in shot.views.items():
            self._camera(name, view, code)
        if not self.frames:
            self._lights(shot)
        self.frames += 1
        if self._held > HELD:
            self._save()

    def close(self, whole=True):
        """Write the rest, and give the file a name, as `settled` does; without a frame there is none. What there was room for stays."""
        try:
            if self.frames > self._saved:
                self._save()
        except Full:  # it is as it was saved last
            self.frames, whole = self._saved, False
            raise
        except BaseException:
            self.frames = 0
            raise
        finally:
            self.stage = None
            if self.frames:
                self.path = settled(self._part, self.path, whole)
            else:
                self._leave_nothing()

    def _leave_nothing(self):
        self._part.unlink(missing_ok=True)
        self._images.remove()

    # things

    def _mesh(self, mesh, code):
        geometry, new = self._define(UsdGeom.Mesh, mesh.name)
        if new:
            geometry.CreateFaceVertexCountsAttr(Vt.IntArray.FromNumpy(np.full(len(mesh.corners), 3, np.int32)))
            geometry.CreateFaceVertexIndicesAttr(Vt.IntArray.FromNumpy(np.ascontiguousarray(mesh.corners.reshape(-1))))
            geometry.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
            geometry.CreateDoubleSidedAttr(mesh.two_sided)
            geometry.SetNormalsInterpolation(UsdGeom.Tokens.vertex)
            primvar = UsdGeom.PrimvarsAPI(geometry).CreatePrimvar("st", Sdf.ValueTypeNames.TexCoord2fArray, UsdGeom.Tokens.vertex)
            primvar.Set(Vt.Vec2fArray.FromNumpy(np.ascontiguousarray(mesh.uv)))
            self._paints.bind(geometry, mesh.paint)
        elif mesh.still:
            return
        at = Usd.TimeCode.Default() if mesh.still else code
        self._set(geometry.CreatePointsAttr(), Vt.Vec3fArray, mesh.points, at)
        self._set(geometry.CreateNormalsAttr(), Vt.Vec3fArray, mesh.normals, at)
        self._set(geometry.CreateExtentAttr(), Vt.Vec3fArray, _extent(mesh.points, 0.0), at)

    def _cloud(self, cloud, code):
        points, new = self._define(UsdGeom.Points, cloud.name)
        primvars = UsdGeom.PrimvarsAPI(points)
        if new:
            points.SetWidthsInterpolation(UsdGeom.Tokens.vertex)
            primvars.CreatePrimvar("displayColor", Sdf.ValueTypeNames.Color3fArray, UsdGeom.Tokens.vertex)
            primvars.CreatePrimvar("displayOpacity", Sdf.ValueTypeNames.FloatArray, UsdGeom.Tokens.vertex)
        self._set(points.CreatePointsAttr(), Vt.Vec3fArray, cloud.points, code)
        self._set(points.CreateVelocitiesAttr(), Vt.Vec3fArray, cloud.velocities, code)
        self._set(points.CreateWidthsAttr(), Vt.FloatArray, cloud.widths, code)
        self._set(points.CreateIdsAttr(), Vt.Int64Array, cloud.ids, code)
        self._set(primvars.GetPrimvar("displayColor").GetAttr(), Vt.Vec3fArray, cloud.colors, code)
        self._set(primvars.GetPrimvar("displayOpacity").GetAttr(), Vt.FloatArray, cloud.opacities, code)
        reach = float(cloud.widths.max(initial=0.0)) / 2
        self._set(points.CreateExtentAttr(), Vt.Vec3fArray, _extent(cloud.points, reach), code)

    def _solid(self, solid, code):
        kind = UsdGeom.Capsule if solid.half else UsdGeom.Sphere
        shape, new = self._define(kind, solid.name)
        if new:
            shape.CreateRadiusAttr(solid.radius)
            if solid.half:
                shape.CreateHeightAttr(2 * solid.half)
                shape.CreateAxisAttr(UsdGeom.Tokens.y)
            around = np.array([solid.radius, solid.radius + solid.half, solid.radius], np.float32)
            shape.CreateExtentAttr(Vt.Vec3fArray.FromNumpy(np.stack([-around, around])))
            self._paints.bind(shape, solid.paint)
        self._pose(shape, solid.rotation, solid.center, code)

    def _camera(self, name, view, code):
        camera, new = self._define(UsdGeom.Camera, name)
        if new:
            camera.CreateVerticalApertureAttr(APERTURE)
            camera.CreateHorizontalApertureAttr(APERTURE * WIDE)
            camera.CreateClippingRangeAttr(Gf.Vec2f(view.near, view.far))
        self._pose(camera, view.rotation, view.position, code)
        focal = float(APERTURE / 2 / np.tan(np.radians(view.fov) / 2))
        self._changed(camera.CreateFocalLengthAttr(), focal, code)

    def _lights(self, shot):
        sun = UsdLux.DistantLight.Define(self.stage, "/World/Light/Sun")
        sun.CreateIntensityAttr(SUN * shot.sun.intensity)
        sun.CreateColorAttr(Gf.Vec3f(*map(float, shot.sun.color)))
        sun.CreateAngleAttr(float(shot.sun.size))
        self._pose(sun, facing(shot.sun.direction), np.zeros(3), Usd.TimeCode.Default())
        sky = UsdLux.DomeLight.Define(self.stage, "/World/Light/Sky")
        sky.CreateIntensityAttr(SKY)
        sky.CreateColorAttr(Gf.Vec3f(*SKY_COLOR))
        if len(shot.sun.faces) == 1:
            sky.CreateTextureFileAttr(Sdf.AssetPath(self._images.write(Map(COLOR, shot.sun.faces[0]))))
            sky.CreateTextureFormatAttr(UsdLux.Tokens.latlong)
            sky.GetColorAttr().Set(Gf.Vec3f(1, 1, 1))
        for i, lamp in enumerate(shot.lamps):
            light, (strength, color) = UsdLux.SphereLight.Define(self.stage, f"/World/Light/Lamp_{i}"), parted(lamp.light)
            light.CreateRadiusAttr(POINT)
            light.CreateIntensityAttr(strength / POINT**2)  # of a ball so small, as seen from a metre away
            light.CreateColorAttr(Gf.Vec3f(*color))
            if lamp.cone is not None:
                whole, none = map(float, lamp.cone)
                shaping = UsdLux.ShapingAPI.Apply(light.GetPrim())
                shaping.CreateShapingConeAngleAttr(none)
                shaping.CreateShapingConeSoftnessAttr(1 - whole / none)
            self._pose(light, facing(-np.asarray(lamp.axis)), lamp.position, Usd.TimeCode.Default())

    # how

    def _define(self, kind, name):
        """(schema, whether it is new) at /World/NAME; what is above it is an Xform."""
        path = Sdf.Path("/World").AppendPath(name.replace(".", "/"))
        prim = self.stage.GetPrimAtPath(path)
        if prim and prim.GetTypeName():
            return kind(prim), False
        for above in path.GetParentPath().GetPrefixes():
            if not self.stage.GetPrimAtPath(above):
                UsdGeom.Xform.Define(self.stage, above)
        return kind.Define(self.stage, path), True

    def _set(self, attribute, kind, array, code):
        attribute.Set(kind.FromNumpy(np.ascontiguousarray(array)), code)
        self._held += array.nbytes

    def _changed(self, attribute, value, code):
        """Give an attribute its value; samples only from the frame on in which it is another than in all before."""
        path = attribute.GetPath()
        first, last = self._last.get(path, (None, None))
        if first is None:
            attribute.Set(value)
            self._last[path] = value, value
        elif value != last or attribute.GetNumTimeSamples():
            if not attribute.GetNumTimeSamples():
                attribute.Set(first, Usd.TimeCode(code.GetValue() - 1))
            attribute.Set(value, code)
            self._last[path] = first, value

    def _pose(self, schema, rotation, position, code):
        xform = UsdGeom.Xformable(schema)
        operations = xform.GetOrderedXformOps()
        operation = operations[0] if operations else xform.AddTransformOp()
        matrix = np.eye(4)
        matrix[:3, :3], matrix[3, :3] = np.asarray(rotation, float).T, position  # rows are the frame's axes
        self._changed(operation.GetAttr(), Gf.Matrix4d(*map(float, matrix.reshape(-1))), code)

    def _save(self):
        """Write what is held. The library does not live through a disk that gets full meanwhile, so that is asked first."""
        if shutil.disk_usage(self._part.parent).free < GROWN * self._held + SPARE:
            raise Full(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.stage.SetStartTimeCode(self.first)
        self.stage.SetEndTimeCode(self.first + self.frames - 1)
        with _disk():
            self.stage.Save()
        self._held, self._saved = 0, self.frames


class Full(OSError):
    """There is no room for more; what is written is whole."""


@contextlib.contextmanager
def _disk():
    """What USD says of a file that cannot be written is an OSError."""
    try:
        yield
    except Tf.ErrorException as error:
        said = re.findall(r": '(.*?)'", str(error)) or [str(error).strip()]
        raise OSError(f"{said[-1]}; is the disk full?") from None


def _extent(points, reach):
    """Corners of a box round points (2, 3) float32."""
    if not len(points):
        return np.zeros((2, 3), np.float32)
    return np.stack([points.min(0) - np.float32(reach), points.max(0) + np.float32(reach)])
