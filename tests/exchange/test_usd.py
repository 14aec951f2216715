"""USD: read back with usd-core it is what was simulated, and usd-core's own checks find nothing."""

import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from baking import SCENE, SOLIDS, made, shots

from engine.components import Life, Position

pxr = pytest.importorskip("pxr", reason="needs springvand[usd]")
from pxr import Usd, UsdGeom, UsdLux, UsdShade, UsdValidation  # noqa: E402

TICKS = 0, 5, 10, 15, 20


def checked(stage):
    """What the checks that come with usd-core find."""
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    assert len(validators) > 20
    return [error.GetErrorAsString() for error in UsdValidation.ValidationContext(validators).Validate(stage)]


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    """Five frames, 24 a second, from time code 48 on; the simulation, and the shots."""
    from engine.exchange.usd import Writer

    path, simulation = tmp_path_factory.mktemp("usd") / "x.usdc", made(SCENE + SOLIDS)
    writer, seen = Writer(path, 24.0, 48.0), []
    for shot in shots(simulation, TICKS):
        writer.add(shot)
        seen.append(shot)
    writer.close()
    assert sorted(each.name for each in path.parent.iterdir()) == ["x.usdc", "x_images"]
    return Usd.Stage.Open(str(path)), simulation, seen


def test_its_own_checks_find_nothing(stage):
    """None of the validators that come with usd-core has anything to say; and they do say when something is wrong."""
    assert checked(stage[0]) == []
    wrong = Usd.Stage.CreateInMemory()
    wrong.DefinePrim("/a", "Mesh")
    assert checked(wrong)


def test_the_stage_says_its_units_and_times(stage):
    """Metres, Y up, 24 frames a second from 48 on: its time is the scene's."""
    stage = stage[0]
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1 and UsdGeom.GetStageUpAxis(stage) == "Y"
    assert (stage.GetStartTimeCode(), stage.GetEndTimeCode(), stage.GetTimeCodesPerSecond()) == (48, 52, 24)
    assert stage.GetDefaultPrim().GetPath() == "/World"


def test_droplets_come_back(stage):
    """As many, with the same numbers, places, speeds and widths, at every frame; of the last one the simulation's own."""
    stage, simulation, seen = stage
    points = UsdGeom.Points(stage.GetPrimAtPath("/World/drops"))
    for i, shot in enumerate(seen):
        cloud = shot.clouds[0]
        for attribute, wanted in (
            (points.GetPointsAttr(), cloud.points),
            (points.GetVelocitiesAttr(), cloud.velocities),
            (points.GetWidthsAttr(), cloud.widths),
            (points.GetIdsAttr(), cloud.ids),
            (points.GetDisplayColorAttr(), cloud.colors),
            (points.GetDisplayOpacityAttr(), cloud.opacities),
        ):
            assert np.array_equal(np.array(attribute.Get(48 + i)).reshape(wanted.shape), wanted)
    assert np.array_equal(np.array(points.GetIdsAttr().Get(52)), simulation.get("drops", Life).id) and len(seen[-1].clouds[0].ids) > 20
    x = simulation.get("drops", Position)
    n = x.population.used
    assert np.allclose(np.array(points.GetPointsAttr().Get(52)), (x.rows[:, :n] + x.previous[:, :n]).T / 2, atol=1e-6)
    assert stage.GetPrimAtPath("/World/drops").GetTypeName() == "Points"


def test_surfaces_come_back(stage):
    """Places and normals of every frame; what stands still has them once; materials with images that are there."""
    stage, _, seen = stage
    for i, shot in enumerate(seen):
        for mesh in shot.meshes:
            found = UsdGeom.Mesh(stage.GetPrimAtPath(f"/World/{mesh.name}"))
            assert np.array_equal(np.array(found.GetPointsAttr().Get(48 + i)), mesh.points)
            assert np.array_equal(np.array(found.GetNormalsAttr().Get(48 + i)), mesh.normals)
            assert np.array_equal(np.array(found.GetFaceVertexIndicesAttr().Get()).reshape(-1, 3), mesh.corners)
            assert found.GetPointsAttr().GetNumTimeSamples() == (0 if mesh.still else 5)
            st = UsdGeom.PrimvarsAPI(found).GetPrimvar("st")
            assert np.array_equal(np.array(st.Get()), mesh.uv) and st.GetInterpolation() == "vertex"
    slab = next(mesh for mesh in seen[0].meshes if mesh.paint.texture)
    material = UsdShade.MaterialBindingAPI(stage.GetPrimAtPath(f"/World/{slab.name}")).ComputeBoundMaterial()[0]
    texture = UsdShade.Shader(stage.GetPrimAtPath(f"{material.GetPath()}/Color"))
    image = texture.GetInput("file").Get()
    assert image.path == "./x_images/slab.png"
    assert Path(image.resolvedPath).read_bytes() == Path(slab.paint.texture).read_bytes()
    surface = UsdShade.Shader(stage.GetPrimAtPath(f"{material.GetPath()}/Surface"))
    for name, source, held in (("roughness", "Roughness", "slab_rough.png"), ("normal", "Normal", "slab_normal.png")):
        (connected,), _ = surface.GetInput(name).GetConnectedSources()
        assert connected.source.GetPath() == f"{material.GetPath()}/{source}"
        assert UsdShade.Shader(connected.source.GetPrim()).GetInput("file").Get().path == f"./x_images/{held}"


