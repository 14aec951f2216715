#!/usr/bin/env python3
"""Springvand's one command. The first start makes .venv (about a minute), every start runs the program in it.

    python3 run.py                          open the fountain; without a display, render it into ./renders/
    python3 run.py check my.yaml            all arguments go to the program (python3 run.py --help lists them)
    python3 run.py --tests [ARGUMENTS]      run the tests; arguments go to pytest

Standard library only. What is already there is not asked for again: .venv carries a stamp of the Python it belongs to and
of this project's files, and is made anew when it is broken or half made.
"""

import contextlib
import ctypes
import glob
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "springvand.json")
CALLED = "SPRINGVAND_CALLED"  # variable of the environment: what the user types for `springvand`
MACHINE = 3  # exit status: the machine lacks something

# The software OpenGL driver and the two libraries through which everyone reaches it, by package manager.
GRAPHICS = {
    "apt-get": ["libegl1", "libgl1", "libgl1-mesa-dri"],
    "dnf": ["mesa-libEGL", "mesa-libGL", "mesa-dri-drivers"],
    "pacman": ["libglvnd", "mesa"],
}
VENV_PACKAGE, DISPLAY_PACKAGE = "python3-venv", "xvfb"  # Debian's names; elsewhere Python brings venv along
PINS = ".constraints.txt"  # exact versions of all that is installed
INSTALL = {"apt-get": "install -y", "dnf": "install -y", "pacman": "-S --needed"}
DRIVERS = [
    place + name
    for place in ("/usr/lib/*/", "/usr/lib64/", "/usr/lib/", "/run/opengl-driver/lib/")
    for name in ("dri/*_dri.so", "libgallium*.so", "libEGL_nvidia.so*")
]


def say(text):
    """A line for the person at the keyboard."""
    print("springvand: " + text, file=sys.stderr, flush=True)


# --- the machine -----------------------------------------------------------------------------------------------------------


def too_old(version, executable):
    """What to say of a Python that is too old; None of one that is not."""
    if tuple(version[:2]) >= OLDEST:
        return None
    newer = next((name for name in ("python3.14", "python3.13", "python3.12", "python3.11") if shutil.which(name)), None)
    advice = f"type: {newer} run.py" if newer else "install it from your system's packages, then start run.py with it"
    return "needs Python {}.{} or newer, and {} is Python {}.{}; {}".format(*OLDEST, executable, *version[:2], advice)


def graphics_work():
    """Whether OpenGL can be loaded and there is a driver behind it."""
    try:
        for library in ("libGL.so.1", "libEGL.so.1"):
            ctypes.CDLL(library)
    except OSError:
        return False
    return any(glob.glob(pattern) for pattern in DRIVERS)


def needs_install(manager, tests, graphics, venv, display):
    """Packages that are missing: those without which nothing runs, and those that only some tests ask for.

    graphics, venv, display say whether OpenGL, Python's venv, an X server without a screen are there.
    """
    debian = manager == "apt-get"
    needed = [VENV_PACKAGE] if debian and not venv else []
    if not graphics:
        needed += GRAPHICS.get(manager, GRAPHICS["apt-get"])
    wished = [DISPLAY_PACKAGE] if debian and tests and not display else []
    return needed, wished


def line_to_type(manager, packages, root):
    """The line that installs the packages; where no package manager is known, the names that Debian gives them."""
    if manager is None:
        return "install what Debian calls " + " ".join(packages)
    sudo = "" if root else "sudo "
    update = f"{sudo}apt-get update && " if manager == "apt-get" else ""
    return f"{update}{sudo}{manager} {INSTALL[manager]} {' '.join(packages)}"


def prepare_machine(manager, root, needed, wished):
    """Install what is missing where we may, else say what to type. Returns whether all that is needed is there."""
    if root and manager == "apt-get" and needed + wished:
        say("installing " + " ".join(needed + wished) + " with apt-get")
        return apt_install(needed + wished) or not needed
    if needed:
        say("this machine lacks " + " ".join(needed) + ". Type:")
        print("    " + line_to_type(manager, needed + wished, root), file=sys.stderr)
        say("then start me again")
    return not needed


