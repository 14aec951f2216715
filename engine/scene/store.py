"""A file gets new content: all of it or none, whatever happens meanwhile."""

import contextlib
import os
import stat
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where a file that is open can be neither taken away nor put into another place
    fcntl = None


class Changed(OSError):
    """The file does not hold what it held when it was read."""


def clear(path):
    """Take away what a program that was killed has left beside a file."""
    with contextlib.suppress(OSError):
        os.unlink(_beside(Path(os.path.realpath(path))))


def store(path, data, was=None):
    """Put bytes into the place of a file's content, through symbolic links, the mode kept. Raises Changed, OSError; the file is then as it was.

    was      what the file must hold now; None: whatever it holds, or nothing
    returns  how many other names of the file (hard links) keep what it held: only by leaving them behind is it never half
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target, was)
    beside = _beside(target)
    with os.fdopen(alone(beside), "wb") as file:  # open to the end: it is locked as long as that
        try:
            file.write(data)
            file.flush()
            if mode is not None:
                os.chmod(beside, mode)
            os.fsync(file.fileno())
            if was is not None and target.read_bytes() != was:
                raise Changed(f"{target.name} has changed on disk")
            others = os.stat(target).st_nlink - 1 if mode is not None else 0
            if fcntl is None:
                file.close()
            os.replace(beside, target)
        except BaseException:
            with contextlib.suppress(OSError):
                if fcntl is None:
                    file.close()
                os.unlink(beside)
            raise
    _sync(target.parent)
    return others


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


def alone(path):
    """Handle of a file, empty, that keeps others out as long as it is open; what a program that was killed has left is taken over. Raises
    OSError where another has it, or it cannot be made.
    """
    flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    if fcntl is None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        return os.open(path, flags | os.O_EXCL, 0o666)
    handle = os.open(path, flags, 0o666)
    try:
        with _locks():
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(handle), os.stat(path)):  # it has just been put into its place
            raise BlockingIOError
        os.truncate(handle, 0)
    except (BlockingIOError, FileNotFoundError):
        os.close(handle)
        raise OSError(11, "another program is just writing it; try again") from None
    return handle


@contextlib.contextmanager
def _locks():
    """A lock is tried, and what is taken is taken; a file system may know no locks."""
    try:
        yield
    except BlockingIOError:
        raise
    except OSError:
        return


def _sync(folder):
    """Make the rename last, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
