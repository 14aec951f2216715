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

    def slices(self, count):
        """(lo, hi) of each slice of slots 0 to count."""
        parts = self.threads if count >= self.large else 1
        edges = [count * i // parts // BLOCK * BLOCK for i in range(parts)] + [count]
        return list(zip(edges[:-1], edges[1:], strict=True))

    def over(self, count, task):
        """Call task(lo, hi) for every slice; the results in order of the slices."""
        *others, mine = self.slices(count)
        waiting = [self._pool.submit(task, *part) for part in others]
        last = task(*mine)
        return [w.result() for w in waiting] + [last]

    def close(self):
        """End the threads."""
        if self._pool:
            self._pool.shutdown(wait=True)
