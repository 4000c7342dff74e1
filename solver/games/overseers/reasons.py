"""Why a move is better or worse at Overseers, as people would say it at the table.

First stands what the move does by the rules: what a card adds, what a row shows, what an answer
costs. Then what happens more often by it, or less, as far as that was measured to matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from ....models.bag import HOLE
from ....models.core import Event, View
from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.state import Spot, State
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, in_100, listed, say, say_n
from ...play.contrast import Contrast, often
from ...play.trial import Difference
from . import choosing
from .bounds import at_least, at_most, surely_ahead
from .bundles import Bundle, Cards
from .effects import HAVING, Deed, Happens, Points, Source
from .habits import usual
from .moves import do, table_of
from .table import RoundTable, Seat
from .tries import before, is_open

LEAST = 0.1
"""What happens is told if its chance differs by so much: by 10 in 100."""
MATTERS = 0.3
"""Points below this are not told, beside what a move does by the rules."""
EXPLAINS = 0.25
"""What happens is told if it makes about this part of the points that differ."""
SELDOM = 0.05
"""That a series grows is told if it does so often."""
MOSTLY = 0.5
"""What makes this part of a gap explains it; what takes as much of it back is its price."""
MANY = 3
"""From so many picked cards on, they are counted as a power of the vote will change them."""
BRINGS: Mapping[Source, Mapping[Deed, float]] = {
    Source.VERDICT: {Deed.AHEAD: -9.0, Deed.RIGHTLY: -9.0, Deed.ADMITS: -6.0, Deed.WRONGLY: 5.0},
    Source.THEFT: {Deed.STEALS: 4.0, Deed.ROBBED: -3.0},
}
"""About how many points what happens to somebody brings: what explains most is told."""


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` does by the rules and the other one does not, and what comes of it."""
    if HOLE in (*move.words, *differs.against.words):
        return None
    told = _Told(view, move, differs)
    kind, other = (USES.get(each.verb) for each in told.moves)
    use = kind.clause(told) if kind is not None and kind == other else None
    if use is not None and use.whole:
        return use.words
    came = told.came(use)
    if use is not None and came is not None:
        values = {"clause": use.words, "other": came.words}
        if use.good is None:
            return say("{clause}; {other}", **values)
        if use.good is came.good:
            return say("{clause}, and {other}", **values)
        return say("{clause}, but {other}", **values)
    alone, surely_worse = use or came, not differs.either and differs.gap < 0
    if alone is None or (alone.good is False and not surely_worse):
        return None  # nothing, or only what speaks against it
    if alone.good and surely_worse:
        return say("{clause}, but it comes out worse later in the round", clause=alone.words)
    return alone.words


