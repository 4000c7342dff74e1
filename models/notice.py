"""Notices: what a person should know although it stops nothing.

Python's own warnings would not do: numba catches them while it compiles, and keeps only the text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .words import Words

Listener = Callable[[Words], None]


def notice(words: Words) -> None:
    """Tell `words` to whoever listens; print them on standard error, in English, if nobody does."""
    _listener.get()(words)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Pass the notices given in the block to `listener`."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def _print(words: Words) -> None:
    print(f"aparte: {words}", file=sys.stderr)


_listener: ContextVar[Listener] = ContextVar("listener", default=_print)
