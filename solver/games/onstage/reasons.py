"""What a move is for that another one is not: said by the rules, chosen by what was measured.

First comes how the trick stands, and which card decides it, see `standing`; then who leads, and who
comes on stage; then what is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import played, winning
from ....models.onstage.text import suit_name
from ....models.onstage.theatre import Theatre
from ....models.words import Words, in_100, listed, say, say_n
from ...play.coach import choices
from ...play.contrast import Clause, Contrast, joined
from ...play.trial import Difference
from .effects import Came, Kind
from .standing import RARE, After, Others, share_of

ENOUGH = 0.25
"""By how many blossoms this trick differs at least, if that is told."""
FEW = 3
"""No more cards than these are named; with no more in hand it is told who has no performers."""
OFTEN = 0.1
"""In more deals than these somebody is taken instead, or another one, if that is told."""
MUCH = 0.5
"""By so many blossoms a move is worse of which it is told what it loses in every deal."""
LEAST, PART = 0.1, 0.25
"""A fact makes at least this part of the gap, and what is told against it this part of the fact."""
MOST = 3
"""So many blossoms a card that is kept brings at most: one performer."""
A_BLOSSOM = 0.1
"""About how much of a chance to win the game it is."""
LAST = 2
"""With so many cards left only one trick follows."""
MOSTLY = 0.65
"""In so many tries a suit is mostly trump."""
ALMOST = 0.9
"""Who is beaten in so many deals is not told to be ahead."""
EARLY = 7
"""With more cards in hand nobody looks whether the game is decided."""
TRICK, NEXT, LATER = (Came(kind).topic for kind in (Kind.TAKES, Kind.NEXT, Kind.LATER))
KEPT = say("which card you will need later")
"""What there is to weigh."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` is for that the one against it is not, or the reverse; perhaps a price."""
    pair = _Pair(view, After.of(view, move), After.of(view, differs.against), differs)
    said = pair.clause
    if not pair.one.plays:
        return said
    unlike = move if said.topic is LATER else pair.one.stand  # what has no reason is like none
    return replace(said, unlike=unlike, setting=pair.setting)


def sure(view: View[State], move: Event) -> float:
    """Return about how many blossoms a move surely brings that ends the trick; 0 of any other.

    In the last trick of a round it is what the deals tell, with the card that is kept.
    """
    after = After.of(view, move)
    if not after.last:
        return after.surely
    kept = max(map(value_of, after.hand), default=0) / 100  # a higher card for what comes
    return kept + (after.surely if after.whole else after.worth)


def decided(view: View[State]) -> tuple[bool | None, Words] | None:
    """Return whether the viewer has won or lost the game already, with the count that proves it.

    That is so where nobody can reach what somebody has, by the performers and cards that are left.
    It is neither, but told, where one can pass that only by one claim.
    """
    state, viewer = view.state, view.viewer
    early = len(state.hands[viewer]) > EARLY or state.agreed.edition == "fr"
    afters = [] if early else [After.of(view, move) for move in choices(view)]
    if not afters or not afters[0].final:
        return None
    has = {player: n + state.totals[player] for player, n in afters[0].before.items()}
    most = {player: max(after.at_most(player) for after in afters) for player in has}
    own, own_most = has.pop(viewer), most.pop(viewer)
    if max(most.values()) < own:
        return True, say(
            "you have won: {n}, the others can reach {m} at most", n=own, m=max(most.values())
        )
    best = max(has, key=has.__getitem__)
    if own_most < has[best]:
        values = {"n": own_most, "player": best, "m": has[best]}
        return False, say("you cannot win: {n} at most, {player} has {m}", **values)
    if afters[0].plays or len(afters) < 2:
        return None
    *_, (second, _), (first, piece) = sorted((each.at_most(viewer), each.card) for each in afters)
    if not piece or not second <= has[best] < first:
        return None
    values = {"piece": piece, "player": best, "best": has[best], "m": second}
    return None, say(
        "only with {piece} can you pass {player}, who has {best}: else {m} at most", **values
    )


