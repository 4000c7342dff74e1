"""The rules of Onstage, for whole states and for states with holes: rounds, deals, claims.

plays.py has the effects of a single play, theatre.py the moves of performers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import starmap

from ..bag import HOLE, Bag
from ..chance import Draw
from ..core import Game, HiddenModel, OnPieces, Positions, Setting, Setup, Turn
from ..errors import IllegalAction
from ..event import Event
from ..games import listing
from ..grammar import Token, one_of
from ..notation import Notation
from ..outcome import Outcome, Team
from ..replacing import changed
from ..tale import Tale
from ..words import Words, listed, say
from .calls import CALLS
from .deduce import fill, hidden
from .plays import alternatives, check_not_elsewhere, claimable, may_decline, played, plays, winning
from .sentences import outcome_question, sentence
from .standing import board, put
from .state import Agreement, Box, State, Step, value_of
from .tale import account, followed, numbered, part, rounds_over, settled, so_far
from .text import NOTHING, board_verbs, notation
from .theatre import Performer, Theatre


def _partners(text: str) -> str | None:
    teams = text.split()
    if text.casefold() == "none":
        return "none"
    return (
        " ".join(teams)
        if teams and all(re.fullmatch(r"[^+]+\+[^+]+", team) for team in teams)
        else None
    )


_SETTINGS = (
    Setting(
        "Edition",
        one_of(("en", "fr")),
        "en",
        say("the rulebook that is followed"),
        by_language=True,
    ),
    Setting(
        "Blossoms",
        one_of(("bands", "cycle")),
        "bands",
        say("the value of winning a trick: bands is 3 for 1 to 3, 2 for 4 to 6, 1 for 7 to 9"),
        on_pieces=OnPieces(
            say(
                "Look at the cards of the box: how many blossoms does one bring that wins a trick?"
            ),
            {
                "bands": say("3 on the cards 1 to 3, 2 on 4 to 6, 1 on 7 to 9"),
                "cycle": say("1, 2 and 3 in turn: 1 on the card 1, 2 on 2, 3 on 3, 1 on 4"),
            },
        ),
    ),
    Setting(
        "Abilities",
        one_of(("mandatory", "optional")),
        "mandatory",
        say("whether the ability of a 1, 4 or 7 has to be used when it is possible"),
    ),
    Setting(
        "Teams",
        Token(say("partners such as Ana+Cy Bo+Dai"), _partners),
        "none",
        say("four players: partners, who sit opposite, add up their totals"),
    ),
)


@dataclass(frozen=True)
class Onstage(Game[State]):
    """Onstage, played with `box`."""

    box: Box = field(default_factory=Box.printed)

    name = "onstage"
    title = listing(name).title
    settings = _SETTINGS
    tale = Tale(
        sentence=sentence,
        outcome_question=outcome_question,
        followed=followed,
        part=part,
        rounds_over=rounds_over,
        account=account,
        so_far=so_far,
        numbered=numbered,
        settled=settled,
    )
    calls = CALLS
    model = HiddenModel(hidden=hidden, fill=fill, alternatives=alternatives)

    @cached_property
    def seats(self) -> range:
        """The possible numbers of players."""
        return range(min(self.box.hand), max(self.box.hand) + 1)

    @cached_property
    def notation(self) -> Notation:
        """How records are written."""
        return notation(self.box)

    @cached_property
    def positions(self) -> Positions[State]:
        """How the board is put down as it stands."""
        return Positions(verbs=board_verbs(self.box), lines=board)

    def start(self, setup: Setup) -> State:
        """Return the table before the first line; raises IllegalAction for impossible teams."""
        agreed = Agreement(
            players=setup.players,
            edition=setup.settings["Edition"],
            blossoms=self.box.blossoms[setup.settings["Blossoms"]],
            must_use=setup.settings["Abilities"] == "mandatory",
            teams=_teams(setup),
        )
        nobody = dict.fromkeys(setup.players, Bag())
        none = dict.fromkeys(setup.players, ())
        step = Step.POSITION if setup.position else Step.LINE
        return State(self.box, agreed, step, 1, nobody, Bag(self.box.cards), Theatre(), none)

    def turn(self, state: State) -> Turn:
        """Return the draw or the choices that come next."""
        match state.step:
            case Step.PLAY:
                return tuple(plays(self.box, state))
            case Step.CLAIM:
                return tuple(self._claims(state))
            case Step.OVER | Step.POSITION:
                return ()
            case _:
                return self._draw(state)

    def apply(self, state: State, event: Event) -> State:
        """Return the table after `event`; raises IllegalAction."""
        match state.step, event.verb:
            case Step.POSITION, _:
                return put(self.box, state, event)
            case Step.PLAY, "plays":
                return self._played(state, event)
            case Step.CLAIM, "claims":
                return self._claimed(state, event)
            case Step.LINE | Step.LEADER | Step.REMOVED | Step.DEAL | Step.SHOW, _:
                return self._drawn(state, event)
        raise _out_of_step(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners, everybody's total and that of partners. None before the end. ON-15"""
        if state.step is not Step.OVER:
            return None
        teams = tuple(starmap(Team, state.team_totals.items())) if state.teamed else ()
        return Outcome(state.winners, state.totals, teams=teams)

    # what is drawn

    def _draw(self, state: State) -> Draw:
        match state.step:
            case Step.LINE:
                return self._line(state)
            case Step.LEADER:
                return Draw(Event("leader"), Bag(state.players), 1, "ON-4")
            case Step.REMOVED:
                size = self._left_over(state)
                return Draw(Event("removed"), state.deck, size, "ON-4", key=self.box.order)
            case Step.DEAL:
                player = next(each for each in state.players if self._lacks(state, each))
                size, ruling = self._lacks(state, player), "ON-4" if state.round == 1 else "ON-5"
                deal = Event("deal", words=(player,))
                return Draw(deal, state.deck, size, ruling, key=self.box.order)
            case _:
                player = next(each for each in state.tied if each not in state.shown)
                return Draw(Event("keeps", player), state.hands[player], 1, "ON-14")

    def _line(self, state: State) -> Draw:
        """Return the draw of the line: all at first; later those not standing are shuffled behind.

        ON-13
        """
        if state.round == 1:
            performers = Bag(self.box.performers)
            return Draw(Event("line"), performers, len(performers), "ON-1", ordered=True)
        standing = state.theatre.line
        others = Bag().put(
            (*state.theatre.stage, *(p for own in state.claimed.values() for p in own))
        )
        return Draw(Event("line"), others, len(others), "ON-13", ordered=True, first=standing)

    def _drawn(self, state: State, event: Event) -> State:
        rest = self._draw(state).rest(event)
        match state.step:
            case Step.LINE:
                return self._lined_up(state, event.outcome)
            case Step.LEADER:
                state = changed(state, opener=event.outcome[0], leader=event.outcome[0])
                return changed(state, step=self._first_draw(state))
            case Step.REMOVED:
                self._check_cards(state, event)
                removed = Bag().put(event.outcome)
                return changed(state, removed=removed, deck=rest, step=Step.DEAL)
            case Step.DEAL:
                self._check_cards(state, event)
                return self._dealt(state, event.words[0], event.outcome, rest)
            case _:
                return self._shown(state, event.actor, event.outcome[0])

    def _lined_up(self, state: State, line: tuple[Performer, ...]) -> State:
        state = changed(state, theatre=Theatre(line), claimed=dict.fromkeys(state.players, ()))
        return changed(state, step=Step.LEADER if not state.leader else self._first_draw(state))

    def _first_draw(self, state: State) -> Step:
        return Step.REMOVED if self._left_over(state) else Step.DEAL

    def _left_over(self, state: State) -> int:
        """Return how many cards are removed: one with five players. ON-4"""
        players = len(state.players)
        return len(self.box.cards) - players * self.box.hand[players]

    def _lacks(self, state: State, player: str) -> int:
        return self.box.hand[len(state.players)] - len(state.hands[player])

    def _dealt(self, state: State, player: str, cards: tuple[str, ...], deck: Bag) -> State:
        hands = {**state.hands, player: state.hands[player].put(cards)}
        state = changed(state, hands=hands, deck=deck)
        if any(self._lacks(state, each) for each in state.players):
            return state
        return changed(state, step=Step.PLAY, theatre=state.theatre.opened())

    def _check_cards(self, state: State, event: Event) -> None:
        """Raise IllegalAction if a card that a line names is known to be elsewhere. ON-1, ON-5"""
        named = [card for card in event.outcome if card != HOLE]
        for card in named:
            check_not_elsewhere(state, "", card, "ON-1")
            if named.count(card) > 1:
                raise IllegalAction("ON-1", say("there is one {card} only", card=card))
        again = [card for card in named if card in state.kept]
        if len(again) > self._left_over(state):
            words = say(
                "{cards} cannot be drawn: not played in the last round, so kept",
                cards=listed(again),
            )
            raise IllegalAction("ON-5", words)

    # tricks

    def _played(self, state: State, event: Event) -> State:
        state = played(self.box, state, event)
        if len(state.trick) < len(state.players):
            return state
        won = winning(state.trick, state.theatre.trump)
        state = changed(state, leader=won.player)
        if claimable(state, won.card):
            return changed(state, won=won, step=Step.CLAIM)
        return self._next_trick(state)

    def _claims(self, state: State) -> list[Event]:
        assert state.won is not None
        player, card = state.won.player, state.won.card
        choices = [Event("claims", player, (performer,)) for performer in claimable(state, card)]
        return choices + [Event("claims", player, (NOTHING,))] * may_decline(state, card)

    def _claimed(self, state: State, event: Event) -> State:
        choices = self._claims(state)
        if event not in choices:
            words = say(
                "{player} has won with {card} and claims one of: {choices}",
                player=choices[0].actor,
                card=state.won.card if state.won else "",
                choices=listed(
                    say("nothing") if word == NOTHING else word
                    for choice in choices
                    for word in choice.words
                ),
            )
            trick = (Event("plays", play.player, (play.card,)) for play in state.trick)
            raise IllegalAction("ON-11", words, earlier=tuple(trick))
        return self._next_trick(with_claim(state, event))

    def _next_trick(self, state: State) -> State:
        cards = (play.card for play in state.trick)
        done = state.played.union(cards)
        state = changed(state, played=done, last=state.trick, trick=(), won=None, step=Step.PLAY)
        if len(state.hands[state.leader]) == 1:
            return self._round_over(state)
        return changed(state, theatre=state.theatre.opened())

    # the end of a round

    def closing(self, state: State, event: Event) -> tuple[int, ...] | None:
        """Return what each player scores if `event`, one of the choices, ends the round by a claim.

        None if it is not. So a search need not set up the next round.
        """
        if state.step is not Step.CLAIM or len(state.hands[state.leader]) != 1:
            return None
        return scored(given(with_claim(state, event)))

    def _round_over(self, state: State) -> State:
        state = given(state)
        state = changed(state, scores=(*state.scores, scored(state)))
        if state.round < len(state.players) or (state.tied and state.agreed.edition == "fr"):
            return self._next_round(state)
        return changed(state, step=Step.SHOW if state.tied else Step.OVER)  # ON-14

    def _next_round(self, state: State) -> State:
        removed = (*state.removed.known, *[HOLE] * state.removed.unknown)
        french = state.agreed.edition == "fr"
        leader = state.agreed.after(state.opener) if french else state.leader  # ON-13
        return changed(
            state,
            step=Step.LINE,
            round=state.round + 1,
            deck=Bag().put((*state.played, *removed)),
            removed=Bag(),
            played=frozenset(),
            kept=frozenset(self.box.cards) - state.played,
            last=(),
            voids={},
            opener=leader,
            leader=leader,
        )

    def _shown(self, state: State, player: str, card: str) -> State:
        check_not_elsewhere(state, player, card, "ON-14")
        hands = {**state.hands, player: Bag((card,))}
        state = changed(state, hands=hands, shown=(*state.shown, player))
        over = len(state.shown) == len(state.tied)
        return changed(state, step=Step.OVER if over else Step.SHOW)


