"""Every trap of the format and every limit: a file of its own, and what exactly is said of it."""

import os
import shutil
import time
from pathlib import Path

import pytest
from trap_cases import FINE, SAID
from yardstick import slowness

from engine.scene import SceneError, load
from engine.schema import limits

TRAPS = Path(__file__).parent / "traps"
NAMES = sorted(path.stem for path in TRAPS.glob("*.yaml"))
SLOWEST = 1.0  # [s] of the processor, of the best of three, times what the machine is slower
JET = "entities:\n  jet: {mass: 1, emitter: {rate: 600}}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The traps where links lead out of their folder."""
    here, far = tmp_path_factory.mktemp("here") / "traps", tmp_path_factory.mktemp("far")
    shutil.copytree(TRAPS, here)
    (far / "far.png").touch()
    (here / "folder").mkdir()
    (here / "link.png").symlink_to(far / "far.png")
    (here / "door").symlink_to(far)
    return here


def said(path):
    """What is said of a file."""
    try:
        load(path)
    except SceneError as error:
        assert len(error.diagnostics) + error.more < limits.ERRORS or error.more
        return [_line(each, path) for each in error.diagnostics] + [f"and {error.more} more"] * (error.more > 0)
    return []


def _line(each, path):
    where = "" if each.file == str(path) else f"{Path(each.file).name}:"
    return f"{where}{each.line}:{each.column}: {each.text}".replace(str(path.parent), "FOLDER")


def test_each_file_has_its_message():
    """No file is forgotten, and no message."""
    assert NAMES == sorted([*FINE, *SAID])


@pytest.mark.skipif(os.name == "nt", reason="links need rights")
@pytest.mark.parametrize("name", NAMES)
def test_a_trap_is_told_by_its_own_words(folder, name):
    """All messages of the file, whole, in their order; nothing more."""
    assert said(folder / f"{name}.yaml") == SAID.get(name, [])


def test_marks_and_ends_of_lines_are_kept(folder):
    """A byte order mark and CRLF are accepted, and the text of the scene is the file's to the byte."""
    for name in ("bom", "crlf", "bom_and_crlf", "cr"):
        raw = (folder / f"{name}.yaml").read_bytes()
        assert load(folder / f"{name}.yaml").text.encode() == raw and (b"\r" in raw or raw.startswith(b"\xef\xbb\xbf"))


def flow(count, word="1"):
    """A list of as many words."""
    return f"[{', '.join([word] * count)}]"


# Too large to be kept: text of the file, what is said. Each is one more than its limit.
MADE = {
    "digits": ("entities:\n  jet:\n    mass: " + "9" * 100_000 + "\n", ["3:11: a text of more than 64,000 bytes; keep bulk data in files of its own"]),
    "digits of a short text": ("entities:\n  jet:\n    mass: " + "9" * 60_000 + "\n", ["3:11: a number of 60,000 digits; write at most 32"]),
    "scalar": (f"title: '{'x' * 64_001}'\n{JET}", ["1:8: a text of more than 64,000 bytes; keep bulk data in files of its own"]),
    "file": (JET + "#" * limits.FILE_BYTES, ["1:1: larger than 1,048,576 bytes; keep bulk data in files of its own"]),
    "values": (f"bounds: {flow(20_000)}\n{JET}", ["1:60004: more than 20,000 values; keep bulk data in files of its own"]),
    "tabs": (JET + "\tmass: 1\n" * 9000, ["3:1: a tab; write spaces, here and on 8,999 other lines"]),
    "depth": ("entities: " + "[" * 100_000, ["1:42: nested deeper than 32"]),
    "depth of blocks": ("entities: " + "{a: " * 100_000, ["1:135: nested deeper than 32"]),
    "entities": ("entities:\n" + "".join(f"  e{i}: {{}}\n" for i in range(10_001)), ["1:1: 10,001 entities; a scene may have 10,000"]),
    "errors": ("entities:\n" + "".join(f"  e{i}: {{mass: -1}}\n" for i in range(25)),
               [f"{i + 2}:{14 if i < 10 else 15}: mass: must be more than 0, found -1" for i in range(20)] + ["and 5 more"]),
    "variables": ("vars: {many: " + flow(2000) + "}\nentities:\n  a: {mass: 1, lattice: {counts: [2], size: 1}, spring: {stiffness: $many}}\n"
                  + "".join(f"  e{i}: {{mass: 1, lattice: {{counts: [2], size: 1}}, spring: {{stiffness: $many}}}}\n" for i in range(50)),
                  ["1:14: more than 100,000 values where variables are put in; keep bulk data in files of its own (used at 53:71)"]),
    "likes": (f"entities:\n  a: {{mass: 1, points: {{positions: {flow(3000, '[0, 0, 0]')}}}}}\n" + "".join(f"  b{i}: {{like: a}}\n" for i in range(9)),
              ["11:14: more than 100,000 values of entities that are like others; write fewer of them"]),
}  # fmt: skip


