"""How people take cards of the packs: an assumption about behaviour, never part of a proof.

They take what promises most with the cards they have (see `habits`), by a softmax to the power of a
strength; some picks are blind. What a view leaves open of a draft is taken anew so, turn by turn:
of what is known to be gone of a pack after a look at it; of packs nobody has looked at, which are
dealt; and before the first look at a pack, of what is preferred to all that was left in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import exp
from random import Random
from typing import NamedTuple

from ....models.core import View
from ....models.overseers.box import Kind, Power
from ....models.overseers.deduce import ASIDE
from ....models.overseers.state import State, Step
from .bundles import Bundle, Cards
from .draft import Draft
from .habits import usual
from .memo import Memo
from .table import RoundTable, Seat

PROMISING, UNMINDED = 0.5, 0.2
"""Promised points that make a pick e times likelier, and the share of blind picks, of greatest
likelihood: docs/overseers-coach.md has the fit."""

Numbers = list[int]
"""How many cards there are of each kind, in the order of the box."""
Liking = Mapping[tuple[Power | None, Bundle], Sequence[float]]
"""How likely a card of each kind is taken, by power and hand, but for a common factor."""


class Pick(NamedTuple):
    """The `size` cards that `seat` takes of a `heap`, or of the pool before a pack was `left`."""

    turn: int
    seat: Seat
    size: int
    heap: int | str
    left: Numbers


class Taking:
    """The draft of a view: what it leaves open is taken anew, and so are others' present picks.

    Heaps are the groups of a `Draft`, by number, and packs nobody has looked at, by name.
    """

    def __init__(self, view: View[State], strength: float) -> None:
        state = view.state
        cards, kinds = Cards.of(state.box), state.box.kinds
        self._card = tuple(cards.card[kind] for kind in kinds)
        self._likes = likes(cards, self._card, strength)
        self._powers = [state.power_of(player) for player in state.players]
        draft = Draft.of(view)
        round_, seats = draft.model.round, {name: seat for seat, name in enumerate(state.players)}
        now = round_.turn if state.step is Step.DRAFT else None
        self._hands = [0] * len(seats)
        for slot in round_.slots:
            self._hands[seats[slot.seat]] += cards.bundle(slot.kinds)
        self._heaps = [numbers(group.kinds.elements(), kinds) for group in draft.groups or ()]
        self._pool, self._dealt = -1, dict[str, int]()
        self._holders = dict[int | str, Seat]()
        before, then = list[Pick](), list[Pick]()
        for number, group in enumerate(draft.groups or ()):
            pool = ASIDE in group.stores
            self._pool = number if pool else self._pool
            for place, size in group.stores.items():
                if place != ASIDE:
                    pack = place.removeprefix("pack:")
                    heap = self._heap(number, pack, size, pool)
                    self._holders[heap] = seats[round_.seat_of(pack, round_.turn)]
            for slot in (slot for slots in group.slots.values() for slot in slots):
                seat, looks = seats[slot.seat], round_.looks.get(slot.pack)
                if pool and looks:
                    left = numbers(looks[0].kinds, kinds)
                    before.append(Pick(slot.turn, seat, slot.size, number, left))
                    continue
                heap = self._heap(number, slot.pack, slot.size, pool)
                if slot.turn == now and slot.seat != view.viewer:
                    self._holders[heap] = seat
                else:
                    then.append(Pick(slot.turn, seat, slot.size, heap, []))
        self._before, self._then = sorted(before), sorted(then)

    def _heap(self, number: int, pack: str, size: int, pool: bool) -> int | str:
        """Return the heap that `size` cards are of: those of the pool have to be dealt."""
        if not pool:
            return number
        self._dealt[pack] = self._dealt.get(pack, 0) + size
        return pack

    def draw(self, table: RoundTable, rng: Random) -> None:
        """Put what everybody may have in the hands and the packs of `table`."""
        card, likes, powers, random = self._card, self._likes, self._powers, rng.random
        hands = table.hands = self._hands[:]
        heaps: dict[int | str, Numbers] = {n: each[:] for n, each in enumerate(self._heaps)}

        def take(pick: Pick, first: bool) -> None:
            seat, heap = pick.seat, heaps[pick.heap]
            for _ in range(pick.size):
                weights: Sequence[float] = heap
                if random() >= UNMINDED:
                    like = likes[powers[seat], hands[seat]]
                    weights = [n * each for n, each in zip(heap, like, strict=True)]
                    if first:
                        rest = sum([n * each for n, each in zip(pick.left, like, strict=True)])
                        weights = [w / (each + rest) for w, each in zip(weights, like, strict=True)]
                kind = drawn(weights, random())
                heap[kind] -= 1
                hands[seat] += card[kind]

        for pick in self._before:
            take(pick, first=True)
        if self._dealt:
            pool = [kind for kind, n in enumerate(heaps[self._pool]) for _ in range(n)]
            rng.shuffle(pool)
            for pack, size in self._dealt.items():
                there = [pool.pop() for _ in range(size)]
                heaps[pack] = [there.count(kind) for kind in range(len(card))]
        for pick in self._then:
            take(pick, first=False)
        table.packs = [0] * len(hands)
        for heap, seat in self._holders.items():
            table.packs[seat] += sum([n * each for n, each in zip(heaps[heap], card, strict=True)])


@cache
def likes(cards: Cards, card: tuple[Bundle, ...], strength: float) -> Liking:
    """Return how people like each `card`."""
    promised = usual(cards).promised

    def liking(at: tuple[Power | None, Bundle]) -> Sequence[float]:
        power, hand = at
        worth, now = promised[power], promised[power][hand]
        return [exp((worth[hand + each] - now) * strength / PROMISING) for each in card]

    return Memo(liking)


def numbers(some: Iterable[Kind], kinds: Sequence[Kind]) -> Numbers:
    """Return how many cards of each kind there are among `some`."""
    there = list(some)
    return [there.count(kind) for kind in kinds]


def drawn(weights: Sequence[float], lot: float) -> int:
    """Return the place of one of `weights`, each as likely as it is heavy, by `lot` below 1."""
    at = lot * sum(weights)
    for place, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return place
    return max(place for place, weight in enumerate(weights) if weight)
