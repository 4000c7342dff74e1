"""Where a session is held: at a terminal with its pages, or over a pipe, line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING, Protocol

from ...models.words import say
from ..console import plain
from ..language import tell

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History

Offer = Callable[[str], Sequence[str]]
"""From the words that stand on the line, the words that can come next."""


class Left(Exception):
    """The input has ended: nobody is there any more."""


class Terminal(Protocol):
    """Asks for one line at a time."""

    live: bool
    """Whether people sit here, so that pages are turned and secrets covered."""

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        """Return the line that is typed; raises Left, and KeyboardInterrupt."""

    def show(self, printing: Callable[[], None]) -> None:
        """Print what may be longer than the screen."""

    def turn_page(self) -> None:
        """Leave nothing to be read of what was shown or typed so far."""


class Pipe:
    """Lines from standard input, as a script sends them; they are echoed behind their prompts."""

    live = False

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        line = sys.stdin.readline()
        if not line:
            raise Left
        print(f"{prompt}{line.strip()}", flush=True)
        return line.strip()

    def show(self, printing: Callable[[], None]) -> None:
        printing()

    def turn_page(self) -> None:
        print()


class Keyboard:
    """A person at a terminal, with completion by Tab and the lines of this page by arrow keys."""

    live = True

    def __init__(self) -> None:
        self._history = _new_history()

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.shortcuts import CompleteStyle

        session: PromptSession[str] = PromptSession(
            history=self._history,
            completer=_completer(offer),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
        )
        try:
            return session.prompt(prompt).strip()
        except EOFError:
            raise Left from None

    def show(self, printing: Callable[[], None]) -> None:
        from shutil import get_terminal_size

        screen = _Screen()
        with redirect_stdout(screen):
            printing()
        rows = screen.getvalue().splitlines()
        room = get_terminal_size().lines - 2
        while len(rows) > room:
            print(*rows[:room], sep="\n")
            rows = rows[room:]
            self.ask(tell(say("Enter shows the rest ({n} lines). ", n=len(rows))))
        print(*rows, sep="\n")

    def turn_page(self) -> None:
        self._history = _new_history()
        # The alternate screen keeps nothing that scrolls away; the plain one has to forget it too.
        print("\x1b[H\x1b[2J" + ("\x1b[3J" if plain() else ""), end="", flush=True)


class _Screen(StringIO):
    """Keeps what would be printed on the terminal, as it would be printed there."""

    def isatty(self) -> bool:
        return True


@contextmanager
def pages() -> Iterator[Terminal]:
    """Hold a session whose screen is covered between players, and clean when it ends."""
    if not _at_a_terminal():
        yield Pipe()
        return
    keyboard = Keyboard()
    alternate = not plain()
    if alternate:
        print("\x1b[?1049h", end="", flush=True)
    try:
        yield keyboard
    finally:
        keyboard.turn_page()
        if alternate:
            print("\x1b[?1049l", end="", flush=True)


def scroll() -> Terminal:
    """Return where a session is held that may stay on the screen."""
    return Keyboard() if _at_a_terminal() else Pipe()


def _at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _new_history() -> History:
    from prompt_toolkit.history import InMemoryHistory

    return InMemoryHistory()


def _completer(offer: Offer) -> Completer:
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        def get_completions(self, document: Document, _: object) -> Iterator[Completion]:
            text = document.text_before_cursor
            begun = document.get_word_before_cursor(WORD=True)
            for word in offer(text[: len(text) - len(begun)].strip()):
                if word.casefold().startswith(begun.casefold()):
                    yield Completion(f"{word} ", -len(begun), display=word)

    return Words()
