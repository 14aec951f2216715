"""What there is on this machine, and whether it works: for `springvand doctor`.

Each topic is a function that returns what it found, as text by name; "problem" is what does not work, with what to do. A topic that
fails says why and spoils no other.
"""

import importlib.metadata
import os
import platform
import re
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 3.0  # [s] until a saved file must have been seen


def examine():
    """Topic -> what -> found; the home folder is shown as ~."""
    return {title: {name: _homeless(value) for name, value in _looked(topic).items()} for title, topic in TOPICS.items()}


def _looked(topic):
    try:
        return topic()
    except Exception as error:  # whatever it is, it belongs into the report
        return {"problem": f"{type(error).__name__}: {error}"}


def _homeless(value):
    """A text without the name of the person: in paths the home folder is ~."""
    homes = {str(Path.home()), os.path.realpath(Path.home())} - {"/", ""}
    for home in sorted(homes, key=len, reverse=True):
        value = re.sub(rf"{re.escape(home)}(?=$|[/\\\s:;,)'\"])", "~", str(value))
    return value


def machine():
    """System, processor, memory, Python."""
    return {
        "system": f"{_system()}, kernel {platform.release()}",
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "memory": _memory(),
        "Python": f"{platform.python_version()} ({sys.executable})",
        "springvand": f"{importlib.metadata.version('springvand')} ({ROOT})",
        "threads": os.environ.get("SPRINGVAND_THREADS", "as many as cores (SPRINGVAND_THREADS is not set)"),
    }


def _system():
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} {platform.version()}"


def _processor():
    try:
        return re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.M)[1]
    except (OSError, TypeError):
        return platform.processor() or platform.machine()


def _memory():
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.1f} GiB"
    except (ValueError, OSError, AttributeError):
        return "unknown"


def packages():
    """Version of each package that is asked for; those of an extra may be missing."""
    found, missing = {}, []
    for line in importlib.metadata.requires("springvand") or ():
        name, _, extra = line.partition(";")
        name = re.split(r"[<>=!~ \[]", name.strip())[0]
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            of = extra.partition("==")[2].strip(" \"'")
            found[name] = f"not installed (only for {of})" if of else "not installed"
            missing += [] if extra else [name]
    return {**found, **({"problem": f"missing: {', '.join(missing)}; type: python3 run.py"} if missing else {})}


def opengl():
    """Driver, and whether the processor does its work."""
    from engine.render import offscreen

    try:
        context = offscreen.context()
    except offscreen.NoOpenGL as error:
        return {"problem": str(error)}
    from pyglet import gl

    from game.film.pictures import software

    return {
        "renderer": _string(gl, gl.GL_RENDERER),
        "version": _string(gl, gl.GL_VERSION),
        "shaders": _string(gl, gl.GL_SHADING_LANGUAGE_VERSION),
        "drawn by": "the processor (software driver): small pictures, or a graphics driver" if software(context) else "the graphics card",
    }


def _string(gl, name):
    import ctypes

    return ctypes.cast(gl.glGetString(name), ctypes.c_char_p).value.decode("utf-8", "replace")


def display():
    """Whether a window can be opened, as far as that can be told without one."""
    from game.commands.run import has_display

    names = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
    found = {name: os.environ[name] for name in names if os.environ.get(name)}
    window = "can be opened" if has_display() else "no display here: springvand renders pictures instead"
    return {"window": window, **found}


def kernels():
    """Where compiled kernels are kept, how many, and how large."""
    from engine.kernels import jit  # it chooses the folder, and removes those of earlier versions
    from engine.kernels.home import user_folder

    given = os.environ.get("NUMBA_CACHE_DIR")
    homes = (Path(jit.__file__).parent / "__pycache__", user_folder())
    folder = Path(given) if given else next((folder for home in homes for folder in home.glob("kernels-*")), None)
    if folder is None:
        return {"problem": "compiled kernels cannot be kept: every start takes a minute; make a folder writable that XDG_CACHE_HOME names"}
    files = [file for file in folder.rglob("*.nb[ic]") if file.is_file()]
    return {
        "folder": folder,
        "compiled": f"{sum(file.suffix == '.nbi' for file in files)} kernels, {sum(file.stat().st_size for file in files) / 2**20:.1f} MiB",
        "writable": "yes" if os.access(folder, os.W_OK) else "no",
        "compiler": "off (NUMBA_DISABLE_JIT): slow" if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else "on",
    }


def watcher():
    """Save a file as an editor does, and see how soon that is noticed."""
    from game.watch import Watch

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scene.yaml"
        file.write_text("rate: 1\n")
        watch = Watch()
        watch.watch([file])
        watch.start()
        try:
            time.sleep(0.12)
            start = time.monotonic()
            file.write_text("rate: 2\n")
            saved = watch.changes.get(timeout=PATIENCE)
            return {
                "saved to seen": f"{(time.monotonic() - start) * 1000:.0f} ms",
                "content": "whole" if saved.data == b"rate: 2\n" else "torn",
            }
        except Exception:  # queue.Empty
            return {"problem": f"a saved file was not seen within {PATIENCE:g} s; is the clock of the file system right?"}
        finally:
            watch.stop()


def fonts():
    """Pillow's own font, in which the picture's words are drawn."""
    from game.letters import font

    letters = font(14)
    return {"font": " ".join(letters.getname()), "14 pixels": f"'springvand' is {letters.getlength('springvand'):.0f} wide"}


def disk():
    """Where the program writes, and whether it may."""
    import shutil

    from engine.kernels.home import user_folder

    places = {"here (renders)": Path.cwd(), "cache": user_folder(), "scenes": ROOT / "content" / "scenes"}
    found = {name: f"{place}: {'may be written' if _writable(place) else 'must not be written'}" for name, place in places.items()}
    free = shutil.disk_usage(Path.cwd()).free / 2**30
    return {**found, "free": f"{free:.1f} GiB", **({"problem": "the disk is nearly full"} if free < 0.2 else {})}


def _writable(place):
    while not place.exists():
        place = place.parent
    return os.access(place, os.W_OK)


TOPICS = {
    "Machine": machine,
    "Packages": packages,
    "OpenGL, without a window": opengl,
    "Display": display,
    "Kernels": kernels,
    "Watching files": watcher,
    "Letters": fonts,
    "Disk": disk,
}
