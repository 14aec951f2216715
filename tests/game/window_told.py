"""A window's story from outside: on which screen, of which scene, and what it went through."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from window_story import paint

ROOT = Path(__file__).resolve().parents[2]
TEXT = """title: Small
vars:
  spread: {value: 1, min: 0, max: 4, step: 0.5, keys: [A, Q]}
keys:
  O: toggle jet.emitter.enabled
entities:
  jet:
    position: [0, 1, 0]
    mass: 1 g
    emitter:
      rate: 400
      capacity: 2000
      lifetime: 2
      shape: {disc: {radius: 5 cm, height: 1 cm}}
      start_velocity: {jet: {spread: $spread, speed: [3, 4]}}
    billboard: {size: 3 cm}
  floor: {shape: {box: {size: [4, 0.2, 4]}}, surface: {texture: floor.png}}
  earth: {gravity: {}}
  sun: {sun: {azimuth: 40, elevation: 50}}
  eye: {position: [1.5, 1.5, 3], camera: {target: [0, 1, 0]}}
  side: {position: [3, 1, 0], camera: {target: [0, 1, 0]}}
  rider: {camera: {}, camera_path: {file: way.keys, steps: 30}}
"""
KEYS = "p 0 1 4 r 0 0 0   # in front\np 4 1 0 r 0 90 0\np 0 1 -4 r 0 180 0\n"


@contextmanager
def screen():
    """An environment with an X server: the one at hand, or a virtual one for so long."""
    if os.environ.get("DISPLAY") or sys.platform != "linux":
        yield dict(os.environ)
        return
    if not shutil.which("Xvfb"):
        if os.environ.get("REQUIRE_GL") == "1":
            pytest.fail("REQUIRE_GL=1 and no Xvfb; on Debian: apt-get install xvfb")
        pytest.skip("no display and no Xvfb")
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "640x360x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    try:
        yield {**os.environ, "DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1"}
    finally:
        server.terminate()
        server.wait()


def tell(name, environment, folder, text=TEXT, **others):
    """What NAME_story.py went through in a process of its own, by chapter; `scene`, its path, and `console`, what was said on the way.

    text    of the scene small.yaml; beside it lie the files that TEXT names
    others  name -> text of more scenes beside it
    """
    scene = folder / "small.yaml"
    for stem, written in {"small": text, **others}.items():
        scene.with_stem(stem).write_text(written)
    scene.with_name("way.keys").write_text(KEYS)
    paint(scene.with_name("floor.png"), "red")
    command = [sys.executable, str(Path(__file__).with_name(f"{name}_story.py")), str(scene)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return {**json.loads(done.stdout.splitlines()[-1]), "console": done.stderr, "scene": scene}
