"""A score that all players have in common, from its record to all that is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from aparte.cli.answers.outlined import brief
from aparte.cli.answers.scored import show
from aparte.cli.language import spoken, tell
from aparte.cli.views.told import print_ending
from aparte.models import games
from aparte.models.core import TABLE, Record, view
from aparte.models.record import read, write
from aparte.models.words import say
from aparte.sessions.news import ending, sentence
from aparte.sessions.scores import People, data, scores
from aparte.sessions.store import FILE, opened
from aparte.solver.play.judge import whole
from aparte.solver.play.simulate import Contest, Tally, play_all
from tests.aparte_cli import aparte
from tests.aparte_cli import data as data_of
from tests.schemas import faults
from tests.sessions.fireflies import FIREFLIES
from tests.tables import random_game


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.OWN, FIREFLIES.rules.rpartition(".")[2], FIREFLIES)


@pytest.fixture
def game() -> Record:
    return random_game("fireflies", 3, 1)


def test_the_result_line_says_it_once(game: Record) -> None:
    score = game.state.score
    assert score > 0 and write(game).endswith(f"\nresult {score}\n")
    assert read(write(game)).closed
    assert write(view(game, "Bo")).endswith(f"\nresult {score}\n")


def test_it_is_told_in_both_languages(game: Record, capsys: pytest.CaptureFixture[str]) -> None:
    score, (*_, (_, last)) = game.state.score, game.events
    assert str(sentence(game, last)) == f"The result: a common score of {score}"
    end = ending(view(game, TABLE))
    assert end is not None
    print_ending(game, end)
    told = capsys.readouterr().out
    assert f"The game is over: a common score of {score}." in told
    assert "Ana + Bo + Cy" in told and "nobody" not in told
    with spoken("fr"):
        print_ending(game, end)
    assert f"La partie est finie\u00a0: un score commun de {score}." in capsys.readouterr().out


def test_lists_and_scores_have_it(
    game: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    score = game.state.score
    with opened(tmp_path / FILE) as store:
        store.add(game)
        (saved,) = store.summaries()
        found = scores(store, People())
    assert tell(brief(saved)).endswith(f"over: a common score of {score}")
    for person in found.people:
        assert person.by_game["fireflies"].points == [score]
        assert not person.places and person.share is None
    told = data(found, People())
    assert not faults(told, "scores")
    assert [each["points"] for each in told["games"][0]["players"]] == [score] * 3
    assert told["games"][0]["teams"] == [{"players": ["Ana", "Bo", "Cy"], "points": score}]
    forgotten = data(found, People().without("Bo"))
    assert forgotten["games"][0]["teams"][0]["players"] == ["Ana", "Cy"]
    show(found, People(), say("scores"), sheet=True)
    assert str(score) in capsys.readouterr().out


def test_a_game_with_nothing_to_win_ends_no_streak(game: Record, tmp_path: Path) -> None:
    won = (random_game("onstage", 3, seed) for seed in range(20))
    won = [each for each in won if "Ana" in each.game.outcome(each.state).winners]
    with opened(tmp_path / FILE) as store:
        for record in (won[0], game, won[1]):
            store.add(record)
        found = scores(store, People())
    ana = next(person for person in found.people if person.name == "Ana")
    assert (ana.games, ana.won, ana.longest, ana.share) == (3, 2, 2, 1.0)


def test_simulate_has_its_mean() -> None:
    tally = Tally(Contest("fireflies", ("random",) * 3))
    list(tally.add(play_all(tally.contest, range(8))))
    found = tally.data()
    assert not faults(found, "simulate")
    all_scores = [each.scores[0] for each in tally.games]
    assert found["team"]["mean_score"] == pytest.approx(sum(all_scores) / 8)
    assert (found["team"]["least"], found["team"]["most"]) == (min(all_scores), max(all_scores))
    assert found["team"]["error"] > 0 and "wins" not in found["team"]


def test_it_is_what_the_choices_of_all_have_led_to(game: Record) -> None:
    (part,) = whole(game)
    assert part.came == dict.fromkeys(game.setup.players, float(game.state.score))


def test_commands_tell_it_too(tmp_path: Path) -> None:
    bots = ("--players", "Ana,Bo,Cy", "--bots", "Ana=random,Bo=random,Cy=random")
    file = tmp_path / "game.rec"
    file.write_text(aparte("play", "fireflies", *bots).stdout, "utf-8")
    score = read(file.read_text("utf-8")).state.score
    assert "Dealt as committed" in aparte("verify", file).stdout
    assert data_of("check", file) == {"ok": True}
    wrong = tmp_path / "wrong.rec"
    wrong.write_text(file.read_text("utf-8").replace(f"result {score}", "result 99"), "utf-8")
    assert f"the result is: {score}" in data_of("check", wrong, code=1)["words"]
    contest = ("simulate", "fireflies", "--seats", "random,random,random", "--games", 2)
    assert "common score: " in aparte(*contest).stdout
    told = aparte(*contest, APARTE_LANG="fr").stdout
    assert "score commun\u00a0: " in told and "en moyenne" in told
