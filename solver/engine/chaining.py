"""How chains of steps are found.

Over all that is told, conclusions are drawn row by row (closure.py) until the claim is among them;
walking back from there gives a chain. Where that one is hard, or there is none, the same is tried
over the smallest set of lines that proves the claim. Where rows do not reach it, the opposite is
supposed, and cases are told apart, until each ends in a contradiction. Nothing of it is believed
before trimming.py has proved every step again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import islice

from ...models.hidden import Claim, Fact, Hidden, Only
from .closure import FEW, MANY, ROUNDS, Closure
from .judging import StepChecker
from .patterns import Pattern
from .prover import Core, Prover
from .rows import Clash, Grid, Row
from .thought import Chain, Conclusion, ProofStep, claimed
from .trimming import Trimmer, gathered
from .walking import Walk
from .work import Unsettled, Work

EASY = 6, 12
"""A chain over all lines whose hardest step, and whose steps together, are no harder is taken."""

FORKS = 24
"""Ways to tell cases apart that are tried over the same facts."""
SUPPOSING = 40_000
"""Steps of work for what supposes something, of one claim; then its lines are told together."""
ADDING = 15_000
"""Steps of work for what adds counts up, of one claim."""


def seen_open(hidden: Hidden, fact: Fact) -> bool:
    """Tell whether everybody sees a fact on the table.

    It puts a piece at one place, as a card played does, or it counts what lies open anyway.
    """
    if fact.because.setup:
        return True
    names = {hidden.name_of(place) for place in fact.places}
    return len(names) == 1 if isinstance(fact, Only) else names <= hidden.seen


def laid_open(hidden: Hidden) -> Hidden:
    """Return the model with all that everybody sees as facts of the set-up."""
    return replace(hidden, facts=tuple(_opened(hidden, fact) for fact in hidden.facts))


def _opened(hidden: Hidden, fact: Fact) -> Fact:
    if fact.because.setup or not seen_open(hidden, fact):
        return fact
    return replace(fact, because=replace(fact.because, setup=True))


class Chainer:
    """Chains over one model; what is found for one question serves the next ones."""

    def __init__(self, hidden: Hidden, work: Work) -> None:
        self.hidden = laid_open(hidden)
        self._work = work
        self._judge = StepChecker(self.hidden, work)
        self._trimmer = Trimmer(self._judge)
        self._closures: dict[_Facts, Closure | None] = {}
        self._waiting: dict[_Facts, list[Row]] = {}
        """What lines say beside what lies open, of closures that have not needed it yet."""

    @property
    def sure(self) -> tuple[ProofStep, ...]:
        """The steps that were certified of what was asked last."""
        return self._trimmer.sure

    @cached_property
    def _prover(self) -> Prover:
        return Prover(self.hidden, self._work)

    def chain(self, claim: Claim) -> Chain:
        """Return the easiest chain found for a claim that follows; raise `Unsettled`."""
        self._trimmer.sure = ()
        told = tuple(fact for fact in self.hidden.facts if not fact.because.setup)
        whole = self._drawn(told, claim)
        if whole is not None and _easy(whole):
            return whole
        core = self._prover.core(claim)
        tries = [facts for facts in self._tries(core) if facts != told]
        drawn = (each for facts in tries if (each := self._drawn(facts, claim)) is not None)
        found = list(islice(drawn, 1))
        if whole is not None:
            found.append(whole)
        if found:
            return min(found, key=lambda each: each.difficulty)
        tries = [*tries, told]
        for added in self._added_up(tries, claim, FEW):
            return added
        last = [*islice(self._added_up(tries, claim, MANY), 1), *self._supposing(tries, claim)]
        if last:
            return min(last, key=lambda each: each.difficulty)
        return self._at_once(core, claimed(self.hidden, claim))

    def narrowed(self, chain: Chain) -> Chain:
        """Return a chain whose steps say no more than it needs, if there is time for that."""
        with suppress(Unsettled):
            return self._trimmer.narrowed(chain) if chain.lines else chain
        return chain

    def certified(self, chain: Chain) -> Chain:
        """Return a chain each of whose steps follows from what it names; raise `Unsettled`.

        Then `sure` has the steps that were certified until time ran out.
        """
        return self._trimmer.certified(chain)

    def clash(self) -> Chain | None:
        """Return the chain that ends in a contradiction, None without one; raise `Unsettled`."""
        self._trimmer.sure = ()
        if self._prover.counterexample(None) is not None:
            return None
        core = self._prover.core(None)
        for facts in self._tries(core):
            grid = Grid(self.hidden, self._given(facts), self._judge.parts)
            try:
                closure = self._begun(grid)
                self._pairs(closure)
                with suppress(Unsettled):
                    closure.fork(self._work.part(ADDING)).sum_against()
            except Clash as found:
                if (lean := self._walked(grid, found.row, ends=True)) is not None:
                    return self.certified(self.narrowed(lean))
                continue
            with suppress(Unsettled):
                apart = closure.fork(self._work.part(SUPPOSING))
                for leaves in self._told_apart(apart, None, ()):
                    lean = self._trimmer.trimmed(_joined(Walk(grid), leaves, Pattern.CASES, None))
                    if lean is not None:
                        return self.certified(lean)
        return self.certified(self._at_once(core, None))

    def _tries(self, core: Core) -> Iterator[_Facts]:
        """Yield facts to begin from: the needed ones, then all of the lines."""
        yield core.facts
        told = {line for line in core.lines}
        whole = tuple(
            f for f in self.hidden.facts if not f.because.setup and f.because.line in told
        )
        if whole != core.facts:
            yield whole

    def _given(self, facts: _Facts) -> _Facts:
        return (*(fact for fact in self.hidden.facts if fact.because.setup), *facts)

    def _begun(self, grid: Grid) -> Closure:
        """Return the closure of the facts of a grid, what lies open first; raise `Clash`."""
        closure, rows = self._seen(grid)
        closure.add(rows)
        closure.run()
        return closure

    def _seen(self, grid: Grid) -> tuple[Closure, list[Row]]:
        """Return the closure of what lies open, and what else the facts say; raise `Clash`."""
        closure = Closure(grid, self._work)
        rows = list(grid.rows())
        closure.add(row for row in rows if row.background)
        closure.run()
        return closure, [row for row in rows if not row.background]

    def _pairs(self, closure: Closure) -> None:
        """Lay rows over each other until that tells nothing more; raise `Clash`."""
        while closure.rounds < ROUNDS and closure.pair():
            closure.run()

    def _closure(self, facts: _Facts) -> Closure | None:
        """Return what follows from `facts`, None where they contradict each other."""
        closure = self._opened(facts)
        if closure is not None and (waiting := self._waiting.pop(facts, [])):
            try:
                closure.add(waiting)
                closure.run()
            except Clash:
                self._closures[facts] = None
        return self._closures[facts]

    def _opened(self, facts: _Facts) -> Closure | None:
        """Return the same, but perhaps only what follows from what lies open."""
        if facts not in self._closures:
            grid = Grid(self.hidden, self._given(facts), self._judge.parts)
            try:
                self._closures[facts], self._waiting[facts] = self._seen(grid)
            except Clash:
                self._closures[facts] = None
        return self._closures[facts]

    def _drawn(self, facts: _Facts, claim: Claim) -> Chain | None:
        """Return the chain over `facts` to `claim`, None where rows do not reach it."""
        closure = self._opened(facts)
        row = None if closure is None else closure.goal(claim)
        if row is None:
            closure = self._closure(facts)
        if closure is None:
            return None
        try:
            row = row or closure.goal(claim)
            while row is None and closure.rounds < ROUNDS and closure.pair():
                closure.run()
                row = closure.goal(claim)
        except Clash:
            return None
        return None if row is None else self._walked(closure.grid, row)

    def _walked(self, grid: Grid, row: Row, *, ends: bool = False) -> Chain | None:
        """Return the chain that ends in `row`, None if a step of it is not proved."""
        for wide in (True, False):
            walk = Walk(grid, wide=wide)
            lean = self._trimmer.trimmed(walk.chain(row, self.hidden, ends=ends))
            if lean is not None or not walk.widens:
                return lean
        return None

    def _added_up(self, tries: Iterable[_Facts], claim: Claim, most: int) -> Iterator[Chain]:
        """Yield chains to `claim` in which counts of at most so many reasons are added up."""
        work = self._work.part(ADDING)
        with suppress(Unsettled, Clash):
            for facts in tries:
                closure = self._closure(facts)
                if closure is None or claim.item not in closure.grid.kind_of:
                    continue
                closure = closure.fork(work)
                for _ in closure.sums_for(claim, most):
                    closure.run()
                    row = closure.goal(claim)
                    if row is not None:
                        if (chain := self._walked(closure.grid, row)) is not None:
                            yield chain
                        break

    # cases

    def _supposing(self, tries: Iterable[_Facts], claim: Claim) -> Iterator[Chain]:
        """Yield one chain to `claim` that supposes something, if there is one."""
        work = self._work.part(SUPPOSING)
        with suppress(Unsettled):
            for facts in tries:
                supposing = self._supposed(facts, claim, work)
                if supposing is not None:
                    yield supposing
                    return

    def _supposed(self, facts: _Facts, claim: Claim, work: Work) -> Chain | None:
        """Return a chain whose last step supposes the opposite, or tells cases apart."""
        closure = self._closure(facts)
        if closure is None or claim.item not in closure.grid.kind_of:
            return None
        conclusion = claimed(self.hidden, claim)
        opposite = closure.opposite(claim, -1)
        root, against = closure.fork(work), closure.fork(work)
        leaf = self._leaf(against, (opposite,), None, alone=True)
        tries: list[tuple[Pattern, Iterator[list[_Leaf]]]] = [
            (Pattern.CONTRADICTION, iter([[leaf]] if leaf else [])),
            (Pattern.CASES, self._told_apart(root, claim, ())),
            (Pattern.CONTRADICTION, self._told_apart(against, None, (opposite,))),
        ]
        chains: list[Chain] = []
        for pattern, leaves in tries[: 2 if leaf else 3]:
            joined = (_joined(Walk(closure.grid), each, pattern, conclusion) for each in leaves)
            lean = (chain for each in joined if (chain := self._trimmer.trimmed(each)) is not None)
            with suppress(Unsettled):
                chains += islice(lean, 1)
        return min(chains, key=lambda chain: chain.difficulty, default=None)

    def _leaf(
        self,
        closure: Closure,
        supposed: tuple[Row, ...],
        goal: Claim | None,
        *,
        alone: bool = False,
    ) -> _Leaf | None:
        """Return how a case ends in `goal` or in a contradiction; None if it goes on.

        Where it stands `alone`, rows are laid over each other, too.
        """
        try:
            closure.add(supposed[-1:])
            closure.run()
            row = None if goal is None else closure.goal(goal)
            if row is None and alone and closure.pair():
                closure.run()
                row = None if goal is None else closure.goal(goal)
        except Clash as found:
            return supposed, found.row, True
        return None if row is None else (supposed, row, False)

    def _told_apart(
        self, closure: Closure, goal: Claim | None, supposed: tuple[Row, ...]
    ) -> Iterator[list[_Leaf]]:
        """Yield two cases that exclude each other and both end."""
        for _, (one, other) in zip(range(FORKS), closure.alternatives(-2), strict=False):
            first = self._leaf(closure.fork(), (*supposed, one), goal)
            second = first and self._leaf(closure.fork(), (*supposed, other), goal)
            if first and second:
                yield [first, second]

    def _at_once(self, core: Core, conclusion: Conclusion | None) -> Chain:
        """Return the one step that has all lines of a proof."""
        step = ProofStep(Pattern.CONTRADICTION, conclusion, core.facts, (), ())
        found = self._trimmer.trimmed(Chain((step,), self.hidden))
        if found is None:
            raise Unsettled
        return found


_Facts = tuple[Fact, ...]

_Leaf = tuple[tuple[Row, ...], Row, bool]
"""What a case supposes, the row it ends in, and whether that is a contradiction."""


def _joined(
    walk: Walk, leaves: Iterable[_Leaf], pattern: Pattern, conclusion: Conclusion | None
) -> Chain:
    """Return the chain that ends in a step of these cases."""
    cases = tuple(walk.case(*leaf) for leaf in leaves)
    step = gathered(ProofStep(pattern, conclusion, (), (), (), cases=cases))
    return Chain((*walk.steps, step), walk.hidden)


def _easy(chain: Chain) -> bool:
    hardest, together = chain.difficulty
    return hardest <= EASY[0] and together <= EASY[1]
