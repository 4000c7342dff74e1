"""Every sentence of a reason is held to plain counting, from the record alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from itertools import chain, combinations, count, islice
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from aparte.contract.tables import blank
from aparte.contract.twins import twins
from aparte.models.adresses_jaunes.state import Step
from aparte.models.core import Event, View, view
from aparte.models.record import read, write
from aparte.models.words import say
from aparte.solver.games.adresses_jaunes.coach import CoachBot, decision_of, own_moves
from aparte.solver.games.adresses_jaunes.counting import BELIEVED, FEW_DEALS
from aparte.solver.games.adresses_jaunes.deals import MOST
from aparte.solver.games.adresses_jaunes.reasons import LISTED, reason
from aparte.solver.games.adresses_jaunes.sure import lacking, proofs
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget
from aparte.solver.play.contrast import Clause, Contrast
from aparte.solver.play.driver import drawn, played
from aparte.solver.play.trial import Assumptions
from tests.reasons import played_positions
from tests.tables import random_game

Hand = frozenset[str]
Deal = tuple[Hand, ...]
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


def apart(told: str, hands: Sequence[Hand]) -> bool:
    """Tell whether hands are told by the tiles that are not in all of them."""
    shared = reduce(Hand.intersection, hands)
    return Counter(frozenset(each.split()) for each in re.split(", | or ", told)) == Counter(
        hand - shared for hand in hands
    )


class Sentence:
    """A sentence that is taken apart; every part is held to the counting."""

    def __init__(self, own: View, counting: Counting, move: Event, differs: Contrast) -> None:
        self.own, self.counting, self.move, self.differs = own, counting, move, differs
        self.viewer = counting.viewer
        self.against, self.public, self.worlds = differs.against, counting.public, counting.worlds
        if move.verb == "disc" and differs.best and differs.either:
            self.against = decision_of(own).next_disc(move, own_moves(own))
        self.left = [counting.after(self.public, each) for each in (move, self.against)]
        self.last = own.state.round == own.state.box.rounds and move.verb == "disc"
        self.kinds: list[str] = []
        self.with_pawn: str | None = None

    def holds(self, text: str) -> None:
        """Check every part of it."""
        while text:
            for kind, pattern in PARTS.items():
                if found := re.match(pattern, text):
                    getattr(self, kind)(*found.groups())
                    self.kinds.append(kind)
                    text = text[found.end() :]
                    break
            else:
                raise AssertionError(f"unknown: {text}")

    def joined(self) -> None:
        """Two parts; what they say is checked one by one."""

    # a disc

    def counted(self, target: str, room: str) -> None:
        """What a disc counts, of which tiles."""
        assert target == self.move.words[0]
        self.room(self.viewer, target, room)

    def room(self, player: str, target: str, told: str) -> None:
        """Which tiles a player surely has at a target, and how many of which others."""
        hands = self.heard if player == self.viewer else self.counting.beside(player)
        there = {tile for hand in hands for tile in hand if matches(tile, target)}
        there -= self.counting.open.keys()
        sure = reduce(Hand.intersection, hands) & there
        count = len((self.counting.own if player == self.viewer else hands[0]) & there - sure)
        can = sorted(there - sure)
        room = f"{count} of {' '.join(can)}" if count < len(can) or count > 1 else can[0]
        if len(can) > (4 if count else 6):
            room = f"{count} of {len(can)} possible tiles"
        assert told == " and ".join(filter(None, [" ".join(sorted(sure)), room if can else ""]))

    @cached_property
    def heard(self) -> list[Hand]:
        """The viewer's hands that some other player can think of."""
        return self._beside_some(self.public)

    def _beside_some(self, hands: Sequence[Hand]) -> list[Hand]:
        seats = [n for n, each in enumerate(self.counting.players) if each != self.viewer]
        return [
            hand
            for hand in hands
            if not self.worlds
            or any(self.counting.at(n, deal, hand) for deal in self.worlds for n in seats)
        ]

    def counted_before(self) -> None:
        """That all know what it counts."""
        assert len(self.left[0]) == len(self.public)

    def free(self, pawn: str) -> None:
        """That a disc shows the whole hand, and of two players which pawn asks most."""
        assert self.last
        assert set(self._by_player(self.move, None, "hands").values()) == {1}
        self.with_pawn = pawn
        if self.worlds and len(self.counting.players) == 2:
            tiles = {tile for hand in self.counting.all_hands for tile in hand}
            tiles -= self.counting.open.keys() | self.counting.own
            assert self.share(pawn) == pytest.approx(min(map(self.share, tiles)))

    def with_own(self, pawn: str) -> None:
        """Which pawn goes with a last disc."""
        assert self.last
        self.with_pawn = pawn

    # a pawn

    def mine(self, about: str | None, n: str, total: str | None, *more: str | None) -> None:
        """How many of the viewer's deals the answer to a pawn leaves, about if on average."""
        player, other, m = more
        assert player is None or {player, self.counting.viewer} == {*self.counting.players}
        if not self.worlds:
            return
        assert total is None or int(total) == len(self.worlds) <= LISTED
        assert other is None or other == self.against.words[0]
        if total is not None:
            lying = Counter(self.place(each, self.asked or "") for each in self.worlds)
            assert (about is None) is (len({*lying.values()}) == 1)
        for tile, told in ((self.asked, n), (other, m)):
            if told is not None:
                self._near(told, self.share(tile) * int(total or 100))

    def known(self, place: str, tile: str, why: str | None) -> None:
        """Where the tile lies in all deals; why the only other player lacks it."""
        assert tile == self.asked
        assert {self.place(each, tile) for each in self.worlds} <= {"nobody" if why else place}
        if why:
            Proof(self.own, self.counting).lacks(place, tile, why)

    @property
    def asked(self) -> str:
        """The tile of the pawn that is spoken of."""
        return self.with_pawn or self.move.words[0]

    def asks(self, than: str) -> None:
        """Whether the answer leaves the viewer more or less than that of the other pawn."""
        assert self.differs.below or than != "about as much"
        if self.worlds:
            own, other = (self.share(each.words[0]) for each in (self.move, self.against))
            if than == "about as much":
                assert own == pytest.approx(other, rel=0.1001)
            else:
                assert (own > other) is (than == "less")

    def tells(self, than: str) -> None:
        """Whether others are left with more or less than after the pawn above."""
        if self.few:
            moves = (self.move, self.against)
            pawns = [decision_of(self.own).leaves(x).pawn if self.last else None for x in moves]
            sides = [self._by_player(*x, "hands") for x in zip(moves, pawns, strict=True)]
            names = self._changing("hands", pawns[0])
            own, other = (fmean(side[name] for name in names) for side in sides)
            if than == "about as much":
                assert own == pytest.approx(other, rel=0.16)
            else:
                assert (own > other) is (than == "less")

    def tells_nothing(self, zero: str | None) -> None:
        """That others are left with as many hands as before, by a disc with which none is left."""
        if zero:
            assert matches(self.move.words[0], zero)
            assert any((who, at) == (self.viewer, zero) for who, at, *_ in self.counting.discs)
            assert {matches(x, zero) for x in self.counting.own - self.counting.open.keys()} <= {
                False
            }
        if self.few:
            own, now = (self._by_player(each, None, "hands") for each in (self.move, None))
            assert fmean(own.values()) == pytest.approx(fmean(now.values()))

    def shown(self, tile: str, target: str | None, room: str) -> None:
        """Whether it is news that the viewer lacks the tile, which an own disc may be about."""
        assert tile == self.move.words[0] and len(self.left[0]) < len(self.public)
        if target is not None:
            assert target in {each for who, each, *_ in self.counting.discs if who == self.viewer}
            self.room(self.viewer, target, room)

    def share(self, tile: str | None) -> float:
        """Which part of the viewer's deals the answer to a pawn leaves."""
        lying = Counter(self.place(each, tile or "") for each in self.worlds)
        return sum((n / len(self.worlds)) ** 2 for n in lying.values())

    def lies(self, place: str, tile: str, *parts: str | None) -> None:
        """Where the tile can lie, and in how many deals."""
        assert tile == self.move.words[0]
        n, percent, at, room, others, *_ = parts
        lying = Counter(self.place(each, tile) for each in self.worlds)
        told = {who: int(k) for who, k in re.findall(r", (\w+) in (\d+)", others or "")}
        told[place] = int(n or 0)
        if at:
            self.room(place, at, room or "")
        if not lying:  # sampled
            return
        assert told.keys() == lying.keys()
        total = len(self.worlds)
        for who, k in told.items():
            in_all = lying[who] if total <= LISTED else max(1, 100 * lying[who] / total)
            assert abs(k - in_all) < (1e-9 if total <= LISTED else 1)
        assert (percent is None) is (total <= LISTED)

    # what is left

    def thought(self, *parts: str | None) -> None:
        """What others are left with after the move, and after the other one."""
        what, knows, names, n, things, *more = parts
        in_short, mean, sure, at, size, shared, m, other, there, beside = more[:3], *more[3:]
        names, n, things = (each or x for each, x in zip((names, n, things), in_short, strict=True))
        things = things or what or ""
        things = "deals" if things in ("deals", "all hands") else "hands"
        if sure:
            self.all_with(sure, at or "", size, shared)
        move, against = self.move, self.against
        if (things == "hands" and not self.few) or not self.worlds:
            return  # sampled
        pawn = self.with_pawn
        changing = self._changing(things, pawn)
        own = self._by_player(move, pawn, things)
        know = [name for name in changing if own[name] == 1]
        assert bool(mean) is (len(changing) - len(know) > 1)
        left = [name for name in changing if name not in know]
        for group, some in ((know, knows), (left, names)):
            every = len(group) == len(self.counting.players) - 1 > 1
            assert (some or "") == ("the others" if every else " and ".join(group))
        if n is not None:
            self._near(n, fmean(own[name] for name in left))
        if m is not None:
            now = self._by_player(None, None, things)
            self._near(m, fmean(now[name] for name in left))
        if beside is not None:
            assert other == against.words[0]
            then = self._by_player(against, there or pawn, things)
            self._near(beside, fmean(then[name] for name in left or know))

    def _changing(self, things: str, pawn: str | None) -> list[str]:
        """The players to whom one of the moves tells something, all if there are none."""
        now = self._by_player(None, None, things)
        pairs = ((self.move, pawn), (self.against, self.pawn_of(self.against, pawn)))
        sides = [self._by_player(*pair, things) for pair in pairs]
        less = [name for name in now if min(side[name] for side in sides) < now[name]]
        return less or [*now]

    def pawn_of(self, move: Event, pawn: str | None) -> str | None:
        """The pawn that goes with the other disc, as the coach says."""
        return pawn and decision_of(self.own).leaves(move).pawn

    def all_with(self, tiles: str, at: str, size: str | None, shared: str | None) -> None:
        """Which tiles all others know only then, in all deals, and which discs make it so."""
        left = self._beside_some(self._left(self.move, self.with_pawn))
        then, before = (reduce(Hand.intersection, each) for each in (left, self.heard))
        shown, sure = self.counting.open.keys(), {*tiles.split()}
        counts = {where: int(n) for n, where in re.findall(rf"(\d) at ({TARGET})", at)}
        can, mine = sorted(reduce(Hand.union, left) - shown), self.counting.own - shown
        assert sure == then - before - shown and size in (None, str(len(mine)))
        at_all = sum(all(matches(each, where) for where in counts) for each in mine)
        assert shared in (None, str(at_all))
        for hand in chain([mine], combinations(can, len(mine)) if counts else ()):
            fits = all(sum(matches(each, x) for each in hand) == n for x, n in counts.items())
            assert sure <= {*hand} if fits else hand is not mine

    def _near(self, told: str, found: float) -> None:
        error = 0.51 if found > 9.9 else 0.051
        assert float(told.replace(",", "")) == pytest.approx(
            found, abs=error, rel=0.05 * (found > 99)
        )

    def _left(self, move: Event, pawn: str | None) -> list[Hand]:
        left = self.counting.after(self.public, move)
        return [hand for hand in left if pawn not in hand]

    def _by_player(self, move: Event | None, pawn: str | None, things: str) -> dict[str, float]:
        """How much each other player is left with on average."""
        left = self.public if move is None else self._left(move, pawn)
        seat = self.counting.players.index(self.counting.viewer)
        tile = move.words[0] if move is not None and move.verb == "pawn" else pawn
        if things != "deals" and (tile is None or len(self.everybodys) > MOST):
            rows = self.counting.at_seats(left)
            return {player: fmean(row[player] for row in rows) for player in rows[0]}
        deals = [deal for deal in self.everybodys if deal[seat] in left]
        parts = [deals] if tile is None else self.answers(deals, tile)
        found: dict[str, list[float]] = {}
        for part in parts:
            mine = [deal for deal in part if deal[seat] == self.counting.own]
            for n, player in enumerate(self.counting.players):
                if n != seat:
                    every = (
                        part
                        if things == "deals"
                        else {(deal[n], deal[seat]): deal for deal in part}.values()
                    )
                    beside = Counter(deal[n] for deal in every)
                    found.setdefault(player, []).extend(beside[deal[n]] for deal in mine)
        return {player: fmean(each) for player, each in found.items()}

    @staticmethod
    def named(deal: Deal, deals: Sequence[Deal]) -> Sequence[Deal]:
        """The deals that are left when all has been named of which somebody is certain."""
        before = 0
        while len(deals) != before:
            before = len(deals)
            for seat, own in enumerate(deal):
                sees = [each for each in deals if each[seat] == own]
                sure = [reduce(Hand.intersection, hands) for hands in zip(*sees, strict=True)]
                sure[seat] = Hand()
                deals = [
                    each for each in deals if all(a <= b for a, b in zip(sure, each, strict=True))
                ]
        return deals

    @cached_property
    def everybodys(self) -> list[Deal]:
        """All deals that can be for all, and one more than are listed if they are more."""
        return [*islice(self.counting.deals({}), MOST + 1)]

    def answers(self, deals: Sequence[Deal], tile: str) -> list[list[Deal]]:
        """The deals that are left after the viewer's pawn on a tile, by its answer."""
        seat = self.counting.players.index(self.counting.viewer)
        found: dict[str, list[Deal]] = {}
        for deal in deals:
            if tile not in deal[seat]:
                found.setdefault(self.place(deal, tile), []).append(deal)
        return [*found.values()]

    @property
    def few(self) -> bool:
        """Whether it is told exactly what others are left with."""
        seats = range(len(self.counting.players))
        hands = max((len({deal[seat] for deal in self.worlds}) for seat in seats), default=0)
        return bool(self.worlds) and hands * len(self.public) <= 4_000

    # guesses

    def wrong(self) -> None:
        """That the guess is wrong in all deals."""
        tile, player = self.move.words
        assert self.worlds and player not in {self.place(each, tile) for each in self.worlds}

    def right(self, player: str, tile: str, n: str, of: str, *parts: str) -> None:
        """In how many deals a guess is right, and another one that is likelier."""
        at, counts, other = parts
        if at:
            self.room(player, at, counts)
        assert (tile, player) == self.move.words
        if total := len(self.worlds):
            assert int(of) == (total if total <= LISTED else 100)
            for told, (guess, holder) in ((n, self.move.words), (other, self.against.words)):
                if told:
                    found = sum(self.place(each, guess) == holder for each in self.worlds)
                    assert abs(int(told) - found * int(of) / total) <= (total > LISTED)

    def left_open(self, how: str, told: str) -> None:
        """What is open once the guess is right; it is measured how often that is won then."""
        tile, player = self.move.words
        right = [deal for deal in self.worlds if self.place(deal, tile) == player]
        assert how != "then" or right == self.worlds
        others = [reduce(Hand.union, deal) - self.counting.own for deal in right]
        yours = [[hand for hand in self.public if not hand & each] for each in others]
        sizes, mine = sorted({*map(len, yours)}), self.counting.own - self.counting.open.keys()
        can = dict(re.findall(rf"({NAME}) can have ({HANDS})", told))
        for n, who in enumerate(self.counting.players if can else ()):
            hands = [*{deal[n] for deal in right}]
            assert apart(can[who], hands) if who in can else len(hands) == 1
        assert "you know all" not in told or len(right) == 1
        for n in re.findall(r"can lie in (\d+) ways", told):
            assert int(n) == len(right) > 5
        for least, n in re.findall(r"(at least )?(\d+) hands can be yours", told):
            assert int(n) == sizes[0] and bool(least) is (len(sizes) > 1)
        for tiles in re.findall(rf"must guess yours, ({HANDS})", told):
            assert all(apart(tiles, each) for each in yours)
        for tiles in re.findall(rf"knows? your ({TILES})", told):
            assert sizes == [1] and {*tiles.split()} == mine
        self.kinds += re.findall(r"can have|must guess|know(?=s? your)|can lie in|be yours", told)

    def free_guess(self, tile: str | None) -> None:
        """That a sure guess costs nothing beside one that is not sure, or before one must come."""
        pair = (self.move.words[0], self.against.words[0])
        sure, other = ({self.place(deal, each) for deal in self.worlds} for each in pair)
        assert sure == {self.move.words[1]} and tile == (pair[1] if len(other) > 1 else None)

    def decide(self, pawns: str | None) -> None:
        """That a last pawn which is better tells more and asks less, or the reverse."""
        waiting = {*self.counting.players} - {*self.own.state.acted, self.viewer}
        assert {*re.findall(NAME, pawns or "")} == waiting
        one, other = self._sides
        assert (one[0] - other[0]) * (one[1] - other[1]) < 0

    def follow(self, than: str) -> None:
        """That after solved last pawns the value alone tells."""
        assert than == ("more" if self.differs.gap > 0 else "less")

    # counting deals

    def place(self, deal: Sequence[Hand], tile: str) -> str:
        """Who has a tile in a deal."""
        holders = (
            player for player, hand in zip(self.counting.players, deal, strict=True) if tile in hand
        )
        return next(holders, "nobody")

    def speaks(self, said: Clause) -> None:
        """Check that a sentence is of the better side, and not all that is counted against it."""
        if not self.differs.either:
            assert said.good is (self.differs.gap > 0)
        elif not said.counted:
            return
        else:
            assert said.good is self.differs.best
        if self.few and not self.last and "follow" not in self.kinds:
            better, worse = self._sides if said.good else self._sides[::-1]
            more = [one / two for one, two in zip(better, worse, strict=True)]
            assert min(more) < 1 - 1e-9 or (not self.differs.either and max(more) < 1.2)

    @property
    def _sides(self) -> list[tuple[float, float]]:
        """What either move leaves the others, and by its answer the viewer."""
        pair = (self.move, self.against)
        shares = (self.share(x.words[0]) if x.verb == "pawn" else 1.0 for x in pair)
        left = (fmean(self._by_player(each, None, "hands").values()) for each in pair)
        return [*zip(left, shares, strict=True)]


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
        found = re.fullmatch(
            rf"{player}(?:'s disc at ({TARGET}) still counts| has) (\d)(?: tiles? left)?{ending}",
            text,
        )
        assert found, text
        target, count, *only, others = found.groups()
        assert int(count) == (self.now[player, target] if target else self.left(player))
        tiles = {each for hand in self.counting.all_hands for each in hand}
        can = {
            each
            for each in tiles - self.counting.open.keys() - self.counting.own
            if target is None or matches(each, target)
        }
        for gone, why in re.findall(rf"not ({TILES}) \((.*?)\)", others or ""):
            for each in gone.split():
                self.lacks(player, each, why)
                can.remove(each)
        assert tile in can and len(can) == int(count)
        assert {*" ".join(filter(None, only)).split()} == can


