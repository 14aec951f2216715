"""Where this system keeps what programs can make again."""

import os
import sys
from pathlib import Path


def user_folder():
    """The project's folder in the user's cache, by the habits of the system; it need not exist."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "springvand"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "springvand"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "springvand"
