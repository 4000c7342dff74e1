"""Why a move is better or worse at Overseers, as people would say it at the table.

First stands what the move does by the rules: what a card adds, what a row shows, what an answer
costs. Then what happens more often by it, or less, as far as that was measured to matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from ....models.bag import HOLE
from ....models.core import Event, View
from ....models.overseers.box import THEFT, Kind, Power
from ....models.overseers.state import State
from ....models.overseers.text import KINDS, POWERS
from ....models.words import Words, figure, in_100, in_points, listed, say, say_n
from ...play.contrast import SLIGHT, Clause, Contrast, joined, often
from ...play.trial import Difference
from . import choosing
from .bounds import (
    Reach,
    ahead,
    alike,
    beaten,
    has_most,
    least,
    most,
    named,
    passes,
    reach,
    shown_by,
)
from .bundles import Bundle, Cards
from .effects import HAVING, SOURCES, Deed, Happens, Lead, Points, Source
from .habits import usual
from .moves import do, table_of
from .standing import KEEPING, can_win, decided, stands
from .table import RoundTable
from .tries import is_open
from .using import uses

LEAST = 0.1
"""What happens is told if its chance differs by so much: by 10 in 100."""
FEW = 0.05
"""What happens less often is not told apart."""
MATTERS = 0.3
"""Points below this are not told, beside what a move does by the rules."""
EXPLAINS = 0.35
"""What happens is told if it makes about this part of the points that differ."""
LEFT, PART = 0.5, 0.4
"""What is told makes the gap but for so many points, or for such a part of it."""
MANY = 3
"""From so many picked cards on, they are counted as a power of the vote will change them."""
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


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` does by the rules and the other one does not, and what comes of it.

    Of the best move in the last round it is told how all stand in the game; of what is chosen last
    in a round, how they will.
    """
    if HOLE in (*move.words, *differs.against.words):
        return None
    told = _Told(view, move, differs)
    end, other = (decided(view, table) for table in told.after)
    wins, beside = (can_win(view, table) for table in told.after)
    if end is not None and (other is None or end.template != other.template):
        good = False if beside and not wins else True if wins and beside is False else None
        return Clause(end, good, counted=good is not None, topic=Lead().topic)
    if wins and beside is False:
        return Clause(told.chance, True, counted=True, topic=Lead().topic)
    if (leads := told.leads) is not None:
        return leads
    standing = (end if differs.best else None) or stands(view, move, told.after[0], differs.best)
    found = _reason(told)
    if found is not None and not differs.admits(found):
        found = None
    if standing is None:
        return found and replace(found, own=move.verb in KEEPING)
    if found is None:
        return Clause(standing, topic=Lead().topic)
    return Clause(joined(found.words, standing), topic=found.topic)


def _reason(told: _Told) -> Clause | None:
    use, other = (USES.get(each.verb, ELSE) for each in told.moves)
    doing = use.clause(told) if use == other else None
    if isinstance(doing, Whole):
        return replace(doing, topic=use.topic or topic(use.of))
    return told.weighed(doing)


class Whole(Clause):
    """A clause that needs nothing more."""


@dataclass(frozen=True, slots=True)
class Doing(Clause):
    """What a move does by the rules: so many `points` more than the other one, if it tells that."""

    points: float | None = None


