"""Repairs: single changes to a broken record after which all of its lines can be true.

A record is broken by a line that the rules forbid, or by lines that contradict each other. The
changes tried are the slips of models/slips.py, and leaving one line out. Those that work are ranked
by the chance of the slip, times the number of worlds that fit the repaired record, times the chance
of its choices, each one of `HiddenModel.alternatives`: the likelier story is one that more deals
allow, and in which fewer other choices were possible. Only the record itself is read, so a repair
tells nobody what its viewer does not see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log

from ...models.core import Line, Record, TableError
from ...models.event import Event
from ...models.record import Attempt, check_holes, write_event
from ...models.slips import LineMemo, misread, slips
from .count import Counter, TooManyStates
from .prover import Prover
from .reading import reader_of
from .work import SECOND, Unsettled, Work

WORK = 2 * SECOND
"""Steps of work for finding repairs, by default."""
MOST = 12
"""The number of repairs that are shown."""
LAST = 1.5
"""How much likelier a slip is in the line that was written last."""
SHOWN = 0.2
"""The same factor if that line turns up a hidden card: all have just looked at it."""
NAMED = 8.0
"""How much likelier a slip is in a line that the fault names: the slip is in one of these 19 times
of 20, although the other lines are many."""
_STATES = 60_000
_READ, _APPLIED = 3, 2
"""Steps of work to read a line that may have been meant, and to apply a line by the rules or draw
worlds from it."""
_COUNTING, _PROVING = SECOND, SECOND
"""Steps of work to count the worlds of one change; if that is too little, to find one."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Line number `line` should be `event`; None leaves the line out.

    `chance` is relative to the likeliest repair, which has 1 (or all have 0). `worlds` is how many
    fit the repaired record, None if they were too many to count.
    """

    line: int
    event: Event | None
    chance: float
    worlds: int | None

    def text(self, record: Record) -> str:
        """Return the line as it would read, empty if it is left out."""
        return write_event(record, self.event) if self.event else ""


@dataclass(frozen=True, slots=True)
class Repairs:
    """The repairs of a record, the likeliest first, lines left out last.

    With any of `found`, the lines up to number `until` can be true: the `whole` record, unless more
    than one line is wrong. `finished` is False if the work ran out before all was tried.

    `retold` is the likeliest repair that changes of the line that shows the fault only what came of
    it: people have just seen that, and it may be one of the less likely.
    """

    found: tuple[Repair, ...]
    until: int
    whole: bool
    finished: bool
    retold: Repair | None = None


def repairs_of(
    attempt: Attempt, fault: TableError, work: Work | None = None, most: int | None = MOST
) -> Repairs:
    """Return the repairs of `attempt`, which has this `fault`; the `most` likely ones, or all.

    No change is begun once the `work` is used up, so every machine finds the same ones. The lines
    that the fault names are tried first; if a line is not in the notation, only that one is
    changed.
    """
    found = _Workshop(attempt, fault.lines, work or Work(WORK)).repairs()
    return replace(found, found=found.found[:most])


@dataclass(frozen=True, slots=True)
class _Change:
    """A change: the line with index `at` was meant to be `event`; `chance` is that of the slip."""

    at: int
    event: Event | None
    chance: float


@dataclass(frozen=True, slots=True)
class _Holds:
    """A repair, with the log-likelihood of its slip and of all other choices in the record."""

    repair: Repair
    slip: float
    chosen: float


class _Workshop:
    """One broken record, and the changes tried on it."""

    def __init__(self, attempt: Attempt, named: Collection[int], work: Work) -> None:
        record, rest, self._text = attempt.record, attempt.rest, attempt.text
        self._cut = attempt.cut
        self._lines = (*record.lines, *rest)
        self._before = list(_before(record))
        self._named = frozenset(named)
        self._memo = LineMemo()
        self._work = work
        wrong = rest[0].number if rest else max(named, default=record.last)
        self._wrong = 1 + next(i for i, line in enumerate(self._lines) if line.number == wrong)

    def repairs(self) -> Repairs:
        """Try the changes; return those after which most lines can be true."""
        whole, partly, finished = list[_Holds](), list[_Holds](), True
        for change in self._changes():
            if self._work.left <= 0:
                finished = False
                break
            held = self._held(change)
            left_out = change.event is None and change.at == self._wrong - 1
            if len(held) <= min(self._wrong + left_out, len(self._lines)):
                continue
            if len(held) > len(self._lines) and (holds := self._holds(change, held)):
                whole.append(holds)
            elif not whole and (holds := self._holds(change, held[: self._wrong + 1])):
                partly.append(holds)
        until = len(self._lines) if whole else self._wrong
        last = self._lines[until - 1].number
        found = _ranked(whole or partly)
        retold = next((each for each in found if self._retells(each)), None)
        goes_on = self._cut or until < len(self._lines)
        return Repairs(found, last, not goes_on, finished, retold)

    def _retells(self, repair: Repair) -> bool:
        """Tell whether a repair changes of the wrong line only what came of it."""
        wrong, meant = self._lines[self._wrong - 1], repair.event
        if repair.line != wrong.number or wrong.event is None or meant is None:
            return False
        return wrong.event.head == meant.head

    def _changes(self) -> Iterator[_Change]:
        """Yield changes of the lines that the fault names, then of the others; likely ones first.

        Only named lines are left out, after all other changes of them: to leave out a line that
        nobody doubts mends much and tells nothing.
        """
        if self._text:
            yield from self._likeliest([self._wrong - 1])
            yield _Change(self._wrong - 1, None, 0.0)
            return
        at = [i for i in reversed(range(self._wrong)) if self._lines[i].event is not None]
        named = [i for i in at if self._lines[i].number in self._named]
        others = [i for i in at if i not in named]
        yield from self._likeliest(named)
        yield from (_Change(i, None, 0.0) for i in named)
        for i in others:
            yield from self._likeliest([i])

    def _likeliest(self, at: Collection[int]) -> Sequence[_Change]:
        changes = [change for i in at for change in self._slips(i)]
        return sorted(changes, key=lambda change: -change.chance)

    def _slips(self, at: int) -> Iterator[_Change]:
        event, before = self._lines[at].event, self._before[at]
        often = 1.0
        if at == self._wrong - 1:
            often = SHOWN if event and self._turns_up(event) else LAST
        often *= NAMED if self._lines[at].number in self._named else 1.0
        if self._work.left <= 0:
            return
        found = slips(before, event, self._memo) if event else misread(before, self._text)
        for slip in found:
            self._work.take(_READ)
            yield _Change(at, before.shown(slip.meant), slip.chance * often)

    def _turns_up(self, event: Event) -> bool:
        """Tell whether a line shows a card turned up before all, which nobody chose."""
        return not event.actor and self._before[0].seers(event) is None

    def _held(self, change: _Change) -> list[Record]:
        """Return the record before each line that the rules allow after `change`, then the last."""
        held = self._before[: change.at + 1]
        for i, line in enumerate(self._lines[change.at :], start=change.at):
            self._work.take(_APPLIED)
            event = change.event if i == change.at else line.event
            try:
                if event is not None:
                    check_holes(held[-1], event)
                held.append(held[-1].moved(event))
            except TableError:
                break
        return held

    def _holds(self, change: _Change, held: Sequence[Record]) -> _Holds | None:
        """Return the repair that leads to the last of `held`, None if its lines contradict."""
        lines = list(self._lines[: len(held) - 1])
        lines[change.at] = replace(lines[change.at], event=change.event)
        worlds = worlds_left(replace(held[-1], lines=tuple(lines)), self._work)
        if worlds == 0:
            return None
        repair = Repair(lines[change.at].number, change.event, 0.0, worlds)
        slip = log(change.chance) if change.chance else -inf
        return _Holds(repair, slip, _chosen(held, lines))


def _chosen(held: Sequence[Record], lines: Sequence[Line]) -> float:
    """Return the log-likelihood of the choices in `lines`, each as if made blindly."""
    return -sum(
        log(before.game.model.alternatives(before.state, line.event))
        for before, line in zip(held, lines, strict=False)
        if line.event is not None
    )


def _before(record: Record) -> Iterator[Record]:
    """Yield `record` before each of its lines, and then the whole."""
    before = record.blank()
    for i, line in enumerate(record.lines):
        yield replace(before, lines=record.lines[:i])
        before = before.moved(line.event)
    yield replace(before, lines=record.lines)


def worlds_left(record: Record, work: Work) -> int | None:
    """Return how many worlds fit, None if they are too many, or too hard, to count.

    Its cost is taken off `work`, even if it is more than is left.
    """
    work.take(_APPLIED * len(record.lines))
    hidden = record.game.model.hidden(record)
    counting, proving = Work(_COUNTING), Work(_PROVING)
    try:
        reader = reader_of(record)
        if reader is not None:
            return reader.worlds(counting)
        return Counter(hidden, _STATES, counting).worlds
    except TooManyStates:
        pass
    finally:
        work.take(_COUNTING - counting.left)
    try:
        found = Prover(hidden, proving).counterexample(None)
        return 0 if found is None else None
    except Unsettled:
        return None
    finally:
        work.take(_PROVING - proving.left)


def _ranked(found: Sequence[_Holds]) -> tuple[Repair, ...]:
    """Return the likeliest repairs: changes before lines left out; later lines first among equals.

    Of several that only reorder the same pieces in a line, only the likeliest is kept. If the
    worlds of some could not be counted, no worlds enter the ranking.
    """
    counted = all(holds.repair.worlds is not None for holds in found)
    chances = [
        round(holds.slip + holds.chosen + (log(holds.repair.worlds or 1) if counted else 0.0), 9)
        for holds in found
    ]
    most = max(chances, default=-inf)
    repairs = [
        replace(holds.repair, chance=exp(chance - most) if chance > -inf else 0.0)
        for holds, chance in zip(found, chances, strict=True)
    ]

    def key(repair: Repair) -> tuple[bool, float, int, str]:
        return (repair.event is None, -repair.chance, -repair.line, str(repair.event))

    alike: dict[object, Repair] = {}
    for repair in sorted(repairs, key=key):
        alike.setdefault(_pieces(repair), repair)
    return tuple(alike.values())


def _pieces(repair: Repair) -> object:
    """Return a key that is equal for repairs which differ only in the order of pieces."""
    event = repair.event
    if event is None:
        return repair.line, None
    pieces = tuple(sorted(event.words)), tuple(sorted(event.outcome))
    return repair.line, event.actor, event.verb, pieces, event.stands
