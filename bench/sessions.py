"""What a typed line costs in a session, early and late in a game, without a screen.

Games are played at random. `play` takes the line from the shared prompt to the record, with every
seat's view beside it; `saved` does the same with a game in a file; `table` notes a line for a
player, `of it` counts the worlds that fit.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

from aparte.models.core import Line, Record, view
from aparte.models.record import blank, write_event
from aparte.sessions.answers import Accepted
from aparte.sessions.ledger import Ledger, SavedLedger
from aparte.sessions.play import Play, Seat, WhoGoesNext
from aparte.sessions.store import FILE, opened
from aparte.sessions.table import Kept, Table
from aparte.solver.engine.fitting import possible
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played

LINES = (50, 200, 400)
TABLES = {"onstage": "Ana Bo Cy Dai Eli", "bards": "Ana Bo Cy Dai"}
RUNS = 9
S = TypeVar("S")


def main(arguments: Sequence[str]) -> None:
    """Print the milliseconds of a line behind so many lines, medians of several runs."""
    ArgumentParser(description=__doc__).parse_args(arguments)
    print(f"{'game':<8} {'lines':>5} {'play':>7} {'saved':>7} {'table':>7} {'of it':>7}")
    for game, players in TABLES.items():
        whole = _game(game, players)
        for lines in LINES:
            cut, after = _cut(whole if len(whole.lines) > lines + 10 else _noted(whole), lines)
            figures = [_play(cut), _saved(cut), *_table(cut, after)]
            told = " ".join(f"{1000 * each:>7.1f}" for each in figures)
            print(f"{game:<8} {len(cut.lines):>5} {told}", flush=True)


def _game(game: str, players: str) -> Record:
    record = blank(game, players.split())
    return played(record, {player: RandomBot() for player in record.setup.players}, Random(1))


def _noted(record: Record) -> Record:
    """Return a longer record of the same game: a note behind each line."""
    noted = record.blank()
    for _, event in record.events:
        noted = noted.plus(event)
        noted = noted.and_line(Line(noted.last + 1, None, "# so"))
    return noted


def _cut(record: Record, lines: int) -> tuple[Record, Line]:
    """Return the record before a choice of a player, behind some `lines`, and that choice."""
    at = next(
        n
        for n, line in enumerate(record.lines)
        if n >= lines and line.event is not None and line.event.actor
    )
    return record.with_lines(record.lines[:at]), record.lines[at]


def _play(cut: Record) -> float:
    return _timed(lambda: Play(Ledger(cut, {}, "1"), {}), _moved)


def _saved(cut: Record) -> float:
    with TemporaryDirectory() as folder, opened(Path(folder) / FILE) as store:
        return _timed(lambda: Play(SavedLedger(store, store.add(cut)), {}), _moved)


def _moved(play: Play) -> None:
    """Do what a face does: ask who goes, show both pages, take the first move there is."""
    asked = play.asked()
    play.looked("table")
    seat = play.between(asked, asked.free[0]) if isinstance(asked, WhoGoesNext) else asked
    assert isinstance(seat, Seat)
    play.examples(seat.player)
    play.news(seat.player)
    play.looked(seat.player)
    assert isinstance(play.move(seat.player, "1"), Accepted)


def _table(cut: Record, line: Line) -> tuple[float, float]:
    """Return what it costs to note `line`, and the part of it that counts worlds."""
    assert line.event is not None
    own = view(cut, line.event.actor)
    text = write_event(own, line.event)

    def typed(table: Table) -> None:
        assert isinstance(table.typed(text), Kept)

    after = own.plus(line.event)
    return _timed(lambda: Table(Ledger(own, {}, "1")), typed), _timed(lambda: after, possible)


def _timed(begin: Callable[[], S], do: Callable[[S], object]) -> float:
    times = []
    for _ in range(RUNS):
        session = begin()
        begun = perf_counter()
        do(session)
        times.append(perf_counter() - begun)
    return median(times)
