"""Why a move is better or worse at Overseers, as people would say it at the table.

First stands what the move does by the rules: what a card adds, what a row shows, what an answer
costs. Then what happens more often by it, or less, as far as that was measured to matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from ....models.bag import HOLE
from ....models.core import Event, View
from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.state import Spot, State
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, figure, in_100, listed, say, say_n
from ...play.contrast import Clause, Contrast, often
from ...play.trial import Difference
from . import choosing
from .bounds import (
    Reach,
    ahead,
    beaten,
    ends,
    has_most,
    least,
    most,
    named,
    passes,
    ranged,
    reach,
    shown_by,
)
from .bundles import Bundle, Cards
from .effects import HAVING, Deed, Happens, Points, Source
from .habits import usual
from .moves import do, table_of
from .play import scores
from .table import RoundTable, Seat
from .tries import before, is_open
from .using import uses

LEAST = 0.1
"""What happens is told if its chance differs by so much: by 10 in 100."""
MATTERS = 0.3
"""Points below this are not told, beside what a move does by the rules."""
EXPLAINS = 0.25
"""What happens is told if it makes about this part of the points that differ."""
MOSTLY = 0.5
"""What makes this part of a gap explains it; what takes as much of it back is its price."""
MANY = 3
"""From so many picked cards on, they are counted as a power of the vote will change them."""
BRINGS: Mapping[Source, Mapping[Deed, float]] = {
    Source.VERDICT: {Deed.AHEAD: -9.0, Deed.RIGHTLY: -9.0, Deed.ADMITS: -6.0, Deed.WRONGLY: 5.0},
    Source.THEFT: {Deed.STEALS: 4.0, Deed.ROBBED: -3.0},
    Source.DOCKING: {Deed.DOCKED: -4.0},
}
"""About how many points what happens to somebody brings: what explains most is told."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` does by the rules and the other one does not, and what comes of it.

    Of the best move in the last round it is told how all stand in the game; of what is chosen last
    in a round, how they will.
    """
    if HOLE in (*move.words, *differs.against.words):
        return None
    told = _Told(view, move, differs)
    found, standing = _reason(told), told.standing
    if found is not None and not differs.admits(found):
        found = None
    if standing is None:
        return found and replace(found, own=move.verb in KEEPING)
    return Clause(standing if found is None else _joined(found.words, standing))


def _reason(told: _Told) -> Clause | None:
    kind, other = (USES.get(each.verb) for each in told.moves)
    use = kind.clause(told) if kind is not None and kind == other else None
    return use if isinstance(use, Whole) else told.weighed(use)


def _joined(clause: Words, other: Words, along: bool | None = None) -> Words:
    """Return two clauses; `along` tells whether both speak for the same move."""
    return replace(JOINTS[along], values=(("clause", clause), ("other", other)))


def _but(clause: Clause, other: Clause) -> Clause:
    """Return a clause with one that speaks for the other move."""
    return Clause(_joined(clause.words, other.words, along=False), clause.good)


JOINTS: Mapping[bool | None, Words] = {
    None: say("{clause}; {other}"),
    True: say("{clause}, and {other}"),
    False: say("{clause}, but {other}"),
}


class Whole(Clause):
    """A clause that needs nothing more."""


class _Told:
    """A move that is held against another one, as the viewer sees both.

    At the `table` cards that the viewer does not know count nothing. The viewer's cards are `held`
    in hand, or lie there. `passed` are the words of both moves. Cards are `picked` of a pack which
    the next player gets.
    """

    def __init__(self, view: View[State], move: Event, differs: Contrast) -> None:
        self.view, self.move, self.differs = view, move, differs
        self.moves = move, differs.against
        self.state, viewer = view.state, view.viewer
        self.cards, self.power = Cards.of(self.state.box), self.state.power_of(viewer)
        self.character = self.state.characters.get(viewer, "")
        self.seat, self.table = self.state.players.index(viewer), table_of(view, self.state)
        self.held = self.table.hands[self.seat]
        self.held += sum(card.nature for card in self.table.rows[self.seat])
        self.passed = {word for each in self.moves for word in each.words}
        self.better = differs.gap > 0
        self.picked = move.verb in ("picks", "doubles")

    @property
    def after(self) -> Sequence[RoundTable]:
        """The tables after both moves."""
        tables = [self.table.copy() for _ in self.moves]
        for table, move in zip(tables, self.moves, strict=True):
            do(table, self.state.players, move)
        return tables

    # what cards count

    def points(self, held: Bundle) -> int:
        """Return what the viewer's cards count, after a power of the vote that is to come.

        Yanmei's has to be used; Nuying's copy may be of the same kind. OV-14, OV-15
        """
        cards, after = self.cards, [held]
        if self.special(held) and self.power is Power.TILT:
            after = [cards.tilt(held, kind) for kind in cards.kinds(held)]
        elif self.special(held):
            pairs = permutations(cards.singles[held], 2)
            after = [held - below + above for below, above in pairs]
        return max(cards.points[self.power][each] for each in after)

    def special(self, held: Bundle) -> bool:
        """Tell whether a power of the vote that is to come will change so many cards."""
        to_come = self.power in (Power.TILT, Power.TUCK) and self.power not in self.state.used
        return to_come and len(self.cards.singles[held]) >= MANY

    def adding(self, move: Event) -> _Added:
        """Return what a move adds to the cards held: names, points, and how a series may grow."""
        cards, names, at = self.cards, list[Words](), self.held
        bare, points = cards.points[None], cards.points[self.power]
        for kind in move.words:
            name, more = KINDS[kind], at + cards.card[kind]
            if kind in cards.box.series:
                nth = NTH[min(cards.many(at, kind), len(NTH) - 1)]
                name = Words(nth.template, (("kind", name),))
            if points[more] - points[at] != bare[more] - bare[at]:
                name = say("{card} with {character}", card=name, character=self.character)
            names.append(name)
            at = more
        total = self.points(at) if self.special(at) else None
        added, name = points[at] - points[self.held], say("{cards}", cards=listed(names, " + "))
        grows = self.picked and self.power is not Power.TILT  # what is tilted is of no kind
        return _Added(name, added, total, self._growth(move, at) if grows else None)

    def _growth(self, move: Event, held: Bundle) -> Words | None:
        """Return how often a series of those `held` after a move grows by further cards."""
        for kind in move.words:
            n = self.cards.many(held, kind)
            if kind in self.cards.box.series and n in GROWS:
                found = [self.happens(deed, self.view.viewer, kind) for deed in HAVING[n:]]
                k, *more = (each.sides[move != self.move] for each in found)
                values = (("n", in_100(k)), *(("m", in_100(each)) for each in more))
                return replace(GROWS[n], values=values) if k >= LEAST else None
        return None

    @cached_property
    def reach(self) -> Reach | None:
        """What all can have while rows lie hidden."""
        return reach(self.view)

    @cached_property
    def well_used(self) -> Reach:
        """What they can have if who used a power used it for the most points."""
        return (uses(self.state) and self.reach and reach(self.view, well_used=True)) or {}

    def cause(self, player: str) -> Words | None:
        """Return with what face down a player has much, or shows to have it."""
        use = uses(self.state).get(player)
        if use and self.well_used:
            shown = shown_by(use, self.state, self.well_used, self.reach or {})
            if shown is not None:
                return shown
        return passes(self.reach or {}, self.view.viewer, player)

    def ranged(self, player: str) -> Words:
        """Return a player with the points that it can have."""
        found, well = self.reach or {}, self.well_used
        if well.get(player) and (most(well, player), least(well, player)) != (
            most(found, player),
            least(found, player),
        ):
            return ranged(well, player, likely=True)
        return ranged(found, player)

    @property
    def accused(self) -> tuple[float, float]:
        """How often the viewer is accused after either move, not counting where it is spared."""
        deeds = (Deed.RIGHTLY, Deed.WRONGLY, Deed.ADMITS)
        one, other = zip(
            *(self.happens(each, self.view.viewer).sides for each in deeds), strict=True
        )
        return sum(one), sum(other)

    @property
    def standing(self) -> Words | None:
        """Return how all stand in the game, where that decides, or how it ends in any case."""
        state, verb, viewer = self.state, self.move.verb, self.view.viewer
        last = state.round == state.box.rounds
        done = verb == "docks" or (verb == "gives" and last and not state.holder(Power.DOCK))
        if not (done or (last and self.differs.best and verb not in KEEPING)):
            return None
        if state.in_part or len(state.scores) < state.round - 1:
            return None
        table, earlier = self.after[0], dict(zip(state.players, before(state), strict=True))
        if done:
            totals = map(sum, zip(earlier.values(), scores(table), strict=True))
            order = sorted(zip(totals, state.players, strict=True), key=lambda each: -each[0])
            players = (say("{player} {n}", player=player, n=n) for n, player in order)
            return say("in the game then: {players}", players=listed(players))
        if is_open(state) and (table.settled or table.penalty):
            found = [
                tuple(map(sum, zip(earlier.values(), each, strict=True))) for each in ends(table)
            ]
            if decided := self._decided(found):
                return decided
        own = earlier.pop(viewer)
        player = max(earlier, key=earlier.__getitem__)
        values = {"player": player, "n": abs(own - earlier[player])}
        if own == earlier[player]:
            return say("before this last round you are tied with {player}", **values)
        if own > earlier[player]:
            return say("you are {n} ahead of {player} before this last round", **values)
        return say("you are {n} behind {player} before this last round", **values)

    def _decided(self, totals: Sequence[Sequence[int]]) -> Words | None:
        """Return who wins the game in any case, by all totals that it can end with."""
        own, *others = sorted(range(len(totals[0])), key=lambda seat: seat != self.seat)
        if all(each[own] > max(each[other] for other in others) for each in totals):
            return say("you win the game in any case")
        most = max(each[own] for each in totals)
        least = {other: min(each[other] for each in totals) for other in others}
        first = max(least, key=least.__getitem__)
        if least[first] <= most:
            return None
        values = {"n": most, "player": self.state.players[first], "m": least[first]}
        return say("you end the game with at most {n} points, {player} with at least {m}", **values)

    # what comes of it

    def happens(self, deed: Deed, player: str, kind: Kind = "") -> Difference:
        """Return how much more often something happens to a player."""
        effect = Happens(player, player == self.view.viewer, deed, kind)
        one, other = self.differs.sides.get(effect, (0.0, 0.0))
        sure = is_open(self.state) and {one, other} == {0.0, 1.0}
        return Difference(effect, one - other, 0.0, 0.0, sure, came=one)

    def weighed(self, use: Clause | None) -> Clause | None:
        """Return what the move does, its `use`, with what comes of it and decides, or its price.

        What speaks for the verdict of the row comes first. What makes little of the gap explains
        nothing, and is not told. Of a move that may be as good as the best, the use is told with
        what makes up for it.
        """
        differs, good, made = self.differs, use and use.good, self._made()
        told = () if use is None else USES[self.move.verb].of  # by the use itself
        side = differs.best or differs.gap > 0
        left = {
            points: each
            for points, each in made.items()
            if not (points.yours and points.source in told)
            or (points.source is Source.VERDICT and good is not self.better)
        }
        way, gap = 1 if side else -1, abs(differs.gap)
        said = way * (sum(made.values()) - sum(left.values()))

        def first(way: int, least: float) -> Clause | None:
            events = (self._event(*each) for each in left.items() if way * each[1] >= least)
            return next(filter(None, events), None)

        if differs.either and not differs.best:
            but = None if good is None else first(-1 if good else 1, MOSTLY)
            return use if use is None or but is None else _but(use, but)
        missing = max(MATTERS, MOSTLY * (gap - max(0.0, said)))
        ahead = first(way, missing) if good is not side or said < MOSTLY * gap else None
        if use is None:
            return ahead
        if good is side or good is None:
            if ahead is not None:
                words = _joined(use.words, ahead.words, None if good is None else True)
                return Clause(words, side)
            if good is None:
                return use
            behind = first(-way, max(MOSTLY, MOSTLY * gap))
            return use if behind is None else _but(use, behind)
        ahead = ahead or self._on_average(way * gap, way)
        return use if ahead is None else _but(ahead, use)

    def _on_average(self, gap: float, way: int) -> Clause | None:
        """Return by how many points of one source, on average, most of a gap is made."""
        for points, made in self._made().items():
            if way * made >= max(MATTERS, MOSTLY * abs(gap)):
                one, other = self.differs.sides[points]
                return Clause(Difference(points, one - other, 0.1, 0.0, came=one).words, made > 0)
        return None

    def _made(self) -> Mapping[Points, float]:
        """Return where points come from that differ, with how much of the gap they make.

        The most comes first; where just one of the moves keeps a Theft, what that brings.
        """
        found = {
            each: each.worth * (one - other)
            for each, (one, other) in self.differs.sides.items()
            if isinstance(each, Points) and (each.yours or each.source is Source.CARDS)
        }
        kept = self.move.verb in KEEPING and len({THEFT in each.words for each in self.moves}) == 2
        first = Points(self.view.viewer, Source.THEFT, 1.0) if kept else None
        return dict(sorted(found.items(), key=lambda each: (each[0] != first, -abs(each[1]))))

    def _event(self, points: Points, made: float) -> Clause | None:
        """Return what happens more often, or less, by which most of the points come, if any."""
        found = dict[tuple[bool, float], Difference]()
        for deed, kind, worth in self._deeds(points.source):
            each = self.happens(deed, points.player, kind)
            changed = worth * each.difference
            if points.yours and (costs := self.costs(deed)):
                changed = sum(f * n for f, n in zip(each.sides, (-costs[0], costs[1]), strict=True))
            part = changed * points.worth / made
            if part >= EXPLAINS and (abs(each.difference) >= LEAST or self.costly(deed)):
                found[deed is Deed.STEALS and THEFT in self.passed, part] = each
        return Clause(self._worded(found[max(found)]), made > 0) if found else None

    def _deeds(self, source: Source) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield by what points come from a source, and about how many."""
        if source is Source.CARDS and self.picked:
            for kind, worths in self.cards.box.points.items():
                if kind in self.passed:
                    for deed, points in zip(HAVING, worths, strict=False):
                        yield deed, kind, points
        with_theft = THEFT in self.passed or self.cards.thefts(self.held)
        if source is Source.THEFT and THEFT not in self.passed and self.picked:
            yield Deed.ONE, THEFT, 2.0  # another card is discarded instead
        for deed, worth in BRINGS.get(source, {}).items():
            if source is not Source.THEFT or with_theft or not self.picked:
                yield deed, "", worth  # others pick by habit the Thefts that may come

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, with what the rules say of it."""
        effect = found.effect
        assert isinstance(effect, Happens)
        deed, costs = effect.deed, self.costs(effect.deed) if effect.yours else ()
        if costs and deed is Deed.ADMITS:
            return say_n(
                "you are accused, and admit (for {n} point), {often}",
                "you are accused, and admit (for {n} points), {often}",
                costs[found.difference < 0],
                often=often(found),
            )
        if costs and self.costly(deed):
            return say(
                "accused rightly ({k} of 100 cases), you lose {n} points instead of {m}",
                k=in_100(found.sides[0]),
                n=costs[0],
                m=costs[1],
            )
        if effect.yours and deed is Deed.AHEAD:
            one, other = self.differs.sides[Points(effect.player, Source.VERDICT, 1.0)]
            return say(
                "you have most, or as much, {often} (by accusation {n} points on average, not {m})",
                n=figure(one, "+.1f"),
                m=figure(other, "+.1f"),
                often=often(found),
            )
        if effect.yours and deed in AT_STAKE and (stake := self.stake):
            values = {**stake, "often": often(found)}
            return replace(AT_STAKE[deed], values=tuple(values.items()))
        if self.picked and effect.yours and deed is Deed.STEALS and not min(found.sides):
            n = in_100(max(found.sides))  # those that come later are picked by habit
            return say("with Theft you steal a card in {n} of 100 cases", n=n)
        if effect.player not in self.receivers:
            return found.words
        who = say("{player}, who gets this pack later,", player=effect.player)
        if effect.player == self.receivers[0]:
            who = say("{player}, who gets this pack next,", player=effect.player)
        return replace(found.words, values=(*found.words.values, ("player", who)))

    @property
    def receivers(self) -> Sequence[str]:
        """Who get what is left of the pack that is picked from, one after the other."""
        state, found = self.state, [self.view.viewer]
        left = len(state.packs[self.view.viewer].known) - self.table.size
        while self.picked and len(found) <= min(left, len(state.players) - 1):
            found.append(state.receiver(found[-1]))
        return found[1:]

    # the answer of the accused

    def answered(self, move: Event) -> Words:
        """Return what an answer leaves of the viewer's points."""
        table, viewer = self.table, self.view.viewer
        own = table.points(self.seat)
        if move.verb == "admits":
            gone = [each for each in table.rows[self.seat] if each.spot in move.words]
            tilted, values = self.cards.tilted, {"n": table.left(self.seat, move.words), "own": own}
            cards = sum(each.kind if each.nature == tilted else each.nature for each in gone)
            up = named(self.cards.kinds(cards))
            told = say("giving up {cards} leaves {n} of your {own} points", cards=up, **values)
            if move == self.move and not self.differs.best:  # so do other cards of the same row
                told = say("admitting so leaves {n} of your {own} points", **values)
            if self.power is Power.SEIZE and any(self.cards.thefts(each.kind) for each in gone):
                return _joined(told, say("you seize the Theft again"), along=True)
            return told
        player, m = ahead(self.reach) if self.reach else ("", 0)
        if m > own:
            return say(
                "denying brings a card, since {player} has at least {m} points", player=player, m=m
            )
        rightly, wrongly = (
            self.happens(deed, viewer).sides[move != self.move]
            for deed in (Deed.RIGHTLY, Deed.WRONGLY)
        )
        values = {"n": own - self.stake["lost"], "k": in_100(rightly), "m": in_100(wrongly)}
        if rightly == 1 and has_most(self.reach, viewer):
            return say("denying leaves {n}, since nobody can have more", **values)
        told = say("denying leaves {n} in {k} of 100 cases", **values)
        return _joined(told, say("brings a card in {m}", **values), True) if wrongly else told

    def taken(self, source: Source) -> Words | None:
        """Return what a thief or Liang then takes, more often or more of it. OV-8"""
        deeds = (Deed.DOCKED,) if source is Source.DOCKING else (Deed.ROBBED, Deed.STEALS)
        found = [self.happens(deed, self.view.viewer) for deed in deeds]
        first = max(found, key=lambda each: abs(each.difference))
        if abs(first.difference) < LEAST:
            return None
        robbed = first is found[0] and source is Source.THEFT and self.move.verb == "admits"
        if not robbed or not self.differs.best:  # other cards of the same row may be dearer
            return first.words
        n, values = _robbed(self.table, self.seat, self.move.words), {"clause": first.words}
        return say_n("{clause} (of {n} point)", "{clause} (of {n} points)", n, **values)

    def costs(self, deed: Deed) -> Sequence[int]:
        """Return what accusations cost after both moves, by the cards that are held then."""
        if self.move.verb != "discards" or self.special(self.held):
            return ()
        cards, found = self.cards, list[int]()
        for each in self.moves:
            held, points = self.held - cards.card[each.words[0]], cards.points[self.power]
            left = [points[held - gone] for gone in cards.some[held, cards.box.confessed]]
            found.append(points[held] - (max(left) if deed is Deed.ADMITS else min(left)))
        return found if deed in (Deed.ADMITS, Deed.RIGHTLY) else ()

    def costly(self, deed: Deed) -> bool:
        """Tell whether to be accused rightly costs much less after one of the moves."""
        costs = self.costs(deed) if deed is Deed.RIGHTLY else ()
        return bool(costs) and abs(costs[0] - costs[1]) >= GROWTH

    # the own cards on the table

    @property
    def stake(self) -> Mapping[str, int]:
        """What is `lost` of the `own` points if accused rightly, and what a card adds at most. OV-6

        Nothing while that is not known.
        """
        table = self.after[0] if self.move.verb == "places" else self.table
        if not table.rows[self.seat] or (self.power in CHANGING and self.power not in table.used):
            return {}
        own = table.points(self.seat)
        gain = max(table.with_card(self.seat, self.cards.card[k]) for k in self.cards.box.kinds)
        admitted = own - table.left(self.seat, choosing.admits(table, self.seat)[0])
        lost = choosing.penalty(table, self.seat)
        return {"lost": lost, "admitted": admitted, "own": own, "gain": gain - own}


