"""The house keeps its shape: who may import whom, and how big a file may grow."""

import ast
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAMILIES = ("forces", "colliders", "emitters", "bodies", "cameras", "looks")
# Rooms from the top of the house down; a room imports from itself and from rooms before it. Families stand side by side.
ORDER = ("kernels", "components", "schema", "assets", FAMILIES, "scene", "systems", "simulation", "exchange", "render")
FOREIGN = {
    "kernels": {"numpy", "numba"},
    "components": {"numpy"},
    "schema": {"pydantic", "pydantic_core"},
    "assets": {"PIL", "numpy", "trimesh", "pygltflib"},
    **dict.fromkeys(FAMILIES, {"pydantic", "pydantic_core", "numpy"}),
    "scene": {"pydantic", "pydantic_core", "ruamel", "esper", "numpy"},
    "systems": {"esper", "numpy"},
    "simulation": {"esper", "numpy"},
    "exchange": {"numpy", "pxr", "trimesh", "pygltflib"},
    "render": {"pyglet", "esper", "numpy"},
    "game": {"pyglet", "numpy", "PIL", "rich", "shtab", "slimgui", "av", "dask", "distributed"},
    "run.py": set(),
}
PEERS = {"panda3d", "taichi", "mujoco", "newton", "warp"}  # what `bench peers` measures: imported by game, within functions
STRANGERS = {frozenset({"systems", "scene"})}  # once spawned, the file is gone
LONGEST = 300  # lines
# Hosts that packages come from: which of them are asked is the business of the machine, not of the project.
HOSTS = ["py" + "pi.org", "python" + "hosted.org", "deb." + "debian.org", "npm" + "js.org", "anaconda" + ".org", "proxy.golang" + ".org"]


def _height(room):
    return next(i for i, level in enumerate(ORDER) if room == level or (isinstance(level, tuple) and room in level))


def _may_import(room, other):
    """Whether a file of one room may import from another; both are rooms of engine/, or "game"."""
    if room in ("game", other) or other == "":
        return room != "run.py"
    if other == "game" or frozenset({room, other}) in STRANGERS:
        return False
    return _height(other) < _height(room)


