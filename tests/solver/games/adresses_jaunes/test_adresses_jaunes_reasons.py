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
from aparte.models.event import NOBODY
from aparte.models.record import read, write
from aparte.models.words import say
from aparte.solver.games.adresses_jaunes.advice import same
from aparte.solver.games.adresses_jaunes.coach import BELIEVED, CoachBot, own_moves
from aparte.solver.games.adresses_jaunes.deals import MOST
from aparte.solver.games.adresses_jaunes.reasons import LISTED, NUMBERED, RARE, reason
from aparte.solver.games.adresses_jaunes.sure import proofs
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget
from aparte.solver.play.contrast import Contrast
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

    def _together(self, player: str, own: Hand, hand: Hand) -> bool:
        key = player, own, hand
        if key not in self.known:
            both = {player: own, self.viewer: hand}
            self.known[key] = not own & hand and next(self.deals(both), None) is not None
        return self.known[key]


def apart(told: str, hands: Sequence[Hand]) -> bool:
    """Tell whether hands are told by the tiles that are not in all of them."""
    shared = reduce(Hand.intersection, hands)
    return Counter(frozenset(each.split()) for each in told.split(" / ")) == Counter(
        hand - shared for hand in hands
    )


class Sentence:
    """A sentence that is taken apart; every part is held to the counting."""

    def __init__(self, own: View, counting: Counting, move: Event, differs: Contrast) -> None:
        self.own, self.counting, self.move, self.differs = own, counting, move, differs
        self.against, self.public, self.worlds = differs.against, counting.public, counting.worlds
        self.left = [counting.after(self.public, each) for each in (move, self.against)]
        self.last = own.state.round == own.state.box.rounds and move.verb == "disc"
        self.kinds: list[str] = []
        self.with_pawn: str | None = None
        self.turned = False

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

    def counted(self, count: str, tiles: str | None, free: str | None, holders: str | None) -> None:
        """What a disc counts, on how many places that can be the viewer's for all, and who else
        has some of them."""
        assert int(count) == self.counting.counts(self.move)
        every = {tile for hand in self.public for tile in hand} - self.counting.open.keys()
        found = {tile for tile in every if matches(tile, self.move.words[0])}
        if tiles is not None:
            assert {*tiles.split()} == found
        else:
            assert int(free or 0) == len(found)
        told = re.findall(rf"({NAME}) has (at least )?(\d)", holders or "")
        taken = {}
        for player in {*self.counting.players} - {self.counting.viewer}:
            each = [len(hand & found) for hand in self.counting.hands[player]]
            if min(each):
                taken[player] = min(each), max(each) > min(each)
        assert taken == {name: (int(n), bool(least)) for name, least, n in told}

    def rare(self) -> None:
        """That the count leaves others a fifth of the hands at most."""
        if self.few:
            now, own = self.average(self.public), self.average(self.left[0])
            assert now >= RARE * own * 0.999

    def counted_before(self) -> None:
        """That all know what it counts."""
        assert len(self.left[0]) == len(self.public)

    def pawn(self, tile: str) -> None:
        """The pawn that goes with a last disc."""
        assert self.last
        self.with_pawn = tile

    # a pawn

    def mine(
        self, n: str, of: str | None, player: str | None, other: str | None, m: str | None
    ) -> None:
        """How many of the viewer's deals the answer leaves on average."""
        pairs = [(self.move.words[0], n)] + ([(other, m)] if other else [])
        assert (of is None) is self.differs.below
        if player is not None:
            assert {player, self.counting.viewer} == {*self.counting.players}
        if not self.worlds:
            return
        if other is not None and other != self.against.words[0]:
            assert self.differs.best and self.share(other) < self.share(self.move.words[0])
        total = len(self.worlds) if len(self.worlds) <= NUMBERED else 100
        assert of is None or int(of) == total
        for tile, told in pairs:
            self._near(told or "", self.share(tile) * total)

    def as_much(self) -> None:
        """That the answer leaves the viewer as much as that of the pawn above."""
        assert self.differs.below
        if self.worlds:
            assert self.share(self.move.words[0]) == pytest.approx(
                self.share(self.against.words[0])
            )

    def share(self, tile: str | None) -> float:
        """Which part of the viewer's deals the answer to a pawn leaves."""
        lying = Counter(self.place(each, tile or "") for each in self.worlds)
        return sum((n / len(self.worlds)) ** 2 for n in lying.values())

    def lies(self, place: str, tile: str, n: str, of: str | None, others: str | None) -> None:
        """Where the tile can lie, and in how many deals."""
        assert tile == self.move.words[0]
        lying = Counter(self.place(each, tile) for each in self.worlds)
        if not lying:
            return  # sampled
        told = {place: int(n)} | {
            who: int(k) for who, k in re.findall(r"(\w+) (\d+)", others or "")
        }
        assert told.keys() == lying.keys()
        total = len(self.worlds)
        for who, k in told.items():
            in_all = lying[who] if total <= LISTED else max(1, 100 * lying[who] / total)
            assert abs(k - in_all) <= (0 if total <= LISTED else 0.51)
        assert (of is None) is (total <= LISTED or total == 100 or total > NUMBERED)

    def known(
        self, place: str, tile: str, of: str | None, other: str | None, m: str | None
    ) -> None:
        """Where the tile lies in all deals."""
        assert tile == self.move.words[0]
        assert {self.place(each, tile) for each in self.worlds} == {place}
        if of is not None:
            total = len(self.worlds) if len(self.worlds) <= NUMBERED else 100
            assert int(of) == total
            self._near(m or "", self.share(other) * total)

    def shown(self, known: str | None, players: str | None, tile: str, unless: str | None) -> None:
        """Who learns that the viewer lacks the tile: whoever has it knew."""
        assert tile == self.move.words[0]
        others = {*self.counting.players} - {self.counting.viewer}
        if known or not self.few:
            assert not known or not self.few or not self.learning
            return
        asked = {self.place(each, tile) for each in self.worlds}
        every = {"all": others, "all but its holder": others}
        names = every.get(str(players), {*str(players).split(", ")})
        assert names == self.learning
        assert bool(unless or players == "all but its holder") is bool(names & asked)

    @property
    def learning(self) -> set[str]:
        """Who is left with fewer hands after the move."""
        now, own = map(self._beside_theirs, (self.public, self.left[0]))
        return {name for name in now if own[name] < now[name]}

    def _beside_theirs(self, left: Sequence[Hand]) -> dict[str, float]:
        """How many of these hands each other player is left with on average."""
        rows = self.counting.at_seats(left)
        return {player: fmean(row[player] for row in rows) for player in rows[0]}

    def who_asks(self, player: str, other: str, own: str) -> None:
        """Who can ask for the tile of the worse move, and perhaps not for the other one."""
        above = self.differs.gap > 0 or (self.differs.either and self.differs.best)
        moves = self.move.words[0], self.against.words[0]
        assert (own, other) == (moves if above else moves[::-1])
        assert player in self.own.state.waiting
        assert any(self.place(each, own) == player for each in self.worlds)
        assert all(self.place(each, other) != player for each in self.worlds)

    # what is left

    def thought(self, *parts: str | None) -> None:
        """What others are left with after the move, and after the other one."""
        knows, what, each, first, n, m, things, more, other, there, others = parts
        if knows is not None:
            things = "deals" if what == "all hands" else things or "hands"
        if things != "deals" and not self.few:
            return  # sampled
        names = [(name, "1", "") for name in (knows or "").split(", ") if name]
        if n is not None:
            names += [(NOBODY if each else first or "", n, m or "")]
            names += re.findall(rf"({NAME}) {N}(?: of {N})?", more or "")
        assert self.differs.best or not m
        move, against = self.move, self.against
        if self.turned:
            move, against = against, move
        own, beside = (
            self._by_player(x, tile, things or "") if x else {}
            for x, tile in ((move, self.with_pawn), (against, there or self.with_pawn))
        )
        now = self._by_player(None, None, things or "")
        left = (others or "").split(", ") if other else [""] * len(names)
        assert not other or other == self.against.words[0]
        for (name, after, before), then in zip(names, left, strict=True):
            for told, found in ((before, now), (after, own), (then, beside)):
                if told:
                    figure = fmean(found.values()) if name == NOBODY else found[name]
                    self._near(told, figure)

    def all_know(self) -> None:
        """That one hand of the viewer is left for all."""
        assert self._left(self.move, self.with_pawn) == [self.counting.own]

    def other_leaves(self, other: str, there: str | None) -> None:
        """What the other move leaves stands behind that."""
        assert other == self.against.words[0]
        self.turned, self.with_pawn = True, there or self.with_pawn

    def all_know_but(self, tiles: str) -> None:
        """That few hands are left, which differ so."""
        assert apart(tiles, self._left(self.move, self.with_pawn))

    def all_know_some(self, tiles: str) -> None:
        """Which tiles all know then, and did not before."""
        left, now = self._left(self.move, self.with_pawn), self.public
        shared, before = (reduce(Hand.intersection, each) for each in (left, now))
        assert {*tiles.split()} == shared - before

    def _near(self, told: str, found: float) -> None:
        error = 0.51 if found > 9.9 else 0.051
        assert float(told) == pytest.approx(found, abs=error, rel=0.05 * (found > 99))

    def _left(self, move: Event, pawn: str | None) -> list[Hand]:
        left = self.counting.after(self.public, move)
        return [hand for hand in left if pawn not in hand]

    def _by_player(self, move: Event | None, pawn: str | None, things: str) -> dict[str, float]:
        """How much each other player is left with on average."""
        left = self.public if move is None else self._left(move, pawn)
        seat = self.counting.players.index(self.counting.viewer)
        tile = move.words[0] if move is not None and move.verb == "pawn" else pawn
        if things != "deals" and (tile is None or len(self.everybodys) > MOST):
            return self._beside_theirs(left)
        deals = [deal for deal in self.everybodys if deal[seat] in left]
        parts = [deals] if tile is None else self.asked(deals, tile)
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

    def rests_on(self, players: str, tiles: str | None) -> None:
        """That it is won for sure only with these pawns; closed by naming what is certain."""
        own, waiting = self.move.words[0], players.split(", ")
        parts = [(deal, self.part(self.everybodys, deal, own)) for deal in self.worlds]
        assert any(len(self.named(deal, part)) > 1 for deal, part in parts)
        if tiles is None:
            return
        seat = self.counting.players.index(*waiting)
        every = {tile for hand in self.counting.all_hands for tile in hand}
        every -= {own, *self.counting.open}.union(*(deal[seat] for deal, _ in parts))
        assert {*tiles.split(" / ")} == {
            tile
            for tile in every
            if all(
                self.named(
                    deal, [each for each in self.part(part, deal, tile) if tile not in each[seat]]
                )
                == [deal]
                for deal, part in parts
            )
        }

    def rests_on_several(self, players: str) -> None:
        """That it is won for sure only with their pawns."""
        self.rests_on(players, None)

    def part(self, deals: Sequence[Deal], deal: Deal, tile: str) -> list[Deal]:
        """Those deals in which a tile lies where it does in one of them."""
        return [each for each in deals if self.place(each, tile) == self.place(deal, tile)]

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
        """All deals that can be for all."""
        return [*islice(self.counting.deals({}), MOST + 1)]

    def asked(self, deals: Sequence[Deal], tile: str) -> list[list[Deal]]:
        """The deals that are left after the viewer's pawn on a tile, by its answer."""
        seat = self.counting.players.index(self.counting.viewer)
        found: dict[str, list[Deal]] = {}
        for deal in deals:
            if tile not in deal[seat]:
                found.setdefault(self.place(deal, tile), []).append(deal)
        return [*found.values()]

    def average(self, left: Sequence[Hand]) -> float:
        """How many of these hands others are left with on average."""
        return fmean(self._beside_theirs(left).values())

    @property
    def few(self) -> bool:
        """Whether it is told exactly what others are left with."""
        seats = range(len(self.counting.players))
        hands = max((len({deal[seat] for deal in self.worlds}) for seat in seats), default=0)
        return bool(self.worlds) and hands * len(self.public) <= 4_000

    def no_reason(self, which: str) -> None:
        """That nothing that is counted tells why one of the two is surely better."""
        assert (which == "better") is (self.differs.gap > 0) and not self.differs.either

    # guesses

    def wrong(self) -> None:
        """That the guess is wrong in all deals."""
        tile, player = self.move.words
        assert self.worlds and player not in {self.place(each, tile) for each in self.worlds}

    def all_wrong(self) -> None:
        """That no other guess is right in any deal, but for those that come to the same."""
        right = {
            (tile, self.place(deal, tile))
            for deal in self.worlds
            for hand in deal
            for tile in hand - self.counting.open.keys()
        }
        right = {(tile, who) for tile, who in right if who != self.counting.viewer}
        alike = {
            first for first, of in same(self.own, own_moves(self.own)).items() if of == self.move
        }
        assert right == {tuple(each.words) for each in alike}

    def right(self, player: str | None, tile: str | None, n: str, of: str, rest: str) -> None:
        """In how many deals a guess is right; the rest is what it was measured at."""
        guess = self.move if (tile, player) == self.move.words else self.against
        assert player is None or (tile, player) == guess.words
        holding = sum(self.place(each, guess.words[0]) == guess.words[1] for each in self.worlds)
        if self.worlds:
            self._often(holding, int(n), of)
        assert rest

    def surely(self, player: str, tile: str, rest: str) -> None:
        """That a guess is right in all deals."""
        assert {self.place(each, tile) for each in self.worlds} == {player} and rest

    def yours_then(self, n: str, other: str, m: str) -> None:
        """How many hands are left for all after either guess."""
        assert other == self.against.words[0]
        assert [int(n), int(m)] == [len(each) for each in self.left]

    # counting deals

    def place(self, deal: Sequence[Hand], tile: str) -> str:
        """Who has a tile in a deal."""
        holders = (
            player for player, hand in zip(self.counting.players, deal, strict=True) if tile in hand
        )
        return next(holders, "nobody")

    def _often(self, found: int, told: int, of: str) -> None:
        total = len(self.worlds)
        if of == "100":
            assert total > LISTED and abs(told - 100 * found / total) <= 1
        else:
            assert of == f"your {total}" and total <= LISTED and told == found

    def speaks(self, good: bool | None) -> None:
        """Check that a sentence is of the side that is better."""
        if not self.differs.either:
            assert good is (self.differs.gap > 0)


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
        if found := re.fullmatch(rf"({NAME})'s disc at ({TARGET}) counts 0 now", why):
            assert found[1] == player
            assert matches(tile, found[2]) and self.now[player, found[2]] == 0
        elif found := re.fullmatch(
            rf"the last (?:\d )?tiles? (?:is|are) at ((?:{TARGET} ?)+)", why
        ):
            targets = found[1].split()
            assert sum(self.now[player, each] for each in targets) == self.left(player)
            assert not any(matches(tile, each) for each in targets)
        elif found := re.fullmatch(rf"({TARGET}) is ({TILES})", why):
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
        ending = rf"(?:, and only ({TILES}) can be meant|(, not .*))"
        found = re.fullmatch(
            rf"(?:{player}'s disc at ({TARGET}) still counts )?(\d)(?: left)?{ending}", text
        )
        assert found, text
        target, count, only, others = found.groups()
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
        assert only is None or {*only.split()} == can


