"""Counting the worlds of a round of Overseers exactly, and drawing them at random.

A pass over the players in the order in which the packs go round. A state is what is left of every
group of cards; a step is what one player took of each. Weights are the numbers of ways in which
the physical cards can do so, less factors that are the same in all worlds. Summed backwards they
give exact joint chances of everything one player has face down, and independent exact samples
(forward filtering, backward sampling; the groups keep the states few).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import factorial, perm, prod
from random import Random
from typing import NamedTuple, TypeVar

from ...models.core import Contradiction
from ...models.hidden import World
from ...models.overseers.box import THEFT, Kind
from ...models.overseers.clues import BACK, DISCARD, DRAWN, HAND, KEPT, RETAKEN, TAKEN
from ...models.words import say
from ..count import Posterior
from ..sweep import TooManyStates
from .draft import Group, Holder, Table

Packed = int
"""Numbers of cards of every kind, `_BITS` bits each."""
_BITS = 5
_MASK = (1 << _BITS) - 1

STEPS = 6_000_000
"""Steps that are kept unless told otherwise."""

Likelihood = Callable[[str, Mapping[str, Kind], tuple[Kind, ...], Kind], float]
"""How likely a player is to have hidden cards so: the player, the known cards by fate, the kinds
of the other kept cards, the kind of the discard."""


class Cards(NamedTuple):
    """What one player may have where nobody looked: `rest` of all open fates, `discard` of them.

    `discard` is empty where it was not told apart.
    """

    rest: tuple[Kind, ...]
    discard: Kind


Step = tuple[int, float, Packed, int, int, int]
"""One player's cards: the state after, the weight, what the open fates hold, the discard (an index,
-1 where it is not told apart), which stories (bits) the discard has, what was taken of the groups.
"""

T = TypeVar("T")


class Memo(dict[int, T]):
    """A function of a number that remembers its results; a dictionary, for speed."""

    def __init__(self, function: Callable[[int], T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: int) -> T:
        self[key] = value = self._function(key)
        return value


@dataclass
class Layer:
    """All states before one player's cards, each with its steps."""

    holder: Holder
    steps: dict[int, list[Step]]


