"""Scores are reckoned from the saved games: people whatever the case, each game once."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from aparte.models.core import PRACTICE, Line, Record, view
from aparte.models.record import read, read_file, write
from aparte.sessions.errors import BadRequest
from aparte.sessions.outline import read_outline
from aparte.sessions.scores import People, Person, Scores, begin_of, data, day_of, scores
from aparte.sessions.store import FILE, opened
from aparte.sessions.texts import ALL, PEOPLE
from tests.schemas import faults
from tests.stores import changed
from tests.tables import NAMES, random_game

GOLDEN = Path(__file__).parents[1] / "golden"
NOBODY_KNOWN = People()


def called(record: Record, *names: str) -> Record:
    """Return `record` with other names at the table."""
    text = write(record)
    for old, new in zip(NAMES, names, strict=False):
        text = text.replace(old, new)
    return read(text)


def reckoned(path: Path, people: People = NOBODY_KNOWN) -> Scores:
    with opened(path / FILE) as store:
        return scores(store, people)


def person(found: Scores, name: str) -> Person:
    return next(each for each in found.people if each.name == name)


def saved(path: Path, *records: Record) -> None:
    with opened(path / FILE) as store:
        for record in records:
            store.add(record)


def test_games_wins_places_and_points_are_those_of_the_results(tmp_path: Path) -> None:
    games = [random_game("onstage", 3, seed) for seed in range(4)]
    saved(tmp_path, *games)
    found = reckoned(tmp_path)
    for name in NAMES[:3]:
        outcomes = [game.game.outcome(game.state) for game in games]
        own = person(found, name)
        assert own.games == 4
        assert own.won == sum(name in outcome.winners for outcome in outcomes)
        assert own.by_game["onstage"].points == [outcome.scores[name] for outcome in outcomes]
        assert sum(own.places.values()) == 4 and own.places[1] == own.won


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage", "overseers", "bards"])
@pytest.mark.parametrize("seed", range(3))
def test_every_result_line_names_the_winners_of_the_rules(
    tmp_path: Path, game: str, seed: int
) -> None:
    record = random_game(game, 3 if game == "overseers" else 2 if game != "onstage" else 3, seed)
    saved(tmp_path, record)
    (found,) = reckoned(tmp_path).games
    outcome = record.game.outcome(record.state)
    assert found.outcome == outcome
    assert all(found.places[winner] == 1 for winner in outcome.winners)


def test_partners_win_and_are_placed_together(tmp_path: Path) -> None:
    record = read_file(GOLDEN / "onstage-en-4-teams.rec")
    saved(tmp_path, record)
    (game,) = reckoned(tmp_path).games
    outcome = record.game.outcome(record.state)
    assert len(outcome.winners) == 2 and game.outcome == outcome
    assert max(outcome.scores.values()) > min(map(outcome.scores.get, outcome.winners))
    lost = set(record.setup.players) - set(outcome.winners)
    assert game.places == dict.fromkeys(outcome.winners, 1) | dict.fromkeys(lost, 2)
    told = data(reckoned(tmp_path), NOBODY_KNOWN)
    assert not faults(told, "scores")
    assert told["games"][0]["teams"] == [
        {"players": ["Ana", "Cy"], "points": 16},
        {"players": ["Bo", "Dai"], "points": 16},
    ]
    assert [each["points"] for each in told["games"][0]["players"]] == [7, 8, 9, 8]


def test_a_game_of_practice_is_not_counted_and_told_apart(tmp_path: Path) -> None:
    game, other = random_game("onstage", 3, 1), random_game("onstage", 3, 2)
    at = game.lines[-1].number
    note = Line(at + 1, None, f"{PRACTICE}taken back behind what Bo showed")
    practice = game.with_lines((*game.lines, note))
    for record in (practice, view(practice, "Ana"), other):
        saved(tmp_path, record)
    found = reckoned(tmp_path)
    assert found.practice == [1, 2] and [each.id for each in found.games] == [3]
    assert data(found, NOBODY_KNOWN)["practice"] == [1, 2]
    tomorrow = datetime(2300, 1, 1, tzinfo=UTC)
    with opened(tmp_path / FILE) as store:
        assert scores(store, NOBODY_KNOWN, tomorrow).practice == []


def test_a_game_counts_once_however_often_it_is_saved(tmp_path: Path) -> None:
    game = random_game("overseers", 3, 1)
    copy = called(game, "ANA", "bo")
    saved(tmp_path, game, game, view(game, "Bo"), view(game, "table"))
    assert len(reckoned(tmp_path).games) == 1
    saved(tmp_path, copy, random_game("overseers", 3, 2))
    found = reckoned(tmp_path)
    assert [person(found, name).games for name in ("Ana", "Bo", "Cy")] == [2, 2, 2]


def test_open_games_do_not_count(tmp_path: Path) -> None:
    game = random_game("onstage", 3, 1)
    saved(tmp_path, game.until(game.last - 1))
    assert not reckoned(tmp_path).games


def test_bots_are_no_people(tmp_path: Path) -> None:
    with opened(tmp_path / FILE) as store:
        store.add(random_game("onstage", 3, 1), {"Bo": "greedy"})
    assert {each.name for each in reckoned(tmp_path).people} == {"Ana", "Cy"}


def test_people_are_renamed_and_forgotten(tmp_path: Path) -> None:
    saved(
        tmp_path,
        random_game("onstage", 3, 1),
        called(random_game("onstage", 3, 2), "ana", "Bob"),
    )
    people = NOBODY_KNOWN.renamed("bob", "Bo").renamed("ANA", "Mary Ann")
    with opened(tmp_path / FILE) as store:
        people.write(store)
        assert People.read(store) == people
    found = reckoned(tmp_path, people)
    assert {each.name: each.games for each in found.people} == {"Mary_Ann": 2, "Bo": 2, "Cy": 2}
    people = people.renamed("Mary Ann", "Ann")
    assert {each.name for each in reckoned(tmp_path, people).people} == {"Ann", "Bo", "Cy"}
    people = people.without("ann")
    found = reckoned(tmp_path, people)
    assert {each.name for each in found.people} == {"Bo", "Cy"}
    assert "Ann" not in str(data(found, people)) and "ana" not in str(data(found, people)).lower()
    assert len(reckoned(tmp_path, people.remembering("ANN")).people) == 3
    with pytest.raises(BadRequest):
        people.renamed("Bo", " ")


def test_streaks_go_by_the_order_of_the_games(tmp_path: Path) -> None:
    games = [random_game("adresses-jaunes", 2, seed) for seed in range(6)]
    saved(tmp_path, *games)
    won = [bool(game.game.outcome(game.state).winners) for game in games]
    runs = "".join("w" if each else "l" for each in won).split("l")
    found = person(reckoned(tmp_path), "Ana")
    assert found.longest == max(map(len, runs))
    assert found.streak == len(runs[-1])


def test_an_evening_goes_on_behind_midnight() -> None:
    day = datetime(2026, 11, 20).date()
    late = datetime(2026, 11, 21, 1, 30).astimezone()
    assert day_of(late) == day
    assert begin_of(day) < late < begin_of(datetime(2026, 11, 21).date())


def test_games_are_taken_by_their_time(tmp_path: Path) -> None:
    saved(tmp_path, *(random_game("onstage", 3, seed) for seed in range(2)))
    with sqlite3.connect(tmp_path / FILE) as file:
        when = datetime(2020, 1, 1, tzinfo=UTC).isoformat()
        changed(file, "UPDATE games SET changed = ? WHERE id = 1", (when,))
        changed(file, "UPDATE games SET changed = 'never' WHERE id = 2")
    with opened(tmp_path / FILE) as store:
        since = datetime(2019, 1, 1, tzinfo=UTC)
        assert [game.id for game in scores(store, NOBODY_KNOWN, since).games] == [1]
        assert not scores(store, NOBODY_KNOWN, datetime(2021, 1, 1, tzinfo=UTC)).games
        assert len(scores(store, NOBODY_KNOWN).games) == 2


def test_no_game_is_replayed_for_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [random_game(game, 3, 1) for game in ("onstage", "overseers", "bards")]
    saved(tmp_path, *games, games[0].until(games[0].last - 9))

    def replays(*_: object) -> None:
        raise AssertionError("a game is replayed")

    with opened(tmp_path / FILE) as store:
        monkeypatch.setattr("aparte.models.core.Record.moved", replays)
        assert len(scores(store, NOBODY_KNOWN).games) == 3
        assert [each.outline is not None for each in store.summaries()] == [True] * 4


def test_an_outline_of_an_earlier_form_is_made_again(tmp_path: Path) -> None:
    saved(tmp_path, read_file(GOLDEN / "onstage-en-4-teams.rec"))
    with opened(tmp_path / FILE) as store:
        (outline,) = (each.outline for each in store.summaries())
    assert outline is not None and read_outline(outline.written) == outline
    written = json.loads(outline.written)
    earlier = {"winners": ["Cy"], "scores": written.pop("outcome")["scores"], "shown": []}
    assert read_outline(json.dumps(written | earlier)) is None
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        changed(connection, "UPDATE games SET outline = ?", (json.dumps(written | earlier),))
    connection.close()
    (game,) = reckoned(tmp_path).games
    assert len(game.outcome.winners) == 2


def test_who_has_lost_together_has_no_place(tmp_path: Path) -> None:
    lost = next(
        game
        for game in (random_game("adresses-jaunes", 2, seed) for seed in range(20))
        if not game.game.outcome(game.state).winners
    )
    saved(tmp_path, lost)
    assert not person(reckoned(tmp_path), "Ana").places


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"names": {}}', '{"names": 3, "forgotten": []}', "\\xff", "[" * 10**5],
)
def test_damaged_names_of_people_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    with opened(tmp_path / FILE) as store:
        store.texts(PEOPLE)[ALL] = text
        assert People.read(store) == NOBODY_KNOWN
        assert capsys.readouterr().err.count("\n") == 1
        NOBODY_KNOWN.without("Bo").write(store)
        assert People.read(store) == NOBODY_KNOWN.without("Bo")
        assert capsys.readouterr().err == ""
