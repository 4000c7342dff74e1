"""The last pawns and the conclusion solved exactly: every seat sees its own hand alone.

What all know is which deals can be: one of the possible hands of each player, no tile twice. What a
seat names may depend on that and on its own hand. Nobody concludes anything from a choice or a
silence, so to a seat all deals that fit are equally likely, whatever was named before. Solved from
the end backwards: each seat names the tile after which the team wins most often. Pawns are placed
in seating order. In the conclusion whoever is certain of a tile names it; if nobody is, the seat
that gains most by going first takes its best guess, each of equal ones equally often: nobody has
settled which.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import and_, or_
from statistics import fmean
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
"""Most deals that are looked at in all positions together: up to 0.2 s."""
_NOUGHT = 1e-9
"""Differences below this are rounding errors."""


class Table(NamedTuple):
    """What all know: the deals that can be, in the order in which they were listed.

    So two ways to find out the same lead to the same table. `waiting` are the seats that have not
    placed the pawn in the last round, none in the conclusion.
    """

    deals: tuple[Deal, ...]
    waiting: tuple[int, ...] = ()

    def named(self, tile: int, holder: int) -> Table:
        """Return the table after `tile` is found with the seat `holder`, or with NOBODY."""
        if holder == NOBODY:
            deals = [deal for deal in self.deals if holder_of(tile, deal) == NOBODY]
        else:
            deals = [deal for deal in self.deals if deal[holder] & tile]
        return self._replace(deals=tuple(deals))

    def placed(self, seat: int, tile: int, holder: int) -> Table:
        """Return the table after `seat` has placed the pawn on `tile`, found with `holder`."""
        waiting = tuple(each for each in self.waiting if each != seat)
        return self.named(tile, holder)._replace(waiting=waiting)

    @property
    def known(self) -> Deal:
        """The tiles that all know of each seat: those in all of its hands."""
        return tuple(reduce(and_, hands) for hands in zip(*self.deals, strict=True))


class Bid(NamedTuple):
    """What a seat can get by its best guess: the `chance` it sees, and what `came` in one deal."""

    chance: float
    came: float


Bids = Mapping[Deal, Mapping[int, Bid]]
"""The bid of each seat in each deal."""


class TooManyError(Exception):
    """There are more deals than were to be looked at."""


class End:
    """Ends of a game, solved as they are asked for; at most `most` deals are looked at in all."""

    def __init__(self, most: int = MOST) -> None:
        self._left = most
        self._solved: dict[Table, Chances] = {}
        self._gone_on: dict[tuple[Table, int, Hand], Chances] = {}

    def table(self, sets: Iterable[Collection[Hand]], waiting: tuple[int, ...] = ()) -> Table:
        """Return the table with the ways to take one hand of each of `sets`, no tile twice.

        Raises TooManyError.
        """
        begun: list[tuple[Deal, int]] = [((), 0)]
        for hands in sets:
            begun = [
                ((*deal, hand), used | hand)
                for deal, used in begun
                for hand in hands
                if not used & hand
            ]
            self._look(len(begun))
        return Table(tuple(deal for deal, _ in begun), waiting)

    def chances(self, table: Table) -> Chances:
        """Return how likely the team wins in each deal; raises TooManyError."""
        found = self._solved.get(table)
        if found is None:
            self._look(len(table.deals))
            if len(table.deals) < 2:
                found = dict.fromkeys(table.deals, 1.0)
            else:
                found = self._pawn(table) if table.waiting else self._guess(table)
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

    def after_own(
        self, table: Table, seat: int, guess: Guess, deals: Sequence[Deal]
    ) -> list[float]:
        """Return the same of a guess of `seat`, who goes on with another one if that is better.

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
            for guess in _guesses(table.known, seat, fits, or_):
                after = self._going_on(table.named(*guess), seat, own)
                if sum(after.values()) > sum(found.values()) + _NOUGHT:
                    found = {deal: after.get(deal, 0.0) for deal in fits}
            self._gone_on[table, seat, own] = found
        return found

    def gain(self, table: Table, seat: int, own: Hand) -> float:
        """Return how much likelier the team wins if `seat` with the hand `own` guesses first.

        So it looks to this seat, which is certain of nothing. Raises TooManyError.
        """
        return _gains(table, self._tried(table)[1])[seat, own]

    def _look(self, deals: int) -> None:
        self._left -= deals
        if self._left < 0:
            raise TooManyError

    def _pawn(self, table: Table) -> Chances:
        seat, found = table.waiting[0], dict[Deal, float]()
        doubtful = reduce(or_, chain(*table.deals)) & ~reduce(or_, table.known)
        for own, fits in _seen(table, seat).items():
            most, best = -1.0, [0.0] * len(fits)
            for tile in _telling(doubtful & ~own, fits):
                worths = self.after_pawn(table, seat, tile, fits)
                if sum(worths) > most + _NOUGHT:
                    most, best = sum(worths), worths
                if most > len(fits) - _NOUGHT:
                    break
            found |= zip(fits, best, strict=True)
        return found

    def _guess(self, table: Table) -> Chances:
        found, bids = self._tried(table)
        gains = _gains(table, bids)
        for deal, by_seat in bids.items():
            first = max(by_seat, key=lambda seat: gains[seat, deal[seat]] - seat * _NOUGHT)
            found[deal] = by_seat[first].came
        return found

    def _tried(self, table: Table) -> tuple[dict[Deal, float], Bids]:
        """Return what comes where somebody is certain of a tile, and elsewhere what all can bid."""
        found, known = dict[Deal, float](), table.known
        bids = defaultdict[Deal, dict[int, Bid]](dict)
        for seat in range(len(known)):
            for fits in _seen(table, seat).values():
                if certain := _guesses(known, seat, fits, and_):
                    after = table
                    for guess in certain:
                        after = after.named(*guess)
                    came = self.chances(after)
                    found |= {deal: came[deal] for deal in fits}
                elif guesses := _guesses(known, seat, fits, or_):
                    most, best = self._best(table, fits, guesses)
                    for deal, *each in zip(fits, *best.values(), strict=True):
                        bids[deal][seat] = Bid(most, fmean(each))
        return found, {deal: bids[deal] for deal in bids if deal not in found}

    def _best(
        self, table: Table, fits: Sequence[Deal], guesses: Sequence[Guess]
    ) -> tuple[float, dict[Guess, list[float]]]:
        """Return the best chance of a seat that thinks `fits` possible, and the guesses for it.

        Each with how likely the team then wins in each of `fits`.
        """
        rows = {guess: self.after_guess(table, guess, fits) for guess in guesses}
        most = max(map(sum, rows.values())) - _NOUGHT
        return most / len(fits), {guess: row for guess, row in rows.items() if sum(row) > most}


