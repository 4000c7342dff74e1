"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.text import KINDS
from ....models.words import Words, in_points, say
from ...play.contrast import Clause, joined
from ...play.trial import SURE, Difference
from .by_rules import Use
from .effects import HAVING, Deed, Happens, Points, Source, rounded
from .pair import FEW, LEAST, MATTERS, Doing, Pair
from .thefts import seized
from .verdicts import in_all

AS_MUCH = 2 / 3
"""What has a name is told first if it is such a part of the largest part."""
MISSED = 1 / 3
"""Further parts are told as long as those told miss such a part of the gap."""
TOLD = 3
"""How many parts are told at most."""
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
CAUSES: Mapping[Deed, Sequence[tuple[Deed, Kind, bool]]] = {
    Deed.PAYS: ((Deed.AHEAD, "", True), (Deed.ACCUSED, "", True)),
    Deed.WRONGLY: ((Deed.AHEAD, "", False), (Deed.ACCUSED, "", True)),
    **dict.fromkeys((Deed.ROBBED, Deed.DOCKED), ((Deed.AHEAD, "", True),)),
    Deed.STEALS: ((Deed.ONE, THEFT, True),),
}
"""What has to be so that it happens, or not to be: without that it is not told of others."""
CAUSED = 0.4
"""Such a part of how much more often it happens comes by that, all else as where it does."""


