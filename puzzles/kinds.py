"""Kinds of puzzles: what is asked about a position, and which answers the engines leave.

A question has rows: each is one thing to be found, with its options. A position is a puzzle if one
option of every row is left, by counting and by proof alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..models.core import View
from ..models.errors import BadNotation
from ..models.hidden import Claim, Hidden, Item, Only
from ..models.record import write
from ..models.replacing import changed
from ..models.words import Words, listed, say
from ..solver.engine.sweep import TooManyStates
from .grade import Solution, way_to


class Engine(StrEnum):
    """What decides which options are left; each engine is the other's witness."""

    COUNT = "count"
    PROOF = "proof"


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One thing to be found, with the options for it."""

    subject: str
    """What it is about: a word of the notation, such as a piece."""
    options: tuple[str, ...]
    """What can be answered, right or wrong: words of the notation, such as places."""
    called: tuple[tuple[str, Words], ...] = ()
    """What people call the subject and the options, if it differs from the notation."""
    several: bool = False
    """Whether more than one option may be right: of a piece with copies, where each one lies."""

    def call(self, word: str) -> Words:
        """Return what people call the subject or an option."""
        return dict(self.called).get(word) or say("{word}", word=word)


Answer = tuple[str, ...]
"""One option for every row."""


class Kind(ABC):
    """A kind of question about a position, at first one that asks for a choice.

    Its functions are given the view of the seat that is asked, and `asked`, which tells questions
    of one kind apart: a word of the notation, or nothing.
    """

    name: str
    """The name in records and commands; the `Listing` of the game has what people call it."""
    question: Words
    """A sentence; if it depends on the view, `about` returns it instead."""
    steady: bool = False
    """Whether a clue that is needed remains needed when others are left out."""
    same: bool = False
    """Whether the answer must stay the same when clues are left out, and not only a single one."""
    open: bool = False
    """Whether the answer does not depend on pieces out of sight."""

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return self.question

    @abstractmethod
    def asked(self, view: View) -> Iterable[str]:
        """Yield the questions about `view` that have one answer, by counting.

        Raises TooManyStates if that is too much to count: then nothing is asked about the view.
        """

    @abstractmethod
    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return what is to be found, with its options; the same when clues are left out."""

    @abstractmethod
    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the options of every row that are left, as `engine` finds; raises TooManyStates.

        Puzzles are kept only where both engines leave the same one option of every row.
        """

    @abstractmethod
    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return how the answer is found: it is shown as the solution, and makes the grade."""

    def holds(self, view: View, asked: str, answer: Answer) -> bool:
        """Tell whether one answer is left, when clues were left out that had led to `answer`.

        May raise TooManyStates.
        """
        left = answer_of(self.left(view, asked, Engine.COUNT))
        return left == answer if self.same else left is not None

    def claims(self, view: View, asked: str, answer: Answer) -> tuple[Claim, ...]:
        """Return what has to follow so that the answer is found; nothing if it is no deduction."""
        return ()

    def may_mislead(self, view: View, asked: str, answer: Answer) -> bool:
        """Tell whether something else may seem right, where that is quickly told."""
        return True


def shown(view: View) -> str:
    """Return the text of a view without the tags of a question: what engines look at."""
    rows = write(view).split("\n")
    return "\n".join(row for row in rows if not row.startswith(_ASKING))


_ASKING = ("[Kind ", "[Asked ", "[Answer ")

Possible = Mapping[Item, frozenset[str]]
"""For every item the names of places where a copy of it can be."""


def possible(hidden: Hidden, engine: Engine) -> Possible:
    """Return where pieces can be, as `engine` finds; raises TooManyStates.

    If the lines contradict each other, they can be nowhere.
    """
    if engine is Engine.COUNT:
        from ..solver.engine.count import count

        weights = count(hidden).by_name(hidden).weight
        there = ((item, name) for (item, name), weight in weights.items() if weight)
    else:
        from ..solver.engine.deduce import Status, deduce

        status = deduce(hidden).status
        there = (pair for pair, found in status.items() if found is not Status.REFUTED)
    places: dict[Item, set[str]] = {item: set() for item in hidden.items}
    for item, name in there:
        places[item].add(name)
    return {item: frozenset(names) for item, names in places.items()}


SIGHT = 20_000
"""Most states that are counted to find what looks likely."""


def at_first_sight(hidden: Hidden) -> Mapping[tuple[Item, str], int]:
    """Return how likely pieces look at the names of places, up to a common factor.

    Only what lies open counts, and lines that rule something out by themselves. Raises
    TooManyStates.
    """
    from ..solver.engine.count import Counter
    from ..solver.engine.steps import laid_open

    facts = (
        fact
        for fact in laid_open(hidden).facts
        if fact.because.setup or isinstance(fact, Only) or not fact.hi
    )
    alone = changed(hidden, facts=tuple(facts))
    return Counter(alone, SIGHT).posterior().by_name(alone).weight


def out_of_sight(hidden: Hidden) -> tuple[Item, ...]:
    """Return the items whose place no single line tells."""
    shown = hidden.shown
    return tuple(
        item for item in hidden.items if item not in shown and len(hidden.names_for(item)) > 1
    )


def single(hidden: Hidden) -> tuple[Item, ...]:
    """Return those of them with a single copy."""
    return tuple(item for item in out_of_sight(hidden) if hidden.items[item] == 1)


