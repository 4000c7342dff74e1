"""What would repair a record: single changes after which all of its lines can be true again.

A record is broken by a line that the rules forbid, or by lines that contradict each other. Changes
are the slips of models/slips.py, one line left out among them. Those that hold are ranked by the
chance of the slip times the worlds that fit the repaired record, over how many choices there were
in it (`Game.among`): of two changes, that one tells the likelier story which more deals can tell,
and in which less had to be chosen just so. Only the record itself is read, so a repair tells nobody
what its viewer does not see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log

from ...models.core import Line, Record, TableError
from ...models.event import Event
from ...models.record import Attempt, write_event
from ...models.slips import LineMemo, as_spelled, misread, slips
from .count import Counter, TooManyStates
from .prover import Prover
from .reading import reader_of
from .work import SECOND, Unsettled, Work

WORK = 2 * SECOND
"""Steps of work in which repairs are looked for, unless told otherwise."""
MOST = 12
"""How many repairs are told."""
LAST = 1.5
"""How much likelier a slip is in the line that was written last."""
SHOWN = 0.2
"""The same where that line turns up what lay hidden: all have just looked at it."""
NAMED = 8.0
"""How much likelier it is in a line that the fault is about: it is in one of these 19 times of 20,
and of the others there are many."""
_STATES = 60_000
_READ, _APPLIED = 3, 2
"""Steps of work for a line that may have been meant, and for each that the rules are asked about
or that worlds are drawn from."""
_COUNTING, _PROVING = SECOND, SECOND
"""Steps of work in which the worlds of one change are counted, and else one is looked for."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Line number `line` should be `event`; None leaves the line out.

    `chance` compares repairs, the likeliest of them has 1 (or all 0); `worlds` are those that the
    repaired record leaves, None where they were too many to count.
    """

    line: int
    event: Event | None
    chance: float
    worlds: int | None

    def text(self, record: Record) -> str:
        """Return the whole line as it would read, empty where it is left out."""
        return write_event(record.game, self.event) if self.event else ""


@dataclass(frozen=True, slots=True)
class Repairs:
    """What would repair a record, the likeliest first, lines left out last.

    With any of `found`, the lines up to number `until` can be true: the `whole` record, unless more
    than one line is wrong. `finished` is False where `work` ran out before all was tried.
    """

    found: tuple[Repair, ...]
    until: int
    whole: bool
    finished: bool


def repairs_of(
    attempt: Attempt, fault: TableError, work: Work | None = None, most: int | None = MOST
) -> Repairs:
    """Return what would repair `attempt`, which has this `fault`, the `most` likely ones or all.

    No change is begun once the `work` is used up: so the same are found on any machine.
    The lines that the fault is about are tried first; a line that is not in the notation is the
    only one that is changed.
    """
    found = _Workshop(attempt, fault.lines, work or Work(WORK)).repairs()
    return replace(found, found=found.found[:most])


@dataclass(frozen=True, slots=True)
class _Change:
    """A line that may have been meant: `at` counts the lines, `chance` is that of the slip."""

    at: int
    event: Event | None
    chance: float


@dataclass(frozen=True, slots=True)
class _Holds:
    """A repair, and the logarithms of how likely its slip is, and all that was chosen beside."""

    repair: Repair
    slip: float
    chosen: float


class _Workshop:
    """One broken record, and the changes tried on it."""

    def __init__(self, attempt: Attempt, named: Collection[int], work: Work) -> None:
        record, rest, self._text = attempt.record, attempt.rest, attempt.text
        self._lines = (*record.lines, *rest)
        self._before = list(_before(record))
        self._named = frozenset(named)
        self._memo = LineMemo()
        self._work = work
        wrong = rest[0].number if rest else max(named, default=record.last)
        self._wrong = 1 + next(i for i, line in enumerate(self._lines) if line.number == wrong)

    def repairs(self) -> Repairs:
        """Try the changes and return those that hold farthest."""
        whole, partly, finished = list[_Holds](), list[_Holds](), True
        for change in self._changes():
            if self._work.left <= 0:
                finished = False
                break
            held = self._held(change)
            if len(held) <= self._wrong:
                continue
            if len(held) > len(self._lines) and (holds := self._holds(change, held)):
                whole.append(holds)
            elif not whole and (holds := self._holds(change, held[: self._wrong + 1])):
                partly.append(holds)
        until = len(self._lines) if whole else self._wrong
        last = self._lines[until - 1].number
        found = _ranked(whole or partly)
        return Repairs(found, last, until == len(self._lines), finished)

    def _changes(self) -> Iterator[_Change]:
        """Yield the changes of the lines that are named, then of the others, likely ones first.

        That a line is left out comes after all other changes of these; only of named ones: leaving
        out what nobody doubts mends much, and tells nothing.
        """
        if self._text:
            spelled = as_spelled(self._before[self._wrong - 1], self._text)
            if spelled is not None:
                yield _Change(self._wrong - 1, spelled, 1.0)
                return
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
            yield _Change(at, slip.meant, slip.chance * often)

    def _turns_up(self, event: Event) -> bool:
        """Tell whether a line says what everybody sees turned up, chosen by nobody."""
        return not event.actor and self._before[0].seers(event) is None

    def _held(self, change: _Change) -> list[Record]:
        """Return the record before each line, one changed, that the rules allow, and after it."""
        held = self._before[: change.at + 1]
        for i, line in enumerate(self._lines[change.at :], start=change.at):
            self._work.take(_APPLIED)
            try:
                held.append(held[-1].moved(change.event if i == change.at else line.event))
            except TableError:
                break
        return held

    def _holds(self, change: _Change, held: Sequence[Record]) -> _Holds | None:
        """Return the repair that leads to the last of `held`, None if not all can be true."""
        lines = list(self._lines[: len(held) - 1])
        lines[change.at] = replace(lines[change.at], event=change.event)
        worlds = worlds_left(replace(held[-1], lines=tuple(lines)), self._work)
        if worlds == 0:
            return None
        repair = Repair(lines[change.at].number, change.event, 0.0, worlds)
        slip = log(change.chance) if change.chance else -inf
        return _Holds(repair, slip, _chosen(held, lines))


def _chosen(held: Sequence[Record], lines: Sequence[Line]) -> float:
    """Return the logarithm of how likely all that was chosen in `lines` is, chosen blindly."""
    return -sum(
        log(before.game.among(before.state, line.event))
        for before, line in zip(held, lines, strict=False)
        if line.event is not None
    )


def _before(record: Record) -> Iterator[Record]:
    """Yield `record` before each of its lines, and whole."""
    before = record.blank()
    for i, line in enumerate(record.lines):
        yield replace(before, lines=record.lines[:i])
        before = before.moved(line.event)
    yield replace(before, lines=record.lines)


def worlds_left(record: Record, work: Work) -> int | None:
    """Return how many worlds fit, None where they are too many, or hard, to count.

    What that takes is off `work`, even if it is more than is left.
    """
    work.take(_APPLIED * len(record.lines))
    hidden = record.game.hidden(record)
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
    """Return the likeliest, changes before lines left out; later lines first among equals.

    Of several that only change the order of the same pieces in a line, the likeliest. Where some
    worlds could not be counted, they do not count.
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
    """Return what repairs have in common that lay the same pieces in another order."""
    event = repair.event
    if event is None:
        return repair.line, None
    pieces = tuple(sorted(event.words)), tuple(sorted(event.outcome))
    return repair.line, event.actor, event.verb, pieces, event.stands