class _Told:
    """A move that is held against another one, as the viewer sees both.

    At the `table` cards that the viewer does not know count nothing. The viewer's cards are `held`
    in hand, or lie there. `passed` are the words of both moves. Cards are `picked` of a pack which
    the next player gets.
    """

    def __init__(self, view: View[State], move: Event, differs: Contrast) -> None:
        self.view, self.move, self.differs = view, move, differs
        self.moves = move, differs.against
        self.state, viewer = view.state, view.viewer
        self.cards, self.power = Cards.of(self.state.box), self.state.power_of(viewer)
        self.character = self.state.characters.get(viewer, "")
        self.seat, self.table = self.state.players.index(viewer), table_of(view, self.state)
        self.held = self.table.hands[self.seat]
        self.held += sum(card.nature for card in self.table.rows[self.seat])
        self.passed = {word for each in self.moves for word in each.words}
        self.better = differs.gap > 0
        self.picked = move.verb in ("picks", "doubles")

    @cached_property
    def after(self) -> Sequence[RoundTable]:
        """The tables after both moves."""
        tables = [self.table.copy() for _ in self.moves]
        for table, move in zip(tables, self.moves, strict=True):
            do(table, self.state.players, move)
        return tables

    # what cards count

    def points(self, held: Bundle) -> int:
        """Return what the viewer's cards count, after a power of the vote that is to come.

        Yanmei's has to be used; Nuying's copy may be of the same kind. OV-14, OV-15
        """
        cards, after = self.cards, [held]
        if self.special(held) and self.power is Power.TILT:
            after = [cards.tilt(held, kind) for kind in cards.kinds(held)]
        elif self.special(held):
            pairs = permutations(cards.singles[held], 2)
            after = [held - below + above for below, above in pairs]
        return max(cards.points[self.power][each] for each in after)

    def special(self, held: Bundle) -> bool:
        """Tell whether a power of the vote that is to come will change so many cards."""
        to_come = self.power in (Power.TILT, Power.TUCK) and self.power not in self.state.used
        return to_come and len(self.cards.singles[held]) >= MANY

    def adding(self, move: Event) -> _Added:
        """Return what a move adds to the cards held: names, points, and how a series may grow."""
        cards, names, at = self.cards, list[Words](), self.held
        bare, points = cards.points[None], cards.points[self.power]
        for kind in move.words:
            name, more = KINDS[kind], at + cards.card[kind]
            if kind in cards.box.series:
                nth = NTH[min(cards.many(at, kind), len(NTH) - 1)]
                name = replace(nth, values=(("kind", name),))
            if move == self.move and points[more] - points[at] != bare[more] - bare[at]:
                name = say("{card} with {character}", card=name, character=self.character)
            names.append(name)
            at = more
        total = self.points(at) if self.special(at) else None
        added, name = points[at] - points[self.held], say("{cards}", cards=listed(names, " + "))
        tells = self.picked and (move == self.move or self.differs.best)  # one figure for one event
        return _Added(name, added, total, self._growth(move, at) if tells else None)

    def _growth(self, move: Event, held: Bundle) -> Words | None:
        """Return what a series of those `held` pays with more cards, and how often it grows."""
        for kind in filter(self.cards.box.series.__contains__, move.words):
            n, worths = self.cards.many(held, kind), self.cards.box.points[kind]
            if n >= len(worths):
                return None
            nth = max(range(n, len(worths)), key=lambda nth: (worths[nth], -nth))
            points, card = self.cards.points[self.power], self.cards.card[kind]
            two, three = (points[many * card] - points[0] for many in (2, 3))
            k = self.happens(HAVING[nth], self.view.viewer, kind).sides[move != self.move]
            if k < LEAST:
                return None
            k = in_100(k)
            if HAVING[nth] is Deed.TWO:
                values = {"k": k, "n": two, "m": three}
                return say("two or more in {k} of 100 cases, for {n} or {m}", **values)
            if n < nth:
                return say("two make {n}; three in {k} of 100 cases, for {m}", k=k, n=two, m=three)
            return say("three in {k} of 100 cases, for {n}", k=k, n=three)
        return None

    @cached_property
    def reach(self) -> Reach:
        """What all can have while rows lie hidden."""
        return reach(self.view)

    @cached_property
    def well_used(self) -> Reach:
        """What they can have if who used a power used it for the most points."""
        return reach(self.view, well_used=True) if uses(self.state) else {}

    def cause(self, player: str) -> Words | None:
        """Return with what face down a player has much, or shows to have it."""
        use = uses(self.state).get(player)
        shown = use and shown_by(use, self.state, self.well_used, self.reach)
        return shown or passes(self.reach, self.view.viewer, player)

    @property
    def leads(self) -> Clause | None:
        """What either of two moves that are as good in the round leaves of a lead in the game."""
        state, differs = self.state, self.differs
        one, other = differs.sides.get(Lead(), (0.0, 0.0))
        known = not state.in_part and len(state.scores) >= state.round - 1
        known = known and self.move.verb == "robs"
        if not (known and differs.either and not differs.error) or abs(one - other) < MATTERS:
            return None
        leads = {"one": ahead_by(one), "other": ahead_by(other)}
        words = say("you are then {one} in the whole game, not {other}", **leads)
        return Clause(words, one > other, counted=True, topic=Lead().topic)

    @property
    def chance(self) -> Words:
        """What has to come that the viewer wins, after one move alone."""
        if self.move.verb != "robs":
            return say("you win only if others err, after {move} never", move=self.differs.called)
        table, kinds = self.after[0], dict[Kind, None]()
        for card in table.rows[table.victim]:
            trial = table.copy()
            trial.give(card.spot)
            if can_win(self.view, trial):
                kinds[self.cards.kind[card.kind]] = None
        return say(
            "you win only if {player} gives {cards}, after {move} never",
            player=self.move.words[0],
            cards=listed([KINDS[kind] for kind in kinds], " / "),
            move=self.differs.called,
        )

    @property
    def accused(self) -> tuple[float, float]:
        """How often the viewer is accused after either move, not counting where it is spared."""
        deeds = (Deed.RIGHTLY, Deed.WRONGLY, Deed.ADMITS)
        one, other = zip(
            *(self.happens(each, self.view.viewer).sides for each in deeds), strict=True
        )
        return sum(one), sum(other)

    # what comes of it

    def happens(self, deed: Deed, player: str, kind: Kind = "") -> Difference:
        """Return how much more often something happens to a player."""
        effect = Happens(player, player == self.view.viewer, deed, kind)
        one, other = self.differs.sides.get(effect, (0.0, 0.0))
        sure = is_open(self.state) and {one, other} == {0.0, 1.0}
        return Difference(effect, one - other, 0.0, 0.0, sure, came=one)

    def brings(self, source: Source, player: str = "") -> tuple[float, float]:
        """Return the points that come from a source after both moves, to the viewer or a player."""
        yours = player in ("", self.view.viewer)
        worth = 1.0 if yours else -1.0 / (len(self.state.players) - 1)
        effect = Points(player or self.view.viewer, source, worth)
        return self.differs.sides.get(effect, (0.0, 0.0))

    @cached_property
    def parts(self) -> Mapping[Source | None, float]:
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
            source = USES[self.move.verb].of
            counted = any(isinstance(each, Points) for each in self.differs.sides)
            made = self.parts[source] if counted else doing.points
            left -= made
            good = made > 0 if abs(made) >= MATTERS else None
            if abs(made - doing.points) > max(LEFT, PART * abs(made)):
                good = None
                found = [source] if source is Source.CARDS or abs(made) >= MATTERS else []
        elif self.move.verb == "places" and self._voted is not None:
            found, left = [Source.VERDICT], left - self.parts[Source.VERDICT]
        sided = good is not None or bool(found)
        while len(found) < PARTS and abs(left) > max(LEFT * sided, PART * abs(gap)):
            rest = {each: n for each, n in self.parts.items() if each not in (source, *found)}
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
        use, side = USES.get(self.move.verb, ELSE), self.differs.best or self.differs.gap > 0
        pros, cons = list[tuple[Words, Words]](), list[tuple[Words, Words]]()
        head = [] if doing is None else [(doing.words, use.topic or topic(use.of))]
        for each in found:
            words = self._part(each)
            if each is Source.CARDS and abs(self.parts[each]) < MATTERS:
                head.append((words, topic(each)))
                continue
            if event is not None and event[0] == each:
                words = say("{clause}, as {cause}", clause=words, cause=event[1])
            (pros if (self.parts[each] > 0) is side else cons).append((words, topic(each)))
        if head and good is not None:
            (pros if good is side else cons).insert(0, head.pop(0))
        if not pros and not self.differs.either:
            pros.append((self._unexplained, topic(use.of)))
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
        made = self.parts[source]
        if source is Source.CARDS and abs(made) < MATTERS:
            return say("your cards end alike")
        forms = END if source in (Source.CARDS, None) else MORE
        if source is None:
            forms = END[::-1]
        elif forms is MORE and max(self.brings(source)) < SLIGHT:
            forms = COSTS
        values = (("what", WHAT[source]), ("n", figure(abs(made), ".1f")))
        return replace(forms[made < 0], values=values)

    def _event(self, source: Source | None) -> tuple[Source | None, Words] | None:
        """Return what happens more often, or less, by which most of a part comes, if anything."""
        made, found = self.parts[source], dict[float, Difference]()
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
                each = self.happens(deed, points.player, kind)
                worths = self.worths(deed) if points.yours else ()
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
        (one, other), viewer = self.accused, self.view.viewer
        if abs(one - other) < FEW or abs(self.parts[Source.VERDICT]) < LEAST:
            return None
        wrongly = self.happens(Deed.WRONGLY, viewer)
        if max(one - wrongly.sides[0], other - wrongly.sides[1]) < FEW:
            return self._worded(wrongly)
        n, m = in_100(one, sure=False), in_100(other, sure=False)
        return say("you are accused in {n} of 100 cases instead of {m}", n=n, m=m)

    def _deeds(self, source: Source) -> Iterator[tuple[Deed, Kind, float]]:
        """Yield by what points come from a source, and about how many."""
        if source is Source.CARDS and self.picked:
            for kind, worths in self.cards.box.points.items():
                if kind in self.passed:
                    for deed, points in zip(HAVING, worths, strict=False):
                        yield deed, kind, points
        with_theft = THEFT in self.passed or self.cards.thefts(self.held)
        if source is Source.THEFT and THEFT not in self.passed and self.picked:
            yield Deed.ONE, THEFT, 2.0  # another card is discarded instead
        for deed, worth in BRINGS.get(source, {}).items():
            if source is not Source.THEFT or with_theft or not self.picked:
                yield deed, "", worth  # others pick by habit the Thefts that may come

    def _worded(self, found: Difference) -> Words:
        """Return what happens to somebody, with what the rules say of it."""
        effect = found.effect
        assert isinstance(effect, Happens)
        deed, told, worths = effect.deed, often(found), self.worths(effect.deed)
        alike = abs(found.difference) < LEAST
        if effect.yours and apart(worths, APART if alike else MUCH):
            n, m = map(abs, worths)
            told = say("in {n} of 100 cases", n=in_100(found.sides[0])) if alike else told
            cards = zip(
                ("card", "beside"), (KINDS.get(each.best) for each in self.purses), strict=True
            )
            amount = n if deed is Deed.WRONGLY else in_points(n)
            values = (("n", amount), ("m", m), ("often", told), *cards)
            return replace(STAKES[deed], values=values)
        if effect.yours and deed is Deed.STEALS and self.state.leader == effect.player:
            return say("{clause} (you win ties)", clause=found.words)
        if not self.picked or effect.player != self.state.receiver(self.view.viewer):
            return found.words
        who = say("{player}, next,", player=effect.player)
        return replace(found.words, values=(*found.words.values, ("player", who)))

    # the answer of the accused

    def answered(self, move: Event) -> Words:
        """Return what an answer leaves of the viewer's points."""
        table, viewer = self.table, self.view.viewer
        own = table.points(self.seat)
        if move.verb == "admits":
            gone = [each for each in table.rows[self.seat] if each.spot in move.words]
            tilted, values = self.cards.tilted, {"n": table.left(self.seat, move.words), "own": own}
            cards = sum(each.kind if each.nature == tilted else each.nature for each in gone)
            up = named(self.cards.kinds(cards))
            told = say("giving up {cards} leaves {n} of your {own}", cards=up, **values)
            if move == self.move and not self.differs.best:  # so do other cards of the same row
                told = say("admitting so leaves {n} of your {own}", **values)
            if self.power is Power.SEIZE and any(self.cards.thefts(each.kind) for each in gone):
                return joined(told, say("you seize the Theft again"), alike=True)
            return told
        player, m = ahead(self.reach) if self.reach else ("", 0)
        if m > own:
            return say(
                "denying brings a card, since {player} has at least {m} points", player=player, m=m
            )
        rightly, wrongly = (
            self.happens(deed, viewer).sides[move != self.move]
            for deed in (Deed.RIGHTLY, Deed.WRONGLY)
        )
        sure = has_most(self.reach, viewer) is not None
        k, m = (in_100(each, sure) for each in (rightly, wrongly))
        values = {"n": own - self.purses[0].lost, "k": k, "m": m}
        if rightly == 1 and sure:
            return say("denying leaves {n}, since nobody can have more", **values)
        if wrongly and (only := self._only(m)) is not None:
            return joined(only, say("denying then brings a card, and else leaves {n}", **values))
        told = say("denying leaves {n} in {k} of 100 cases", **values)
        return joined(told, say("brings a card in {m}", **values), alike=True) if wrongly else told

    def _only(self, m: int) -> Words | None:
        """Return with what the only one who can have more has it, and how likely that is.

        Beside the chance of all deals alike stands the one that is believed, if it is another one.
        """
        viewer = self.view.viewer
        own = least(self.reach, viewer) if self.reach else 0
        over = [each for each in self.reach if each != viewer and most(self.reach, each) > own]
        if not over:
            return None
        cause = passes(self.reach, viewer, over[0]) if len(over) == 1 else None
        if cause is None:
            cause = say("{players} can have more than your {n}", players=listed(over), n=own)
        if len(over) > 1:
            return say("{cause}, in {m} of 100 cases", cause=cause, m=m)
        alone = alike(self.view, self.reach, over[0], own)
        if alone is None or abs(alone - m / 100) < LEAST:
            return say("{cause}, in {m} of 100 cases", cause=cause, m=m)
        how = say("as people keep and hide cards")
        if over[0] in uses(self.state):
            how = say("as {player} used its power", player=over[0])
        values = {"cause": cause, "n": in_100(alone), "m": m, "how": how}
        if (better := self._turned(alone)) is not None:
            values["better"] = better
            return say(
                "{cause}, in {n} of 100 cases by the cards alone ({better}), {how} in {m}", **values
            )
        return say("{cause}, in {n} of 100 cases by the cards alone, {how} in {m}", **values)

    def _turned(self, alone: float) -> Words | None:
        """Return the better answer if somebody has more with chance `alone`, if that is another."""
        denies = self.moves[self.moves[0].verb != "denies"]
        side = self.moves.index(denies)
        rightly, wrongly = (
            self.happens(deed, self.view.viewer).sides[side]
            for deed in (Deed.RIGHTLY, Deed.WRONGLY)
        )
        lost = self.purses[0].lost
        gains = (self.brings(Source.VERDICT)[side] + rightly * lost) / wrongly
        gap = self.differs.gap * (-1) ** side
        then = gap - (wrongly - alone) * (lost + gains)
        if gap * then > 0:
            return None
        return say("then deny") if then > 0 else say("then admit")

    # the own cards

    @cached_property
    def purses(self) -> Sequence[_Purse]:
        """What the cards count after both moves, and what accusations change; if that is known."""
        if self.move.verb == "discards":
            gone = [self.cards.card[each.words[0]] for each in self.moves]
            held = [] if self.special(self.held) else [self.held - each for each in gone]
        else:
            tables = self.after if self.move.verb in LAYING else [self.table] * 2
            hidden = self.power in CHANGING and self.power not in tables[0].used
            held = [sum(card.nature for card in each.rows[self.seat]) for each in tables]
            held = [] if hidden or not all(held) else held
        return [_Purse.of(self.cards, self.power, each, self.unseen) for each in held]

    @cached_property
    def unseen(self) -> Collection[Kind]:
        """The kinds of which a card can lie in the discard when somebody is accused."""
        state, viewer = self.state, self.view.viewer
        seen = Counter(self.cards.kinds(self.held))
        for player in state.players:
            seen.update(laid.kind for laid in state.rows[player] if player != viewer)
        gone = {word for each in self.moves for word in each.words if each.verb == "discards"}
        every = Counter(self.cards.box.cards(len(state.players)))
        return [kind for kind in every if every[kind] > seen[kind] or kind in gone]

    def worths(self, deed: Deed) -> Sequence[int]:
        """Return what an accusation that ends so brings after both moves, if that is known."""
        if deed not in STAKES:
            return ()
        return [each.brings(deed) for each in self.purses]


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


