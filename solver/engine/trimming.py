"""Checking and shortening chains: every step is proved again by CP-SAT.

A step is proved from what it cites and all that lies open: it loses the reasons that the proof does
not need, and the chain loses the steps on which nothing rests any more. Then each step is
certified: it follows from the rules of the box and what it names, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...models.hidden import Hidden, Item
from .alike import items_of
from .judging import StepChecker
from .thought import Chain, Conclusion, ProofStep


class Trimmer:
    """Trims chains of one model; a step that stands in several chains is checked once.

    `sure` are the certified steps of the last chain.
    """

    def __init__(self, judge: StepChecker) -> None:
        self.sure: tuple[ProofStep, ...] = ()
        self._judge = judge
        self._known: dict[tuple[ProofStep, _Said], ProofStep | None] = {}
        self._named: dict[tuple[ProofStep, _Said], ProofStep] = {}

    def trimmed(self, chain: Chain) -> Chain | None:
        """Return the chain without reasons it does not need; None if a step is not proved.

        Raises `Unsettled`.
        """
        told = [step.conclusion for step in chain.steps]
        trimmed: list[ProofStep] = []
        support: list[frozenset[int]] = []
        for step in chain.steps:
            needed = self._needed(step, _Ground(told, (), (), support))
            if needed is None:
                return None
            trimmed.append(needed)
            support.append(_support(needed, support))
        return _cut(replace(chain, steps=tuple(trimmed)))

    def narrowed(self, chain: Chain) -> Chain:
        """Return the chain without conclusions and open facts that nothing uses.

        Of the pieces that a step places, those stay that a later step uses. The grounds of cases
        stay as they are. Raises `Unsettled`.
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
        return _cut(replace(chain, steps=tuple(steps)))

    def certified(self, chain: Chain) -> Chain:
        """Return the chain with every step naming exactly what it needs.

        What a step says about open pieces is left out. Raises `Unsettled`, also if a step does not
        follow.
        """
        told: list[Conclusion | None] = []
        steps: list[ProofStep] = []
        for step in chain.steps:
            conclusion = _unseen(step.conclusion, chain.hidden)
            ground = _Ground(told, (), (), ())
            steps.append(self._certified(replace(step, conclusion=conclusion), ground))
            told.append(conclusion)
            self.sure = tuple(steps)
        return _cut(replace(chain, steps=tuple(steps)))

    def _certified(self, step: ProofStep, ground: _Ground) -> ProofStep:
        key = step, ground.under(step)
        if key not in self._named:
            self._named[key] = (
                self._cases_certified(step, ground)
                if step.cases
                else self._judge.certified(step, key[1])
            )
        return self._named[key]

    def _cases_certified(self, step: ProofStep, ground: _Ground) -> ProofStep:
        cases = []
        for case in step.cases:
            within = [each.conclusion for each in case.steps]
            inside = replace(ground, within=within, supposed=case.supposed)
            steps = tuple(self._certified(each, inside) for each in case.steps)
            cases.append(replace(case, steps=steps))
        return gathered(replace(step, cases=tuple(cases)))

    def _used(
        self, step: ProofStep, number: int, told: Sequence[Conclusion | None], hidden: Hidden
    ) -> frozenset[Item]:
        """Return the pieces of conclusion `number` that the proof of `step` needs."""
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

    def _needed(self, step: ProofStep, ground: _Ground) -> ProofStep | None:
        """Return a step with only the reasons it needs, None if CP-SAT does not prove it."""
        key = step, ground.under(step)
        if key not in self._known:
            self._known[key] = self._proved(step, ground)
        return self._known[key]

    def _proved(self, step: ProofStep, ground: _Ground) -> ProofStep | None:
        def holds(step: ProofStep) -> bool:
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

    def _each_case(self, step: ProofStep, ground: _Ground) -> ProofStep | None:
        cases = []
        for case in step.cases:
            within = [each.conclusion for each in case.steps]
            inside = replace(ground, within=within, supposed=case.supposed)
            steps: list[ProofStep] = []
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

    `support` are the lines that each earlier step rests on.
    """

    told: Sequence[Conclusion | None]
    within: Sequence[Conclusion | None]
    supposed: Sequence[Conclusion]
    support: Sequence[frozenset[int]]

    def under(self, step: ProofStep) -> _Said:
        """Return what `step` rests on, apart from facts."""
        return (
            *(self.told[number] for number in step.earlier),
            *(self.within[number] for number in step.within),
            *(self.supposed[number] for number in step.supposed),
        )


def gathered(step: ProofStep) -> ProofStep:
    """Return a step with cases, with the reasons of all its cases added."""
    inner = [each for case in step.cases for each in case.steps]
    facts = dict.fromkeys(fact for each in inner for fact in each.facts)
    return replace(
        step,
        facts=tuple(sorted(facts, key=lambda fact: fact.because.line)),
        background=tuple(dict.fromkeys(fact for each in inner for fact in each.background)),
        earlier=tuple(sorted({number for each in inner for number in each.earlier})),
    )


def _about(known: Conclusion, items: frozenset[Item], hidden: Hidden) -> Conclusion:
    """Return what a conclusion says about `items` only; all of it if it is a count."""
    if not items or not (known.hi == 0 or known.lo == known.copies):
        return known
    kept = tuple(item for item in known.items if item in items)
    copies = sum(hidden.items[item] for item in kept)
    return replace(known, items=kept, lo=known.lo and copies, copies=copies)


def _support(step: ProofStep, support: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the lines that a step rests on: its own and those of earlier steps."""
    return frozenset(step.lines).union(*(support[number] for number in step.earlier))


def _cut(chain: Chain) -> Chain:
    """Return a chain with only the steps that its last step rests on."""
    wanted = {len(chain.steps) - 1}
    for number in range(len(chain.steps) - 1, -1, -1):
        if number in wanted:
            wanted.update(chain.steps[number].earlier)
    if len(wanted) == len(chain.steps):
        return chain
    numbers = {old: new for new, old in enumerate(sorted(wanted))}
    return replace(chain, steps=tuple(chain.steps[old].moved(numbers) for old in numbers))


def _unseen(conclusion: Conclusion | None, hidden: Hidden) -> Conclusion | None:
    """Return what a conclusion says about hidden pieces; all of it if it is about no hidden one."""
    if conclusion is None or not conclusion.claims:
        return conclusion
    return _about(conclusion, frozenset(conclusion.items) - hidden.shown, hidden)
