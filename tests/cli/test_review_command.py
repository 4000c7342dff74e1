"""`aparte review`, as people and programs get it."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from aparte.cli.answers.advised import told_lesson
from aparte.cli.answers.reviewed import told_mistake
from aparte.cli.language import spoken, tell
from aparte.cli.views import chart
from aparte.models.record import read_file, write
from aparte.sessions.review import judge_of
from aparte.sessions.reviewable import tasks
from aparte.sessions.store import opened
from aparte.sessions.texts import JUDGED
from aparte.sessions.tutor import Lesson
from aparte.solver.play.coach import GamePlay
from aparte.solver.play.judging import Judged
from aparte.web import whispers
from tests.aparte_cli import EXAMPLES, aparte, data
from tests.starts import few_deals
from tests.tables import random_game

REVIEWED = EXAMPLES / "overseers-3p-reviewed.rec"


@pytest.fixture(scope="module", autouse=True)
def soon() -> Iterator[None]:
    with few_deals():
        yield


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where reviews are kept: what one test has had judged is not judged again for the next."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(autouse=True)
def home(judged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APARTE_HOME", str(judged))


def test_the_review_for_programs() -> None:
    found = data("review", REVIEWED, "--iterations", 8)
    assert set(found) == {
        "game",
        "unit",
        "chance",
        "usual",
        "note",
        "marks",
        "seats",
        "decisions",
    }
    assert list(found["seats"]) == ["Ana", "Bo", "Cy"]
    for seat in found["seats"].values():
        total = seat["start"] + seat["luck"] + seat["skill"]
        assert total == pytest.approx(seat["result"], abs=1e-9)
        assert seat["course"][-1][1] == pytest.approx(seat["result"], abs=1e-9)
    for name, seat in found["seats"].items():
        own = {each["line"]: each for each in found["decisions"] if each["seat"] == name}
        costs = [own[line]["cost"] for line in seat["lessons"]]
        assert costs == sorted(costs, reverse=True) and len(costs) <= 5
        assert set(seat["lessons"]) == {line for line in own if "goes_on" in own[line]}
        for line in seat["lessons"]:
            assert own[line]["mark"] and own[line]["goes_on"][0] == f"{name} {own[line]['best']}"
        assert seat["practise"] is None or set(seat["practise"]["lines"]) <= set(seat["lessons"])
        assert seat["right"] <= seat["decisions"]
        assert len(seat["rounds"]) == 3
    lines = dict(read_file(REVIEWED).events)
    for each in found["decisions"]:
        assert lines[each["line"]].actor == each["seat"]
        assert {"move", "best", "cost", "error", "mark"} <= set(each)
        assert each["mark"] in ("", "?!", "?", "??")
        assert ("why" in each) == bool(each["mark"])
        if each["mark"]:
            assert each["against"] == each["move"] and each["why"] != ""
    assert any(each.get("why") for each in found["decisions"])
    cost = sum(each["cost"] for each in found["decisions"] if each["seat"] == "Ana")
    assert found["seats"]["Ana"]["cost"] == pytest.approx(cost)


def test_a_team_is_reviewed_as_one(tmp_path: Path) -> None:
    file = tmp_path / "team.rec"
    file.write_text(write(random_game("adresses-jaunes", 2, 3)))
    found = data("review", file, "--iterations", 8)
    team = found["team"]
    assert team["result"] in (0.0, 1.0)
    assert team["start"] + team["luck"] + team["skill"] == pytest.approx(team["result"], abs=1e-9)
    assert "team" not in data("review", file, "--seat", "Bo", "--iterations", 8)


def test_a_page_and_a_picture_need_nothing_beside_them(tmp_path: Path) -> None:
    page, picture = tmp_path / "page.html", tmp_path / "picture.svg"
    told = aparte(
        "review", REVIEWED, "--seat", "Cy", "--iterations", 8, "--html", page, "--svg", picture
    )
    assert "Cy:" in told.stdout
    root = ElementTree.fromstring(picture.read_text("utf-8"))
    assert root.tag.endswith("svg") and root.findall("{*}polyline")
    text = page.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "http" not in text and "<script" not in text and "<svg" in text


def test_a_second_review_is_there_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    first = data("review", REVIEWED, "--seat", "Bo", "--iterations", 8)
    with opened() as store:
        assert store.texts(JUDGED)
    assert data("review", REVIEWED, "--seat", "Bo", "--iterations", 8) == first


def test_whose_choices_has_to_be_said_while_the_game_goes_on(tmp_path: Path) -> None:
    record = random_game("onstage", 3, 2)
    file = tmp_path / "open.rec"
    file.write_text(write(record.until(record.last - 40)))
    assert "--seat" in aparte("review", file, code=2).stderr
    assert "no seat" in aparte("review", file, "--seat", "Zoe", code=2).stderr
    assert "table" in aparte("review", file, "--seat", "table", code=2).stderr
    found = data("review", file, "--seat", "Ana", "--iterations", 8)
    assert found["seats"]["Ana"]["result"] is None
    told = aparte("review", file, "--seat", "Ana", "--list", "--iterations", 8).stdout
    behind = told.split("What if: `aparte")[1].split("`")[0].split()[-4:]
    assert behind[:3] == ["--seat", "Ana", "--line"]
    aparte("replay", file, *behind)


def test_whose_choices_is_clear_where_one_person_plays_among_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    game = ("play", "overseers", "--players", "Ana,Bo,Cy", "--seed", 3)
    aparte(*game, "--bots", "Ana=beginner,Cy=beginner", typed="picks A\n")
    found = data("review", 1, "--iterations", 8)
    assert list(found["seats"]) == ["Bo"]


def test_a_game_without_values_is_not_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aparte.sessions.review.play_of", lambda game: GamePlay({}))
    assert "not judged" in aparte("review", REVIEWED, code=2).stderr


def test_in_plain_form_and_in_french() -> None:
    told = aparte("review", REVIEWED, "--seat", "Ana", "--iterations", 8, "--plain").stdout
    assert "█" not in told and "Ana: start 0.00, luck" in told
    told = aparte("review", REVIEWED, "--seat", "Ana", "--iterations", 8, "--lang", "fr").stdout
    assert "chance" in told and "coût" in told and "start 0" not in told


def test_marks_and_numbers_are_told_apart() -> None:
    told = aparte("review", REVIEWED, "--seat", "Ana", "--iterations", 30).stdout
    found = data("review", REVIEWED, "--seat", "Ana", "--iterations", 30)
    marked = [each for each in found["decisions"] if each["mark"]]
    worst = max(marked, key=lambda each: each["cost"])
    assert f"line {worst['line']}: {worst['move']} {worst['mark']}" in told


def test_an_axis_has_round_numbers() -> None:
    assert chart.ticks(-18.3, 12.0) == [-15, -10, -5, 0, 5, 10]
    assert [chart.plain_number(each) for each in chart.ticks(0.0, 0.97)] == [
        *("0", "0.2", "0.4", "0.6", "0.8")
    ]
    counts = chart.svg(
        [chart.Course("Ana", [(0, 0.0), (2, 1.0)])], ("", "", ""), chart.whole_number
    )
    assert ">1<" in counts and ">0.2<" not in counts


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "error", "amount"),
    [
        ("overseers", 0.004, "2.29 ± 0.01"),
        ("overseers", 0.0, "2.29"),
        ("adresses-jaunes", 0.0004, "229.0 % ± 0.1"),
        ("adresses-jaunes", 0.0, "229.0 %"),
    ],
)
def test_no_cost_is_told_without_its_error_unless_it_is_exact(
    monkeypatch: pytest.MonkeyPatch, lang: str, game: str, error: float, amount: str
) -> None:
    record = random_game(game, 2 if game == "adresses-jaunes" else 3, 3)
    task = tasks(record, record.setup.players)[-1]
    found = Judged(task.line, task.view.viewer, task.move, task.move, 2.29, error, 0, 0, "?!")
    lesson = Lesson(found, judge_of(record), None)
    monkeypatch.setattr(whispers, "lesson", lambda *_: lesson)
    with spoken(lang):
        told = (
            told_mistake(record, judge_of(record), found),
            told_lesson(task.view, lesson),
            whispers.taught(task.view, record),
        )
        for words in told:
            assert words is not None
            said = tell(words).replace("\N{NO-BREAK SPACE}", " ")
            assert (amount if lang == "en" else amount.replace(".", ",")) in said
            assert ("±" in said) == bool(error)


def test_what_all_choices_have_cost_has_an_error() -> None:
    found = data("review", REVIEWED, "--seat", "Ana", "--iterations", 30)
    errors = [each["error"] for each in found["decisions"]]
    assert found["seats"]["Ana"]["error"] == pytest.approx(hypot(*errors)) and max(errors) > 0
    told = aparte("review", REVIEWED, "--seat", "Ana", "--iterations", 30).stdout
    ana = found["seats"]["Ana"]
    assert f"{ana['cost']:.2f} ± {ana['error']:.2f}" in told
    costs = [each["cost"] for each in found["decisions"]]
    assert ana["cost"] == pytest.approx(sum(costs)) and min(costs) < 0
    assert "adds up every choice, also those below zero" in " ".join(told.split())