def twins(view: View[State], moves: Sequence[Event]) -> Mapping[Event, Event]:
    """Return for each play the first that is as good in this round, whatever comes.

    The performers are moved alike, and it is the same card; or nobody else has a card between the
    two, both claim the same, and neither has an ability.
    """
    state, first = view.state, dict[Hashable, Event]()
    if not moves or moves[0].verb != "plays":
        return {}
    out = [*Others.of(view).unseen, *(each.card for each in state.trick)]

    def kind(move: Event) -> Hashable:
        card, after = move.words[0], played(state.box, state, move)
        moved = after.theatre.line, frozenset(after.theatre.stage), *after.claimed.values()
        if value_of(card) in state.box.abilities or len(after.hands[view.viewer]) < 2:
            return card, moved
        below = sum(suit_of(each) == suit_of(card) and each < card for each in out)
        match = f"{suit_of(card)}{state.agreed.blossoms[value_of(card)]}"
        match *= state.agreed.edition == "fr" or match in {
            *after.theatre.line,
            *state.theatre.stage,
        }
        return suit_of(card), match, below, moved

    return {move: first.setdefault(kind(move), move) for move in moves}


@dataclass(frozen=True)
class _Fact:
    """In what a move differs from another one: it is `good` for it or bad, by so `much`, about."""

    words: Words
    good: bool
    much: float
    topic: Words
    counted: bool


Said = Iterator[tuple[Words, bool | None]]
"""Sentences, and whether each speaks for the move; None if what was tried tells that."""


