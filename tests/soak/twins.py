"""Twins: two whole records that one seat cannot tell apart, and so nothing may.

Half of them are made by exchanging hidden words, half are worlds of the seat's hidden model.
"""

from __future__ import annotations

import os
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from itertools import takewhile, zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from aparte.cli.console import PLAIN
from aparte.cli.views import show_board
from aparte.contract.exchange import Exchanges
from aparte.models.bag import HOLE
from aparte.models.core import TABLE, Record, complete, turn, view
from aparte.models.record import write
from aparte.sessions.store import FILE
from aparte.solver.engine.count import Counter, TooManyStates
from aparte.solver.play.coach import choices
from tests.aparte_cli import aparte, environment

from .games import LONGEST, a_game
from .lines import typed_lines
from .report import Report
from .session import CRASHED, ENTER, answers, way_to

TYPED = 50
"""Lines typed for a twin, at the shared prompt and at its seat."""
EACH = 4
"""Twins of each kind that are held to one record."""
CUTS = 4
"""Records that are cut out of one game."""
LENGTHS = (150, 300, LONGEST)
"""Lines after which games are left: late in a long one a twin costs most."""
TALKING = 0.05
"""The share of records whose twins are talked to: for each that plays the whole game again."""
DEAR = 0.01
"""The share of records whose twins are put to every command, solved and advised."""
STATES = 200_000
"""Beyond so many states worlds are left unsampled."""


@dataclass(frozen=True)
class Asked:
    """What the twins of one record are asked: the same for all of them."""

    seat: str
    way: tuple[str, ...] | None
    at_seat: Sequence[str]
    at_shared: Sequence[str]
    facts: Sequence[str]
    commands: bool