def ahead_by(lead: float) -> Words:
    """Return how far one is ahead of the best other player."""
    n = figure(abs(lead), ".1f" if round(lead, 9) % 1 else ".0f")
    return say("{n} ahead", n=n) if lead >= 0 else say("{n} behind", n=n)


def topic(source: Source | None) -> Words:
    """Return what there is to weigh where points come from; None is what the others get."""
    return say("what the others get") if source is None else SOURCES[source][2]


def apart(worths: Sequence[int], least: int = APART) -> bool:
    """Tell whether something brings so much more, or less, after one of two moves."""
    return len(worths) > 1 and abs(worths[0] - worths[1]) >= least


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
NTH = (say("{kind}"), say("a second {kind}"), say("a third {kind}"), say("one more {kind}"))


# what moves do by the rules


class _Added(NamedTuple):
    """Cards with the points that they add, and the `total` where a power will change them.

    `grows` tells how often a series grows by further cards.
    """

    name: Words
    points: int
    total: int | None
    grows: Words | None


def _adds(told: _Told) -> Doing:
    """Return what cards add beside other ones, and how the series of either grow."""
    one, other = map(told.adding, told.moves)
    if one.total is not None and other.total is not None:
        doing = say("with {card} and {character} you have", card=one.name, character=told.character)
        return _counts(doing, one.total, other.total)
    words = say_n("{card} adds {n} point", "{card} adds {n} points", one.points, card=one.name)
    if one.grows is not None:
        words = say("{clause} ({grows})", clause=words, grows=one.grows)
    beside = say("{card} {n}", card=other.name, n=other.points)
    if other.grows is not None:
        beside = say("{clause} ({grows})", clause=beside, grows=other.grows)
    words = say("{clause}, {other}", clause=words, other=beside)
    if (
        told.picked
        and told.power is Power.TILT
        and told.differs.best
        and one.points != other.points
    ):
        values = {"clause": words, "character": told.character}
        words = say("{clause}, and {character} can make all of one kind 5 each", **values)
    return Doing(words, points=one.points - other.points)


