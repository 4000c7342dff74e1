"""Going on after a fault of the program: nothing that a person types ends a session."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

import typer

from ...models.words import Words, say
from ...sessions import faults
from ...sessions.store import StoreError
from ..console import print_words
from .terminal import Left, Terminal


class Back(Exception):
    """A side line is thrown away."""


_ENDING = (Back, Left, StoreError, OSError, typer.Exit, typer.Abort)
"""What ends a session as it should."""


class Survival:
    """Tells what goes wrong inside its block, and goes on behind it.

    A fault that comes back before anybody has typed a line cannot be survived: raises Again. An
    error of the game that comes so far is a fault as well, and its words may tell a secret.
    """

    def __init__(self, terminal: Terminal, tell: Callable[[Words], None] = print_words) -> None:
        self._terminal = terminal
        self._tell = tell
        self._typed: int | None = None

    def __enter__(self) -> None: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(fault, Exception) or isinstance(fault, (*_ENDING, faults.Again)):
            return False
        if self._typed == self._terminal.typed:
            raise faults.Again from fault
        self._typed = self._terminal.typed
        self._tell(say("{fault}. Nothing is lost, go on.", fault=faults.told(fault)))
        return True
