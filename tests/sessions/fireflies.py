"""Fireflies, a tiny game of another house: each player's cards are seen by all others alone.

Cards lie in a row before their player. Who is on turn tells another which of their cards have a
colour (all of those, by their places), or turns a card of their own up. After two turns each, the
values of the cards turned up are everybody's common score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from aparte.models.bag import HOLE, Bag
from aparte.models.chance import Draw
from aparte.models.core import HANDS, Game, HiddenModel, Record, Setup, Turn
from aparte.models.errors import IllegalAction
from aparte.models.event import Event
from aparte.models.games import Entry, Listing
from aparte.models.grammar import NUMBER, Verb, one_of
from aparte.models.hidden import Hidden
from aparte.models.notation import Notation
from aparte.models.outcome import Outcome, Team
from aparte.models.words import say
from aparte.solver.play.coach import GamePlay

CARDS = tuple(f"{colour}{value}" for colour in "RGB" for value in "12345")
PLAYERS = ("Ana", "Bo", "Cy")
HELD = 3


@dataclass(frozen=True)
class State:
    """The rows of all players, their places from 1, the turns taken and the score so far."""

    players: tuple[str, ...]
    rows: Mapping[str, tuple[str, ...]]
    turns: int = 0
    score: int = 0

    @property
    def over(self) -> bool:
        return self.turns == 2 * len(self.players)

    @property
    def active(self) -> str:
        return self.players[self.turns % len(self.players)]


def _to_others(event: Event, state: Any) -> frozenset[str]:
    return frozenset(state.players) - {event.words[0]}


VERBS = {
    verb.name: verb
    for verb in (
        Verb("deal", "PLAYER : ?CARD+", say("cards"), actor=False, seers=_to_others),
        Verb("clues", "PLAYER COLOUR = NUMBER+", say("tells which cards have a colour")),
        Verb("turns", "NUMBER = CARD", say("turns an own card up")),
        Verb("result", ": NUMBER", say("the common score"), actor=False),
    )
}


def _hidden(_: Record) -> Hidden:
    """Return a model in which nothing is open: no test asks for worlds."""
    return Hidden({}, (), ())


class Fireflies(Game[State]):
    """The rules, as far as tests need them."""

    name = "fireflies"
    title = "Fireflies"
    seats = range(3, 4)
    notation = Notation(
        verbs=VERBS,
        vocabulary={"CARD": one_of(CARDS), "COLOUR": one_of(("R", "G", "B")), "NUMBER": NUMBER},
    )
    model = HiddenModel(hidden=_hidden, fill=lambda *_: {})

    def start(self, setup: Setup) -> State:
        return State(setup.players, {})

    def turn(self, state: State) -> Turn:
        for player in state.players:
            if player not in state.rows:
                known = [card for row in state.rows.values() for card in row if card != HOLE]
                left = tuple(card for card in CARDS if card not in known)
                unseen = sum(card == HOLE for row in state.rows.values() for card in row)
                pool = Bag((), len(left) - unseen) if unseen else Bag(left)
                return Draw(Event("deal", words=(player,)), pool, HELD, "F-1", ordered=True)
        if state.over:
            return ()
        others = [player for player in state.players if player != state.active]
        clues = tuple(
            Event("clues", state.active, (other, colour))
            for other in others
            for colour in "RGB"
            if any(card[0] in (colour, HOLE) for card in state.rows[other])
        )
        row = state.rows[state.active]
        return (*clues, *(Event("turns", state.active, (f"{n}",)) for n in range(1, len(row) + 1)))

    def resolve(self, state: State, event: Event) -> Event:
        if event.verb == "clues":
            player, colour = event.words
            row = enumerate(state.rows[player], start=1)
            places = tuple(f"{n}" for n, card in row if card[0] == colour)
            return replace(event, outcome=places or ("1",))
        if event.verb == "turns":
            card = state.rows[event.actor][int(event.words[0]) - 1]
            return replace(event, outcome=(card if card != HOLE else CARDS[0],))
        return event

    def apply(self, state: State, event: Event) -> State:
        match self.turn(state), event:
            case Draw() as draw, _:
                draw.rest(event)
                known = [card for row in state.rows.values() for card in row if card != HOLE]
                cards = [card for card in event.outcome if card != HOLE]
                if len({*known, *cards}) < len(known) + len(cards):
                    raise IllegalAction("F-1", say("there is one of each card"))
                return replace(state, rows={**state.rows, event.words[0]: event.outcome})
            case coming, Event("clues", _, (player, colour), places) if event.head in coming:
                for n, card in enumerate(state.rows[player], start=1):
                    if card != HOLE and (card[0] == colour) != (f"{n}" in places):
                        raise IllegalAction("F-2", say("all cards of the colour are told"))
                return replace(state, turns=state.turns + 1)
            case coming, Event("turns", player, (place,), (card,)) if event.head in coming:
                row, at = state.rows[player], int(place) - 1
                elsewhere = [c for who, r in state.rows.items() for c in r if who != player]
                if row[at] not in (card, HOLE) or card in elsewhere:
                    raise IllegalAction("F-3", say("that card lies elsewhere"))
                rows = {**state.rows, player: (*row[:at], card, *row[at + 1 :])}
                score = state.score + int(card[1])
                return replace(state, rows=rows, turns=state.turns + 1, score=score)
        raise IllegalAction("F-4", say("this has no place here"))

    def outcome(self, state: State) -> Outcome | None:
        return Outcome((), teams=(Team(state.players, state.score),)) if state.over else None


GAME = Fireflies()
PLAY = GamePlay({})
FIREFLIES = Entry(__name__, __name__, Listing("Fireflies", range(3, 4)))


def begun() -> Record:
    """Return the record of a game with real cards before the first is dealt."""
    game, setup = GAME, Setup(PLAYERS, {})
    notation = game.notation.with_players(one_of(PLAYERS))
    tags = (("Game", game.name), ("Record", "1"), ("Players", " ".join(PLAYERS)), ("Seat", HANDS))
    return Record(game, setup, HANDS, tags, notation, game.start(setup))
