"""Why a move is better or worse at Overseers, as people would say it at the table.

First stands what the move does by the rules: what a card adds, what a row shows, what an answer
costs. Then what happens more often by it, or less, as far as that was measured to matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from ....models.bag import HOLE
from ....models.core import Event, View
from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.scoring import TILTED
from ....models.overseers.state import Spot, State
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, in_100, listed, say, say_n
from ...play.contrast import Contrast, often
from ...play.trial import Difference
from . import choosing
from .bounds import at_least, at_most
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
MOSTLY = 0.5
"""What makes this part of a gap explains it; what takes as much of it back is its price."""
PLAIN = 0.2
"""If one player has most so much more often than another one, that decides a vote."""
MANY = 3
"""From so many picked cards on, they are counted as a power of the vote will change them."""
BRINGS: Mapping[Source, Mapping[Deed, float]] = {
    Source.VERDICT: {Deed.AHEAD: -9.0, Deed.RIGHTLY: -9.0, Deed.ADMITS: -6.0, Deed.WRONGLY: 5.0},
    Source.THEFT: {Deed.STEALS: 4.0, Deed.ROBBED: -3.0},
    Source.DOCKING: {Deed.DOCKED: -4.0},
}
"""About how many points what happens to somebody brings: what explains most is told."""


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` does by the rules and the other one does not, and what comes of it."""
    if HOLE in (*move.words, *differs.against.words):
        return None
    told = _Told(view, move, differs)
    find = USES.get(move.verb) if told.alike else None
    use = find(told) if find else None
    came = None if use is not None and use.whole else told.came(use)
    if use is None or came is None:
        only = use or came
        better = differs.gap > 0
        if only is None or (not differs.either and not only.whole and only.good is (not better)):
            return None
        return only.words
    values = {"clause": use.words, "other": came.words}
    if use.good is None:
        return say("{clause}; {other}", **values)
    if use.good is came.good:
        return say("{clause}, and {other}", **values)
    return say("{clause}, but {other}", **values)