TILE, TARGET, NAME = r"[1-9][TRP]", r"(?:[hv][123]|[TRP])", r"[A-Z][a-z]+"
HANDS, N = rf"(?:{TILE}|[ /])+{TILE}", r"(\d+(?:\.\d)?)"
WORD = rf"(?:{TILE}|{TARGET})"
TILES = rf"{TILE}(?: {TILE})*"
OF = r"(\d+) of (your \d+|100) deals"
REST = r", and then (\d+ of 100 are|all is) won"
PARTS = {
    "no_reason": r"(?:; )?no single reason found why it does (better|worse)",
    "counted": (
        rf"it counts (\d), where (?:only ({TILES})|(\d+) tiles) can be yours"
        rf"(?: \(((?:{NAME} has (?:at least )?\d(?:, )?)+)\))?"
    ),
    "rare": r", a rare count",
    "counted_before": r"all know already what it counts: it tells nothing",
    "mine": (
        rf"(?:; |, but )?its answer leaves you about {N}"
        rf"(?: deals| of (\d+) (?:deals|hands of ({NAME}))(?: \(({TILE}): {N}\))?): "
    ),
    "as_much": r"(?:; |, but )?its answer leaves you as much: ",
    "lies": rf"(\w+) has ({TILE}) in (\d+)(?! of your)( of 100)?(?! deals)((?:, \w+ \d+)*)",
    "known": (
        rf"(?:; |, but )?its answer tells you nothing: (\w+) has ({TILE})"
        rf"(?:; you think of (\d+) (?:deals|hands of {NAME}) \(({TILE}): {N}\))?"
    ),
    "shown": (
        rf"(?:; |, but )?(?:(all know already)|shows ((?:[\w ]|, )+?)) that you lack ({TILE})"
        rf"(, unless (?:{NAME} has|they have) it)?"
    ),
    "who_asks": (rf"; ({NAME}) can ask for ({TILE}), but not for ({TILE}) if {NAME} has it"),
    "pawn": rf": with pawn ({TILE}) next, ",
    "all_know_but": rf"(?:: |; |, but )?all then know your hand but for ({TILE}(?:[ /]|{TILE})*): ",
    "all_know": r"(?:: )?all then know your hand(?:; )?",
    "all_know_some": rf"(?:: )?all then know your ({TILES}): ",
    "other_leaves": rf" \(({WORD})(?: with ({TILE}))? ",
    "thought": (
        rf"(?:: |; |, but )?(?:({NAME}(?:, {NAME})*) knows? (your hand|all hands)(?:; )?)?"
        rf"(?:leaves (?:(each of the others)|({NAME})) about {N}(?: of {N})? "
        rf"(hands of yours|hands|deals)((?:, {NAME} {N[1:-1]}(?: of {N[1:-1]})?)*))?"
        rf"(?: \(({WORD})(?: with ({TILE}))?: ((?:{N[1:-1]}(?:, )?)+)\))?(?<!; )\)?(?<!^)"
    ),
    "rests_on": rf"; won if ({NAME}) then asks for ({TILE}(?: / {TILE})*)",
    "rests_on_several": rf"; needs (?:a )?good pawns? of ({NAME}(?:, {NAME})*), too",
    "wrong": r"surely wrong, and then all is lost",
    "all_wrong": r"any other name is wrong",
    "surely": rf"({NAME}) surely has ({TILE}){REST}",
    "right": rf"(?: \()?(?:right|({NAME}) has ({TILE})) in {OF}{REST}\)?",
    "yours_then": rf"; (\d+) hands can be yours then \(({TILE}): (\d+)\)",
}
REST_KNOWN = (
    rf"(then all can know your ({TILES})|then (\d+) hands can be yours"
    rf"|others then guess yours: ({HANDS})|then all is won)$"
)
OF_GUESSES = ("wrong", "all_wrong", "surely", "right", "yours_then")
SELDOM = ("as_much", "who_asks", "other_leaves", "rests_on", "rests_on_several")
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
            for gap, either in ((0.1, False), (-0.1, False), (0.0, True)):
                best, below = either and not own.last % 2, either and own.last % 2 == 1
                differs = Contrast(
                    other, say("other"), gap, 0.01, either, (), best=best, below=below
                )
                sentence = Sentence(own, counting, one, differs)
                said = reason(own, one, differs)
                if said is not None:
                    sentence.holds(str(said))
                    sentence.speaks(said.good)
                kinds.update(sentence.kinds)
    assert {*PARTS} - {*kinds} <= {*SELDOM, *OF_GUESSES}, kinds


