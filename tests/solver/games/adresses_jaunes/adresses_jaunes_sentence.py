"""A reason at Les Adresses Jaunes, taken apart; every part is held to plain counting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property, reduce
from itertools import chain, combinations, permutations
from statistics import fmean

import pytest

from aparte.models.core import Event, View
from aparte.solver.games.adresses_jaunes.coach import decision_of, own_moves
from aparte.solver.games.adresses_jaunes.counting import EXACTLY, FEW_DEALS
from aparte.solver.games.adresses_jaunes.deals import MOST
from aparte.solver.games.adresses_jaunes.hands import FEW
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
TAKEN = rf"(?:, of which {WHO} (?:has|together have) \d, which leaves \d)?"
ROOM = rf"(?:{TILES} and )?(?:\d of (?:{TILES}|\d+ possible tiles)|{TILES}){TAKEN}|{TILES}"
DISC = rf"disc at {TARGET} counts (?:{ROOM})"
BY_DISC = rf" \(({DISC}(?:, {DISC})?)\)"
WHOM, THINGS = rf"(?:the others|{WHO})", r"(hands for you|possible deals)"
BY = rf"{TILES}(?: \(you have {AT}(?: and {AT} in \d tiles, so \d at both)?\))?"
OF = r"(\d+) of (\d+) cases"
ABOUT = r"(about )?"
PARTS = {
    "pawn_behind": rf"with pawn ({TILE}), ",
    "vain": r"it tells nobody anything",
    "counted_before": r"all know what it counts: ",
    "counted": rf"({TARGET}) counts ({ROOM})(?:: )?",
    "thought": (
        rf"({WHOM}) can then think of {ABOUT}{N} {THINGS} on average"
        rf" \(now (?:about )?{N}\)(?:, not (?:about )?{N})?"
    ),
    "knows": (
        rf"(your hand|all hands) (?:is|are) then known to ({WHOM})"
        rf"(?: \(now (?:about )?{N} {THINGS}\))?(?:, not (?:about )?{N})?"
    ),
    "all_with": (
        rf", (?:all with your|since) ({BY}(?:, {BY})*(?: and {BY})?)"
        rf"(?: must be yours)?(?:, and either ({HANDS}))?"
    ),
    "open": rf", in which you have ({HANDS})",
    "beside": r"(it tells|you learn) (more|less|about as much) \(",
    "left_to": rf"{ABOUT}{N} (hands|deals)(?= ?[,)])",
    "asked_left": rf"(?:about )?{N}( %)? of (\d+|your) (?:possible deals|hands for ({NAME}))(?=\))",
    "beside_end": r"\)(?:: )?",
    "less_shown": (
        rf"all know that you lack ({TILE})|no disc of yours is about ({TILE})"
        rf"|only your disc at ({TARGET}) is about ({TILE})|your ({DISC}(?:, {DISC})?)"
    ),
    "answer": (
        rf"the answer (?:leaves you (?:about )?{N}( %)? of (\d+|your)"
        rf" (?:possible deals|hands for ({NAME})) on average(?:, not (?:about )?{N}(?: %)?)?"
        r"|tells you nothing)(?:: )?"
    ),
    "seen_by_all": rf"all see where ({TILE}) is: ",
    "shown": (
        rf"(?:if ({NAME}) lacks ({TILE}), it shows that you lack it, too"
        rf"|it shows that you lack ({TILE}))"
        rf"(?: \(your ({DISC}(?:, {DISC})?)\))?(?:: )?"
    ),
    "left_open": (
        r"(if right|then),? ((?:(?!the team)[^:;]*(?:; |$))?)"
        r"(?:the team wins in (\d+) of 100 cases|the team surely wins)?"
    ),
    "right": rf"({NAME}) has ({TILE}) in (?:about )?{OF}(?:{BY_DISC})?",
    "lies": (
        rf"(\w+) has ({TILE}) in (?:about )?(\d+)( %)?(?! of| cases)(?:{BY_DISC})?"
        r"((?:, \w+ in \d+(?: %)?)*)"
    ),
    "known": rf"(\w+) has ({TILE})(?! in)(?:, which is news to ({WHOM}))?(?: \((.*?)\))?(?:: )?",
    "joined": r"; |, but ",
    "wrong": r"surely wrong, and then all is lost",
    "decide": r"the guesses that follow decide",
    "free_guess": r"it risks nothing, but a guess (may|must) follow",
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
        for each in own_moves(self.own) if self.differs.below else (self.move,):
            if decision_of(self.own).are_same(each, self.move):
                self.room(self.viewer, each.words[0], room)

    def room(self, player: str, target: str, told: str) -> None:
        """Which tiles a player surely has at a target, and how many of which others."""
        hands = self.heard if player == self.viewer else self.by.beside(player)
        there = {tile for hand in hands for tile in hand if matches(tile, target)}
        there -= self.by.open.keys()
        sure = reduce(Hand.intersection, hands) & there
        count = len((self.by.own if player == self.viewer else hands[0]) & there - sure)
        can = sorted(there - sure)
        room = f"{count} of {' '.join(can)}" if count < len(can) else " ".join(can)
        if len(can) > (4 if count else 6):
            room = f"{count} of {len(can)} possible tiles"
        if taken := self.taken(player, can):
            who = re.sub(", (?=[^,]*$)", " and ", ", ".join(taken))
            have = "together have" if len(taken) > 1 else "has"
            k = sum(taken.values())
            room += f", of which {who} {have} {k}, which leaves {len(can) - k}"
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

    def vain(self) -> None:
        """That neither others nor the viewer learn anything by it."""
        if self.move.verb == "disc":
            self.counted_before()
        else:
            assert self.by.share(self.move.words[0]) == 1
            assert self._left(None) == pytest.approx(self._left(self.move))

    def pawn_behind(self, pawn: str) -> None:
        """Which pawn goes with a disc of the last round."""
        assert self.last
        self.with_pawn = pawn

    def thought(self, whom: str, about: str | None, n: str, things: str, *parts: str) -> None:
        """What others can think of then, on average, now, and after the other move."""
        now, after = parts
        assert not self.differs.below and (after is None) is self.differs.best
        assert whom == ("the others" if len(self.others) > 1 else self.others[0])
        assert things == ("possible deals" if self.deals else "hands for you")
        self._left_after(about, n, now, after)

    def left_to(self, about: str | None, n: str, things: str) -> None:
        """The same under the best."""
        assert self.differs.below and things == ("deals" if self.deals else "hands")
        self._left_after(about, n, None, None)

    def knows(self, what: str, whom: str, now: str | None, things: str, after: str | None) -> None:
        """That others know the hand, or all hands, then."""
        assert what == ("all hands" if self.deals else "your hand")
        assert whom == ("the others" if len(self.others) > 1 else self.others[0])
        assert (now is None) is self.differs.below
        assert things in (None, "possible deals" if self.deals else "hands for you")
        self._left_after(None, "1", now, after)

    def _left_after(self, about: str | None, n: str, now: str | None, after: str | None) -> None:
        against = self.pawn_of(self.against)
        assert (self.with_pawn is not None) is self.last
        if not self.deals and (not self.worlds or (len(self.others) > 1 and self.size > EXACTLY)):
            assert about or n == "1", "an estimate is called one"
        if not (self.worlds and (self.deals or self.few)):
            return
        assert not about, "it can be counted"
        pairs = (self.move, self.with_pawn), (None, None), (self.against, against)
        for told, pair in zip((n, now, after), pairs, strict=True):
            if told:
                self._near(told, self._left(*pair))

    def _left(self, move: Event | None, pawn: str | None = None) -> float:
        """What others are left with on average."""
        return fmean(self.by.left(move, pawn, "deals" if self.deals else "hands").values())

    @property
    def deals(self) -> bool:
        """Whether deals are counted, not hands."""
        told = self.move.verb == "pawn" and decision_of(self.own).counts_deals
        assert not told or len(self.by.everybodys) <= MOST
        return told

    def answer(self, n: str | None, percent: str | None, of: str, *parts: str | None) -> None:
        """How many deals the answer to a pawn leaves the viewer, and after the other pawn."""
        player, after = (*parts, None)[:2]
        if not self.worlds:
            return  # sampled
        total = len(self.worlds)
        assert n is None or (percent is None) is (total <= LISTED)
        assert of in (None, "your" if percent else str(total))
        assert player in (None, *self.others) and (player is None or len(self.others) == 1)
        pawns = self.asked, self.pawn_of(self.against) or self.against.words[0]
        for told, pawn in zip((n or str(total), after), pawns, strict=True):
            if told:
                self._near(told, self.by.share(pawn) * (total if total <= LISTED else 100))

    asked_left = answer

    @cached_property
    def others(self) -> list[str]:
        """The other players."""
        return [each for each in self.by.players if each != self.viewer]

    # a pawn

    def beside(self, what: str, more: str) -> None:
        """Whether a pawn leaves others, or its answer the viewer, less than the one above it."""
        assert self.differs.below
        side = 0 if what == "it tells" else 1
        if self.worlds if side else self.few:
            one, other = (each[side] for each in self._sides)
            times = one / other  # of figures as they are told, to two digits
            fits = {"more": times < 0.97, "less": times > 1.03, "about as much": 0.84 < times < 1.2}
            assert fits[more]

    def beside_end(self) -> None:
        """No more of this."""

    def less_shown(self, known: str | None, bare: str | None, *parts: str) -> None:
        """Why others learn less by this pawn than by that of the best."""
        tile, laid = self.move.words[0], {at for who, at, *_ in self.by.discs if who == self.viewer}
        if known:
            holders = {self.by.place(each, tile) for each in self.worlds}
            held = len(self.others) == 1 and (not holders or "nobody" not in holders)
            assert known == tile and (held or len(self.hands_left[0]) == len(self.public))
        elif bare:
            assert bare == tile and not any(matches(tile, each) for each in laid)
        else:
            only, about, discs = parts
            assert not only or (about, [only]) == (tile, [x for x in laid if matches(tile, x)])
            if discs:
                self.by_discs(self.viewer, tile, discs)

    def seen_by_all(self, tile: str) -> None:
        """Where the tile is of a pawn that tells nothing else of the viewer."""
        assert tile == self.move.words[0] and self.deals and len(self.others) > 1
        assert len(self.hands_left[0]) == len(self.public)
        assert not self.worlds or len({self.by.place(each, tile) for each in self.worlds}) > 1

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

    def shown(self, player: str | None, *parts: str | None) -> None:
        """Whether it is news that the viewer lacks the tile, which an own disc may be about."""
        *told, discs = parts
        (tile,) = filter(None, told)
        assert tile == self.move.words[0] and len(self.hands_left[0]) < len(self.public)
        holders = {self.by.place(each, tile) for each in self.worlds}
        assert len(self.others) > 1 or not holders or "nobody" in holders
        assert player is None or ([player] == self.others and holders != {"nobody"})
        if discs is not None:
            self.by_discs(self.viewer, tile, discs)

    def by_discs(self, player: str, tile: str, told: str) -> None:
        """One disc of a player, or two that cross, which the tile can be counted by."""
        found = [each.split(" counts ", 1) for each in re.split("(?:^|, )disc at ", told)[1:]]
        assert {at for at, _ in found} <= {at for who, at, *_ in self.by.discs if who == player}
        for at, room in found:
            assert matches(tile, at)
            self.room(player, at, room)

    def lies(self, place: str, tile: str, *parts: str | None) -> None:
        """Where the tile can lie, and in how many deals."""
        assert tile == self.move.words[0]
        n, percent, discs, others, *_ = parts
        lying = Counter(self.by.place(each, tile) for each in self.worlds)
        told = {who: int(k) for who, k in re.findall(r", (\w+) in (\d+)", others or "")}
        told[place] = int(n or 0)
        if discs:
            self.by_discs(place, tile, discs)
        if not lying:  # sampled
            return
        assert told.keys() == lying.keys()
        total = len(self.worlds)
        for who, k in told.items():
            in_all = lying[who] if total <= LISTED else max(1, 100 * lying[who] / total)
            assert abs(k - in_all) < (1e-9 if total <= LISTED else 1)
        assert (percent is None) is (total <= LISTED)

    # what is left

    def pawn_of(self, move: Event) -> str | None:
        """The pawn that goes with another disc, as the coach says."""
        return decision_of(self.own).leaves(move).pawn if self.last else None

    def open(self, told: str) -> None:
        """By which tiles the few hands differ that can still be the viewer's."""
        left = self._left_hands
        assert 1 < len(left) <= FEW and apart(told, left)

    @property
    def _left_hands(self) -> list[Hand]:
        hands = [hand for hand in self.hands_left[0] if self.with_pawn not in hand]
        return self._beside_some(hands)

    def all_with(self, told: str, open_: str | None) -> None:
        """Which tiles all others know only then, in all deals, and which discs make it so."""
        left = self._left_hands
        if open_:
            self.open(open_)
        then, before = (reduce(Hand.intersection, each) for each in (left, self.heard))
        shown, known = self.by.open.keys(), {*re.findall(TILE, told)}
        assert known <= then - before - shown
        can, mine = sorted(reduce(Hand.union, left) - shown), self.by.own - shown
        for part in re.findall(BY, told):
            sure, counted = {*re.findall(TILE, part)}, re.findall(rf"(\d) at ({TARGET})", part)
            counts = {where: int(n) for n, where in counted}
            at_all = sum(all(matches(each, where) for where in counts) for each in mine)
            assert re.findall(r"in (\d) tiles, so (\d)", part) in (
                [],
                [(f"{len(mine)}", f"{at_all}")],
            )
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
        return bool(self.worlds) and self.size <= 4_000

    @property
    def size(self) -> int:
        """How many hands of the viewer are held beside hands of another player."""
        seats = [n for n, each in enumerate(self.by.players) if each != self.viewer]
        hands = max((len({deal[seat] for deal in self.worlds}) for seat in seats), default=0)
        return hands * len(self.public)

    # guesses

    def wrong(self) -> None:
        """That the guess is wrong in all deals."""
        tile, player = self.move.words
        assert self.worlds and player not in {self.by.place(each, tile) for each in self.worlds}

    def right(self, player: str, tile: str, n: str, of: str, discs: str | None) -> None:
        """In how many deals a guess is right."""
        if discs:
            self.by_discs(player, tile, discs)
        assert (tile, player) == self.move.words
        if total := len(self.worlds):
            assert int(of) == (total if total <= LISTED else 100)
            found = sum(self.by.place(each, tile) == player for each in self.worlds)
            assert abs(int(n) - found * int(of) / total) <= (total > LISTED)

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

    def free_guess(self, how: str) -> None:
        """That a sure guess costs nothing, and whether in some deal all can be named surely."""
        holders = {self.by.place(deal, self.move.words[0]) for deal in self.worlds}
        assert holders == {self.move.words[1]}
        assert len(self.worlds) > FEW_DEALS or (how == "may") is any(map(self._named, self.worlds))

    def _named(self, deal: Sequence[Hand]) -> bool:
        """Whether all of a deal can be named, one after the other by whoever is sure."""
        possible, shown = self.by.everybodys, {*self.by.open}
        while left := reduce(Hand.union, deal) - shown:
            sure = [
                reduce(Hand.intersection, (each[m] for each in possible if each[n] == deal[n]))
                for n, m in permutations(range(len(deal)), 2)
            ]
            if not (fresh := left & reduce(Hand.union, sure)):
                return False
            shown |= fresh
            places = [hand & fresh for hand in deal]
            possible = [x for x in possible if [hand & fresh for hand in x] == places]
        return True

    def decide(self) -> None:
        """That a move which is better, or worse, does not both tell and ask more, or less."""
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
        left = (self._left(each, self.pawn_of(each)) for each in pair)
        return [*zip(left, shares, strict=True)]
