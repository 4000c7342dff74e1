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


@pytest.mark.parametrize("fact", ["not Ana K6", "not Ana 6♠", "not ana n6"])
def test_a_fact_spells_a_card_as_a_record_does(fact: str) -> None:
    found = aparte("explain", EXAMPLES / "onstage-4p-bo.rec", fact, "--json").stdout
    assert json.loads(found)["fact"] == "not Ana K6"


@pytest.mark.parametrize(("tag", "ruling"), [('[Teams "Ana+Bo Cy+Dai"]', "ON-15")])
def test_a_header_that_the_rules_forbid_is_placed(tag: str, ruling: str, tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    first, *rest = (EXAMPLES / "onstage-4p-bo.rec").read_text().splitlines()
    path.write_text("\n".join([first, tag, *rest]))
    found = json.loads(aparte("check", path, "--json", code=1).stdout)
    assert (found["kind"], found["lines"]) == ("illegal", [2])
    assert ruling in found["words"]


def test_teams_that_cannot_be_are_a_wrong_command_line() -> None:
    asked = ("play", "onstage", "--players", "Ana,Bo,Cy,Dai", "--set")
    assert "Ana+Cy Bo+Dai" in aparte(*asked, "Teams=Ana+Bo Cy+Dai", code=2).stderr


def test_a_later_round_is_solved_and_explained(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    whole = game(4, 8, Edition="fr")
    path.write_text(write(view(whole.until(whole.lines[-1].number - 6), TABLE)))
    found = data("solve", path)
    assert found["items"].keys() <= {f"{s}{v}" for s in "KPBG" for v in range(1, 10)}
    assert all(sum(each.values()) == found["worlds"] for each in found["items"].values())
    proof = next(each for each in found["proved"] if not each["holds"])
    fact = f"not {proof['place']} {proof['item']}"
    assert " with " in aparte("explain", path, fact).stdout
    assert json.loads(aparte("explain", path, fact, "--json").stdout)["lines"] == proof["lines"]


def test_a_revoke_is_reported_with_both_lines(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    text = (EXAMPLES / "onstage-3p-table.rec").read_text()
    path.write_text(f"{text}Ana plays P8\nAna plays B9\nBo plays B5\nCy plays P5\n")
    answer = aparte("check", path, "--json", code=1)
    found = json.loads(answer.stdout)
    assert found["kind"] == "illegal"
    assert found["lines"] == [18, 19, 23]
    assert "ON-17" in found["words"]


@pytest.mark.parametrize(
    ("names", "viewer", "lines"), [("Ana,Bo,Cy", "Bo", None), ("Ana,Bo,Cy,Dai,Eli", TABLE, 50)]
)
def test_a_game_is_noted_from_what_the_viewer_sees(
    names: str, viewer: str, lines: int | None, tmp_path: Path
) -> None:
    whole = game(len(names.split(",")), 6)
    seen = view(whole.until(whole.lines[:lines][-1].number), viewer)
    told = [write_event(seen, event) for _, event in seen.events]
    typed = [line for line in told if "?" not in line and not line.startswith("result")]
    home = str(tmp_path / "home")
    asked = ("table", "onstage", "--players", names, "--seat", viewer)
    aparte(*asked, typed="".join(f"{line}\n" for line in typed), APARTE_HOME=home)
    assert aparte("export", 1, APARTE_HOME=home).stdout == write(seen)


def test_bots_play_a_whole_game() -> None:
    bots = "Ana=greedy,Bo=random,Cy=greedy"
    asked = ("play", "onstage", "--players", "Ana,Bo,Cy", "--bots", bots, "--edition", "fr")
    first = aparte(*asked, "--seed", 5).stdout
    assert first == aparte(*asked, "--seed", 5).stdout
    assert first.splitlines()[-1].startswith("result Ana ")
