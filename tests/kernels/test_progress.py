"""How far the compiling is."""

import os
import subprocess
import sys

CODE = """
import numpy as np
from engine.kernels.hash import uniform
from engine.kernels.progress import Compiling
told = []
with Compiling(lambda done, of: told.append((done, of))):
    uniform(*(np.uint32(i) for i in range(4)))
print(told)
"""


def told(cache):
    """What is told while `uniform` is called for the first time in a process."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    return subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True, env=environment).stdout.strip()


def test_only_what_is_really_compiled_counts(tmp_path):
    """A kernel and the one it calls, of the three in their module; read from the disk there is nothing to tell."""
    assert told(tmp_path) == "[(1, 3), (2, 3)]"
    assert told(tmp_path) == "[]"
