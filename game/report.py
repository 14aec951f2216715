"""What the program says to the person at the keyboard: messages on stderr, data on stdout, a status at the end."""

import sys

FINE = 0
CONTENT = 1  # the scene has errors
USAGE = 2  # the command line has errors
MACHINE = 3  # the machine lacks something
FAILED = 4  # the run failed half-way
INTERRUPTED = 130


class Stop(Exception):
    """Ends the program with a status and a message."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def say(text):
    """A line that is no data."""
    print(text, file=sys.stderr, flush=True)


def size_text(count):
    """`1.2 GB`, in the units in which disks are sold."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= scale:
            return f"{count / scale:,.3g} {unit}" if count < 1000 * scale else f"{count / scale:,.0f} {unit}"
    return f"{count} bytes"


def progress(total, what, unit):
    """A bar with speed and time left, on stderr, and only where stderr is a terminal. A context manager that gives `advance()`."""
    return Bar(total, what, unit) if sys.stderr.isatty() else Silence()


class Silence:
    """The progress that nobody watches."""

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        return None

    def advance(self):
        """One more is done."""

    def simulating(self, done, of):
        """So many ticks are run on the way to the next one."""

    def compiling(self, done, of):
        """So many kernels are compiled: what there is to wait for, said once."""
        if done == 1:
            say("springvand: compiling kernels, once on this machine: a minute")


class Bar(Silence):
    """A progress bar of rich."""

    def __init__(self, total, what, unit):
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        speed = TextColumn("{task.fields[speed]}")
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), speed, TimeRemainingColumn()
        self.unit = unit
        self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.bar.add_task(what, total=total, speed="")
        self.waits = {}  # what is done on the way to the next one -> its bar

    def __enter__(self):
        self.bar.start()
        return self

    def __exit__(self, *failure):
        self.bar.stop()

    def advance(self):
        """One more is done."""
        speed = self.bar.tasks[0].speed
        self.bar.update(self.task, advance=1, speed=f"{speed:.1f} {self.unit}/s" if speed else "")
        for wait in self.waits.values():
            self.bar.remove_task(wait)
        self.waits.clear()

    def simulating(self, done, of):
        """So many ticks are run on the way to the next one: a bar of its own, until that is there."""
        self._wait("simulating, ticks", done, of)

    def compiling(self, done, of):
        """So many kernels are compiled: a bar of its own, until the first picture is there."""
        self._wait("compiling kernels, once", done, of)

    def _wait(self, what, done, of):
        if what not in self.waits:
            self.waits[what] = self.bar.add_task(what, speed="")
        self.bar.update(self.waits[what], completed=done, total=of)
