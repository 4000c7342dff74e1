"""Makes interrupts reliable: libraries may swallow them, or turn them into other errors."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Raise KeyboardInterrupt for any error of the block if an interrupt came in it.

    A library that is being loaded may turn it into an ImportError. Yields a function that tells
    whether one came, since some code swallows it.
    """
    came = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    if current_thread() is not main_thread():  # which alone hears of them
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield lambda: came
    except Exception as error:
        if came:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)
