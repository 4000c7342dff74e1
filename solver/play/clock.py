"""The clock of whoever thinks: seconds of the processor, but those in which code is loaded.

Whoever asks a coach first loads modules and compiled kernels, which is no thought.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from time import thread_time


class _Loading(local):
    """For how long this thread has loaded code, and whether it does so now."""

    seconds = 0.0
    now = False


_loading = _Loading()


def thought() -> float:
    """Return for how many seconds of the processor this thread has thought; only gaps tell."""
    return thread_time() - _loading.seconds


@contextmanager
def loading() -> Iterator[None]:
    """Do not count as thought what is done meanwhile."""
    if _loading.now:
        yield
        return
    begun, _loading.now = thread_time(), True
    try:
        yield
    finally:
        _loading.seconds += thread_time() - begun
        _loading.now = False
