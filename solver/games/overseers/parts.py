"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import copysign

from ....models.overseers.box import THEFT, Kind
from ....models.overseers.text import KINDS
from ....models.words import Listed, Words, figure, listed, say
from ...play.contrast import Clause, joined
from ...play.trial import SURE, Difference
from .by_rules import Use
from .effects import HAVING, Deed, Happens, Points, Source
from .pair import ABOUT_ONE, AS_MUCH, FEW, GAINED, LEAST, Doing, Pair
from .thefts import seized, theft
from .verdicts import MOSTLY, accusation

MISSED, TOLD, NEARER = 1 / 3, 2, 1 / 2
"""Further parts are told as long as those told miss such a part of the gap, so many amounts; what
the others get after what is as large by so much and comes to the viewer."""
EXPLAINS, TOO_MUCH = 1 / 3, 3.0
"""What happens is told if it makes such a part of the points that differ, or up to so much more."""
CASES = "of 100 cases"
SHORT = {
    say("in {n} of 100 cases").template: say("in {n}").template,
    say("in {n} of 100 cases, not {m}").template: say("in {n}, not {m}").template,
}
"""How a chance is told in a sentence that has told how many cases there are."""
BY: Mapping[Source, Words] = {
    Source.CARDS: say("through your cards"),
    Source.VERDICT: say("through the accusation"),
    Source.THEFT: say("through the theft"),
    Source.DOCKING: say("through Liang"),
}
"""Through what a part of the gap comes."""
OTHERS = (
    say("the mean of the others is about {points} lower"),
    say("the mean of the others is about {points} higher"),
)
"""How it is told that others get less, or more."""
GAINS: Mapping[Deed | None, tuple[Words, Words]] = {
    Deed.STEALS: (GAINED[0], say("you get about {points} less")),
    **dict.fromkeys((Deed.ROBBED, Deed.DOCKED), (say("you save about {points}"), GAINED[1])),
}
"""How a gain, then a loss, is told of a deed that only brings the viewer points, or costs them."""
GOOD = (Deed.WRONGLY, Deed.STEALS)
"""What brings points to whom it happens."""
CAUSES: Mapping[Deed, tuple[Deed, Kind, bool]] = {
    **dict.fromkeys((Deed.PAYS, Deed.ROBBED, Deed.DOCKED), (Deed.AHEAD, "", True)),
    Deed.WRONGLY: (Deed.AHEAD, "", False),
    Deed.STEALS: (Deed.ONE, THEFT, True),
}
"""What has to be so that it happens, or not to be: without that it is not told of others."""
CAUSED = 0.4
"""Such a part of how much more often it happens comes by that, all else as where it does."""