def apt_install(packages):
    """Install Debian packages as root. Returns whether that worked; apt-get has said why, where not."""
    quiet = dict(env=dict(os.environ, DEBIAN_FRONTEND="noninteractive"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    if subprocess.call(["apt-get", "update", "-qq"], **quiet) != 0:
        say("apt-get update failed; going on with the package lists that are there")
    patient = ["-o", "DPkg::Lock::Timeout=300"]  # a machine that has just started may be updating itself
    if subprocess.call(["apt-get", "install", "-y", "-qq", *patient, "--no-install-recommends", *packages], **quiet) == 0:
        return True
    say("apt-get could not install " + " ".join(packages))
    return False


# --- the virtual environment ------------------------------------------------------------------------------------------------


def venv_python():
    """Path of the Python in .venv."""
    return os.path.join(VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))


def identity(python):
    """What identifies a Python: version and place. None where it does not start."""
    try:
        answer = subprocess.run(
            [python, "-ISc", "import sys; print(sys.version, sys.prefix)"], stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
    except OSError:
        return None
    return answer.stdout.strip() if answer.returncode == 0 else None


def project_key(root):
    """Hash of the files that say what is to be installed, and of the place."""
    digest = hashlib.sha256(root.encode())
    for name in ("pyproject.toml", "run.py", PINS):
        with open(os.path.join(root, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def read_stamp(path):
    """The stamp of a finished environment, {} where there is none that can be read."""
    try:
        with open(path, encoding="utf-8") as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def verdict(stamp, python, key, extras):
    """What to do with .venv: "keep" it, "install" into it again, or "make" it anew.

    stamp as read; python the identity of the environment's Python now (None: broken); key of the project now.
    """
    if python is None or stamp.get("python") != python:
        return "make"
    return "keep" if stamp.get("key") == key and set(extras) <= set(stamp.get("extras", ())) else "install"


def attempt(command):
    """Run a quiet command in the project's folder; returns whether it ended well. Its errors are seen."""
    return subprocess.call(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=sys.stderr) == 0


def make(tool):
    """Make an empty .venv in place of what is there."""
    shutil.rmtree(VENV, ignore_errors=True)
    if tool == "uv":
        return attempt(["uv", "venv", "--quiet", "--python", sys.executable, VENV])
    return attempt([sys.executable, "-m", "venv", VENV])


def install(tool, extras):
    """Install the project, editable, with its extras into .venv: in the versions it was tested with, or newer ones where those fail."""
    if attempt(installer(tool, extras, exact=True)):
        return True
    say(f"the versions in {PINS} could not all be installed for this Python; trying newer ones")
    return attempt(installer(tool, extras, exact=False))


def installer(tool, extras, exact):
    """The command that installs the project; exact: nothing but the versions in PINS."""
    what = ["-e", f"{ROOT}[{','.join(extras)}]", *(["-c", os.path.join(ROOT, PINS)] if exact else [])]
    if tool == "uv":
        return ["uv", "pip", "install", "--quiet", "--python", venv_python(), *what]
    return [venv_python(), "-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check", "install", *what]


def prepare_venv(todo, extras):
    """Carry out a verdict, with uv where it is there and does it, else with pip. Returns whether .venv is whole."""
    tools = (["uv"] if shutil.which("uv") else []) + (["pip"] if importlib.util.find_spec("ensurepip") else [])
    say("making .venv and installing into it; this takes about a minute, once" if todo == "make" else "the project changed: updating .venv")
    for tool in tools:
        with contextlib.suppress(FileNotFoundError):
            os.remove(STAMP)
        # an environment made by uv has no pip in it: what pip takes over, it makes anew
        fresh = todo == "make" or (tool == "pip" and not os.path.exists(os.path.join(os.path.dirname(venv_python()), "pip")))
        if (not fresh or make(tool)) and install(tool, extras):
            with open(STAMP, "w", encoding="utf-8") as file:
                json.dump({"python": identity(venv_python()), "key": project_key(ROOT), "extras": sorted(extras)}, file)
            return True
        todo = "make"
        say(f"{tool} could not do it" + ("; trying pip" if tool != tools[-1] else ""))
    say("the environment could not be made; the lines above say why (is there a network?). Nothing is left half done: start me again")
    return False


@contextlib.contextmanager
def alone():
    """Let one start at a time touch .venv: a second one waits for the first."""
    if os.name == "nt":  # no lock on folders there
        yield
        return
    import fcntl

    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


# --- the start --------------------------------------------------------------------------------------------------------------


PROCESSES = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")  # the tests of a file stay together, files in their order


def command_line(arguments):
    """What to run in .venv, and whether it is the tests."""
    if arguments[:1] == ["--tests"]:
        return ["-m", "pytest", *PROCESSES, *arguments[1:]], True
    return ["-P", "-m", "game", *arguments], False


def start(command):
    """Become the program (where the system cannot do that: run it and return its status)."""
    sys.stdout.flush()
    os.environ[CALLED] = ("python " if os.name == "nt" else "python3 ") + sys.argv[0]  # so it says what can be typed here
    if os.name == "nt":
        return subprocess.call([venv_python(), *command])
    os.execv(venv_python(), [venv_python(), *command])


def main(arguments):
    """Prepare what is missing, start the program. Returns an exit status."""
    old = too_old(sys.version_info, sys.executable)
    if old:
        say(old)
        return MACHINE
    command, tests = command_line(arguments)
    with alone():
        stamp = read_stamp(STAMP)
        extras = sorted({"panel", "video", *(["dev"] if tests else []), *stamp.get("extras", ())})
        todo = verdict(stamp, identity(venv_python()), project_key(ROOT), extras)
        if sys.platform.startswith("linux"):
            manager = next((name for name in GRAPHICS if shutil.which(name)), None)
            can_make = todo == "keep" or bool(shutil.which("uv") or importlib.util.find_spec("ensurepip"))
            missing = needs_install(manager, tests, graphics_work(), can_make, bool(shutil.which("Xvfb")))
            if not prepare_machine(manager, os.geteuid() == 0, *missing):
                return MACHINE
        importlib.invalidate_caches()  # python3-venv may just have come
        if todo != "keep" and not prepare_venv(todo, extras):
            return MACHINE
    if tests:
        os.chdir(ROOT)
    return start(command)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