AT_STAKE: Mapping[Deed, Words] = {
    Deed.RIGHTLY: say(
        "you are accused rightly, and lose {lost} of your {own} points ({admitted} by admitting), "
        "{often}"
    ),
    Deed.WRONGLY: say("you are accused wrongly (and take a card, worth up to {gain}) {often}"),
}
"""What happens to the viewer, where the stake is known."""
KEEPING = ("picks", "doubles", "discards", "adds", "takes")
"""Moves that decide which cards are kept."""
CHANGING = (Power.TILT, Power.DRAW, Power.TUCK)
"""Powers of the vote that change what cards count."""
NTH = (say("a first {kind}"), say("a second {kind}"), say("a third {kind}"), say("one more {kind}"))


# what moves do by the rules


class _Added(NamedTuple):
    """Cards with the points that they add, and the `total` where a power will change them.

    `grows` tells how often a series grows by further cards.
    """

    name: Words
    points: int
    total: int | None
    grows: Words | None


def _adds(told: _Told) -> Clause:
    """Return what cards add beside other ones, and how the series of either grow."""
    one, other = map(told.adding, told.moves)
    if one.total is not None and other.total is not None:
        doing = say("with {card} and {character} you have", card=one.name, character=told.character)
        return _counts(doing, one.total, other.total)
    good = None if one.points == other.points else one.points > other.points
    words = say_n("{card} adds {n} point", "{card} adds {n} points", one.points, card=one.name)
    if one.grows is not None:
        words = say("{clause} ({grows})", clause=words, grows=one.grows)
    beside = say("{card} {n}", card=other.name, n=other.points)
    if other.grows is not None and told.differs.gap >= 0:
        beside = say("{clause} ({grows})", clause=beside, grows=other.grows)
    elif other.grows is not None:  # how often stands with the best move
        beside = say("{clause}, which may grow", clause=beside)
    words = say("{clause}, {other}", clause=words, other=beside)
    if told.picked and told.power is Power.TILT and one.points != other.points:
        values = {"clause": words, "character": told.character}
        words, good = say("{clause} ({character} can make all of one kind 5 each)", **values), None
    return Clause(words, good)


