"""The page on steps knows every pattern, and shows a real chain of each."""

import re
from pathlib import Path

import pytest

from aparte.solver.engine.patterns import Pattern
from tests.aparte_cli import aparte, data

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "explaining.md").read_text("utf-8")
EXAMPLES = ROOT / "tests" / "examples" / "explaining"


def test_the_table_of_patterns_is_the_one_used() -> None:
    rows = re.findall(r"^\| `(.+?)` \| (.+?) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert {name: (called, int(hard)) for name, called, hard in rows} == {
        pattern: (str(pattern.called), pattern.difficulty) for pattern in Pattern
    }


@pytest.mark.parametrize("pattern", Pattern)
def test_a_chain_of_each_pattern_is_shown(pattern: Pattern) -> None:
    shown = " ".join(" ".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)).split())
    assert f"({pattern.called})" in shown


def test_steps_are_told_in_french() -> None:
    file = EXAMPLES / "adresses-jaunes-two.rec"
    told = " ".join(aparte("explain", file, "not Ana 7P", "--lang", "fr").stdout.split())
    assert "(l’un dans l’autre)" in told
    assert "étape 1" in told


def test_steps_as_data() -> None:
    first, second = data("explain", EXAMPLES / "adresses-jaunes-two.rec", "not Ana 7P")["steps"]
    assert set(first) == {"pattern", "conclusion", "lines", "background", "earlier"}
    assert (first["pattern"], first["lines"], first["earlier"]) == ("full", [9, 17], [])
    assert first["background"] == ["2T is in sight elsewhere"]
    assert (second["pattern"], second["earlier"]) == ("difference", [0])
    assert second["conclusion"] == "7P is not with Ana"


def test_a_case_as_data() -> None:
    *_, step = data("explain", EXAMPLES / "adresses-jaunes-round.rec", "not Bo 1T")["steps"]
    assert step["case"]["supposed"] == "1T is with Bo"
    first, *_, last = step["case"]["steps"]
    assert (last["conclusion"], last["within"]) == ("that cannot be", [0, 1])
    assert (first["supposed"], last["supposed"]) == (True, False)


def test_the_shortest_proof_has_no_steps() -> None:
    file = EXAMPLES / "adresses-jaunes-two.rec"
    found = data("explain", file, "not Ana 7P", "--shortest")
    assert found["follows"] and found["lines"] and "steps" not in found
    assert "steps" in data("solve", file) and "steps" not in data("solve", file, "--shortest")
