"""Pictures are drawn in one thread and written in another, a few ahead of it at most; whatever ends it, what is finished is kept."""

import queue
import signal
import threading

from game.film.claim import Claim
from game.report import FAILED, FINE, INTERRUPTED, Stop, progress, say

AHEAD = 4  # pictures drawn and not yet written: memory stays the same however slow the disk is


class Undrawn(Stop):
    """A picture that could not be drawn, though others may be."""

    def __init__(self, why):
        super().__init__(FAILED, why)


class Behind:
    """An encoder in a thread of its own, behind a queue.

    develop   makes a picture of what was drawn, in that thread
    """

    def __init__(self, encoder, develop, buffer):
        self.encoder, self._develop, self._buffer = encoder, develop, buffer
        self._queue, self._free, self._lent = queue.Queue(AHEAD), queue.SimpleQueue(), 0
        self.trouble, self._begun, self._claim = None, False, None  # what the encoder died of
        self._thread = threading.Thread(target=self._run, name="encode", daemon=True)
        self._thread.start()

    def lend(self):
        """An array to draw into; the same few again and again. Waits for one."""
        if self._lent < AHEAD and self._free.empty():
            self._lent += 1
            return self._buffer()
        return self._free.get()

    def give_back(self, drawn):
        """An array that was lent for nothing."""
        self._free.put(drawn)

    def add(self, i, drawn):
        """Have picture i written. Raises what the encoder died of."""
        if self.trouble is not None:
            raise self.trouble
        self._queue.put((i, drawn))

    def wait(self):
        """Until all that came is with the encoder."""
        self._queue.join()

    def close(self, whole):
        """Wait until all is written, and close. The OSError that kept something away, or None; raises what else the encoder died of."""
        self._queue.put(None)
        self._thread.join()
        try:
            return self._ended(whole)
        finally:
            if self._claim is not None:
                self._claim.leave()

    def _ended(self, whole):
        """What kept something away, once all is with the encoder."""
        kept_away = self.encoder.end(whole and self.trouble is None) if self._begun else None
        if self.trouble is not None and not isinstance(self.trouble, OSError):
            raise self.trouble
        return self.trouble or kept_away

    def _run(self):
        try:
            self._claim = Claim(self.encoder.name)
            self.encoder.begin()
            self._begun = True
        except BaseException as error:
            self.trouble = error
        while (item := self._queue.get()) is not None:
            i, drawn = item
            try:
                if self.trouble is None:
                    self.encoder.add(i, self._develop(drawn))
            except BaseException as error:
                self.trouble = error
            self._free.put(drawn)
            self._queue.task_done()


def write(pictures, encoder, plan, wanted=None, until=None):
    """Draw a plan's pictures and have an encoder write them. Returns a status; closes `pictures`.

    wanted  numbers of the pictures that are to be made, None: all
    until   a function that says when to stop early
    """
    wanted, stops, whole = range(plan.count) if wanted is None else wanted, [], False
    behind = Behind(encoder, pictures.develop, pictures.buffer)
    try:
        _draw(pictures, behind, plan, wanted, until, stops)
        whole = not stops
    except KeyboardInterrupt:
        stops.append(Stop(INTERRUPTED, "interrupted"))
    except Stop as stop:
        stops.append(stop)
    except OSError:
        if behind.trouble is None:  # else it is the encoder's, and told below
            raise
    finally:
        pictures.close()
        with Patience(encoder.name):
            trouble = behind.close(whole)
    if trouble is not None:
        say(f"springvand: cannot write {encoder.name}: {trouble.strerror or trouble}; {kept(encoder, len(wanted))}")
        return FAILED
    for text in dict.fromkeys(map(str, stops)):
        say(f"springvand: {text}; {kept(encoder, len(wanted))}")
    return stops[-1].status if stops else FINE


def _draw(pictures, behind, plan, wanted, until, lost):
    """Draw pictures, and hand them to the encoder. lost: filled with an Undrawn for each that is not there, where the film may lack some."""
    from engine.kernels.progress import Compiling

    with progress(len(wanted), "rendering", "frames") as bar, Compiling(bar.compiling):
        for i in wanted:
            if until is not None and until():
                break
            drawn = behind.lend()
            try:
                behind.add(i, pictures.draw(plan, i, drawn, bar.simulating))
            except Undrawn as error:
                if not behind.encoder.may_lack:
                    raise
                behind.give_back(drawn)
                lost.append(error)
            bar.advance()


class Patience:
    """Within this the first Ctrl-C only says what is going on: a film that is not closed cannot be played. The second ends it."""

    def __init__(self, name):
        self.name, self._before = name, None

    def __enter__(self):
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._first)

    def __exit__(self, *failure):
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _first(self, *_):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        say(f"springvand: finishing {self.name}; Ctrl-C once more leaves it")


def kept(encoder, count):
    """What there is of a film that was not finished."""
    return f"{encoder.done} of {count} pictures are finished{encoder.where}"
