"""Every message that a scene can provoke, provoked: text, line, column, words."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.scene import SceneError, load, parse, value_of
from engine.scene import text as yaml_text
from engine.scene.explain import LIMITS
from engine.scene.syntax import PROBLEMS
from engine.schema import limits

ROOT = Path(__file__).parents[2]

# A scene that is right, line by line; a case replaces one line (or bytes) of it.
SCENE = """\
format: 1
title: Test
camera: eye
time: {step: 1/120 s}
vars: {rate: {value: 600, min: 0, max: 900, keys: [Q, A]}, on: true}
keys: {O: toggle jet.emitter.enabled}
entities:
  jet:
    mass: 0.5 g
    emitter:
      rate: $rate
      lifetime: [2, 3]
      shape: point
  down: {gravity: {}}
  lid: {shape: {box: {size: [1, 0.1, 1]}}, collider: {restitution: 0.4}}
  pool: {wave_surface: {size: [2, 2]}, water: {color: "#88ccff"}}
  eye: {camera: {fov: 50, target: jet}}
"""
RATE, LIFETIME, SHAPE, DOWN, LID, POOL, EYE = (f"{line}\n" for line in SCENE.split("\n")[10:17])
DEEP = "  deep: " + "[" * 40 + "]" * 40 + "\n"

# name: (what is replaced, by what, line, column, words of the message)
CASES = {
    # the text
    "anchor": ("title: Test", "title: &t Test", 2, 8, "'&t': anchors are not used here; put the value under vars and write $name"),
    "alias": ("title: Test", "title: *t", 2, 8, "'*t': aliases are not used here"),
    "merge key": (DOWN, "  down: {<<: 1}\n", 14, 10, "'<<': merge keys are not used here"),
    "tag": ("title: Test", "title: !!str Test", 2, 8, "tags are not used here; take it out"),
    "own tag": (DOWN, "  down: !force {gravity: {}}\n", 14, 9, "'!force': tags are not used here"),
    "directive": ("format: 1", "%YAML 1.1\n---\nformat: 1", 1, 1, "lines that start with % are not used here; take them out"),
    "two documents": (EYE, EYE + "---\na: 1\n", 18, 1, "a scene file holds one document; take out this '---'"),
    "tab": (DOWN, "  down:\n\tgravity: {}\n", 15, 1, "a tab; write spaces"),
    "tab after a key": (DOWN, "  down:\t{gravity: {}}\n", 14, 8, "a tab; write spaces"),
    "twice": (DOWN, DOWN + DOWN, 15, 3, "'down' is given twice, first on line 14; take one out"),
    "nesting": (DOWN, DEEP, 14, 39, "nested deeper than 32"),
    "many values": (DOWN, f"  many: [{'1, ' * 20_000}]\n", 14, 59929, "more than 20,000 values; keep bulk data in files of its own"),
    "long text": ("title: Test", f"title: {'x' * 64_001}", 2, 8, "a text of more than 64,000 bytes"),
    "large file": ("title: Test", "#" * (1 << 20) + "\ntitle: Test", 1, 1, "larger than 1,048,576 bytes"),
    "UTF-16": (SCENE, SCENE.encode("utf-16"), 1, 1, "this is UTF-16 text; save as UTF-8"),
    "UTF-16 without mark": (SCENE, SCENE.encode("utf-16-le"), 1, 1, "this is UTF-16 text; save as UTF-8"),
    "Latin-1": (SCENE, SCENE.replace("Test", "Springår").encode("latin-1"), 2, 14, "byte 0xe5 is not UTF-8; save as UTF-8"),
    "control character": ("title: Test", "title: Te\x07st", 2, 10, "control character U+0007; take it out"),
    "digits": (RATE, f"      rate: {'9' * 100_000}\n", 11, 13, "a text of more than 64,000 bytes"),
    "some digits": (RATE, f"      rate: {'9' * 1000}\n", 11, 13, "a number of 1,000 digits; write at most 32"),
    "1e999": (RATE, "      rate: 1e999\n", 11, 13, "1e999 is too large for a number"),
    ".nan": (RATE, "      rate: .nan\n", 11, 13, ".nan is no number that a scene can use; write an ordinary number"),
    ".inf": (RATE, "      rate: -.inf\n", 11, 13, "-.inf is no number that a scene can use"),
    "no space": (RATE, "      rate:3\n", 11, 7, "put a space after the colon: rate: 3"),
    "no space at the end": (SHAPE, "      shape:point\n", 13, 7, "put a space after the colon: shape: point"),
    "no space in braces": (DOWN, "  down: {drag: {rate:3}}\n", 14, 17, "put a space after the colon: rate: 3"),
    "no space alone": (DOWN, "  down:\n    drag:\n      rate:3\n", 16, 7, "put a space after the colon: rate: 3"),
    "bare colour": (POOL, "  pool:\n    wave_surface: {size: [2, 2]}\n    water:\n      color: #88ccff\n", 19, 7,
                    "'color' is empty, for # starts a comment; put the colour in quotes: \"#88ccff\""),
    "empty": (DOWN, "  down:\n    gravity:\n", 15, 5, "'gravity' has no value; write one, or {} for a block that takes all defaults"),
    "null": (DOWN, "  down: {gravity: null}\n", 14, 19, "'null' is not used here; leave the key out"),
    "key missing": (DOWN, "  down: {: 1}\n", 14, 11, "a key is missing before ':'"),
    "block as key": (DOWN, "  ? [a, b]\n  : 1\n", 14, 5, "a key must be a plain word"),
    "empty file": (SCENE, "# nothing\n", 1, 1, "the file is empty"),
    "list": (SCENE, "- 1\n- 2\n", 1, 1, "a scene is made of keys such as 'entities:', not a list or text"),
    # syntax
    "colon": ("title: Test", "title: Test: two", 2, 12, "a ':' does not fit here; check the indentation, or put the text in quotes"),
    "dash": ("title: Test", "title: - Test", 2, 8, "a '-' does not fit here; put each entry on a line of its own, or write [a, b]"),
    "escape": ("title: Test", 'title: "a\\qb"', 2, 11, "unknown escape '\\q'; write / in paths, or use single quotes"),
    "at sign": ("title: Test", "title: @Test", 2, 8, "a value cannot start with @; put the text in quotes"),
    "value missing": (LIFETIME, "      lifetime: [2,, 3]\n", 12, 20, "a value is missing before ','"),
    "indentation": (DOWN, "   down: {gravity: {}}\n", 14, 4, "does not fit here; check the indentation"),
    "two texts": ("title: Test", 'title: "Test" two', 2, 15, "this does not fit here; check the indentation"),
    "brace": (DOWN, "  down: {gravity: {}\n", 15, 3, "the '{' of line 14, column 9 needs a ',' or '}' before this"),
    "quote": ("title: Test", "title: 'Test", 2, 8, "the quote that opens here is never closed"),
    # variables
    "no variable": (RATE, "      rate: $ratte\n", 11, 13, "no variable 'ratte' under vars; did you mean 'rate'?"),
    "in a list": (LIFETIME, "      lifetime: [$rat, 3]\n", 12, 18, "no variable 'rat' under vars; did you mean 'rate'?"),
    "braces": (RATE, '      rate: "${rate}"\n', 11, 13, "'${rate}': a variable is written $name and stands alone"),
    "in text": (RATE, "      rate: 2 $rate\n", 11, 13, "'2 $rate': a variable is written $name and stands alone"),
    "name of a variable": ("on: true}", "on-off: true}", 5, 60, "'on-off' cannot be the name of a variable; use letters, digits and _"),
    "from another": ("on: true}", "two: $rate}", 5, 65, "a variable cannot be made from another ($rate); write its value"),
    "outside its range": ("value: 600", "value: 1000", 5, 22, "1000 is outside the range of 'rate'; write 0 to 900"),
    "under its range": ("value: 600, min: 0, max: 900", "value: 600, min: 700", 5, 22, "600 is outside the range of 'rate'; write 700 or more"),
    "min over max": ("min: 0", "min: 1000", 5, 32, "min 1000 is more than max 900; turn them round"),
    "taken key": ("keys: [Q, A]", "keys: [H, A]", 5, 52, "the program itself uses the key H; free are A D"),
    "no key": ("keys: [Q, A]", "keys: [up, A]", 5, 52, "'up' is no key that a scene can have; free are A D"),
    "number key": ("keys: [Q, A]", "keys: [1, A]", 5, 52, 'keys are text; write "1" in quotes'),
    "one key": ("keys: [Q, A]", "keys: [Q]", 5, 51, "keys: needs 2 entries, found 1"),
    "three keys": ("keys: [Q, A]", "keys: [Q, A, D]", 5, 51, "keys: needs 2 entries, found 3"),
    "used at": ("value: 600, min: 0,", "value: -1,", 5, 22, "rate: must be 0 or more, found -1 (used at 11:13)"),
    "block in a list": ("on: true}", "on: [{a: 1}]}", 5, 64, "on: holds a block; the value of a variable is a number, text, true, false or a list of these"),
    # fields
    "typo": (RATE, "      ratee: 3\n", 11, 7, "unknown key 'ratee'; did you mean 'rate'?"),
    "unknown": (RATE, "      xyzzy: 3\n", 11, 7, "unknown key 'xyzzy'; known here: bursts, capacity,"),
    "component": (DOWN, "  down: {gravty: {}}\n", 14, 10, "unknown key 'gravty'; did you mean 'gravity'?"),
    "typo of what is needed": (POOL, "  pool: {wave_surface: {sice: [2, 2]}}\n", 16, 25, "unknown key 'sice'; did you mean 'size'?"),
    "kind": (SHAPE, "      shape: poimt\n", 13, 14, "unknown kind 'poimt'; did you mean 'point'?"),
    "kind as key": (SHAPE, "      shape: {poimt: {}}\n", 13, 15, "unknown key 'poimt'; did you mean 'point'?"),
    "needed": (POOL, "  pool: {wave_surface: {speed: 1}}\n", 16, 10, "wave_surface needs 'size': 2 numbers"),
    "no entities": (SCENE, "title: Empty\n", 1, 1, "a scene needs 'entities': a block of names"),
    "kinds together": (SHAPE, "      shape: {point: {}, box: {}}\n", 13, 7, "shape needs exactly one of point, disc, box; found point and box"),
    "no kind": (SHAPE, "      shape: {}\n", 13, 7, "shape needs exactly one of point, disc, box; found none"),
    "bounce and friction": ("restitution: 0.4", "bounce: [{}], friction: 1", 15, 44, "takes either bounce or restitution and friction, not both"),
    "drag": (DOWN, "  down: {drag: {}}\n", 14, 10, "drag needs exactly one of coefficient, rate"),
    "splash": ("size: [2, 2]", "size: [2, 2], splash: {impulse: 1}", 16, 39, "splash takes either depth, or impulse and radius together"),
    "frame": ("box: {size: [1, 0.1, 1]}", "frame: {inner: [2, 2], outer: [2, 3], height: 1}", 15, 17,
              "frame needs a hole (inner) that is smaller than the whole (outer) along both axes"),
    "far": ("fov: 50", "near: 2, far: 1", 17, 9, "camera sees from near to far; near must be less than far"),
    "truth": ("target: jet}", "target: jet}, draw: {visible: yes}", 17, 57, "visible: must be true or false, found 'yes'; write true"),
    "true mass": ("    mass: 0.5 g", "    mass: true", 9, 11, "mass: must be a number, found true"),
    "quoted": ("    mass: 0.5 g", '    mass: "0.3"', 9, 11, "mass: '0.3' is text; write the number without quotes: 0.3"),
    "no number": ("    mass: 0.5 g", "    mass: heavy", 9, 11, "mass: 'heavy' is not a number; write a number, or one with a unit as in '2 kg'"),
    "unit": ("    mass: 0.5 g", "    mass: 0.5 lb", 9, 11, "mass: unknown unit 'lb' in '0.5 lb'; units here: kg, g, mg, t"),
    "by zero": ("step: 1/120 s", "step: 1/0 s", 4, 14, "step: '1/0 s' divides by zero"),
    "step": ("step: 1/120 s", "step: 2 s", 4, 14, "step: must be 1 or less, found '2 s'"),
    "step word": ("step: 1/120 s", "step: frames", 4, 14, "step: 'frames' is not a number"),
    "unit in a list": (DOWN, "  down: {gravity: {acceleration: [0, 9 m, 0]}}\n", 14, 38, "acceleration[1]: unknown unit 'm' in '9 m'"),
    "colour as number": ('"#88ccff"', "5319E7", 16, 55, 'color: must be a colour: "#rrggbb" or "#rrggbbaa" in quotes, or 3 or 4 numbers '
                         'from 0 to 1, found 5.319e+10; YAML reads 5319E7 as a number: write "#5319E7" in quotes'),
    "colour": ('"#88ccff"', "blue", 16, 55, "color: 'blue' is no colour; write \"#rrggbb\""),
    "short colour": ('"#88ccff"', "[1, 1]", 16, 55, "color: needs 3 or 4 numbers, found 2"),
    "long colour": ('"#88ccff"', "[1, 1, 1, 1, 1]", 16, 55, "color: needs 3 or 4 numbers, found 5"),
    "bright colour": ('"#88ccff"', "[1, 1, 1.5]", 16, 62, "color[2]: must be 1 or less, found 1.5"),
    "short vector": (DOWN, "  down: {gravity: {acceleration: [0, 1]}}\n", 14, 34, "acceleration: needs 3 numbers, found 2"),
    "long vector": (DOWN, "  down: {gravity: {acceleration: [0, 1, 2, 3]}}\n", 14, 34, "acceleration: needs 3 numbers, found 4"),
    "no vector": (DOWN, "  down: {gravity: {acceleration: 9}}\n", 14, 34, "acceleration: must be 3 numbers, [x, y, z], found 9"),
    "text in a vector": (DOWN, "  down: {gravity: {acceleration: [0, true, 0]}}\n", 14, 38, "acceleration[1]: must be a number, found true"),
    "short target": ("target: jet", "target: [1, 2]", 17, 35, "target: needs 3 numbers, found 2"),
    "wrong target": ("target: jet", "target: true", 17, 35, "target: must be 3 numbers, [x, y, z] or text, found true"),
    "one point": ("format: 1", "bounds: [[0, 0, 0]]", 1, 9, "bounds: needs 2 points, found 1"),
    "lifetime 0": (LIFETIME, "      lifetime: 0\n", 12, 17, "lifetime: must be more than 0, found 0; a droplet needs some time to be seen"),
    "lifetime below 0": (LIFETIME, "      lifetime: -1 s\n", 12, 17, "lifetime: must be more than 0, found -1"),
    "lifetime .nan": (LIFETIME, "      lifetime: [.nan, 1]\n", 12, 18, ".nan is no number that a scene can use"),
    "lifetime turned": (LIFETIME, "      lifetime: [2, 1]\n", 12, 17, "lifetime: the first number must not exceed the second; write [1, 2]"),
    "lifetime of three": (LIFETIME, "      lifetime: [1, 2, 3]\n", 12, 17, "lifetime: needs 2 numbers, found 3"),
    "lifetime block": (LIFETIME, "      lifetime: {min: 1}\n", 12, 17, "lifetime: must be a number or [min, max], found a block"),
    "mass 0": ("    mass: 0.5 g", "    mass: 0", 9, 11, "mass: must be more than 0, found 0"),
    "fov": ("fov: 50", "fov: 200", 17, 23, "fov: must be less than 179, found 200"),
    "fraction of a count": (LIFETIME, "      capacity: 2.5\n", 12, 17, "capacity: must be a whole number, found 2.5"),
    "count as float": (LIFETIME, "      capacity: 1e3\n", 12, 17, "capacity: must be a whole number, found 1000; write 1000"),
    "word": (LIFETIME, "      overflow: skipp\n", 12, 17, "overflow: must be 'skip' or 'oldest', found 'skipp'"),
    "block for text": ("title: Test", "title: {a: 1}", 2, 8, "title: must be text, found a block"),
    "number for text": ("title: Test", "title: 2024", 2, 8, 'title: must be text, found 2024; write "2024" in quotes'),
    "text for block": (DOWN, "  down: {gravity: strong}\n", 14, 19, "gravity: must be a block with acceleration, found 'strong'"),
    "number for entity": (DOWN, "  down: 3\n", 14, 9, "down: must be a block with position, rotation,"),
    "format": ("format: 1", "format: 2", 1, 9, "format: must be 1, found 2"),
    "key of the gallery": ("format: 1", "key: F13", 1, 6, "key: must be F1 to F12, found 'F13'"),
    "many textures": (EYE, f"{EYE}  b: {{mass: 1, billboard: {{textures: [{', '.join(['x.png'] * 17)}]}}}}\n", 18, 38, "textures: needs at most 16 entries, found 17"),
    "no bounce": ("restitution: 0.4", "bounce: []", 15, 63, "bounce: needs at least 1 entry, found 0"),
    # one part and another
    "affects": (DOWN, "  down: {gravity: {}, affects: [jett]}\n", 14, 33, "no entity 'jett'; did you mean 'jet'?"),
    "affects what has no mass": (DOWN, "  down: {gravity: {}, affects: [lid]}\n", 14, 33, "'lid' has no mass, so nothing acts on it"),
    "affects without force": (EYE, EYE + "  here: {affects: [jet]}\n", 18, 10, "nothing here acts on others; affects stands beside a force"),
    "camera": ("camera: eye", "camera: eyee", 3, 9, "no entity 'eyee'; did you mean 'eye'?"),
    "no camera": ("camera: eye", "camera: jet", 3, 9, "'jet' has no camera; known here: eye"),
    "target": ("target: jet", "target: jat", 17, 35, "no entity 'jat'; did you mean 'jet'?"),
    "looks at itself": ("target: jet", "target: eye", 17, 35, "a camera cannot look at itself; name another entity, or a point"),
    "alive": ("format: 1", "check: {alive: {jit: [1, 2]}}", 1, 17, "no entity 'jit'; did you mean 'jet'?"),
    "alive without particles": ("format: 1", "check: {alive: {lid: [1, 2]}}", 1, 17, "'lid' has no particles to count; take it out"),
    "bounds": ("format: 1", "bounds: [[1, 1, 1], [0, 2, 2]]", 1, 9, "bounds: write the least x, y, z first, then the greatest"),
    "name": (DOWN, "  Down: {gravity: {}}\n", 14, 3, "'Down' cannot be a name; write a lower-case letter, then letters, digits and _"),
    "nothing in it": (SCENE, "entities: {}\n", 1, 1, "a scene needs at least one entity"),
    "many entities": (DOWN, "".join(f"  e{i}: {{}}\n" for i in range(10_000)), 7, 1, "10,004 entities; a scene may have 10,000"),
    "many particles": (EYE, EYE + "  two: {mass: 1, emitter: {capacity: 20000000}}\n", 18, 38, "20,010,000 particles in all; a scene may have 20,000,000"),
    "capacity": (LIFETIME, "      capacity: 20000001\n", 12, 17, "capacity: must be 20,000,000 or less, found 20000001"),
    "emitter without mass": ("    mass: 0.5 g\n", "", 9, 5, "'jet' has emitter but no mass; write mass: 0.5 g beside it"),
    "collider without shape": (DOWN, "  down: {collider: {}}\n", 14, 10, "'down' has collider but no shape; write shape: {box: {size: [1, 1, 1]}} beside it"),
    "water without waves": (DOWN, "  down: {water: {}}\n", 14, 10, "'down' has water but no wave_surface"),
    "billboard of nothing": (DOWN, "  down: {billboard: {}}\n", 14, 10, "'down' has billboard but no emitter or mass"),
    "rigid body": (LID, "  lid: {mass: 1, shape: {box: {size: [1, 1, 1]}}, collider: {}}\n", 15, 9, "rigid bodies are not there yet; take out mass, or collider"),
    "ball": (LID, "  lid: {shape: {sphere: {radius: 1}}, collider: {}}\n", 15, 39, "a sphere cannot be a collider yet; use shape: {box:"),
    "inside of a plane": (LID, "  lid: {shape: {plane: {}, inward: true}, collider: {}}\n", 15, 28, "a plane has no inside; turn its normal round, or use a box"),
    "repeated plane": (LID, "  lid: {shape: {plane: {}, repeat: {count: 2, step: [1, 0, 0]}}}\n", 15, 28, "repeat is for box and frame; take it out"),
    # keys
    "action": ("O: toggle jet.emitter.enabled", "O: togle jet.emitter.enabled", 6, 11, "'togle' is no action; did you mean 'toggle'?"),
    "toggle nothing": ("O: toggle jet.emitter.enabled", "O: toggle", 6, 11, "write toggle PATH, as in toggle jet.emitter.enabled"),
    "set nothing": ("O: toggle jet.emitter.enabled", "O: set vars.rate", 6, 11, "write set PATH VALUE, as in set jet.emitter.enabled true"),
    "toggle an entity": ("jet.emitter.enabled", "jed.emitter.enabled", 6, 11, "'jed.emitter.enabled': no entity 'jed'; did you mean 'jet'?"),
    "toggle a field": ("jet.emitter.enabled", "jet.emitter.enable", 6, 11, "'jet.emitter.enable': nothing is called 'enable' there; did you mean 'enabled'?"),
    "toggle a component": ("jet.emitter.enabled", "lid.emitter.enabled", 6, 11, "'lid.emitter.enabled': 'lid' has no emitter; known here: collider, shape"),
    "toggle a number": ("jet.emitter.enabled", "jet.emitter.rate", 6, 11, "'jet.emitter.rate' is a number, not true or false; toggle needs one of these"),
    "toggle a variable": ("jet.emitter.enabled", "vars.rate", 6, 11, "'vars.rate' is not true or false; use set vars.rate VALUE"),
    "toggle no variable": ("jet.emitter.enabled", "vars.rat", 6, 11, "'vars.rat': no variable 'rat'; did you mean 'rate'?"),
    "toggle inside a variable": ("jet.emitter.enabled", "vars.rate.max", 6, 11, "'vars.rate.max': a variable has one value; write vars.rate"),
    "toggle a block": ("jet.emitter.enabled", "time", 6, 11, "'time' is a whole block; name one value in it"),
    "toggle no address": ("jet.emitter.enabled", "jet..enabled", 6, 11, "'jet..enabled' is no address; write entity.component.field"),
    "cycle": ("toggle jet.emitter.enabled", "cycle jet.emitter.rate", 6, 11, "'jet.emitter.rate' is a number; cycle needs a field with a few words"),
    "set": ("toggle jet.emitter.enabled", "set jet.emitter.rate fast", 6, 11, "'jet.emitter.rate' cannot be fast; it must be a number"),
    "key taken": ("O: toggle", "H: toggle", 6, 8, "the program itself uses the key H"),
    "key of a variable": ("O: toggle", "Q: toggle", 6, 8, "the key Q already steers the variable 'rate'; choose another"),
    # files
    "no file": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: textures/ston.png}}\n", 18, 50,
                "no file 'textures/ston.png' in the scene's folder or in content/"),
    "near file": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: gren.png}}\n", 18, 50, "did you mean 'green.png'?"),
    "list of files": (EYE, EYE + "  more: {mass: 1, billboard: {textures: [green.png, gone.png]}}\n", 18, 53, "no file 'gone.png'"),
    "folder": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: folder}}\n", 18, 50, "'folder' is not a file"),
    "no image": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: text.png}}\n", 18, 50, "text.png is not a PNG or JPEG image"),
    "above": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: ../x.png}}\n", 18, 50, "'../x.png' leaves the scene's folder and content/"),
    "link": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: link.png}}\n", 18, 50, "'link.png' leads through a link to outside"),
    "absolute": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: /x.png}}\n", 18, 50, "'/x.png' starts at the root of the disk"),
    "home": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: ~/x.png}}\n", 18, 50, "'~/x.png' starts in a home folder"),
    "address": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: file://x.png}}\n", 18, 50, "'file://x.png' is an address"),
    "drive": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: 'C:/x.png'}}\n", 18, 50, "'C:/x.png' starts with a drive"),
    "backslash": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: a\\x.png}}\n", 18, 50, "'a\\x.png' has backslashes; write a/x.png"),
    "no path": (EYE, EYE + "  floor: {shape: {plane: {}}, surface: {texture: ''}}\n", 18, 50, "the path of a file is missing"),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a scene's files: an image, a folder, a text called an image, and a link that leaves."""
    outside, folder = tmp_path_factory.mktemp("outside"), tmp_path_factory.mktemp("scene")
    from PIL import Image

    Image.new("RGB", (2, 2)).save(folder / "green.png")
    Image.new("RGB", (2, 2)).save(outside / "far.png")
    (folder / "folder").mkdir()
    (folder / "text.png").write_text("no image")
    (folder / "link.png").symlink_to(outside / "far.png")
    return folder