def _gains(table: Table, bids: Bids) -> Mapping[tuple[int, Hand], float]:
    """Return how much likelier the team wins, as a seat with a hand sees it, if it guesses first.

    And not the one of the others with the best chance.
    """
    gains, fits = defaultdict[tuple[int, Hand], float](float), Counter[tuple[int, Hand]]()
    for deal in table.deals:
        by_seat = bids.get(deal, {})
        fits.update(enumerate(deal))
        for seat, bid in by_seat.items():
            others = [by_seat[other] for other in by_seat if other != seat]
            if others:
                gains[seat, deal[seat]] += bid.came - max(others, key=lambda each: each.chance).came
    return {each: gains[each] / fits[each] for each in fits}


def holder_of(tile: int, deal: Deal) -> int:
    """Return the seat that holds `tile`, or NOBODY."""
    for seat, hand in enumerate(deal):
        if hand & tile:
            return seat
    return NOBODY


def _seen(table: Table, seat: int) -> Mapping[Hand, list[Deal]]:
    """Return the deals that fit what `seat` knows, for each hand that it can have."""
    fits = defaultdict[Hand, list[Deal]](list)
    for deal in table.deals:
        fits[deal[seat]].append(deal)
    return fits


def _telling(doubtful: int, fits: Sequence[Deal]) -> list[int]:
    """Return the `doubtful` tiles, first those whose holder in `fits` is most in doubt.

    If there are none, 0 stands for a tile that tells nothing.
    """

    def doubt(tile: int) -> int:
        return max(Counter(holder_of(tile, deal) for deal in fits).values())

    return sorted(_bits(doubtful), key=doubt) or [0]


def _guesses(
    known: Deal, seat: int, fits: Sequence[Deal], joined: Callable[[int, int], int]
) -> list[Guess]:
    """Return the guesses of `seat` that are right in some (`or_`) or all (`and_`) of `fits`.

    There are none of the tiles that are `known` of each seat.
    """
    return [
        (tile, holder)
        for holder, hands in enumerate(zip(*fits, strict=True))
        if holder != seat
        for tile in _bits(reduce(joined, hands) & ~known[holder])
    ]


def _bits(mask: int) -> Iterator[int]:
    """Yield the bits of `mask`, the lowest first."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
