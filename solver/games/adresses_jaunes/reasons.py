"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

By what all know, a disc leaves those of the viewer's hands that count as much at its target (AJ-5),
and a pawn those that lack its tile (AJ-6); a pawn also asks where that tile lies. So fewer deals
are left that can be for all. A guess is right in so many of the viewer's deals (AJ-8).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import and_, or_
from statistics import fmean
from typing import TYPE_CHECKING

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Words, in_100, listed, say, say_n
from ...play.coach import seed_of
from ...play.contrast import A_QUARTER, Clause, Contrast, joined
from ...play.itself import Itself
from ...play.trial import Assumptions, Effect
from .coach import Decision
from .convention import read
from .effects import Right, Then, in_deals, in_hands, many, roughly
from .hands import FEW, TILES
from .sure import lacking

if TYPE_CHECKING:
    from .coach import Left
    from .hands import Hands

LISTED = 40
"""Up to so many deals are counted; of more it is told in how many of 100."""
A_BIT = 0.02
"""What differs by less, in bits, is told as the same."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` leaves open and the other one does not; None where nothing says it.

    Of moves that are exactly as good, nothing is to be said if they tell the same.
    """
    if move.verb != differs.against.verb:
        return None
    told = _Told(view, _decision(Itself(view), differs.assumed), move, differs)
    if move.verb == "name":
        return told.guess
    equal = differs.either and not differs.error and not differs.differences
    if equal and not any(told.bits.values()):
        return None
    if move.verb == "disc" and told.decision.tells_by_discs:
        return None
    return told.clue


