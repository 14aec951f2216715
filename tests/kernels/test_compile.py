"""What is compiled is what is written."""

import os
import subprocess
import sys
from pathlib import Path

import engine.kernels.compile as policy

CALL = "from outer import twice; print(twice(3))"


def run(folder):
    return subprocess.run(
        [sys.executable, "-c", CALL], cwd=folder, capture_output=True, text=True, check=True, env=environment()
    ).stdout.strip()


def environment():
    return {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}


def test_an_edit_of_a_kernel_that_another_calls_is_seen(tmp_path):
    """numba's own cache looks only at the file of the caller; ours is named by all of them."""
    (tmp_path / "compile.py").write_text(Path(policy.__file__).read_text())
    (tmp_path / "inner.py").write_text("from compile import kernel\n\n@kernel\ndef once(x):\n    return x\n")
    (tmp_path / "outer.py").write_text(
        "from compile import kernel\nfrom inner import once\n\n@kernel\ndef twice(x):\n    return once(x) * 2\n"
    )
    assert run(tmp_path) == "6"
    (tmp_path / "inner.py").write_text("from compile import kernel\n\n@kernel\ndef once(x):\n    return x + 1\n")
    assert run(tmp_path) == "8"
    assert len(list((tmp_path / "__pycache__").glob("kernels-*"))) == 1