@cache
def found_in(name, folder):
    """Diagnostics of a case."""
    old, new, *_ = CASES[name]
    assert old in SCENE
    return errors(new if isinstance(new, bytes) else SCENE.replace(old, new, 1), folder)


def errors(raw, folder, **more):
    """Diagnostics of a scene that must not load."""
    with pytest.raises(SceneError) as caught:
        parse(raw if isinstance(raw, bytes) else raw.encode(), folder / "test.yaml", **more)
    return caught.value.diagnostics


@pytest.mark.parametrize("name", CASES)
def test_each_mistake_is_said_once_at_its_place(name, folder):
    """One mistake, one error: at the line and column of the cause, with what to write instead."""
    _, _, line, column, words = CASES[name]
    found = found_in(name, folder)
    assert len(found) == 1, [d.text for d in found]
    assert words in found[0].text
    assert (found[0].line, found[0].column) == (line, column)


OVERRIDES = {
    "jet.emitter.rate": (-1, "--set:1:18: error: rate: must be 0 or more, found -1"),
    "jet.emitter.rat": (1, "--set:1:17: error: 'jet.emitter.rat': nothing is called 'rat' there; did you mean 'rate'?"),
    "vars.rate": (1000, "--set:1:11: error: 1000 is outside the range of 'rate'; write 0 to 900"),
    "jet.emitter.lifetime[2]": (1, "--set:1:25: error: 'jet.emitter.lifetime[2]': nothing is called '2' there"),
    "pool.wave_surface.splash.depth": ("deep", "--set:1:32: error: depth: 'deep' is not a number; write a number, or one with a unit as in '2 m'"),
    "jet.emitter.bursts[0].count": (1, "--set:1:29: error: 'jet.emitter.bursts[0].count': there are only 0 there"),
    "jet.emitter.start_mass[0]": (1, "--set:1:27: error: 'jet.emitter.start_mass[0]': there is no list there; name the whole value"),
}  # fmt: skip


