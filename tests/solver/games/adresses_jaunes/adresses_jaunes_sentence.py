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
from aparte.solver.games.adresses_jaunes.coach import decision_of
from aparte.solver.games.adresses_jaunes.deals import MOST
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
WHOM = rf"(?:the others|{WHO})"
OF = r"(\d+) of (\d+) cases"
PARTS = {
    "left": (
        rf"(?:with pawn ({TILE}), )?leaves (?:({WHOM}) (?:{N}|only your hand|one possible deal)"
        r"(?: (hands for you|possible deals) on average)?)?"
        rf"(?:, )?(?:you {N}( %)?(?: of (\d+|your possible deals))?)?"
        rf"(?: \(after ({WORD})(?: with ({TILE}))?: {N}(?: %)?(?:, {N}(?: %)?)?\))?: "
    ),
    "counted": rf"({TARGET}) counts ({ROOM})",
    "counted_before": r"all know already what it counts: it tells nothing",
    "all_with": (
        rf", so {WHOM} knows? your ({TILES})"
        rf"(?: \(you have ({AT}(?: and {AT} in (\d) tiles, so (\d) at both)?)\))?"
    ),
    "shown": (
        rf"it shows that you lack ({TILE})(?: unless ({NAME}) has it)?"
        rf"(?: \(your disc at ({TARGET}) counts ({ROOM})\))?"
    ),
    "left_open": (
        r"(if right|then),? ((?:(?!\d+ of 100)[^:;]*(?:; |$))?)"
        r"(?:(\d+) of 100 are won|the team surely wins)?(?: \(after [^:]*: \d+\))?"
    ),
    "right": rf"({NAME}) has ({TILE}) in {OF}(?:{BY_DISC})?(?: \([^:()]*: (\d+)\))?",
    "lies": (
        rf"(\w+) has ({TILE}) in (\d+)( %)?(?! of| cases)(?:{BY_DISC})?"
        r"((?:, \w+ in \d+(?: %)?)*)"
    ),
    "known": rf"(\w+) has ({TILE})(?! in)(?:, as ({WHOM}) learns?)?(?: \((.*?)\))?",
    "joined": r"; |, but ",
    "wrong": r"surely wrong, and then all is lost",
    "decide": rf"(?:the pawn of ({WHOM}) and )?the guesses that follow decide",
    "free_guess": rf"it costs nothing(?:: (?:the guess at ({TILE})|(a guess)) can follow)?",
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
        self.hands_left = [counting.after(self.public, each) for each in (move, self.against)]
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
        assert len(self.hands_left[0]) == len(self.public)

    def left(self, *parts: str | None) -> None:
        """What others, and by the answer the viewer, are left with, and after the other move."""
        pawn, whom, n, things, yours, percent, of, other, there, *beside = parts
        only = whom is not None and n is None
        n = "1" if only else n
        assert (pawn is not None) is self.last
        assert (things is None) is (whom is None or only or self.differs.below)
        assert (other is None) is (self.differs.best or self.differs.below)
        self.with_pawn, others = pawn, len(self.by.players) > 2
        assert whom in (None, "the others" if others else self.others[0])
        pairs = (self.move, pawn), (self.against, self.pawn_of(self.against, pawn))
        if other is not None:
            assert (other, there) == (self.against.words[0], pairs[1][1])
        if not self.worlds:
            return  # sampled
        deals = self.move.verb == "pawn" and decision_of(self.own).counts_deals
        assert not deals or len(self.by.everybodys) <= MOST
        assert things in (None, "possible deals" if deals else "hands for you")
        told = [each for each in beside if each is not None]
        told = told[:1] * 2 if None in (whom, yours) else told
        if n and (deals or self.few):
            for (move, own_pawn), each in zip(pairs, [n, *told[:1]], strict=False):
                kind = "deals" if deals else "hands"
                found = self.by.left(move, own_pawn if self.last else None, kind)
                self._near(each, fmean(found.values()))
        if yours:
            total = len(self.worlds)
            assert (percent is None) is (total <= LISTED)
            assert of in (None, "your possible deals" if percent else str(total))
            assert (of is None) is self.differs.below
            shares = (self.by.share(own_pawn or move.words[0]) for move, own_pawn in pairs)
            for share, each in zip(shares, [yours, *told[1:]], strict=False):
                self._near(each, share * (total if total <= LISTED else 100))

    @cached_property
    def others(self) -> list[str]:
        """The other players."""
        return [each for each in self.by.players if each != self.viewer]

    # a pawn

    def known(self, place: str, tile: str, learn: str | None, why: str | None) -> None:
        """Where the tile lies in all deals, who learns it, and why the only other one lacks it."""
        assert tile == self.asked
        assert {self.by.place(each, tile) for each in self.worlds} <= {place}
        if why:
            Proof(self.own, self.by).lacks(*self.others, tile, why)
        if learn:
            now, then = (self.by.left(each, None, "deals") for each in (None, self.move))
            found = [each for each in now if then[each] < now[each]]
            assert re.findall(NAME, learn) == found

    @property
    def asked(self) -> str:
        """The tile of the pawn that is spoken of."""
        return self.with_pawn or self.move.words[0]

    def shown(self, tile: str, player: str | None, target: str | None, room: str) -> None:
        """Whether it is news that the viewer lacks the tile, which an own disc may be about."""
        assert tile == self.move.words[0] and len(self.hands_left[0]) < len(self.public)
        holders = {self.by.place(each, tile) for each in self.worlds}
        assert len(self.others) > 1 or not holders or "nobody" in holders
        if player is not None:
            assert [player] == self.others and (not holders or player in holders)
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

    def pawn_of(self, move: Event, pawn: str | None) -> str | None:
        """The pawn that goes with the other disc, as the coach says."""
        return pawn and decision_of(self.own).leaves(move).pawn

    def all_with(self, tiles: str, at: str | None, size: str | None, shared: str | None) -> None:
        """Which tiles all others know only then, in all deals, and which discs make it so."""
        left = self._beside_some(self.hands_left[0])
        then, before = (reduce(Hand.intersection, each) for each in (left, self.heard))
        shown, sure = self.by.open.keys(), {*tiles.split()}
        counts = {where: int(n) for n, where in re.findall(rf"(\d) at ({TARGET})", at or "")}
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

    def left_open(self, how: str, told: str, won: str | None = None) -> None:
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

    def free_guess(self, tile: str | None, later: str | None) -> None:
        """That a sure guess costs nothing beside one that is not sure, or before one must come."""
        pair = (self.move.words[0], self.against.words[0])
        sure, other = ({self.by.place(deal, each) for deal in self.worlds} for each in pair)
        holder, right = self.move.words[1], self.against.words[1] in other
        assert sure == {holder} and tile == (pair[1] if right and len(other) > 1 else None)
        assert bool(later) is (right and len(other) == 1)

    def decide(self, pawns: str | None) -> None:
        """That a move which is better, or worse, does not both tell and ask more, or less."""
        waiting = {*self.by.players} - {*self.own.state.acted, self.viewer}
        assert pawns is None or {*re.findall(NAME, pawns)} == waiting
        if self.few:
            one, other = self._sides[:: 1 if self.differs.gap > 0 else -1]
            assert not all(a < 0.88 * b for a, b in zip(one, other, strict=True))

    def speaks(self, said: Clause) -> None:
        """Check that a sentence is of the better side, and not all that is counted against it."""
        if not self.differs.either:
            assert said.good is (self.differs.gap > 0)
        elif not said.counted:
            return
        else:
            assert said.good is self.differs.best
        if self.few and not self.last and "decide" not in self.kinds:
            better, worse = self._sides if said.good else self._sides[::-1]
            more = [one / two for one, two in zip(better, worse, strict=True)]
            assert min(more) < 1 - 1e-9 or (not self.differs.either and max(more) < 1.2)

    @property
    def _sides(self) -> list[tuple[float, float]]:
        """What either move leaves the others, and by its answer the viewer."""
        pair = (self.move, self.against)
        shares = (self.by.share(x.words[0]) if x.verb == "pawn" else 1.0 for x in pair)
        deals = self.move.verb == "pawn" and decision_of(self.own).counts_deals
        kind = "deals" if deals else "hands"
        left = (fmean(self.by.left(each, None, kind).values()) for each in pair)
        return [*zip(left, shares, strict=True)]
