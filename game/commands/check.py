"""`springvand check`: what is wrong with scenes, and whether they do what their `check:` section says."""

import json
from pathlib import Path

from game.report import CONTENT, FINE, say
from game.scenes import SCENES, find, names

EXAMPLES = """examples:
  springvand check                       all scenes that come with the program
  springvand check my/scene.yaml         one of your own
  springvand check --run fountain        also run it and hold it to its check: section"""


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="what is wrong with a scene", epilog=EXAMPLES,
        description="Print what is wrong with scenes, as file:line:column. The status is 1 when something is.",
    )  # fmt: skip
    parser.add_argument("scenes", metavar="PATH", nargs="*", help="names of scenes or paths of files; all that come with the program")
    parser.add_argument("--run", action="store_true", help="also run each scene and hold it to its check: section")
    parser.add_argument("--json", action="store_true", help="as a list of {file, errors, more, measured, failed}")
    parser.add_argument("--allow-outside", action="store_true", help="let scenes use files outside their folder (your own scenes only)")
    return parser


def main(arguments):
    """Check every scene that is named."""
    paths = [find(name) for name in arguments.scenes] or [SCENES / f"{name}.yaml" for name in names()]
    results = [examine(path, arguments.run, arguments.allow_outside) for path in paths]
    if arguments.json:
        print(json.dumps(results, indent=1, default=str))
    else:
        for result in results:
            _print(result)
    bad = sum(bool(result["errors"] or result["failed"]) for result in results)
    say(f"{len(results)} scene{'s' if len(results) != 1 else ''}, {bad or 'none'} with errors")
    return CONTENT if bad else FINE


def _print(result):
    for error in result["errors"]:
        print(error["shown"])
    if result["more"]:
        print(f"and {result['more']} more")
    for name, value in result["measured"].items():
        print(f"{Path(result['file']).stem}: {name} {value}")
    for text in result["failed"]:
        print(f"{result['file']}: error: {text}")


def examine(path, run=False, allow_outside=False):
    """What is wrong with one scene: {file, errors, more, measured, failed}; the last two are empty unless it is run."""
    from engine.scene import SceneError, load

    result = {"file": str(path), "errors": [], "more": 0, "measured": {}, "failed": []}
    try:
        scene = load(path, allow_outside=allow_outside)
    except SceneError as error:
        result["errors"] = [
            {"file": str(d.file), "line": d.line, "column": d.column, "text": d.text, "shown": str(d)} for d in error.diagnostics
        ]
        result["more"] = error.more
        return result
    if run:
        result["measured"], result["failed"] = measure(scene)
    return result


def hold(scene):
    """Run a scene as long as its `check:` section says; a text for each promise that it broke."""
    return measure(scene)[1]


def measure(scene):
    """Run a scene as long as its `check:` section says. Returns what was measured, rounded, and a text for each promise it broke."""
    from game.measure import measured

    found = measured(scene)
    for text in found.messages:
        say(text)
    return {name: _rounded(value) for name, value in found.figures.items()}, found.failed


def _rounded(value):
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return round(value, 4) if isinstance(value, float) else value