def _counts(doing: Words, one: int, other: int) -> Clause:
    """Return what the viewer has, or shows, after two moves."""
    values = {"doing": doing, "m": other}
    same = say_n(
        "{doing} {n} point, just as many", "{doing} {n} points, just as many", one, **values
    )
    words = say_n(
        "{doing} {n} point instead of {m}", "{doing} {n} points instead of {m}", one, **values
    )
    return Clause(same) if one == other else Clause(words, one > other)


def _picks(told: _Told) -> Clause:
    """Return what the cards add, and how often a series grows in the end."""
    if told.move.verb != told.differs.against.verb:
        return _doubles(told)
    one, other = map(told.adding, told.moves)
    own, beside = told.differs.sides.get(Points(told.view.viewer, Source.CARDS, 1.0), (0.0, 0.0))
    found = _adds(told)
    if own and abs(own - beside) < MATTERS and found.good is not None:
        alike = say("your cards come to about as much in the end")
        return Clause(_joined(found.words, alike, along=False))
    if found.good is (own > beside) or not (one.grows or other.grows):
        return found
    return Clause(found.words)  # what it adds now is not what it comes to


GROWS = {
    1: say("two or more in {n} of 100 cases, three in {m}"),
    2: say("three in {n} of 100 cases"),
}
"""How often a series grows, by how many cards of it one has."""


