"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

By what all know, a disc leaves those of the viewer's hands that count as much at its target (AJ-5),
and a pawn those that lack its tile (AJ-6); a pawn also asks where that tile lies. A guess is right
in so many of the viewer's deals (AJ-8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Listed, Words, in_100, listed, say
from ...play.coach import seed_of
from ...play.contrast import A_QUARTER, Clause, Contrast
from ...play.trial import Effect
from .coach import Decision, Worlds, own_moves
from .convention import read
from .effects import Answer, Further, Right, Shown, Then
from .hands import FEW

if TYPE_CHECKING:
    from .hands import Hands

SEVERAL = 12
"""Of up to so many hands it is told how often others can know which it is."""
LISTED = 40
"""Up to so many deals are counted; of more it is told in how many of 100."""
SLIGHT = 0.1
"""What differs by less, in bits, is hardly a difference: by 7 in 100."""
MATTERS = 0.2
"""What else differs is told from so many bits on: 15 in 100."""
WEAK, MUCH = 0.5, 0.02
"""Of a difference as large as `MUCH` what is worth less than so many bits does not tell all."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` leaves open and the other one does not; None where nothing says it.

    Of moves that are exactly as good, nothing is to be said if they tell the same, or of guesses.
    """
    equal = differs.either and not differs.error and not differs.differences
    if move.verb != differs.against.verb or (equal and move.verb == "name"):
        return None
    told = _Told(view, Decision(read(view, differs.assumed), seed_of(view)), move, differs)
    if equal and not any(told.bits.values()):
        return None
    if move.verb == "disc":
        return None if told.decision.tells_by_discs else Clause(told.disc)
    words = told.pawn if move.verb == "pawn" else told.guess
    return None if words is None else Clause(words)


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
        return [next(iter(self.decision.lying_of(each.words[0]).items())) for each in both]

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
        """What speaks for the better move, most first; last what speaks for a worse one, too.

        Of moves that may be as good, the better one is taken to be the one that is told first, if
        anything speaks for that.
        """
        undecided = self.differs.undecided if self.good else ()
        for way in (1, -1) if self.good > 0 or (self.differs.best and not self.good) else (-1, 1):
            found = [
                each
                for each, bits in self.bits.items()
                if way * bits > (SLIGHT if isinstance(each, Answer) else 0)
            ]
            if found or self.good:
                return sorted(found, key=lambda each: (each in undecided, -abs(self.bits[each])))
        return ()

    @property
    def disc(self) -> Words:
        """Return which hands a disc leaves, and why; or what it leaves with the best that follows.

        That is told first where it is the pawn of the last round.
        """
        first = next(iter(self.for_it), None)
        if first == Further() and (self.decision.seen.left == 1 or Shown() not in self.for_it):
            clause = say("{cause}; {hands}", cause=self._cause, hands=self._with_next)
        else:
            clause = say("{cause}: {hands}", cause=self._cause, hands=self._hands)
            clause = clause if self.good else self._beside_more(self._levelled(clause))
        return self._with_rest(clause, first)

    @property
    def pawn(self) -> Words:
        """Return which hands a pawn leaves, since it shows a tile to be lacked, and its answer."""
        more = abs(self.bits.get(Further(), 0.0)) > abs(self.bits[Shown()]) + MATTERS
        own: Effect = Further() if more else Shown()
        first = next((each for each in self.for_it if each in (own, Answer())), None)
        slight = not self.good and max(map(abs, self.bits.values())) < SLIGHT
        if first is None or slight:
            return self._with_rest(self._lacking, None)
        hands = self._with_next if more else self._lacking
        if first == Answer():
            clause, second, other = self._decides or self._answer, hands, own
        else:
            clause, second, other = hands, self._answer, Answer()
        further = self.bits[other]
        if abs(further) >= MATTERS and further * self.bits[first] > 0:
            clause = say("{clause}, and {other}", clause=clause, other=second)
        elif abs(further) >= MATTERS:
            clause = say("{clause}, but {other}", clause=clause, other=second)
        return self._with_rest(clause, first)

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
        return say(
            "{clause}, but then the rest is won in {n} of 100, not in {m}", clause=right, n=n, m=m
        )

    def _with_rest(self, clause: Words, told: Effect | None) -> Words:
        """Return a clause, with that more tells the moves apart if what is told hardly does."""
        hardly = told is None or abs(self.bits[told]) < WEAK
        if not self.good or not (hardly or self.differs.best):
            return clause
        if max(map(len, self.left)) <= SEVERAL:
            one, two = map(self.decision.known_to_others, self.left)
            if (one - two) * self.good >= SLIGHT:
                values = {"clause": clause, "n": self._in(one), "m": self._n(two)}
                return say(
                    "{clause}; by their own tiles others can know your hand in {n}, not in {m}",
                    **values,
                )
        if told is None:
            return say("{clause}; these counts do not tell them apart", clause=clause)
        rest = say("{clause}; other things make the rest", clause=clause)
        return rest if hardly and abs(self.differs.gap) >= MUCH else clause

    def _levelled(self, clause: Words) -> Words:
        """Return a clause with what follows at best, where that makes up for much of it."""
        shown, further = self.bits[Shown()], self.bits.get(Further(), 0.0)
        if self.decision.seen.left == 1 or abs(shown) < A_QUARTER or further / shown > 0.5:
            return clause
        (then, one), (back, two) = self.next
        values = {"clause": clause, "then": then, "n": len(one), "m": len(two)}
        if (back, then) == (self.move.words[0], self.differs.against.words[0]):
            return say("{clause}; both together leave {n}", **values)
        if len(one) == len(two):
            return say("{clause}; the best next leaves {n} either way", **values)
        return say("{clause}; then {then} leaves {n}, not {m}", **values)

    def _beside_more(self, clause: Words) -> Words:
        """Return a clause of the best disc with one that counts more and yet leaves more hands."""
        count, least = self.decision.count, 2**A_QUARTER * max(map(len, self.left))
        if not self.differs.best:
            return clause
        targets = {each.words[0]: len(self.decision.left(each)) for each in own_moves(self.view)}
        shown = max(count(each.words[0]) for each in (self.move, self.differs.against))
        more = [x for x, n in targets.items() if count(x) > shown and n >= least]
        most = max(more, key=lambda x: (count(x), -targets[x]), default=None)
        if most is None:
            return clause
        told = {"target": most, "count": count(most), "n": targets[most]}
        return say("{clause}; {target} = {count} leaves {n}", clause=clause, **told)

    @property
    def _cause(self) -> Words:
        """Return what a disc counts, and of how many tiles that can be the viewer's for all."""
        if len(self.left[0]) == len(self.decision.thinkable):
            return say("all know already what it counts")
        places = self.decision.places(self.move.words[0])
        values = {"count": self.decision.count(self.move.words[0]), "n": len(places)}
        if len(places) <= FEW:
            tiles = listed(places, " ")
            return say(
                "it counts {count}, and only {tiles} can be yours there", **values, tiles=tiles
            )
        return say("it counts {count} of {n} possible tiles", **values)

    @property
    def _with_next(self) -> Words:
        """Return which hands are left with the next disc, or the last pawn, that leaves fewest."""
        (then, one), (_, two) = self.next
        values = {**self.values, "hands": self._known(one), "m": len(two), "then": then}
        return say("with {then} next {hands}, after {other} at best {m}", **values)

    @property
    def _lacking(self) -> Words:
        """Return which hands are left, since the viewer lacks the tile, and what counts it."""
        values = {**self.values, "hands": self._hands}
        if len(self.left[0]) == len(self.decision.thinkable):
            return say("all know already that you lack {tile}: {hands}", **values)
        if sure := self.decision.shown(self.left[0]):
            values |= {"tiles": listed(sure, " ")}
            return say("it shows that you lack {tile} and hold {tiles}: {hands}", **values)
        state = self.view.state
        counting = {
            disc.cubes / len(state.box.targets[disc.target] - state.cubes.keys()): disc
            for disc in state.discs
            if disc.owner == self.view.viewer and disc.cubes
            if self.move.words[0] in state.box.targets[disc.target]
        }
        if not counting or len(self.left[0]) > len(self.left[1]):
            return say("it shows that you lack {tile}: {hands}", **values)
        disc = counting[max(counting)]
        values |= {"target": disc.target, "count": disc.cubes}
        return say(
            "it shows that you lack {tile}, on {target} where you count {count}: {hands}", **values
        )

    @property
    def _hands(self) -> Words:
        """Return which hands can be the viewer's, after either move; few by their tiles."""
        one, two = map(len, self.left)
        hands = self._known(self.left[0])
        if self.move.verb == "pawn":  # its answer may tell more
            hands = say("by that alone, {hands}", hands=hands)
        elif self.move.verb == "disc" and one > FEW:
            hands = say("{n} hands by the table", n=one)
        elif self.move.verb == "disc" and one > 1:
            hands = say("by the table, {hands}", hands=hands)
        values = {**self.values, "hands": hands}
        if two == 1 < one:
            return say("{hands}; {other} would show your hand", **values)
        if one == two:
            return say("{hands} ({other}: as many)", **values)
        return say("{hands} ({other}: {m})", **values)

    def _known(self, hands: Hands) -> Words:
        """Return what all know of the viewer's hand; of few hands the tiles that differ."""
        if len(hands) == 1:
            return say("all know your hand")
        if len(hands) > FEW:
            return say("{n} hands can be yours", n=len(hands))
        tiles = self.decision.seen.code.apart(hands.tolist())
        return say("your hand can have {tiles}", tiles=tiles)

    @property
    def _answer(self) -> Words:
        """Return how far the answer can be foreseen, and whether that is less than the other's."""
        (place, chance), (_, beside) = self.likeliest
        values = {**self.values, "place": place, "m": self._n(beside)}
        if chance == 1 and place == NOBODY:
            nobody, discs = say("you know its answer: nobody has {tile}", **values), self._none
            return say("{clause} ({discs})", clause=nobody, discs=discs) if discs else nobody
        if chance == 1:
            return say("you know its answer: {place} has {tile}", **values)
        values["clause"] = self._has(place, self.move.words[0], chance)
        if beside > chance:
            return say("its answer is more open: {clause} ({other}: {m})", **values)
        return say("its answer is less open: {clause} ({other}: {m})", **values)

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
        if place == NOBODY:
            return say("nobody has {tile} in {n}", tile=tile, n=self._in(chance))
        return say("{place} has {tile} in {n}", place=place, tile=tile, n=self._in(chance))

    @property
    def _decides(self) -> Words | None:
        """Return between which few hands of another player the answer decides, if it is open."""
        code, (chance, beside) = self.decision.seen.code, (each[1] for each in self.likeliest)
        if beside < chance:
            return None
        for player, hands in self.decision.in_doubt.items():
            having = {hand & code.mask(self.move.words) for hand in hands}
            if len(having) > 1 and len(hands) <= FEW:
                tiles = code.apart(hands)
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
