"""The pictures of a bake, drawn by processes: equal to the pixel; in their order, whoever is first; and what becomes of those that cannot be drawn."""

import os
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from farm_hands import SCENE
from PIL import Image

from game.cli import main
from game.farm import frames, work
from game.farm.work import Drawn
from game.film.encoders import Stills
from game.film.gif import Gif
from game.film.moments import Plan
from game.film.pictures import Look
from game.film.writing import write
from game.report import FAILED, FINE, USAGE

WORDS = ["--seconds", "0.5", "--fps", "20", "--size", "64x36", "--quality", "test", "--samples", "0"]
PLOTTED = SCENE + "plot: {energy: [sheet], count: [drops]}\n"


@pytest.fixture
def baked(tmp_path, monkeypatch, capsys):
    """An empty present folder with a bake in it, of 30 frames; a scene with curves: each picture shows what was before it."""
    monkeypatch.chdir(tmp_path)
    Path("drops.yaml").write_text(PLOTTED)
    assert main(["bake", "drops.yaml", "-o", "x.npz", "--seconds", "0.5", "--fps", "60"]) == FINE
    capsys.readouterr()
    return tmp_path


def pixels(folder):
    """(n, h, w, 3) of a folder."""
    return np.stack([np.asarray(Image.open(path)) for path in sorted(Path(folder).glob("*.png"))])


def test_a_picture_is_the_same_alone_in_a_row_and_by_a_farm(context, farm, baked, capsys):
    """Equal pixels, of the scene itself as well; two processes drew them."""
    assert main(["render", "x.npz", "-o", "row/%03d.png", *WORDS]) == FINE
    assert main(["render", "drops.yaml", "-o", "scene/%03d.png", *WORDS]) == FINE
    assert main(["render", "x.npz", "-o", "alone.png", "--at", "7/20", *WORDS[4:]]) == FINE
    assert main(["render", "x.npz", "-o", "far/%03d.png", "--farm", "--scheduler", farm.address, *WORDS]) == FINE
    assert capsys.readouterr().out.splitlines()[-1] == "far/000.png to 009.png"
    row, far = pixels("row"), pixels("far")
    assert row.shape == (10, 36, 64, 3) and len({picture.tobytes() for picture in row}) == 10
    assert np.array_equal(far, row) and np.array_equal(pixels("scene"), row)
    assert np.array_equal(np.asarray(Image.open("alone.png")), row[7])
    (Path("far") / "004.png").unlink()
    assert main(["render", "x.npz", "-o", "far/%03d.png", "--farm", "--scheduler", farm.address, "--resume", *WORDS]) == FINE
    assert np.array_equal(pixels("far"), row)


def test_a_film_of_a_farm_is_the_film(context, farm, baked):
    """Byte for byte: the one who writes gets the same pictures in the same order."""
    for name, more in (("one.gif", []), ("far.gif", ["--farm", "--scheduler", farm.address])):
        assert main(["render", "x.npz", "-o", name, "--seconds", "0.4", *WORDS[4:], *more]) == FINE
    assert Path("one.gif").read_bytes() == Path("far.gif").read_bytes()


def stretch(path, *numbers):
    """Pictures of a bake."""
    return work.Stretch(str(path), path.stat().st_size, False, Look((64, 36), 0, "test"), None, Plan(0, Fraction(20), 10), numbers)


def test_a_worker_may_go_back(context, baked):
    """What a process has drawn before changes nothing: curves begin anew where it goes back. What it had open for another bake is closed."""
    path = baked / "x.npz"
    row = work._drawn(stretch(path, *range(10)))
    assert row.error == "" and len(work._pictures) == 1
    late = work._drawn(stretch(path, 8, 9))
    early = work._drawn(stretch(path, 2, 3))
    on = work._drawn(stretch(path, 4, 7))
    assert np.array_equal(late.pixels, row.pixels[[8, 9]])
    assert np.array_equal(early.pixels, row.pixels[[2, 3]]) and np.array_equal(on.pixels, row.pixels[[4, 7]])
    kept = next(iter(work._pictures.values()))
    again = work._drawn(stretch(path, 9)._replace(camera="eye"))
    assert np.array_equal(again.pixels[0], row.pixels[9]) and kept is not next(iter(work._pictures.values())) and len(work._pictures) == 1
    work.shut()
    assert not work._pictures


def test_a_worker_that_does_not_see_the_bake_says_so(baked):
    """Missing, or another file at the same path: the message says where a bake has to be."""
    path = baked / "x.npz"
    gone = work._drawn(stretch(path, 1)._replace(path="/nowhere/x.npz"))
    assert gone.error.startswith("the worker on ") and gone.error.endswith(
        " does not find /nowhere/x.npz; a bake is read where it lies: put it where all workers see it by the same path"
    )
    assert " holds another file at " in work._drawn(stretch(path, 1)._replace(size=7)).error


