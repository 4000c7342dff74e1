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
from ...play.contrast import A_QUARTER, Clause, Contrast
from ...play.trial import Effect
from .coach import Decision, Worlds
from .convention import read
from .effects import Answer, Right, Shown, Then, many
from .hands import FEW

if TYPE_CHECKING:
    from .hands import Hands

SEVERAL = 12
"""Up to so many hands are told as all can count them, and how often others can know which it is."""
LISTED = 40
"""Up to so many deals are counted; of more it is told in how many of 100."""
SLIGHT = 0.1
"""What differs by less, in bits, is hardly a difference: by 7 in 100."""
MATTERS = 0.2
"""What else differs is told from so many bits on: 15 in 100."""
WEAK, MUCH = 0.5, 0.02
"""Of a difference as large as `MUCH` less than so many bits do not tell all, in the last round less
than half of them."""
A_BIT = 0.02
"""What differs by less, in bits, is told as the same."""


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
    def disc(self) -> Clause | None:
        """Return what a disc counts, and which hands it leaves."""
        words = say("{cause}: {hands}", cause=self._cause, hands=self._hands)
        return self._sided(words, self.bits[Shown()])

    @property
    def pawn(self) -> Clause | None:
        """Return which hands a pawn leaves, since it shows a tile to be lacked, and its answer."""
        shown, answer = self.bits[Shown()], self.bits[Answer()]
        told: list[tuple[float, Words]] = [(shown, self._lacking)]
        settles = self._settles
        if settles is not None and (self.differs.best or answer >= A_BIT):
            told.append((answer, settles))
        elif abs(answer) >= MATTERS:
            told.append((answer, self._answer))
        way = self.good or (1 if self.differs.best else -1)
        told.sort(key=lambda each: (-way * each[0], each[0] != shown))
        (bits, clause), *others = told
        for more, words in others:
            values = {"clause": clause, "other": words}
            if more * bits >= 0:
                clause = say("{clause}, and {other}", **values)
            elif abs(more) >= MATTERS:
                clause = say("{clause}, but {other}", **values)
        if settles is not None and abs(answer) < A_BIT and not self.differs.best:
            clause = say(
                "{clause}; like {other}, {tells}", **self.values, clause=clause, tells=settles
            )
        return self._sided(clause, bits, alone=not others)

    def _sided(self, words: Words, bits: float, alone: bool = True) -> Clause | None:
        """Return what tells so many bits more, for the move or the other one.

        Of a worse move for which it speaks, or of which it tells little `alone`, it is said that
        nothing which is counted tells why.
        """
        if self.good < 0 and bits > -A_BIT and not self.differs.error:
            return Clause(say("{clause}, yet it wins less often", clause=words), good=False)
        if self.good < 0 and bits > -A_BIT:
            return Clause(
                say("{clause}, yet it did worse in trial games", clause=words), good=False
            )
        weak = WEAK / 2 if self.decision.seen.left == 1 else WEAK
        if self.good < 0 and bits > -weak and self.differs.gap <= -MUCH and alone:
            worse = say("{clause}; no count tells why it is worse", clause=words)
            return Clause(worse, good=False)
        return Clause(words, None if abs(bits) < A_BIT else bits > 0)

    @property
    def guess(self) -> Clause | None:
        """Return in how many deals either guess is right, and what else decides."""
        one, two = self.differs.sides.get(Right(), (0.0, 0.0))
        (tile, holder), (beside, other) = self.move.words, self.differs.against.words
        if not one:
            return Clause(self._wrong(tile, holder), good=False)
        if not two:
            wrong, has = self._wrong(beside, other), self._has(holder, tile, one)
            return Clause(say("{clause}, and {other}", clause=has, other=wrong), good=True)
        right = say(
            "{player} has {tile} in {n}, {other} {beside} in {m}",
            **{"tile": tile, "player": holder, "beside": beside, "other": other},
            n=self._in(one),
            m=self._n(two),
        )
        if not self.good or (one - two) * self.good > 0:
            return Clause(right, None if one == two else one > two)
        if (len(self.left[1]) - len(self.left[0])) * self.good > 0:
            hands = say("{hands} ({other}: {m})", hands=self._known(self.left[0]), **self.values)
            return Clause(say("{clause}, but {other}", clause=right, other=hands), self.good > 0)
        then = self.differs.sides.get(Then(), (0.0, 0.0))
        if (then[0] - then[1]) * self.good <= 0:
            return None
        n, m = map(in_100, then)
        told = say(
            "{clause}, but then the rest is won in {n} of 100, not in {m}", clause=right, n=n, m=m
        )
        return Clause(told, self.good > 0)

    @property
    def _cause(self) -> Words:
        """Return what a disc counts, and of how many tiles that can be the viewer's for all."""
        if len(self.left[0]) == len(self.decision.thinkable):
            return say("all know already what it counts")
        places = self.decision.places(self.move.words[0])
        values = {"count": self.decision.count(self.move.words[0]), "n": len(places)}
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
            if len(self.left[0]) == len(self.left[1]):
                return known
            if len(self.left[1]) == 1:
                return say("{clause}; {other} would show your hand", **values, clause=known)
            return say("{clause}: {hands}", clause=known, hands=self._hands)
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
        if not counting or not self.differs.best:
            return say("it shows that you lack {tile}: {hands}", **values)
        disc = counting[max(counting)]
        values |= {"target": disc.target, "count": disc.cubes}
        return say(
            "it shows that you lack {tile}, on {target} where you count {count}: {hands}", **values
        )

    @property
    def _hands(self) -> Words:
        """Return which hands of the viewer others are left with, after either move."""
        (one, two), bits = map(len, self.left), self.bits[Shown()]
        pawns = self.decision.tells_with_pawn and abs(bits) >= A_BIT and (two - one) * bits <= 0
        if len(self.decision.thinkable) > SEVERAL or pawns:
            return self._at_seats
        nothing = one == len(self.decision.thinkable)
        brief = nothing or (one >= two and not self.differs.best)
        values = {**self.values, "hands": self._known(self.left[0], brief)}
        if one == 1 < two <= FEW:
            tiles = self.decision.seen.code.apart(self.left[1].tolist())
            return say("{hands} ({other}: {tiles})", **values, tiles=tiles)
        if two == 1 < one:
            return say("{hands}; {other} would show your hand", **values)
        told = say("{hands} ({other}: {m})", **values)
        if one == two:
            told = say("{hands} ({other}: as many)", **values)
        known = self._known_by_own if one == two or self.differs.best else None
        return told if known is None else say("{hands}; {known}", hands=told, known=known)

    @property
    def _known_by_own(self) -> Words | None:
        """Return what others can know of the hand by their own tiles, if that tells moves apart."""
        bits = self.bits[Shown()]
        one, two = map(self.decision.known_to_others, self.left)
        if (one - two) * bits > 0 and abs(one - two) >= SLIGHT:
            return say(
                "by their own tiles others can know your hand in {n}, not in {m}",
                n=self._in(one),
                m=self._n(two),
            )
        n, m = map(many, self._on_average)
        if str(n) == str(m):
            return None
        return say("by their own tiles others are left {n} of them on average, not {m}", n=n, m=m)

    @cached_property
    def then(self) -> Sequence[tuple[Tile | None, Hands]]:
        """The viewer's hands after either move, with the pawn if that goes with it."""
        if self.decision.tells_with_pawn:
            return [self.decision.with_pawn(each) for each in self.left]
        return [(None, each) for each in self.left]

    @property
    def _on_average(self) -> Sequence[float]:
        """How many hands others are left with after either move, with its pawn."""
        return [fmean(self.decision.beside_theirs(each).values()) for _, each in self.then]

    @property
    def _at_seats(self) -> Words:
        """Return how many hands others are left with, who know their own tiles.

        The player is named for whom it differs most otherwise than for all of them together: of the
        best move, or where it is the other way round for that player.
        """
        one, two = (self.decision.beside_theirs(each) for _, each in self.then)
        pawn, hands = self.then[0]
        n, m = map(many, self._on_average)
        values = {**self.values, "n": n, "m": m, "player": next(iter(one))}
        told = say("by their own tiles others are left about {n} hands for you", n=n)
        if len(hands) == 1:
            told = say("all know your hand")
        elif len(one) == 1:
            told = say("by own tiles {player} is left about {n} hands for you", **values)
        if pawn is not None and len(hands) < len(self.left[0]):
            told = say("with pawn {tile} next, {hands}", tile=pawn, hands=told)
        values["hands"] = told
        if len(self.left[1]) == 1 < len(hands):
            return say("{hands}; {other} would show your hand", **values)
        if str(n) == str(m):
            return say("{hands} ({other}: as many)", **values)
        told = say("{hands} ({other}: {m})", **values)
        if len(hands) == 1:
            return say("{hands} ({other}: about {m} hands)", **values)
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
        (place, chance), (_, beside) = self.likeliest
        values = {**self.values, "place": place, "m": self._n(beside)}
        if chance == 1 and place == NOBODY:
            nobody, discs = say("you know that nobody has {tile}", **values), self._none
            return say("{clause} ({discs})", clause=nobody, discs=discs) if discs else nobody
        if chance == 1:
            return say("you know that {place} has {tile}", **values)
        values["clause"] = self._has(place, self.move.words[0], chance)
        if beside > chance:
            return say("it finds out more: {clause} ({other}: {m})", **values)
        return say("it finds out less: {clause} ({other}: {m})", **values)

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
    def _settles(self) -> Words | None:
        """Return between which tiles of a player the answer decides, if in all of the deals."""
        code, (tile,) = self.decision.seen.code, self.move.words
        for player, several in self.decision.in_doubt.items():
            one = [hand for hand in several if hand & code.mask([tile])]
            two = [hand for hand in several if not hand & code.mask([tile])]
            if not one or not two:
                continue
            has = reduce(and_, one) & ~reduce(or_, two)
            else_has = reduce(and_, two) & ~reduce(or_, one)
            if else_has:
                tiles = {"tiles": listed(code.tiles(has), " ")}
                tiles |= {"others": listed(code.tiles(else_has), " ")}
                return say(
                    "it tells whether {player} has {tiles} or {others}", player=player, **tiles
                )
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
