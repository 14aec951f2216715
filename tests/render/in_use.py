"""What a process holds: to show that nothing is left behind."""

import ctypes
import gc
import os
import tracemalloc

MMAP_THRESHOLD = -3  # of glibc's mallopt


def in_use():
    """OpenGL objects by kind; [bytes] that Python and numpy hold of what was made since the first call; [bytes] of all memory."""
    from pyglet import gl

    from engine.render.objects import live

    gc.collect()
    gl.glFinish()
    if not tracemalloc.is_tracing():
        tracemalloc.start()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/statm") as file:
        pages = int(file.read().split()[1])
    return live(), tracemalloc.get_traced_memory()[0], pages * os.sysconf("SC_PAGE_SIZE")


def give_back_at_once():
    """From now on large arrays that are freed go back to the system, so that what is resident is in use."""
    ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, 1 << 20)
