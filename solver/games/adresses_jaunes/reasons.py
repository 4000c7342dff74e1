"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

A disc and a pawn leave fewer hands that can be the viewer's, by what all know; a pawn also asks
where a tile lies, and a guess is right in so many of the viewer's deals.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import log2
from operator import and_, or_
from typing import TYPE_CHECKING

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Words, in_100, listed, say, say_n
from ...play.coach import seed_of
from ...play.contrast import Contrast
from ...play.trial import Effect
from .coach import Decision, own_moves
from .convention import BY_DISCS, read
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
MATTERS = 0.25
"""What else differs is told from so many bits on; and what is sure orders moves by as many."""


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` leaves open and the other one does not; None where nothing says it.

    Of moves that are exactly as good, nothing is to be said.
    """
    equal = differs.either and not differs.error and not differs.differences
    if move.verb != differs.against.verb or equal:
        return None
    told = _Told.of(view, move, differs)
    match move.verb:
        case "disc" if not told.decision.tells_by_discs:
            return told.disc
        case "pawn":
            return told.pawn
        case "name":
            return told.guess
    return None


def sure(view: View[State], move: Event) -> float:
    """Return about how much a disc or a pawn surely tells, in bits."""
    if move.verb == "name":
        return 0.0
    bits = Decision(read(view), seed_of(view)).told_by(move)
    return round(bits / MATTERS) * MATTERS


@dataclass(frozen=True)
class _Told:
    """A move that is held against another one, as a seat reads the table."""

    view: View[State]
    decision: Decision
    move: Event
    differs: Contrast

    @classmethod
    def of(cls, view: View[State], move: Event, differs: Contrast) -> _Told:
        """Read the table as it was read where the moves were measured."""
        told = cls(view, Decision(read(view), seed_of(view)), move, differs)
        measured = differs.sides.get(Shown())
        if measured is None or len(told.left[0]) == round(2 ** measured[0]):
            return told
        return cls(view, Decision(read(view, BY_DISCS), seed_of(view)), move, differs)

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
    def bits(self) -> Mapping[Effect, float]:
        """How much more the move tells than the other one."""
        found: dict[Effect, float] = {Shown(): _bits(*map(len, reversed(self.left)))}
        if self.move.verb == "disc" or self.decision.seen.left > 1:
            found[Further()] = _bits(*(len(hands) for _, hands in reversed(self.next)))
        if self.move.verb == "pawn":
            (_, chance), (_, beside) = self.likeliest
            found[Answer()] = log2(beside / chance)
        return found

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
        clause, second, further = self._answer, self._hands_in_short, self.bits[Shown()]
        if first == Shown():
            further = self.bits[Answer()]
            clause, second = self._lacking, say("its answer is less open")
            if further > 0:
                second = say("its answer is more open")
        if abs(further) < 2 * MATTERS or min(map(len, self.left)) == 1:
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
            likely = say("{place} has {tile} in {n}", place=holder, tile=tile, n=self._in(one))
            return say("{clause}, and {other}", clause=likely, other=self._wrong(beside, other))
        right = say(
            "{player} has {tile} in {n}, {other} {beside} in {m}",
            **{"tile": tile, "player": holder, "beside": beside, "other": other},
            n=self._in(one),
            m=self._number(two),
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
        if _bits(most, max(one, two)) >= MATTERS:
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
        if beside >= chance and (decides := self._decides):
            return decides
        if chance == 1:
            return say("you know its answer: {clause}", clause=self._lies)
        told = {"clause": self._lies, "other": self.differs.against.words[0], "seat": there}
        if there == place:
            both = say("{clause}, and {other} in {m}", **told, m=self._number(beside))
        elif there == NOBODY:
            both = say("{clause}, and nobody has {other} in {m}", **told, m=self._in(beside))
        else:
            both = say("{clause}, and {seat} has {other} in {m}", **told, m=self._in(beside))
        if beside > chance:
            return say("its answer is more open: {clause}", clause=both)
        return say("its answer is less open: {clause}", clause=both)

    @property
    def _lies(self) -> Words:
        """Return where the tile lies most often."""
        place, chance = self.likeliest[0]
        told = {"tile": self.move.words[0], "place": place, "n": self._in(chance)}
        if chance == 1:
            nobody = say("nobody has {tile}", **told)
            return nobody if place == NOBODY else say("{place} has {tile}", **told)
        if place == NOBODY:
            return say("nobody has {tile} in {n}", **told)
        return say("{place} has {tile} in {n}", **told)

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

    def _wrong(self, tile: Tile, player: str) -> Words:
        if self.decision.is_complete:
            return say("{player} cannot have {tile}", player=player, tile=tile)
        return say("{player} has {tile} in none of 100 deals", player=player, tile=tile)

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


def _bits(more: int, fewer: int) -> float:
    """Return how many times more that is, as log2."""
    return log2(more / fewer) if more else 0.0
