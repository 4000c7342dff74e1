"""What a move is for that another one is not: said by the rules, chosen by what was measured.

First comes how the trick stands, and which card decides it, see `standing`; then who leads, and who
comes on stage; then what is kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, takewhile
from typing import NamedTuple, TypeVar

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import played, winning
from ....models.onstage.text import suit_name
from ....models.onstage.theatre import Theatre
from ....models.words import Words, figure, in_100, listed, say, say_n
from ...play.coach import choices
from ...play.contrast import Clause, Contrast, joined
from .effects import Came, Kind
from .standing import OF_OTHERS, RARE, After, Others, by_player, share_of

ENOUGH = 0.25
"""By how many blossoms this trick differs at least, if that is told."""
FEW = 3
"""No more cards than these are named."""
OFTEN = 0.1
"""In more deals than these somebody is taken instead, or another one, if that is told."""
MUCH = 0.5
"""So many blossoms of a gap that this trick does not make are told of, if they can be named."""
ALMOST = 0.9
"""Who is beaten in so many deals is not told to be ahead."""
MOSTLY = 0.4
"""How a trick ends is told if it ends so in as many trials."""
EARLY = 7
"""With more cards in hand nobody looks whether the game is decided."""
TRICK, NEXT, LATER, REST = (
    Came(kind).topic for kind in (Kind.TAKES, Kind.NEXT, Kind.LATER, Kind.REST)
)
BY_TRIALS = (
    say("it is worse in trials, no single reason was found"),
    say("it is better in trials, no single reason was found"),
)
Clauses = Sequence[Clause]
T = TypeVar("T")
KEPT = say("which card you will need later")
"""What there is to weigh."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` is for that the one against it is not, or the reverse; perhaps a price."""
    pair = _Pair(view, After.of(view, move), After.of(view, differs.against), differs)
    if not pair.one.plays:
        return pair.of_claim()
    said = pair.of_best() if differs.best else pair.of_other()
    unlike = move if said.topic is LATER else pair.one.stand
    setting = tuple(each for each in pair.setting if each not in (said.words, *pair.threats))
    return replace(said, unlike=unlike, setting=setting)


def sure(view: View[State], move: Event) -> float:
    """Return about how many blossoms a move surely brings that ends the trick; 0 of any other.

    In the last trick of a round it is what the deals tell. The cards that are kept count, too,
    where the highest card may decide the game, or goes on to the next round.
    """
    after = After.of(view, move)
    kept = sum(map(value_of, after.hand)) / 100 if len(after.hand) < 2 + after.final else 0.0
    return kept + (after.worth if after.last and not after.whole else after.surely)


