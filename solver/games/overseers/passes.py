"""One pass over the players: what each can have taken, summed up backwards.

A state is what is left of every group of cards; a step is what one player took from each group.
Weights are numbers of ways for the physical cards, without factors that are equal in all worlds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, perm, prod

from ....models.overseers.box import THEFT, Kind
from ....models.overseers.clues import DISCARD
from ...engine.sweep import TooManyStates
from ...engine.work import Work
from .draft import Draft, Group, Holder
from .memo import Memo

Packed = int
"""Numbers of cards of every kind, `_BITS` bits each."""
_BITS = 5
_MASK = (1 << _BITS) - 1

STEPS = 1_500_000
"""The default limit of steps: some 300 MB, a few seconds."""
_STEP = 0.5
"""Steps of work for each step, and for each choice of what can be taken from a group."""

TRIED = 200
"""States of a layer that are expanded to foresee whether there will be too many steps."""

Likelihood = Callable[[str, Mapping[str, Kind], tuple[Kind, ...], Kind], float]
"""The likelihood that a player hid cards like this. It takes the player, the known cards by fate,
the kinds of the other kept cards, and the kind of the discard."""

Taking = tuple[int, float, Packed, int, int, int]
"""One player's cards: the state after, the weight, what the open fates hold, the discard (an index,
-1 if it is not told apart), the roles in the discard (bits), what was taken from the groups."""
Fates = tuple[float, Packed, int, int, int]
"""The fates of a hand: the weight, what the open fates hold, the discard, what that takes off the
ties, and its roles."""


@dataclass
class Layer:
    """All states before one player's cards, each with its steps."""

    holder: Holder
    steps: dict[int, list[Taking]]


