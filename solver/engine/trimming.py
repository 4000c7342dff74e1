"""Checking and shortening chains: every step is certified by CP-SAT.

It follows from the rules of the box and what it names, and from nothing else. It loses the reasons
that the proof does not need, and the chain loses the steps on which nothing rests any more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from ...models.hidden import Claim, Hidden, Item
from .alike import items_of
from .judging import Ground, StepChecker
from .patterns import Pattern
from .thought import Case, Chain, Conclusion, ProofStep, claimed


class Trimmer:
    """Trims chains of one model; a step that stands in several chains is checked once.

    `sure` are the certified steps of the last chain.
    """

    def __init__(self, hidden: Hidden, checker: StepChecker) -> None:
        self.sure: tuple[ProofStep, ...] = ()
        self._hidden = hidden
        self._checker = checker
        self._known: dict[tuple[ProofStep, _Said], ProofStep | None] = {}

    def certified(self, chain: Chain) -> Chain | None:
        """Return the chain with every step naming exactly what it needs, and no conclusion twice.

        What a step says about open pieces is left out. None if a step is not proved. Raises
        `Unsettled`.
        """
        told: list[Conclusion | None] = []
        support: list[frozenset[int]] = []
        steps: list[ProofStep] = []
        numbers: dict[int, int] = {}
        for number, step in enumerate(chain.steps):
            ground = Ground(told, support)
            conclusion = _unseen(step.conclusion, self._hidden)
            if conclusion in told:
                numbers[number] = told.index(conclusion)
                continue
            needed = self._certified(replace(step.moved(numbers), conclusion=conclusion), ground)
            if needed is None:
                return None
            numbers[number] = len(steps)
            steps.append(needed)
            told.append(needed.conclusion)
            support.append(ground.lines(needed))
            self.sure = tuple(steps)
        return cut(replace(chain, steps=tuple(steps[: numbers[len(chain.steps) - 1] + 1])))

    def narrowed(self, chain: Chain) -> Chain:
        """Return a certified chain without conclusions that nothing uses.

        Of the pieces that a step places, those stay that a later step uses. The grounds of a case
        stay as they are. Raises `Unsettled`.
        """
        steps = list(chain.steps)
        told = [step.conclusion for step in steps]
        support: list[frozenset[int]] = []
        for step in steps:
            support.append(Ground(told, support).lines(step))
        used = [frozenset[Item]() for _ in steps]
        for at in reversed(range(len(steps))):
            step = steps[at]
            if at < len(steps) - 1 and step.conclusion is not None:
                told[at] = _about(step.conclusion, used[at], self._hidden)
                step = replace(step, conclusion=told[at])
            steps[at] = self._certified(step, Ground(told, support)) or step
            for number in steps[at].earlier:
                used[number] |= self._used(steps[at], number, told)
        return self.certified(replace(chain, steps=tuple(steps))) or chain

    def _used(
        self, step: ProofStep, number: int, told: Sequence[Conclusion | None]
    ) -> frozenset[Item]:
        """Return the pieces of conclusion `number` that the proof of `step` needs."""
        known = told[number]
        if known is None:
            return frozenset()
        whole = frozenset(known.items)
        if step.case or step.conclusion is None:
            return whole
        spoken = frozenset(step.conclusion.items)
        facts = spoken.union(*(items_of(fact) for fact in step.facts))
        for items in (whole & spoken, whole & facts):
            less = list(told)
            less[number] = _about(known, items, self._hidden)
            if items and items < whole and self._checker.proves(step, Ground(less, ())):
                return items
        return whole

    def _certified(self, step: ProofStep, ground: Ground) -> ProofStep | None:
        key = step, ground.under(step)
        if key not in self._known:
            needed = (self._in_case if step.case else self._checker.certified)(step, ground)
            self._known[key] = needed
            if needed is not None:
                self._known[needed, ground.under(needed)] = needed
        return self._known[key]

    def _in_case(self, step: ProofStep, ground: Ground) -> ProofStep | None:
        """Return a step with a case, all steps of it certified; None if one is not proved."""
        assert step.case is not None
        within: list[Conclusion | None] = []
        inside = replace(ground, within=within, supposed=step.case.supposed)
        steps: list[ProofStep] = []
        numbers: dict[int, int] = {}
        for number, each in enumerate(step.case.steps):
            if each.conclusion in within:
                numbers[number] = within.index(each.conclusion)
                continue
            needed = self._certified(_within(each, numbers), inside)
            if needed is None:
                return None
            numbers[number] = len(steps)
            steps.append(needed)
            within.append(needed.conclusion)
        kept = _kept([each.within for each in steps], {len(steps) - 1})
        sure = (_within(steps[old], kept) for old in kept)
        whole = by_contradiction(step.conclusion, step.case.with_steps(sure))
        return whole if self._checker.proves(whole, ground) else None


_Said = tuple[Conclusion | None, ...]


def by_contradiction(conclusion: Conclusion | None, case: Case) -> ProofStep:
    """Return the step that concludes something from `case`, with all its reasons."""
    facts = dict.fromkeys(fact for each in case.steps for fact in each.facts)
    return ProofStep(
        Pattern.CONTRADICTION,
        conclusion,
        facts=tuple(sorted(facts, key=lambda fact: fact.because.line)),
        background=tuple(dict.fromkeys(fact for each in case.steps for fact in each.background)),
        earlier=tuple(sorted({number for each in case.steps for number in each.earlier})),
        case=case,
    )


def _about(known: Conclusion, items: frozenset[Item], hidden: Hidden) -> Conclusion:
    """Return what a conclusion says about `items` only; all of a count, and of a trait."""
    if known.trait or not items or not (known.hi == 0 or known.lo == known.copies):
        return known
    kept = tuple(item for item in known.items if item in items)
    copies = sum(hidden.items[item] for item in kept)
    return replace(known, items=kept, lo=known.lo and copies, copies=copies)


def cut(chain: Chain) -> Chain:
    """Return a chain with only the steps that its last step rests on."""
    kept = _kept([step.earlier for step in chain.steps], {len(chain.steps) - 1})
    return replace(chain, steps=tuple(chain.steps[old].moved(kept) for old in kept))


def told_once(chain: Chain, claims: Collection[Claim]) -> Chain:
    """Return a chain that proves nothing again, with only the steps that `claims` rest on.

    What another step says, too, is left to that one; a stronger one stands as early as it can.
    """
    steps, _ = _once(chain.steps, chain.hidden, lambda step: step.earlier)
    steps = [_case_once(step, steps[:number], chain.hidden) for number, step in enumerate(steps)]
    ends = {
        next((n for n, step in enumerate(steps) if _says(step, claim, chain.hidden)), -1)
        for claim in claims
    } - {-1}
    kept = _kept([step.earlier for step in steps], ends or {*range(len(steps))})
    return replace(chain, steps=tuple(steps[old].moved(kept) for old in kept))


def _says(step: ProofStep, claim: Claim, hidden: Hidden) -> bool:
    said, asked = step.conclusion, claimed(hidden, claim)
    return said is not None and (claim in said.claims or said.implies(asked, hidden))


def _once(
    steps: Sequence[ProofStep],
    hidden: Hidden,
    before: Callable[[ProofStep], Sequence[int]],
    moved: Callable[[ProofStep, Mapping[int, int]], ProofStep] = ProofStep.moved,
) -> tuple[list[ProofStep], dict[int, int]]:
    """Return the steps that say something of their own, and where each one is said now."""
    kept: list[ProofStep] = []
    numbers: dict[int, int] = {}
    for number, step in enumerate(steps):
        step, said = moved(step, numbers), step.conclusion
        told = [(at, each.conclusion) for at, each in enumerate(kept) if each.conclusion]
        if said is not None:
            weaker = (at for at, each in told if said.implies(each, hidden))
            first = next((at for at in weaker if all(n < at for n in before(step))), None)
            known = next((at for at, each in told if each.implies(said, hidden)), first)
            if known is not None:
                if known == first:
                    kept[known] = step
                numbers[number] = known
                continue
        numbers[number] = len(kept)
        kept.append(step)
    return kept, numbers


def _case_once(step: ProofStep, earlier: Sequence[ProofStep], hidden: Hidden) -> ProofStep:
    """Return a step whose case proves nothing again, nor what an `earlier` step has proved."""
    if step.case is None:
        return step
    steps, _ = _once(step.case.steps, hidden, lambda each: each.within, _within)
    known: dict[int, int] = {}
    for number, each in enumerate(steps):
        said = each.conclusion
        for at, other in enumerate(earlier):
            if said and other.conclusion and other.conclusion.implies(said, hidden):
                known.setdefault(number, at)
    own = [
        replace(
            each,
            within=tuple(n for n in each.within if n not in known),
            earlier=tuple(sorted({*each.earlier, *(known[n] for n in each.within if n in known)})),
        )
        for each in steps
    ]
    kept = _kept([each.within for each in own], {len(own) - 1})
    case = step.case.with_steps(_within(own[old], kept) for old in kept)
    return by_contradiction(step.conclusion, case)


def _kept(before: Sequence[Sequence[int]], ends: Collection[int]) -> Mapping[int, int]:
    """Return which steps the `ends` rest on, and these: their old numbers, and new ones.

    `before` are those that each step names.
    """
    wanted = {*ends}
    for number in reversed(range(len(before))):
        if number in wanted:
            wanted.update(before[number])
    return {old: new for new, old in enumerate(sorted(wanted))}


def _within(step: ProofStep, numbers: Mapping[int, int]) -> ProofStep:
    """Return a step of a case, in which the steps of the case have these numbers."""
    return replace(step, within=tuple(sorted({numbers[each] for each in step.within})))


def _unseen(conclusion: Conclusion | None, hidden: Hidden) -> Conclusion | None:
    """Return what a conclusion says about hidden pieces; all of it if it is about no hidden one."""
    if conclusion is None or not conclusion.claims:
        return conclusion
    return _about(conclusion, frozenset(conclusion.items) - hidden.shown, hidden)