TILE, TARGET, NAME = r"[1-9][TRP]", r"(?:[hv][123]|[TRP])", r"[A-Z][a-z]+"
HANDS, N = rf"(?:{TILE}|,| |or)+{TILE}", r"(\d+(?:,\d{3})*(?:\.\d)?)"
WORD = rf"(?:{TILE}|{TARGET})"
TILES, AT = rf"{TILE}(?: {TILE})*", rf"\d at {TARGET}"
ROOM = rf"(?:{TILES} and )?\d of (?:{TILES}|\d+ possible tiles)|{TILES}"
BY_DISC = rf" \(disc at ({TARGET}) counts ({ROOM})\)"
AFTER = rf"after ({WORD})(?: with ({TILE}))?: {N}"
WHOM = rf"(?:the others|{NAME}(?:(?:, {NAME})* and {NAME})?)"
OF = r"(\d+) of (\d+) cases"
PARTS = {
    "counted": rf"({TARGET}) counts ({ROOM}): ",
    "counted_before": r"all know already what it counts: it tells nothing",
    "free": rf"it shows your whole hand, so your pawn is free: ({TILE}) ",
    "tells_nothing": (
        rf"(?:by itself it )?tells nothing of your hand(?: \(your disc at ({TARGET}) counts 0\))?"
    ),
    "with_own": rf"with pawn ({TILE}), ",
    "mine": (
        rf"leaves you (about )?{N}(?: %(?: of the possible deals)?"
        rf"| of (\d+) (?:possible deals|hands for ({NAME})))"
        rf"(?: \(after ({TILE}): {N}(?: %)?\))?(?:: )?"
    ),
    "left_open": r"(if right|then),? ((?:[^:;]*: )?)(?:\d+ of 100 are|the team surely) wo?i?ns?"
    r"(?: \(after [^:]*: \d+\))?",
    "right": rf"({NAME}) has ({TILE}) in {OF}(?:{BY_DISC})?(?: \([^:()]*: (\d+)\))?",
    "lies": (
        rf"\(?(\w+) has ({TILE}) in (\d+)( %)?(?! of| cases)(?:{BY_DISC})?"
        r"((?:, \w+ in \d+(?: %)?)*)"
    ),
    "known": rf"asks nothing, since (\w+) (?:has|lacks) ({TILE})(?: \((.*?)\))?",
    "asks": r"asks (about as much|more|less)(?:: )?",
    "tells": r"tells (about as much|more|less)(?:: )?",
    "shown": rf"shows that you lack ({TILE})(?: \(your disc at ({TARGET}) counts ({ROOM})\))?: ",
    "joined": r"\)?(?:; the pawn |; |, but )|\)| (?=\()",
    "thought": (
        rf"(?:(your hand|all hands) (?:is|are) then known to ({WHOM})"
        r"(?:; (?=[A-Z]|the others|it leaves))?)?"
        rf"(?:({WHOM}) can then think of (?:about )?{N} (hands for you|deals))?"
        rf"(?:it leaves ({WHOM}) (?:about )?{N} (hands for you|deals))?"
        rf"( on average)?(?:, all with ({TILES}))?"
        rf"(?: \((?:you have ({AT}(?: and {AT} in (\d) tiles, so (\d) at both)?)(?:; |(?=\))))?"
        rf"(?:now {N}(?:; |(?=\))))?(?:{AFTER}(?: hands for you| deals)?)?\))?(?<!^)"
    ),
    "wrong": r"surely wrong, and then all is lost",
    "follow": r"the guesses that follow are right (less|more) often",
    "decide": rf"(?:the pawn of ({WHOM}) and )?the guesses that follow decide",
    "free_guess": rf"it costs nothing: (?:the guess at ({TILE})|a guess) can follow",
}
SIDES = (0.1, False, True), (-0.1, False, False), (0.0, True, True), (0.0, True, False)
"""The gap to the other move, whether it may be nothing, and whether the move is the best."""
OF_GUESSES = ("wrong", "left_open", "right")
SELDOM = ("free", "follow", "decide", "free_guess")
"""What few positions tell."""