def _counts(doing: Words, one: int, other: int) -> Doing:
    """Return what the viewer has, or shows, after two moves."""
    values = {"doing": doing, "m": other}
    same = say_n(
        "{doing} {n} point, just as many", "{doing} {n} points, just as many", one, **values
    )
    words = say_n(
        "{doing} {n} point instead of {m}", "{doing} {n} points instead of {m}", one, **values
    )
    return Doing(same if one == other else words, points=one - other)


def _picks(told: _Told) -> Clause:
    """Return what the cards add, and how often a series grows in the end."""
    if told.move.verb != told.differs.against.verb:
        return _doubles(told)
    return _adds(told)


def _doubles(told: _Told) -> Clause:
    """Return what Wuming takes of this pack, as one card or as two."""
    pack = told.cards.bundle(told.state.packs[told.view.viewer].known)
    two = usual(told.cards).picks[told.power, 2, told.held, pack][0]
    values = {"cards": named(told.cards.kinds(two)), "card": told.adding(told.move).name}
    if told.move.verb == "doubles":
        return Clause(say("everybody takes two now (you {cards}), and one fewer later", **values))
    return Clause(say("{card} alone; doubling takes two ({cards})", **values))


def _discards(told: _Told) -> Clause:
    held = [told.held - told.cards.card[each.words[0]] for each in told.moves]
    one, other = map(told.points, held)
    kind, taker = told.move.words[0], told.state.holder(Power.SEIZE)
    doing = say("you keep")
    if told.special(told.held):
        doing = say("with {character} you keep", character=told.character)
    counted = _counts(doing, one, other)
    if told.power is Power.DRAW:
        return replace(counted, words=say("{clause} (before you draw)", clause=counted.words))
    if kind != THEFT or taker in ("", told.view.viewer):
        return counted
    seized = say("{clause} ({player} can seize the Theft)", clause=counted.words, player=taker)
    return replace(counted, words=seized)