@dataclass(frozen=True)
class _Pair:
    """A move, the `one`, beside another."""

    view: View[State]
    one: After
    other: After
    differs: Contrast

    @cached_property
    def swapped(self) -> _Pair:
        """The other move beside this one."""
        return replace(self, one=self.other, other=self.one)

    @cached_property
    def came(self) -> Mapping[Came, tuple[float, float]]:
        """How often what was counted came after either move, or how much of it."""
        return {each: n for each, n in self.differs.sides.items() if isinstance(each, Came)}

    @property
    def clause(self) -> Clause:
        """What speaks the way of the gap, by most; then at most one fact that speaks against it.

        What was counted in trials is no cause: it comes behind what makes half as much.
        """
        differs, one = self.differs, self.one
        if lost := self._lost:
            return Clause(lost, good=False, counted=True, topic=TRICK)
        good = None if differs.either else differs.gap > 0
        if one.final and differs.either and differs.unchanged == 1:
            return Clause(say("it comes to the same in every case"), topic=TRICK)
        better = differs.best if good is None else good
        facts = sorted(self.facts, key=lambda each: -each.much / (1 + each.counted))
        if differs.best and one.plays and not any(each.good for each in facts):
            facts += self._of_other
        least = 0.0 if differs.either else LEAST * abs(self.gap)
        way = next((each for each in facts if each.good is better and each.much >= least), None)
        least, topic = max(ENOUGH, PART * way.much if way else 0), way.topic if way else None
        against = (each for each in facts if each.good is not better and each.topic is not topic)
        price = [each for each in against if each.much >= least][:1]
        apart = differs.either or (one.takes and [each.topic for each in price] == [TRICK])
        if apart and one.plays and not (way and way.topic is TRICK) and (plan := self._plan):
            kept = [each.words for each in (way, *price) if each and each.topic is not TRICK][:1]
            return Clause(joined(plan, *kept), good, topic=TRICK)
        if way is None:
            return self._unexplained(good, price)
        if topic is KEPT and better and one.yours and (follows := self._follows):
            return Clause(joined(follows, way.words), good=good, topic=TRICK)
        words = [each.words for each in price]
        if topic is TRICK and way.good and not way.counted and one.takes and one.beaten >= OFTEN:
            words = [words for words, good in self.standing if good is False][:1]
        return Clause(joined(way.words, *words, alike=False), good=good, topic=topic)

    def _unexplained(self, good: bool | None, price: Sequence[_Fact]) -> Clause:
        """Return that nothing tells which move is better, but perhaps what is made up for."""
        differs = self.differs
        if good is None:
            words = say("nothing found tells it apart from {move}", move=differs.called)
            return Clause(price[0].words if price and not differs.best else words, topic=TRICK)
        words = say("it is worse in trials, no single reason was found")
        if good:
            words = say("it is better in trials, no single reason was found")
        named = (each for each in differs.differences if each.part > 0 and each.effect.sign)
        told = [each.words for each in named if self.one.plays or each.effect.topic is not TRICK]
        words = joined(*told[:1] or [words], *(each.words for each in price), alike=False)
        return Clause(words, good, topic=LATER)

    @property
    def _plan(self) -> Words | None:
        """Return how this trick stands, if otherwise than after the other move; what beats it."""
        one, other, told = self.one, self.other, [*self._of_trick()]
        sides = ((each.ahead, each.piece, each.beating, each.lost) for each in (one, other))
        if not told or len({str(side) for side in sides}) == 1:
            return None
        (words, good), *others = told
        for threat, speaks in others[:1]:
            if str(dict(threat.values).get("what")) == str(self._taken()):  # it is named before
                brief = say("{who} can beat {card} with {cards} {often}")
                threat = replace(brief, values=threat.values)
            words = joined(words, threat, alike=False if good and speaks is False else None)
        return words

    @property
    def _lost(self) -> Words | None:
        """Return how somebody is lost in every deal, which is told though trials tell nothing."""
        one, differs = self.one, self.differs
        lost = one.plays and one.beaten == 1 and one.worth <= self.other.worth - 1
        if not lost or not differs.either or differs.best or one.final or differs.gap > -MUCH:
            return None
        return next((words for words, good in self.standing if good is False), None)

    # how much each fact makes

    @cached_property
    def gap(self) -> float:
        """By how many blossoms the move is better, about; of a chance to win, by what one is."""
        for_game = any(each.most is None for each in self.came if each.kind is Kind.NEXT)
        return self.differs.gap / (A_BLOSSOM if for_game else 1)

    @cached_property
    def now(self) -> tuple[float, float]:
        """By how many blossoms this trick is better than after the other move, one's own first.

        They are counted where the trick is over; else it was tried, or is about what deals tell.
        """
        one, other = self.one, self.other
        if one.declines or other.declines:
            return 0.0, 0.0
        if one.whole or not one.plays or (one.ends_game and other.ends_game):
            return one.surely - other.surely, 0.0
        own, theirs = (self._tried(Kind.TAKES, own) for own in (True, False))
        return (own, theirs) if own or theirs else (one.worth - other.worth, 0.0)

    @cached_property
    def later(self) -> float:
        """By how many what comes after the next trick is: what the gap leaves."""
        if len(self.one.hand) <= LAST:
            return 0.0
        return self.gap - sum(self.now) - self._tried(Kind.NEXT)

    def _tried(self, kind: Kind, own: bool | None = None) -> float:
        return sum(self._parts(kind, own).values())

    def _parts(self, kind: Kind, own: bool | None = None) -> Mapping[Came, float]:
        """Return by how many blossoms it is better by what came of a kind, as was tried.

        It may be what came to the viewer's side alone, or to others.
        """
        found = dict[Came, float]()
        for each, (here, there) in self.came.items():
            share = share_of(self.view, each.player)
            if each.kind is kind and own in (None, share > 0):
                found[each] = share * (value_of(each.piece) if each.piece else 1) * (here - there)
        return found

    @property
    def facts(self) -> Iterator[_Fact]:
        """In what the moves differ, of each topic the first sentence that goes with its count."""
        (own, theirs), then, later = self.now, self._tried(Kind.NEXT), self.later
        of_card = max(-MOST, min(MOST, self._tried(Kind.NEXT, True) + later))
        told: list[tuple[Words, float, Said]] = [
            (TRICK, own, self._of_trick()),
            (TRICK, theirs, self._of_trick()),
            (NEXT, of_card, self._of_next()),
            (NEXT, then + later, self._alone()),
            (KEPT, of_card, self._of_kept()),
        ]
        counted: list[tuple[Words, float, Said]] = [
            (TRICK, own, self._counted(Kind.TAKES, True)),
            (TRICK, theirs, self._counted(Kind.TAKES, False)),
            (NEXT, then, self._counted(Kind.NEXT)),
            (LATER, self._tried(Kind.LATER), self._counted(Kind.LATER)),
        ]
        if self.one.last:
            told = [(TRICK, own + theirs, self._of_trick()), (KEPT, 0.0, self._stays())]
            counted = []
        near = self.differs.either and bool(self.differs.error or self.one.last)
        for topic, much, said in (*told, *counted):
            slight, more = near and abs(much) < ENOUGH, much > 0
            for words, good in said:
                if not slight if good is None else slight or (much and good is more):
                    by = (topic, much, said) in counted
                    yield _Fact(words, more if good is None else good, abs(much), topic, by)
                    break

    @property
    def _of_other(self) -> Iterator[_Fact]:
        """What speaks against the other move, as that speaks for this one."""
        named = self.differs.called
        turned = replace(self.differs.mirrored(self.one.move, named), best=False)
        for each in replace(self.swapped, differs=turned).facts:
            if not each.good and not each.counted:
                words = say("with {move}, {clause}", move=named, clause=each.words)
                yield replace(each, words=words, good=True, counted=True)

    def _counted(self, kind: Kind, own: bool | None = None) -> Said:
        """Yield by how much more or less of a kind came, of whom that makes most."""
        parts = self._parts(kind, own)
        way = sum(parts.values())
        most = max(parts, key=lambda each: parts[each] * way, default=None)
        if most is not None and abs(parts[most]) >= (MUCH if kind is Kind.LATER else ENOUGH):
            here, there = self.came[most]
            yield most.told(Difference(most, here - there, 0.1, 1.0, came=here)), way > 0

    # this trick

    @cached_property
    def standing(self) -> Sequence[tuple[Words, bool | None]]:
        """Who is ahead, for whom, and which cards decide; and whether each is good."""
        one = self.one
        open_yet = not (one.whole or one.settled or one.declines)
        threats = self._threats() if open_yet else []
        alone = threats and one.piece and one.beaten >= ALMOST
        own = share_of(self.view, one.ahead.player) > 0
        good = own if own or not (one.piece and self.other.piece) or self.other.yours else None
        if not one.piece:
            good = bool(self._follows) if own and not one.whole else None
        every = [
            (None if alone else self._ahead(), good),
            *((each, False if own else None) for each in threats),
            (self._spared, True),
            (self._turned if open_yet else None, True),
        ]
        found = [(words, good) for words, good in every if words is not None]
        if one.ends_round:
            return [(self._whole(joined(*(words for words, _ in found))), None)] if found else []
        return found

    def _of_trick(self) -> Said:
        """Yield how the trick stands, if it does not stand so after the other move."""
        if not self.one.plays:
            if any(self.now):
                yield self._whole(self._claims()), None
            return
        theirs, trump = {str(words) for words, _ in self.swapped.standing}, self._trump()
        for words, good in self.standing:
            if str(words) not in theirs:
                changed = trump and say("{trump}: {clause}", trump=trump, clause=words)
                yield changed or words, good

    @cached_property
    def setting(self) -> tuple[Words, ...]:
        """What holds after both moves: it is no reason for one of them."""
        theirs = {str(words) for words, _ in self.swapped.standing}
        shared = [words for words, _ in self.standing if str(words) in theirs]
        own = self.one.yours and not self.one.whole
        return tuple(filter(None, (self._without, *(() if own else shared))))

    @property
    def _without(self) -> Words | None:
        """Return who has claimed nobody yet, if a few tricks are left, and what they may get."""
        state, own = self.view.state, say("you")
        bare = [player for player, some in state.claimed.items() if not some]
        told = self.one.ends_round and self.one.certain
        if not bare or told or len(self.one.hand) > FEW + (len(bare) < FEW):
            return None
        return say(
            "who alone has no performers at the end gets what is left on stage, now {n} (ON-12):"
            " that may be {players}",
            n=_blossoms(sum(map(value_of, state.theatre.stage))),
            players=_either(own if who == self.view.viewer else who for who in bare),
        )

    @cached_property
    def _spared(self) -> Words | None:
        """Return that others can take nobody as the stage is, or seldom somebody."""
        one = self.one
        if one.whole or one.piece or self.other.piece or one.settled or one.beaten >= OFTEN:
            return None
        takers = [card for card in one.rivals if one.prize([card])]
        if not takers:
            return say("as the stage is, no card can take anybody")
        if (share := one.chance(takers)) >= RARE:
            often = self._often(share)
            return say("as the stage is, others can take somebody {often}", often=often)
        return say("as the stage is, others can take somebody in hardly any deal")

    @property
    def _turned(self) -> Words | None:
        """Return that a card that is not ahead may still win, if it does so now and then."""
        one = self.one
        if one.turned < OFTEN or self._came(Kind.WINS, self.view.viewer) < OFTEN:
            return None
        values = {"card": one.card, "suit": suit_name(suit_of(one.card))}
        return say("{card} can win if {suit} becomes trump", **values)

    def _came(self, kind: Kind, player: str, piece: str = "") -> float:
        """Return how often something came after the move, as was tried."""
        found = self.came.get(Came(kind, player, piece), (0.0, 0.0))  # what never came is missing
        return found[int(self.one.move == self.differs.against)]

    def _trump(self) -> Words | None:
        """Return what the card has made trump, if that can still count in this trick."""
        one, suit = self.one, self.one.theatre.trump
        laid = {suit_of(play.card) for play in one.state.trick}
        if suit == self.view.state.theatre.trump or not (one.coming or suit in laid):
            return None
        if suit is None:
            return say("there is no trump then")
        return say("{suit} becomes trump", suit=suit_name(suit))

    def _ahead(self) -> Words | None:
        """Return who is ahead, and for whom; None if neither move has somebody to take."""
        one = self.one
        card, player, suit = one.ahead.card, one.ahead.player, suit_of(one.ahead.card)
        values = {"card": card, "player": player, "suit": suit_name(suit)}
        values |= {"what": self._taken()}
        if one.whole and not (one.last or one.piece or self.other.piece):
            return say("nobody is taken")
        if one.yours:
            return self._yours(values)
        if not one.piece:
            return self._nobody(values)
        if not one.settled:
            return say("{card} of {player} is ahead for {what}", **values)
        if one.forced:
            return say("{card} of {player} has to claim {what}", **values)
        if one.choice:
            return say("{card} of {player} can take {what}", **values)
        return say("{card} of {player} takes {what}", **values)

    def _nobody(self, values: Mapping[str, object]) -> Words | None:
        """Return that another's card that is ahead has nobody to take, who would be there else."""
        one, other = self.one, self.other
        if not one.whole:
            words = say("as it stands, {card} of {player} takes nobody", **values)
            return words if (other.piece or one.last) and not self._spared else None
        words = say("{card} of {player} takes nobody", **values)
        card, player = other.ahead.card, other.ahead.player
        values = {"clause": words, "what": self._what(other.piece), "card": card, "player": player}
        if not other.piece:
            return words
        if other.ahead == one.ahead:
            return say("{clause}, not {what}", **values)
        if not other.yours:
            return say("{clause}, and {card} of {player} does not take {what}", **values)
        return say("{clause}; the card {card} would take {what}", **values)

    def _taken(self) -> Words:
        """Return whom the card that is ahead takes; or nobody, if that may bring more. ON-12"""
        one = self.one
        what = self._what(one.piece, one.forced, {one.ahead.card})
        if not one.declines:
            return what
        return say(
            "{what}, or nobody, as alone without performers you get what is left (ON-12)", what=what
        )

    def _yours(self, values: Mapping[str, object]) -> Words | None:
        one = self.one
        others = tuple(each for each in one.state.trick if each.player != self.view.viewer)
        if one.whole:
            words = say("you take {what}", **values)
            if one.choice and self.differs.best and one.piece != self.other.piece:
                match = one.match(one.ahead.card)
                return say("{clause}, as {match} is not on stage", clause=words, match=match)
            return words if one.piece else say("{card} wins for nobody", **values)
        if one.settled and not one.piece:
            return say("{card} surely wins for nobody", **values)
        if one.settled:
            words = say("you surely take {what}", **values)
            if not one.last:
                words = say("{clause} and lead next", clause=words)
            if suit_of(one.card) in map(suit_of, set().union(*one.may.values())):
                return words
            return say("{clause}, as nobody can play {suit} after you", clause=words, **values)
        if not one.piece:
            told = self.other.piece and not self._spared
            none = say("no {suit} performer is on stage to take", **values)
            return (self._follows or none) if told else None
        if others:
            beaten = winning(others, one.theatre.trump)
            values = {**values, "player": beaten.player, "beaten": beaten.card}
            return say("{card} beats {beaten} of {player}, for {what}", **values)
        if not one.rivals:
            return say("{card} is ahead for {what}, and no card can beat it now", **values)
        if not one.above(one.card):
            return say("{card} is ahead for {what}, and no {suit} can beat it", **values)
        return say("{card} is ahead for {what}", **values)

    @property
    def _follows(self) -> Words | None:
        """Return who has to beat the viewer's lead with the only other card, for nobody."""
        one, cards = self.one, self.one.unseen(self.one.lead)
        if len(one.state.trick) > 1 or len(cards) != 1 or cards != one.above(one.card):
            return None
        who = [each for each in one.coming if one.others.share(cards, [each], one.lead) == 1]
        values = {"who": "".join(who), "card": cards[0], "suit": suit_name(one.lead)}
        words = say(
            "{who} has to play {card}, the only other {suit}, and as the stage is takes nobody"
        )
        known = one.others.exact and who and not one.prize(cards)
        return replace(words, values=tuple(values.items())) if known else None

    def _threats(self) -> list[Words]:
        """Return who can beat what is ahead, with which cards and how often; or by an ability."""
        one, words = self.one, list[Words]()
        if one.beaten >= OFTEN:
            return self._beaten()
        if not one.piece or max(one.lost, one.moved) < RARE:
            return []
        words += self._undone
        if one.choice:
            piece = one.match(one.ahead.card)
            what = self._what(piece, named={piece})
            makes = say("{who} can make {card} take {what} by the ability of {cards}, {often}")
            words += self._by_ability(one.forcing, makes, what=what)
        return words

    @cached_property
    def _undone(self) -> list[Words]:
        """Return who may most often beat who is ahead by an ability, or leave it with nobody."""
        one = self.one
        turns = say("{who} can turn the trump and beat {card} with {cards}, {often}")
        leaves = say("{who} can leave {card} with nobody by the ability of {cards}, {often}")
        left = self._by_ability(one.leaving - one.turning, leaves)
        return [*self._by_ability(one.turning, turns), *left]

    def _by_ability(self, cards: Iterable[str], words: Words, **values: object) -> list[Words]:
        """Return what others can do by one of some cards, those that most often come."""
        one = self.one
        often = sorted((one.chance([card]), card) for card in cards)[-FEW:]
        able = sorted(card for share, card in often if share >= often[-1][0] / 3)
        if not often or often[-1][0] < OFTEN:
            return []
        values |= {"card": one.ahead.card, "cards": _either(able), "who": self._who(able)}
        values |= {"often": self._often(one.chance(able), one.every(able))}
        return [replace(words, values=tuple(values.items()))]

    def _who(self, cards: Iterable[str]) -> object:
        """Return which of those to come may play one of some cards."""
        one = self.one
        return _either(p for p in one.coming if one.others.share(cards, [p], one.lead))

    def _beaten(self) -> list[Words]:
        """Return who can beat what is ahead, with which cards of a suit, how often, and for whom.

        Those that may come in most deals come first.
        """
        one, groups = self.one, dict[str, list[str]]()
        for card in one.beating:
            groups.setdefault(suit_of(card), []).append(card)
        often = {suit: one.chance(cards) for suit, cards in groups.items()}
        first, *others = sorted(groups, key=often.__getitem__, reverse=True)
        found = [self._beats(groups[first])]
        if one.yours and one.piece and one.lost - one.beaten >= OFTEN:
            found += self._undone
        return found + [self._beats(groups[suit]) for suit in others if often[suit] >= OFTEN]

    def _beats(self, cards: Sequence[str]) -> Words:
        """Return who can take whom with some cards of a suit, how often, or beat what is ahead."""
        one, suit = self.one, suit_of(cards[0])
        named: object = _either(cards)
        if len(cards) > FEW:
            cards = [card for card in one.rivals if suit_of(card) == suit]
            named = say("a {suit} (trump)", suit=suit_name(suit))
            if suit == suit_of(one.ahead.card):
                named = say("a higher {suit}", suit=suit_name(suit))
        prizes = [*dict.fromkeys(one.prize([card]) for card in cards)]
        best = max((p for p in one.theatre.stage if suit_of(p) == suit), default="")
        left = best if prizes != [best] and len(prizes) == 1 else ""
        whats = [self._what(each, left, {*cards}) for each in prizes]
        values = {
            "who": self._who(cards),
            "cards": named,
            "often": self._often(one.chance(cards), one.every(cards)),
            "what": _either(whats),
            "card": one.ahead.card,
        }
        if one.piece and all(value_of(card) in self.view.state.box.abilities for card in cards):
            return say("{who} can beat {card} with {cards} {often}, after its ability", **values)
        if not best:
            return say("{who} can beat {card} with {cards} {often}", **values)
        return say("{who} can take {what} with {cards}, {often}", **values)

    def _what(self, performer: str, better: str = "", named: Collection[str] = ()) -> Words:
        """Return a performer, called one where a card of that name is in hand or `named`. ON-11"""
        values = {"piece": performer, "n": value_of(performer or "_0"), "better": better}
        if better:
            return say("{piece} ({n}, not {better})", **values)
        if performer in {*self.view.state.hands[self.view.viewer].known, *named}:
            return say("the performer {piece} ({n})", **values)
        return say("{piece} ({n})", **values)

    def _often(self, share: float, every: bool = False) -> Words:
        """Return in which part of the deals something may come."""
        if share == 1:
            return say("in every deal") if every else say("in nearly every deal")
        if not self.one.others.exact:
            return say("in about {n} of 100 deals", n=in_100(share))
        return say("in {n} of 100 deals", n=in_100(share))

    def _whole(self, words: Words) -> Words:
        """Return what a trick that is over brings, with who gets what is left, or the game."""
        one, other = self.one, self.other
        if (one.rest != other.rest or (one.plays and one.rest)) and one.certain and other.certain:
            words = joined(words, self._rest())
        (n, player, m), (own, _, best) = one.ends, other.ends
        values = {"clause": words, "n": n, "player": player, "m": m, "card": "".join(one.hand)}
        if one.ends_round and not one.final and one.certain:
            return say("{clause}; the round ends with {n} for you, {m} for {player}", **values)
        if not one.ends_game or (n == own and m == best and (n != m or one.hand == other.hand)):
            return words
        if one.tied:
            return say(
                "{clause}; with {n} each the highest kept card wins, yours is {card}", **values
            )
        if (n > m) - (n < m) == (own > best) - (own < best):
            return words
        return say("{clause}; you end with {n}, {player} with {m}", **values)

    def _rest(self) -> Words:
        bare, blossoms = self.one.bare, _blossoms(self.one.rest)
        if bare == [self.view.viewer]:
            return say("alone without performers you get what is left, {n} (ON-12)", n=blossoms)
        values = {"player": "".join(bare[:1]), "players": listed(bare), "n": blossoms}
        if len(bare) == 1:
            return say("alone without performers {player} gets what is left, {n} (ON-12)", **values)
        if bare:
            return say(
                "nobody gets what is left: several have no performers, {players} (ON-12)", **values
            )
        return say("nobody is without performers, so nobody gets what is left (ON-12)")

    def _claims(self) -> Words:
        one, other = self.one.card, self.other.card
        values = {"piece": one, "blossoms": _blossoms(one or other), "beside": other}
        has = self.view.state.claimed[self.view.viewer]
        if not one and has and self.differs.gap <= 0 and self.view.state.agreed.edition != "fr":
            return say("you have {has} already: you cannot get the stage (ON-12)", has=has[0])
        if not one:
            return say("{beside} ({blossoms}) stays on stage", **values)
        if not other:
            return say("{piece} brings {blossoms}", **values)
        return say("{piece} brings {blossoms}, {beside} {n}", **values, n=value_of(other))

    # what is left behind

    def _of_next(self) -> Said:
        """Yield what is trump next, and who leads, if that is good or bad for the cards kept."""
        one, other, (card, piece) = self.one, self.other, self.one.hope
        if one.then and card and {one.card, *one.hope} != {other.card, *other.hope}:
            values = {"card": card, "top": self._top(card), "piece": piece}
            values["clause"] = self._leads(one.then)
            yield say("{clause}: your {card}, {top}, can take {piece}", **values), True
        suits = self.trump_next, self.swapped.trump_next
        for suit in filter(None, suits[::-1] if suits[0] != suits[1] else ()):
            held = [each for each in one.hand if suit_of(each) == suit]
            turns, values = suit == suits[0], {"suit": suit_name(suit), "card": "".join(held[-1:])}
            if held and one.highest(held[-1]) and (turns or not suits[0] or one.unseen(suits[0])):
                words = say("{suit} is mostly not trump next, though you have {card}, {top}")
                if turns:
                    words = say("{suit} is mostly trump next, and you have {card}, {top}")
                values["top"] = self._top(held[-1])
                yield replace(words, values=tuple(values.items())), turns
            elif turns and not held and one.unseen(suit):
                yield say("{suit} is mostly trump next, of which you have none", **values), False
        if one.then and other.then and one.ahead.player != other.ahead.player:
            yield self._leads(one.then), one.yours

    @cached_property
    def trump_next(self) -> str:
        """The suit that is mostly trump as the next trick begins, as was tried."""
        suits = self.view.state.box.suits
        often = (suit for suit in suits if self._came(Kind.TRUMP, "", suit) >= MOSTLY)
        return next(often, "")

    def _leads(self, theatre: Theatre) -> Words:
        """Return who leads next, and what is trump then."""
        values = {"player": self.one.ahead.player, "trump": say("no trump")}
        if theatre.trump is not None:
            values["trump"] = say("{suit} trump", suit=suit_name(theatre.trump))
        if self.one.yours or not self.one.plays:
            return say("you lead next, with {trump}", **values)
        return say("{player} leads next, with {trump}", **values)

    def _top(self, card: str, cards: int = 1) -> Words:
        """Return that nobody else has a higher card of a suit than one, or so many."""
        suit = suit_name(suit_of(card))
        return say_n("the highest {suit} left", "the highest {suit} left", cards, suit=suit)

    def _of_kept(self) -> Said:
        """Yield which card or ability is kept, or spent."""
        if self.one.plays:
            for better in (True, False):
                told = (*self._highest(better), *self._kept(better))
                yield from ((words, better) for words in told)

    def _alone(self) -> Said:
        """Yield who alone has no performers then, or how the viewer may come to be alone. ON-12"""
        one, other, viewer = self.one, self.other, self.view.viewer
        bare = [each for each in one.bare if each != viewer]
        values = {"m": _blossoms(one.left), "others": listed(bare), "player": "".join(bare[:1])}
        if one.plays and len(one.hand) <= FEW and len(one.bare) == 1 and one.bare != other.bare:
            if one.whole or one.settled:
                words = say("then only {player} has no performers (ON-12)", **values)
                yield words if bare else say("then only you have no performers (ON-12)"), not bare
        elif one.plays and len(one.hand) <= FEW and len(bare) == 1 and one.bare != bare:
            here, there = (self._takes(side, bare[0]) for side in (one, other))
            values["often"] = self._often(here)
            words = say("{player} can take somebody {often}: then only you have none", **values)
            if here < there:
                words = say("only {often} can {player} take somebody: then only you have none")
                words = replace(words, values=tuple(values.items()))
            if abs(here - there) >= OFTEN and here >= RARE:
                yield words, here > there
        elif not one.plays and not one.ends_round and bare and viewer in one.bare:
            yield (
                say_n(
                    "the stage, now {m}, is yours at the end (ON-12) if in the last trick you claim"
                    " nobody, and these somebody: {others}",
                    "the stage, now {m}, is yours at the end (ON-12) if in the {n} tricks left you"
                    " claim nobody, and these somebody: {others}",
                    len(one.hand) - 1,
                    **values,
                ),
                True,
            )

    @staticmethod
    def _takes(side: After, player: str) -> float:
        """Return in which part of the deals a player may win the trick for somebody as it is."""
        cards = [card for card in side.beating if side.prize([card])]
        return side.others.share(cards, {player} & {*side.coming}, side.lead) if cards else 0.0

    def _stays(self) -> Said:
        """Yield which card is kept for the next round."""
        cards, beside = self.one.hand, self.other.hand
        if not (self.differs.either and cards and cards != beside) or self.one.final:
            return
        n, m = value_of(cards[0]), value_of(beside[0])
        words = say("you keep {card} for the next round", card=cards[0])
        if n > m:
            words = say("you keep {card}, the higher, for the next round", card=cards[0])
        if n < m:
            words = say("you keep only {card} for the next round", card=cards[0])
        if "front" in self.one.move.words:
            words = say(
                "{clause}, where {piece} comes first", clause=words, piece=self.one.theatre.line[0]
            )
        yield words, n >= m

    def _spent(self, better: bool) -> tuple[str, str]:
        """Return the card that is kept by one move only, and the one spent; or the reverse."""
        cards = self.one.card, self.other.card
        return cards[::-1] if better else cards

    def _highest(self, better: bool) -> Iterator[Words]:
        """Yield that a card is kept, or spent, that nobody can beat in its suit."""
        card, beside = self._spent(better)
        suit, side = suit_of(card), self.one if better else self.other
        alike = suit == suit_of(beside) and side.highest(beside)
        tops = [each for each in side.hand if suit_of(each) == suit and side.highest(each)]
        kept = tops if side.unseen(suit) else [card]
        if card not in tops or alike:
            return
        why = self._top(card, len(kept))
        words = say("you keep {cards}, {why}", cards=listed(kept), why=why)
        if not better:
            words = say("it spends {cards}, {why}", cards=card, why=why)
            if len(kept) > 1:
                words = say("it spends one of {cards}, {why}", cards=listed(kept), why=why)
        yield words

    def _kept(self, better: bool) -> Iterator[Words]:
        """Yield what else a card is kept for that the other move spends; or the reverse."""
        card, beside = self._spent(better)
        able, either = (value_of(each) in self.view.state.box.abilities for each in (card, beside))
        suit, line = suit_of(card), self.one.theatre.line[:1]
        if able and not either:
            words = say("it spends the ability of {card}", card=card)
            yield say("you keep the ability of {card}", card=card) if better else words
        comes = line == self.other.theatre.line[:1] and suit in map(suit_of, line)
        if self.one.high(card) and comes and not able and suit != suit_of(beside):
            values = {"card": card, "piece": line[0]}
            words = say("you keep {card} for {piece}, next in the line", **values)
            spends = say("it spends {card}, and {piece} is next in the line", **values)
            yield words if better else spends
        if suit == suit_of(beside) and len(self.one.above(card)) < len(self.one.above(beside)):
            named = {"card": card, "suit": suit_name(suit)}
            words = say("it spends {card}, the higher {suit}", **named)
            yield say("you keep {card}, the higher {suit}", **named) if better else words


def _either(values: Iterable[object]) -> object:
    *others, last = values
    return say("{others} or {last}", others=listed(others), last=last) if others else last


def _blossoms(performer: str | int) -> Words:
    n = performer if isinstance(performer, int) else value_of(performer)
    return say_n("{n} blossom", "{n} blossoms", n)
