"""The command line: `springvand`, `python -m game`. Only argparse is imported here; a command imports what it needs when it runs."""

import argparse
import atexit
import contextlib
import difflib
import errno
import gc
import os
import signal
import sys
import threading
import traceback

from game.commands import bake, bench, check, completion, docs, doctor, export, gallery, list, new, render, run, schema, sweep
from game.report import FAILED, FINE, INTERRUPTED, USAGE, Stop, say

COMMANDS = {
    "run": run,
    "new": new,
    "check": check,
    "docs": docs,
    "list": list,
    "gallery": gallery,
    "render": render,
    "bake": bake,
    "sweep": sweep,
    "export": export,
    "bench": bench,
    "doctor": doctor,
    "schema": schema,
    "completion": completion,
}
# What the system says of disks, names and rights is nothing of the program's, wherever it comes up.
OUTSIDE = dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EACCES, errno.EPERM, errno.EMFILE), FAILED)
OUTSIDE[errno.ENAMETOOLONG] = USAGE
ABOUT = "A workbench for particle systems. A scene is a text file: springvand shows it, you edit it, and the running scene changes."
EXAMPLES = """examples:
  springvand                                      the fountain, in a window (H shows the keys)
  springvand fountain --set vars.spread=2         the same with a wider jet
  springvand new first                            first.yaml: a scene of your own, with comments that teach
  springvand first.yaml                           show it; edit and save the file, and watch it change
  springvand list                                 which scenes there are
  springvand gallery                              the same as pictures to choose from
  springvand check first.yaml                     what is wrong with it, with line and column
  springvand docs emitter.rate                    what a word of it means
  springvand render fountain -o fountain.png      a picture, no window needed
  springvand render fountain -o frames/%05d.png --seconds 2
  springvand bake fountain -o fountain.npz        what it does, to play and render again
  springvand sweep fountain --set jet.emitter.rate=1000:9000:5 --render -o rates/
  springvand bench --quick                        how fast this machine is
  springvand doctor                               what there is on it, for a bug report

status: 0 fine, 1 the scene has errors, 2 the command line has, 3 the machine lacks something, 4 the run failed half-way,
130 interrupted"""


def fitted(lines, width):
    """Lines of a help, none wider than so many columns but for a command line: its remark goes below it, and what is prose is wrapped."""
    import textwrap

    if all(len(line) <= width for line in lines):
        return lines  # else all remarks go below, for the eye
    made, prose = [], []
    for line in [*lines, ""]:
        if line and not line.startswith(" "):
            prose.append(line)
            continue
        made += textwrap.wrap(" ".join(prose), width) if any(len(each) > width for each in prose) else prose
        prose = []
        command, gap, remark = line.strip().partition("   ")
        room = " " * (len(line) - len(line.lstrip()))
        alone = not gap and (len(line) <= width or command.startswith("springvand "))
        if alone or remark.lstrip().startswith("springvand "):  # what is to be typed stays whole
            made.append(line)
        elif gap:
            made += [room + command, *textwrap.wrap(remark.strip(), width, initial_indent=room + "    ", subsequent_indent=room + "    ")]
        else:
            made += textwrap.wrap(command, width, initial_indent=room, subsequent_indent=room)
    return made[:-1]


class Help(argparse.RawDescriptionHelpFormatter):
    """The help laid out as written, in as many columns as there are; the longest command has its text beside it as all others have."""

    def __init__(self, *arguments, **settings):
        super().__init__(*arguments, **settings)
        self._action_max_length = max(map(len, COMMANDS)) + 4

    def _fill_text(self, text, width, indent):
        return "\n".join(indent + line for line in fitted(text.splitlines(), width))


class Parser(argparse.ArgumentParser):
    """argparse without abbreviations."""

    def __init__(self, **settings):
        super().__init__(formatter_class=Help, allow_abbrev=False, **settings)


class Version(argparse.Action):
    """Prints the version that is installed; looked up only when asked for."""

    def __call__(self, parser, *_):
        from importlib.metadata import version

        print("springvand", version("springvand"))
        parser.exit()


def parser():
    """The whole command line."""
    whole = Parser(prog="springvand", description=ABOUT, epilog=EXAMPLES)
    whole.add_argument("--version", action=Version, nargs=0, help="print the version")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for name, command in COMMANDS.items():
        one = command.add(commands, name)
        one.set_defaults(main=command.main)
    return whole


def complete(words):
    """`springvand [SCENE]` means `springvand run [SCENE]`. Stops at a word that was surely meant as a command."""
    if words and (words[0] in COMMANDS or words[0] in ("-h", "--help", "--version")):
        return words
    if words and not words[0].startswith("-"):
        near = difflib.get_close_matches(words[0], COMMANDS, 1, 0.7)
        if near and not _is_scene(words[0]):
            raise Stop(USAGE, f"unknown command '{words[0]}'; did you mean '{near[0]}'?")
    return ["run", *words]


def _is_scene(word):
    content = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "content", "scenes")
    return any(map(os.path.exists, (word, word + ".yaml", os.path.join(content, word + ".yaml"))))


def _check_environment():
    """Stop at a setting of the environment that no simulation could begin with."""
    said = os.environ.get("SPRINGVAND_THREADS", "").strip()
    if said and not said.isdecimal():
        raise Stop(USAGE, f"SPRINGVAND_THREADS is '{said}'; write a whole number of threads, as in SPRINGVAND_THREADS=2")


def main(arguments=None):
    """Run one command line; returns the exit status."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # who ends us in another way than Ctrl-C keeps what is finished, too
    atexit.register(gc.freeze)  # memory goes back as a whole: to look through it for what else could be freed takes 0.3 s
    try:
        words = complete(sys.argv[1:] if arguments is None else arguments)
        chosen = parser().parse_args(words)
        _check_environment()
        status = chosen.main(chosen)
        sys.stdout.flush()  # while a reader that has left is still caught
        return status
    except Stop as stop:
        say(f"springvand: {stop}")
        return stop.status
    except SystemExit as end:  # argparse has printed its message
        return end.code or FINE
    except KeyboardInterrupt:
        say("springvand: interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has left: `springvand list | head -1`
        _hush()
        return FAILED
    except Exception as error:
        if isinstance(error, OSError) and error.errno in OUTSIDE:
            say(f"springvand: {f'{error.filename}: ' if error.filename else 'cannot write: '}{error.strerror}")
            with contextlib.suppress(OSError, ValueError):  # it is no file
                _hush()
            return OUTSIDE[error.errno]
        traceback.print_exc()  # not the author's mistake, so not a status of theirs
        say("springvand: the program itself failed; the lines above say where")
        return FAILED


def _hush():
    """Let nobody read what is left of our output, which is tried again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
