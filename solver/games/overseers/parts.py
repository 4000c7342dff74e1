"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.text import KINDS
from ....models.words import Listed, Words, figure, listed, say
from ...play.contrast import Clause, joined
from ...play.trial import SURE, Difference
from .by_rules import Use
from .effects import HAVING, Deed, Happens, Points, Source
from .pair import FEW, LEAST, MATTERS, Doing, Pair
from .thefts import seized
from .verdicts import MOSTLY, in_all

LARGE = 1 / 3
"""Of each side the largest part is told with what it comes by, and those of such a part of it."""
MISSED = 0.5
"""Further parts are told as long as those told miss the gap by more points."""
OWN, EXPLAINS, TOO_MUCH = 0.25, 0.4, 3.0
"""What happens is told if it makes such a part of the points that differ, or up to so much more:
of what happens to the viewer, of cards and others."""
SHORT = {
    "of 100 cases": {
        say("in {n} of 100 cases").template: say("in {n}").template,
        say("in {n} of 100 cases, not {m}").template: say("in {n}, not {m}").template,
    },
    "{m} points": {
        say("{clause} ({m} points)").template: say("{clause} ({m})").template,
        say("{clause}: {m} points in the end").template: say("{clause}: {m} in the end").template,
        say("{m} points {by}").template: say("{m} {by}").template,
    },
}
"""How a chance, or an amount, is told in a sentence that has told what it is of."""
BY: Mapping[Source | None, Words] = {
    Source.CARDS: say("by your cards"),
    Source.VERDICT: say("by the accusation"),
    Source.THEFT: say("by the theft"),
    Source.DOCKING: say("by Liang"),
    None: say("by what the others get"),
}
"""By what a part of the gap comes."""
BRINGS: Mapping[Source, Mapping[Deed, float]] = {
    Source.VERDICT: {Deed.PAYS: -8.0, Deed.WRONGLY: 5.0},
    Source.THEFT: {Deed.STEALS: 4.0, Deed.ROBBED: -4.0},
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
    """The parts of the gap of a `pair`; what the move is `doing` by the rules is of that `use`.

    They are the points that come to the viewer from each source, and what the others get (None):
    together they make the gap.
    """

    def __init__(self, pair: Pair, use: Use, doing: Clause | None) -> None:
        self.pair, self.use, self.differs = pair, use, pair.differs
        self.side = 1 if pair.full else -1
        self.least = max(MATTERS, SURE * pair.differs.error)
        self.made = defaultdict[Source | None, float](float)
        self.theirs = defaultdict[Points, float](float)
        for each, (one, other) in self.differs.sides.items():
            if isinstance(each, Points):
                made, source = each.worth * (one - other), each.source
                self.made[source if each.yours else None] += made
                if source is Source.VERDICT:  # who has more is accused: these make one
                    each = replace(each, source=Source.CARDS)
                self.theirs[each] += 0.0 if each.yours else made
        self.adds, self.head = isinstance(doing, Doing), None if doing is None else doing.words
        if isinstance(doing, Doing):
            self.made = self.made or defaultdict(float, {use.of: doing.points})
            self.head = self._in_the_end(doing)
        self.level = self.adds and abs(self.made[use.of]) < self.least

    def weighed(self) -> Clause | None:
        """Return what the move does by the rules, with the parts of the gap that matter most.

        Without a part that speaks for the verdict only cards that may be as good are told. What
        speaks against it stands behind a "but", what comes by nothing that is told at the end.
        """
        told = self._chosen()
        speak = [part for part in told if self._speaks(part)]
        if not speak and (self.head is None or (self.adds and not self.differs.either)):
            return None
        sides: dict[bool, list[Words]] = {True: [], False: []}
        rest = dict[Source | None, Words]()
        for part in told:
            side, made = sides[self._speaks(part)], self.made[part]
            first = part == speak[0] if self._speaks(part) else not side
            large = abs(made) >= LARGE * abs(self.made[told[0]])
            if self.adds and part == self.use.of and self.head:
                side.append(self.head)
            elif (first or large) and (why := self._why(part)):
                side.append(in_all(why, made))
            else:
                rest[part] = say("{m} points {by}", m=figure(made, "+.1f"), by=BY[part])
        if speak and not sides[True]:
            sides[True].append(rest.pop(speak[0]))
        topic = self.use.topic
        if speak and speak[0] != self.use.of:
            topic = Points("", speak[0] or Source.CARDS, 1.0 if speak[0] else -1.0).topic
        return Clause(self._joined(*sides.values(), rest=[*rest.values()]), topic=topic)

    def _joined(self, *sides: Sequence[Words], rest: Sequence[Words]) -> Words:
        """Return what speaks for the verdict and against it as one; first what is level."""
        first = [self.head] if self.head and (self.level or not self.adds) else []
        told = [joined(*each, alike=True) for each in (first, *sides) if each]
        words = joined(*told[:2], alike=None if first and not self.adds else False)
        for other in told[2:]:
            words = say("{clause}, though {other}", clause=words, other=other)
        return say("{clause}; besides {rest}", clause=words, rest=listed(rest)) if rest else words

    def _speaks(self, part: Source | None) -> bool:
        """Tell whether a part speaks for the verdict of the row."""
        return self.made[part] * self.side > 0

    def _kept(self, clause: Words) -> Words:
        """Return a clause with how often the other card is kept all the same, if mostly."""
        (kind, *others), cards = self.differs.against.words, self.pair.cards
        often, _ = self.pair.happens(Deed.ONE, self.pair.view.viewer, kind).sides
        has = cards.many(self.pair.held, kind)
        if others or has or kind in cards.box.series or often < MOSTLY:
            return clause
        values = {"clause": clause, "card": KINDS[kind], "often": self.pair.often(often, often)}
        return say("{clause} (you keep {card} all the same {often})", **values)

    def _chosen(self) -> Sequence[Source | None]:
        """Return the parts that are told, the largest first.

        These are the largest that speaks for the verdict, and the own cards; then the largest of
        what is missed, as long as much is.
        """
        order = [part for part, made in self.made.items() if abs(made) >= self.least]
        order.sort(key=lambda part: -abs(self.made[part]))
        speak = [x for x in order if self._speaks(x) and (not self.differs.either or self._why(x))]
        told = {*[self.use.of] * self.adds, *speak[:1]}
        for part in order:
            missed = self.differs.gap - sum(self.made[each] for each in told)
            if abs(missed) > max(MISSED, self.least) and missed * self.made[part] > 0:
                told.add(part)
        return [part for part in order if part in told]

    def _why(self, part: Source | None) -> Words | None:
        """Return what a part comes by; that others get more, by what most of it comes.

        Who takes a Theft is known beforehand.
        """
        if part is not None:
            return self._happens(Points(self.pair.view.viewer, part, 1.0), self.made[part])
        made = {each: n for each, n in self.theirs.items() if n / self.made[None] >= EXPLAINS}
        takes = (seized(self.pair, each.player) for each in made if each.source is Source.THEFT)
        most = sorted(made, key=lambda each: -abs(made[each]))[:1]
        comes = (self._happens(x, max(made[x], self.made[None], key=abs)) for x in most)
        return next(chain(filter(None, takes), comes), None)

    def _in_the_end(self, doing: Doing) -> Words:
        """Return what cards add, with what they come to in the end, if that is not as much.

        Of a worse move what happens is told, too, if so much is less.
        """
        words, made = doing.words, self.made[self.use.of]
        apart = abs(made - doing.points) >= self.least
        if apart and not self.pair.full and -made >= self.least and (why := self._why(self.use.of)):
            words = joined(words, why, alike=True)
        if self.use.of is not Source.CARDS or not (doing.grows or apart):
            return words
        if abs(made) < self.least:
            words = say("{clause}: about as much in the end", clause=words)
            return self._kept(words) if self.pair.picked else words
        return say("{clause}: {m} points in the end", clause=words, m=figure(made, "+.1f"))

    def _happens(self, part: Points, made: float) -> Words | None:
        """Return what happens to a player by which most of a part comes, of what has a cause."""
        found = dict[float, Difference]()
        for deed, kind, worth in self._deeds(part):
            each = self.pair.happens(deed, part.player, kind)
            n = each.difference * worth * part.worth / made
            cards = deed in HAVING  # of which it is known how many points they bring
            least = OWN if part.yours and not cards else EXPLAINS
            if least <= n <= TOO_MUCH and abs(each.difference) >= (LEAST if cards else FEW):
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
            if found.sure:
                sure = say("with the Theft you steal a card")
                return sure if found.came else say("without the Theft you steal no card")
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
        one = part.source is Source.CARDS and not part.yours  # with the accusation
        for deed, worth in BRINGS.get(Source.VERDICT if one else part.source, {}).items():
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
            place = pair.round.passing.index(effect.player)
            if pair.picked and not place:
                values["player"] = say("{player}, who gets this pack,", player=effect.player)
            elif pair.picked and place < len(pair.state.packs[pair.view.viewer].known) - 1:
                values["player"] = say("{player}, who gets this pack later,", player=effect.player)
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
    """Return words that say only of the first chance, and the first amount, what it is of."""
    found = set[str]()

    def told(each: object) -> object:
        if isinstance(each, Listed):
            return listed(map(told, each.values), each.separator)
        if not isinstance(each, Words):
            return each
        template = each.template
        for unit, short in SHORT.items():
            if unit in template and unit in found:
                template = short.get(template, template)
            elif unit in template:
                found.add(unit)
        values = tuple((name, told(value)) for name, value in each.values)
        return replace(each, template=template, values=values)

    return replace(words, values=tuple((name, told(value)) for name, value in words.values))