class Clause(NamedTuple):
    """Something that sets a move apart; `good` tells whether that is good for the viewer.

    It is None where that depends on what comes of it. A `whole` reason needs nothing more.
    """

    words: Words
    good: bool | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class _Told:
    """A move that is held against another one, as the viewer sees both."""

    view: View[State]
    move: Event
    differs: Contrast

    @property
    def moves(self) -> tuple[Event, Event]:
        """The move, and the other one."""
        return self.move, self.differs.against

    @property
    def alike(self) -> bool:
        """Whether both moves are of a kind: two answers, two picks, or two at once."""
        both = {each.verb for each in self.moves}
        return len(both) == 1 or both in ({"admits", "denies"}, {"picks", "doubles"})

    @property
    def state(self) -> State:
        return self.view.state

    @property
    def cards(self) -> Cards:
        return Cards.of(self.state.box)

    @property
    def power(self) -> Power | None:
        return self.state.power_of(self.view.viewer)

    @property
    def seat(self) -> Seat:
        return self.state.players.index(self.view.viewer)

    @property
    def table(self) -> RoundTable:
        """The table as the viewer sees it; cards that it does not know count nothing."""
        return table_of(self.view, self.state)

    @property
    def hand(self) -> Bundle:
        return self.cards.bundle(self.state.hands[self.view.viewer].known)

    # what cards count

    def points(self, held: Bundle) -> int:
        """Return what the viewer's cards count, after a power of the vote that is to come."""
        points = self.cards.points[self.power]
        return max([points[each] for each in self._changed(held)], default=points[held])

    def _changed(self, held: Bundle) -> Iterator[Bundle]:
        cards, kinds = self.cards, self.cards.singles[held]
        if not self.special(held):
            return
        if self.power is Power.TILT:
            for kind in {*kinds}:
                n = cards.many(held, cards.kind[kind])
                yield held + n * (cards.card[TILTED] - kind)
        if self.power is Power.TUCK:
            yield from (held - below + above for below, above in permutations(kinds, 2))

    def special(self, held: Bundle) -> bool:
        """Tell whether a power of the vote that is to come will change so many cards."""
        to_come = self.power in (Power.TILT, Power.TUCK) and self.power not in self.state.used
        return to_come and len(self.cards.singles[held]) >= MANY

    def adding(self, kinds: Sequence[Kind], held: Bundle) -> _Added:
        """Return what cards are called beside those `held`, and what they add to their points."""
        cards, names, at = self.cards, list[Words](), held
        bare, points = cards.points[None], cards.points[self.power]
        for kind in kinds:
            name, more = KINDS[kind], at + cards.card[kind]
            if kind in cards.box.series:
                nth = NTH[min(cards.many(at, kind), len(NTH) - 1)]
                name = Words(nth.template, (("kind", name),))
            if points[more] - points[at] != bare[more] - bare[at]:
                name = say("{card} with {character}", card=name, character=self.character)
            names.append(name)
            at = more
        total = self.points(at) if self.special(at) else None
        return _Added(say("{cards}", cards=listed(names, " + ")), points[at] - points[held], total)

    @property
    def character(self) -> str:
        """Who the viewer is in this round."""
        return self.state.characters[self.view.viewer]

    def beaten(self, seat: Seat) -> Words | None:
        """Return that a player surely has not most, if that is so whatever lies hidden."""
        table, players = self.table, self.state.players
        least = [at_least(table, each) for each in table.seats]
        if (most := at_most(table, seat)) >= max(least):
            return None
        ahead = least.index(max(least))
        other = say("you") if ahead == self.seat else players[ahead]
        values = {"player": players[seat], "n": most, "other": other, "m": least[ahead]}
        return say("{player} can have at most {n} points, {other} at least {m}", **values)

    def growth(self, kinds: Sequence[Kind]) -> tuple[Words | None, float]:
        """Return how a series may grow by further cards, and how likely it does after its move."""
        for kind in kinds:
            n = self.cards.many(self.hand, kind) + kinds.count(kind)
            if kind in self.cards.box.series and n in GROWS:
                side = kinds is not self.move.words
                return GROWS[n], self.happens(HAVING[n], self.view.viewer, kind).sides[side]
        return None, 0.0

    # what comes of it

    def happens(self, deed: Deed, player: str, kind: Kind = "") -> Difference:
        """Return how much more often something happens."""
        effect = Happens(player, player == self.view.viewer, deed, kind)
        one, other = self.differs.sides.get(effect, (0.0, 0.0))
        sure = is_open(self.state) and {one, other} == {0.0, 1.0}
        return Difference(effect, one - other, 0.0, 0.0, sure, came=one)

    def came(self, use: Clause | None) -> Clause | None:
        """Return the most important thing that comes of the move, beside what its `use` says.

        Of a move that is surely better or worse it is none that speaks for the reverse, unless the
        use tells why. Of one that may be as good it is what makes up for the use.
        """
        differs, good = self.differs, use and use.good
        better = differs.gap > 0
        for points, made in self._made(use):
            speaks, least = made > 0, MATTERS
            if differs.either and (good is None or speaks is good):
                continue
            if not differs.either and speaks is not better:
                if good is not better:
                    continue
                least = max(MOSTLY, MOSTLY * abs(differs.gap))
            if abs(made) >= least and (words := self._event(points, made)) is not None:
                return Clause(words, speaks)
        return None

    def explains(self, made: float) -> bool:
        """Tell whether points that differ explain why one move is surely better."""
        part = made / self.differs.gap if self.differs.gap else 0.0
        return part >= MOSTLY and not self.differs.either

    def _made(self, use: Clause | None) -> list[tuple[Points, float]]:
        """Return where points come from that differ, with how much of the gap they make.

        The most comes first; where just one of the moves keeps a Theft, what that brings.
        """
        verb, viewer = self.move.verb, self.view.viewer
        said = SAID.get(verb, ()) if use is not None else ()
        kept = verb in KEEPING and len({THEFT in each.words for each in self.moves}) == 2
        found = list[tuple[Points, float]]()
        for each, (one, other) in self.differs.sides.items():
            if not isinstance(each, Points) or (each.yours and each.source in said):
                continue
            if verb in KEEPING and each.source is Source.VERDICT and not each.yours:
                continue
            found.append((each, each.worth * (one - other)))
        first = Points(viewer, Source.THEFT, 1.0) if kept else None
        return sorted(found, key=lambda each: (each[0] != first, -abs(each[1])))

    def _event(self, points: Points, made: float) -> Words | None:
        """Return what happens more often, or less, by which most of the points come, if it does."""
        player, came = points.player, made / points.worth
        if points.source is Source.CARDS:
            passed = {word for each in self.moves for word in each.words}
            some = [
                (float(worth), self.happens(deed, player, kind))
                for kind in self.cards.box.points
                if kind in passed and self.picked
                for deed, worth in zip(HAVING, self.cards.box.points[kind], strict=False)
            ]
        else:
            deeds = BRINGS[points.source].items()
            some = [(worth, self.happens(deed, player)) for deed, worth in deeds]
        kept = THEFT in self.move.words or THEFT in self.differs.against.words
        found = [
            (kept and isinstance(each.effect, Happens) and each.effect.deed is Deed.STEALS, part, n)
            for n, (worth, each) in enumerate(some)
            if (part := worth * each.difference / came) >= EXPLAINS
            and abs(each.difference) >= LEAST
        ]
        return self._worded(some[max(found)[-1]][1]) if found else None

    @property
    def picked(self) -> bool:
        """Whether cards are picked of a pack, which the next player gets."""
        return self.move.verb in ("picks", "doubles")

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, with what the rules say of it."""
        effect, values = found.effect, {"often": often(found)}
        assert isinstance(effect, Happens)
        passed = {word for each in self.moves for word in each.words}
        if effect.yours and effect.deed is Deed.AHEAD:
            return say("nobody has more than you (accused, you pay) {often}", **values)
        if effect.yours and effect.deed is Deed.RIGHTLY and self.stake is not None:
            lost, own = self.stake
            return say(
                "you are accused rightly, and lose {lost} of your {own} points, {often}",
                lost=lost,
                own=own,
                **values,
            )
        held = self.cards.thefts(self.hand) or THEFT in passed
        if self.picked and effect.yours and effect.deed is Deed.STEALS and not held:
            return say("with Thefts that you take later you steal {often}", **values)
        if self.picked and effect.yours and effect.deed is Deed.ROBBED and THEFT in passed:
            theirs = [self.happens(Deed.STEALS, each) for each in self.receivers]
            for each in theirs:
                if each.difference * found.difference > 0 and abs(each.difference) >= LEAST:
                    return self._worded(each)
        thief = effect.deed is Deed.STEALS and THEFT in passed
        if effect.player in self.receivers and (effect.kind in passed or thief):
            who = NEXT if effect.player == self.receivers[0] else LATER
            who = Words(who.template, (("player", effect.player),))
            told = found.words
            return Words(told.template, tuple({**dict(told.values), "player": who}.items()))
        return found.words

    @property
    def receivers(self) -> Sequence[str]:
        """Who get what is left of the pack that is picked from, one after the other."""
        state, found = self.state, [self.view.viewer]
        left = len(state.packs[self.view.viewer].known) - (2 if state.doubling else 1)
        for _ in range(min(left, len(state.players) - 1) if self.picked else 0):
            found.append(state.receiver(found[-1]))
        return found[1:]

    # the own cards on the table

    @property
    def natures(self) -> list[Bundle]:
        """What the viewer's cards count as: those laid, or about to be."""
        if self.move.verb == "places":
            return [self.cards.card[word] for word in self.move.words if word != "/"]
        return [card.nature for card in self.table.rows[self.seat]]

    @property
    def stake(self) -> tuple[int, int] | None:
        """What the viewer loses if accused rightly, and all its points; None if not known yet."""
        points, own = self.cards.points[self.power], self.natures
        changes = self.power in CHANGING and self.power not in self.state.used
        if not own or changes:
            return None
        total = points[sum(own)]
        return total - min(points[sum(own) - sum(two)] for two in combinations(own, 2)), total


