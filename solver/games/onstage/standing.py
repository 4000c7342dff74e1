"""How a trick stands after a move, and what can still change that: by the rules and the deals.

The questions that a strong player asks, one after the other: who is ahead, and for whom? Which
cards beat that, who can have one, and in how many deals? Which can still change what is trump, or
who is on stage?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING

from ....models.core import Event, View
from ....models.onstage import State, suit_of, value_of
from ....models.onstage.plays import claimable, played, winning
from ....models.onstage.rules import given, scored, with_claim
from ....models.onstage.state import Box, Card, PlayedCard, Suit
from ....models.onstage.text import NOTHING
from ....models.onstage.theatre import Performer, Theatre
from ...play.itself import Itself
from .deals import Deals
from .stages import made, taken, trumps
from .table import mask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALL = 20_000
"""As many deals are all looked at; of more, `SOME`, the same ones whoever asks."""
SOME = 4_000
OF_OTHERS = 0.4
"""About what a blossom of another side is worth to one's own."""
NEAR = 2
"""With so many cards left, who is alone without performers may want to stay so."""
RARE = 0.05
"""What comes in fewer deals is not named."""


@dataclass(frozen=True, eq=False)
class Others:
    """What other players can hold: `dealt` has a row for each deal, a mask of cards for each seat.

    They are all deals if they are `exact`, with their `odds`.
    """

    view: View[State]
    dealt: NDArray[np.int64]
    odds: NDArray[np.float64]
    exact: bool

    @staticmethod
    def of(view: View[State]) -> Others:
        """Return what others can hold as the viewer of `view` sees it."""
        return _others(Itself(view))

    @property
    def box(self) -> Box:
        """The box that is played with."""
        return self.view.state.box

    def playable(self, player: str, lead: Suit) -> NDArray[np.int64]:
        """Return the cards that a player may play to a lead, deal by deal."""
        import numpy as np

        hands = self.dealt[:, self.view.state.players.index(player)]
        following = hands & mask((c for c in self.box.cards if suit_of(c) == lead), self.box.cards)
        return np.where(following, following, hands)

    def may_hold(self, player: str) -> set[Card]:
        """Return the cards that a player may hold."""
        return self._any_of(self.dealt[:, self.view.state.players.index(player)], player)

    def may_play(self, player: str, lead: Suit) -> set[Card]:
        """Return the cards that a player may be able to play to a lead: no other one can come."""
        return self._any_of(self.playable(player, lead), player)

    def _any_of(self, hands: NDArray[np.int64], player: str) -> set[Card]:
        """Return the cards that are in some of the hands; of more deals, all that can be."""
        import numpy as np

        if self.exact:
            every = int(np.bitwise_or.reduce(hands))
            return {card for i, card in enumerate(self.box.cards) if every >> i & 1}
        voids = self.view.state.voids.get(player, {})
        return {card for card in self.unseen if suit_of(card) not in voids}

    @cached_property
    def unseen(self) -> set[Card]:
        """The cards that the viewer has not seen in this round."""
        state = self.view.state
        laid = (play.card for play in state.trick)
        return {*self.box.cards} - {*state.played, *laid, *state.hands[self.view.viewer].known}

    def share(self, cards: Iterable[Card], players: Iterable[str], lead: Suit) -> float:
        """Return in which part of the deals one of the players may play one of the cards."""
        import numpy as np

        wanted, found = mask(cards, self.box.cards), np.zeros(len(self.dealt), np.bool_)
        for player in players:
            found |= (self.playable(player, lead) & wanted) != 0
        return 1.0 if found.all() else float(self.odds @ found)


@lru_cache(maxsize=64)
def _after(view: Itself[View[State]], move: Event) -> After:
    return After(view.it, move)


@lru_cache(maxsize=2)
def _others(view: Itself[View[State]]) -> Others:
    import numpy as np

    deals = Deals.of(view.it)
    if deals.number <= ALL:
        return Others(view.it, *deals.every(), exact=True)
    dealt = deals.draw(SOME, np.array([SOME], np.uint64))
    return Others(view.it, dealt, np.full(SOME, 1 / SOME), exact=False)


