"""Films as a decoder finds them, and what of them is there after anything that may happen."""

import os
import signal
import struct
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from film_hands import SCENE, Painted
from PIL import Image

from game.cli import main
from game.film import encoders
from game.film.encoders import Stills
from game.film.gif import Gif, bayer
from game.film.mp4 import Mp4
from game.film.writing import AHEAD, Behind
from game.report import FAILED, FINE, INTERRUPTED, USAGE, size_text

av = pytest.importorskip("av")
ROOT = Path(__file__).resolve().parents[2]
PATCHES = np.array(
    [(255, 255, 255), (0, 0, 0), (200, 30, 40), (20, 180, 60), (30, 60, 220), (128, 128, 128), (240, 200, 20), (90, 20, 140)]
)


def patches(shift=0):
    """(64, 128, 4) uint8: eight flat patches of 32 x 32, turned on by some."""
    colors = np.roll(PATCHES, shift, 0).reshape(2, 4, 3).astype(np.uint8)
    return np.dstack([colors.repeat(32, 0).repeat(32, 1), np.full((64, 128), 255, np.uint8)])


def middles(picture):
    """Colours (8, 3) in the middles of the patches."""
    return np.asarray(picture)[16::32, 16::32, :3].reshape(8, 3).astype(int)


def filmed(kind, path, frames, fps=Fraction(30)):
    """An encoder that has written some frames."""
    film = kind(path, frames[0].shape[1::-1], fps, len(frames))
    film.begin()
    for i, frame in enumerate(frames):
        film.add(i, frame)
    assert film.end(True) is None
    return film


def boxes(path):
    """Names of the boxes of an MP4, in their order. source: ISO/IEC 14496-12, 4.2"""
    data, at, found = path.read_bytes(), 0, []
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        found.append(name.decode())
        at += size
    return found


def greys(path):
    """Mean number of each picture of a film."""
    with av.open(str(path)) as film:
        return [frame.to_ndarray(format="rgb24").mean() for frame in film.decode(video=0)]


@pytest.mark.parametrize("fps", [Fraction(30), Fraction(30000, 1001), Fraction(1, 2)])
def test_a_decoder_finds_what_was_put_in(tmp_path, fps):
    """Count, size, rate, duration, 4:2:0, BT.709 in limited range, said and true: flat patches come back within 3 levels. Index first."""
    film = filmed(Mp4, tmp_path / "a.mp4", [patches(i) for i in range(7)], fps)
    assert boxes(film.path) == ["ftyp", "moov", "free", "mdat"] and os.listdir(tmp_path) == ["a.mp4"]
    with av.open(str(film.path)) as found:
        stream = found.streams.video[0]
        coded = stream.codec_context
        assert (stream.frames, coded.width, coded.height, coded.pix_fmt, coded.name) == (7, 128, 64, "yuv420p", "h264")
        assert stream.average_rate == fps and float(stream.duration * stream.time_base) == pytest.approx(float(7 / fps), rel=1e-4)
        assert (coded.color_range, coded.colorspace, coded.color_primaries, coded.color_trc) == (1, 1, 1, 1)
        shown = [frame.to_ndarray(format="rgb24", src_colorspace="itu709") for frame in found.decode(stream)]
    for i, frame in enumerate(shown):
        assert abs(middles(frame) - np.roll(PATCHES, i, 0)).max() <= 3
    assert film.told == f"{film.path}: 7 pictures, {float(7 / fps):.4g} s, {size_text(film.path.stat().st_size)}"


