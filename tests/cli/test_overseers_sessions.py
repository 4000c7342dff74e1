"""Overseers at the table and in the commands: the example round of its rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from aparte.cli.views import sentences
from aparte.models.core import Record, View, complete, view
from aparte.models.overseers import Step
from aparte.models.record import read, write
from aparte.solver.engine.solve import solve
from aparte.solver.engine.sweep import TooManyStates
from aparte.solver.games.overseers.draft import Draft
from aparte.solver.games.overseers.passes import Pass
from aparte.solver.games.overseers.sampling import Sampler
from aparte.solver.games.overseers.worlds import Worlds
from tests.aparte_cli import aparte
from tests.boards import drawn
from tests.models.overseers.scenes import at_random
from tests.tables import blank

ROOT = Path(__file__).parents[2]
RULES = Path(__file__).parents[2] / "models" / "overseers" / "rules.fr.md"
PAGE = (ROOT / "docs" / "overseers.md").read_text(encoding="utf-8")
SEEN = ROOT / "tests" / "examples" / "overseers-3p-cy.rec"
EXAMPLE = re.findall(r"```\n(.*?)```", RULES.read_text(encoding="utf-8"), re.DOTALL)[0]


@pytest.fixture
def before_the_vote(tmp_path: Path) -> str:
    path = tmp_path / "round.rec"
    path.write_text(EXAMPLE[: EXAMPLE.index("Ana votes")], encoding="utf-8")
    return str(path)


def test_people_type_only_what_they_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    lines = [line for line in EXAMPLE.splitlines() if not line.startswith("[")]
    typed = [line for line in lines if "?" not in line and not line.startswith("scores")]
    names = ("--players", "Ana,Bo,Cy", "--seat", "Ana", "--plain")
    aparte("table", "overseers", *names, typed="\n".join([*typed, "quit"]) + "\n")
    assert aparte("export", "1").stdout == EXAMPLE


@pytest.mark.parametrize(("level", "told"), [("all", True), ("moves", False)])
def test_who_is_helped_with_moves_alone_is_told_no_chances_of_the_vote(
    level: str, told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    path = tmp_path / "round.rec"
    path.write_text(EXAMPLE[: EXAMPLE.index("Ana votes")], encoding="utf-8")
    options = ("--from", str(path), "--seat", "Ana", "--help-level", level)
    shown = aparte("table", "overseers", *options, typed="best 0.1\nquit\n").stdout
    assert "votes" in shown and "not answered" not in shown
    assert ("with your vote for" in shown) is told


def test_chances_and_proofs_of_a_draft(tmp_path: Path) -> None:
    path = tmp_path / "draft.rec"
    path.write_text(EXAMPLE[: EXAMPLE.index("gets Ana P P P")], encoding="utf-8")
    data = json.loads(aparte("solve", path, "--json").stdout)
    assert data["exact"] and data["worlds"] > 1
    assert set(data["items"]) == set("MBAHPT")
    assert {"Cy:hand", "Cy:pack", "aside"} <= set(data["places"])
    proved = {(each["item"], each["place"], each["holds"]) for each in data["proved"]}
    assert ("P", "Bo:hand", True) not in proved
    told = aparte("explain", path, "not aside P", "--plain").stdout
    assert "aside" in told


@pytest.mark.parametrize(("language", "kind"), [("en", "Piety"), ("fr", "Piété"), ("fr", "P")])
def test_a_kind_is_asked_for_by_its_name(tmp_path: Path, language: str, kind: str) -> None:
    path = tmp_path / "draft.rec"
    path.write_text(EXAMPLE[: EXAMPLE.index("gets Ana P P P")], encoding="utf-8")
    asked = ("table", "overseers", "--from", str(path), "--lang", language, "--plain")
    typed = f"chances {kind}\nexplain aside {kind}\nquit\n"
    told = aparte(*asked, typed=typed, APARTE_HOME=str(tmp_path)).stdout
    assert f"{kind} »" not in told and f"'{kind}'" not in told, told
    assert "P:" in told or "P\xa0:" in told, told


def test_best_prices_the_votes(before_the_vote: str) -> None:
    args = ("best", before_the_vote, "--iterations", "30", "--json")
    moves = {each["move"] for each in json.loads(aparte(*args).stdout)}
    assert moves == {"votes Bo", "votes Cy"}


def test_whom_the_vote_may_accuse_is_told_before_it(before_the_vote: str) -> None:
    told = json.loads(aparte("solve", before_the_vote, "--json").stdout)["odds"]
    assert [each["name"] for each in told] == ["Ana", "Bo", "Cy"]
    assert sum(each["chances"]["accused"][0] for each in told) == pytest.approx(1)
    assert all(each["chances"]["rightly"][0] <= each["chances"]["accused"][0] for each in told)
    best = ("best", before_the_vote, "--iterations", "2", "--plain")
    said_open = {
        "en": "with your vote for",
        "fr": "avec votre vote pour",
    }
    for language, words in said_open.items():
        said = " ".join(aparte(*best, "--lang", language).stdout.split())
        assert said.count(words) == 3


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_table_is_told_and_drawn(before_the_vote: str, language: str) -> None:
    plain = aparte("replay", before_the_vote, "--plain", "--lang", language).stdout
    assert "Meixiu" in plain
    assert ("bottom row" if language == "en" else "rangée du bas") in plain


def test_a_foreign_card_in_a_pack_contradicts_the_others(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rec"
    path.write_text(EXAMPLE.replace("gets Ana P P P", "gets Ana P P T"), encoding="utf-8")
    done = aparte("check", str(path), "--json", code=1)
    assert json.loads(done.stdout)["kind"] in ("illegal", "contradiction")


def whole_round() -> str:
    """Return the referee's record that docs/overseers.md shows, its comments left out."""
    shown = re.findall(r"```\n(\[Game.*?)```", PAGE, re.DOTALL)[0]
    return re.sub(r" +#.*", "", shown)