class Worlds:
    """The worlds of `table`, counted when made.

    `likelihood`, if given, weighs each player's discard and rows: then chances are no longer
    those of equally likely worlds. Raises TooManyStates beyond `limit` steps.
    """

    def __init__(
        self, table: Table, likelihood: Likelihood | None = None, limit: int = STEPS
    ) -> None:
        self.table = table
        self._likelihood = likelihood
        self._limit = limit
        box = table.model.round.box
        self._kinds = tuple(sorted(box.kinds))
        self._index = {kind: i for i, kind in enumerate(self._kinds)}
        self._width = _BITS * len(self._kinds)
        self._explicit = table.tied or likelihood is not None
        self._layers: list[Layer] = []
        self._backward: dict[int, float] = {}
        self.total: float = 0
        if table.groups is not None:
            self._build(table.groups)

    # packed numbers

    def _pack(self, kinds: Mapping[Kind, int]) -> Packed:
        return sum(n << _BITS * self._index[kind] for kind, n in kinds.items())

    def _unpack(self, packed: Packed) -> tuple[int, ...]:
        return tuple(packed >> _BITS * i & _MASK for i in range(len(self._kinds)))

    def _elements(self, packed: Packed) -> tuple[Kind, ...]:
        numbers = zip(self._kinds, self._unpack(packed), strict=True)
        return tuple(kind for kind, n in numbers for _ in range(n))

    # the pass

    def _build(self, groups: Sequence[Group]) -> None:
        self._groups = [group for group in groups if group.slots]
        self._shift = [self._width * i for i in range(len(self._groups))]
        self._ties = self._width * len(self._groups)
        start = sum(
            self._pack(group.kinds) << shift
            for group, shift in zip(self._groups, self._shift, strict=True)
        )
        start += self._tie_start() << self._ties
        self._start = start
        states, kept = {start}, 0
        checks = [self._check_of(holder) for holder in self.table.holders]
        for at, holder in enumerate(self.table.holders):
            steps = self._steps_of(holder)
            states = {state for state in states if all(check(state) for check in checks[at:])}
            layer = Layer(holder, {})
            after: set[int] = set()
            for state in states:
                found = steps(state)
                kept += len(found)
                if kept > self._limit:
                    raise TooManyStates
                layer.steps[state] = found
                after.update([step[0] for step in found])
            self._layers.append(layer)
            states = after
        self._ends = {state for state in states if state >> self._ties == 0}
        self._sum_up()

    def _sum_up(self) -> None:
        """Sum weights backwards, dropping steps that lead nowhere."""
        below: dict[int, float] = dict.fromkeys(self._ends, 1)
        self._after: list[dict[int, float]] = [below]
        for layer in reversed(self._layers):
            sums: dict[int, float] = {}
            live: dict[int, list[Step]] = {}
            for state, steps in layer.steps.items():
                kept = [step for step in steps if step[0] in below]
                if kept:
                    live[state] = kept
                    sums[state] = sum([step[1] * below[step[0]] for step in kept])
            layer.steps, below = live, sums
            self._after.append(below)
        self._after.reverse()
        self.total = below.get(self._start, 0)

    def _steps_of(self, holder: Holder) -> Callable[[int], list[Step]]:
        """Return the function from a state to all that `holder` can have taken."""
        concerned = [i for i, group in enumerate(self._groups) if group.needs(holder.player)]
        sizes = {i: self._groups[i].needs(holder.player) for i in concerned}
        concerned.sort(key=sizes.__getitem__, reverse=True)
        options = [
            (self._shift[i], self._choices(i, sizes[i]), sum(sizes[j] for j in concerned[at + 1 :]))
            for at, i in enumerate(concerned)
        ]
        pinned = self._pack(Counter(kind for slot in holder.pinned for kind in slot.kinds))
        known = self._pack(Counter(holder.known.values()))
        missing = self._missing(known)
        fates = Memo(lambda hand: tuple(self._fates(holder, known, hand)))
        mask = (1 << self._width) - 1

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

        def steps(state: int) -> list[Step]:
            return [
                (state - took, weight * ways, rest, -1, 0, took)
                for took, hand, weight in taken(state)
                for ways, rest, _, _, _ in fates[hand]
            ]

        def tied_steps(state: int) -> list[Step]:
            return [
                (
                    state - took - (tie << self._ties), weight * ways, rest, discard, role, took,
                )
                for took, hand, weight in taken(state)
                for ways, rest, discard, tie, role in fates[hand]
                if not tie or self._can_tie(state, tie)
            ]

        if not options and missing[pinned]:
            return lambda state: []
        return tied_steps if self._explicit else steps

    def _check_of(self, holder: Holder) -> Callable[[int], bool]:
        """Return a quick test that `holder` can get the known cards from what a state has left."""
        pinned = self._pack(Counter(kind for slot in holder.pinned for kind in slot.kinds))
        missing = self._missing(self._pack(Counter(holder.known.values())))
        mask = (1 << self._width) - 1
        offers = [
            (self._shift[i], self._offer(group.needs(holder.player)))
            for i, group in enumerate(self._groups)
            if group.needs(holder.player)
        ]

        def check(state: int) -> bool:
            best = pinned
            for shift, offer in offers:
                best += offer[state >> shift & mask]
            return not missing[best]

        return check

    def _offer(self, size: int) -> Memo[Packed]:
        """Return, by what is left of a group, the most of every kind that `size` cards can be."""
        return Memo(lambda rest: self._numbered([min(n, size) for n in self._unpack(rest)]))

    def _choices(self, index: int, size: int) -> Memo[list[tuple[int, Packed, int]]]:
        """Return, by what is left of group `index`, what can be taken of it.

        Each choice is what is subtracted from the state, the cards, and the number of ways.
        """
        shift, stored = self._shift[index], bool(self._groups[index].stored)

        def choices(rest: Packed) -> list[tuple[int, Packed, int]]:
            numbers = self._unpack(rest)
            return [
                (cards << shift, cards, _ways(numbers, took, stored))
                for took in _subsets(numbers, size)
                for cards in [self._numbered(took)]
            ]

        return Memo(choices)

    def _numbered(self, numbers: Sequence[int]) -> Packed:
        return sum(n << _BITS * i for i, n in enumerate(numbers))

    def _missing(self, known: Packed) -> Memo[int]:
        """Return, by hand, how many of the `known` cards it still lacks."""
        wanted = self._unpack(known)

        def missing(hand: Packed) -> int:
            have = self._unpack(hand)
            return sum(max(0, w - h) for w, h in zip(wanted, have, strict=True))

        return Memo(missing)

    # one player's fates

    def _fates(
        self, holder: Holder, known: Packed, hand: Packed
    ) -> Iterator[tuple[float, Packed, int, int, int]]:
        have, wanted = self._unpack(hand), self._unpack(known)
        ways: float = prod(perm(h, w) for h, w in zip(have, wanted, strict=True))
        rest = hand - known
        if not self._explicit:
            yield ways * self._fitting(holder, rest), rest, -1, 0, 0
            return
        for discard, n in self._discards(holder, rest):
            others = rest - (1 << _BITS * discard if DISCARD in holder.open else 0)
            weight = ways * n * self._fitting(holder, others) * self._liked(holder, others, discard)
            for tie, role in self._stories(holder, rest, discard):
                yield weight, rest, discard, tie, role

    def _fitting(self, holder: Holder, rest: Packed) -> int:
        """Return how many cards can lie where some kinds cannot (1 if there is no such spot)."""
        if holder.barred is None:
            return 1
        spot, barred = holder.barred
        if spot not in holder.open:
            return int(holder.known[spot] not in barred)
        return sum(
            n
            for kind, n in zip(self._kinds, self._unpack(rest), strict=True)
            if kind not in barred
        )

    def _discards(self, holder: Holder, rest: Packed) -> Iterator[tuple[int, int]]:
        """Yield what the discard can be (-1: there is none), and of how many cards."""
        if DISCARD in holder.known:
            yield self._index[holder.known[DISCARD]], 1
        elif DISCARD in holder.open:
            for index, n in enumerate(self._unpack(rest)):
                if n:
                    yield index, n
        else:
            yield -1, 1

    def _liked(self, holder: Holder, others: Packed, discard: int) -> float:
        if self._likelihood is None or discard < 0:
            return 1
        return self._likelihood(
            holder.player, holder.known, self._elements(others), self._kinds[discard]
        )

    # what ties discards together: stories in single bits, then the pile, then the thefts

    def _tie_start(self) -> int:
        table = self.table
        bits = (1 << len(table.roles)) - 1
        pile = self._pack(table.pile) if table.pile is not None else 0
        thefts = table.thefts or 0
        if thefts < 0 or (table.pile is not None and min(table.pile.values(), default=0) < 0):
            return 1 << self._theft_shift + _BITS  # cannot be undone: no world
        return bits | pile << self._pile_shift | thefts << self._theft_shift

    @cached_property
    def _pile_shift(self) -> int:
        return len(self.table.roles)

    @cached_property
    def _theft_shift(self) -> int:
        return self._pile_shift + self._width

    def _can_tie(self, state: int, tie: int) -> bool:
        have = state >> self._ties
        bits = (1 << self._pile_shift) - 1
        if tie & bits & ~have:
            return False
        for part, whole in zip(
            self._unpack(tie >> self._pile_shift), self._unpack(have >> self._pile_shift), strict=True
        ):
            if part > whole:
                return False
        return (tie >> self._theft_shift) <= (have >> self._theft_shift & _MASK)

    def _stories(self, holder: Holder, rest: Packed, discard: int) -> Iterator[tuple[int, int]]:
        """Yield what one discard takes off the ties, and its story."""
        table = self.table
        base = 0
        if table.thefts is not None:
            theft = self._index[THEFT]
            n = self._unpack(rest)[theft] + (holder.known.get(DISCARD) == THEFT)
            base += n << self._theft_shift
        if discard < 0:
            yield base, 0
            return
        if table.pile is not None:
            base += 1 << self._pile_shift + _BITS * discard
        bits = [
            i for i, role in enumerate(table.roles) if self._index[role.kind] == discard
        ]
        yield base, 0
        for bit in bits:
            yield base + (1 << bit), 1 << bit
        back = [bit for bit in bits if table.roles[bit].name == "back"]
        taken = [bit for bit in bits if table.roles[bit].name == "taken"]
        for one in back:
            for other in taken:
                yield base + (1 << one) + (1 << other), 1 << one | 1 << other

    # results

    @property
    def worlds(self) -> int:
        """How many worlds there are, all physical cards told apart; likelihood left out."""
        if self._likelihood is not None:
            return Worlds(self.table, None, self._limit).worlds
        return int(Fraction(self.total) * self._constant) if self.total else 0

    @cached_property
    def _constant(self) -> Fraction:
        """The factors that all worlds share."""
        table, round_ = self.table, self.table.model.round
        assert table.groups is not None
        ways = Fraction(table.loose)
        for n in round_.box.deck[len(round_.players)].values():
            ways *= factorial(n)
        for group in table.groups:
            for n in group.kinds.values():
                if group.stored or not group.slots:
                    ways /= factorial(n)
            ways *= _stored(group)
            sizes = (slot.size for slots in group.slots.values() for slot in slots)
            ways /= prod(factorial(size) for size in sizes)
        for holder in table.holders:
            for slot in holder.pinned:
                ways /= prod(factorial(n) for n in Counter(slot.kinds).values())
            ways *= self._arrangements(holder)
            ways /= self._alike(holder)
        drawn = [role.kind for role in table.roles if role.name == "drawn"]
        return ways / prod(factorial(n) for n in Counter(drawn).values())

    def _arrangements(self, holder: Holder) -> Fraction:
        """Return in how many orders the cards of the open fates can lie, the weighed ones left out."""
        open_ = len(holder.open)
        if self._explicit and DISCARD in holder.open:
            open_ -= 1
        if holder.barred and holder.barred[0] in holder.open:
            open_ -= 1
        return Fraction(factorial(open_), factorial(holder.open.count(HAND)))

    def _alike(self, holder: Holder) -> int:
        """Return the orders of cards at spots that no line tells apart, which worlds leave out."""
        lot = self.table.model.lot
        known = Counter((lot(holder.player, fate), kind) for fate, kind in holder.known.items())
        open_ = Counter(lot(holder.player, fate) for fate in holder.open if fate != HAND)
        return prod(map(factorial, (*known.values(), *open_.values())))

    def joint(self, player: str) -> Mapping[Cards, float]:
        """Return the weights of what `player` can have at the open fates, summed over all worlds.

        They sum up to `total`.
        """
        return self._joints[player]

    @cached_property
    def _joints(self) -> Mapping[str, Mapping[Cards, float]]:
        joints: dict[str, dict[Cards, float]] = {}
        forward: dict[int, float] = {self._start: 1} if self.total else {}
        names: dict[tuple[Packed, int], Cards] = {}
        for layer, below in zip(self._layers, self._after[1:], strict=True):
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

    def _cards(self, rest: Packed, discard: int) -> Cards:
        return Cards(self._elements(rest), self._kinds[discard] if discard >= 0 else "")

    def posterior(self) -> Posterior:
        """Return where the cards are by the names people have for places."""
        kinds, model = self.table.kinds, self.table.model
        names = {model.name_of(place) for place in model.places}
        weight = {(kind, name): Fraction(0) for kind in kinds for name in names}
        if not self.total:
            return Posterior(0, dict.fromkeys(weight, 0))
        for kind, name, expected in self._expected():
            weight[kind, name] += expected
        worlds = self.worlds
        return Posterior(worlds, {key: int(n * worlds) for key, n in weight.items()})

    def _expected(self) -> Iterator[tuple[Kind, str, Fraction]]:
        """Yield how many cards of a kind are expected under a name, in parts."""
        discards: dict[Kind, Fraction] = defaultdict(Fraction)
        for holder in self.table.holders:
            for kind, fate, expected in self._of_holder(holder):
                if fate == DISCARD:
                    discards[kind] += expected
                else:
                    yield kind, self._name(holder.player, fate), expected
        yield from self._of_discards(discards)
        yield from self._of_stores()

    def _name(self, player: str, fate: str) -> str:
        return self.table.model.called(player, fate)

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
        if self._explicit:
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
        """Yield what lies, with which chance, at the spot that some kinds are barred from."""
        if holder.barred and holder.barred[0] in holder.open:
            fit = [kind for kind in rest if kind not in holder.barred[1]]
            for kind in fit:
                yield kind, Fraction(1, len(fit))

    def _of_discards(
        self, discards: Mapping[Kind, Fraction]
    ) -> Iterator[tuple[Kind, str, Fraction]]:
        """Yield where the discarded cards are now."""
        round_ = self.table.model.round
        stories = {KEPT: 0, DRAWN: 0}
        if round_.added:
            stories[KEPT] = 1
        elif round_.drawer:
            stories[DRAWN] = len(round_.drawn)
        left = dict(discards)
        for role in self.table.roles:
            if role.name != BACK:
                yield role.kind, self._name("", role.name), Fraction(1)
                left[role.kind] -= 1
                if role.name in stories:
                    stories[role.name] -= 1
        size = sum(discards.values())
        for name, n in stories.items():
            for kind, chance in discards.items() if n else ():
                part = chance * n / size
                yield kind, self._name("", name), part
                left[kind] -= part
        for kind, chance in left.items():
            yield kind, DISCARD, chance

    def _of_stores(self) -> Iterator[tuple[Kind, str, Fraction]]:
        for group in self.table.groups or ():
            if not group.stored:
                continue
            for numbers, share in self._left_of(group):
                for kind, n in numbers.items():
                    for place, size in group.stores.items():
                        if n:
                            part = share * Fraction(n * size, group.stored)
                            yield kind, self.table.model.name_of(place), part

    def _left_of(self, group: Group) -> Iterator[tuple[Mapping[Kind, int], Fraction]]:
        """Yield what can be left of a group for its stores, with the chance."""
        if not group.slots:
            yield group.kinds, Fraction(1)
            return
        _ = self._joints
        shift, mask = self._shift[self._groups.index(group)], (1 << self._width) - 1
        sums: dict[int, float] = defaultdict(int)
        for state, weight in self._final.items():
            sums[state >> shift & mask] += weight
        for rest, weight in sums.items():
            numbers = dict(zip(self._kinds, self._unpack(rest), strict=True))
            yield numbers, Fraction(weight) / Fraction(self.total)

    # samples

    def deals(self, rng: Random, n: int) -> list[Mapping[str, Mapping[str, Kind]]]:
        """Return `n` independent draws: what every player has at every spot and in the discard.

        Raises IndexError if there is no world.
        """
        if not self.total:
            raise IndexError("there is no world to draw")
        return [self._deal(rng) for _ in range(n)]

    def _path(self, rng: Random) -> Iterator[tuple[Holder, Step]]:
        state = self._start
        for layer, below in zip(self._layers, self._after[1:], strict=True):
            key = (state, layer.holder.player)
            if key not in self._ladder:
                steps = layer.steps[state]
                sums = accumulate(float(step[1] * below[step[0]]) for step in steps)
                self._ladder[key] = (steps, list(sums))
            steps, ladder = self._ladder[key]
            (step,) = rng.choices(steps, cum_weights=ladder)
            yield layer.holder, step
            state = step[0]

    @cached_property
    def _ladder(self) -> dict[tuple[int, str], tuple[list[Step], list[float]]]:
        return {}

    def _deal(self, rng: Random) -> Mapping[str, Mapping[str, Kind]]:
        return {
            holder.player: self._laid(holder, step, rng) for holder, step in self._path(rng)
        }

    def _laid(self, holder: Holder, step: Step, rng: Random) -> Mapping[str, Kind]:
        laid = dict(holder.known)
        _, _, packed, discard, _, _ = step
        rest, open_ = list(self._elements(packed)), list(holder.open)
        if discard >= 0 and DISCARD in open_:
            laid[DISCARD] = self._kinds[discard]
            rest.remove(laid[DISCARD])
            open_.remove(DISCARD)
        if holder.barred and holder.barred[0] in open_:
            spot, barred = holder.barred
            laid[spot] = rng.choice([kind for kind in rest if kind not in barred])
            rest.remove(laid[spot])
            open_.remove(spot)
        rng.shuffle(rest)
        laid.update(zip(open_, rest, strict=True))
        return laid

    def world(self, rng: Random) -> World:
        """Return one world, all equally likely (or as the likelihood weighs them).

        Raises Contradiction if there is none.
        """
        if not self.total:
            raise Contradiction(say("these lines cannot all be true"))
        return _WorldMaker(self, rng).world()


