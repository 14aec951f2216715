"""Worker processes, by Dask distributed: some of this machine's own, or those of a scheduler that runs elsewhere.

What they are given is a function that can be imported and plain data; what comes back depends on these alone, so that it does not
matter which worker did it, after how many tries, and what comes first.
"""

import asyncio
import contextlib
import logging
import os
import signal
import tempfile
import threading
from collections import Counter, deque

from game.numbers import whole
from game.report import FAILED, MACHINE, USAGE, Stop

LACK = "many processes at once need the package distributed; write: pip install 'springvand[farm]'"
PATIENCE = 10  # [s] for a scheduler to answer, and for its first worker
MOST = 512  # processes of one machine
TRIES = 3  # of a task under whose hands workers die


def add_farm(parser):
    """The arguments of commands that share their work."""
    parser.add_argument("--workers", type=whole(1, MOST), metavar="N", help="processes on this machine (default: one a core)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="scheduler of a Dask cluster, as tcp://host:8786, in place of them")


class Farm:
    """Workers, as long as it is entered.

    workers    processes of this machine; None: one a core
    scheduler  address of one that runs, in place of them
    Raises Stop where Dask is missing or the scheduler cannot be reached.
    """

    def __init__(self, workers=None, scheduler=None):
        if workers and scheduler:
            raise Stop(USAGE, "--workers are this machine's, --scheduler has its own; write one of them")
        self._closing = contextlib.ExitStack()
        self._dask, self._set = _distributed()
        self._names = 0
        try:
            if scheduler:
                self._client = self._reached(scheduler)
            else:
                self._client = self._local(workers or os.cpu_count() or 1)
        except BaseException:
            self._closing.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    def close(self):
        """End the workers that are this machine's; what others still do for us is called off."""
        with contextlib.suppress(TimeoutError):  # the machine is busy elsewhere: all is done, and processes of ours end with us
            self._closing.close()

    @property
    def count(self):
        """Tasks that are done at once."""
        return max(sum(self._client.nthreads().values()), 1)

    @property
    def address(self):
        """Of the scheduler."""
        return self._client.scheduler.address

    def processes(self):
        """Address of each worker -> its process id."""
        return self._client.run(os.getpid)

    def give(self, files, folder_name):
        """Have every worker, also one that comes later, keep files: {name: bytes as uint8}, under a name; taken back at the end."""
        from game.farm.parcel import Parcel

        self._client.register_plugin(Parcel(folder_name, files))
        self._closing.callback(self._take_back, Parcel.name_of(folder_name))

    def _take_back(self, name):
        with contextlib.suppress(Exception):  # the scheduler may be gone, and its workers with it
            self._client.unregister_worker_plugin(name)

    def results(self, work, tasks, room=lambda: True):
        """Yield (i, what work(tasks[i]) returned, None) or (i, None, what went wrong), as they are finished.

        room  says whether another task may be begun: who needs results in their order has to keep those that come early

        A task whose worker dies is done again. The third time it is alone, so that none is blamed for what another did beside it. Raises Stop
        where the cluster is gone.
        """
        coming, numbers, tries = self._dask.as_completed(loop=self._client.loop), {}, Counter()
        waiting, again, alone = enumerate(tasks), deque(), deque()
        following = next(waiting, None)
        while True:
            while len(numbers) < self.count and (again or (following and (room() or not (numbers or alone)))):
                if again:
                    item = again.popleft()
                else:
                    item, following = following, next(waiting, None)
                self._begin(work, item, numbers, coming)
            if not numbers and alone:
                self._begin(work, alone.popleft(), numbers, coming)
            if not numbers:
                return
            future = next(coming)
            i, task = numbers.pop(future.key)
            failure = self._failure(future)
            if isinstance(failure, self._dask.KilledWorker):
                tries[i] += 1
                if tries[i] < TRIES:
                    (again if tries[i] < TRIES - 1 else alone).append((i, task))
                    continue
                yield i, None, f"the worker died, {TRIES} times; it ran out of memory, or something ends the process"
            elif failure is not None:
                yield i, None, f"{type(failure).__name__}: {failure}"
            else:
                yield i, future.result(), None

    def _begin(self, work, item, numbers, coming):
        self._names += 1
        future = self._client.submit(work, item[1], key=f"springvand-{os.getpid()}-{id(self)}-{self._names}", pure=False)
        numbers[future.key] = item
        coming.add(future)

    def _failure(self, future):
        """What a finished task raised, or None."""
        if future.status in ("lost", "cancelled"):
            raise Stop(FAILED, "the cluster is gone: its scheduler was stopped, or the connection broke")
        return future.exception() if future.status == "error" else None

    # how

    def _local(self, workers):
        """A Client of processes of our own."""
        share = str(max(1, (os.cpu_count() or 1) // workers))  # of the cores: numbers do not depend on it
        given = {name: os.environ.get(name, share) for name in ("SPRINGVAND_THREADS", "LP_NUM_THREADS")}
        folder = given["TMPDIR"] = self._closing.enter_context(
            tempfile.TemporaryDirectory(prefix="springvand-farm-", ignore_cleanup_errors=True)
        )
        with _deaf(), self._set({"temporary-directory": folder}):
            cluster = self._dask.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address=None,
                worker_dashboard_address=None,
                scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0", "allowed_failures": 0},
                silence_logs=logging.CRITICAL,
                memory_limit=None,  # a scene takes what it takes
                env=given,
            )
            self._closing.callback(cluster.close)
            client = self._dask.Client(cluster, set_as_default=False)
        self._closing.callback(client.close)
        return client

    def _reached(self, address):
        """A Client of a scheduler elsewhere."""
        where = address if "://" in address else f"tcp://{address}"
        try:  # a Client that never met its scheduler is hard to be rid of
            asyncio.run(asyncio.wait_for(_greet(where), PATIENCE))
            client = self._dask.Client(where, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # whatever is at that port may answer whatever
            raise Stop(FAILED, f"no scheduler answers at {where} ({_said(error)}); start one: dask scheduler --port 8786") from None
        self._closing.callback(client.close)
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise Stop(FAILED, f"the scheduler at {where} has no workers; start some: dask worker {where} --nthreads 1") from None
        try:
            client.run(_here)
        except Exception as error:
            raise Stop(FAILED, f"the workers of {where} cannot load springvand ({_said(error)}); install the same version there") from None
        return client


async def _greet(address):
    """Connect to a scheduler, and leave."""
    from distributed.comm import connect

    comm = await connect(address, timeout=PATIENCE)
    await comm.close()


def _here():
    """Whether a worker has what the work needs."""
    import engine.simulation  # noqa: F401


def _distributed():
    """The package, and what sets its options. Stops where it is missing."""
    try:
        import distributed
        from dask.config import set as options
    except ImportError:
        raise Stop(MACHINE, LACK) from None
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in ("distributed", "tornado")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told once, by us; some have levels of their own
    return distributed, options


def _said(error):
    if isinstance(error, TimeoutError):
        return f"not within {PATIENCE} s"
    text = str(error).strip().splitlines()
    return text[-1] if text else type(error).__name__


@contextlib.contextmanager
def _deaf():
    """Threads and processes that begin within this do not hear Ctrl-C, nor do theirs: one process ends all, in order."""
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # begins deaf anyway, and would leave the thread hearing that begins it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
