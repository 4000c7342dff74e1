"""`best` and `simulate`, as people and programs get them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from aparte.cli.commands.simulate import MOST
from aparte.models.core import REFEREE, View, turn, view
from aparte.models.games import game_named, names
from aparte.models.record import read_file, read_words, write
from aparte.solver.games.adresses_jaunes.coach import CoachBot, own_moves
from aparte.solver.play import advising, coach, simulate
from aparte.solver.play.coach import Advice, Budget
from aparte.solver.play.driver import drawn, played
from aparte.web.whispers import best
from tests.aparte_cli import EXAMPLES, FOUR, aparte, data
from tests.tables import blank, prefixes, random_game

TOLD = Path(__file__).parents[1] / "solver" / "play" / "told"


@pytest.fixture
def turn_of_ana(tmp_path: Path) -> Path:
    record = next(
        cut
        for cut in list(prefixes(random_game("adresses-jaunes", 2, seed=7)))[9:]
        if own_moves(view(cut, "Ana"))
    )
    path = tmp_path / "ana.rec"
    path.write_text(write(view(record, "Ana")))
    return path


def test_best_tries_each_piece(tmp_path: Path) -> None:
    whole = random_game("adresses-jaunes", 3, seed=7)
    record = next(
        cut
        for cut in prefixes(whole)
        if {move.verb for move in own_moves(view(cut, "Ana"))} == {"pawn"}
    )
    path = tmp_path / "pawn.rec"
    path.write_text(write(view(record, "Ana")))
    legal, told = len(own_moves(view(record, "Ana"))), data("best", path, "--iterations", 4)
    assert sum(1 + len(move["same"]) for move in told) == legal
    few, every = (aparte("best", path, "--iterations", 4, *all).stdout for all in ((), ("--all",)))
    assert "not tried" not in every and "more: `--all`" not in every
    tiles = [move["move"].split()[-1] for move in told]
    assert all(tile in every for tile in tiles)
    assert all(tile in few for tile in tiles) or "more: `--all`" in few


def test_a_hint_recommends_what_best_tells_first() -> None:
    file = EXAMPLES / "adresses-jaunes-3p-ana.rec"
    for lang in ("en", "fr"):
        best, *_ = data("best", file, "--lang", lang)
        hint = data("hint", file, "--level", "answer", "--lang", lang)
        assert hint["move"] == best["move"] and best["why"] in hint["words"]


def test_all_advice_is_thought_about_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Budget] = []

    def ranked(_: View, budget: Budget, *__: object, **___: object) -> Sequence[Advice]:
        asked.append(budget)
        return ()

    monkeypatch.setattr(advising, "ranked", ranked)
    file = EXAMPLES / "adresses-jaunes-3p-ana.rec"
    seen = view(read_file(file), "Ana")
    for budget in (Budget(iterations=4, quick=False), Budget(seconds=0.5, quick=False)):
        monkeypatch.setattr(coach, "ADVICE", budget)
        aparte("best", file, "--json")
        aparte("hint", file)
        aparte("table", seen.game.name, "--from", file, typed="best\nquit\n")
        best(seen, lambda: False)
        assert [replace(each, stop=None) for each in asked] == [budget] * 4
        asked.clear()


def test_moves_that_are_exactly_as_good_are_said_once() -> None:
    told = " ".join(aparte("best", TOLD / "adresses-jaunes-known.rec").stdout.split())
    assert "likewise 3T, 4P, 4T, 5P, 5T, 6P, 6T, 8R, 9T; each move comes to the same" in told


def test_best_ranks_legal_moves(turn_of_ana: Path) -> None:
    moves = data("best", turn_of_ana, "--iterations", 10)
    assert moves
    assert moves[0]["against"] in {move["move"] for move in moves[1:]}
    assert moves[1]["against"] == moves[0]["move"]
    assert moves[0]["unit"] == "chance the team wins"
    values = [move["value"] for move in moves]
    assert values[0] == max(values)
    record = read_file(turn_of_ana)
    for move in moves:
        event = read_words(record, f"Ana {move['move']}", outcome=False)
        assert event in record.game.turn(record.state)


def test_best_is_the_same_for_the_same_seed(turn_of_ana: Path) -> None:
    asked = ("best", turn_of_ana, "--iterations", 10)
    assert data(*asked) == data(*asked)
    assert data(*asked, "--seed", 1) == data(*asked, "--seed", 1)


def test_best_by_convention_has_one_disc(tmp_path: Path) -> None:
    record = drawn(blank("adresses-jaunes", 2), Random(3))
    path = tmp_path / "bo.rec"
    path.write_text(write(view(record, "Bo")))
    (move,) = data("best", path, "--convention", "--iterations", 3)
    assert "the convention's disc" in move["why"]
    assert len(data("best", path, "--iterations", 3)) > 1
    path.write_text(write(view(record, "Bo")).replace("[Seat", '[Convention "1"]\n[Seat'))
    assert data("best", path, "--iterations", 3) == [move]


def test_best_speaks_to_people(turn_of_ana: Path) -> None:
    shown = aparte("best", turn_of_ana, "--iterations", 5, "--plain").stdout
    assert shown.startswith("Value: chance the team wins.")
    assert "Bo" in aparte("best", FOUR).stdout
    assert "possible hands" not in aparte("best", turn_of_ana, "--lang", "fr").stdout


def test_best_asks_whose_move_it_is(turn_of_ana: Path) -> None:
    whole = EXAMPLES / "overseers-3p-reviewed.rec"
    assert "--seat" in aparte("best", whole, code=2).stderr
    assert "--seat" in aparte("best", whole, "--seat", "table", code=2).stderr
    assert aparte("best", turn_of_ana, "--seat", "Bo", code=2).stderr
    assert aparte("best", turn_of_ana, "--time", "0", code=2).stderr


def test_simulate_prints_the_figures() -> None:
    found = data("simulate", "adresses-jaunes", "--games", 3, "--seats", "random,greedy")
    assert found["game"] == "adresses-jaunes"
    assert found["games"] == 3
    assert [seat["player"] for seat in found["seats"]] == ["random", "greedy"]
    low, high = found["team"]["ci95"]
    assert 0 <= low <= found["team"]["rate"] <= high <= 1
    assert set(found["seconds_per_move"]) == {"median", "p95"}


def test_simulate_takes_and_tells_what_people_call_bots() -> None:
    asked = ("simulate", "overseers", "--games", 1, "--seats")
    found = data(*asked, "master,Beginner,random")
    assert [seat["player"] for seat in found["seats"]] == ["coach", "beginner", "random"]
    assert "beginner  won" in aparte(*asked, "greedy,Beginner,random").stdout
    assert "habitué" in aparte(*asked, "habitué,greedy,hasard", "--lang", "fr").stdout


def test_simulate_knows_the_coach_the_cheat_and_the_conventions() -> None:
    asked = ("simulate", "adresses-jaunes", "--games", 2, "--seats")
    assert data(*asked, "coach,coach,coach", "--set", "Convention=1")["team"]["wins"] == 2
    assert data(*asked, "greedy,greedy,greedy", "--convention", "spoken")["team"]["wins"] == 2
    assert data(*asked, "cheat,cheat")["team"]["wins"] == 2
    assert "won: 0" in aparte(*asked, "random,random").stdout


@pytest.mark.parametrize(
    ("extra", "word"),
    [
        (("--seats", "random"), "2 to 4"),
        (("--seats", "random,nobot"), "nobot"),
        (("--seats", "random,random", "--workers", "0"), "workers"),
        (("--seats", "random,random", "--workers", "2", "--scheduler", "tcp://x:1"), "exclude"),
    ],
)
def test_simulate_refuses_what_cannot_be(extra: tuple[str, ...], word: str) -> None:
    assert word in aparte("simulate", "adresses-jaunes", *extra, code=2).stderr


def test_an_interrupted_run_reports_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate.play_all

    def stopped(contest: simulate.Contest, numbers: range):
        for each in whole(contest, numbers):
            if each.number == 2:
                raise KeyboardInterrupt
            yield each

    monkeypatch.setattr(simulate, "play_all", stopped)
    result = aparte(
        "simulate", "adresses-jaunes", "--games", 9, "--seats", "random,random", "--json", code=130
    )
    assert json.loads(result.stdout)["games"] == 2
    assert "2" in result.stderr


RANDOM = ("simulate", "adresses-jaunes", "--seats", "random,random", "--seed", 7)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_that_breaks_costs_no_other(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    whole = simulate.play

    def breaking(contest: simulate.Contest, number: int) -> simulate.Played:
        if number == 4:
            raise LookupError("there")
        return whole(contest, number)

    monkeypatch.setattr(simulate, "play", breaking)
    asked = (*RANDOM, "--from", 3, "--games", 6)
    result = aparte(*asked, "--json", code=70)
    figures = json.loads(result.stdout)
    assert (figures["games"], figures["broken"]) == (5, [5])
    (told,) = result.stderr.splitlines()
    alone = "aparte simulate adresses-jaunes --seats random,random --seed 7 --from 5 --games 1"
    assert told.startswith("aparte: game 5 is left out: ") and alone in told
    (kept,) = (tmp_path / "faults").iterdir()
    assert str(kept) in told and "LookupError: there" in kept.read_text()
    told_so = aparte(*asked, "--lang", language, code=70).stdout
    assert "\n1 game" in told_so if language == "en" else "\n1 partie" in told_so
    assert "5" in aparte(*alone.split()[1:], code=70).stderr


def test_games_that_all_break_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    monkeypatch.setattr(simulate, "play", lambda contest, number: 1 / 0)
    for game in names():
        seats = ",".join(["random"] * game_named(game).seats[0])
        result = aparte("simulate", game, "--seats", seats, "--games", 30, code=70)
        assert "30" in result.stdout
        assert len(result.stderr.splitlines()) == MOST


def test_the_cheat_cannot_be_seated() -> None:
    refused = aparte(
        "play", "adresses-jaunes", "--players", "Ana,Bo", "--bots", "Ana=cheat,Bo=coach", code=2
    )
    assert "cheat" in refused.stderr
    assert REFEREE not in refused.stdout


@pytest.fixture
def by_convention(tmp_path: Path) -> Path:
    """Cy's record of a game in which all follow, up to the second pawn."""
    whole = drawn(blank("adresses-jaunes", 3, Convention="1"), Random(4))
    whole = played(whole, {name: CoachBot() for name in whole.setup.players}, Random(4))
    pawns = [number for number, event in whole.events if event.verb == "pawn"]
    path = tmp_path / "cy.rec"
    path.write_text(write(view(whole.until(pawns[1]), "Cy")))
    return path


