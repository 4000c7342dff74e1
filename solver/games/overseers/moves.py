"""Translates the state of a record into a `RoundTable`, and makes moves there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....models.bag import HOLE
from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.scoring import nature
from ....models.overseers.state import Spot, State, Step
from .bundles import Cards
from .habits import Habits, usual
from .table import NOBODY, Card, RoundTable, Row, Seat


def table_of(
    view: View[State], state: State, habits: Habits | None = None, taste: int = 0
) -> RoundTable:
    """Return the table of `state`, which is what `view` shows or a completion of it.

    Unknown cards are UNSEEN.
    """
    cards, players = Cards.of(state.box), state.players
    seats = {player: seat for seat, player in enumerate(players)} | {"": NOBODY, HOLE: NOBODY}
    trial = state.trial
    return RoundTable(
        cards,
        (habits or usual(cards),) * len(players),
        [state.power_of(player) for player in players],
        seats[state.leader],
        1 if state.passes_left else -1,
        [cards.bundle(state.packs[player].known) for player in players],
        [cards.bundle(state.hands[player].known) for player in players],
        [_row(cards, state, player) for player in players],
        [seats[player] for player in players if player not in state.acted],
        [seats[player] for player in players if _is_full(state, player)],
        [seats[trial.votes.get(player, "")] for player in players],
        used=set(state.used),
        offered=tuple(state.box.characters[name] for name in state.offered.known),
        choosers=_choosers(state, seats),
        pile=cards.bundle(state.discard.known),
        size=2 if state.doubling else 1,
        drawn=tuple(cards.card[kind] for kind in state.drawn.known),
        looked=_looked(view, seats),
        tied=tuple(seats[player] for player in trial.tied),
        accused=seats[trial.accused],
        answer=trial.answer,
        penalty=trial.penalty or None,  # who is spared is accused neither rightly nor wrongly
        settled=trial.settled,
        thief=seats[state.thief],
        victim=seats[state.victim],
        robbed=bool(state.robbed),
        docked=seats[state.docked],
        taste=taste,
    )


def _row(cards: Cards, state: State, player: str) -> Row:
    laying = state.step in (Step.PLACEMENT, Step.TOP_ROWS)
    return [
        Card(
            laid.spot,
            cards.card[laid.kind],
            cards.card[nature(state, player, laid)],
            laid.up or (laying and laid.spot[0] == "t"),
        )
        for laid in state.rows[player]
    ]


def _choosers(state: State, seats: Mapping[str, Seat]) -> tuple[Seat, ...]:
    if state.step is not Step.CHOICE:
        return ()
    last = dict(zip(state.players, state.scores[-1], strict=True))
    waiting = [player for player in state.players if player not in state.characters]
    waiting.sort(key=lambda player: (last[player], player != state.called))
    return tuple(seats[player] for player in waiting)


def _is_full(state: State, player: str) -> bool:
    if state.step in (Step.DISCARD, Step.PLACEMENT):
        return len(state.hands[player]) > state.box.kept
    return not state.rows[player]


def _looked(
    view: View[State], seats: Mapping[str, Seat]
) -> tuple[Seat, Seat, tuple[Spot, ...]] | None:
    """Return Meixiu's look in the present round, None if there was none."""
    for _, event in reversed(list(view.events)):
        if event.verb == "looks":
            player, *spots = event.words
            return seats[event.actor], seats[player], tuple(spots)
        if event.verb in ("characters", "laid"):
            break
    return None


def do(table: RoundTable, players: Sequence[str], move: Event) -> None:
    """Make the legal `move` at `table`."""
    seat = players.index(move.actor)
    words, cards = move.words, table.cards
    match move.verb:
        case "becomes":
            table.become(seat, cards.box.characters[words[0]])
        case "calls":
            called = players.index(words[0])
            table.choosers = (called, *(each for each in table.choosers if each != called))
        case "doubles":
            table.size = 2
            table.used.add(Power.DOUBLE)
        case "picks":
            table.take(seat, cards.bundle(words))
            table.here.remove(seat)
            if not table.here:
                table.pass_on()
        case "discards":
            table.put_away(seat, cards.bundle(words))
            table.full.remove(seat)
        case "places":
            cut = words.index("/")
            top, bottom = words[:cut], words[cut + 1 :]
            table.place(seat, map(cards.card.__getitem__, top), map(cards.card.__getitem__, bottom))
        case "tilts":
            table.tilt(seat, words[0])
        case "adds":
            table.add(seat, cards.card[words[0]])
        case "looks":
            table.look(seat, players.index(words[0]), words[1:])
        case "tucks":
            table.tuck(seat, words[0], words[2])
        case "votes":
            table.votes[seat] = players.index(words[0])
        case "accuses":
            table.accused = players.index(words[0])
        case "admits":
            table.admit(seat, words)
        case "denies":
            table.answer = "denies"
        case "punishes":
            table.penalty = True
        case "spares":
            table.settled = True
        case "loses":
            table.lose(seat, words)
        case "takes":
            table.gain(seat, cards.card[words[0]])
        case "appoints":
            table.thief = players.index(words[0])
        case "robs":
            table.thief, table.victim = seat, players.index(words[0])
        case "gives":
            table.give(words[0])
        case "docks":
            table.docked = players.index(words[0])
