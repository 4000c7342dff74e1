"""Whole games once played: they read back byte for byte, and end as they ended."""

from functools import cache
from pathlib import Path

import pytest

from aparte.models.core import RESULT, TABLE, Record, view
from aparte.models.games import OWN
from aparte.models.record import read, read_file, write

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.rec"))


@cache
def game(path: Path) -> Record:
    return read_file(path)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_game_once_played_reads_back_and_ends_as_written(path: Path) -> None:
    record = game(path)
    assert write(record) == path.read_text(encoding="utf-8")
    outcome = record.game.outcome(record.state)
    *_, (_, last) = record.events
    assert last.verb == RESULT
    assert outcome is not None and outcome.words == last.outcome
    assert set(outcome.winners) <= set(record.setup.players)
    if not outcome.together:
        assert outcome.scores.keys() == set(record.setup.players) and outcome.winners


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_what_was_seen_of_it_can_be_read_too(path: Path) -> None:
    record = game(path)
    viewer = (TABLE, record.setup.players[-1])[GOLDEN.index(path) % 2]
    text = write(view(record, viewer))
    assert write(read(text)) == text


def test_there_is_a_game_for_every_number_of_players() -> None:
    played = [game(path) for path in GOLDEN]
    for name in OWN:
        games = [record for record in played if record.game.name == name]
        assert {len(record.setup.players) for record in games} == set(games[0].game.seats)
        for record in games:  # editions and versions are told by the header
            assert record.tag("Record") in record.game.notation.versions
