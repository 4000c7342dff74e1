"""Why a move is better or worse at Les Adresses Jaunes, with the hands and tiles that it is about.

By what all know, a disc leaves those of the viewer's hands that count as much at its target (AJ-5),
and a pawn those that lack its tile (AJ-6); the answer to a pawn leaves fewer deals, first of all to
the viewer. A guess is right in so many of the viewer's deals (AJ-8). What a move leaves is told of
every player: also where that speaks against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import chain, combinations
from math import log2
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple

from ....models.adresses_jaunes.state import State, Tile
from ....models.core import Event, View
from ....models.event import NOBODY
from ....models.words import Words, in_100, listed, say, say_n, united
from ...play.contrast import Clause, Contrast, joined
from .coach import Decision, decision_of, own_moves
from .effects import A_TENTH, RIGHT, SLIGHT, THEN, WORTH, as_told, many
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
    """Return what `move` leaves open and the other one does not; None where nothing says it."""
    if move.verb != differs.against.verb:
        return None
    decision = decision_of(view, differs.assumed)
    told = _Told(view, decision, move, differs)
    if move.verb == "name":
        return told.guess
    return None if move.verb == "disc" and decision.tells_by_discs else told.clue


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
            k, players = sum(self.taken.values()), united(self.taken)
            told = say_n(
                "{told}, of which {players} has {k}, which leaves {m}",
                "{told}, of which {players} together have {k}, which leaves {m}",
                len(self.taken),
                **{"told": told, "players": players, "k": k, "m": len(self.can) - k},
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
        ways = self.decision.ways
        return as_told(ways(self.move)), as_told(ways(self.differs.against))

    @cached_property
    def _yours(self) -> tuple[float, float]:
        """How many deals, or percent, the answer to the pawn leaves the viewer, and to the other.

        A last disc has a pawn behind it.
        """
        pair = self.move, self.differs.against
        pawns = (self.decision.leaves(each).pawn or "" for each in pair)
        own, other = (as_told(self._of * self.decision.share_left(each)) for each in pawns)
        return own, other

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
        parts = [*filter(None, (self._think(), self._answer))]
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
            words = joined(words, say("the guesses that follow decide"))
            topic = topic if max(for_it) > 0 else say("which guesses follow")
        good = self.side > 0 if self.side else None
        counted = bool(self.side and self.differs.error)
        unlike = None if self.differs.either else self.move
        best, better = self.differs.best, sum(self._better)
        return Clause(words, good, False, counted, better, topic, left or topic, unlike, alone=best)

    def _think(self, named: str | None = None) -> Words | None:
        """Return how many hands or deals others can think of after the move, on average.

        None where they know the viewer's hand. With the tiles that they know by it (see `_joined`)
        and those that are still open, if few. Under the best, whether that is more or less.
        """
        decision, (own, other), best = self.decision, self._ways, self.differs.best
        players, now = decision.mates, decision.ways()
        if now < 1 + SLIGHT:
            return None
        told, before = self._things(own), say("{n}", n=self._about(now))
        if self._knows_it:
            told = say("your hand is then known to {players}", players=players)
            if decision.counts_deals:
                told = say("all hands are then known to {players}", players=players)
            before = self._things(now)
        elif not self.differs.below:
            told = say("{players} can then think of {told} on average", players=players, told=told)
        if not self.differs.below:
            told = say("{told} (now {n})", told=told, n=before)
            told = told if best else say("{told}, not {n}", told=told, n=self._about(other))
        known, open_ = [*self._joined(named)], self._open
        values = {"told": told, "tiles": united(known) if known else "", "open": open_}
        if known and self._knows_it:
            told = say("{told}, since {tiles} must be yours", **values)
        elif known and open_:
            told = say("{told}, all with your {tiles}, and either {open}", **values)
        elif known:
            told = say("{told}, all with your {tiles}", **values)
        elif open_:
            told = say("{told}, in which you have {open}", **values)
        pawn = decision.leaves(self.move).pawn
        if named and decision.tells_with_pawn:
            told = say("with pawn {pawn}, {told}", pawn=pawn, told=told)
        if not self.differs.below:
            return told
        more = say("it tells more ({left})", left=told)
        less = say("it tells less ({left})", left=told)
        same = say("it tells about as much ({left})", left=told)
        return more if self._better[0] > 0 else less if self._better[0] else same

    def _things(self, n: float) -> Words:
        """Return so many hands or deals; what they are of is told of the best."""
        deals, below, told = self.decision.counts_deals, self.differs.below, self._about(n)
        if deals:
            return say("{n} deals", n=told) if below else say("{n} possible deals", n=told)
        return say("{n} hands", n=told) if below else say("{n} hands for you", n=told)

    @property
    def _open(self) -> object | None:
        """The viewer's tiles by which the few hands differ that others can then think of."""
        hands = {*self.left.tolist()}.intersection(self._heard)
        few = 1 < len(hands) <= FEW and self.decision.ways(self.move) <= FEW
        is_less = len(self.left) < len(self.decision.thinkable)
        return self.decision.seen.code.apart(sorted(hands)) if few and is_less else None

    @property
    def _heard(self) -> Sequence[int]:
        """The viewer's hands that some other player can think of."""
        heard: list[int] = self.decision.hands_of(self.view.viewer).tolist()
        return heard

    def _about(self, n: float) -> Words:
        """Return how many hands or deals others can think of; an estimate is called one."""
        told = say("{n}", n=many(n))
        return told if self.decision.is_exact else say("about {n}", n=told)

    @property
    def _answer(self) -> Words | None:
        """Return how many of the deals the answer to the pawn leaves the viewer, on average.

        Under the best, whether that is more or less.
        """
        decision, below = self.decision, self.differs.below
        pawn = decision.leaves(self.move).pawn
        if not pawn or decision.knows_all or (below and self.move.verb == "disc"):
            return None
        if decision.share_left(pawn) == 1:
            return say("the answer tells you nothing")
        n, other = (self._number(many(each)) for each in self._yours)
        player, *more = decision.seen.others
        values = {"n": n, "m": decision.deals, "player": player}
        told = say("{n} of your possible deals", n=n)
        if self._counts and more:
            told = say("{n} of {m} possible deals", **values)
        elif self._counts:
            told = say("{n} of {m} hands for {player}", **values)
        if below:
            more_told = say("you learn more ({left})", left=told)
            less = say("you learn less ({left})", left=told)
            same = say("you learn about as much ({left})", left=told)
            return more_told if self._better[-1] > 0 else less if self._better[-1] else same
        told = say("the answer leaves you {told} on average", told=told)
        return told if self.differs.best else say("{told}, not {n}", told=told, n=other)

    @property
    def _counts_there(self) -> Words:
        """Return what a disc counts, under the best if all of the row do, and what it leaves."""
        (target,), code, box = self.move.words, self.decision.seen.code, self.view.state.box
        left = joined(*filter(None, (self._think(target), self._answer)))
        at = ((x, code.mask(box.targets[x]) & self.decision.mine) for x in (target, *self._alike))
        rooms = (self._room(self.view.viewer, x, own.bit_count()) for x, own in at)
        counts, *others = dict.fromkeys(each.words for each in rooms)
        if not self.differs.below:
            return say("{target} counts {counts}: {left}", target=target, counts=counts, left=left)
        if others:
            return left
        return say("{left}: {target} counts {counts}", target=target, counts=counts, left=left)

    @property
    def _asks(self) -> Words:
        """Return what a pawn shows, if it is news, and leaves, and who has its tile."""
        (tile,), below, rooms = self.move.words, self.differs.below, self._own_rooms
        think = self._think(rooms[0].target if rooms else None)
        asked, answer = self._lies(tile), self._answer
        tells, asks = (*self._better, 0.0)[:2]
        if answer and below and not asks and self.decision.share_left(tile) < 1:
            asked = answer
        elif answer:
            asked = say("{left}: {why}", left=answer, why=asked)
        if not think:
            return asked
        if below and (why := self._less_shown):
            think = say("{left}: {why}", left=think, why=why)
        elif not below and (why := self._shown):
            think = say("{why}: {left}", left=think, why=why)
        return joined(think, asked, alike=False if tells * asks < 0 else None)

    @cached_property
    def _news(self) -> float:
        """How full the own discs are that a pawn is about; less than 0 if all know the answer."""
        lies = self.decision.lying_of(*self.move.words)
        if len(self.left) == len(self.decision.thinkable) or (len(lies) == 2 and not lies[NOBODY]):
            return -1.0
        return sum(each.n / len(each.can) for each in self._own_rooms)

    @property
    def _own_rooms(self) -> Sequence[_Room]:
        """The own discs that a pawn is about."""
        return self._rooms(self.view.viewer, *self.move.words)

    @property
    def _shown(self) -> Words | None:
        """Return what a pawn shows others: that the viewer lacks the tile, or else where it is."""
        (tile,), rooms = self.move.words, self._own_rooms
        lies = self.decision.lying_of(tile)
        if self._news < 0:
            deals = self.decision.counts_deals and self.decision.share_left(tile) < 1
            return say("all see where {tile} is", tile=tile) if deals else None
        told = say("it shows that you lack {tile}", tile=tile)
        if len(lies) == 2 and lies[NOBODY] < 1:
            values = {"player": self.decision.mates, "tile": tile}
            told = say("if {player} lacks {tile}, it shows that you lack it, too", **values)
        return say("{told} (your {room})", told=told, room=_at(rooms)) if rooms else told

    @property
    def _less_shown(self) -> Words | None:
        """Return why a pawn tells others less than that of the best, if that can be seen."""
        (tile,), rooms = self.move.words, self._own_rooms
        other = replace(self, move=self.differs.against)
        if self._better[0] >= 0 or self._news >= other._news:
            return None
        if self._news < 0:
            return say("all know that you lack {tile}", tile=tile)
        laid = {each.target for each in self.view.state.discs if each.owner == self.view.viewer}
        about = [each for each in laid if tile in self.view.state.box.targets[each]]
        if not about:
            return say("no disc of yours is about {tile}", tile=tile)
        if len(about) == 1 < len(other._own_rooms):
            return say("only your disc at {target} is about {tile}", target=about[0], tile=tile)
        return say("your {room}", room=_at(rooms)) if rooms else None

    def _room(self, player: str, target: str, n: int) -> _Room:
        """Return what a disc that counts `n` says of a player, beside tiles that are sure there."""
        seen, hands = self.decision.seen, self.decision.hands_of(player).tolist()
        there = seen.code.mask(self.view.state.box.targets[target]) & ~seen.shut
        sure, can = (reduce(each, hands) & there for each in (and_, or_))
        left, can = n - sure.bit_count(), can & ~sure
        taken = self.decision.taken(can, player)
        return _Room(target, seen.code.tiles(sure), left, seen.code.tiles(can), taken)

    def _rooms(self, player: str, tile: Tile) -> Sequence[_Room]:
        """Return the disc of a player with least room beside a tile, and one that it crosses."""
        laid = [each for each in self.view.state.discs if each.owner == player]
        rooms = [self._room(player, each.target, each.cubes) for each in laid]
        rooms = [each for each in rooms if each.n and {*self._alike, tile} <= {*each.can}]
        rooms.sort(key=lambda each: -each.n / len(each.can))
        cross = len({each.can for each in rooms[:2]}) == 2
        named = player == self.view.viewer or all(len(each.can) <= FEW for each in rooms[:2])
        return rooms[: 2 if cross and named else 1]

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
        """Return a number of deals, or percents of them; an estimate is called one."""
        told = self._plain(n)
        return told if self.decision.is_complete else say("about {n}", n=told)

    def _plain(self, n: object) -> Words:
        return say("{n}", n=n) if self._counts else say("{n} %", n=n)

    def _lies(self, tile: Tile) -> Words:
        """Return who has a tile in how many of the deals, or percent, the likeliest first."""
        (sure, most), *_ = chances = self.decision.lying_of(tile).items()
        if most == 1:
            return self._lies_surely(tile, sure)
        times = {
            place: max(1, round(self._of * chance))
            for place, chance in sorted(chances, key=lambda each: each[0] == NOBODY)
            if chance
        }
        (place, n), *others = times.items()
        lying = (
            say("nobody in {n}", n=n) if who == NOBODY else say("{player} in {n}", player=who, n=n)
            for who, n in ((who, self._plain(n)) for who, n in others)
        )
        return say("{told}", told=listed([self._has(place, tile, self._number(n)), *lying]))

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
        (one, two), (then, _) = (self.differs.sides.get(each, (0.0, 0.0)) for each in (RIGHT, THEN))
        topic = RIGHT.topic if one != two else THEN.topic
        tile, holder = self.move.words
        if not one:
            wrong = say("surely wrong, and then all is lost")
            none = say("{player} has {tile} in none of 100 deals", player=holder, tile=tile)
            return Clause(wrong if self.decision.is_complete else none, good=False, topic=topic)
        sure = one == 1 and self.decision.is_complete
        free = say("it risks nothing, but a guess may follow")
        if self.decision.must_guess:
            free = say("it risks nothing, but a guess must follow")
        words = free if sure and then < 1 and self.good >= 0 else self._rest(then, sure)
        if one == 1 and self.differs.either:
            first = sure and self.differs.best and not self.differs.error
            return Clause(words, counted=True, topic=topic, alone=True) if first else None
        if sure:
            return Clause(words, topic=topic, unlike=self.move, alone=True)
        m, complete = self._of, self.decision.is_complete
        n = round(one * m) if self._counts else in_100(one, complete)
        often = say("{n} of {m} cases", n=n if complete else say("about {n}", n=n), m=m)
        words = joined(self._has(holder, tile, often), words)
        return Clause(words, topic=topic, unlike=self.move, alone=not two)

    def _rest(self, then: float, sure: bool) -> Words:
        """Return what is open once a guess is right, and how often it is won then.

        After a sure one that stays open which stands above the rows.
        """
        n, decision = in_100(then, sure=not self.differs.error), self.decision
        won = say("the team wins in {n} of 100 cases", n=n)
        won = say("the team surely wins") if n == 100 else won
        if sure:
            return say("then {won}", won=won)
        told = [decision.can_have(self.move), decision.yours(self.move)] if self._counts else []
        if n == 100 or not any(told):
            return say("if right, {won}", won=won)
        return say("if right, {open}", open=joined(*filter(None, told), alike=True))

    def _joined(self, named: str | None) -> Iterator[Words]:
        """Yield the viewer's tiles that all know only after the move, and by which discs.

        One or two count so many together that all tiles which can be there, at both, must be. One
        that is `named` already is not told; of the others no disc is told.
        """
        decision, seen, state = self.decision, self.decision.seen, self.view.state
        every, left = self._heard, {*self.left.tolist()}.intersection(self._heard)
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
                yield say("{tiles}", tiles=tiles)
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
        rooms = () if self.differs.below else self._rooms(place, tile)
        return say("{told} ({room})", told=told, room=_at(rooms)) if rooms else told


def _at(rooms: Sequence[_Room]) -> Words:
    """Return what one or two discs count."""
    return say("{told}", told=listed(each.told for each in rooms))
