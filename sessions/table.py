"""One game with real pieces, noted for one viewer as people type what happens.

Lines that show this viewer nothing (another hand that is dealt) and lines that follow from the
rules (the result) are added without being typed. After each line it is checked that all lines can
be true together; one that cannot is kept only if the table insists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..models.bag import HOLE
from ..models.core import RESULT, Contradiction, Draw, Event, Forced, Line, Record, TableError, turn
from ..models.record import write_event
from ..models.words import Tell, Words, say
from .answers import Refused, refusal
from .awaited import awaited
from .hints import Hints
from .ledger import Ledger
from .lines import firsts, line_of, number_in, offered_words
from .store_file import StoreError


@dataclass(frozen=True, slots=True)
class Kept:
    """The `lines` with these numbers are new: the one that was typed, and what follows it."""

    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Doubtful:
    """`record` ends with a line that cannot be true beside those of the `conflict`."""

    record: Record
    conflict: Contradiction


@dataclass(frozen=True, slots=True)
class TakenBack:
    """So many lines are gone; those with the numbers `lines` came again by themselves."""

    count: int
    lines: tuple[int, ...]


class Table:
    """One game at a real table, noted for one viewer: a player, or the table itself.

    `doubtful` is the line that is neither kept nor left out yet.
    """

    def __init__(self, ledger: Ledger, tell: Tell = str) -> None:
        self._ledger = ledger
        self._tell = tell
        self.hints = Hints()
        self.doubtful: Doubtful | None = None
        self._insisted: tuple[int, ...] = ()
        """The lines of a conflict that the table wants to keep."""

    @property
    def record(self) -> Record:
        """What has been noted so far."""
        return self._ledger.record

    def begin(self) -> Kept:
        """Add what need not be typed; a conflict that is there already is known."""
        conflict = self.conflict()
        self._insisted = conflict.lines if conflict else ()
        return self._keep(self.record)

    def typed(self, text: str) -> Kept | Doubtful | Refused:
        """Add a line, unless something is wrong with it."""
        try:
            if text.startswith("#"):
                note = Line(self.record.last + 1, None, " ".join(text.split("\t")))
                return self._keep(self.record.and_line(note))
            return self._added(line_of(self.record, text, self._tell))
        except StoreError:
            raise
        except TableError as error:
            return refusal(error)

    def insist(self, doubtful: Doubtful) -> Kept:
        """Keep a line that cannot be true."""
        self.doubtful = None
        self._insisted = doubtful.conflict.lines
        return self._keep(doubtful.record)

    def leave_out(self) -> None:
        """Forget the line that is doubtful."""
        self.doubtful = None

    def undo(self, begin: str) -> TakenBack | Refused:
        """Take back the last line that was typed, or all from the one with the number `begin`."""
        number = number_in(begin)
        if begin and number is None:
            return Refused(say("expected the number of a line, or nothing for the last one"))
        before = _untyped(self.record) if number is None else self.record.until(number - 1)
        count = len(self.record.lines) - len(before.lines)
        if not count:
            return Refused(say("There is no line to take back."))
        self._insisted = ()
        self._ledger.keep(before)
        return TakenBack(count, self._keep(before).lines)

    def conflict(self) -> Contradiction | None:
        """Return why not all lines can be true, None if they can."""
        return _conflict(self.record)

    def kinds(self) -> Sequence[str]:
        """Return the verbs that can come next; none twice."""
        return list(dict.fromkeys(each.verb for each in awaited(self.record))) or ["end"]

    def expected(self) -> Sequence[Words]:
        """Tell what can come next, an example of each kind of line."""
        game, coming = self.record.game, turn(self.record)
        if not isinstance(coming, tuple):
            return [_example(self.record, coming.event)]
        if any(event.verb == RESULT for _, event in self.record.events):
            return [
                say("The game is over. Lay open what is left, or quit: {shape}", shape=verb.shape)
                for verb in game.verbs.values()
                if verb.closing
            ]
        return [_example(self.record, self.record.shown(event)) for event in firsts(coming)]

    def offered(self, begun: str) -> Sequence[str]:
        """Return the words that can come next in a line."""
        return offered_words(self.record, begun, self._tell)

    def _added(self, event: Event) -> Kept | Doubtful:
        """Add `event`, unless it cannot be true; raises IllegalAction."""
        after = self.record.plus(event)
        conflict = _conflict(after)
        if conflict is None or conflict.lines == self._insisted:
            return self._keep(after)
        self.doubtful = Doubtful(after, conflict)
        return self.doubtful

    def _keep(self, record: Record) -> Kept:
        known = {line.number for line in self.record.lines}
        whole = _continued(record)
        self._ledger.keep(whole)
        return Kept(tuple(line.number for line in whole.lines if line.number not in known))


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


def _conflict(record: Record) -> Contradiction | None:
    from ..solver.engine.solve import possible

    try:
        possible(record)
    except Contradiction as conflict:
        return conflict
    return None


def _example(record: Record, event: Event) -> Words:
    verb = record.game.verbs[event.verb]
    line = write_event(record.game, event)
    more = " = …" if "=" in verb.grammar else " …" if ":" in verb.grammar else ""
    return say("{example}: {about}", example=line + more, about=verb.about)
