"""A few threads that share large bodies, and bodies among each other."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

LARGE = 100_000  # particles; below that a second thread costs more than it brings (measured)
SHARES = 2  # slices a thread, so that none waits long for another; four gain at a million and lose at 100,000 (measured)
BLOCK = 16  # slices start at whole blocks, as kernels look at 16 marks at a time


class Workers:
    """Runs a task over slices of a body on several threads. The same slots give the same numbers however they are sliced."""

    def __init__(self, threads, large=LARGE):
        self.threads = threads
        self.large = large
        self._here = threading.local()  # in each thread: whether it is one of these
        mark = partial(setattr, self._here, "own", True)
        self._pool = ThreadPoolExecutor(threads - 1, "worker", mark) if threads > 1 else None

    def slices(self, lo, hi):
        """The slices of slots lo to hi, pairs; some may be empty."""
        parts = SHARES * self.threads if hi - lo >= self.large and self.threads > 1 else 1
        edges = [lo + (hi - lo) * i // parts // BLOCK * BLOCK for i in range(1, parts)]
        return list(zip([lo, *edges], [*edges, hi], strict=True))

    def over(self, lo, hi, task):
        """Call task(lo, hi) for every slice of slots lo to hi; the results in order of the slices."""
        return self.each([partial(task, *part) for part in self.slices(lo, hi)])

    def each(self, tasks):
        """Call every task, which share nothing that any of them writes; the results in their order.

        The caller begins at the last task and takes what nobody has begun: a thread takes a while to wake.
        """
        if self._pool is None or len(tasks) < 2:
            return [task() for task in tasks]
        *others, mine = tasks
        waiting = [self._pool.submit(task) for task in others]
        results = [mine()]
        for task, future in zip(reversed(others), reversed(waiting), strict=True):
            results.append(task() if future.cancel() else future.result())
        return results[::-1]

    def close(self):
        """End the threads, and wait for them, but not for the one that calls: whoever is collected as garbage may be so in any thread."""
        if self._pool:
            self._pool.shutdown(wait=not getattr(self._here, "own", False))
