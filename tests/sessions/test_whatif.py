"""Side lines: games that could be, in a world that fits a seat."""

from __future__ import annotations

import pytest

from aparte.models.core import TABLE, view
from aparte.models.record import write
from aparte.sessions.answers import Accepted
from aparte.sessions.errors import BadRequest
from aparte.sessions.play import BotsAct, Over, Seat
from aparte.sessions.whatif import side_line
from tests.tables import random_game

GAMES = [("adresses-jaunes", 3), ("onstage", 3), ("overseers", 3), ("bards", 2)]


@pytest.mark.parametrize("game, players", GAMES)
def test_a_side_line_shows_the_seat_what_it_has_seen_and_goes_on(game: str, players: int) -> None:
    whole = random_game(game, players, 1)
    chosen = [number for number, event in whole.events if event.actor == "Ana"]
    cut = whole.until(chosen[len(chosen) // 2] - 1)
    own = view(cut, "Ana")
    side = side_line(own, "", str)
    assert side.view("Ana").lines[: len(own.lines)] == own.lines
    for _ in range(4):
        asked = side.asked()
        if isinstance(asked, BotsAct):
            side.act(asked)
        elif isinstance(asked, Seat):
            assert asked.player == "Ana"
            assert side.make(side.moves("Ana")[0]) == Accepted()
        else:
            assert asked == Over()
    assert write(view(cut, "Ana")) == write(own), "the game itself has not moved"


def test_a_side_line_depends_on_what_the_seat_has_seen_alone() -> None:
    whole = random_game("onstage", 3, 1).until(30)
    own = view(whole, "Ana")
    assert write(side_line(own, "", str).record) == write(side_line(own, "", str).record)


def test_a_finished_game_is_gone_back_to() -> None:
    whole = random_game("adresses-jaunes", 3, 1)
    own = view(whole, "Bo")
    with pytest.raises(BadRequest, match="the game is over"):
        side_line(own, "", str)
    disc = next(number for number, event in whole.events if event.verb == "disc")
    side = side_line(own, str(disc), str)
    assert not isinstance(side.asked(), Over)
    assert side.record.last == disc - 1


@pytest.mark.parametrize("game, players", GAMES)
@pytest.mark.parametrize("viewer", ["Bo", TABLE])
def test_of_a_finished_game_every_line_is_gone_back_to(
    game: str, players: int, viewer: str
) -> None:
    own = view(random_game(game, players, 1), viewer)
    chosen = [number for number, event in own.events if event.actor]
    for line in (*chosen[:: len(chosen) // 3], *chosen[-4:]):
        side = side_line(own, f"{line} Bo", str)
        for _ in range(4):
            asked = side.asked()
            if isinstance(asked, BotsAct):
                side.act(asked)
            elif isinstance(asked, Seat):
                assert side.make(side.moves("Bo")[-1]) == Accepted()


@pytest.mark.parametrize("game, players", GAMES)
def test_a_finished_game_is_played_otherwise_with_its_own_cards(game: str, players: int) -> None:
    whole = random_game(game, players, 2)
    chosen = [(number, event) for number, event in whole.events if event.actor]
    line, event = chosen[len(chosen) // 2]
    side = side_line(whole, str(line), str)
    assert side.people == (event.actor,)
    assert side.record.lines[: line - whole.lines[0].number] == whole.until(line - 1).lines
    asked = side.asked()
    while isinstance(asked, BotsAct):
        side.act(asked)
        asked = side.asked()
    assert isinstance(asked, Seat | Over)
    named = side_line(whole, f"{line} {whole.setup.players[-1].lower()}", str)
    assert named.people == (whole.setup.players[-1],)


def test_a_game_noted_by_the_table_is_played_otherwise_once_it_is_over() -> None:
    whole = view(random_game("adresses-jaunes", 2, 1), TABLE)
    disc = next(number for number, event in whole.events if event.verb == "disc")
    side = side_line(whole, f"{disc} Bo", str)
    assert side.people == ("Bo",)
    assert view(side.record, TABLE).lines == whole.until(disc - 1).lines


@pytest.mark.parametrize("asked", ["", "999", "12 Zoe", "zz"])
def test_a_finished_game_has_to_be_told_from_where(asked: str) -> None:
    with pytest.raises(BadRequest):
        side_line(random_game("adresses-jaunes", 2, 1), asked, str)


@pytest.mark.parametrize("viewer, begin", [(TABLE, ""), ("Ana", "zz"), ("Ana", "12 Bo")])
def test_a_side_line_that_cannot_be_is_refused(viewer: str, begin: str) -> None:
    own = view(random_game("onstage", 3, 1).until(20), viewer)
    with pytest.raises(BadRequest):
        side_line(own, begin, str)