@pytest.mark.parametrize("address", OVERRIDES)
def test_an_override_that_is_wrong_is_named_as_such(address, folder):
    """The error stands at the option's text, not at a line of the file that is right."""
    value, words = OVERRIDES[address]
    found = errors(SCENE, folder, overrides={address: value})
    assert [str(d).split("\n")[0] for d in found] == [words]
    assert found[0].source == f"{address}={value}"


def test_a_diagnostic_reads_as_the_house_prints_it(folder):
    """File, line, column, what is wrong, what to write; the line; a caret under the column."""
    found = errors(SCENE.replace(RATE, "      ratee: 3\n"), folder)
    path = folder / "test.yaml"
    assert str(found[0]) == f"{path}:11:7: error: unknown key 'ratee'; did you mean 'rate'?\n          ratee: 3\n          ^"


def test_all_mistakes_come_at_once_in_the_order_of_their_lines(folder):
    """Text, fields, references and files are checked in one go."""
    wrong = {"title: Test": "title: [1]", RATE: "      rate: .nan\n", DOWN: "  down: {gravity: {}, affects: [jett]}\n", "fov: 50": "fov: 0"}
    text = SCENE + "  floor: {shape: {plane: {}}, surface: {texture: gone.png}}\n"
    for old, new in wrong.items():
        text = text.replace(old, new)
    assert [d.line for d in errors(text, folder)] == [2, 11, 14, 17, 18]