def test_a_gif_keeps_its_colours_and_stands_still(tmp_path):
    """Few colours come back to the bit; what does not change takes no room and does not crawl; it plays again and again, 4/100 s each."""
    film = filmed(Gif, tmp_path / "a.gif", [patches()] * 5 + [patches(1)], Fraction(25))
    image = Image.open(film.path)
    assert (image.n_frames, image.info["duration"], image.info["loop"]) == (6, 40, 0)
    for i in range(6):
        image.seek(i)
        assert abs(middles(image.convert("RGB")) - np.roll(PATCHES, i // 5, 0)).max() <= 4
    assert film.told.endswith(f": 6 pictures, 0.24 s, {size_text(film.path.stat().st_size)}, 4/100 s a picture")
    still = filmed(Gif, tmp_path / "b.gif", [patches()] * 25, Fraction(25))
    once = filmed(Gif, tmp_path / "c.gif", [patches()], Fraction(25))
    assert still.path.stat().st_size - once.path.stat().st_size < 24 * 32


def test_the_dither_averages_to_the_colour(tmp_path):
    """A smooth ramp of more colours than a palette has is right on the mean of any 16 x 16 pixels, by less than a level."""
    ramp = np.zeros((64, 256, 4), np.uint8)
    ramp[..., 0], ramp[..., 1], ramp[..., 2] = np.arange(256), np.arange(64)[:, None] * 4, 255 - np.arange(256)
    shown = np.asarray(Image.open(filmed(Gif, tmp_path / "a.gif", [ramp]).path).convert("RGB")).astype(float)
    error = (shown - ramp[..., :3]).reshape(4, 16, 16, 16, 3).mean((1, 3))[1:-1, 1:-1]
    assert abs(error).mean() < 1.5 and abs(shown - ramp[..., :3]).mean() > 2
    assert bayer((8, 8)).mean() == pytest.approx(0, abs=1e-7) and len(np.unique(bayer((8, 8)))) == 64


@pytest.mark.parametrize("name, kind", [("a.mp4", "h264"), ("a.gif", "gif")])
def test_ctrl_c_keeps_a_film_that_plays(painted, name, kind, monkeypatch, capsys):
    """Four pictures, then Ctrl-C: four are in the file, in their order; an older film of the name stays as it is until one is whole."""
    words = ["render", "drops.yaml", "-o", name, "--size", "64x32", "--fps", "1", "--seconds", "10"]
    monkeypatch.setattr(Painted, "events", {5: KeyboardInterrupt()})
    assert main(words) == INTERRUPTED
    assert f"interrupted; 4 of 10 pictures are finished, in {name}\n" in capsys.readouterr().err
    assert greys(name) == pytest.approx([0, 10, 20, 30], abs=2.1)
    old = Path(name).read_bytes()
    assert main(words) == INTERRUPTED
    part = name.replace(".", ".part.")
    assert f"4 of 10 pictures are finished, in {part}\n" in capsys.readouterr().err
    assert Path(name).read_bytes() == old and len(greys(part)) == 4
    monkeypatch.setattr(Painted, "events", {})
    assert main(words) == FINE
    assert capsys.readouterr().out.startswith(f"{name}: 10 pictures, 10 s, ") and len(greys(name)) == 10
    assert sorted(os.listdir()) == [name, "drops.yaml"]
    monkeypatch.setattr(Painted, "events", {1: KeyboardInterrupt()})
    assert main(words) == INTERRUPTED
    assert "0 of 10 pictures are finished\n" in capsys.readouterr().err and len(greys(name)) == 10
    assert sorted(os.listdir()) == [name, "drops.yaml"]


def test_ctrl_c_while_a_film_is_closed_waits_for_it(painted, monkeypatch, capsys):
    """The first only says what is going on, and the film is whole; the handler of before is there again."""
    real, before = Mp4.end, signal.getsignal(signal.SIGINT)

    def end(self, whole):
        signal.raise_signal(signal.SIGINT)
        return real(self, whole)

    monkeypatch.setattr(Mp4, "end", end)
    assert main(["render", "drops.yaml", "-o", "a.mp4", "--size", "64x32", "--fps", "1"]) == FINE
    said = capsys.readouterr()
    assert said.err == "springvand: finishing a.mp4; Ctrl-C once more leaves it\n" and said.out.startswith("a.mp4: 5 pictures, 5 s, ")
    assert len(greys("a.mp4")) == 5 and signal.getsignal(signal.SIGINT) is before


FULL = """
import resource, signal, sys
import numpy as np
sys.path.insert(0, "tests/game")
from film_hands import Painted
from game.film import pictures
from game.cli import main

class Noise(Painted):
    def draw(self, plan, i, out=None, told=None):
        out[:] = np.random.default_rng(i).integers(0, 256, out.shape, np.uint8)
        return out

pictures.Pictures = Noise
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize("name, room", [("a.mp4", 400_000), ("a.gif", 1_500_000)])
def test_a_full_disk_leaves_a_film_that_plays(tmp_path, name, room):
    """Noise into a file that may not grow beyond some size: status 4, the reason, and as many pictures as it says."""
    (tmp_path / "drops.yaml").write_text(SCENE)
    words = ["render", str(tmp_path / "drops.yaml"), "-o", str(tmp_path / name), "--size", "160x96", "--fps", "25", "--seconds", "8"]
    done = subprocess.run([sys.executable, "-c", FULL, str(room), *words], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == FAILED, done.stderr
    told = done.stderr.partition(f"cannot write {tmp_path / name}: File too large; ")[2]
    count = int(told.partition(" of 200 pictures are finished, in ")[0])
    assert 10 < count < 200 and len(greys(tmp_path / name)) == count
    assert sorted(os.listdir(tmp_path)) == [name, "drops.yaml"]


def test_a_still_on_a_full_disk(painted, monkeypatch, capsys):
    """The third picture finds no room: two stay, status 4, and no half one."""
    real, count = encoders.save, []

    def save(pixels, path, mark):
        count.append(path)
        if len(count) == 3:
            raise OSError(28, "No space left on device")
        real(pixels, path, mark)

    monkeypatch.setattr(encoders, "save", save)
    assert main(["render", "drops.yaml", "-o", "%02d.png", "--size", "8x4"]) == FAILED
    assert "cannot write 02.png: No space left on device; 2 of 150 pictures are finished, the last is 01.png" in capsys.readouterr().err
    assert sorted(os.listdir()) == ["00.png", "01.png", "drops.yaml"]


@pytest.mark.parametrize("name", ["a.mp4", "a.gif", "%02d.png"])
def test_a_folder_that_cannot_be_written(painted, name, capsys):
    """Said before anything is drawn, for every format: status 4."""
    (painted / "file").write_text("")
    Painted.log.clear()
    assert main(["render", "drops.yaml", "-o", f"file/{name}", "--size", "8x4"]) == FAILED
    assert "cannot write into file: " in capsys.readouterr().err and Painted.log == []


def test_resume_makes_what_is_missing_and_nothing_else(painted, capsys):
    """Of ten pictures one is gone and one is torn: these two are made. All there: nothing is drawn. Of another film: it says so, and stays."""
    words = ["render", "drops.yaml", "-o", "f/%d.png", "--size", "8x4", "--fps", "10", "--seconds", "1", "--resume"]
    assert main(words) == FINE
    assert "springvand: 0 of 10 pictures are there\n" in capsys.readouterr().err
    whole = {path.name: path.read_bytes() for path in Path("f").iterdir()}
    Path("f/3.png").unlink()
    Path("f/6.png").write_bytes(whole["6.png"][:-30])
    made = {path: path.stat().st_mtime_ns for path in Path("f").iterdir()}
    assert main(words) == FINE
    assert "springvand: 8 of 10 pictures are there\n" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in Path("f").iterdir()} == whole
    assert {path.name for path in Path("f").iterdir() if made.get(path) != path.stat().st_mtime_ns} == {"3.png", "6.png"}
    Painted.log.clear()
    assert main(words) == FINE
    assert capsys.readouterr().err == "springvand: all 10 pictures are there\n"
    for other in (["--seed", "3"], ["--from", "1"], ["--size", "4x8"], ["--set", "drops.emitter.rate=9"], ["--fps", "5"], ["--blur", "2"]):
        assert main([*words, *other]) == USAGE
        assert "f/0.png belongs to another film: another scene, seed, time, size or way of drawing; leave" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in Path("f").iterdir()} == whole
    assert main([*words, "--seconds", "1.2"]) == FINE and "10 of 12 pictures are there" in capsys.readouterr().err


def test_few_pictures_wait(tmp_path):
    """However slow the encoder is, no more than AHEAD arrays are there, and pictures come whole and in their order."""

    class Slow:
        name, seen = tmp_path / "x", []

        def begin(self):
            pass

        def add(self, i, pixels):
            signal.pthread_sigmask(signal.SIG_BLOCK, [])  # a call that lets others run
            self.seen.append((i, int(pixels[0])))

        def end(self, whole):
            return None

    made = []
    behind = Behind(Slow(), lambda drawn: drawn, lambda: made.append(1) or np.zeros(1, int))
    for i in range(100):
        drawn = behind.lend()
        drawn[0] = 7 * i
        behind.add(i, drawn)
    assert behind.close(True) is None
    assert Slow.seen == [(i, 7 * i) for i in range(100)] and len(made) <= AHEAD


def test_what_an_encoder_dies_of_is_not_hidden(tmp_path):
    """A mistake of the program in the encoder's thread is raised where pictures are drawn, and again at the end; the film is closed all the same."""
    ended = []

    class Broken(Stills):
        def add(self, i, pixels):
            raise TypeError("broken")

        def end(self, whole):
            ended.append(whole)

    behind = Behind(Broken([tmp_path / "a.png"]), lambda drawn: drawn, lambda: np.zeros((1, 1, 4), np.uint8))
    with pytest.raises(TypeError, match="broken"):
        for i in range(100):
            behind.add(i, behind.lend())
    with pytest.raises(TypeError, match="broken"):
        behind.close(True)
    assert ended == [False]