class Deduced(Kind):
    """The base of kinds whose answer follows from what is seen and told."""

    steady = True

    @abstractmethod
    def claims(self, view: View, asked: str, answer: Answer) -> tuple[Claim, ...]:
        """Return what has to follow so that the answer is found."""

    def way(self, view: View, asked: str, answer: Answer) -> Solution:
        """Return the chain of steps that leads to the answer."""
        hidden = view.game.model.hidden(view)
        claims = self.claims(view, asked, answer)
        return way_to(hidden, claims, self.may_mislead(view, asked, answer))

    def may_mislead(self, view: View, asked: str, answer: Answer) -> bool:
        """Tell whether another option of some row looks likelier at first sight.

        That is by counting what lies open and what single lines rule out. False where that is too
        much to count.
        """
        try:
            weight = at_first_sight(view.game.model.hidden(view))
        except TooManyStates:
            return False
        for number, row in enumerate(self.rows(view, asked)):
            tried = {
                option: self.claims(view, asked, (*answer[:number], option, *answer[number + 1 :]))
                for option in row.options
            }
            looks = {
                option: weight.get((claims[number].item, claims[number].place), 0)
                for option, claims in tried.items()
            }
            if looks[answer[number]] < max(looks.values()):
                return True
        return False


class Places(Deduced):
    """The base of questions about where pieces are: a row for each, with the places it can be."""

    @abstractmethod
    def _items(self, hidden: Hidden, asked: str) -> Iterable[Item]:
        """Return the pieces that are asked for."""

    def rows(self, view: View, asked: str) -> tuple[AnswerRow, ...]:
        """Return a row for each piece, with the places where it can be."""
        hidden = view.game.model.hidden(view)
        items = self._items(hidden, asked)
        return tuple(AnswerRow(item, hidden.names_for(item)) for item in items)

    def left(self, view: View, asked: str, engine: Engine) -> tuple[tuple[str, ...], ...]:
        """Return the places that are left for each piece."""
        found = possible(view.game.model.hidden(view), engine)
        return tuple(_of(row, found.get(row.subject, ())) for row in self.rows(view, asked))

    def claims(self, view: View, asked: str, answer: Answer) -> tuple[Claim, ...]:
        """Return where each piece is."""
        rows = self.rows(view, asked)
        return tuple(Claim(row.subject, place) for row, place in zip(rows, answer, strict=True))


class Everything(Places):
    """Where is each piece that is not in sight?"""

    name = "all"

    def __init__(self, question: Words) -> None:
        self.question = question

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question if there is exactly one world."""
        if answer_of(self.left(view, "", Engine.COUNT)) is not None:
            yield ""

    def _items(self, hidden: Hidden, asked: str) -> Iterable[Item]:
        return single(hidden)


class WhoHolds(Places):
    """Where is one piece?"""

    name = "who"

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return say("Where is {item}?", item=asked)

    def asked(self, view: View) -> Iterable[str]:
        """Yield the pieces that can be at one place only."""
        yield from settled(view.game.model.hidden(view))

    def _items(self, hidden: Hidden, asked: str) -> Iterable[Item]:
        return (asked,)


class Several(Places):
    """Where is each of several pieces? They stand side by side in what is asked, in order."""

    name = "several"

    def about(self, view: View, asked: str) -> Words:
        """Return the question."""
        return say("Where is each of {items}?", items=listed(asked.split(PARTED)))

    def asked(self, view: View) -> Iterable[str]:
        """Yield one question about all pieces that can be at one place only, if they are several.

        A view that is tagged asks about some of them.
        """
        pieces = settled(view.game.model.hidden(view))
        if len(pieces) > 1:
            yield PARTED.join(sorted(pieces))

    def _items(self, hidden: Hidden, asked: str) -> Iterable[Item]:
        return asked.split(PARTED)


def settled(hidden: Hidden) -> Mapping[Item, str]:
    """Return where the pieces are that can be at one place only, of those that may be asked for."""
    found = possible(hidden, Engine.COUNT)
    return {
        item: next(iter(found[item]))
        for item in single(hidden)
        if len(found[item]) == 1 and found[item] <= {*hidden.names_for(item)}
    }


def _of(row: AnswerRow, there: Collection[str]) -> tuple[str, ...]:
    """Return the options of `row` that are left, first those that are not among its options."""
    return (*sorted({*there} - {*row.options}), *(each for each in row.options if each in there))


PARTED = "; "
"""The separator between the parts of an answer, and of a question about several pieces."""


def said(rows: Sequence[AnswerRow], answer: Answer) -> str:
    """Return an answer as in the tag of a record."""
    parts = zip(rows, answer, strict=True)
    return PARTED.join(f"{row.subject} {option}" for row, option in parts)


def meant(rows: Sequence[AnswerRow], told: str) -> Answer:
    """Return the answer that a tag tells; raises BadNotation if it does not fit the rows."""
    options = {f"{row.subject} {each}": (row, each) for row in rows for each in row.options}
    chosen: dict[AnswerRow, str] = {}
    for part in told.split(PARTED):
        if part not in options:
            raise BadNotation(say("no answer: '{word}' has no place in it", word=part))
        row, option = options[part]
        chosen[row] = option
    if len(chosen) != len(rows):
        raise BadNotation(say("no answer: something that is asked for is missing"))
    return tuple(chosen[row] for row in rows)


def answer_of(left: Sequence[Sequence[str]]) -> Answer | None:
    """Return the one answer, None if there is none or more than one."""
    if left and all(len(options) == 1 for options in left):
        return tuple(options[0] for options in left)
    return None
