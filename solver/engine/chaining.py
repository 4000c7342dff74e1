"""Finding chains of steps.

From all that is told, conclusions are drawn row by row (closure.py) until the claim is among them;
tracing it back gives a chain. If that chain is hard, or there is none, the same is tried from the
smallest set of lines that proves the claim. If rows do not reach it, its opposite is assumed, or
cases are distinguished, until each ends in a contradiction. Nothing is believed before trimming.py
has certified every step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import islice

from ...models.hidden import Claim, Fact, Hidden, Item, Only
from .closure import FEW, MANY, ROUNDS, Closure
from .judging import StepChecker
from .patterns import Pattern
from .prover import Prover
from .rows import Clash, Grid, Row
from .thought import Chain, Conclusion, ProofStep, claimed
from .trimming import Trimmer, gathered
from .walking import Walk
from .work import Unsettled, Work

EASY = 6, 12
"""A chain is easy if its hardest step, and the sum of its steps, are at most this hard."""

FORKS = 24
"""Ways to distinguish cases that are tried from the same facts."""
SUPPOSING = 40_000
"""Steps of work for assumptions, per claim; after that its lines are told together."""
ADDING = 15_000
"""Steps of work for adding counts up, per claim."""


def seen_open(hidden: Hidden, fact: Fact) -> bool:
    """Tell whether everybody sees a fact on the table.

    It puts a piece at one place, as a played card does, or it only counts open pieces.
    """
    if fact.because.setup:
        return True
    names = {hidden.name_of(place) for place in fact.places}
    return len(names) == 1 if isinstance(fact, Only) else names <= hidden.seen


def laid_open(hidden: Hidden) -> Hidden:
    """Return the model with everything that everybody sees as facts of the set-up."""
    return replace(hidden, facts=tuple(_opened(hidden, fact) for fact in hidden.facts))


def _opened(hidden: Hidden, fact: Fact) -> Fact:
    if fact.because.setup or not seen_open(hidden, fact):
        return fact
    return replace(fact, because=replace(fact.because, setup=True))


class Chainer:
    """Finds chains over one model; results are reused for later questions."""

    def __init__(self, hidden: Hidden, work: Work) -> None:
        self.hidden = laid_open(hidden)
        self._work = work
        self._checker = StepChecker(self.hidden, work)
        self._trimmer = Trimmer(self.hidden, self._checker)
        self._closures: dict[_Facts, Closure] = {}

    @property
    def sure(self) -> tuple[ProofStep, ...]:
        """The steps that were certified last."""
        return self._trimmer.sure

    @cached_property
    def _told(self) -> _Facts:
        return tuple(fact for fact in self.hidden.facts if not fact.because.setup)

    @cached_property
    def _prover(self) -> Prover:
        return Prover(self.hidden, self._work)

    def chain(self, claim: Claim) -> Chain:
        """Return the easiest chain found for a claim that follows; raise `Unsettled`."""
        found = self._chain(claim)
        if claim.item not in self.hidden.traits:
            return found
        last = replace(found.steps[-1], conclusion=claimed(self.hidden, claim))
        return replace(found, steps=(*found.steps[:-1], last))

    def _chain(self, claim: Claim) -> Chain:
        told = self._told
        whole = self._drawn(told, claim)
        if whole is not None and is_easy(whole):
            return whole
        core = self._prover.core(claim)
        lean = None if core.facts == told else self._drawn(core.facts, claim)
        found = [each for each in (lean, whole) if each is not None]
        if found:
            return min(found, key=lambda each: each.difficulty)
        return self._beyond(dict.fromkeys((core.facts, told)), claim)

    def clash(self) -> Chain | None:
        """Return the chain that ends in a contradiction, or None; raise `Unsettled`."""
        if self._prover.counterexample(None) is not None:
            return None
        core = self._prover.core(None)
        return self._drawn(core.facts, None) or self._beyond([core.facts], None)

    def beyond_rows(self) -> tuple[Item, ...]:
        """Return the items whose place is open when rows are combined in pairs; no clash."""
        closure = self._closure(self._told)
        closure.run()
        while closure.rounds < ROUNDS and closure.pair():
            closure.run()
        return tuple(item for k in closure.open_kinds() for item in closure.grid.kinds[k])

    def narrowed(self, chain: Chain) -> Chain:
        """Return a chain whose steps say no more than it needs, if there is time for that."""
        with suppress(Unsettled):
            return self._trimmer.narrowed(chain)
        return chain

    def _beyond(self, tries: Iterable[_Facts], claim: Claim | None) -> Chain:
        """Return the easiest chain found to a claim (None: a contradiction) beyond plain rows.

        Raises `Unsettled`.
        """
        for added in self._added_up(tries, claim, FEW):
            return added
        last = [*islice(self._added_up(tries, claim, MANY), 1), *self._supposing(tries, claim)]
        return min(last, key=lambda each: each.difficulty, default=None) or self._at_once(claim)

    def _closure(self, facts: _Facts) -> Closure:
        if facts not in self._closures:
            given = (*(fact for fact in self.hidden.facts if fact.because.setup), *facts)
            grid = Grid(self.hidden, given, self._checker.parts)
            self._closures[facts] = Closure(grid, self._work)
        return self._closures[facts]

    def _drawn(self, facts: _Facts, claim: Claim | None) -> Chain | None:
        """Return the chain from `facts` to `claim`, None if rows do not reach it."""
        closure = self._closure(facts)
        return self._walked(closure, self._end(closure, claim, ROUNDS))

    def _end(self, closure: Closure, claim: Claim | None, rounds: int) -> _End | None:
        """Return the row that says `claim`, or in which rows contradict each other.

        None if neither is reached. Rows are combined `rounds` times at most.
        """
        try:
            closure.run()
            row = closure.goal(claim)
            while row is None and closure.rounds < rounds and closure.combine():
                closure.run()
                row = closure.goal(claim)
        except Clash as found:
            return found.row, True
        return None if row is None else (row, False)

    def _walked(self, closure: Closure, end: _End | None) -> Chain | None:
        """Return the chain to `end`, None if there is none or one of its steps is not proved."""
        return end and self._trimmer.certified(Walk(closure.grid).chain(*end))

    def _added_up(self, tries: Iterable[_Facts], claim: Claim | None, most: int) -> Iterator[Chain]:
        """Yield chains to `claim` in which counts are added up, with at most `most` reasons."""
        work = self._work.part(ADDING)
        with suppress(Unsettled):
            for facts in tries:
                closure = self._closure(facts).fork(work)
                ends = (self._end(closure, claim, 0) for _ in closure.sums_for(claim, most))
                end = next((each for each in ends if each is not None), None)
                if (chain := self._walked(closure, end)) is not None:
                    yield chain

    # cases

    def _supposing(self, tries: Iterable[_Facts], claim: Claim | None) -> Iterator[Chain]:
        """Yield one chain to `claim` that assumes something, if there is one."""
        work = self._work.part(SUPPOSING)
        with suppress(Unsettled):
            for facts in tries:
                supposing = self._supposed(self._closure(facts), claim, work)
                if supposing is not None:
                    yield supposing
                    return

    def _supposed(self, closure: Closure, claim: Claim | None, work: Work) -> Chain | None:
        """Return a chain whose last step assumes the opposite, or distinguishes cases."""
        alone = claim and self._leaf(
            closure.fork(work), closure.opposite(claim), None, closure.rounds + 1
        )
        tries = (
            (Pattern.CONTRADICTION, iter([(alone,)] if alone else [])),
            (Pattern.CASES, self._told_apart(closure.fork(work), claim)),
        )
        conclusion = None if claim is None else claimed(self.hidden, claim)
        chains: list[Chain] = []
        for pattern, leaves in tries:
            joined = (_joined(Walk(closure.grid), each, pattern, conclusion) for each in leaves)
            lean = (sure for each in joined if (sure := self._trimmer.certified(each)) is not None)
            with suppress(Unsettled):
                chains += islice(lean, 1)
        return min(chains, key=lambda chain: chain.difficulty, default=None)

    def _leaf(
        self, closure: Closure, supposed: Row, goal: Claim | None, rounds: int = 0
    ) -> _Leaf | None:
        """Return how a case ends in `goal` or in a contradiction; None if it ends in neither.

        Rows are combined `rounds` times at most.
        """
        closure.add([supposed])
        end = self._end(closure, goal, rounds)
        return end and (supposed, *end)

    def _told_apart(self, closure: Closure, goal: Claim | None) -> Iterator[tuple[_Leaf, ...]]:
        """Yield two cases that exclude each other and both end."""
        for _, (one, other) in zip(range(FORKS), closure.alternatives(), strict=False):
            first = self._leaf(closure.fork(), one, goal)
            second = first and self._leaf(closure.fork(), other, goal)
            if first and second:
                yield first, second

    def _at_once(self, claim: Claim | None) -> Chain:
        """Return a chain of one step that has all lines of a proof."""
        conclusion = None if claim is None else claimed(self.hidden, claim)
        facts = self._prover.core(claim).facts
        step = ProofStep(Pattern.CONTRADICTION, conclusion, facts, (), ())
        found = self._trimmer.certified(Chain((step,), self.hidden))
        if found is None:
            raise Unsettled
        return found


_End = tuple[Row, bool]
"""The row in which a derivation ends, and whether that is a contradiction."""

_Facts = tuple[Fact, ...]

_Leaf = tuple[Row, Row, bool]
"""What a case assumes, the row it ends in, and whether that is a contradiction."""


def _joined(
    walk: Walk, leaves: Iterable[_Leaf], pattern: Pattern, conclusion: Conclusion | None
) -> Chain:
    """Return the chain that ends in a step with these cases."""
    cases = tuple(walk.case(*leaf) for leaf in leaves)
    step = gathered(ProofStep(pattern, conclusion, (), (), (), cases=cases))
    return Chain((*walk.steps, step), walk.hidden)


def is_easy(chain: Chain) -> bool:
    """Tell whether a chain is easy enough to stop searching."""
    hardest, together = chain.difficulty
    return hardest <= EASY[0] and together <= EASY[1]
