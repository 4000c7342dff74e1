"""Where a session is held: at a terminal with its pages, or over a pipe, line by line."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO, TextIOWrapper
from typing import TYPE_CHECKING, Protocol

from ...models.words import say
from ...sessions.lines import LONGEST, unsteered
from ..language import tell
from .tty import clean_screen, drop_keys, pressed, wiped

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History

Offer = Callable[[str], Sequence[str]]
"""From the words that stand on the line, the words that can come next."""

REST = 0.4
"""Seconds without a key before a cover listens: a key pressed twice, or held, opens nothing."""


class Left(Exception):
    """The input has ended: nobody is there any more."""


class Terminal(Protocol):
    """Asks for one line at a time."""

    live: bool
    """Whether people sit here, so that pages are turned and secrets covered."""
    typed: int
    """How many lines were typed so far."""

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        """Return the line that is typed; raises Left, and KeyboardInterrupt."""

    def show(self, printing: Callable[[], None]) -> None:
        """Print what may be longer than the screen."""

    def turn_page(self) -> None:
        """Leave nothing to be read of what was shown or typed so far."""

    def forget(self) -> None:
        """Throw away what people typed before they were asked for it."""

    def rest(self) -> None:
        """Do so until no key is pressed for a moment."""


class Pipe:
    """Lines from standard input, as a script sends them; they are echoed behind their prompts."""

    live = False

    def __init__(self) -> None:
        self.typed = 0
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="backslashreplace")  # what is no text is told as such

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        line = _read_line()
        if not line:
            raise Left
        self.typed += 1
        text = line.removeprefix("\ufeff").strip()
        _echo(prompt, text)
        return text

    def show(self, printing: Callable[[], None]) -> None:
        printing()

    def turn_page(self) -> None:
        print()

    def forget(self) -> None:
        """A script types ahead."""

    def rest(self) -> None:
        """A script types ahead."""


def _echo(prompt: str, line: str) -> None:
    print(prompt + unsteered(line), flush=True)


def _read_line() -> str:
    """Return the next line of standard input, of an overlong one its begin; empty at the end."""
    if sys.stdin is None:  # it was closed before we were called
        return ""
    line = rest = sys.stdin.readline(LONGEST + 2)
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(LONGEST)
    return line


class Keyboard:
    """A person at a terminal, with completion by Tab and the lines of this page by arrow keys."""

    live = True

    def __init__(self) -> None:
        self.typed = 0
        self._history = _new_history()
        self._pasted: list[str] = []

    def ask(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        """Return a line; several that were pasted at once come one after the other."""
        if self._pasted:
            line = self._pasted.pop(0)
            _echo(prompt, line)
        else:
            line, *self._pasted = _rows(self._prompted(prompt, offer))
        self.typed += 1
        return line

    def _prompted(self, prompt: str, offer: Offer = lambda _: ()) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.shortcuts import CompleteStyle
        from prompt_toolkit.styles import Style

        session: PromptSession[str] = PromptSession(
            history=self._history,
            completer=_completer(offer),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            # A space that does not break is no fault: French is written with it.
            style=Style([("nbsp", "noinherit")]),
        )
        try:
            return session.prompt(prompt)
        except EOFError:
            raise Left from None

    def show(self, printing: Callable[[], None]) -> None:
        from shutil import get_terminal_size

        screen = _Screen()
        with redirect_stdout(screen):
            printing()
        rows = screen.getvalue().splitlines()
        room = get_terminal_size().lines - 2
        while len(rows) > room and not self._pasted:
            print(*rows[:room], sep="\n")
            rows = rows[room:]
            self._prompted(
                tell(say("Enter shows the rest ({n} lines). ", n=len(rows))), lambda _: ()
            )
        print(*rows, sep="\n")

    def turn_page(self) -> None:
        self._history = _new_history()
        print(wiped(), end="", flush=True)

    def forget(self) -> None:
        from prompt_toolkit.application import get_app_session
        from prompt_toolkit.input.typeahead import clear_typeahead

        self._pasted = []
        clear_typeahead(get_app_session().input)
        drop_keys()

    def rest(self) -> None:
        self.forget()
        while pressed(REST):
            self.forget()
        self.forget()


def _rows(text: str) -> list[str]:
    """Return the lines of what was typed or pasted, those that say something; at least one."""
    rows = [row.strip() for row in re.split(r"\r\n|[\r\n]", text)]
    return [row for row in rows if row] or [""]


class _Screen(StringIO):
    """Keeps what would be printed on the terminal, as it would be printed there."""

    def isatty(self) -> bool:
        return True


@contextmanager
def pages() -> Iterator[Terminal]:
    """Hold a session whose screen is covered between players, and clean however it ends."""
    if not at_a_terminal():
        yield Pipe()
        return
    with clean_screen():
        yield Keyboard()


def scroll() -> Terminal:
    """Return where a session is held that may stay on the screen."""
    return Keyboard() if at_a_terminal() else Pipe()


def at_a_terminal() -> bool:
    """Tell whether people sit here, and read what is printed."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


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
