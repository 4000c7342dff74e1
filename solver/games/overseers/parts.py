"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, combinations

from ....models.overseers.box import THEFT, Kind
from ....models.words import Words, figure, say
from ...play.contrast import SLIGHT, Clause, joined, often
from ...play.trial import SURE, Difference
from .by_rules import Use
from .effects import HAVING, SOURCES, Deed, Happens, Points, Source
from .pair import LEAST, Doing, Pair
from .thefts import cause, thefts_left

FEW = 0.05
"""What happens less often is not told apart."""
MATTERS = 0.3
"""Points below this are not told, beside what a move does by the rules."""
LARGE = 0.6
"""What a part comes by is told of so many points."""
EXPLAINS = 0.35
"""What happens is told if it makes about this part of the points that differ."""
LEFT, PART = 0.4, 0.25
"""What is told makes the gap but for so many points, or for such a part of it, if it is sampled."""
WHOLE = 0.05
"""Points that may be missing where nothing is sampled: less than a figure shows."""
PARTS = 4
"""So many parts of a gap are told at most."""
LONG = 215
"""A sentence of more letters, in English, is told without what a part comes by, or with less."""
BRINGS: Mapping[Source, Mapping[Deed, float]] = {
    Source.VERDICT: {Deed.AHEAD: -9.0, Deed.RIGHTLY: -9.0, Deed.ADMITS: -6.0, Deed.WRONGLY: 5.0},
    Source.THEFT: {Deed.STEALS: 4.0, Deed.ROBBED: -3.0},
    Source.DOCKING: {Deed.DOCKED: -4.0},
}
"""About how many points what happens to somebody brings: what explains most is told."""
WHAT: Mapping[Source | None, Words] = {
    Source.CARDS: say("your cards"),
    Source.VERDICT: say("the accusation"),
    Source.THEFT: say("theft"),
    Source.DOCKING: say("Liang"),
    None: say("the others"),
}
"""Where a part of the gap comes from; the last is what the others get, from everywhere."""
END = (say("{what} end {n} higher"), say("{what} end {n} lower"))
MORE = (say("{what} brings {n} more"), say("{what} brings {n} less"))
COSTS = (say("{what} costs {n} less"), say("{what} costs {n} more"))
"""How much a part makes, for the better and for the worse; where both moves cost, that."""


