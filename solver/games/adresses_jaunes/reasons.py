"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

By what all know, a disc leaves those of the viewer's hands that count as much at its target (AJ-5),
and a pawn those that lack its tile (AJ-6); the answer to a pawn leaves fewer deals, first of all to
the viewer. A guess is right in so many of the viewer's deals (AJ-8). What a move leaves is told of
every player: also where that speaks against it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import chain, combinations
from math import log2
from operator import and_, or_
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Words, in_100, listed, say, say_n, united
from ...play.contrast import Clause, Contrast, joined
from .coach import Decision, decision_of, own_moves
from .effects import A_TENTH, SLIGHT, WORTH, Answer, Right, Then, as_told, many, rounded
from .hands import FEW, TILES
from .sure import lacking

if TYPE_CHECKING:
    from .hands import Hands

LISTED = 40
"""Up to so many deals are counted; of more percents are told."""
NONE = 6
"""Up to so many tiles are named that a disc which counts 0 rules out."""
CLEARLY = 0.5
"""By how many bits more a move tells, less what it asks less, if that is more in all."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` leaves open and the other one does not; None where nothing says it.

    Of moves that are exactly as good, it is only said that one tells more and the other asks more.
    """
    if move.verb != differs.against.verb:
        return None
    decision = decision_of(view, differs.assumed)
    if differs.best and differs.either and differs.error and move.verb == "disc":
        differs = replace(differs, against=decision.next_disc(move, own_moves(view)))
    told = _Told(view, decision, move, differs)
    if move.verb == "name":
        return told.guess
    level = differs.either and not differs.error and not told.balances
    if level or (move.verb == "disc" and decision.tells_by_discs):
        return None
    return told.clue


class _Left(NamedTuple):
    """What others are left with on average, by player: now, after a move, and after another.

    It is told of those who are `changing`.
    """

    now: Mapping[str, float]
    own: Mapping[str, float]
    other: Mapping[str, float]
    changing: Sequence[str]

    @classmethod
    def of_all(cls, *sides: Mapping[str, float]) -> _Left:
        """Return the same of those players to whom one of the moves tells something, if any."""
        now, own, other = sides
        less = [name for name in now if min(own[name], other[name]) < now[name] - SLIGHT]
        return cls(now, own, other, less or [*now])

    @property
    def times(self) -> float:
        """How many times as much the other move leaves, by the figures that are told."""
        own, other = (as_told(fmean(side[n] for n in self.changing)) for side in self[1:3])
        return other / own

    def of(self, names: Sequence[str]) -> Words:
        """Return these players, for people."""
        if len(names) == len(self.now) > 1:
            return say("the others")
        return say("{players}", players=united(names))

    def told(
        self, beside: object, hands: bool = True, first: bool = False, sure: Sequence[Words] = ()
    ) -> Words:
        """Return what is left on average to the players; of the `first` move told, of how much.

        What the other move leaves stands `beside` it, if that is named, and before it the tiles
        that are `sure` then, and by what; else it is told in short. Who has one left is told alone.
        """
        know = [name for name in self.changing if self.own[name] < 1 + SLIGHT]
        left = [name for name in self.changing if name not in know]
        told, notes = list[Words](), [*sure[1:]]
        things = say("hands for you") if hands else say("deals")
        if know:
            yours = say("your hand is then known to {players}", players=self.of(know))
            every = say("all hands are then known to {players}", players=self.of(know))
            told.append(yours if hands else every)
        now, own, other = (fmean(side[n] for n in left or know) for side in self[:3])
        if left:
            n = many(own) if len(left) > 1 else rounded(own)
            values = {"players": self.of(left), "n": n, "things": things}
            think = say("{players} can then think of {n} {things}", **values)
            in_short = say("it leaves {players} {n} {things}", **values)
            words = think if first or beside else in_short
            told.append(say("{told} on average", told=words) if len(left) > 1 else words)
            notes += [say("now {n}", n=many(now))] if first else []
        words = joined(*told)
        words = say("{told}, all with {tiles}", told=words, tiles=sure[0]) if sure else words
        if beside and not 1 / A_TENTH < self.times < A_TENTH:
            after = say("after {other}: {n}", other=beside, n=many(other))
            notes.append(after if left else say("{after} {things}", after=after, things=things))
        return say("{told} ({notes})", told=words, notes=listed(notes, "; ")) if notes else words


