"""The parts of the gap between two moves: where the points that differ come from, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from ....models.overseers.box import Kind, Power
from ....models.overseers.text import KINDS
from ....models.words import Words, figure, in_100, say
from ...play.contrast import ENOUGH, Clause, joined
from ...play.trial import SURE, Difference
from .by_rules import Use
from .effects import HAVING, SOURCES, Deed, Happens, Points, Source
from .pair import FEW, LEAST, MATTERS, Doing, Pair
from .table import RoundTable
from .thefts import cause, seized
from .tries import is_open

PART = 1 / 3
"""Points below such a part of the gap are not told, nor what a card adds if the own cards end apart
by less of it."""
AS_MUCH = 0.5
"""What speaks against a verdict is told if it is such a part of what speaks for it."""
LIKELY = 0.5
"""A card that comes later in more cases is told to come."""
EXPLAINS = 0.35
"""What happens is told if it makes about this part of the points that differ."""
OFTENER = 0.25
"""Who is so much oftener accused wrongly is told, whatever card that brings."""
PAID = 8.0
"""About how many points an accusation costs who admits, or is accused rightly."""
LONG = 150
"""A sentence of more letters, in English, is told without the least part."""
BRINGS: Mapping[Source, Mapping[Deed, float]] = {
    Source.VERDICT: {Deed.RIGHTLY: -9.0, Deed.ADMITS: -6.0, Deed.WRONGLY: 5.0},
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
    """The parts of the gap of a `pair` of moves, of which `use` tells what they do by the rules."""

    def __init__(self, pair: Pair, use: Use) -> None:
        self.pair, self.use, self.differs = pair, use, pair.differs
        self.viewer, self.side = pair.view.viewer, 1 if pair.full else -1
        most = max(map(abs, self._made.values()), default=0.0)
        self.matters = max(MATTERS, SURE * pair.differs.error, PART * most)

    @cached_property
    def _each(self) -> Mapping[Part, float]:
        """How much of the gap comes from where, each source by itself."""
        return {
            Part(each.player, each.source): each.worth * (one - other)
            for each, (one, other) in self.differs.sides.items()
            if isinstance(each, Points)
        }

    @cached_property
    def _made(self) -> Mapping[Part, float]:
        """How much of the gap comes from where."""
        found = dict[Part, float]()
        for (player, source), made in self._each.items():
            both = source is Source.VERDICT and player != self.viewer
            part = Part(player, Source.CARDS if both else source)
            found[part] = found.get(part, 0.0) + made
        return found

    def weighed(self, doing: Clause | None) -> Clause | None:
        """Return what the move does by the rules, with the parts of the gap that matter most.

        The largest part that speaks for the verdict of the row comes first. One that speaks against
        it stands behind a "but" if it is nearly as large. Of a pair that was told already only what
        is the row's own is told, if it does not speak against the verdict.
        """
        own, told = Part(self.viewer, self.use.of), dict[Part, Words]()
        head, fits = None if doing is None else doing.words, False
        if isinstance(doing, Doing) and doing.points is not None:
            self._made = self._made or {own: doing.points}
            made = self._made.get(own, 0.0)
            fits = doing.points * made > 0 and abs(made) >= PART * abs(doing.points)
            if self.pair.picked and not self.pair.full and doing.grows is not None:
                head = doing.words if fits else doing.grows
            elif fits:
                head, told[own] = None, doing.words
            elif self.pair.picked:
                head = self._comes_later(doing.points)
        if self.pair.again and not is_open(self.pair.state):
            if fits and self._made[own] * self.side < 0:
                head, told = None, {}
            again = head or told.get(own) or say("see {move}", move=self.differs.called)
            return Clause(again, topic=self.use.topic)
        for part in self._that_matter:
            if part not in told and (event := self._event(part)) is not None:
                told[part] = event
        told = {each: told[each] for each in self._that_matter if each in told} or told
        pros = [each for each in told if self._made[each] * self.side > 0]
        cons = [each for each in told if each not in pros][: bool(pros) or self.differs.either]
        if pros and cons and abs(self._made[cons[0]]) < AS_MUCH * abs(self._made[pros[0]]):
            cons = []
        pros = pros[: 2 if self.pair.full or cons else 1]
        blamed = self._blamed() if (self.viewer, Source.VERDICT) in pros and not cons else None
        if blamed is not None:
            head, pros = blamed if head is None else joined(head, blamed), pros[:1]
        words = self._joined(head, told, pros, cons)
        if pros[1:] and len(str(words)) > LONG:
            pros = pros[:1]
            words = self._joined(head, told, pros, cons)
        if words is None:
            return None if self.differs.either else Clause(self._unexplained, topic=self.use.topic)
        first = pros[0] if pros else own
        return Clause(words, topic=self.use.topic if first == own else self._topic(first))

    @cached_property
    def _that_matter(self) -> Sequence[Part]:
        """The parts of the gap that matter, the largest first; whose Theft is taken before all."""
        parts = [each for each, made in self._made.items() if abs(made) >= self.matters]
        if self.differs.either and self.pair.full:
            parts = [each for each in parts if each.player == self.viewer]
        others_first = seized(self.pair) is not None
        return sorted(
            parts,
            key=lambda each: (others_first and each.player == self.viewer, -abs(self._made[each])),
        )

    def _topic(self, part: Part) -> Words:
        """Return what there is to weigh where points come from."""
        if part.player != self.viewer:
            return say("what the others get")
        return SOURCES[part.source][2]

    def _joined(
        self,
        head: Words | None,
        told: Mapping[Part, Words],
        pros: Sequence[Part],
        cons: Sequence[Part],
    ) -> Words | None:
        """Return what a move does, and what speaks for a verdict; what does not, behind a "but".

        If that makes too little of the verdict, other things do.
        """
        both = [joined(*(told[each] for each in some), alike=True) for some in (pros, cons) if some]
        words = joined(*both, alike=False) if both else None
        made = sum(self._made[each] for each in (*pros, *cons)) * self.side
        if pros and cons and words is not None and made < ENOUGH * abs(self.differs.gap):
            words = say("{clause}; other things make the rest", clause=words)
        if head is None or words is None:
            return head or words
        return joined(head, words)

    @property
    def _unexplained(self) -> Words:
        """That nothing tells why a move is better or worse."""
        n = figure(abs(self.differs.gap), ".1f")
        if self.differs.gap > 0:
            return say("about {n} better in trials, no single reason found", n=n)
        return say("about {n} worse in trials, no single reason found", n=n)

    def _comes_later(self, points: float) -> Words | None:
        """Return that the other card, which adds more, comes anyway, if it mostly does."""
        pair, (kind, *_) = self.pair, self.differs.against.words
        if points >= 0 or not (pair.full or self.differs.either):
            return None
        if pair.power is Power.TUCK:
            return say("{character}'s cheapest card copies a better one", character=pair.character)
        has = pair.cards.many(pair.held, kind)
        if has >= (len(HAVING) if kind in pair.cards.box.series else 1):
            return None
        comes, _ = pair.happens(HAVING[has], self.viewer, kind).sides
        if comes < LIKELY:
            return None
        n = in_100(comes, sure=False)
        return say("{card} still comes in {n} of 100 cases", card=KINDS[kind], n=n)

    def _event(self, part: Part) -> Words | None:
        """Return what happens more often, or less, by which most of a part comes, if anything."""
        yours = part.player == self.viewer
        match part.source:
            case Source.THEFT if yours:
                return cause(self.pair) or self._happens(part) or self._stolen()
            case Source.THEFT:
                return seized(self.pair) or self._happens(part)
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
        if not order or order[0] < EXPLAINS or abs(found[order[0]].difference) < LEAST:
            return None
        words, others = self._worded(found[order[0]]), [found[each] for each in order[1:]]
        if part != (self.viewer, Source.THEFT) or not others:
            return words
        values = {"clause": words, "often": self.pair.beside(*others[0].sides)}
        if others[0].effect == Happens(self.viewer, True, Deed.ROBBED):
            return say("{clause}, and are robbed {often}", **values)
        return say("{clause}, and steal one {often}", **values)

    def _theirs(self, part: Part) -> Words | None:
        """Return which cards another player has more often, and what an accusation makes of it."""
        player, made = part.player, self._made[part]
        sources = (Source.CARDS, Source.VERDICT)
        cards, verdict = (self._each.get(Part(player, each), 0.0) for each in sources)
        more = made if cards * made > 0 and abs(cards) >= abs(verdict) else -made
        has = self._has(player, more < 0)
        if more == made:
            return has
        one, other = self._costs(player)
        least = LEAST if has is None else FEW
        if (one - other) * made < 0 or abs(one - other) < least:
            return None
        if has is None:
            often = self.pair.often(one, other)
            return say("{player} loses cards by an accusation {often}", player=player, often=often)
        values = {"clause": has, "often": self.pair.beside(one, other)}
        return say("{clause}, and loses cards by an accusation {often}", **values)

    def _has(self, player: str, more: bool) -> Words | None:
        """Return which card that is passed on a player has more often, or less, if clearly."""
        found = dict[float, Difference]()
        for deed, kind, worth in self._deeds(Part(player, Source.CARDS)):
            each = self.pair.happens(deed, player, kind)
            if abs(each.difference) >= LEAST and (each.difference > 0) is more:
                found[abs(each.difference) * worth] = each
        return self._worded(found[max(found)]) if found else None

    def _costs(self, player: str) -> tuple[float, float]:
        """Return how often an accusation costs a player cards after either move."""
        some = (self.pair.happens(deed, player).sides for deed in (Deed.RIGHTLY, Deed.ADMITS))
        one, other = map(sum, zip(*some, strict=True))
        return one, other

    def _pays(self, made: float) -> Words | None:
        """Return how often an accusation costs the viewer cards, or brings one."""
        pair, viewer = self.pair, self.viewer
        one, other = self._costs(viewer)
        if abs(one - other) >= FEW and (other - one) * PAID / made >= EXPLAINS:
            return say("an accusation costs you cards {often}", often=pair.often(one, other))
        wrongly, worth = pair.happens(Deed.WRONGLY, viewer), BRINGS[Source.VERDICT][Deed.WRONGLY]
        explains = wrongly.difference * worth / made >= EXPLAINS
        if explains or wrongly.difference * made >= OFTENER * abs(made):
            return self._worded(wrongly)
        one, other = pair.accused(viewer)
        if abs(one - other) < FEW or (one < other) is not (made > 0):
            return None
        return say("you are accused {often}", often=pair.often(one, other))

    def _blamed(self) -> Words | None:
        """Return who is accused more often instead of the viewer, or less, and by which card."""
        if not self.pair.picked:
            return None
        more = self._made[Part(self.viewer, Source.VERDICT)] > 0
        apart = {each: self.pair.accused(each) for each in self.pair.state.players}
        del apart[self.viewer]
        sign = 1 if more else -1
        player = max(apart, key=lambda each: sign * (apart[each][0] - apart[each][1]))
        one, other = apart[player]
        if sign * (one - other) < FEW or (has := self._has(player, more)) is None:
            return None
        values = {"clause": has, "often": self.pair.beside(one, other)}
        return say("{clause}, and is accused {often}", **values)

    def _stolen(self) -> Words | None:
        """Return which card a thief gets, if it is another after either move."""
        pair, more = self.pair, self._made[Part(self.viewer, Source.THEFT)] > 0
        special = pair.move.verb == "discards" and pair.special(pair.held)
        if pair.move.verb not in ("discards", "tilts", "tucks") or special:
            return None
        (card, n), (other, m) = map(self._cheapest, pair.after)
        if (n < m) is not more or n == m:
            return None
        if not pair.full:
            return say("a thief gets {card} ({n}) of you", card=card, n=n)
        values = {"card": card, "n": n, "other": other, "m": m}
        return say("a thief gets {card} ({n}) of you, not {other} ({m})", **values)

    def _cheapest(self, after: RoundTable) -> tuple[Words, int]:
        """Return the card that the viewer misses least after a move, and its points."""
        cards, seat = self.pair.cards, self.pair.seat
        points, hand = cards.points[self.pair.power], cards.singles[after.hands[seat]]
        some = [(each.kind, each.nature) for each in after.rows[seat]] or [(n, n) for n in hand]
        held = sum(nature for _, nature in some)
        costs = [(points[held] - points[held - nature], kind) for kind, nature in some]
        cost, card = min(costs, key=lambda each: each[0])
        return KINDS[cards.kind[card]], cost

    def _deeds(self, part: Part) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield by what points of a player come from a source, and about how many."""
        pair, yours = self.pair, part.player == self.viewer
        power = pair.state.power_of(part.player)
        if part.source is Source.CARDS:
            for kind in pair.cards.box.kinds:
                if yours or kind in pair.passed:
                    for n, deed in enumerate(HAVING, 1):
                        yield deed, kind, self._counts(power, kind, n)
        for deed, worth in BRINGS.get(part.source, {}).items():
            yield deed, "", worth

    def _counts(self, power: Power | None, kind: Kind, n: int) -> int:
        """Return what so many cards of a kind count with a power."""
        points = self.pair.cards.points[power]
        return points[n * self.pair.cards.card[kind]] - points[0]

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, who is told by when it gets the pack.

        A card is told with what it counts if a character makes it count more.
        """
        values, (next_, then) = dict(found.words.values), self.pair.next
        values["often"] = self.pair.often(*found.sides)
        player, effect = values["player"], found.effect
        if isinstance(effect, Happens) and effect.kind:
            power, n = self.pair.state.power_of(effect.player), HAVING.index(effect.deed) + 1
            if (worth := self._counts(power, effect.kind, n)) != self._counts(None, effect.kind, n):
                who = self.pair.state.characters[effect.player]
                named = {"kind": values["kind"], "n": worth, "character": who}
                values["kind"] = say("{kind} ({n} with {character})", **named)
        if self.pair.picked and player == next_:
            values["player"] = say("{player}, next,", player=next_)
        elif self.pair.picked and player == then:
            values["player"] = say("{player}, after {other},", player=then, other=next_)
        return replace(found.words, values=tuple(values.items()))
