"""What a move is for that another one is not: said by the rules, chosen by what was measured.

First comes how the trick stands, and which card decides it, see `standing`; then who leads, and who
comes on stage; then what is kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import played, winning
from ....models.onstage.text import suit_name
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
LONE, APART = 0.4, 0.1
"""Who gets what is left in so many tries is told, and if it is in so many more or fewer. ON-12"""
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
KEPT = say("which card you will need later")
"""What there is to weigh."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` is for that the one against it is not, or the reverse; perhaps a price."""
    pair = _Pair(view, After.of(view, move), After.of(view, differs.against), differs)
    if not pair.one.plays:
        return pair.of_claim()
    said = pair.of_card()  # what has no reason is not like another one
    unlike = move if said.topic is LATER else pair.one.stand
    setting = tuple(each for each in pair.setting if each not in (said.words, *pair.dangers))
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
    words = say("{player} has {m}, you {n}, with {tricks}", n=own, tricks=left, **values)
    heir = _heir(view, {**has, viewer: own})
    return None, joined(words, heir) if heir else words


def _heir(view: View[State], has: Mapping[str, int]) -> Words | None:
    """Return what who alone has no performers would have with the stage, if no rival has as much.

    The viewer is no rival here. ON-12
    """
    state, viewer = view.state, view.viewer
    bare = [player for player, some in state.claimed.items() if not some]
    if len(bare) != 1 or not state.theatre.stage or state.agreed.edition == "fr":
        return None
    (player,), afters = bare, (After.of(view, move) for move in choices(view))
    n = has[player] + sum(map(value_of, state.theatre.stage))
    rivals = [has[each] for each in state.players if each not in (player, viewer)]
    if n <= max(rivals) or not any(player in each.bare or not each.whole for each in afters):
        return None
    if player == viewer:
        return say("you, alone without performers, would have {n} with the stage (ON-12)", n=n)
    words = say("{player}, alone without performers, would have {n} with the stage (ON-12)")
    return replace(words, values=(("player", player), ("n", n)))


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

    def of_card(self) -> Clause:
        """Return what a card is for: how the trick stands then, with what it costs or keeps.

        If that does not explain the gap, it is said that trials alone do.
        """
        differs, better, final = self.differs, self.differs.gap >= 0, self.one.final
        now, more = [Clause(each, topic=TRICK) for each in self._differs], self.brings
        good = None if abs(more) < ENOUGH or self.alike else more > 0
        if bool(self.one.denied) is not bool(self.other.denied):
            good = bool(self.one.denied)
        good = self.read > 0 if self.read and len(now) == 1 else good
        bare, more_left = self.one.bare, self.one.left - self.other.left
        if good is None and self._alone and self.swapped._alone and more_left:
            good = (more_left > 0) is (bare == [self.view.viewer])
        # Else what is kept has counted, but for the card for the next round.
        known = self.one.last or (differs.unchanged < 1 and (differs.gap or differs.error))
        main, price = ([*self.later(side)] if known else [] for side in (better, not better))
        few = differs.either or (main and main[0].topic is KEPT)
        main, price = main[: 1 if few or now else 2], price[:1]
        if differs.either:
            return self._as_good(now, good, *((main, price) if better else (price, main)))
        if now and good is better:
            rest = abs(differs.gap) - abs(more)  # of a chance to win, it tells nothing
            kept = [each for each in price if not (differs.best and each.topic is KEPT)]
            idle = self.one.yours and self.one.settled and not self.one.piece
            little = final or rest > MUCH or idle
            much = not final and rest < -MUCH
            return _but(better, [*now, *(main if little else ())], kept if much else ())
        takes = differs.best and self.one.takes
        mild = self.one.lost < ALMOST or self.read
        against = good is (not better) and not takes and bool(differs.best or mild)
        theirs = list[Words]()
        if better and differs.best and not now and not main:
            theirs = self.swapped._differs or [*self.swapped._opens(False)]
        if theirs and (good or (good is None and not self.facts)):
            words = say("after {move}, {clause}", move=differs.called, clause=theirs[-1])
            return Clause(words, good=True, topic=TRICK, alone=True)
        if not (main or (now and (not against or self.one.ends_game))):
            main = [Clause(self._by_trials(better), topic=LATER)]
            now = [] if self._first and not takes else now
        first = better and differs.best and not takes and (not self.one.whole or self.one.certain)
        both = [main, now] if first else [now, main]
        found = _but(better, *both) if against else _but(better, [*both[0], *both[1]])
        return replace(found, topic=[*main, *now][0].topic)

    def _as_good(self, now: Clauses, good: bool | None, gains: Clauses, spent: Clauses) -> Clause:
        """Return the same of a move that may be as good as the other one.

        It is not, whatever trials tell, if it loses somebody in every deal, and the other does not.
        """
        one, best = self.one, self.differs.best
        lost = not best and one.beaten == 1 and one.worth <= self.other.worth - 1
        if lost and self.differs.gap <= -MUCH and not one.final:
            return Clause(self.stands, good=False, counted=True, topic=TRICK)
        more = gains if best or not good else spent
        if not (more or best):
            more = gains or spent
        against = good if more is spent else good is False
        harms = best and now and not (more or good or one.takes)
        if harms or not (now or more):
            words = say("no reason found to choose between it and {move}", move=self.differs.called)
            if one.whole and one.yours and one.piece == self.other.piece and one.piece:
                words = say("you take {what} as well", what=_what(one.piece))
            if self.differs.unchanged == 1:
                words = self._stays or say("it came to the same in every case that was tried")
            more = [Clause(words, topic=TRICK)]
        contrary = now and against and not harms
        return _but(None, now, more) if contrary else _but(None, [*now, *more])

    @property
    def _differs(self) -> list[Words]:
        """What is told of how the trick stands; of a row beside the best one, only what differs."""
        one, other = self.one, self.other
        if one.ends_round:
            return [] if self.alike else [self.stands]
        found = [each for each in self.facts if each not in self.setting]
        if self._first:  # its dangers are no reasons
            found = [each for each in found if each not in self.dangers]
            safe = 1 - one.lost
            if one.takes and found[-1:] == [self._ahead()] and OFTEN <= safe < 1 - RARE:
                found.append(say("nobody can change that {often}", often=self._often(safe)))
            return found
        if self.same or (one.ahead == other.ahead and one.stand[0] == other.stand[0]):
            found = [each for each in self._wins_by_ability if each in found]
        return found

    def _by_trials(self, better: bool) -> Words:
        """Return who claims more, or less, in trials and when, if that makes much of the gap."""
        sign, found = 1 if better else -1, list[tuple[float, bool, Words, float, float]]()
        whens = {Kind.NEXT: say("in the next trick"), Kind.LATER: say("later in the round")}
        for (kind, when), own in product(whens.items(), (True, False)):
            players = [p for p in self.view.state.players if own is (share_of(self.view, p) > 0)]
            both = [self._came(kind, player) for player in players]
            n, m = sum(n for n, _ in both), sum(m for _, m in both)
            found.append((sign * (n - m) * (1 if own else -OF_OTHERS), own, when, n, m))
        more, own, when, n, m = max(found, key=lambda each: each[0])
        if more < MUCH or more < abs(self.differs.gap) / 3 or self.one.final:
            return BY_TRIALS[better]
        values = {"when": when, "n": figure(n, ".1f"), "m": figure(m, ".1f")}
        if own:
            return say("in trials you claim {n} blossoms {when} instead of {m}", **values)
        return say("in trials the others claim {n} blossoms {when} instead of {m}", **values)

    @property
    def _first(self) -> bool:
        """Whether the move is that of the row told first."""
        return self.differs.best and self.one.move != self.differs.against

    @cached_property
    def setting(self) -> tuple[Words, ...]:
        """What is told of the trick after both moves: it is no reason for one of them."""
        if self.one.ends_round:
            return (self.stands,) if self.alike else ()
        alike = {*map(str, self.swapped.facts)}
        told = self.lone if self.lone and self.lone.good is None else None
        found = tuple(each for each in self.facts if str(each) in alike)
        return (*found, told.words) if told else found

    @cached_property
    def lone(self) -> Clause | None:
        """Return who alone has no performers in the end, and how often: what that is worth. ON-12

        It speaks for neither move if it comes as often; then it is told of the best.
        """
        one, other, found = self.one, self.other, list[tuple[float, str]]()
        certain = one.alone or other.alone or one.denied or other.denied or one.ends_round
        if certain or self.view.state.agreed.edition == "fr":
            return None
        for player in self.view.state.players:
            often, left = self._left_to(player)
            if _apart(often) >= APART or (min(often) >= APART and _apart(left) >= MUCH):
                found.append((share_of(self.view, player) * (left[0] - left[1]), player))
            elif self.differs.best and often[0] >= LONE and player in one.bare:
                found.append((0.0, player))
        if not found:
            return None
        more, player = max(found, key=lambda each: abs(each[0]))
        good = more > 0 if more else None
        return Clause(self._lone(player, more), good=good, topic=REST)

    def _left_to(self, player: str) -> Sequence[tuple[float, float]]:
        """Return how often a player got what was left in the end, and how much, after either."""
        return [self._came(kind, player) for kind in (Kind.REST, Kind.LEFT)]

    def _came(self, kind: Kind, player: str, piece: str = "") -> tuple[float, float]:
        """Return how much of something came after either move, to the end if that was played."""
        what, came = Came(kind, player, piece), {**self.differs.sides, **self.differs.ends}
        here, there = came.get(what, (0.0, 0.0))
        return (there, here) if self.one.move == self.differs.against else (here, there)

    def _lone(self, player: str, more: float) -> Words:
        often, left = self._left_to(player)
        n, m = (in_100(each, sure=False) for each in often)
        times, far = say("in about {n} of 100 trials", n=n), _apart(often) >= APART
        if more and n != m:
            times = say("{often} instead of {m}", often=times, m=m)
        values = {"player": player, "often": times}
        words = say(
            "{player} alone ends without performers {often} and gets what is left (ON-12)", **values
        )
        if player == self.view.viewer:
            words = say(
                "you alone end without performers {often} and get what is left (ON-12)", **values
            )
        if not more:
            return say("{clause}, some {n} blossoms", clause=words, n=f"{left[0] / often[0]:.0f}")
        values = {"clause": words, "n": figure(abs(left[0] - left[1]), ".1f")}
        words = say("{clause}, {n} blossoms more on average", **values)
        if left[0] < left[1]:
            words = say("{clause}, {n} blossoms fewer on average", **values)
        return self._since(words, player, often[0] - often[1]) if far else words

    def _since(self, words: Words, player: str, more: float) -> Words:
        """Return the same with who without performers claims somebody the more or less often."""
        bare = [who for who, some in self.view.state.claimed.items() if not some]
        turned = {who: -1 if who == player else 1 for who in bare}
        claims = {who: self._came(Kind.CLAIMS, who) for who in bare}
        gains = {who: (n - m) * turned[who] * more for who, (n, m) in claims.items()}
        who = max(gains, key=gains.__getitem__)
        if gains[who] < OFTEN * abs(more):
            return words
        both, when = claims[who], say("by then")
        pieces = {each.piece for each in self.differs.sides if isinstance(each, Came)} - {""}
        taken = [self._came(Kind.TAKES, who, each) for each in pieces]
        now = sum(n for n, _ in taken), sum(m for _, m in taken)
        if (now[0] - now[1]) * (both[0] - both[1]) > _apart(both) ** 2 / 2:
            both, when = now, say("in this trick")
        n, m = (in_100(each, sure=False) for each in both)
        values = {"who": who, "when": when, "n": n, "m": m}
        why = say("{who} claims somebody {when} in {n} of 100 instead of {m}", **values)
        if who == self.view.viewer:
            why = say("you claim somebody {when} in {n} of 100 instead of {m}", **values)
        return say("{clause}: {why}", clause=words, why=why)

    def of_claim(self) -> Clause | None:
        """Return what a claim brings, with who is next for a highest card, or who gets the rest."""
        differs, better = self.differs, self.differs.gap >= 0
        more = self.one.surely - self.other.surely
        stays, beside = (self.view.viewer in side.bare for side in (self.one, self.other))
        main = [Clause(self._waits, topic=REST)] if stays and self.one.hand[1:] else []
        if beside and not stays and not better:
            words = say("with {piece} you cannot get the stage (ON-12)", piece=self.one.card)
            main = [Clause(words, topic=REST)]
        even = abs(more) <= ENOUGH / 2
        if (even or (more > 0) is not better) and not main and not differs.either:
            opens = [Clause(each, topic=NEXT) for each in self._opens(better)]
            main = opens or [Clause(BY_TRIALS[better], topic=LATER)]
        if even:
            return _but(better, main) if main else None
        now = Clause(self._whole(self._claims()), topic=TRICK)
        if (more > 0) is not better:
            gives = replace(now, good=more > 0)
            return _but(better, main, [] if stays else [now]) if main else gives
        if not self.one.final and main:
            return _but(better, main) if stays else _but(better, [now], main)
        told = self._opens(better) if differs.best and better else ()
        return _but(better, [now, *map(Clause, told)])

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
            if not (self.differs.either and self.differs.unchanged == 1)
        )
        return tried if abs(tried) >= ENOUGH else one.worth - other.worth

    @property
    def read(self) -> float:
        """Return how much better it reads for the viewer whom the same card that is ahead takes."""
        here, there = (value_of(side.piece or "_0") for side in (self.one, self.other))
        alike = self.one.ahead == self.other.ahead
        return (here - there) * share_of(self.view, self.one.ahead.player) * alike

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
    def facts(self) -> list[Words]:
        """What is trump by the move, who is ahead and which cards decide, whether its card may."""
        alone = self.threats and self.one.piece and self.one.beaten >= ALMOST
        ahead = None if alone else self._ahead()
        return [*filter(None, (self._trump(), ahead, *self._alone)), *self.threats]

    @cached_property
    def stands(self) -> Words:
        """How the trick stands, or what it brings if it is over."""
        words = joined(*self.facts)
        return self._whole(words) if self.one.whole or self.one.ends_round else words

    def _trump(self) -> Words | None:
        """Return what the card has made trump, if another card is ahead or can beat it by that."""
        one, suit, was = self.one, self.one.theatre.trump, self.view.state.theatre.trump
        able = set(one.beating)  # with those of the old trump that could have beaten it
        if one.yours and one.piece:
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
        if one.whole and not (one.last or one.piece or other.piece):
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
        if not one.piece and (one.whole or (one.settled and one.last)):
            wins = one.whole and self.other.yours
            return say("you take nobody") if wins else say("you win the trick, but take nobody")
        if one.whole and self._must and self.differs.gap < 0:
            return say("you have to claim {what}", **values)
        if one.whole:
            return say("you take {what}", **values)
        if one.settled and not one.piece:
            return say("you surely win and lead next, but take nobody")
        if one.settled:
            words = say("you surely take {what}", **values)
            return words if one.last else say("{clause} and lead next", clause=words)
        if not one.piece:
            words = say("no {suit} performer is on stage", **values)
            return words if one.theatre.stage else say("nobody is on stage")
        if others:
            beaten = winning(others, one.theatre.trump)
            values = {**values, "player": beaten.player, "beaten": beaten.card}
            return say("{card} beats {beaten} of {player}, for {what}", **values)
        if not one.unseen(suit_of(one.card)):
            return say("{card} is ahead for {what}, and nobody else has {suit}", **values)
        if not one.above(one.card):
            return say("{card} is ahead for {what}, and no {suit} can beat it", **values)
        return say("{card} is ahead for {what}", **values)

    @property
    def _must(self) -> bool:
        """Whether who wins may not leave who is won, so as to stay without performers. ON-12"""
        return not (self.one.choice or self.view.state.claimed[self.one.ahead.player])

    @property
    def dangers(self) -> Sequence[Words]:
        """What others can do against the viewer, not what one of them is made to do."""
        return [] if self.one.denied else self.threats

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
            cards = [c for c in one.rivals if suit_of(c) == suit and (one.piece or one.prize([c]))]
            named = say("a {suit} (trump)", suit=suit_name(suit))
            if suit == suit_of(one.ahead.card):
                named = say("a higher {suit}", suit=suit_name(suit))
        abilities = self.view.state.box.abilities if len(cards) > FEW else {}
        plain = [card for card in cards if value_of(card) not in abilities and one.prize([card])]
        prizes = [*filter(None, dict.fromkeys(one.prize([card]) for card in plain or cards))]
        best = max((p for p in one.theatre.stage if suit_of(p) == suit), default="")
        left = best if len(prizes) == 1 and prizes[0] < best else ""
        clash = any(each in f"{named} {one.ahead.card}" for each in prizes)
        whats = [_what(each, left, clash and not n) for n, each in enumerate(prizes)]
        values = {"who": one.bound or self._who(cards), "cards": named, "what": _either(whats)}
        values |= {"card": one.ahead.card, "often": self._often(one.chance(cards))}
        if one.bound and {*cards} == {*one.rivals}:
            words = say("{who} has to win with {cards}", **values)
            if prizes:
                words = say("{who} has to win with {cards}, for {what}", **values)
            if one.denied:
                words = say("{clause}, and cannot get the stage (ON-12)", clause=words)
            return words
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
        values = {"n": _blossoms(self.one.rest), "player": self._called(*self.one.bare)}
        return say(
            "what is left, {n}, goes to {player}, alone without performers (ON-12)", **values
        )

    def _called(self, player: str) -> object:
        return say("you") if player == self.view.viewer else player

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

    def later(self, better: bool) -> Iterator[Clause]:
        """Yield what the move changes for later, as it is `better` or worse than the other."""
        lone = [self.lone] if self.lone is not None and self.lone.good is better else []
        kinds = [(NEXT, self._opens), (KEPT, self._highest), (KEPT, self._kept)]
        found = (Clause(words, topic=topic) for topic, told in kinds for words in told(better))
        if self.one.last:
            stays = self._stays if self.differs.either or self.one.final else None
            found = (Clause(words, topic=KEPT) for words in [stays] if words)
        rest = [*found]
        sure = int(self.one.then is not None and bool(rest) and rest[0].topic is NEXT)
        yield from (*rest[:sure], *lone, *rest[sure:])

    @property
    def _alone(self) -> list[Words]:
        """Return who alone has no performers as the round ends, and gets what is left. ON-12"""
        one = self.one
        if not one.alone or one.ends_round or not one.left:
            return []
        values = {"n": _blossoms(one.left), "player": self._called(one.alone)}
        return [
            say("the stage, then {n}, goes to {player}, alone without performers (ON-12)", **values)
        ]

    @property
    def _waits(self) -> Words:
        """Return what has to come if who is won is left, and how often it came. ON-12"""
        one, viewer = self.one, self.view.viewer
        tricks = say_n("{n} trick left", "{n} tricks left", len(one.hand) - 1)
        words = say(
            "the stage in the end is yours (ON-12) only if you claim nobody to the end ({tricks})"
        )
        words = replace(words, values=(("tricks", tricks),))
        if bare := [each for each in one.bare if each != viewer]:
            words = say(
                "{clause}, unless {who} claims nobody either", clause=words, who=_either(bare)
            )
        often, _ = self._left_to(viewer)
        return joined(words, self._lone(viewer, 0.0)) if often[0] else words

    @property
    def _stays(self) -> Words | None:
        """Return which card is kept for the next round, or where it may decide the game. ON-14"""
        one, other, tie = self.one, self.other, say("a tie (ON-14)")
        card, beside = (max(side.hand, key=value_of) for side in (one, other))
        if value_of(card) == value_of(beside) or len(one.hand) > 1 + one.final:
            return None
        if not one.final:
            tie = say("the next round")
        elif (
            one.state.agreed.edition == "fr"
            or suit_of(one.card) != suit_of(other.card)
            or (decided(self.view) or (None,))[0] is False
        ):
            return None
        words = say("you keep {card}, the higher, for {what}", card=card, what=tie)
        if value_of(card) < value_of(beside):
            words = say("you keep only {card} for {what}", card=card, what=tie)
        return words

    def _opens(self, better: bool) -> Iterator[Words]:
        """Yield who leads next, who is on stage then, and what is trump, if it matters.

        It is told with what it is good or bad for.
        """
        one, other, (card, piece) = self.one, self.other, self.one.hope
        theatre, there, line = one.then, other.then, one.theatre.line[:1]
        if theatre is None or not (one.whole or there):
            if line and not one.last and line != other.theatre.line[:1]:
                words = say("{piece} is next in the line", piece=line[0])
                yield from self._holds(words, suit_of(line[0]), better)
            return
        turns = there is not None and theatre.trump != there.trump
        if there and one.ahead.player == other.ahead.player:
            either = {one.card, piece} == {other.card, other.hope[1]}  # both are won either way
            alike = not turns and (one.hope == other.hope or (either and not one.plays))
            if alike or {*theatre.stage} == {*there.stage}:
                return
        words, trump = self._next, theatre.trump
        held = [each for each in one.hand if suit_of(each) == trump]
        if card and better and (self.differs.best or one.hope != other.hope):
            values = {"card": card, "suit": suit_name(suit_of(card)), "what": _what(piece)}
            top = say("nobody can beat your {card} with a {suit}, for {what}", **values)
            yield say("{clause}: {top}", clause=words, top=top)
        elif better and one.whole and held and len(above := one.above(held[-1])) == 1:
            top = say("only {top} beats your {card}", top=above[0], card=held[-1])
            yield say("{clause}: {top}", clause=words, top=top)
        elif better and self.differs.either and one.yours and not other.yours:
            yield say("you lead next")
        elif turns and trump:
            yield from self._holds(words, trump, better)
        elif turns and better and one.whole:
            yield words

    def _holds(self, words: Words, suit: str, better: bool) -> Iterator[Words]:
        """Yield what is next with what the viewer holds for it: high cards, or none at all."""
        held = [card for card in self.one.hand if suit_of(card) == suit]
        if better and held and self.one.high(held[-1]):
            yield say("{clause}, and you hold {cards}", clause=words, cards=listed(held))
        elif not better and not held:
            yield say("{clause}, and you hold no {suit}", clause=words, suit=suit_name(suit))

    @property
    def _next(self) -> Words:
        """Return who leads next, with whom on stage, and what is trump then, as it stands."""
        one, theatre, trump = self.one, self.one.then or self.one.theatre, say("no trump")
        if theatre.trump is not None:
            trump = say("{suit} trump", suit=suit_name(theatre.trump))
        values = {"player": one.ahead.player, "pieces": listed(theatre.stage), "trump": trump}
        shared = self.other.then and one.ahead.player == self.other.ahead.player
        if one.yours and one.whole and not (one.plays and shared):
            return say("you lead next, with {pieces} on stage and {trump}", **values)
        words = say("{player} leads next, with {pieces} on stage and {trump}", **values)
        if one.yours or shared:
            words = say("the next stage is {pieces}, with {trump}", **values)
        if one.certain:
            return words
        return say("then {clause}", clause=words)

    def _highest(self, better: bool) -> Iterator[Words]:
        """Yield that a card is kept, or spent, that nobody can beat in its suit."""
        pair = self.swapped if better else self  # the other move keeps what the one spends
        card, beside, side = pair.one.card, pair.other.card, pair.other
        suit = suit_of(card)
        alike = suit == suit_of(beside) and side.highest(beside)
        tops = [each for each in side.hand if suit_of(each) == suit and side.highest(each)]
        kept, why = tops, say("the highest {suit} left", suit=suit_name(suit))
        if not side.unseen(suit):
            kept, why = [card], say("of a suit that nobody else has")
        theatre = *side.theatre.stage, *side.theatre.line
        if card not in tops or alike or suit not in map(suit_of, theatre):
            return  # a card of no use is no reason
        values = {"cards": listed(kept), "why": why}
        if better:
            yield say("you keep {cards}, {why}", **values)
        elif kept[1:]:
            yield say("it spends one of {cards}, {why}", **values)
        else:
            yield say("it spends {cards}, {why}", **values)

    def _kept(self, better: bool) -> Iterator[Words]:
        """Yield what else a card is kept for that the other move spends; or the reverse."""
        card, beside = (each.one.card for each in (self, self.swapped)[:: -1 if better else 1])
        uses = self.view.state.box.abilities
        able, either = (uses.get(value_of(each)) for each in (card, beside))
        if able and able != either and (better or not either):
            words = say("it spends the ability of {card}", card=card)
            yield say("you keep the ability of {card}", card=card) if better else words
        fewer = len(self.one.above(card)) < len(self.one.above(beside))
        if suit_of(card) == suit_of(beside) and fewer and self.one.high(card):
            named = {"card": card, "beside": beside}
            words = say("it spends {card}, higher than {beside}", **named)
            yield say("you keep {card}, higher than {beside}", **named) if better else words


def _but(good: bool | None, some: Clauses, others: Clauses = ()) -> Clause:
    """Return clauses as one, and that others speak for the other move."""
    both = [joined(*(each.words for each in side)) for side in (some, others) if side]
    return replace([*some, *others][0], words=joined(*both, alike=False), good=good)


def _apart(both: Sequence[float]) -> float:
    return abs(both[0] - both[1])


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
