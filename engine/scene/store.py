"""A file gets new content: all of it or none, whatever happens meanwhile."""

import contextlib
import os
import stat
import time
from pathlib import Path

LEFT_BEHIND = 5.0  # [s] after which a temporary file is that of a program that was killed


class Changed(OSError):
    """The file does not hold what it held when it was read."""


def clear(path):
    """Take away what a program that was killed has left beside a file."""
    with contextlib.suppress(OSError):
        os.unlink(_beside(Path(os.path.realpath(path))))


def store(path, data, was=None):
    """Put bytes into the place of a file's content, through links, the mode kept. Raises Changed, OSError; the file is then as it was.

    was   what the file must hold now; None: whatever it holds, or nothing
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target, was)
    beside = _beside(target)
    handle = _opened(beside)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if mode is not None:
                os.chmod(beside, mode)
            os.fsync(file.fileno())
        if was is not None and target.read_bytes() != was:
            raise Changed(f"{target.name} has changed on disk")
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
    _sync(target.parent)


def _beside(target):
    """The temporary file: hidden, and no scene by its name."""
    return target.with_name(f".{target.name}.saving")


def _mode(target, was):
    """Permissions of the file, None where there is none yet. Raises OSError where it may not be written."""
    try:
        mode = stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        if was is not None:
            raise
        return None
    if not mode & 0o222 or not os.access(target, os.W_OK):  # a rename would not ask
        raise PermissionError(13, "it is read-only", str(target))
    return mode


def _opened(path):
    """The temporary file, which keeps others out meanwhile."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        return os.open(path, flags, 0o666)
    except FileExistsError:
        if abs(time.time() - os.stat(path).st_mtime) < LEFT_BEHIND:
            raise OSError(11, "another program is just writing it; try again") from None
        os.unlink(path)
        return os.open(path, flags, 0o666)


def _sync(folder):
    """Make the rename last, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
