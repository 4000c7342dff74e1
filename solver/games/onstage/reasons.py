"""What a move is for that another one is not: said by the rules, chosen by what was measured.

First comes how the trick stands, see `standing`; then who leads, and who comes on stage; then what
is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import winning
from ....models.onstage.text import suit_name
from ....models.words import Words, in_100, listed, say, say_n
from ...play.coach import choices
from ...play.contrast import Clause, Contrast
from .effects import Came, Kind
from .standing import After, by_player, share_of

ENOUGH = 0.25
"""By how many blossoms this trick differs at least, if it is told first."""
SLIGHT = 0.1
"""By how many blossoms it differs at least for a reason beside which there is no other one."""
RARELY = 0.1
"""By how much it differs at least how often somebody gets what is left, if that is told."""
OFTEN = 0.3
"""By how much it differs at least how often one leads, if that is told."""
MOSTLY = 0.9
"""In which part of the deals a card can be beaten, if nobody can rely on it."""
FEW = 3
"""Fewer higher cards than these are named."""
MUCH = 0.75
"""So many blossoms of a gap that this trick does not make are told of, if they can be named."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` is for that the one against it is not, or the reverse; perhaps a price."""
    pair = _Pair(view, After(view, move), After(view, differs.against), differs)
    better = differs.gap >= 0
    if differs.either and pair.one.plays:
        words = pair.weighed(better)
        return None if words is None else Clause(words)
    use, price, good = pair.trick(better), pair.price(better), better
    if use is not None and price is None and not differs.either:
        return Clause(pair.with_rest(use, better), good)
    if use is None and (differs.gap or differs.error):  # else what is kept has counted
        use = pair.with_trick(next(pair.later(better), None))
    use = use or pair.trick(better, 0.0)
    if differs.either and use is None:
        use, good = price, not better
    if use is None and pair.one.plays:
        return pair.unexplained(better)
    if use is not None and differs.best and not pair.one.plays and pair.one.card:
        use = pair.with_next(use)
    if use is None and differs.differences:
        return Clause(say("nothing that can be named tells them apart"))
    if use is not price and None not in (use, price):
        use = say("{use}, but {price}", use=use, price=price)
    words = pair.with_worst(use, better)
    return None if words is None else Clause(words, good)


def sure(view: View[State], move: Event) -> float:
    """Return about how many blossoms a move surely brings that ends the trick; 0 of any other."""
    return After(view, move).surely


