"""Every way to spoil an include or a like; see scene_cases.py."""

PART = """\
vars: {spread: {value: 1, min: 0, max: 2, keys: [Q, A]}}
entities:
  jet: {mass: 1 g, emitter: {kill_below: 0, start_velocity: {jet: {spread: $spread}}}}
  down: {gravity: {}, affects: [jet]}
  pool: {wave_surface: {size: [2, 1]}}
  eye: {camera: {target: jet}}
  twin: {like: jet, position: [1, 0, 0]}
"""

# name -> text, in the folder of the scene
FILES = {
    "part.yaml": PART,
    "My Part.yaml": PART,
    "time.yaml": PART,
    "around.yaml": "include: [{file: back.yaml}]\nentities: {down: {gravity: {}}}\n",
    "back.yaml": "include: [{file: around.yaml}]\nentities: {down: {gravity: {}}}\n",
    "many.yaml": "entities:\n  a: {gravity: {}}\nvars: {many: [" + "1, " * 15_000 + "]}\n",
    **{f"deep{i}.yaml": f"include: [{{file: deep{i + 1}.yaml}}]\nentities: {{}}\n" for i in range(9)},
    "deep9.yaml": "entities: {}\n",
}

EYE = "  eye: {camera: {fov: 50, target: jet}}\n"


def entry(words, said):
    """A case: an entry of include in line 2 of the scene; ^ stands before its mistake."""
    line = f"include: [{{{words}}}]\n"
    return "title: Test\n", line.replace("^", ""), 2, line.index("^") + 1, said


def beside(words, said, line=18):
    """A case: part.yaml included, and entities beside it; ^ stands before the mistake in the last line."""
    text = EYE + words
    last = text.split("\n")[-2]
    return EYE, text.replace("^", "") + "include: [{file: part.yaml}]\n", line, last.index("^") + 1, said


