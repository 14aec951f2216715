"""Films as MP4: H.264, 4:2:0, colours as of high definition television (BT.709, limited range), what to play first.

While it is made the file is in fragments, each complete in itself: whatever ends the program, what is on the disk can be played. At the end
it is put in the order that players and web pages like best, without being encoded again: the index before the pictures.
"""

import contextlib
import os

from game.film.encoders import Film
from game.report import MACHINE, USAGE, Stop, say

CRF = 18  # constant rate factor of x264: hardly to be told from the original
PRESET = "medium"
FRAGMENT = "frag_keyframe+empty_moov+default_base_moof"
SECONDS = 2  # between pictures that need no other: what a torn file loses at most, and how fine a player seeks
BT709, TV = 1, 1  # primaries, transfer and matrix of ITU-T H.273; limited range
LACK = "an MP4 needs the package av; write: pip install 'springvand[video]'"


def av():
    """The package. Stops where it is not there, or cannot encode H.264."""
    try:
        import av
    except ImportError:
        raise Stop(MACHINE, LACK) from None
    if "libx264" not in av.codecs_available:
        raise Stop(MACHINE, "the package av here has no x264; the one of `pip install 'springvand[video]'` has")
    av.logging.restore_default_callback()  # the one of Python needs the interpreter, which an encoder's thread may outlive
    av.logging.set_libav_level(av.logging.FATAL)
    return av


def check_size(size):
    """Stop at a size that the format does not know: the colours of four pixels are one."""
    if size[0] % 2 or size[1] % 2:
        even = "x".join(str(max(side + side % 2, 2)) for side in size)
        raise Stop(USAGE, f"an MP4 has an even width and height, and {size[0]}x{size[1]} is odd; write --size {even}")


class Mp4(Film):
    """An MP4 file. Raises Stop where the package is missing or the size is odd."""

    def __init__(self, path, size, fps, count):
        super().__init__(path, size, fps, count)
        check_size(size)
        self.av, self.box, self.stream = av(), None, None

    def begin(self):
        """Open the file."""
        self.box = self.av.open(str(self.part), "w", format="mp4", options={"movflags": FRAGMENT, "flush_packets": "1"})
        every = str(max(1, round(SECONDS * self.fps)))
        self.stream = self.box.add_stream("libx264", rate=self.fps, options={"crf": str(CRF), "preset": PRESET, "g": every})
        self.stream.width, self.stream.height = self.size
        self.stream.pix_fmt = "yuv420p"
        self.stream.time_base = 1 / self.fps
        coded = self.stream.codec_context
        coded.color_primaries = coded.color_trc = coded.colorspace = BT709
        coded.color_range = TV

    def add(self, i, pixels):
        """Encode a picture."""
        frame = self.av.VideoFrame.from_ndarray(pixels, format="rgba")
        frame = frame.reformat(format="yuv420p", dst_colorspace=BT709, src_color_range=2, dst_color_range=TV)
        frame.pts, frame.time_base = self.done, 1 / self.fps
        self.box.mux(self.stream.encode(frame))
        self.done += 1

    def end(self, whole):
        """Encode what is still in the encoder, and order the file; where that is no longer possible, what there is stays as it is."""
        trouble = self._close()
        self.box = self.stream = None  # frees the encoder's threads
        self.done = self._order() if self.done else 0
        self.settle(whole and not trouble)
        return trouble

    def _close(self):
        """The OSError that there was: the fragments that are on the disk are whole."""
        trouble = None
        for close in ([lambda: self.box.mux(self.stream.encode(None))] if self.done else []) + [self.box.close]:
            try:
                close()
            except OSError as error:
                trouble = trouble or error
        return trouble

    def _order(self):
        """Copy the fragments into a file whose index comes first; the pictures that it has."""
        front = self.part.with_suffix(".order.mp4")
        try:
            done = self._copied(front)
            os.replace(front, self.part)
            return done
        except OSError as error:
            say(f"springvand: {self.path} stays in fragments, which not every player can wind: {error.strerror or error}")
            return self._copied(None)
        finally:
            front.unlink(missing_ok=True)

    def _copied(self, target):
        """Read the pictures, encoded as they are, into another file, None: nowhere; how many there were."""
        done = 0
        with contextlib.ExitStack() as stack:
            source = stack.enter_context(self.av.open(str(self.part)))
            stream = source.streams.video[0]
            if target:
                box = stack.enter_context(self.av.open(str(target), "w", options={"movflags": "+faststart"}))
                copy = box.add_stream_from_template(stream)
            for packet in source.demux(stream):
                if packet.is_corrupt:  # where the disk was full
                    break
                if packet.size:
                    done += 1
                    if target:
                        packet.stream = copy
                        box.mux(packet)
        return done
