"""Every sentence of a reason is held to plain counting, from the record alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from itertools import chain, combinations, count, islice
from random import Random
from statistics import fmean

import pytest

from aparte.contract.tables import blank
from aparte.contract.twins import twins
from aparte.models.adresses_jaunes.state import Step
from aparte.models.core import Event, View, view
from aparte.models.record import read, write
from aparte.models.words import say
from aparte.solver.games.adresses_jaunes.coach import BELIEVED, CoachBot, own_moves
from aparte.solver.games.adresses_jaunes.reasons import FEW, LISTED, SEVERAL, reason
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget
from aparte.solver.play.contrast import Contrast
from aparte.solver.play.driver import drawn, played
from aparte.solver.play.trial import Assumptions
from tests.reasons import played_positions
from tests.tables import random_game

Hand = frozenset[str]
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

    def deals(self, fixed: Mapping[str, Hand]) -> Iterator[tuple[Hand, ...]]:
        """All ways to give hands to all, some of them fixed."""

        def dealt(given: tuple[Hand, ...]) -> Iterator[tuple[Hand, ...]]:
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
    def worlds(self) -> list[tuple[Hand, ...]]:
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
        self.counting, self.move, self.against = counting, move, differs.against
        self.differs, against = differs, differs.against
        self.public, self.worlds = counting.public, counting.worlds
        self.left = [counting.after(self.public, each) for each in (move, against)]
        self.then = [*self.left]
        last = own.state.round == own.state.box.rounds
        self.pawns = last and move.verb == "disc" and self.few
        if self.pawns:
            self.then = [min(self.pawned(left).values(), key=self.average) for left in self.left]
        self.kinds: list[str] = []

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

    def counted(self, count: str, tiles: str | None, free: str | None) -> None:
        """What a disc counts, and on how many places that can be the viewer's for all."""
        assert int(count) == self.counting.counts(self.move)
        every = {tile for hand in self.public for tile in hand} - self.counting.open.keys()
        found = {tile for tile in every if matches(tile, self.move.words[0])}
        if tiles is not None:
            assert {*tiles.split()} == found
        else:
            assert int(free or 0) == len(found)

    def counted_before(self) -> None:
        """That all know what it counts."""
        assert len(self.left[0]) == len(self.public)

    def pawned(self, hands: Sequence[Hand]) -> Mapping[str, list[Hand]]:
        """Those of the viewer's hands that are left with each own pawn."""
        tiles = {tile for hand in self.counting.all_hands for tile in hand}
        free = sorted(tiles - self.counting.own - self.counting.open.keys())
        return {tile: [hand for hand in hands if tile not in hand] for tile in free}

    def average(self, left: Sequence[Hand]) -> float:
        """How many of these hands others are left with on average."""
        return fmean(fmean(row.values()) for row in self.counting.at_seats(left))

    def with_pawn(self, tile: str) -> None:
        """That no other own pawn leaves others with fewer hands."""
        if self.pawns:
            best = self.average(self.then[0])
            assert self.average(self.pawned(self.left[0])[tile]) == pytest.approx(best)
            assert best < self.average(self.left[0])

    def averages(self, n: str, m: str, *players: str) -> None:
        """How many hands others are left with on average, or these players, either way."""
        if not self.few:
            return  # sampled
        for told, left in zip((n, m), self.then, strict=True):
            rows = self.counting.at_seats(left)
            average = fmean(fmean(row[p] for p in players or row) for row in rows)
            assert float(told) == pytest.approx(average, abs=0.51 if average > 9.9 else 0.051)

    def seats(self, player: str | None, n: str, other: str | None, m: str) -> None:
        """The same, with the move beside."""
        if len(self.public) <= SEVERAL and self.move.verb == "pawn":  # the table tells no order
            few, more = map(self.average, self.left)
            assert (len(self.left[1]) - len(self.left[0])) * (more - few) <= 0
        assert (player is None) == (len(self.counting.players) > 2)
        if other is None:
            assert len(self.left[1]) == 1
        else:
            assert other == self.against.words[0]
            self.averages(n, n if m == "as many" else m)

    def one_seat(self, player: str, n: str, m: str) -> None:
        """The same of one player for whom it differs otherwise."""
        assert player != self.counting.viewer
        self.averages(n, m, player)

    def shown(self, other: str, m: str) -> None:
        """That one hand is left, and how many others are left with after the other move."""
        assert other == self.against.words[0]
        assert not self.few or self.then[0] == [self.counting.own]
        self.averages("1", m)

    def knowing(self, n: str, of: str, m: str) -> None:
        """In how many deals another player has one hand of the viewer's left, not the other way."""
        if not self.few:
            return  # sampled
        for told, left in zip((n, m), self.left, strict=True):
            deals = sum(1 in row.values() for row in self.counting.at_seats(left))
            total = len(self.worlds)
            if of == "100":
                assert total > LISTED and abs(int(told) - 100 * deals / total) <= 1
            else:
                assert of == f"your {total}" and int(told) == deals

    @property
    def few(self) -> bool:
        """Whether it is told exactly what others are left with."""
        seats = range(len(self.counting.players))
        hands = max((len({deal[seat] for deal in self.worlds}) for seat in seats), default=0)
        return bool(self.worlds) and hands * len(self.public) <= 4_000

    def yet(self) -> None:
        """That what speaks for a move does not tell how good it is."""
        assert self.differs.gap < 0 and not self.differs.either

    def lacking(
        self, known: str, tile: str, tiles: str | None, target: str | None, count: str | None
    ) -> None:
        """Whether it is new that the viewer lacks the tile, what that tells, and what counts it."""
        assert tile == self.move.words[0]
        assert (known == "all know already") is (len(self.left[0]) == len(self.public))
        if tiles:
            self._sure(tiles)
        if target and count:
            laid = {at for who, at, _, _ in self.counting.discs if who == self.counting.viewer}
            assert target in laid and matches(tile, target)
            disc = Event("disc", "", (target,), ())
            assert int(count) == self.counting.counts(disc) > 0

    def _sure(self, tiles: str) -> None:
        before, after = (reduce(Hand.intersection, each) for each in (self.public, self.left[0]))
        assert {*tiles.split()} == after - before

    def hands(self, told: str, other: str, two: str) -> None:
        """Which hands are left for all either way, by the tiles that differ if they are few."""
        assert other == self.against.words[0] and len(self.public) <= SEVERAL
        self._told(told, self.left[0])
        n, m = map(len, self.left)
        if re.fullmatch(rf"(?:{TILE}|[ /])+", two):
            assert (n, m) == (1, 2) and apart(two, self.left[1])
        else:
            assert (n == m) if two == "as many" else m == int(two) != n

    def would_show(self, other: str) -> None:
        """That the other move leaves one hand."""
        assert other == self.against.words[0] and len(self.left[1]) == 1 < len(self.left[0])

    def left_by(self, told: str) -> None:
        """Which hands are left, where the other move leaves one."""
        self._told(told, self.left[0])

    def _told(self, told: str, hands: Sequence[Hand]) -> None:
        if told == "all know your hand":
            assert hands == [self.counting.own]
        elif told.startswith("by the table, your hand can have "):
            assert 1 < len(hands) <= FEW
            assert apart(told.removeprefix("by the table, your hand can have "), hands)
        else:
            assert told == f"{len(hands)} hands by the table"

    def lies(self, place: str, tile: str, n: str, of: str) -> None:
        """Where the tile lies most often, or a guess puts it."""
        self._lies(self.move, tile, place, int(n), of, likeliest=self.move.verb == "pawn")

    def lies_there(self, tile: str, place: str, n: str) -> None:
        """How often the other pawn's tile lies where it lies most often."""
        assert tile == self.against.words[0]
        lying = Counter(self.place(each, tile) for each in self.worlds)
        if lying:
            most = max(lying.values())
            assert lying[place] == most
            listed = lying.total() <= LISTED
            assert int(n) == most if listed else abs(int(n) - 100 * most / lying.total()) <= 1

    def sure_there(self, tile: str) -> None:
        """That it is known where the other pawn's tile lies."""
        assert tile == self.against.words[0]
        assert len({self.place(each, tile) for each in self.worlds}) <= 1

    def open(self, more: str) -> None:
        """Which answer can be foreseen more often."""
        if self.worlds:
            one, two = (
                max(Counter(self.place(deal, each.words[0]) for deal in self.worlds).values())
                for each in (self.move, self.against)
            )
            assert one < two if more == "more" else one > two

    def surely(self, place: str, tile: str, discs: str | None) -> None:
        """Where the tile lies in all deals, and the discs that leave nobody to have it."""
        assert tile == self.move.words[0]
        assert {self.place(each, tile) for each in self.worlds} == {place}
        if discs is not None:
            told = re.findall(rf"({NAME}) ({TARGET}) = 0", discs)
            assert {who for who, _ in told} == {*self.counting.players} - {self.counting.viewer}
            for who, target in told:
                assert place == "nobody" and matches(tile, target)
                assert any(
                    not n - sum(matches(each, target) for each in self.counting.found(who) - found)
                    for actor, at, n, found in self.counting.discs
                    if (actor, at) == (who, target)
                )

    def tells(self, player: str, one: str, *several: str) -> None:
        """Between which tiles of a player the answer decides, in all deals."""
        assert self.move.words[0] in one.split()
        seat = self.counting.players.index(player)
        sides = [one.split(), *(each.split() for each in several[-1].split(" / "))]
        for deal in self.worlds:
            (held,) = [side for side in sides if {*side} <= deal[seat]]
            assert all(not {*side} - {*held} <= deal[seat] for side in sides if side is not held)
            assert (held is sides[0]) is (self.move.words[0] in deal[seat])
        assert len({self.move.words[0] in deal[seat] for deal in self.worlds}) == 2

    def tells_too(self, other: str, *told: str) -> None:
        """The same, as far as it is open as often after the other pawn."""
        assert other == self.against.words[0]
        self.tells(*told)

    def wrong(self, player: str, tile: str) -> None:
        """That somebody cannot have a tile."""
        worlds = self.worlds
        assert worlds and player not in {self.place(each, tile) for each in worlds}

    def has_surely(self, player: str, tile: str) -> None:
        """That somebody has a tile in all deals."""
        assert {self.place(each, tile) for each in self.worlds} == {player}

    def beside(self, player: str, tile: str, n: str, of: str) -> None:
        """In how many deals the other guess is right."""
        self._lies(self.against, tile, player, int(n), of, likeliest=False)

    def guess(
        self, player: str, tile: str, n: str, of: str, other: str, there: str, m: str
    ) -> None:
        """In how many deals either guess is right."""
        self._lies(self.move, tile, player, int(n), of, likeliest=False)
        self._lies(self.against, there, other, int(m), of, likeliest=False)

    def rest_won(self, n: str, m: str) -> None:
        """What is won after it was measured: here only that it differs as is said."""
        assert int(n) != int(m)

    def speaks(self, good: bool | None) -> None:
        """Check for which move a sentence about hands speaks, as far as it is counted."""
        if self.kinds[-1] == "yet":
            assert good is False
        elif self.move.verb == "disc" and self.few and good is not None:
            one, two = map(self.average, self.then)
            if one == two:
                one, two = map(self.average, self.left)
            assert (one < two) is good

    # counting deals

    def place(self, deal: Sequence[Hand], tile: str) -> str:
        """Who has a tile in a deal."""
        holders = (
            player for player, hand in zip(self.counting.players, deal, strict=True) if tile in hand
        )
        return next(holders, "nobody")

    def _lies(
        self, move: Event, tile: str, place: str, n: int, of: str | None, likeliest: bool = True
    ) -> None:
        assert tile == move.words[0]
        lying = Counter(self.place(each, tile) for each in self.worlds)
        if not lying:
            return  # sampled
        if of is None:
            of = f"your {lying.total()}" if lying.total() <= LISTED else "100"
        if of == "100":
            assert lying.total() > LISTED and abs(n - 100 * lying[place] / lying.total()) <= 1
        else:
            assert lying.total() <= LISTED and of == f"your {lying.total()}"
            assert n == lying[place]
        if likeliest:
            assert lying[place] == max(lying.values())


