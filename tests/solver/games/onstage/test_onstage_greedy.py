"""The greedy bot of Onstage does what its paragraph says."""

from collections.abc import Mapping
from random import Random

import pytest

from aparte.models.core import Record, view
from aparte.models.match import Match
from aparte.models.onstage import State
from aparte.models.record import read, write_event
from aparte.solver.play.coach import Bot, RandomBot, bots
from aparte.solver.play.driver import acted, bot_event, drawn
from tests.tables import blank

DEALT = """[Game "onstage"]
[Record "1"]
[Players "Ana Bo Cy"]
line K3 K1 G3 K2 P1 P2 P3 B3 G2 B1 G1 B2
leader Ana
deal Ana K1 K2 K3 K4 K5 K6 K7 K8 P1 P2 P3 B5
deal Bo K9 P5 P6 P7 P8 P9 B1 B2 B3 B4 G3 B6
deal Cy B7 B8 B9 P4 G2 G1 G4 G5 G6 G7 G8 G9
"""


def chosen(lines: str) -> str:
    """Return the line of whoever acts after `lines`."""
    record = read(DEALT + lines)
    state = record.state
    player = state.won.player if state.won else state.to_play
    bot = bots("onstage")["greedy"]()
    return write_event(record, bot.choose(view(record, player), Random(0)).event)


def test_the_last_to_play_wins_with_the_cheapest_card_that_brings_blossoms() -> None:
    # K1 is on stage; Ana has no green, and with P3 on stage pink is trump, and a 1 wins.
    lines = "Ana plays K5\nBo plays K9\nCy plays B8\nBo claims K3\nBo plays G3\nCy plays G2\n"
    assert chosen(lines) == "Ana plays P1 add P3"


def test_without_a_gain_it_leaves_least_to_the_winner() -> None:
    lines = "Ana plays K5\nBo plays K9\n"  # Bo wins with K3 on stage; Cy cannot win
    state = read(DEALT + lines + chosen(lines) + "\n").state
    assert state.won is None or state.theatre.trump != "K" or "K3" not in state.theatre.stage


def test_it_claims_the_most_blossoms() -> None:
    lines = "Ana plays K1 add K2\nBo plays K9\nCy plays B8\n"
    assert chosen(lines) == "Bo claims K3"


def first_round(record: Record, table: Mapping[str, Bot], rng: Random) -> State:
    """Return the table after the first round that the bots of `table` play."""
    match = Match.of(drawn(record, rng), table)
    while (state := match.record.state).round == 1:
        event = bot_event(match, table, rng)
        assert event is not None
        match = match.at(drawn(acted(match.record, event), rng))
    return state


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_beats_random_players(players: int) -> None:
    ahead = 0
    for seed in range(12):
        record: Record = blank("onstage", players)
        seat = record.setup.players[seed % players]
        table: dict[str, Bot] = {player: RandomBot() for player in record.setup.players}
        table[seat] = bots("onstage")["greedy"]()
        totals = first_round(record, table, Random(seed)).totals
        ahead += players * totals[seat] - sum(totals.values())
    assert ahead > 12 * players // 2  # half a blossom a round above the others' mean
