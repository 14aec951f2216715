"""Programs, buffers, cameras, and the life of OpenGL objects."""

import subprocess
import sys

import hand_made
import numpy as np
import pytest
from PIL import Image

from engine.render.camera import Camera, sun_box
from engine.render.frame import Material


@pytest.fixture
def shader_folder(tmp_path):
    (tmp_path / "good.vert").write_text("void main() { gl_Position = vec4(0); }\n")
    (tmp_path / "good.frag").write_text("uniform float used;\nout vec4 color;\nvoid main() { color = vec4(used); }\n")
    (tmp_path / "part.glsl").write_text("// fine\nfloat part() { return nonsense; }\n")
    (tmp_path / "outer.frag").write_text('// first\n#include "part.glsl"\nout vec4 color;\nvoid main() { color = vec4(part()); }\n')
    (tmp_path / "late.frag").write_text('#include "fine.glsl"\nout vec4 color;\n\nvoid main() { color = wrong; }\n')
    (tmp_path / "fine.glsl").write_text("float fine() {\n    return 1.0;\n}\n")
    return tmp_path


@pytest.mark.parametrize(("name", "place"), [("outer", "part.glsl:2"), ("late", "late.frag:4")])
def test_a_shader_error_names_its_file_and_line(context, shader_folder, name, place):
    """Also when the line lies in an included file, or behind an include."""
    from engine.render.gl import Program, ProgramError

    with pytest.raises(ProgramError, match=place):
        Program("good", name, folder=shader_folder)


def test_a_missing_shader_is_a_program_error(context, shader_folder):
    from engine.render.gl import Program, ProgramError

    with pytest.raises(ProgramError, match="absent.frag: no such shader"):
        Program("good", "absent", folder=shader_folder)


def test_unknown_uniforms_are_ignored(context, shader_folder):
    from engine.render.gl import Program

    program = Program("good", folder=shader_folder)
    program.use(used=1.0, unheard_of=2.0, matrix=np.eye(4))
    program.close()


def test_an_upload_of_the_wrong_type_names_the_component(context):
    """A float64 array or a strided one would draw garbage without a word."""
    from engine.render.gl import StreamBuffer

    buffer = StreamBuffer("Position.rows")
    with pytest.raises(TypeError, match="Position.rows: must be float32, found float64"):
        buffer.write(np.zeros(3))
    with pytest.raises(TypeError, match="Position.rows: must be contiguous"):
        buffer.write(np.zeros((4, 4), np.float32)[:, :2])
    buffer.reserve(8)
    with pytest.raises(ValueError, match="Position.rows: 12 bytes at 0 do not fit into 8"):
        buffer.put(0, np.zeros(3, np.float32))
    buffer.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="EGL is for Linux; elsewhere there is always a window system")
def test_without_egl_the_error_names_the_packages_to_install():
    code = """
import sys
sys.modules["pyglet.libs.egl"] = None  # as if the library could not be loaded
from engine.render import offscreen
try:
    offscreen.context()
except offscreen.NoOpenGL as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "libegl1 libgl1 libgl1-mesa-dri" in told.stdout, told.stderr


def test_nothing_leaks_when_renderers_come_and_go(renderer):
    """Twenty renderers later there are exactly as many OpenGL objects as before."""
    from engine.render.gl import live
    from engine.render.renderer import Renderer

    frame = hand_made.frame(boxes=hand_made.boxes(((-1, -1, -1), (1, 1, 1), (1, 0, 0))), waters=(hand_made.water(),))
    before = live()
    for k in range(20):
        made = Renderer((16, 9), samples=4 * (k % 2), quality="test", bake="off")
        if k % 5 == 0:
            made.render(frame)
            made.resize((20, 10))
        made.close()
    assert live() == before


def test_images_are_read_again_in_place(renderer, tmp_path):
    """After an edit of a texture's file and `forget_images` the picture shows it; a damaged file is told and the old image stays."""
    path = tmp_path / "skin.png"
    frame = hand_made.frame(hand_made.view((0, 0, 3)), boxes=hand_made.boxes(((-1, -1, -1), (1, 1, 1), (1, 1, 1))))
    frame.boxes.materials = (Material(str(path)),)
    made = renderer((32, 18))

    def middle(again=True):
        if again:
            made.forget_images()
        made.render(frame)
        return made.pixels()[9, 16, :3].astype(int)

    Image.new("RGB", (8, 8), "red").save(path)
    red = middle(again=False)
    Image.new("RGB", (9, 9), "blue").save(path)
    assert np.array_equal(middle(again=False), red)
    blue = middle()
    assert red[0] > 2 * red[2] and blue[2] > 2 * blue[0]
    path.write_bytes(b"half of a file")
    with pytest.raises(ValueError, match="skin.png is not a PNG"):
        middle()
    assert np.array_equal(middle(again=False), blue)


