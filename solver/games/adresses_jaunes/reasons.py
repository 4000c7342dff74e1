"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

By what all know, a disc leaves those of the viewer's hands that count as much at its target (AJ-5),
and a pawn those that lack its tile (AJ-6); a pawn also asks where that tile lies. A guess is right
in so many of the viewer's deals (AJ-8).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_, or_
from typing import TYPE_CHECKING

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Words, in_100, listed, say, say_n
from ...play.coach import seed_of
from ...play.contrast import A_QUARTER, Contrast
from ...play.trial import Effect
from .coach import Decision, Worlds, own_moves
from .convention import read
from .effects import Answer, Further, Right, Shown, Then
from .hands import TILES

if TYPE_CHECKING:
    from .hands import Hands

FEW = 3
"""Up to so many hands are told by the tiles in which they differ."""
LISTED = 40
"""Up to so many deals are counted; of more it is told in how many of 100."""
SLIGHT = 0.1
"""What differs by less, in bits, is hardly a difference: by 7 in 100."""
ALMOST = 0.999
"""What was so in all deals that were drawn, though these were not all."""
MATTERS = 0.5
"""What else differs is told from so many bits on."""


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` leaves open and the other one does not; None where nothing says it.

    Of moves that are exactly as good, nothing is to be said.
    """
    equal = differs.either and not differs.error and not differs.differences
    if move.verb != differs.against.verb or equal:
        return None
    told = _Told(view, Decision(read(view, differs.assumed), seed_of(view)), move, differs)
    match move.verb:
        case "disc" if not told.decision.tells_by_discs:
            return told.disc
        case "pawn":
            return told.pawn
        case "name":
            return told.guess
    return None


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
        """The viewer's hands that can be after the move, and after the other one."""
        return self.decision.left(self.move), self.decision.left(self.differs.against)

    @cached_property
    def next(self) -> Sequence[tuple[str, Hands]]:
        """What can follow either move, and the hands that it leaves then."""
        return [self.decision.best_next(hands) for hands in self.left]

    @cached_property
    def likeliest(self) -> Sequence[tuple[str, float]]:
        """Where the tile of either pawn lies most often, and how often."""
        both = (self.move, self.differs.against)
        found = [next(iter(self.decision.lying_of(each.words[0]).items())) for each in both]
        if self.decision.is_complete:
            return found
        return [(place, min(chance, ALMOST)) for place, chance in found]

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
    def for_it(self) -> Sequence[Effect]:
        """What speaks for the better move, and for no worse one, most first.

        Of moves that may be as good, the better one is taken to be the one with the higher value,
        if anything speaks for that.
        """
        undecided = self.differs.undecided if self.good else ()
        for way in (1, -1) if self.differs.gap > 0 else (-1, 1):
            found = [
                each
                for each, bits in self.bits.items()
                if way * bits > (SLIGHT if isinstance(each, Answer) else 0)
                if each not in undecided
            ]
            if found or self.good:
                return sorted(found, key=lambda each: -abs(self.bits[each]))
        return ()

    @property
    def is_slight(self) -> bool:
        """Whether neither move can be told from the other one by what it tells."""
        return not self.good and max(map(abs, self.bits.values())) < SLIGHT

    @property
    def disc(self) -> Words:
        """Return which hands a disc leaves, alone or with what can follow it.

        That is told first where it is the pawn of the last round.
        """
        first = next(iter(self.for_it), None)
        if self.is_slight or first is None:
            return self._even
        if first == Further() and (self.decision.seen.left == 1 or Shown() not in self.for_it):
            return self._with_next
        return self._counted

    @property
    def pawn(self) -> Words:
        """Return which hands a pawn leaves, since it shows a tile to be lacked, and its answer."""
        if self.is_slight or not self.for_it:
            return self._even
        first = next((each for each in self.for_it if each != Further()), None)
        if first is None:
            return self._with_next
        if first == Shown():
            clause, further = self._lacking, self.bits[Answer()]
            open_ = say("its answer is more open"), say("its answer is less open")
            second = open_[further <= 0]
        else:
            clause, further, second = self._answer, self.bits[Shown()], self._hands_in_short
        if abs(further) < MATTERS or min(map(len, self.left)) == 1:
            return clause
        if further * self.bits[first] > 0:
            return say("{clause}, and {other}", clause=clause, other=second)
        return say("{clause}, but {other}", clause=clause, other=second)

    @property
    def guess(self) -> Words | None:
        """Return in how many deals either guess is right, and what else decides."""
        one, two = self.differs.sides.get(Right(), (0.0, 0.0))
        (tile, holder), (beside, other) = self.move.words, self.differs.against.words
        if not one:
            return self._wrong(tile, holder)
        if not two:
            wrong = self._wrong(beside, other)
            return say("{clause}, and {other}", clause=self._has(holder, tile, one), other=wrong)
        right = say(
            "{player} has {tile} in {n}, {other} {beside} in {m}",
            **{"tile": tile, "player": holder, "beside": beside, "other": other},
            n=self._in(one),
            m=self._n(two),
        )
        if not self.good or (one - two) * self.good > 0:
            return right
        if (len(self.left[1]) - len(self.left[0])) * self.good > 0:
            return say("{clause}, but {other}", clause=right, other=self._hands)
        then = self.differs.sides.get(Then(), (0.0, 0.0))
        if (then[0] - then[1]) * self.good <= 0:
            return None
        n, m = map(in_100, then)
        then_won = say("then the rest is won in {n} of 100, not in {m}", n=n, m=m)
        return say("{clause}, but {other}", clause=right, other=then_won)

    # clauses

    @property
    def _even(self) -> Words:
        """Return how many hands are left where that does not decide between the two."""
        one, two = map(len, self.left)
        hands = say("{n} hands can be yours then, after {other} {m}", **self.values)
        if one == two:
            hands = say("{n} hands can be yours after either", n=one)
        if self.good > 0:
            return say("{clause}, but what follows finds out more", clause=hands)
        if self.good < 0:
            return say("{clause}, but what follows finds out less", clause=hands)
        most = self._most
        if most >= 2**A_QUARTER * max(one, two):
            hands = say("{clause}, after most others at least {n}", clause=hands, n=most)
        return say("it makes hardly a difference: {clause}", clause=hands)

    @property
    def _most(self) -> int:
        """Return how many hands are left at least after more than half of all other moves."""
        both = (self.move, self.differs.against)
        others = (each for each in own_moves(self.view) if each not in both)
        left = sorted((len(self.decision.left(each)) for each in others), reverse=True)
        return left[len(left) // 2] if left else 0

    @property
    def _counted(self) -> Words:
        """Return how many hands are left, and what the disc counts for it."""
        tiles = self.view.state.box.targets[self.move.words[0]]
        code = self.decision.seen.code
        own = {*code.tiles(self.decision.seen.hand)}
        open_ = {*code.tiles(reduce(or_, map(int, self.decision.thinkable)))}
        free = (tiles & open_) - self.view.state.cubes.keys()
        values = {"count": len(own & free), "hands": self._hands}
        if min(map(len, self.left)) == 1:
            return say("it counts {count}: {hands}", **values)
        return say_n(
            "it counts {count} on {n} place open to you: {hands}",
            "it counts {count} on {n} places open to you: {hands}",
            len(free),
            **values,
        )

    @property
    def _with_next(self) -> Words:
        (then, one), (_, two) = self.next
        values = {**self.values, "n": len(one), "m": len(two), "then": then}
        if self.decision.seen.left > 1:
            return say(
                "with your next disc on {then}, {n} hands can be yours, with {other} at best {m}",
                **values,
            )
        if len(one) == 1:
            return say(
                "with your pawn on {then}, all know your hand, with {other} at best {m} are left",
                **values,
            )
        return say(
            "with your pawn on {then}, {n} hands can be yours, with {other} at best {m}", **values
        )

    @property
    def _lacking(self) -> Words:
        """Return which hands are left, since the viewer lacks the tile, and what counts it."""
        tile, free = self.move.words[0], self.view.state.cubes.keys()
        values = {**self.values, "hands": self._hands}
        if len(self.left[0]) == len(self.decision.thinkable):
            return say("all know already that you lack {tile}: {hands}", **values)
        targets = self.view.state.box.targets
        counting = {
            disc.cubes / len(targets[disc.target] - free): disc
            for disc in self.view.state.discs
            if disc.owner == self.view.viewer and disc.cubes and tile in targets[disc.target]
        }
        if not counting or len(self.left[0]) >= len(self.left[1]):
            return say("it shows that you lack {tile}: {hands}", **values)
        disc = counting[max(counting)]
        told = {"target": disc.target, "count": disc.cubes}
        return say(
            "it shows that you lack {tile}, on {target} where you count {count}: {hands}",
            **{**values, **told},
        )

    @property
    def _hands(self) -> Words:
        """Return which hands can be the viewer's, after either move."""
        one, two = self.left
        if min(len(one), len(two)) > FEW:
            return say("for all, {n} hands can be yours then, after {other} {m}", **self.values)
        told = {"one": self._known(one), "two": self._known(two)}
        return say("{one} then, after {other} {two}", **{**self.values, **told})

    @property
    def _hands_in_short(self) -> Words:
        if min(map(len, self.left)) > 1:
            return say("{n} hands can be yours, not {m}", **self.values)
        return self._known(self.left[0])

    def _known(self, hands: Hands) -> Words:
        """Return what all know of the viewer's hand; of few hands the tiles that differ."""
        if len(hands) == 1:
            return say("all know your hand")
        if len(hands) > FEW:
            return say("{n} hands can be yours", n=len(hands))
        return say("your hand can have {tiles}", tiles=self._apart(hands.tolist()))

    def _apart(self, hands: Collection[int]) -> object:
        """Return the tiles in which few hands differ: "7R / 8P"."""
        shared = reduce(and_, hands)
        tiles = (self.decision.seen.code.tiles(hand & ~shared & TILES) for hand in hands)
        return listed((listed(each, " ") for each in tiles), " / ")

    @property
    def _answer(self) -> Words:
        """Return between which hands the answer decides, or how far it can be foreseen."""
        (place, chance), (there, beside) = self.likeliest
        tile, other = self.move.words[0], self.differs.against.words[0]
        if beside >= chance and (decides := self._decides):
            return decides
        if chance == 1:
            has = say("{place} has {tile}", place=place, tile=tile)
            has = say("nobody has {tile}", tile=tile) if place == NOBODY else has
            return say("you know its answer: {clause}", clause=has)
        has = self._has(place, tile, chance)
        if there == place:
            both = say("{clause}, and {other} in {m}", clause=has, other=other, m=self._n(beside))
        else:
            both = say("{clause}, and {other}", clause=has, other=self._has(there, other, beside))
        if beside > chance:
            return say("its answer is more open: {clause}", clause=both)
        return say("its answer is less open: {clause}", clause=both)

    def _has(self, place: str, tile: Tile, chance: float) -> Words:
        """Return how often a tile lies there."""
        if place == NOBODY:
            return say("nobody has {tile} in {n}", tile=tile, n=self._in(chance))
        return say("{place} has {tile} in {n}", place=place, tile=tile, n=self._in(chance))

    @property
    def _decides(self) -> Words | None:
        """Return between which few hands of another player the answer decides."""
        if self.deals is None:
            return None
        seen = self.decision.seen
        for seat, player in enumerate(seen.players):
            hands = sorted({int(hand) & TILES for hand in self.deals[:, seat]})
            having = {hand & seen.code.mask(self.move.words) for hand in hands}
            if len(having) > 1 and len(hands) <= FEW:
                tiles = self._apart(hands)
                return say("it tells in {player}'s hand: {tiles}", player=player, tiles=tiles)
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