class Near:
    """A farm that is this process: stretches come in pairs, the second first; some fail."""

    count = 2

    def __init__(self, failing=()):
        self.failing, self.begun = failing, 0

    def results(self, job, tasks, room):
        """As of a Farm."""
        tasks, flying = enumerate(tasks), []
        while True:
            while len(flying) < 2 and (room() or not flying) and (task := next(tasks, None)):
                flying.append(task)
                self.begun += 1
            if not flying:
                return
            i, given = flying.pop()
            if i in self.failing:
                yield i, None, "the worker died"
            else:
                said = ["told once"]
                yield i, Drawn(np.stack([np.full((4, 8, 4), 10 * n, np.uint8) for n in given.numbers]), said, ""), None


@pytest.fixture
def plan(tmp_path, monkeypatch):
    """Eight pictures of a bake that is not looked into, in stretches of two."""
    monkeypatch.chdir(tmp_path)
    Path("x.npz").write_bytes(b"bake")
    monkeypatch.setattr(frames, "LONGEST", 2)
    return Plan(0, Fraction(25), 8)


def far(farm, plan):
    """Pictures by a farm."""
    return frames.Far(farm, Path("x.npz"), Look((8, 4)), None, plan, range(plan.count))


def test_pictures_come_in_their_order(plan, capsys):
    """Whichever stretch is finished first; what each of them says is said once."""
    paths = [Path(f"{i}.png") for i in range(8)]
    assert write(far(Near(), plan), Stills(paths), plan) == FINE
    assert [np.asarray(Image.open(path))[0, 0, 0] for path in paths] == [10 * i for i in range(8)]
    assert capsys.readouterr().err == "springvand: told once\n"


def test_no_more_is_begun_than_there_is_room_for(plan):
    """A first stretch that takes long stops the others: memory stays the same."""
    near = Near()
    slow = frames.Far(near, Path("x.npz"), Look((8, 4)), None, Plan(0, Fraction(25), 100), range(100))
    out = slow.buffer()
    slow.draw(None, 0, out)
    assert near.begun <= frames.AHEAD * near.count + 2


def test_a_row_goes_on_without_what_cannot_be_drawn(plan, capsys):
    """The pictures after it are made; which are missing is said; the status is 4."""
    paths = [Path(f"{i}.png") for i in range(8)]
    assert write(far(Near({1}), plan), Stills(paths), plan) == FAILED
    assert sorted(path.name for path in Path().glob("*.png")) == ["0.png", "1.png", "4.png", "5.png", "6.png", "7.png"]
    said = capsys.readouterr().err
    assert said.endswith("springvand: pictures 2 to 3 cannot be drawn: the worker died; 6 of 8 pictures are finished, the last is 7.png\n")


def test_a_film_ends_where_a_picture_cannot_be_drawn(plan, capsys):
    """What was before it is kept, and plays."""
    assert write(far(Near({1}), plan), Gif(Path("a.gif"), (8, 4), plan.fps, 8), plan) == FAILED
    assert "pictures 2 to 3 cannot be drawn: the worker died; 2 of 8 pictures are finished, in a.gif" in capsys.readouterr().err
    assert Image.open("a.gif").n_frames == 2 and os.listdir().count("a.part.gif") == 0


def test_stretches_are_short_enough_for_all():
    """Every worker has two of them at least, where there are pictures enough; none is longer than LONGEST, or than its memory."""
    look = Look((64, 36))
    assert frames.stretches(range(10), look, 2) == [(0, 1, 2), (3, 4, 5), (6, 7, 8), (9,)]
    assert [len(each) for each in frames.stretches([3, 5, 8], look, 4)] == [1, 1, 1]
    assert {len(each) for each in frames.stretches(range(1200), look, 2)} == {frames.LONGEST}
    assert {len(each) for each in frames.stretches(range(1200), Look((3840, 2160)), 2)} == {1}


@pytest.mark.parametrize(
    "words, message",
    [
        (
            ["drops.yaml", "--farm"],
            "--farm shares the pictures of a bake, and 'drops.yaml' is none; write springvand bake drops.yaml -o drops.npz, "
            "then springvand render drops.npz --farm",
        ),
        (["drops.yaml", "--workers", "2"], "--workers is of --farm; write that, too"),
        (["drops.yaml", "--scheduler", "a:1"], "--scheduler is of --farm; write that, too"),
        (["none.npz", "--farm"], "no scene 'none.npz'"),
    ],
)
def test_what_makes_no_sense_is_status_2(tmp_path, monkeypatch, words, message, capsys):
    """The message says what to write."""
    monkeypatch.chdir(tmp_path)
    Path("drops.yaml").write_text(SCENE)
    assert main(["render", *words, "-o", "a.gif"]) == USAGE
    assert message in capsys.readouterr().err
