"""Overseers at the table and in the commands: the example round of its rules."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.aparte_cli import aparte

RULES = Path(__file__).parents[2] / "cli" / "rules" / "overseers.fr.md"
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


def test_best_prices_the_votes(before_the_vote: str) -> None:
    args = ("best", before_the_vote, "--iterations", "30", "--json")
    moves = {each["move"] for each in json.loads(aparte(*args).stdout)}
    assert moves == {"votes Bo", "votes Cy"}


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
