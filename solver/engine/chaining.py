"""How chains of steps are found.

Over all that is told, conclusions are drawn row by row (closure.py) until the claim is among them;
walking back from there gives a chain. Where that one is hard, or there is none, the same is tried
over the smallest set of lines that proves the claim. Where rows do not reach it, the opposite is
supposed, and cases are told apart, until each ends in a contradiction. Every step is proved again
by CP-SAT, from no more than what the step names and what lies open, and loses the reasons that
the proof does without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from ...models.hidden import Claim, Count, Fact, Hidden, Only, Place
from .closure import ROUNDS, Clash, Closure, Grid, Row, bits
from .cpsat import Deadline, Translation, Unsettled
from .folding import Folding
from .patterns import Pattern
from .prover import Core, Prover
from .thought import Case, Chain, Conclusion, Step, claimed

REASONS = 3
"""Reasons beside what lies open that a step joins, if it can be split into smaller ones."""

EASY = 6, 12
"""A chain over all lines whose hardest step, and whose steps together, are no harder is taken."""

FORKS = 24
"""Ways to tell cases apart that are tried over the same facts."""
SUPPOSING = 0.8
"""Seconds for what supposes something, of one claim; then its lines are told together."""


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

    def __init__(self, hidden: Hidden, deadline: Deadline) -> None:
        self.hidden = laid_open(hidden)
        self.sure: tuple[Step, ...] = ()
        self._deadline = deadline
        self._judge = Judge(self.hidden, deadline)
        self._closures: dict[tuple[Fact, ...], Closure | None] = {}
        self._leaned: dict[tuple[Step, _Reasons], Step | None] = {}

    @cached_property
    def _prover(self) -> Prover:
        return Prover(self.hidden, self._deadline)

    def chain(self, claim: Claim) -> Chain:
        """Return the easiest chain found for a claim that follows; raise `Unsettled`.

        Then `sure` has the steps that were proved until time ran out.
        """
        self.sure = ()
        told = tuple(fact for fact in self.hidden.facts if not fact.because.setup)
        whole = self._drawn(told, claim)
        if whole is not None and _easy(whole):
            return whole
        core = self._prover.core(claim)
        tries = [facts for facts in self._tries(core) if facts != told]
        found = [each for facts in tries if (each := self._drawn(facts, claim)) is not None]
        if whole is not None:
            found.append(whole)
        if found:
            return min(found, key=lambda each: each.difficulty)
        deadline = self._deadline.sooner(SUPPOSING)
        with suppress(Unsettled):
            for facts in (*tries, told):
                supposing = self._supposed(facts, claim, deadline)
                if supposing is not None:
                    return supposing
        return self._at_once(core, claimed(self.hidden, claim))

    def clash(self) -> Chain | None:
        """Return the chain that ends in a contradiction, None without one; raise `Unsettled`."""
        self.sure = ()
        if self._prover.counterexample(None) is not None:
            return None
        core = self._prover.core(None)
        for facts in self._tries(core):
            grid = Grid(self.hidden, self._given(facts), self._judge.parts)
            try:
                closure = self._begun(grid)
                self._pairs(closure)
            except Clash as found:
                walked = Walk(grid).chain(found.row, self.hidden, ends=True)
                if (lean := self._lean(walked)) is not None:
                    return lean
                continue
            with suppress(Unsettled):
                apart = closure.fork(self._deadline.sooner(SUPPOSING))
                for leaves in self._told_apart(apart, None, ()):
                    lean = self._lean(_joined(Walk(grid), leaves, Pattern.CASES, None))
                    if lean is not None:
                        return lean
        return self._at_once(core, None)

    def _tries(self, core: Core) -> Iterator[tuple[Fact, ...]]:
        """Yield facts to begin from: the needed ones, then all of the lines."""
        yield core.facts
        told = {line for line in core.lines}
        whole = tuple(
            f for f in self.hidden.facts if not f.because.setup and f.because.line in told
        )
        if whole != core.facts:
            yield whole

    def _given(self, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        return (*(fact for fact in self.hidden.facts if fact.because.setup), *facts)

    def _begun(self, grid: Grid) -> Closure:
        """Return the closure of the facts of a grid, what lies open first; raise `Clash`."""
        closure = Closure(grid, self._deadline)
        rows = list(grid.rows())
        closure.add(row for row in rows if row.background)
        closure.run()
        closure.add(row for row in rows if not row.background)
        closure.run()
        return closure

    def _pairs(self, closure: Closure) -> None:
        """Lay rows over each other until that tells nothing more; raise `Clash`."""
        while closure.rounds < ROUNDS and closure.pair():
            closure.run()

    def _closure(self, facts: tuple[Fact, ...]) -> Closure | None:
        """Return what follows from `facts`, None where they contradict each other."""
        if facts not in self._closures:
            try:
                self._closures[facts] = self._begun(
                    Grid(self.hidden, self._given(facts), self._judge.parts)
                )
            except Clash:
                self._closures[facts] = None
        return self._closures[facts]

    def _drawn(self, facts: tuple[Fact, ...], claim: Claim) -> Chain | None:
        """Return the chain over `facts` to `claim`, None where rows do not reach it."""
        closure = self._closure(facts)
        if closure is None:
            return None
        try:
            row = closure.goal(claim)
            while row is None and closure.rounds < ROUNDS and closure.pair():
                closure.run()
                row = closure.goal(claim)
        except Clash:
            return None
        return None if row is None else self._lean(Walk(closure.grid).chain(row, self.hidden))

    # cases

    def _supposed(self, facts: tuple[Fact, ...], claim: Claim, deadline: Deadline) -> Chain | None:
        """Return a chain whose last step supposes the opposite, or tells cases apart."""
        closure = self._closure(facts)
        if closure is None or claim.item not in closure.grid.kind_of:
            return None
        conclusion = claimed(self.hidden, claim)
        opposite = closure.opposite(claim, -1)
        root, against = closure.fork(deadline), closure.fork(deadline)
        leaf = self._leaf(against, (opposite,), None, alone=True)
        tries: list[tuple[Pattern, Iterator[list[_Leaf]]]] = [
            (Pattern.CONTRADICTION, iter([[leaf]] if leaf else [])),
            (Pattern.CASES, self._told_apart(root, claim, ())),
            (Pattern.CONTRADICTION, self._told_apart(against, None, (opposite,))),
        ]
        chains: list[Chain] = []
        for pattern, leaves in tries[: 2 if leaf else 3]:
            joined = (_joined(Walk(closure.grid), each, pattern, conclusion) for each in leaves)
            lean = (chain for each in joined if (chain := self._lean(each)) is not None)
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
        step = Step(Pattern.CONTRADICTION, conclusion, core.facts, (), ())
        found = self._lean(Chain((step,), self.hidden))
        if found is None:
            raise Unsettled
        return found

    # what is believed

    def _lean(self, chain: Chain) -> Chain | None:
        """Return the chain without reasons it can do without; None if a step is not proved."""
        told = [step.conclusion for step in chain.steps]
        lean: list[Step] = []
        support: list[frozenset[int]] = []
        for step in chain.steps:
            needed = self._needed(step, told, (), (), support)
            if needed is None:
                return None
            lean.append(needed)
            support.append(_support(needed, support))
            self.sure = max(self.sure, tuple(lean), key=len)
        return _cut(Chain(tuple(lean), self.hidden))

    def _needed(
        self,
        step: Step,
        told: Sequence[Conclusion | None],
        within: Sequence[Conclusion | None],
        supposed: Sequence[Conclusion],
        support: Sequence[frozenset[int]],
    ) -> Step | None:
        """Return a step with the reasons it needs, None if CP-SAT does not prove it from them."""
        known = _Reasons(
            tuple(told[number] for number in step.earlier),
            tuple(within[number] for number in step.within),
            tuple(supposed[number] for number in step.supposed),
        )
        key = step, known
        if key not in self._leaned:
            self._leaned[key] = self._proved(step, told, within, supposed, support)
        return self._leaned[key]

    def _proved(
        self,
        step: Step,
        told: Sequence[Conclusion | None],
        within: Sequence[Conclusion | None],
        supposed: Sequence[Conclusion],
        support: Sequence[frozenset[int]],
    ) -> Step | None:
        def holds(step: Step) -> bool:
            known = (
                *(told[number] for number in step.earlier),
                *(within[number] for number in step.within),
                *(supposed[number] for number in step.supposed),
            )
            return self._judge.proves(step.facts, known, step.conclusion)

        if not holds(step):
            return None
        if step.cases:
            cases = []
            for case in step.cases:
                steps: list[Step] = []
                inner = [each.conclusion for each in case.steps]
                for each in case.steps:
                    needed = self._needed(each, told, inner, case.supposed, support)
                    if needed is None:
                        return None
                    steps.append(needed)
                cases.append(replace(case, steps=tuple(steps)))
            return _gathered(replace(step, cases=tuple(cases)))
        for line in step.lines:
            less = replace(step, facts=tuple(f for f in step.facts if f.because.line != line))
            if holds(less):
                step = less
        for number in step.earlier:
            less = replace(step, earlier=tuple(each for each in step.earlier if each != number))
            if not support[number] <= _support(less, support) and holds(less):
                step = less
        return step


@dataclass(frozen=True, slots=True)
class _Reasons:
    """What the steps say that another one rests on."""

    earlier: tuple[Conclusion | None, ...]
    within: tuple[Conclusion | None, ...]
    supposed: tuple[Conclusion, ...]


_Leaf = tuple[tuple[Row, ...], Row, bool]
"""What a case supposes, the row it ends in, and whether that is a contradiction."""


def _joined(
    walk: Walk, leaves: Iterable[_Leaf], pattern: Pattern, conclusion: Conclusion | None
) -> Chain:
    """Return the chain that ends in a step of these cases."""
    cases = tuple(walk.case(*leaf) for leaf in leaves)
    step = _gathered(Step(pattern, conclusion, (), (), (), cases=cases))
    return Chain((*walk.steps, step), walk.hidden)


def _gathered(step: Step) -> Step:
    """Return a step of cases with the reasons of all of them."""
    inner = [each for case in step.cases for each in case.steps]
    facts = dict.fromkeys(fact for each in inner for fact in each.facts)
    return replace(
        step,
        facts=tuple(sorted(facts, key=lambda fact: fact.because.line)),
        background=tuple(dict.fromkeys(fact for each in inner for fact in each.background)),
        earlier=tuple(sorted({number for each in inner for number in each.earlier})),
    )


def _easy(chain: Chain) -> bool:
    hardest, together = chain.difficulty
    return hardest <= EASY[0] and together <= EASY[1]


def _support(step: Step, support: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the lines that a step rests on, its own and those of earlier ones."""
    return frozenset(step.lines).union(*(support[number] for number in step.earlier))