def test_uniforms_are_set_when_they_change(context, shader_folder, monkeypatch):
    """A value set once stays; another is set, and the first again after it."""
    from engine.render import programs

    (shader_folder / "dot.vert").write_text("uniform float a; uniform vec2 b;\nvoid main() { gl_Position = vec4(a, b, 1); }\n")
    (shader_folder / "dot.frag").write_text("out vec4 c;\nvoid main() { c = vec4(1); }\n")
    sets = []
    monkeypatch.setattr(programs, "_set", lambda place, value: sets.append(value))
    program = programs.Program("dot", folder=shader_folder)
    for a, b in ((1.0, (0, 1)), (1.0, (0, 1)), (2.0, (0, 1)), (1.0, (2, 1))):
        program.use(a=a, b=b)
    assert sets == [1.0, (0, 1), 2.0, 1.0, (2, 1)]
    program.close()


def test_a_picture_of_no_size_is_safe(renderer):
    """A minimised window: nothing is drawn, and the next size works as if it had been the first."""
    frame = hand_made.frame(boxes=hand_made.boxes(((-1, -1, -1), (1, 1, 1), (1, 0, 0))))
    made, fresh = renderer((0, 0)), renderer((64, 36))
    made.render(frame)
    assert made.pixels().shape == (0, 0, 4)
    made.present(0, (16, 16))
    made.resize((64, 36))
    for each in (made, fresh):
        each.render(frame)
    assert np.array_equal(made.pixels(), fresh.pixels())
    made.resize((64, 0))
    made.render(frame)
    assert made.pixels().shape == (0, 64, 4)


def test_presenting_shows_the_pixels_that_are_read(context, renderer):
    """Windowed and offscreen pictures are equal: both are a copy of the same target."""
    from pyglet import gl

    from engine.render.gl import Target

    made, window = renderer((64, 36)), Target((64, 36), gl.GL_RGBA8)
    made.render(hand_made.frame(boxes=hand_made.boxes(((-1, -1, -1), (1, 1, 1), (1, 0, 0)))))
    made.present(window.id, window.size)
    shown = np.empty((36, 64, 4), np.uint8)
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, window.id)
    gl.glReadPixels(0, 0, 64, 36, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, shown.ctypes.data)
    window.close()
    assert np.array_equal(shown[::-1], made.pixels())


def test_timings_cover_every_step(renderer):
    made = renderer((16, 9))
    made.render(hand_made.frame())
    assert tuple(made.timings) == made.order
    assert all(upload >= 0 and draw >= 0 for upload, draw in made.timings.values())


def test_a_mirrored_camera_sees_each_place_where_its_mirror_image_is():
    """P(flip) x = P x' with x' = x mirrored in the level."""
    eye, level = hand_made.view((1, 2, 5), (0, 1, 0)), 0.3
    straight, mirrored = Camera.of(eye, (320, 180)), Camera.of(eye, (320, 180), flip=level)
    place = np.array([0.4, 1.1, -0.7, 1.0])
    image = place * [1, -1, 1, 1] + [0, 2 * level, 0, 0]
    assert np.allclose(mirrored.view_projection() @ place, straight.view_projection() @ image)


@pytest.mark.parametrize("flip", [None, 0.3])
def test_a_camera_finds_back_from_the_picture_to_the_world(flip):
    """The inverse is that of numpy, mirrored or not."""
    camera = Camera.of(hand_made.view((1, 2, 5), (0.4, 1, 0)), (320, 180), flip)
    assert np.allclose(camera.inverse(), np.linalg.inv(camera.view_projection()), rtol=1e-9, atol=1e-9)


def test_the_sun_sees_every_place_it_is_fitted_to():
    """All places lie inside the clip cube, and depth grows away from the sun."""
    places = np.random.default_rng(1).uniform(-4, 7, (50, 3))
    toward = np.array([0.36, 0.77, -0.53])
    matrix, size = sun_box(toward, places)
    seen = np.column_stack([places, np.ones(50)]) @ matrix.T
    assert np.all(np.abs(seen[:, :3]) <= 1)
    assert np.allclose(np.sort(seen[:, 2]), seen[np.argsort(-places @ toward), 2])
    assert np.all(size > 0)
