"""`springvand gallery`: a window that begins with all scenes to choose from."""

from game.report import MACHINE, Stop
from game.scenes import size

EXAMPLES = """examples:
  springvand gallery                      cards of all scenes: those that come with the program, and those in this folder

Type to search, arrows or the mouse choose, Enter or a click opens, Esc goes to the fountain. In any window Ctrl+O opens it."""


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="all scenes as pictures, to choose from", epilog=EXAMPLES, description="Choose a scene by its picture."
    )
    parser.add_argument("--size", type=size, metavar="WxH", help="of the window (default 1280x720)")
    return parser


def main(arguments):
    """Open the window. Stops where there is none: `list` says the same in words."""
    from game.commands.run import has_display

    if not has_display():
        raise Stop(MACHINE, "no display here (DISPLAY is not set), so no gallery; springvand list names the scenes")
    from game.launcher import start

    return start("fountain", arguments.size, gallery=True)
