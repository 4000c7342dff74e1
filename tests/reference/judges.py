"""Two judges of one record: the program's referee and an independent one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from aparte.models.core import Record
from aparte.models.errors import TableError
from aparte.models.record import read, write
from aparte.solver.play.coach import RandomBot, bots
from aparte.solver.play.driver import played


def rows_of(table: Record, seed: int) -> list[str]:
    """The lines of game number `seed` at a table: of random players, of greedy ones, or of both."""
    names = table.setup.players
    greedy = ((), names, names[::2])[seed % 3]
    kinds = bots(table.game.name)
    players = {name: kinds["greedy"]() if name in greedy else RandomBot() for name in names}
    return write(played(table, players, Random(seed))).splitlines()


def agree(rows: list[str], replay: Callable[[str], None], seed: int, changes: int) -> None:
    """Hold both judges to a legal record and to changed ones."""
    assert not is_refused("\n".join([*rows, ""]), replay)
    rng = Random(seed)
    for _ in range(changes):
        is_refused(changed(rows, rng), replay)


def changed(rows: list[str], rng: Random) -> str:
    """A record cut off anywhere, one of its last lines gone, moved, or with another word."""
    head = sum(row.startswith("[") for row in rows)
    cut = rng.randrange(head + 10, len(rows) + 1)
    before, last = rows[: cut - 6], rows[cut - 6 : cut]
    at = rng.randrange(len(last))
    match rng.randrange(8):
        case 0:
            del last[at]
        case 1:
            last.insert(at, rng.choice(rows[head:]))
        case 2:
            last.insert(rng.randrange(len(last)), last.pop(at))
        case _:
            words = last[at].split()
            i = rng.randrange(len(words))
            words[i] = rng.choice([*_alike(words, i, rows[head:])])
            last[at] = " ".join(words)
    return "\n".join([*before, *last, ""])


def _alike(words: list[str], i: int, rows: list[str]) -> Iterator[str]:
    """What stands at the place of one of `words` in lines of its kind, or anywhere."""
    for row in rows:
        others = row.split()
        if i < len(others) and {*words[:2]} & {*others[:2]}:
            yield others[i]
    yield from rows[-1].split()


def is_refused(text: str, replay: Callable[[str], None]) -> bool:
    """Tell whether the program's referee refuses a record; both must agree on that."""
    try:
        text = write(read(text))
        refused = False
    except TableError:
        refused = True
    try:
        replay(text)
    except AssertionError as error:
        assert refused, f"allowed by the program alone: {error}\n{text}"
    else:
        assert not refused, f"refused by the program alone:\n{text}"
    return refused


def sees_what_is_wrong(rows: list[str], replay: Callable[[str], None], verbs: list[str]) -> None:
    """Hold the independent referee to naming the first line with each of `verbs`, cut short."""
    for verb in verbs:
        at = next(number for number, row in enumerate(rows) if verb in row.split())
        *words, _ = rows[at].split()
        with pytest.raises(AssertionError, match=f"line {at}|line {at + 1}"):
            replay("\n".join([*rows[:at], " ".join(words), *rows[at + 1 :]]))