class Pass:
    """The worlds of `draft`: layers of states, and `total`, the sum of weights below each state.

    `likelihood`, if given, weighs each player's discard and rows: then worlds are no longer equally
    likely. Raises TooManyStates beyond `limit` steps, or if no `work` is left.
    """

    def __init__(
        self,
        draft: Draft,
        likelihood: Likelihood | None = None,
        limit: int = STEPS,
        work: Work | None = None,
    ) -> None:
        self.draft = draft
        self.likelihood = likelihood
        self._limit = limit
        self._work = work or Work()
        box = draft.model.round.box
        self.kinds = tuple(sorted(box.kinds))
        self._index = {kind: i for i, kind in enumerate(self.kinds)}
        self.width = _BITS * len(self.kinds)
        self.explicit = draft.tied or likelihood is not None
        self.layers: list[Layer] = []
        self._backward: dict[int, float] = {}
        self.total: float = 0
        if draft.groups is not None:
            self._build(draft.groups)

    # packed numbers

    def _pack(self, kinds: Mapping[Kind, int]) -> Packed:
        return sum(n << _BITS * self._index[kind] for kind, n in kinds.items())

    def unpack(self, packed: Packed) -> tuple[int, ...]:
        """Return how many cards there are of each of `kinds`."""
        return tuple(packed >> _BITS * i & _MASK for i in range(len(self.kinds)))

    def elements(self, packed: Packed) -> tuple[Kind, ...]:
        """Return the cards of a packed number, sorted."""
        numbers = zip(self.kinds, self.unpack(packed), strict=True)
        return tuple(kind for kind, n in numbers for _ in range(n))

    # the pass

    def _build(self, groups: Sequence[Group]) -> None:
        self.groups = [group for group in groups if group.slots]
        self.shift = [self.width * i for i in range(len(self.groups))]
        self._ties = self.width * len(self.groups)
        start = sum(
            self._pack(group.kinds) << shift
            for group, shift in zip(self.groups, self.shift, strict=True)
        )
        start += self._tie_start() << self._ties
        self.start = start
        states: Collection[int] = {start}
        checks = [self._check_of(holder) for holder in self.draft.holders]
        for at, holder in enumerate(self.draft.holders):
            fit = [state for state in states if all(check(state) for check in checks[at:])]
            layer = Layer(holder, {})
            states = self._expand(layer, fit)
            self.layers.append(layer)
        self._ends = {state for state in states if state >> self._ties == 0}
        self._sum_up()

    def _expand(self, layer: Layer, states: Collection[int]) -> Collection[int]:
        """Add the steps from `states` to `layer`; return the states after them."""
        steps = self._steps_of(layer.holder)
        after: set[int] = set()
        left = self._limit
        for done, state in enumerate(states):
            found = steps(state)
            self._limit -= len(found)
            self._work.take(_STEP * len(found))
            if min(self._limit, self._work.left) < 0 or (
                done == TRIED and self._foresees(left, len(states))
            ):
                raise TooManyStates
            layer.steps[state] = found
            after.update([step[0] for step in found])
        return after

    def _foresees(self, left: int, states: int) -> bool:
        """Tell whether a layer is sure to need more steps than the `left` before it."""
        return (left - self._limit) * states > 2 * TRIED * left

    def _sum_up(self) -> None:
        """Sum weights backwards; drop steps that lead nowhere."""
        below: dict[int, float] = dict.fromkeys(self._ends, 1)
        self.after: list[dict[int, float]] = [below]
        for layer in reversed(self.layers):
            sums: dict[int, float] = {}
            live: dict[int, list[Taking]] = {}
            for state, steps in layer.steps.items():
                kept = [step for step in steps if step[0] in below]
                if kept:
                    live[state] = kept
                    sums[state] = sum([step[1] * below[step[0]] for step in kept])
            layer.steps, below = live, sums
            self.after.append(below)
        self.after.reverse()
        self.total = below.get(self.start, 0)

    def _steps_of(self, holder: Holder) -> Callable[[int], list[Taking]]:
        """Return the function from a state to all that `holder` can have taken."""
        concerned = [i for i, group in enumerate(self.groups) if group.needs(holder.player)]
        sizes = {i: self.groups[i].needs(holder.player) for i in concerned}
        concerned.sort(key=sizes.__getitem__, reverse=True)
        options = [
            (self.shift[i], self._choices(i, sizes[i]), sum(sizes[j] for j in concerned[at + 1 :]))
            for at, i in enumerate(concerned)
        ]
        pinned = self._pack(Counter(kind for slot in holder.pinned for kind in slot.kinds))
        known = self._pack(Counter(holder.known.values()))
        missing = self._missing(known)
        fates: Memo[Packed, tuple[Fates, ...]]
        fates = Memo(lambda hand: tuple(self._fates(holder, known, hand)))
        mask = (1 << self.width) - 1

        def taken(state: int) -> list[tuple[int, Packed, int]]:
            partial = [(0, pinned, 1)]
            for shift, choices, left in options:
                found = choices[state >> shift & mask]
                partial = [
                    (taken + delta, hand + cards, weight * ways)
                    for delta, cards, ways in found
                    for taken, hand, weight in partial
                    if missing[hand + cards] <= left
                ]
            return partial

        def steps(state: int) -> list[Taking]:
            return [
                (state - took, weight * ways, rest, -1, 0, took)
                for took, hand, weight in taken(state)
                for ways, rest, _, _, _ in fates[hand]
            ]

        def tied_steps(state: int) -> list[Taking]:
            return [
                (
                    state - took - (tie << self._ties),
                    weight * ways,
                    rest,
                    discard,
                    role,
                    took,
                )
                for took, hand, weight in taken(state)
                for ways, rest, discard, tie, role in fates[hand]
                if not tie or self._can_tie(state, tie)
            ]

        if not options and missing[pinned]:
            return lambda state: []
        return tied_steps if self.explicit else steps

    def _check_of(self, holder: Holder) -> Callable[[int], bool]:
        """Return a quick test whether a state leaves `holder` the known cards."""
        pinned = self._pack(Counter(kind for slot in holder.pinned for kind in slot.kinds))
        missing = self._missing(self._pack(Counter(holder.known.values())))
        mask = (1 << self.width) - 1
        offers = [
            (self.shift[i], self._offer(group.needs(holder.player)))
            for i, group in enumerate(self.groups)
            if group.needs(holder.player)
        ]

        def check(state: int) -> bool:
            best = pinned
            for shift, offer in offers:
                best += offer[state >> shift & mask]
            return not missing[best]

        return check

    def _offer(self, size: int) -> Memo[Packed, Packed]:
        """Return, for what is left of a group, the most cards of every kind among `size` cards."""
        return Memo(lambda rest: self._numbered([min(n, size) for n in self.unpack(rest)]))

    def _choices(self, index: int, size: int) -> Memo[Packed, list[tuple[int, Packed, int]]]:
        """Return, for what is left of group `index`, what can be taken from it.

        Each choice is what is subtracted from the state, the cards, and the number of ways.
        """
        shift, stored = self.shift[index], bool(self.groups[index].stored)

        def choices(rest: Packed) -> list[tuple[int, Packed, int]]:
            numbers = self.unpack(rest)
            found = [
                (cards << shift, cards, _ways(numbers, took, stored))
                for took in _subsets(numbers, size)
                for cards in [self._numbered(took)]
            ]
            self._work.take(_STEP * len(found))
            return found

        return Memo(choices)

    def _numbered(self, numbers: Sequence[int]) -> Packed:
        return sum(n << _BITS * i for i, n in enumerate(numbers))

    def _missing(self, known: Packed) -> Memo[Packed, int]:
        """Return, for a hand, how many of the `known` cards it still lacks."""
        wanted = self.unpack(known)

        def missing(hand: Packed) -> int:
            have = self.unpack(hand)
            return sum(max(0, w - h) for w, h in zip(wanted, have, strict=True))

        return Memo(missing)

    # one player's fates

    def _fates(self, holder: Holder, known: Packed, hand: Packed) -> Iterator[Fates]:
        have, wanted = self.unpack(hand), self.unpack(known)
        ways: float = prod(perm(h, w) for h, w in zip(have, wanted, strict=True))
        rest = hand - known
        if not self.explicit:
            yield ways * self._fitting(holder, rest), rest, -1, 0, 0
            return
        for discard, n in self._discards(holder, rest):
            others = rest - (1 << _BITS * discard if DISCARD in holder.open else 0)
            weight = ways * n * self._fitting(holder, others) * self._liked(holder, others, discard)
            for tie, role in self._stories(holder, rest, discard):
                yield weight, rest, discard, tie, role

    def _fitting(self, holder: Holder, rest: Packed) -> int:
        """Return how many cards of `rest` fit the barred spot (1 if there is no such spot)."""
        if holder.barred is None:
            return 1
        spot, barred = holder.barred
        if spot not in holder.open:
            return int(holder.known[spot] not in barred)
        return sum(
            n for kind, n in zip(self.kinds, self.unpack(rest), strict=True) if kind not in barred
        )

    def _discards(self, holder: Holder, rest: Packed) -> Iterator[tuple[int, int]]:
        """Yield the possible discards (-1: there is none), each with its number of cards."""
        if DISCARD in holder.known:
            yield self._index[holder.known[DISCARD]], 1
        elif DISCARD in holder.open:
            for index, n in enumerate(self.unpack(rest)):
                if n:
                    yield index, n
        else:
            yield -1, 1

    def _liked(self, holder: Holder, others: Packed, discard: int) -> float:
        if self.likelihood is None or discard < 0:
            return 1
        return self.likelihood(
            holder.player, holder.known, self.elements(others), self.kinds[discard]
        )

    # what ties discards together: stories in single bits, then the pile, then the thefts

    def _tie_start(self) -> int:
        draft = self.draft
        bits = (1 << len(draft.roles)) - 1
        pile = self._pack(draft.pile) if draft.pile is not None else 0
        thefts = draft.thefts or 0
        if thefts < 0 or (draft.pile is not None and min(draft.pile.values(), default=0) < 0):
            return 1 << self._theft_shift + _BITS  # cannot be undone: no world
        return bits | pile << self._pile_shift | thefts << self._theft_shift

    @cached_property
    def _pile_shift(self) -> int:
        return len(self.draft.roles)

    @cached_property
    def _theft_shift(self) -> int:
        return self._pile_shift + self.width

    def _can_tie(self, state: int, tie: int) -> bool:
        have = state >> self._ties
        bits = (1 << self._pile_shift) - 1
        if tie & bits & ~have:
            return False
        for part, whole in zip(
            self.unpack(tie >> self._pile_shift),
            self.unpack(have >> self._pile_shift),
            strict=True,
        ):
            if part > whole:
                return False
        return (tie >> self._theft_shift) <= (have >> self._theft_shift & _MASK)

    def _stories(self, holder: Holder, rest: Packed, discard: int) -> Iterator[tuple[int, int]]:
        """Yield for each role of a discard what it takes off the ties, and the role."""
        draft = self.draft
        base = 0
        if draft.thefts is not None:
            theft = self._index[THEFT]
            n = self.unpack(rest)[theft] + (holder.known.get(DISCARD) == THEFT)
            base += n << self._theft_shift
        if discard < 0:
            yield base, 0
            return
        if draft.pile is not None:
            base += 1 << self._pile_shift + _BITS * discard
        bits = [i for i, role in enumerate(draft.roles) if self._index[role.kind] == discard]
        yield base, 0
        for bit in bits:
            yield base + (1 << bit), 1 << bit
        back = [bit for bit in bits if draft.roles[bit].name == "back"]
        taken = [bit for bit in bits if draft.roles[bit].name == "taken"]
        for one in back:
            for other in taken:
                yield base + (1 << one) + (1 << other), 1 << one | 1 << other


def _subsets(numbers: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield how many cards of each kind `size` cards of a group can have."""
    if not numbers:
        if size == 0:
            yield ()
        return
    for n in range(min(numbers[0], size) + 1):
        for rest in _subsets(numbers[1:], size - n):
            yield (n, *rest)


def _ways(numbers: Sequence[int], took: Sequence[int], stored: bool) -> int:
    """Return in how many ways cards go to distinct slots: which kind where, and which copies.

    If nothing stays in a store, the choice of copies is a factor equal in all worlds, left out
    here.
    """
    order = factorial(sum(took)) // prod(map(factorial, took))
    if not stored:
        return order
    return order * prod(perm(n, k) for n, k in zip(numbers, took, strict=True))