@dataclass(frozen=True)
class After:
    """The table as soon as the viewer has made a move.

    First how the trick stands, then what may still come, then what is left behind.
    """

    view: View[State]
    move: Event

    @staticmethod
    def of(view: View[State], move: Event) -> After:
        """Return the table after `move`; found once for all that it is held against."""
        return _after(Itself(view), move)

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

    def unseen(self, suit: str) -> list[str]:
        """Return the cards of a suit that others may still hold."""
        state = self.state
        gone = {*state.played, *(play.card for play in state.trick), *self.hand}
        return [card for card in state.box.cards if suit_of(card) == suit and card not in gone]

    def above(self, card: str) -> list[str]:
        """Return the higher cards of its suit that others may still hold."""
        return [each for each in self.unseen(suit_of(card)) if each > card]

    def beaten_by(self, card: str) -> str:
        """Return the only card that beats it in its suit, if it is one and nothing changes it."""
        above = self.above(card)
        return above[0] if len(above) == 1 and not self._ability(card) else ""

    def highest(self, card: str) -> bool:
        """Tell whether nobody else can have a higher card of its suit than one of the viewer's."""
        return not self.above(card)

    def high(self, card: str) -> bool:
        """Tell whether it beats most cards of its suit that others may still hold, but for one."""
        return 2 * len(self.above(card)) < min(len(self.unseen(suit_of(card))), 4)

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
        return self.piece if self.plays else self.card

    @cached_property
    def behind(self) -> State:
        """The table behind the trick; while it goes on, as if it ended now."""
        winner = self.ahead.player if self.plays else self.view.viewer
        return with_claim(self.state, Event("claims", winner, (self.taken or NOTHING,)))

    @cached_property
    def end(self) -> State:
        """The same once all that are left are given, if the round ends. ON-12"""
        return given(self.behind) if self.last else self.behind

    @cached_property
    def before(self) -> Mapping[str, int]:
        """The blossoms that each player has claimed in this round before the trick ends."""
        return by_player(self.state)

    @property
    def bare(self) -> list[str]:
        """Who has no performers behind the trick."""
        return [player for player, some in self.behind.claimed.items() if not some]

    @property
    def rest(self) -> int:
        """The blossoms of all that are left, if one player alone has no performers. ON-12"""
        return sum(scored(self.end)) - sum(scored(self.behind))

    @property
    def final(self) -> bool:
        """Whether this is the last round, each for oneself."""
        return not self.state.teamed and self.state.round >= len(self.state.players)

    @property
    def ends_round(self) -> bool:
        """Whether the round ends with a trick that is over, or that nothing can change."""
        fixed = self.plays and self.settled and not self._may_use_abilities
        return self.last and (self.whole or fixed)

    @property
    def ends_game(self) -> bool:
        """Whether the game does."""
        return self.ends_round and self.final

    @property
    def _may_use_abilities(self) -> bool:
        """Whether a card with an ability may still come."""
        return any(map(self._ability, set().union(*self.may.values())))

    @property
    def ends(self) -> tuple[int, str, int]:
        """The viewer's blossoms in the end, and of the others who has most, and how many.

        They are those of this round alone before the last one.
        """
        totals = self.state.totals if self.final else dict.fromkeys(self.state.players, 0)
        found = {player: totals[player] + n for player, n in by_player(self.end).items()}
        own = found.pop(self.view.viewer)
        first = max(found, key=found.__getitem__)
        return own, first, found[first]

    @property
    def outcome(self) -> float | None:
        """1 if the viewer has surely won the game then, 0 if it is surely lost, else None."""
        n, _, m = self.ends
        if not (self.ends_game and self.certain):
            return None
        return float(n > m) if n != m else self._by_kept()

    def _by_kept(self) -> float | None:
        """Return the same where the highest kept card decides. ON-14"""
        own, found = value_of(self.hand[0]), list[Collection[Card]]()
        for player, n in by_player(self.end).items():
            if player != self.view.viewer and n + self.state.totals[player] == self.ends[0]:
                found.append({*self.others.may_hold(player)} - {*self.state.played})
        if self.state.agreed.edition == "fr" or not self.whole:
            return None
        if all(own > max(map(value_of, cards)) for cards in found):
            return 1.0
        return 0.0 if any(own < min(map(value_of, cards)) for cards in found) else None

    def at_most(self, player: str) -> int:
        """Return blossoms that a player cannot pass by the end of the round, with all totals.

        A trick brings one performer, of a suit that is held; who has none may get the rest, see
        `_most_left`.
        """
        table = self.state if self.plays else self.behind
        theatre, tricks = self.theatre, len(self.hand) - (not self.plays)
        cards: Collection[Card] = self.others.may_hold(player)
        if player == self.view.viewer:
            cards = (*self.hand, *[self.card] * self.plays)
        room = Counter(map(suit_of, cards))
        if self.plays and player not in self.coming:
            tricks -= self.settled and player != self.ahead.player
            room.update(suit_of(play.card) for play in table.trick if play.player == player)
        found, line, has = 0, theatre.line, by_player(table)[player] + self.state.totals[player]
        if self.last and table.claimed[player] and not self._may_use_abilities:
            line = ()
        for piece in sorted((*theatre.stage, *line), key=value_of, reverse=True):
            if tricks and room[suit_of(piece)]:
                found += value_of(piece)
                room[suit_of(piece)] -= 1
                tricks -= 1
        return has + (found if table.claimed[player] else max(found, self._most_left))

    @cached_property
    def _most_left(self) -> int:
        """Return blossoms that those left at the end of the round cannot pass. ON-12

        A trick brings one performer on stage, an ability one more; the line counts, too, if claims
        and abilities could empty the stage.
        """
        theatre, tricks = self.theatre, len(self.hand) - 1
        out = [*self.hand, *chain(*map(self.unseen, self.state.box.suits))]
        kinds = Counter(map(self._ability, out))
        line = sorted(map(value_of, theatre.line), reverse=True)
        if len(theatre.stage) + min(tricks, len(line)) > tricks + self.plays + kinds["remove"]:
            line = line[: tricks + kinds["add"] + kinds["swap"]]
        return sum(map(value_of, theatre.stage)) + sum(line)

    @property
    def certain(self) -> bool:
        """Whether nobody else may choose whom to claim."""
        return not (self.plays and self.choice) or self.yours

    @cached_property
    def surely(self) -> float:
        """What the trick that is over brings the viewer, the others' blossoms taken off in part."""
        if not (self.whole or self.ends_game):
            return 0.0
        brings = {player: n - self.before[player] for player, n in by_player(self.end).items()}
        return sum(share_of(self.view, player) * n for player, n in brings.items())

    def tops(self, theatre: Theatre) -> list[tuple[str, str]]:
        """Return the viewer's cards that nobody beats in their suits, and whom each takes there.

        Only the trump suit counts if there is one; a card with an ability changes the stage.
        """
        found = []
        for suit in filter(None, [theatre.trump] if theatre.trump else self.state.box.suits):
            card = max((each for each in self.hand if suit_of(each) == suit), default="_9")
            of_suit = [each for each in theatre.stage if suit_of(each) == suit]
            if of_suit and suit_of(card) == suit and self.highest(card) and not self._ability(card):
                found.append(
                    (card, self.match(card) if self.match(card) in of_suit else max(of_suit))
                )
        return found

    # how the trick stands, and what may still come

    @cached_property
    def ahead(self) -> PlayedCard:
        """The play that wins as the table is."""
        return winning(self.state.trick, self.state.theatre.trump)

    @property
    def yours(self) -> bool:
        """Whether that is the viewer's."""
        return self.ahead.player == self.view.viewer

    @cached_property
    def piece(self) -> Performer:
        """Whom the card that is ahead takes as the table is, at best; perhaps nobody."""
        return max(claimable(self.state, self.ahead.card), default="")

    @property
    def forced(self) -> Performer:
        """A better performer of that suit, who must be left as another one has to be claimed."""
        of_suit = (p for p in self.state.theatre.stage if suit_of(p) == suit_of(self.ahead.card))
        best = max(of_suit, default="")
        return "" if best == self.piece else best

    @property
    def choice(self) -> bool:
        """Whether that performer may be left for another one, or for nobody. ON-11"""
        match = self.state.agreed.blossoms[value_of(self.ahead.card)]
        return bool(self.piece) and value_of(self.piece) != match

    @property
    def declines(self) -> bool:
        """Whether the viewer may leave who is won, near the end, to get the rest alone. ON-12"""
        state = self.view.state
        bare = [player for player, some in state.claimed.items() if not some]
        alone = bare == [self.view.viewer] and state.agreed.edition != "fr"
        return self.plays and self.yours and self.choice and alone and len(self.hand) <= NEAR

    @cached_property
    def coming(self) -> tuple[str, ...]:
        """Who has still to play, in order."""
        players, n = self.state.players, len(self.state.players)
        first = players.index(self.state.leader) + len(self.state.trick)
        return tuple(players[i % n] for i in range(first, first + n - len(self.state.trick)))

    @property
    def lead(self) -> Suit:
        """The suit that was led."""
        return suit_of(self.state.trick[0].card)

    @cached_property
    def others(self) -> Others:
        """What others can hold."""
        return Others.of(self.view)

    @cached_property
    def may(self) -> Mapping[str, set[Card]]:
        """The cards that may still come, by who may play them."""
        return {player: self.others.may_play(player, self.lead) for player in self.coming}

    @cached_property
    def rivals(self) -> list[Card]:
        """The cards that may still come and beat what is ahead, as the trump is."""
        coming = set().union(*self.may.values())
        return sorted(card for card in coming if self._beats(card, self.state.theatre.trump))

    def _beats(self, card: Card, trump: Suit | None) -> bool:
        best = self.ahead.card
        if suit_of(card) == suit_of(best):
            return card > best
        return suit_of(card) == trump

    def _ability(self, card: Card) -> str:
        return self.state.box.abilities.get(value_of(card), "")

    @cached_property
    def ways(self) -> Mapping[tuple[str, ...], set[tuple[Suit | None, Performer]]]:
        """What may be trump in the end, and whom the card ahead takes then, if it wins.

        That is by the abilities used: of each player to come one, or "".
        """
        state, box = self.state, self.state.box
        theatre, line = state.theatre, {*state.theatre.line}
        if state.agreed.edition == "fr":  # one's own can be recalled into the line first: ON-9
            line.update(*(state.claimed[player] for player in self.coming))
        masks = mask(theatre.stage, box.performers), mask(line, box.performers)
        kinds = [sorted({"", *map(self._ability, self.may[player])}) for player in self.coming]

        def ends(used: tuple[str, ...]) -> set[tuple[Suit | None, Performer]]:
            stages = made(*masks, used, not state.agreed.must_use)
            best = taken(box, stages, self.match(self.ahead.card))
            return {*zip(trumps(box, stages), best, strict=True)}

        return {used: ends(used) for used in product(*kinds)}

    @cached_property
    def _beating(self) -> Mapping[Suit | None, int]:
        """The cards that beat what is ahead, by what is trump in the end; all if it cannot win."""
        box, laid = self.state.box, [p.card for p in self.state.trick if p != self.ahead]
        suit, found = suit_of(self.ahead.card), dict[Suit | None, int]()
        for trump in (*box.suits, None):
            lost = suit not in (self.lead, trump) or (
                suit != trump and any(suit_of(card) == trump for card in laid)
            )
            cards = (c for c in box.cards if lost or self._beats(c, trump))
            found[trump] = mask(cards, box.cards)
        return found

    def _changed(self, hands: Sequence[NDArray[np.int64]]) -> Sequence[NDArray[np.bool_]]:
        """Tell for each deal of `hands` whether what is ahead may lose whom it takes.

        Then whether it may take another one, and whether the card laid may win by another trump.
        They are by those to come, the cards that each may play. It loses the trick, or there is
        nobody of its suit.
        """
        import numpy as np

        box, laid = self.state.box, self.state.trick
        lost, other, turned = (np.zeros(len(hands[0]), np.bool_) for _ in range(3))
        wins = {t for t in (*box.suits, None) if winning(laid, t).player == self.view.viewer}
        of_kind = {
            kind: mask((c for c in box.cards if self._ability(c) == kind), box.cards)
            for kind in ("", *box.abilities.values())
        }
        for used, ends in self.ways.items():
            played = [hand & of_kind[kind] for hand, kind in zip(hands, used, strict=True)]
            can = np.logical_and.reduce([cards != 0 for cards in played])
            union = np.bitwise_or.reduce(played)
            if not can.any():
                continue
            for trump, piece in ends:
                gone = self.piece and not piece
                lost |= can if gone else can & (union & self._beating[trump] != 0)
                if piece != self.piece:
                    other |= can
                if not self.yours and trump in wins:
                    turned |= can
        return lost, other, turned

    @cached_property
    def _by_deal(self) -> Sequence[NDArray[np.bool_]]:
        return self._changed([self.others.playable(each, self.lead) for each in self.coming])

    @cached_property
    def lost(self) -> float:
        """In which part of the deals who is ahead may still lose whom it takes."""
        return self._in(self._by_deal[0]) if self.coming else 0.0

    @cached_property
    def turned(self) -> float:
        """In which part a card that is not ahead may still win, as the trump changes."""
        return self._in(self._by_deal[2]) if self.coming else 0.0

    def _in(self, deals: NDArray[np.bool_]) -> float:
        return 1.0 if deals.all() else float(self.others.odds @ deals)

    @cached_property
    def able(self) -> set[Card]:
        """The cards whose ability alone may leave who is ahead with nobody; no rivals."""
        found, cards = set[Card](), self.state.box.cards
        for n, player in enumerate(self.coming):
            for card in filter(self._ability, self.may[player].difference(self.rivals)):
                kinds = tuple(self._ability(card) if i == n else "" for i in range(len(self.may)))
                laid = mask([card], cards)
                if any(
                    not piece or self._beating[trump] & laid for trump, piece in self.ways[kinds]
                ):
                    found.add(card)
        return found

    @cached_property
    def settled(self) -> bool:
        """Whether who is ahead wins and takes whom it takes now, whatever comes."""
        import numpy as np

        if not self.coming or self.rivals:
            return not self.coming
        changed = self._by_deal
        if not self.others.exact:
            ever = [mask(self.may[player], self.state.box.cards) for player in self.coming]
            changed = self._changed([np.array([cards]) for cards in ever])
        return not (changed[0].any() or changed[1].any())

    @cached_property
    def beating(self) -> list[Card]:
        """The rivals of a suit that comes in more than a few deals, if somebody is taken then."""
        won = [card for card in self.rivals if self.piece or self.prize([card])]
        groups = ([card for card in won if suit_of(card) == suit] for suit in self.state.box.suits)
        return [*chain.from_iterable(each for each in groups if self.chance(each) >= RARE)]

    @cached_property
    def beaten(self) -> float:
        """In which part of the deals one of them may come."""
        return self.chance(self.beating) if self.beating else 0.0

    @cached_property
    def _taken_by(self) -> Mapping[Card, Performer]:
        """Whom a rival takes at best behind its own ability, or who wins by it; or nobody."""
        state, box, found = self.state, self.state.box, dict[Card, Performer]()
        stage, line = (mask(p, box.performers) for p in (self.theatre.stage, self.theatre.line))
        for card in {*self.rivals, *filter(self._ability, set().union(*self.may.values()))}:
            laid = (*state.trick, PlayedCard("", card))
            stages = made(stage, line, (self._ability(card),), not state.agreed.must_use)
            ends = zip(trumps(box, stages), taken(box, stages, self.match(card)), strict=True)
            won = (piece for trump, piece in ends if winning(laid, trump).card == card)
            found[card] = max(won, key=lambda piece: piece[1:], default="")
        return found

    def chance(self, cards: Iterable[Card]) -> float:
        """Return in which part of the deals one of these cards may still come."""
        return self.others.share(cards, self.coming, self.lead)

    def prize(self, cards: Iterable[Card]) -> Performer:
        """Return whom one of these cards takes at best, if it wins; perhaps nobody."""
        return max((self._taken_by[card] for card in cards), key=lambda p: p[1:], default="")

    @cached_property
    def stand(self) -> tuple[Hashable, ...]:
        """All that the rest of the trick depends on: it is one trick where that is the same."""
        card = self.ahead if not self.yours else None
        pieces = frozenset(self.theatre.stage), frozenset(self.theatre.line)
        if not (self.yours or self.turned > 0):
            return pieces, card
        match = {self.match(self.card)} & (pieces[0] | pieces[1])
        return pieces, card, suit_of(self.card), *self.above(self.card), *match

    @property
    def worth(self) -> float:
        """About what the trick brings the viewer as it stands, by the deals alone.

        Who can beat a card is taken to do it; whether somebody turns the trump is left open.
        """
        own, prize = (value_of(each or "_0") for each in (self.piece, self.prize(self.beating)))
        lost = (self.beaten + max(self.beaten, self.lost)) / 2
        kept = (1 - lost) * share_of(self.view, self.ahead.player) * own
        return kept - OF_OTHERS * self.beaten * prize


def share_of(view: View[State], player: str) -> float:
    """Return about what a blossom of a player is worth to the viewer."""
    own = any({player, view.viewer} <= {*team} for team in view.state.agreed.teams)
    return 1.0 if own else -OF_OTHERS


def by_player(state: State) -> Mapping[str, int]:
    """Return the blossoms that each player has claimed in this round."""
    return dict(zip(state.players, scored(state), strict=True))