def _imports(tree):
    """Every module that a file names in an import, wherever the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import at line {node.lineno}"
            for alias in node.names:  # `from engine import kernels` names a room as well
                yield node.lineno, f"{node.module}.{alias.name}" if node.module == "engine" else node.module


def _room(name):
    parts = name.split(".")
    return "game" if parts[0] == "game" else parts[1] if len(parts) > 1 else ""


def _has_kernel(tree):
    """Whether a file compiles functions itself."""
    words = (n.id if isinstance(n, ast.Name) else n.attr for n in ast.walk(tree) if isinstance(n, ast.Name | ast.Attribute))
    return bool({"kernel", "njit", "jit", "vectorize", "guvectorize", "cfunc"} & set(words))


def violations(file, text):
    """What a file does that the rule forbids. file is its path in the repository, with slashes."""
    parts, tree = file.split("/"), ast.parse(text)
    room = parts[1] if parts[0] == "engine" and len(parts) > 2 else parts[0]
    found = []
    for line, name in _imports(tree):
        first = name.split(".")[0]
        if first in ("engine", "game"):
            if not _may_import(room, _room(name)):
                found.append(f"{file}:{line}: {room} may not import {name}")
        elif first in PEERS and room == "game" and line not in {node.lineno for node in tree.body}:
            continue
        elif first not in sys.stdlib_module_names and first not in FOREIGN.get(room, set()):
            found.append(f"{file}:{line}: {room} may not use {first}")
    if _has_kernel(tree) and any(name.split(".")[0] == "esper" for _, name in _imports(tree)):
        found.append(f"{file}: imports esper and holds a kernel")
    return found


def _sources(*places):
    for place in places:
        yield from sorted((ROOT / place).rglob("*.py"))


def _named(path):
    return path.relative_to(ROOT).as_posix()


def test_imports_go_one_way():
    """A file imports from its own room and from rooms above it, and uses the third-party code of its room only."""
    files = [*_sources("engine", "game"), ROOT / "run.py"]
    assert len(files) > 50
    assert [v for path in files for v in violations(_named(path), path.read_text())] == []


def test_the_rule_sees_what_it_forbids():
    """Each kind of violation is found in a file that commits it."""
    forbidden = {
        "engine/kernels/a.py": "import engine.components",
        "engine/components/a.py": "from engine import scene",
        "engine/forces/a.py": "from engine.looks import Water",
        "engine/systems/a.py": "def f():\n    from engine.scene import load",
        "engine/scene/a.py": "from engine.systems.emit import Emit",
        "engine/simulation/a.py": "import pyglet.gl",
        "engine/render/a.py": "import game.window",
        "engine/bodies/a.py": "import numba",
        "engine/systems/b.py": "import esper\nfrom engine.kernels.compile import kernel\n@kernel\ndef f(x): return x",
        "game/a.py": "import esper",
        "game/b.py": "import taichi",
        "engine/render/b.py": "def f():\n    import mujoco",
        "run.py": "import numpy",
    }
    assert [file for file, text in forbidden.items() if len(violations(file, text)) != 1] == []
    assert violations("engine/forces/a.py", "from engine.kernels.compile import kernel\nfrom engine.schema import Spec\nimport numpy") == []
    assert violations("game/c.py", "def f():\n    import taichi") == []


def test_no_file_outgrows_its_reader():
    """No source file has more than 300 lines."""
    shaders = [p for p in (ROOT / "engine").rglob("*") if p.suffix in (".glsl", ".vert", ".frag")]
    files = [*_sources("engine", "game", "tests", "content"), *shaders, ROOT / "run.py"]
    assert {_named(p): n for p in files if (n := len(p.read_text().splitlines())) > LONGEST} == {}


def test_no_file_names_a_package_host():
    """Where packages come from is the machine's business: no file names a registry's host."""
    suffixes = (".py", ".md", ".toml", ".yaml", ".yml", ".json", ".txt", ".cfg", ".glsl", ".vert", ".frag")
    files = [p for place in ("engine", "game", "tests", "content", ".ci") for p in (ROOT / place).rglob("*") if p.suffix in suffixes]
    files += [p for p in ROOT.iterdir() if p.is_file()] + [ROOT / ".ci" / "run"]
    assert [_named(p) for p in files if any(host in p.read_text(errors="ignore") for host in HOSTS)] == []


def _loaded(code):
    """Names of the top-level modules in a fresh process that ran the code."""
    code += "\nimport sys; print('\\n' + ' '.join({m.split('.')[0] for m in sys.modules}))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert answer.returncode == 0, answer.stderr
    return set(answer.stdout.splitlines()[-1].split())


def test_a_simulation_never_loads_pyglet():
    """Headless is not a mode: a process that simulates has never heard of windows."""
    loaded = _loaded("import engine.simulation")
    assert "esper" in loaded and "pyglet" not in loaded


def test_list_is_light():
    """`springvand list` loads neither numba nor pyglet."""
    assert not {"numba", "pyglet"} & _loaded("from game.cli import main; assert main(['list']) == 0")


def test_help_is_quick_and_light():
    """`springvand --help` answers within 0.25 s and loads none of what takes time."""
    heavy = {"numba", "pyglet", "numpy", "pydantic", "rich", "ruamel", "PIL", "esper"}
    assert not heavy & _loaded("from game.cli import main; assert main(['--help']) == 0")
    taken = []
    while len(taken) < 8 and (not taken or min(taken) > 0.25):  # the best of a few, by the processor's time: others want the cores too
        start = os.times()
        subprocess.run([sys.executable, "-m", "game", "--help"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        now = os.times()
        taken.append(now.children_user + now.children_system - start.children_user - start.children_system)
    assert min(taken) <= 0.25
