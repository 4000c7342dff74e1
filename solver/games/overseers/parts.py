"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import mul
from typing import NamedTuple

from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.text import KINDS
from ....models.words import Words, figure, in_100, in_points, say
from ...play.contrast import Clause, joined
from ...play.trial import SURE, Difference
from .by_rules import Use
from .effects import HAVING, SOURCES, Deed, Happens, Points, Source
from .pair import FEW, LEAST, MATTERS, Doing, Pair
from .thefts import cause, seized
from .tries import is_open
from .verdicts import in_all

AS_MUCH = 2 / 3
"""What has a name is told first if it is such a part of the largest part."""
NEARLY = 0.9
"""Of two cards that one ends with so often, with either move, that is told."""
MISSED = 1 / 3
"""Further parts are told as long as those told miss such a part of the gap."""
TOLD = 2
"""How many parts are told at most, and one more of the better move."""
EXPLAINS, TOO_MUCH = 0.25, 3.0
"""What happens is told if it makes such a part of the points that differ, or up to so much more."""
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
CAUSES: Mapping[Deed, tuple[Deed, Kind, int]] = {
    **dict.fromkeys((Deed.PAYS, Deed.ROBBED, Deed.DOCKED), (Deed.AHEAD, "", 1)),
    Deed.WRONGLY: (Deed.AHEAD, "", -1),
    Deed.STEALS: (Deed.ONE, THEFT, 1),
}
"""By what it happens to somebody more often, or less (-1): without that it is not told."""


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
        self.much = max(self.least, MISSED * abs(pair.differs.gap))
        self.own, self.adds = Part(self.viewer, use.of), isinstance(doing, Doing)
        self.headed = False
        self.alike: bool | None = None
        self.head = None if doing is None else doing.words
        self.setting = () if doing is None else doing.setting
        if isinstance(doing, Doing):
            self._of_cards(doing)

    @cached_property
    def _made(self) -> Mapping[Part, float]:
        """How much of the gap comes from where: more than nothing speaks for the verdict."""
        found = dict[Part, float]()
        for each, (one, other) in self.differs.sides.items():
            if isinstance(each, Points):
                both = each.source is Source.VERDICT and not each.yours
                part = Part(each.player, Source.CARDS if both else each.source)
                found[part] = found.get(part, 0.0) + each.worth * (one - other) * self.side
        return found

    def weighed(self) -> Clause | None:
        """Return what the move does by the rules, with the parts of the gap that matter most.

        Without a part that is told for the verdict of the row only cards that may be as good are.
        """
        parts = self._chosen()
        if not parts and (self.head is None or (self.adds and not self.differs.either)):
            return None
        told = [(self._made[each] > 0, self._named(each)) for each in parts]
        told.append((self._missed(parts) > 0, self._others(parts)))
        speaks, against = ([w for x, w in told if w and x is good] for good in (True, False))
        heads = [] if self.head is None else [self.head]
        heads += [joined(*speaks, alike=True)] if speaks else []
        words = joined(*heads, alike=self.alike)
        if against and self.alike is False:
            words = say("{clause}, though {other}", clause=words, other=against[0])
        elif against:
            words = joined(words, against[0], alike=False)
        return Clause(words, topic=self._topic((*parts, self.own)[0]), setting=self.setting)

    def _chosen(self) -> Sequence[Part]:
        """Return the parts that are told, the first for the verdict of the row.

        It is the largest with a name, or one that dwarfs it. If it makes more than the gap, the
        largest against it is told; then further ones, as long as those told miss the gap: of what
        others get only what has a name and was not told yet.
        """
        speak, against = (
            [x for x in self._that_matter if sign * self._made[x] > 0] for sign in (1, -1)
        )
        told = self._first(speak)
        if self.differs.either and not any(map(self._has_name, told)):
            told = []
        if not told:
            return told
        if self._missed(told) < -self.much:
            told += self._first([each for each in against if not self._tells(each)])
        for part in speak:
            new = self._by(part) is Source.CARDS or self._by(part) not in map(self._by, told)
            own = part.player == self.viewer or new
            few = sum(not self._tells(each) for each in told) < TOLD + self.pair.full
            if own and few and part not in told and self._missed(told) > self.much:
                told.append(part)
        return told

    def _first(self, parts: Sequence[Part]) -> list[Part]:
        """Return the largest of parts with a name, or the largest if that dwarfs it."""
        made = self._made
        most = max((abs(made[each]) for each in parts), default=0.0)
        named = (x for x in parts if abs(made[x]) > AS_MUCH * most and self._has_name(x))
        return [*itertools.islice(itertools.chain(named, parts), 1)]

    def _has_name(self, part: Part) -> bool:
        return self._tells(part) or self._event(part) is not None

    def _missed(self, told: Sequence[Part]) -> float:
        """Return how much more speaks for the verdict of the row than the parts that are told."""
        parts = {*told, *filter(self._tells, self._made)}
        return self.differs.gap * self.side - sum(self._made[each] for each in parts)

    def _tells(self, part: Part) -> bool:
        """Tell whether what the move does by the rules tells of a part."""
        return part == self.own and self.headed

    def _named(self, part: Part) -> Words | None:
        """Return what a part comes by, or how many points it makes if that has not been told."""
        if self._tells(part):
            return None
        if event := self._event(part):
            exact = is_open(self.pair.state)  # each Theft is told then
            return event if exact else in_all(event, self._made[part] * self.side)
        points = Points(part.player, self._by(part), 1.0 if part.player == self.viewer else -1.0)
        one, other = self.pair.brings(points.source, part.player)
        return points.told(Difference(points, one - other, self.differs.error, 0.0))

    def _others(self, told: Sequence[Part]) -> Words | None:
        """Return what the others get, if nothing of theirs is told and most is missed by that."""
        missed = self._missed(told) if told else 0.0
        made = sum(made for part, made in self._made.items() if part.player != self.viewer)
        others = any(each.player != self.viewer for each in told)
        if others or abs(missed) <= self.much or made * missed < missed**2 / 2:
            return None
        points = in_points(figure(abs(made), ".1f"))
        if made * self.side > 0:
            return say("each of the others gets on average {points} less", points=points)
        return say("each of the others gets on average {points} more", points=points)

    def _topic(self, part: Part) -> Words:
        """Return what there is to weigh where points come from."""
        if part.player != self.viewer:
            return say("what the others get")
        return self.use.topic if part.source is self.use.of else SOURCES[part.source][2]

    def _of_cards(self, doing: Doing) -> None:
        """Tell whether what is told first explains what the viewer's own cards come to.

        Where it does not, that is told, too; of a worse move by what happens, if so much is less.
        Points that are less, or more in that row, speak against its verdict. What comes next is
        `alike` if it speaks for the same move.
        """
        self._made = self._made or {self.own: doing.points * self.side}
        made, points = self._made.get(self.own, 0.0) * self.side, doing.points
        apart = abs(made - points) >= self.least
        named = not self.pair.full and -made >= self.least and self._happens(self.own)
        self.headed = not (apart and named)
        if self.use.of is Source.CARDS and self.headed and (doing.grows or apart):
            self.head, points = self._ends(doing.words, made), made
        level, less = self.headed and abs(made) < self.least, points * self.side < 0
        self.alike = not (level or less) and bool(points or self.headed)

    def _ends(self, clause: Words, made: float) -> Words:
        """Return what cards add, with what the own cards come to in the end."""
        values = {"clause": clause, "points": in_points(figure(abs(made), ".1f"))}
        both = min(min(self.pair.happens(Deed.ONE, self.viewer, x).sides) for x in self.pair.passed)
        if abs(made) < self.least and len(self.pair.passed) > 1 and both >= NEARLY:
            n = in_100(both, sure=False)
            return say("{clause}, but you end with both in {n} of 100 cases", clause=clause, n=n)
        if abs(made) < self.least:
            return say("{clause}: about as much in the end", **values)
        if made > 0:
            return say("{clause}: about {points} more in the end", **values)
        return say("{clause}: about {points} less in the end", **values)

    @cached_property
    def _that_matter(self) -> Sequence[Part]:
        """The parts of the gap that count, the largest first; whose Theft is taken before all.

        Of what others get only what has a name.
        """
        parts = [each for each, made in self._made.items() if abs(made) >= self.least]
        parts = [each for each in parts if each.player == self.viewer or self._event(each)]
        parts = parts or [self.own] * self.headed

        def order(part: Part) -> tuple[bool, float]:
            takes = part.source is Source.THEFT and seized(self.pair, part.player)
            return not takes, -abs(self._made[part])

        return sorted(parts, key=order)

    def _event(self, part: Part) -> Words | None:
        """Return by what most of a part comes, and why that happens more often or less, if known.

        Who takes a Theft, and what is given to a thief, is known beforehand.
        """
        known = None
        if part.source is Source.THEFT:
            yours = part.player == self.viewer
            known = cause(self.pair) if yours else seized(self.pair, part.player)
        return known or self._happens(part)

    def _happens(self, part: Part) -> Words | None:
        """Return what happens to a player by which most of a part comes, of what has a cause."""
        made = self._made[part] * self.side
        share = 1.0 if part.player == self.viewer else -1.0 / (len(self.pair.state.players) - 1)
        found = dict[float, Difference]()
        for deed, kind, worth in self._deeds(part):
            each = self.pair.happens(deed, part.player, kind)
            n = each.difference * worth * share / made
            least = LEAST if deed in HAVING else FEW
            if EXPLAINS <= n <= TOO_MUCH and abs(each.difference) >= least:
                found[n] = each
        return next(filter(None, (self._caused(found[n]) for n in sorted(found)[::-1])), None)

    def _caused(self, found: Difference) -> Words | None:
        """Return what happens, with what was counted that causes it; None if nothing was."""
        effect, pair = found.effect, self.pair
        assert isinstance(effect, Happens)
        words = self._worded(found)
        if effect.deed in (*HAVING, Deed.TAKES):  # of what is kept, or discarded
            return words
        if effect.deed is Deed.STEALS and self._more_thefts() * found.difference > 0:
            if found.difference > 0:
                return say("with the Theft {clause}", clause=words)
            return say("without the Theft {clause}", clause=words)
        deed, kind, sign = CAUSES[effect.deed]
        why = pair.happens(deed, effect.player, kind)
        least = max(FEW, abs(found.difference) / 2)
        if sign * why.difference * found.difference <= 0 or abs(why.difference) < least:
            return None
        told = pair.told(why)
        if kind == THEFT:
            theft = (*dict(told.values).items(), ("kind", say("a Theft")))
            told = replace(told, values=tuple(dict(theft).items()))
        return say("{clause}, since {why}", clause=words, why=told)

    def _by(self, part: Part) -> Source:
        """Return where a part comes from: of others' cards it may be what an accusation brings."""
        if part.player == self.viewer or part.source is not Source.CARDS:
            return part.source
        sources = (Source.CARDS, Source.VERDICT)
        cards, verdict = (m - n for n, m in (self.pair.brings(x, part.player) for x in sources))
        own = cards * self._made[part] * self.side > 0 and abs(cards) >= abs(verdict)
        return Source.CARDS if own else Source.VERDICT

    def _deeds(self, part: Part) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield by what points of a player come from a source, and about how many."""
        pair, yours, by = self.pair, part.player == self.viewer, self._by(part)
        kinds, power = pair.cards.box.kinds, pair.state.power_of(part.player)
        for kind in kinds if by is Source.CARDS else ():
            if kind in (pair.cards.box.series if yours else pair.passed):
                for n, deed in enumerate(HAVING, 1):
                    yield deed, kind, pair.counting(power, kind, n)
        for deed, worth in BRINGS.get(by, {}).items():
            if deed is Deed.WRONGLY and pair.move.verb == "discards":
                yield from ((Deed.TAKES, kind, worth) for kind in pair.passed)
            yield deed, "", worth

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, of cards with what they count: a series on average."""
        effect = found.effect
        assert isinstance(effect, Happens)
        if effect.kind in self.pair.cards.box.series and effect.deed in HAVING[:2]:
            return self._series(effect.player, effect.kind)
        values = dict(self.pair.told(found).values)
        if effect.deed in HAVING:
            values |= {"player": self._who(effect.player), "kind": self._counted(effect)}
        return replace(found.words, values=tuple(values.items()))

    def _who(self, player: str) -> object:
        """Return a player, who is told to get the pack next, or to draw of the discard."""
        if self.pair.picked and player == self.pair.round.passing[0]:
            return say("{player}, who gets this pack,", player=player)
        if self.pair.move.verb == "discards" and self.pair.state.power_of(player) is Power.DRAW:
            return say("{player}, who draws of the discard,", player=player)
        return player

    def _series(self, player: str, kind: Kind) -> Words:
        """Return what a series of a player counts on average after both moves."""
        power, counting = self.pair.state.power_of(player), self.pair.counting
        more = [counting(power, kind, n) - counting(power, kind, n - 1) for n in (1, 2, 3)]
        often = (self.pair.happens(deed, player, kind).sides for deed in HAVING)
        n, m = (figure(sum(map(mul, x, more)), ".1f") for x in zip(*often, strict=True))
        values = {"player": self._who(player), "kind": KINDS[kind], "points": in_points(n), "m": m}
        if player == self.viewer:
            return say("your {kind} counts on average {points}, not {m}", **values)
        return say("the {kind} of {player} counts on average {points}, not {m}", **values)

    def _more_thefts(self) -> int:
        """Return how many more Thefts the viewer holds after the move; those seized are back."""
        pair, held = self.pair, list[int]()
        for after in pair.after:
            cards = after.hands[pair.seat] + sum(card.nature for card in after.rows[pair.seat])
            held.append(pair.cards.thefts(cards))
        one, other = held
        back = pair.power is Power.SEIZE and pair.move.verb == "discards"
        return other - one if back else one - other

    def _counted(self, effect: Happens) -> Words:
        """Return a kind of cards with what so many of them count."""
        power, many = self.pair.state.power_of(effect.player), HAVING.index(effect.deed) + 1
        n, bare = (self.pair.counting(x, effect.kind, many) for x in (power, None))
        who = self.pair.state.characters[effect.player]
        kind = KINDS[effect.kind] if many == 1 else say("three {kind}", kind=KINDS[effect.kind])
        values = {"kind": kind, "n": n, "character": who}
        if effect.kind in self.pair.cards.box.series and power is Power.TUCK:
            return say("{kind} ({n}, {character}'s copy counted)", **values)
        if n == bare:
            return say("{kind} ({n})", **values)
        return say("{kind} ({n} with {character})", **values)


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
