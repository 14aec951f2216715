"""`springvand export`: what a scene says, for other programs and for files of one's own."""

from pathlib import Path

from game.report import CONTENT, FINE, USAGE, Stop, say
from game.scenes import find

EXAMPLES = """examples:
  springvand export my/tour.yaml --keys                     the keys of its camera path, one a line: p X Y Z r X Y Z
  springvand export my/tour.yaml --keys -o my/tour.keys     into a file, which camera_path: {file: tour.keys} then reads
  springvand export my/tour.yaml --keys --camera drone      of this camera"""


def add(commands, name):
    """Describe the command to argparse."""
    parser = commands.add_parser(
        name, help="the keys of a camera path", epilog=EXAMPLES,
        description="Print the keys of a scene's camera path as a key file: those in the scene, in a key file (comments kept) or in a glTF file.",
    )  # fmt: skip
    parser.add_argument("scene", metavar="SCENE", help="name of a scene, or path of a file")
    parser.add_argument("--keys", action="store_true", required=True, help="of the camera path")
    parser.add_argument("--camera", metavar="NAME", help="of this entity; the first that has a path, where absent")
    parser.add_argument("-o", "--output", metavar="FILE", help="write them here")
    parser.add_argument("--allow-outside", action="store_true", help="let the scene use files outside its folder (your own scenes only)")
    return parser


def main(arguments):
    """Print or write the keys."""
    from engine.assets.key_lines import sourced
    from engine.assets.key_text import written
    from engine.scene import SceneError, load

    try:
        scene = load(find(arguments.scene), allow_outside=arguments.allow_outside)
    except SceneError as error:
        raise Stop(CONTENT, f"nothing is exported\n{error}") from None
    path = _path(scene, arguments.camera)
    keys = path.all_keys()
    text = written(keys if path.keys is None or path.read is None else sourced(keys, path.read.keys), path.read)
    if arguments.output is None:
        print(text.decode().replace("\r\n", "\n"), end="")
        return FINE
    try:
        Path(arguments.output).write_bytes(text)
    except OSError as error:
        raise Stop(USAGE, f"{arguments.output} cannot be written: {error.strerror}") from None
    say(f"{arguments.output}: {len(keys)} keys")
    return FINE


def _path(scene, camera):
    """The camera path that is asked for. Stops where there is none."""
    paths = {name: entity.camera_path for name, entity in scene.spec.entities.items() if entity.camera_path}
    if camera is None and paths:
        return next(iter(paths.values()))
    if camera in paths:
        return paths[camera]
    known = f"there are {', '.join(paths)}" if paths else "no camera of this scene has one; write camera_path beside a camera"
    raise Stop(USAGE, f"no camera path{f' of {camera}' if camera else ''}; {known}")
