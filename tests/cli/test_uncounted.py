"""Where there is too much to count: what is possible and proved is told, no chance made up."""

import json
import re
from fractions import Fraction
from random import Random

import pytest

from aparte.cli.answers import explained
from aparte.cli.answers.chances import show_chances
from aparte.cli.language import spoken, tell
from aparte.models.face import Odd
from aparte.models.record import read_file
from aparte.solver.engine import fitting
from aparte.solver.engine import solve as solving
from aparte.solver.engine.count import count
from aparte.solver.engine.explain import Undecided
from aparte.solver.engine.solve import solve
from aparte.solver.games.overseers import pruned, reading
from aparte.web.chances import _luck
from tests.aparte_cli import EXAMPLES, FOUR, aparte, data
from tests.reasons import positions

ONSTAGE = EXAMPLES / "onstage-5p-ana.rec"


@pytest.fixture(autouse=True)
def too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "count", lambda hidden: count(hidden, limit=1))


@pytest.mark.parametrize("path", [FOUR, ONSTAGE], ids=lambda path: path.stem)
def test_the_same_is_proved_without_counting(path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = data("solve", path)
    assert (found["exact"], found["worlds"]) == (False, None)
    monkeypatch.undo()
    counted = data("solve", path)
    assert found["proved"] == counted["proved"]
    for item, places in counted["items"].items():
        settled = {0: 0, counted["worlds"]: 1}
        assert found["items"][item] == {place: settled.get(n) for place, n in places.items()}


@pytest.mark.parametrize("path", [FOUR, ONSTAGE], ids=lambda path: path.stem)
def test_people_see_that_chances_are_not_known(path) -> None:
    for plain in ([], ["--plain"]):
        shown = " ".join(aparte("solve", path, "--crosscheck", *plain).stdout.split())
        assert "too many to count" in shown
        assert "Proved:" in shown
        assert "?" in shown
    assert "Trop de mondes" in aparte("solve", path, "--lang", "fr").stdout


def test_a_conflict_is_found_all_the_same(tmp_path) -> None:
    path = tmp_path / "wrong.rec"
    path.write_text(FOUR.read_text().replace("Ana disc h3 = 1", "Ana disc T = 1"))
    found = json.loads(aparte("check", path, "--json", code=1).stdout)
    assert (found["kind"], found["lines"]) == ("contradiction", [12, 14, 19])
    assert data("check", FOUR) == {"ok": True}


def test_a_session_goes_on(tmp_path) -> None:
    asked = ("table", "adresses-jaunes", "--from", FOUR, "--seat", "Bo")
    told = aparte(*asked, typed="solve\nquit\n", APARTE_HOME=str(tmp_path)).stdout
    assert "too many to count" in " ".join(told.split())


@pytest.mark.parametrize(("lang", "said"), [("en", "work set aside"), ("fr", "travail prévu")])
def test_what_is_not_proved_is_for_want_of_work_and_not_of_time(
    monkeypatch: pytest.MonkeyPatch, lang: str, said: str
) -> None:
    monkeypatch.setattr(solving, "PROVING", 0)
    monkeypatch.setattr(explained, "PROVING", 0)
    fact = data("solve", FOUR)["proved"][0]
    claim = f"{'' if fact['holds'] else 'not '}{fact['place']} {fact['item']}"
    for command in (("solve", FOUR), ("solve", FOUR, "--shortest"), ("explain", FOUR, claim)):
        told = " ".join(aparte(*command, "--lang", lang).stdout.split())
        assert said in told, command
        assert "time" not in told and "temps" not in told
    with spoken(lang):
        assert said in tell(Undecided(None).words)


def test_an_estimated_chance_is_told_with_its_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = read_file(EXAMPLES / "overseers-3p-cy.rec")
    show_chances(solve(own), [("P", "")])
    assert "±" not in capsys.readouterr().out
    monkeypatch.setattr(reading, "COUNTED", 1)
    monkeypatch.setattr(pruned, "KEPT", 4)
    for item, place in (("P", ""), ("", "Bo:bottom")):
        show_chances(solve(own), [(item, place)])
        assert re.search(r"[1-9] ± 0\.\d\d expected", capsys.readouterr().out)


def test_an_estimated_chance_of_one_card_is_told_with_its_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reading, "COUNTED", 1)
    monkeypatch.setattr(pruned, "KEPT", 4)
    views = map(solve, positions("overseers", Random("one/0")))
    found = next(each for each in views if each.hidden.has_room_for_one("aside"))
    for item in ("", "M"):
        show_chances(found, [(item, "aside")])
        assert re.search(r"[1-9] ± \d+\.\d %", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        (Odd(Fraction(1, 2), 0.062), "50 ± 6.2"),
        (Odd(Fraction(1, 100), 0.06), "about 1"),
        (Odd(Fraction(0), 0.03), "about 1"),
        (Odd(Fraction(1), 0.06), "about 99"),
        (Odd(Fraction(0)), "0"),
        (Odd(Fraction(1, 1000)), "1"),
        (Odd(Fraction(1)), "100"),
    ],
)
def test_no_error_is_larger_than_the_chance_leaves_room_for(odd: Odd, told: str) -> None:
    """A phone tells it as a terminal does."""
    assert str(odd.in_percent) == told
    if odd.error:
        assert str(_luck(odd).words) == f"{told} %"
