"""`springvand docs`: what a word of a scene file means."""

from game.report import FINE, USAGE, Stop

EXAMPLES = """examples:
  springvand docs                    all components, a line each
  springvand docs emitter            one of them: an example, and all that it may say
  springvand docs emitter.rate       a field: unit, default, range, and what a change does while the scene runs
  springvand docs overflow           the same, wherever the word stands
  springvand docs units              how numbers may be written; also file, entity, limits, keys

content/REFERENCE.md has all of it on one page."""
WIDEST = 120


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="what a word of a scene file means", epilog=EXAMPLES,
        description="Explain a component, a field or a topic; without WORD list what there is.",
    )  # fmt: skip
    parser.add_argument("word", metavar="WORD", nargs="?", help="such as emitter, emitter.rate, rate, units")
    return parser


def main(arguments):
    """Print what the reference says."""
    import shutil

    from game.reference import terminal

    width = min(shutil.get_terminal_size((100, 24)).columns, WIDEST)
    try:
        print(terminal.about(arguments.word, width) if arguments.word else terminal.overview(width))
    except terminal.Unknown as error:
        raise Stop(USAGE, str(error)) from None
    return FINE
