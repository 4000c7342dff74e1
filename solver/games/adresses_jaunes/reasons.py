"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

By what all know, a disc leaves those of the viewer's hands that count as much at its target (AJ-5),
and a pawn those that lack its tile (AJ-6); the answer to a pawn leaves fewer deals, first of all to
the viewer. A guess is right in so many of the viewer's deals (AJ-8). What a move leaves is told of
every player: also where that speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from .effects import A_TENTH, SLIGHT, WORTH, Right, Then, as_told, many
from .hands import FEW, TILES
from .sure import lacking

if TYPE_CHECKING:
    from .hands import Hands

LISTED = 200
"""Up to so many deals are counted; of more percents are told."""
NONE = 6
"""Up to so many tiles are named that a disc which counts 0 rules out."""
CLEARLY = 0.5
"""By how many bits more a move tells, less what it asks less, if that is more in all."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` leaves open and the other one does not; None where nothing says it.

    Of moves that are exactly as good as the best, only that one tells more and the other asks more.
    """
    if move.verb != differs.against.verb:
        return None
    decision = decision_of(view, differs.assumed)
    told = _Told(view, decision, move, differs)
    if move.verb == "name":
        return told.guess
    level = differs.either and not (differs.error or differs.best or told.balances)
    if level or (move.verb == "disc" and decision.tells_by_discs):
        return None
    return told.clue


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
        if self.n == len(self.can):
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

    @property
    def told(self) -> Words:
        """The same, with the disc."""
        return say("disc at {target} counts {room}", target=self.target, room=self.words)


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
        sides = [(self._ways, 1.0)]
        if self.move.verb == "pawn" and not self.decision.knows_all:
            sides.append((self._yours, WORTH))
        bits = ((log2(other / own), worth) for (own, other), worth in sides)
        return [n * worth if abs(n) >= log2(A_TENTH) else 0.0 for n, worth in bits]

    @cached_property
    def _ways(self) -> tuple[float, float]:
        """How many deals, or hands of the viewer, others are left with, and after the other move.

        They are told so.
        """
        own, other = (as_told(self.decision.ways(each)) for each in self._pair)
        return own, other

    @cached_property
    def _yours(self) -> tuple[float, float]:
        """How many deals, or percent, the answer to the pawn leaves the viewer, and to the other.

        A last disc has a pawn behind it.
        """
        pawns = (self.decision.leaves(each).pawn or "" for each in self._pair)
        own, other = (as_told(self._of * self.decision.share_left(each)) for each in pawns)
        return own, other

    @property
    def balances(self) -> bool:
        """Whether one of the moves tells more, and the other one asks more."""
        return min(self._better) < 0 < max(self._better)

    @property
    def _pair(self) -> tuple[Event, Event]:
        return self.move, self.differs.against

    @cached_property
    def left(self) -> Hands:
        """The viewer's hands that can be for all after the move and a pawn behind a last disc."""
        return self.decision.leaves(self.move).hands

    @property
    def _knows_it(self) -> bool:
        """Whether others know the viewer's hand, or all of them, after the move."""
        return self.decision.ways(self.move) < 1 + SLIGHT

    @property
    def above(self) -> int:
        """1 if the move stands above the other one, else -1."""
        return self.good or (1 if self.differs.best else -1)

    @property
    def clue(self) -> Clause | None:
        """Return what a disc or a pawn leaves, and why; where that is not all, guesses decide."""
        topic, disc = next(iter(self.decision.tells(self.move))).topic, self.move.verb == "disc"
        parts = [*filter(None, (self._think, self._answer))]
        left = joined(*parts) if parts and not self.decision.tells_nothing(self.move) else None
        if left is not None:
            words = self._counts_there if disc else self._asks
        else:
            why = say("all know what it counts") if disc else self._lies(*self.move.words)
            words = say("it tells nobody anything")
            words = words if self.differs.below else say("{why}: {vain}", why=why, vain=words)
        for_it = [self.good * n for n in self._better]
        open_ = self.decision.last and min(for_it) < 0 and not self.differs.below
        if self.good and (max(for_it) <= 0 or open_):
            words = joined(words, self._decides)
            topic = topic if max(for_it) > 0 else say("which guesses follow")
        good = self.side > 0 if self.side else None
        counted = bool(self.side and self.differs.error)
        unlike = None if self.differs.either else self.move
        best, better = self.differs.best, sum(self._better)
        return Clause(words, good, False, counted, better, topic, left or topic, unlike, alone=best)

    @property
    def _decides(self) -> Words:
        """Return that what comes later decides, last pawns of others among it."""
        follow, acted = say("the guesses that follow decide"), self.view.state.acted
        waiting = [each for each in self.decision.seen.others if each not in acted]
        if not waiting or not self.decision.last or self.differs.below:
            return follow
        pawns = say("the pawn of {players}", players=united(waiting))
        return say("{pawns} and {guesses}", pawns=pawns, guesses=follow)

    @property
    def _think(self) -> Words | None:
        """Return how many hands or deals others can think of after the move, on average.

        None where all know the viewer's hand. Beside it how many now, and after the other move.
        """
        decision, (own, other), below = self.decision, self._ways, self.differs.below
        if decision.is_known and not decision.counts_deals:
            return None
        things = say("possible deals") if decision.counts_deals else say("hands for you")
        n, now = many(own), say("{n}", n=many(decision.ways()))
        values = {"players": decision.mates, "n": n, "things": things}
        told = say("{players} can then think of {n} {things}", **values)
        if same := decision.ways(self.move) > decision.ways() - SLIGHT:
            told = say("{players} can still think of {n} {things}", **values)
        told = told if below else say("{told} on average", told=told)
        if self._knows_it and not same:
            told = say("your hand is then known to {players}", **values)
            if decision.counts_deals:
                told = say("all hands are then known to {players}", **values)
            now = say("{n} {things}", n=now, things=things)
        notes = [] if below or same else [say("now {n}", n=now)]
        if not (below or self.differs.best):
            notes.append(say("with {other} instead: {n}", other=self._named, n=many(other)))
        return say("{told} ({notes})", told=told, notes=listed(notes, "; ")) if notes else told

    @property
    def _answer(self) -> Words | None:
        """Return how many of the deals the answer to the pawn leaves the viewer, on average."""
        decision, below = self.decision, self.differs.below
        pawn = decision.leaves(self.move).pawn
        if not pawn or decision.knows_all:
            return None
        if decision.share_left(pawn) == 1:
            return say("the answer tells you nothing")
        if below and self.move.verb == "disc":
            return None
        own, other = self._yours
        n, after = (self._number(many(each)) for each in (own, other))
        told = say("the answer leaves you {n} of your possible deals", n=n)
        if self._counts:
            player, *more = decision.seen.others
            values = {"n": n, "m": decision.deals, "player": player}
            told = say("the answer leaves you {n} of {m} hands for {player}", **values)
            told = (
                say("the answer leaves you {n} of {m} possible deals", **values) if more else told
            )
        told = told if below else say("{told} on average", told=told)
        if below or self.differs.best:
            return told
        return say("{told} (with {other} instead: {n})", told=told, other=self._named, n=after)

    @property
    def _named(self) -> object:
        """Return the other move in one word, with the pawn behind a last disc."""
        (target,) = self.differs.against.words
        if not self.decision.tells_with_pawn:
            return target
        pawn = self.decision.leaves(self.differs.against).pawn
        return say("{target} with {tile}", target=target, tile=pawn)

    @property
    def _counts_there(self) -> Words:
        """Return what a disc counts, and what it leaves, with the pawn behind a last one."""
        (target,), seen = self.move.words, self.decision.seen
        there = seen.code.mask(self.view.state.box.targets[target]) & seen.hand & ~seen.shut
        counts = self._room(self.view.viewer, target, there.bit_count()).words
        told = [each for each in (self._think_by(target), self._answer) if each]
        left, pawn = joined(*told), self.decision.leaves(self.move).pawn
        left = say("with pawn {pawn}, {left}", pawn=pawn, left=left) if pawn else left
        return say("{target} counts {counts}: {left}", target=target, counts=counts, left=left)

    @property
    def _asks(self) -> Words:
        """Return what a pawn shows, if it is news, and leaves, and who has its tile."""
        (tile,), target, shown = self.move.words, None, None
        lies, news = self.decision.lying_of(tile), len(self.left) < len(self.decision.thinkable)
        one = len(lies) == 2
        if news and not self.differs.below and not (one and lies[NOBODY] == 0):
            shown = say("it shows that you lack {tile}", tile=tile)
            if one and lies[NOBODY] < 1:
                player = self.decision.mates
                shown = say("{told} unless {player} has it", told=shown, player=player)
            if room := self._tightest(self.view.viewer, tile):
                shown, target = say("{told} (your {room})", told=shown, room=room.told), room.target
        think, asked, answer = self._think_by(target), self._lies(tile), self._answer
        think = say("{why}: {left}", why=shown, left=think) if shown and think else think
        asked = say("{left}: {why}", left=answer, why=asked) if answer else asked
        tells, asks = (*self._better, 0.0)[:2]
        if self.differs.below and think:
            more = say("it tells more: {left}", left=think)
            less = say("it tells less: {left}", left=think)
            think = more if tells > 0 else less if tells else say("it tells about as much")
        if self.differs.below and answer and self.decision.share_left(tile) < 1:
            more, less = (
                say("you learn more: {left}", left=asked),
                say("you learn less: {left}", left=asked),
            )
            asked = more if asks > 0 else less if asks else say("you learn about as much")
        return joined(think, asked, alike=False if tells * asks < 0 else None) if think else asked

    def _think_by(self, named: str | None) -> Words | None:
        """Return what others can think of, and which tiles they know by that; see `_joined`."""
        if (think := self._think) is None or not (known := [*self._joined(named)]):
            return think
        if self._knows_it:
            return say("{told}, since {tiles} must be yours", told=think, tiles=united(known))
        return say("{told}, all with your {tiles}", told=think, tiles=united(known))

    def _room(self, player: str, target: str, n: int) -> _Room:
        """Return what a disc that counts `n` says of a player, beside tiles that are sure there."""
        seen, hands = self.decision.seen, self.decision.hands_of(player).tolist()
        there = seen.code.mask(self.view.state.box.targets[target]) & ~seen.shut
        sure, can = (reduce(each, hands) & there for each in (and_, or_))
        left, can = n - sure.bit_count(), can & ~sure
        taken = self.decision.taken(can, player)
        return _Room(target, seen.code.tiles(sure), left, seen.code.tiles(can), taken)

    def _tightest(self, player: str, tile: Tile) -> _Room | None:
        """Return of the discs of a player the one with least room beside a tile, if any has."""
        laid = [each for each in self.view.state.discs if each.owner == player]
        rooms = [self._room(player, each.target, each.cubes) for each in laid]
        rooms = [each for each in rooms if each.n and {*self._alike, tile} <= {*each.can}]
        return max(rooms, key=lambda each: each.n / len(each.can), default=None)

    @cached_property
    def _alike(self) -> Sequence[Tile]:
        """The tiles of the moves that come to the same, which share the row."""
        moves = own_moves(self.view)
        return [each.words[0] for each in moves if self.decision.are_same(each, self.move)]

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

    def _lies(self, tile: Tile) -> Words:
        """Return who has a tile in how many of the deals, or percent, the likeliest first."""
        (sure, most), *_ = chances = self.decision.lying_of(tile).items()
        if most == 1:
            return self._lies_surely(tile, sure)
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

    def _lies_surely(self, tile: Tile, place: str) -> Words:
        """Return who has a tile, and to whom the pawn shows it, or that nobody has it, and why."""
        decision, (player, *more) = self.decision, self.decision.seen.others
        if place == NOBODY:
            why = None if more else lacking(self.view).get((player, tile))
            told = say("nobody has {tile}", tile=tile)
            return say("{told} ({why})", told=told, why=why) if why else told
        now, left = decision.now.deals or {}, decision.leaves(self.move).deals or {}
        learn = [name for name in now if left[name] < now[name] - SLIGHT]
        told = say("{player} has {tile}", player=place, tile=tile)
        if not learn:
            return told
        return say("{told}, which is news to {players}", told=told, players=united(learn))

    @property
    def guess(self) -> Clause | None:
        """Return in how many deals a guess is right, and how often the rest is won then."""
        (one, two), (then, after) = (
            self.differs.sides.get(each, (0.0, 0.0)) for each in (Right(), Then())
        )
        topic = Right().topic if one != two else Then().topic
        tile, holder = self.move.words
        if not one:
            wrong = say("surely wrong, and then all is lost")
            none = say("{player} has {tile} in none of 100 deals", player=holder, tile=tile)
            return Clause(wrong if self.decision.is_complete else none, good=False, topic=topic)
        sure = one == 1 and self.decision.is_complete
        free = say("it costs nothing: a guess can follow")
        if self.decision.must_guess:
            free = say("it costs nothing: a guess must follow")
        words = free if sure and then < 1 and self.good >= 0 else self._rest(then, sure)
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

        After a sure one that stays open which stands above the rows. It is told where it is what
        guessing all that is open comes to, or more as others see more: a hand may be dearer.
        """
        n, decision = in_100(then, sure=not self.differs.error), self.decision
        won = say("the team surely wins") if n == 100 else say("{n} of 100 are won", n=n)
        if sure:
            return say("then {won}", won=won)
        told = [decision.can_have(self.move), decision.yours(self.move)] if self._counts else []
        if n == 100 or not any(told):
            return say("if right, {won}", won=won)
        hands = decision.left_to_guess(self.move)
        chance = fmean(1 / len(each) for each in hands) / len(hands)
        open_ = say("if right, {open}", open=joined(*filter(None, told), alike=True))
        less = round(100 * then) - round(100 * chance)
        if less < 0 or (less and len(decision.seen.others) == 1):
            return open_
        return say("{open}; {won}", open=open_, won=won)

    def _joined(self, named: str | None) -> Iterator[Words]:
        """Yield the viewer's tiles that all know only after the move, and by which discs.

        One or two count so many together that all tiles which can be there, at both, must be. One
        that is `named` already is not told, nor what it counts where they know all. Of the others
        no disc is told.
        """
        decision, seen, state = self.decision, self.decision.seen, self.view.state
        every = decision.hands_of(self.view.viewer).tolist()
        left = {*self.left.tolist()}.intersection(every)
        open_, mine = TILES & ~seen.shut, decision.mine
        sure = reduce(and_, left) & ~reduce(and_, every) & open_
        laid = (each.target for each in state.discs if each.owner == self.view.viewer)
        targets = dict.fromkeys([*filter(None, [named]), *laid])
        masks = {each: seen.code.mask(state.box.targets[each]) for each in targets}
        for where in chain.from_iterable(combinations(masks, n) for n in (1, 2)):
            counts = {each: (masks[each] & mine).bit_count() for each in where}
            there, k = reduce(and_, (masks[each] for each in where)), mine.bit_count()
            least = sum(counts.values()) - k * (len(where) - 1)
            if not sure & there or (there & reduce(or_, left) & open_).bit_count() != least:
                continue
            tiles, sure = listed(seen.code.tiles(sure & there), " "), sure & ~there
            at = united([say("{n} at {target}", n=n, target=x) for x, n in counts.items()])
            if where == (named,):
                yield from () if self._knows_it else (say("{tiles}", tiles=tiles),)
            elif len(where) == 1:
                yield say("{tiles} (you have {counts})", tiles=tiles, counts=at)
            else:
                values = {"tiles": tiles, "counts": at, "k": k, "n": least}
                yield say("{tiles} (you have {counts} in {k} tiles, so {n} at both)", **values)
        if sure:
            yield say("{tiles}", tiles=listed(seen.code.tiles(sure), " "))

    def _has(self, place: str, tile: Tile, n: Words) -> Words:
        """Return how often a player has a tile, and of the best move the disc that is about it."""
        told = say("{player} has {tile} in {n}", player=place, tile=tile, n=n)
        if place == NOBODY:
            return say("nobody has {tile} in {n}", tile=tile, n=n)
        room = None if self.differs.below else self._tightest(place, tile)
        return say("{told} ({room})", told=told, room=room.told) if room else told
