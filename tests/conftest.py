"""What tests in several rooms share."""

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

# A machine that others use too is slow at times: that is no finding of a test.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

ROOT = Path(__file__).parent.parent
SCENES = ROOT / "content" / "scenes"
WARM = ("fountain", "integrators"), ("drape",)  # scenes that between them use all large kernels, by process
TICK = "import sys; from engine.simulation import Simulation; [Simulation.from_file(path).step() for path in sys.argv[1:]]"


def pytest_sessionstart(session):
    """Compile the large kernels before several processes share the tests: each would compile them for itself."""
    if getattr(session.config.option, "numprocesses", None) and not hasattr(session.config, "workerinput"):
        commands = ([sys.executable, "-c", TICK, *(str(SCENES / f"{name}.yaml") for name in names)] for names in WARM)
        for process in [subprocess.Popen(command) for command in commands]:
            process.wait()


def pytest_addoption(parser):
    """`python3 run.py --tests --long`."""
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_configure(config):
    """Say what the mark means; keep what the program keeps for its user out of the user's folder."""
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="springvand-state-")
    config.add_cleanup(lambda folder=os.environ["XDG_STATE_HOME"]: shutil.rmtree(folder, ignore_errors=True))
    config.addinivalue_line("markers", "long: takes minutes, and runs with --long only")
    config.addinivalue_line("markers", "first: takes longest, so it begins first where several processes share the tests")


def pytest_collection_modifyitems(config, items):
    """Leave the long tests out unless they are asked for; what takes longest of the others begins first, while other processes go on."""
    items.sort(key=lambda item: not item.get_closest_marker("first"))
    if not config.getoption("--long"):
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def context():
    """OpenGL without a window; where there is none tests are skipped, or fail where REQUIRE_GL=1 asks for it."""
    from engine.render import offscreen

    try:
        return offscreen.context(debug=True)
    except offscreen.NoOpenGL as error:
        if os.environ.get("REQUIRE_GL") == "1":
            raise
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def script():
    """Imports a module of content/make by its name there, as "meshes.galaxy": no part of what is installed."""

    def imported(name):
        with patch.object(sys, "path", [str(ROOT), *sys.path]):
            return importlib.import_module(f"content.make.{name}")

    return imported