def _changes(told: _Told) -> Clause:
    """Return what Yanmei's or Nuying's power makes of a card."""
    one, other = (table.points(told.seat) for table in told.after)
    row = {each.spot: KINDS[each.kind] for each in told.state.rows[told.view.viewer]}
    words = told.move.words
    if told.move.verb == "tilts":
        doing = say("with 5 for each {kind}", kind=row[words[0]])
    else:
        below, above = row[words[0]], row[words[2]]
        doing = say("with {kind} as {above}", kind=below, above=above)
        if below == above:
            doing = say("with {kind} as it is", kind=below)
    return _counts(say("{doing} you have", doing=doing), one, other)


def _shows(told: _Told) -> Clause:
    """Return what the own cards that all see count after two moves; less is no loss.

    Nuying's copy is made as for the most points: it may turn a card of the top row face down.
    """
    points, bare = told.cards.points[told.power], told.cards.points[None]
    own, seen = points[0] - bare[0], [_copied(each, told.seat) for each in told.after]
    shown = [sum(card.nature for card in each.rows[told.seat] if card.up) for each in seen]
    hidden = [sum(not card.up for card in each.rows[told.seat]) for each in seen]
    n, m = (points[each] - own for each in shown)  # of what no card shows
    if any(each.open() != table.open() for each, table in zip(seen, told.after, strict=True)):
        values = {"n": n, "k": hidden[0], "m": m, "j": hidden[1]}
        return Clause(
            say("once you copy, you show {n} points and hide {k} cards, not {m} and {j}", **values)
        )
    doing = say("you show")
    if any(points[each] - own != bare[each] for each in shown):
        doing = say("with {character} you show", character=told.character)
    return Clause(_counts(doing, n, m).words)