@pytest.mark.parametrize("name", MADE)
def test_a_limit_is_named(tmp_path, name):
    """A file just over it, or far over it, is refused by its number."""
    text, words = MADE[name]
    (tmp_path / "large.yaml").write_text(text)
    assert said(tmp_path / "large.yaml") == words


@pytest.mark.parametrize("file, count", [("values.yaml", 19_990), ("spring.yaml", 2)])
def test_just_under_the_limit_is_fine(tmp_path, file, count):
    """20,000 values are taken; so is the longest text, the deepest nesting of these."""
    many = flow(count)
    (tmp_path / file).write_text(f"title: '{'x' * 64_000}'\nvars: {{a: {many}}}\n{JET}")
    assert said(tmp_path / file) == []


# Files that would take long, were each mistake or each piece of the text looked at as often as there are others
SLOW = {
    "tabs": JET + "\t\n" * 500_000,
    "blank lines": JET + "title: |\n  a\n" + "\n" * 400_000,
    "comments": JET + "title: |\n  a\n" + "# c\n" * 200_000,
    "likes of nobody": JET + "".join(f"  e{i}: {{like: jat}}\n" for i in range(5000)),
    "chain of likes": JET + "".join(f"  e{i}: {{like: e{i + 1}}}\n" for i in range(5000)),
    "circle of likes": JET + "".join(f"  e{i}: {{like: e{(i + 1) % 5000}}}\n" for i in range(5000)),
    "likes that grow": JET + "".join(f"  e{i}: {{like: e{i + 1}, position: [1, 0, 0]}}\n" for i in range(3300)),
    "turned forces": JET + "".join(f"  e{i}: {{gravity: {{}}, rotation: [0, 1, 0]}}\n" for i in range(2900)),
    "unknown keys": JET + "".join(f"  e{i}: {{gravty: {{}}}}\n" for i in range(5000)),
    "unknown names": JET + "".join(f"  e{i}: {{gravity: {{}}, affects: [q{i}]}}\n" for i in range(2500)),
    "unknown variables": f"vars: {{{', '.join(f'a{i}: 1' for i in range(9000))}}}\n" + JET + f"  b: {{mass: 1, position: {flow(9000, '$none')}}}\n",
    "variables in variables": f"vars: {{on: {flow(9000)}}}\n" + JET + f"  b: {{mass: 1, points: {{positions: {flow(9000, '$on')}}}}}\n",
    "names over nothing": "include: [{file: part.yaml}]\n" + JET + "".join(f"  part.e{i}: {{}}\n" for i in range(5000)),
    "names left out": f"include: [{{file: part.yaml, without: [{', '.join(f'e{i}' for i in range(3000))}]}}]\n" + JET,
    "many includes": f"include: [{', '.join(f'{{file: gone.yaml, as: a{i}}}' for i in range(500))}]\n" + JET,
}  # fmt: skip


@pytest.mark.parametrize("name", SLOW)
def test_no_file_takes_longer_than_a_second(tmp_path, name):
    """Files half as large as may be, as tests share their processor, which then counts more; alone, the largest take less than a second too."""
    path = tmp_path / "slow.yaml"
    path.write_text(SLOW[name][: limits.FILE_BYTES])
    (tmp_path / "part.yaml").write_text("entities:\n" + "".join(f"  e{i}: {{}}\n" for i in range(3000)))
    for _ in range(3):
        start = time.process_time()
        said(path)
        if (taken := time.process_time() - start) < (most := SLOWEST * slowness()):
            break
    assert taken < most
