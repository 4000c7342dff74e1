"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.text import KINDS
from ....models.words import Words, figure, in_100, in_points, say
from ...play.contrast import SLIGHT, Clause, joined, often
from ...play.trial import Difference
from .bundles import Bundle, Cards
from .by_rules import Doing, Use
from .effects import HAVING, SOURCES, Deed, Happens, Points, Source
from .pair import LEAST, Pair

FEW = 0.05
"""What happens less often is not told apart."""
MATTERS = 0.3
"""Points below this are not told, beside what a move does by the rules."""
EXPLAINS = 0.35
"""What happens is told if it makes about this part of the points that differ."""
LEFT, PART = 0.5, 0.4
"""What is told makes the gap but for so many points, or for such a part of it."""
APART, MUCH = 2, 4
"""A stake is told of both moves if it differs by so many points, or by so many where its chance
differs, too."""
PARTS = 3
"""So many parts of a gap are told at most."""
LONG = 230
"""A sentence of so many letters, in English, is told without what a part comes by: four lines."""
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
STAKES: Mapping[Deed, Words] = {
    Deed.RIGHTLY: say("accused rightly ({often}), you lose {n} instead of {m}"),
    Deed.WRONGLY: say(
        "accused wrongly ({often}), a card brings up to {n} ({card}), not {m} ({beside})"
    ),
    Deed.ADMITS: say("accused, and admitting ({often}), you give up {n} instead of {m}"),
}
"""What an accusation brings the viewer after both moves, where that differs."""
LAYING = ("places", "tilts", "tucks", "adds")
"""Moves that change what lies before one when the vote comes."""
CHANGING = (Power.TILT, Power.DRAW, Power.TUCK)
"""Powers of the vote that change what cards count."""


class Parts:
    """The parts of the gap of a `pair` of moves, of which `use` tells what they do by the rules."""

    def __init__(self, pair: Pair, use: Use) -> None:
        self.pair, self.use = pair, use
        self.differs, self.move, self.viewer = pair.differs, pair.move, pair.view.viewer

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
        gap = left = self.differs.gap
        source, found = None, list[Source | None]()
        good = None if doing is None else doing.good
        if isinstance(doing, Doing) and doing.points is not None:
            source = self.use.of
            counted = any(isinstance(each, Points) for each in self.differs.sides)
            made = self._made[source] if counted else doing.points
            left -= made
            good = made > 0 if abs(made) >= MATTERS else None
            if abs(made - doing.points) > max(LEFT, PART * abs(made)):
                good = None
                found = [source] if source is Source.CARDS or abs(made) >= MATTERS else []
        elif self.move.verb == "places" and self._voted is not None:
            found, left = [Source.VERDICT], left - self._made[Source.VERDICT]
        sided = good is not None or bool(found)
        while len(found) < PARTS and abs(left) > max(LEFT * sided, PART * abs(gap)):
            rest = {each: n for each, n in self._made.items() if each not in (source, *found)}
            best = min(rest, key=lambda each: abs(left - rest[each]))
            if abs(rest[best]) < MATTERS or abs(left - rest[best]) >= abs(left):
                break
            found.append(best)
            sided, left = True, left - rest[best]
        events = (self._event(each) for each in found if each != source)
        event = next(filter(None, events), None)
        told = self._weighed(doing, good, found, event)
        if told is None or event is None or len(str(told)) <= LONG:
            return told
        return self._weighed(doing, good, found, None)

    def _weighed(
        self,
        doing: Clause | None,
        good: bool | None,
        found: Sequence[Source | None],
        event: tuple[Source | None, Words] | None,
    ) -> Clause | None:
        """Return what a move does, which is `good` or bad, with the parts `found`."""
        side = self.differs.best or self.differs.gap > 0
        pros, cons = list[tuple[Words, Words]](), list[tuple[Words, Words]]()
        head = [] if doing is None else [(doing.words, self.use.topic)]
        for each in found:
            words = self._part(each)
            if each is Source.CARDS and abs(self._made[each]) < MATTERS:
                head.append((words, topic(each)))
                continue
            if event is not None and event[0] == each:
                words = say("{clause}, as {cause}", clause=words, cause=event[1])
            (pros if (self._made[each] > 0) is side else cons).append((words, topic(each)))
        if head and good is not None:
            (pros if good is side else cons).insert(0, head.pop(0))
        if not pros and not self.differs.either:
            pros.append((self._unexplained, topic(self.use.of)))
        if not head and not pros and not cons:
            return None
        both = [joined(*[words for words, _ in some], alike=True) for some in (pros, cons) if some]
        told = [*[words for words, _ in head], *([joined(*both, alike=False)] if both else [])]
        for_it = None if head or (self.differs.either and pros) else side is bool(pros)
        return Clause(joined(*told), for_it, topic=(*head, *pros, *cons)[0][1])

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
        if source is Source.CARDS and abs(made) < MATTERS:
            return say("your cards end alike")
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
                worths = self._worths(deed) if points.yours else ()
                one, other = (
                    n * f for n, f in zip(worths or (worth, worth), each.sides, strict=True)
                )
                part = (one - other) * points.worth / made
                if part >= EXPLAINS and (abs(each.difference) >= LEAST or apart(worths)):
                    found[part] = each
        return (source, self._worded(found[max(found)])) if found else None

    @cached_property
    def _voted(self) -> Words | None:
        """How much more often the viewer is accused after one of two moves, if it is so."""
        (one, other), viewer = self._accused, self.viewer
        if abs(one - other) < FEW or abs(self._made[Source.VERDICT]) < LEAST:
            return None
        wrongly = self.pair.happens(Deed.WRONGLY, viewer)
        if max(one - wrongly.sides[0], other - wrongly.sides[1]) < FEW:
            return self._worded(wrongly)
        n, m = in_100(one, sure=False), in_100(other, sure=False)
        return say("you are accused in {n} of 100 cases instead of {m}", n=n, m=m)

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
        deed, told, worths = effect.deed, often(found), self._worths(effect.deed)
        alike = abs(found.difference) < LEAST
        if effect.yours and apart(worths, APART if alike else MUCH):
            n, m = map(abs, worths)
            told = say("in {n} of 100 cases", n=in_100(found.sides[0])) if alike else told
            cards = zip(
                ("card", "beside"), (KINDS.get(each.best) for each in self._purses), strict=True
            )
            amount = n if deed is Deed.WRONGLY else in_points(n)
            values = (("n", amount), ("m", m), ("often", told), *cards)
            return replace(STAKES[deed], values=values)
        if effect.yours and deed is Deed.STEALS and self.pair.state.leader == effect.player:
            return say("{clause} (you win ties)", clause=found.words)
        if not self.pair.picked or effect.player != self.pair.state.receiver(self.viewer):
            return found.words
        who = say("{player}, next,", player=effect.player)
        return replace(found.words, values=(*found.words.values, ("player", who)))

    @property
    def _accused(self) -> tuple[float, float]:
        """How often the viewer is accused after either move, not counting where it is spared."""
        deeds = (Deed.RIGHTLY, Deed.WRONGLY, Deed.ADMITS)
        one, other = zip(
            *(self.pair.happens(each, self.viewer).sides for each in deeds), strict=True
        )
        return sum(one), sum(other)

    @cached_property
    def _purses(self) -> Sequence[_Purse]:
        """What accusations change after both moves, if that is known."""
        return purses(self.pair)

    def _worths(self, deed: Deed) -> Sequence[int]:
        """Return what an accusation that ends so brings after both moves, if that is known."""
        if deed not in STAKES:
            return ()
        return [each.brings(deed) for each in self._purses]