def _doubles(told: _Told) -> Clause:
    """Return what Wuming takes of this pack, as one card or as two."""
    pack = told.cards.bundle(told.state.packs[told.view.viewer].known)
    two = usual(told.cards).picks[told.power, 2, told.held, pack][0]
    values = {"cards": named(told.cards.kinds(two)), "card": told.adding(told.move).name}
    if told.move.verb == "doubles":
        return Clause(say("everybody takes two now (you {cards}), and one fewer later", **values))
    return Clause(say("{card} alone; doubling takes two ({cards})", **values))


def _discards(told: _Told) -> Clause:
    held = [told.held - told.cards.card[each.words[0]] for each in told.moves]
    one, other = map(told.points, held)
    kind, taker = told.move.words[0], told.state.holder(Power.SEIZE)
    doing = say("without {kind}", kind=KINDS[kind])
    if kind == THEFT and taker not in ("", told.view.viewer):
        doing = say("{doing} ({player} can seize it)", doing=doing, player=taker)
    if special := told.special(told.held):
        doing = say("{doing}, but with {character},", doing=doing, character=told.character)
    counted = _counts(say("{doing} you have", doing=doing), one, other)
    if special or (told.power is not Power.DRAW and not told.cards.thefts(held[0] | held[1])):
        return counted
    grown = {
        kind: [told.points(each + told.cards.card[kind]) - told.points(each) for each in held]
        for kind in told.cards.box.series
    }
    kind, (n, m) = max(grown.items(), key=lambda each: abs(each[1][0] - each[1][1]))
    if abs(n - m) < GROWTH or ((n > m) is not told.better and not told.differs.best):
        return counted
    more = say("one more {kind} would add {n}, not {m}", kind=KINDS[kind], n=n, m=m)
    along = counted.good in (None, n > m)
    return Clause(_joined(counted.words, more, along), n > m if along else None)


