"""`aparte scores`, as people and programs get it."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest

from aparte.models.core import view
from aparte.models.record import read_file, write
from aparte.sessions.review import ReviewCache
from aparte.sessions.scores import day_of
from aparte.sessions.store import opened
from tests.aparte_cli import aparte, data
from tests.snapshots import GOLDEN
from tests.tables import random_game


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path / "home"))
    for seed in range(3):
        file = tmp_path / f"{seed}.rec"
        file.write_text(write(random_game("onstage", 3, seed)))
        aparte("import", file)
    aparte("import", tmp_path / "0.rec")
    return tmp_path / "home"


def test_scores_for_programs() -> None:
    found = data("scores")
    assert {each["name"] for each in found["people"]} == {"Ana", "Bo", "Cy"}
    assert [game["id"] for game in found["games"]] == [1, 2, 3]
    for each in found["people"]:
        assert each["games"] == 3 and sum(each["places"].values()) == 3
        assert each["by_game"]["onstage"]["games"] == 3
    assert sum(each["wins"] for each in found["people"]) >= 3


def test_the_sheet_of_an_evening(tmp_path: Path) -> None:
    today = str(day_of(datetime.now().astimezone()))
    told = aparte("scores", "--day", today).stdout
    assert told.startswith(f"3 games on {today}")
    assert aparte("scores", "--day", "last").stdout == told
    assert "No finished game" in aparte("scores", "--day", "1999-01-01").stdout
    assert aparte("scores", "--since", today).stdout.startswith("3 games since")
    page = tmp_path / "page.html"
    aparte("scores", "--html", page)
    text = page.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "<svg" in text and "http" not in text


def test_people_are_renamed_for_good() -> None:
    aparte("scores", "--rename", "ana=Anna Lee")
    told = aparte("scores").stdout
    assert "Anna Lee" in told and "Ana " not in told
    aparte("scores", "--forget", "anna lee")
    assert "Anna Lee" not in aparte("scores").stdout
    aparte("scores", "--remember", "Anna Lee")
    assert "Anna Lee" in aparte("scores").stdout


def test_what_cannot_be_is_refused() -> None:
    assert "2026-11-20" in aparte("scores", "--day", "yesterday", code=2).stderr
    assert "exclude" in aparte("scores", "--day", "last", "--since", "2026-11-20", code=2).stderr
    assert "nobody called Zed" in aparte("scores", "--forget", "Zed", code=2).stderr
    assert "OLD=NEW" in aparte("scores", "--rename", "Ana", code=2).stderr


def test_in_french_and_in_plain_form() -> None:
    assert "3 parties finies" in aparte("scores", "--lang", "fr").stdout
    assert "Ana: games played 3" in aparte("scores", "--plain").stdout


def test_the_least_cost_of_a_choice_is_that_of_reviews(tmp_path: Path) -> None:
    def by_game(name: str) -> dict[str, object]:
        (found,) = (each["by_game"] for each in data("scores")["people"] if each["name"] == name)
        return found["onstage"]

    assert by_game("Bo")["reviewed"] == 0 and by_game("Bo")["least_cost"] is None
    for game, cost in (("1.rec", 9.0), ("2.rec", 3.0), ("2.rec", 6.0)):
        with opened() as store:
            ReviewCache(store, read_file(tmp_path / game)).keep_costs({"Bo": (cost, 12)})
    assert by_game("Bo")["reviewed"] == 2 and by_game("Bo")["least_cost"] == 0.5
    assert by_game("Ana")["reviewed"] == 0
    assert "cost a choice" in aparte("scores", "--plain").stdout


def test_the_same_people_play_again_and_the_next_one_is_first(tmp_path: Path) -> None:
    record = random_game("adresses-jaunes", 3, 2, Convention="1", Help="Ana=off,Bo=all,Cy=all")
    file = tmp_path / "agreed.rec"
    file.write_text(write(record))
    aparte("import", file)
    told = aparte("again", typed="", code=0).stdout
    assert "Bo, Cy, Ana" in told and "Game 6 is saved" in told
    header = aparte("export", 6, "--all").stdout
    assert '[Players "Bo Cy Ana"]' in header and '[Convention "1"]' in header
    assert '[Help "Ana=off,Bo=all,Cy=all"]' in header
    assert "Cy, Ana, Bo" not in aparte("again", 1, "--seed", 4, typed="").stdout
    assert aparte("again", 99, typed="", code=1).stderr
    open_ = aparte("again", 6, typed="", code=1)
    assert "game 6 is not over: `aparte resume 6` goes on" in " ".join(open_.stderr.split())
    seen = tmp_path / "seen.rec"
    seen.write_text(write(view(record, "Bo")))
    aparte("import", seen)
    assert "Bo, Cy, Ana" in aparte("again", typed="", code=0).stdout, "Bo dealt nothing"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_name_is_broken_or_cut_at_80_columns(tmp_path: Path, language: str) -> None:
    names = {"Ana": "Anne-Charlotte_Marie", "Bo": "Maximilian_Alexander", "Cy": "Cyrus_the_Great"}
    for name in ("onstage-en-4-teams", "onstage-en-5", "adresses-jaunes-4", "bards-4"):
        text = (GOLDEN / f"{name}.rec").read_text("utf-8")
        for short, long in names.items():
            text = re.sub(rf"\b{short}\b", long, text)
        file = tmp_path / f"{name}.rec"
        file.write_text(re.sub(r"(?m)^\[Deal.*\n", "", text), "utf-8")
        aparte("import", file)
    whole = [each.replace("_", " ") for each in names.values()] + ["Battle of the Bards"]
    for day in ([], ["--day", "last"]):
        told = aparte("scores", *day, COLUMNS="80", APARTE_LANG=language).stdout
        rows = told.splitlines()
        assert max(map(len, rows)) <= 80
        assert "…" not in told
        by_game = rows[
            next(at for at, row in enumerate(rows) if row.startswith(("game ", "jeu "))) :
        ]
        for name in whole:
            assert any(row.strip() == name or row.startswith(f"  {name}  ") for row in by_game)
