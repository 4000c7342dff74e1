"""Answers of commands that may be longer than the screen of a terminal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from shutil import get_terminal_size

from ..console import height, printed
from ..screen import at_a_terminal


def show_long(printing: Callable[[], None]) -> None:
    """Print something, page by page where it is longer than the screen of a terminal."""
    if not at_a_terminal():
        printing()
        return
    rows = printed(printing)
    if height(rows) < get_terminal_size().lines:
        print(*rows, sep="\n")
        return
    from .terminal import InputEnded, Keyboard

    with suppress(InputEnded):
        Keyboard().show(lambda: print(*rows, sep="\n"))
