"""What helps somebody who marks: the clues in few words, what one of them says, marks that clash.

Nothing here looks at the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..models.hidden import Because, Claim, Fact, Hidden, Item, Only, Place
from ..models.record import write_line
from ..models.replacing import changed
from ..models.wording import worded
from ..models.words import Words, listed, say, say_n
from ..solver.engine.work import SECOND
from .solving import OptionMark, Pair, Sheet

if TYPE_CHECKING:
    from ..puzzles.room import Puzzle

WORK = 8 * SECOND
"""Steps of work for finding marks that clash."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A line of the position that tells something of pieces out of sight.

    `words` are in full; `short` is the line as it is typed, if it begins with who does it.
    """

    line: int
    words: Words
    short: Words


def clues(puzzle: Puzzle) -> tuple[Clue, ...]:
    """Return the clues in the order of their lines, without those that lie open on the table."""
    if puzzle.kind.open:
        return ()
    hidden, record = puzzle.hidden, puzzle.question
    shown = hidden.shown
    told: dict[int, dict[Words, None]] = {}
    for fact in hidden.facts:
        because = fact.because
        lies_open = isinstance(fact, Only) and fact.item in shown
        if because.line and not (because.rule or lies_open):
            told.setdefault(because.line, {})[because.words] = None
    found = []
    for line in record.lines:
        event = line.event
        if event is not None and (words := told.get(line.number)):
            joined = say("{words}", words=listed(words, "; "))
            said = record.game.tale.sentence(event, record.setup.players)
            whole = joined if len(words) == 1 or said is None else said
            short = worded(record, write_line(record, line)) if event.actor else whole
            found.append(Clue(line.number, whole, short))
    return tuple(found)


def told_outright(puzzle: Puzzle, sheet: Sheet) -> Mapping[Pair, OptionMark | None]:
    """Return what cannot be by one clue and what lies open, as marks.

    Where marks on the `sheet` that are sure reach the count of a clue, nothing else is there.
    """
    hidden = puzzle.hidden
    lying = _lying(hidden)
    sure = {
        claim.item: hidden.places_of(claim.place)
        for _, claim in _claimed(puzzle, sheet)
        if claim.holds and hidden.items[claim.item] == 1
    }
    gone = {
        pair for fact in hidden.facts for pair in _excluded(hidden, lying, {**sure, **lying}, fact)
    }
    return {
        (number, option): OptionMark.NOT
        for number, row in enumerate(puzzle.markable)
        for option in row.options
        if (row.subject, option) in gone
    }


def _excluded(
    hidden: Hidden, lying: _Lying, sure: _Lying, fact: Fact
) -> Iterator[tuple[Item, str]]:
    """Yield the pieces with the names of places where `fact` alone says that none of them is.

    What is `sure` counts only towards the most that are there: what is left is for people to find.
    """
    if isinstance(fact, Only):
        yield from ((fact.item, name) for name in _apart(hidden, fact.places))
        return
    rest = [item for item in fact.items if item not in lying]
    seen = [(hidden.items[item], lying[item]) for item in fact.items if item in lying]
    names = set[str]()
    there = (item for item in fact.items if item in sure and sure[item] <= fact.places)
    if fact.hi <= sum(hidden.items[item] for item in there):
        names |= {name for name in hidden.names if hidden.places_of(name) <= fact.places}
    missing = fact.lo - sum(n for n, places in seen if places & fact.places)
    if missing >= sum(hidden.items[item] for item in rest):
        names |= _apart(hidden, fact.places)
    yield from ((item, name) for item in rest if item not in sure for name in names)


_Lying = Mapping[Item, frozenset[Place]]


def _lying(hidden: Hidden) -> _Lying:
    """Return where pieces lie that a single line puts at one place."""
    shown = hidden.shown
    facts = (fact for fact in hidden.facts if isinstance(fact, Only))
    return {fact.item: fact.places for fact in facts if fact.item in shown}


def _apart(hidden: Hidden, places: frozenset[Place]) -> set[str]:
    return {name for name in hidden.names if not hidden.places_of(name) & places}


@dataclass(frozen=True, slots=True)
class Clash:
    """Marks that cannot all be true, together with what some lines say; `words` tell them."""

    marks: tuple[Pair, ...]
    lines: tuple[int, ...]
    words: Words


def clash(puzzle: Puzzle, sheet: Sheet) -> Clash | None:
    """Return fewest marks and lines that no world fits, None if there is one or none was found."""
    from ..solver.engine.explain import Conflict, conflict

    hidden = puzzle.hidden
    marked = dict(enumerate(_claimed(puzzle, sheet), start=1))
    facts = (
        changed(claim.fact(hidden), because=Because(-number, say("it is marked")))
        for number, (_, claim) in marked.items()
    )
    found = conflict(hidden.assuming(*facts), WORK)
    if not isinstance(found, Conflict):
        return None
    pairs = tuple(marked[-line][0] for line in found.lines if line < 0)
    lines = tuple(line for line in found.lines if line > 0)
    told = listed(_told(puzzle, sheet, pair) for pair in pairs)
    if not lines:
        return Clash(pairs, lines, say("This cannot all be true: {marks}.", marks=told))
    words = say_n(
        "This cannot all be true: {marks}, with line {lines}.",
        "This cannot all be true: {marks}, with lines {lines}.",
        len(lines),
        marks=told,
        lines=listed(lines),
    )
    return Clash(pairs, lines, words)


def _claimed(puzzle: Puzzle, sheet: Sheet) -> Iterator[tuple[Pair, Claim]]:
    """Yield the marks that say where a piece is or is not."""
    for (number, option), mark in sorted(sheet.marks.items()):
        subject = puzzle.markable[number].subject
        if subject in puzzle.hidden.items and option in puzzle.hidden.names:
            yield (number, option), Claim(subject, option, mark is OptionMark.SURE)


def _told(puzzle: Puzzle, sheet: Sheet, pair: Pair) -> Words:
    row = puzzle.markable[pair[0]]
    values = {"piece": puzzle.call(row, row.subject), "place": puzzle.call(row, pair[1])}
    if sheet.marks[pair] is OptionMark.SURE:
        return say("{piece} {place}", **values)
    return say("{piece} not {place}", **values)
