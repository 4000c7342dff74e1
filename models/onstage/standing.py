"""The board of Onstage as it stands: put down line by line, checked by the rules, written again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..bag import HOLE, Bag
from ..core import Record
from ..errors import IllegalAction
from ..event import Event
from ..replacing import changed
from ..words import Words, listed, say, say_n
from .plays import claimable, winning
from .state import Box, Card, PlayedCard, State, Step, Suit, VoidSign, suit_of, value_of
from .story import Story
from .text import suit_name
from .theatre import Theatre

_ONE_EACH = ("claimed", "played", "void", "deal")
"""Kinds of lines that each player has at most once."""
_CARDS = ("played", "gone", "deal", "removed")
_PERFORMERS = ("line", "stage", "claimed")
_LINES = ("totals", *_PERFORMERS, "kept", "played", "gone", "void", "deal", "removed", "laid")


def put(box: Box, state: State, event: Event) -> State:
    """Return the table with one more line of its board; raises IllegalAction."""
    if event.verb == "round":
        return _Board(box, state, event).begun()
    if event.verb not in _LINES:
        words = say("a position begins with the board: {lines}, then the round", lines=_TOLD)
        raise IllegalAction("ON-4", words)
    named = event.words[:1] if event.verb in _ONE_EACH else ()
    for other in state.board:
        if (other.verb, other.actor) == (event.verb, event.actor) and other.words[:1] == (
            named or other.words[:1]
        ):
            words = say("a line like this stands here already")
            raise IllegalAction("ON-4", words, earlier=(other,))
    for pieces in (_CARDS, _PERFORMERS):
        _check_twice(state.board, event, pieces)
    return changed(state, board=(*state.board, event))


_TOLD = listed(_LINES)


def _check_twice(board: Sequence[Event], event: Event, verbs: tuple[str, ...]) -> None:
    """Raise IllegalAction if a card or a performer is in two places. ON-1"""
    there = {piece: other for other in board for piece in _pieces(other, verbs)}
    seen: set[str] = set()
    for piece in _pieces(event, verbs):
        if piece in there or piece in seen:
            words = say("{piece} stands here a second time", piece=piece)
            earlier = (there[piece],) if piece in there else ()
            raise IllegalAction("ON-1", words, earlier=earlier)
        seen.add(piece)


def _pieces(event: Event, verbs: tuple[str, ...]) -> tuple[str, ...]:
    if event.verb == "laid" and verbs is _CARDS:
        return event.words
    if event.verb not in verbs:
        return ()
    return tuple(piece for piece in event.outcome if piece != HOLE)


@dataclass(frozen=True)
class _Board:
    """The lines of a board, ending with `round`, and the table that they describe."""

    box: Box
    state: State
    last: Event

    def begun(self) -> State:
        """Return the table from which play goes on; raises IllegalAction."""
        self._check_round()
        self._check_theatre()
        self._check_trick()
        self._check_hands()
        self._check_kept()
        leader, played = self.last.words[2], frozenset(self._gone.elements())
        state = changed(
            self.state,
            step=Step.PLAY,
            round=self._round,
            hands=self._hands,
            deck=Bag(),
            theatre=self._theatre,
            claimed=self._claimed,
            removed=self._removed,
            played=played,
            kept=frozenset(self._kept),
            opener=self.last.words[-1],
            leader=leader,
            trick=self._trick,
            voids=self._voids(),
            before=self._totals,
            board=(),
        )
        return self._unless_won(state)

    @property
    def _players(self) -> tuple[str, ...]:
        return self.state.players

    @property
    def _round(self) -> int:
        return int(self.last.words[0])

    def _lines(self, verb: str) -> Iterator[Event]:
        return (event for event in self.state.board if event.verb == verb)

    def _all(self, verb: str) -> tuple[str, ...]:
        """Return what the only line of this kind holds, empty if there is none."""
        return next((event.outcome for event in self._lines(verb)), ())

    def _of(self, verb: str) -> Mapping[str, tuple[str, ...]]:
        """Return what the lines of this kind hold, by player."""
        found = {event.words[0]: event.outcome for event in self._lines(verb)}
        return {player: found.get(player, ()) for player in self._players}

    @cached_property
    def _theatre(self) -> Theatre:
        return Theatre(self._all("line"), self._all("stage"))

    @cached_property
    def _claimed(self) -> Mapping[str, tuple[str, ...]]:
        return self._of("claimed")

    @cached_property
    def _hands(self) -> Mapping[str, Bag]:
        return {player: Bag().put(cards) for player, cards in self._of("deal").items()}

    @cached_property
    def _removed(self) -> Bag:
        return Bag().put(self._all("removed"))

    @cached_property
    def _kept(self) -> tuple[Card, ...]:
        return self._all("kept")

    @cached_property
    def _trick(self) -> tuple[PlayedCard, ...]:
        return tuple(PlayedCard(event.actor, event.words[0]) for event in self._lines("laid"))

    @cached_property
    def _gone(self) -> Counter[Card]:
        """The cards of earlier tricks."""
        played = [card for cards in self._of("played").values() for card in cards]
        return Counter([*played, *self._all("gone")])

    @property
    def _totals(self) -> tuple[int, ...]:
        words = self._all("totals")
        found = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        return tuple(found.get(player, 0) for player in self._players)

    @property
    def _tricks(self) -> int:
        """How many tricks of the round are over."""
        return self._gone.total() // len(self._players)

    @property
    def _left_over(self) -> int:
        """How many cards are removed. ON-4"""
        players = len(self._players)
        return len(self.box.cards) - players * self.box.hand[players]

    # what is held to the rules

    def _check_round(self) -> None:
        """Raise IllegalAction if the round's number or the totals are impossible. ON-4, ON-14"""
        players, french = len(self._players), self.state.agreed.edition == "fr"
        again = french and changed(self.state, before=self._totals).tied
        if self._round < 1 or (self._round > players and not again):
            words = say_n("there is {n} round", "there are {n} rounds", players)
            raise IllegalAction("ON-4", words)
        most = sum(map(value_of, self.box.performers)) * (self._round - 1)
        if sum(self._totals) > most:
            words = say(
                "the totals are those of the rounds before: {most} blossoms at most", most=most
            )
            raise IllegalAction("ON-12", words)
        _, _, leader, *opener = self.last.words
        if french and self._gone and not opener:
            words = say("who led the first trick of this round is missing: `opener PLAYER`")
            raise IllegalAction("ON-13", words)
        if opener and not self._gone and opener[1] != leader:
            words = say("{player} leads the first trick of this round", player=leader)
            raise IllegalAction("ON-13", words)

    def _check_theatre(self) -> None:
        """Raise IllegalAction unless each performer is in one place. ON-1, ON-11

        A finished trick has brought one performer at most.
        """
        own = [performer for each in self._claimed.values() for performer in each]
        there = {*self._theatre.line, *self._theatre.stage, *own}
        if missing := [each for each in self.box.performers if each not in there]:
            words = say(
                "neither in the line nor on stage nor claimed: {performers}",
                performers=listed(missing),
            )
            raise IllegalAction("ON-1", words)
        if len(own) > self._tricks:
            words = say_n(
                "{n} trick is over, so {claimed} performers cannot have been claimed",
                "{n} tricks are over, so {claimed} performers cannot have been claimed",
                self._tricks,
                claimed=len(own),
            )
            raise IllegalAction("ON-11", words)

    def _check_trick(self) -> None:
        """Raise IllegalAction unless the trick is in order of play, and suit was followed. ON-17"""
        seat = self._players.index(self.last.words[2])
        order = (*self._players[seat:], *self._players[:seat])
        for play, player in zip(self._trick, order, strict=False):
            if play.player != player:
                words = say(
                    "the cards of the trick are told from its leader on, clockwise: now {player}",
                    player=player,
                )
                raise IllegalAction("ON-4", words)
        for event in self._lines("laid"):
            lead, suit = suit_of(self._trick[0].card), suit_of(event.words[0])
            if suit == lead and event.stands:
                words = say("{card} breaks no rule that a table can let stand", card=event.words[0])
                raise IllegalAction("ON-17", words)
            if suit != lead and not event.stands:
                self._check_void(event.actor, lead, event)
            for void in self._lines("void"):
                if void.words[0] == event.actor and suit in void.outcome:
                    raise IllegalAction("ON-17", _has_none(event.actor, suit), earlier=(void,))
        for void in self._lines("void"):
            for suit in void.outcome:
                self._check_void(void.words[0], suit, void)

    def _check_void(self, player: str, suit: Suit, told: Event) -> None:
        held = [card for card in self._hands[player].known if suit_of(card) == suit]
        if held:
            words = say(
                "{player} must follow {suit}: {cards}",
                player=player,
                suit=suit_name(suit),
                cards=listed(self.box.in_order(held)),
            )
            raise IllegalAction("ON-17", words, earlier=(told,))

    def _check_hands(self) -> None:
        """Raise IllegalAction unless everybody has played to every trick and holds the rest.

        ON-4
        """
        players, tricks = len(self._players), self._tricks
        full = self.box.hand[players]
        if self._gone.total() % players:
            words = say(
                "{cards} cards are no whole tricks of {players}",
                cards=self._gone.total(),
                players=players,
            )
            raise IllegalAction("ON-4", words)
        if tricks > full - 2:
            words = say("a round has {tricks} tricks, and is over after them", tricks=full - 1)
            raise IllegalAction("ON-4", words)
        loose = bool(self._all("gone"))
        for player, played in self._of("played").items():
            if len(played) > tricks or (len(played) < tricks and not loose):
                words = say(
                    "{player} has played a card in each of {tricks} tricks, not {n}",
                    player=player,
                    tricks=tricks,
                    n=len(played),
                )
                raise IllegalAction("ON-4", words)
        laid = {play.player for play in self._trick}
        for player, hand in self._hands.items():
            due = full - tricks - (player in laid)
            if len(hand) != due:
                words = say_n(
                    "{player} holds {n} card now, not {held}",
                    "{player} holds {n} cards now, not {held}",
                    due,
                    player=player,
                    held=len(hand),
                )
                raise IllegalAction("ON-4", words)
        if len(self._removed) != self._left_over:
            words = say_n(
                "{n} card is removed with {players} players: `removed ?`",
                "{n} cards are removed with {players} players",
                self._left_over,
                players=players,
            )
            raise IllegalAction("ON-4", words)

    def _check_kept(self) -> None:
        """Raise IllegalAction unless everybody kept one unplayed card, one was removed. ON-5"""
        if not self._kept:
            return
        due = len(self._players) + self._left_over
        if self._round == 1:
            raise IllegalAction("ON-5", say("before the first round nothing was kept"))
        if len(self._kept) != due or len(set(self._kept)) != due:
            words = say(
                "{n} different cards were not played in the round before, not {told}",
                n=due,
                told=len(set(self._kept)),
            )
            raise IllegalAction("ON-5", words)
        if loose := [card for card in self._all("gone") if card in self._kept]:
            words = say("{card} was kept: tell who played it, `played PLAYER …`", card=loose[0])
            raise IllegalAction("ON-5", words)
        for player, played in self._of("played").items():
            laid = [play.card for play in self._trick if play.player == player]
            hand = self._hands[player]
            own = [card for card in (*played, *laid, *hand.known) if card in self._kept]
            if len(own) > 1 + self._left_over or (
                hand.whole and not own and self._all_told(player)
            ):
                words = say_n(
                    "{player} has kept one card of the round before, and here has {n} of those",
                    "{player} has kept one card of the round before, and here has {n} of those",
                    len(own),
                    player=player,
                )
                raise IllegalAction("ON-5", words)

    def _all_told(self, player: str) -> bool:
        return len(self._of("played")[player]) == self._tricks

    # what comes of it

    def _voids(self) -> Mapping[str, Mapping[Suit, VoidSign]]:
        """Return the suits that players are known to be out of, for unknown hands. ON-17"""
        voids: dict[str, dict[Suit, VoidSign]] = {}
        for event in (*self._lines("void"), *self._lines("laid")):
            if event.verb == "void":
                player, suits = event.words[0], event.outcome
            else:
                player, led = event.actor, suit_of(self._trick[0].card)
                suits = (led,) if suit_of(event.words[0]) != led and not event.stands else ()
            if suits and not self._hands[player].whole:
                own = voids.setdefault(player, {})
                lead = self._trick[0] if event.verb == "laid" else None
                own |= {suit: VoidSign(lead, event) for suit in suits if suit not in own}
        return voids

    def _unless_won(self, state: State) -> State:
        if len(state.trick) < len(state.players):
            return state
        won = winning(state.trick, state.theatre.trump)
        if not claimable(state, won.card):
            words = say("this trick is over and brings nobody: put it among the cards played")
            raise IllegalAction("ON-11", words)
        return changed(state, step=Step.CLAIM, leader=won.player, won=won)