def test_every_part_of_every_sentence_is_what_counting_says() -> None:
    """Of pairs of moves at positions of greedy games, whichever of them is the better one."""
    rng, kinds = Random(7), Counter[str]()
    for own in islice(
        chain.from_iterable(played_positions("adresses-jaunes", 77_390, n) for n in count()), 30
    ):
        moves, counting = own_moves(own), Counting(own)
        if moves[0].verb == "name":
            continue
        for _ in range(4):
            one, other = rng.sample(moves, 2)
            for gap, either, best in SIDES:
                below = not best and (either or own.last % 2 == 1)
                differs = Contrast(
                    other, say("other"), gap, 0.01, either, (), best=best, below=below
                )
                sentence = Sentence(own, counting, one, differs)
                said = reason(own, one, differs)
                if said is not None:
                    sentence.holds(str(said))
                    sentence.speaks(said)
                kinds.update(sentence.kinds)
    assert {*PARTS} - {*kinds} <= {*SELDOM, *OF_GUESSES}, kinds


def test_last_pawns_that_tell_nothing_are_named_above_the_rows() -> None:
    told = 0
    for own in chain.from_iterable(
        played_positions("adresses-jaunes", 77_611, n) for n in range(20, 44)
    ):
        if own.state.step is not Step.PAWNS or own.state.round < own.state.box.rounds:
            continue
        best = ranked(own, Budget())[0]
        assert not (best.exact and "worth more" in str(best.choice)), "solved, not weighed"
        if found := re.search(r"a pawn on ([\w, ]+) tells nobody anything", str(best.choice)):
            told += 1
            counting, pawns = Counting(own), {each.words[0]: each for each in own_moves(own)}
            for tile in found[1].split(", "):
                hands = zip(*counting.worlds, strict=True)
                assert all(len({tile in hand for hand in each}) == 1 for each in hands)
                assert counting.after(counting.public, pawns[tile]) == counting.public
    assert told


