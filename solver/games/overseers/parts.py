"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from ....models.overseers.box import Kind, Power
from ....models.overseers.text import KINDS
from ....models.words import Words, figure, listed, say
from ...play.contrast import Clause, joined
from ...play.trial import SURE, Difference
from .by_rules import Use
from .effects import HAVING, SOURCES, Deed, Happens, Points, Source
from .pair import FEW, LEAST, MATTERS, Doing, Pair
from .table import RoundTable
from .thefts import cause, seized
from .verdicts import accusation

PART = 1 / 3
"""What a card adds is no reason if the own cards end apart by a smaller part of that."""
AS_MUCH = 0.5
"""What speaks against a verdict is told if it is such a part of what speaks for it; and that, if it
is such a part of the largest one."""
NEARLY = 3 / 4
"""What makes such a part of the gap is told alone."""
EXPLAINS = 0.35
"""What happens is told if it makes about this part of the points that differ."""
OFTENER = 0.25
"""What happens so much oftener is told, whatever it brings: which card is taken makes much."""
CASES = "of 100 cases"
SHORT = {
    say("in {n} of 100 cases").template: say("in {n}").template,
    say("in {n} of 100 cases, not {m}").template: say("in {n}, not {m}").template,
}
"""How a chance is told in a sentence that has told how many cases there are."""
BRINGS: Mapping[Source, Mapping[Deed, float]] = {
    Source.VERDICT: {Deed.PAYS: -8.0, Deed.WRONGLY: 5.0},
    Source.THEFT: {Deed.STEALS: 4.0, Deed.ROBBED: -3.0},
    Source.DOCKING: {Deed.DOCKED: -4.0},
}
"""About how many points what happens to somebody brings: what explains most is told."""


class Part(NamedTuple):
    """The points of a player from a source.

    Of others, what an accusation brings is one part with what their cards count.
    """

    player: str
    source: Source


