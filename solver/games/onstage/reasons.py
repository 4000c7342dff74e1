"""What a move is for that another one is not: said by the rules, chosen by what was measured.

Two moves of one seat lay a card, move performers, or claim one. What that changes on the table is
known; what comes of it was measured. So a sentence tells a change, then the measured consequence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import claimable, played, winning
from ....models.onstage.state import PlayedCard
from ....models.onstage.text import suit_name
from ....models.onstage.theatre import Theatre
from ....models.words import Words, in_100, listed, say, say_n
from ...play.contrast import Contrast
from ...play.trial import Difference
from .effects import Came, Kind, unseen

ENOUGH = 0.1
"""By how much it differs at least how often somebody takes a performer, if it is told for want of
something surer."""
REST = 3
"""About how many blossoms are left for who is alone without performers."""


@dataclass(frozen=True)
class _After:
    """The table as soon as the viewer has made a move."""

    view: View[State]
    move: Event

    @cached_property
    def state(self) -> State:
        """The table after a card; before a claim, as it is."""
        state = self.view.state
        return played(state.box, state, self.move) if self.move.verb == "plays" else state

    @property
    def card(self) -> str:
        """The card that is laid, or the performer who is claimed; none if it is declined."""
        return "" if self.move.words == ("nothing",) else self.move.words[0]

    @property
    def theatre(self) -> Theatre:
        """Line and stage; behind a claim without who is claimed."""
        theatre = self.state.theatre
        claims = self.move.verb == "claims" and self.card
        return theatre.claimed(self.card) if claims else theatre

    @property
    def hand(self) -> tuple[str, ...]:
        """What the viewer has left."""
        return self.state.hands[self.view.viewer].known

    @property
    def whole(self) -> bool:
        """Whether the trick is over."""
        return len(self.state.trick) == len(self.state.players)

    @property
    def ahead(self) -> PlayedCard:
        """The play that wins as the table is."""
        return winning(self.state.trick, self.theatre.trump)

    @property
    def wins_so_far(self) -> bool:
        """Whether the viewer's card is ahead."""
        return self.ahead.player == self.view.viewer

    @property
    def lost(self) -> bool:
        """Whether the viewer's card cannot win any more: a higher one of its suit lies there."""
        laid = (play.card for play in self.state.trick)
        beaten = (suit_of(each) == suit_of(self.card) and each > self.card for each in laid)
        return any(beaten) or (self.whole and not self.wins_so_far)

    @property
    def top(self) -> bool:
        """Whether the card is ahead and nobody else can have a higher one of its suit."""
        out = unseen(self.view.state, self.view.viewer, suit_of(self.card))
        return self.wins_so_far and all(each < self.card for each in out)

    @property
    def ended(self) -> bool:
        """Whether nobody moves a performer any more before the next trick begins."""
        return self.move.verb == "claims" or self.whole

    @property
    def next_trump(self) -> str | None:
        """The trump as the next trick begins, whoever is claimed now; "" if that is open."""
        if not self.ended:
            return ""
        stages = [self.theatre]
        if self.move.verb == "plays":
            whom = claimable(self.state, self.ahead.card)
            stages += [self.theatre.claimed(each) for each in whom]
        trumps = {each.opened().trump for each in stages}
        return trumps.pop() if len(trumps) == 1 else ""

    def laid_by(self, player: str) -> str:
        """Return the card of a player in this trick, if it lies there."""
        return next((play.card for play in self.state.trick if play.player == player), "")


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` is for that the one against it is not, or the reverse; perhaps a price."""
    pair = _Pair(view, _After(view, move), _After(view, differs.against))
    better = differs.favours if differs.either and differs.differences else differs.gap > 0
    found = differs.differences if differs.either else differs.told
    told: dict[bool, Words] = {}
    for each in sorted(found, key=_is_trump):  # who takes whom says more than what is trump
        side = each.part > 0 if differs.either else (each.part > 0) is (differs.gap > 0)
        later = isinstance(each.effect, Came) and each.effect.kind in (Kind.NEXT, Kind.LATER)
        kept = isinstance(each.effect, Came) and each.effect.kind is Kind.KEEPS
        if side in told or (side is not better and (later or (kept and pair.one.top))):
            continue
        words = pair.use(each, side)
        if words is not None and words not in told.values():
            told[side] = words
    if not told and (differs.error or not differs.either):
        taken = _taken(differs, better)
        words = None if taken is None else pair.use(taken, better)
        return words or next(pair.changes(better), None)
    if len(told) < 2:
        return next(iter(told.values()), None)
    use, price = told[better], told[not better]
    if use in dict(price.values).values():  # the change that the price comes of
        return price
    return say("{use}, but {price}", use=use, price=price)


def _is_trump(found: Difference) -> bool:
    return isinstance(found.effect, Came) and found.effect.kind is Kind.TRUMP


def _taken(differs: Contrast, better: bool) -> Difference | None:
    """Return by which performer, taken in this trick, moves differ most that way, if by enough.

    It is told where no difference was sure to make enough of the gap.
    """
    found = [
        Difference(effect, here - there, 0.0, 1.0, came=here)
        for effect, (here, there) in differs.sides.items()
        if isinstance(effect, Came) and effect.kind in (Kind.TAKES, Kind.REST)
        if abs(here - there) >= ENOUGH and (effect.sign * (here - there) > 0) is better
    ]

    def blossoms(each: Difference) -> float:
        piece = each.effect.piece if isinstance(each.effect, Came) else ""
        return abs(each.difference) * (value_of(piece) if piece else REST)

    return max(found, key=blossoms, default=None)


@dataclass(frozen=True)
class _Pair:
    """A move, the `one`, beside another."""

    view: View[State]
    one: _After
    other: _After

    def use(self, found: Difference, better: bool) -> Words | None:
        """Return what changes, and what was measured to come of it, as that is `better` or worse.

        An effect that speaks the other way by itself tells nobody anything.
        """
        effect = found.effect
        if not isinstance(effect, Came):
            return None
        sign = 1 if effect.kind is Kind.WINS else effect.sign
        if sign and (sign * found.difference > 0) is not better:
            return None
        match effect.kind:
            case Kind.TAKES | Kind.WINS | Kind.REST:
                return self._now(effect, found)
            case Kind.TRUMP:
                return self._trump(effect.piece, found, better)
            case Kind.NEXT | Kind.LATER:
                return next(self.changes(better), None)
            case Kind.ALONE:
                return self._alone(found.difference > 0)
            case _:
                return next(self._kept(better), None)

    # this trick

    def _now(self, effect: Came, found: Difference) -> Words | None:
        """Return who takes a performer, or the trick, and why."""
        if self.one.move.verb == "claims":
            return self._claim()
        more = found.difference > 0
        here, there = _often(found), _often(found.turned)
        piece, player = effect.piece, effect.player
        gone = piece in self.other.theatre.stage and piece not in self.one.theatre.stage
        if gone and not more:
            values = {"piece": piece, "player": player, "often": there}
            if piece not in self.view.state.theatre.stage:
                return self._taken(say("{piece} stays in the line", piece=piece), effect, here)
            if effect.yours:
                return say("it moves {piece} off the stage, which you would take {often}", **values)
            return say(
                "it moves {piece} off the stage, which {player} would take {often}", **values
            )
        return self._taken(self._why(effect, more), effect, here)

    @staticmethod
    def _taken(why: Words | None, effect: Came, often: Words) -> Words:
        values = {"piece": effect.piece, "player": effect.player, "often": often}
        match effect.kind, effect.yours:
            case Kind.TAKES, True:
                words = say("you take {piece} {often}", **values)
            case Kind.TAKES, _:
                words = say("{player} takes {piece} {often}", **values)
            case Kind.WINS, True:
                words = say("you win the trick {often}", **values)
            case Kind.WINS, _:
                words = say("{player} wins the trick {often}", **values)
            case _, True:
                words = say("alone without performers you get all that are left {often} (ON-12)",
                            **values)  # fmt: skip
            case _:
                words = say("alone without performers {player} gets all that are left {often}"
                            " (ON-12)", **values)  # fmt: skip
        return words if why is None else say("{why}: {clause}", why=why, clause=words)

    def _why(self, effect: Came, more: bool) -> Words | None:
        """Return what on the table makes it that a player takes more, or less, than else."""
        one, other, piece = self.one, self.other, effect.piece
        if piece in one.theatre.stage and piece not in other.theatre.stage and more:
            if piece in self.view.state.theatre.stage:
                return say("{piece} stays on stage", piece=piece)
            return say("it brings {piece} on stage", piece=piece)
        card, beside = (each.laid_by(effect.player) for each in (one, other))
        if card and not more and one.ahead.card == other.ahead.card == card:
            forced = f"{suit_of(card)}{self.view.state.agreed.blossoms[value_of(card)]}"
            if forced in one.theatre.stage and forced not in other.theatre.stage:
                values = {"card": card, "player": effect.player, "piece": forced}
                return say("{card} of {player} has to claim {piece}", **values)
        if more and card and self._newly_trump(suit_of(card)):
            return self._is_trump(suit_of(card))
        if not more and beside and other.theatre.trump == suit_of(beside) != one.theatre.trump:
            return self._no_trump(suit_of(beside))
        if more is effect.yours and one.wins_so_far and not other.wins_so_far:
            return self._beats()
        if more is effect.yours and one.top and not other.top:
            return self._highest()
        match = self.view.state.agreed.blossoms[value_of(one.card)]
        if (
            more
            and effect.yours
            and one.wins_so_far
            and other.wins_so_far
            and match == value_of(piece or "_0")
        ):
            return say("{card} has {n} blossoms, as {piece}", card=one.card, n=match, piece=piece)
        if one.lost and not other.lost and more is not effect.yours:
            return say("{card} cannot win", card=one.card)
        return None

    def _beats(self) -> Words:
        one, first = self.one, self.other.ahead
        if self._newly_trump(suit_of(one.card)):
            return self._is_trump(suit_of(one.card))
        if one.top and not one.whole:
            return self._highest()
        values = {"card": one.card, "player": first.player, "beaten": first.card}
        if first.player == self.view.viewer:
            return say("{card} is ahead", **values)
        return say("{card} beats {beaten} of {player}", **values)

    def _highest(self) -> Words:
        suit = suit_name(suit_of(self.one.card))
        return say("nobody else has a higher {suit} than {card}", suit=suit, card=self.one.card)

    def _newly_trump(self, suit: str) -> bool:
        return self.one.theatre.trump == suit != self.other.theatre.trump

    def _is_trump(self, suit: str) -> Words:
        if self.view.state.theatre.trump == suit:
            return say("{suit} stays trump", suit=suit_name(suit))
        return say("{suit} becomes trump", suit=suit_name(suit))

    def _no_trump(self, suit: str) -> Words:
        if self.view.state.theatre.trump == suit:
            return say("{suit} is trump no longer", suit=suit_name(suit))
        return say("{suit} does not become trump", suit=suit_name(suit))

    # what is left behind

    def changes(self, better: bool) -> Iterator[Words]:
        """Yield what the move changes for later, as it is `better` or worse than the other."""
        if self.one.move.verb == "claims":
            declined = self.one.card if better else self.other.card
            if not declined and not self.view.state.claimed[self.view.viewer]:
                yield self._alone(better)
            yield from filter(None, [self._claim(), self._next_trump(better)])
            return
        yield from filter(None, [self._leads(better), self._front(better)])
        yield from self._kept(better)
        yield from filter(None, [self._next_trump(better), self._moved(), self._void(better)])

    def _leads(self, better: bool) -> Words | None:
        one, other = self.one, self.other
        if not one.whole or one.ahead.player == other.ahead.player:
            return None
        if one.wins_so_far is better:
            if one.wins_so_far:
                return say("you win the trick and lead next")
            return say("{player} wins the trick and leads next", player=one.ahead.player)
        return None

    def _front(self, better: bool) -> Words | None:
        """Return who is next on stage, if that differs, and what is trump then."""
        front, beside = (each.theatre.line[:1] for each in (self.one, self.other))
        if front == beside or not front or len(self.one.hand) < 2:
            return None
        if not self.one.ended:
            return say("{piece} stands first in the line", piece=front[0])
        words = say("{piece} is next on stage", piece=front[0])
        return self._with_trump(words, self.one.next_trump, better)

    def _next_trump(self, better: bool) -> Words | None:
        trump = self.one.next_trump
        if trump == self.other.next_trump or trump == "" or len(self.one.hand) < 2:
            return None
        if trump is None:
            return say("there is no trump as the next trick begins")
        words = say("{suit} is trump as the next trick begins", suit=suit_name(trump))
        return self._with_hand(words, trump, better)

    def _with_trump(self, words: Words, trump: str | None, better: bool) -> Words:
        if not trump:
            return words
        words = say("{clause} and {suit} trump", clause=words, suit=suit_name(trump))
        return self._with_hand(words, trump, better)

    def _with_hand(self, words: Words, suit: str, better: bool) -> Words:
        """Return it with the cards of a suit that are kept, or none, as that is `better` or not."""
        own = [card for card in self.one.hand if suit_of(card) == suit]
        if bool(own) is not better:
            return words
        if not own:
            return say("{clause}; you keep none", clause=words)
        return say("{clause}; you keep {cards}", clause=words, cards=listed(own))

    def _trump(self, suit: str, found: Difference, better: bool) -> Words:
        here = _often(found)
        changed = self._front(better) or self._moved()
        if found.difference < 0 and changed is not None:
            return changed
        if not suit:
            return say("there is no trump as the next trick begins {often}", often=here)
        values = {"suit": suit_name(suit), "often": here}
        words = say("{suit} is trump as the next trick begins {often}", **values)
        return self._with_hand(words, suit, better) if found.difference > 0 else words

    def _kept(self, better: bool) -> Iterator[Words]:
        """Yield what card is kept, and what for, that the other move spends; or the reverse."""
        kept, spent = self.other.card, self.one.card
        if self.one.move.verb == "claims" or kept == spent:
            return
        card = kept if better else spent
        suit, box = suit_of(card), self.view.state.box
        out = unseen(self.view.state, self.view.viewer, suit)
        values = {"card": card, "suit": suit_name(suit)}
        if not out:
            if better:
                yield say("you keep {card}: nobody else has {suit}", **values)
            else:
                yield say("it spends {card}: nobody else has {suit}", **values)
        elif all(each < card for each in out) and not self._another(card, out):
            if better:
                yield say("you keep {card}, higher than any {suit} that others can have", **values)
            else:
                yield say("it spends {card}, higher than any {suit} that others can have", **values)
        use, beside = self._would_take(card), self._would_take(spent if better else kept)
        if (
            self.one.whole
            and suit_of(kept) == suit_of(spent)
            and value_of(use) > value_of(beside) > 0
        ):
            values |= {"piece": use, "beside": spent if better else kept, "less": beside}
            if better:
                yield say(
                    "you keep {card}, which may claim {piece}; {beside} only {less}", **values
                )
            else:
                yield say(
                    "it spends {card}, which may claim {piece}; {beside} only {less}", **values
                )
        ability = box.abilities.get(value_of(card))
        if ability and not box.abilities.get(value_of(spent if better else kept)):
            if better:
                yield say("you keep the ability of {card}", **values)
            else:
                yield say("it spends the ability of {card}", **values)
        if suit_of(kept) == suit_of(spent) and (kept > spent) is better and not self.one.lost:
            if better:
                yield say("you keep the higher {card}", **values)
            else:
                yield say("it spends the higher {card}", **values)

    def _another(self, card: str, out: list[str]) -> bool:
        """Tell whether the viewer has another card of the suit that is as good."""
        hand = self.view.state.hands[self.view.viewer].known
        own = (each for each in hand if suit_of(each) == suit_of(card) and each != card)
        return any(each > max(out) for each in own)

    def _would_take(self, card: str) -> str:
        """Return the best performer whom a card may claim as the next trick begins. ON-11"""
        stage = self.one.theatre.opened().stage
        match = f"{suit_of(card)}{self.view.state.agreed.blossoms[value_of(card)]}"
        own = [each for each in stage if suit_of(each) == suit_of(card)]
        return match if match in own else max(own, default=f"{suit_of(card)}0")

    def _moved(self) -> Words | None:
        """Return who stands on stage after the one move and not after the other."""
        one, other, now = self.one.theatre, self.other.theatre, self.view.state.theatre
        for piece in one.stage:
            if piece not in other.stage:
                if piece in now.stage:
                    return say("{piece} stays on stage", piece=piece)
                return say("it brings {piece} on stage", piece=piece)
        for piece in other.stage:
            if piece not in one.stage and piece in now.stage:
                return say("it moves {piece} off the stage", piece=piece)
        return None

    def _void(self, better: bool) -> Words | None:
        """Return which suit the viewer is rid of, and so can trump or recall."""
        side = self.one if better else self.other
        suit = suit_of(side.card)
        if suit == suit_of(self.one.card if side is self.other else self.other.card):
            return None
        if any(suit_of(each) == suit for each in side.hand):
            return None
        if better:
            return say("you have no {suit} left and are free when it is led", suit=suit_name(suit))
        return say("you still have to follow {suit}", suit=suit_name(suit))

    # claims

    def _claim(self) -> Words | None:
        one, other = self.one.card, self.other.card
        n, m = (value_of(each) if each else 0 for each in (one, other))
        if n == m:
            return None
        values = {"piece": one, "n": n, "m": m, "beside": other}
        if n and not m:
            return say_n("{piece} brings {n} blossom", "{piece} brings {n} blossoms", n, **values)
        if n > m:
            return say("{piece} brings {n} blossoms, {beside} only {m}", **values)
        if not n:
            return say("it leaves {beside} on stage", **values)
        return say("{piece} brings only {n}, {beside} {m}", **values)

    def _alone(self, stays: bool) -> Words:
        if stays:
            return say(
                "you stay without performers: who is alone so gets all that are left (ON-12)"
            )
        return say("you are no longer without performers (ON-12)")


def _often(found: Difference) -> Words:
    """Return how often something happens; nothing is certain that rests on what others do."""
    n, m = map(in_100, found.sides)
    if found.sure:
        return say("for sure") if n else say("in no case")
    if str(n) == "100":
        return say("in every case that was tried")
    if str(n) == "0":
        return say("in no case that was tried")
    if n < m:
        return say("in {n} of 100 cases instead of {m}", n=n, m=m)
    return say("in {n} of 100 cases", n=n)
