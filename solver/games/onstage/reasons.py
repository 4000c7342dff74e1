"""What a move is for that another one is not: said by the rules, chosen by what was measured.

First comes what this trick brings, known by the rules where the move ends it, else how often it
comes; then who leads, and who comes on stage; then what is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import gt

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import claimable, played, winning
from ....models.onstage.rules import given, scored, with_claim
from ....models.onstage.state import PlayedCard
from ....models.onstage.text import NOTHING, suit_name
from ....models.onstage.theatre import Theatre
from ....models.words import Words, in_100, listed, say, say_n
from ...play.coach import choices
from ...play.contrast import Contrast
from .effects import Came, Kind

ENOUGH = 0.25
"""By how many blossoms this trick differs at least, if it is told first."""
RARELY = 0.1
"""By how much it differs at least how often somebody takes a performer, if that is told."""
OFTEN = 0.3
"""The same of who leads, and what is trump."""
FEWER = 0.5
"""By so much less that something does not happen is worth telling than that something does."""
FEW = 3
"""Fewer higher cards than these are named."""
OF_OTHERS = 0.4
"""About what a blossom of another side is worth to one's own."""


@dataclass(frozen=True)
class _After:
    """The table as soon as the viewer has made a move."""

    view: View[State]
    move: Event

    @cached_property
    def state(self) -> State:
        """The table after a card; before a claim, as it is."""
        state = self.view.state
        return played(state.box, state, self.move) if self.plays else state

    @property
    def plays(self) -> bool:
        """Whether a card is played; else a performer is claimed, or nobody."""
        return self.move.verb == "plays"

    @property
    def card(self) -> str:
        """The card that is laid, or the performer who is claimed; none if it is declined."""
        return "" if self.move.words == ("nothing",) else self.move.words[0]

    @property
    def theatre(self) -> Theatre:
        """Line and stage; behind a claim without who is claimed."""
        return (self.state if self.plays else self.behind).theatre

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
        return self.wins_so_far and self.highest(self.card)

    def unseen(self, suit: str) -> list[str]:
        """Return the cards of a suit that others may still hold."""
        state = self.state
        gone = {*state.played, *(play.card for play in state.trick), *self.hand}
        return [card for card in state.box.cards if suit_of(card) == suit and card not in gone]

    def above(self, card: str) -> list[str]:
        """Return the higher cards of its suit that others may still hold."""
        return [each for each in self.unseen(suit_of(card)) if each > card]

    def highest(self, card: str) -> bool:
        """Tell whether nobody else can have a higher card of its suit than one of the viewer's."""
        return not self.above(card)

    @property
    def last(self) -> bool:
        """Whether the round ends with this trick."""
        return len(self.hand) < 2

    def match(self, card: str) -> str:
        """Return the performer whom a card has to claim if it wins, on stage or not. ON-11"""
        return f"{suit_of(card)}{self.state.agreed.blossoms[value_of(card)]}"

    @cached_property
    def taken(self) -> str:
        """Whom the winner of the trick that is over takes, or can take at best; perhaps nobody."""
        if not self.plays:
            return self.card
        return max(claimable(self.state, self.ahead.card), default="")

    @cached_property
    def behind(self) -> State:
        """The table behind the trick; while it goes on, as if it ended now."""
        winner = self.ahead.player if self.plays else self.view.viewer
        return with_claim(self.state, Event("claims", winner, (self.taken or NOTHING,)))

    @cached_property
    def end(self) -> State:
        """The same once all that are left are given, if the round ends. ON-12"""
        return given(self.behind) if self.last else self.behind

    @property
    def bare(self) -> list[str]:
        """Who has no performers as the round ends, if it does."""
        return [player for player, some in self.behind.claimed.items() if self.last and not some]

    @property
    def rest(self) -> int:
        """The blossoms of all that are left, if one player alone has no performers. ON-12"""
        return sum(scored(self.end)) - sum(scored(self.behind))

    @property
    def ends_game(self) -> bool:
        """Whether the game ends with the trick that is over, each for oneself."""
        state = self.state
        return self.last and self.whole and not state.teamed and state.round >= len(state.players)

    @property
    def ends(self) -> tuple[int, str, int]:
        """The viewer's blossoms in the end, and of the others who has most, and how many."""
        totals = self.state.totals
        found = {player: totals[player] + n for player, n in _by_player(self.end).items()}
        own = found.pop(self.view.viewer)
        first = max(found, key=found.__getitem__)
        return own, first, found[first]

    @property
    def certain(self) -> bool:
        """Whether nobody else may choose whom to claim."""
        forced = self.plays and self.taken in ("", self.match(self.ahead.card))
        return forced or not self.plays or self.wins_so_far

    def laid_by(self, player: str) -> str:
        """Return the card of a player in this trick, if it lies there."""
        return next((play.card for play in self.state.trick if play.player == player), "")

    @cached_property
    def surely(self) -> float:
        """What the trick that is over brings the viewer, the others' blossoms taken off in part."""
        if not self.whole:
            return 0.0
        before = _by_player(self.state)
        brings = {player: n - before[player] for player, n in _by_player(self.end).items()}
        return sum(_share(self.view, player) * n for player, n in brings.items())

    @property
    def next(self) -> tuple[str, ...]:
        """Who stands on stage as the next trick begins; while a trick goes on, only who comes."""
        if self.last:
            return ()
        return self.behind.theatre.opened().stage if self.whole else self.theatre.line[:1]

    @cached_property
    def hope(self) -> tuple[str, str]:
        """The viewer's highest card of a suit, and the performer of most blossoms next for it."""
        found = [
            (value_of(piece), card, piece)
            for card in filter(self.highest, self.hand)
            if (of_suit := [each for each in self.next if suit_of(each) == suit_of(card)])
            if (piece := self.match(card) if self.match(card) in of_suit else max(of_suit))
        ]
        return max(found)[1:] if found else ("", "")