KEEPING = ("picks", "discards", "adds", "takes")
"""Moves that decide which cards are kept."""
CHANGING = (Power.TILT, Power.DRAW, Power.TUCK)
CARDS = (Source.CARDS,)
SAID: Mapping[str, tuple[Source, ...]] = {
    **dict.fromkeys(("picks", "doubles", "discards", "tilts", "tucks", "adds"), CARDS),
    **dict.fromkeys(("admits", "denies"), (Source.VERDICT,)),
    "takes": (Source.CARDS, Source.VERDICT),
    "becomes": (Source.CARDS, Source.DOCKING),
}
"""Of which of the viewer's points the use of a move tells."""
NTH = (say("a first {kind}"), say("a second {kind}"), say("a third {kind}"), say("one more {kind}"))
NEXT = say("{player}, who gets this pack next,")
LATER = say("{player}, who gets this pack later,")


# what moves do by the rules


class _Added(NamedTuple):
    """Cards with the points that they add, and the `total` where a power will change them."""

    name: Words
    points: int
    total: int | None


def _of_two(told: _Told, one: _Added, other: _Added, grows: Words | None, may: bool) -> Clause:
    """Return what cards add beside other ones, how their series `grows`, and if others `may`."""
    if one.total is not None and other.total is not None:
        doing = say("with {card} and {character} you have", card=one.name, character=told.character)
        return _counts(doing, one.total, other.total)
    good = None if one.points == other.points else one.points > other.points
    words = say_n("{card} adds {n} point", "{card} adds {n} points", one.points, card=one.name)
    if grows is not None:
        words = say("{clause} ({grows})", clause=words, grows=grows)
    beside = say("{card} {n}", card=other.name, n=other.points)
    if may:
        beside = say("{clause}, which may grow", clause=beside)
    return Clause(say("{clause}, {other}", clause=words, other=beside), good)