def _has_none(player: str, suit: Suit) -> Words:
    return say("{player} has no {suit}, as told above", player=player, suit=suit_name(suit))


def board(view: Record[State]) -> Iterator[Event]:
    """Yield the lines that put down the board of `view`; raises IllegalAction between rounds."""
    box, state = view.state.box, view.state
    if state.step not in (Step.PLAY, Step.CLAIM):
        raise IllegalAction("ON-4", say("a position of Onstage stands within a round"))
    story = Story.of(view)
    if state.round > 1 and any(state.totals.values()):
        words = tuple(word for player, n in state.totals.items() for word in (player, str(n)))
        yield Event("totals", outcome=words)
    for verb, performers in (("line", state.theatre.line), ("stage", state.theatre.stage)):
        if performers:
            yield Event(verb, outcome=performers)
    for player, performers in state.claimed.items():
        if performers:
            yield Event("claimed", words=(player,), outcome=performers)
    if state.kept:
        yield Event("kept", outcome=box.in_order(state.kept))
    told = set[Card]()
    for player in state.players:
        cards = [
            play.card
            for play in story.plays
            if (play.player, play.round) == (player, story.round) and play.card in state.played
        ]
        told.update(cards)
        if cards:
            yield Event("played", words=(player,), outcome=box.in_order(cards))
    if gone := state.played - told:
        yield Event("gone", outcome=box.in_order(gone))
    for player, suits in story.voids.items():
        if suits:
            in_order = tuple(suit for suit in box.suits if suit in suits)
            yield Event("void", words=(player,), outcome=in_order)
    for player, hand in state.hands.items():
        cards = [*box.in_order(hand.known), *[HOLE] * hand.unknown]
        yield Event("deal", words=(player,), outcome=box.in_order(cards))
    if state.removed:
        removed = (*state.removed.known, *[HOLE] * state.removed.unknown)
        yield Event("removed", outcome=removed)
    laid = story.plays[len(story.plays) - len(state.trick) :]
    for play in laid:
        yield Event("laid", play.player, (play.card,), stands=play.stands)
    leader = laid[0].player if laid else state.leader
    opener = ("opener", state.opener) if state.agreed.edition == "fr" else ()
    yield Event("round", words=(str(state.round), "leader", leader, *opener))