def test_what_last_pawns_prove_and_still_need_is_what_counting_says() -> None:
    kinds = Counter[str]()
    told = Path(__file__).parents[2] / "play" / "told"
    needs = (told / "adresses-jaunes-needs.rec").read_text("utf-8")
    positions = (played_positions("adresses-jaunes", 77_611, n) for n in range(20, 40))
    for own in chain([read(needs)], *positions):
        if own.state.step is not Step.PAWNS or own.state.round < own.state.box.rounds:
            continue
        rows = ranked(own, Budget())
        for each in rows if rows[0].value == 1.0 and rows[0].exact else ():
            if each.contrast is not None and each.contrast.said is not None:
                sentence = Sentence(own, Counting(own), each.action, each.contrast)
                sentence.holds(str(each.contrast.said))
                kinds.update(sentence.kinds)
    assert {"rests_on", "rests_on_several"} <= {*kinds}, kinds


def test_what_is_told_of_guesses_is_what_counting_says() -> None:
    """In the conclusion, where guesses are held against each other by what came of them."""
    kinds = Counter[str]()
    guesses = (
        own
        for own in chain.from_iterable(
            played_positions("adresses-jaunes", 77_611, n) for n in (4, 6, 8)
        )
        if own.state.step is Step.CONCLUSION
    )
    for own in guesses:
        counting = Counting(own)
        for each in ranked(own, Budget()):
            if found := re.search(REST_KNOWN, str(each.remark)):
                (deal,) = counting.worlds
                others = reduce(Hand.union, deal) - counting.own
                yours = [hand for hand in counting.public if not hand & others]
                assert apart(found[4], yours) if found[4] else len(yours) == int(found[3] or 1)
                mine = counting.own - counting.open.keys()
                assert {*(found[2] or "").split()} == (mine if len(yours) == 1 else set())
                kinds["rest known"] += 1
            if each.contrast is not None and each.contrast.said is not None:
                sentence = Sentence(own, counting, each.action, each.contrast)
                sentence.holds(str(each.contrast.said))
                kinds.update(sentence.kinds)
    assert {"wrong", "all_wrong", "right", "rest known"} <= {*kinds}, kinds


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
        for seat, player in enumerate(counting.players):
            if player != own.viewer:
                held = reduce(Hand.intersection, (deal[seat] for deal in counting.worlds))
                sure += len(held - counting.open.keys())
        proved += len(found)
    assert sure >= proved >= 0.7 * sure > 0


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
