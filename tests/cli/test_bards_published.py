"""What is said of the cards of Battle of the Bards: true, and something to a person."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from aparte.models.core import Record, view
from aparte.models.record import write
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.steps import path
from tests.aparte_cli import aparte, data
from tests.soak.truth import LIES, true, whole_game

PLACES = {"Ana", "Bo", "Cy", "Dai", "nobody", "hand", "stage", "deck"}


@pytest.fixture(scope="module")
def record() -> Record:
    return whole_game("bards", Random("published"))


def cuts(record: Record, n: int) -> list[Record]:
    """Return `record` cut at some lines, those with a Poster in a hand and in its deck first."""
    lines = [line.number for line in record.lines]
    found = [record.until(number) for number in Random(1).sample(lines, n)]
    return found


def test_nothing_is_said_of_what_is_no_place_for_a_person(record: Record) -> None:
    for cut in cuts(record, 8):
        for seat in record.setup.players:
            seen = view(cut, seat)
            hidden, lies = seen.game.model.hidden(seen), LIES["bards"](cut, seat)
            assert set(hidden.names) <= PLACES
            for claim in deduce(hidden).claims:
                assert true(claim, lies)
                assert not claim.item.startswith(f"{seat}:")
                assert (":" in claim.item) == (claim.place in ("hand", "stage", "deck"))
            for step in path(hidden, work=100_000):
                assert all(claim.place in PLACES for claim in step.claims)


def test_the_own_hand_and_deck_are_in_no_answer(record: Record, tmp_path: Path) -> None:
    file = tmp_path / "bards.rec"
    file.write_text(write(cuts(record, 1)[0]), encoding="utf-8")
    found = data("solve", file, "--seat", "Ana")
    assert not any(item.startswith("Ana:") for item in found["items"])
    for item, places in found["items"].items():
        assert set(places) <= ({"hand", "stage", "deck"} if ":" in item else PLACES)
    assert all(not each["item"].startswith("Ana:") for each in found["proved"])


def test_explain_says_in_a_sentence_that_there_is_nothing_to_ask(
    record: Record, tmp_path: Path
) -> None:
    file = tmp_path / "bards.rec"
    dealt = next(n for n, event in record.events if event.verb == "stages")
    file.write_text(write(record.until(dealt - 1)), encoding="utf-8")
    told = aparte("explain", file, "hand BP", "--seat", "Ana", code=2).output
    assert "BP is never there; it can be at: Ana, Bo" in told
    told = aparte("explain", file, "hand Ana:Poster", "--seat", "Ana", code=2).output
    assert "this view leaves nothing open about Ana:Poster" in told
    wrong = aparte("explain", file, "next BP", "--seat", "Ana", code=2).output
    assert "next BP: expected a place and a piece, such as: " in wrong
    told = aparte("explain", file, "hand Bo:Poster", "--seat", "Ana").output
    assert "It does not follow that Poster of Bo is in the hand." in told
