"""Reads what people type, in as few keys as they like, as one of the lines that can come next.

It is read if it fits the rules in one way only. If it fits in several ways, people are asked; a
power that can be used only once has to be named. Where the program deals, the line is the move of
one seat, without its outcome; at a real table outcomes are typed, and several lines may stand on
one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from ..models.core import BadNotation, Event, IllegalAction, Record, TableError, View, turn
from ..models.event import STANDS
from ..models.wording import joined, spelled
from ..models.words import Tell, say
from .awaited import explained
from .doubt import Doubt, which
from .fixing import continued
from .heard import tokens
from .lines import number_in
from .reading import NAMED, Effort, Judge, Reader, SharedInitial
from .sentence import said

_MARKS = re.compile(r"[=?]|(?<!\w)!")
"""Marks of the notation: a sentence may have them, too, but no move of a seat."""
_BETWEEN = re.compile(r"([,;.:]|\b(?:and|then|et|puis|ensuite)\b)", re.IGNORECASE)
"""What can stand between two lines that are told in one sentence."""
_OUTSIDE = ",;:. "
CLAUSES = 9
"""Most parts of a sentence that tells several lines."""
TOGETHER = 3
"""Most of these parts that are one line."""
MOST = 80
"""How many beginnings of lines are tried before reading several lines is given up."""


def chosen(view: View, moves: Sequence[Event], text: str, tell: Tell, judge: Judge) -> Event:
    """Return the choice that the viewer makes with `text`, where the program deals.

    It is the number of one of `moves`, or a line that `judge` allows. Raises TableError.
    """
    number = number_in(text)
    if number is not None and 0 < number <= len(moves):
        return moves[number - 1]
    (event,) = _part(Reader(view, tell, Effort(text), judge, tuple(moves)), text)
    return event


def public_move(table: View, player: str, text: str, tell: Tell) -> Event | None:
    """Return the move of `player` that `text` says, if everybody can tell that it is legal."""
    coming = turn(table)
    own = [event for event in coming if event.actor == player] if isinstance(coming, tuple) else []
    reader = Reader(table, tell, Effort(text), Record.moved, tuple(own))
    _, _, rest = joined([player], text).partition(" ")
    with suppress(BadNotation):
        words = spelled(table, f"{player} {rest}", tell).split()
        found = tuple(dict.fromkeys(reader.shortened(tuple(words))))
        if len(found) == 1 and found[0] in own and table.notation.verbs[found[0].verb].public:
            return found[0]
    return None


def events_of(record: Record, text: str, tell: Tell) -> tuple[Event, ...]:
    """Read what is typed after `record`: one line, or several that follow each other.

    `;` separates lines that could be read differently. Raises BadNotation, IllegalAction.
    """
    events: list[Event] = []
    parts = [part for part in text.split(";") if part.strip()]
    for part in parts:
        try:
            found = _part(Reader(record, tell, Effort(part)), part)
        except TableError as error:
            if isinstance(error, Doubt) and parts[1:] and part is parts[0]:
                return _part(Reader(record, tell, Effort(text)), text.replace(";", ","))
            if len(parts) > 1 and not error.lines:
                words = error.words if isinstance(error, BadNotation) else error.message
                raise BadNotation(
                    say("in '{part}': {words}", part=part.strip(), words=words)
                ) from None
            raise
        events += found
        for event in found:
            record = continued(record.plus(event))
    if not events:
        raise BadNotation(explained(record))
    return tuple(events)


def is_readable(record: Record, text: str, tell: Tell) -> bool:
    """Tell whether each word of `text` is in the notation, or shortens or joins words of it."""
    return _is_short(Reader(record, tell, Effort(text)), text)


def _part(reader: Reader, part: str) -> tuple[Event, ...]:
    """Return the lines that `part` says, as a short line or as a sentence."""
    try:
        short = _short(reader, part)
    except TableError as error:
        return _sentence(reader, part, error)
    if STANDS in part or not re.search(r"[^\W\d]", part):  # figures alone are no sentence
        return short
    found = said(reader, part)
    if found.sure and not any(event in short for event in found.sure):
        raise which(reader.record, part, [short, *((event,) for event in found.sure)])
    return short


def _sentence(reader: Reader, part: str, wrong: TableError) -> tuple[Event, ...]:
    """Return the lines that a sentence says; raises `wrong` if it says none, or in doubt Doubt.

    What the rules forbid is no sentence if every word of it is one of a short line.
    """
    several = isinstance(wrong, Doubt) and any(len(way) > 1 for way in wrong.ways)
    short = _is_short(reader, part)
    forbidden = isinstance(wrong, IllegalAction) and short
    marked = " = " in part or (_MARKS.search(part) and (short or reader.moves is not None))
    marked = marked or (reader.moves is not None and STANDS in part)
    if several or forbidden or marked or isinstance(wrong, SharedInitial):
        raise wrong
    found = said(reader, part)
    if not found.found or (found.doubtful and found.found[1:]):
        several_lines = _clauses(reader, part)
        if several_lines:
            return several_lines
        raise wrong if found.wrong is None or isinstance(wrong, IllegalAction) else found.wrong
    if found.is_against and isinstance(wrong, IllegalAction):
        raise wrong
    if isinstance(wrong, Doubt) and not found.is_clear:
        raise wrong
    return found.settled()


def _clauses(reader: Reader, text: str) -> tuple[Event, ...]:
    """Return the lines of a sentence that tells several, one after the other; none if unsure."""
    clauses = _parts(text)
    if reader.moves is not None or not 1 < len(clauses) <= CLAUSES:
        return ()
    ways = list(islice(_told(reader, clauses), 2))
    return ways[0] if len(ways) == 1 else ()


def _parts(text: str) -> tuple[str, ...]:
    """Return the parts of a sentence that may be lines, each with what stands before it."""
    parts, between = list[str](), ""
    for at, each in enumerate(_BETWEEN.split(text)):
        if at % 2 or not each.strip():
            between += each
        else:
            parts.append(between + each)
            between = ""
    return tuple(parts)


def _told(
    reader: Reader, clauses: Sequence[str], actor: str | None = None
) -> Iterator[tuple[Event, ...]]:
    """Yield the ways to read `clauses` as lines that follow each other, each surely.

    Whoever acts after `actor` has to be named.
    """
    if not clauses:
        yield ()
    for end in range(1, min(len(clauses), TOGETHER) + 1):
        part = "".join(clauses[:end]).strip(_OUTSIDE)
        for event in dict.fromkeys(_sure(reader, part)):
            if actor not in (None, event.actor) and not reader.names(event, tokens(part)):
                continue
            after = Reader(continued(reader.record.plus(event)), reader.tell, reader.effort)
            for rest in _told(after, clauses[end:], event.actor):
                yield (event, *rest)


def _sure(reader: Reader, text: str) -> tuple[Event, ...]:
    """Return the one line that `text` surely is, nothing if it is in doubt."""
    found = said(reader, text)
    if found.sure:
        return found.sure if len(found.found) == 1 else ()
    with suppress(TableError):
        short = _short(reader, text)
        return short if len(short) == 1 and not found.found else ()
    return ()


def _is_short(reader: Reader, text: str) -> bool:
    """Tell whether each word of `text` is in the notation, or shortens or joins words of it."""
    try:
        words = spelled(reader.record, text.replace(";", " "), reader.tell).split()
    except BadNotation:
        return False
    return all(map(reader.reads, words))


def _short(reader: Reader, part: str) -> tuple[Event, ...]:
    words = tuple(spelled(reader.record, part, reader.tell).split())
    if not words:
        raise BadNotation(reader.awaited)
    recorded = reader.as_recorded(part)
    if recorded is not None:
        return (recorded,)
    furthest = _Stop(reader, words)
    for each in (words, *reader.cut(words)):
        search = _Search(reader, each)
        read = {meant: _ways(reader, meant, search) for meant in reader.meant(each)}
        ways = list(dict.fromkeys(way for found in read.values() for way in found))
        if len(ways) == 1:
            return ways[0]
        if sum(map(bool, read.values())) > 1:
            raise reader.not_told(each)
        if ways:
            raise which(reader.record, part, ways)
        furthest = (
            search.furthest if len(search.furthest.words) <= len(furthest.words) else furthest
        )
    if reader.names_a_verb(words):
        raise reader.wrong(words)
    raise reader.forbidden((words, *reader.cut(words))) or furthest.wrong()


def _ways(reader: Reader, words: tuple[str, ...], search: _Search) -> list[tuple[Event, ...]]:
    """Return two ways to read `words`, or the only one, or none."""
    whole = reader.to_the_letter(words) or reader.by_its_verb(words)
    return [(whole,)] if whole is not None else list(islice(_several(reader, words, search), NAMED))


@dataclass(frozen=True)
class _Stop:
    """Where reading stopped: `words` continue no line that was read before."""

    reader: Reader
    words: tuple[str, ...]

    def wrong(self) -> TableError:
        """Return what the rules say about the longest line there, or what is not understood."""
        if self.reader.moves is not None:
            return self.reader.wrong(self.words)
        for end in range(len(self.words), 0, -1):
            error = self.reader.refusal(self.words[:end])
            if isinstance(error, IllegalAction):
                return error
        return self.reader.wrong(self.words)


class _Search:
    """How many beginnings may still be tried, and how far reading has come."""

    def __init__(self, reader: Reader, words: tuple[str, ...]) -> None:
        self.left = MOST
        self.furthest = _Stop(reader, words)

    def spend(self) -> bool:
        self.left -= 1
        return self.left >= 0

    def reached(self, reader: Reader, words: tuple[str, ...]) -> None:
        if len(words) < len(self.furthest.words):
            self.furthest = _Stop(reader, words)


def _several(
    reader: Reader, words: tuple[str, ...], search: _Search
) -> Iterator[tuple[Event, ...]]:
    """Yield the ways to read `words` as legal lines that follow each other."""
    if not words:
        yield ()
        return
    if reader.moves is not None:
        yield from ((event,) for event in reader.single(words))
        return
    search.reached(reader, words)
    for end in range(len(words), 0, -1):
        if not search.spend():
            return
        for event in reader.single(words[:end]):
            if words[end:] and reader.is_bare(event, words[:end]) and not reader.acts(words[end]):
                continue
            after = Reader(continued(reader.record.plus(event)), reader.tell, reader.effort)
            for rest in _several(after, words[end:], search):
                yield (event, *rest)
