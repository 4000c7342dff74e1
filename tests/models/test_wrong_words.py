"""A record in which a word is wrong, of whichever seat, is read or told; nothing else happens."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from aparte.contract.mutations import mutated
from aparte.models.core import TABLE, IllegalAction, TableError, view
from aparte.models.record import read, write
from aparte.models.words import say
from tests.tables import blank, played_at_random

GAMES = [
    ("adresses-jaunes", 2),
    ("adresses-jaunes", 3),
    ("onstage", 3),
    ("overseers", 3),
    ("bards", 2),
]


@pytest.mark.parametrize("game, players", GAMES)
def test_only_errors_of_the_table_come_out(game: str, players: int) -> None:
    rng = Random(game)
    record = played_at_random(blank(game, players), 1, 70)
    for viewer in (record.setup.players[0], TABLE):
        seen = view(record, viewer)
        for _ in range(18):
            with suppress(TableError):
                read(write(mutated(seen, rng)))


HEAD = """[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "{seat}"]
revealed 4P 4R 4T 5R 5T 9R
deal Ana {ana}
deal Bo {bo}
deal Cy ????
Ana disc h1 = 3
Bo disc h1 = {count}
Cy disc h1 = 1
"""


@pytest.mark.parametrize("line", ["Bo pawn 8P = Ana", "Cy pawn 8P = Ana"])
def test_a_tile_that_the_viewer_does_not_hold_is_not_opened_from_that_hand(line: str) -> None:
    text = HEAD.format(seat="Ana", ana="1T 2T 3P 7R", bo="????", count=3) + line + "\n"
    with pytest.raises(TableError) as error:
        read(text)
    assert str(error.value).startswith("lines 6, 12: Ana does not hold 8P: 1T, 2T, 3P, 7R (AJ-6)")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((7,), "line 7: so"),
        ((7, 8), "lines 7, 8: so"),
        ((7, 8, 9), "lines 7 to 9: so"),
        ((3, 60, 61, 62, 73, 74, 76), "lines 3, 60 to 62, 73, 74, 76: so"),
    ],
)
def test_lines_in_a_row_are_told_as_one(lines: tuple[int, ...], told: str) -> None:
    assert str(IllegalAction("XX-1", say("so"), lines)) == f"{told} (XX-1)"
