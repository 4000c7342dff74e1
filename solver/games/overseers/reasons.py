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
from ....models.overseers.state import State
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, figure, in_100, in_points, listed, say, say_n
from ...play.contrast import Clause, Contrast, joined, often
from ...play.trial import Difference
from . import choosing
from .bounds import (
    Reach,
    ahead,
    beaten,
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
from .standing import KEEPING, decided, stands
from .table import RoundTable
from .tries import is_open
from .using import uses

LEAST = 0.1
"""What happens is told if its chance differs by so much: by 10 in 100."""
MATTERS = 0.3
"""Points below this are not told, beside what a move does by the rules."""
EXPLAINS = 0.25
"""What happens is told if it makes about this part of the points that differ."""
MUCH = 0.75
"""Points on average are told from here on, if nothing that happens tells them."""
MOSTLY = 0.5
"""What makes this part of a gap explains it; what takes as much of it back is its price."""
MANY = 3
"""From so many picked cards on, they are counted as a power of the vote will change them."""
APART = 4
"""A stake is told of both moves if it differs by so many points."""
TWO = 2
"""So many things that happen are told."""
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
    end, other = (decided(view, table) for table in told.after)
    if end is not None and (other is None or end.template != other.template):
        return Clause(end)
    standing = (end if differs.best else None) or stands(view, move, told.after[0], differs.best)
    found = _reason(told)
    if found is not None and not differs.admits(found):
        found = None
    if standing is None:
        return found and replace(found, own=move.verb in KEEPING)
    return Clause(standing if found is None else joined(found.words, standing))


def _reason(told: _Told) -> Clause | None:
    kind, other = (USES.get(each.verb) for each in told.moves)
    use = kind.clause(told) if kind is not None and kind == other else None
    return use if isinstance(use, Whole) else told.weighed(use)


def _but(clause: Clause, other: Clause) -> Clause:
    """Return a clause with one that speaks for the other move."""
    return Clause(joined(clause.words, other.words, alike=False), clause.good)


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

    @cached_property
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
        """Return how often a series of those `held` grows by the next card that counts much."""
        for kind in filter(self.cards.box.series.__contains__, move.words):
            n, worths = self.cards.many(held, kind), self.cards.box.points[kind]
            if n < len(worths):
                nth = max(range(n, len(worths)), key=lambda nth: (worths[nth], -nth))
                k = self.happens(HAVING[nth], self.view.viewer, kind).sides[move != self.move]
                grows = say("three in {n} of 100 cases", n=in_100(k))
                if HAVING[nth] is Deed.TWO:
                    grows = say("two or more in {n} of 100 cases", n=in_100(k))
                return grows if k >= LEAST else None
        return None

    @cached_property
    def reach(self) -> Reach:
        """What all can have while rows lie hidden."""
        return reach(self.view)

    @cached_property
    def well_used(self) -> Reach:
        """What they can have if who used a power used it for the most points."""
        return reach(self.view, well_used=True) if uses(self.state) else {}

    def cause(self, player: str) -> Words | None:
        """Return with what face down a player has much, or shows to have it."""
        use = uses(self.state).get(player)
        shown = use and shown_by(use, self.state, self.well_used, self.reach)
        return shown or passes(self.reach, self.view.viewer, player)

    @property
    def accused(self) -> tuple[float, float]:
        """How often the viewer is accused after either move, not counting where it is spared."""
        deeds = (Deed.RIGHTLY, Deed.WRONGLY, Deed.ADMITS)
        one, other = zip(
            *(self.happens(each, self.view.viewer).sides for each in deeds), strict=True
        )
        return sum(one), sum(other)

    # what comes of it

    def happens(self, deed: Deed, player: str, kind: Kind = "") -> Difference:
        """Return how much more often something happens to a player."""
        effect = Happens(player, player == self.view.viewer, deed, kind)
        one, other = self.differs.sides.get(effect, (0.0, 0.0))
        sure = is_open(self.state) and {one, other} == {0.0, 1.0}
        return Difference(effect, one - other, 0.0, 0.0, sure, came=one)

    def brings(self, source: Source, player: str = "") -> tuple[float, float]:
        """Return the points that come from a source after both moves, to the viewer or a player."""
        yours = player in ("", self.view.viewer)
        worth = 1.0 if yours else -1.0 / (len(self.state.players) - 1)
        effect = Points(player or self.view.viewer, source, worth)
        return self.differs.sides.get(effect, (0.0, 0.0))

    def weighed(self, use: Clause | None) -> Clause | None:
        """Return what the move does, its `use`, with what comes of it and decides, or its price.

        What speaks for the verdict of the row comes first. What makes little of the gap explains
        nothing, and is not told. Of a move that may be as good as the best, the use is told with
        what makes up for it.
        """
        differs, good, gap = self.differs, use and use.good, abs(self.differs.gap)
        mixed = {each.verb for each in self.moves} == {"picks", "doubles"}
        told = () if use is None or mixed else USES[self.move.verb].of  # by the use itself
        made = self._made()
        left = {each: n for each, n in made.items() if not (each.yours and each.source in told)}
        if differs.either and not differs.best:
            but = None if use is None or good is None else self._came(left, not good, MOSTLY)
            return use if use is None or but is None else _but(use, but)
        side = differs.best or differs.gap > 0
        said = (1 if side else -1) * (sum(made.values()) - sum(left.values()))
        ahead, for_it = None, use is not None and good is side
        if not for_it or said < MOSTLY * gap:
            enough = (max(MOSTLY * (gap - said), -said), MOSTLY * gap)
            ahead = next(filter(None, (self._came(left, side, each) for each in enough)), None)
        if use is None:
            return ahead
        if ahead is None:
            price = max(MOSTLY, MOSTLY * gap)
            behind = self._came(left, not side, price) if for_it else None
            return use if behind is None else _but(use, behind)
        if good is (not side):
            return _but(ahead, use)
        return Clause(joined(use.words, ahead.words, alike=for_it or None), side)

    def _came(self, left: Mapping[Points, float], good: bool, least: float) -> Clause | None:
        """Return what comes of the move and makes at least so much, if it is soon told.

        If that is not enough, it is told how many points the others get for all the rest.
        """
        found, total, way = list[Words](), 0.0, 1 if good else -1
        least, others = max(MATTERS, least), sum(n for each, n in left.items() if not each.yours)
        for points, made in left.items():
            if total >= least or len(found) == TWO or way * made < max(MATTERS, EXPLAINS * least):
                continue
            if event := self._event(points, made):
                found.append(event)
                total += way * made
                others -= 0.0 if points.yours else made
        if total < least and way * others >= max(MOSTLY, EXPLAINS * least):
            n, total = in_points(figure(abs(others), ".1f")), total + way * others
            lower = say("the others end {n} lower on average", n=n)
            higher = say("the others end {n} higher on average", n=n)
            found.append(lower if others > 0 else higher)
        if not found or total < least:
            return None
        return Clause(joined(*found, alike=True), good)

    def _made(self) -> Mapping[Points, float]:
        """Return where points come from that differ, with how much of the gap they make.

        The most comes first; where just one of the moves keeps a Theft, what that brings; last what
        happens to others. What a thief takes since one has most belongs to the accusation.
        """
        found = {
            each: each.worth * (one - other)
            for each, (one, other) in self.differs.sides.items()
            if isinstance(each, Points)
        }
        viewer = self.view.viewer
        verdict, theft = (Points(viewer, each, 1.0) for each in (Source.VERDICT, Source.THEFT))
        if self.robbed_too and verdict in found:
            found[verdict] += found.pop(theft, 0.0)
        kept = self.move.verb in KEEPING and len({THEFT in each.words for each in self.moves}) == 2

        def order(each: Points) -> tuple[bool, bool, float]:
            others = not (each.yours or each.source is Source.CARDS)
            return others, not (kept and each == theft), -abs(found[each])

        return {each: found[each] for each in sorted(found, key=order)}

    @cached_property
    def robbed_too(self) -> bool:
        """Whether the viewer has most more often by a move, and is accused and robbed for it."""
        viewer = self.view.viewer
        gaps = [one - other for one, other in map(self.brings, (Source.VERDICT, Source.THEFT))]
        most, steals = (self.happens(each, viewer) for each in (Deed.AHEAD, Deed.STEALS))
        robbed = abs(steals.difference) < LEAST <= abs(most.difference)
        return robbed and all(each * most.difference < 0 for each in gaps)

    def _event(self, points: Points, made: float) -> Words | None:
        """Return what happens more often, or less, by which most of the points come, if any."""
        found = dict[tuple[bool, float], Difference]()
        if points.source is Source.DOCKING and not points.yours:
            return None
        for deed, kind, worth in self._deeds(points.source):
            if deed is Deed.AHEAD and not points.yours:
                continue
            each = self.happens(deed, points.player, kind)
            worths = self.worths(deed) if points.yours else ()
            one, other = (n * f for n, f in zip(worths or (worth, worth), each.sides, strict=True))
            part = (one - other) * points.worth / made
            if part >= EXPLAINS and (abs(each.difference) >= LEAST or apart(worths)):
                found[deed is Deed.STEALS and THEFT in self.passed, part] = each
        if found:
            return self._worded(found[max(found)])
        known = points.yours and (points.source,) in AVERAGES and abs(made) >= MUCH
        return self.on_average(points.source) if known else None

    def on_average(self, *sources: Source) -> Words:
        """Return how many points the viewer gets from these sources."""
        n, m = (figure(sum(each), "+.1f") for each in zip(*map(self.brings, sources), strict=True))
        return replace(AVERAGES[sources], values=(("n", in_points(n)), ("m", m)))

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
        deed, told = effect.deed, often(found)
        if effect.yours and deed is Deed.AHEAD:
            by = self.on_average(Source.VERDICT, *[Source.THEFT] * self.robbed_too)
            return say("you have most, or as much, {often} ({by})", often=told, by=by)
        if effect.yours and deed in AT_STAKE and self.purses:
            purse, (n, m) = self.purses[0], map(abs, self.worths(deed))
            values: Sequence[tuple[str, object]] = [*purse._asdict().items(), ("often", told)]
            if apart((n, m)):
                one = say("in {n} of 100 cases", n=in_100(found.sides[0]))
                told = one if abs(found.difference) < LEAST else told
                worth = n if deed is Deed.WRONGLY else in_points(n)
                values = [("n", worth), ("m", m), ("often", told)]
            clause = replace(AT_STAKE[deed][apart((n, m))], values=tuple(values))
            drawing = self.power is Power.DRAW and self.power not in self.state.used
            return say("{clause} (before you draw)", clause=clause) if drawing else clause
        if effect.yours and deed is Deed.STEALS and self.state.leader == effect.player:
            return say("{clause} (you win ties)", clause=found.words)
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
                return joined(told, say("you seize the Theft again"), alike=True)
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
        sure = has_most(self.reach, viewer) is not None
        k, m = (in_100(each, sure) for each in (rightly, wrongly))
        values = {"n": own - self.purses[0].lost, "k": k, "m": m}
        if rightly == 1 and sure:
            return say("denying leaves {n}, since nobody can have more", **values)
        told = say("denying leaves {n} in {k} of 100 cases", **values)
        return joined(told, say("brings a card in {m}", **values), alike=True) if wrongly else told

    # the own cards

    @cached_property
    def purses(self) -> Sequence[_Purse]:
        """What the cards count after both moves, and what accusations change; if that is known."""
        if self.move.verb == "discards":
            gone = [self.cards.card[each.words[0]] for each in self.moves]
            held = [] if self.special(self.held) else [self.held - each for each in gone]
        else:
            tables = self.after if self.move.verb in LAYING else [self.table] * 2
            hidden = self.power in CHANGING and self.power not in tables[0].used
            held = [sum(card.nature for card in each.rows[self.seat]) for each in tables]
            held = [] if hidden or not all(held) else held
        return [_Purse.of(self.cards, self.power, each) for each in held]

    def worths(self, deed: Deed) -> Sequence[int]:
        """Return what an accusation that ends so brings after both moves, if that is known."""
        if deed not in AT_STAKE:
            return ()
        return [each.brings(deed) for each in self.purses]


class _Purse(NamedTuple):
    """What the `own` cards count, what is `lost` of it if accused rightly, and if it is `admitted`.

    The `gain` is what a card adds at most. OV-5, OV-6
    """

    own: int
    lost: int
    admitted: int
    gain: int

    @classmethod
    def of(cls, cards: Cards, power: Power | None, held: Bundle) -> _Purse:
        points = cards.points[power]
        left = [points[held - gone] for gone in cards.some[held, cards.box.confessed]]
        gain = max(points[held + cards.card[kind]] for kind in cards.box.kinds)
        own = points[held]
        return cls(own, own - min(left), own - max(left), gain - own)

    def brings(self, deed: Deed) -> int:
        """Return what an accusation brings."""
        return {Deed.RIGHTLY: -self.lost, Deed.ADMITS: -self.admitted}.get(deed, self.gain)


def apart(worths: Sequence[int]) -> bool:
    """Tell whether something brings much more, or less, after one of two moves."""
    return len(worths) > 1 and abs(worths[0] - worths[1]) >= APART


AT_STAKE: Mapping[Deed, tuple[Words, Words]] = {
    Deed.RIGHTLY: (
        say(
            "you are accused rightly, and lose {lost} of {own} points ({admitted} by admitting), "
            "{often}"
        ),
        say("accused rightly ({often}), you lose {n} instead of {m}"),
    ),
    Deed.WRONGLY: (
        say("you are accused wrongly (and take a card, worth up to {gain}) {often}"),
        say("accused wrongly ({often}), you take a card worth up to {n} instead of {m}"),
    ),
    Deed.ADMITS: (
        say("you are accused, and admit (giving up {admitted} points), {often}"),
        say("accused, and admitting ({often}), you give up {n} instead of {m}"),
    ),
}
"""What happens to the viewer, where the stake is known: as often after both moves, or not."""
AVERAGES: Mapping[tuple[Source, ...], Words] = {
    (Source.VERDICT,): say("accusation: about {n}, not {m}"),
    (Source.VERDICT, Source.THEFT): say("accusation and theft: about {n}, not {m}"),
    (Source.THEFT,): say("theft: about {n}, not {m}"),
}
"""What sources bring the viewer."""
LAYING = ("places", "tilts", "tucks", "adds")
"""Moves that change what lies before one when the vote comes."""
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
    if other.grows is not None:
        beside = say("{clause} ({grows})", clause=beside, grows=other.grows)
    words = say("{clause}, {other}", clause=words, other=beside)
    if told.picked and told.power is Power.TILT and one.points != other.points:
        values = {"clause": words, "character": told.character}
        words = say("{clause} ({character} can make all of one kind 5 each)", **values)
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
    own, beside = told.brings(Source.CARDS)
    found = _adds(told)
    comes_to_it = not own or (abs(own - beside) >= MATTERS and found.good is (own > beside))
    return found if comes_to_it else Clause(found.words)  # what it adds now is not all


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
    doing = say("you keep")
    if told.special(told.held):
        doing = say("with {character} you keep", character=told.character)
    counted = _counts(doing, one, other)
    if kind != THEFT or taker in ("", told.view.viewer):
        return counted
    seized = say("{clause} ({player} can seize the Theft)", clause=counted.words, player=taker)
    return Clause(seized, counted.good)


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
    viewer, found = told.view.viewer, told.reach
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
        return Clause(joined(cause or ranged(told.reach, told.well_used, one), beside), True)
    often_, beside_ = (told.happens(Deed.AHEAD, each).sides[0] for each in (one, other))
    n, m = (
        in_100(share, has_most(found, each) is not None)
        for each, share in ((one, often_), (other, beside_))
    )
    words = say(
        "{player} has most, or as much, in {n} of 100 cases, {other} in {m}",
        player=one,
        n=n,
        other=other,
        m=m,
    )
    if not told.differs.best:
        words = say("{player} has most, or as much, in {n} of 100 cases", player=one, n=n)
    good = None if often_ == beside_ else often_ > beside_
    words = words if cause is None else joined(cause, words)
    accused = min(told.accused)
    if told.differs.best and accused >= MOSTLY:
        n = in_100(accused, sure=False)
        words = joined(words, say("you are accused in {n} of 100 cases with either vote", n=n))
    whole = good in (None, told.better) or told.differs.either
    return Whole(words, good) if whole else Clause(words, good)


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
    """Return what either answer leaves."""
    if not told.purses:
        return None
    one, other = told.brings(Source.VERDICT)
    words, beside = map(told.answered, told.moves)
    if told.better or told.move.verb == "denies":
        words = joined(words, beside)
    return Clause(words, None if abs(one - other) < MATTERS else one > other)


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
    return Whole(joined(one, other))


def _appoints(told: _Told) -> Clause:
    """Return what either thief gets."""
    one, other = (each.words[0] for each in told.moves)
    gets = told.brings(Source.THEFT, one)[0], told.brings(Source.THEFT, other)[1]
    n, m = (figure(each, ".1f" if round(each, 9) % 1 else ".0f") for each in gets)
    values = {"player": one, "other": other}
    return Whole(say("as thief {player} gets {n}, {other} {m}", n=in_points(n), m=m, **values))


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
    "takes": Use(_adds, (Source.VERDICT,)),
    **dict.fromkeys(("votes", "accuses"), Use(_votes)),
    **dict.fromkeys(("admits", "denies"), Use(_answers, (Source.VERDICT,))),
    **dict.fromkeys(("punishes", "spares"), Use(_judged)),
    **dict.fromkeys(("gives", "robs"), Use(_hands_over)),
    "appoints": Use(_appoints, (Source.THEFT,)),
    "becomes": Use(_becomes, (Source.CARDS, Source.DOCKING)),
}
"""By the verbs of moves."""
