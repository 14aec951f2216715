"""`springvand doctor`: what there is on this machine, to be pasted into a bug report."""

import sys

from game.report import FINE, MACHINE

EXAMPLES = """examples:
  springvand doctor             a page of text; paste it into a bug report
  springvand doctor --json      the same as data

Nothing private is in it: your home folder is shown as ~. The status is 3 when something that is needed does not work."""


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="what there is on this machine", epilog=EXAMPLES,
        description="Look at what the program needs: versions, OpenGL, the display, the kernel cache, the watcher of files, the disk.",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="as data: {topic: {what: found}}")
    return parser


def main(arguments):
    """Print what was found."""
    from game import health

    found = health.examine()
    if arguments.json:
        import json

        print(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        _print(found)
    return MACHINE if any(key == "problem" for topic in found.values() for key in topic) else FINE


def _print(found):
    wide = max(len(key) for topic in found.values() for key in topic)
    for title, topic in found.items():
        print(title)
        for key, value in topic.items():
            mark = "!" if key == "problem" else " "
            print(f" {mark}{key:{wide}}  {value}".encode(sys.stdout.encoding or "utf-8", "replace").decode(sys.stdout.encoding or "utf-8"))
