"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from ....models.overseers.box import THEFT, Kind
from ....models.overseers.text import KINDS
from ....models.words import Words, figure, in_points, say
from ...play.contrast import Clause, joined
from ...play.trial import SURE, Difference
from .by_rules import Use
from .effects import HAVING, SOURCES, Deed, Happens, Points, Source
from .pair import FEW, LEAST, MATTERS, Doing, Pair
from .thefts import cause, seized
from .tries import is_open

PART = 1 / 3
"""Points below such a part of the gap are not told."""
LARGE = 0.6
"""Cards that end by so many points apart from what a move adds are told."""
EXPLAINS = 0.35
"""What happens is told if it makes about this part of the points that differ."""
PAID = 8.0
"""About how many points an accusation costs who admits, or is accused rightly."""
LONG = 180
"""A sentence of more letters, in English, is told without the least part."""
BRINGS: Mapping[Source, Mapping[Deed, float]] = {
    Source.VERDICT: {Deed.RIGHTLY: -9.0, Deed.ADMITS: -6.0, Deed.WRONGLY: 5.0},
    Source.THEFT: {Deed.STEALS: 4.0, Deed.ROBBED: -3.0},
    Source.DOCKING: {Deed.DOCKED: -4.0},
}
"""About how many points what happens to somebody brings: what explains most is told."""
AMOUNTS: Mapping[Source | None, tuple[Words, Words]] = {
    Source.CARDS: (say("your cards end {n} higher"), say("your cards end {n} lower")),
    Source.VERDICT: (say("the accusation brings {n} more"), say("the accusation costs {n} more")),
    Source.THEFT: (say("theft brings {n} more"), say("theft costs {n} more")),
    Source.DOCKING: (say("Liang brings {n} more"), say("Liang costs {n} more")),
    None: (say("the others end {n} lower"), say("the others end {n} higher")),
}
"""How much a part makes, for the better and for the worse; None is what the others get."""


