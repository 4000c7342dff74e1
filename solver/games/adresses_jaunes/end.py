"""The last pawns and the conclusion solved exactly: every seat sees its own hand alone.

What all know is a set of hands for each player, and the tiles that are face up; a deal takes one
hand of each set, no tile twice. What a seat names may depend on that and on its own hand. Nobody
concludes anything from a choice or a silence, so to a seat all deals that fit are equally likely,
whatever was named before. Solved from the end backwards: each seat names the tile after which the
team wins most often. Pawns are placed in seating order. In the conclusion whoever is certain of a
tile names it; if nobody is, the seat with the best chance takes its best guess, each of equal ones
equally often: nobody has settled which.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

Hand = int
"""The tiles of a hand, as bits."""
Deal = tuple[Hand, ...]
"""A hand of every player."""
Chances = Mapping[Deal, float]
"""How likely the team wins, in each deal."""
Guess = tuple[int, int]
"""A tile, as a bit, and the seat that is said to hold it."""

NOBODY = -1
MOST = 12_000
"""Most deals that are looked at in all positions together: about a tenth of a second."""
_NOUGHT = 1e-9
"""Differences below this are rounding errors."""


class Table(NamedTuple):
    """What all know: each player's possible hands, and the bits of all tiles that are face up.

    `waiting` are the seats that have not placed the pawn in the last round, none in the conclusion.
    """

    sets: tuple[tuple[Hand, ...], ...]
    shut: int
    waiting: tuple[int, ...] = ()

    def named(self, tile: int, holder: int) -> Table:
        """Return the table after `tile` is found with the seat `holder`, or with NOBODY."""
        sets = tuple(
            tuple(hand for hand in hands if (hand & tile != 0) == (seat == holder))
            for seat, hands in enumerate(self.sets)
        )
        return self._replace(sets=sets, shut=self.shut | tile)

    def placed(self, seat: int, tile: int, holder: int) -> Table:
        """Return the table after `seat` has placed the pawn on `tile`, found with `holder`."""
        waiting = tuple(each for each in self.waiting if each != seat)
        return self.named(tile, holder)._replace(waiting=waiting)


class TooManyError(Exception):
    """There are more deals than were to be looked at."""


class End:
    """Ends of a game, solved as they are asked for; at most `most` deals are looked at in all."""

    def __init__(self, most: int = MOST) -> None:
        self._left = most
        self._solved: dict[Table, Chances] = {}

    def chances(self, table: Table) -> Chances:
        """Return how likely the team wins in each deal; raises TooManyError."""
        found = self._solved.get(table)
        if found is None:
            deals = self._deals(table)
            if deals and not reduce(or_, deals[0]) & ~table.shut:  # all tiles of all hands
                found = {deals[0]: 1.0}
            else:
                found = self._pawn(table, deals) if table.waiting else self._guess(table, deals)
            self._solved[table] = found
        return found

    def after_pawn(self, table: Table, seat: int, tile: int, deals: Sequence[Deal]) -> list[float]:
        """Return how likely the team wins each of `deals` after `seat` has named `tile`."""
        holders = [holder_of(tile, deal) for deal in deals]
        came = {holder: self.chances(table.placed(seat, tile, holder)) for holder in set(holders)}
        return [came[holder][deal] for holder, deal in zip(holders, deals, strict=True)]

    def after_guess(self, table: Table, guess: Guess, deals: Sequence[Deal]) -> list[float]:
        """Return how likely the team wins each of `deals` after `guess`."""
        came = self.chances(table.named(*guess))
        return [came.get(deal, 0.0) for deal in deals]

    def _pawn(self, table: Table, deals: Sequence[Deal]) -> Chances:
        seat, found = table.waiting[0], dict[Deal, float]()
        for own, fits in _seen(deals, seat).items():
            most, best = -1.0, [0.0] * len(fits)
            for tile in _telling(table, own, fits):
                worths = self.after_pawn(table, seat, tile, fits)
                if sum(worths) > most + _NOUGHT:
                    most, best = sum(worths), worths
                if most > len(fits) - _NOUGHT:
                    break
            found |= zip(fits, best, strict=True)
        return found

    def _guess(self, table: Table, deals: Sequence[Deal]) -> Chances:
        found = dict[Deal, float]()
        bids: dict[Deal, tuple[float, list[Guess]]] = {}
        for seat in range(len(table.sets)):
            for fits in _seen(deals, seat).values():
                if certain := _guesses(table, seat, fits, and_):
                    after = table
                    for guess in certain:
                        after = after.named(*guess)
                    came = self.chances(after)
                    found |= {deal: came[deal] for deal in fits}
                elif guesses := _guesses(table, seat, fits, or_):
                    bid = self._best(table, fits, guesses)
                    for deal in fits:
                        if deal not in bids or bid[0] > bids[deal][0] + _NOUGHT:
                            bids[deal] = bid
        for deal, (_, guesses) in bids.items():
            if deal not in found:
                worths = [self.after_guess(table, guess, [deal])[0] for guess in guesses]
                found[deal] = sum(worths) / len(worths)
        return found

    def _best(
        self, table: Table, fits: Sequence[Deal], guesses: Sequence[Guess]
    ) -> tuple[float, list[Guess]]:
        """Return the best chance of a seat that thinks `fits` possible, and the guesses for it."""
        chances = [sum(self.after_guess(table, guess, fits)) / len(fits) for guess in guesses]
        most = max(chances)
        pairs = zip(guesses, chances, strict=True)
        return most, [guess for guess, chance in pairs if chance > most - _NOUGHT]

    def _deals(self, table: Table) -> list[Deal]:
        """Return the ways to take one hand of each set, no tile twice."""
        begun: list[tuple[Deal, int]] = [((), 0)]
        for hands in table.sets:
            begun = [
                ((*deal, hand), used | hand)
                for deal, used in begun
                for hand in hands
                if not used & hand
            ]
            self._left -= len(begun)
            if self._left < 0:
                raise TooManyError
        return [deal for deal, _ in begun]


def holder_of(tile: int, deal: Deal) -> int:
    """Return the seat that holds `tile`, or NOBODY."""
    return next((seat for seat, hand in enumerate(deal) if hand & tile), NOBODY)


def _seen(deals: Sequence[Deal], seat: int) -> Mapping[Hand, list[Deal]]:
    """Return the deals that fit what `seat` knows, for each hand that it can have."""
    fits = defaultdict[Hand, list[Deal]](list)
    for deal in deals:
        fits[deal[seat]].append(deal)
    return fits


def _telling(table: Table, own: Hand, fits: Sequence[Deal]) -> list[int]:
    """Return the tiles that another may hold for all that everybody knows; the seat holds `own`.

    First come those whose holder in `fits` is most in doubt. If there are none, 0 stands for a tile
    that tells nothing.
    """
    can = reduce(or_, (hand for hands in table.sets for hand in hands), 0) & ~table.shut & ~own

    def doubt(tile: int) -> int:
        return max(Counter(holder_of(tile, deal) for deal in fits).values())

    return sorted(_bits(can), key=doubt) or [0]


def _guesses(
    table: Table, seat: int, fits: Sequence[Deal], joined: Callable[[int, int], int]
) -> list[Guess]:
    """Return the guesses of `seat` that are right in some (`or_`) or all (`and_`) of `fits`."""
    return [
        (tile, holder)
        for holder in range(len(table.sets))
        if holder != seat
        for tile in _bits(reduce(joined, (deal[holder] for deal in fits)) & ~table.shut)
    ]


def _bits(mask: int) -> Iterator[int]:
    """Yield the bits of `mask`, the lowest first."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