def with_claim(state: State, event: Event) -> State:
    """Return the state in which a performer is claimed, or nothing."""
    (performer,) = event.words
    if performer == NOTHING:
        return state
    own = (*state.claimed[event.actor], performer)
    claimed = {**state.claimed, event.actor: own}
    return changed(state, claimed=claimed, theatre=state.theatre.claimed(performer))


def scored(state: State) -> tuple[int, ...]:
    """Return what each player has claimed in this round. ON-12"""
    return tuple(sum(map(value_of, state.claimed[player])) for player in state.players)


def given(state: State) -> State:
    """Return the state in which the only player without performers gets those left. ON-12

    They get those on stage, or else those in the line.
    """
    bare = [player for player in state.players if not state.claimed[player]]
    if len(bare) != 1:
        return state
    line, stage = state.theatre.line, state.theatre.stage
    left = Theatre(line) if stage else Theatre()  # ON-18
    return changed(state, claimed={**state.claimed, bare[0]: stage or line}, theatre=left)


def _teams(setup: Setup) -> tuple[tuple[str, ...], ...]:
    """Return the teams of the header; without teams, each player alone; partners sit opposite.

    ON-15
    """
    players, text = setup.players, setup.settings["Teams"]
    if text == "none":
        return tuple((player,) for player in players)
    opposite = (players[::2], players[1::2])
    if len(players) != 4:
        raise IllegalAction("ON-15", say("teams are for four players"), tag="Teams")
    named = {frozenset(team.casefold().split("+")) for team in text.split()}
    if named != {frozenset(map(str.casefold, pair)) for pair in opposite}:
        teams = " ".join("+".join(pair) for pair in opposite)
        words = say("partners sit opposite each other: {teams}", teams=teams)
        raise IllegalAction("ON-15", words, tag="Teams")
    return opposite


def _out_of_step(state: State, event: Event) -> IllegalAction:
    now: Words
    match state.step:
        case Step.PLAY:
            now = say("{player} plays a card", player=state.to_play)
        case Step.CLAIM:
            now = say("{player} claims a performer", player=state.leader)
        case _:
            now = say("the game is over")
    words = say("'{verb}' has no place here: {now}", verb=event.verb, now=now)
    trick = (Event("plays", play.player, (play.card,)) for play in state.trick or state.last)
    ruling = "ON-14" if state.step is Step.OVER else "ON-4"
    return IllegalAction(ruling, words, earlier=tuple(trick))


GAME = Onstage()
