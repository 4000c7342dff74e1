"""What sets two moves apart: what happens after the one and not after the other, world by world.

Each game says what people talk about (what is won, who loses by it), as effects that are
counted while moves are tried. Both moves are tried in the same worlds (common random numbers), so
that only differences count. What to tell is chosen by one half of the worlds, and told only if it
holds in the other half: the largest of many noisy differences is no reason.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot, sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple

from ...models.core import Event
from ...models.words import (
    Words,
    figure,
    in_100,
    say,
)
from .trial import (
    NOTHING,
    SURE,
    Assumptions,
    Difference,
    Effect,
    Followed,
    beyond,
    error_of,
)

LEAST = 0.1
"""An effect is told if it makes at least this part of the gap."""
MOSTLY = 0.5
"""How often nothing changes by a move that may be as good is told if it is as often as that."""
FEW, ENOUGH = 0.05, 0.5
"""What differs by less, such as 5 in 100, is told only if it makes that much of the gap."""
A_QUARTER = 0.25
"""What is known beforehand is told if it differs by so much: in bits, by a fifth."""
UNTOLD = 0.5
"""The part of the gap that an effect makes which differs by the same in every world."""
SLIGHT = 1e-9


Sides = Mapping[Effect, tuple[float, float]]
"""How much of each effect came after one move, and after another one."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What sets a move apart from another one, in `words`.

    `good` tells whether it speaks for the move, or for the other one; it is None where it is said
    of both, or where what comes of it decides. It is `own` if it names what the move is made with:
    then it is told of the first of several that came to the same. If the side is `counted`, a few
    worlds that do not tell the two apart say nothing against it. By a count the move is `better` by
    so much, less than nothing if worse: that orders rows. Its `topic` is what there is to weigh,
    such as "what is won at once"; it does not say which way. A clause that describes the move, so
    that it can be told from it, has what may be `hinted` instead. A move is told to be like another
    one only if what they are `unlike` in is the same, too. The `setting` holds after both moves: it
    is no reason, and told once, before that of the best move or of all; beside the best move after
    it, if it is `aside`. It is told `alone` where the other move is none that anybody would weigh.
    It is `void` if it tells only that no reason was found.
    """

    words: Words
    good: bool | None = None
    own: bool = False
    counted: bool = False
    better: float = 0.0
    topic: Words | None = None
    hinted: Words | None = None
    unlike: Hashable = None
    setting: tuple[Words, ...] = ()
    aside: bool = False
    alone: bool = False
    void: bool = False

    def __str__(self) -> str:
        return str(self.words)


@dataclass(frozen=True, slots=True)
class Contrast:
    """How a move differs from the one `against` which it is held.

    `gap` is how much more it is worth, with its standard error; `either` says that it may be
    nothing. The `difference` is the effect that makes most of the gap; there is none of moves that
    may be as good. In an `unchanged` part of the worlds both are worth the same.
    The other move is `called` so at the table. It is `like` a third move if that one has the same
    clause. `sides` tell how much came of all that was counted, after this move and after the other
    one, `ends` where both were played to the end. So much was `assumed` where it was counted. What
    is `said` is the game's own sentence: it stands in place of the difference. `best` tells whether
    it is of the move told first, `below` whether it stands under the other's row, and `again`
    whether that row tells this very pair already.
    """

    against: Event
    called: Words
    gap: float
    error: float
    either: bool
    difference: Difference | None = None
    like: Words | None = None
    unchanged: float = 0.0
    sides: Sides = field(default_factory=dict)
    ends: Sides = field(default_factory=dict)
    assumed: Assumptions = NOTHING
    said: Clause | None = None
    best: bool = False
    below: bool = False
    again: bool = False

    def mirrored(self, against: Event, called: Words) -> Contrast:
        """Return the same of the other move, held against this one, which is `called` so."""
        found = self.difference and self.difference.turned
        turned = replace(self, against=against, called=called, gap=-self.gap, said=None)
        sides, ends = (
            {effect: (other, own) for effect, (own, other) in each.items()}
            for each in (self.sides, self.ends)
        )
        return replace(turned, difference=found, sides=sides, ends=ends)

    @property
    def speaks_for_it(self) -> bool:
        """Whether the move is surely the better one."""
        return not self.either and self.gap > 0

    def admits(self, clause: Clause) -> bool:
        """Tell whether a clause is a reason here: it does not speak for the one that is not told.

        Of two moves that may be as good, the best is told with nothing that speaks against it.
        """
        if self.either:
            return clause.good is not False or not self.best
        return clause.good in (None, self.gap > 0)

    @property
    def tells_apart(self) -> bool:
        """Whether one of the two is surely better, and something says why."""
        return not self.either and self.difference is not None

    @property
    def is_level(self) -> bool:
        """Whether the moves are exactly as good, and nothing more is told."""
        told = self.like or self.said or self.difference
        return self.either and not self.error and not told

    @property
    def reason(self) -> Words | None:
        """What tells the moves apart, in one clause; None if nothing at once does, or is found."""
        if self.is_void:
            return None
        if not self.either and (self.said or self.difference):
            return self.clause
        return None if self.said is None else self.said.words

    @property
    def is_void(self) -> bool:
        """Whether all that is said is that no reason was found."""
        return self.said is not None and self.said.void

    @property
    def hinted(self) -> Words | None:
        """The reason, without what describes the move."""
        told = None if self.said is None or self.reason is None else self.said.hinted
        return told or self.reason

    @property
    def topic(self) -> Words | None:
        """What there is to weigh: what the reason is about, None if that is not known."""
        if self.said is not None:
            return self.said.topic
        return None if self.difference is None else self.difference.effect.topic

    @property
    def undecided(self) -> bool:
        """Whether either may be as good, and no count says which is better."""
        return self.either and not (self.said and self.said.counted)

    @property
    def is_less(self) -> bool:
        """Whether a count alone says that the move is worse, where trials do not."""
        told = self.said
        return self.either and self.error > 0 and bool(told and told.counted and told.good is False)

    @property
    def clause(self) -> Words:
        """What differs, in one clause with one figure; in words what no effect explains."""
        if self.undecided:
            return self._either(say("perhaps as good"), say("worth as much"))
        return self.apart or say("what comes later")

    @property
    def apart(self) -> Words | None:
        """What differs, without that either may be as good; None if nothing is known."""
        if self.like is not None:
            return say("as with {move}", move=self.like)
        if self.said is not None:
            return self.said.words
        if self.undecided:
            if not self.error or self.unchanged < MOSTLY:
                return None
            n = in_100(self.unchanged, sure=False)
            return say("in {n} of 100 cases it changes nothing", n=n)
        return None if self.difference is None else self.difference.words

    def _either(self, perhaps: Words, sure: Words) -> Words:
        """Return that it may be as good, or surely is, and what there is to weigh."""
        perhaps = perhaps if self.error else sure
        if (weighed := self.apart) is None or self.is_void:
            return perhaps
        return say("{perhaps}; {clause}", perhaps=perhaps, clause=weighed)

    @property
    def words(self) -> Words:
        """The clause, after the move that it is held against; of the best, with the setting.

        It is alone where a count settles it.
        """
        return self.beside_setting(self._held)

    def beside_setting(self, words: Words) -> Words:
        """Return what differs, with what holds after both moves if that is told with this one."""
        if not self.best:
            return words
        if self.said is not None and self.said.aside:
            return joined(words, *self.setting)
        return joined(*self.setting, words)

    @property
    def setting(self) -> Sequence[Words]:
        """What holds after both moves."""
        return self.said.setting if self.said else ()

    @property
    def _held(self) -> Words:
        if self.undecided:
            perhaps = say("perhaps as good as {move}", move=self.called)
            return self._either(perhaps, say("just as good as {move}", move=self.called))
        if self.either or (self.said and self.said.alone):
            return self.clause
        return say("rather than {move}: {clause}", move=self.called, clause=self.clause)


def joined(clause: Words, *others: Words, alike: bool | None = None) -> Words:
    """Return clauses as one; `alike` tells whether each speaks for the move that the first does."""
    for other in others:
        if alike is None:
            clause = say("{clause}; {other}", clause=clause, other=other)
        elif alike:
            clause = say("{clause}, and {other}", clause=clause, other=other)
        else:
            clause = say("{clause}, but {other}", clause=clause, other=other)
    return clause


class Gap(NamedTuple):
    """How much more a move is worth than another one, with its standard error, 0 if it is exact.

    `either` says that it may be nothing.
    """

    mean: float
    error: float
    either: bool


def contrasted(
    move: Followed,
    other: Followed,
    against: Event,
    called: Words,
    complete: bool,
    slight: float = 0.0,
    luck: float = 1.0,
    settled: Gap | None = None,
) -> Contrast:
    """Return how `move` differs from `other`, which is what followed the move `against`.

    Both were tried in the same worlds; if these are `complete`, nothing was sampled. If one was
    tried in fewer, only these count. A gap that was sampled and is `slight` is none. By so much
    `luck` errors are larger, since one of the two was chosen by these worlds. Where the gap was
    `settled` otherwise, that is the gap; if exactly, what makes it is told however small it is in
    these worlds.
    """
    gaps = less(move.worths, other.worths)
    deals = move.deals if 2 * move.deals <= len(gaps) else 0
    mean, error = fmean(gaps), 0.0 if complete else luck * error_of(gaps, deals)
    counted = complete or (settled is not None and not settled.error)
    least = SLIGHT if counted else max(luck * beyond(gaps, deals), slight, SLIGHT)
    gap, error, either = settled or Gap(mean, error, abs(mean) <= least)
    unchanged = fmean(abs(each) < SLIGHT for each in gaps)
    differs = Contrast(against, called, gap, error, either, unchanged=unchanged)
    differs = replace(differs, sides=sides_of(move, other))
    if either or abs(mean) <= least or mean * gap < 0:
        return differs
    known = _known_apart(move, other)
    effects = {
        effect: apart(move, other, effect)
        for effect in dict.fromkeys((*move.counts, *other.counts))
        if effect in known or effect not in move.known
    }
    step = deals or 1
    middle = len(gaps) // (2 * step) * step
    half, rest = slice(middle), slice(middle, None)
    if complete:
        half = rest = slice(None)
    first = {effect: effects[effect] for effect in known}
    tried = (
        _chosen(gaps, some, one, two, deals)
        for some in (first, effects)
        for one, two in ((half, rest), (rest, half))
    )
    found = next(filter(None, tried), None)
    return replace(differs, difference=found and _as_came(move, other, found))


def sides_of(move: Followed, other: Followed) -> Sides:
    """Return how much of each effect came after either move, in the worlds of both.

    What is worth nothing by itself is counted in all worlds of a move: so it has one figure.
    """
    least = min(len(move.worths), len(other.worths))

    def came(side: Followed, effect: Effect) -> float:
        n = len(side.worths) if effect.worth == 0 else least
        counts = side.counts.get(effect)
        return sum(counts[:n]) / n if counts else 0.0

    effects = dict.fromkeys((*move.counts, *other.counts))
    return {effect: (came(move, effect), came(other, effect)) for effect in effects}


def _as_came(move: Followed, other: Followed, found: Difference) -> Difference:
    """Return what was `found` with how it came after either move.

    The effect may say more of itself among the counts of the other one.
    """
    came = fmean(move.counts.get(found.effect, [0.0])[: len(other.worths)])
    beside = next((each for each in other.counts if each == found.effect), None)
    counted = found.counted or found.effect in move.known
    return replace(found, other=beside, came=came, counted=counted)


Gaps = Sequence[float]


def told_beforehand(move: Followed) -> float:
    """Return how much is told by a move that can be counted beforehand, all of it together."""
    return sum(effect.sign * fmean(move.counts[effect]) for effect in move.known)


def came_alike(move: Followed, other: Followed, least: int) -> bool:
    """Tell whether two moves came to the same in all worlds that both were tried in.

    These are as many as the `least` number, and the same came of all that people talk about.
    """
    n = min(len(move.worths), len(other.worths))
    if n < least or move.counts.keys() != other.counts.keys():
        return False
    rows = ((move.counts[effect], other.counts[effect]) for effect in move.counts)
    return all(
        one[:n] == two[:n] for one, two in itertools.chain([(move.worths, other.worths)], rows)
    )


def _known_apart(move: Followed, other: Followed) -> dict[Effect, float]:
    """Return how much more there is of what is known beforehand, where that differs enough."""
    gaps = {effect: fmean(apart(move, other, effect)) for effect in move.known}
    return {effect: gap for effect, gap in gaps.items() if abs(gap) >= A_QUARTER - SLIGHT}


def luck_of(best: Gaps, tried: Iterable[Gaps]) -> float:
    """Return how many times as large errors are, as the `best` of what was `tried` was chosen.

    It was chosen by the worlds that tell how good it is. Of those that may be as good the largest
    value is too large by the expected maximum of so many normal errors (Blom's approximation), each
    a root of two smaller than that of a gap.
    """
    gaps = [less(best, each) for each in tried if len(each) == len(best)]
    near = sum(fmean(each) <= SURE * error_of(each) for each in gaps)
    return hypot(1.0, NormalDist().inv_cdf((near - 0.375) / (near + 0.25)) / sqrt(2))


def _chosen(
    gaps: Gaps, effects: Mapping[Effect, Gaps], half: slice, rest: slice, deals: int
) -> Difference | None:
    """Return the effect that makes most of the gap in one `half`, if it holds in the `rest`.

    If both are the whole, nothing was sampled.
    """
    if not gaps[half] or not gaps[rest] or fmean(gaps[half]) * fmean(gaps) <= 0:
        return None
    worths = {effect: _worth(effect, gaps[half], each[half]) for effect, each in effects.items()}
    parts = {
        effect: part
        for effect, each in effects.items()
        if (part := worths[effect] * fmean(each[half]) / fmean(gaps[half])) >= LEAST
        and (part >= ENOUGH or abs(fmean(each)) >= FEW)
    }

    def telling(effect: Effect) -> tuple[float, float]:
        """Return how well an effect fits: of those that fit as well, the one that differs more.

        One that is known to make more than all of the gap is what the move is made for, at the
        price of something else. Where that was only read off the worlds, it is too much by its
        square root.
        """
        part = parts[effect]
        fit = part if part <= 1 or effect.worth is not None else part**-0.5
        return fit, abs(fmean(effects[effect]))

    best = max(parts, key=telling, default=None)
    if best is None:
        return None
    each, complete = effects[best], half == rest
    least = max(0.0 if complete else beyond(each[rest], deals), SLIGHT)
    if fmean(each[rest]) * (1 if fmean(each[half]) > 0 else -1) <= least:
        return None
    alike = complete and max(each) - min(each) < SLIGHT
    error = 0.0 if complete else error_of(each, deals)
    part = worths[best] * fmean(each) / fmean(gaps)
    return Difference(best, fmean(each), error, part, alike, complete)


def _worth(effect: Effect, gaps: Gaps, apart: Gaps) -> float:
    """Return what one more of an effect is worth, if need be by regression over the worlds.

    The line has an intercept, for what differs in any case. Where an effect differs by the same in
    every world, nothing tells how much it makes: if it is known to be good or bad it counts as
    `UNTOLD` of the gap, else as nothing. So does a worth with the wrong sign.
    """
    if effect.worth is not None:
        return effect.worth
    mean, middle = fmean(apart), fmean(gaps)
    spread = sum((n - mean) ** 2 for n in apart)
    if spread < SLIGHT:
        worth = UNTOLD * middle / mean if mean and effect.sign else 0.0
    else:
        lines = zip(apart, gaps, strict=True)
        worth = sum((n - mean) * (gap - middle) for n, gap in lines) / spread
    if worth * effect.sign < 0:
        return 0.0
    return worth if effect.most is None else max(-effect.most, min(effect.most, worth))


def apart(move: Followed, other: Followed, effect: Effect) -> Gaps:
    """Return how much more of an effect came after `move`, world by world."""
    none = [0.0] * min(len(move.worths), len(other.worths))
    return less(move.counts.get(effect, none), other.counts.get(effect, none))


def less(some: Gaps, others: Gaps) -> Gaps:
    """Return by how much each value is more than the other of the same world."""
    return [one - other for one, other in zip(some, others, strict=False)]


# the figures of clauses


def often(found: Difference) -> Words:
    """Return how often something happens, and how often after the other move."""
    if found.sure:
        return say("for sure") if found.difference > 0 else say("in no case")
    one, other = map(in_100, found.sides)
    if one == other:
        tenths = [figure(min(max(100 * each, 0.1), 99.9), ".1f") for each in found.sides]
        cases = say("in {n} of 100 cases", n=tenths[0])
        return say("{cases} instead of {m}", cases=cases, m=tenths[1])
    ends = () if found.counted else (0, 100)  # where all draws came to the same
    cases = say("in {n} of 100 cases", n=one) if one else say("in none of 100 cases")
    if one in ends:
        cases = say("in nearly all cases") if one else say("in hardly any case")
    if other in ends:
        if other:
            return say("{cases} instead of nearly all", cases=cases)
        return say("{cases} instead of hardly any", cases=cases)
    if not other:
        return say("{cases} instead of none", cases=cases)
    return say("{cases} instead of {m}", cases=cases, m=other)
