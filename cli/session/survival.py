"""Surviving faults of the program: nothing that a person types ends a session."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Protocol

import typer

from ...models.words import Words, say
from ...sessions import faults
from ...sessions.store import StoreError
from ..console import print_words
from ..interrupts import interruptible
from .terminal import InputEnded


class Back(Exception):
    """Leaves a side line, which is thrown away."""


_ENDING = (Back, InputEnded, StoreError, OSError, typer.Exit, typer.Abort)
"""Exceptions that end a session as intended."""


def _never() -> bool:
    return False


class Typed(Protocol):
    """Whatever people type at: `typed` counts up."""

    typed: int


class ErrorBoundary:
    """Reports any error inside its block, and goes on after it.

    A fault that comes back before anybody has typed a line cannot be survived: raises Again. An
    error of the game that gets this far is a fault too, and its words may tell a secret, so they
    are not shown. An interrupt is no fault, whatever it was turned into: raises KeyboardInterrupt.
    """

    def __init__(self, terminal: Typed, tell: Callable[[Words], None] = print_words) -> None:
        self._terminal = terminal
        self._tell = tell
        self._typed: int | None = None
        self._stack = ExitStack()
        self._interrupted = _never

    def __enter__(self) -> None:
        self._interrupted = self._stack.enter_context(interruptible())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._stack.__exit__(kind, fault, trace)
        if fault is None and self._interrupted():
            raise KeyboardInterrupt
        if not isinstance(fault, Exception) or isinstance(fault, (*_ENDING, faults.Again)):
            return False
        if self._typed == self._terminal.typed:
            raise faults.Again from fault
        self._typed = self._terminal.typed
        self._tell(say("{fault}. Nothing is lost, go on.", fault=faults.report(fault)))
        return True