def _copied(table: RoundTable, seat: int) -> RoundTable:
    """Return the table after Nuying's copy, if that hides as many cards however it is made."""
    ways, found = choosing.tucks(table, seat), list[RoundTable]()
    for below, above in ways if table.due(Power.TUCK) == seat else ():
        found.append(table.copy())
        found[-1].tuck(seat, below, above)
    return found[0] if len({each.open()[seat] for each in found}) == 1 else table


def _votes(told: _Told) -> Clause | None:
    """Return who of two players has most, by what lies face down, and how often."""
    one, other = (each.words[0] for each in told.moves)
    viewer, found = told.view.viewer, told.reach
    if viewer in (one, other):
        return None
    surely, beside = (beaten(found, viewer, each) for each in (one, other))
    if has_most(found, viewer):
        n = max(most(found, each) for each in found if each != viewer)
        values = {"n": n, "m": least(found, viewer)}
        return Clause(say("you surely have most: the others at most {n} points, you {m}", **values))
    if surely is not None:
        return Clause(surely, False)
    cause = told.cause(one)
    if beside is not None:
        return Clause(beside if cause is None else joined(cause, beside), True)
    often_, beside_ = (told.happens(Deed.AHEAD, each).sides[0] for each in (one, other))
    n, m = (
        in_100(share, has_most(found, each) is not None)
        for each, share in ((one, often_), (other, beside_))
    )
    words = say(
        "{player} has most, or as much, in {n} of 100 cases, {other} in {m}",
        player=one,
        n=n,
        other=other,
        m=m,
    )
    if not told.differs.best:
        words = say("{player} has most, or as much, in {n} of 100 cases", player=one, n=n)
    good = None if often_ == beside_ else often_ > beside_
    words = words if cause is None else joined(cause, words)
    whole = good in (None, told.better) or told.differs.either
    return Whole(words, good) if whole else Clause(words, good)