GROWTH = 4
"""Points by which cards grow differently by one more, to be told."""


def _changes(told: _Told) -> Clause:
    """Return what Yanmei's or Nuying's power makes of a card."""
    one, other = (table.points(told.seat) for table in told.after)
    row = {each.spot: KINDS[each.kind] for each in told.state.rows[told.view.viewer]}
    words = told.move.words
    if told.move.verb == "tilts":
        doing = say("with 5 for each {kind}", kind=row[words[0]])
    else:
        below, above = row[words[0]], row[words[2]]
        doing = say("with {kind} as {above}", kind=below, above=above)
        if below == above:
            doing = say("with {kind} as it is", kind=below)
    return _counts(say("{doing} you have", doing=doing), one, other)


def _shows(told: _Told) -> Clause:
    """Return what the own cards that lie face up count after two moves; less is no loss."""
    shown = [sum(card.nature for card in table.rows[told.seat] if card.up) for table in told.after]
    points, bare = told.cards.points[told.power], told.cards.points[None]
    doing, own = say("you show"), points[0] - bare[0]  # which no card shows
    if any(points[each] - own != bare[each] for each in shown):
        doing = say("with {character} you show", character=told.character)
    return Clause(_counts(doing, *(points[each] - own for each in shown)).words)


def _votes(told: _Told) -> Clause | None:
    """Return who of two players has most, by what lies face down, and how often."""
    one, other = (each.words[0] for each in told.moves)
    viewer, found = told.view.viewer, told.reach or {}
    if viewer in (one, other):
        return None
    surely, beside = (beaten(found, viewer, each) for each in (one, other))
    if has_most(found, viewer):
        n = max(most(found, each) for each in found if each != viewer)
        values = {"n": n, "m": least(found, viewer)}
        return Clause(say("you surely have most: the others at most {n} points, you {m}", **values))
    if surely is not None:
        return Clause(surely, False)
    cause = told.cause(one)
    if beside is not None:
        return Clause(_joined(cause or told.ranged(one), beside), True)
    often_, beside_ = (told.happens(Deed.AHEAD, each).sides[0] for each in (one, other))
    n, m = in_100(often_), in_100(beside_)
    words = say(
        "{player} has most in {n} of 100 cases, {other} in {m}", player=one, n=n, other=other, m=m
    )
    if not told.differs.best:
        words = say("{player} has most in {n} of 100 cases", player=one, n=n)
    good = None if abs(often_ - beside_) < LEAST else often_ > beside_
    words = words if cause is None else _joined(cause, words)
    accused = min(told.accused)
    if told.differs.best and accused >= MOSTLY:
        n = in_100(accused)
        words = _joined(words, say("you are accused in {n} of 100 cases with either vote", n=n))
    return Whole(words, good) if good in (None, told.better) else Clause(words, good)