def _counts(doing: Words, one: int, other: int) -> Clause:
    """Return what the viewer has, or shows, after two moves."""
    if one == other:
        words = say_n(
            "{doing} {n} point either way", "{doing} {n} points either way", one, doing=doing
        )
        return Clause(words)
    words = say_n(
        "{doing} {n} point instead of {m}",
        "{doing} {n} points instead of {m}",
        one,
        doing=doing,
        m=other,
    )
    return Clause(words, one > other)


def _picks(told: _Told) -> Clause:
    """Return what the cards add, and how often a series grows in the end."""
    if told.move.verb != told.differs.against.verb:
        return _doubles(told)
    box = told.state.box
    one, other = (told.adding(each.words, told.hand) for each in told.moves)
    effect = Points(told.view.viewer, Source.CARDS, 1.0)
    own, beside = told.differs.sides.get(effect, (0.0, 0.0))
    last = len(told.cards.singles[told.hand]) + len(told.move.words) >= box.kept
    if last and own and abs(own - beside) < ALIKE and one.points != other.points:
        words = say("your cards come to as much either way, as one is discarded")
        if len(told.state.packs[told.view.viewer].known) > 2:
            return Clause(words)
        values = {"player": told.receivers[0], "other": other.name, "card": one.name}
        words = say("{clause}, and {player} gets {other}, not {card}", clause=words, **values)
        return Clause(words, whole=True)
    (grows, chance), (_, may) = (told.growth(each.words) for each in told.moves)
    grown = grows and Words(grows.template, (("n", in_100(chance)),)) if chance >= LEAST else None
    found = _of_two(told, one, other, grown, may >= LEAST)
    if told.explains(own - beside):
        found = found._replace(whole=True)
    if abs(own - beside) < MATTERS or found.good is (own > beside):
        return found
    return found._replace(good=None)  # what it adds now is not what it comes to


ALIKE = 0.05
"""Points by which cards do not differ."""
GROWS = {1: say("two or more in {n} of 100 cases"), 2: say("three in {n} of 100 cases")}


def _doubles(told: _Told) -> Clause:
    """Return what Wuming takes of this pack, as one card or as two."""
    hand = told.hand
    pack = told.cards.bundle(told.state.packs[told.view.viewer].known)
    two = usual(told.cards).picks[told.power, 2, hand, pack][0]
    names = listed([KINDS[kind] for kind in told.cards.kinds(two)], " + ")
    if told.move.verb == "doubles":
        return Clause(
            say("you take two cards of this pack ({cards}), and one fewer later", cards=names)
        )
    card = told.adding(told.move.words, hand).name
    return Clause(say("{card} alone; doubling takes two ({cards})", card=card, cards=names))


def _adds(told: _Told) -> Clause:
    held = sum(told.natures)
    one, other = (told.adding(each.words, held) for each in told.moves)
    return _of_two(told, one, other, None, may=False)


def _discards(told: _Told) -> Clause:
    one, other = (told.points(told.hand - told.cards.card[each.words[0]]) for each in told.moves)
    kind, taker = told.move.words[0], told.state.holder(Power.SEIZE)
    doing = say("without {kind}", kind=KINDS[kind])
    if kind == THEFT and taker not in ("", told.view.viewer):
        doing = say("{doing} ({player} can seize it)", doing=doing, player=taker)
    if told.special(told.hand):
        doing = say("{doing}, but with {character},", doing=doing, character=told.character)
    return _counts(say("{doing} you have", doing=doing), one, other)


