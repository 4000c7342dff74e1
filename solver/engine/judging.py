"""Certifying steps: whether a step follows, from which open cards, and under which name.

CP-SAT judges; the rows, which found the step, are not asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count as count_up

from ...models.hidden import Because, Count, Fact, Hidden, Place
from ...models.words import say
from .cpsat import Selection, Translation
from .folding import Folding
from .patterns import Pattern
from .rows import Grid
from .thought import Conclusion, ProofStep, shows_piece
from .work import Unsettled, Work

ONE_BY_ONE = 8
"""Up to this many open facts are tested one by one, whether a step needs them."""

_NOTHING = Count(frozenset(), frozenset(), 0, 0, Because(0, say("it is asked"), setup=True))


class StepChecker:
    """Asks CP-SAT whether a step follows from what it names and what lies open.

    Places that are pairs are followed by origin and fate alone (see folding.py).
    """

    def __init__(self, hidden: Hidden, work: Work) -> None:
        self._hidden = hidden
        self._work = work
        self._folding = Folding.of(hidden)
        opened = hidden.told_by(()).facts
        self._lying = [fact for fact in opened if not fact.because.rule]
        self._items, self._places = hidden.items, hidden.places
        self._twice: tuple[Fact, ...] = ()
        if self._folding is not None:
            self._twice = tuple(self._folding.twice(hidden.items))
            self._items = {item: 2 * copies for item, copies in hidden.items.items()}
            self._places = self._folding.places
        self._open = (*self._twice, *map(self._folded, opened))
        self._rules = [fact for fact in opened if fact.because.rule]

    @cached_property
    def parts(self) -> Mapping[Place, int]:
        """The block of pairs of each place, such as the cards of one player."""
        blocks = () if self._folding is None else self._folding.blocks
        return {place: number for number, block in enumerate(blocks) for place in block.all}

    def proves(
        self,
        facts: Iterable[Fact],
        known: Iterable[Conclusion | None],
        conclusion: Conclusion | None,
    ) -> bool:
        """Tell whether `conclusion` follows (None: a contradiction); raise `Unsettled`."""
        return self._follows((*self._open, *self._told(facts, known)), conclusion)

    def certified(self, step: ProofStep, known: Iterable[Conclusion | None]) -> ProofStep:
        """Return `step` with the open facts that it needs, and the name of its pattern.

        It follows from the rules of the box, its facts, what is `known`, and those open facts
        alone. The facts that the step used before are tried first, other open facts only if those
        do not suffice. Raises `Unsettled`.
        """
        known = tuple(known)
        named = [fact for fact in step.background if not fact.because.rule]
        asked = self._asked(step, known, named)
        if not asked(named):
            more = [fact for fact in self._lying if fact not in named]
            asked = self._asked(step, known, [*named, *more])
            if not asked([*named, *more]):
                raise Unsettled
            named += _fewest(self._lots(more), lambda kept: asked([*named, *kept]))
        alone = len(named) <= ONE_BY_ONE
        named = _fewest([[fact] for fact in named] if alone else self._lots(named), asked)
        rules = (fact for fact in step.background if fact.because.rule)
        step = replace(step, background=(*rules, *named))
        ingredients = _Ingredients.of(step, known, self._hidden)
        return replace(step, pattern=ingredients.named(step.pattern, step.conclusion))

    def _asked(
        self, step: ProofStep, known: Iterable[Conclusion | None], lying: Sequence[Fact]
    ) -> Callable[[Iterable[Fact]], bool]:
        """Return a test: does `step` follow if only some facts of `lying` are kept?

        Pieces and places that none of these facts tells apart are merged.
        """
        told = (*step.facts, *(each.fact(self._hidden) for each in known if each is not None))
        denials = [_NOTHING] if step.conclusion is None else step.conclusion.denials(self._hidden)
        given, offered, denied = _numbered(told, lying, denials)
        grid = Grid(self._hidden, [*self._rules, *given, *offered, *denied], self.parts)
        asked = {*offered, *denied}
        model = Selection(grid.merged(fact for fact in grid.facts if fact not in asked))
        number = {
            fact: model.add([grid.merge(each)]) for fact, each in zip(lying, offered, strict=True)
        }

        def holds(kept: Iterable[Fact]) -> bool:
            numbers = [number[fact] for fact in kept]
            return all(
                model.ask(numbers, (), grid.merge(each), self._work) is None for each in denied
            )

        return holds

    def _lots(self, facts: Iterable[Fact]) -> list[list[Fact]]:
        """Return the facts in lots: all pieces at a place (largest lots first), or a count."""
        lots: dict[object, list[Fact]] = defaultdict(list)
        for fact in facts:
            lots[fact.places if shows_piece(self._hidden, fact) else fact.because].append(fact)
        return sorted(lots.values(), key=len, reverse=True)

    def _denials(self, conclusion: Conclusion) -> Iterator[Count]:
        folded = map(self._folded, conclusion.denials(self._hidden))
        return (fact for fact in folded if isinstance(fact, Count))

    def _told(self, facts: Iterable[Fact], known: Iterable[Conclusion | None]) -> list[Fact]:
        told = (*facts, *(each.fact(self._hidden) for each in known if each is not None))
        return [self._folded(fact) for fact in told]

    def _follows(self, given: tuple[Fact, ...], conclusion: Conclusion | None) -> bool:
        model = Translation(Hidden(self._items, self._places, given), presolve=True)
        if conclusion is not None:
            model.require_one(self._denials(conclusion))
        return model.world(self._work) is None

    def _folded(self, fact: Fact) -> Fact:
        if self._folding is None:
            return fact
        entered = self._folding.entered, self._folding.confined
        return entered[0](fact) if isinstance(fact, Count) else entered[1](fact)


def _numbered(*lots: Iterable[Fact]) -> list[list[Fact]]:
    """Return the facts with a line of their own each, so that a grid keeps them apart."""
    number = count_up(1)
    return [
        [replace(fact, because=Because(-next(number), fact.because.words)) for fact in lot]
        for lot in lots
    ]


def _fewest(lots: Sequence[Sequence[Fact]], holds: Callable[[Sequence[Fact]], bool]) -> list[Fact]:
    """Return the facts of `lots` that cannot be left out; halves are tried first."""
    kept = list(lots)

    def leave_out(some: Sequence[Sequence[Fact]]) -> None:
        less = [lot for lot in kept if lot not in some]
        if holds([fact for lot in less for fact in lot]):
            kept[:] = less
        elif len(some) > 1:
            half = len(some) // 2
            leave_out(some[:half])
            leave_out(some[half:])

    half = len(kept) // 2
    for some in (lots[:half], lots[half:]):
        if some:
            leave_out(some)
    return [fact for lot in kept for fact in lot]


@dataclass(frozen=True, slots=True)
class _Ingredients:
    """What a certified step is made of; it needs every part.

    `counts` are reasons that leave open which of several pieces are meant, `sizes` say how many
    pieces a place holds in all. Facts of lines may say that pieces are there (`placing`), or that
    they are not (`barring`). `alone` is a step from one line and nothing else.
    """

    counts: int
    sizes: int
    placing: bool
    barring: bool
    alone: bool

    @classmethod
    def of(
        cls, step: ProofStep, known: Iterable[Conclusion | None], hidden: Hidden
    ) -> _Ingredients:
        """Return the ingredients of `step`, which rests on what is `known`."""
        concluded = [each for each in known if each is not None]
        told = [fact for fact in step.facts if isinstance(fact, Count)]
        sizes = {
            fact.because
            for fact in step.background
            if isinstance(fact, Count) and fact.places and not shows_piece(hidden, fact)
        }
        return cls(
            len({fact.because for fact in told if fact.hi and not shows_piece(hidden, fact)})
            + sum(not each.claims for each in concluded),
            len(sizes),
            any(fact.hi for fact in told),
            any(not fact.hi for fact in told),
            len(step.lines) == 1 and not concluded,
        )

    def named(self, pattern: Pattern, conclusion: Conclusion | None) -> Pattern:
        """Return `pattern` if its name fits these ingredients, else the one that fits."""
        together = self.counts + self.sizes
        match pattern:
            case Pattern.ELSEWHERE:
                fits = not together and not self.alone
            case Pattern.EMPTY:
                fits = self.barring
            case Pattern.FULL | Pattern.PLACED:
                fits = self.placing or self.counts > 0
            case Pattern.FULL_HAND | Pattern.VOID | Pattern.KEPT:
                fits = self.sizes > 0
            case Pattern.DIFFERENCE | Pattern.OVERLAP | Pattern.APART | Pattern.SUM:
                fits = together > 1
            case _:
                fits = True
        return pattern if fits else self._shown(conclusion)

    def _shown(self, conclusion: Conclusion | None) -> Pattern:
        if self.counts + self.sizes > 1:
            return Pattern.APART if self.sizes else Pattern.DIFFERENCE
        if conclusion is None:
            return Pattern.COUNT
        there = bool(conclusion.lo)
        if self.sizes:
            return Pattern.VOID if there else Pattern.FULL_HAND
        if self.counts:
            return Pattern.FULL if there else Pattern.PLACED
        if self.alone:
            return Pattern.TOLD
        return Pattern.LAST_HOLDER if there else Pattern.ELSEWHERE
