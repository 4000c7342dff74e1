"""Proofs as chains of named steps, each a small thought.

This module answers requests: for a claim, for all that follows, for a contradiction, for what
somebody can find next. thought.py has what chains are made of, chaining.py how they are found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf

from ...models.hidden import Claim, Fact, Hidden, Item
from ...models.words import Words, listed, say
from .alike import items_of
from .chaining import FORKS, SUPPOSING, Chainer, laid_open
from .closure import Closure
from .deduce import deduce
from .patterns import Pattern
from .thought import Case, Chain, Conclusion, ProofStep, claimed
from .work import Unsettled, Work

__all__ = (
    "Case",
    "Chain",
    "Conclusion",
    "Found",
    "ProofStep",
    "beyond_pairs",
    "beyond_rows",
    "chain",
    "chains",
    "clash",
    "laid_open",
    "path",
)


def chain(hidden: Hidden, claim: Claim, work: float = inf) -> Chain:
    """Return the easiest chain found that proves `claim`, which must follow from `hidden`.

    It is not `complete` if the steps of `work` do not suffice.
    """
    chainer = Chainer(hidden, Work(work))
    try:
        found = chainer.chain(claim)
        end = next((i for i, step in enumerate(found.steps) if _says(step, claim)), -1)
        last = replace(found.steps[end], conclusion=claimed(hidden, claim))
        return chainer.narrowed(replace(found, steps=(*found.steps[:end], last)))
    except Unsettled:
        return Chain(chainer.sure, chainer.hidden, complete=False)


def beyond_pairs(hidden: Hidden) -> tuple[Item, ...]:
    """Return the items that lines set side by side leave open, where `hidden` has a world.

    Where one of them is can be proved, if at all, only by what places use up between them, by
    adding up counts or supposing something.
    """
    return Chainer(hidden, Work(inf)).left_open(Closure.pair)


def beyond_rows(hidden: Hidden, among: Collection[Item] = ()) -> tuple[Item, ...]:
    """Return those of `beyond_pairs` that what places use up between them leaves open, too.

    None if none of the items `among` is one of them.
    """
    return Chainer(hidden, Work(inf)).left_open(Closure.combine, among)


def _says(step: ProofStep, claim: Claim) -> bool:
    return step.conclusion is not None and claim in step.conclusion.claims


def chains(
    hidden: Hidden,
    claims: Collection[Claim],
    work: float = inf,
    supposing: float = SUPPOSING,
    forks: int = FORKS,
) -> tuple[Chain, Mapping[Claim, tuple[Fact, ...]]]:
    """Return one chain for all of `claims`, which must follow, and the facts that each rests on.

    Claims that it does not reach are missing; open facts are left out. The easiest steps come
    first, what is there before what is not; nothing is told twice, nor what lies open. Where one
    supposes something, what the others prove is tried first. It is not
    `complete` if the steps of `work` do not reach all claims. Each way to suppose something ends
    after so many steps of work, too (`supposing`), and so many pairs of opposites (`forks`).
    """
    chainer = Chainer(hidden, Work(work), supposing, forks)
    found: dict[Claim, Chain] = {}
    reached: dict[Claim, tuple[Fact, ...]] = {}
    for claim in sorted(claims, key=lambda claim: not claim.holds):
        if claim in reached:
            continue
        try:
            found[claim] = chainer.chain(claim)
        except Unsettled:
            continue
        grounds = found[claim].grounds
        for step, facts in zip(found[claim].steps, grounds, strict=True):
            reached = dict.fromkeys(_reached(hidden, step), facts) | reached
        reached.setdefault(claim, grounds[-1] if grounds else ())
    supposed = [claim for claim, each in found.items() if each.supposes]
    for claim in sorted(supposed, key=lambda each: found[each].difficulty, reverse=True):
        others = [each for other, each in found.items() if other != claim]
        with suppress(Unsettled):
            found[claim] = chainer.easier(claim, found[claim], others)
            reached[claim] = next(reversed(found[claim].grounds), ())
    joined = _Joined(hidden)
    told = [each for each in found.values() if each.lines]
    seen = tuple(claim for claim, each in found.items() if each.steps and not each.lines)
    for chain in sorted(told, key=lambda each: (each.difficulty[::-1], each.lines)):
        joined.add(chain)
    steps = tuple(joined.steps)
    sure = {claim: reached[claim] for claim in claims if claim in reached}
    complete = len(sure) == len(set(claims))
    return Chain(steps, chainer.hidden, complete=complete, seen=seen), sure


def _reached(hidden: Hidden, step: ProofStep) -> set[Claim]:
    """Return the claims of a step about single pieces, and that such a piece is nowhere else."""
    if step.conclusion is None:
        return set()
    claims = set(step.conclusion.claims)
    for claim in step.conclusion.claims:
        if claim.holds and hidden.items.get(claim.item) == 1:
            others = (name for name in hidden.names if name != claim.place)
            claims |= {Claim(claim.item, name, holds=False) for name in others}
    return claims


@dataclass(frozen=True, slots=True)
class Found:
    """What somebody can find next: `claims` follow together by the last step of `chain`.

    The steps before it only count pieces; `earlier` claims are told as known.
    """

    claims: tuple[Claim, ...]
    earlier: tuple[Claim, ...]
    chain: Chain

    @property
    def pattern(self) -> Pattern:
        """The hardest pattern among its steps."""
        return max((step.pattern for step in self.chain.steps), key=lambda each: each.difficulty)

    @property
    def difficulty(self) -> int:
        """The difficulty of its hardest step."""
        return self.chain.difficulty[0]

    @property
    def lines(self) -> tuple[int, ...]:
        """All lines it cites."""
        return self.chain.lines

    @property
    def reasons(self) -> int:
        """The most reasons that one of its steps joins."""
        return max(step.reasons for step in self.chain.steps)

    @property
    def words(self) -> Words:
        """Its steps in words, one after the other."""
        return say("{sentences}", sentences=listed(self.chain.words, ". "))


def path(
    hidden: Hidden,
    drawn: Collection[Claim] = (),
    known: Collection[Pattern] = (),
    work: float = inf,
    past: int = -1,
) -> Iterator[Found]:
    """Yield what follows, the easiest first, without what is `drawn` and steps of `known` patterns.

    Also without finds whose hardest step is no harder than `past`, and without what the board
    shows: open facts, what a line says of one piece, or that none of many is there. It ends early
    if the steps of `work` do not suffice.
    """
    claims = deduce(hidden, work).claims
    whole, _ = chains(hidden, [claim for claim in claims if claim.item not in hidden.shown], work)
    for number, step in enumerate(whole.steps):
        if step.conclusion is None or not step.conclusion.claims:
            continue
        news = tuple(claim for claim in step.conclusion.claims if claim not in drawn)
        found = _found(whole, number, news)
        if found.pattern in known or found.difficulty <= past:
            continue
        if news and not _said(hidden, found):
            yield found


def _said(hidden: Hidden, found: Found) -> bool:
    """Tell whether a line alone says it of a single piece or trait, or that none of many is there.

    Then there is nothing to find: the board shows it. That all copies of a piece are in sight has
    to be counted.
    """
    facts = [fact for step in found.chain.steps for fact in step.facts]
    if found.earlier or len(facts) != 1:
        return False
    items = items_of(facts[0])
    if found.pattern is Pattern.ALL_SEEN and any(hidden.items[item] > 1 for item in items):
        return False
    traits = [hidden.meant(claim.item) for claim in found.claims if claim.item in hidden.traits]
    alone = len(items) == 1 or items in traits or found.pattern is Pattern.EMPTY
    return alone and found.pattern.difficulty <= Pattern.FULL.difficulty


def _found(whole: Chain, number: int, claims: tuple[Claim, ...]) -> Found:
    """Return a step with the counting steps it rests on.

    Conclusions of other steps that it rests on are taken as known.
    """
    wanted, earlier = {number}, dict[Claim, None]()
    for index in range(number, -1, -1):
        if index in wanted:
            for each in whole.steps[index].earlier:
                conclusion = whole.steps[each].conclusion
                if conclusion is not None and conclusion.claims:
                    earlier.update(dict.fromkeys(conclusion.claims))
                else:
                    wanted.add(each)
    order = sorted(wanted)
    place = {index: at for at, index in enumerate(order)}
    steps, known = [], []
    for index in order:
        step = whole.steps[index]
        before = (whole.steps[each].conclusion for each in step.earlier if each not in place)
        known.append(tuple(each for each in before if each is not None))
        steps.append(step.moved(place))
    return Found(claims, tuple(earlier), Chain(tuple(steps), whole.hidden, known=tuple(known)))


class _Joined:
    """Several chains as one: steps with the same conclusion, or the same reasons, are told once."""

    def __init__(self, hidden: Hidden) -> None:
        self.steps: list[ProofStep] = []
        self._hidden = hidden
        self._number: dict[Conclusion | None, int] = {}
        self._like: dict[tuple[object, ...], int] = {}
        self._reached: set[Claim] = set()

    def add(self, chain: Chain) -> None:
        """Add the steps of `chain` that say something new."""
        last = chain.steps[-1].conclusion
        if last is not None and last.claims and self._reached.issuperset(last.claims):
            return
        here: list[int] = []
        for step in chain.steps:
            if step.conclusion not in self._number:
                self._number[step.conclusion] = self._put(step.moved(dict(enumerate(here))))
                self._reached |= _reached(self._hidden, step)
            here.append(self._number[step.conclusion])

    def _put(self, step: ProofStep) -> int:
        """Add a step, or its conclusion to a step with the same reasons; return its number."""
        reasons = (step.pattern, step.facts, step.earlier, step.case)
        for sign in _signs(step.conclusion):
            number = self._like.setdefault((*reasons, sign), len(self.steps))
            if number < len(self.steps):
                self.steps[number] = self._merged(self.steps[number], step)
                return number
        self.steps.append(step)
        return len(self.steps) - 1

    def _merged(self, first: ProofStep, second: ProofStep) -> ProofStep:
        one, other = first.conclusion, second.conclusion
        assert one is not None and other is not None
        items = {*one.items, *other.items}
        names = {*one.places, *other.places}
        copies = sum(self._hidden.items[item] for item in items)
        conclusion = Conclusion(
            tuple(item for item in self._hidden.items if item in items),
            tuple(name for name in self._hidden.names if name in names),
            None if one.lo is None else copies,
            one.hi,
            copies,
        )
        background = tuple(dict.fromkeys((*first.background, *second.background)))
        return replace(first, conclusion=conclusion, background=background)


def _signs(conclusion: Conclusion | None) -> tuple[object, ...]:
    """Return what conclusions must share so that both can be said at once."""
    if conclusion is None or not conclusion.claims:
        return ()
    if conclusion.hi == 0:
        return ((conclusion.places, False),)
    return ((conclusion.places, True),) if conclusion.lo == conclusion.copies else ()


def clash(hidden: Hidden, work: float = inf) -> Chain | None:
    """Return the chain that ends in a contradiction, None if `hidden` has a world.

    Its last step has no conclusion. It is not `complete` if the steps of `work` do not suffice.
    """
    chainer = Chainer(hidden, Work(work))
    try:
        return chainer.clash()
    except Unsettled:
        return Chain(chainer.sure, chainer.hidden, complete=False)
