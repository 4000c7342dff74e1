"""What makes a chain believed, and short: every step is proved again by CP-SAT.

From no more than what the step names and what lies open; then it loses the reasons that the proof
does without, and the chain the steps that nothing rests on any more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...models.hidden import Because, Count, Fact, Hidden, Item, Place
from ...models.words import say
from .alike import items_of
from .cpsat import Selection, Translation
from .folding import Folding
from .thought import Chain, Conclusion, Step, shows_piece
from .work import Work

ONE_BY_ONE = 8
"""So many pieces in sight are looked at each by itself, whether a step needs it."""


_NOTHING = Count(frozenset(), frozenset(), 0, 0, Because(0, say("it is asked"), setup=True))


class Trimmer:
    """Trims chains of one model; a step that stands in several chains is looked at once.

    `sure` are the steps of the longest part of a chain that was proved.
    """

    def __init__(self, judge: Judge) -> None:
        self.sure: tuple[Step, ...] = ()
        self._judge = judge
        self._known: dict[tuple[Step, _Said], Step | None] = {}

    def trimmed(self, chain: Chain) -> Chain | None:
        """Return the chain without reasons it can do without; None if a step is not proved.

        Raises `Unsettled`.
        """
        told = [step.conclusion for step in chain.steps]
        trimmed: list[Step] = []
        support: list[frozenset[int]] = []
        for step in chain.steps:
            needed = self._needed(step, _Ground(told, (), (), support))
            if needed is None:
                return None
            trimmed.append(needed)
            support.append(_support(needed, support))
            self.sure = max(self.sure, tuple(trimmed), key=len)
        return _cut(replace(chain, steps=tuple(trimmed)))

    def narrowed(self, chain: Chain) -> Chain:
        """Return the chain without what its steps conclude or count on for nothing.

        Of pieces that are there, or are not, those stay that a later step uses, of pieces in sight
        those that the step needs. What steps of cases rest on stays as it is. Raises `Unsettled`.
        """
        steps = list(chain.steps)
        told = [step.conclusion for step in steps]
        support = list[frozenset[int]]()
        for step in steps:
            support.append(_support(step, support))
        used = [frozenset[Item]() for _ in steps]
        for at in reversed(range(len(steps))):
            step = steps[at]
            if at < len(steps) - 1 and step.conclusion is not None:
                told[at] = _about(step.conclusion, used[at], chain.hidden)
                step = replace(step, conclusion=told[at])
            steps[at] = self._needed(step, _Ground(told, (), (), support)) or step
            for number in steps[at].earlier:
                used[number] |= self._used(steps[at], number, told, chain.hidden)
        for at, step in enumerate(steps):
            if not step.cases:
                known = [told[number] for number in step.earlier]
                steps[at] = replace(step, background=self._judge.background(step, known))
        return _cut(replace(chain, steps=tuple(steps)))

    def _used(
        self, step: Step, number: int, told: Sequence[Conclusion | None], hidden: Hidden
    ) -> frozenset[Item]:
        """Return the pieces of conclusion `number` without which `step` is not proved."""
        known = told[number]
        if known is None:
            return frozenset()
        whole = frozenset(known.items)
        if step.cases or step.conclusion is None:
            return whole
        spoken = frozenset(step.conclusion.items)
        facts = spoken.union(*(items_of(fact) for fact in step.facts))
        for items in (whole & spoken, whole & facts):
            less = _about(known, items, hidden)
            others = (told[each] for each in step.earlier if each != number)
            if (
                items
                and items < whole
                and self._judge.proves(step.facts, (*others, less), step.conclusion)
            ):
                return items
        return whole

    def _needed(self, step: Step, ground: _Ground) -> Step | None:
        """Return a step with the reasons it needs, None if CP-SAT does not prove it from them."""
        key = step, ground.under(step)
        if key not in self._known:
            self._known[key] = self._proved(step, ground)
        return self._known[key]

    def _proved(self, step: Step, ground: _Ground) -> Step | None:
        def holds(step: Step) -> bool:
            return self._judge.proves(step.facts, ground.under(step), step.conclusion)

        if not holds(step):
            return None
        if step.cases:
            return self._each_case(step, ground)
        for line in step.lines:
            less = replace(step, facts=tuple(f for f in step.facts if f.because.line != line))
            if holds(less):
                step = less
        for number in step.earlier:
            less = replace(step, earlier=tuple(each for each in step.earlier if each != number))
            if not ground.support[number] <= _support(less, ground.support) and holds(less):
                step = less
        return step

    def _each_case(self, step: Step, ground: _Ground) -> Step | None:
        cases = []
        for case in step.cases:
            within = [each.conclusion for each in case.steps]
            inside = replace(ground, within=within, supposed=case.supposed)
            steps: list[Step] = []
            for each in case.steps:
                needed = self._needed(each, inside)
                if needed is None:
                    return None
                steps.append(needed)
            cases.append(replace(case, steps=tuple(steps)))
        return gathered(replace(step, cases=tuple(cases)))


_Said = tuple[Conclusion | None, ...]


@dataclass(frozen=True)
class _Ground:
    """What a step can rest on: what was `told` before, `within` its case, and `supposed` there.

    `support` are the lines that each of the steps before rests on.
    """

    told: Sequence[Conclusion | None]
    within: Sequence[Conclusion | None]
    supposed: Sequence[Conclusion]
    support: Sequence[frozenset[int]]

    def under(self, step: Step) -> _Said:
        """Return what `step` rests on, facts apart."""
        return (
            *(self.told[number] for number in step.earlier),
            *(self.within[number] for number in step.within),
            *(self.supposed[number] for number in step.supposed),
        )


def gathered(step: Step) -> Step:
    """Return a step of cases with the reasons of all of them."""
    inner = [each for case in step.cases for each in case.steps]
    facts = dict.fromkeys(fact for each in inner for fact in each.facts)
    return replace(
        step,
        facts=tuple(sorted(facts, key=lambda fact: fact.because.line)),
        background=tuple(dict.fromkeys(fact for each in inner for fact in each.background)),
        earlier=tuple(sorted({number for each in inner for number in each.earlier})),
    )


def _about(known: Conclusion, items: frozenset[Item], hidden: Hidden) -> Conclusion:
    """Return what a conclusion says of `items` alone, all of it where it only counts."""
    if not items or not (known.hi == 0 or known.lo == known.copies):
        return known
    kept = tuple(item for item in known.items if item in items)
    copies = sum(hidden.items[item] for item in kept)
    return replace(known, items=kept, lo=known.lo and copies, copies=copies)


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

    def __init__(self, hidden: Hidden, work: Work) -> None:
        self._hidden = hidden
        self._work = work
        self._folding = Folding.of(hidden)
        opened = hidden.told_by(()).facts
        self._sizes = [fact for fact in opened if not self._is_told(fact)]
        self._items, self._places = hidden.items, hidden.places
        self._twice: tuple[Fact, ...] = ()
        if self._folding is not None:
            self._twice = tuple(self._folding.twice(hidden.items))
            self._items = {item: 2 * copies for item, copies in hidden.items.items()}
            self._places = self._folding.places
        self._open = (*self._twice, *map(self._folded, opened))

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
        return self._follows((*self._open, *self._told(facts, known)), conclusion)

    def background(self, step: Step, known: Iterable[Conclusion | None]) -> tuple[Fact, ...]:
        """Return what `step` counts on without what it does without of what was told of pieces.

        All of it where what it names is not enough: who looks at the table sees the rest.
        Raises `Unsettled`.
        """
        told = [fact for fact in step.background if self._is_told(fact)]
        if not told:
            return step.background
        given = (*self._twice, *map(self._folded, self._sizes), *self._told(step.facts, known))
        model = Selection(Hidden(self._items, self._places, given), relaxed=True)
        number = {fact: model.add([self._folded(fact)]) for fact in told}
        denials = [_NOTHING] if step.conclusion is None else list(self._denials(step.conclusion))

        def holds(kept: Iterable[Fact]) -> bool:
            numbers = [number[fact] for fact in kept]
            return all(model.ask(numbers, (), each, self._work) is None for each in denials)

        if not holds(told):
            return step.background
        lots: dict[object, list[Fact]] = defaultdict(list)
        for fact in told:
            lots[fact.places if shows_piece(self._hidden, fact) else fact.because].append(fact)
        alone = [[fact] for fact in told] if len(told) <= ONE_BY_ONE else []
        for lot in (*sorted(lots.values(), key=len, reverse=True), *alone):
            less = [fact for fact in told if fact not in lot]
            if len(less) < len(told) and holds(less):
                told = less
        return tuple(fact for fact in step.background if fact in told or not self._is_told(fact))

    def _is_told(self, fact: Fact) -> bool:
        """Tell whether a fact that lies open was told, and of some of the pieces only."""
        return fact.because.line > 0 and items_of(fact) != self._hidden.items.keys()

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