class Parts:
    """The parts of the gap of a `pair`; what the move is `doing` by the rules is of that `use`.

    They are what comes to the viewer from each source, deed by deed, and what the others get, which
    is one part (None) but for a chance. Together they make the gap.
    """

    def __init__(self, pair: Pair, use: Use, doing: Clause | None) -> None:
        self.pair, self.use, self.differs = pair, use, pair.differs
        self.side = 1 if pair.full else -1
        self.least = max(pair.least, SURE * pair.differs.error)
        self.some = defaultdict[Points | None, dict[Points, float]](dict)
        for each, (one, other) in self.differs.sides.items():
            if isinstance(each, Points):
                part = each if each.yours or pair.chance else None
                if part and each.source is Source.VERDICT:  # what it costs and brings is one
                    part = each._replace(deed=None)
                self.some[part][each] = each.worth * (one - other)
        self.made = {part: sum(some.values()) for part, some in self.some.items()}
        self.adds, self.head = isinstance(doing, Doing), None if doing is None else doing.words
        mine = (each for each in self.made if each and each.yours and each.source is use.of)
        self.own = next(mine, Points(pair.view.viewer, use.of, 1.0))
        if isinstance(doing, Doing):
            if not self.made:
                self.made[self.own] = doing.points
            elif pair.chance and abs(self.made.get(self.own, 0.0)) < self.least:
                self.made[self.own] = copysign(self.least, doing.points) if doing.points else 0.0
            self.head = self._in_the_end(doing)
        self.level = self.adds and abs(self.made.setdefault(self.own, 0.0)) < self.least

    def weighed(self) -> Clause | None:
        """Return what the move does by the rules, then the parts of the gap that matter most.

        What speaks for the same move stands together. Without a part that speaks for the verdict
        only cards that may be as good are told.
        """
        chosen, own = self._chosen(), [self.own] * self.adds
        speak = [part for part in chosen if self._speaks(part)]
        if not speak and (self.head is None or (self.adds and not self.differs.either)):
            return None
        good = not self.level and self._speaks(self.own) if self.adds else None
        told = [(good, self.head)] if self.head else []
        told += [(self._speaks(part), self._told(part)) for part in chosen if part not in own]
        (good, words), *others = told
        others.sort(key=lambda each: each[0] is (good is False))
        for side, other in others:
            words = joined(words, other, alike=None if good is None else side is good)
            good = side
        topic = self.use.topic
        if speak and speak[0] not in own:
            topic = (speak[0] or Points("", Source.CARDS, -1.0)).topic
        return Clause(words, topic=topic)

    def _told(self, part: Points | None) -> Words:
        """Return how much a part brings the viewer, and by what; of a chance only by what."""
        pair, made, why = self.pair, self.made[part], self._why(part)
        if why and pair.chance:
            return why
        if why and part:
            gains = pair.gains(made, GAINS.get(part.deed, GAINED))
        elif part is None:
            gains = pair.gains(made, OTHERS)
        elif part.source is Source.CARDS and part.yours and not pair.chance:
            return self._come_to(part)
        else:
            by = (
                BY[part.source]
                if part.yours
                else say("through what {player} gets", player=part.player)
            )
            gains = say("{by} {gains}", by=by, gains=pair.gains(made))
        return say("{gains}: {why}", gains=gains, why=why) if why else gains

    def _come_to(self, cards: Points) -> Words:
        """Return what the viewer's cards come to in the end."""
        n, m = (figure(each, ".1f") for each in self.differs.sides[cards])
        values = {"n": n, "m": m, "move": self.differs.called}
        return say("your cards come to {n} on average, {m} after {move}", **values)

    def _speaks(self, part: Points | None) -> bool:
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

    def _chosen(self) -> Sequence[Points | None]:
        """Return the own cards, and the largest part that speaks for the verdict.

        Then further ones, as long as those told miss the gap, or make more. What others get, what
        makes a chance and what makes moves that may be as good is told with what it comes by.
        """
        own, either = [self.own] * self.adds, self.differs.either
        order = [part for part, made in self.made.items() if abs(made) >= self.least]
        order.sort(key=lambda part: -abs(self.made[part]) * (1.0 if part else NEARER))
        caused = [x for x in order if x in own or self._why(x)]
        speak = [x for x in caused if self._speaks(x)]
        if not (either or (speak and self.pair.chance)):
            speak = [x for x in order if self._speaks(x)]
        near = [x for x in speak if abs(self.made[x]) >= AS_MUCH * abs(self.made[speak[0]])]
        told = [*dict.fromkeys((*own, *([x for x in near if x in caused] or speak)[:1]))]
        gap = self.differs.gap
        much = max(self.least, MISSED * abs(gap))
        many = TOLD + self.level if self.differs.error else len(order)  # to the end if exact
        for part in order if told else ():
            missed = gap - sum(self.made[x] for x in told)
            beyond = 2 * abs(gap) if self.pair.chance and missed * gap < 0 else much
            helps = abs(missed) > max(much, beyond) and missed * self.made[part] > 0
            tells = part in caused or not (either or self.pair.chance or part is None)
            wrong = (gap - missed) * gap < 0  # what is told speaks for the other move
            if helps and tells and part not in told and (wrong or len(told) < many):
                told.append(part)
        return told

    def _why(self, part: Points | None) -> Words | None:
        """Return what a part comes by; that others get more, by what most of it comes.

        Who takes a Theft is known beforehand.
        """
        takes, made = seized(self.pair), self.made[part]
        some = {each: n / made for each, n in self.some[part].items() if n / made >= EXPLAINS}
        if takes and any(each.source is Source.THEFT and not each.yours for each in some):
            return takes
        order = sorted(some, key=lambda each: -some[each])
        why = next(filter(None, (self._happens(x, min(1.0, some[x])) for x in order)), None)
        stolen = why and takes and part and part.source is Source.THEFT
        return joined(why, takes, alike=True) if why and takes and stolen else why

    def _in_the_end(self, doing: Doing) -> Words:
        """Return what cards add, with what the own ones come to in the end, if not to as much.

        Of a worse move what happens is told, too, if so much is less.
        """
        words, made, pair = doing.words, self.made.get(self.own, 0.0), self.pair
        apart = pair.chance or abs(made - doing.points) >= max(ABOUT_ONE, self.least)
        if self.use.of is not Source.CARDS or not apart:
            return words
        if abs(made) < self.least:
            words = words if pair.chance else say("about even in the end: {clause}", clause=words)
            return self._kept(words) if pair.picked else words
        if not pair.chance:
            words = joined(words, self._come_to(self.own))
        why = self._why(self.own) if pair.picked and not pair.full and made < 0 else None
        return joined(words, why) if why else words

    def _happens(self, part: Points, share: float) -> Words | None:
        """Return what happens to a player by which points come, such a share of what is told.

        Of cards it is what brings most of them.
        """
        pair, (one, other) = self.pair, self.differs.sides[part]
        if part.deed is not None:
            found, sign = pair.happens(part.deed, part.player), 1 if part.deed in GOOD else -1
            if abs(found.difference) >= FEW and sign * found.difference * (one - other) > 0:
                return self._caused(found)
            told, apart = theft(pair, found)
            return told if apart and part.yours else None
        having = dict[float, Difference]()
        for deed, kind, worth in self._having(part):
            each = pair.happens(deed, part.player, kind)
            n = each.difference * worth / (one - other) * share
            if abs(each.difference) >= LEAST and n >= EXPLAINS and (pair.chance or n <= TOO_MUCH):
                having[n] = each
        return next(filter(None, (self._caused(having[n]) for n in sorted(having)[::-1])), None)

    def _caused(self, found: Difference) -> Words | None:
        """Return what happens, with what was counted that causes it; None if nothing was."""
        effect, pair = found.effect, self.pair
        assert isinstance(effect, Happens)
        words = self._worded(found)
        if effect.deed in HAVING:
            return words
        if effect.yours and effect.deed is Deed.STEALS:
            return say("you steal no card") if found.sure and not found.came else words
        deed, kind, needed = CAUSES[effect.deed]
        why = pair.happens(deed, effect.player, kind)
        one, other = causes = [n if needed else 1 - n for n in why.sides]
        often, then = max(zip(found.sides, causes, strict=True))
        caused = (one - other) * often / max(often, then) / found.difference
        if caused < CAUSED or abs(why.difference) < FEW:
            return words if effect.yours else None
        told = self._worded(why)
        if all(n >= each for n, each in zip(causes, found.sides, strict=True)):
            return say("{clause}, since {why}", clause=words, why=told)
        return say("{why}, and {clause}", why=told, clause=words) if deed in HAVING else words

    def _having(self, part: Points) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield which cards of a player can bring it points, and about how many."""
        pair, series = self.pair, self.pair.cards.box.series
        power = pair.state.power_of(part.player)
        for kind in pair.cards.box.kinds if part.source is Source.CARDS else ():
            if kind in (series if part.yours else pair.passed):
                n = len(HAVING) if kind in series else 1
                yield HAVING[n - 1], kind, pair.counting(power, kind, n)

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody: who gets the pack, or who robs whom."""
        effect, pair = found.effect, self.pair
        assert isinstance(effect, Happens)
        if effect.deed in (Deed.STEALS, Deed.ROBBED):
            return theft(pair, found)[0]
        both = [pair.happens(each, effect.player) for each in (Deed.PAYS, Deed.WRONGLY)]
        low, high = sorted(each.difference for each in both)
        if effect.yours and effect.deed in (Deed.PAYS, Deed.WRONGLY) and low <= -FEW < FEW <= high:
            return accusation(*(pair.often(*each.sides) for each in both))
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