def reason(view: View[State], move: Event, differs: Contrast) -> Words | None:
    """Return what `move` is for that the one against it is not, or the reverse; perhaps a price."""
    pair = _Pair(view, _After(view, move), _After(view, differs.against), differs)
    better = differs.gap >= 0
    use, price = pair.trick(better), pair.trick(not better, price=True)
    if differs.either and use is None and price is None and pair.twins:
        if differs.gap > 0 and {each.words[0] for each in choices(view)} - {*pair.cards}:
            return None  # what both are for, beside a third card, is told instead
        return say("nobody else has a card between the two, and both claim the same")
    if use is None and not pair.one.whole and pair.holds(better):
        use = pair.trick(better, 0.0)
    if differs.gap or differs.error:  # else what is kept has counted, and comes to the same
        use = use or next(pair.later(better), None)
    use = use or pair.trick(better, 0.0)
    if differs.either:
        use = use or price
    if use is None and (differs.differences or (pair.one.last and not differs.either)):
        use = say("nothing that can be named tells them apart")
    if use is price or None in (use, price):
        return use
    return say("{use}, but {price}", use=use, price=price)


def sure(view: View[State], move: Event) -> float:
    """Return about how many blossoms a move surely brings that ends the trick; 0 of any other."""
    return _After(view, move).surely


def _share(view: View[State], player: str) -> float:
    """Return about what a blossom of a player is worth to the viewer."""
    own = any({player, view.viewer} <= {*team} for team in view.state.agreed.teams)
    return 1.0 if own else -OF_OTHERS


def _by_player(state: State) -> Mapping[str, int]:
    """Return the blossoms that each player has claimed in this round."""
    return dict(zip(state.players, scored(state), strict=True))


