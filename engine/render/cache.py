"""Arrays kept between runs: first content/baked/ (shipped with the project), then the user's cache folder."""

import hashlib
import os
import tempfile
import zipfile
from pathlib import Path

import numpy as np

from engine.kernels.home import user_folder

KEPT = 100  # files in the user's folder; the oldest go first, so that an author who turns the sun all day does not fill the disk
BAKED = Path(__file__).resolve().parents[2] / "content" / "baked"


def named(*parts):
    """A key from a word and all that the kept arrays depend on: numbers, text, tuples, arrays."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(np.ascontiguousarray(part).tobytes() if isinstance(part, np.ndarray) else repr(part).encode())
        digest.update(b"|")
    return f"{parts[0]}_{digest.hexdigest()[:16]}"


def recall(key, names):
    """The arrays kept under a key, in the order of names; None when there are none, or the file is damaged."""
    for folder in (BAKED, user_folder()):
        try:
            with np.load(folder / f"{key}.npz", allow_pickle=False) as kept:
                return [kept[name] for name in names]
        except (OSError, KeyError, ValueError, zipfile.BadZipFile):
            continue
    return None


def store(key, folder=None, **arrays):
    """Keep arrays under a key in a folder, by default the user's, packed; a folder that cannot be written keeps nothing."""
    _write(folder or user_folder(), f"{key}.npz", lambda file: np.savez_compressed(file, **arrays))


def recall_plain(key):
    """The one array kept by `store_plain` under a key, or None."""
    try:
        return np.load(user_folder() / f"{key}.npy", allow_pickle=False)
    except (OSError, EOFError, ValueError):
        return None


def store_plain(key, array):
    """Keep one array in the user's folder as it lies in memory: ten times quicker to read than packed ones, and larger."""
    _write(user_folder(), f"{key}.npy", lambda file: np.save(file, array))


def _write(folder, name, write):
    """Written aside and renamed, so that another process never sees half of a file; the oldest files go."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
            write(file)
        os.replace(file.name, folder / name)
        for old in sorted(folder.glob("*.np[yz]"), key=os.path.getmtime, reverse=True)[KEPT:]:
            old.unlink(missing_ok=True)
    except OSError:
        return