def _judged(told: _Told) -> Clause:
    """Return what the penalty costs who is tied. OV-6"""
    table, players, (accused,) = told.table, told.state.players, told.move.words
    seat, spares = players.index(accused), told.move.verb == "spares"
    own, lost = table.points(seat), choosing.penalty(table, seat)
    tied = [each for each in table.seats if each != seat and table.points(each) == own]
    others = listed(players[each] for each in tied)
    values = {"player": accused, "others": others, "n": own, "lost": lost}
    if seat != told.seat:
        words = say(
            "{player} is tied with {others} at {n} points: the penalty takes {lost}", **values
        )
        return Whole(words, told.better)
    words = say("you are tied with {others} at {n} points: the penalty takes {lost}", **values)
    return Whole(words, spares)


def _answers(told: _Told) -> Clause | None:
    """Return what either answer leaves, and what thief and Liang then take of it."""
    if not told.stake:
        return None
    viewer, gap = told.view.viewer, told.differs.gap
    words, other = map(told.answered, told.moves)
    if told.better or told.move.verb == "denies":
        words = _joined(words, other)
    sides = {source: told.differs.sides.get(Points(viewer, source, 1.0)) for source in Source}
    made = {source: each[0] - each[1] if each else 0.0 for source, each in sides.items()}
    source = max((Source.THEFT, Source.DOCKING), key=lambda source: abs(made[source]))
    if abs(made[source]) >= max(MATTERS, EXPLAINS * abs(gap)) and (later := told.taken(source)):
        words = _joined(words, later, along=made[source] * made[Source.VERDICT] >= 0)
    return Whole(words)


