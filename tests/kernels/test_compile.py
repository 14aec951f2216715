"""What is compiled is what is written."""

import os
import subprocess
import sys
from pathlib import Path

import engine.kernels.compile as policy

CALL = "from engine.kernels.outer import twice; print(twice(3))"


def run(folder):
    return subprocess.run(
        [sys.executable, "-c", CALL], cwd=folder, capture_output=True, text=True, check=True, env=environment()
    ).stdout.strip()


def environment():
    return {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}


INNER = "from engine.kernels.compile import kernel\n\n@kernel\ndef once(x):\n    return x"
OUTER = (
    "from engine.kernels.compile import kernel\nfrom engine.kernels.inner import once\n\n@kernel\ndef twice(x):\n    return once(x) * 2\n"
)


def test_an_edit_of_a_kernel_that_another_calls_is_seen(tmp_path):
    """numba's own cache looks only at the file of the caller; ours is named by all of them."""
    kernels = tmp_path / "engine" / "kernels"
    kernels.mkdir(parents=True)
    for name in ("__init__.py", "compile.py", "jit.py", "home.py"):
        (kernels / name).write_text((Path(policy.__file__).parent / name).read_text())
    (kernels.parent / "__init__.py").touch()
    (kernels / "outer.py").write_text(OUTER)
    (kernels / "inner.py").write_text(INNER + "\n")
    assert run(tmp_path) == "6"
    (kernels / "inner.py").write_text(INNER + " + 1\n")
    assert run(tmp_path) == "8"
    assert len(list((kernels / "__pycache__").glob("kernels-*"))) == 1


def test_numba_is_not_loaded_before_a_kernel_is_called():
    """Kernels can be imported, and named, without it; the first call brings it."""
    code = (
        "import sys; from engine.kernels.hash import bits; print('numba' in sys.modules); bits(1, 2, 3, 4); print('numba' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "True"]
