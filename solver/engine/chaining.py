"""Finding chains of steps.

From all that is told, conclusions are drawn row by row (closure.py) until the claim is among them;
tracing it back gives a chain. If that chain is hard, or there is none, the same is tried from the
smallest set of lines that proves the claim. If rows do not reach it, something is assumed that ends
in a contradiction. What was proved that way is taken in as a row, on which later proofs build.
Nothing is believed before trimming.py has certified every step.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import islice, product

from ...models.hidden import Claim, Fact, Hidden, Item, Only
from .closure import FEW, MANY, ROUNDS, Closure
from .judging import StepChecker
from .patterns import Pattern
from .prover import Prover
from .rows import Clash, Grid, Row
from .thought import Chain, ProofStep, claimed
from .trimming import Trimmer, by_contradiction, cut
from .walking import Walk
from .work import Unsettled, Work

EASY = 6, 12
"""A chain is easy if its hardest step, and the sum of its steps, are at most this hard."""

FORKS = 24
"""Pairs of opposites that are supposed from the same facts."""
SUPPOSING = 40_000
"""Steps of work for each way to suppose something; after that lines are told together."""
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

    def __init__(
        self, hidden: Hidden, work: Work, supposing: float = SUPPOSING, forks: int = FORKS
    ) -> None:
        self.hidden = laid_open(hidden)
        self._work = work
        self._supposing_work = supposing
        self._forks = forks
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
        return self._stated(claim, self._chain(claim))

    def _stated(self, claim: Claim, found: Chain) -> Chain:
        """Return a chain to `claim` that ends in its words, also where it is about a trait."""
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
        chain = self._beyond(dict.fromkeys((core.facts, told)), claim)
        for part in _parts(chain):
            self._closure(told).learn(part)
        return chain

    def easier(self, claim: Claim, hard: Chain, others: Iterable[Chain]) -> Chain:
        """Return a chain of rows to `claim` from what `others` prove, `hard` if that is easier.

        What rests on the claim itself, or is as hard, is left out.
        """
        closure = self._closed(self._told)
        for part in (part for chain in others for part in _parts(chain)):
            rests = any(step.conclusion and claim in step.conclusion.claims for step in part.steps)
            if not rests and part.difficulty < hard.difficulty:
                closure.learn(part)
        found = self._walked(closure, self._end(closure, claim, ROUNDS))
        if found is None or found.difficulty > hard.difficulty:
            return hard
        return self._stated(claim, found)

    def clash(self) -> Chain | None:
        """Return the chain that ends in a contradiction, or None; raise `Unsettled`."""
        if self._prover.counterexample(None) is not None:
            return None
        core = self._prover.core(None)
        return self._drawn(core.facts, None) or self._beyond([core.facts], None)

    def left_open(
        self, combine: Callable[[Closure], bool], among: Collection[Item] = ()
    ) -> tuple[Item, ...]:
        """Return the items whose place is open when rows have been combined so; no clash.

        If none of the items `among` is open any more, it ends there, with none.
        """
        closure = self._closure(self._told)
        closure.run()
        while True:
            left = tuple(item for k in closure.open_kinds() for item in closure.grid.kinds[k])
            if among and not {*among}.intersection(left):
                return ()
            if closure.rounds >= ROUNDS or not combine(closure):
                return left
            closure.run()

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
            self._closures[facts] = self._closed(facts)
        return self._closures[facts]

    def _closed(self, facts: _Facts) -> Closure:
        given = (*(fact for fact in self.hidden.facts if fact.because.setup), *facts)
        return Closure(Grid(self.hidden, given, self._checker.parts), self._work)

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

    # supposing

    def _supposing(self, tries: Iterable[_Facts], claim: Claim | None) -> Iterator[Chain]:
        """Yield chains to `claim` that suppose something: its opposite, or other things."""
        for facts, way in product(tries, (self._opposed, self._refuting)):
            closure = self._closure(facts).fork(self._work.part(self._supposing_work))
            with suppress(Unsettled):
                if (chain := way(closure, claim)) is not None:
                    yield chain

    def _opposed(self, closure: Closure, claim: Claim | None) -> Chain | None:
        """Return the chain in which the opposite of `claim` ends in a contradiction."""
        if claim is None:
            return None
        supposed = closure.opposite(claim)
        clash = self._clash(closure.fork(), supposed, closure.rounds + 1)
        if clash is None:
            return None
        return self._refuted(closure, supposed, clash, closure.stated(claim))

    def _refuting(self, closure: Closure, claim: Claim | None) -> Chain | None:
        """Return the chain from what is refuted one after the other, the easiest first."""
        while (easiest := min(self._clashes(closure), key=_cost, default=None)) is not None:
            proof = self._refuted(closure, *easiest)
            if proof is None:
                break
            closure.learn(proof)
            if (end := self._end(closure, claim, ROUNDS)) is not None:
                return self._walked(closure, end)
        return None

    def _clashes(self, closure: Closure) -> Iterator[tuple[Row, Row, Row]]:
        """Yield what ends in a contradiction if supposed, the row of that, and what is left."""
        for one, other in islice(closure.alternatives(), self._forks):
            for supposed, left in ((one, other), (other, one)):
                if (clash := self._clash(closure.fork(), supposed, 0)) is not None:
                    yield supposed, clash, left

    def _clash(self, closure: Closure, supposed: Row, rounds: int) -> Row | None:
        """Return the row in which what is `supposed` ends in a contradiction, None if it does not.

        Rows are combined `rounds` times at most.
        """
        closure.add([supposed])
        end = self._end(closure, None, rounds)
        return None if end is None else end[0]

    def _refuted(self, closure: Closure, supposed: Row, clash: Row, left: Row) -> Chain | None:
        """Return the chain to what is `left`, since what is `supposed` ends in a contradiction."""
        walk = Walk(closure.grid)
        case = walk.case(supposed, clash)
        step = by_contradiction(walk.conclusion(left), case)
        return self._trimmer.certified(Chain((*walk.steps, step), walk.hidden))

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


def _cost(clash: tuple[Row, Row, Row]) -> int:
    return clash[1].cost


def _parts(chain: Chain) -> Iterator[Chain]:
    """Yield the chain up to each of its steps, without what that does not rest on."""
    for end in range(1, len(chain.steps) + 1):
        yield cut(replace(chain, steps=chain.steps[:end]))


def is_easy(chain: Chain) -> bool:
    """Tell whether a chain is easy enough to stop searching."""
    hardest, together = chain.difficulty
    return hardest <= EASY[0] and together <= EASY[1]
