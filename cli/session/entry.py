"""Entering a board question by question: what lies there, who holds what, where play goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...models.core import Record
from ...models.errors import TableError
from ...models.record import read, write
from ...models.wording import spelled
from ...models.words import Words, bare, say, spellings
from ..console import print_lines, print_words
from ..language import speak_of, tell
from ..views.blanks import Blank
from .terminal import InputEnded, Terminal


@dataclass(frozen=True, slots=True)
class _Stand:
    """The number of the present question, and the record so far."""

    at: int
    record: Record


class BoardEntry:
    """Asks the `blanks` of a board in turn; `keep` is called with the record after every answer.

    Each answer is checked as the line that it makes, so a mistake is reported at once; the whole
    board is checked after the last answer.
    """

    def __init__(
        self,
        record: Record,
        blanks: Sequence[Blank],
        terminal: Terminal,
        keep: Callable[[Record], None],
    ) -> None:
        speak_of(record)
        self._blanks = blanks
        self._terminal = terminal
        self._keep = keep
        self._way = [_Stand(0, record)]
        self._asides: list[tuple[Words, Callable[[], None]]] = [
            (say("back"), self._back),
            (say("lines"), self._lines),
            (say("help"), self._help),
            (say("quit"), self._quit),
        ]

    @property
    def record(self) -> Record:
        """What was entered so far."""
        return self._way[-1].record

    def run(self) -> Record:
        """Return the record of the whole board; raises InputEnded."""
        self._help()
        while (at := self._way[-1].at) < len(self._blanks):
            self._ask(self._blanks[at])
        return self.record

    def _ask(self, blank: Blank) -> None:
        self._terminal.show(
            lambda: print_words(
                say("{about}, such as {line}", about=blank.about, line=blank.example)
            )
        )
        typed = self._terminal.ask(tell(say("{line}> ", line=blank.head))).strip()
        for name, answer in self._asides:
            if bare(typed) in spellings(name, tell):
                answer()
                return
        at = self._way[-1].at
        if typed:
            self._put(blank, typed)
        elif blank.last:
            self._tell(say("Without this nobody can tell where play goes on."))
        else:
            self._way.append(_Stand(at + 1, self.record))

    def _put(self, blank: Blank, typed: str) -> None:
        try:
            line = blank.line(spelled(self.record, typed, tell))
            record = read(f"{write(self.record)}{line}\n")
        except TableError as error:
            self._tell(error.words)
            return
        self._keep(record)
        self._way.append(_Stand(self._way[-1].at + (not blank.many), record))

    def _back(self) -> None:
        """Go back to the previous answer, and ask for it again."""
        if len(self._way) == 1:
            self._tell(say("There is nothing to take back."))
            return
        self._way.pop()
        self._keep(self.record)

    def _lines(self) -> None:
        self._terminal.show(lambda: print_lines(self.record))

    def _help(self) -> None:
        self._tell(
            say(
                "Answer as in the example, or with the whole line; Enter: nothing there. "
                "back returns to the previous question, lines shows what was put down, "
                "quit leaves."
            )
        )

    def _quit(self) -> None:
        raise InputEnded

    def _tell(self, words: Words) -> None:
        self._terminal.show(lambda: print_words(words))
