"""A state as a table to play on (see `play`), and moves made on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....models.bag import HOLE
from ....models.core import Event, View
from ....models.overseers.box import Power
from ....models.overseers.scoring import nature
from ....models.overseers.state import Spot, State, Step
from .habits import Habits, usual
from .play import NOBODY, Card, Play, Row, Seat
from .worth import Cards


def table(view: View[State], state: State, habits_: Habits | None = None, taste: int = 0) -> Play:
    """Return the table of `state`, which is what `view` shows or a completion of it.

    Cards that are not known are UNSEEN.
    """
    cards, players = Cards.of(state.box), state.players
    seats = {player: seat for seat, player in enumerate(players)} | {"": NOBODY, HOLE: NOBODY}
    trial = state.trial
    return Play(
        cards,
        (habits_ or usual(cards),) * len(players),
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
        penalty=trial.penalty,
        settled=trial.settled,
        thief=seats[state.thief],
        victim=seats[state.victim],
        robbed=state.robbed,
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
    """Return Meixiu's look of the present round."""
    for _, event in reversed(list(view.events)):
        if event.verb == "looks":
            player, *spots = event.words
            return seats[event.actor], seats[player], tuple(spots)
        if event.verb in ("characters", "laid"):
            break
    return None


def do(play: Play, players: Sequence[str], move: Event) -> None:
    """Make `move`, which is legal."""
    seat = players.index(move.actor)
    words, cards = move.words, play.cards
    match move.verb:
        case "becomes":
            play.become(seat, cards.box.characters[words[0]])
        case "calls":
            called = players.index(words[0])
            play.choosers = (called, *(each for each in play.choosers if each != called))
        case "doubles":
            play.size = 2
            play.used.add(Power.DOUBLE)
        case "picks":
            play.take(seat, cards.bundle(words))
            play.here.remove(seat)
            if not play.here:
                play.pass_on()
        case "discards":
            play.put_away(seat, cards.bundle(words))
            play.full.remove(seat)
        case "places":
            cut = words.index("/")
            top, bottom = words[:cut], words[cut + 1 :]
            play.place(seat, map(cards.card.__getitem__, top), map(cards.card.__getitem__, bottom))
        case "tilts":
            play.tilt(seat, words[0])
        case "adds":
            play.add(seat, cards.card[words[0]])
        case "looks":
            play.look(seat, players.index(words[0]), words[1:])
        case "tucks":
            play.tuck(seat, words[0], words[2])
        case "votes":
            play.votes[seat] = players.index(words[0])
        case "accuses":
            play.accused = players.index(words[0])
        case "admits":
            play.admit(seat, words)
        case "denies":
            play.answer = "denies"
        case "punishes":
            play.penalty = True
        case "spares":
            play.penalty, play.settled = False, True
        case "loses":
            play.lose(seat, words)
        case "takes":
            play.gain(seat, cards.card[words[0]])
        case "appoints":
            play.thief = players.index(words[0])
        case "robs":
            play.thief, play.victim = seat, players.index(words[0])
        case "gives":
            play.give(words[0])
        case "docks":
            play.docked = players.index(words[0])