def test_solve_shows_both_readings_side_by_side(by_convention: Path) -> None:
    found = data("solve", by_convention)
    agreed = found["convention"]
    assert agreed["exact"]
    assert 0 < agreed["worlds"] < found["worlds"]
    assert agreed["items"].keys() == found["items"].keys()
    for item, places in agreed["items"].items():
        assert sum(places.values()) == pytest.approx(1)
        assert all(found["items"][item][place] or not chance for place, chance in places.items())
    assert "literally and by convention" in aparte("solve", by_convention).stdout
    assert "convention" not in data("solve", FOUR)


def test_solve_says_who_does_not_follow(by_convention: Path) -> None:
    rows = by_convention.read_text().splitlines()
    number = next(i for i, row in enumerate(rows) if row.startswith("Cy disc"))
    target, count = rows[number].split()[2], rows[number].split()[4]
    own = next(row for row in rows if row.startswith("deal Cy")).split()[2:]
    kind = next(k for k in "TRP" if k != target)
    rows[number] = f"Cy disc {kind} = {sum(tile.endswith(kind) for tile in own)}"
    assert rows[number] != f"Cy disc {target} = {count}"
    by_convention.write_text("\n".join(rows) + "\n")
    assert data("solve", by_convention)["convention"] == {"broken": number + 1}
    assert f"Line {number + 1} does not follow" in aparte("solve", by_convention).stdout