def _cut(chain: Chain) -> Chain:
    """Return a chain without the steps that its last one does not need."""
    wanted = {len(chain.steps) - 1}
    for number in range(len(chain.steps) - 1, -1, -1):
        if number in wanted:
            wanted.update(chain.steps[number].earlier)
    if len(wanted) == len(chain.steps):
        return chain
    numbers = {old: new for new, old in enumerate(sorted(wanted))}
    return replace(chain, steps=tuple(chain.steps[old].moved(numbers) for old in numbers))


class Judge:
    """CP-SAT, asked whether a step follows from what it names and what lies open.

    Places that are pairs are followed by origin and fate alone (see folding.py).
    """

    def __init__(self, hidden: Hidden, deadline: Deadline) -> None:
        self._hidden = hidden
        self._deadline = deadline
        self._folding = Folding.of(hidden)
        self._open = tuple(map(self._folded, hidden.told_by(()).facts))
        self._items, self._places = hidden.items, hidden.places
        if self._folding is not None:
            self._open = (*self._folding.twice(hidden.items), *self._open)
            self._items = {item: 2 * copies for item, copies in hidden.items.items()}
            self._places = self._folding.places

    @cached_property
    def parts(self) -> Mapping[Place, int]:
        """The blocks of pairs that places are in, such as those of one player."""
        blocks = () if self._folding is None else self._folding.blocks
        return {place: number for number, block in enumerate(blocks) for place in block.all}

    def proves(
        self,
        facts: Iterable[Fact],
        known: Iterable[Conclusion | None],
        conclusion: Conclusion | None,
    ) -> bool:
        """Tell whether `conclusion` follows (None: a contradiction); raise `Unsettled`."""
        hidden = self._hidden
        told = (*facts, *(each.fact(hidden) for each in known if each is not None))
        given = (*self._open, *map(self._folded, told))
        model = Translation(Hidden(self._items, self._places, given), presolve=True)
        if conclusion is not None:
            denials = map(self._folded, conclusion.denials(hidden))
            model.require_one(each for each in denials if isinstance(each, Count))
        return model.world(self._deadline) is None

    def _folded(self, fact: Fact) -> Fact:
        if self._folding is None:
            return fact
        entered = self._folding.entered, self._folding.confined
        return entered[0](fact) if isinstance(fact, Count) else entered[1](fact)


