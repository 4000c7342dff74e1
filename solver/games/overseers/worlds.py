"""Counting the worlds of a round of Overseers exactly.

The pass over the players (see `passes`) gives exact joint chances of all face-down cards of one
player, and independent exact samples: forward filtering, backward sampling. The groups keep the
states few.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import factorial, prod
from typing import NamedTuple

from ....models.overseers.box import Kind
from ....models.overseers.clues import BACK, DISCARD, DRAWN, HAND, KEPT
from ...engine.count import Posterior
from .draft import Group, Holder
from .passes import Packed, Pass


class HeldCards(NamedTuple):
    """What one player may have where nobody looked: `rest` at all open fates, `discard` among them.

    `discard` is empty if the worlds do not tell which of the cards it is.
    """

    rest: tuple[Kind, ...]
    discard: Kind


class Worlds:
    """The worlds of a draft, by the sums of a pass: exact ones, or estimates of a pruned pass.

    Estimated sums have no bias; a chance is the quotient of two of them, and several pruned passes
    together give its error.
    """

    def __init__(self, passed: Pass) -> None:
        self.passed = passed
        self.draft = passed.draft

    @property
    def total(self) -> float:
        """The total weight of all worlds; 0 if the lines cannot all be true."""
        return self.passed.total

    @property
    def worlds(self) -> int:
        """How many worlds there are, with physical cards told apart and without the likelihood."""
        if self.passed.likelihood is not None:
            return Worlds(Pass(self.draft)).worlds
        return int(Fraction(self.total) * self._constant) if self.total else 0

    @cached_property
    def _constant(self) -> Fraction:
        """The product of the factors that all worlds share."""
        draft, round_ = self.draft, self.draft.model.round
        assert draft.groups is not None
        ways = Fraction(draft.loose)
        for n in round_.box.deck[len(round_.players)].values():
            ways *= factorial(n)
        for group in draft.groups:
            for n in group.kinds.values():
                if group.stored or not group.slots:
                    ways /= factorial(n)
            ways *= _stored(group)
            sizes = (slot.size for slots in group.slots.values() for slot in slots)
            ways /= prod(factorial(size) for size in sizes)
        for holder in draft.holders:
            for slot in holder.pinned:
                ways /= prod(factorial(n) for n in Counter(slot.kinds).values())
            ways *= self._arrangements(holder)
            ways /= self._alike(holder)
        drawn = [role.kind for role in draft.roles if role.name == "drawn"]
        return ways / prod(factorial(n) for n in Counter(drawn).values())

    def _arrangements(self, holder: Holder) -> Fraction:
        """Return the orders of the cards at the open fates, except those that steps count."""
        open_ = len(holder.open)
        if self.passed.explicit and DISCARD in holder.open:
            open_ -= 1
        if holder.barred and holder.barred[0] in holder.open:
            open_ -= 1
        return Fraction(factorial(open_), factorial(holder.open.count(HAND)))

    def _alike(self, holder: Holder) -> int:
        """Return the orders of cards at indistinguishable spots, which worlds do not tell apart."""
        lot = self.draft.model.lot
        known = Counter((lot(holder.player, fate), kind) for fate, kind in holder.known.items())
        open_ = Counter(lot(holder.player, fate) for fate in holder.open if fate != HAND)
        return prod(map(factorial, (*known.values(), *open_.values())))

    def joint(self, player: str) -> Mapping[HeldCards, float]:
        """Return the weight of each set of cards that `player` can have at the open fates.

        The weights sum up to `total`.
        """
        return self._joints[player]

    @cached_property
    def _joints(self) -> Mapping[str, Mapping[HeldCards, float]]:
        joints: dict[str, dict[HeldCards, float]] = {}
        forward: dict[int, float] = {self.passed.start: 1} if self.total else {}
        names: dict[tuple[Packed, int], HeldCards] = {}
        for layer, below in zip(self.passed.layers, self.passed.after[1:], strict=True):
            sums: dict[tuple[Packed, int], float] = defaultdict(int)
            after: dict[int, float] = defaultdict(int)
            for state, weight in forward.items():
                for then, ways, rest, discard, _, _ in layer.steps[state]:
                    after[then] += weight * ways
                    sums[rest, discard] += weight * ways * below[then]
            for key in sums:
                names.setdefault(key, self._cards(*key))
            joints[layer.holder.player] = {names[key]: n for key, n in sums.items()}
            forward = after
        self._final = forward
        return joints

    def _cards(self, rest: Packed, discard: int) -> HeldCards:
        return HeldCards(
            self.passed.elements(rest), self.passed.kinds[discard] if discard >= 0 else ""
        )

    def hands(self, player: str) -> Mapping[tuple[Kind, ...], float]:
        """Return the weight of each set of cards that `player` has unknown to everybody.

        They are in the rows or still in hand; discarded and added cards are not included.
        """
        holder = next(each for each in self.draft.holders if each.player == player)
        hands: dict[tuple[Kind, ...], float] = defaultdict(int)
        for cards, weight in self.joint(player).items():
            for hand, share in self._kept(holder, cards):
                hands[hand] += weight * share
        return hands

    def together(self, one: str, other: str) -> set[tuple[tuple[Kind, ...], tuple[Kind, ...]]]:
        """Return which sets of cards unknown to everybody two players can have at once."""
        passed = self.passed
        none = HeldCards((), "")
        found = {(passed.start, none, none)} if self.total else set()
        for layer, below in zip(passed.layers, passed.after[1:], strict=True):
            player, after = layer.holder.player, set[tuple[int, HeldCards, HeldCards]]()
            for state, first, second in found:
                for then, _, rest, discard, _, _ in layer.steps[state]:
                    if below[then]:
                        cards = self._cards(rest, discard)
                        own = (
                            cards if player == one else first,
                            cards if player == other else second,
                        )
                        after.add((then, *own))
            found = after
        by_player = {each.player: each for each in self.draft.holders}
        return {
            (hand, beside)
            for _, first, second in found
            for hand, _ in self._kept(by_player[one], first)
            for beside, _ in self._kept(by_player[other], second)
        }

    def _kept(
        self, holder: Holder, cards: HeldCards
    ) -> Iterator[tuple[tuple[Kind, ...], Fraction]]:
        """Yield what can be left of `cards` after one was discarded, each with its chance."""
        if DISCARD not in holder.open:
            yield cards.rest, Fraction(1)
            return
        kept = {
            kind: tuple((Counter(cards.rest) - Counter([kind])).elements())
            for kind in ([cards.discard] if cards.discard else set(cards.rest))
        }
        ways = {
            kind: cards.rest.count(kind) * self._fitting(holder, rest)
            for kind, rest in kept.items()
        }
        for kind, rest in kept.items():
            if ways[kind]:
                yield tuple(sorted(rest)), Fraction(ways[kind], sum(ways.values()))

    def _fitting(self, holder: Holder, rest: Sequence[Kind]) -> int:
        """Return how many of `rest` fit the spot that some kinds are barred from."""
        return len(list(self._barred(holder, rest))) if self._spot_barred(holder) else 1

    def _spot_barred(self, holder: Holder) -> bool:
        return holder.barred is not None and holder.barred[0] in holder.open

    def posterior(self) -> Posterior:
        """Return the posterior by the names people have for places."""
        worlds = self.worlds
        return Posterior(worlds, {key: int(n * worlds) for key, n in self.expected().items()})

    def expected(self) -> Mapping[tuple[Kind, str], Fraction]:
        """Return the expected number of cards of each kind under each name."""
        kinds, model = self.draft.kinds, self.draft.model
        names = {model.name_of(place) for place in model.places}
        expected = {(kind, name): Fraction(0) for kind in kinds for name in names}
        for kind, name, part in self._parts() if self.total else ():
            expected[kind, name] += part
        return expected

    def _parts(self) -> Iterator[tuple[Kind, str, Fraction]]:
        """Yield parts of the expected numbers: a kind, a name, and the expected cards there."""
        discards: dict[Kind, Fraction] = defaultdict(Fraction)
        for holder in self.draft.holders:
            for kind, fate, expected in self._of_holder(holder):
                if fate == DISCARD:
                    discards[kind] += expected
                else:
                    yield kind, self._name(holder.player, fate, kind), expected
        yield from self._of_discards(discards)
        yield from self._of_stores()

    def _name(self, player: str, fate: str, kind: Kind) -> str:
        return self.draft.model.called(player, fate, kind)

    def _of_holder(self, holder: Holder) -> Iterator[tuple[Kind, str, Fraction]]:
        for fate, kind in holder.known.items():
            yield kind, fate, Fraction(1)
        fates = Counter(holder.open)
        sums: dict[tuple[Kind, str], float] = defaultdict(int)
        rests: dict[Kind, float] = defaultdict(int)
        for cards, weight in self.joint(holder.player).items() if fates else ():
            rest = list(cards.rest)
            if cards.discard and DISCARD in fates:
                sums[cards.discard, DISCARD] += weight
                rest.remove(cards.discard)
            for kind, share in self._barred(holder, rest):
                sums[kind, holder.barred[0] if holder.barred else ""] += weight * share
                rests[kind] -= weight * share
            for kind in rest:
                rests[kind] += weight
        if self.passed.explicit:
            del fates[DISCARD]
        if holder.barred:
            del fates[holder.barred[0]]
        total, size = Fraction(self.total), fates.total()
        for (kind, fate), weight in sums.items():
            yield kind, fate, Fraction(weight) / total
        for kind, weight in rests.items():
            for fate, places in fates.items():
                yield kind, fate, Fraction(weight) * places / (total * size)

    def _barred(self, holder: Holder, rest: Sequence[Kind]) -> Iterator[tuple[Kind, Fraction]]:
        """Yield each card that can be at the barred spot, with its chance."""
        if holder.barred and holder.barred[0] in holder.open:
            fit = [kind for kind in rest if kind not in holder.barred[1]]
            for kind in fit:
                yield kind, Fraction(1, len(fit))

    def _of_discards(
        self, discards: Mapping[Kind, Fraction]
    ) -> Iterator[tuple[Kind, str, Fraction]]:
        """Yield where the discarded cards are now, each with the expected number."""
        round_ = self.draft.model.round
        stories = {KEPT: 0, DRAWN: 0}
        if round_.added:
            stories[KEPT] = 1
        elif round_.drawer:
            stories[DRAWN] = len(round_.drawn)
        left = dict(discards)
        for role in self.draft.roles:
            if role.name != BACK:
                yield role.kind, self._name("", role.name, role.kind), Fraction(1)
                left[role.kind] -= 1
                if role.name in stories:
                    stories[role.name] -= 1
        size = sum(discards.values())
        for name, n in stories.items():
            for kind, chance in discards.items() if n else ():
                part = chance * n / size
                yield kind, self._name("", name, kind), part
                left[kind] -= part
        for kind, chance in left.items():
            yield kind, self._name("", DISCARD, kind), chance

    def _of_stores(self) -> Iterator[tuple[Kind, str, Fraction]]:
        for group in self.draft.groups or ():
            if not group.stored:
                continue
            for numbers, share in self._left_of(group):
                for kind, n in numbers.items():
                    for place, size in group.stores.items():
                        if n:
                            part = share * Fraction(n * size, group.stored)
                            yield kind, self.draft.model.name_of(place), part

    def _left_of(self, group: Group) -> Iterator[tuple[Mapping[Kind, int], Fraction]]:
        """Yield what can be left of a group for its stores, each with its chance."""
        if not group.slots:
            yield group.kinds, Fraction(1)
            return
        _ = self._joints
        shift, mask = (
            self.passed.shift[self.passed.groups.index(group)],
            (1 << self.passed.width) - 1,
        )
        sums: dict[int, float] = defaultdict(int)
        for state, weight in self._final.items():
            sums[state >> shift & mask] += weight
        for rest, weight in sums.items():
            numbers = dict(zip(self.passed.kinds, self.passed.unpack(rest), strict=True))
            yield numbers, Fraction(weight) / Fraction(self.total)


def _stored(group: Group) -> int:
    """Return in how many ways the rest of a group can be split over its stores."""
    return factorial(group.stored) // prod(map(factorial, group.stores.values()))
