"""What a move is for that another one is not: said by the rules, chosen by what was measured.

First comes how the trick stands, and which card decides it, see `standing`; then who leads, and who
comes on stage; then what is kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import played, winning
from ....models.onstage.text import suit_name
from ....models.words import Words, in_100, listed, say, say_n
from ...play.coach import choices
from ...play.contrast import Clause, Contrast, joined
from .effects import Came, Kind
from .standing import HALF, RARE, After, Others, share_of

ENOUGH = 0.25
"""By how many blossoms this trick differs at least, if that counts."""
RARELY = 0.1
"""By how much it differs at least how often something comes, if that is told."""
FEW = 3
"""No more cards than these are named."""
SEVERAL = 3
"""Of a suit of which others have as many as these, one's only card is told to be that."""
MANY = 12
"""Of more moves than these nobody looks whether the game is decided."""
OFTEN = 0.3
"""In more deals than these a card that takes nobody is beaten for somebody, if that is told."""
MUCH = 0.75
"""So many blossoms of a gap that this trick does not make are told of, if they can be named."""


def reason(view: View[State], move: Event, differs: Contrast) -> Clause | None:
    """Return what `move` is for that the one against it is not, or the reverse; perhaps a price."""
    pair = _Pair(view, After(view, move), After(view, differs.against), differs)
    return pair.of_card() if pair.one.plays else pair.of_claim()


def sure(view: View[State], move: Event) -> float:
    """Return about how many blossoms a move surely brings that ends the trick; 0 of any other.

    In the last trick of a round it is what the deals tell, with the card that is kept.
    """
    after = After(view, move)
    if not after.last:
        return after.surely
    kept = max(map(value_of, after.hand), default=0) / 100  # a higher card for what comes
    return kept + (after.surely if after.whole else after.worth)


