"""What a seat can count before it chooses: worlds, who has what, and what its moves leave.

It is counted from what lies open and from the own hand; nothing is played out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce
from math import log2
from operator import or_
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from ....models.adresses_jaunes.state import Box, Step, Tile
from ....models.core import Contradiction, Event
from ....models.event import NOBODY
from ....models.words import Words, listed, say, united
from ...play.trial import Effect
from .convention import BY_DISCS, SPOKEN, Reading
from .deals import AllDeals, all_deals
from .effects import ANSWER, DEALS, SHOWN, WORTH
from .hands import FEW, TARGETS_FROM, TILES, Hands

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Worlds = NDArray[np.int64]
else:
    Worlds = Any

FEW_HANDS = 5
"""Of up to so many deals it is told what each player can have."""
FEW_DEALS = 16
"""Up to so many deals are looked at one by one."""
BELIEVED = 12_000
"""Most worlds by which it is told what a move tells."""
FEWEST, MANY, EXACTLY = 100, 1_000_000, 20_000
"""Worlds by which it is told what others are left with, at least; most hands to hold beside theirs,
and of so many it is told exactly which can be."""
ONLY_THEN = 0.01
"""Of last discs that leave as many hands with the pawn, those that leave fewer without it count by
this power of them."""
ALMOST = 0.999
"""The chance of what was so in all worlds that were drawn, though these were not all."""


class Left(NamedTuple):
    """What a disc, or a pawn, leaves: the viewer's `hands` for all, and `deals` for each other.

    The latter on average, by player; None where they are too many. A disc of the last round goes
    with the `pawn` that leaves the fewest, and asks most.
    """

    pawn: Tile | None
    hands: Hands
    deals: Mapping[str, float] | None


def _before(box: Box) -> Iterator[Tile]:
    """Yield for each tile of `box`, in its order, the one before it on the board, round again."""
    order = box.as_printed
    for tile in box.tiles:
        yield order[order.index(tile) - 1]


class Counting:
    """What the seat of a `reading` can count; where worlds are many, they are drawn by `seed`."""

    def __init__(self, reading: Reading, seed: int) -> None:
        import numpy as np

        from . import hands_kernel

        self._hands: Any = hands_kernel
        self._np = np
        self.reading = reading
        self.seen = reading.seen
        self._sets, self._size = self.seen.table
        self._seed = np.array([seed], dtype=np.uint64)
        self._told: dict[Event, Mapping[Effect, float]] = {}
        self._leaves: dict[Event, Left] = {}
        self._ways: dict[Event | None, float] = {}
        self._shares: dict[Tile, float] = {}
        self.tells_by_discs = reading.convention == BY_DISCS
        self._pawns_tell = reading.convention == SPOKEN
        box = self.seen.code.box
        self._before = np.array([box.tiles.index(tile) for tile in _before(box)], dtype=np.int64)

    def worlds(self, most: int) -> tuple[Worlds, bool]:
        """Return at most `most` worlds in random order, and whether these are all.

        A world is a row of hands, the viewer's own among them. Raises Contradiction if none fits.
        """
        np, seen = self._np, self.seen
        rows = np.zeros((max(most, 1), len(seen.players)), dtype=np.int64)
        filled, complete = self._hands.worlds_of(
            self._sets, self._size, seen.seat, seen.hand, self._seed, rows, self._hands.LISTED
        )
        if not filled:
            raise Contradiction(say("these lines cannot all be true"))
        order = np.random.default_rng(int(self._seed[0])).permutation(filled)
        return rows[:filled][order], bool(complete)

    @property
    def deals(self) -> int:
        """How many deals the viewer thinks of, if these `is_complete`."""
        return len(self._believed)

    @property
    def is_complete(self) -> bool:
        """Whether what is told of tiles is counted over all worlds."""
        return self._worlds_told[1]

    @property
    def is_exact(self) -> bool:
        """Whether what others can think of is counted in all worlds, hand by hand."""
        fits = [each for each, _ in self._beside.values()]
        few = len(fits) == 1 or all(each.size <= EXACTLY for each in fits)
        return self.counts_deals or (self.is_complete and few)

    @property
    def _believed(self) -> Worlds:
        """The worlds by which it is told what a move tells, the same for all moves."""
        return self._worlds_told[0]

    @cached_property
    def _worlds_told(self) -> tuple[Worlds, bool]:
        return self.worlds(BELIEVED)

    @cached_property
    def thinkable(self) -> Hands:
        """The viewer's hands that can be, for all that everybody knows."""
        own = self.seen.sets[self.seen.seat]
        hands: Hands = own[self._hands.possible(self._sets, self._size, self.seen.seat)]
        return hands

    @property
    def mine(self) -> int:
        """The bits of the viewer's tiles that are not found."""
        return self.seen.hand & TILES & ~self.seen.shut

    @property
    def mates(self) -> Words:
        """The other players, for people."""
        first, *more = self.seen.others
        return say("the others") if more else say("{player}", player=first)

    @property
    def is_known(self) -> bool:
        """Whether all can know the viewer's hand."""
        return len(self.thinkable) == 1

    @property
    def knows_all(self) -> bool:
        """Whether the viewer can know all hands."""
        worlds, complete = self.worlds(2)
        return complete and len(worlds) == 1

    def hands_of(self, player: str) -> Hands:
        """Return the hands of a player that can be for the viewer; the viewer's for some other."""
        seat, own = self.seen.players.index(player), self.seen.seat
        if seat == own:
            return self._heard
        sets, size = self._sets.copy(), self._size.copy()
        sets[own, 0], size[own] = self.seen.hand, 1
        hands: Hands = self.seen.sets[seat][self._hands.possible(sets, size, seat)]
        return hands

    def left_to_guess(self, guess: Event | None = None) -> Sequence[Hands]:
        """Return the viewer's hands that can be for all, once the hands of all others lie open.

        Those beside each deal that the viewer thinks of, once a `guess` is right, or now.
        """
        np, deals = self._np, self._once_right(guess)
        others = np.bitwise_or.reduce(np.delete(deals, self.seen.seat, axis=1), axis=1) & TILES
        return [self.thinkable[self.thinkable & each == 0] for each in others]

    def _once_right(self, guess: Event | None) -> Worlds:
        deals = self._believed
        return deals if guess is None else deals[self._right([guess], deals)[:, 0]]

    def heard_after(self, guess: Event) -> Hands:
        """Return the viewer's hands that can be for all once a guess is right."""
        sets, size, (tile, holder) = self._sets.copy(), self._size.copy(), guess.words
        bit = 1 << self.seen.code.box.tiles.index(tile)
        self._hands.reveal(sets, size, bit, self.seen.players.index(holder))
        seat = self.seen.seat
        hands: Hands = sets[seat, : size[seat]][self._hands.possible(sets, size, seat)]
        return hands

    def can_have(self, guess: Event | None = None) -> Words | None:
        """Return what the viewer does not know of others once a guess is right; None if nothing."""
        deals = self._once_right(guess)
        if len(deals) > FEW_HANDS:
            return say("the hidden tiles can lie in {n} ways", n=len(deals))
        hands, apart = (deals & TILES).T.tolist(), self.seen.code.apart
        several = [
            say("{player} can have {tiles}", player=player, tiles=apart(sorted({*own})))
            for player, own in zip(self.seen.players, hands, strict=True)
            if len({*own}) > 1
        ]
        return say("{told}", told=listed(several)) if several else None

    def yours(self, guess: Event | None = None) -> Words | None:
        """Return what others have to guess then, or who knows all; None if that is not said."""
        seen, (first, *others) = self.seen, [each.tolist() for each in self.left_to_guess(guess)]
        least, *more = sorted({len(each) for each in (first, *others)})
        players = united(seen.others)
        if least > 1 and (least > FEW or any(each != first for each in others)):
            n = say("at least {n}", n=least) if more else say("{n}", n=least)
            return say("{players} must guess yours among {n} hands", players=players, n=n)
        if least > 1:
            tiles = seen.code.apart(first)
            return say("{players} must guess yours, {tiles}", players=players, tiles=tiles)
        several = len(seen.others) > 1
        if guess and several and len(self.heard_after(guess)) == 1 < len(self.thinkable):
            more = []
        elif (several and others) or (guess and self.is_known):
            return None
        if not self.mine or more:
            return None
        values = {"players": players, "tiles": listed(seen.code.tiles(self.mine), " ")}
        if several and self.is_known:
            return say("all know your {tiles}", **values)
        known = say("{players} knows your {tiles}", **values)
        return say("all then know your {tiles}", **values) if several else known

    def taken(self, tiles: int, player: str) -> Mapping[str, int]:
        """Return how many of `tiles` others than the viewer and `player` have, if all know that."""
        sets = dict(zip(self.seen.players, self.seen.sets, strict=True))
        others = [each for each in self.seen.others if each != player]
        bits = {name: {*self._np.bitwise_count(sets[name] & tiles).tolist()} for name in others}
        return {name: max(n) for name, n in bits.items() if len(n) == 1 and any(n)}

    def lying_of(self, tile: Tile) -> Mapping[str, float]:
        """Return how likely each other player has a tile, and nobody, the likeliest first.

        Where worlds were drawn, tiles that are alike have one chance, and nothing is sure that was
        so in all of them.
        """
        most, number = 1.0 if self.is_complete else ALMOST, self.seen.code.box.tiles.index(tile)
        alike = [number]
        if not self.is_complete:
            kinds = enumerate(self._alike_beside)
            alike = [n for n, kind in kinds if kind == self._alike_beside[number]]
            alike = [n for n in alike if not self.seen.hand >> n & 1] or [number]
        has = self._np.stack([self._believed >> n & 1 for n in alike])
        chances = dict(zip(self.seen.players, has.mean(axis=(0, 1)).tolist(), strict=True))
        del chances[self.seen.players[self.seen.seat]]
        chances[NOBODY] = float(1 - has.any(axis=2).mean())
        likeliest = sorted(chances.items(), key=lambda each: -each[1])
        return {place: min(chance, most) for place, chance in likeliest}

    @property
    def must_guess(self) -> bool:
        """Whether somebody must guess in each of the viewer's deals; of many only told of two."""
        return not any(self._named) and (bool(self._named) or len(self.seen.others) == 1)

    @property
    def is_won(self) -> bool:
        """Whether all tiles can be named by now, so that no disc or pawn is needed.

        So it is if that is sure in each of the viewer's few deals.
        """
        return bool(self._named) and all(self._named)

    @cached_property
    def _named(self) -> Sequence[bool]:
        """Whether all of each of the viewer's deals can be named; nothing if these are many."""
        few = self.is_complete and len(self._believed) <= FEW_DEALS
        return [self._naming(deal) for deal in self._believed] if few else ()

    def _naming(self, deal: Worlds) -> bool:
        """Tell whether all of a deal can be named, by whoever is sure by then."""
        sets, size, shut = self._sets.copy(), self._size.copy(), self.seen.shut
        dealt = int(self._np.bitwise_or.reduce(deal)) & TILES
        found: Any = self._np.zeros((len(deal), len(deal)), dtype=self._np.int64)
        while left := dealt & ~shut:
            for seat, sure in enumerate(found):
                self._hands.surely(sets, size, seat, deal[seat] & TILES, sure)
            for holder, tiles in enumerate(self._np.bitwise_or.reduce(found & dealt).tolist()):
                self._hands.reveal(sets, size, tiles & ~shut, holder)
                shut |= tiles
            if dealt & ~shut == left:
                return False
        return True

    def tells(self, move: Event) -> Mapping[Effect, float]:
        """Return how much `move` tells, the same in every world; nothing if it cannot be right."""
        if move not in self._told:
            self._told[move] = dict(self._tells(move))
        return self._told[move]

    def _tells(self, move: Event) -> Iterator[tuple[Effect, float]]:
        step = self.seen.step
        if step is Step.CONCLUSION or (step is Step.DISCS and self.tells_by_discs):
            return
        then = self._average(self.left(move)) ** ONLY_THEN if self.tells_with_pawn else 1
        yield DEALS if self.counts_deals else SHOWN, log2(self.ways(move) * then)
        if step is Step.PAWNS:
            yield ANSWER, WORTH * log2(self.share_left(move.words[0]))

    def left(self, move: Event) -> Hands:
        """Return the viewer's hands that can be after `move`, for all, or a right guess."""
        (number,) = self._laid([move])
        if self.seen.step is Step.DISCS:
            return self._counted_alike(self.thinkable, number)
        return self._without(number)

    def _counted_alike(self, hands: Hands, target: int) -> Hands:
        """Return those of `hands` that count as many at a target as the viewer's."""
        told = self._np.int64(7 << TARGETS_FROM + 3 * target)
        alike: Hands = hands[(hands ^ self.seen.hand) & told == 0]
        return alike

    def _without(self, tile: int) -> Hands:
        """Return the hands that can be the viewer's after a pawn on a tile, or a right guess."""
        seen = self.seen
        hands: Hands = self.thinkable[self.thinkable >> tile & 1 == 0]
        tells = self._pawns_tell and seen.step is Step.PAWNS
        if not tells or not seen.hand & TILES & ~seen.shut:
            return hands
        before = int(self._before[tile])
        while seen.shut >> before & 1:
            before = int(self._before[before])
        told: Hands = hands[hands >> before & 1 == 1]
        return told

    def leaves(self, move: Event) -> Left:
        """Return what a disc or a pawn of the viewer leaves."""
        if move not in self._leaves:
            self._leaves[move] = self._with_pawn(self.left(move), move)
        return self._leaves[move]

    def _with_pawn(self, hands: Hands, move: Event) -> Left:
        """Return what a move leaves after which all think of `hands`, with the pawn behind it."""
        if not self.tells_with_pawn:
            tile = move.words[0] if self.seen.step is Step.PAWNS else None
            return Left(tile, hands, self._deals_left(hands, tile))
        tiles, free = self.seen.code.box.tiles, TILES & ~(self.seen.hand | self.seen.shut)
        pawns = ((n, hands[hands >> n & 1 == 0]) for n in range(len(tiles)) if free >> n & 1)
        left = (
            (self._average(then), self.share_left(tiles[n]), n, Left(tiles[n], then, None))
            for n, then in pawns
        )
        return min(left, key=lambda each: each[:3])[-1]

    def _average(self, left: Hands) -> float:
        return fmean(self.beside_theirs(left).values())

    @cached_property
    def _deals(self) -> AllDeals | None:
        """All deals that can be for all, of three or more players; None if they are too many.

        Of two players, and of a disc, it tells more which hands can be the viewer's.
        """
        several = len(self.seen.sets) > 2 and self.seen.step is Step.PAWNS
        return all_deals(self.seen.sets) if several else None

    def _deals_left(self, hands: Hands, tile: Tile | None) -> Mapping[str, float] | None:
        seen = self.seen
        if self._deals is None:
            return None
        number = None if tile is None else seen.code.box.tiles.index(tile)
        found = self._deals.left(seen.seat, seen.hand & TILES, hands, number)
        return {seen.players[other]: left for other, left in found.items()}

    @property
    def counts_deals(self) -> bool:
        """Whether it is deals that are counted of what others can think of, not hands."""
        return self._deals is not None

    def ways(self, move: Event | None = None) -> float:
        """Return how many deals others can think of after a move, or now, or else hands of the
        viewer; on average."""
        if move not in self._ways:
            left = self.now if move is None else self.leaves(move)
            some = self.beside_theirs(left.hands) if left.deals is None else left.deals
            self._ways[move] = fmean(some.values())
        return self._ways[move]

    @cached_property
    def now(self) -> Left:
        """What all think of before the move."""
        return Left(None, self.thinkable, self._deals_left(self.thinkable, None))

    def share_left(self, tile: Tile) -> float:
        """Return which part of the viewer's deals the answer to a pawn leaves, on average."""
        if tile not in self._shares:
            self._shares[tile] = sum(chance**2 for chance in self.lying_of(tile).values())
        return self._shares[tile]

    @property
    def tells_with_pawn(self) -> bool:
        """Whether this is a disc of the last round, whose pawn goes with it."""
        return self.seen.step is Step.DISCS and self.seen.left == 1

    def tells_nothing(self, move: Event) -> bool:
        """Tell whether a disc or a pawn of literal players surely tells nobody anything."""
        step, several = self.seen.step, len(self.seen.players) > 2
        if step is Step.CONCLUSION or self.tells_by_discs or self._pawns_tell:
            return False
        known = len(self.left(move)) == len(self.thinkable)
        if step is Step.DISCS or self.share_left(move.words[0]) < 1:
            return known and step is Step.DISCS
        if several and self.counts_deals:
            return self.leaves(move).deals == self.now.deals
        return not several and (known or (self.is_complete and self.ways(move) == self.ways()))

    def beside_theirs(self, left: Hands) -> Mapping[str, float]:
        """Return how many of these hands of the viewer each other player is left with, on average.

        That is beside the player's own tiles, if these are left for all that everybody knows.
        Nobody surely has one left if that was so in all worlds which were drawn, not in all.
        """
        kept = self._np.isin(self.thinkable, left)
        least = 1.0 if self.is_complete or len(left) == 1 else 1 / ALMOST
        return {
            player: max(least, float(fits[:, kept].sum(axis=1)[which].mean()))
            for player, (fits, which) in self._beside.items()
        }

    @cached_property
    def _beside(self) -> Mapping[str, tuple[Any, Any]]:
        """Which of the viewer's `thinkable` hands others can think of beside their own, by player.

        A row for each hand that the worlds give to the player, and the number of the row of each
        world. Of many hands it is only told which overlap.
        """
        np, seat, found = self._np, self.seen.seat, dict[str, tuple[Any, Any]]()
        worlds = self._believed
        if not self.is_complete:
            worlds = worlds[: max(FEWEST, MANY // len(self.thinkable))]
        for other, player in enumerate(self.seen.players):
            if other == seat:
                continue
            held, which = np.unique(worlds[:, other], return_inverse=True)
            fits = self.thinkable & held[:, None] & TILES == 0
            if fits.size <= EXACTLY:
                sets, size = self._sets.copy(), self._size.copy()
                size[seat], sets[other, 0], size[other] = len(self.thinkable), 0, 1
                for row, hand in zip(fits, held, strict=True):
                    sets[seat, : size[seat]] = self.thinkable | hand
                    row &= self._hands.possible(sets, size, seat)
            found[player] = fits, which
        return found

    @cached_property
    def _heard(self) -> Hands:
        """The viewer's hands that some other player can think of in some of the viewer's deals."""
        if not self.is_complete:
            return self.thinkable
        some: Any = reduce(or_, (fits.any(axis=0) for fits, _ in self._beside.values()))
        heard: Hands = self.thinkable[some]
        return heard

    def same(self, moves: Sequence[Event]) -> dict[Event, Event]:
        """Return for each of `moves` the first that comes to the same for literal players.

        Discs do that leave the same hands, or as many of tiles which nothing known tells apart, and
        pawns and guesses that name such tiles (before the last round a disc may tell them apart
        later); and all discs and pawns if it is won.
        """
        found = dict[Event, Event]()
        if self.tells_by_discs or self._pawns_tell:
            return found
        if self.seen.step is not Step.CONCLUSION and self.is_won:
            return dict.fromkeys(moves, moves[0])
        for move in moves:
            firsts = dict.fromkeys(found.values())
            alike = (each for each in firsts if self.are_same(each, move))
            found[move] = next(alike, move)
        return found

    def are_same(self, one: Event, other: Event) -> bool:
        """Tell whether two moves of the same kind come to the same."""
        a, b = self._laid([one, other])
        if self.seen.step is Step.DISCS:
            left = [self._counted_alike(self.thinkable, target) for target in (a, b)]
            return self._np.array_equal(left[0], left[1]) or self._there(a) == self._there(b)
        if self.seen.step is Step.CONCLUSION and self.is_complete:
            right = [bool(self._right([each], self._believed).any()) for each in (one, other)]
            if not all(right):
                return not any(right)
        return one.words[1:] == other.words[1:] and self._alike[a] == self._alike[b]

    def _there(self, target: int) -> Mapping[tuple[int, int], int]:
        """Return how many open tiles of each kind are at a target, alike ones, own ones apart."""
        seen = self.seen
        there = seen.code.mask([*seen.code.box.targets.values()][target]) & ~seen.shut
        tiles = (n for n in range(len(seen.code.box.tiles)) if there >> n & 1)
        return Counter((self._alike[n], seen.hand >> n & 1) for n in tiles)

    @cached_property
    def _alike(self) -> Sequence[int]:
        """For each tile the first for which every player could as well have it, and the reverse."""
        return self._alike_in(self.seen.sets)

    @cached_property
    def _alike_beside(self) -> Sequence[int]:
        """The same for what all know of the others alone."""
        seat = self.seen.seat
        return self._alike_in([*self.seen.sets[:seat], *self.seen.sets[seat + 1 :]])

    def _alike_in(self, sets: Sequence[Hands]) -> Sequence[int]:
        np, found = self._np, list[int]()

        def swapped(a: int, b: int) -> bool:
            both = 1 << a | 1 << b
            ones = (hands[(hands >> a ^ hands >> b) & 1 == 1] & TILES for hands in sets)
            return all(np.array_equal(np.sort(each), np.sort(each ^ both)) for each in ones)

        for tile in range(len(self.seen.code.box.tiles)):
            firsts = dict.fromkeys(found)
            found.append(next((each for each in firsts if swapped(each, tile)), tile))
        return found

    def _right(self, moves: Sequence[Event], worlds: Worlds) -> Any:
        """Return a matrix of worlds (rows) by guesses (columns): is the guess right there?"""
        bits = self._np.array([1 << tile for tile in self._tiles(moves)], dtype=self._np.int64)
        seats = [self.seen.players.index(move.words[1]) for move in moves]
        return (worlds[:, seats] & bits[None, :]) != 0

    def _laid(self, moves: Sequence[Event]) -> list[int]:
        """Return the numbers of the targets or tiles on which `moves` lay something."""
        return self._numbers(moves) if self.seen.step is Step.DISCS else self._tiles(moves)

    def _numbers(self, moves: Sequence[Event]) -> list[int]:
        targets = list(self.seen.code.box.targets)
        return [targets.index(move.words[0]) for move in moves]

    def _tiles(self, moves: Sequence[Event]) -> list[int]:
        return [self.seen.code.box.tiles.index(move.words[0]) for move in moves]
