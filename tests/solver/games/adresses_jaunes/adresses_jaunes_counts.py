"""What can be known at Les Adresses Jaunes, counted from the record alone, hand by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import combinations, islice
from statistics import fmean

from aparte.models.core import Event, View
from aparte.solver.games.adresses_jaunes.counting import BELIEVED
from aparte.solver.games.adresses_jaunes.deals import MOST

Hand = frozenset[str]
Deal = tuple[Hand, ...]
TILE, TARGET, NAME = r"[1-9][TRP]", r"(?:[hv][123]|[TRP])", r"[A-Z][a-z]+"
TILES = rf"{TILE}(?: {TILE})*"
KINDS, BLOCKS = "TRP", "123456789"
STREETS = {
    **{f"h{n + 1}": BLOCKS[3 * n : 3 * n + 3] for n in range(3)},
    **{f"v{n + 1}": BLOCKS[n::3] for n in range(3)},
}


def matches(tile: str, target: str) -> bool:
    """Tell whether a disc counts a tile."""
    return tile[1] == target if target in KINDS else tile[0] in STREETS[target]


class Counting:
    """What all can know of every hand, and the viewer of all deals, counted by hand."""

    def __init__(self, own: View) -> None:
        self.players, self.viewer = own.setup.players, own.viewer
        self.seat = self.players.index(self.viewer)
        self.open: dict[str, str] = {}
        self.discs: list[tuple[str, str, int, Hand]] = []
        self.lacking: list[tuple[str, str]] = []
        self.own: Hand = frozenset()
        self.known: dict[tuple[str, Hand, Hand], bool] = {}
        size = 0
        for _, event in own.events:
            match event:
                case Event("revealed", _, tiles, drawn):
                    self.open |= dict.fromkeys((*tiles, *drawn), "")
                case Event("deal", _, (player,), tiles):
                    size = len(tiles)
                    self.own = frozenset(tiles) if player == self.viewer else self.own
                case Event("disc", actor, (target,), (n,)):
                    self.discs.append((actor, target, int(n), self.found(actor)))
                case Event("pawn", actor, (tile,), (holder,)):
                    self.lacking.append((actor, tile))
                    self.open[tile] = "" if holder == "nobody" else holder
                case Event("name", actor, (tile, holder), _):
                    self.open[tile] = holder
        every = sorted(block + kind for block in BLOCKS for kind in KINDS)
        self.all_hands = [frozenset(each) for each in combinations(every, size)]
        self.hands = {player: self.of(player) for player in self.players}

    def found(self, player: str) -> Hand:
        """The tiles of a player that lie open."""
        return frozenset(tile for tile, holder in self.open.items() if holder == player)

    def of(self, player: str) -> list[Hand]:
        """The hands of a player that fit what lies open and the own discs and pawns."""
        found = self.found(player)
        shut = {tile for tile, holder in self.open.items() if holder != player}
        shut |= {tile for actor, tile in self.lacking if actor == player}
        return [
            hand
            for hand in self.all_hands
            if found <= hand and not hand & shut and self.fits(player, hand)
        ]

    def fits(self, player: str, hand: Hand) -> bool:
        """Tell whether the discs of a player count so with a hand."""
        return all(
            sum(matches(tile, target) for tile in hand - found) == n
            for actor, target, n, found in self.discs
            if actor == player
        )

    def deals(self, fixed: Mapping[str, Hand]) -> Iterator[Deal]:
        """All ways to give hands to all, some of them fixed."""

        def dealt(given: Deal) -> Iterator[Deal]:
            if len(given) == len(self.players):
                yield given
                return
            player = self.players[len(given)]
            taken = reduce(Hand.union, given, Hand())
            for hand in [fixed[player]] if player in fixed else self.hands[player]:
                if not hand & taken:
                    yield from dealt((*given, hand))

        yield from dealt(())

    @cached_property
    def worlds(self) -> list[Deal]:
        """All deals for the viewer; none if they are too many to be listed."""
        fixed = {self.viewer: self.own}
        found = [*islice(self.deals(fixed), BELIEVED + 1)]
        return found if len(found) <= BELIEVED else []

    @cached_property
    def public(self) -> list[Hand]:
        """The viewer's hands that all can think of."""
        mine = self.hands[self.viewer]
        return [hand for hand in mine if next(self.deals({self.viewer: hand}), None)]

    def after(self, hands: Sequence[Hand], move: Event) -> list[Hand]:
        """Those of the viewer's hands that are left after a move of theirs."""
        word = move.words[0]
        if move.verb != "disc":
            return [hand for hand in hands if word not in hand]
        shown, count = self.found(self.viewer), self.counts(move)
        return [
            hand for hand in hands if sum(matches(each, word) for each in hand - shown) == count
        ]

    def counts(self, move: Event) -> int:
        """What a disc of the viewer counts."""
        own = self.own - self.found(self.viewer)
        return sum(matches(tile, move.words[0]) for tile in own)

    def beside(self, player: str) -> list[Hand]:
        """The hands of another player that can be beside the viewer's own."""
        both = ({self.viewer: self.own, player: hand} for hand in self.hands[player])
        found = (fixed for fixed in both if not self.own & fixed[player])
        return [fixed[player] for fixed in found if next(self.deals(fixed), None)]

    def at_seats(self, left: Sequence[Hand]) -> list[Mapping[str, int]]:
        """How many of these hands each other player is left with, deal by deal."""
        seats = [(n, p) for n, p in enumerate(self.players) if p != self.viewer]
        return [
            {player: self._beside(player, deal[n], left) for n, player in seats}
            for deal in self.worlds
        ]

    def _beside(self, player: str, own: Hand, left: Sequence[Hand]) -> int:
        """How many of these hands of the viewer can be beside a player's own hand."""
        return sum(self._together(player, own, hand) for hand in left)

    def at(self, seat: int, deal: Deal, hand: Hand) -> bool:
        """Whether a hand of the viewer can be beside that of a seat."""
        return self._together(self.players[seat], deal[seat], hand)

    def _together(self, player: str, own: Hand, hand: Hand) -> bool:
        key = player, own, hand
        if key not in self.known:
            both = {player: own, self.viewer: hand}
            self.known[key] = not own & hand and next(self.deals(both), None) is not None
        return self.known[key]

    @cached_property
    def everybodys(self) -> list[Deal]:
        """All deals that can be for all, and one more than are listed if they are more."""
        return [*islice(self.deals({}), MOST + 1)]

    def place(self, deal: Sequence[Hand], tile: str | None) -> str:
        """Who has a tile in a deal."""
        holders = (name for name, hand in zip(self.players, deal, strict=True) if tile in hand)
        return next(holders, "nobody")

    def share(self, tile: str | None) -> float:
        """Which part of the viewer's deals the answer to a pawn leaves, on average."""
        lying = Counter(self.place(each, tile) for each in self.worlds)
        return sum((n / len(self.worlds)) ** 2 for n in lying.values())

    def kept(self, move: Event, pawn: str | None) -> list[Hand]:
        """The viewer's hands that are left for all after a move, and after the pawn behind it."""
        return [hand for hand in self.after(self.public, move) if pawn not in hand]

    def left(self, move: Event | None, pawn: str | None, things: str) -> dict[str, float]:
        """How many "deals", or else hands, others are left with, on average, by player.

        After a move and perhaps the pawn behind it, whose answer is counted, or now.
        """
        hands, seat = self.public if move is None else self.kept(move, pawn), self.seat
        tile = move.words[0] if move is not None and move.verb == "pawn" else pawn
        if things != "deals":
            rows = self.at_seats(hands)
            return {player: fmean(row[player] for row in rows) for player in rows[0]}
        deals = {deal: tile and self.place(deal, tile) for deal in self.everybodys}
        deals = {deal: answer for deal, answer in deals.items() if deal[seat] in hands}
        mine = [deal for deal in deals if deal[seat] == self.own]
        found = {}
        for n, player in enumerate(self.players):
            beside = Counter((deal[n], answer) for deal, answer in deals.items())
            if n != seat:
                found[player] = fmean(beside[deal[n], deals[deal]] for deal in mine)
        return found