def _robbed(table: RoundTable, seat: Seat, gone: Sequence[Spot]) -> int:
    """Return how many points a thief takes, without the cards that are `gone`. OV-8"""
    left = table.left(seat, gone)
    spots = [card.spot for card in table.rows[seat] if card.spot not in gone]
    return min(left - table.left(seat, [*gone, spot]) for spot in spots)


def _hands_over(told: _Told) -> Clause | None:
    """Return what cards cost who gives them, and bring the thief; others give what costs least."""
    table, players, found = told.table, told.state.players, list[tuple[Words, int, int, str]]()
    robs, thief = told.move.verb == "robs", told.state.thief or told.view.viewer
    for each in told.moves:
        victim, taker = players.index(each.words[0]) if robs else told.seat, players.index(thief)
        spots = choosing.gives(table, victim) if robs else each.words
        (kind, nature), *others = {
            (card.kind, card.nature) for card in table.rows[victim] if card.spot in spots
        }
        if others:
            return None
        costs = table.points(victim) - table.left(victim, spots[:1])
        brings = table.with_card(taker, kind) - table.points(taker)
        name = KINDS[told.cards.kind[kind]]
        if nature not in (kind, told.cards.tilted):
            name = say("{kind} as {above}", kind=name, above=KINDS[told.cards.kind[nature]])
        found.append((name, costs, brings, players[victim]))
    if found[0][1:] == found[1][1:]:
        return None
    form = say("{player} misses {card} least ({n}): {m} for you")
    if not robs:
        form = say("{card} costs you {n} and brings {thief} {m}", thief=thief)
    names = ("card", "n", "m", "player")
    one, other = (
        replace(form, values=(*form.values, *zip(names, each, strict=True))) for each in found
    )
    return Whole(_joined(one, other))


