"""Background work in a session, so that people's keys are noticed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from threading import Event, Thread
from typing import Generic, TypeVar

Found = TypeVar("Found")
Stop = Callable[[], bool]
"""Tells the worker whether nobody waits for it any more."""


class BackgroundWork(Generic[Found]):
    """Runs `work` in a thread of its own, with a test whether to stop.

    The work must not change anything shared: it may be abandoned before its end.
    """

    def __init__(self, work: Callable[[Stop], Found]) -> None:
        self._found: list[Found] = []
        self._fault: BaseException | None = None
        self._stopped, self._ended = Event(), Event()
        Thread(target=copy_context().run, args=(self._do, work)).start()

    def _do(self, work: Callable[[Stop], Found]) -> None:
        try:
            self._found.append(work(self._stopped.is_set))
        except BaseException as fault:
            self._fault = fault
        finally:
            self._ended.set()

    def ends(self, seconds: float) -> bool:
        """Wait at most so many `seconds`; tell whether it has ended."""
        return self._ended.wait(seconds)

    def stop(self) -> None:
        """Ask it to stop."""
        self._stopped.set()

    def found(self) -> Found | None:
        """Return the result, None if it has not ended; raise what it has raised."""
        if self._ended.is_set() and self._fault is not None:
            raise self._fault
        return self._found[0] if self._found else None