class _Room(NamedTuple):
    """What a disc counts: the tiles that are `sure` there, and `n` of those that there `can` be.

    Of these as many are `taken` by others, as all know, by player.
    """

    target: str
    sure: Sequence[Tile]
    n: int
    can: Sequence[Tile]
    taken: Mapping[str, int]

    @property
    def words(self) -> Words:
        """The same for people; few tiles are named."""
        tiles = listed(self.can, " ")
        told = say("{n} of {tiles}", n=self.n, tiles=tiles)
        if self.n == len(self.can) == 1:
            told = say("{tiles}", tiles=tiles)
        elif len(self.can) > (FEW if self.n else NONE):
            told = say("{n} of {m} possible tiles", n=self.n, m=len(self.can))
        if self.taken:
            told = say_n(
                "{told}, of which {players} has {k}",
                "{told}, of which {players} together have {k}",
                len(self.taken),
                told=told,
                players=united(self.taken),
                k=sum(self.taken.values()),
            )
        if not self.sure:
            return told
        values = {"tiles": listed(self.sure, " "), "room": told}
        return say("{tiles} and {room}", **values) if self.can else say("{tiles}", **values)


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
    def side(self) -> int:
        """The same, or where trials do not tell, whether counting puts the move where it stands.

        It does where the upper one tells or asks more, and neither less, or clearly more in all.
        """
        if self.good or not self.differs.error:
            return self.good
        more = [self.above * n for n in self._better if abs(n) >= SLIGHT]
        least = CLEARLY if any(n < 0 for n in more) else SLIGHT
        return self.above if sum(more) >= least else 0

    @cached_property
    def _better(self) -> Sequence[float]:
        """How many bits more the move tells, then asks, by their worth; 0 where about as many."""
        parts = [(self._shown_times, 1.0)]
        if self.move.verb == "pawn" and not self.decision.knows_all:
            parts.append((self._asked_times, WORTH))
        bits = ((log2(times), worth) for times, worth in parts)
        return [n * worth if abs(n) >= log2(A_TENTH) else 0.0 for n, worth in bits]

    @property
    def balances(self) -> bool:
        """Whether one of the moves tells more, and the other one asks more."""
        return min(self._better) < 0 < max(self._better)

    @property
    def _pair(self) -> tuple[Event, Event]:
        return self.move, self.differs.against

    @cached_property
    def left(self) -> Hands:
        """The viewer's hands that can be after the move, for all."""
        return self.decision.left(self.move)

    @property
    def above(self) -> int:
        """1 if the move stands above the other one, else -1."""
        return self.good or (1 if self.differs.best else -1)

    def _speaks(self, times: float) -> bool:
        """Tell whether it speaks for the move's place that the other one leaves so much more."""
        return times**self.above >= A_TENTH

    @property
    def clue(self) -> Clause | None:
        """Return what a disc or a pawn leaves; if that does not say why, that guesses decide."""
        words, hinted, topic = self._disc if self.move.verb == "disc" else self._pawn
        if bool(self.good) and max(self.good * n for n in self._better) <= 0:
            more = say("the guesses that follow are right more often")
            less = say("the guesses that follow are right less often")
            words = more if self.good > 0 else less
            words = self._counting(words) if hinted and self.move.verb == "disc" else words
            topic = hinted = say("which guesses follow")
        elif self.good and self.balances and self.decision.last and not self.differs.below:
            follow, acted = say("the guesses that follow decide"), self.view.state.acted
            if waiting := [each for each in self.decision.seen.others if each not in acted]:
                pawns = say("the pawn of {players}", players=united(waiting))
                follow = say("{pawns} and {guesses}", pawns=pawns, guesses=follow)
            words = joined(words, follow)
        good = self.side > 0 if self.side else None
        counted = bool(self.side and self.differs.error)
        better = sum(self._better)
        unlike = None if self.differs.either else self.move
        return Clause(words, good, False, counted, better, topic, hinted or topic, unlike)

    @property
    def _disc(self) -> tuple[Words, Words | None, Words]:
        """Return what a disc counts and leaves, the latter alone, and what it is a reason about."""
        topic = next(iter(self.decision.tells(self.move))).topic
        if len(self.left) == len(self.decision.thinkable):
            return say("all know already what it counts: it tells nothing"), None, topic
        left = self._with_pawn if self.decision.tells_with_pawn else self._figures
        return self._counting(left), left, topic

    def _counting(self, words: Words) -> Words:
        """Return what a disc counts, and some further words."""
        (target,), seen = self.move.words, self.decision.seen
        there = seen.code.mask(self.view.state.box.targets[target]) & seen.hand & ~seen.shut
        counts = self._room(self.view.viewer, target, there.bit_count()).words
        return say("{target} counts {counts}: {left}", target=target, counts=counts, left=words)

    def _room(self, player: str, target: str, n: int) -> _Room:
        """Return what a disc that counts `n` says of a player, beside tiles that are sure there."""
        seen, hands = self.decision.seen, self.decision.hands_of(player).tolist()
        there = seen.code.mask(self.view.state.box.targets[target]) & ~seen.shut
        sure, can = (reduce(each, hands) & there for each in (and_, or_))
        left, can = n - sure.bit_count(), can & ~sure
        taken = self.decision.taken(can, player)
        return _Room(target, seen.code.tiles(sure), left, seen.code.tiles(can), taken)

    def _tightest(self, player: str, tile: Tile) -> Words | None:
        """Return of the discs of a player the one with least room beside a tile, if any has."""
        laid = [each for each in self.view.state.discs if each.owner == player]
        rooms = [self._room(player, each.target, each.cubes) for each in laid]
        rooms = [each for each in rooms if each.n and {*self._alike, tile} <= {*each.can}]
        if not rooms:
            return None
        room = max(rooms, key=lambda each: each.n / len(each.can))
        return say("disc at {target} counts {room}", target=room.target, room=room.words)

    @property
    def _with_pawn(self) -> Words:
        """Return what a last disc leaves with its pawn, and what that asks."""
        pawn = self.decision.leaves(self.move).pawn or ""
        asks = self._share(pawn)
        told = say("with pawn {pawn}, {left}", pawn=pawn, left=self._figures)
        return told if self.differs.below else say("{told}; the pawn {asks}", told=told, asks=asks)

    @property
    def _pawn(self) -> tuple[Words, Words, Words]:
        """Return what a pawn shows and asks, what decides first; that alone; and what it is about.

        "But" stands before what speaks the other way.
        """
        decision, topic = self.decision, next(iter(self.decision.tells(self.move))).topic
        parts = [(self._shows, self._figures, topic, self._shown_times**self.above)]
        if not decision.knows_all:
            speaks, about = self._asked_times**self.above, Answer().topic
            asks = (self._asks, about, about, speaks)
            parts = [] if decision.is_known and not self._by_deals else parts
            shows = self._speaks(self._shown_times) or speaks <= 1 / A_TENTH
            parts = [*parts, asks] if shows else [asks, *parts]
        (_, hinted, topic, speaks), against = parts[0], min(part[-1] for part in parts)
        turns = False if speaks > 1 / A_TENTH >= against else None
        return joined(*(words for words, *_ in parts), alike=turns), hinted, topic

    @property
    def _shows(self) -> Words:
        """Return what a pawn shows of the viewer's hand, and what others are left with by that.

        Below another row it is told beside what that pawn shows.
        """
        figures, times = self._figures, self._shown_times
        if self.decision.is_known:
            return figures
        if self._nothing:
            return self._nothing
        if self.differs.below and 1 / A_TENTH < times < A_TENTH:
            return say("tells about as much")
        if self.differs.below or self._speaks(1 / times):
            less = say("tells less: {left}", left=figures)
            return less if times < 1 else say("tells more: {left}", left=figures)
        if len(self.left) == len(self.decision.thinkable):
            return figures
        (tile,) = self.move.words
        room = self._tightest(self.view.viewer, tile)
        told = tile if room is None else say("{tile} (your {room})", tile=tile, room=room)
        return say("shows that you lack {tile}: {left}", tile=told, left=figures)

    @cached_property
    def _alike(self) -> Sequence[Tile]:
        """The tiles of the moves that come to the same, which share the row."""
        moves = own_moves(self.view)
        return [each.words[0] for each in moves if self.decision.are_same(each, self.move)]

    @property
    def _nothing(self) -> Words | None:
        """Return that a pawn leaves others all hands of the viewer, or nearly; None if it does not.

        "By itself" if the answer is not counted, and by which disc of the viewer if one counts 0.
        """
        hands, *_ = self._left_to
        if any(hands.own[name] < hands.now[name] - SLIGHT for name in hands.now):
            return None
        (tile,), targets = self.move.words, self.view.state.box.targets
        left = self.decision.mine.bit_count()
        told = say("tells nothing of your hand")
        if not self.decision.counts_answer(tile):
            told = say("by itself it tells nothing of your hand")
        for disc in self.view.state.discs:
            there = {each in targets[disc.target] for each in self._alike}
            values = {"told": told, "target": disc.target, "n": disc.cubes}
            if disc.owner != self.view.viewer:
                continue
            if not disc.cubes and there == {True}:
                return say("{told} (your disc at {target} counts 0)", **values)
            if 0 < disc.cubes == left and there == {False}:
                return say("{told} (your disc at {target} counts {n}: all your tiles)", **values)
        return told

    @property
    def _counts(self) -> bool:
        """Whether deals are told in their number, not in percent."""
        return self.decision.is_complete and self.decision.deals <= LISTED

    @property
    def _of(self) -> int:
        """Of how many deals it is told how many are so."""
        return self.decision.deals if self._counts else 100

    def _number(self, n: object) -> Words:
        """Return a number of deals, or percents of them."""
        return say("{n}", n=n) if self._counts else say("{n} %", n=n)

    @property
    def _asks(self) -> Words:
        """Return how many of the viewer's deals a pawn leaves on average, beside the other pawn.

        With who may have its tile, and of the best one with the disc that is about it.
        """
        decision, (tile,), (other,) = self.decision, self.move.words, self.differs.against.words
        share, times = self._share(tile), self._asked_times
        if decision.share_left(tile) == 1:
            return share
        alike = 1 / A_TENTH < times < A_TENTH
        if self.differs.below and alike:
            return say("asks about as much")
        if self.differs.below or self._speaks(1 / times):
            less = say("asks less: {told}", told=share)
            share = less if times < 1 else say("asks more: {told}", told=share)
        if self.differs.below:
            return say("{told} ({lies})", told=share, lies=self._lies(tile))
        if not alike:
            m = self._number(many(decision.share_left(other) * self._of))
            share = say("{told} (after {other}: {m})", told=share, other=other, m=m)
        return say("{told}: {lies}", told=share, lies=self._lies(tile))

    def _share(self, tile: Tile) -> Words:
        """Return how many of the viewer's deals the answer to a pawn leaves on average."""
        own, (player, *more) = self.decision.share_left(tile), self._left_to[0].own
        if own < 1:
            chances, n = [*filter(None, self.decision.lying_of(tile).values())], own * self._of
            exact = self._counts and max(chances) - min(chances) < SLIGHT
            part = self._number(many(n) if exact else rounded(n))
            values = {"n": part, "m": self._of, "player": player}
            if not self._counts:
                every = say("leaves you {n} of the possible deals", **values)
                return say("leaves you {n}", **values) if self.differs.below else every
            if more:
                return say("leaves you {n} of {m} possible deals", **values)
            return say("leaves you {n} of {m} hands for {player}", **values)
        place = next(iter(self.decision.lying_of(tile)))
        if place != NOBODY:
            return say("asks nothing, since {player} has {tile}", tile=tile, player=place)
        if more or not (why := lacking(self.view).get((player, tile))):
            return say("asks nothing, since nobody has {tile}", tile=tile)
        values = {"player": player, "tile": tile, "why": why}
        return say("asks nothing, since {player} lacks {tile} ({why})", **values)

    def _lies(self, tile: Tile) -> Words:
        """Return who has a tile in how many of the deals, or percent, the likeliest first."""
        chances = self.decision.lying_of(tile).items()
        times = {
            place: self._number(max(1, round(self._of * chance)))
            for place, chance in sorted(chances, key=lambda each: each[0] == NOBODY)
            if chance
        }
        (place, n), *others = times.items()
        lying = (
            say("nobody in {n}", n=n) if who == NOBODY else say("{player} in {n}", player=who, n=n)
            for who, n in others
        )
        return say("{told}", told=listed([self._has(place, tile, n), *lying]))

    @property
    def guess(self) -> Clause | None:
        """Return in how many deals a guess is right, and how often the rest is won then."""
        (one, two), (then, after) = (
            self.differs.sides.get(each, (0.0, 0.0)) for each in (Right(), Then())
        )
        topic = Right().topic if one != two else Then().topic
        (tile, holder), (other, _) = self.move.words, self.differs.against.words
        if not one:
            wrong = say("surely wrong, and then all is lost")
            none = say("{player} has {tile} in none of 100 deals", player=holder, tile=tile)
            return Clause(wrong if self.decision.is_complete else none, good=False, topic=topic)
        sure = one == 1 and self.decision.is_complete
        free = say("it costs nothing: a guess can follow")
        if two < 1:
            free = say("it costs nothing: the guess at {tile} can follow", tile=other)
        words = free if sure and two and then < 1 and self.good >= 0 else self._rest(then, sure)
        if one == 1 and self.differs.either:
            first = sure and self.differs.best and not self.differs.error
            return Clause(words, counted=True, topic=topic, alone=True) if first else None
        if sure:
            return Clause(words, topic=topic, unlike=self.move, alone=True)
        m, complete = self._of, self.decision.is_complete
        n, k = (round(x * m) if self._counts else in_100(x, complete) for x in (one, two))
        often = say("{n} of {m} cases", n=n, m=m)
        if self.differs.best and one < two and then > after:
            has = say("{player} has {tile} in {n}", player=holder, tile=tile, n=often)
            called = self.differs.called
            words = say("{rest} (after {other}: {n})", rest=words, other=called, n=in_100(after))
            words = joined(
                words, say("{has} ({other}: {k})", has=has, other=called, k=k), alike=False
            )
        else:
            words = joined(self._has(holder, tile, often), words)
        return Clause(words, topic=topic, unlike=self.move, alone=not two)

    def _rest(self, then: float, sure: bool) -> Words:
        """Return what is open once a guess is right, and how often it is won then.

        After a sure one that stays open which stands above the rows.
        """
        n = in_100(then, sure=not self.differs.error)
        rest = say("the team surely wins") if n == 100 else say("{n} of 100 are won", n=n)
        if n < 100 and self._counts and not sure:
            told = (self.decision.can_have(self.move), self.decision.yours(self.move))
            if any(told):
                rest = say("{open}; {won}", open=joined(*filter(None, told), alike=True), won=rest)
        return say("then {won}", won=rest) if sure else say("if right, {won}", won=rest)

    @cached_property
    def _left_to(self) -> Sequence[_Left]:
        """The viewer's hands that others are left with, and deals where these can be counted."""
        decision = self.decision
        sides = (decision.now, *map(decision.leaves, self._pair))
        hands = _Left.of_all(*map(decision.hands_left, (None, *self._pair)))
        deals = [each.deals for each in sides if each.deals is not None]
        return (hands, _Left.of_all(*deals)) if deals else (hands,)

    @property
    def _by_deals(self) -> bool:
        """Whether deals are told: they differ where all know the viewer's hand, or else the hands
        that a disc leaves say the contrary."""
        if len(self._left_to) < 2:
            return False
        hands, deals = (each.times**self.above for each in self._left_to)
        if self.decision.is_known:
            return abs(deals - 1) >= SLIGHT
        return self.move.verb == "disc" and hands <= 1 / A_TENTH and deals > 1

    @property
    def _shown_times(self) -> float:
        """How many times as much the other move leaves others, by what is told of it."""
        return self._left_to[1 if self._by_deals else 0].times

    @property
    def _asked_times(self) -> float:
        """How many times as much the answer to the other pawn leaves the viewer."""
        own, other = (self.decision.share_left(*each.words) for each in self._pair)
        own, other = (as_told(self._of * each) for each in (own, other))
        return other / own

    @property
    def _figures(self) -> Words:
        """Return what others are left with after the move, in hands, or else in deals."""
        (hands, *deals), best = self._left_to, self.differs.best
        named = None if self.differs.below else self._named(self.differs.against)
        if self._by_deals:
            return deals[0].told(named, hands=False, first=best)
        known = max(hands.own.values()) < 1 + SLIGHT
        first = best or (self.differs.below and hands.other == hands.now)
        return hands.told(named, first=first, sure=() if known else self._joined)

    @property
    def _joined(self) -> Sequence[Words]:
        """The viewer's tiles that all know only after the move, if any, and by which discs.

        One or two count so many together that all tiles which can be there, at both, must be.
        """
        decision, seen, state = self.decision, self.decision.seen, self.view.state
        every = decision.hands_of(self.view.viewer).tolist()
        left = {*decision.leaves(self.move).hands.tolist()}.intersection(every)
        open_, mine = TILES & ~seen.shut, decision.mine
        if not (sure := reduce(and_, left) & ~reduce(and_, every) & open_):
            return ()
        told = say("{tiles}", tiles=listed(seen.code.tiles(sure), " "))
        targets = [each.target for each in state.discs if each.owner == self.view.viewer]
        targets += self.move.words if self.move.verb == "disc" else ()
        masks = {each: seen.code.mask(state.box.targets[each]) for each in targets}
        for where in chain.from_iterable(combinations(masks, n) for n in (1, 2)):
            counts = {each: (masks[each] & mine).bit_count() for each in where}
            there, k = reduce(and_, (masks[each] for each in where)), mine.bit_count()
            least = sum(counts.values()) - k * (len(where) - 1)
            if not sure & ~there and (there & reduce(or_, left) & open_).bit_count() == least:
                at = united([say("{n} at {target}", n=n, target=x) for x, n in counts.items()])
                if len(where) == 1:
                    alone = self.differs.below or where == self.move.words
                    return (told,) if alone else (told, say("you have {counts}", counts=at))
                values = {"counts": at, "k": k, "n": least}
                return told, say("you have {counts} in {k} tiles, so {n} at both", **values)
        return (told,)

    def _named(self, other: Event) -> object:
        """Return another move in one word, with its pawn if that is not the one of this move."""
        own, beside = map(self.decision.leaves, (self.move, other))
        (target,) = other.words
        if own.pawn == beside.pawn or not self.decision.tells_with_pawn:
            return target
        return say("{target} with {tile}", target=target, tile=beside.pawn)

    def _has(self, place: str, tile: Tile, n: Words) -> Words:
        """Return how often a player has a tile, and of the best move the disc that is about it."""
        told = say("{player} has {tile} in {n}", player=place, tile=tile, n=n)
        if place == NOBODY:
            return say("nobody has {tile} in {n}", tile=tile, n=n)
        room = None if self.differs.below else self._tightest(place, tile)
        return told if room is None else say("{told} ({room})", told=told, room=room)