class _Purse(NamedTuple):
    """What is `lost` of the own cards if accused rightly, and if it is `admitted`.

    The `gain` is what a card adds at most, of the `best` kind. OV-5, OV-6
    """

    lost: int
    admitted: int
    gain: int
    best: Kind

    @classmethod
    def of(
        cls, cards: Cards, power: Power | None, held: Bundle, unseen: Collection[Kind]
    ) -> _Purse:
        points = cards.points[power]
        left = [points[held - gone] for gone in cards.some[held, cards.box.confessed]]
        own = points[held]
        best = max(unseen, key=lambda kind: points[held + cards.card[kind]], default="")
        gain = points[held + cards.card[best]] if best else own
        return cls(own - min(left), own - max(left), gain - own, best)

    def brings(self, deed: Deed) -> int:
        """Return what an accusation brings."""
        return {Deed.RIGHTLY: -self.lost, Deed.ADMITS: -self.admitted}.get(deed, self.gain)


def topic(source: Source | None) -> Words:
    """Return what there is to weigh where points come from; None is what the others get."""
    return say("what the others get") if source is None else SOURCES[source][2]


def apart(worths: Sequence[int], least: int = APART) -> bool:
    """Tell whether something brings so much more, or less, after one of two moves."""
    return len(worths) > 1 and abs(worths[0] - worths[1]) >= least


def purses(pair: Pair) -> Sequence[_Purse]:
    """Return what the cards count after both moves, and what accusations change; if known."""
    if pair.move.verb == "discards":
        gone = [pair.cards.card[each.words[0]] for each in pair.moves]
        held = [] if pair.special(pair.held) else [pair.held - each for each in gone]
    else:
        tables = pair.after if pair.move.verb in LAYING else [pair.table] * 2
        hidden = pair.power in CHANGING and pair.power not in tables[0].used
        held = [sum(card.nature for card in each.rows[pair.seat]) for each in tables]
        held = [] if hidden or not all(held) else held
    return [_Purse.of(pair.cards, pair.power, each, _unseen(pair)) for each in held]


def _unseen(pair: Pair) -> Collection[Kind]:
    """Return the kinds of which a card can lie in the discard when somebody is accused."""
    state, viewer = pair.state, pair.view.viewer
    seen = Counter(pair.cards.kinds(pair.held))
    for player in state.players:
        seen.update(laid.kind for laid in state.rows[player] if player != viewer)
    gone = {word for each in pair.moves for word in each.words if each.verb == "discards"}
    every = Counter(pair.cards.box.cards(len(state.players)))
    return [kind for kind in every if every[kind] > seen[kind] or kind in gone]