class Clause(NamedTuple):
    """Something that sets a move apart; `good` tells whether that is good for the viewer.

    It is None where that depends on what comes of it. A `whole` reason needs nothing more.
    """

    words: Words
    good: bool | None = None
    whole: bool = False


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
        self.picked = move.verb in ("picks", "doubles")

    @property
    def after(self) -> Sequence[RoundTable]:
        """The tables after both moves."""
        tables = [self.table.copy() for _ in self.moves]
        for table, move in zip(tables, self.moves, strict=True):
            do(table, self.state.players, move)
        return tables

    # what cards count

    @property
    def shown(self) -> tuple[int, int]:
        """What the own cards that lie face up count after both moves."""
        one, other = (table.open()[self.seat][0] for table in self.after)
        return one, other

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
        return _Added(name, added, total, self._growth(move, at) if self.picked else None)

    def _growth(self, move: Event, held: Bundle) -> Words | None:
        """Return how often a series of those `held` after a move grows by further cards."""
        for kind in move.words:
            n = self.cards.many(held, kind)
            if kind in self.cards.box.series and n in GROWS:
                chance = self.happens(HAVING[n], self.view.viewer, kind).sides[move != self.move]
                grown = Words(GROWS[n].template, (("n", in_100(chance)),))
                return grown if chance >= SELDOM else None
        return None

    def beaten(self, seat: Seat) -> Words | None:
        """Return that a player surely has not most, if that is so whatever lies hidden."""
        table, players = self.table, self.state.players
        if (ahead := surely_ahead(table, seat)) is None:
            return None
        return say(
            "{player} can have at most {n} points, {other} at least {m}",
            player=players[seat],
            n=at_most(table, seat),
            other=say("you") if ahead == self.seat else players[ahead],
            m=at_least(table, ahead),
        )

    # what comes of it

    def happens(self, deed: Deed, player: str, kind: Kind = "") -> Difference:
        """Return how much more often something happens to a player; without one, to any other."""
        viewer = self.view.viewer
        players = [player] if player else [each for each in self.state.players if each != viewer]
        effects = [Happens(each, each == viewer, deed, kind) for each in players]
        sides = [self.differs.sides.get(each, (0.0, 0.0)) for each in effects]
        one, other = map(sum, zip(*sides, strict=True))
        sure = is_open(self.state) and {one, other} == {0.0, 1.0}
        effect = Happens(player, player == viewer, deed, kind)
        return Difference(effect, one - other, 0.0, 0.0, sure, came=one)

    def came(self, use: Clause | None) -> Clause | None:
        """Return what comes of the move and with its `use` makes most of the gap, or its price.

        Nothing else is told: what makes little explains nothing. Of a move that may be as good as
        the other one it is what makes up for the use.
        """
        gap, good, made = self.differs.gap, use and use.good, self._made()
        said = sum(each for points, each in made.items() if self._is_said(points, use))

        def first(way: int, least: float) -> Clause | None:
            events = (
                self._event(points, each)
                for points, each in made.items()
                if way * each >= least and not self._is_said(points, use)
            )
            return next(filter(None, events), None)

        if self.differs.either:
            return None if good is None else first(-1 if good else 1, MOSTLY)
        way, most = 1 if gap > 0 else -1, MOSTLY * abs(gap)
        left = MOSTLY * (abs(gap) - (max(0.0, way * said) if good is None else way * said))
        if way * said < most and (found := first(way, max(MATTERS, left))):
            return found
        return first(-way, max(MOSTLY, most)) if good is (gap > 0) else None

    def _is_said(self, points: Points, use: Clause | None) -> bool:
        """Tell whether the use of a move says where these points come from."""
        if use is None or points.source not in USES[self.move.verb].of:
            return False
        return points.yours if points.source is not Source.VERDICT else use.good is not None

    def _made(self) -> Mapping[Points, float]:
        """Return where points come from that differ, with how much of the gap they make.

        The most comes first; where just one of the moves keeps a Theft, what that brings. What an
        accusation brings the others is one sum: if not this one, that one is accused.
        """
        verb, found = self.move.verb, dict[Points, float]()
        for each, (one, other) in self.differs.sides.items():
            if not isinstance(each, Points) or not (
                each.yours or each.source in (Source.CARDS, Source.VERDICT)
            ):
                continue
            if each.source is Source.VERDICT and not each.yours:
                if verb in KEEPING:
                    continue
                each = Points("", Source.VERDICT, each.worth)
            found[each] = found.get(each, 0.0) + each.worth * (one - other)
        kept = verb in KEEPING and len({THEFT in each.words for each in self.moves}) == 2
        first = Points(self.view.viewer, Source.THEFT, 1.0) if kept else None
        return dict(sorted(found.items(), key=lambda each: (each[0] != first, -abs(each[1]))))

    def _event(self, points: Points, made: float) -> Clause | None:
        """Return what happens more often, or less, by which most of the points come, if any."""
        found = dict[tuple[bool, float], Difference]()
        for deed, kind, worth in self._deeds(points.source):
            each = self.happens(deed, points.player, kind)
            part = worth * each.difference * points.worth / made
            if part >= EXPLAINS and abs(each.difference) >= LEAST:
                found[deed is Deed.STEALS and THEFT in self.passed, part] = each
        told = [self._worded(found[max(found)])] if found else []
        told += [each.words for each in self.differs.differences if each.effect == points]
        return Clause(told[0], made > 0) if told else None

    def _deeds(self, source: Source) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield by what points come from a source, and about how many."""
        if source is Source.CARDS and self.picked:
            for kind, worths in self.cards.box.points.items():
                if kind in self.passed:
                    for deed, points in zip(HAVING, worths, strict=False):
                        yield deed, kind, points
        with_theft = THEFT in self.passed or self.cards.thefts(self.held)
        for deed, worth in BRINGS.get(source, {}).items():
            if deed is not Deed.STEALS or with_theft or not self.picked:
                yield deed, "", worth  # others pick by habit the Thefts that may come

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, with what the rules say of it."""
        effect = found.effect
        assert isinstance(effect, Happens)
        deed = effect.deed
        if effect.yours and deed is Deed.AHEAD and found.difference < 0:
            more = replace(found, difference=-found.difference, came=1 - found.sides[0])
            return say(
                "somebody has more than you (an accusation costs you nothing then) {often}",
                often=often(more),
            )
        if effect.yours and deed in AT_STAKE and (stake := self.stake):
            values = {**stake, "often": often(found)}
            return replace(AT_STAKE[deed], values=tuple(values.items()))
        if self.picked and effect.yours and deed is Deed.ROBBED and THEFT in self.passed:
            for each in (self.happens(Deed.STEALS, player) for player in self.receivers):
                if each.difference * found.difference > 0 and abs(each.difference) >= LEAST:
                    return self._worded(each)
        if not effect.player:
            who = say("another player")
        elif effect.player not in self.receivers:
            return found.words
        elif effect.player == self.receivers[0]:
            who = say("{player}, who gets this pack next,", player=effect.player)
        else:
            who = say("{player}, who gets this pack later,", player=effect.player)
        return replace(found.words, values=(*found.words.values, ("player", who)))

    @property
    def receivers(self) -> Sequence[str]:
        """Who get what is left of the pack that is picked from, one after the other."""
        state, found = self.state, [self.view.viewer]
        left = len(state.packs[self.view.viewer].known) - self.table.size
        while self.picked and len(found) <= min(left, len(state.players) - 1):
            found.append(state.receiver(found[-1]))
        return found[1:]

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
        return {"lost": choosing.penalty(table, self.seat), "own": own, "gain": gain - own}