def test_a_nudge_has_a_word_about_the_move(by_convention: Path, turn_of_ana: Path) -> None:
    assert data("hint", by_convention)["move"].startswith("Your pawn: look along")
    assert "move" not in data("hint", by_convention, "--level", "why")
    assert "move" in data("hint", by_convention, "--level", "answer")
    assert data("hint", turn_of_ana)["move"] in aparte("hint", turn_of_ana).stdout


def test_best_says_what_is_assumed_of_behaviour(tmp_path: Path) -> None:
    record = drawn(blank("overseers", 3), Random(5))
    moves = turn(record)
    assert isinstance(moves, tuple)
    path = tmp_path / "overseers.rec"
    path.write_text(write(view(record, moves[0].actor)))
    asked = ("best", path, "--iterations", 10)
    assert "Assumed" not in aparte(*asked).stdout
    assert (
        "Assumed with strength 0.5: people keep and hide good cards"
        in aparte(*asked, "--behaviour").stdout
    )
    wrong = aparte("best", EXAMPLES / "adresses-jaunes-4p-bo.rec", "--behaviour", code=2)
    assert "nothing is assumed" in wrong.stderr
    wrong = aparte("best", EXAMPLES / "onstage-4p-bo.rec", "--convention", code=2)
    assert "played without a convention" in wrong.stderr
