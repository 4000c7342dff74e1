"""A hosted game with real pieces from start to end: whoever sees a piece is asked for it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from aparte.models.core import HANDS, TABLE, Draw, Record, turn, view
from aparte.models.record import new_record, write_event
from aparte.sessions.answers import Accepted, Refused
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played
from tests.sessions.test_real import hosted, said
from tests.tables import blank


def real(players: tuple[str, ...]) -> Hosting:
    tags = (("Game", "cordee"), ("Record", "1"), ("Players", " ".join(players)), ("Seat", HANDS))
    return hosted(Ledger(new_record(tags), {}, "0"))


def lines_of(record: Record) -> list[str]:
    return [write_event(record, event) for _, event in record.events]


def asks(host: Hosting, player: str, drawn: str) -> bool:
    """Tell whether `player` is asked for the pieces of the line that begins with `drawn`."""
    question = host.question(player)
    return question is not None and question.draw is not None and question.draw.head == drawn


@pytest.mark.parametrize("players", [("Ana", "Bo"), ("Ana", "Bo", "Cy")])
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_told_by_those_who_see(players: tuple[str, ...], seed: int) -> None:
    whole = played(blank("cordee", players), dict.fromkeys(players, RandomBot()), Random(seed))
    host, rng = real(players), Random(seed)
    for number, event in whole.events:
        before = whole.until(number - 1)
        host.go_on()
        if event.verb == "result":
            break
        if isinstance(turn(before), Draw):
            owner, *_ = event.words
            others = tuple(player for player in players if player != owner)
            drawn = write_event(before, replace(event, outcome=()))
            assert {*others} <= {*host.awaited()} and not asks(host, owner, drawn)
            assert all(asks(host, other, drawn) for other in others)
            teller = rng.choice(others)
            hidden = write_event(before, view(before, owner).shown(event))
            assert isinstance(said(host, teller, hidden), Refused), "whoever sees it has to tell it"
            assert said(host, teller, write_event(before, event)) == Accepted()
        else:
            assert host.awaited() == (event.actor,)
            choice = write_event(before, event).partition(" =")[0]
            assert said(host, event.actor, choice) == Accepted()
    host.go_on()
    assert lines_of(host.record) == lines_of(whole)
    for viewer in (*players, TABLE):
        assert lines_of(host.view(viewer)) == lines_of(view(whole, viewer))
