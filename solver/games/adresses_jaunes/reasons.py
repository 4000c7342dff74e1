"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

By what all know, a disc leaves those of the viewer's hands that count as much at its target (AJ-5),
and a pawn those that lack its tile (AJ-6); the answer to a pawn leaves fewer deals, first of all to
the viewer. A guess is right in so many of the viewer's deals (AJ-8). What a move leaves is told of
every player: also where that speaks against it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import and_, or_
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Words, in_100, listed, say, say_n
from ...play.contrast import A_QUARTER, Clause, Contrast, joined
from ...play.trial import Effect
from .coach import DIGITS, Decision, decision_of, own_moves
from .effects import Answer, Right, Then, many, roughly
from .hands import FEW, TILES

if TYPE_CHECKING:
    from .hands import Hands

LISTED, NUMBERED = 40, 1000
"""Up to so many deals are counted; of more it is told in how many of 100, and of many more not of
how many either."""
A_TENTH, RARE = 1.1, 5.0
"""How many times as much another move leaves if that is a reason; and by how many times a rare
count leaves less."""
SLIGHT = 1e-9


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` leaves open and the other one does not; None where nothing says it.

    Of moves that are exactly as good, nothing is to be said if they tell the same.
    """
    if move.verb != differs.against.verb:
        return None
    told = _Told(view, decision_of(view, differs.assumed), move, differs)
    if move.verb == "name":
        return told.guess
    equal = differs.either and not differs.error and not differs.differences
    if equal and not any(told.bits.values()):
        return None
    if move.verb == "disc" and told.decision.tells_by_discs:
        return None
    return told.clue


class _Left(NamedTuple):
    """What others are left with on average, by player: now, after a move, and after another."""

    now: Mapping[str, float]
    own: Mapping[str, float]
    other: Mapping[str, float]

    @property
    def times(self) -> float:
        """How many times as much the other move leaves."""
        return fmean(self.other.values()) / fmean(self.own.values())

    @property
    def alike(self) -> bool:
        """Whether both moves leave as much to each player."""
        return all(abs(n - self.other[name]) < SLIGHT for name, n in self.own.items())

    def told(self, beside: object, hands: bool = True, first: bool = False) -> Words:
        """Return what is left to each player; of the `first` move told, of how much.

        What the other move leaves stands `beside` it, if that is named.
        """
        rows = {name: (self.now[name], n, self.other[name]) for name, n in self.own.items()}
        sides = (self.own, self.other) if beside else (self.own,)
        if len(rows) > 1 and all(max(x.values()) <= A_TENTH * min(x.values()) for x in sides):
            now, own, other = (fmean(x.values()) for x in self)
            rows = {NOBODY: (now, own, other)}
        knowing = [name for name, (_, own, _) in rows.items() if own == 1 and name != NOBODY]
        told = [self._knows(listed(knowing), len(knowing), hands)] if knowing else []
        left = [name for name in rows if name not in knowing]
        if left:
            told.append(self._leaves(left, rows, hands, first))
        words = joined(*told)
        if not beside:
            return words
        m = listed(many(roughly(rows[name][2])) for name in (*knowing, *left))
        return say("{told} ({other}: {m})", told=words, other=beside, m=m)

    @staticmethod
    def _knows(players: object, n: int, hands: bool) -> Words:
        values = {"players": players}
        if hands:
            return say_n("{players} knows your hand", "{players} know your hand", n, **values)
        return say_n("{players} knows all hands", "{players} know all hands", n, **values)

    @staticmethod
    def _leaves(
        names: Sequence[str], rows: Mapping[str, Sequence[float]], hands: bool, first: bool
    ) -> Words:
        def some(name: str) -> object:
            now, own, _ = (many(roughly(each)) for each in rows[name])
            return say("{n} of {m}", n=own, m=now) if first else own

        player, *more = names
        things = say("hands of yours") if first else say("hands")
        values = {"some": some(player), "things": things if hands else say("deals")}
        told = say("leaves {player} about {some} {things}", player=player, **values)
        if player == NOBODY:
            told = say("leaves each of the others about {some} {things}", **values)
        others = (say("{player} {some}", player=each, some=some(each)) for each in more)
        return say("{told}, {others}", told=told, others=listed(others)) if more else told


class _Part(NamedTuple):
    """What a pawn does, what of it may be hinted, and how many times as much the other leaves."""

    words: Words
    hinted: Words
    times: float
    topic: Words


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
    def _beside(self) -> object:
        """The other move, named beside a figure; None where its own row stands above."""
        return None if self.differs.below else self._named(self.differs.against)

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
        topic = next(iter(self.bits)).topic
        if len(self.left[0]) == len(self.decision.thinkable):
            speaks = self.above < 0 and len(self.left[1]) < len(self.left[0])
            known = say("all know already what it counts: it tells nothing")
            return known, None, topic if speaks else None
        words = say("{cause}: {left}", cause=self._counts, left=self._leaves)
        return words, self._figures, topic if self._shows_reason else None

    @property
    def _pawn(self) -> tuple[Words, Words | None, Words | None]:
        """Return what a pawn shows and asks, what decides first; that alone; and what it is about.

        "But" stands before what speaks the other way.
        """
        decision, tiles = self.decision, (self.move.words[0], self.differs.against.words[0])
        topic, then = next(iter(self.bits)).topic, self._rests_on
        parts = [_Part(self._shows, self._figures, self._shown_times, topic)]
        if not decision.knows_all:
            own, against = map(decision.share_left, tiles)
            asks = _Part(self._asks, self._asks, against / own, Answer().topic)
            parts = [*parts, asks] if self._shows_reason else [asks, *parts]
        first, *rest = parts
        speaks = self._speaks(first.times)
        turns = speaks and any(each.times**self.above <= 1 / A_TENTH for each in rest)
        words = joined(*(each.words for each in parts), alike=False if turns else None)
        if then is not None:
            return joined(words, then), first.hinted, first.topic
        if speaks:
            return words, first.hinted, first.topic
        if self.good and rest and (can_ask := self._who_can_ask) is not None:
            return joined(words, can_ask), None, say("who can ask for which tile")
        return words, first.hinted, None

    @property
    def _shows(self) -> Words:
        """Return what a pawn shows of the viewer's hand, and what others are left with by that."""
        (hands, *_), now = self._left_to, len(self.decision.thinkable)
        if self.decision.is_known:
            return self._leaves
        if len(self.left[0]) < now or not (hands.alike or self.differs.below):
            return say("{shown}: {left}", shown=self._shown, left=self._leaves)
        if self._by_deals:
            return say("{shown}; {left}", shown=self._shown, left=self._leaves)
        return self._shown

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
        waiting = [name for name, acted in zip(seen.players, seen.acted, strict=True) if not acted]
        waiting.remove(self.view.viewer)
        can, cannot = (
            [name for name in waiting if one[name] > two[name] == 0]
            for one, two in (lying, lying[::-1])
        )
        if not can or cannot:
            return None
        values = {"player": can[0], "own": own, "other": other}
        return say("{player} can ask for {other}, but not for {own} if {player} has it", **values)

    @property
    def _of(self) -> int:
        """Of how many deals it is told how many are so."""
        deals, counted = self.decision.deals, self.decision.is_complete
        return deals if counted and deals <= NUMBERED else 100

    @property
    def _asks(self) -> Words:
        """Return how many of the viewer's deals a pawn leaves on average, and who may answer.

        Beside it stands the other pawn, or of the best move the one that leaves the fewest.
        """
        decision, (tile,), (other,) = self.decision, self.move.words, self.differs.against.words
        own, m, below = decision.share_left(tile), self._of, self.differs.below
        if self.differs.best:
            pawns = [other, *(each.words[0] for each in own_moves(self.view))]
            fewest = min(pawns, key=lambda each: round(decision.share_left(each), DIGITS))
            other = fewest if own > A_TENTH * decision.share_left(fewest) else other
        against = decision.share_left(other)
        alike, (player, *more) = abs(against - own) < SLIGHT, self._left_to[0].own
        of = say("{m} deals", m=m) if more else say("{m} hands of {player}", m=m, player=player)
        if not alike:
            of = say("{deals} ({other}: {k})", deals=of, other=other, k=many(against * m))
        if own == 1:
            known = self._known(tile)
            return (
                known
                if alike or below
                else say("{told}; you think of {deals}", told=known, deals=of)
            )
        told = say("its answer leaves you about {n} of {of}", n=many(own * m), of=of)
        if below and alike:
            told = say("its answer leaves you as much")
        elif below:
            told = say("its answer leaves you about {n} deals", n=many(own * m))
        return say("{told}: {lies}", told=told, lies=self._lies(tile))

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
        """Return that a pawn tells the viewer nothing, and where its tile lies."""
        place = next(iter(self.decision.lying_of(tile)))
        if place == NOBODY:
            return say("its answer tells you nothing: nobody has {tile}", tile=tile)
        return say("its answer tells you nothing: {player} has {tile}", tile=tile, player=place)

    @property
    def _shown(self) -> Words:
        """Return whom a pawn shows that the viewer lacks its tile: not its holder, who knew."""
        (tile,) = self.move.words
        shown = self.decision.beside_theirs(self.left[0])
        now = self.decision.beside_theirs(self.decision.thinkable)
        learn = [name for name, n in shown.items() if n < now[name] - SLIGHT]
        values = {"tile": tile, "players": listed(learn)}
        if not learn:
            return say("all know already that you lack {tile}", **values)
        lying, every = self.decision.lying_of(tile), len(learn) == len(now)
        unsure = any(lying[name] > 0 for name in learn)
        if every and len(learn) > 1:
            if unsure:
                return say("shows all but its holder that you lack {tile}", **values)
            return say("shows all that you lack {tile}", **values)
        told = say("shows {players} that you lack {tile}", **values)
        if not unsure:
            return told
        return say_n(
            "{told}, unless {players} has it",
            "{told}, unless they have it",
            len(learn),
            told=told,
            **values,
        )

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
        (tile, holder), (else_, other) = self.move.words, self.differs.against.words
        words = self._rest(self._has(holder, tile, one), then)
        if not two and self.decision.is_complete and self.differs.best:
            wrong = say("any other name is wrong")
            return Clause(wrong if one == 1 else joined(words, wrong), topic=topic)
        if not two:
            return Clause(self._wrong(self.differs.against), topic=topic)
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
        words = say("it counts {count}, where {n} tiles can be yours", **values)
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
    def _left_to(self) -> Sequence[_Left]:
        """The viewer's hands that others are left with, and deals where these can be counted."""
        decision = self.decision
        sides = (decision.now, *map(decision.leaves, (self.move, self.differs.against)))
        hands = _Left(*map(decision.hands_left, sides))
        deals = [each.deals for each in sides if each.deals is not None]
        return (hands, _Left(*deals)) if deals else (hands,)

    @property
    def _by_deals(self) -> bool:
        """Whether deals are told: where hands say nothing, or are no reason and deals are."""
        (hands, *deals), above = self._left_to, self.above
        if not deals or hands.times**above >= A_TENTH or abs(deals[0].times - 1) < SLIGHT:
            return False
        if not self.good and hands.times**above > 1 / A_TENTH:
            return hands.alike
        return deals[0].times ** above > 1

    @property
    def _shown_times(self) -> float:
        """How many times as much the other move leaves others, by what is told of it."""
        return self._left_to[1 if self._by_deals else 0].times

    @property
    def _shows_reason(self) -> bool:
        return self._speaks(self._shown_times)

    @property
    def _figures(self) -> Words:
        """Return what others are left with after the move, in hands, or else in deals."""
        (hands, *deals), best, named = self._left_to, self.differs.best, self._beside
        if self._by_deals:
            other = named if self.decision.is_known else self._named(self.differs.against)
            told = deals[0].told(other, hands=False, first=best)
            return told if hands.alike else joined(hands.told(named, first=best), told)
        return hands.told(named, first=best)

    @property
    def _leaves(self) -> Words:
        """Return what others are left with, and of the viewer's hand what all know then."""
        own, told = self.decision.leaves(self.move), self._figures
        hands, code = own.hands.tolist(), self.decision.seen.code
        shared = reduce(and_, hands) & TILES & ~self.decision.seen.shut
        fixed = code.tiles(shared & ~reduce(and_, self.decision.thinkable.tolist()))
        if self.decision.is_known:
            pass
        elif len(hands) == 1:
            told = self._all_know(told)
        elif shared and sum(map(int.bit_count, (hand & ~shared & TILES for hand in hands))) <= FEW:
            apart = code.apart(hands)
            told = say("all then know your hand but for {tiles}: {told}", tiles=apart, told=told)
        elif fixed:
            tiles = listed(fixed, " ")
            told = say("all then know your {tiles}: {told}", tiles=tiles, told=told)
        if not self.decision.tells_with_pawn:
            return told
        return say("with pawn {tile} next, {left}", tile=own.pawn, left=told)

    def _all_know(self, told: Words) -> Words:
        """Return that all then know the hand, and what the other move leaves of it."""
        hands, other = self._left_to[0], self._beside
        known = say("all then know your hand")
        if self._by_deals:
            return say("{known}; {told}", known=known, told=told)
        if other is None or hands.alike:
            return known
        there = _Left(hands.now, hands.other, hands.own).told(None)
        return say("{known} ({other} {there})", known=known, other=other, there=there)

    def _named(self, other: Event) -> object:
        """Return another move in one word, with its pawn if that is not the one of this move."""
        own, beside = map(self.decision.leaves, (self.move, other))
        (target,) = other.words
        if own.pawn == beside.pawn or not self.decision.tells_with_pawn:
            return target
        return say("{target} with {tile}", target=target, tile=beside.pawn)

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