def twins(game: str, seed: int, n: int) -> Report:
    """Make `n` twins of `game`, and compare everything that their seat can get."""
    rng, tried, found = Random(f"{game}/{seed}"), Tally[str](), list[str]()
    for table in range(4 * n):
        due = {kind: min(EACH, (n + 1) // 2 - tried[kind]) for kind in ("exchanged", "sampled")}
        if not any(due.values()):
            break
        if table % CUTS == 0:
            whole = a_game(game, rng, rng.choice(LENGTHS))
        record, seat = _cut(whole, rng)
        made = _made(record, seat, due, rng)
        if not made:
            continue
        asked = _asked(record, seat, rng)
        with _home():
            expected = dict(_told(record, asked))
            for number, (kind, twin) in enumerate(made):
                tried.update(("twins", kind))
                tried.update(_counts(asked))
                fault = _difference(expected, dict(_told(twin, asked)))
                if fault:
                    see = f"(seed {seed}, table {table}, twin {number}, {kind}, line {record.last})"
                    found.append(f"{seat}: {fault} {see}")
            found += [f"{seat}: {each} (seed {seed}, table {table})" for each in _crashes(expected)]
    return Report("twins", game, seed, dict(tried), found)


def _cut(record: Record, rng: Random) -> tuple[Record, str]:
    """Return `record` up to some line, and a seat; mostly one that is to move."""
    for _ in range(20):
        cut = record.until(rng.choice(record.lines).number)
        if isinstance(turn(cut), tuple):
            break
    seats = (*cut.setup.players, TABLE)
    moving = [seat for seat in seats if way_to(cut, seat) is not None]
    return cut, rng.choice(moving if moving and rng.random() < 0.6 else seats)


def _made(
    record: Record, seat: str, due: Mapping[str, int], rng: Random
) -> list[tuple[str, Record]]:
    exchanges = Exchanges(record, seat)
    exchanged = takewhile(
        lambda twin: twin is not None, (exchanges.twin(rng) for _ in range(due["exchanged"]))
    )
    made = [("exchanged", twin) for twin in exchanged if twin is not None]
    return made + [("sampled", twin) for twin in _sampled(record, seat, due["sampled"], rng)]


def _sampled(record: Record, seat: str, n: int, rng: Random) -> Iterator[Record]:
    """Yield the record as it is in other worlds that fit what `seat` sees."""
    seen = view(record, seat)
    try:
        worlds = Counter(seen.game.model.hidden(seen), STATES).sample(rng, n)
    except TooManyStates:
        return
    for world in worlds:
        twin = _whole(complete(seen, world), record)
        if write(twin) != write(record):
            yield twin


def _whole(twin: Record, record: Record) -> Record:
    """Return `twin` with the lines of rounds that are over as `record` has them.

    A hidden model may be that of the round that is played, and then leaves holes in the others.
    """
    lines = [
        told if HOLE in (*line.event.words, *line.event.outcome) else line
        for line, told in zip(twin.lines, record.lines, strict=True)
        if line.event is not None
    ]
    return replace(twin, lines=tuple(lines))


def _asked(record: Record, seat: str, rng: Random) -> Asked:
    public, own, way = view(record, TABLE), view(record, seat), way_to(record, seat)
    chance = rng.random()
    typed, at_table, coming = TYPED if chance < TALKING else 0, 0, turn(record)
    if isinstance(coming, tuple) and coming:
        at_table = typed // {(): 1, (ENTER,): 4}.get(way or (), 2)
    hidden = own.game.model.hidden(own)
    facts = [
        f"{rng.choice(('', 'not '))}{rng.choice(hidden.names)} {rng.choice(tuple(hidden.items))}"
        for _ in range(2 if hidden.items else 0)
    ]
    return Asked(
        seat,
        way,
        typed_lines(own, rng, 0 if way is None else typed - at_table),
        typed_lines(public, rng, at_table),
        facts,
        chance < DEAR,
    )


def _counts(asked: Asked) -> Mapping[str, int]:
    return {
        "lines typed": len(asked.at_seat) + len(asked.at_shared),
        "put to all commands": int(asked.commands),
    }


def _told(record: Record, asked: Asked) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield everything that a seat can get of `record`, by what was asked."""
    own = view(record, asked.seat)
    yield "record", write(own).splitlines()
    yield "turn", [repr(turn(own)), repr(choices(own))]
    yield "board", [_board(own)]
    if asked.way is not None:
        yield "seat", answers(record, asked.way, asked.at_seat)
    yield "shared prompt", answers(record, (), asked.at_shared)
    if asked.commands:
        yield from _commanded(record, asked)


def _crashes(told: Mapping[str, Sequence[str]]) -> list[str]:
    """Return one crash of each kind."""
    crashed = sorted(
        text[text.index(CRASHED) :] for each in told.values() for text in each if CRASHED in text
    )
    return list({text.split(":")[0]: text for text in crashed}.values())


def _board(own: Record) -> str:
    screen = StringIO()
    with redirect_stdout(screen):
        show_board(own)
    return screen.getvalue()


def _commanded(record: Record, asked: Asked) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what the commands print of `record`, for a file and for a saved game."""
    seat = ("--seat", asked.seat)
    home = Path(os.environ["APARTE_HOME"])
    path = home / "game.rec"
    path.write_text(write(record), encoding="utf-8")
    for file in home.glob(f"{FILE}*"):
        file.unlink()
    lines: list[tuple[object, ...]] = [("import", path), ("games",), ("games", "--json")]
    lines += [("export", 1, "--as", asked.seat)]
    lines += [("replay", path, "--as", asked.seat)]
    lines += [("replay", path, "--as", asked.seat, "--plain", "--lang", "fr")]
    lines += [("explain", path, fact, *seat, "--json") for fact in asked.facts]
    levels = ("nudge", "where", "why", "answer")
    lines += [("hint", path, "--level", level, *seat, "--json") for level in levels]
    lines += [("solve", path, *seat, "--json")]
    if asked.seat != TABLE:
        lines += [("best", path, *seat, "--json", "--iterations", 4, "--seed", 1)]
    for line in lines:
        yield " ".join(map(str, line)).replace(str(path), "FILE"), _printed(line)


def _printed(line: Sequence[object]) -> Sequence[str]:
    result = aparte(*line, code=None, APARTE_HOME=os.environ["APARTE_HOME"])
    rows = [row for row in result.output.splitlines() if '"changed":' not in row]
    if line == ("games",):
        rows = [row[22:] for row in rows]  # without the time
    return [*rows, f"exit {result.exit_code}"]


def _difference(
    expected: Mapping[str, Sequence[str]], told: Mapping[str, Sequence[str]]
) -> str | None:
    """Return the first thing that tells two records apart, None if nothing does."""
    for name, texts in expected.items():
        for text, other in zip_longest(texts, told.get(name, ()), fillvalue=""):
            if text != other:
                return f"{name}: {_apart(text, other)}"
    return None


def _apart(text: str, other: str) -> str:
    """Return the first rows in which two texts differ."""
    rows = zip_longest(text.splitlines(), other.splitlines(), fillvalue="")
    one, two = next((pair for pair in rows if pair[0] != pair[1]), ("", ""))
    return f"{one.strip()[:100]!r} or {two.strip()[:100]!r}"


@contextmanager
def _home() -> Iterator[None]:
    """Give the session a fresh terminal that speaks English, and a folder of its own."""
    before = dict(os.environ)
    with TemporaryDirectory() as folder:
        os.environ.clear()
        os.environ.update(environment(APARTE_HOME=folder, **{PLAIN: "1"}))
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)