def _becomes(told: _Told) -> Clause:
    (name,) = told.move.words
    power = POWERS[told.state.box.characters[name]]
    return Clause(say("{character} ({power})", character=name, power=power))


class Use(NamedTuple):
    """What moves of a kind do, and `of` which of the viewer's points that tells."""

    clause: Callable[[_Told], Clause | None]
    of: tuple[Source, ...] = ()


USES: Mapping[str, Use] = {
    **dict.fromkeys(("picks", "doubles"), Use(_picks, (Source.CARDS,))),
    "discards": Use(_discards, (Source.CARDS,)),
    "places": Use(_shows),
    **dict.fromkeys(("tilts", "tucks"), Use(_changes, (Source.CARDS,))),
    "adds": Use(_adds, (Source.CARDS,)),
    "takes": Use(_adds, (Source.CARDS, Source.VERDICT)),
    **dict.fromkeys(("votes", "accuses"), Use(_votes, (Source.VERDICT,))),
    **dict.fromkeys(("admits", "denies"), Use(_answers)),
    **dict.fromkeys(("punishes", "spares"), Use(_judged)),
    **dict.fromkeys(("gives", "robs"), Use(_hands_over)),
    "becomes": Use(_becomes, (Source.CARDS, Source.DOCKING)),
}
"""By the verbs of moves."""