class Parts:
    """The parts of the gap of a `pair`; what the move is `doing` by the rules is of that `use`."""

    def __init__(self, pair: Pair, use: Use, doing: Clause | None) -> None:
        self.pair, self.use, self.differs = pair, use, pair.differs
        self.viewer, self.side = pair.view.viewer, 1 if pair.full else -1
        self.least = max(MATTERS, SURE * pair.differs.error)
        self.own, self.adds = Part(self.viewer, use.of), isinstance(doing, Doing)
        self.headed = self.at_once = self.less = False
        self.alike: bool | None = None
        self.head = None if doing is None else doing.words
        if isinstance(doing, Doing):
            self._of_cards(doing)

    @cached_property
    def _made(self) -> Mapping[Part, float]:
        """How much of the gap comes from where."""
        found = dict[Part, float]()
        for each, (one, other) in self.differs.sides.items():
            if isinstance(each, Points):
                both = each.source is Source.VERDICT and not each.yours
                part = Part(each.player, Source.CARDS if both else each.source)
                found[part] = found.get(part, 0.0) + each.worth * (one - other)
        return found

    def weighed(self) -> Clause | None:
        """Return what the move does by the rules, with the parts of the gap that matter most.

        The largest part that speaks for the verdict of the row comes first; nothing, if that has no
        name. If it is what the cards add, a second one comes where it does not make the gap. One
        that speaks against it stands behind a "but" if it is nearly as large; before it, alone, if
        the cards add it at once.
        """
        found = dict[Part, Words | None]()
        for part in self._that_matter:
            words = None if part == self.own and self.headed else self._event(part)
            if words or (part == self.own and (self.headed or self.at_once)):
                found[part] = words
        speak = [each for each in self._that_matter if self._made[each] * self.side > 0]
        pros = [each for each in speak if each in found]
        cons = [each for each in found if each not in pros][:1]
        if not pros or (not self.differs.either and self._dwarfed(pros, speak)):
            if self.head is None or (self.adds and not self.differs.either):
                return None
            pros = cons = []
        small = self._dwarfed(cons, pros) and -self._sum(cons) < AS_MUCH * abs(self.differs.gap)
        cons = [] if small or self.alike is False else cons
        heads = bool(pros) and found[pros[0]] is None
        pros = pros[: 2 if heads and not cons and not self._make(pros[:1], NEARLY) else 1]
        topic = self._topic((*pros, self.own)[0])
        speaks, against = ([w for x in some if (w := found[x])] for some in (pros, cons))
        told = speaks if self.head is None else [joined(self.head, *speaks, alike=self.alike)]
        return Clause(joined(*told, *against, alike=False), topic=topic)

    def _dwarfed(self, some: Sequence[Part], others: Sequence[Part]) -> bool:
        """Tell whether some parts are all small beside the largest one of others."""
        one, other = (max([abs(self._made[x]) for x in y], default=0.0) for y in (some, others))
        return one < AS_MUCH * other

    def _sum(self, parts: Sequence[Part]) -> float:
        """Return how much parts make of what speaks for the verdict of the row."""
        return sum(self._made[each] for each in parts) * self.side

    def _make(self, parts: Sequence[Part], much: float) -> bool:
        """Tell whether parts make so much of the gap, if there is one."""
        return self.differs.either or self._sum(parts) >= much * abs(self.differs.gap)

    def _topic(self, part: Part) -> Words:
        """Return what there is to weigh where points come from."""
        if part.player != self.viewer:
            return say("what the others get")
        return self.use.topic if part.source is self.use.of else SOURCES[part.source][2]

    def _of_cards(self, doing: Doing) -> None:
        """Tell whether what is told first explains what the viewer's own cards come to.

        What a card adds at once does if it has the sign, and about the size; a series that grows
        later explains what it does not make at once, where that is told of both cards. Else points
        that are `less`, or more in the row of the worse move, speak against its verdict. What comes
        next is `alike` if it speaks for the same move.
        """
        self._made = self._made or {self.own: doing.points}
        made, points, picked = self._made.get(self.own, 0.0), doing.points, self.pair.picked
        much = any(doing.grows) or abs(made) >= PART * abs(points)
        self.at_once, grows = points * made > 0 and much, doing.grows[made < 0]
        side = made > 0 or (made < 0 and self.pair.full)  # else its series is not told here
        self.headed = side if grows else self.at_once
        self.less = (made if self.headed else points) * self.side < 0
        if level := picked and self.headed and self.pair.full and abs(made) < self.least:
            self.head = say("{clause}: about as much in the end", clause=doing.words)
        self.alike = not (level or self.less) and bool(points or self.headed)

    @cached_property
    def _that_matter(self) -> Sequence[Part]:
        """The parts of the gap that count, the largest first; whose Theft is taken before all."""
        parts = [each for each, made in self._made.items() if abs(made) >= self.least]
        parts = parts or [self.own] * self.headed

        def order(part: Part) -> tuple[bool, float]:
            takes = part.source is Source.THEFT and seized(self.pair, part.player)
            return not takes, -abs(self._made[part])

        return sorted(parts, key=order)

    def _event(self, part: Part) -> Words | None:
        """Return what happens more often, or less, by which most of a part comes, if anything."""
        yours = part.player == self.viewer
        match part.source:
            case Source.THEFT if yours:
                return cause(self.pair) or self._happens(part)
            case Source.THEFT:
                return seized(self.pair, part.player) or self._happens(part)
            case Source.VERDICT:
                return self._pays(self._made[part])
            case Source.CARDS if not yours:
                return self._theirs(part)
        return self._happens(part)

    def _happens(self, part: Part) -> Words | None:
        """Return by what happens to a player most of a part comes, if anything.

        The viewer is told of thefts what it takes, and what it loses.
        """
        made, share = self._made[part], 1.0
        if part.player != self.viewer:
            share = -1.0 / (len(self.pair.state.players) - 1)
        found = dict[float, Difference]()
        for deed, kind, worth in self._deeds(part):
            each = self.pair.happens(deed, part.player, kind)
            n = each.difference * worth * share / made
            if n > 0 and abs(each.difference) >= FEW:
                found[n] = each
        order = sorted(found, reverse=True)
        most = abs(found[order[0]].difference) if order else 0.0
        if most < (LEAST if order and order[0] >= EXPLAINS else OFTENER):
            return None
        words, others = self._worded(found[order[0]]), [found[each] for each in order[1:]]
        if part != (self.viewer, Source.THEFT) or not others:
            return words
        values = {"clause": words, "often": self.pair.often(*others[0].sides)}
        if others[0].effect == Happens(self.viewer, True, Deed.ROBBED):
            return say("{clause}, and are robbed {often}", **values)
        return say("{clause}, and steal one {often}", **values)

    def _theirs(self, part: Part) -> Words | None:
        """Return which card another player has more often, or how often an accusation costs it."""
        player, made = part.player, self._made[part]
        sources = (Source.CARDS, Source.VERDICT)
        cards, verdict = (m - n for n, m in (self.pair.brings(each, player) for each in sources))
        if cards * made > 0 and abs(cards) >= abs(verdict):
            return self._has(player, made < 0)
        pays = self.pair.happens(Deed.PAYS, player)
        explains = pays.difference * made > 0 and abs(pays.difference) >= LEAST
        return self.pair.told(pays) if explains else None

    def _has(self, player: str, more: bool) -> Words | None:
        """Return which card that is passed on a player has more often, or less, if clearly."""
        found = dict[float, Difference]()
        for deed, kind, worth in self._deeds(Part(player, Source.CARDS)):
            each = self.pair.happens(deed, player, kind)
            if abs(each.difference) >= LEAST and (each.difference > 0) is more:
                found[abs(each.difference) * worth] = each
        return self._worded(found[max(found)]) if found else None

    def _pays(self, made: float) -> Words | None:
        """Return how often an accusation costs the viewer cards, or brings one, and what `made`."""
        pair, viewer = self.pair, self.viewer
        brings = BRINGS[Source.VERDICT]
        found = [pair.happens(deed, viewer) for deed in brings]
        parts = [each.difference * n / made for each, n in zip(found, brings.values(), strict=True)]
        explains = sum(max(0.0, each) for each in parts) >= EXPLAINS
        largest = found[parts.index(max(parts))]
        if max(parts) <= 0 or abs(largest.difference) < (FEW if explains else LEAST):
            return None
        told = [pair.often(*x.sides) if abs(x.difference) >= FEW else None for x in found]
        values = {"clause": accusation(*told), "n": figure(abs(made), ".1f")}
        if made > 0:
            return say("{clause} (that gains about {n} points)", **values)
        return say("{clause} (that loses about {n} points)", **values)

    def _deeds(self, part: Part) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield by what points of a player come from a source, and about how many."""
        pair, yours = self.pair, part.player == self.viewer
        power = pair.state.power_of(part.player)
        if part.source is Source.CARDS:
            for kind in pair.cards.box.kinds:
                if (kind in pair.passed) is not yours or (yours and kind in pair.cards.box.series):
                    for n, deed in enumerate(HAVING, 1):
                        yield deed, kind, self._counts(power, kind, n)
        for deed, worth in BRINGS.get(part.source, {}).items():
            yield deed, "", worth

    def _counts(self, power: Power | None, kind: Kind, n: int) -> int:
        """Return what so many cards of a kind count with a power."""
        points = self.pair.cards.points[power]
        return points[n * self.pair.cards.card[kind]] - points[0]

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, who is told to get the pack next if by its cards."""
        values, effect = dict(self.pair.told(found).values), found.effect
        if isinstance(effect, Happens) and effect.kind:
            values["kind"], power = self._counted(effect), self.pair.state.power_of(effect.player)
            if self.pair.picked and effect.player == self.pair.round.passing[0]:
                values["player"] = say("{player}, who gets this pack,", player=effect.player)
            elif self.pair.move.verb == "discards" and power is Power.DRAW:
                values["player"] = say("{player}, who draws of the discard,", player=effect.player)
        words = replace(found.words, values=tuple(values.items()))
        if found.effect != Happens(self.viewer, True, Deed.STEALS):
            return words
        one, other = (self._thefts(each) for each in self.pair.after)
        apart = bool(one) is not bool(other) and not self.pair.picked
        if apart and one:
            words = say("with the Theft {clause}", clause=words)
        elif apart:
            words = say("without a Theft {clause}", clause=words)
        if (apart or self.pair.full) and self.pair.state.leader == self.viewer:
            return say("{clause} (as leader you break ties)", clause=words)
        return words

    def _thefts(self, after: RoundTable) -> int:
        """Return how many Thefts the viewer holds after a move."""
        laid = sum(card.nature for card in after.rows[self.pair.seat])
        return self.pair.cards.thefts(after.hands[self.pair.seat] + laid)

    def _counted(self, effect: Happens) -> Words:
        """Return a kind of cards with what so many of them count, and more of a series."""
        power, n = self.pair.state.power_of(effect.player), HAVING.index(effect.deed) + 1
        series = effect.kind in self.pair.cards.box.series
        many = range(n, len(HAVING) + 1) if series else (n,)
        counts = [self._counts(power, effect.kind, each) for each in many]
        values = {"kind": KINDS[effect.kind], "n": listed(counts, " / ")}
        who = self.pair.state.characters[effect.player]
        if series and power is Power.TUCK:
            return say("{kind} ({n}, {character}'s copy counted)", **values, character=who)
        if counts == [self._counts(None, effect.kind, each) for each in many]:
            return say("{kind} ({n})", **values)
        return say("{kind} ({n} with {character})", **values, character=who)


def told_once(words: Words) -> Words:
    """Return words that say only of the first chance of how many cases it is."""
    found = list[str]()

    def told(each: object) -> object:
        if not isinstance(each, Words):
            return each
        template = SHORT.get(each.template, each.template) if found else each.template
        if CASES in each.template:
            found.append(CASES)
        values = tuple((name, told(value)) for name, value in each.values)
        return replace(each, template=template, values=values)

    return replace(words, values=tuple((name, told(value)) for name, value in words.values))