AT_STAKE: Mapping[Deed, Words] = {
    Deed.RIGHTLY: say("you are accused rightly, and lose {lost} of your {own} points, {often}"),
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
    return Clause(say("{clause}, {other}", clause=words, other=beside), good)


def _counts(doing: Words, one: int, other: int) -> Clause:
    """Return what the viewer has, or shows, after two moves."""
    values = {"doing": doing, "m": other}
    if one == other:
        return Clause(
            say_n("{doing} {n} point either way", "{doing} {n} points either way", one, **values)
        )
    words = say_n(
        "{doing} {n} point instead of {m}", "{doing} {n} points instead of {m}", one, **values
    )
    return Clause(words, one > other)


def _picks(told: _Told) -> Clause:
    """Return what the cards add, and how often a series grows in the end."""
    if told.move.verb != told.differs.against.verb:
        return _doubles(told)
    one, other = map(told.adding, told.moves)
    own, beside = told.differs.sides.get(Points(told.view.viewer, Source.CARDS, 1.0), (0.0, 0.0))
    two_left = len(told.state.packs[told.view.viewer].known) == 2
    if two_left and own and abs(own - beside) < ALIKE and one.points != other.points:
        words = say(
            "your cards come to as much either way, as one is discarded,"
            " and {player} gets {other}, not {card}",
            player=told.receivers[0],
            other=other.name,
            card=one.name,
        )
        return Clause(words, whole=True)
    found = _adds(told)
    same_way = abs(own - beside) < MATTERS or found.good is (own > beside)
    if told.differs.either or same_way or not (one.grows or other.grows):
        return found
    return found._replace(good=None)  # what it adds now is not what it comes to


ALIKE = 0.05
"""Points by which cards do not differ."""
GROWS = {1: say("two or more in {n} of 100 cases"), 2: say("three in {n} of 100 cases")}


def _doubles(told: _Told) -> Clause:
    """Return what Wuming takes of this pack, as one card or as two."""
    pack = told.cards.bundle(told.state.packs[told.view.viewer].known)
    two = usual(told.cards).picks[told.power, 2, told.held, pack][0]
    names = listed([KINDS[kind] for kind in told.cards.kinds(two)], " + ")
    if told.move.verb == "doubles":
        return Clause(
            say("everybody takes two now (you {cards}), and one fewer later", cards=names)
        )
    card = told.adding(told.move).name
    return Clause(say("{card} alone; doubling takes two ({cards})", card=card, cards=names))


def _discards(told: _Told) -> Clause:
    one, other = (told.points(told.held - told.cards.card[each.words[0]]) for each in told.moves)
    kind, taker = told.move.words[0], told.state.holder(Power.SEIZE)
    doing = say("without {kind}", kind=KINDS[kind])
    if kind == THEFT and taker not in ("", told.view.viewer):
        doing = say("{doing} ({player} can seize it)", doing=doing, player=taker)
    if told.special(told.held):
        doing = say("{doing}, but with {character},", doing=doing, character=told.character)
    return _counts(say("{doing} you have", doing=doing), one, other)


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
    if one == other:
        return _shows(*told.shown)
    return _counts(say("{doing} you have", doing=doing), one, other)


def _shows(one: int, other: int) -> Clause:
    """Return what the own cards that lie face up count after two moves; less is no loss."""
    return _counts(say("you show"), one, other)._replace(good=None)


def _places(told: _Told) -> Clause | None:
    one, other = told.shown
    return None if told.differs.either and one != other else _shows(one, other)


def _votes(told: _Told) -> Clause | None:
    """Return who of two players more likely has most, or surely has not."""
    players = [each.words[0] for each in told.moves]
    if told.view.viewer in players:
        return None
    seats = [told.state.players.index(each) for each in players]
    if surely := told.beaten(seats[0]):
        return Clause(surely, False)
    if surely := told.beaten(seats[1]):
        words = say("{player} may have most; {clause}", player=players[0], clause=surely)
        return Clause(words, True)
    one, other = (told.happens(Deed.AHEAD, player).sides[0] for player in players)
    values = {"player": players[0], "other": players[1]}
    if abs(one - other) < LEAST:
        return Clause(say("{player} about as likely has most as {other}", **values))
    if one > other:
        words = say("{player} more likely has most than {other}", **values)
    else:
        words = say("{player} less likely has most than {other}", **values)
    return Clause(words, one > other)


def _docks(told: _Told) -> Clause | None:
    """Return what players have in the game, with this round: that decides where points do not."""
    state, players = told.state, told.state.players
    totals = [sum(each) for each in zip(before(state), told.table.now, strict=True)]
    one, other = (totals[players.index(each.words[0])] for each in told.moves)
    words = say(
        "counting this round {player} has {n} points, {other} {m}, and you {k}",
        player=told.move.words[0],
        n=one,
        other=told.differs.against.words[0],
        m=other,
        k=totals[told.seat],
    )
    return Clause(words, whole=True)


def _answers(told: _Told) -> Clause | None:
    """Return what either answer costs, and who surely has more, or has not."""
    admits = [each for each in told.moves if each.verb == "admits"]
    if len(admits) != 1 or not (stake := told.stake):
        return None
    lost, own, table, gone = stake["lost"], stake["own"], told.table, admits[0].words
    cards = [
        KINDS[told.cards.kind[card.kind]] for card in table.rows[told.seat] if card.spot in gone
    ]
    costs, ahead = own - table.left(told.seat, gone), told.happens(Deed.AHEAD, told.view.viewer)
    values = {"cards": listed(cards, " + "), "costs": costs, "own": own}
    admitting = say("admitting ({cards}) costs {costs} of your {own} points", **values)
    others = [seat for seat in table.seats if seat != told.seat]
    least = {at_least(table, seat): told.state.players[seat] for seat in others}
    if (n := max(least)) > own:
        player = least[n]
        denying = say(
            "denying brings a card, since {player} has at least {n} points", player=player, n=n
        )
    elif max(at_most(table, seat) for seat in others) < own:
        denying = say("denying costs {lost} points, since nobody can have more", lost=lost)
    else:
        denying = say(
            "denying costs {lost} points where nobody has more ({n} of 100 cases),"
            " and else brings a card",
            lost=lost,
            n=in_100(ahead.sides[0]),
        )
    cheapest = min(choosing.admits(table, told.seat))
    denies, cheap = told.move.verb == "denies", own - table.left(told.seat, cheapest)
    if not denies and cheap < costs and told.power is not Power.SEIZE:
        robbed, beside = (_robbed(table, told.seat, each) for each in (gone, cheapest))
        if robbed < beside:
            admitting = say(
                "{clause} (another pair {n}, but a thief then takes {m}, not {k})",
                clause=admitting,
                **{"n": cheap, "m": beside, "k": robbed},
            )
    one, other = (denying, admitting) if denies else (admitting, denying)
    words = say("{clause}; {other}", clause=one, other=other)
    theft = Points(told.view.viewer, Source.THEFT, 1.0)
    for each in told.differs.differences:
        if each.effect == theft and abs(each.difference) >= MOSTLY * abs(told.differs.gap):
            later = each.turned.words if denies else each.words
            words = say("{clause}; but after admitting, {other}", clause=words, other=later)
    return Clause(words, whole=True)


def _robbed(table: RoundTable, seat: Seat, gone: Sequence[Spot]) -> int:
    """Return how many points a thief takes at least, without the cards that are `gone`. OV-8"""
    left = table.left(seat, gone)
    spots = [card.spot for card in table.rows[seat] if card.spot not in gone]
    return min(left - table.left(seat, [*gone, spot]) for spot in spots)


def _gives(told: _Told) -> Clause | None:
    """Return what a card costs, and what it brings the thief."""
    thief = told.state.thief
    (kind, n, m), (other, k, j) = (
        _given(told, told.seat, each.words[0], told.state.players.index(thief))
        for each in told.moves
    )
    if (n, m) == (k, j):
        return None
    words = say_n(
        "{kind} costs you {n} point and brings {player} {m}; {other} {k} and {j}",
        "{kind} costs you {n} points and brings {player} {m}; {other} {k} and {j}",
        n,
        **{"kind": kind, "player": thief, "m": m, "other": other, "k": k, "j": j},
    )
    return Clause(words, whole=True)


def _given(told: _Told, victim: Seat, spot: Spot, thief: Seat) -> tuple[Words, int, int]:
    """Return a card, what it costs the victim, and what it brings the thief."""
    table = told.table
    (kind,) = (card.kind for card in table.rows[victim] if card.spot == spot)
    costs = table.points(victim) - table.left(victim, [spot])
    brings = table.with_card(thief, kind) - table.points(thief)
    return KINDS[told.cards.kind[kind]], costs, brings


def _robs(told: _Told) -> Clause | None:
    """Return what players would give, if they give what costs them least. OV-8"""
    table, found = told.table, []
    for each in told.moves:
        victim = told.state.players.index(each.words[0])
        given = [_given(told, victim, spot, told.seat) for spot in choosing.gives(table, victim)]
        if len({str(kind) for kind, _, _ in given}) != 1:
            return None
        found.append(given[0])
    (kind, n, m), (beside, k, j) = found
    player, other = (each.words[0] for each in told.moves)
    words = say_n(
        "{player} misses {kind} least ({n} point): {m} for you; {other} {beside} ({k}): {j}",
        "{player} misses {kind} least ({n} points): {m} for you; {other} {beside} ({k}): {j}",
        n,
        **{"kind": kind, "player": player, "m": m, "beside": beside},
        **{"other": other, "k": k, "j": j},
    )
    return Clause(words, whole=True)


def _becomes(told: _Told) -> Clause:
    name = told.move.words[0]
    power = POWERS[told.state.box.characters[name]]
    return Clause(say("{character} ({power})", character=name, power=power))


class Use(NamedTuple):
    """What moves of a kind do, and `of` which of the viewer's points that tells."""

    clause: Callable[[_Told], Clause | None]
    of: tuple[Source, ...] = ()


USES: Mapping[str, Use] = {
    **dict.fromkeys(("picks", "doubles"), Use(_picks, (Source.CARDS,))),
    "discards": Use(_discards, (Source.CARDS,)),
    "places": Use(_places),
    **dict.fromkeys(("tilts", "tucks"), Use(_changes, (Source.CARDS,))),
    "adds": Use(_adds, (Source.CARDS,)),
    "takes": Use(_adds, (Source.CARDS, Source.VERDICT)),
    **dict.fromkeys(("votes", "accuses"), Use(_votes, (Source.VERDICT,))),
    **dict.fromkeys(("admits", "denies"), Use(_answers)),
    "gives": Use(_gives),
    "robs": Use(_robs),
    "docks": Use(_docks),
    "becomes": Use(_becomes, (Source.CARDS, Source.DOCKING)),
}
"""By the verbs of moves."""