class Walk:
    """The way back from a row to the facts, as steps."""

    def __init__(self, grid: Grid) -> None:
        self.hidden = grid.hidden
        self.steps: list[Step] = []
        self._grid = grid
        self._number: dict[Row, int] = {}
        self._forced: set[Row] = set()
        self._case: list[Step] = []
        self._within: dict[Row, int] = {}
        self._supposed: tuple[Row, ...] = ()

    def chain(self, row: Row, hidden: Hidden, *, ends: bool = False) -> Chain:
        """Return the steps that end in `row`, with `ends` in a contradiction there."""
        self._step(row, None if ends else self.conclusion(row))
        return Chain(tuple(self.steps), hidden)

    def case(self, supposed: tuple[Row, ...], row: Row, ends: bool) -> Case:
        """Return the steps from what is `supposed` to `row`; others are steps before the case."""
        self._case, self._within, self._supposed = [], {}, supposed
        self._step(row, None if ends else self.conclusion(row))
        told = [self.conclusion(each) for each in supposed]
        return Case(tuple(each for each in told if each is not None), tuple(self._case))

    def conclusion(self, row: Row) -> Conclusion | None:
        """Return what a row says in the names of places, None where those do not fit."""
        blocks = row.blocks
        names = self._grid.told(blocks)
        if names is None:
            return None
        items = tuple(item for k in bits(row.kinds) for item in self._grid.kinds[k])
        order = {item: index for index, item in enumerate(self._grid.hidden.items)}
        items = tuple(sorted(items, key=order.__getitem__))
        copies = self._grid.cap(row.kinds)
        if row.least:
            return Conclusion(items, names, row.n, None, copies)
        return Conclusion(items, names, None, row.n, copies)

    def _step(self, row: Row, conclusion: Conclusion | None) -> None:
        """Add the step that concludes `row` to the chain, or to the case that it rests on."""
        numbers, steps = self._number, self.steps
        if row.supposed:
            numbers, steps = self._within, self._case
        if row in numbers:
            return
        reasons, background = self._reasons(row)
        before = [each for each in reasons if not each.facts]
        for each in before:
            self._step(each, self.conclusion(each))
        facts = dict.fromkeys(
            f for each in reasons if each not in self._supposed for f in each.facts
        )
        step = Step(
            row.pattern,
            conclusion,
            tuple(sorted(facts, key=lambda fact: fact.because.line)),
            tuple(dict.fromkeys(f for each in background for f in each.facts)),
            tuple(sorted({self._number[each] for each in before if not each.supposed})),
            tuple(sorted({self._within[each] for each in before if each.supposed})),
            tuple(i for i, each in enumerate(self._supposed) if each in reasons),
        )
        numbers[row] = len(steps)
        steps.append(step)

    def _reasons(self, row: Row) -> tuple[list[Row], list[Row]]:
        """Return the facts and steps that `row` follows from, and what lies open beside them.

        Rows between are steps of their own only where too many reasons would meet.
        """
        reasons: dict[Row, None] = {}
        background: dict[Row, None] = {}
        for parent in row.parents or (row,):
            if parent.background:
                background.update(dict.fromkeys(_origins(parent)))
            elif parent.facts or not self._inline(parent):
                reasons[parent] = None
            else:
                inner, seen = self._reasons(parent)
                reasons.update(dict.fromkeys(inner))
                background.update(dict.fromkeys(seen))
        if _weight(reasons) > REASONS:
            for parent in sorted(row.parents, key=lambda each: -_weight(self._under(each))):
                if self._can_stand(parent) and _weight(self._under(parent)) > 1:
                    self._forced.add(parent)
                    return self._reasons(row)
        return list(reasons), list(background)

    def _under(self, row: Row) -> list[Row]:
        return [] if row.background or row.facts else self._reasons(row)[0]

    def _inline(self, row: Row) -> bool:
        return self.conclusion(row) is None or (row.inline and row not in self._forced)

    def _can_stand(self, row: Row) -> bool:
        if row.background or row.facts or row in self._forced:
            return False
        return row.inline and self.conclusion(row) is not None


def _weight(rows: Iterable[Row]) -> int:
    return len({row.line if row.facts else row for row in rows})


def _origins(row: Row) -> Iterator[Row]:
    """Yield the facts that a row of the background follows from."""
    if row.facts:
        yield row
    for parent in row.parents:
        yield from _origins(parent)