def test_twenty_at_most_and_the_number_of_the_others(folder):
    """25 mistakes: 20 are listed, 5 are counted."""
    with pytest.raises(SceneError, match="and 5 more$") as caught:
        parse((SCENE + "".join(f"  e{i}: {{gravty: {{}}}}\n" for i in range(25))).encode(), folder / "test.yaml")
    assert len(caught.value.diagnostics) == limits.ERRORS == 20 and caught.value.more == 5


FILES = {"gone.yaml": "there is no such file", "folder": "this is not a file"}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_scene_is_an_error_of_its_own(name, folder):
    """What cannot be opened is said before anything is read."""
    with pytest.raises(SceneError) as caught:
        load(folder / name)
    assert [d.text for d in caught.value.diagnostics] == [FILES[name]]


@pytest.mark.parametrize("text", ["[1, 2", "1\nb: 2", ".nan"])
def test_a_value_from_the_command_line_is_one_value(text):
    """What is no single value raises ValueError with the scene file's own words."""
    with pytest.raises(ValueError):
        value_of(text)


# Every template of a message in the code is met by a case above.

REPORTS = {"at", "mark", "_bad", "_refuse", "PathError", "AddressError", "UnitError", "PydanticCustomError"}
ELSEWHERE = {  # provoked by tests that need more than a text
    "no scene '.*'.*": "test_paths", "'.*' is not one value": "above", "cannot be read: .*": "test_load", "'.*' cannot be read: .*": "test_load",
    "there is no such file": "above", "this is not a file": "above",
    "larger than .* bytes; keep bulk data in files of its own": "above", ".*": "passed on", r"\{message\}": "passed on",
}  # fmt: skip


