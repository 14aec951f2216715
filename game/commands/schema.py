"""`springvand schema`: the JSON schema by which editors complete and check scenes."""

from game.report import FINE

EXAMPLES = """examples:
  springvand schema > scene.schema.json

Scenes that come with the program, and those that springvand new makes, name it in their first line:
  # yaml-language-server: $schema=../scene.schema.json
VS Code needs the extension "YAML" (redhat.vscode-yaml) for it; other editors a yaml-language-server."""


def add(commands, name):
    """Describe the command to argparse."""
    return commands.add_parser(
        name, help="the JSON schema for editors", epilog=EXAMPLES, description="Print the JSON schema (draft-07) of scene files."
    )


def main(arguments):
    """Print it."""
    from engine.scene.editor import printed, scene_schema
    from game.reference.examples import bodies

    print(printed(scene_schema(bodies())), end="")
    return FINE