TILE, TARGET, NAME = r"[1-9][TRP]", r"(?:[hv][123]|[TRP])", r"[A-Z][a-z]+"
WORD, HANDS, N = rf"(?:{TILE}|{TARGET})", rf"(?:{TILE}|[ /])+{TILE}", r"(\d+(?:\.\d)?)"
LEFT = rf"all know your hand|\d+ hands by the table|by the table, your hand can have {HANDS}"
TILES = rf"{TILE}(?: {TILE})*"
TELLS = rf"it tells whether ({NAME}) has ({TILES}) or ({HANDS}|{TILE})"
PARTS = {
    "yet": r", yet it (?:did worse in trial games|wins less often)",
    "rest_won": r", (?:but|and) then the rest is won in (\d+) of 100, not in (\d+)",
    "would_show": rf"(?:; )?({WORD}) would show your hand",
    "tells_too": rf"; like ({WORD}), {TELLS}",
    "joined": rf"(?:; (?=by their)|, and (?!(?:\w+ has )?{TILE} in)|, but |: )",
    "counted": (rf"it counts (\d)(?:, where only ({TILES}) can be yours| of (\d+) possible tiles)"),
    "counted_before": r"all know already what it counts",
    "knowing": (
        r"by their own tiles others can know your hand in (\d+) of (your \d+|100) deals,"
        r" not in (\d+)"
    ),
    "seats": (
        rf"(?:others are|({NAME}) is) left about {N} hands? for you"
        rf"(?: \(({WORD}): (as many|{N[1:-1]})\))?"
    ),
    "one_seat": rf", ({NAME}) {N} \({N}\)",
    "with_pawn": rf"with pawn ({TILE}) next, ",
    "shown": rf"all know your hand \(({WORD}): about {N} hands?\)",
    "lacking": (
        rf"(all know already|it shows) that you lack ({TILE})(?: and hold ({TILES}))?"
        rf"(?:, on ({TARGET}) where you count (\d))?"
    ),
    "hands": rf"({LEFT}) \(({WORD}): (as many|\d+|{HANDS})\)",
    "left_by": rf"({LEFT})",
    "guess": (
        rf"({NAME}) has ({TILE}) in (\d+) of (your \d+|100) deals, ({NAME}) ({TILE}) in (\d+)"
    ),
    "has_surely": rf"(?:, )?({NAME}) surely has ({TILE})",
    "beside": rf", ({NAME}) has ({TILE}) in (\d+) of (your \d+|100) deals",
    "open": r"it finds out (more|less)(?:: )?",
    "surely": rf"you know that (\w+) has ({TILE})(?: \((.*?)\))?",
    "lies": rf"(\w+) has ({TILE}) in (\d+) of (your \d+|100) deals",
    "sure_there": rf" \(({TILE}): sure\)",
    "lies_there": rf" \(({TILE}): (\w+) (\d+)\)",
    "tells": TELLS,
    "wrong": rf"({NAME}) cannot have ({TILE})",
}
SELDOM = ("guess", "wrong", "rest_won", "has_surely", "beside", "left_by")
"""What few positions tell: of guesses, and of a move beside one that shows a whole hand."""


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
                differs = Contrast(other, say("other"), gap, 0.01, either, (), best=either)
                sentence = Sentence(own, counting, one, differs)
                said = reason(own, one, differs)
                if said is not None:
                    sentence.holds(str(said))
                    sentence.speaks(said.good)
                kinds.update(sentence.kinds)
    assert {*PARTS} - {*kinds} <= {*SELDOM}, kinds


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
            if each.contrast is not None and each.contrast.said is not None:
                sentence = Sentence(own, counting, each.action, each.contrast)
                sentence.holds(str(each.contrast.said))
                kinds.update(sentence.kinds)
    assert {"wrong", "rest_won", "has_surely", "beside"} <= {*kinds}, kinds


def test_a_reason_is_the_same_whatever_lies_hidden() -> None:
    """For twins of a game, which look alike from the seat of who chooses."""
    rng, told = Random(9), 0
    whole = random_game("adresses-jaunes", 3, 5)
    for number, event in whole.events:
        if event.verb not in ("disc", "pawn"):
            continue
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
