"""Why a move is better or worse at Overseers, as people would say it at the table.

First stands what the move does by the rules: what a card adds, what a row shows, what an answer
costs. Then what happens more often by it, or less, as far as that was measured to matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import NamedTuple

from ....models.bag import HOLE
from ....models.core import Event, View
from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.scoring import TILTED
from ....models.overseers.state import State
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, in_100, listed, say, say_n
from ...play.contrast import BESIDE, Contrast, often
from ...play.trial import Difference
from . import choosing
from .bundles import Bundle, Cards
from .effects import HAVING, Deed, Happens, Points, Source
from .habits import usual
from .moves import do, table_of
from .table import RoundTable, Seat
from .tries import is_open

LEAST = 0.04
"""What happens is told if its chance differs by so much: by 4 in 100."""
OFTEN = 0.1
"""That a Theft steals is told first if it does so much more often."""
MATTERS = 0.3
"""Points below this are not told on average, beside what a move does by the rules."""
EXPLAINS = 0.25
"""What happens is told if it makes about this part of the points that differ."""
MANY = 4
"""From so many picked cards on, they are counted as a power of the vote will change them."""
BRINGS: Mapping[Source, Mapping[Deed, float]] = {
    Source.VERDICT: {Deed.RIGHTLY: -9.0, Deed.WRONGLY: 5.0, Deed.ADMITS: -6.0},
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
        return only and only.words
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

    def points(self, held: Bundle, least: int = MANY) -> int:
        """Return what the viewer's cards count, after a power of the vote that is to come.

        That is thought of from the `least` number of cards on.
        """
        points = self.cards.points[self.power]
        return max([points[each] for each in self._changed(held, least)], default=points[held])

    def _changed(self, held: Bundle, least: int) -> Iterator[Bundle]:
        cards, kinds = self.cards, self.cards.singles[held]
        if self.power in self.state.used or len(kinds) < least:
            return
        if self.power is Power.TILT:
            for kind in {*kinds}:
                n = cards.many(held, cards.kind[kind])
                yield held + n * (cards.card[TILTED] - kind)
        if self.power is Power.TUCK:
            yield from (held - below + above for below, above in permutations(kinds, 2))

    def adding(self, kind: Kind, held: Bundle) -> tuple[Words, int]:
        """Return what a card is called beside those `held`, and how many points it adds."""
        cards, called, added = self.cards, KINDS[kind], held + self.cards.card[kind]
        least = MANY - 1 if len(cards.singles[added]) >= MANY else MANY  # before and after alike
        gain, bare = self.points(added) - self.points(held, least), cards.points[None]
        if kind in cards.box.series:
            nth = NTH[min(cards.many(held, kind), len(NTH) - 1)]
            called = Words(nth.template, (("kind", called),))
        if gain != bare[added] - bare[held]:
            character = self.state.characters[self.view.viewer]
            called = say("{card} with {character}", card=called, character=character)
        return called, gain

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
        use tells why.
        """
        differs, said = self.differs, SAID.get(self.move.verb, ()) if use is not None else ()
        if (stealing := self._stealing()) is not None:
            return stealing
        told, better = differs.differences if differs.either else differs.told, differs.gap > 0
        for each in sorted(told, key=lambda each: -abs(each.part)):
            points = each.effect
            if not isinstance(points, Points):
                return Clause(each.words, each.part > 0)
            if points.source in said and (points.yours or points.source is Source.DOCKING):
                continue
            good = each.difference * points.worth > 0
            if (
                not differs.either
                and good is not better
                and (use is None or use.good is not better)
            ):
                continue
            words = self._event(each, points)
            if words is None and (use is None or abs(each.difference) >= MATTERS):
                words = each.words
            if words is not None:
                return Clause(words, good)
        return None

    def _stealing(self) -> Clause | None:
        """Return how much more often the viewer steals if just one move keeps a Theft."""
        points = Points(self.view.viewer, Source.THEFT, 1.0)
        one, other = self.differs.sides.get(points, (0.0, 0.0))
        found = self.happens(Deed.STEALS, self.view.viewer)
        kept = [THEFT in each.words for each in self.moves]
        if self.move.verb not in KEEPING or kept[0] is kept[1]:
            return None
        if abs(found.difference) < OFTEN or abs(one - other) < BESIDE * abs(self.differs.gap):
            return None
        good = found.difference > 0
        return Clause(found.words, good) if good is (one > other) else None

    def _event(self, found: Difference, points: Points) -> Words | None:
        """Return what happens more often, or less, by which most of the points come, if it does."""
        player, way = points.player, 1 if found.difference > 0 else -1
        if points.source is Source.CARDS:
            kinds = self.cards.box.points.items()
            some = [
                (float(worth), self.happens(deed, player, kind))
                for kind, worths in kinds
                for deed, worth in zip(HAVING, worths, strict=False)
            ]
        else:
            deeds = BRINGS[points.source].items()
            some = [(worth, self.happens(deed, player)) for deed, worth in deeds]
        worth, best = max(some, key=lambda each: way * each[0] * each[1].difference)
        made = way * worth * best.difference
        if made < EXPLAINS * abs(found.difference) or abs(best.difference) < LEAST:
            return None
        return self._worded(best)

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, with what the rules say of it."""
        effect, values = found.effect, {"often": often(found)}
        assert isinstance(effect, Happens)
        picked = self.move.verb in ("picks", "doubles")
        chosen = {word for each in self.moves for word in each.words}
        if effect.yours and self.stake is not None:
            lost, own = self.stake
            if effect.deed is Deed.RIGHTLY:
                return say(
                    "you are accused rightly, and lose {lost} of your {own} points, {often}",
                    lost=lost,
                    own=own,
                    **values,
                )
        if effect.yours and effect.deed is Deed.STEALS and picked and THEFT not in chosen:
            return say("you steal a card, by Thefts that you take later, {often}", **values)
        if not effect.yours and effect.kind in chosen and picked:
            receiver = effect.player == self.state.receiver(self.view.viewer)
            who = NEXT if receiver else LATER
            who = Words(who.template, (("player", effect.player),))
            told = found.words
            return Words(told.template, tuple({**dict(told.values), "player": who}.items()))
        return found.words

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
    """A card with the points that it adds, and how its series may grow."""

    card: Words
    points: int
    grows: Words | None = None


def _of_two(one: _Added, other: _Added) -> Clause:
    """Return how many points two cards add."""
    words = say_n("{card} adds {n} point", "{card} adds {n} points", one.points, card=one.card)
    beside = say("{card} {n}", card=other.card, n=other.points)
    if one.grows is not None:
        words = say("{clause} ({grows})", clause=words, grows=one.grows)
    if other.grows is not None:
        beside = say("{clause} ({grows})", clause=beside, grows=other.grows)
    good = None if one.points == other.points else one.points > other.points
    return Clause(say("{clause}, {other}", clause=words, other=beside), good)


def _picks(told: _Told) -> Clause:
    """Return what the cards add, and how often a series grows in the end."""
    box, cards = told.state.box, told.cards
    if told.move.verb != told.differs.against.verb:
        return _doubles(told)
    added = list[_Added]()
    for side, move in enumerate(told.moves):
        held, names, points, grows = told.hand, list[Words](), 0, None
        for kind in move.words:
            name, more = told.adding(kind, held)
            names.append(name)
            points, held = points + more, held + cards.card[kind]
            if kind in box.series and (n := cards.many(held, kind)) in GROWS:
                chance = told.happens(HAVING[n], told.view.viewer, kind).sides[side]
                if chance:
                    grows = Words(GROWS[n].template, (("n", in_100(chance)),))
        added.append(_Added(say("{cards}", cards=listed(names, " + ")), points, grows))
    effect = Points(told.view.viewer, Source.CARDS, 1.0)
    own, other = told.differs.sides.get(effect, (0.0, 0.0))
    found = _of_two(added[0], added[1])
    if abs(own - other) < MATTERS or found.good is (own > other):
        return found
    return found._replace(good=None)  # what it adds now is not what it comes to


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
    card, _ = told.adding(told.move.words[0], hand)
    return Clause(say("{card} alone; doubling takes two ({cards})", card=card, cards=names))


def _adds(told: _Told) -> Clause:
    held = sum(told.natures)
    one, other = (_Added(*told.adding(each.words[0], held)) for each in told.moves)
    return _of_two(one, other)


def _totals(one: int, other: int, doing: Words) -> Clause | None:
    """Return what the own cards count after two moves, if that differs."""
    if one == other:
        return None
    words = say_n(
        "{doing} your cards count {n} point instead of {m}",
        "{doing} your cards count {n} points instead of {m}",
        one,
        doing=doing,
        m=other,
    )
    return Clause(words, one > other)


def _discards(told: _Told) -> Clause | None:
    one, other = (told.points(told.hand - told.cards.card[each.words[0]]) for each in told.moves)
    kind, taker = told.move.words[0], told.state.holder(Power.SEIZE)
    doing = say("without {kind}", kind=KINDS[kind])
    if kind == THEFT and taker not in ("", told.view.viewer):
        doing = say("{doing} ({player} can seize it)", doing=doing, player=taker)
    return _totals(one, other, doing)


def _changes(told: _Told) -> Clause | None:
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
    return _totals(one, other, doing) or _shows(shown, beside)


def _shows(one: int, other: int) -> Clause | None:
    if one == other:
        return None
    words = say_n(
        "what you show counts {n} point instead of {m}",
        "what you show counts {n} points instead of {m}",
        one,
        m=other,
    )
    return Clause(words)


def _places(told: _Told) -> Clause | None:
    points = told.cards.points[told.power]
    one, other = (
        points[told.cards.bundle(each.words[: each.words.index("/")])] for each in told.moves
    )
    return _shows(one, other)


def _votes(told: _Told) -> Clause | None:
    """Return who of two players more likely has most."""
    players = [each.words[0] for each in told.moves]
    one, other = (told.happens(Deed.AHEAD, player).sides[0] for player in players)
    if in_100(one) == in_100(other) or told.view.viewer in players:
        return None
    words = say(
        "nobody has more than {player} in {n} of 100 cases ({other}: {m})",
        player=players[0],
        n=in_100(one),
        other=players[1],
        m=in_100(other),
    )
    return Clause(words, None if told.move.verb == "looks" else one > other)


def _answers(told: _Told) -> Clause | None:
    """Return what either answer costs."""
    admits = [each for each in told.moves if each.verb == "admits"]
    if told.stake is None or len(admits) != 1:
        return None
    lost, own = told.stake
    row = told.table.rows[told.seat]
    kept = sum(card.nature for card in row if card.spot not in admits[0].words)
    values = {
        "lost": lost,
        "own": own,
        "costs": own - told.cards.points[told.power][kept],
        "n": in_100(told.happens(Deed.AHEAD, told.view.viewer).sides[0]),
    }
    if told.move.verb == "denies":
        words = say(
            "denying costs {lost} of your {own} points where nobody has more ({n} of 100 cases),"
            " and else brings a card; admitting costs {costs}",
            **values,
        )
    else:
        words = say(
            "admitting costs {costs} of your {own} points; denying costs {lost} where nobody has"
            " more ({n} of 100 cases), and else brings a card",
            **values,
        )
    cheaper = values["costs"] < lost * told.happens(Deed.AHEAD, told.view.viewer).sides[0]
    return Clause(words, cheaper is (told.move.verb == "admits"))


def _gives(told: _Told) -> Clause | None:
    """Return what a card costs, and what it brings the thief."""
    table, thief = told.table, told.state.thief
    seat, found = told.state.players.index(thief), []
    for each in told.moves:
        (card,) = (card for card in table.rows[told.seat] if card.spot == each.words[0])
        costs = table.points(told.seat) - table.left(told.seat, each.words)
        brings = table.with_card(seat, card.kind) - table.points(seat)
        found.append((KINDS[told.cards.kind[card.kind]], costs, brings))
    (kind, n, m), (other, k, j) = found
    if (n, m) == (k, j):
        return None
    words = say_n(
        "{kind} costs you {n} point and brings {player} {m}; {other} {k} and {j}",
        "{kind} costs you {n} points and brings {player} {m}; {other} {k} and {j}",
        n,
        kind=kind,
        player=thief,
        m=m,
        other=other,
        k=k,
        j=j,
    )
    return Clause(words, whole=True)


def _robs(told: _Told) -> Clause | None:
    """Return what players would give, if they give what costs them least."""
    table, found = told.table, []
    for each in told.moves:
        victim = told.state.players.index(each.words[0])
        spots = choosing.gives(table, victim)
        kinds = {card.kind for card in table.rows[victim] if card.spot in spots}
        if len(kinds) != 1:
            return None
        (kind,) = kinds
        costs = table.points(victim) - table.left(victim, spots[:1])
        brings = table.with_card(told.seat, kind) - table.points(told.seat)
        found.append((each.words[0], KINDS[told.cards.kind[kind]], costs, brings))
    (player, given, n, m), (other, beside, k, j) = found
    words = say_n(
        "{player} misses {kind} least ({n} point): {m} for you; {other} {beside} ({k}): {j}",
        "{player} misses {kind} least ({n} points): {m} for you; {other} {beside} ({k}): {j}",
        n,
        kind=given,
        player=player,
        m=m,
        beside=beside,
        other=other,
        k=k,
        j=j,
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
    "becomes": _becomes,
}
"""What a move of each kind does beside another one of the kind."""