def _changes(told: _Told) -> Clause:
    """Return what Yanmei's or Nuying's power makes of a card."""
    after = []
    for each in told.moves:
        table = told.table
        do(table, told.state.players, each)
        after.append((table.points(told.seat), table.open()[told.seat][0]))
    (one, shown), (other, beside) = after
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
        return _shows(shown, beside)
    return _counts(say("{doing} you have", doing=doing), one, other)


def _shows(one: int, other: int) -> Clause:
    """Return what the own cards that lie face up count after two moves; less is no loss."""
    return _counts(say("you show"), one, other)._replace(good=None)


def _places(told: _Told) -> Clause:
    points = told.cards.points[told.power]
    one, other = (
        points[told.cards.bundle(each.words[: each.words.index("/")])] for each in told.moves
    )
    return _shows(one, other)


def _votes(told: _Told) -> Clause | None:
    """Return who of two players more likely has most, or surely has not."""
    players, table = [each.words[0] for each in told.moves], told.table
    if told.view.viewer in players:
        return None
    looks, seats = told.move.verb == "looks", [told.state.players.index(each) for each in players]
    chances = [told.happens(Deed.AHEAD, player).sides[0] for player in players]
    beaten = [None if looks else told.beaten(seat) for seat in seats]
    values = [
        {"player": player, "k": table.open()[seat][0], "n": in_100(chance)}
        for player, seat, chance in zip(players, seats, chances, strict=True)
    ]
    if not any(beaten) and values[0]["n"] == values[1]["n"]:
        return None
    first, second = (
        surely
        or say("nobody has more than {player} ({k} points face up) in {n} of 100 cases", **each)
        for surely, each in zip(beaten, values, strict=True)
    )
    words = say("{clause}; {other}", clause=first, other=second)
    if not any(beaten):
        words = say("{clause}, than {player} ({k}) in {n}", clause=first, **values[1])
    if beaten[0]:
        words = first
    one, other = chances
    plain = not told.differs.either and (one > other) is (told.differs.gap > 0)
    plain = plain and not looks and abs(one - other) >= PLAIN
    return Clause(words, None if looks or one == other else one > other, whole=plain)


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
    if told.stake is None or len(admits) != 1:
        return None
    (lost, own), table, gone = told.stake, told.table, admits[0].words
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
        denying = say("denying brings a card, since {player} has at least {n}", player=player, n=n)
    elif max(at_most(table, seat) for seat in others) < own:
        denying = say("denying costs {lost}, since nobody can have more", lost=lost)
    else:
        denying = say(
            "denying costs {lost} where nobody has more ({n} of 100 cases), and else brings a card",
            lost=lost,
            n=in_100(ahead.sides[0]),
        )
    good = costs < lost * ahead.sides[0]
    if told.move.verb == "denies":
        return Clause(say("{clause}; {other}", clause=denying, other=admitting), not good, True)
    cheapest = min(choosing.admits(table, told.seat))
    if (n := own - table.left(told.seat, cheapest)) < costs and told.power is not Power.SEIZE:
        robbed, beside = (_robbed(table, told.seat, each) for each in (gone, cheapest))
        if robbed < beside:
            admitting = say(
                "{clause} (another pair {n}, but a thief then takes {m}, not {k})",
                clause=admitting,
                **{"n": n, "m": beside, "k": robbed},
            )
    return Clause(say("{clause}; {other}", clause=admitting, other=denying), good, True)


def _robbed(table: RoundTable, seat: Seat, gone: Sequence[Spot]) -> int:
    """Return how many points a thief takes at least, without the cards that are `gone`."""
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
    """Return what players would give, if they give what costs them least."""
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


USES: Mapping[str, Callable[[_Told], Clause | None]] = {
    "picks": _picks,
    "doubles": _picks,
    "discards": _discards,
    "places": _places,
    "tilts": _changes,
    "tucks": _changes,
    "adds": _adds,
    "takes": _adds,
    "looks": _votes,
    "votes": _votes,
    "accuses": _votes,
    "admits": _answers,
    "denies": _answers,
    "gives": _gives,
    "robs": _robs,
    "docks": _docks,
    "becomes": _becomes,
}
"""What a move of each kind does beside another one of the kind."""
