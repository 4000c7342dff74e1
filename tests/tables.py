"""What many tests need: games played at random, records to play them in, what those allow."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from aparte.models.core import Record, TableError, turn, view
from aparte.models.match import Match
from aparte.models.record import NAMES, blank, read, write_event
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import acted, bot_event, drawn, played

__all__ = ["NAMES", "blank"]

POSITION = """[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "Ana"]
[From "position"]
revealed 4P 4R 4T 5P 9R 9T
neutral 8R
found Ana 5T
found Cy 1P
deal Ana 2R 2T 8T
deal Bo ????
deal Cy ???
Ana disc v2 shows 3
Bo disc h2 shows 3
Cy disc T shows 0
Ana disc h1 shows 2
Bo disc v3 shows 2
Cy disc h1 shows 3
round 2 pawns
"""
"""A board of Les Adresses Jaunes in the middle of a game, as Ana sees it."""


def random_game(game: str, players: int, seed: int, **tags: str) -> Record:
    """Return the referee's record of a whole game between random players."""
    record = blank(game, players, **tags)
    bots = {player: RandomBot() for player in record.setup.players}
    return played(record, bots, Random(seed))


def played_at_random(record: Record, seed: int, most: int) -> Record:
    """Return `record` played at random, at most some `most` lines: there may be no end to it."""
    rng = Random(seed)
    bots = {player: RandomBot() for player in record.setup.players}
    match = Match.of(drawn(record, rng), bots)
    while len(match.record.lines) < most and (event := bot_event(match, bots, rng)) is not None:
        match = match.at(drawn(acted(match.record, event), rng))
    return match.record


def prefixes(record: Record) -> Iterator[Record]:
    """Yield `record` cut after its header and after each of its lines."""
    part = record.blank()
    yield part
    for line in record.lines:
        part = part.and_line(line)
        yield part


def coming(text: str, viewer: str = "") -> list[str]:
    """Return the choices that come next in a record, as a viewer sees it."""
    record = read(text)
    record = view(record, viewer) if viewer else record
    return [write_event(record, event) for event in turn(record)]


def refused(text: str) -> str:
    """Return why a record is refused."""
    with pytest.raises(TableError) as error:
        read(text)
    return str(error.value)