class _WorldMaker:
    """One world, drawn card by card."""

    def __init__(self, worlds: Worlds, rng: Random) -> None:
        self._worlds = worlds
        self._rng = rng
        self._places: dict[Kind, list[str]] = {kind: [] for kind in worlds.table.kinds}
        self._left = [Counter(group.kinds) for group in worlds.table.groups or ()]
        self._discards: list[tuple[str, Kind, int]] = []

    def world(self) -> World:
        worlds = self._worlds
        for holder, step in worlds._path(self._rng):
            self._hold(holder, step)
        self._tell_stories()
        for group, left in zip(worlds.table.groups or (), self._left, strict=True):
            cards = list(left.elements())
            self._rng.shuffle(cards)
            for place, size in group.stores.items():
                for _ in range(size):
                    self._places[cards.pop()].append(place)
        order = {place: i for i, place in enumerate(worlds.table.model.places)}
        return {
            kind: tuple(sorted(places, key=order.__getitem__))
            for kind, places in self._places.items()
        }

    def _hold(self, holder: Holder, step: Step) -> None:
        cards = [(slot.turn, kind) for slot in holder.pinned for kind in slot.kinds]
        cards += self._taken(holder, step)
        self._rng.shuffle(cards)
        laid = self._worlds._laid(holder, step, self._rng)
        hand = [fate for fate in holder.open if fate == HAND]
        for fate, kind in laid.items():
            if fate != HAND:
                self._put(holder, cards, fate, kind, step[4])
        for (turn, kind), _ in zip(cards, hand, strict=True):
            self._places[kind].append(f"{holder.player}.{turn + 1}.{HAND}")

    def _taken(self, holder: Holder, step: Step) -> Iterator[tuple[int, Kind]]:
        worlds = self._worlds
        for group, left in zip(worlds.table.groups or (), self._left, strict=True):
            slots = group.slots.get(holder.player, ())
            if not slots:
                continue
            shift = worlds._shift[worlds._groups.index(group)]
            packed = step[5] >> shift & (1 << worlds._width) - 1
            cards = list(worlds._elements(packed))
            left.subtract(cards)
            self._rng.shuffle(cards)
            for slot in slots:
                for _ in range(slot.size):
                    yield slot.turn, cards.pop()

    def _put(
        self, holder: Holder, cards: list[tuple[int, Kind]], fate: str, kind: Kind, role: int
    ) -> None:
        card = next(card for card in cards if card[1] == kind)
        cards.remove(card)
        place = f"{holder.player}.{card[0] + 1}."
        if fate == DISCARD:
            self._discards.append((place, kind, role))
        else:
            lot = self._worlds.table.model.lot(holder.player, fate)
            self._places[kind].append(place + lot)

    def _tell_stories(self) -> None:
        """Say of each discarded card what became of it."""
        table = self._worlds.table
        names = [
            {role.name for bit, role in enumerate(table.roles) if bits >> bit & 1}
            for _, _, bits in self._discards
        ]
        round_ = table.model.round
        known = {role.name for role in table.roles}
        if round_.drawer and not round_.added and DRAWN not in known:
            for story in self._rng.sample(names, len(round_.drawn)):
                story.add(DRAWN)
        if round_.added and KEPT not in known:
            self._rng.choice(names).add(KEPT)
        if round_.added and BACK not in known and len(round_.drawn) > 1:
            self._rng.choice([story for story in names if KEPT not in story]).add(BACK)
        for (place, kind, _), story in zip(self._discards, names, strict=True):
            self._places[kind].append(place + _fate(story))


def _fate(story: set[str]) -> str:
    if story >= {BACK, TAKEN}:
        return RETAKEN
    return next(iter(story), DISCARD)


def _subsets(numbers: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of cards that `size` cards of a group can have."""
    if not numbers:
        if size == 0:
            yield ()
        return
    for n in range(min(numbers[0], size) + 1):
        for rest in _subsets(numbers[1:], size - n):
            yield (n, *rest)


def _ways(numbers: Sequence[int], took: Sequence[int], stored: bool) -> int:
    """Return in how many ways cards go to slots told apart: which where, and which copies.

    Where nothing stays in a store the copies give the same factor in all worlds.
    """
    order = factorial(sum(took)) // prod(map(factorial, took))
    if not stored:
        return order
    return order * prod(perm(n, k) for n, k in zip(numbers, took, strict=True))


def _stored(group: Group) -> int:
    """Return in how many ways the cards left of a group go to its stores."""
    return factorial(group.stored) // prod(map(factorial, group.stores.values()))