@dataclass(frozen=True)
class _Pair:
    """A move, the `one`, beside another."""

    view: View[State]
    one: After
    other: After
    differs: Contrast

    @cached_property
    def came(self) -> Mapping[Came, tuple[float, float]]:
        """How often what was counted came after either move, or how much of it.

        Nothing counts where both came to the same in every case: who wins the game is decided then,
        say, and what players do who cannot change that is no reason.
        """
        if self.differs.either and self.differs.unchanged == 1:
            return {}
        return {each: n for each, n in self.differs.sides.items() if isinstance(each, Came)}

    @property
    def cards(self) -> tuple[str, str]:
        """The two cards."""
        return self.one.card, self.other.card

    @property
    def twins(self) -> bool:
        """Whether two cards are as good in this round, whatever comes."""
        one, other, state = self.one, self.other, self.view.state
        if not one.plays or one.last or {len(one.move.words), len(other.move.words)} != {1}:
            return False
        first, second = sorted(self.cards)
        laid = [each.card for each in state.trick]
        out = [*one.unseen(suit_of(first)), *laid]
        near = suit_of(first) == suit_of(second) and one.match(first) == other.match(second)
        usable = any(value_of(each) in state.box.abilities for each in (first, second))
        return near and not usable and not any(first < each < second for each in out)

    # this trick

    def trick(self, better: bool, least: float = ENOUGH) -> Words | None:
        """Return what this trick brings, if it is `better` by more than `least`; else if worse."""
        one, other = self.one, self.other
        if one.plays and not (one.whole or (one.ends_game and other.ends_game)):
            return self._open(better, least)
        more = one.surely - other.surely
        if abs(more) <= least or (more > 0) is not better:
            return None
        if better and least and self._as_well(more):
            return None
        words = self.stands if one.plays else self._claims()
        if one.rest != other.rest and one.certain and other.certain:
            rest = self._rest()
            alone = not one.yours or one.taken == other.taken
            words = rest if alone else say("{clause}; {rest}", clause=words, rest=rest)
        (n, _, m), (own, _, best) = one.ends, other.ends
        decides = one.ends_game and (n > m) - (n < m) != (own > best) - (own < best)
        return self._ending(words) if decides else words

    def _ending(self, clause: Words) -> Words:
        """Return a clause with what players have in the end, if the game ends with the trick."""
        if not self.one.ends_game:
            return clause
        n, player, m = self.one.ends
        values = {"clause": clause, "n": n, "player": player, "m": m}
        if n == m and self.view.state.agreed.edition != "fr":
            return say("{clause}; with {n} each, {player} and you: the kept card decides", **values)
        return say("{clause}; you end with {n}, {player} with {m}", **values)

    def _as_well(self, more: float) -> bool:
        """Tell whether the other card can be played so, too, that this trick brings as much."""
        one, card = self.one, self.other.card
        if not one.plays or card == one.card:
            return False
        same = (each for each in choices(self.view) if each.words[0] == card)
        return any(sure(self.view, each) > one.surely - more + ENOUGH for each in same)

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
        return say("nobody is without performers and gets what is left (ON-12)")

    def _claims(self) -> Words:
        one, other = self.one.card, self.other.card
        values = {"piece": one, "blossoms": _blossoms(one or other), "beside": other}
        if not one:
            return say("you give up {beside} ({blossoms})", **values)
        if not other:
            return say("{piece} brings {blossoms}", **values)
        return say("{piece} brings {blossoms}, {beside} {n}", **values, n=value_of(other))

    def _trump(self, card: str, beside: str) -> Words | None:
        """Return what is trump, if that makes `card` win, or else the card `beside` it."""
        now, one, other = (each.theatre.trump for each in (self.view.state, self.one, self.other))
        if one == other or not (one == card[:1] or other == beside[:1]):
            return None
        if one is None:
            return say("there is no trump") if now is None else say("there is no trump then")
        if now == one:
            return say("{suit} stays trump", suit=suit_name(one))
        return say("{suit} becomes trump", suit=suit_name(one))

    def _beats(self) -> Words:
        one = self.one
        others = tuple(each for each in one.state.trick if each.player != self.view.viewer)
        beaten = winning(others, one.theatre.trump)
        values = {"card": one.card, "player": beaten.player, "beaten": beaten.card}
        return say("{card} beats {beaten} of {player}", **values)

    def _open(self, better: bool, least: float) -> Words | None:
        """Return how a trick stands that goes on, if what it brings is so much better or worse."""
        if not self.brings(better) > least and not self._counts(better) > ENOUGH:
            return None
        told = self.brings(better) > -ENOUGH and self._counts(better) > 0
        return self.stands if told and str(self.stands) != str(self.turned.stands) else None

    def price(self, better: bool) -> Words | None:
        """Return what this trick brings, if that speaks against the move that is `better`."""
        words = self.trick(not better)
        if words is None or not self.one.plays or self.one.whole:
            return words
        same = str(words) == str(self.turned.stands)
        return self._stands(self.one.card) if self.one.piece and not same else None

    def brings(self, better: bool) -> float:
        """Return by how much this trick was better, or worse, where both moves were tried."""
        return (1 if better else -1) * sum(
            share_of(self.view, each.player) * value_of(each.piece) * (here - there)
            for each, (here, there) in self.came.items()
            if each.kind is Kind.TAKES
        )

    def _counts(self, better: bool) -> float:
        """Return about the same by the deals alone, as the trick stands."""
        return (1 if better else -1) * (self.one.worth - self.other.worth)

    def with_trick(self, kept: Words | None) -> Words | None:
        """Return what the best move keeps, with how the trick stands after either move."""
        one = self.one
        if kept is None or not self.differs.best or one.whole or not self.alike:
            return kept
        if self._either_way is not None:
            return kept
        return say("{clause}; {rest}", clause=self.stands, rest=kept)

    def with_next(self, claim: Words) -> Words:
        """Return what a claim brings with who is on stage next for a highest card."""
        card, piece = self.one.hope
        if not card:
            return claim
        values = {"card": card, "suit": suit_name(suit_of(card)), "piece": piece}
        following = say("{piece} is next for {card}, the highest {suit} left", **values)
        return say("{clause}; {rest}", clause=claim, rest=following)

    def weighed(self, better: bool) -> Words | None:
        """Return what comes of a card that may be as good: how the trick stands, what is kept."""
        differs = self.differs
        if differs.best and (decided := self._decided()) is not None:
            return decided
        if not differs.best and self.twins:
            if differs.gap > 0 and {each.words[0] for each in choices(self.view)} - {*self.cards}:
                return None  # what both are for, beside a third card, is told instead
            return say("nobody else has a card between the two, and both claim the same")
        kept = None
        if differs.gap or differs.error:  # else what is kept has counted, and comes to the same
            kept = next(self.later(better), None)
        if self.alike and not differs.best:
            return kept or say("this trick comes to the same")
        words = self._ending(self.stands)
        if self._few_left:
            pieces = listed(self.left)
            words = say("you can still take only {pieces}; {clause}", pieces=pieces, clause=words)
        if kept is None or self._either_way is not None or str(kept) == str(words):
            return kept or words
        return say("{clause}; {rest}", clause=words, rest=kept)

    def _decided(self) -> Words | None:
        """Return why no card of the viewer decides the game, as far as blossoms that are left tell.

        No trick brings more than one performer, but the last one may bring all that are left. ON-12
        """
        state, viewer, tricks = self.view.state, self.view.viewer, len(self.hand) - 1
        if not self.one.final or state.agreed.edition == "fr":
            return None
        theatre = state.theatre
        every = [value_of(each) for each in (*theatre.stage, *theatre.line)]

        def most(player: str, left: Iterable[int]) -> int:
            best = sum(sorted(left)[-tricks:]) if state.claimed[player] else sum(every)
            return has[player] + best

        has = {each: n + state.totals[each] for each, n in by_player(state).items()}
        others = [player for player in state.players if player != viewer]
        best = max(others, key=has.__getitem__)
        if most(viewer, map(value_of, self.left)) < has[best]:
            return say("you cannot reach the {n} of {player} any more", n=has[best], player=best)
        if max(most(player, every) for player in others) < has[viewer]:
            return say("nobody can reach your {n} any more", n=has[viewer])
        return None

    @property
    def _few_left(self) -> bool:
        """Whether the viewer, who is behind in the last round, can take few performers only."""
        state, (own, _, best) = self.view.state, self.one.ends
        alone = not state.claimed[self.view.viewer]
        if not self.one.final or self.one.last or alone or state.agreed.edition == "fr":
            return False
        return own < best and 0 < len(self.left) <= FEW

    @property
    def left(self) -> list[str]:
        """Whom the viewer's cards can still claim: who is left of their suits."""
        theatre, suits = self.view.state.theatre, {suit_of(each) for each in self.hand}
        return [each for each in (*theatre.stage, *theatre.line) if suit_of(each) in suits]

    @property
    def hand(self) -> tuple[str, ...]:
        """The viewer's cards."""
        return self.view.state.hands[self.view.viewer].known

    def unexplained(self, better: bool) -> Clause | None:
        """Return how the trick stands, if nothing that can be named tells which move is better."""
        if self.differs.gap > 0 and not self.differs.best and not self.one.last:
            return None  # the best move is told beside another one
        if self.alike or str(self.stands) == str(self.turned.stands):
            if self.one.last or not self.alike:
                return Clause(say("nothing that can be named tells them apart"))
            return Clause(
                say("this trick comes to the same, and what differs later cannot be named")
            )
        counts = self._counts(better)
        return Clause(self.stands, better if counts > 0 else not better if counts < 0 else None)

    @property
    def turned(self) -> _Pair:
        """The other move beside this one."""
        return replace(self, one=self.other, other=self.one)

    def with_worst(self, words: Words | None, better: bool) -> Words | None:
        """Return a reason with what one can be brought to, if that speaks for the other move."""
        n, m = self.one.worst, self.other.worst
        if words is None or n is None or m is None or (n < m - 1) is not better or n >= 0:
            return words
        if abs(n - m) < 2:
            return words
        if better:
            return say("{clause}; at worst you end the round {n} behind", clause=words, n=-n)
        return say("{clause}; at worst you end the round only {n} behind", clause=words, n=-n)

    @property
    def alike(self) -> bool:
        """Whether the trick stands the same after both moves."""
        return self.one.plays and self.one.alike(self.other)

    @property
    def stands(self) -> Words:
        """How the trick stands: who is ahead, for whom, and what can still change that."""
        return self._stands(say("this card"))

    def _stands(self, called: object) -> Words:
        """Return the same with the viewer's card `called` so."""
        one = self.one
        card, player = one.ahead.card, one.ahead.player
        values = {"card": card, "player": player, "suit": suit_name(suit_of(card))}
        values |= {"what": _what(one.piece, one.forced)}
        if one.yours and not one.whole:
            return self._yours({**values, "card": called})
        if one.whole and not one.piece:
            words = say("nobody takes a performer")
        elif one.yours:
            words = say("you take {what}", **values)
        elif not one.piece:
            words = say(
                "{card} of {player} is ahead, but no {suit} performer is on stage", **values
            )
        elif not one.settled:
            words = say("{card} of {player} is ahead for {what}", **values)
        elif one.forced:
            words = say("{card} of {player} has to claim {what}", **values)
        elif one.choice:
            words = say("{card} of {player} can take {what}", **values)
        else:
            words = say("{card} of {player} takes {what}", **values)
        why, beside = None, self.other
        if one.ahead != beside.ahead:
            why = self._trump(card, beside.ahead.card)
            beats = one.yours and not beside.yours
            why = why or (self._beats() if beats else None)
        gone = beside.piece in self.view.state.theatre.stage
        if gone and beside.piece not in one.theatre.stage and not one.yours:
            why = say("performer {piece} leaves the stage", piece=beside.piece)
        return words if why is None else say("{why}: {clause}", why=why, clause=words)

    def _yours(self, values: Mapping[str, object]) -> Words:
        """Return how a trick stands in which the viewer is ahead."""
        one, prize = self.one, self.one.prize(self.one.likeliest)
        changing = one.likely(one.changing)
        why = self._trump(one.card, self.other.ahead.card)
        why = why or (self._unbeaten() if one.safe else None)
        values = {**values, "cards": listed(changing)}
        if not one.piece and one.safe:
            words = say("you surely win and lead next, but take nobody")
        elif not one.piece and not one.idle:
            values |= {"often": self._chance(one.likeliest), "what": _what(prize)}
            words = say("{card} takes nobody, and can be trumped {often}, for {what}", **values)
        elif not one.piece:
            words = say("no {suit} performer is on stage, so {suit} takes nobody now", **values)
        elif one.settled:
            words = say("you surely take {what}", **values)
            if not one.last:
                words = say("{clause} and lead next", clause=words)
        elif self.beaten:
            return self.beaten
        elif prize and one.chance(one.likeliest) > MOSTLY:
            values |= {"often": self._chance(one.likeliest)}
            values |= {"what": _what(prize)}
            words = say("{card} can be beaten {often}, for {what}", **values)
        elif not one.rivals:
            why = why or say("no card to come is higher")
            if changing == one.changing and len(changing) <= FEW:
                words = say("you take {what} unless the ability of {cards} is used", **values)
            elif 0 < len(changing) <= FEW:
                words = say(
                    "you take {what} unless abilities are used, such as of {cards}",
                    **values,
                )
            else:
                words = say("you take {what} unless abilities are used", **values)
        elif 0 < len(changing) <= FEW:
            words = say(
                "{card} is ahead for {what}; {cards} can change that, {often}",
                **values,
                often=self._chance(changing),
            )
        else:
            words = say(
                "{card} is ahead for {what}; others can change that {often}",
                **values,
                often=self._chance(one.changing),
            )
        return words if why is None else say("{why}: {clause}", why=why, clause=words)

    def _unbeaten(self) -> Words:
        """Return why nobody to come can win the trick from the viewer."""
        own, may = suit_of(self.one.card), self.one.may.values()
        if any(suit_of(each) == own for cards in may for each in cards):
            return say("nobody to come can beat it")
        return say("nobody else has {suit}", suit=suit_name(own))

    def _chance(self, cards: Iterable[str]) -> Words:
        """Return in how many deals somebody may still play one of these cards."""
        share, exact = self.one.chance(cards), self.one.others.exact
        if exact and share == 1:
            return say("in every deal")
        if exact:
            return say("in {n} of 100 deals", n=in_100(share))
        return say("in about {n} of 100 deals", n=in_100(min(share, 0.99)))

    @property
    def beaten(self) -> Words | None:
        """The few cards, surely in other hands, that beat all cards of the suit that is led."""
        one, state, suit = self.one, self.view.state, suit_of(self.one.card)
        hands = sum(len(hand) for player, hand in state.hands.items() if player != self.view.viewer)
        held = hands == len(one.others.unseen)
        above = one.above(max(each for each in (one.card, *one.hand) if suit_of(each) == suit))
        if state.lead or not held or not 0 < len(above) < FEW:
            return None
        prize = one.prize(above)
        values = {"cards": listed(above), "suit": suit_name(suit)}
        values |= {"what": _what(prize)}
        words = say_n(
            "{cards} is in another hand and beats every {suit} of yours",
            "{cards} are in other hands and beat every {suit} of yours",
            len(above),
            **values,
        )
        return say("{clause}, for {what}", clause=words, **values) if prize else words

    # what is left behind

    def with_rest(self, use: Words, better: bool) -> Words:
        """Return what this trick brings with what makes the rest of the gap, or takes from it."""
        rest = abs(self.differs.gap) - self.brings(better)
        if self.one.final or abs(rest) < MUCH:
            return use
        every = self.later(better is (rest > 0))
        further = next((each for each in every if str(each) not in str(use)), None)
        if further is None:
            return use
        if rest > 0:
            return say("{use}, and {further}", use=use, further=further)
        return say("{use}, but {price}", use=use, price=further)

    def later(self, better: bool) -> Iterator[Words]:
        """Yield what the move changes for later, as it is `better` or worse than the other."""
        if self.one.last:
            yield from self._stays(better)
            return
        if not self.one.plays:
            state, viewer = self.view.state, self.view.viewer
            bare = [player for player, some in state.claimed.items() if not some]
            others = [player for player in bare if player != viewer]
            if viewer in bare and bool(self.one.card) is not better:
                if not better:
                    yield say("you do not stay without performers then (ON-12)")
                elif not others:
                    yield say("alone without performers, you may get all that are left (ON-12)")
                else:
                    yield say_n(
                        "you may get all that are left if {players} takes one (ON-12)",
                        "you may get all that are left if {players} each take one (ON-12)",
                        len(others),
                        players=listed(others),
                    )
        else:
            yield from self._leads(better)
            yield from self._trumps(better)
            yield from self._hope(better)
            yield from self._highest(better)
        yield from self._kept(better)

    def _stays(self, better: bool) -> Iterator[Words]:
        """Yield what is left for who is alone without performers as the last trick lies. ON-12"""
        (n, m), bare = (self.one.rest, self.other.rest), self.one.bare
        if n == m or 0 in (n, m) or bare != self.other.bare or self.one.whole:
            return
        often = self.came.get(Came(Kind.REST, bare[0]), (0.0, 0.0))
        if min(often) > 1 - RARELY and (share_of(self.view, bare[0]) * (n - m) > 0) is better:
            yield say("as the cards lie, {clause}, not {m}", clause=self._rest(), m=m)

    def _leads(self, better: bool) -> Iterator[Words]:
        """Yield who wins the trick, if that differs, and with what the viewer leads then."""
        one, other = self.one, self.other
        if not one.whole:
            here, there = self.came.get(Came(Kind.WINS, self.view.viewer), (0.0, 0.0))
            if abs(here - there) < OFTEN or (here > there) is not better:
                return
            yield self.stands
        elif one.yours is better is not other.yours:
            card, piece = one.hope
            values = {"card": card, "suit": suit_name(card[:1]), "piece": piece}
            if not better:
                yield say("{player} wins the trick and leads next", player=one.ahead.player)
            elif card:
                yield say(
                    "you win and lead next: {card} for {piece}, the highest {suit} left", **values
                )
            else:
                yield say("you win the trick and lead next")

    def _trumps(self, better: bool) -> Iterator[Words]:
        """Yield which suit is trump by one move only, of which the viewer keeps the highest."""
        side, beside = (self.one, self.other) if better else (self.other, self.one)
        trump, now = side.theatre.trump, self.view.state.theatre.trump
        cards = [card for card in self.one.hand if suit_of(card) == trump and side.highest(card)]
        if not trump or trump == beside.theatre.trump or not cards:
            return
        values = {"suit": suit_name(trump), "cards": listed(cards)}
        if not better:
            yield say(
                "{suit}, of which you have the highest left ({cards}), is not trump then", **values
            )
        elif trump == now:
            yield say("{suit} stays trump, of which you have the highest left, {cards}", **values)
        else:
            yield say("{suit} becomes trump, of which you have the highest left, {cards}", **values)

    def _hope(self, better: bool) -> Iterator[Words]:
        """Yield which performer is there for a highest card, if one move has a better one."""
        side, beside = (self.one, self.other) if better else (self.other, self.one)
        card, piece = side.hope
        if value_of(piece or "_0") <= value_of(beside.hope[1] or "_0"):
            return
        values = {"card": card, "suit": suit_name(suit_of(card)), "piece": piece}
        if card == beside.card:
            why = say("the highest {suit} left, for performer {piece}", **values)
            yield self._keeps(card, why, better)
        elif piece not in beside.next:
            where = say("first in the line")
            if side.whole or piece in side.theatre.stage:
                where = say("on stage next")
            values = {**values, "where": where}
            if better:
                yield say(
                    "performer {piece} is {where}, for {card}, the highest {suit} left", **values
                )
            else:
                yield say(
                    "performer {piece} is not {where}, for {card}, the highest {suit} left",
                    **values,
                )

    def _spent(self, better: bool) -> tuple[str, str]:
        """Return the card that is kept by one move only, and the one spent; or the reverse."""
        return self.cards[::-1] if better else self.cards

    def _highest(self, better: bool) -> Iterator[Words]:
        """Yield that a card is kept, or spent, that nobody can beat in its suit."""
        card, beside = self._spent(better)
        suit, alike = suit_of(card), suit_of(card) == suit_of(beside)
        out, side = self.one.unseen(suit), self.one if better else self.other
        tops = [each for each in side.hand if suit_of(each) == suit and side.highest(each)]
        if card not in tops or (alike and (len(tops) > 1 or side.highest(beside))):
            return
        if out:
            why = say("higher than any {suit} others have", suit=suit_name(suit))
        else:
            why = say("and nobody else has {suit}", suit=suit_name(suit))
        yield self._keeps(card, why, better)

    def _kept(self, better: bool) -> Iterator[Words]:
        """Yield what else a card is kept for that the other move spends; or the reverse."""
        card, beside = self._spent(better)
        if not self.one.plays or card == beside:
            return
        abilities = self.view.state.box.abilities
        if value_of(card) in abilities and value_of(beside) not in abilities:
            yield self._keeps(card, say("with its ability"), better)
        if suit_of(card) != suit_of(beside):
            return
        n, m = (value_of(self.one.match(each)) for each in (card, beside))
        argues, left = better or not self.differs.either, self.one.behind.theatre
        if (
            argues
            and n > m
            and self.one.match(card) in (*left.stage, *left.line[: len(self.one.hand)])
        ):
            why = say("which can claim {blossoms}", blossoms=_blossoms(n))
            yield self._keeps(card, why, better)
        if any(beside < each < card for each in self.one.unseen(suit_of(card))):
            yield self._keeps(card, say("the higher card"), better)

    def _keeps(self, card: str, why: Words, better: bool) -> Words:
        """Return that a card is kept, or spent, and why; first what both moves come to now."""
        if better:
            words = say("you keep {card}, {why}", card=card, why=why)
        else:
            words = say("it spends {card}, {why}", card=card, why=why)
        beaten = self._either_way
        return words if beaten is None else say("{why}; {clause}", why=beaten, clause=words)

    @property
    def _either_way(self) -> Words | None:
        """What comes of the trick whichever of two cards is played, if neither can win it."""
        one, other = self.one, self.other
        if one.yours or one.ahead != other.ahead or one.piece != other.piece:
            return None
        values: dict[str, object] = {"card": one.ahead.card, "player": one.ahead.player}
        if not one.piece:
            suit = suit_name(suit_of(one.ahead.card))
            return say("no {suit} performer is on stage", suit=suit)
        return say("neither card beats {card} of {player}", **values)


def _what(performer: str, better: str = "") -> Words:
    """Return a performer with its blossoms, and which better one has to be left for it. ON-11"""
    values = {"piece": performer, "blossoms": _blossoms(performer or 0), "better": better}
    if better:
        return say("{piece} ({blossoms}, not {better})", **values)
    return say("{piece} ({blossoms})", **values)


def _blossoms(performer: str | int) -> Words:
    n = performer if isinstance(performer, int) else value_of(performer)
    return say_n("{n} blossom", "{n} blossoms", n)
