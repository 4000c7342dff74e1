"""The three ways a record can be wrong, each told in the language of the table."""

from __future__ import annotations

from .event import Event
from .words import Words, listed, say


class TableError(Exception):
    """Something in a game or record is wrong.

    `words` tells what, and what to do; `lines` are the lines of the record it is about (empty
    while unknown: whoever folds the record adds them). `tag` is the tag of the header that it is
    about, if it is no event.
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
"""Stands for a ruling where a line comes after the end, or tells it wrongly: no ruling does."""


class IllegalAction(TableError):
    """An event that the rules forbid; `ruling` is the id of the ruling that says so.

    `earlier` are the events before it with which it is forbidden, and of which each may be wrong:
    of each, what is known of it (see `is_like`). The last such line of the record is meant, behind
    the last that is like `since`, if that is given.
    `breach` is the one of them that broke an obligation if this event is true. `refused` is the
    event itself, where it was read from what somebody typed.
    """

    def __init__(
        self,
        ruling: str,
        words: Words,
        lines: tuple[int, ...] = (),
        earlier: tuple[Event, ...] = (),
        breach: Event | None = None,
        tag: str = "",
    ) -> None:
        super().__init__(words, lines)
        self.ruling = ruling
        self.earlier = earlier
        self.breach = breach
        self.refused: Event | None = None
        self.since: Event | None = None
        self.tag = tag

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
    """Lines that cannot all be true; `lines` is the smallest set of them."""

    kind = "contradiction"

    @property
    def message(self) -> Words:
        """The whole message."""
        return self.words


def _placed(words: Words, lines: tuple[int, ...]) -> Words:
    if len(lines) > 1:
        return say("lines {lines}: {words}", lines=listed(lines), words=words)
    return say("line {line}: {words}", line=lines[0], words=words)