def test_cameras_see_what_they_saw(stage):
    """Pose and field of view at every frame; one that stands has no samples."""
    stage, _, seen = stage
    for name in ("eye", "drone"):
        camera = UsdGeom.Camera(stage.GetPrimAtPath(f"/World/{name}"))
        for i, shot in enumerate(seen):
            view, found = shot.views[name], camera.GetCamera(48 + i)
            matrix = np.array(found.transform)
            assert np.allclose(matrix[3, :3], view.position) and np.allclose(matrix[:3, :3].T, view.rotation)
            assert np.isclose(found.GetFieldOfView(found.FOVVertical), view.fov)
    moving = UsdGeom.Xformable(stage.GetPrimAtPath("/World/drone")).GetTimeSamples()
    assert moving == [48, 49, 50, 51, 52] and UsdGeom.Xformable(stage.GetPrimAtPath("/World/eye")).GetTimeSamples() == []


def test_solids_and_lights_are_what_they_are(stage):
    """A ball that falls, a capsule that stands, a lamp; the sun shines along its -z."""
    stage, simulation, seen = stage
    balls = [prim for prim in stage.Traverse() if prim.IsA(UsdGeom.Sphere)]
    (ball,) = balls
    place = UsdGeom.Xformable(ball).ComputeLocalToWorldTransform(52).ExtractTranslation()
    assert np.allclose(place, next(s for s in seen[-1].solids if not s.half).center) and place[1] < 1
    (pill,) = (UsdGeom.Capsule(prim) for prim in stage.Traverse() if prim.IsA(UsdGeom.Capsule))
    assert np.isclose(pill.GetHeightAttr().Get(), 0.3) and pill.GetAxisAttr().Get() == "Y"
    sun = UsdGeom.Xformable(stage.GetPrimAtPath("/World/Light/Sun")).ComputeLocalToWorldTransform(0)
    assert np.allclose(-np.array(sun)[2, :3], -np.asarray(seen[0].sun.direction))
    lamp = UsdLux.SphereLight(stage.GetPrimAtPath("/World/Light/Lamp_0"))
    assert np.isclose(lamp.GetIntensityAttr().Get() * lamp.GetRadiusAttr().Get() ** 2, max(seen[0].lamps[0].light))
    torch = stage.GetPrimAtPath("/World/Light/Lamp_1")
    cone = UsdLux.ShapingAPI(torch)
    assert (cone.GetShapingConeAngleAttr().Get(), cone.GetShapingConeSoftnessAttr().Get()) == pytest.approx((30, 0.5))
    assert np.allclose(-np.array(UsdGeom.Xformable(torch).ComputeLocalToWorldTransform(0))[2, :3], [0, -1, 0], atol=1e-6)
    assert not lamp.GetPrim().HasAPI(UsdLux.ShapingAPI)


def test_what_breaks_off_is_kept_or_leaves_nothing(tmp_path):
    """Three frames are a file of three; none is no file, and no images."""
    from engine.exchange.usd import Writer

    for frames in (3, 0):
        writer = Writer(tmp_path / f"{frames}.usda", 24.0, 0.0)
        for shot in shots(made(SCENE + SOLIDS), range(frames)):
            writer.add(shot)
        writer.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3.usda", "3_images"]
    assert Usd.Stage.Open(str(tmp_path / "3.usda")).GetEndTimeCode() == 2


@pytest.mark.parametrize("room, kept", [(0, 0), (3, 3)])
def test_a_full_disk_keeps_what_was_saved(tmp_path, monkeypatch, room, kept):
    """It is asked before the library writes; frames that were saved are a file, of none nothing is left."""
    from engine.exchange import usd

    monkeypatch.setattr(usd, "HELD", 0)  # each frame is saved as it comes
    monkeypatch.setattr(usd.shutil, "disk_usage", lambda path: SimpleNamespace(free=1e9 if writer.frames <= room else 1000))
    writer = usd.Writer(tmp_path / "x.usdc", 24.0, 0.0)
    with pytest.raises(OSError, match="No space left"):
        try:
            for shot in shots(made(SCENE + SOLIDS), range(9)):
                writer.add(shot)
        finally:
            writer.close()
    assert writer.frames == kept
    if kept:
        assert Usd.Stage.Open(str(tmp_path / "x.usdc")).GetEndTimeCode() == kept - 1
    else:
        assert list(tmp_path.iterdir()) == []


def test_what_the_library_says_is_an_error_like_others(tmp_path):
    """An OSError, with words."""
    from engine.exchange import usd

    with pytest.raises(OSError, match="is the disk full"), usd._disk():
        Usd.Stage.Open(str(tmp_path / "none.usdc"))


def test_without_usd_core_the_package_is_named(tmp_path, monkeypatch, capsys):
    """Status 3, and how to install it."""
    from game.cli import main
    from game.report import MACHINE

    monkeypatch.setitem(sys.modules, "engine.exchange.usd", None)
    assert main(["bake", "pendulum", "-o", str(tmp_path / "x.usdc"), "--seconds", "0.1"]) == MACHINE
    assert capsys.readouterr().err == "springvand: .usdc needs usd-core; install it with: pip install 'springvand[usd]'\n"
