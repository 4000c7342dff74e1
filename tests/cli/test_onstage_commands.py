"""Onstage from the command line: its records have their answers, its table is noted."""

import json
from pathlib import Path

import pytest

from aparte.models.core import TABLE, view
from aparte.models.record import write, write_event
from tests.aparte_cli import EXAMPLES, aparte, data
from tests.models.onstage.positions import game

OURS = sorted(EXAMPLES.glob("onstage-*.rec"))


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_the_shared_records_have_their_answers(path: Path) -> None:
    answer = json.loads(path.with_suffix(".answer.json").read_text())
    found = data("solve", path)
    assert found["worlds"] == answer["worlds"]
    assert found["items"] == answer["items"]
    assert next(iter(found["items"].values())).keys() == set(found["places"])


def test_a_later_round_is_solved_and_explained(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    whole = game(4, 8, Edition="fr")
    path.write_text(write(view(whole.until(whole.lines[-1].number - 6), TABLE)))
    found = data("solve", path)
    assert found["items"].keys() <= {f"{s}{v}" for s in "KPBG" for v in range(1, 10)}
    assert all(sum(each.values()) == found["worlds"] for each in found["items"].values())
    proof = next(each for each in found["proved"] if not each["holds"])
    assert " with " in aparte("hint", path, "--level", "answer").stdout
    fact = f"not {proof['place']} {proof['item']}"
    assert json.loads(aparte("explain", path, fact, "--json").stdout)["lines"] == proof["lines"]


def test_a_revoke_is_reported_with_both_lines(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    text = (EXAMPLES / "onstage-3p-table.rec").read_text()
    path.write_text(f"{text}Ana plays P8\nAna plays B9\nBo plays B5\nCy plays P5\n")
    answer = aparte("check", path, "--json", code=1)
    found = json.loads(answer.stdout)
    assert found["kind"] == "illegal"
    assert found["lines"] == [19, 23]
    assert "ON-17" in found["words"]


@pytest.mark.parametrize("viewer", ["Bo", TABLE])
def test_a_whole_game_is_noted_from_what_the_viewer_sees(viewer: str, tmp_path: Path) -> None:
    seen = view(game(5, 6), viewer)
    lines = [write_event(seen.game, event) for _, event in seen.events]
    typed = [line for line in lines if "?" not in line and not line.startswith("result")]
    home = str(tmp_path / "home")
    asked = ("table", "onstage", "--players", "Ana,Bo,Cy,Dai,Eli", "--seat", viewer)
    aparte(*asked, typed="".join(f"{line}\n" for line in typed), APARTE_HOME=home)
    assert aparte("export", 1, APARTE_HOME=home).stdout == write(seen)


def test_bots_play_a_whole_game() -> None:
    bots = "Ana=greedy,Bo=random,Cy=greedy"
    asked = ("play", "onstage", "--players", "Ana,Bo,Cy", "--bots", bots, "--edition", "fr")
    first = aparte(*asked, "--seed", 5).stdout
    assert first == aparte(*asked, "--seed", 5).stdout
    assert first.splitlines()[-1].startswith("result Ana ")