def decided(view: View[State]) -> tuple[bool | None, Words] | None:
    """Return whether the viewer has won or lost the game already, with the count that proves it.

    That is so where nobody can reach what somebody has, by the performers and cards that are left.
    Else it is None, with what they have; in other rounds than the last one nothing is told.
    """
    state, viewer = view.state, view.viewer
    tricks, moves = len(state.hands[viewer].known) - 1, choices(view)
    if not (tricks > 0 and moves and After.of(view, moves[0]).final):
        return None
    has = {player: n + state.totals[player] for player, n in by_player(state).items()}
    own = has.pop(viewer)
    best = max(has, key=has.__getitem__)
    values = {"player": best, "m": has[best]}
    if tricks < EARLY and state.agreed.edition != "fr":
        afters = [After.of(view, move) for move in moves]
        most = {player: max(each.at_most(player) for each in afters) for player in state.players}
        own_most = most.pop(viewer)
        if max(most.values()) < own:
            values = {"n": own, "m": max(most.values())}
            return True, say("you have won: {n}, the others can reach {m} at most", **values)
        if own_most < has[best]:
            words = say("you cannot win: {n} at most, {player} has {m}", n=own_most, **values)
            return False, words
    left = say_n("{n} trick left", "{n} tricks left", tricks)
    who = listed(player for player, n in has.items() if n == has[best])
    return None, say(
        "you have {n}, {who} {m}, with {tricks}", n=own, who=who, tricks=left, **values
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
        there = {*after.theatre.line, *state.theatre.stage}
        match *= state.agreed.edition == "fr" or match in there
        return suit_of(card), match, below, moved

    return {move: first.setdefault(kind(move), move) for move in moves}


class _Course(NamedTuple):
    """In that `share` of trials one of the `players` wins the trick, with the `piece` or nobody.

    In so many the viewer `leads` then; in so many it `stays` so that the same are on `stage`, which
    is None if that differs much.
    """

    share: float
    players: tuple[str, ...]
    piece: str
    leads: float
    stage: Theatre | None
    stays: float


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

    def of_best(self) -> Clause:
        """Return how the trick stands and most often ends, with what the card gains or keeps.

        What speaks against it, such as its dangers, is no reason.
        """
        either = self.differs.either
        found = [each for each in self._differs if each.good is not False]
        found += [each for each in self.follows if each.words not in self.setting]
        found = [replace(each, good=each.good or None) for each in found]
        main = [each for each in self._later if each.good and each.topic is not NEXT][:1]
        if not either and not any(each.good for each in found):
            gains = self._gains(True)
            main = main if gains.void and (found or main) else [gains, *main]
        elif not any(each.good for each in (*found, *main)):
            main = [*self._heir, *islice(self._keeps, 1)]
        found = [*found, *main] or [self._nothing]
        return replace(_told(None if either else True, found), topic=(main or found)[0].topic)

    def of_other(self) -> Clause:
        """Return how the trick stands where that differs, with what the card costs or keeps.

        If that does not explain the gap, it is said that trials alone do.
        """
        differs, better, final = self.differs, self.differs.gap >= 0, self.one.final
        now = sorted(self._differs, key=lambda each: each.good is better)
        main, price = ([e for e in self._later if e.good is side] for side in (better, not better))
        if differs.either:
            return self._as_good(now, *((main, price) if better else (price, main)))
        if self.brings * differs.gap < 0 and max(self.one.beaten, self.one.lost) < MOSTLY:
            now = [each for each in now if each.words not in self.threats]  # they are no reason
        rest = abs(differs.gap) - abs(self.brings)  # of a chance to win, it tells nothing
        if any(each.good is better for each in now):
            main = main[:1] if final or rest > MUCH else []
            price = price[:1] if rest < -MUCH and not final else []
        else:
            others = (each for each in main[1:] if not now and each.topic is not main[0].topic)
            gains, main, price = self._gains(better), [*main[:1], *islice(others, 1)], []
            if not (gains.void and (main or (now and self.one.ends_game))):
                main = [gains, *main[:1]]
        return replace(_told(better, [*now, *main, *price]), topic=[*main, *now][0].topic)

    def _as_good(self, now: Clauses, gains: Clauses, spent: Clauses) -> Clause:
        """Return the same of a move that may be as good as the other one.

        It is not, whatever trials tell, if it loses somebody in every deal, and the other does not.
        """
        one = self.one
        lost = one.beaten == 1 and one.worth <= self.other.worth - 1
        if lost and self.differs.gap <= -MUCH and not one.final:
            return Clause(self.stands, good=False, counted=True, topic=TRICK)
        now = sorted(now, key=lambda each: each.good is False)
        good = any(each.good for each in now)
        more = (spent if good else gains) or gains or spent or ([] if now else [self._nothing])
        return _told(None, [*now, *more[:1]])

    @property
    def _nothing(self) -> Clause:
        """Return what is said where nothing that was counted tells two moves apart."""
        words, found = say("it came to the same in every case that was tried"), [*self._stays]
        if self.differs.unchanged < 1:
            words = say("no reason found to choose between it and {move}", move=self.differs.called)
            beside = () if self.differs.best else [*map(str, self.swapped.follows)]
            found = [each for each in self.follows if beside and str(each) not in beside]
        void = not found and self.differs.unchanged < 1
        return Clause(joined(*(e.words for e in found)) if found else words, topic=TRICK, void=void)

    @property
    def _keeps(self) -> Iterator[Clause]:
        """Yield which highest cards of a suit are kept that some other move spends."""
        for each in choices(self.view):
            pair = replace(self, other=After.of(self.view, each))
            yield from (Clause(say("you keep {what}", what=what)) for what in pair._tops(True))

    @property
    def _heir(self) -> Iterator[Clause]:
        """Yield who most often gets what is left in the end. ON-12"""
        words = say("what is left at the end (ON-12) goes to {player} in {n} of 100 trials")
        for player in (player for player, some in self.view.state.claimed.items() if not some):
            if (share := self._came(Came(Kind.REST, player))[0]) >= MOSTLY:
                values = ("player", self._name(player)), ("n", in_100(share, sure=False))
                yield Clause(replace(words, values=values), topic=REST)

    def _name(self, player: str) -> object:
        return say("you") if player == self.view.viewer else player

    @property
    def _differs(self) -> list[Clause]:
        """What is told of how the trick stands; of a row beside the best one, only what differs."""
        one, other, more = self.one, self.other, self.brings
        if one.ends_round:
            good = None if abs(more) < ENOUGH else more > 0
            return [] if self.alike else [Clause(self.stands, good, topic=TRICK)]
        found = [each for each in self.facts if each.words not in self.setting]
        if self.differs.best:  # its dangers are no reasons
            return [each for each in found if each.words not in self.threats]
        if self.same or (one.ahead == other.ahead and one.stand[0] == other.stand[0]):
            found = [each for each in found if each.words in self._wins_by_ability]
        return found

    def _gains(self, better: bool) -> Clause:
        """Return who takes or claims more, or less, in trials and when, if that makes much.

        Else it is said that trials alone tell.
        """
        viewer, final, teamed = self.view.viewer, self.one.final, self.one.state.teamed
        kinds = {Kind.TAKES} if self.lone else {Kind.TAKES, Kind.NEXT, Kind.LATER}
        came = [e for e in {**self.differs.sides, **self.differs.ends} if isinstance(e, Came)]
        came = [e for e in came if e.kind in kinds and (e.player == viewer or not teamed)]
        both = [((e.kind, e.player == viewer, e.piece), self._came(e)) for e in came]
        here, there = (_sums((key, n[side]) for key, n in both) for side in (0, 1))

        def part(key: tuple[Kind, bool, str]) -> float:
            """Return about how much of the gap it makes."""
            worth = (1.0 if key[1] else -OF_OTHERS) * value_of(key[2] or "_1")
            return (here[key] - there[key]) * (worth if better else -worth)

        least = ENOUGH / 2 if final else max(ENOUGH, abs(self.differs.gap) / 3)
        told = [key for key in here if key[2] or abs(here[key] - there[key]) >= MUCH]
        told = [key for key in told if part(key) >= least]
        if not told:
            return Clause(BY_TRIALS[better], better, topic=LATER, void=True)
        key = max(told, key=lambda each: (each[2] > "", part(each)))
        n, m = here[key], there[key]
        kind, own, piece = key
        values = {"n": figure(n, ".1f"), "m": figure(m, ".1f"), "move": self.differs.called}
        when = say("in the next trick") if kind is Kind.NEXT else say("later in the round")
        values["when"] = when
        form = say("in trials the others claim {n} blossoms {when}, {m} after {move}")
        if own:
            form = say("in trials you claim {n} blossoms {when}, {m} after {move}")
        if piece:
            values |= {"n": in_100(n), "m": in_100(m), "what": _what(piece)}
            form = say("in {n} of 100 trials another player takes {what}, in {m} after {move}")
        if piece and own:
            form = say("in {n} of 100 trials you take {what}, in {m} after {move}")
        words = replace(form, values=tuple(values.items()))
        return Clause(words, better, topic=Came(kind).topic)

    @cached_property
    def setting(self) -> tuple[Words, ...]:
        """What is told of the trick after both moves: it is no reason for one of them."""
        if self.one.ends_round:
            return (self.stands,) if self.alike else ()
        alike = {str(each) for each in (*self.swapped.facts, *self.swapped.follows)}
        told = [each for each in self.facts if str(each) in alike]
        told += takewhile(lambda each: str(each) in alike, self.follows)
        return tuple(each.words for each in told)

    @cached_property
    def lone(self) -> Clause | None:
        """Return whom what is left in the end brings more or less, and who causes it. ON-12"""
        claimed, viewer = self.view.state.claimed, self.view.viewer
        if self.one.ends_round or self.view.state.agreed.edition == "fr":
            return None
        gains = {each: share_of(self.view, each) * self._more(Kind.LEFT, each) for each in claimed}
        player = max(gains, key=lambda each: abs(gains[each]))
        more = self._more(Kind.LEFT, player)
        if abs(more) < MUCH or gains[player] * self.differs.gap <= 0:
            return None
        n, m = (figure(each, ".1f") for each in self._came(Came(Kind.LEFT, player)))
        values = {"player": self._name(player), "n": n, "m": m, "move": self.differs.called}
        words = say(
            "what is left at the end (ON-12) brings {player} {n} blossoms, {m} after {move}",
            **values,
        )
        bare = (who for who in claimed if not claimed[who])
        fits = {p: self._more(Kind.CLAIMS, p) * (-more if p == player else more) for p in bare}
        who = max(fits, key=fits.__getitem__, default="")
        if self._more(Kind.REST, player) * more > 0 and fits[who] >= OFTEN * abs(more):
            when = say("more often") if self._more(Kind.CLAIMS, who) > 0 else say("less often")
            values = {"clause": words, "who": who, "when": when}
            words = say("{who} claims somebody {when}: {clause}", **values)
            if who == viewer:
                words = say("you claim somebody {when}: {clause}", **values)
        return Clause(words, good=gains[player] > 0, topic=REST)

    def _came(self, effect: Came) -> tuple[float, float]:
        """Return how much of something came after either move.

        It is counted to the end of the round if that was played; in this trick in all trials.
        """
        came = {**self.differs.sides, **(self.differs.ends if effect.kind != Kind.TAKES else {})}
        here, there = came.get(effect, (0.0, 0.0))
        return (there, here) if self.one.move == self.differs.against else (here, there)

    def _more(self, kind: Kind, player: str) -> float:
        """Return how much more of something came after this move."""
        here, there = self._came(Came(kind, player))
        return here - there

    def of_claim(self) -> Clause | None:
        """Return what a claim brings, with who is next for a highest card, or who gets the rest."""
        differs, better = self.differs, self.differs.gap >= 0
        more = self.one.surely - self.other.surely
        stays, beside = (self.view.viewer in side.bare for side in (self.one, self.other))
        opens = [each for each in self.follows if differs.best or each.good is better]
        main = [Clause(self._waits, better, topic=REST)] if stays and self.one.hand[1:] else []
        if beside and not stays and not better:
            words = say("with {piece} you cannot get the stage (ON-12)", piece=self.one.card)
            main = [Clause(words, False, topic=REST)]
        even = abs(more) <= ENOUGH / 2
        if (even or (more > 0) is not better) and not main and not differs.either:
            main = opens or [self._gains(better)]
        if even:
            return _told(better, main) if main else None
        now = Clause(self._whole(self._claims()), more > 0, topic=TRICK)
        if (more > 0) is not better:
            return _told(better, [*main, *([] if stays else [now])]) if main else now
        if not self.one.final and main:
            return _told(better, main if stays else [now, *main])
        return _told(better, [now, *(opens if differs.best and better else [])])

    # this trick

    @cached_property
    def brings(self) -> float:
        """Return by how many blossoms this trick is better than after the other move, about.

        It is counted where the trick is over; else it was tried, or is about what the deals tell.
        What others do who cannot change what comes counts for nothing.
        """
        one, other = self.one, self.other
        if one.declines or other.declines:
            return 0.0
        if one.whole or (one.ends_game and other.ends_game):
            return one.surely - other.surely
        tried = sum(
            share_of(self.view, each.player) * value_of(each.piece) * (here - there)
            for each, (here, there) in self.differs.sides.items()
            if isinstance(each, Came) and each.kind is Kind.TAKES
        )
        return tried if abs(tried) >= ENOUGH else one.worth - other.worth

    @property
    def reads(self) -> bool | None:
        """Whether it reads better than after the other move who is ahead, and for whom."""
        here, there = (
            share_of(self.view, side.ahead.player) * value_of(side.piece or "_0")
            for side in (self.one, self.other)
        )
        mine = self.one.yours and here > 0
        if here == there or (mine and self.differs.best):
            return mine or None
        return here > there

    @property
    def same(self) -> bool:
        """Whether it is the same trick after both moves, whatever comes."""
        return self.one.stand == self.other.stand and not self.one.ends_game

    @cached_property
    def alike(self) -> bool:
        """Whether the same is told of the trick after both moves."""
        both = (self, self.swapped)
        told, beside = ([*map(str, [p.stands] if p.one.ends_round else p.facts)] for p in both)
        return self.same or told == beside

    @cached_property
    def facts(self) -> list[Clause]:
        """What is trump by the move, who is ahead and which cards decide, whether its card may."""
        one, ends, suit = self.one, self.course, self.one.theatre.trump
        untold = self.threats and one.piece and one.beaten >= ALMOST
        mine = one.yours and one.piece and not one.whole
        if ends and mine and (self.view.viewer, one.piece) != (ends.players[0], ends.piece):
            untold = untold or not (self._turned if self.differs.best else self.threats)
        danger = one.yours and suit not in (None, suit_of(one.ahead.card))
        told = [(self._trump(), False if danger else None)]
        told += [(None if untold else self._ahead(), self.reads)]
        told += [(each, False) for each in self.threats]
        return [Clause(words, good, topic=TRICK) for words, good in told if words is not None]

    @cached_property
    def stands(self) -> Words:
        """How the trick stands, or what it brings if it is over."""
        words = joined(*(each.words for each in self.facts))
        return self._whole(words) if self.one.whole or self.one.ends_round else words

    def _trump(self) -> Words | None:
        """Return what the card has made trump, if another card is ahead or can beat it by that."""
        one, suit, was = self.one, self.one.theatre.trump, self.view.state.theatre.trump
        able = set(one.beating)  # with those of the old trump that could have beaten it
        if one.yours:
            able |= {c for cards in one.may.values() for c in cards if suit_of(c) == was}
        able = {card for card in able if {suit, was} & {suit_of(card)} - {suit_of(one.ahead.card)}}
        moved = one.ahead != winning(one.state.trick, was) or one.chance(able) >= OFTEN
        if suit == was or not moved:
            return None
        none = say("there is no trump then")
        return say("{suit} becomes trump", suit=suit_name(suit)) if suit else none

    def _ahead(self) -> Words | None:
        """Return who is ahead, and for whom; None if neither move has somebody to take."""
        one, other = self.one, self.other
        card, player, suit = one.ahead.card, one.ahead.player, suit_of(one.ahead.card)
        values = {"card": card, "player": player, "suit": suit_name(suit)}
        forced = one.forced if other.piece != one.piece or other.forced == one.forced else ""
        if one.whole and not (one.last or one.piece or other.piece or self.differs.best):
            return None
        if one.yours:
            return self._yours({**values, "what": _what(one.piece, forced, one.piece == card)})
        if not (one.piece or one.settled or other.piece):
            return None
        what = _what(one.piece)
        if forced:
            what = say("{what} and leave {left}", what=what, left=_what(forced))
        values["what"] = what
        if not one.piece:
            words = say("{card} of {player} takes nobody", **values)
            words = words if one.settled else say("as it stands, {clause}", clause=words)
        elif not one.settled:
            words = say("{card} of {player} is ahead for {what}", **values)
            if forced:
                words = say("{card} of {player} is ahead and has to claim {what}", **values)
        elif forced or self._must:
            words = say("{card} of {player} has to claim {what}", **values)
        else:
            words = say("{card} of {player} takes {what}", **values)
            words = say("{card} of {player} can take {what}", **values) if one.choice else words
        less = one.ahead == other.ahead and one.piece[1:] < other.piece[1:] and not forced
        more = _what(other.piece or "_0")
        return say("{clause} instead of {more}", clause=words, more=more) if less else words

    def _yours(self, values: Mapping[str, object]) -> Words | None:
        one = self.one
        others = tuple(each for each in one.state.trick if each.player != self.view.viewer)
        if not one.piece and (one.whole or one.settled):
            return say("you win the trick, but take nobody")
        if one.whole and self._must and self.differs.gap < 0:
            return say("you have to claim {what}", **values)
        if one.whole and one.choice and self.course and not self.course.piece:
            return say("you win and leave {what} for the stage in the end (ON-12)", **values)
        if one.whole:
            return say("you take {what}", **values)
        if one.settled:
            words = say("you surely take {what}", **values)
            return words if one.last else say("{clause} and lead next", clause=words)
        if not one.piece:
            words = say("no {suit} performer is on stage", **values)
            if one.theatre.stage and not any(one.prize([card]) for card in one.rivals):
                words = say("as it stands nobody is won: {clause}", clause=words)
            return words if one.theatre.stage else say("nobody is on stage")
        if others:
            beaten = winning(others, one.theatre.trump)
            values = {**values, "player": beaten.player, "beaten": beaten.card}
            return say("{card} beats {beaten} of {player}, for {what}", **values)
        if not one.above(one.card):
            return say("{card} is ahead for {what}, and no {suit} can beat it", **values)
        return say("{card} is ahead for {what}", **values)

    @property
    def _must(self) -> bool:
        """Whether who wins may not leave who is won, so as to stay without performers. ON-12"""
        return not (self.one.choice or self.view.state.claimed[self.one.ahead.player])

    @cached_property
    def threats(self) -> list[Words]:
        """Who can beat what is ahead, with which cards and how often; or by an ability."""
        one = self.one
        if one.whole or one.settled or one.declines:
            return []
        if one.beaten >= RARE:
            return self._beaten()
        return self._undone if one.piece else []

    @cached_property
    def _undone(self) -> list[Words]:
        """Return who may most often win by abilities, or leave who is ahead with nobody."""
        leaves = say(
            "{who} can keep {card} from winning a performer by the ability of {cards}, {often}"
        )
        bare = [card for card in self.one.able if not self.one.prize([card])]
        return [*self._wins_by_ability, *self._by_ability(bare, leaves)]

    @cached_property
    def _wins_by_ability(self) -> list[Words]:
        takes = say("{who} can take {what} by the ability of {cards}, {often}")
        return self._by_ability(filter(lambda card: self.one.prize([card]), self.one.able), takes)

    def _by_ability(self, cards: Iterable[str], words: Words) -> list[Words]:
        """Return what others can do by one of some cards, those that most often come."""
        one = self.one
        often = sorted((one.chance([card]), card) for card in cards)[-FEW:]
        able = sorted(card for share, card in often if share >= often[-1][0] / 3)
        if not often or often[-1][0] < OFTEN:
            return []
        prizes = [*filter(None, dict.fromkeys(one.prize([card]) for card in able))]
        values: dict[str, object] = {"what": _either(map(_what, prizes)) if prizes else ""}
        values |= {"card": one.ahead.card, "cards": _either(able), "who": self._who(able)}
        values |= {"often": self._often(one.chance(able))}
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
        """Return who can beat what is ahead with some cards of a suit, how often, and for whom."""
        one, suit = self.one, suit_of(cards[0])
        named: object = _either(cards)
        if len(cards) > FEW:
            named = say("a {suit} (trump)", suit=suit_name(suit))
            if suit == suit_of(one.ahead.card):
                named = say("a higher {suit}", suit=suit_name(suit))
        abilities = self.view.state.box.abilities
        plain = [card for card in cards if value_of(card) not in abilities and one.prize([card])]
        prizes = [*filter(None, dict.fromkeys(one.prize([card]) for card in plain or cards))]
        best = max((p for p in one.theatre.stage if suit_of(p) == suit), default="")
        left = best if len(prizes) == 1 and prizes[0] < best else ""
        clash = any(each in f"{named} {one.ahead.card}" for each in prizes)
        whats = [_what(each, left, clash and not n) for n, each in enumerate(prizes)]
        values = {"who": self._who(cards), "cards": named, "what": _either(whats)}
        values |= {"card": one.ahead.card, "often": self._often(one.chance(cards))}
        if not one.piece and not {*prizes} & {*one.theatre.stage}:
            return say("{who} can bring {what} on stage with {cards} and win it, {often}", **values)
        if not one.piece:
            return say("{who} can take {what} with {cards}, {often}", **values)
        if not prizes or (prizes == [one.piece] and one.beaten < ALMOST):
            return say("{who} can beat {card} with {cards} {often}", **values)
        return say("{who} can beat {card} with {cards} {often}, for {what}", **values)

    def _often(self, share: float) -> Words:
        """Return in which part of the deals something may come."""
        exact, n = self.one.others.exact, in_100(share)
        if share == 1:
            return say("in every deal") if exact else say("in nearly every deal")
        return say("in {n} of 100 deals", n=n) if exact else say("in about {n} of 100 deals", n=n)

    def _whole(self, words: Words) -> Words:
        """Return what a trick that is over brings, with who gets what is left, or the game."""
        one, other = self.one, self.other
        told = one.rest != other.rest or (self.differs.best and one.plays)
        if told and one.rest and one.certain:
            brings, beside = ((each.taken, each.ahead.player) for each in (one, other))
            alone = one.plays and other.certain and brings == beside
            words = self._rest() if alone else joined(words, self._rest())
        (n, player, m), (own, _, best) = one.ends, other.ends
        values = {"clause": words, "n": n, "player": player, "m": m}
        if not (one.ends_game and one.certain) or (n == own and m == best):
            return words
        if other.ends_game and (n > m) - (n < m) == (own > best) - (own < best):
            return words
        return say("{clause}; you end with {n}, {player} with {m}", **values)

    def _rest(self) -> Words:
        values = {"n": _blossoms(self.one.rest), "player": self._name(self.one.bare[0])}
        return say(
            "what is left, {n}, goes to {player}, alone without performers (ON-12)", **values
        )

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

    @cached_property
    def _later(self) -> list[Clause]:
        """What the move changes for later, each as it speaks for it or for the other one.

        It may count, as it has, but for the card for the next round.
        """
        differs = self.differs
        if not self.one.last and (differs.unchanged == 1 or not (differs.gap or differs.error)):
            return []
        opens = [each for each in self.follows if each.topic is NEXT]
        opens = [each for each in opens if each.words not in self.setting]
        kept = [] if self.one.last else [*self._kept(True), *self._kept(False)]
        if self.one.last and (self.differs.either or self.one.final):
            kept = [*self._stays]
        rest = [self.lone, *kept] if self.lone else kept
        return [*opens, *rest] if self.one.whole else [*rest, *opens]

    @property
    def _waits(self) -> Words:
        """Return what has to come if who is won is left, and how often it came. ON-12"""
        tricks = say_n("{n} trick left", "{n} tricks left", len(self.one.hand) - 1)
        n = in_100(self._came(Came(Kind.REST, self.view.viewer))[0], sure=False)
        return say(
            "what is left at the end (ON-12) is yours only if you alone claim nobody to the end"
            " ({tricks}): so it came in {n} of 100 trials",
            tricks=tricks,
            n=n,
        )

    @property
    def _stays(self) -> Iterator[Clause]:
        """Yield which card is kept for the next round, or where it may decide the game. ON-14"""
        one, other = self.one, self.other
        card, beside = (max(side.hand, key=value_of) for side in (one, other))
        if value_of(card) == value_of(beside) or len(one.hand) > 1 + one.final:
            return
        like = suit_of(one.card) == suit_of(other.card) or self.alike
        lost = (decided(self.view) or (None,))[0] is False
        if one.final and (one.state.agreed.edition == "fr" or lost or not like):
            return
        tie = say("a tie (ON-14)") if one.final else say("the next round")
        higher, words = True, say("you keep {card}, the higher, for {what}", card=card, what=tie)
        if value_of(card) < value_of(beside):
            higher, words = False, say("you keep only {card} for {what}", card=card, what=tie)
        yield Clause(words, higher, topic=KEPT)

    @cached_property
    def course(self) -> _Course | None:
        """How the trick most often ends after the move, in trials; None if in many ways."""
        side = self.one.move == self.differs.against
        effects = (each for each in self.differs.sides if isinstance(each, Came))
        came = [(e, self.differs.sides[e][side]) for e in effects if e.kind is Kind.WINS]
        ways = _sums(((each.yours and each.piece > "", each.piece), n) for each, n in came)
        gains = [way for way, n in ways.items() if way[0] and n >= MOSTLY]
        way = max(gains or ways, key=ways.__getitem__, default=(False, ""))
        if ways.get(way, 0.0) < MOSTLY or self.one.last:
            return None
        ends = [(e, n) for e, n in came if (e.yours and e.piece > "", e.piece) == way]
        wins = _sums((each.player, n) for each, n in ends)
        often = {player for player, n in wins.items() if n >= RARE * ways[way]}
        often = {p for p in wins if wins[p]} if self.view.viewer in often else often
        stages = _sums((e.stage, n) for e, n in ends if e.player in often)
        stage, share = max(stages, key=stages.__getitem__), sum(stages.values())
        there = Theatre((), stage) if stage and 2 * stages[stage] >= share else None
        players = tuple(player for player in self.view.state.players if player in often)
        leads = wins.get(self.view.viewer, 0.0)
        return _Course(share, players, way[1], leads, there, stages[stage])

    @property
    def _turned(self) -> Words | None:
        """Return by what the viewer, who is ahead, most often has to take another, or nobody."""
        one, course = self.one, self.course
        if course is None or one.whole or not one.yours or course.players != (self.view.viewer,):
            return None
        what, share = course.piece or one.piece, course.share if course.piece else course.stays
        values = {"n": in_100(share, sure=False), "what": what}
        if what == one.match(one.card) and what not in one.theatre.stage:
            words = say("in {n} of 100 trials another player brings {what} on stage", **values)
            return say("{clause}: you have to take it and lead next", clause=words)
        if course.piece or not what or course.stage is None or what in course.stage.stage:
            return None
        words = say("in {n} of 100 trials another player takes {what} off stage", **values)
        return say("{clause}: you win and lead next, but take nobody", clause=words)

    @property
    def _won(self) -> Words | None:
        """Return who most often takes whom in trials and leads next, if that is open."""
        one, course = self.one, self.course
        if course is None or ((one.whole or one.settled) and one.certain):
            return None
        values = {"n": in_100(course.share, sure=False), "what": _what(course.piece)}
        values["m"] = in_100(course.leads, sure=False)
        if self.view.viewer in course.players:
            words = say("in {n} of 100 trials nobody is taken", **values)
            if course.leads >= MOSTLY:
                words = say("{clause}, and in {m} you lead next", clause=words, **values)
            if course.players[1:]:
                return self._turned or words
            words = say("in {n} of 100 trials you win and lead next, but take nobody", **values)
            takes = say("in {n} of 100 trials you take {what} and lead next", **values)
            return self._turned or (takes if course.piece else words)
        many = course.players[FEW:]
        values["player"] = say("another player") if many else _either(course.players)
        if course.piece:
            return say("in {n} of 100 trials {player} takes {what} and leads next", **values)
        return say("in {n} of 100 trials {player} wins and leads next, but takes nobody", **values)

    @cached_property
    def follows(self) -> list[Clause]:
        """How the trick most often ends, and who is on stage then, with what that is for."""
        course, words, best = self.course, self._won, self.differs.best
        if course is None:
            return []
        own = course.players == (self.view.viewer,)
        told = words if words and (best or course.stage is None) else None
        found = [Clause(told, True if own and course.piece else None, topic=TRICK)] if told else []
        if (stage := course.stage) is None:
            return found
        trump = say("{suit} trump", suit=suit_name(stage.trump)) if stage.trump else say("no trump")
        values: dict[str, object] = {"pieces": listed(stage.stage), "trump": trump}
        values |= {"player": course.players[0], "n": in_100(course.stays, sure=False)}
        if told:
            then = say("the next stage is {pieces}, with {trump}", **values)
            if course.stays < (1 - RARE) * course.share:
                then = say("the next stage is most often {pieces}, with {trump}", **values)
        elif words or not self.one.whole:
            then = say("in {n} of 100 trials the next stage is {pieces}, with {trump}", **values)
        elif own:
            then = say("you lead next, with {pieces} on stage and {trump}", **values)
        else:
            then = say("{player} leads next, with {pieces} on stage and {trump}", **values)
        here, there = (sum(value_of(e[1]) for e in p.hopes) for p in (self, self.swapped))
        good, suit, tops = None if here == there else here > there, stage.trump, list[Words]()
        for card, piece in self.hopes:
            best_of_suit = max(each for each in stage.stage if suit_of(each) == suit_of(card))
            what = _what(piece, best_of_suit if best_of_suit != piece else "")
            values = {"card": card, "suit": suit_name(suit_of(card)), "what": what}
            tops.append(say("your {card} is the highest {suit}, for {what}", **values))
        if suit and not tops:
            highest = max((each for each in self.one.hand if suit_of(each) == suit), default="")
            values = {"card": highest, "suit": suit_name(suit)}
            tops = [say("your highest {suit} is {card}", **values)]
            if highest and (top := self.one.beaten_by(highest)):
                tops = [say("only {top} beats your {card}", **values, top=top)]
            if not highest:
                tops, good = [say("you hold no {suit}", **values)], False
        if tops:
            then = say("{clause}: {top}", clause=then, top=joined(*tops, alike=True))
        return [*found, Clause(then, good, topic=NEXT)]

    @cached_property
    def hopes(self) -> list[tuple[str, str]]:
        """The viewer's cards that nobody beats on the next stage, and whom each takes there."""
        stage = self.course and self.course.stage
        return self.one.tops(stage) if stage else []

    def _tops(self, better: bool) -> Iterator[Words]:
        """Yield that a card is a highest one that the move keeps, or spends, and the other not."""
        pair = self.swapped if better else self  # the other move keeps what the one spends
        card, beside, side, suit = (
            pair.one.card,
            pair.other.card,
            pair.other,
            suit_of(pair.one.card),
        )
        tops = [each for each in side.hand if suit_of(each) == suit and side.highest(each)]
        values = {"cards": listed(tops), "card": card, "suit": suit_name(suit)}
        stage = map(suit_of, (*side.theatre.stage, *side.theatre.line))  # else it is of no use
        if (
            card not in tops
            or suit not in stage
            or (suit_of(beside) == suit and side.highest(beside))
        ):
            return
        if not side.unseen(suit):
            yield say("{card}, of a suit that nobody else has", **values)
        elif better or not tops[1:]:
            yield say("{cards}, the highest {suit} left", **values)
        else:
            yield say("one of {cards}, the highest {suit} left", **values)

    def _kept(self, better: bool) -> Iterator[Clause]:
        """Yield what the card is worth that the move keeps and the other one spends, or reverse."""
        card, beside = (each.one.card for each in (self, self.swapped)[:: -1 if better else 1])
        found, one = [*self._tops(better)], self.one
        able, either = (self.view.state.box.abilities.get(value_of(c)) for c in (card, beside))
        if able and able != either and (better or not either):
            found.append(say("the ability of {card}", card=card))
        fewer = len(one.above(card)) < len(one.above(beside)) and one.high(card)
        if suit_of(card) == suit_of(beside) and fewer:
            found.append(say("{card}, higher than {beside}", card=card, beside=beside))
        form = say("you keep {what}") if better else say("it spends {what}")
        for what in found:
            yield Clause(replace(form, values=(("what", what),)), better, topic=KEPT)


def _told(good: bool | None, clauses: Clauses) -> Clause:
    """Return clauses as one, with "but" where they turn to speak for the other move, once."""
    first, *others = clauses
    words, side, turned = first.words, first.good, False
    for each in others:
        turns = None not in (side, each.good) and each.good is not side
        if not (turns and turned):
            words = joined(words, each.words, alike=False if turns else None)
            side, turned = side if each.good is None else each.good, turned or turns
    return replace(first, words=words, good=good)


def _sums(pairs: Iterable[tuple[T, float]]) -> dict[T, float]:
    found = dict[T, float]()
    for key, n in pairs:
        found[key] = found.get(key, 0.0) + n
    return found


def _either(values: Iterable[object]) -> object:
    *others, last = values
    return say("{others} or {last}", others=listed(others), last=last) if others else last


def _what(performer: str, better: str = "", card_too: bool = False) -> Words:
    """Return a performer with its blossoms, and which better one has to be left for it. ON-11"""
    values = {"piece": performer, "n": value_of(performer or "_0")}
    if better:
        return say("{clause}, not {what}", clause=_what(performer), what=_what(better))
    if card_too:
        return say("the performer {piece} ({n})", **values)
    return say("{piece} ({n})", **values)


def _blossoms(performer: str | int) -> Words:
    n = performer if isinstance(performer, int) else value_of(performer)
    return say_n("{n} blossom", "{n} blossoms", n)