def decided(view: View[State]) -> tuple[bool | None, Words] | None:
    """Return whether the viewer has won or lost the game already, with the count that proves it.

    That is so where nobody can reach what somebody has, by the performers and cards that are left.
    It is neither, but told, where one can reach that only by a claim.
    """
    state, viewer = view.state, view.viewer
    afters = [After(view, move) for move in choices(view)]
    if not afters[0].final or state.agreed.edition == "fr" or len(afters) > MANY:
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
    reach = {after.card: after.at_most(viewer) for after in afters}
    first, last = max(reach, key=reach.__getitem__), min(reach, key=reach.__getitem__)
    if not first or afters[0].plays or not reach[last] <= has[best] < reach[first]:
        return None
    values = {"n": reach[first], "m": reach[last], "player": best, "best": has[best]}
    values["piece"] = first
    return None, say(
        "with {piece} you can still reach {n}, else {m} at most; {player} has {best}", **values
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
        return suit_of(card), state.agreed.blossoms[value_of(card)], below, moved

    found = {move: first.setdefault(kind(move), move) for move in moves}
    return found if len(first) > 1 else {}


@dataclass(frozen=True)
class _Pair:
    """A move, the `one`, beside another."""

    view: View[State]
    one: After
    other: After
    differs: Contrast

    @property
    def turned(self) -> _Pair:
        """The other move beside this one."""
        return replace(self, one=self.other, other=self.one)

    @cached_property
    def came(self) -> Mapping[Came, tuple[float, float]]:
        """How often what was counted came after either move, or how much of it.

        Nothing counts where both came to the same in every case: who wins the game is decided then,
        say, and what players do who cannot change that is no reason.
        """
        if self.differs.either and self.differs.unchanged == 1:
            return {}
        return {each: n for each, n in self.differs.sides.items() if isinstance(each, Came)}

    def of_card(self) -> Clause | None:
        """Return what a card is for: how the trick stands then, with what it costs or keeps."""
        differs, better = self.differs, self.differs.gap >= 0
        now, more = self.stands, self.brings
        told = differs.best or not self.alike
        good = None if abs(more) < ENOUGH else more > 0
        known = differs.gap or differs.error  # else what is kept has counted
        known = known or self.one.last  # but the card for the next round has not
        main, price = ([*self.later(side)][:2] if known else [] for side in (better, not better))
        if differs.either:
            if not told:
                return Clause(main[0], better) if main else None
            if good is False and differs.best:
                return Clause(joined(main[0], now, alike=False)) if main else None
            alone = self.alike and self.one.piece and any(self.soon(better))
            if self.one.piece and not differs.best:
                main = []
            return Clause(main[0] if main and alone else joined(now, *main[:1]))
        if differs.best and better and (soon := [*self.soon(better)][:1]):
            return Clause(joined(now, *soon) if self.one.likely_yours else soon[0], better)
        if good is better:  # the trick tells why
            rest = abs(differs.gap) - abs(more)  # of a chance to win, it tells nothing
            if differs.best if self.one.final else rest > MUCH:
                return Clause(joined(now, *main[:1]), better)
            spent = price[:1] if rest < -MUCH and not self.one.final else []
            return Clause(joined(now, *spent, alike=False), better)
        if good is None and not (main or self.alike):
            return Clause(now)
        if not main:
            return Clause(self._rest_of_round(better), None if self.one.last else better)
        if good is None:
            alone = self.alike and (any(self.soon(better)) or not differs.best)
            return Clause(main[0] if alone else joined(now, main[0]), better)
        return Clause(joined(main[0], now, alike=False), better)

    def _rest_of_round(self, better: bool) -> Words:
        """Return that what comes later tells the two apart, or who comes next by one move only."""
        one, other = self.one.theatre.line[:1], self.other.theatre.line[:1]
        if self.one.last:
            return say("nothing that can be named tells them apart")
        if self.alike and one and other and one != other:
            return say("{piece} comes next, not {other}", piece=one[0], other=other[0])
        if better:
            return say("the rest of the round brings more")
        return say("the rest of the round brings less")

    def of_claim(self) -> Clause | None:
        """Return what a claim brings, with who is next for a highest card, or who gets the rest."""
        differs, better = self.differs, self.differs.gap >= 0
        more = self.one.surely - self.other.surely
        main = next(self.later(better), None)
        if abs(more) <= ENOUGH / 2:
            return None if main is None else Clause(main, better)
        now = self._whole(self._claims())
        if (more > 0) is better:
            if differs.best and better and (waits := self._waits(self.one)) is not None:
                return Clause(joined(now, waits), better)
            return Clause(now, better)
        return (
            Clause(now, more > 0)
            if main is None
            else Clause(joined(main, now, alike=False), better)
        )

    # this trick

    @cached_property
    def brings(self) -> float:
        """Return by how many blossoms this trick is better than after the other move, about.

        It is counted where the trick is over; else it was tried, or is about what the deals tell.
        """
        one, other = self.one, self.other
        if one.declines or other.declines:
            return 0.0
        if one.whole or (one.ends_game and other.ends_game):
            return one.surely - other.surely
        tried = sum(
            share_of(self.view, each.player) * value_of(each.piece) * (here - there)
            for each, (here, there) in self.came.items()
            if each.kind is Kind.TAKES
        )
        return tried if abs(tried) >= ENOUGH else one.worth - other.worth

    @property
    def alike(self) -> bool:
        """Whether the trick stands the same after both moves."""
        return self.one.alike(self.other) or str(self.stands) == str(self.turned.stands)

    @cached_property
    def stands(self) -> Words:
        """How the trick stands: what the card has done, who is ahead, which cards decide."""
        one, words, done = self.one, self._ahead(), self._done()
        open_yet = not (one.whole or one.settled or one.bound or one.declines)
        if open_yet and (one.piece or not done) and (threat := self._threat()) is not None:
            words = joined(words, threat)
        if done is not None:
            words = say("{why}: {clause}", why=done, clause=words)
        return self._whole(words) if one.whole or (one.last and one.fixed) else words

    def _done(self) -> Words | None:
        """Return whom the card has sent away, or what it has made trump, if it changed that."""
        one, before = self.one, self.view.state.theatre
        gone = [each for each in before.stage if each not in one.theatre.stage]
        suit = one.theatre.trump
        if gone and before.trump != suit:
            if suit is None:
                return say("{piece} leaves the stage, and there is no trump", piece=gone[0])
            return say(
                "{piece} leaves the stage, {suit} becomes trump",
                piece=gone[0],
                suit=suit_name(suit),
            )
        if gone:
            return say("{piece} leaves the stage", piece=gone[0])
        if before.trump == suit:
            return None
        if suit is None:
            return say("there is no trump then")
        return say("{suit} becomes trump", suit=suit_name(suit))

    def _ahead(self) -> Words:
        """Return who is ahead, and for whom."""
        one = self.one
        card, player, suit = one.ahead.card, one.ahead.player, suit_of(one.ahead.card)
        values = {"card": card, "player": player, "suit": suit_name(suit)}
        values |= {"what": self._taken()}
        if one.whole and not one.piece:
            return say("nobody takes a performer")
        if one.bound and one.prize(one.rivals):
            return self._bound()
        if one.yours:
            return self._yours(values)
        if not one.piece:
            return say("{card} of {player} is ahead and would take nobody", **values)
        if not one.settled:
            return say("{card} of {player} is ahead for {what}", **values)
        if one.forced:
            return say("{card} of {player} has to claim {what}", **values)
        if one.choice:
            return say("{card} of {player} can take {what}", **values)
        return say("{card} of {player} takes {what}", **values)

    def _taken(self) -> Words:
        """Return whom the card that is ahead takes; or nobody, if that may bring more. ON-12"""
        one, what = self.one, _what(self.one.piece, self.one.forced)
        if not one.declines:
            return what
        return say(
            "{what}, or nobody: alone without performers you get what is left (ON-12)", what=what
        )

    def _yours(self, values: Mapping[str, object]) -> Words:
        one = self.one
        others = tuple(each for each in one.state.trick if each.player != self.view.viewer)
        if one.whole:
            return say("you take {what}", **values)
        if one.settled:
            words = say("you surely take {what}", **values)
            if not one.piece:
                words = say("you surely win and lead next, but take nobody")
            elif not one.last:
                words = say("{clause} and lead next", clause=words)
            own = any(suit_of(c) == suit_of(one.card) for cards in one.may.values() for c in cards)
            if own or not one.coming:
                return words
            return say("nobody else has {suit}: {clause}", clause=words, **values)
        if not one.piece:
            if self._done() is not None:
                return say("{card} takes nobody", **values)
            return say("no {suit} performer is on stage", **values)
        if others:
            beaten = winning(others, one.theatre.trump)
            values = {**values, "player": beaten.player, "beaten": beaten.card}
            return say("{card} beats {beaten} of {player}, for {what}", **values)
        if not one.rivals:
            return say("you take {what}", **values)
        return say("{card} is ahead for {what}", **values)

    def _bound(self) -> Words:
        """Return what the last one takes, who beats what is ahead with any card."""
        one = self.one
        values = {"cards": _either(one.rivals), "what": _what(one.prize(one.rivals))}
        values |= {"player": one.coming[0]}
        if len({one.prize([card]) for card in one.rivals}) == 1:
            return say("{player} has to play {cards}, and takes {what}", **values)
        return say("{player} has to play {cards}, and takes {what} at best", **values)

    def _threat(self) -> Words | None:
        """Return who can beat what is ahead, with which cards and how often; or spoil it."""
        one = self.one
        cards = [card for card in one.likely(one.rivals) if one.piece or one.prize([card])]
        beaten, prize = one.chance(cards) if cards else 0.0, one.prize(cards)
        every = one.chance(one.changing) if one.piece and one.changing else 0.0
        if beaten >= (RARE if one.piece else OFTEN) and (beaten >= HALF or every < 2 * beaten):
            best = max((p for p in one.theatre.stage if p[:1] == prize[:1]), default="")
            values = {
                "who": _either(p for p in one.coming if one.may[p] & {*cards}),
                "cards": self._named(cards),
                "often": self._often(beaten),
            }
            words = say("{who} can beat it with {cards} {often}", **values)
            if len(one.rivals) == 1:
                words = say("only {cards} beats it ({who}, {often})", **values)
            if prize == one.piece:
                return words
            if best > prize:
                return say(
                    "{clause}, for {piece}, not {better}", clause=words, piece=prize, better=best
                )
            if len({one.prize([card]) for card in cards}) > 1:
                return say("{clause}, for {piece} at best", clause=words, piece=prize)
            return say("{clause}, for {piece}", clause=words, piece=prize)
        if not every:
            return None
        most = max(one.changing, key=lambda card: one.chance([card]))
        values = {"card": most, "often": self._often(every), "cards": _either(one.changing)}
        if one.rivals:
            return say("others can beat or spoil it {often}, such as with {card}", **values)
        if not (one.turning or one.moving):
            return say("only two abilities together can change that")
        if len(one.changing) > FEW + 1:
            return say("abilities can change that {often}, such as with card {card}", **values)
        return say("only the ability of {cards} can change that, {often}", **values)

    def _named(self, cards: Sequence[str]) -> object:
        """Return cards by their names, or if they are many by their suits."""
        one, own = self.one, suit_of(self.one.ahead.card)
        if len(cards) <= FEW:
            return _either(cards)
        kinds: list[object] = [card for card in cards if suit_of(card) == own]
        if len(kinds) > FEW:
            kinds = [say("a higher {suit}", suit=suit_name(own))]
        if any(suit_of(card) != own for card in cards) and one.theatre.trump:
            kinds.append(say("a {suit} (trump)", suit=suit_name(one.theatre.trump)))
        return _either(kinds)

    def _often(self, share: float) -> Words:
        """Return in which part of the deals something may come."""
        if self.one.others.exact or share == 1:
            if share == 1:
                return say("in every deal")
            return say("in {n} of 100 deals", n=in_100(share))
        return say("in about {n} of 100 deals", n=in_100(min(share, 0.99)))

    def _whole(self, words: Words) -> Words:
        """Return what a trick that is over brings, with who gets what is left, or the game."""
        one, other = self.one, self.other
        told = one.rest != other.rest or (self.differs.best and one.plays and one.rest)
        if told and one.certain and other.certain:
            alone = one.plays and (not one.yours or one.taken == other.taken)
            words = self._rest() if alone else joined(words, self._rest())
        (n, player, m), (own, _, best) = one.ends, other.ends
        if not one.ends_game or (n > m) - (n < m) == (own > best) - (own < best):
            return words
        values = {"clause": words, "n": n, "player": player, "m": m}
        if n == m and self.view.state.agreed.edition != "fr":
            return say("{clause}; with {n} each, {player} and you: the kept card decides", **values)
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
        return say("nobody is without performers and gets what is left (ON-12)")

    def _claims(self) -> Words:
        one, other = self.one.card, self.other.card
        values = {"piece": one, "blossoms": _blossoms(one or other), "beside": other}
        if not one:
            return say("you give up {beside} ({blossoms})", **values)
        if not other:
            return say("{piece} brings {blossoms}", **values)
        return say("{piece} brings {blossoms}, {beside} {n}", **values, n=value_of(other))

    # what is left behind

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
            yield from self.soon(better)
            yield from self._highest(better)
            yield from self._only(better)
            yield from self._kept(better)

    def soon(self, better: bool) -> Iterator[Words]:
        """Yield the same of the next trick: who leads, what is trump, who is there for whom."""
        if self.one.last:
            return
        yield from self._leads(better)
        yield from self._trumps(better)
        yield from self._hope(better)

    def _stays(self, better: bool) -> Iterator[Words]:
        """Yield what is left for who is alone without performers as the last trick lies. ON-12

        Else, which card is kept for the next round.
        """
        (n, m), bare, cards = (self.one.rest, self.other.rest), self.one.bare, self.one.hand
        if n != m and 0 not in (n, m) and bare == self.other.bare and not self.one.whole:
            often = self.came.get(Came(Kind.REST, bare[0]), (0.0, 0.0))
            if min(often) > 1 - RARELY and (share_of(self.view, bare[0]) * (n - m) > 0) is better:
                yield say("as the cards lie, {clause}, not {m}", clause=self._rest(), m=m)
        elif self.differs.either and cards and cards != self.other.hand and not self.one.final:
            yield say("you keep {card} for the next round", card=cards[0])

    def _leads(self, better: bool) -> Iterator[Words]:
        """Yield who wins the trick, if that differs, and with what the viewer leads then."""
        one, other = self.one, self.other
        if not one.whole or not one.yours is better is not other.yours:
            return
        if not better:
            yield say("{player} wins the trick and leads next", player=one.ahead.player)
        else:
            leads, waits = say("you win the trick and lead next"), self._waits(one)
            yield leads if waits is None else joined(leads, waits)

    def _trumps(self, better: bool) -> Iterator[Words]:
        """Yield what is trump next by one move only, if the viewer keeps the highest of it."""
        side, beside = (self.one, self.other) if better else (self.other, self.one)
        trump = next(iter(side.trumps), None)
        if len(side.trumps) != 1 or trump is None:
            return
        cards = [card for card in side.hand if suit_of(card) == trump and side.highest(card)]
        here, there = self.came.get(Came(Kind.TRUMP, piece=trump), (0.0, 0.0))
        called = self.differs.best and better and side.move.words[1:2] == ("front",)
        alike = trump in beside.trumps or (here - there) * (1 if better else -1) < RARELY
        if not cards or (alike and not called):
            return
        values = {"suit": suit_name(trump), "cards": listed(cards)}
        most = {each.blossoms[trump] for each in side.afterwards}
        front, line = side.theatre.line[:1], beside.theatre.line[:1]
        if not better:
            yield say(
                "{suit}, of which you have the highest ({cards}), is not trump next", **values
            )
        elif front and suit_of(front[0]) == trump and len(most) == 1 and (called or front != line):
            yield say(
                "{piece} is next: {suit} has {n} and is trump then, and you have the highest,"
                " {cards}",
                **values,
                piece=front[0],
                n=most.pop(),
            )
        elif not alike and not side.unseen(trump):
            yield say("{suit} is trump next, and only you have {suit}, {cards}", **values)
        elif not alike:
            yield say("{suit} is trump next, and you have the highest, {cards}", **values)

    def _waits(self, side: After) -> Words | None:
        """Return who is on stage next for a highest card of the viewer."""
        card, piece = side.hope
        if not card:
            return None
        values = {"card": card, "suit": suit_name(suit_of(card)), "piece": piece}
        return say("{piece} is next for {card}, the highest {suit} left", **values)

    def _hope(self, better: bool) -> Iterator[Words]:
        """Yield which performer is there for a highest card, if one move has a better one."""
        side, beside = (self.one, self.other) if better else (self.other, self.one)
        card, piece = side.hope
        if value_of(piece or "_0") <= value_of(beside.hope[1] or "_0"):
            return
        values = {"card": card, "suit": suit_name(suit_of(card)), "piece": piece}
        if card == beside.card:
            why = say("the highest {suit} left, for {piece}", **values)
            yield self._keeps(card, why, better)
        elif piece not in beside.next:
            if better and (waits := self._waits(side)) is not None:
                yield waits
            elif not better and not any(piece in each.stage for each in beside.afterwards):
                yield say("{piece} is not next for {card}, the highest {suit} left", **values)

    def _spent(self, better: bool) -> tuple[str, str]:
        """Return the card that is kept by one move only, and the one spent; or the reverse."""
        cards = self.one.card, self.other.card
        return cards[::-1] if better else cards

    def _highest(self, better: bool) -> Iterator[Words]:
        """Yield that a card is kept, or spent, that nobody can beat in its suit."""
        card, beside = self._spent(better)
        suit, alike = suit_of(card), suit_of(card) == suit_of(beside)
        side = self.one if better else self.other
        tops = [each for each in side.hand if suit_of(each) == suit and side.highest(each)]
        if card not in tops or (alike and (len(tops) > 1 or side.highest(beside))):
            return
        why = say("the highest {suit} left", suit=suit_name(suit))
        if not self.one.unseen(suit):
            why = say("and nobody else has {suit}", suit=suit_name(suit))
        yield self._keeps(card, why, better)

    def _only(self, better: bool) -> Iterator[Words]:
        """Yield that a card is the viewer's only one of its suit: it may be trumped afterwards."""
        card, beside, suits = self.one.card, self.other.card, [*map(suit_of, self.other.hand)]
        suit = suit_of(card)
        single = suits.count(suit) == 1 and suit != suit_of(beside) in suits
        if better and single and len(self.one.unseen(suit)) >= SEVERAL:
            yield say("{card} is your only {suit}", card=card, suit=suit_name(suit))

    def _kept(self, better: bool) -> Iterator[Words]:
        """Yield what else a card is kept for that the other move spends; or the reverse."""
        card, beside = self._spent(better)
        if card == beside:
            return
        abilities = self.view.state.box.abilities
        if value_of(card) in abilities and value_of(beside) not in abilities:
            yield self._keeps(card, say("with its ability"), better)
        n, m = (value_of(self.one.match(each)) for each in (card, beside))
        left = (self.one if better else self.other).behind.theatre
        near = suit_of(card) == suit_of(beside) or not self.differs.either
        if (
            near
            and n > m
            and self.one.match(card) in (*left.stage, *left.line[: len(self.one.hand)])
        ):
            why = say("which can claim {blossoms}", blossoms=_blossoms(n))
            yield self._keeps(card, why, better)
        if suit_of(card) == suit_of(beside) and any(
            beside < each < card for each in self.one.unseen(suit_of(card))
        ):
            yield self._keeps(card, say("the higher card"), better)

    def _keeps(self, card: str, why: Words, better: bool) -> Words:
        """Return that a card is kept, or spent, and why."""
        if better:
            return say("you keep {card}, {why}", card=card, why=why)
        return say("it spends {card}, {why}", card=card, why=why)


def _either(values: Iterable[object]) -> object:
    *others, last = values
    return say("{others} or {last}", others=listed(others), last=last) if others else last


def _what(performer: str, better: str = "") -> Words:
    """Return a performer with its blossoms, and which better one has to be left for it. ON-11"""
    values = {"piece": performer, "blossoms": _blossoms(performer or 0), "better": better}
    if better:
        return say("{piece} ({blossoms}, not {better})", **values)
    return say("{piece} ({blossoms})", **values)


def _blossoms(performer: str | int) -> Words:
    n = performer if isinstance(performer, int) else value_of(performer)
    return say_n("{n} blossom", "{n} blossoms", n)