class Parts:
    """The parts of the gap of a `pair` of moves, of which `use` tells what they do by the rules."""

    def __init__(self, pair: Pair, use: Use) -> None:
        self.pair, self.use, self.differs = pair, use, pair.differs
        self.side = 1 if pair.full else -1
        most = max(abs(pair.differs.gap), *map(abs, self._made.values()))
        self.matters = max(MATTERS, SURE * pair.differs.error, PART * most)

    @cached_property
    def _made(self) -> Mapping[Source | None, float]:
        """How much of the gap comes from where; None is what the others get, from everywhere."""
        found = dict.fromkeys((*Source, None), 0.0)
        for each, (one, other) in self.differs.sides.items():
            if isinstance(each, Points):
                found[each.source if each.yours else None] += each.worth * (one - other)
        return found

    def weighed(self, doing: Clause | None) -> Clause | None:
        """Return what the move does by the rules, with the parts of the gap that matter most.

        What speaks for the verdict of the row comes first, what speaks against it behind a "but";
        of parts that cancel each other, behind what is left. If nothing speaks for the verdict, it
        is said that no reason is found; of a small gap only where something speaks against it.
        Only the better move is weighed against the other one.
        """
        head, good = (None, None) if doing is None else (doing.words, doing.good)
        source: Source | None = None
        if isinstance(doing, Doing) and doing.points is not None:
            source, made = self.use.of, doing.points
            if any(isinstance(each, Points) for each in self.differs.sides):
                made = self._made[source]
            good = made > 0 if abs(made) >= MATTERS else None
            head = self._in_the_end(doing, made)
        for_it = good is (self.side > 0)
        parts = [each for each, n in self._made.items() if abs(n) >= self.matters]
        if self.differs.either and None in parts:
            parts.remove(None)
        parts.sort(key=lambda each: -abs(self._made[each]))
        if None in parts and seized(self.pair) is not None:
            parts = [None, *(each for each in parts if each is not None)]
        causes = ((each, self._told(each, doing)) for each in parts if each != source or not source)
        told = {each: words for each, words in causes if words is not None}
        if Source.THEFT in {*parts} - {*told} and (words := self._stolen()) is not None:
            told[Source.THEFT] = words
        pros = [each for each in told if self._speaks(each)]
        cons = [each for each in told if each not in pros]
        if pros[1:] and cons and abs(self._made[pros[0]] + self._made[cons[0]]) < self.matters:
            pros, cons = pros[1:], cons[1:]
        if not self.pair.full:
            alone = head and (for_it or self.differs.either) and not is_open(self.pair.state)
            weighs = self.differs.either and good is False  # what makes up for it is told
            pros, cons = [] if alone else pros[:1], cons[:1] if weighs else []
        keep = 0 if for_it else 1
        some, words = list[Source | None](), self._joined(head, good, {})
        for each in (*pros[:1], *cons[: good is None or for_it], *pros[1:]):
            further = sorted([*some, each], key=[*pros, *cons].index)
            longer = self._joined(head, good, {one: told[one] for one in further})
            if len(some) < keep or (len(str(longer)) <= LONG and len(some) <= keep + 1):
                some, words = further, longer
        if words is None:
            return None
        lead = bool(some) and self._speaks(some[0]) and not for_it
        if self.pair.move.verb == "places" and not some:
            accused = self._accused(also_alike=True)
            words = words if accused is None else joined(words, accused)
        against = self.differs.either and good is False and not (lead or self.pair.full)
        speaks = False if against else None  # in full, both figures stand there
        return Clause(words, speaks, topic=topic(some[0]) if lead else self.use.topic)

    def _speaks(self, source: Source | None) -> bool:
        """Tell whether a part speaks for the verdict of the row."""
        return self._made[source] * self.side > 0

    def _joined(
        self, head: Words | None, good: bool | None, some: Mapping[Source | None, Words]
    ) -> Words | None:
        """Return what a move does, which is `good` or bad, with what else speaks for it or not.

        Where one is weighed against the other, points are told.
        """
        aside = [] if head is None or good is None else [good is (self.side > 0)]
        weighed = self.pair.full and len({*aside, *map(self._speaks, some)}) > 1
        sides: Mapping[bool, list[Words]] = {True: [], False: []}
        if head is not None and aside:
            sides[aside[0]].append(head)
        for each, words in some.items():
            if weighed and words != self._amount(each):
                n = in_points(figure(abs(self._made[each]), ".1f"))
                words = say("{clause} ({points})", clause=words, points=n)
            sides[self._speaks(each)].append(words)
        small = abs(self.differs.gap) < MATTERS and not sides[False]
        shows = self.pair.move.verb == "places"
        if not (sides[True] or self.differs.either or small or shows):
            sides[True].append(self._unexplained)
        both = [joined(*some, alike=True) for some in sides.values() if some]
        told = joined(*both, alike=False) if both else None
        if head is None or aside:
            return told
        return head if told is None else joined(head, told)

    @property
    def _unexplained(self) -> Words:
        """That nothing tells why a move is better or worse."""
        n = figure(abs(self.differs.gap), ".1f")
        if self.differs.gap > 0:
            return say("about {n} better in trials, no single reason found", n=n)
        return say("about {n} worse in trials, no single reason found", n=n)

    def _in_the_end(self, doing: Doing, made: float) -> Words:
        """Return what cards add, and by what they come to something else in the end, if they do."""
        assert doing.points is not None
        more = made - doing.points
        if self.use.of is not Source.CARDS or abs(more) < LARGE or doing.points * made > 0:
            return doing.words
        if doing.final or (not self.pair.full and (self.differs.either or made > -MATTERS)):
            return doing.words
        if (found := self._comes_by(Source.CARDS, more)) is not None:
            kind = found.effect.kind if isinstance(found.effect, Happens) else ""
            own = kind in self.pair.move.words
            if own or (self.pair.full and kind in self.pair.passed):  # then it is told of the card
                return doing.words
            return joined(doing.words, self._worded(found), alike=False)
        alike = say("in the end your cards count about as much")
        alike = alike if abs(made) < MATTERS else self._amount(Source.CARDS)
        return joined(doing.words, alike, alike=False)

    def _amount(self, source: Source | None) -> Words:
        """Return how much a part of the gap makes."""
        made = self._made[source]
        return replace(AMOUNTS[source][made < 0], values=(("n", figure(abs(made), ".1f")),))

    def _told(self, source: Source | None, doing: Clause | None) -> Words | None:
        """Return by what a part comes; None if nothing shows it.

        Then an amount is told where the rules tell nothing, or of what the move itself does.
        """
        words = self._event(source)
        if words is None:
            of_it = source is self.use.of and self.pair.move.verb != "places"
            return self._amount(source) if doing is None or of_it else None
        return words

    def _event(self, source: Source | None) -> Words | None:
        """Return what happens more often, or less, by which most of a part comes, if anything."""
        if source is Source.THEFT and (words := cause(self.pair)) is not None:
            return words
        if source is None and (words := seized(self.pair)) is not None:
            return words
        if source is Source.VERDICT:
            return self._pays()
        if (found := self._comes_by(source, self._made[source])) is not None:
            return self._worded(found)
        return None

    def _pays(self) -> Words | None:
        """Return how often an accusation costs the viewer cards, or brings one, or how many points.

        These are what a penalty takes of a series that the viewer has more often.
        """
        pair, made, viewer = self.pair, self._made[Source.VERDICT], self.pair.view.viewer
        some = (pair.happens(deed, viewer).sides for deed in (Deed.RIGHTLY, Deed.ADMITS))
        one, other = map(sum, zip(*some, strict=True))
        if abs(one - other) >= FEW and (other - one) * PAID / made >= EXPLAINS:
            return say("an accusation costs you cards {often}", often=pair.often(one, other))
        wrongly, worth = pair.happens(Deed.WRONGLY, viewer), BRINGS[Source.VERDICT][Deed.WRONGLY]
        if abs(wrongly.difference) >= LEAST and wrongly.difference * worth / made >= EXPLAINS:
            return self._worded(wrongly)
        points = pair.cards.points[pair.power]
        for kind in pair.cards.box.series:
            if pair.happens(Deed.THREE, viewer, kind).difference * made < -LEAST:
                one, three = (points[n * pair.cards.card[kind]] - points[0] for n in (1, 3))
                values = {"n": three - one, "m": three, "kind": KINDS[kind]}
                return say("a penalty takes {n} of the {m} of three {kind}", **values)
        return self._accused()

    def _stolen(self) -> Words | None:
        """Return which card a thief gets of a hand, if it is another after either discard."""
        pair, more = self.pair, self._made[Source.THEFT] > 0
        if pair.move.verb != "discards" or pair.special(pair.held):
            return None
        (card, n), (other, m) = (self._cheapest(each.words[0]) for each in pair.moves)
        if (n < m) is not more or n == m:
            return None
        if not pair.full:
            return say("a thief gets {card} ({n}) of you", card=card, n=n)
        values = {"card": card, "n": n, "other": other, "m": m}
        return say("a thief gets {card} ({n}) of you, not {other} ({m})", **values)

    def _cheapest(self, gone: Kind) -> tuple[Words, int]:
        """Return the card that the viewer misses least after a discard, and its points."""
        cards, points = self.pair.cards, self.pair.cards.points[self.pair.power]
        held = self.pair.held - cards.card[gone]
        costs = {each: points[held] - points[held - each] for each in cards.singles[held]}
        card = min(costs, key=lambda each: costs[each])
        return KINDS[cards.kind[card]], costs[card]

    def _comes_by(self, source: Source | None, made: float) -> Difference | None:
        """Return what happens by which most of so many points come, if anything."""
        found = dict[float, Difference]()
        for points in self.differs.sides:
            if not isinstance(points, Points):
                continue
            if (points.source if points.yours else None) != source:
                continue
            for deed, kind, worth in self._deeds(points):
                each = self.pair.happens(deed, points.player, kind)
                part = each.difference * worth * points.worth / made
                if part >= EXPLAINS and abs(each.difference) >= LEAST:
                    found[part] = each
        return found[max(found)] if found else None

    def _deeds(self, points: Points) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield by what points come from a source, and about how many."""
        pair = self.pair
        if points.source is Source.CARDS:
            for kind, worths in pair.cards.box.points.items():
                if kind in pair.passed or (points.yours and kind in pair.cards.box.series):
                    for deed, n in zip(HAVING, worths, strict=False):
                        yield deed, kind, n
        thefts = THEFT in pair.passed or pair.cards.thefts(pair.held) or not pair.picked
        for deed, worth in BRINGS.get(points.source, {}).items():
            # others pick by habit the Thefts that may come
            if deed is not Deed.STEALS or thefts:
                yield deed, "", worth

    def _accused(self, also_alike: bool = False) -> Words | None:
        """Return how often the viewer is accused, if that differs.

        If `also_alike`, it is told if the viewer ever was.
        """
        one, other = self.pair.accused(self.pair.view.viewer)
        if not one + other or (abs(one - other) < FEW and not also_alike):
            return None
        if not also_alike and (one < other) is not (self._made[Source.VERDICT] > 0):
            return None
        return say("you are accused {often}", often=self.pair.often(one, other))

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, who is told by when it gets the pack."""
        values, (next_, then) = dict(found.words.values), self.pair.next
        values["often"] = self.pair.often(*found.sides)
        if self.pair.picked and values["player"] == next_:
            values["player"] = say("{player}, next,", player=next_)
        elif self.pair.picked and values["player"] == then:
            values["player"] = say("{player}, after {other},", player=then, other=next_)
        return replace(found.words, values=tuple(values.items()))


def topic(source: Source | None) -> Words:
    """Return what there is to weigh where points come from; None is what the others get."""
    return say("what the others get") if source is None else SOURCES[source][2]
