"""Whole games once played: they read back byte for byte, and end as they ended."""

from pathlib import Path

import pytest

from aparte.models.core import RESULT, TABLE, view
from aparte.models.record import read, read_file, write

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = [f"{game}-{n}" for game in ("adresses-jaunes", "bards") for n in (2, 3, 4)]
GAMES += ["bards-2-sudden"]  # by the rules of the first version
GAMES += [f"bards-v2-{game}" for game in ("2-counted", "2-sudden", "3", "4-sudden")]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_once_played_reads_back_and_ends_as_written(name: str) -> None:
    path = GOLDEN / f"{name}.rec"
    record = read_file(path)
    assert write(record) == path.read_text(encoding="utf-8")
    *_, (_, last) = record.events
    assert last.verb == RESULT and record.game.result(record.state) == last.outcome


@pytest.mark.parametrize("name", GAMES)
def test_what_each_seat_saw_of_it_can_be_read_too(name: str) -> None:
    record = read_file(GOLDEN / f"{name}.rec")
    for viewer in (TABLE, *record.setup.players):
        text = write(view(record, viewer))
        assert write(read(text)) == text
