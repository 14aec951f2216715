"""Ways to spoil a camera's path."""

EYE = "  eye: {camera: {fov: 50, target: jet}}\n"


def path(text, words):
    """A case: the eye of the scene has this path; ^ stands before the place of the mistake."""
    before, _, after = text.partition("^")
    line = f"  eye: {{camera: {{}}, {before}{after}}}\n"
    return (EYE, line, 17, len("  eye: {camera: {}, ") + len(before) + 1, words)


KEY = "keys: [{position: [0, 1, 4]}]"
PATHS = {
    "path without a camera": (EYE, EYE + f"  drone: {{camera_path: {{{KEY}}}}}\n", 18, 11, "'drone' has camera_path but no camera; write camera: {} beside it"),
    "path without keys": path("^camera_path: {closed: false}", "needs a file or keys; write file: paths/tour.keys, or keys: [{position: [0, 1.5, 4]}]"),
    "path of no key": path("camera_path: {^keys: []}", "needs a key; write keys: [{position: [0, 1.5, 4]}]"),
    "flare without a sun": (EYE, EYE + "  lens: {lens_flare: {}}\n", 18, 10, "a flare is of the scene's sun, and there is none; write sun: {} beside it"),
    "look at nothing": path(f"camera_path: {{{KEY}, rotation_mode: ^look_at}}", "look_at needs a target; write look_at: [0, 1, 0] beside it, or the name of an entity"),
    "look at nobody": path(f"camera_path: {{{KEY}, look_at: ^jett}}", "no entity 'jett'; did you mean 'jet'?"),
    "look at itself": path(f"camera_path: {{{KEY}, look_at: ^eye}}", "a camera cannot look at itself; name another entity, or a point"),
    "key that takes no time": path("camera_path: {keys: [{position: [0, 1, 4], duration: ^0}]}", "must be more than 0"),
    "key that sees too much": path("camera_path: {keys: [{position: [0, 1, 4], fov: ^180}]}", "must be less than 179"),
    "event of two words": path("camera_path: {keys: [{position: [0, 1, 4], event: ^'big splash'}]}", "event: must be one word, found 'big splash'"),
    "misspelt mode": path(f"camera_path: {{{KEY}, rotation_mode: ^eular}}", "'eular'"),
    "no key file": path("camera_path: {file: ^paths/none.keys}", "no file 'paths/none.keys' in the scene's folder or in content/"),
}  # fmt: skip
