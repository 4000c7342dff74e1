"""Making puzzles: positions of games from which every clue is dropped that is not needed.

A position comes from a game that bots played. One of the questions that can be asked about it is
taken. Clues are dropped in several orders as long as one answer is left; of what comes out, the
hardest is first, then the best by `score`. Limits count steps, and only the results of counts and
proofs decide, so that a seed makes the same puzzle on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, islice
from random import Random

from ..models.core import Event, Record, View
from ..models.errors import TableError
from ..models.record import new_record, read, write
from ..solver.engine.count import TooManyStates
from .bundled import FIENDISH, HARD, LEVELS
from .grade import Grade
from .kinds import Answer, Engine, Kind, answer_of, meant, said
from .packing import unpacked
from .stock import Kept

FORMAT = 5
"""Version of puzzle making: goes up when a seed of the stock comes to another position. The puzzle
that is made of it depends on GRADER, too. What else a seed finds may change with every version of
the package, as there are more positions to try."""
TRIES = 1_000
"""Most questions that are tried for one puzzle."""
ORDERS = 2
"""In how many orders clues are dropped."""

Clue = Hashable
"""What can be left out of a view: anything that a maker knows again, such as a word or a line."""


@dataclass(frozen=True, slots=True)
class NewPuzzle:
    """A position with a question, and how hard it is to answer."""

    record: Record
    grade: Grade
    score: float


Made = Sequence[NewPuzzle]
"""The puzzles that can be made of one question about a position, the hardest first."""


@dataclass(frozen=True, slots=True)
class Maker:
    """How puzzles of one game are made: what the game brings.

    Views are those of seats, with holes. The same seed must make the same puzzle on every machine:
    nothing may depend on a clock or on the order of a set.
    """

    kinds: Mapping[str, Kind]
    """The kinds of questions, by their names in records; the `Listing` has the same names."""
    views: Callable[[Random, str], Iterator[View]]
    """Yields what seats see at times when something may be asked, of one game of bots.

    It is given the generator that all chance comes from, and the name of the kind. It ends with the
    game, and is called again as long as no puzzle is found: a thousand questions at most. A view
    with the tag `Asked` is asked that, which must have one answer.
    """
    clues: Callable[[View], Sequence[Clue]]
    """Returns what can be left out of such a view, each once; nothing, if nothing can."""
    without: Callable[[View, Clue], View]
    """Returns a view without a clue: a record that reads back, most often of a position in part.

    Raises KeyError if the clue is not there, TableError if the view cannot do without it.
    """
    form: Callable[[View], Record]
    """Returns the canonical form of a view: one and the same for all that differ in names only.

    The view may have the tags of a question (`Kind`, `Asked`, `Answer`); words in them change with
    the others. Puzzles with one form are the same puzzle, and are graded alike.
    """
    seldom: Mapping[str, Collection[str]] = field(default_factory=dict)
    """By kind, the levels that it hardly ever has: it is tried for them only if it is named."""
    tested: Callable[[Sequence[Event]], tuple[str, str, str] | None] = lambda lines: None
    """Returns the kind of question that a player's lines put to the test, if any.

    With it what is asked, and the option that was chosen: the question was missed if it had
    another answer. It is given the lines of the player in one turn, from the one before which the
    question could be asked. Puzzles are made of somebody's own games by this only.
    """
    promising: Callable[[str, Sequence[Made]], bool] = lambda kind, made: True
    """Returns whether a search asks more about a game, by what has come of its first positions.

    It is given the name of the kind. A seed of the stock is not asked: its position stays.
    """

    hard_views: Callable[[Random, str], Iterator[View]] | None = None
    """As `views`, for a search for nothing but hard or fiendish puzzles; `views`, if there is none.

    Seeds of the stock name positions of `views`; what comes of these is kept with its board.
    """

    def tried_for(self, level: str) -> Sequence[str]:
        """Return the kinds that are tried for a level, or for any if it is empty."""
        return sorted(kind for kind in self.kinds if level not in self.seldom.get(kind, ()))


def score(grade: Grade, clues: int) -> float:
    """Return how good a puzzle is: three points for each pattern, minus one for each clue.

    Minus two for every step beyond two of the same kind: repetition is boring.
    """
    dull = max(0, grade.steps - 2 * grade.different)
    return 3 * len(grade.patterns) - clues - 2 * dull


def tries(maker: Maker, kind: Kind, seed: str, level: str = "") -> Iterator[Made]:
    """Yield what can be made of one position after another, nothing where nothing can be asked.

    If only a `level` is looked for, what surely has another one may be missing.
    """
    for number in count():
        yield from searched(maker, kind, f"{seed}/{number}", level)


def searched(maker: Maker, kind: Kind, name: str, level: str = "") -> Iterator[Made]:
    """Yield what can be made of the positions of the game of this name, while it is promising."""
    there: list[Made] = []
    for make in lot(maker, kind, name, level):
        there.append(make())
        yield there[-1]
        if not maker.promising(kind.name, there):
            return


def chance_of(kind: str, name: str) -> Random:
    """Return the generator of the game of this name that all chance comes from."""
    return Random(f"{FORMAT} {kind} {name}")


def lot(maker: Maker, kind: Kind, name: str, level: str = "") -> Iterator[Callable[[], Made]]:
    """Yield for each position of the game of this name a function that makes puzzles of it.

    What it makes depends on nothing but the name, the kind and the position; if a hard one is
    looked for, on the stock, too.
    """
    begin = maker.hard_views if level in (HARD, FIENDISH) else None
    views = (begin or maker.views)(chance_of(kind.name, name), kind.name)
    for at, view in enumerate(views):
        rng = Random(f"{FORMAT} {kind.name} {name} {at}")
        yield partial(_posed, maker, kind, view, rng, level)


def again(maker: Maker, kept: Kept) -> Made:
    """Return what is made anew of a puzzle of the stock; nothing if it is none any more."""
    kind = maker.kinds[kept.kind]
    if kept.board:
        board = read(unpacked(kept.board))
        return [*rated(maker, kind, untagged(board, "Kind", "Asked"), board.tag("Asked") or "")]
    make = next(islice(lot(maker, kind, kept.lot), kept.at, kept.at + 1), None)
    return make() if make else ()


def _posed(maker: Maker, kind: Kind, view: View, rng: Random, level: str) -> Made:
    """Return what can be made of `view`."""
    asked = view.tag("Asked")
    if asked is None:
        found = list(_asked(kind, view))
        if not found:
            return ()
        asked = rng.choice(found)
    else:
        view = untagged(view, "Asked")
    apart = {write(each): each for each in _left(maker, kind, view, asked, rng)}
    made = [one for each in apart.values() for one in rated(maker, kind, each, asked, level)]
    return sorted(made, key=lambda each: (-LEVELS.index(each.grade.level), -each.score))


def _left(maker: Maker, kind: Kind, view: View, asked: str, rng: Random) -> Iterator[View]:
    """Yield `view` reduced in several orders, or once if no clue is left in it."""
    for _ in range(ORDERS):
        left = _reduced(maker, kind, view, asked, rng)
        yield left
        if not maker.clues(left):
            return


def _asked(kind: Kind, view: View) -> Iterator[str]:
    with suppress(TooManyStates, ZeroDivisionError):
        yield from kind.asked(view)


def _reduced(maker: Maker, kind: Kind, view: View, asked: str, rng: Random) -> View:
    """Return `view` without needless clues, dropped in a random order."""
    if not maker.clues(view):
        return view
    answer = answer_of(kind.left(view, asked, Engine.COUNT)) or ()
    least = bare(view, maker.clues, maker.without)
    with suppress(TableError, TooManyStates):
        if kind.holds(least, asked, answer):
            return least
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


def bare(
    view: View, clues: Callable[[View], Sequence[Clue]], without: Callable[[View, Clue], View]
) -> View:
    """Return `view` without all the clues that can be left out, as a maker says."""
    kept: Sequence[Clue] = ()
    while (there := clues(view)) != kept:
        kept = there
        for clue in there:
            with suppress(KeyError, TableError):
                view = without(view, clue)
    return view


def rated(maker: Maker, kind: Kind, view: View, asked: str, level: str = "") -> Iterator[NewPuzzle]:
    """Yield the puzzle with its grade, or nothing if the engines do not agree on the answer.

    Nor if it cannot have the `level` that is looked for, since the answer is what seems right.
    """
    with suppress(TooManyStates):
        counted = answer_of(kind.left(view, asked, Engine.COUNT))
        if counted is None or counted != answer_of(kind.left(view, asked, Engine.PROOF)):
            return
        if level in (HARD, FIENDISH) and not kind.may_mislead(view, asked, counted):
            return
        record = read(write(tagged(view, (("Kind", kind.name), ("Asked", asked)))))
        grade = grade_of(maker, kind, record, asked, counted)
        if grade.hardest and grade.is_real:
            yield NewPuzzle(record, grade, score(grade, len(maker.clues(view))))


def grade_of(maker: Maker, kind: Kind, question: View, asked: str, answer: Answer) -> Grade:
    """Return how hard a question is, measured on its canonical form."""
    told = said(kind.rows(question, asked), answer)
    form = maker.form(tagged(question, (("Answer", told),)))
    asked = form.tag("Asked") or ""
    found = meant(kind.rows(form, asked), form.tag("Answer") or "")
    return kind.way(form, asked, found).grade


def untagged(record: Record, *tags: str) -> Record:
    """Return `record` without the tags of these names."""
    left = tuple(tag for tag in record.tags if tag[0] not in tags)
    return new_record(left, [event for _, event in record.events])


def tagged(record: Record, tags: tuple[tuple[str, str], ...]) -> Record:
    """Return `record` with further tags, without the empty ones among them."""
    tags = tuple(tag for tag in tags if tag[1])
    lines = tuple(replace(line, number=line.number + len(tags)) for line in record.lines)
    return replace(record, tags=(*record.tags, *tags), lines=lines)