class Parts:
    """The parts of the gap of a `pair`; what the move is `doing` by the rules is of that `use`."""

    def __init__(self, pair: Pair, use: Use, doing: Clause | None) -> None:
        self.pair, self.use, self.differs = pair, use, pair.differs
        self.side = 1 if pair.full else -1
        self.least = max(MATTERS, SURE * pair.differs.error)
        self.much = max(self.least, MISSED * abs(pair.differs.gap))
        self.own, self.adds = Points(pair.view.viewer, use.of, 1.0), isinstance(doing, Doing)
        self.headed = False
        self.alike: bool | None = None
        self.head = None if doing is None else doing.words
        if isinstance(doing, Doing):
            self._of_cards(doing)

    @cached_property
    def _made(self) -> Mapping[Points, float]:
        """How much of the gap comes from where: more than nothing speaks for the verdict."""
        found = defaultdict[Points, float](float)
        for each, (one, other) in self.differs.sides.items():
            if isinstance(each, Points):
                both = each.source is Source.VERDICT and not each.yours  # who has more is accused
                part = replace(each, source=Source.CARDS) if both else each
                found[part] += each.worth * (one - other) * self.side
        return found

    def weighed(self) -> Clause | None:
        """Return what the move does by the rules, with the parts of the gap that matter most.

        Without a part that is told for the verdict of the row only cards that may be as good are.
        """
        parts = self._chosen()
        others = self._others(parts)
        bare = self.head is None or (self.adds and not self.differs.either)
        if bare and not parts and (others is None or self._missed(parts) < 0):
            return None
        told = [(self._made[each] > 0, self._named(each)) for each in parts]
        told.append((self._missed(parts) > 0, others))
        speaks, against = ([w for x, w in told if w and x is good] for good in (True, False))
        heads = [] if self.head is None else [self.head]
        heads += [joined(*speaks, alike=True)] if speaks else []
        words = joined(*heads, alike=self.alike)
        other = joined(*against, alike=True) if against else None
        if other and self.alike is False:
            words = say("{clause}, though {other}", clause=words, other=other)
        elif other:
            words = joined(words, other, alike=False)
        topic = self.use.topic if not parts or parts[0] == self.own else parts[0].topic
        return Clause(words, topic=topic)

    def _chosen(self) -> Sequence[Points]:
        """Return the parts that are told, the first for the verdict of the row.

        It is the largest with a name, or one that dwarfs it. Then further ones, as long as those
        told miss the gap, or make more: of others each thing once.
        """
        made, speak = self._made, [each for each in self._that_matter if self._made[each] > 0]
        named = [
            each
            for each in speak
            if made[each] > AS_MUCH * max(made[x] for x in speak)
            and (self._tells(each) or self._event(each))
        ]
        told = (named if self.differs.either else named or speak)[:1]
        for part in self._that_matter if told else ():
            missed = self._missed(told)
            seizes = part.source is Source.THEFT and seized(self.pair, part.player)
            new = part.source is Source.CARDS or part.source not in {each.source for each in told}
            few = sum(not self._tells(each) for each in told) < TOLD
            helps = abs(missed) > self.much and missed * made[part] > 0
            if helps and few and (part.yours or new or seizes) and part not in told:
                told.append(part)
        return told

    def _missed(self, told: Sequence[Points]) -> float:
        """Return how much more speaks for the verdict of the row than the parts that are told."""
        parts = {*told, *filter(self._tells, self._made)}
        return self.differs.gap * self.side - sum(self._made[each] for each in parts)

    def _tells(self, part: Points) -> bool:
        """Tell whether what the move does by the rules tells of a part."""
        return part == self.own and self.headed

    def _named(self, part: Points) -> Words | None:
        """Return what a part comes by, or how many points it makes if that has not been told."""
        if self._tells(part):
            return None
        if event := self._event(part):
            return in_all(event, self._made[part] * self.side)
        one, other = self.pair.brings(part.source, part.player)
        return part.told(Difference(part, one - other, self.differs.error, 0.0))

    def _others(self, told: Sequence[Points]) -> Words | None:
        """Return what the others get, if nothing of theirs is told and most is missed by that.

        If one player makes half of it by what has a name, that is told.
        """
        missed = self._missed(told)
        theirs = {each: made for each, made in self._made.items() if not each.yours}
        made = sum(theirs.values())
        others = not all(each.yours for each in told)
        if others or abs(missed) <= self.much or made * missed < missed**2 / 2:
            return None
        most = max(theirs, key=lambda each: theirs[each] * missed)
        if abs(theirs[most]) >= max(MATTERS, abs(made) / 2) and (event := self._event(most)):
            return in_all(event, theirs[most] * self.side)
        points = in_points(rounded(made))
        if made * self.side > 0:
            return say("the mean of the others is {points} lower", points=points)
        return say("the mean of the others is {points} higher", points=points)

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
        values = {"clause": clause, "points": in_points(rounded(made))}
        if abs(made) < self.least:
            return say("{clause}: about as much in the end", **values)
        if made > 0:
            return say("{clause}: about {points} more in the end", **values)
        return say("{clause}: about {points} less in the end", **values)

    @cached_property
    def _that_matter(self) -> Sequence[Points]:
        """The parts of the gap that count, the largest first; whose Theft is taken before all.

        Of others only what has a name.
        """
        parts = [each for each, made in self._made.items() if abs(made) >= self.least]
        parts = [each for each in parts if each.yours or self._event(each)]

        def order(part: Points) -> tuple[bool, float]:
            return part.yours or not seized(self.pair, part.player), -abs(self._made[part])

        return sorted(parts or [self.own] * self.headed, key=order)

    def _event(self, part: Points) -> Words | None:
        """Return by what most of a part comes, and why that happens more often or less, if known.

        Who takes a Theft is known beforehand.
        """
        theirs = part.source is Source.THEFT and not part.yours
        return (seized(self.pair, part.player) if theirs else None) or self._happens(part)

    def _happens(self, part: Points) -> Words | None:
        """Return what happens to a player by which most of a part comes, of what has a cause."""
        made = self._made[part] * self.side
        found = dict[float, Difference]()
        for deed, kind, worth in self._deeds(part):
            each = self.pair.happens(deed, part.player, kind)
            n = each.difference * worth * part.worth / made
            cards = deed in HAVING  # of which it is known how many points they bring
            least, explains = (LEAST, 2 * EXPLAINS) if cards else (FEW, EXPLAINS)
            if explains <= n <= TOO_MUCH and abs(each.difference) >= least:
                found[n] = each
        return next(filter(None, (self._caused(found[n]) for n in sorted(found)[::-1])), None)

    def _caused(self, found: Difference) -> Words | None:
        """Return what happens, with what was counted that causes it; None if nothing was."""
        effect, pair = found.effect, self.pair
        assert isinstance(effect, Happens)
        words = self._worded(found)
        if effect.deed in (*HAVING, Deed.TAKES):  # of what is kept, or discarded
            return words
        steals = effect.yours and effect.deed is Deed.STEALS
        if steals and self._more_thefts() * found.difference > 0:
            if found.difference > 0:
                return say("with the Theft {clause}", clause=words)
            return say("without the Theft {clause}", clause=words)
        for deed, kind, needed in CAUSES[effect.deed]:
            why = pair.happens(deed, effect.player, kind)
            one, other = causes = [n if needed else 1 - n for n in why.sides]
            often, then = max(zip(found.sides, causes, strict=True))
            caused = (one - other) * often / max(often, then) / found.difference
            told = self._shown(why) if deed is Deed.ACCUSED else self._worded(why)
            if not told or caused < CAUSED or abs(why.difference) < FEW:
                continue
            if all(n >= each for n, each in zip(causes, found.sides, strict=True)):
                return say("{clause}, since {why}", clause=words, why=told)
            return say("{why}, and {clause}", why=told, clause=words) if deed in HAVING else words
        return words if effect.yours and effect.deed in (Deed.ROBBED, Deed.DOCKED) else None

    def _shown(self, accused: Difference) -> Words | None:
        """Return how much the viewer shows at the vote, if by that it is `accused` so often."""
        shown = self.pair.happens(Deed.SHOWS, self.pair.view.viewer)
        if shown.difference * accused.difference <= 0 or abs(shown.difference) < MATTERS:
            return None
        return shown.words

    def _more_thefts(self) -> int:
        """Return how many more Thefts the viewer holds after the move; those seized are back."""
        pair, seat = self.pair, self.pair.seat
        rows = (sum(card.nature for card in after.rows[seat]) for after in pair.after)
        hands = (after.hands[seat] for after in pair.after)
        one, other = (pair.cards.thefts(x + y) for x, y in zip(hands, rows, strict=True))
        back = pair.power is Power.SEIZE and pair.move.verb == "discards"
        return other - one if back else one - other

    def _deeds(self, part: Points) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield by what points of a player come from a source, and about how many."""
        pair, box = self.pair, self.pair.cards.box
        power = pair.state.power_of(part.player)
        for kind in box.kinds if part.source is Source.CARDS else ():
            if kind in (box.series if part.yours else pair.passed):
                n = len(HAVING) if kind in box.series else 1
                yield HAVING[n - 1], kind, pair.counting(power, kind, n)
        for deed, worth in BRINGS.get(part.source, {}).items():
            if deed is Deed.WRONGLY and pair.move.verb == "discards":
                yield from ((Deed.TAKES, kind, worth) for kind in pair.passed)
            yield deed, "", worth

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, of cards with what they count, and who gets the pack."""
        effect, pair = found.effect, self.pair
        assert isinstance(effect, Happens)
        values = dict(pair.told(found).values)
        if effect.deed in HAVING:
            values["kind"] = self._counted(effect)
            if pair.picked and effect.player == pair.round.passing[0]:
                values["player"] = say("{player}, who gets this pack,", player=effect.player)
        return replace(found.words, values=tuple(values.items()))

    def _counted(self, effect: Happens) -> Words:
        """Return a kind of cards with what so many of them count; of Thefts that there is one."""
        if effect.kind == THEFT:
            return say("a Theft")
        power, many = self.pair.state.power_of(effect.player), HAVING.index(effect.deed) + 1
        n, bare = (self.pair.counting(x, effect.kind, many) for x in (power, None))
        kind = KINDS[effect.kind] if many == 1 else say("three {kind}", kind=KINDS[effect.kind])
        values = {"kind": kind, "n": n, "character": self.pair.state.characters[effect.player]}
        if n == bare and (power is not Power.TUCK or many == 1):
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
