"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

By what all know, a disc leaves those of the viewer's hands that count as much at its target (AJ-5),
and a pawn those that lack its tile (AJ-6); a pawn also asks where that tile lies. A guess is right
in so many of the viewer's deals (AJ-8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import log2
from operator import and_, or_
from statistics import fmean
from typing import TYPE_CHECKING

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Listed, Words, in_100, listed, say
from ...play.coach import seed_of
from ...play.contrast import A_QUARTER, Clause, Contrast, joined
from ...play.trial import Effect
from .coach import Decision, Worlds
from .convention import read
from .effects import Answer, Right, Shown, Then, in_hands, many
from .hands import FEW, TILES

if TYPE_CHECKING:
    from .hands import Hands

SEVERAL = 12
"""Up to so many hands are told as all can count them, and how often others can know which it is."""
LISTED = 40
"""Up to so many deals are counted; of more it is told in how many of 100."""
SLIGHT = 0.1
"""A chance that differs by less is hardly another one."""
MATTERS = 0.06
"""What else differs is told from so many bits on: 15 in 100 of an answer's chance."""
A_BIT = 0.02
"""What differs by less, in bits, is told as the same."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` leaves open and the other one does not; None where nothing says it.

    Of moves that are exactly as good, nothing is to be said if they tell the same.
    """
    equal = differs.either and not differs.error and not differs.differences
    if move.verb != differs.against.verb:
        return None
    told = _Told(view, Decision(read(view, differs.assumed), seed_of(view)), move, differs)
    if equal and move.verb != "name" and not any(told.bits.values()):
        return None
    if move.verb == "disc":
        return None if told.decision.tells_by_discs else told.disc
    return told.pawn if move.verb == "pawn" else told.guess


