"""The three ways in which a record can be wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from .event import Event
from .words import Words, listed, say, with_values


class TableError(Exception):
    """Something in a game or record is wrong.

    `words` say what is wrong, and what to do. `lines` are the lines of the record concerned; they
    are empty until whoever folds the record adds them. `tag` is the header tag concerned, if it is
    not about an event.
    """

    kind = "illegal"
    tag = ""

    def __init__(self, words: Words, lines: tuple[int, ...] = ()) -> None:
        super().__init__(words)
        self.words = words
        self.lines = lines

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Words:
        """The whole message: where, then what."""
        if not self.lines:
            return self.words
        return _placed(self.words, self.lines)


class BadNotation(TableError):
    """A text that is not in the notation; `column` counts from 1."""

    kind = "notation"

    def __init__(self, words: Words, line: int = 0, column: int = 0) -> None:
        super().__init__(words, (line,) if line else ())
        self.column = column

    @property
    def message(self) -> Words:
        """The whole message: line and column, then what was expected."""
        if not self.lines:
            return self.words
        return say(
            "line {line}, column {column}: {words}",
            line=self.lines[0],
            column=self.column,
            words=self.words,
        )


END = "end"
"""Stands for a ruling when a line comes after the end of a game, or states it wrongly."""


class IllegalAction(TableError):
    """An event that the rules forbid: they `raise IllegalAction(ruling, words)`.

    `ruling` is the id of the ruling that forbids it; `words` say what is wrong, without a full
    stop. Whoever folds the record adds the lines.

    `earlier` are patterns (see `is_like`) of the earlier events that it conflicts with, any of
    which may be the one that is wrong. A pattern stands for the last line of the record that is
    like it; if `since` is given, only lines behind the last one like `since` count. `breach` is the
    earlier event that broke an obligation, if this event is true. `refused` is the event itself, if
    it was read from what somebody typed. `own` says what is wrong to whoever acts, if that differs.
    `earlier`, `breach` and `own` are given by name.
    """

    def __init__(
        self,
        ruling: str,
        words: Words,
        lines: tuple[int, ...] = (),
        earlier: tuple[Event, ...] = (),
        breach: Event | None = None,
        tag: str = "",
        own: Words | None = None,
    ) -> None:
        super().__init__(words, lines)
        self.own = own
        self.ruling = ruling
        self.earlier = earlier
        self.breach = breach
        self.refused: Event | None = None
        self.since: Event | None = None
        self.tag = tag

    def show(self, shown: Callable[[str], object]) -> None:
        """Say the words of records as they are `shown` on lines and boards."""
        self.words = with_values(self.words, shown)
        self.own = self.own and with_values(self.own, shown)

    @property
    def message(self) -> Words:
        """The whole message: the lines, what is wrong, and the ruling if there is one."""
        words = (
            self.words
            if self.ruling == END
            else say("{words} ({ruling})", words=self.words, ruling=self.ruling)
        )
        return _placed(words, self.lines) if self.lines else words


class Contradiction(TableError):
    """Lines that cannot all be true; `lines` is a minimal unsatisfiable set of them."""

    kind = "contradiction"

    @property
    def message(self) -> Words:
        """The whole message."""
        return self.words


def _placed(words: Words, lines: tuple[int, ...]) -> Words:
    if len(lines) > 1:
        return say("lines {lines}: {words}", lines=listed(_runs(lines)), words=words)
    return say("line {line}: {words}", line=lines[0], words=words)


def _runs(lines: tuple[int, ...]) -> Iterator[Words | int]:
    """Yield the numbers, three or more in a row as one: "60 to 62"."""
    for _, run in groupby(enumerate(lines), key=lambda pair: pair[1] - pair[0]):
        first, *rest = (line for _, line in run)
        if len(rest) > 1:
            yield say("{first} to {last}", first=first, last=rest[-1])
        else:
            yield from (first, *rest)
