"""A few threads that share large bodies."""

from concurrent.futures import ThreadPoolExecutor

LARGE = 100_000  # particles; below that a second thread costs more than it brings (measured)
BLOCK = 16  # slices start at whole blocks, as kernels look at 16 marks at a time


class Workers:
    """Runs a task over slices of a body, one slice a thread. The same slots give the same numbers however they are sliced."""

    def __init__(self, threads, large=LARGE):
        self.threads = threads
        self.large = large
        self._pool = ThreadPoolExecutor(threads - 1, thread_name_prefix="slice") if threads > 1 else None

    def slices(self, lo, hi):
        """The slices of slots lo to hi, pairs of the same kind; one of them may be empty."""
        parts = self.threads if hi - lo >= self.large else 1
        edges = [lo + (hi - lo) * i // parts // BLOCK * BLOCK for i in range(1, parts)]
        return list(zip([lo, *edges], [*edges, hi], strict=True))

    def over(self, lo, hi, task):
        """Call task(lo, hi) for every slice of slots lo to hi; the results in order of the slices."""
        *others, mine = self.slices(lo, hi)
        waiting = [self._pool.submit(task, *part) for part in others]
        last = task(*mine)
        return [w.result() for w in waiting] + [last]

    def close(self):
        """End the threads."""
        if self._pool:
            self._pool.shutdown(wait=True)
