"""What commands print with --json is as docs/schema says, in every game."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aparte.solver.engine.patterns import Pattern
from tests.aparte_cli import EXAMPLES, FOUR, aparte, environment
from tests.schemas import FOLDER, faults, schema
from tests.stores import GAME

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
commands = runpy.run_path(str(ROOT / "tools" / "options.py"))["commands"]
THREE = EXAMPLES / "adresses-jaunes-3p-ana.rec"
CHOICES = {
    "adresses-jaunes": ("adresses-jaunes-3.rec", 12, "Cy"),
    "onstage": ("onstage-en-4.rec", 60, "Dai"),
    "overseers": ("overseers-4.rec", 41, "Ana"),
    "bards": ("bards-2.rec", 60, "Ana"),
}
"""A whole game of each, and after which line of its file who has a choice."""


@pytest.fixture(params=CHOICES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def seat(game: str) -> tuple[str, str]:
    return "--seat", CHOICES[game][2]


@pytest.fixture
def begun(game: str, tmp_path: Path) -> Path:
    """The record of a game in its middle."""
    file, until, _ = CHOICES[game]
    lines = (GOLDEN / file).read_text("utf-8").splitlines()[:until]
    return written(tmp_path, *lines)


def written(folder: Path, *lines: str) -> Path:
    path = folder / "game.rec"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def printed(name: str, *arguments: object, code: int = 0) -> Any:
    """Return what `aparte NAME … --json` prints, which has to be as its schema says."""
    found = json.loads(aparte(*name.split("-"), *arguments, "--json", code=code).stdout)
    assert faults(found, name) == []
    return found


def test_every_command_with_json_has_a_schema_and_every_schema_a_command() -> None:
    with_json = {
        context.command_path.removeprefix("aparte ").replace(" ", "-")
        for context in commands()
        if any("--json" in each.opts for each in context.command.params)
    }
    assert {path.stem for path in FOLDER.glob("*.json")} == with_json | {"steps"}
    page = (FOLDER.parent / "json.md").read_text("utf-8")
    assert set(re.findall(r"\(schema/(.*?)\.json\)", page)) == with_json | {"steps"}


def test_whatever_is_not_as_a_schema_says_is_found() -> None:
    sound = {"game": "x", "viewer": "Bo", "fact": "Bo 5T", "follows": None, "words": "-"}
    assert faults(sound, "explain") == []
    for key in sound:
        assert faults({name: sound[name] for name in sound.keys() - {key}}, "explain")
        assert faults(sound | {key: 5}, "explain")
    assert faults(sound | {"more": 5}, "explain")
    step = {"pattern": "told", "conclusion": "-", "lines": [1], "background": [], "earlier": []}
    assert faults([step], "steps") == []
    assert faults([step | {"lines": [0]}], "steps") and faults([step | {"lines": ["1"]}], "steps")
    assert faults([step | {"case": {"supposed": "-", "steps": [{}]}}], "steps")


def test_steps_name_every_pattern() -> None:
    assert set(schema("steps.json")["$defs"]["pattern"]["enum"]) == set(Pattern)


def test_solve(game: str, begun: Path, seat: tuple[str, str]) -> None:
    assert printed("solve", begun, *seat)["game"] == game
    assumed = ("--behaviour",) if game == "overseers" else ()
    found = printed("solve", begun, *seat, "--shortest", *assumed)
    assert "steps" not in found and ("behaviour" in found.get("chances", ())) == bool(assumed)


@pytest.mark.parametrize(("file", "key"), [(THREE, "items"), (FOUR, "broken")])
def test_solve_by_a_convention(file: Path, key: str, tmp_path: Path) -> None:
    head, *rest = file.read_text("utf-8").splitlines()
    agreed = written(tmp_path, head, '[Convention "1"]', *rest)
    assert key in printed("solve", agreed)["convention"]


def test_explain(begun: Path, seat: tuple[str, str]) -> None:
    solved = printed("solve", begun, *seat)
    for proved in solved["proved"][:1]:
        fact = f"{proved['place']} {proved['item']}"
        true, false = (fact, f"not {fact}") if proved["holds"] else (f"not {fact}", fact)
        assert printed("explain", begun, true, *seat)["follows"] is True
        assert "steps" not in printed("explain", begun, true, *seat, "--shortest")
        assert "opposite" in printed("explain", begun, false, *seat)
    settled = {(each["item"], each["place"]) for each in solved["proved"]}
    item, place = next(
        (item, place)
        for item, places in solved["items"].items()
        for place in places
        if (item, place) not in settled
    )
    assert printed("explain", begun, f"{place} {item}", *seat)["follows"] is False


def test_explain_by_contradiction() -> None:
    file = EXAMPLES / "explaining" / "adresses-jaunes-round.rec"
    assert printed("explain", file, "not Bo 1T")["steps"][-1]["case"]


@pytest.mark.parametrize("level", ["nudge", "answer"])
def test_hint(begun: Path, seat: tuple[str, str], level: str) -> None:
    assert printed("hint", begun, *seat, "--level", level)["level"] == level


def test_best(begun: Path, seat: tuple[str, str]) -> None:
    assert printed("best", begun, *seat, "--iterations", 8)


def test_best_tells_a_program_all_that_its_words_compare(
    begun: Path, seat: tuple[str, str]
) -> None:
    for seed in range(2):
        for row in printed("best", begun, *seat, "--iterations", 24, "--seed", seed):
            assert ("as good as" in row["why"]) == bool(row["either"])


def test_best_tells_a_program_what_only_a_count_settles() -> None:
    told = ROOT / "tests" / "solver" / "play" / "told" / "adresses-jaunes-tells-most.rec"
    rows = printed("best", told, "--iterations", 8)[1:]
    assert any(-row["gap"] < row["gap_error"] for row in rows), "trials tell nothing"
    assert not any(row["either"] for row in rows)


def test_best_with_nothing_to_choose() -> None:
    assert printed("best", FOUR, "--iterations", 8) == []


def test_check(begun: Path) -> None:
    assert printed("check", begun)["ok"]
    lines = begun.read_text("utf-8").splitlines()
    for wrong, kind in (("Ana dances", "notation"), (lines[-1], "illegal")):
        record = written(begun.parent, *lines, wrong)
        assert printed("check", record, code=1)["kind"] == kind


def test_check_of_lines_that_cannot_all_be_true(tmp_path: Path) -> None:
    text = THREE.read_text("utf-8").replace("Cy disc v1 = 2", "Cy disc v1 = 4")
    wrong = written(tmp_path, *text.splitlines())
    assert printed("check", wrong, code=1)["kind"] == "contradiction"


def test_check_of_what_is_no_record(tmp_path: Path) -> None:
    assert "repairs" not in printed("check", written(tmp_path, "Hello"), code=1)


def test_review(begun: Path, seat: tuple[str, str]) -> None:
    assert printed("review", begun, *seat, "--iterations", 8)["decisions"]


def test_verify(game: str, tmp_path: Path) -> None:
    players = ("--players", "Ana,Bo,Cy", "--bots", "Ana=random,Bo=random,Cy=random")
    record = aparte("play", game, *players, "--seed", 1).stdout
    lines = record.splitlines()
    assert printed("verify", written(tmp_path, *lines))["dealt"] is True
    other = [line.replace('[Seed "1"]', '[Seed "2"]') for line in lines]
    assert printed("verify", written(tmp_path, *other), code=1)["dealt"] is False
    without = [line for line in lines if not line.startswith("[Seed")]
    assert printed("verify", written(tmp_path, *without), code=1)["dealt"] is None


def test_games_and_scores(game: str, begun: Path, tmp_path: Path) -> None:
    aparte("import", begun)
    aparte("import", GOLDEN / CHOICES[game][0])
    aparte("import", written(tmp_path, *GAME.splitlines()))
    assert len(printed("games")) == 3
    assert len(printed("scores")["games"]) == 1


def test_simulate(game: str) -> None:
    assert printed("simulate", game, "--seats", "random,random,random", "--games", 2)["games"] == 2


@pytest.mark.parametrize("what", ["adresses-jaunes", "onstage", "overseers", "bards", "puzzle"])
def test_host(what: str) -> None:
    players = () if what == "puzzle" else ("--players", "Ana,Bo,Cy", "--bots", "Cy=random")
    process = subprocess.Popen(
        [sys.executable, "-m", "aparte.cli", "host", what, "--json", *players],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    with process:
        told = process.stdout.readline()
        process.terminate()
    assert faults(json.loads(told), "host") == []


def test_puzzles(game: str) -> None:
    of_game = printed("puzzle-list", "--game", game)
    name = next(each["name"] for each in of_game if each["level"] == "easy")
    [file] = (ROOT / "puzzles").glob(f"*/{name}.rec")
    rated = printed("puzzle-rate", file)
    answer = " ".join(rated["answer"])
    aparte("puzzle", "solve", file, typed=f"{answer}\n", code=None)
    assert printed("puzzle-record")["solved"] or printed("puzzle-record")["open"]


def test_new_puzzles() -> None:
    words = ("onstage", "--seed", "4", "--count", 2)
    hidden, told = printed("puzzle-new", *words), printed("puzzle-new", *words, "--answer")
    assert [each["answer"] for each in hidden] == [None, None]
    for one, other in zip(hidden, told, strict=True):
        assert one["code"] == other["code"] and other["answer"]
        assert "[Answer " not in one["record"] and "[Answer " in other["record"]


def test_cards(tmp_path: Path) -> None:
    assert printed("cards-list")["bards"]
    aparte("cards", "new", tmp_path / "mine.toml")
    assert printed("cards-check", tmp_path / "mine.toml")["ok"]