@dataclass(frozen=True)
class _Pair:
    """A move, the `one`, beside another."""

    view: View[State]
    one: _After
    other: _After
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

    def trick(self, better: bool, least: float = ENOUGH, price: bool = False) -> Words | None:
        """Return what this trick brings, if that is `better` by more than `least`; else if worse.

        A `price` is told without what makes it so.
        """
        one, other = self.one, self.other
        if one.plays and not one.whole:
            return self._open(better, least, price)
        more = one.surely - other.surely
        if abs(more) <= least or (more > 0) is not better:
            return None
        if better and least and self._as_well(more):
            return None
        if one.rest != other.rest and one.certain and other.certain:
            words = self._rest()
        else:
            words = self._settled() if one.plays else self._claims()
        (n, player, m), (own, _, best) = one.ends, other.ends
        if not one.ends_game or (n > m) - (n < m) == (own > best) - (own < best):
            return words
        values = {"n": n, "player": player, "m": m}
        return say("{clause}; you end with {n}, {player} with {m}", clause=words, **values)

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

    def _settled(self) -> Words:
        """Return who takes whom as the trick is over, and why, if the other move changes that."""
        one, other, viewer = self.one, self.other, self.view.viewer
        won, piece, why = one.ahead, one.taken, None
        best = max((each for each in one.theatre.stage if each[:1] == piece[:1]), default="")
        values: dict[str, object] = {
            "card": won.card,
            "player": won.player,
            "piece": piece,
            "better": best,
            "blossoms": _blossoms(piece or 0),
        }
        if not piece:
            words = say("nobody takes a performer")
        elif won.player == viewer:
            words = say("you take {piece} ({blossoms})", **values)
        elif piece != one.match(won.card):
            words = say("{card} of {player} can take {piece} ({blossoms})", **values)
        elif best == piece:
            words = say("{card} of {player} takes {piece} ({blossoms})", **values)
        else:
            words = say(
                "{card} of {player} has to claim {piece} ({blossoms}), not {better}", **values
            )
        gone = other.taken in self.view.state.theatre.stage and other.taken not in one.theatre.stage
        if won.player != other.ahead.player:
            why = self._trump(won.card, other.ahead.card)
            why = why or (self._beats() if won.player == viewer else None)
        if gone and won.player != viewer:
            why = say("performer {piece} leaves the stage", piece=other.taken)
        return words if why is None else say("{why}: {clause}", why=why, clause=words)

    def _trump(self, card: str, beside: str) -> Words | None:
        """Return what is trump, if that makes `card` win, or else the card `beside` it."""
        now, one, other = (each.theatre.trump for each in (self.view.state, self.one, self.other))
        if one == other or not (one == card[:1] or other == beside[:1]):
            return None
        if one is None:
            return say("there is no trump then")
        if now == one:
            return say("{suit} stays trump", suit=suit_name(one))
        return say("{suit} becomes trump", suit=suit_name(one))

    def _beats(self) -> Words:
        one = self.one
        others = tuple(each for each in one.state.trick if each.player != self.view.viewer)
        beaten = winning(others, one.theatre.trump)
        values = {"card": one.card, "player": beaten.player, "beaten": beaten.card}
        return say("{card} beats {beaten} of {player}", **values)

    def _open(self, better: bool, least: float, price: bool) -> Words | None:
        """Return who takes whom, in how many cases, in a trick that goes on."""
        sign = 1 if better else -1
        made = {
            each: sign * _share(self.view, each.player) * value_of(each.piece) * (here - there)
            for each, (here, there) in self.came.items()
            if each.kind is Kind.TAKES and abs(here - there) >= RARELY
        }
        own = sum(each for effect, each in made.items() if effect.yours)
        for_it = {
            effect: each * (1 if gt(*self.came[effect]) else FEWER)
            for effect, each in made.items()
            if each > 0 and (own > 0 or not effect.yours)
        }
        first = max(for_it, key=for_it.__getitem__, default=None)
        total = max(own, sum(made.values())) if least else 1.0
        if first is None or min(made[first], total) <= least:
            return None
        here, there = self.came[first]
        values = {"piece": first.piece, "player": first.player, "often": _often(here, there)}
        values |= {"blossoms": _blossoms(first.piece), "card": self.one.card}
        if here < there and first.piece in self.gone:
            why: Words | None = say("performer {piece} leaves the stage", **values)
            values |= {"often": _often(there, 0.0)}
            if first.yours:
                words = say("you would take it {often}", **values)
            else:
                words = say("{player} would take it {often}", **values)
        elif price and here < there and not first.yours:
            return None
        elif not (better or price or first.yours) and here > there and self.beaten:
            return self.beaten
        elif here < there and first.yours and self.one.lost and not price:
            return say("{card} cannot win", **values)
        else:
            why = None if price else self._why(first, here > there)
            if first.yours:
                words = say("you take {piece} ({blossoms}) in this trick {often}", **values)
            else:
                words = say("{player} takes {piece} ({blossoms}) in this trick {often}", **values)
        return words if why is None else say("{why}: {clause}", why=why, clause=words)

    def holds(self, better: bool) -> bool:
        """Tell whether who takes whom was sure to differ that way, by however little."""
        return any(
            (_share(self.view, each.effect.player) * each.difference > 0) is better
            for each in self.differs.told
            if isinstance(each.effect, Came) and each.effect.kind is Kind.TAKES
        )

    @property
    def gone(self) -> list[str]:
        """Who leaves the stage by this move, and not by the other."""
        stays = self.other.theatre.stage
        now = self.view.state.theatre.stage
        return [each for each in now if each in stays and each not in self.one.theatre.stage]

    @property
    def beaten(self) -> Words | None:
        """The few cards, surely in other hands, that beat all cards of the suit that is led."""
        one, state, suit = self.one, self.view.state, suit_of(self.one.card)
        hands = sum(len(hand) for player, hand in state.hands.items() if player != self.view.viewer)
        held = hands == sum(len(one.unseen(each)) for each in state.box.suits)
        above = one.above(max(each for each in (one.card, *one.hand) if suit_of(each) == suit))
        if state.lead or not held or not 0 < len(above) < FEW:
            return None
        return say_n(
            "{cards} is in another hand and beats every {suit} of yours",
            "{cards} are in other hands and beat every {suit} of yours",
            len(above),
            cards=listed(above),
            suit=suit_name(suit),
        )

    def _why(self, effect: Came, more: bool) -> Words | None:
        """Return what on the table makes it that a player takes more, or less, than else."""
        one, other, piece, player = self.one, self.other, effect.piece, effect.player
        values = {"card": one.card, "piece": piece, "player": player}
        new = [each for each in one.theatre.stage if each not in other.theatre.stage]
        if more and piece in new:
            return self._appears(piece)
        beside = [each for each in new if each[:1] == piece[:1]]
        if not more and not effect.yours and beside:  # it may have to be claimed instead
            return self._appears(beside[0])
        laid = one.laid_by(player)
        if laid and more is (suit_of(laid) == one.theatre.trump):
            why = self._trump(laid if more else "", other.laid_by(player))
            if why is not None:
                return why
        own = suit_of(one.card)
        if not (effect.yours or self.view.state.lead):
            if more and own in one.state.voids.get(player, {}):
                return say("{player} has no {suit}", player=player, suit=suit_name(own))
            bare = own != piece[:1] and own not in map(suit_of, one.theatre.stage)
            if bare and not more:
                return say("no {suit} performer is on stage", suit=suit_name(own))
        if more is not effect.yours:
            if one.lost and not other.lost:
                return say("{card} cannot win", **values)
            return self.beaten
        if more and piece == one.match(one.card) and piece not in one.theatre.stage:
            return say("{card} has to claim {piece} once that is on stage", **values)
        if one.top and not other.top:
            return say("nobody else has a higher {suit} than {card}", **values, suit=suit_name(own))
        above = one.above(one.card)
        if one.wins_so_far and 0 < len(above) < FEW:
            return say("others can have only {cards} above {card}", **values, cards=listed(above))
        if one.wins_so_far and not other.wins_so_far and one.state.trick[1:]:
            return self._beats()
        return None

    # what is left behind

    def later(self, better: bool) -> Iterator[Words]:
        """Yield what the move changes for later, as it is `better` or worse than the other."""
        if self.one.last:
            yield from self._stays(better)
            return
        if not self.one.plays:
            stays = not (self.one if better else self.other).card
            if stays is better and not self.view.state.claimed[self.view.viewer]:
                yield say("without performers, you may get all that are left (ON-12)")
        else:
            yield from self._leads(better)
            yield from self._hope(better)
            yield from self._highest(better)
        yield from self._trump_next(better)
        yield from self._kept(better)

    def _stays(self, better: bool) -> Iterator[Words]:
        """Yield what is left for who is alone without performers as the last trick lies. ON-12"""
        (n, m), bare = (self.one.rest, self.other.rest), self.one.bare
        if n == m or 0 in (n, m) or bare != self.other.bare or self.one.whole:
            return
        often = self.came.get(Came(Kind.REST, bare[0]), (0.0, 0.0))
        if min(often) > 1 - RARELY and (_share(self.view, bare[0]) * (n - m) > 0) is better:
            yield say("as the cards lie, {clause}, not {m}", clause=self._rest(), m=m)

    def _leads(self, better: bool) -> Iterator[Words]:
        """Yield who wins the trick, if that differs, and with what the viewer leads then."""
        one, other, viewer = self.one, self.other, self.view.viewer
        if not one.whole:
            here, there = self.came.get(Came(Kind.WINS, viewer), (0.0, 0.0))
            if abs(here - there) >= OFTEN and (here > there) is better:
                words = say("you win and lead next {often}", often=_often(here, there))
                why = self._why(Came(Kind.WINS, viewer, yours=True), better)
                yield words if why is None else say("{why}: {clause}", why=why, clause=words)
        elif one.wins_so_far is better is not other.wins_so_far:
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

    def _appears(self, piece: str) -> Words:
        if piece in self.view.state.theatre.stage:
            return say("performer {piece} stays on stage", piece=piece)
        return say("performer {piece} comes on stage", piece=piece)

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
            where = say("on stage next") if self.one.whole else say("first in the line")
            values = {**values, "where": where}
            if better:
                yield say("{piece} is {where}, for {card}, the highest {suit} left", **values)
            else:
                yield say("{piece} is not {where}, for {card}, the highest {suit} left", **values)

    def _trump_next(self, better: bool) -> Iterator[Words]:
        """Yield which suit is trump next, where that differs most, with the cards one has of it."""
        held = {suit_of(each) for each in self.one.hand}
        found = [
            (abs(here - there), each.piece, _often(here, there))
            for each, (here, there) in self.came.items()
            if each.kind is Kind.TRUMP and abs(here - there) >= OFTEN
            if (here > there) is ((each.piece in held) is better)
        ]
        if found:
            _, suit, often = max(found, key=lambda each: each[0])
            cards = listed(card for card in self.one.hand if suit_of(card) == suit)
            values = {"suit": suit_name(suit), "often": often, "cards": cards}
            if suit in held:
                yield say("{suit} is trump next, where you keep {cards}, {often}", **values)
            else:
                yield say("{suit} is trump next, which you lack, {often}", **values)

    def _spent(self, better: bool) -> tuple[str, str]:
        """Return the card that is kept by one move only, and the one spent; or the reverse."""
        return self.cards[::-1] if better else self.cards

    def _highest(self, better: bool) -> Iterator[Words]:
        """Yield that a card is kept, or spent, that nobody can beat in its suit."""
        card, beside = self._spent(better)
        suit, alike = suit_of(card), suit_of(card) == suit_of(beside)
        out, side = self.one.unseen(suit), self.one if better else self.other
        tops = [each for each in side.hand if suit_of(each) == suit and side.highest(each)]
        if card not in tops or (alike and (len(tops) > 1 or not out)):
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
        if argues and n > m and self.one.match(card) in (*left.stage, *left.line):
            why = say("which can claim {blossoms}", blossoms=_blossoms(n))
            yield self._keeps(card, why, better)
        if card > beside and self.one.unseen(suit_of(card)):
            yield self._keeps(card, say("the higher card"), better)

    @staticmethod
    def _keeps(card: str, why: Words, better: bool) -> Words:
        if better:
            return say("you keep {card}, {why}", card=card, why=why)
        return say("it spends {card}, {why}", card=card, why=why)


def _blossoms(performer: str | int) -> Words:
    n = performer if isinstance(performer, int) else value_of(performer)
    return say_n("{n} blossom", "{n} blossoms", n)


def _often(here: float, there: float) -> Words:
    """Return how often something happens; nothing is certain that rests on what others do."""
    n, m = in_100(here), in_100(there)
    if n == 100:
        return say("in every case that was tried")
    if n == 0:
        return say("in no case that was tried instead of {m} of 100", m=m)
    if n < m:
        return say("in {n} of 100 cases instead of {m}", n=n, m=m)
    return say("in {n} of 100 cases", n=n)
