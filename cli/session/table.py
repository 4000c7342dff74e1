"""`table`: real pieces on a real table; people type what happens, line by line.

Lines that show this viewer nothing (another hand that is dealt) and lines that follow from the
rules (the result) are added without being typed. After each line it is checked that all lines can
be true together; one that cannot is kept only if the table insists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...models.bag import HOLE
from ...models.core import (
    RESULT,
    BadNotation,
    Contradiction,
    Draw,
    Event,
    Forced,
    Line,
    Record,
    TableError,
    turn,
)
from ...models.record import write_event
from ...models.words import Words, say, say_n
from ...sessions.ledger import Ledger
from ...sessions.store import StoreError
from ..console import print_lines, print_words
from ..language import tell
from ..views import show_board
from ..views.names import called
from .lines import line_of, number_in, offered_words
from .questions import Desk, Hints, Question
from .survival import Survival
from .terminal import Terminal

KEEP = say("keep")


@dataclass(frozen=True, slots=True)
class _Doubtful:
    """The record with a line that cannot be true beside the `lines` before it."""

    record: Record
    lines: tuple[int, ...]


class Table:
    """One game at a real table, noted for one viewer: a player, or the table itself."""

    def __init__(self, ledger: Ledger, terminal: Terminal) -> None:
        self.ledger = ledger
        self.terminal = terminal
        self._hints = Hints()
        self._doubtful: _Doubtful | None = None
        self._insisted: tuple[int, ...] = ()
        """The lines of a conflict that the table wants to keep."""
        self._told: Sequence[str] = ()
        """The kinds of lines of which examples have been shown."""

    @property
    def record(self) -> Record:
        return self.ledger.record

    def run(self) -> None:
        """Take lines until the people leave: raises Left."""
        survival = Survival(self.terminal)
        with survival:
            self._begin()
        while True:
            with survival:
                self._go_on()

    def _begin(self) -> None:
        conflict = _conflict(self.record)
        self._insisted = conflict.lines if conflict else ()
        self._keep(self.record)
        show_board(self.record)

    def _go_on(self) -> None:
        """Tell what can come next, if that is something new, and take a line."""
        kinds = _kinds(self.record)
        if kinds != self._told:
            for words in _expected(self.record):
                print_words(words)
            self._told = kinds
        text = self._desk().ask_once(self._prompt(), self._offer)
        if text is not None and self._doubtful is not None:
            text = self._settled(text)
        if text:
            self._take(text)

    def _prompt(self) -> str:
        if self._doubtful is None:
            return _prompt(self.record)
        words = say("Type {keep} to keep your line; Enter leaves it out: ", keep=KEEP)
        return tell(words)

    def _desk(self) -> Desk:
        more = [
            Question(say("undo"), say("take back the last line, or all from line N"), self._undo),
            Question(say("check"), say("whether all lines can be true"), self._check),
        ]
        return Desk(self.terminal, self.record, self._hints, more=more)

    def _offer(self, begun: str) -> Sequence[str]:
        keep = (tell(KEEP),) if self._doubtful is not None and not begun else ()
        return (*keep, *offered_words(self.record, begun))

    # a line

    def _take(self, text: str) -> None:
        """Add the line that was typed, unless something is wrong with it."""
        try:
            if text.startswith("#"):
                self._note(text)
            else:
                self._add(line_of(self.record, text))
        except StoreError:
            raise
        except BadNotation as error:
            print_words(error.words)
        except TableError as error:
            print_words(error.told)

    def _note(self, text: str) -> None:
        note = Line(self.record.last + 1, None, " ".join(text.split("\t")))
        self._keep(self.record.and_line(note))

    def _add(self, event: Event) -> None:
        """Add `event`, or ask whether it stays if it cannot be true; raises IllegalAction."""
        after = self.record.plus(event)
        conflict = _conflict(after)
        if conflict is None or conflict.lines == self._insisted:
            self._keep(after)
        else:
            self._tell(conflict, after)
            self._doubtful = _Doubtful(after, conflict.lines)

    def _settled(self, text: str) -> str:
        """Keep the doubtful line or leave it out; return what is left of `text` to be done."""
        doubtful, self._doubtful = self._doubtful, None
        if doubtful is not None and text.casefold() in ("keep", tell(KEEP)):
            self._insisted = doubtful.lines
            self._keep(doubtful.record)
            return ""
        print_words(say("The line was left out."))
        return text

    def _keep(self, record: Record) -> None:
        """Save `record` with the lines that need not be typed, and show what is new."""
        known = {line.number for line in self.record.lines}
        whole = _continued(record)
        self.ledger.keep(whole)
        print_lines(whole, {line.number for line in whole.lines} - known)

    # questions of this session

    def _undo(self, first: str) -> None:
        if self._doubtful is not None:
            self._settled("")
            if not first:
                return
        number = number_in(first)
        if first and number is None:
            raise BadNotation(say("expected the number of a line, or nothing for the last one"))
        before = _untyped(self.record) if number is None else _before(self.record, number)
        gone = len(self.record.lines) - len(before.lines)
        if not gone:
            print_words(say("There is no line to take back."))
            return
        self.ledger.keep(before)
        print_words(say_n("{n} line was taken back.", "{n} lines were taken back.", gone))
        self._insisted = ()
        self._keep(before)

    def _check(self, _: str) -> None:
        conflict = _conflict(self.record)
        if conflict is None:
            print_words(say("All lines can be true."))
        else:
            self._tell(conflict, self.record)

    def _tell(self, conflict: Contradiction, record: Record) -> None:
        if not conflict.lines:
            print_words(conflict.words)
            return
        print_words(say("These lines cannot all be true:"))
        print_lines(record, conflict.lines)


def automatic(record: Record) -> Event | None:
    """Return the next line if it need not be typed: it shows the viewer nothing, or must follow."""
    coming = turn(record)
    if isinstance(coming, tuple):
        return _unseen(record, coming)
    if isinstance(coming, Forced):
        event = record.shown(coming.event)
        told = record.is_seen(event)
        return None if told and HOLE in (*event.words, *event.outcome) else event
    size = coming.size + (len(coming.first) if isinstance(coming, Draw) else 0)
    event = replace(coming.event, outcome=(HOLE,) * size)
    return event if not size or not record.is_seen(event) else None


def _unseen(record: Record, coming: Sequence[Event]) -> Event | None:
    """Return the choice of somebody else if whatever it is shows the viewer the same."""
    lines = {record.shown(event) for event in coming}
    if len(lines) != 1:
        return None
    (event,) = lines
    chosen = record.game.verbs[event.verb].hides_choice
    return event if chosen and not record.is_seen(event) else None


def _continued(record: Record) -> Record:
    while (event := automatic(record)) is not None:
        record = record.plus(event)
    return record


def _untyped(record: Record) -> Record:
    """Return `record` without the last line that was typed, and what followed by itself."""
    lines = record.lines
    while lines:
        last, lines = lines[-1], lines[:-1]
        before = record.with_lines(lines)
        if last.event is None or automatic(before) != last.event:
            return before
    return record


def _before(record: Record, number: int) -> Record:
    return record.until(number - 1)


def _conflict(record: Record) -> Contradiction | None:
    from ...solver.engine.solve import possible

    try:
        possible(record)
    except Contradiction as conflict:
        return conflict
    return None


def _kinds(record: Record) -> Sequence[str]:
    """Return the verbs that can come next; none twice."""
    coming = turn(record)
    events = coming if isinstance(coming, tuple) else (coming.event,)
    return list(dict.fromkeys(event.verb for event in events)) or ["end"]


def _expected(record: Record) -> list[Words]:
    """Tell what can come next, an example of each kind of line."""
    game, coming = record.game, turn(record)
    if not isinstance(coming, tuple):
        return [_example(record, coming.event)]
    if any(event.verb == RESULT for _, event in record.events):
        return [
            say("The game is over. Lay open what is left, or quit: {shape}", shape=verb.shape)
            for verb in game.verbs.values()
            if verb.closing
        ]
    kinds = {event.verb: event for event in reversed(coming)}
    return [_example(record, event) for event in reversed(kinds.values())]


def _example(record: Record, event: Event) -> Words:
    verb = record.game.verbs[event.verb]
    line = write_event(record.game, event)
    more = " = …" if "=" in verb.grammar else " …" if ":" in verb.grammar else ""
    return say("{example}: {about}", example=line + more, about=verb.about)


def _prompt(record: Record) -> str:
    """Return the number of the next line, and who can do something."""
    coming = turn(record)
    actors = (
        dict.fromkeys(called(event.actor) for event in coming if event.actor)
        if isinstance(coming, tuple)
        else ()
    )
    return f"{record.last + 1} {', '.join(actors)}> " if actors else f"{record.last + 1}> "
