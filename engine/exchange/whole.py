"""A zip archive of numpy arrays that is written as it grows, and has its name only when it is whole.

`numpy.load` reads it. What a full disk cuts off is taken back to a mark, so that what is done stays readable.
source: PKWARE, .ZIP file format specification 6.3
"""

import contextlib
import io
import os
import zipfile
from pathlib import Path

import numpy as np

ENTRY, END = 46 + 28, 22 + 56 + 20  # [bytes] of a member in the directory beside its name, and of its end, at most: zip64


def settled(part, path, whole):
    """Give what was written its name; one that is not whole does not take the place of a file that is there. Where it is."""
    target = path if whole or not path.exists() else path.with_name(f"{path.stem}.part{path.suffix}")
    os.replace(part, target)
    return target


class Raw(io.FileIO):
    """A file that writes all it is given or raises: on a disk that is nearly full a plain one writes a part and says so in a number."""

    def write(self, data):
        """Write all of it; its length."""
        rest = memoryview(data).cast("B")
        length = len(rest)
        while rest:
            rest = rest[super().write(rest) :]
        return length


class Archive:
    """Writes NAME.part, which becomes NAME when it is closed. Raises OSError wherever it cannot be written."""

    def __init__(self, path):
        self.path = Path(path)
        self.part = self.path.with_name(self.path.name + ".part")
        self._file = Raw(self.part, "w")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_STORED)
        self._marks = [(0, 0)]  # end and number of the members at each

    @property
    def nbytes(self):
        """Bytes written."""
        return self._zip.start_dir

    def write(self, name, array):
        """One array, as numpy.savez would."""
        with self._zip.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as member:
            np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)

    def mark(self):
        """What has been written so far is whole."""
        self._marks.append((self._zip.start_dir, len(self._zip.filelist)))

    def take_back(self, marks=0):
        """Be as at the last mark; or so many marks before it, which are forgotten."""
        del self._marks[len(self._marks) - marks :]
        start, count = self._marks[-1]
        self._zip.start_dir = start
        for info in self._zip.filelist[count:]:
            self._zip.NameToInfo.pop(info.filename, None)
        del self._zip.filelist[count:]
        self._zip._writing = False  # a member that broke off is still held to be open
        self._file.seek(start)
        self._file.truncate()

    def reserve(self):
        """See that there is room for the directory: zeros stand where it will."""
        self._file.seek(self._zip.start_dir)
        self._file.write(bytes(END + sum(ENTRY + len(info.filename.encode()) for info in self._zip.filelist)))

    def close(self, whole=True):
        """Write the directory of the archive, for which room was reserved, and give it a name, as `settled` does."""
        self._zip.close()
        self._file.truncate(self._file.tell())
        os.fsync(self._file.fileno())
        self._file.close()
        self.path = settled(self.part, self.path, whole)

    def drop(self):
        """Leave nothing behind."""
        with contextlib.suppress(OSError, ValueError):
            self._zip.fp = None  # nothing more is written
            self._file.close()
        self.part.unlink(missing_ok=True)
