"""`springvand new`: a scene of one's own, with comments that teach."""

import os
import re
from pathlib import Path

from game.report import CONTENT, FINE, USAGE, Stop, say
from game.scenes import SCENES, find

EXAMPLES = """examples:
  springvand new first                       first.yaml: sparks over a stone plate, forty lines that say what to try
  springvand new my/pond --from rain         a copy of a scene that comes with the program, its comments too
  springvand new later --from my/pond.yaml   a copy of one of your own

Nothing is ever overwritten. Textures and other files that the scene names are found from the new place too."""
TEMPLATE = SCENES.parent / "templates" / "new.yaml"
SCHEMA = SCENES.parent / "scene.schema.json"
ENDINGS = (".yaml", ".yml")
MODELINE = "# yaml-language-server: $schema="


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="make a scene of your own", epilog=EXAMPLES,
        description="Write NAME.yaml: a small scene whose comments say what its values do and what to try next, or a copy of another scene.",
    )  # fmt: skip
    parser.add_argument("name", metavar="NAME", help="of the scene, with the path of its folder where that is another one")
    parser.add_argument("--from", dest="source", metavar="SCENE", help="copy this one: name of a scene, or path of a file")
    return parser


def main(arguments):
    """Write the scene, and say what to do next."""
    target = place(arguments.name)
    text = copied(find(arguments.source) if arguments.source else TEMPLATE, target)
    write(target, text)
    print(target)
    say(f"springvand: now: {os.environ.get('SPRINGVAND_CALLED', 'springvand')} {_quoted(target)}")
    say("springvand: it opens in a window; edit the file beside it, save, and see it change")
    return FINE


def place(name):
    """Path of the file to be written. Stops where something is there already."""
    path = Path(name if name.lower().endswith(ENDINGS) else f"{name}.yaml")
    if not path.stem.strip() or Path(name).name in ("", ".", "..") or name.endswith(("/", os.sep)):
        raise Stop(USAGE, f"'{name}' is no name of a scene; write one, as in springvand new first")
    if path.exists() or path.is_symlink():
        raise Stop(USAGE, f"{path} is there already and stays as it is; choose another name, or edit it")
    return path


def copied(source, target):
    """Text of a scene for its new place: a title of its own, no key of the gallery, the schema found from there. Stops where it would not load."""
    text = _checked(source, source.read_bytes(), "nothing is copied").decode("utf-8-sig")
    title = target.stem.replace("_", " ").replace("-", " ").strip().capitalize() or "New"
    ending = "\r\n" if "\r\n" in text else "\n"
    text = re.sub(rf"^{re.escape(MODELINE)}.*\r?\n", "", text)
    text = re.sub(r"^key:.*\r?\n", "", text, count=1, flags=re.M)
    text = re.sub(r"^title:[^\r\n]*", lambda _: f"title: {_plain(title)}", text, count=1, flags=re.M)
    text = f"{MODELINE}{schema_from(target)}{ending}{text}"
    _checked(target, text.encode(), "copy the files that it names beside it, or choose its own folder; nothing is written")
    return text


def _checked(path, raw, so):
    """The bytes of a scene as it would be at a path, which load there. Prints what is wrong and stops, where something is."""
    from engine.scene import SceneError
    from engine.scene.load import parse

    try:
        parse(raw, path)
    except SceneError as error:
        say(str(error))
        raise Stop(CONTENT, f"{path} has errors; {so}") from None
    return raw


def _plain(title):
    """A title as YAML reads it for sure."""
    return title if re.fullmatch(r"[A-Za-z][A-Za-z0-9 ]*", title) and title.lower() not in ("true", "false", "null") else f'"{title}"'


def schema_from(target):
    """How the first line of a scene names the schema: as short as it can be within the project, by its address from elsewhere."""
    folder = Path(os.path.abspath(target)).parent
    if folder.is_relative_to(SCHEMA.parent.parent):
        return os.path.relpath(SCHEMA, folder).replace(os.sep, "/")
    return SCHEMA.as_uri()


def write(path, text):
    """Write a file that is not there yet, whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise Stop(USAGE, f"{path} is there already and stays as it is; choose another name, or edit it") from None
    except OSError as error:
        raise Stop(USAGE, f"{path} cannot be written: {error.strerror}; choose another folder") from None


def _quoted(path):
    import shlex

    return shlex.quote(str(path))