def _patterns(node):
    """Regular expressions of the texts that an expression can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [re.sub(r"\\\{\w+\\\}", ".*", re.escape(node.value))]
    if isinstance(node, ast.JoinedStr):
        return ["".join(re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in node.values)]
    if isinstance(node, ast.IfExp):
        return _patterns(node.body) + _patterns(node.orelse)
    return []


def _templates():
    """Every text that is given to a report or to an error of a scene, as a regular expression with the place of its call."""
    for folder in ("scene", "schema", "emitters", "forces", "colliders", "bodies", "looks", "cameras"):
        for path in sorted((ROOT / "engine" / folder).glob("*.py")):
            tree = ast.parse(path.read_text())
            texts = {t.id: n.value for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
            for call in (n for n in ast.walk(tree) if isinstance(n, ast.Call)):
                name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                if name in REPORTS:
                    for argument in call.args:
                        argument = texts.get(argument.id, argument) if isinstance(argument, ast.Name) else argument
                        for pattern in _patterns(argument):
                            if " " in pattern or "\\ " in pattern:
                                yield pattern.replace("\\ ", " "), f"{path.name}:{call.lineno}"


def test_every_message_in_the_code_has_a_case(folder):
    """The texts given to reports and errors, read from the syntax trees; a new message without a case fails here."""
    full = [d.text for name in CASES for d in found_in(name, folder)]
    full += [d.text for address, (value, _) in OVERRIDES.items() for d in errors(SCENE, folder, overrides={address: value})]
    templates = list(_templates())
    assert len(templates) > 80
    missing = [
        f"{place}: {pattern}"
        for pattern, place in templates
        if pattern not in ELSEWHERE and not any(re.search(pattern, text, re.DOTALL) for text in full)
    ]
    assert missing == []


def test_every_word_for_syntax_and_limits_has_a_case():
    """The two tables of translations are covered too."""
    said = [words for *_, words in CASES.values()]
    for _, text in PROBLEMS:
        assert any(re.search(re.escape(text).replace(r"\{0\}", ".+"), words) for words in said), text
    for text in LIMITS.values():
        assert any(re.search(text.format(".+"), words) for words in said), text
    assert yaml_text.NESTING == 32
