"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

By what all know, a disc leaves those of the viewer's hands that count as much at its target (AJ-5),
and a pawn those that lack its tile (AJ-6); the answer to a pawn leaves fewer deals, first of all to
the viewer. A guess is right in so many of the viewer's deals (AJ-8). The other move stands beside a
figure only where that speaks for the place of the move, above the other one or below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

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
from .effects import Answer, Right, Then, many, roughly
from .hands import FEW
from .sure import lacking

if TYPE_CHECKING:
    from .hands import Hands

LISTED, NUMBERED = 40, 1000
"""Up to so many deals are counted; of more it is told in how many of 100, and of many more not of
how many either."""
A_TENTH, SEVERAL, RARE = 1.1, 1.25, 5.0
"""How many times as much another move leaves if that is a reason, and one player is left if each is
told; and by how many times a rare count leaves less."""


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


class _Thought(NamedTuple):
    """What others still think of on average, by player: now, after a move, and after another."""

    now: Mapping[str, float]
    own: Mapping[str, float]
    other: Mapping[str, float]

    @property
    def times(self) -> float:
        """How many times as much the other move leaves."""
        return fmean(self.other.values()) / fmean(self.own.values())

    def told(self, things: Words, best: bool, above: int, other: object) -> Words:
        """Return what is left, of the `best` move of how much; by player if they differ.

        Beside the `other` move only of those whom it leaves more if the move is `above`, or less.
        """
        rows = {name: (self.now[name], n, self.other[name]) for name, n in self.own.items()}
        if all(max(x.values()) <= SEVERAL * min(x.values()) for x in (self.own, self.other)):
            name = next(iter(rows)) if len(rows) == 1 else NOBODY
            now, own, left = (fmean(x.values()) for x in self)
            rows = {name: (now, own, left)}
        elif other is not None:
            rows = {x: row for x, row in rows.items() if (row[2] / row[1]) ** above >= A_TENTH}
        shown = {x: [many(roughly(each)) for each in row] for x, row in rows.items()}
        some = {x: say("{n} of {m}", n=n, m=m) if best else n for x, (m, n, _) in shown.items()}
        player, *more = some
        values = {"player": player, "some": some[player], "things": things}
        told = say("{player} still thinks of about {some} {things}", **values)
        if player == NOBODY:
            told = say("the others each still think of about {some} {things}", **values)
        if more:
            others = listed(say("{player} of {some}", player=x, some=some[x]) for x in more)
            told = say("{told}, {others}", told=told, others=others)
        if other is None:
            return told
        m = listed(row[2] for row in shown.values())
        return say("{told} ({other}: {m})", told=told, other=other, m=m)


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
    def above(self) -> int:
        """1 if the move stands above the other one, else -1."""
        return self.good or (1 if self.differs.best else -1)

    def _speaks(self, times: float) -> bool:
        """Tell whether it speaks for the move's place that the other one leaves so much more."""
        return times**self.above >= A_TENTH

    @property
    def clue(self) -> Clause:
        """Return what a disc or a pawn leaves, or that this is no reason."""
        words, hinted, topic = self._disc if self.move.verb == "disc" else self._pawn
        if self.good and topic is None:
            why = say("no single reason found why it does worse")
            if self.good > 0:
                why = say("no single reason found why it does better")
            words, hinted = joined(words, why), why
        topic = topic or next(iter(self.bits)).topic
        good = self.good > 0 if self.good else None
        return Clause(words, good, topic=topic, hinted=hinted or topic)

    @property
    def _disc(self) -> tuple[Words, Words | None, Words | None]:
        """Return what a disc counts and leaves, the latter alone, and what it is a reason about."""
        topic, left, now = next(iter(self.bits)).topic, self._leaves, len(self.decision.thinkable)
        known, beside = (len(each) == now for each in self.left)
        if known and self.above < 0 and not beside:
            return say("all know already what it counts, so it tells nothing"), None, topic
        words = say("all know already what it counts") if known else self._counts
        if left is not None:
            return say("{cause}: {left}", cause=words, left=left), left, topic
        if not self.good and all(1 / A_TENTH < each.times < A_TENTH for each in self._thought):
            if self.differs.best and (left := self._shows) is not None:
                words = say("{cause}: {left}", cause=words, left=left)
            words = say("{cause}; {other} tells about as much", cause=words, other=self._other)
        return words, left, None

    @property
    def _pawn(self) -> tuple[Words, Words | None, Words | None]:
        """Return what a pawn leaves the viewer, then others; that alone; and what it is about."""
        decision, (tile,), (other,) = self.decision, self.move.words, self.differs.against.words
        own, against = map(decision.share_left, (tile, other))
        told, left, then, topic = list[Words](), self._leaves, self._rests_on, None
        hinted = left
        known = len(self.left[0]) == len(decision.thinkable)
        if not decision.knows_all:
            told, mine = [self._known(tile)], self._leaves_me(own, against)
            if own < 1:
                told = [say("{told}: {lies}", told=mine, lies=self._lies(tile))]
                hinted = mine if left is None or self._speaks(against / own) else left
            topic = Answer().topic if self._speaks(against / own) else None
            no_more = left is None or (self.above < 0 and against < 1)
            if own == 1 and no_more and then is None:
                return say("{known}: asked, it tells you nothing", known=told[0]), None, topic
        shown = self._shows if left is None and self.differs.best else left
        if shown is not None and decision.is_known:
            told.append(shown)
        elif shown is not None and (self.above > 0 or not known):
            told.append(say("{shown}: {left}", shown=self._shown, left=shown))
        elif left is not None or not told or (self._at and not known):
            told.append(self._shown)
        if then is not None:
            told.append(then)
        if left is not None or then is not None:
            topic = topic or next(iter(self.bits)).topic
        if topic is None and own < 1 and (asks := self._who_can_ask) is not None:
            return joined(*told, asks), None, say("who can ask for which tile")
        return joined(*told), hinted, topic

    @property
    def _who_can_ask(self) -> Words | None:
        """Return who can still ask for the tile of the worse move, but perhaps not for the other's.

        It may be that player's own (AJ-6).
        """
        tiles = self.move.words[0], self.differs.against.words[0]
        own, other = tiles[:: self.above]
        lying, seen = list(map(self.decision.lying_of, (own, other))), self.decision.seen
        if not self.decision.is_complete or max(lying[1].values()) == 1:
            return None
        for player, acted in zip(seen.players, seen.acted, strict=True):
            if (
                player != self.view.viewer
                and not acted
                and lying[0][player] > lying[1][player] == 0
            ):
                values = {"player": player, "own": own, "other": other}
                return say(
                    "{player} can ask for {other}, but not for {own} if {player} has it", **values
                )
        return None

    @property
    def _of(self) -> int:
        """Of how many deals it is told how many are so."""
        deals, counted = self.decision.deals, self.decision.is_complete
        return deals if counted and deals <= NUMBERED else 100

    def _leaves_me(self, own: float, against: float) -> Words:
        """Return how many of the viewer's deals are left on average, `own` as a part of all."""
        other, m = self.differs.against.words[0], self._of
        values = {"n": many(own * m), "m": m, "k": many(against * m), "other": other}
        if self._speaks(against / own):
            return say("leaves you about {n} of {m} deals ({other}: {k})", **values)
        return say("leaves you about {n} of {m} deals", **values)

    def _lies(self, tile: Tile) -> Words:
        """Return who can have a tile, the likeliest first, in how many of the deals, or of 100."""
        m = self._of
        n, step = (m, 1) if m <= LISTED else (100, 1 if self.decision.is_complete else 5)
        lying = self.decision.lying_of(tile)
        (place, times), *others = (
            (each, max(1, step * round(n * chance / step)))
            for each, chance in sorted(lying.items(), key=lambda each: each[0] == NOBODY)
            if n * chance > (step > 1) * step / 2
        )
        told = say("{player} has {tile} in {n}", player=place, tile=tile, n=times)
        if place == NOBODY:
            told = say("nobody has {tile} in {n}", tile=tile, n=times)
        if n != m:
            told = say("{told} of 100", told=told)
        parts = (
            say("nobody {n}", n=n) if name == NOBODY else say("{player} {n}", player=name, n=n)
            for name, n in others
        )
        return say("{told}, {others}", told=told, others=listed(parts))

    def _known(self, tile: Tile) -> Words:
        """Return where a tile lies, if the viewer knows that, and why nobody has it."""
        (place, *_), why = self.decision.lying_of(tile), lacking(self.view)
        if place != NOBODY:
            return say("you know that {player} has {tile}", tile=tile, player=place)
        asked = [name for name in self.decision.seen.players if name != self.view.viewer]
        if not all((name, tile) in why for name in asked):
            return say("you know that nobody has {tile}", tile=tile)
        whys = (say("{player}: {reason}", player=name, reason=why[name, tile]) for name in asked)
        return say("you know that nobody has {tile} ({others})", tile=tile, others=listed(whys))

    @property
    def _shown(self) -> Words:
        """Return what a pawn shows of the viewer's hand, and which of the own discs it is at."""
        (tile,) = self.move.words
        if len(self.left[0]) == len(self.decision.thinkable):
            return say("all know already that you lack {tile}", tile=tile)
        values = {"tile": tile, "targets": listed(self._at, " ")}
        if not self._at:
            return say("shows that you lack {tile}", **values)
        return say_n(
            "shows that your disc {targets} does not count {tile}",
            "shows that your discs {targets} do not count {tile}",
            len(self._at),
            **values,
        )

    @property
    def _at(self) -> Sequence[str]:
        """The targets of the viewer's own discs that might count the tile of a pawn."""
        state, (tile,) = self.view.state, self.move.words
        own = (each for each in state.discs if each.owner == self.view.viewer and each.cubes)
        return [*dict.fromkeys(x.target for x in own if tile in state.box.targets[x.target])]

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
        """Return what a disc counts, of which tiles that can be the viewer's, and who has some."""
        seen, (target,) = self.decision.seen, self.move.words
        there = seen.code.mask(self.view.state.box.targets[target]) & ~seen.shut
        mask = reduce(or_, self.decision.thinkable.tolist()) & there
        places, taken = seen.code.tiles(mask), list[Words]()
        for player, least, most in self.decision.counted(mask):
            if least:
                has = say("{player} has {n}", player=player, n=least)
                some = say("{player} has at least {n}", player=player, n=least)
                taken.append(has if least == most else some)
        values = {"count": int(seen.hand & there).bit_count(), "n": len(places)}
        words = say("it counts {count} of {n} possible tiles", **values)
        if len(places) <= FEW:
            tiles = listed(places, " ")
            words = say("it counts {count}, where only {tiles} can be yours", **values, tiles=tiles)
        if taken:
            words = say("{counts} ({others})", counts=words, others=listed(taken))
        now, own = map(self.decision.beside_theirs, (self.decision.thinkable, self.left[0]))
        if fmean(now.values()) >= RARE * fmean(own.values()):
            words = say("{counts}, a rare count", counts=words)
        return words

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

    @cached_property
    def _thought(self) -> Sequence[_Thought]:
        """The viewer's hands that others think of, and the deals where these can be counted."""
        decision = self.decision
        sides = (decision.now, *map(decision.leaves, (self.move, self.differs.against)))
        hands = _Thought(*(decision.beside_theirs(each.hands) for each in sides))
        deals = [each.deals for each in sides if each.deals is not None]
        return (hands, _Thought(*deals)) if deals else (hands,)

    @property
    def _leaves(self) -> Words | None:
        """Return what others are left with, by the first count that speaks for the move's place."""
        (hands, *deals), best, named = self._thought, self.differs.best, self._other
        one = len(self.decision.leaves(self.move).hands) == 1 < len(self.decision.thinkable)
        known = say("all know your hand") if one else None
        if self._speaks(hands.times):
            things = say("hands of yours") if best else say("hands")
            told = hands.told(things, best, self.above, named)
            if known is not None:
                m = many(fmean(hands.other.values()))
                told = say("{known} ({other}: {m} hands)", known=known, other=named, m=m)
        elif deals and self._speaks(deals[0].times):
            told = deals[0].told(say("deals"), best, self.above, named)
            told = told if known is None else say("{known}, and {told}", known=known, told=told)
        else:
            return None
        return self._with_pawn(told)

    @property
    def _shows(self) -> Words | None:
        """Return how many hands the best move leaves, if it leaves fewer than now, and no more
        than the other one."""
        hands = self._thought[0]
        now, own = (fmean(each.values()) for each in (hands.now, hands.own))
        if now < A_TENTH * own or hands.times * A_TENTH <= 1:
            return None
        return self._with_pawn(hands.told(say("hands of yours"), True, 1, None))

    def _with_pawn(self, left: Words) -> Words:
        """Return what is left after a disc with the pawn that it is counted with, if it is last."""
        pawn = self.decision.leaves(self.move).pawn
        return left if pawn is None else say("with pawn {tile} next, {left}", tile=pawn, left=left)

    @property
    def _other(self) -> object:
        """The other move in one word, with its pawn if that is another one."""
        own, other = map(self.decision.leaves, (self.move, self.differs.against))
        target = self.differs.against.words[0]
        if own.pawn == other.pawn:
            return target
        return say("{target} with {tile}", target=target, tile=other.pawn)

    def _has(self, place: str, tile: Tile, chance: float) -> Words:
        """Return how often a player has a tile."""
        if chance == 1 and self.decision.is_complete:
            return say("{place} surely has {tile}", tile=tile, place=place)
        return say("{place} has {tile} in {n}", place=place, tile=tile, n=self._in(chance))

    def _wrong(self, guess: Event) -> Words:
        tile, player = guess.words
        if self.decision.is_complete:
            return say("surely wrong, and then all is lost")
        return say("{player} has {tile} in none of 100 deals", player=player, tile=tile)

    def _in(self, chance: float) -> Words:
        """Return in how many of the viewer's deals something is so, or of 100 if they are many."""
        deals, counted = self.decision.deals, self.decision.is_complete
        if not counted or deals > LISTED:
            return say("{n} of 100 deals", n=in_100(chance, counted))
        return say("{n} of your {m} deals", n=round(chance * deals), m=deals)
