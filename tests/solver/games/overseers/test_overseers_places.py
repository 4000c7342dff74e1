"""Where a card is said to be after a penalty, a theft, a compensation and a seizure."""

from __future__ import annotations

from pathlib import Path

import pytest

from aparte.models.core import view
from aparte.models.hidden import Claim
from aparte.models.record import read_file, write
from aparte.solver.engine.explain import Proof
from aparte.solver.engine.solve import solve, why
from tests.aparte_cli import aparte, data
from tests.soak.truth import LIES, true

RECORDS = Path(__file__).parent / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.rec"))


@pytest.mark.parametrize("name", NAMES)
def test_every_place_is_called_what_it_is(name: str) -> None:
    record = read_file(RECORDS / f"{name}.rec")
    for seat in ("table", *record.setup.players):
        solved, lies = solve(view(record, seat)), LIES["overseers"](record, seat)
        assert solved.claims and all(true(claim, lies) for claim in solved.claims)


def test_two_cards_of_one_row_that_a_penalty_took_are_in_the_discard() -> None:
    seen = view(read_file(RECORDS / "penalty-of-one-row.rec"), "Ana")
    assert isinstance(why(seen, Claim("A", "Cy:top", holds=False)), Proof)
    assert isinstance(why(seen, Claim("A", "discard")), Proof)
    told = aparte("explain", RECORDS / "penalty-of-one-row.rec", "Cy:top A", "--seat", "Ana")
    assert "No, it is not true that A is in the top row of Cy." in told.output


def test_seized_thefts_have_left_the_discard() -> None:
    record = read_file(RECORDS / "seized.rec")
    assert isinstance(why(view(record, "Ana"), Claim("T", "discard", holds=False)), Proof)
    assert isinstance(why(view(record, "Ana"), Claim("T", "Bo:gained")), Proof)
    found = data("solve", RECORDS / "seized.rec", "--seat", "Ana")
    in_discard = sum(places["discard"] for places in found["items"].values())
    assert in_discard == len(record.state.discard) * found["worlds"]


def test_nothing_is_asked_of_a_round_that_is_over() -> None:
    record = read_file(RECORDS.parents[3] / "golden" / "overseers-3.rec")
    ended = [number for number, event in record.events if event.verb in ("scores", "names")]
    for line in ended[:-1]:
        solved, cut = solve(view(record.until(line), "table")), record.until(line)
        lies = LIES["overseers"](cut, "table")
        assert all(true(claim, lies) for claim in solved.claims)


def test_between_rounds_there_is_nothing_to_ask(tmp_path: Path) -> None:
    record = read_file(RECORDS.parents[3] / "golden" / "overseers-3.rec")
    later = next(number for number, event in record.events if event.verb == "laid")
    file = tmp_path / "between.rec"
    file.write_text(write(record.until(later - 1)), encoding="utf-8")
    found = data("solve", file, "--seat", record.setup.players[0])
    assert found["places"] == [] and found["items"] == {} and found["proved"] == []
    told = aparte("explain", file, "discard T", "--seat", record.setup.players[0], code=2)
    assert "There is nothing to work out" in " ".join(told.output.split())
