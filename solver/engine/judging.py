"""Certifying steps: whether a step follows, from which open cards, and under which name.

CP-SAT judges; the rows, which found the step, are not asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count as count_up

from ...models.hidden import TRUE, Because, Count, Fact, Hidden, Place
from .cpsat import Selection
from .folding import Folding
from .patterns import Pattern
from .rows import Grid
from .thought import Conclusion, ProofStep, shows_piece
from .work import Work

ONE_BY_ONE = 8
"""Up to this many open facts are tested one by one, whether a step needs them."""


@dataclass(frozen=True)
class Ground:
    """What a step can rest on: what was `told` before, `within` its case, and `supposed` there.

    `support` are the lines that each earlier step rests on.
    """

    told: Sequence[Conclusion | None]
    support: Sequence[frozenset[int]]
    within: Sequence[Conclusion | None] = ()
    supposed: Conclusion | None = None

    def under(self, step: ProofStep) -> tuple[Conclusion | None, ...]:
        """Return what `step` rests on, apart from facts."""
        earlier = (self.told[number] for number in step.earlier)
        within = (self.within[number] for number in step.within)
        return (*earlier, *within, *([self.supposed] if step.supposed else []))

    def facts(self, step: ProofStep, hidden: Hidden) -> list[Fact]:
        """Return what `step` rests on as facts, open ones left out."""
        known = (each.fact(hidden) for each in self.under(step) if each is not None)
        return [*step.facts, *known]

    def lines(self, step: ProofStep) -> frozenset[int]:
        """Return the lines that `step` rests on: its own and those of earlier steps."""
        return frozenset(step.lines).union(*(self.support[number] for number in step.earlier))


class StepChecker:
    """Asks CP-SAT whether a step follows from what it names and the rules of the box."""

    def __init__(self, hidden: Hidden, work: Work) -> None:
        self._hidden = hidden
        self._work = work
        opened = hidden.told_by(()).facts
        self._rules = [fact for fact in opened if fact.because.rule]
        self._lying = [fact for fact in opened if not fact.because.rule]

    @cached_property
    def parts(self) -> Mapping[Place, int]:
        """The number of each place's block of pairs, such as the cards of one player.

        Empty if the model declares no pairs.
        """
        folding = Folding.of(self._hidden)
        blocks = () if folding is None else folding.blocks
        return {place: number for number, block in enumerate(blocks) for place in block.all}

    def proves(self, step: ProofStep, ground: Ground) -> bool:
        """Tell whether `step` follows from what it names; raise `Unsettled`."""
        given = [*ground.facts(step, self._hidden), *_lying_open(step)]
        return self._asked(step.conclusion, given)(given)

    def certified(self, step: ProofStep, ground: Ground) -> ProofStep | None:
        """Return `step` with exactly the reasons that it needs, and the name of its pattern.

        It follows from the rules of the box and what it names alone. The open facts that the step
        used before are tried first, other open facts only if those do not suffice. None if it does
        not follow from all of them. Raises `Unsettled`.
        """
        named = _lying_open(step)
        more = [fact for fact in self._lying if fact not in named]
        given = [*ground.facts(step, self._hidden), *named]
        follows = self._asked(step.conclusion, given)
        if step.reasons < 2 and follows(given):
            more = []
        elif not (follows := self._asked(step.conclusion, [*given, *more]))([*given, *more]):
            return None

        def holds(less: ProofStep, lying: Iterable[Fact]) -> bool:
            return follows([*ground.facts(less, self._hidden), *lying])

        step = _lean(step, ground, lambda less: holds(less, [*named, *more]))
        if more and not holds(step, named):
            named += _fewest(self._lots(more), lambda kept: holds(step, [*named, *kept]))
        alone = len(named) <= ONE_BY_ONE
        lots = [[fact] for fact in named] if alone else self._lots(named)
        named = _fewest(lots, lambda kept: holds(step, kept))
        rules = (fact for fact in step.background if fact.because.rule)
        step = replace(step, background=(*rules, *named))
        ingredients = _Ingredients.of(step, ground.under(step), self._hidden)
        return replace(step, pattern=ingredients.named(step.pattern, step.conclusion))

    def _asked(
        self, conclusion: Conclusion | None, offered: Sequence[Fact]
    ) -> Callable[[Iterable[Fact]], bool]:
        """Return a test: does `conclusion` follow if only some facts of `offered` are kept?

        Pieces and places that none of these facts tells apart are merged.
        """
        denials = [TRUE] if conclusion is None else conclusion.denials(self._hidden)
        numbered, denied = _numbered(offered, denials)
        grid = Grid(self._hidden, [*self._rules, *numbered, *denied], self.parts)
        asked = {*numbered, *denied}
        model = Selection(grid.merged(fact for fact in grid.facts if fact not in asked))
        number = {
            fact: model.add([grid.merge(each)])
            for fact, each in zip(offered, numbered, strict=True)
        }

        def follows(kept: Iterable[Fact]) -> bool:
            numbers = [number[fact] for fact in kept]
            return all(
                model.ask(numbers, (), grid.merge(each), self._work) is None for each in denied
            )

        return follows

    def _lots(self, facts: Iterable[Fact]) -> list[list[Fact]]:
        """Return the facts in lots: all pieces at a place (largest lots first), or a count."""
        lots: dict[object, list[Fact]] = defaultdict(list)
        for fact in facts:
            lots[fact.places if shows_piece(self._hidden, fact) else fact.because].append(fact)
        return sorted(lots.values(), key=len, reverse=True)


def _lean(step: ProofStep, ground: Ground, holds: Callable[[ProofStep], bool]) -> ProofStep:
    """Return a step without lines that it does not need, and steps that bring further lines.

    In a case, without any other step of the case, too.
    """
    for line in step.lines:
        less = replace(step, facts=tuple(f for f in step.facts if f.because.line != line))
        step = less if holds(less) else step
    for number in step.earlier:
        less = replace(step, earlier=tuple(each for each in step.earlier if each != number))
        spared = not ground.support[number] <= ground.lines(less)
        step = less if spared and holds(less) else step
    for number in step.within:
        less = replace(step, within=tuple(each for each in step.within if each != number))
        step = less if holds(less) else step
    return step


def _lying_open(step: ProofStep) -> list[Fact]:
    """Return the open facts that `step` names."""
    return [fact for fact in step.background if not fact.because.rule]


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
            case (
                Pattern.DIFFERENCE | Pattern.OVERLAP | Pattern.APART | Pattern.BETWEEN | Pattern.SUM
            ):
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
