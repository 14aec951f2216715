"""`springvand completion`: the shell completes commands, options and names of scenes."""

from game.report import FINE

EXAMPLES = """examples:
  bash    springvand completion bash > ~/.local/share/bash-completion/completions/springvand
  zsh     springvand completion zsh > ~/.zfunc/_springvand      (with fpath+=~/.zfunc before compinit in ~/.zshrc)
  fish    springvand completion fish > ~/.config/fish/completions/springvand.fish

for this terminal only:
  springvand completion bash > /tmp/springvand && . /tmp/springvand"""
SHELLS = "bash", "zsh", "fish"


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="completion for your shell", epilog=EXAMPLES, description="Print a script that completes commands, options and scenes."
    )
    parser.add_argument("shell", choices=SHELLS, help="your shell")
    return parser


def main(arguments):
    """Print the script."""
    print(script(arguments.shell))
    return FINE


def script(shell):
    """A shell's script, made from the parsers; scenes are those that come with the program now, or any file."""
    import shtab

    from game.cli import parser
    from game.commands import run
    from game.scenes import names

    whole, known = parser(), names()
    commands = next(action for action in whole._actions if action.nargs == "A...")  # argparse's mark of subcommands
    for name in known:  # `springvand fountain` is `springvand run fountain`
        run.add(commands, name)
    for action in (action for one in commands.choices.values() for action in one._actions):
        if action.dest in ("scene", "scenes", "source"):
            action.complete = scenes(known)
        elif action.dest in ("output", "name"):
            action.complete = shtab.FILE
        elif action.dest == "word":
            action.choices = _words()
    return shtab.complete(whole, shell=shell, root_prefix="springvand")


def scenes(known):
    """How each shell completes a scene: by its name, or a file."""
    words = " ".join(known)
    return {
        "bash": "_springvand_scenes",
        "zsh": "_springvand_scenes",
        "fish": f"{words} (__fish_complete_path (commandline -ct))",
        "preamble": {
            "bash": f'_springvand_scenes() {{ compgen -W "{words}" -- "$1"; compgen -f -- "$1"; }}',
            "zsh": f'_springvand_scenes() {{ _alternative "scenes:scene:({words})" "files:file:_files" }}',
        },
    }


def _words():
    """What `springvand docs` knows best."""
    from game.reference.blocks import all_rows
    from game.reference.terminal import TOPICS

    return [*TOPICS, *dict.fromkeys(row.address for row in all_rows())]