class Parts:
    """The parts of the gap of a `pair` of moves, of which `use` tells what they do by the rules."""

    def __init__(self, pair: Pair, use: Use) -> None:
        self.pair, self.use = pair, use
        self.differs, self.move, self.viewer = pair.differs, pair.move, pair.view.viewer
        error = pair.differs.error
        self.matters = max(MATTERS, SURE * error) if error else WHOLE
        self.alike = self.matters if pair.differs.either else MATTERS  # cards are known best

    @cached_property
    def _made(self) -> Mapping[Source | None, float]:
        """How much of the gap comes from where; None is what the others get, from everywhere."""
        found = dict.fromkeys((*Source, None), 0.0)
        for each, (one, other) in self.differs.sides.items():
            if isinstance(each, Points):
                found[each.source if each.yours else None] += each.worth * (one - other)
        return found

    def weighed(self, doing: Clause | None) -> Clause | None:
        """Return what the move does by the rules, with the parts of the gap that make most of it.

        What speaks for the verdict of the row comes first, what speaks against it behind a "but".
        If nothing speaks for it, it is said that no reason is found.
        """
        left = self.differs.gap
        source, found = None, list[Source | None]()
        good = None if doing is None else doing.good
        if isinstance(doing, Doing) and doing.points is not None:
            source = self.use.of
            counted = any(isinstance(each, Points) for each in self.differs.sides)
            made = self._made[source] if counted else doing.points
            left -= made
            good = made > 0 if abs(made) >= self.alike else None
            if abs(made - doing.points) > max(LEFT, PART * abs(made)):
                good = None
                found = [source] if source is Source.CARDS or abs(made) >= self.matters else []
        elif self.move.verb == "places" and self._voted is not None:
            found, left = [Source.VERDICT], left - self._made[Source.VERDICT]
        beside = {each: n for each, n in self._made.items() if each not in (source, *found)}
        sided = good is not None or bool(found)
        found += self._making(left, beside, PARTS - len(found), sided)
        large = (each for each in found if each != source and abs(self._made[each]) >= LARGE)
        events = map(self._event, large)
        event = next(filter(None, events), None)
        told = self._weighed(doing, good, found, event)
        while event is not None and len(str(told)) > LONG:
            shorter = dict(event[1].values).get("clause")
            event = (event[0], shorter) if isinstance(shorter, Words) else None
            told = self._weighed(doing, good, found, event)
        return told

    def _making(
        self, left: float, beside: Mapping[Source | None, float], most: int, sided: bool
    ) -> Sequence[Source | None]:
        """Return the fewest parts that make what is `left` of the gap, the largest first.

        If none do, those that leave least of it. It is `sided` if a cause is told already.
        """
        part = PART * abs(self.differs.gap)

        def order(some: Sequence[Source | None]) -> tuple[bool, int, float]:
            untold = abs(left - sum(beside[each] for each in some))
            slight = max(LEFT, part) if sided or some else part
            enough = untold <= (slight if self.differs.error else WHOLE)
            return not enough, len(some) if enough else 0, untold

        rest = [each for each, n in beside.items() if abs(n) >= self.matters]
        rest.sort(key=lambda each: -abs(beside[each]))
        return min(chain.from_iterable(combinations(rest, n) for n in range(most + 1)), key=order)

    def _weighed(
        self,
        doing: Clause | None,
        good: bool | None,
        found: Sequence[Source | None],
        event: tuple[Source | None, Words] | None,
    ) -> Clause | None:
        """Return what a move does, which is `good` or bad, with the parts `found`."""
        side, either = self.differs.best or self.differs.gap > 0, self.differs.either
        pros, cons = list[Words](), list[Words]()
        head = [] if doing is None else [doing.words]
        about = topic(found[0]) if found and doing is None else self.use.topic
        for each in found:
            words = self._part(each)
            if each is Source.CARDS and abs(self._made[each]) < self.alike:
                head = [joined(*head, words, alike=False)]
                continue
            if event is not None and event[0] == each:
                words = say("{clause}, as {cause}", clause=words, cause=event[1])
            (pros if (self._made[each] > 0) is side else cons).append(words)
        if head and good is not None:
            (pros if good is side else cons).insert(0, head.pop(0))
        doubling = self.pair.picked and self.move.verb != self.differs.against.verb
        if not pros and not either and not doubling:
            pros.append(self._unexplained)
        if not head and not pros and not cons:
            return None
        both = [joined(*some, alike=True) for some in (pros, cons) if some]
        told = [*head, *([joined(*both, alike=False)] if both else [])]
        for_it = None if head or (either and pros) else side is bool(pros)
        return Clause(joined(*told), for_it, topic=about)

    @property
    def _unexplained(self) -> Words:
        """That nothing tells why a move is better or worse."""
        n = figure(abs(self.differs.gap), ".1f")
        if abs(self.differs.gap) < MATTERS:
            return say("about equal in trials")
        if self.differs.gap > 0:
            return say("about {n} better in trials, no single reason found", n=n)
        return say("about {n} worse in trials, no single reason found", n=n)

    def _part(self, source: Source | None) -> Words:
        """Return how much a part of the gap makes."""
        made = self._made[source]
        if source is Source.CARDS and abs(made) < self.alike:
            return say("in the end your cards count about as much")
        forms = END if source in (Source.CARDS, None) else MORE
        if source is None:
            forms = END[::-1]
        elif forms is MORE and max(self.pair.brings(source)) < SLIGHT:
            forms = COSTS
        values = (("what", WHAT[source]), ("n", figure(abs(made), ".1f")))
        return replace(forms[made < 0], values=values)

    def _event(self, source: Source | None) -> tuple[Source | None, Words] | None:
        """Return what happens more often, or less, by which most of a part comes, if anything."""
        made, found = self._made[source], dict[float, Difference]()
        if source is Source.THEFT and (words := cause(self.pair)) is not None:
            return source, words
        if source is Source.VERDICT and self.move.verb == "places" and self._voted is not None:
            return source, self._voted
        for points in self.differs.sides:
            if not isinstance(points, Points) or points.source is Source.DOCKING:
                continue
            if (points.source if points.yours else None) != source:
                continue
            for deed, kind, worth in self._deeds(points.source):
                if not points.yours and (deed is Deed.AHEAD or points.source is Source.THEFT):
                    continue
                each = self.pair.happens(deed, points.player, kind)
                part = each.difference * worth * points.worth / made
                if part >= EXPLAINS and abs(each.difference) >= LEAST:
                    found[part] = each
        return (source, self._worded(found[max(found)])) if found else None

    @cached_property
    def _voted(self) -> Words | None:
        """How much more often the viewer is accused after one of two moves, if it is so."""
        (one, other), viewer = self.pair.accused(self.viewer), self.viewer
        if abs(one - other) < FEW or abs(self._made[Source.VERDICT]) < LEAST:
            return None
        wrongly = self.pair.happens(Deed.WRONGLY, viewer)
        if max(one - wrongly.sides[0], other - wrongly.sides[1]) < FEW:
            return self._worded(wrongly)
        accused = Difference(wrongly.effect, one - other, 0.0, 0.0, came=one)
        return say("you are accused {often}", often=often(accused))

    def _deeds(self, source: Source) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield by what points come from a source, and about how many."""
        if source is Source.CARDS and self.pair.picked:
            for kind, worths in self.pair.cards.box.points.items():
                if kind in self.pair.passed:
                    for deed, points in zip(HAVING, worths, strict=False):
                        yield deed, kind, points
        with_theft = THEFT in self.pair.passed or self.pair.cards.thefts(self.pair.held)
        if source is Source.THEFT and THEFT not in self.pair.passed and self.pair.picked:
            yield Deed.ONE, THEFT, 2.0  # another card is discarded instead
        for deed, worth in BRINGS.get(source, {}).items():
            if source is not Source.THEFT or with_theft or not self.pair.picked:
                yield deed, "", worth  # others pick by habit the Thefts that may come

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, with what the rules say of it."""
        effect = found.effect
        assert isinstance(effect, Happens)
        values = dict(found.words.values)
        if self.pair.picked and effect.player == self.pair.state.receiver(self.viewer):
            values["player"] = say("{player}, next,", player=effect.player)
        told = replace(found.words, values=tuple(values.items()))
        if effect.deed is not Deed.STEALS or not effect.yours:
            return told
        there = thefts_left(self.pair, found.difference > 0)
        return told if there is None else say("{clause} ({there})", clause=told, there=there)


def topic(source: Source | None) -> Words:
    """Return what there is to weigh where points come from; None is what the others get."""
    return say("what the others get") if source is None else SOURCES[source][2]