def test_what_is_told_of_guesses_is_what_counting_says() -> None:
    """In the conclusion, where guesses are held against each other by what came of them."""
    kinds = Counter[str]()
    guesses = (
        own
        for own in chain.from_iterable(
            played_positions("adresses-jaunes", 77_611, n) for n in (4, 6, 8, 23)
        )
        if own.state.step is Step.CONCLUSION
    )
    for own in guesses:
        counting, proved = Counting(own), proofs(own)
        for each in ranked(own, Budget()):
            differs = each.contrast
            for tile, holder in (move.words for move in (each.action, *each.same)):
                why = str(proved.get((holder, tile), ""))
                assert why in str(each.remark or ""), "the proof is of all that share the row"
            if each.choice and "surely right" in str(each.remark):
                above = Sentence(own, counting, each.action, differs)
                above.left_open("then", str(each.choice))
                kinds.update(["what is left", *above.kinds])
            if found := re.search(rf"all (\d+) possible hands of ({NAME})", str(each.remark)):
                seat = counting.players.index(found[2])
                assert int(found[1]) == len({deal[seat] for deal in counting.worlds})
                kinds["all hands"] += 1
            if differs is not None and differs.said is not None:
                turned = differs.mirrored(each.action, say("other"))
                turned = replace(turned, best=False, below=False)
                for move, held in ((each.action, differs), (differs.against, turned)):
                    sentence = Sentence(own, counting, move, held)
                    sentence.holds(str(reason(own, move, held) or ""))
                    kinds.update(sentence.kinds)
    assert {*OF_GUESSES, "can have", "must guess", "what is left", "all hands"} <= {*kinds}, kinds