@dataclass(frozen=True)
class _Told:
    """A move that is held against another one, as a seat reads the table."""

    view: View[State]
    decision: Decision
    move: Event
    differs: Contrast

    @property
    def good(self) -> int:
        """1 if the move is surely better than the other one, -1 if worse, else 0."""
        return 0 if self.differs.either else 1 if self.differs.gap > 0 else -1

    @property
    def values(self) -> Mapping[str, object]:
        """What most sentences name."""
        one, two = map(len, self.left)
        other = self.differs.against.words[0]
        return {"n": one, "m": two, "tile": self.move.words[0], "other": other}

    @cached_property
    def left(self) -> tuple[Hands, Hands]:
        """The viewer's hands that can be after the move, and after the other one, for all."""
        return self.decision.left(self.move), self.decision.left(self.differs.against)

    @cached_property
    def deals(self) -> Worlds | None:
        """The viewer's deals; None if they are many, so that it is told in how many of 100."""
        deals, complete = self.decision.worlds(LISTED)
        return deals if complete else None

    @cached_property
    def bits(self) -> Mapping[Effect, float]:
        """How much more the move tells than the other one."""
        own, other = map(self.decision.tells, (self.move, self.differs.against))
        return {each: each.sign * (own[each] - other[each]) for each in own}

    @property
    def disc(self) -> Clause | None:
        """Return what a disc counts, and which hands it leaves."""
        words = say("{cause}: {hands}", cause=self._cause, hands=self._hands)
        return self._sided(words, self.bits[Shown()])

    @property
    def pawn(self) -> Clause | None:
        """Return which hands a pawn leaves, since it shows a tile to be lacked, and its answer."""
        shown, answer = self.bits[Shown()], self.bits[Answer()]
        told = [(shown, self._lacking)] if len(self.decision.thinkable) > 1 else []
        settles = self._settles
        if settles is not None and (self.differs.best or answer >= A_BIT):
            told.append((answer, settles))
        elif abs(answer) >= MATTERS:
            told.append((answer, self._answer))
        if not told:
            return None
        way = self.good or (1 if self.differs.best else -1)
        told.sort(key=lambda each: (-way * each[0], each[0] != shown))
        (bits, clause), *others = told
        for more, words in others:
            if more * bits >= 0 or abs(more) >= MATTERS:
                clause = joined(clause, words, alike=more * bits >= 0)
        if settles is not None and abs(answer) < A_BIT and not self.differs.best:
            values = {**self.values, "clause": clause, "tells": settles}
            clause = say("{clause}; like {other}, {tells}", **values)
        return self._sided(clause, bits)

    def _sided(self, words: Words, bits: float) -> Clause | None:
        """Return what tells so many bits more, for the move or the other one.

        Of a worse move for which it speaks it is said that it did worse.
        """
        if self.good >= 0:
            return Clause(words, None if abs(bits) < A_BIT else bits > 0)
        if bits > -A_BIT and not self.differs.error:
            words = say("{clause}, yet it wins less often", clause=words)
        elif bits > -A_BIT:
            words = say("{clause}, yet it did worse in trial games", clause=words)
        return Clause(words, good=False)

    @property
    def guess(self) -> Clause | None:
        """Return in how many deals either guess is right, and what else decides."""
        one, two = self.differs.sides.get(Right(), (0.0, 0.0))
        (tile, holder), (beside, other) = self.move.words, self.differs.against.words
        if one == two and self.differs.either:
            return None
        if not one:
            return Clause(self._wrong(tile, holder), good=False)
        has = self._has(holder, tile, one)
        if not two:
            return Clause(joined(has, self._wrong(beside, other), alike=True), good=True)
        right = say("{clause}, {others}", clause=has, others=self._has(other, beside, two))
        if 1 not in (one, two):
            values = {"player": other, "tile": beside, "m": self._n(two)}
            right = say("{clause}, {player} {tile} in {m}", clause=has, **values)
        if not self.good:
            return Clause(right, None if one == two else one > two)
        then = self.differs.sides.get(Then(), (0.0, 0.0))
        hands, (n, m) = [len(each) for each in self.left], map(in_100, then)
        more, rest = (one - two) * self.good > 0, (then[0] - then[1]) * self.good
        if not more and (hands[1] - hands[0]) * self.good > 0:
            right = joined(right, self._hands, alike=False)
        elif not more and rest <= 0:
            return None
        elif abs(rest) >= SLIGHT:
            won = say("then the rest is won in {n} of 100, not in {m}", n=n, m=m)
            right = joined(right, won, alike=more is (rest > 0))
        return Clause(right, self.good > 0)

    @property
    def _cause(self) -> Words:
        """Return what a disc counts, and of how many tiles that can be the viewer's for all."""
        if len(self.left[0]) == len(self.decision.thinkable):
            return say("all know already what it counts")
        seen, there = self.decision.seen, self.view.state.box.targets[self.move.words[0]]
        possible = reduce(or_, self.decision.thinkable.tolist())
        count, places = (
            [tile for tile in seen.code.tiles(hand & ~seen.shut) if tile in there]
            for hand in (seen.hand, possible)
        )
        values = {"count": len(count), "n": len(places)}
        if len(places) <= FEW:
            tiles = listed(places, " ")
            return say("it counts {count}, where only {tiles} can be yours", **values, tiles=tiles)
        return say("it counts {count} of {n} possible tiles", **values)

    @property
    def _lacking(self) -> Words:
        """Return which hands are left, since the viewer lacks the tile, and what counts it."""
        values = {**self.values, "hands": self._hands}
        if len(self.left[0]) == len(self.decision.thinkable):
            known = say("all know already that you lack {tile}", **values)
            alike = len(self.left[0]) == len(self.left[1])
            return known if alike else say("{cause}: {hands}", cause=known, hands=self._hands)
        before, after = (
            reduce(and_, each.tolist(), TILES) for each in (self.decision.thinkable, self.left[0])
        )
        if sure := self.decision.seen.code.tiles(after & ~before):
            values |= {"tiles": listed(sure, " ")}
            return say("it shows that you lack {tile} and hold {tiles}: {hands}", **values)
        own = (each for each in self.view.state.discs if each.owner == self.view.viewer)
        targets = self.view.state.box.targets
        counting = [
            each for each in own if each.cubes and self.move.words[0] in targets[each.target]
        ]
        if not counting or not self.differs.best:
            return say("it shows that you lack {tile}: {hands}", **values)
        disc = max(counting, key=lambda each: each.cubes)
        values |= {"target": disc.target, "count": disc.cubes}
        return say(
            "it shows that you lack {tile}, on {target} where you count {count}: {hands}", **values
        )

    @property
    def _hands(self) -> Words:
        """Return which hands of the viewer others are left with, after either move."""
        (one, two), bits = map(len, self.left), self.bits[Shown()]
        with_pawn = self.decision.tells_with_pawn and 1 not in (one, two)
        apart = abs(bits) >= A_BIT and (with_pawn or (two - one) * bits <= 0)
        if len(self.decision.thinkable) > SEVERAL or apart:
            return self._at_seats
        guess, nothing = self.move.verb == "name", one == len(self.decision.thinkable)
        brief = not guess and (nothing or (one >= two and not self.differs.best))
        values = {**self.values, "hands": self._known(self.left[0], brief)}
        if (one, two) == (1, 2):
            tiles = self.decision.seen.code.apart(self.left[1].tolist())
            return say("{hands} ({other}: {tiles})", **values, tiles=tiles)
        if two == 1 < one:
            show = say("{other} would show your hand", **values)
            return show if brief and nothing else say("{hands}; {known}", **values, known=show)
        if one == two:
            return say("{hands} ({other}: as many)", **values)
        told = say("{hands} ({other}: {m})", **values)
        often, beside = map(self.decision.known_to_others, self.left)
        settles = self.move.verb == "pawn" and self._settles
        if not self.differs.best or settles or often - beside < SLIGHT:
            return told
        n, m = self._in(often), self._n(beside)
        known = say("by their own tiles others can know your hand in {n}, not in {m}", n=n, m=m)
        return say("{hands}; {known}", hands=told, known=known)

    @cached_property
    def then(self) -> Sequence[tuple[Tile | None, Hands]]:
        """The viewer's hands after either move, with the pawn if that goes with it."""
        if self.decision.tells_with_pawn:
            return [self.decision.with_pawn(each) for each in self.left]
        return [(None, each) for each in self.left]

    @property
    def _at_seats(self) -> Words:
        """Return how many hands others are left with, who know their own tiles.

        The player is named for whom it differs most otherwise than for all of them together: of the
        best move, or where it is the other way round for that player.
        """
        one, two = (self.decision.beside_theirs(each) for _, each in self.then)
        pawn, hands = self.then[0]
        average = [fmean(each.values()) for each in (one, two)]
        n, m = map(many, average)
        left, beside = map(in_hands, average)
        values = {**self.values, "m": m, "n": left, "player": next(iter(one))}
        told = say("others are left about {n} for you", n=left)
        if len(hands) == 1:
            told = say("all know your hand")
        elif len(one) == 1:
            told = say("{player} is left about {n} for you", **values)
        if pawn is not None and len(hands) < len(self.left[0]):
            told = say("with pawn {tile} next, {hands}", tile=pawn, hands=told)
        values["hands"] = told
        if len(self.left[1]) == 1 < len(hands):
            return say("{hands}; {other} would show your hand", **values)
        if str(n) == str(m):
            return say("{hands} ({other}: as many)", **values)
        told = say("{hands} ({other}: {m})", **values)
        if len(hands) == 1:
            return say("{hands} ({other}: about {m})", **values | {"m": beside})
        bits = self.bits[Shown()]
        apart = {player: log2(two[player] / one[player]) - bits for player in one}
        player = max(apart, key=lambda each: abs(apart[each]))
        n, m = many(one[player]), many(two[player])
        turned = (apart[player] + bits) * bits < 0
        if abs(apart[player]) < A_QUARTER or str(n) == str(m) or not (self.differs.best or turned):
            return told
        return say("{clause}, {player} {n} ({m})", clause=told, player=player, n=n, m=m)

    def _known(self, left: Hands, brief: bool = False) -> Words:
        """Return what all know of the viewer's hand; of few hands the tiles that differ."""
        if len(left) == 1:
            return say("all know your hand")
        if len(left) > FEW or brief:
            return say("{n} hands by the table", n=len(left))
        tiles = self.decision.seen.code.apart(left.tolist())
        return say("by the table, your hand can have {tiles}", tiles=tiles)

    @property
    def _answer(self) -> Words:
        """Return how far it can be foreseen where the tile lies, and that of the other pawn."""
        lying = [self.decision.lying_of(x.words[0]) for x in (self.move, self.differs.against)]
        (place, chance), (holder, beside) = (next(iter(each.items())) for each in lying)
        values = {**self.values, "place": place, "m": self._n(beside), "holder": holder}
        if chance == 1 and place == NOBODY:
            nobody, discs = say("you know that nobody has {tile}", **values), self._none
            return say("{clause} ({discs})", clause=nobody, discs=discs) if discs else nobody
        if chance == 1:
            return say("you know that {place} has {tile}", **values)
        values["clause"] = self._has(place, self.move.words[0], chance)
        if beside == 1:
            return say("it finds out more: {clause} ({other}: sure)", **values)
        if beside > chance:
            return say("it finds out more: {clause} ({other}: {holder} {m})", **values)
        return say("it finds out less: {clause} ({other}: {holder} {m})", **values)

    @property
    def _none(self) -> Listed | None:
        """Return the discs by which all others have no tile like that of the pawn, if they do."""
        state, others = self.view.state, {*self.decision.seen.players} - {self.view.viewer}
        none = {
            disc.owner: say("{player} {target} = 0", player=disc.owner, target=disc.target)
            for disc in state.discs
            if not disc.cubes and self.move.words[0] in state.box.targets[disc.target]
            if disc.owner in others
        }
        return listed(none.values()) if others == none.keys() else None

    def _has(self, place: str, tile: Tile, chance: float) -> Words:
        """Return how often a tile lies there."""
        if chance == 1 and self.decision.is_complete and place != NOBODY:
            return say("{place} surely has {tile}", tile=tile, place=place)
        if place == NOBODY:
            return say("nobody has {tile} in {n}", tile=tile, n=self._in(chance))
        return say("{place} has {tile} in {n}", place=place, tile=tile, n=self._in(chance))

    @cached_property
    def _settles(self) -> Words | None:
        """Return between which tiles of a player the answer decides, if in all of the deals."""
        code, (tile,) = self.decision.seen.code, self.move.words
        for player, several in self.decision.in_doubt.items():
            one = [hand for hand in several if hand & code.mask([tile])]
            two = [hand for hand in several if not hand & code.mask([tile])]
            has = reduce(and_, one, TILES) & ~reduce(or_, two, 0)
            else_has = reduce(and_, two, TILES) & ~reduce(or_, one, 0)
            beside: object = listed(code.tiles(else_has), " ")
            if len(one) == 1 and two and not else_has and len(several) <= FEW:
                beside = code.apart([hand & ~reduce(and_, several) for hand in two])
            elif not one or not two or not else_has:
                continue
            tiles = {"tiles": listed(code.tiles(has), " "), "player": player}
            return say("it tells whether {player} has {tiles} or {others}", **tiles, others=beside)
        return None

    def _wrong(self, tile: Tile, player: str) -> Words:
        if self.decision.is_complete:
            return say("{player} cannot have {tile}", player=player, tile=tile)
        return say("{player} has {tile} in none of 100 deals", player=player, tile=tile)

    def _n(self, chance: float) -> int:
        """Return in how many of the viewer's deals something is so, or of 100 if they are many."""
        return in_100(chance) if self.deals is None else round(chance * len(self.deals))

    def _in(self, chance: float) -> Words:
        if self.deals is None:
            return say("{n} of 100 deals", n=self._n(chance))
        return say("{n} of your {m} deals", n=self._n(chance), m=len(self.deals))
