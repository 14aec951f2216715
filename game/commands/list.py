"""`springvand list`: which scenes there are."""

import json

from game.report import FINE, say
from game.scenes import SCENES, names

EXAMPLES = """examples:
  springvand list                        name, title and a line about each
  springvand list --json                 the same as data, with paths
  springvand cloth                       show one of them; springvand new mine --from cloth makes it yours"""


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="which scenes there are", epilog=EXAMPLES, description="Scenes that come with the program: name, title, about."
    )
    parser.add_argument("--json", action="store_true", help="as a list of {name, title, about, path}")
    return parser


def main(arguments):
    """Print one line a scene."""
    rows = [_row(name) for name in names()]
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return FINE
    wide = [max((len(row[key]) for row in rows), default=0) for key in ("name", "title")]
    for row in rows:
        print(f"{row['name']:{wide[0]}}  {row['title']:{wide[1]}}  {row['about']}")
    return FINE


def _row(name):
    from engine.scene import SceneError, load

    path = SCENES / f"{name}.yaml"
    try:
        spec = load(path, sampled=False).spec
    except SceneError:
        say(f"springvand: {name} has errors; springvand check {name} shows them")
        return {"name": name, "title": "", "about": "(has errors)", "path": str(path)}
    return {"name": name, "title": spec.title, "about": spec.about, "path": str(path)}