@lru_cache(maxsize=2)
def _decision(view: Itself[View[State]], assumed: Assumptions) -> Decision:
    return Decision(read(view.it, assumed), seed_of(view.it))


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

    @cached_property
    def left(self) -> tuple[Hands, Hands]:
        """The viewer's hands that can be after the move, and after the other one, for all."""
        return self.decision.left(self.move), self.decision.left(self.differs.against)

    @cached_property
    def bits(self) -> Mapping[Effect, float]:
        """How much more the move tells than the other one."""
        own, other = map(self.decision.tells, (self.move, self.differs.against))
        return {each: each.sign * (own[each] - other[each]) for each in own}

    @property
    def clue(self) -> Clause:
        """Return what a disc or a pawn tells, and what it leaves, or that this is no reason.

        What is left is not told where it speaks for the one that is surely worse.
        """
        disc = self.move.verb == "disc"
        cause, then = (self._counts, None) if disc else (self._asks, self._rests_on)
        bits, topic = sum(self.bits.values()), next(iter(self.bits)).topic
        left = self._leaves
        words = say("{cause}: {left}", cause=cause, left=left)
        words = words if then is None else joined(words, then)
        if not self.good:
            good = None if abs(bits) < A_BIT else bits > 0
            return Clause(words, good, topic=topic, hinted=left)
        if bits * self.good < A_BIT:
            words = self._no_cause(words if bits * self.good > -A_BIT else cause)
            left = self._no_cause(left)
        return Clause(words, self.good > 0, topic=topic, hinted=left)

    def _no_cause(self, words: Words) -> Words:
        """Return that nothing which is counted tells why one of the two is better."""
        if self.good > 0:
            return say("{clause}; no single reason found why it does better", clause=words)
        return say("{clause}; no single reason found why it does worse", clause=words)

    @property
    def guess(self) -> Clause | None:
        """Return in how many deals a guess is right, and how often the rest is won then.

        Beside the best the same is told of the other one, and alone where the best is sure.
        """
        (one, two), (then, beside) = (
            self.differs.sides.get(each, (0.0, 0.0)) for each in (Right(), Then())
        )
        topic = Right().topic if one != two else Then().topic
        if not one:
            return Clause(self._wrong(self.move), good=False, topic=topic)
        if not two and self.decision.is_complete and self.differs.best:
            return Clause(say("any other name is wrong"), topic=topic)
        if not two:
            return Clause(self._wrong(self.differs.against), topic=topic)
        (tile, holder), (else_, other) = self.move.words, self.differs.against.words
        words = self._rest(self._has(holder, tile, one), then)
        if one == 1 and self.differs.either:
            return None
        if self.differs.best and one == 1:
            right = self._rest(say("right in {n}", n=self._in(two)), beside)
            return Clause(right, topic=topic)
        if self.differs.best and not self.differs.either:
            there = self._rest(self._has(other, else_, two), beside)
            words = say("{clause} ({other})", clause=words, other=there)
        n, m = map(len, self.left)
        if (m - n) * self.good > A_QUARTER * n:
            known = say("{n} hands can be yours then ({other}: {m})", n=n, m=m, other=else_)
            words = say("{clause}; {known}", clause=words, known=known)
        return Clause(words, topic=topic)

    def _rest(self, right: Words, then: float) -> Words:
        """Return how often a guess is right, and in how many of 100 cases the rest is won then."""
        n = in_100(then, sure=not self.differs.error)
        if n == 100:
            return say("{clause}, and then all is won", clause=right)
        return say("{clause}, and then {n} of 100 are won", clause=right, n=n)

    @property
    def _counts(self) -> Words:
        """Return what a disc counts, and of how many tiles that can be the viewer's for all."""
        if len(self.left[0]) == len(self.decision.thinkable):
            return say("all know already what it counts")
        seen, (target,) = self.decision.seen, self.move.words
        there = seen.code.mask(self.view.state.box.targets[target]) & ~seen.shut
        places = seen.code.tiles(reduce(or_, self.decision.thinkable.tolist()) & there)
        values = {"count": int(seen.hand & there).bit_count(), "n": len(places)}
        if len(places) <= FEW:
            tiles = listed(places, " ")
            return say("it counts {count}, where only {tiles} can be yours", **values, tiles=tiles)
        return say("it counts {count} of {n} possible tiles", **values)

    @property
    def _asks(self) -> Words:
        """Return what a pawn shows of the viewer's hand, and where its tile lies if it is open."""
        decision, (tile,) = self.decision, self.move.words
        before, after, other = (len(each) for each in (decision.thinkable, *self.left))
        lies = self._lies(tile)
        had, has = (reduce(and_, each.tolist()) for each in (decision.thinkable, self.left[0]))
        sure = decision.seen.code.tiles(has & ~had & TILES)
        values = {"tile": tile, "tiles": listed(sure, " ")}
        told = say("shows that you lack {tile}", **values)
        if after == before:
            told = say("all know already that you lack {tile}", **values)
        elif sure:
            told = say("shows that you lack {tile} and hold {tiles}", **values)
        if decision.knows_all:
            return told
        return lies if after == before == other else joined(told, lies)

    @property
    def _rests_on(self) -> Words | None:
        """Return whose pawns are still needed where a last one wins for sure."""
        players, tiles = self.decision.rests_on(self.move)
        if not players:
            return None
        values = {"players": listed(players), "tiles": listed(tiles, " / ")}
        if tiles:
            return say("won if {players} then asks for {tiles}", **values)
        return say_n(
            "needs a good pawn of {players}, too",
            "needs good pawns of {players}, too",
            len(players),
            **values,
        )

    def _lies(self, tile: Tile) -> Words:
        """Return where a tile can lie, the likeliest place first; of what is sampled, how often."""
        (place, chance), *others = self.decision.lying_of(tile).items()
        values = {"tile": tile, "place": place, "n": self._in(chance)}
        if chance < 1:
            if not self.decision.is_complete:
                held = 1 - dict([(place, chance), *others]).get(NOBODY, 0.0)
                n = min(95, max(5, 5 * round(20 * held)))
                return say("somebody has {tile} in about {n} of 100 deals", tile=tile, n=n)
            parts = [(name, self._n(part)) for name, part in others if part]
            told = (
                say("nobody {n}", n=n) if name == NOBODY else say("{player} {n}", player=name, n=n)
                for name, n in parts
            )
            there = say("{place} has {tile} in {n}", **values)
            if place == NOBODY:
                there = say("nobody has {tile} in {n}", **values)
            return say("{there}, {others}", there=there, others=listed(told)) if parts else there
        if place != NOBODY:
            return say("you can name {tile} {place} without a pawn", **values)
        asked = [name for name in self.decision.seen.players if name != self.view.viewer]
        why = {name: lacking(self.view).get((name, tile)) for name in asked}
        if not all(why.values()):
            return say("you know that nobody has {tile}", **values)
        whys = (say("{player} {reason}", player=name, reason=each) for name, each in why.items())
        return say("nobody has {tile} ({others})", **values, others=listed(whys))

    @property
    def _leaves(self) -> Words:
        """Return what all are left with after either move, in all, or of the viewer's hands."""
        own, other = (self.decision.leaves(x) for x in (self.move, self.differs.against))
        if own is None or other is None:
            return self._at_seats
        n, m, against = many(own.deals), many(other.deals), self.differs.against.words[0]
        values = {"deals": in_deals(own.deals), "m": m, "other": against}
        if other.pawn != own.pawn:
            values["other"] = say("{target} with {tile}", target=against, tile=other.pawn)
        told = say("others are left about {deals} ({other}: {m})", **values)
        if str(n) == str(m):
            told = say("others are left about {deals} ({other}: as many)", **values)
        elif own.deals == 1:
            told = say("then others know all tiles ({other}: about {m} deals)", **values)
        if self.move.verb == "disc" and (hands := self._hands_of(own)) is not None:
            told = say("{hands}, {others}", hands=hands, others=told)
        if own.pawn is None:
            return told
        return say("with pawn {tile} next, {left}", tile=own.pawn, left=told)

    def _hands_of(self, left: Left) -> Words | None:
        """Return which hands can be the viewer's for all, if it is one, or few after the best."""
        if len(left.hands) == 1:
            return say("all know your hand")
        if self.differs.best and len(left.hands) <= FEW:
            tiles = self.decision.seen.code.apart(left.hands.tolist())
            return say("your hand can have {tiles}", tiles=tiles)
        return None

    @property
    def _at_seats(self) -> Words:
        """Return how many hands others are left with on average, who know their own tiles.

        A disc of the last round is counted with the pawn that goes with it.
        """
        pawn, then = None, list(self.left)
        if self.decision.tells_with_pawn:
            (pawn, then[0]), (_, then[1]) = map(self.decision.with_pawn, self.left)
        seats = [self.decision.beside_theirs(each) for each in then]
        (n, m), player = (fmean(each.values()) for each in seats), next(iter(seats[0]))
        other = self.differs.against.words[0]
        n, m = map(roughly, (n, m))
        values = {"n": in_hands(n), "m": many(m), "player": player, "other": other, "tile": pawn}
        told = say("others are left about {n} for you", **values)
        if len(seats[0]) == 1:
            told = say("{player} is left about {n} for you", **values)
        if len(then[0]) == 1:
            told, values["m"] = say("all know your hand"), in_hands(m)
        values["hands"] = told
        told = say("{hands} ({other}: {m})", **values)
        if str(many(n)) == str(many(m)):
            told = say("{hands} ({other}: as many)", **values)
        return told if pawn is None else say("with pawn {tile} next, {left}", tile=pawn, left=told)

    def _has(self, place: str, tile: Tile, chance: float) -> Words:
        """Return how often a player has a tile."""
        if chance == 1 and self.decision.is_complete:
            return say("{place} surely has {tile}", tile=tile, place=place)
        return say("{place} has {tile} in {n}", place=place, tile=tile, n=self._in(chance))

    def _wrong(self, guess: Event) -> Words:
        tile, player = guess.words
        if self.decision.is_complete:
            return say("surely wrong")
        return say("{player} has {tile} in none of 100 deals", player=player, tile=tile)

    def _n(self, chance: float) -> int:
        """Return in how many of the viewer's deals something is so, or of 100 if they are many."""
        deals, complete = self.decision.worlds(LISTED)
        return round(chance * len(deals)) if complete else in_100(chance, self.decision.is_complete)

    def _in(self, chance: float) -> Words:
        deals, complete = self.decision.worlds(LISTED)
        if not complete:
            return say("{n} of 100 deals", n=self._n(chance))
        return say("{n} of your {m} deals", n=self._n(chance), m=len(deals))