def test_the_round_of_the_page_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "round.rec"
    path.write_text(whole_round(), encoding="utf-8")
    assert json.loads(aparte("check", path, "--json").stdout) == {"ok": True}
    record = read(whole_round())
    assert write(record) == whole_round()
    seen = write(view(record, "Cy"))
    assert seen.startswith(SEEN.read_text(encoding="utf-8"))
    part = re.findall(r"```\n(Cy meets.*?)```", PAGE, re.DOTALL)[0]
    assert part in seen


WRONG = [
    (
        "Ana picks P\nBo picks M",
        "Ana picks M\nBo picks M",
        "M is not among the pack's cards (OV-2)",
    ),
    ("gets Ana A B B H P", "gets Ana A B B H H", "H is not among the pack's cards (OV-2)"),
    ("Cy A B B H M P", "Cy M M M M M M", "only 2 M can be drawn here (OV-2)"),
    ("Ana discards T", "Ana discards M", "M is not among Ana's cards (OV-2)"),
    ("Ana places P P B / A A", "Ana places M P B / A A", "M is not among Ana's cards (OV-17)"),
    (
        "Ana draws H T",
        "Bo tilts t1",
        "'tilts' is the power of Yanmei, and Bo is Thief-Taker (OV-1)",
    ),
    ("Ana discards T", "Cy looks Ana b1 b2 = A A", "every player discards a card now (OV-2)"),
    ("Ana votes Cy", "Cy looks Ana b2 b3 = A T", "has been used already (OV-1)"),
    ("Ana votes Cy", "Ana votes Ana", "nobody may vote for oneself (OV-4)"),
    ("Cy denies", "Cy admits t1", "2 cards belong here, not 1 (OV-5)"),
    ("Cy takes A", "Cy takes M", "M is not among the discarded cards (OV-6)"),
    (
        "scores 12 23 37",
        "scores 12 23 38",
        "by what lies open it is 37 for Cy, not 38: the points of this round are: 12 23 37",
    ),
]