INCLUDES = {
    "no included file": entry("file: ^prt.yaml", "no file 'prt.yaml' in the scene's folder or in content/; did you mean 'part.yaml'?"),
    "included folder": entry("file: ^folder", "'folder' is not a file"),
    "file by variable": entry("file: ^$rate", "'$rate': which file is included cannot depend on a variable; write its path"),
    "include without file": ("title: Test", "include: [{as: part}]", 2, 11, "include[0] needs 'file': text"),
    "unknown of an include": entry("file: part.yaml, ^positon: [0, 0, 0]", "unknown key 'positon'; did you mean 'position'?"),
    "include of a name": ("title: Test", "include: part.yaml", 2, 10, "include: must be a list of blocks with file, found 'part.yaml'"),
    "short place": entry("file: part.yaml, position: ^[0, 0]", "position: needs 3 numbers, found 2"),
    "stem that is no name": entry("file: ^My Part.yaml", "'My Part' cannot be the first part of a name; write as: and a lower-case letter, then letters, digits and _"),
    "as that is no name": entry("file: part.yaml, as: ^2nd", "'2nd' cannot be the first part of a name"),
    "as that is a number": entry("file: part.yaml, as: ^2", 'as: must be text, found 2; write "2" in quotes'),
    "as a word of the format": entry("file: ^time.yaml", "'time' is a word of the format; write another name, as in as: my_time"),
    "as an entity": entry("file: part.yaml, as: ^jet", "'jet' is an entity of this file; write another name, as in as: jet_2"),
    "as twice": entry("file: part.yaml}, {file: ^part.yaml", "'part' is included already; write another name, as in as: part_2"),
    "in a circle": ("title: Test", "include: [{file: around.yaml}]", 1, 18, "test.yaml -> around.yaml -> back.yaml -> around.yaml: a file cannot include itself; take out one of these"),
    "too deep": ("title: Test", "include: [{file: deep0.yaml}]", 1, 18, "deep6.yaml -> deep7.yaml: more than 8 files, one in the other"),
    "too much": entry("file: many.yaml, as: a}, {file: ^many.yaml, as: b", "more than 20,000 values in all files together; keep bulk data in files of its own"),
    "leaves out nothing": entry("file: part.yaml, without: [^jett]", "no entity 'jett' in part.yaml; did you mean 'jet'?"),
    "leaves out what is needed": entry("file: part.yaml, without: [^jet, eye, twin]", "'down' needs 'jet' (part.yaml:4, affects); leave out 'down' too, or keep 'jet'"),
    "leaves out a target": entry("file: part.yaml, without: [^jet, down, twin]", "'eye' needs 'jet' (part.yaml:6, camera); leave out 'eye' too"),
    "leaves out a likeness": entry("file: part.yaml, without: [^jet, down, eye]", "'twin' needs 'jet' (part.yaml:7, like); leave out 'twin' too"),
    "water turned": entry("file: part.yaml, rotation: ^[0, 45, 0]", "'part.pool' is water, which lies along the world's x and z; write rotation: [0, 90, 0], [0, 180, 0] or [0, 270, 0], or without: [pool]"),
    "height that leans": entry("file: part.yaml, without: [pool], rotation: ^[20, 0, 0]",
                               "'part.jet' has a kill_below, which cannot lean; write a rotation about y only, as in [0, 90, 0], or here part.jet: {emitter: {kill_below: 0}}, or without: [jet]"),
    "over nothing": beside("  ^part.jett: {emitter: {rate: 9}}\n", "only what is included has a name with a dot, and 'part.jett' is not; did you mean 'part.jet'?"),
    "variable over nothing": ("on: true}", "part.spred: 1}\ninclude: [{file: part.yaml}]", 5, 60, "only what is included has a name with a dot, and 'part.spred' is not; did you mean 'part.spread'?"),
    "over something wrong": beside("  part.jet: {emitter: {rate: ^-1}}\n", "rate: must be 0 or more, found -1"),
    "variable out of range": ("on: true}", "part.spread: 3}\ninclude: [{file: part.yaml}]", 5, 73, "3 is outside the range of 'part.spread'; write 0 to 2"),
    "key of an included variable": ("on: true}", "part.spread: {keys: [Q, H]}}\ninclude: [{file: part.yaml}]", 5, 84, "the program itself uses the key H"),
    "target in a file": beside("  far: {camera: {target: ^part.jt}}\n", "no entity 'part.jt'; did you mean 'part.jet'?"),
    "action on a file": ("toggle jet.emitter.enabled}", "toggle part.jett.emitter.enabled}\ninclude: [{file: part.yaml}]", 6, 11,
                         "'part.jett.emitter.enabled': no entity 'part.jett'; did you mean 'part.jet'?"),
    "action on a file's variable": ("toggle jet.emitter.enabled}", "set vars.part.spred 1}\ninclude: [{file: part.yaml}]", 6, 11,
                                    "'vars.part.spred': no variable 'part.spred'; did you mean 'part.spread'?"),
    "dotted name": (EYE, EYE + "  a.b: {gravity: {}}\n", 18, 3, "'a.b' cannot be a name; write a lower-case letter, then letters, digits and _"),
    "like nobody": (EYE, EYE + "  jet2: {like: jett}\n", 18, 16, "no entity 'jett'; did you mean 'jet'?"),
    "like itself": (EYE, EYE + "  jet2: {like: jet2}\n", 18, 16, "'jet2' is like 'jet2'; write out the components of one of them"),
    "like in a circle": (EYE, EYE + "  a: {like: b}\n  b: {like: c}\n  c: {like: b, gravity: {}}\n", 20, 13, "'b' is like 'c', which is like 'b'; write out the components of one of them"),
    "like in a large circle": (EYE, EYE + "".join(f"  e{i}: {{like: e{(i + 1) % 90}}}\n" for i in range(90)), 107, 15,
                               "'e0' is like 'e1', which is like 'e2', which is like 'e3', which is like 'e4', which is like ..., which is like 'e0'; write out"),
    "like too much": (EYE, EYE + f"  a: {{mass: 1, points: {{positions: [{'[0, 0, 0], ' * 3000}]}}}}\n" + "".join(f"  b{i}: {{like: a}}\n" for i in range(9)), 27, 14,
                      "more than 100,000 values of entities that are like others; write fewer of them"),
    "like what is wrong": (EYE, EYE + "  b: {like: a}\n  a: {mass: -1}\n", 19, 13, "mass: must be more than 0, found -1"),
    "like with too little": (EYE, EYE + "  b: {like: lid, collider: {restitution: 2}}\n", 18, 42, "restitution: must be 1 or less, found 2"),
}  # fmt: skip

# case -> the file in which its mistake stands, where that is an included one
WITHIN = {"in a circle": "back.yaml", "too deep": "deep6.yaml"}

OVERRIDES = {
    "include[0].file": ("other.yaml", "--set:1:17: error: 'include[0].file': what is included is said by the file itself; lay values over position and rotation"),
    "part.jett.mass": (1, "--set:1:16: error: 'part.jett.mass': no entity 'part.jett'; did you mean 'part.jet'?"),
    "part.jet.emitter.rate": (-1, "--set:1:23: error: rate: must be 0 or more, found -1"),
    "vars.part.spread": (3, "--set:1:18: error: 3 is outside the range of 'part.spread'; write 0 to 2"),
}  # fmt: skip
