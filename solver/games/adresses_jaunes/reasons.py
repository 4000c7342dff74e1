"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

A disc and a pawn leave fewer hands that can be the viewer's, by what all know; a pawn also asks
where a tile lies, and a guess is right in so many of the viewer's deals.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import log2
from operator import and_
from typing import TYPE_CHECKING

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import Event, View
from ....models.words import Words, in_100, listed, say, say_n
from ...play.coach import seed_of
from ...play.contrast import Contrast
from .coach import Decision
from .convention import BY_DISCS, read
from .effects import Right, Shown, Then
from .hands import TILES

if TYPE_CHECKING:
    from .hands import Hands

FEW = 3
"""Up to so many hands are told by the tiles in which they differ."""
LISTED = 40
"""Up to so many deals are counted; of more it is told in how many of 100."""
SLIGHT = 0.1
"""Hands that differ by less, in bits, are hardly a difference: by 7 in 100."""
MATTERS = 0.25
"""What else differs is told from so many bits on."""


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` leaves open and the other one does not; None where nothing says it."""
    if move.verb != differs.against.verb:
        return None
    if differs.either and not differs.error:
        return None
    told = _Told.of(view, move, differs)
    match move.verb:
        case "disc":
            return told.disc
        case "pawn":
            return told.pawn
        case "name":
            return told.guess
    return None


def sure(view: View[State], move: Event) -> float:
    """Return how much a move is sure to tell, in bits: all of the viewer's hand, and its answer."""
    decision = Decision(read(view), seed_of(view))
    return 0.0 if move.verb == "name" else decision.told_by(move)


@dataclass(frozen=True)
class _Told:
    """A move that is held against another one, as a seat reads the table."""

    decision: Decision
    move: Event
    differs: Contrast

    @classmethod
    def of(cls, view: View[State], move: Event, differs: Contrast) -> _Told:
        """Read the table as it was read where the moves were measured."""
        told = cls(Decision(read(view), seed_of(view)), move, differs)
        measured = differs.sides.get(Shown())
        if measured is None or len(told.left[0]) == round(2 ** measured[0]):
            return told
        return cls(Decision(read(view, BY_DISCS), seed_of(view)), move, differs)

    @property
    def other(self) -> Event:
        return self.differs.against

    @property
    def values(self) -> dict[str, object]:
        """What most sentences name."""
        one, two = map(len, self.left)
        return {"n": one, "m": two, "tile": self.move.words[0], "other": self.other.words[0]}

    @cached_property
    def left(self) -> tuple[Hands, Hands]:
        """The viewer's hands that can be after the move, and after the other one."""
        return self.decision.left(self.move), self.decision.left(self.other)

    @property
    def good(self) -> int:
        """1 if the move is surely better than the other one, -1 if worse, else 0."""
        return 0 if self.differs.either else 1 if self.differs.gap > 0 else -1

    # discs

    @property
    def disc(self) -> Words | None:
        """Return which hands a disc leaves, alone or with what can follow it."""
        if self.decision.tells_by_discs:
            return None
        now, later = _bits(*self.left), _bits(*(hands for _, hands in self._next))
        if max(abs(now), abs(later)) < SLIGHT and not self.good:
            return say(
                "it makes hardly a difference: {n} hands can be yours then, after {other} {m}",
                **self.values,
            )
        sign = self.good or (1 if max(now, later, key=abs) > 0 else -1)
        if max(sign * now, sign * later) <= 0:
            return None
        last = self.decision.seen.left == 1
        if sign * now > 0 and not (last and sign * later > sign * now):
            return self._counted
        return self._with_next

    @cached_property
    def _next(self) -> Sequence[tuple[str, Hands]]:
        """What can follow either disc, and the hands that it leaves then."""
        return [self.decision.best_next(hands) for hands in self.left]

    @property
    def _with_next(self) -> Words:
        (then, one), (_, two) = self._next
        values = {**self.values, "n": len(one), "m": len(two), "then": then}
        if self.decision.seen.left > 1:
            return say(
                "with your next disc on {then} {n} hands can be yours, after {other} at best {m}",
                **values,
            )
        if len(one) == 1:
            return say(
                "with your pawn on {then} all know your hand then, after {other} at best {m} hands"
                " are left",
                **values,
            )
        return say(
            "with your pawn on {then} {n} hands can be yours then, after {other} at best {m}",
            **values,
        )

    @property
    def _counted(self) -> Words:
        """Return how many hands are left, and what the disc counts for it."""
        seen, target = self.decision.seen, self.move.words[0]
        tiles = seen.code.box.targets[target]
        shut = {*seen.code.tiles(seen.shut)}
        own = {*seen.code.tiles(seen.hand)} - shut
        values = {"count": len(own & tiles), "hands": self.hands}
        if min(map(len, self.left)) == 1:
            return say("it counts {count}: {hands}", **values)
        return say_n(
            "it counts {count} on {n} free place: {hands}",
            "it counts {count} on {n} free places: {hands}",
            len(tiles - shut),
            **values,
        )

    @property
    def hands(self) -> Words:
        """Return which hands can be the viewer's, after either move."""
        one, two = self.left
        if min(len(one), len(two)) > FEW:
            return say("for all, {n} hands can be yours then, after {other} {m}", **self.values)
        told = {"one": self._known(one), "two": self._known(two)}
        return say("{one} then, after {other} {two}", **self.values, **told)

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

    # pawns

    @property
    def pawn(self) -> Words | None:
        """Return which hands a pawn leaves, since it shows a tile to be lacked, and its answer."""
        (_, chance), (_, beside) = self._likeliest
        hands, answer = _bits(*self.left), log2(beside / chance)
        if max(abs(hands), abs(answer)) < SLIGHT and not self.good:
            return say("it makes hardly a difference: {clause}", clause=self._answer)
        sign = self.good or (1 if max(hands, answer, key=abs) > 0 else -1)
        if max(sign * hands, sign * answer) <= 0:
            return None
        if sign * hands >= sign * answer:
            first, further, second = self._lacking, answer, self._lies
        else:
            first, further, second = self._answer, hands, self._hands_in_short
        if abs(further) < MATTERS or min(map(len, self.left)) == 1:
            return first
        if sign * further > 0:
            return say("{clause}, and {other}", clause=first, other=second)
        return say("{clause}, but {other}", clause=first, other=second)

    @property
    def _lacking(self) -> Words:
        values = {**self.values, "hands": self.hands}
        if len(self.left[0]) == len(self.decision.thinkable):
            return say("all know already that you lack {tile}: {hands}", **values)
        return say("it shows that you lack {tile}: {hands}", **values)

    @property
    def _hands_in_short(self) -> Words:
        one, two = self.left
        if min(len(one), len(two)) > 1:
            return say("{n} hands can be yours, not {m}", n=len(one), m=len(two))
        return self._known(one)

    @cached_property
    def _likeliest(self) -> Sequence[tuple[str, float]]:
        """Where the tile of either pawn lies most often, and how often."""
        lying = (self.decision.lying_of(each.words[0]) for each in (self.move, self.other))
        return [next(iter(each.items())) for each in lying]

    @property
    def _answer(self) -> Words:
        """Return between which hands the answer decides, or where the tiles lie most often."""
        (_, chance), (there, beside) = self._likeliest
        decides = self._decides
        if decides and beside >= chance:
            return decides
        other = {"clause": self._lies, "other": self.other.words[0], "seat": there}
        if beside == 1 and self.decision.is_complete:
            return say("{clause}, {other} surely with {seat}", **other)
        deals = self._in(beside) if chance == 1 else self._number(beside)
        return say("{clause}, {other} with {seat} in {m}", **other, m=deals)

    @property
    def _lies(self) -> Words:
        where, chance = self._likeliest[0]
        told = {"tile": self.move.words[0], "place": where}
        if chance == 1 and self.decision.is_complete:
            return say("{tile} is surely with {place}", **told)
        return say("{tile} is with {place} in {n}", **told, n=self._in(chance))

    @property
    def _decides(self) -> Words | None:
        """Return between which few hands of another player the answer decides."""
        seen, (tile,) = self.decision.seen, self.move.words
        worlds, complete = self.decision.worlds(LISTED)
        for seat, player in enumerate(seen.players if complete else ()):
            hands = sorted({int(hand) & TILES for hand in worlds[:, seat]})
            having = {hand & seen.code.mask([tile]) for hand in hands}
            if len(having) > 1 and len(hands) <= FEW:
                tiles = self._apart(hands)
                return say("it tells in {player}'s hand: {tiles}", player=player, tiles=tiles)
        return None

    # guesses

    def _number(self, chance: float) -> int:
        """Return in how many of the viewer's deals something is so, or of 100 if they are many."""
        deals, complete = self.decision.worlds(LISTED)
        return round(chance * len(deals)) if complete else in_100(chance)

    def _in(self, chance: float) -> Words:
        deals, complete = self.decision.worlds(LISTED)
        n = self._number(chance)
        if complete:
            return say("{n} of your {m} deals", n=n, m=len(deals))
        return say("{n} of 100 deals", n=n)

    @property
    def guess(self) -> Words | None:
        """Return in how many deals either guess is right, or what comes of it then."""
        one, two = self.differs.sides.get(Right(), (0.0, 0.0))
        (tile, holder), (beside, other) = self.move.words, self.other.words
        if not one:
            return self._wrong(tile, holder)
        if not two:
            return say("it can be right, and {clause}", clause=self._wrong(beside, other))
        right = say(
            "{player} has {tile} in {n}, {other} {beside} in {m}",
            **{"tile": tile, "player": holder, "beside": beside, "other": other},
            n=self._in(one),
            m=self._number(two),
        )
        if not self.good or (one - two) * self.good > 0:
            return right
        hands, then = _bits(*self.left), self.differs.sides.get(Then(), (0.0, 0.0))
        if hands * self.good > 0:
            return say("{clause}, but {other}", clause=right, other=self.hands)
        if (then[0] - then[1]) * self.good <= 0:
            return None
        n, m = map(in_100, then)
        then_won = say("then the rest is won in {n} of 100, not in {m}", n=n, m=m)
        return say("{clause}, but {other}", clause=right, other=then_won)

    def _wrong(self, tile: Tile, player: str) -> Words:
        if self.decision.is_complete:
            return say("{player} cannot have {tile}", player=player, tile=tile)
        return say("{player} has {tile} in none of 100 deals", player=player, tile=tile)


def _bits(one: Hands, two: Hands) -> float:
    """Return how many fewer hands there are of the first, as log2."""
    return log2(len(two) / len(one))
