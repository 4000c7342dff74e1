"""Work that goes on beside a session, so that a person is heard meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from threading import Event, Thread
from typing import Generic, TypeVar

Found = TypeVar("Found")
Stop = Callable[[], bool]
"""Tells what works that nobody waits for it any more."""


class BackgroundWork(Generic[Found]):
    """What `work` does in a thread of its own, which is told when it is to stop.

    Nothing that it works on may be changed by it: it may be left alone before its end.
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
        """Wait for so many `seconds` at most; tell whether it has come to its end."""
        return self._ended.wait(seconds)

    def stop(self) -> None:
        """Let it come to an end."""
        self._stopped.set()

    def found(self) -> Found | None:
        """Return what was found, None where it has not ended; raise what it has raised."""
        if self._ended.is_set() and self._fault is not None:
            raise self._fault
        return self._found[0] if self._found else None
