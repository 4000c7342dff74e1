"""The last pawns and the conclusion solved exactly: every seat sees its own hand alone.

What all know is which deals can be: one of the possible hands of each player, no tile twice. What a
seat names may depend on that and on its own hand. Nobody concludes anything from a choice or a
silence, so to a seat all deals that fit are equally likely, whatever was named before. Solved from
the end backwards: each seat names the tile after which the team wins most often. In the conclusion
whoever is certain of a tile names it. Else the seat acts that gains most by going first: it places
its pawn on the best tile, the one most in doubt of equals, or takes its best guess, each of equal
ones equally often, for nobody has settled which.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain
from operator import and_, or_
from typing import Any, NamedTuple

Hand = int
"""The tiles of a hand, as bits."""
Deal = tuple[Hand, ...]
"""A hand of every player."""
Chances = Mapping[Deal, float]
"""How likely the team wins, in each deal."""
Guess = tuple[int, int]
"""A tile, as a bit, and the seat that is said to hold it."""

NOBODY = -1
DEALS = 3_000
"""Most deals of a table that is solved."""
MOST = 700_000
"""Most deals that are looked at in all positions together: up to 0.6 s."""
_NOUGHT = 1e-9
"""Differences below this are rounding errors."""


class Table(NamedTuple):
    """What all know: the deals that can be, in the order in which they were listed.

    So two ways to find out the same lead to the same table. `waiting` are the seats that have not
    placed the pawn in the last round, none in the conclusion.
    """

    deals: tuple[Deal, ...]
    waiting: tuple[int, ...] = ()

    @classmethod
    def of(cls, sets: Iterable[Collection[Hand]], waiting: tuple[int, ...] = ()) -> Table:
        """Return the table with the ways to take one hand of each of `sets`, no tile twice.

        Raises TooManyError if there are more than `DEALS`, or so many ways for some of the seats.
        """
        begun: list[tuple[Deal, int]] = [((), 0)]
        for hands in sets:
            begun = [
                ((*deal, hand), used | hand)
                for deal, used in begun
                for hand in hands
                if not used & hand
            ]
            if len(begun) > DEALS:
                raise TooManyError
        return cls(tuple(deal for deal, _ in begun), waiting)

    def named(self, tile: int, holder: int) -> Table:
        """Return the table after `tile` is found with the seat `holder`, or with NOBODY."""
        if holder == NOBODY:
            deals = [deal for deal in self.deals if holder_of(tile, deal) == NOBODY]
        else:
            deals = [deal for deal in self.deals if deal[holder] & tile]
        return self._replace(deals=tuple(deals))

    def left(self, seat: int, hands: Collection[Hand]) -> Table:
        """Return the table after a disc that leaves `seat` these `hands`."""
        some = {*hands}
        return self._replace(deals=tuple(deal for deal in self.deals if deal[seat] in some))

    def placed(self, seat: int, tile: int, holder: int) -> Table:
        """Return the table after `seat` has placed the pawn on `tile`, found with `holder`."""
        waiting = tuple(each for each in self.waiting if each != seat)
        return self.named(tile, holder)._replace(waiting=waiting)

    @property
    def known(self) -> Deal:
        """The tiles that all know of each seat: those in all of its hands."""
        return tuple(reduce(and_, hands) for hands in zip(*self.deals, strict=True))


class First(NamedTuple):
    """What a seat `gains` by acting first, as it looks from there, and the `tile` of its pawn."""

    gains: float
    tile: int


class TooManyError(Exception):
    """There are more deals than were to be looked at."""


@lru_cache(maxsize=8)
def solved(tables: tuple[Table, ...]) -> End | None:
    """Return an end with all of `tables` solved, of the same deals; None if that takes too long.

    All know the same tables, so every seat asks for the same, and so does whoever asks again.
    """
    end = End(tuple(dict.fromkeys(chain.from_iterable(table.deals for table in tables))))
    try:
        for table in tables:
            end.chances(table)
    except TooManyError:
        return None
    return end


@lru_cache(maxsize=8)
def firsts(table: Table) -> Mapping[tuple[int, Hand], First] | None:
    """Return what each seat with each hand gains if it acts first; None if that takes too long."""
    end = solved((table,))
    try:
        return None if end is None else end.firsts(table)
    except TooManyError:
        return None


class End:
    """Ends of a game, solved as they are asked for: those of tables with some of these `deals`.

    At most `most` deals are looked at in all: for more there is no room, then nor later.
    """

    def __init__(self, deals: Sequence[Deal], most: int = MOST) -> None:
        import numpy as np

        from . import end_kernel

        self._kernel: Any = end_kernel
        self._number = {deal: number for number, deal in enumerate(deals)}
        slots = 1 << most.bit_length()
        self._memo = end_kernel.Memo(
            np.array(deals, dtype=np.int64).reshape(len(deals), -1),
            np.empty(most, dtype=np.int64),
            np.empty(most),
            np.empty(slots, dtype=np.int64),
            np.zeros(slots, dtype=np.int64),
            np.empty(slots, dtype=np.int64),
            np.ones(1, dtype=np.int64),
        )
        self._memo.wins[0] = 1.0
        self._gone_on: dict[tuple[Table, int, Hand], Chances] = {}

    def chances(self, table: Table) -> Chances:
        """Return how likely the team wins in each deal; raises TooManyError."""
        return dict(zip(table.deals, self._solved(table, False)[0], strict=True))

    def firsts(self, table: Table) -> Mapping[tuple[int, Hand], First]:
        """Return what each seat with each hand gains if it acts first, as it looks from there.

        Nothing if it is certain of a tile. Raises TooManyError.
        """
        _, gains, tiles = self._solved(table, True)
        return {
            (seat, deal[seat]): First(gains[seat][i], tiles[seat][i])
            for i, deal in enumerate(table.deals)
            for seat in range(len(deal))
        }

    def _solved(self, table: Table, asked: bool) -> tuple[list[float], Any, Any]:
        import numpy as np

        some = np.array([self._number[deal] for deal in table.deals], dtype=np.int64)
        shape = self._memo.deals.shape[1] if asked else 0, len(some)
        gains, tiles = np.empty(shape), np.empty(shape, dtype=np.int64)
        waiting = sum(1 << seat for seat in table.waiting)
        begin = self._kernel.solved(self._memo, some, waiting, gains, tiles)
        if begin < 0:
            raise TooManyError
        wins = self._memo.wins[begin : begin + len(some)] if len(some) > 1 else np.ones(len(some))
        return wins.tolist(), gains.tolist(), tiles.tolist()

    def after_pawn(self, table: Table, seat: int, tile: int, deals: Sequence[Deal]) -> list[float]:
        """Return how likely the team wins each of `deals` after `seat` has named `tile`."""
        holders = [holder_of(tile, deal) for deal in deals]
        came = {holder: self.chances(table.placed(seat, tile, holder)) for holder in set(holders)}
        return [came[holder][deal] for holder, deal in zip(holders, deals, strict=True)]

    def after_own(
        self, table: Table, seat: int, guess: Guess, deals: Sequence[Deal]
    ) -> list[float]:
        """Return the same after a guess of `seat`, who goes on with another one if that is better.

        Better as far as it sees; `deals` fit what it sees.
        """
        came = self._going_on(table.named(*guess), seat, deals[0][seat])
        return [came.get(deal, 0.0) for deal in deals]

    def _going_on(self, table: Table, seat: int, own: Hand) -> Mapping[Deal, float]:
        """Return how likely the team wins in each deal that fits the hand `own` of `seat`.

        It may guess first, as often as it likes, or leave it to all.
        """
        found = self._gone_on.get((table, seat, own))
        if found is None:
            came = self.chances(table)
            fits = [deal for deal in table.deals if deal[seat] == own]
            found = {deal: came[deal] for deal in fits}
            for guess in _guesses(table.known, seat, fits):
                after = self._going_on(table.named(*guess), seat, own)
                if sum(after.values()) > sum(found.values()) + _NOUGHT:
                    found = {deal: after.get(deal, 0.0) for deal in fits}
            self._gone_on[table, seat, own] = found
        return found


def holder_of(tile: int, deal: Deal) -> int:
    """Return the seat that holds `tile`, or NOBODY."""
    for seat, hand in enumerate(deal):
        if hand & tile:
            return seat
    return NOBODY


def _guesses(known: Deal, seat: int, fits: Sequence[Deal]) -> list[Guess]:
    """Return the guesses of `seat` that are right in some of `fits`.

    There are none of the tiles that are `known` of each seat.
    """
    return [
        (tile, holder)
        for holder, hands in enumerate(zip(*fits, strict=True))
        if holder != seat
        for tile in _bits(reduce(or_, hands) & ~known[holder])
    ]


def _bits(mask: int) -> Iterator[int]:
    """Yield the bits of `mask`, the lowest first."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