def named(deal: Deal, deals: Sequence[Deal]) -> Sequence[Deal]:
    """The deals that are left when all has been named of which somebody is certain."""
    before = 0
    while len(deals) != before:
        before = len(deals)
        for seat, own in enumerate(deal):
            sees = [each for each in deals if each[seat] == own]
            sure = [reduce(Hand.intersection, hands) for hands in zip(*sees, strict=True)]
            sure[seat] = Hand()
            deals = [each for each in deals if all(a <= b for a, b in zip(sure, each, strict=True))]
    return deals


class Proof:
    """Why a tile surely lies with somebody, held to the discs as they lie."""

    def __init__(self, own: View, counting: Counting) -> None:
        self.own, self.counting = own, counting
        self.now = {
            (actor, at): laid - sum(matches(tile, at) for tile in counting.found(actor) - found)
            for actor, at, laid, found in counting.discs
        }

    def left(self, player: str) -> int:
        """How many tiles of a player are not found."""
        return len(self.counting.all_hands[0]) - len(self.counting.found(player))

    def lacks(self, player: str, tile: str, why: str) -> None:
        """Check why a player lacks a tile."""
        if found := re.fullmatch(rf"{player}'s disc at ({TARGET}) counts 0", why):
            assert matches(tile, found[1]) and self.now[player, found[1]] == 0
        elif found := re.fullmatch(rf"{player}'s last .*tile.* counted at ((?:{TARGET} ?)+)", why):
            targets = found[1].split()
            assert sum(self.now[player, each] for each in targets) == self.left(player)
            assert not any(matches(tile, each) for each in targets)
        elif found := re.fullmatch(rf"{player}'s disc at ({TARGET}) counts only ({TILES})", why):
            tiles = found[2].split()
            assert self.now[player, found[1]] == len(tiles) and tile not in tiles
            assert matches(tile, found[1])
            for each in tiles:
                self.sure(player, each)
        else:
            found = re.fullmatch(rf"({NAME}) has it", why)
            assert found and found[1] != player
            self.sure(found[1], tile)

    def sure(self, player: str, tile: str) -> None:
        """Check that somebody has a tile in all deals."""
        seat = self.counting.players.index(player)
        assert all(tile in deal[seat] for deal in self.counting.worlds)

    def holds(self, player: str, tile: str, text: str) -> None:
        """Check a whole proof: no more tiles are left at a disc, or in the hand, than it counts."""
        ending = rf"(?:, and only ({TILES}) can be meant|: ({TILES})(, not .*))"
        both = (
            rf"'s discs at ({TARGET}) and ({TARGET}) count (\d) and (\d) in a hand of (\d)"
            rf"(?: beside ({TILES}))?, so (\d) at both"
        )
        tiles = {each for hand in self.counting.all_hands for each in hand}
        free = tiles - self.counting.open.keys() - self.counting.own
        if found := re.fullmatch(rf"{player}{both}{ending}", text):
            one, two, n, m, left, beside, count, *only, others = found.groups()
            assert (int(n), int(m)) == (self.now[player, one], self.now[player, two])
            aside = beside.split() if beside else []
            assert int(left) == self.left(player) - len(aside)
            assert int(count) == int(n) + int(m) - int(left)
            for each in aside:
                assert not matches(each, one) and not matches(each, two)
                self.sure(player, each)
            can = {each for each in free if matches(each, one) and matches(each, two)}
        else:
            alone = rf"(?:'s disc at ({TARGET}) still counts| has) (\d)(?: tiles? left)?"
            found = re.fullmatch(rf"{player}{alone}{ending}", text)
            assert found, text
            target, count, *only, others = found.groups()
            assert int(count) == (self.now[player, target] if target else self.left(player))
            can = {each for each in free if target is None or matches(each, target)}
        for gone, why in re.findall(rf"not ({TILES}) \((.*?)\)", others or ""):
            for each in gone.split():
                self.lacks(player, each, why)
                can.remove(each)
        assert tile in can and len(can) == int(count)
        assert {*" ".join(filter(None, only)).split()} == can
