"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.text import KINDS
from ....models.words import Listed, Words, listed, say
from ...play.contrast import Clause, joined
from ...play.trial import SURE, Difference
from .by_rules import Use
from .effects import HAVING, Deed, Happens, Points, Source
from .pair import ABOUT_ONE, FEW, LEAST, MATTERS, Doing, Pair
from .thefts import seized
from .verdicts import MOSTLY

AS_MUCH = 3 / 4
"""What has a cause is told first if it is such a part of the largest; who robs is named so, too."""
MISSED, TOLD = 1 / 3, 2
"""Further parts are told as long as those told miss such a part of the gap, so many amounts."""
EXPLAINS, TOO_MUCH = 1 / 3, 3.0
"""What happens is told if it makes such a part of the points that differ, or up to so much more."""
CASES = "of 100 cases"
SHORT = {
    say("in {n} of 100 cases").template: say("in {n}").template,
    say("in {n} of 100 cases, not {m}").template: say("in {n}, not {m}").template,
}
"""How a chance is told in a sentence that has told how many cases there are."""
BY: Mapping[Source | None, Words] = {
    None: say("through what the others get"),
    Source.CARDS: say("through your cards"),
    Source.VERDICT: say("through the accusation"),
    Source.THEFT: say("through the theft"),
    Source.DOCKING: say("through Liang"),
}
"""Through what a part of the gap comes."""
AMOUNTS: Mapping[Source | None, tuple[Words, Words]] = {
    Source.CARDS: (
        say("your cards count about {points} more"),
        say("your cards count about {points} less"),
    ),
    None: (
        say("the mean of the others is about {points} lower"),
        say("the mean of the others is about {points} higher"),
    ),
}
"""How a gain, then a loss, is told that is no event of the viewer's."""
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

    They are the points that come to the viewer from each source, and what the others get (None);
    of a chance, what all get from a source. Together they make the gap.
    """

    def __init__(self, pair: Pair, use: Use, doing: Clause | None) -> None:
        self.pair, self.use, self.differs = pair, use, pair.differs
        self.side = 1 if pair.full else -1
        self.least = max(pair.least, SURE * pair.differs.error)
        self.made = defaultdict[Source | None, float](float)
        self.some = defaultdict[Source | None, dict[Points, float]](lambda: defaultdict(float))
        for each, (one, other) in self.differs.sides.items():
            if isinstance(each, Points) and each.worth:
                made, source = each.worth * (one - other), each.source
                part = source if each.yours or pair.chance else None
                if part is None and source is Source.VERDICT:  # who has more is accused: one part
                    each = replace(each, source=Source.CARDS)
                self.made[part] += made
                self.some[part][each] += made
        self.adds, self.head = isinstance(doing, Doing), None if doing is None else doing.words
        if isinstance(doing, Doing):
            if self.made:
                self.head = self._in_the_end(doing)
            else:
                self.made[use.of] = doing.points
        self.level = self.adds and abs(self.made[use.of]) < self.least

    def weighed(self) -> Clause | None:
        """Return what the move does by the rules, then the parts of the gap that matter most.

        What speaks for the same move stands together. Without a part that speaks for the verdict
        only cards that may be as good are told.
        """
        chosen, own = self._chosen(), [self.use.of] * self.adds
        speak = [part for part in chosen if self._speaks(part)]
        if not speak and (self.head is None or (self.adds and not self.differs.either)):
            return None
        good = not self.level and self._speaks(self.use.of) if self.adds else None
        told = [(good, self.head)] if self.head else []
        told += [(self._speaks(part), self._told(part)) for part in chosen if part not in own]
        (good, words), *others = told
        others.sort(key=lambda each: each[0] is (good is False))
        for side, other in others:
            words = joined(words, other, alike=None if good is None else side is good)
            good = side
        topic = self.use.topic
        if speak and speak[0] != self.use.of:
            topic = Points("", speak[0] or Source.CARDS, 1.0 if speak[0] else -1.0).topic
        return Clause(words, topic=topic)

    def _told(self, part: Source | None) -> Words:
        """Return how much a part brings the viewer, and by what."""
        pair, made, why = self.pair, self.made[part], self._why(part)
        gains = pair.gains(made)
        if part is None or why is None:
            gains = say("{by} {gains}", by=BY[part], gains=gains)
            gains = gains if pair.chance or part not in AMOUNTS else pair.gains(made, AMOUNTS[part])
        return say("{gains}: {why}", gains=gains, why=why) if why else gains

    def _speaks(self, part: Source | None) -> bool:
        """Tell whether a part speaks for the verdict of the row."""
        return self.made[part] * self.side > 0

    def _kept(self, clause: Words) -> Words:
        """Return a clause with how often the other card is kept all the same, if mostly."""
        (kind, *others), pair = self.differs.against.words, self.pair
        often, _ = pair.happens(Deed.ONE, pair.view.viewer, kind).sides
        has = pair.cards.many(pair.held, kind)
        if others or has or kind in pair.cards.box.series or often < MOSTLY:
            return clause
        values = {"clause": clause, "card": KINDS[kind], "often": pair.often(often, often)}
        if len(pair.state.packs[pair.view.viewer].known) > 1 + len(pair.state.players):
            return say("{clause} (this pack comes back; you keep {card}, too, {often})", **values)
        return say("{clause} (you keep {card} all the same {often})", **values)

    def _chosen(self) -> Sequence[Source | None]:
        """Return the own cards, and the largest part that speaks for the verdict.

        Then further ones, as long as those told miss the gap, or make more. Of moves that may be as
        good none is told without what it comes by.
        """
        own, either = [self.use.of] * self.adds, self.differs.either
        order = [part for part, made in self.made.items() if abs(made) >= self.least]
        order = [x for x in order if not either or x in own or self._why(x)]
        order.sort(key=lambda part: -abs(self.made[part]))
        speak = [x for x in order if self._speaks(x)]
        near = [x for x in speak if abs(self.made[x]) >= AS_MUCH * abs(self.made[speak[0]])]
        named = (x for x in near if x in own or self._why(x))
        told = [*dict.fromkeys((*own, *([next(named, speak[0])] if speak else [])))]
        much = max(self.least, MISSED * abs(self.differs.gap))
        many = TOLD + (self.level or not self.differs.error)  # exact gaps are told to the end
        for part in order if told else ():
            missed = self.differs.gap - sum(self.made[x] for x in told)
            helps = abs(missed) > much and missed * self.made[part] > 0
            if helps and part not in told and len(told) < many:
                told.append(part)
        return told

    def _why(self, part: Source | None) -> Words | None:
        """Return what a part comes by; that others get more, by what most of it comes.

        Who takes a Theft is known beforehand.
        """
        takes, made = seized(self.pair), self.made[part]
        some = {each: n for each, n in self.some[part].items() if n / made >= EXPLAINS}
        if takes and part is None and any(each.source is Source.THEFT for each in some):
            return takes
        order = sorted(some, key=lambda each: -abs(some[each]))
        told = (self._happens(each, some[each], max(some[each], made, key=abs)) for each in order)
        why = next(filter(None, told), None)
        return joined(why, takes, alike=True) if why and takes and part is Source.THEFT else why

    def _in_the_end(self, doing: Doing) -> Words:
        """Return what cards add, with what they come to in the end, if that is not as much.

        Of a worse move what happens is told, too, if so much is less.
        """
        words, made = doing.words, self.made[self.use.of]
        known = self.differs.gap if self.pair.chance else doing.points  # so much the row tells
        apart = abs(made - known) >= max(0 if self.pair.chance else ABOUT_ONE, self.least)
        if self.use.of is not Source.CARDS or not apart:
            return words
        if abs(made) < self.least:
            words = say("about even in the end: {clause}", clause=words)
            return self._kept(words) if self.pair.picked else words
        less = not self.pair.full and made < 0 and self._why(self.use.of)
        end = self._told(self.use.of) if less else self.pair.gains(made)
        return say("{clause}; in the end {gains}", clause=words, gains=end)

    def _happens(self, part: Points, made: float, of: float) -> Words | None:
        """Return what happens to a player by which most of a part comes, of what has a cause.

        It `made` so much `of` what is told.
        """
        found, with_cards = dict[float, Difference](), (Source.CARDS, Source.VERDICT)
        sources = with_cards if self._judged(part) else (part.source,)
        points = self.pair.brought(part.player, *sources)
        if points * made * (1 if part.yours else -1) <= 0:
            return None
        for deed, kind, worth in self._deeds(part):
            each = self.pair.happens(deed, part.player, kind)
            n = each.difference * worth / points * made / of
            cards = deed in HAVING  # of which it is known how many points they bring
            if EXPLAINS <= n <= TOO_MUCH and abs(each.difference) >= (LEAST if cards else FEW):
                found[n] = each
        return next(filter(None, (self._caused(found[n]) for n in sorted(found)[::-1])), None)

    def _caused(self, found: Difference) -> Words | None:
        """Return what happens, with what was counted that causes it; None if nothing was."""
        effect, pair = found.effect, self.pair
        assert isinstance(effect, Happens)
        words = self._worded(found)
        if effect.deed in HAVING:
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
        return words if effect.yours else None

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
        source = Source.VERDICT if self._judged(part) else part.source
        for deed, worth in BRINGS.get(source, {}).items():
            yield deed, "", worth

    @staticmethod
    def _judged(part: Points) -> bool:
        """Tell whether points are by cards and accusation, as those of others are."""
        return part.source is Source.CARDS and not part.yours and not part.chance

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody: who gets the pack, or who robs whom."""
        effect, pair = found.effect, self.pair
        assert isinstance(effect, Happens)
        for other in pair.state.players:
            by = pair.happens(Deed.ROBBED_BY, effect.player, other)
            if effect.deed is Deed.ROBBED and _makes(by, found):
                return pair.told(by)
            robbed = pair.happens(Deed.ROBBED_BY, other, effect.player)
            if effect.yours and effect.deed is Deed.STEALS and _makes(robbed, found):
                return say("{clause}, mostly from {player}", clause=pair.told(found), player=other)
        values = dict(pair.told(found).values)
        if effect.deed in HAVING:
            kind = say("a Theft") if effect.kind == THEFT else KINDS[effect.kind]
            values["kind"] = say("three {kind}", kind=kind) if effect.deed is Deed.THREE else kind
            place = pair.round.passing.index(effect.player)
            if pair.picked and not place:
                values["player"] = say("{player}, who gets this pack,", player=effect.player)
            elif pair.picked and place < len(pair.state.packs[pair.view.viewer].known) - 1:
                values["player"] = say("{player}, who gets this pack later,", player=effect.player)
        return replace(found.words, values=tuple(values.items()))


def _makes(some: Difference, whole: Difference) -> bool:
    """Tell whether some of what happens makes most of it, where it comes more often, and apart."""
    apart = some.difference / whole.difference
    return min(apart, max(some.sides) / max(whole.sides)) >= AS_MUCH


def told_once(words: Words) -> Words:
    """Return words that say only of the first chance of how many cases it is."""
    found = list[str]()

    def told(each: object) -> object:
        if isinstance(each, Listed):
            return listed(map(told, each.values), each.separator)
        if not isinstance(each, Words):
            return each
        template = SHORT.get(each.template, each.template) if found else each.template
        if CASES in each.template:
            found.append(CASES)
        values = tuple((name, told(value)) for name, value in each.values)
        return replace(each, template=template, values=values)

    return replace(words, values=tuple((name, told(value)) for name, value in words.values))
