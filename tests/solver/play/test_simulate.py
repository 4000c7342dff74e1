"""Many games: counted the same whoever plays them, with honest intervals."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from aparte.models.core import Record, View
from aparte.models.record import write
from aparte.solver.games.adresses_jaunes.cheat import cheat
from aparte.solver.play import simulate
from aparte.solver.play.coach import Bot, Choice, RandomBot, bots, play_of
from aparte.solver.play.driver import drawn, played
from aparte.solver.play.simulate import (
    Broken,
    Contest,
    Played,
    Tally,
    play,
    play_all,
    play_in_processes,
    wilson,
)
from tests.bards_tables import Passing
from tests.tables import blank

CONTEST = Contest("adresses-jaunes", ("random", "greedy"), seed=4)


def plain(games) -> list[Played]:
    """What does not depend on the clock, in order."""
    return sorted((replace(each, seconds=()) for each in games), key=lambda each: each.number)


def test_the_same_seed_plays_the_same_games() -> None:
    first = plain(play_all(CONTEST, range(3)))
    assert first == plain(play(CONTEST, number) for number in reversed(range(3)))
    assert [each.number for each in first] == [0, 1, 2]


@pytest.mark.soak  # in `make test`, games among killed workers are held to the same
def test_workers_change_nothing() -> None:
    assert plain(play_in_processes(CONTEST, range(5), 2)) == plain(play_all(CONTEST, range(5)))


def test_a_game_that_breaks_is_left_out_with_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = plain(play_all(CONTEST, range(4)))

    class Lost:
        def choose(self, view: View, rng: Random) -> Choice:
            raise LookupError

    def seated(contest: Contest, name: str, dealt: Record) -> Bot:
        return Lost() if (name, dealt) == ("greedy", broken) else bots(contest.game)[name]()

    broken = drawn(CONTEST.blank(), Random(f"{CONTEST.seed}/2"))
    monkeypatch.setattr(simulate, "_bot", seated)
    tally = Tally(CONTEST)
    ended = list(tally.add(play_all(CONTEST, range(4))))
    assert plain(tally.games) == [each for each in whole if each.number != 2]
    (left_out,) = (each for each in ended if isinstance(each, Broken))
    assert (left_out.number, left_out.kind, tally.broken) == (2, "LookupError", [2])
    assert write(broken) in left_out.trace
    assert tally.data()["broken"] == [3]
    assert [each.number for each in play_all(CONTEST, range(2, 3))] == [2]


def test_wilson_gives_the_intervals_of_the_books() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I: 81/263, 15/148, 0/20, 1/29.
    for wins, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson(wins, games) == pytest.approx((low, high), abs=6e-5)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_tie_shares_the_win_and_figures_follow_the_bot() -> None:
    tally = Tally(Contest("onstage", ("a", "b", "c")))
    games = [
        Played(0, (0.1,), (True, True, False), (3, 3, 1)),
        Played(1, (0.3,), (False, True, False), (0, 5, 4)),
    ]
    assert list(tally.add(games)) == games
    data = tally.data()
    assert [seat["wins"] for seat in data["seats"]] == [0.5, 1.5, 0]
    assert [seat["mean_score"] for seat in data["seats"]] == [1.5, 4, 2.5]
    assert "team" not in data


def test_games_ended_for_their_length_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aparte.solver.play.simulate.bots", lambda game: {"passing": Passing})
    contest = Contest("bards", ("passing", "passing"))
    tally = Tally(contest, [play(contest, 0), Played(1, (), (False, True), scores=(1, 2))])
    assert tally.data()["counted"] == 1
    assert "counted" not in Tally(contest, tally.games[1:]).data()


def test_nothing_played_is_no_mistake() -> None:
    data = Tally(CONTEST).data()
    assert data["games"] == 0
    assert data["team"]["ci95"] == [0.0, 1.0]


def test_the_cheat_sits_at_no_table() -> None:
    assert "cheat" in play_of("adresses-jaunes").ceilings
    assert not set(play_of("adresses-jaunes").ceilings) & set(bots("adresses-jaunes"))


def test_two_cheats_win_by_legal_moves() -> None:
    record = drawn(blank("adresses-jaunes", 2), Random(8))
    ended = played(record, {name: cheat(record) for name in ("Ana", "Bo")}, Random(8))
    assert ended.state.step == "won"
    ended = played(record, {"Ana": cheat(record), "Bo": RandomBot()}, Random(8))
    assert ended.state.over