def test_discs_that_tell_nothing_are_named_above_the_rows() -> None:
    told, folder = list[set[str]](), Path(__file__).parents[2] / "play" / "told"
    for name in ("tells-most", "counted"):
        own = read((folder / f"adresses-jaunes-{name}.rec").read_text("utf-8"))
        counting = Counting(own)
        vain = {
            each.words[0]
            for each in own_moves(own)
            if counting.after(counting.public, each) == counting.public
        }
        choice = str(ranked(own, Budget(iterations=1))[0].choice or "")
        if "all can know" not in choice:
            found = re.search(rf"a disc at ((?:{TARGET}(?:, )?)+) counts: it tells", choice)
            assert {*(found[1] if found else "").split(", ")} - {""} == vain
            told.append(vain)
    assert any(told), told


def test_every_step_that_makes_a_tile_sure_holds_by_the_discs_as_they_lie() -> None:
    """At ends of games; there is one for most tiles that are sure, which counting tells."""
    sure, proved = 0, 0
    for own in chain.from_iterable(
        played_positions("adresses-jaunes", 77_751, n) for n in range(8, 20)
    ):
        counting = Counting(own)
        if own.state.step is not Step.CONCLUSION or not counting.worlds:
            continue
        proof, found = Proof(own, counting), proofs(own)
        for (player, tile), why in found.items():
            proof.sure(player, tile)
            proof.holds(player, tile, str(why))
        for (player, tile), why in lacking(own).items():
            proof.lacks(player, tile, str(why))
        for seat, player in enumerate(counting.players):
            if player != own.viewer:
                held = reduce(Hand.intersection, (deal[seat] for deal in counting.worlds))
                sure += len(held - counting.open.keys())
        proved += len(found)
    assert sure >= proved >= 0.7 * sure > 0