def _judged(told: _Told) -> Clause:
    """Return what the penalty costs who is tied. OV-6"""
    table, players, (accused,) = told.table, told.state.players, told.move.words
    seat, spares = players.index(accused), told.move.verb == "spares"
    own, lost = table.points(seat), choosing.penalty(table, seat)
    tied = [each for each in table.seats if each != seat and table.points(each) == own]
    others = listed(players[each] for each in tied)
    values = {"player": accused, "others": others, "n": own, "lost": lost}
    if seat == told.seat:
        words = say("you are tied with {others} at {n} points: the penalty takes {lost}", **values)
        return Whole(words, spares)
    words = say("{player} is tied with {others} at {n} points: the penalty takes {lost}", **values)
    return Whole(words, told.better)


def _answers(told: _Told) -> Clause | None:
    """Return what either answer leaves."""
    if not told.purses:
        return None
    one, other = told.brings(Source.VERDICT)
    words, beside = map(told.answered, told.moves)
    if told.better or told.move.verb == "denies":
        words = joined(words, beside)
    return Doing(words, points=one - other)


def _hands_over(told: _Told) -> Clause | None:
    """Return what cards cost who gives them, and bring the thief; others give what costs least."""
    table, players, found = told.table, told.state.players, list[Mapping[str, object]]()
    robs, thief = told.move.verb == "robs", told.state.thief or told.view.viewer
    for each in told.moves:
        victim, taker = players.index(each.words[0]) if robs else told.seat, players.index(thief)
        spots = choosing.gives(table, victim) if robs else each.words
        cards = dict.fromkeys(card.kind for card in table.rows[victim] if card.spot in spots)
        worth = sorted({table.with_card(taker, kind) - table.points(taker) for kind in cards})
        values: Mapping[str, object] = {
            "n": table.points(victim) - table.left(victim, spots[:1]),
            "m": listed(worth, " / "),
            "card": listed([KINDS[told.cards.kind[kind]] for kind in cards], " / "),
            "player": players[victim],
        }
        found.append(values)
    if all(found[0][name] == found[1][name] for name in ("n", "m", "player")):
        return None
    form = say("{player} misses {card} least ({n} points), worth {m} to you")
    if not robs:
        form = say("{card} costs you {n} and brings {thief} {m}", thief=thief)
    one, other = (replace(form, values=(*form.values, *each.items())) for each in found)
    return Whole(joined(one, other))


