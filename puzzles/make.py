"""New puzzles: positions of games, of which every clue is dropped that is not needed.

A position comes from a game that bots played. What can be asked about it is taken in turn; clues
are dropped in several orders as long as one answer is left; of what comes out the best by `score`
is kept. Limits count steps and what counts and proofs say decides, so that a seed makes the same
puzzle on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

from ..models.core import Record, View
from ..models.errors import TableError
from ..models.record import read, write
from ..solver.engine.count import TooManyStates
from .grade import Grade
from .kinds import Answer, Engine, Kind, answer_of, meant, said

FORMAT = 4
"""Goes up where the same seed makes another puzzle."""
TRIES = 1_000
"""Questions that are tried for one puzzle."""
ASKED = 3
"""Questions that are tried about one position at most."""
ORDERS = 2
"""Orders in which clues are dropped."""

Clue = Hashable


@dataclass(frozen=True, slots=True)
class Maker:
    """How puzzles of one game come about: what the game brings.

    `kinds` are what can be asked, by name. `views` plays one game, or a part of it, and yields
    what its seats see at times when something may be asked. `clues` are what can be left out of
    such a view, and `without` leaves one out (KeyError if it is not there); `form` is the record
    that all have in common which differ by names alone. `seldom` are the levels that hardly ever
    come out of a kind: it is not tried for them unless it is named.
    """

    kinds: Mapping[str, Kind]
    views: Callable[[Random, str], Iterator[View]]
    clues: Callable[[View], Sequence[Clue]]
    without: Callable[[View, Clue], View]
    form: Callable[[View], Record]
    seldom: Mapping[str, Collection[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewPuzzle:
    """A position with what is asked about it, and how hard it is to find."""

    record: Record
    grade: Grade
    score: float


def score(grade: Grade, clues: int) -> float:
    """Return how good a puzzle is: three points a pattern, one less a clue.

    Two less for every step beyond two of one kind: repetition is no beauty.
    """
    dull = max(0, grade.steps - 2 * grade.different)
    return 3 * len(grade.patterns) - clues - 2 * dull


def tries(maker: Maker, kind: Kind, rng: Random) -> Iterator[Sequence[NewPuzzle]]:
    """Yield for one question after the other what can be made of it, the best first.

    Nothing where nothing comes of it, or where nothing can be asked about a position.
    """
    while True:
        for view in maker.views(rng, kind.name):
            found = list(_asked(kind, view))
            if not found:
                yield ()
            for asked in rng.sample(found, min(ASKED, len(found))):
                apart = {write(each): each for each in _left(maker, kind, view, asked, rng)}
                made = [one for each in apart.values() for one in _rated(maker, kind, each, asked)]
                yield sorted(made, key=lambda each: -each.score)


def _left(maker: Maker, kind: Kind, view: View, asked: str, rng: Random) -> Iterator[View]:
    """Yield what is left of `view` in several orders, one where nothing is left."""
    for _ in range(ORDERS):
        left = _reduced(maker, kind, view, asked, rng)
        yield left
        if not maker.clues(left):
            return


def _asked(kind: Kind, view: View) -> Iterator[str]:
    with suppress(TooManyStates, ZeroDivisionError):
        yield from kind.asked(view)


def _reduced(maker: Maker, kind: Kind, view: View, asked: str, rng: Random) -> View:
    """Return `view` without the clues that are not needed, dropped in a random order."""
    if not maker.clues(view):
        return view
    answer = answer_of(kind.left(view, asked, Engine.COUNT)) or ()
    bare = _bare(maker, view)
    with suppress(TableError, TooManyStates):
        if kind.holds(bare, asked, answer):
            return bare
    needed: set[Clue] = set()
    dropped = True
    while dropped:
        dropped = False
        order = [clue for clue in maker.clues(view) if clue not in needed]
        rng.shuffle(order)
        for clue in order:
            try:
                fewer = maker.without(view, clue)
                holds = kind.holds(fewer, asked, answer)
            except (TableError, KeyError):
                continue
            except TooManyStates:
                needed.add(clue)
                continue
            if holds:
                view, dropped = fewer, True
            elif kind.steady:
                needed.add(clue)
    return view


def _bare(maker: Maker, view: View) -> View:
    """Return `view` without any clue that can be left out."""
    kept: Sequence[Clue] = ()
    while (clues := maker.clues(view)) != kept:
        kept = clues
        for clue in clues:
            with suppress(KeyError, TableError):
                view = maker.without(view, clue)
    return view


def _rated(maker: Maker, kind: Kind, view: View, asked: str) -> Iterator[NewPuzzle]:
    """Yield the puzzle with its grade, nothing where the engines do not prove it alike."""
    with suppress(TooManyStates):
        counted = answer_of(kind.left(view, asked, Engine.COUNT))
        if counted is None or counted != answer_of(kind.left(view, asked, Engine.PROOF)):
            return
        record = read(write(tagged(view, (("Kind", kind.name), ("Asked", asked)))))
        grade = grade_of(maker, kind, record, asked, counted)
        if grade.hardest:
            yield NewPuzzle(record, grade, score(grade, len(maker.clues(view))))


def grade_of(maker: Maker, kind: Kind, question: View, asked: str, answer: Answer) -> Grade:
    """Return how hard a question is, reckoned in the form that it has under other names too."""
    told = said(kind.rows(question, asked), answer)
    form = maker.form(tagged(question, (("Answer", told),)))
    asked = form.tag("Asked") or ""
    found = meant(kind.rows(form, asked), form.tag("Answer") or "")
    return kind.way(form, asked, found).grade


def tagged(record: Record, tags: tuple[tuple[str, str], ...]) -> Record:
    """Return `record` with further tags, of which empty ones are left out."""
    tags = tuple(tag for tag in tags if tag[1])
    lines = tuple(replace(line, number=line.number + len(tags)) for line in record.lines)
    return replace(record, tags=(*record.tags, *tags), lines=lines)