@pytest.mark.parametrize(("line", "wrong", "words"), WRONG)
def test_what_is_wrong_is_told_once_with_its_ruling(
    tmp_path: Path, line: str, wrong: str, words: str
) -> None:
    path = tmp_path / "wrong.rec"
    text = whole_round()
    assert text.count(line) == 1
    path.write_text(text.replace(line, wrong), encoding="utf-8")
    done = aparte("check", path, code=1)
    assert done.stderr.count("\n") == 1
    assert words in done.stderr


def twin_of(record: Record, viewer: str, seed: int) -> tuple[View, Record]:
    """Return the view and another whole record of which it is the view as well."""
    seen = view(record, viewer)
    worlds = Worlds(Pass(Draft.of(seen)))
    twin = complete(seen, Sampler(worlds, Random(seed)).world())
    assert write(twin) != write(record)
    return seen, twin


@pytest.mark.parametrize("before", ["Cy picks H", "Cy votes Bo"])
def test_twins_are_answered_alike(tmp_path: Path, before: str) -> None:
    """Secret picks, rows and votes of others change nothing in what a seat is shown."""
    text = whole_round()
    record = read(text[: text.index(before)])
    seen, twin = twin_of(record, "Cy", 4)
    answers = []
    for name, truth in (("one", record), ("other", twin)):
        path = tmp_path / name / "round.rec"
        path.parent.mkdir()
        path.write_text(write(truth), encoding="utf-8")
        seat = ("--seat", "Cy")
        answers.append([
            aparte("replay", path, "--as", "Cy", "--plain").stdout,
            aparte("solve", path, *seat, "--shortest", "--json").stdout,
            aparte("hint", path, *seat, "--level", "answer", "--json").stdout,
            aparte("explain", path, "not aside M", *seat, "--json").stdout,
            aparte("best", path, *seat, "--iterations", "2", "--json").stdout,
            aparte("best", path, *seat, "--iterations", "2", "--plain").stdout,
        ])  # fmt: skip
    assert answers[0] == answers[1]
    assert write(view(twin, "Cy")) == write(seen)


def test_what_others_entered_does_not_show_while_entering(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever enters last sees the same, whatever the others have picked."""
    shown = []
    for n, picks in enumerate((("1", "2"), ("3", "1"))):
        monkeypatch.setenv("APARTE_HOME", str(tmp_path / str(n)))
        typed = "".join(f"\nmoves\n{pick}\n" for pick in picks) + "\nboard\nsolve\nquit\n"
        asked = ("play", "overseers", "--players", "Ana,Bo,Cy", "--seed", "4", "--plain")
        told = aparte(*asked, typed=typed).stdout
        shown.append(told[told.index("Cy, a move or help") :])
    assert shown[0] == shown[1]
    assert "Your pack" in shown[0]
    assert "worlds fit" in shown[0]


def test_fushen_sees_whom_to_become() -> None:
    record = read(whole_round().partition("Cy becomes")[0])
    for viewer, sees in (("Cy", True), ("Bo", False)):
        lines = list(sentences(view(record, viewer)))
        assert ("To choose from: Meixiu, Nuying, Two-Above." in lines) == sees


@pytest.mark.parametrize(("players", "language"), [(3, "fr"), (5, "en")])
def test_chances_fit_a_narrow_terminal(
    players: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_LANG", language)
    seen = before_a_vote(players)
    monkeypatch.setattr("aparte.solver.games.overseers.reading.Pass", refused)
    monkeypatch.setattr("aparte.solver.games.overseers.pruned.KEPT", 20)
    shown = drawn(seen, solve(seen, 0.5))
    assert max(map(len, shown.splitlines())) <= 80
    assert re.search(r"0[.,]\d\d +0[.,]\d\d", shown)  # numbers stay whole


def refused(*args: object) -> Pass:
    raise TooManyStates


def before_a_vote(players: int) -> View:
    record = at_random(blank("overseers", players), Random(players), Step.VOTE)
    return view(record, record.setup.players[0])
