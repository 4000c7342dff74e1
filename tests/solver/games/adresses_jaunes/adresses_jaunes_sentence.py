"""A reason at Les Adresses Jaunes, taken apart; every part is held to plain counting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property, reduce
from itertools import chain, combinations
from statistics import fmean

import pytest

from aparte.models.core import Event, View
from aparte.solver.games.adresses_jaunes.coach import decision_of, own_moves
from aparte.solver.games.adresses_jaunes.reasons import LISTED
from aparte.solver.play.contrast import Clause, Contrast
from tests.solver.games.adresses_jaunes.adresses_jaunes_counts import (
    NAME,
    TARGET,
    TILE,
    TILES,
    Counting,
    Hand,
    Proof,
    matches,
)

HANDS, N = rf"(?:{TILE}|,| |or)+{TILE}", r"(\d+(?:,\d{3})*(?:\.\d)?)"
WORD, AT = rf"(?:{TILE}|{TARGET})", rf"\d at {TARGET}"
WHO = rf"{NAME}(?:(?:, {NAME})* and {NAME})?"
TAKEN = rf"(?:, of which {WHO} (?:has|together have) \d)?"
ROOM = rf"(?:{TILES} and )?(?:\d of (?:{TILES}|\d+ possible tiles)|{TILES}){TAKEN}|{TILES}"
BY_DISC = rf" \(disc at ({TARGET}) counts ({ROOM})\)"
AFTER = rf"after ({WORD})(?: with ({TILE}))?: {N}"
WHOM = rf"(?:the others|{WHO})"
OF = r"(\d+) of (\d+) cases"
PARTS = {
    "counted": rf"({TARGET}) counts ({ROOM}): ",
    "counted_before": r"all know already what it counts: it tells nothing",
    "tells_nothing": (
        rf"(?:by itself it )?tells nothing of your hand"
        rf"(?: \(your disc at ({TARGET}) counts (?:0|(\d): all your tiles)\))?"
    ),
    "with_own": rf"with pawn ({TILE}), ",
    "mine": (
        rf"leaves you (about )?{N}(?: %(?: of the possible deals)?"
        rf"| of (\d+) (?:possible deals|hands for ({NAME})))"
        rf"(?: \(after ({TILE}): {N}(?: %)?\))?(?:: )?"
    ),
    "left_open": r"(if right|then),? ((?:[^:;]*; )?)(?:\d+ of 100 are|the team surely) wo?i?ns?"
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


def apart(told: str, hands: Sequence[Hand]) -> bool:
    """Tell whether hands are told by the tiles that are not in all of them."""
    shared = reduce(Hand.intersection, hands)
    return Counter(frozenset(each.split()) for each in re.split(", | or ", told)) == Counter(
        hand - shared for hand in hands
    )


class Sentence:
    """A sentence that is taken apart; every part is held to the counting."""

    def __init__(self, own: View, counting: Counting, move: Event, differs: Contrast) -> None:
        self.own, self.by, self.move, self.differs = own, counting, move, differs
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
        hands = self.heard if player == self.viewer else self.by.beside(player)
        there = {tile for hand in hands for tile in hand if matches(tile, target)}
        there -= self.by.open.keys()
        sure = reduce(Hand.intersection, hands) & there
        count = len((self.by.own if player == self.viewer else hands[0]) & there - sure)
        can = sorted(there - sure)
        room = f"{count} of {' '.join(can)}" if count < len(can) or count > 1 else can[0]
        if len(can) > (4 if count else 6):
            room = f"{count} of {len(can)} possible tiles"
        if taken := self.taken(player, can):
            who = re.sub(", (?=[^,]*$)", " and ", ", ".join(taken))
            have = "together have" if len(taken) > 1 else "has"
            room += f", of which {who} {have} {sum(taken.values())}"
        assert told == " and ".join(filter(None, [" ".join(sorted(sure)), room if can else ""]))

    def taken(self, player: str, can: Collection[str]) -> dict[str, int]:
        """How many of these tiles others have, where all know it of each alone."""
        others = [x for x in self.by.players if x not in (self.viewer, player)]
        have = {name: {len(hand & {*can}) for hand in self.by.hands[name]} for name in others}
        return {name: max(n) for name, n in have.items() if len(n) == 1 and any(n)}

    @cached_property
    def heard(self) -> list[Hand]:
        """The viewer's hands that some other player can think of."""
        return self._beside_some(self.public)

    def _beside_some(self, hands: Sequence[Hand]) -> list[Hand]:
        seats = [n for n, each in enumerate(self.by.players) if each != self.viewer]
        return [
            hand
            for hand in hands
            if not self.worlds
            or any(self.by.at(n, deal, hand) for deal in self.worlds for n in seats)
        ]

    def counted_before(self) -> None:
        """That all know what it counts."""
        assert len(self.left[0]) == len(self.public)

    def with_own(self, pawn: str) -> None:
        """Which pawn goes with a last disc."""
        assert self.last
        self.with_pawn = pawn

    # a pawn

    def mine(self, about: str | None, n: str, total: str | None, *more: str | None) -> None:
        """How many of the viewer's deals the answer to a pawn leaves, about if on average."""
        player, other, m = more
        assert player is None or {player, self.by.viewer} == {*self.by.players}
        if not self.worlds:
            return
        assert total is None or int(total) == len(self.worlds) <= LISTED
        assert other is None or other == self.against.words[0]
        if total is not None:
            lying = Counter(self.by.place(each, self.asked or "") for each in self.worlds)
            assert (about is None) is (len({*lying.values()}) == 1)
        for tile, told in ((self.asked, n), (other, m)):
            if told is not None:
                self._near(told, self.by.share(tile) * int(total or 100))

    def known(self, place: str, tile: str, why: str | None) -> None:
        """Where the tile lies in all deals; why the only other player lacks it."""
        assert tile == self.asked
        assert {self.by.place(each, tile) for each in self.worlds} <= {"nobody" if why else place}
        if why:
            Proof(self.own, self.by).lacks(place, tile, why)

    @property
    def asked(self) -> str:
        """The tile of the pawn that is spoken of."""
        return self.with_pawn or self.move.words[0]

    def asks(self, than: str) -> None:
        """Whether the answer leaves the viewer more or less than that of the other pawn."""
        assert self.differs.below or than != "about as much"
        if self.worlds:
            own, other = (self.by.share(each.words[0]) for each in (self.move, self.against))
            if than == "about as much":
                assert own == pytest.approx(other, rel=0.1001)
            else:
                assert (own > other) is (than == "less")

    def tells(self, than: str) -> None:
        """Whether others are left with more or less than after the pawn above."""
        if self.few:
            moves = (self.move, self.against)
            pawns = [decision_of(self.own).leaves(x).pawn if self.last else None for x in moves]
            sides = [self.by.left(*x, "hands") for x in zip(moves, pawns, strict=True)]
            names = self._changing("hands", pawns[0])
            own, other = (fmean(side[name] for name in names) for side in sides)
            if than == "about as much":
                assert own == pytest.approx(other, rel=0.16)
            else:
                assert (own > other) is (than == "less")

    def tells_nothing(self, at: str | None, n: str | None) -> None:
        """That others are left with as many hands as before, by a disc that counts none or all."""
        if at:
            alike = [x for x in own_moves(self.own) if decision_of(self.own).are_same(x, self.move)]
            assert {matches(each.words[0], at) for each in alike} == {n is None}
            assert any((who, where) == (self.viewer, at) for who, where, *_ in self.by.discs)
            mine = self.by.own - self.by.open.keys()
            assert {matches(x, at) for x in mine} == {n is not None}
            assert n in (None, str(len(mine)))
        if self.few:
            own, now = (self.by.left(each, None, "hands") for each in (self.move, None))
            assert fmean(own.values()) == pytest.approx(fmean(now.values()))

    def shown(self, tile: str, target: str | None, room: str) -> None:
        """Whether it is news that the viewer lacks the tile, which an own disc may be about."""
        assert tile == self.move.words[0] and len(self.left[0]) < len(self.public)
        if target is not None:
            assert target in {each for who, each, *_ in self.by.discs if who == self.viewer}
            self.room(self.viewer, target, room)

    def lies(self, place: str, tile: str, *parts: str | None) -> None:
        """Where the tile can lie, and in how many deals."""
        assert tile == self.move.words[0]
        n, percent, at, room, others, *_ = parts
        lying = Counter(self.by.place(each, tile) for each in self.worlds)
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
        own = self.by.left(move, pawn, things)
        know = [name for name in changing if own[name] == 1]
        assert bool(mean) is (len(changing) - len(know) > 1)
        left = [name for name in changing if name not in know]
        for group, some in ((know, knows), (left, names)):
            every = len(group) == len(self.by.players) - 1 > 1
            assert (some or "") == ("the others" if every else " and ".join(group))
        if n is not None:
            self._near(n, fmean(own[name] for name in left))
        if m is not None:
            now = self.by.left(None, None, things)
            self._near(m, fmean(now[name] for name in left))
        if beside is not None:
            assert other == against.words[0]
            then = self.by.left(against, there or pawn, things)
            self._near(beside, fmean(then[name] for name in left or know))

    def _changing(self, things: str, pawn: str | None) -> list[str]:
        """The players to whom one of the moves tells something, all if there are none."""
        now = self.by.left(None, None, things)
        pairs = ((self.move, pawn), (self.against, self.pawn_of(self.against, pawn)))
        sides = [self.by.left(*pair, things) for pair in pairs]
        less = [name for name in now if min(side[name] for side in sides) < now[name]]
        return less or [*now]

    def pawn_of(self, move: Event, pawn: str | None) -> str | None:
        """The pawn that goes with the other disc, as the coach says."""
        return pawn and decision_of(self.own).leaves(move).pawn

    def all_with(self, tiles: str, at: str, size: str | None, shared: str | None) -> None:
        """Which tiles all others know only then, in all deals, and which discs make it so."""
        left = self._beside_some(self.by.kept(self.move, self.with_pawn))
        then, before = (reduce(Hand.intersection, each) for each in (left, self.heard))
        shown, sure = self.by.open.keys(), {*tiles.split()}
        counts = {where: int(n) for n, where in re.findall(rf"(\d) at ({TARGET})", at)}
        can, mine = sorted(reduce(Hand.union, left) - shown), self.by.own - shown
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

    @property
    def few(self) -> bool:
        """Whether it is told exactly what others are left with."""
        seats = range(len(self.by.players))
        hands = max((len({deal[seat] for deal in self.worlds}) for seat in seats), default=0)
        return bool(self.worlds) and hands * len(self.public) <= 4_000

    # guesses

    def wrong(self) -> None:
        """That the guess is wrong in all deals."""
        tile, player = self.move.words
        assert self.worlds and player not in {self.by.place(each, tile) for each in self.worlds}

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
                    found = sum(self.by.place(each, guess) == holder for each in self.worlds)
                    assert abs(int(told) - found * int(of) / total) <= (total > LISTED)

    def left_open(self, how: str, told: str) -> None:
        """What is open once the guess is right; it is measured how often that is won then."""
        tile, player = self.move.words
        right = [deal for deal in self.worlds if self.by.place(deal, tile) == player]
        assert how != "then" or right == self.worlds
        others = [reduce(Hand.union, deal) - self.by.own for deal in right]
        yours = [[hand for hand in self.public if not hand & each] for each in others]
        sizes, mine = sorted({*map(len, yours)}), self.by.own - self.by.open.keys()
        can = dict(re.findall(rf"({NAME}) can have ({HANDS})", told))
        for n, who in enumerate(self.by.players if can else ()):
            hands = [*{deal[n] for deal in right}]
            assert apart(can[who], hands) if who in can else len(hands) == 1
        assert "you know all" not in told or len(right) == 1
        for n in re.findall(r"can lie in (\d+) ways", told):
            assert int(n) == len(right) > 5
        for least, n in re.findall(r"among (at least )?(\d+) hands", told):
            assert int(n) == sizes[0] and bool(least) is (len(sizes) > 1)
        for tiles in re.findall(rf"must guess yours, ({HANDS})", told):
            assert all(apart(tiles, each) for each in yours)
        for tiles in re.findall(rf"knows? your ({TILES})", told):
            assert sizes == [1] and {*tiles.split()} == mine
        self.kinds += re.findall(r"can have|must guess|know(?=s? your)|can lie in|among", told)

    def free_guess(self, tile: str | None) -> None:
        """That a sure guess costs nothing beside one that is not sure, or before one must come."""
        pair = (self.move.words[0], self.against.words[0])
        sure, other = ({self.by.place(deal, each) for deal in self.worlds} for each in pair)
        assert sure == {self.move.words[1]} and tile == (pair[1] if len(other) > 1 else None)

    def decide(self, pawns: str | None) -> None:
        """That a last pawn which is better tells more and asks less, or the reverse."""
        waiting = {*self.by.players} - {*self.own.state.acted, self.viewer}
        assert {*re.findall(NAME, pawns or "")} == waiting
        one, other = self._sides
        assert (one[0] - other[0]) * (one[1] - other[1]) < 0

    def follow(self, than: str) -> None:
        """That after solved last pawns the value alone tells."""
        assert than == ("more" if self.differs.gap > 0 else "less")

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
        shares = (self.by.share(x.words[0]) if x.verb == "pawn" else 1.0 for x in pair)
        left = (fmean(self.by.left(each, None, "hands").values()) for each in pair)
        return [*zip(left, shares, strict=True)]