def test_it_is_won_already_where_naming_what_is_certain_ends_it() -> None:
    """In each of few deals, and nowhere else."""
    found = Counter[bool]()
    for own in chain.from_iterable(
        played_positions("adresses-jaunes", 77_611, n, (2, 3, 4)) for n in range(30)
    ):
        counting, decision = Counting(own), decision_of(own)
        every = [*islice(counting.deals({}), MOST + 1)]
        if not 0 < len(counting.worlds) <= FEW_DEALS or len(every) > MOST:
            continue
        won = all(len(Sentence.named(deal, every)) == 1 for deal in counting.worlds)
        assert decision.is_won is won
        found[won] += 1
    assert min(found[True], found[False]) >= 5, found


def test_a_reason_is_the_same_whatever_lies_hidden() -> None:
    """For twins of a game, which look alike from the seat of who chooses."""
    rng, told = Random(9), 0
    whole = random_game("adresses-jaunes", 3, 5)
    chosen = [each for each in whole.events if each[1].verb in ("disc", "pawn")]
    for number, event in chosen[::2]:
        before = whole.until(number - 1)
        own = view(before, event.actor)
        one, other = rng.sample(own_moves(own), 2)
        differs = Contrast(other, say("other"), 0.1, 0.01, False, ())
        for twin in islice(twins(before, event.actor, rng), 2):
            assert reason(view(twin, event.actor), one, differs) == reason(own, one, differs)
            told += reason(own, one, differs) is not None
    assert told


def test_a_convention_that_is_assumed_is_read_as_one_that_is_agreed() -> None:
    """Of a table that follows it, though the header does not say so."""
    rng, apart = Random(5), 0
    start = drawn(blank("adresses-jaunes", 2, Convention="1"), rng)
    whole = played(start, dict.fromkeys(start.setup.players, CoachBot()), rng)
    for number, event in whole.events:
        if event.verb not in ("disc", "pawn"):
            continue
        agreed = view(whole.until(number - 1), event.actor)
        silent = read(write(agreed).replace('[Convention "1"]\n', ""))
        one, other = rng.sample(own_moves(agreed), 2)
        differs = Contrast(other, say("other"), 0.1, 0.01, False, ())
        assumed = replace(differs, assumed=Assumptions(convention=True))
        assert reason(silent, one, assumed) == reason(agreed, one, differs)
        apart += reason(silent, one, differs) != reason(agreed, one, differs)
    assert apart