def _appoints(told: _Told) -> Clause:
    """Return what either thief gets."""
    one, other = (each.words[0] for each in told.moves)
    gets = told.brings(Source.THEFT, one)[0], told.brings(Source.THEFT, other)[1]
    n, m = (figure(each, ".1f" if round(each, 9) % 1 else ".0f") for each in gets)
    values = {"player": one, "other": other}
    return Whole(say("as thief {player} gets {n}, {other} {m}", n=in_points(n), m=m, **values))


def _becomes(told: _Told) -> Clause:
    (name,) = told.move.words
    power = POWERS[told.state.box.characters[name]]
    return Clause(say("{character} ({power})", character=name, power=power))


WHO_HAS_MOST = say("who can have most")


class Use(NamedTuple):
    """What moves of a kind do, `of` which of the viewer's points that is, and the topic."""

    clause: Callable[[_Told], Clause | None]
    of: Source
    topic: Words | None = None


ELSE = Use(lambda _: None, Source.DOCKING)

USES: Mapping[str, Use] = {
    **dict.fromkeys(("picks", "doubles"), Use(_picks, Source.CARDS)),
    "discards": Use(_discards, Source.CARDS),
    **dict.fromkeys(("tilts", "tucks"), Use(_changes, Source.CARDS)),
    "adds": Use(_adds, Source.CARDS),
    "places": Use(_shows, Source.VERDICT),
    "takes": Use(_adds, Source.CARDS),
    **dict.fromkeys(("votes", "accuses"), Use(_votes, Source.VERDICT, WHO_HAS_MOST)),
    **dict.fromkeys(("admits", "denies"), Use(_answers, Source.VERDICT, WHO_HAS_MOST)),
    **dict.fromkeys(("punishes", "spares"), Use(_judged, Source.VERDICT)),
    **dict.fromkeys(("gives", "robs"), Use(_hands_over, Source.THEFT)),
    "appoints": Use(_appoints, Source.THEFT),
    "becomes": Use(_becomes, Source.CARDS),
}
"""By the verbs of moves."""
