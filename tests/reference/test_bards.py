"""Games of Battle of the Bards, line by line against the independent referee."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from aparte.models.core import Record
from aparte.models.errors import IllegalAction, TableError
from aparte.models.record import read, read_file, write
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import drawn, played
from tests.bards_tables import Eager, Passing
from tests.reference.bards import replay
from tests.tables import NAMES, blank

SETTINGS = (
    {},
    {"Support": "turn"},
    {"LastCard": "away"},
    {"LeftoverPerformancePoints": "0"},
)
GOLDEN = Path(__file__).parents[1] / "golden"
SUDDEN = ("bards-v2-2-sudden", "bards-v2-4-sudden")
"""Games that end in sudden death, with dice of the tied left from the encore."""


def game(seed: int) -> Record:
    """Game number `seed`: of random players, of eager ones, or of both."""
    names = NAMES[: 2 + seed % 3]
    eager = ((), names, names[::2])[seed // 3 % 3]
    bots = {name: Eager() if name in eager else RandomBot() for name in names}
    return played(blank("bards", names, **SETTINGS[seed // 9 % 4]), bots, Random(seed))


@pytest.mark.parametrize("seed", range(18))
def test_every_line_is_as_the_rulebook_has_it(seed: int) -> None:
    replay(write(game(seed)))


@pytest.mark.soak
def test_a_thousand_games_are_as_the_rulebook_has_them() -> None:
    for seed in range(18, 1018):
        replay(write(game(seed)))


@pytest.mark.parametrize("name", SUDDEN)
def test_sudden_death_is_as_the_rulebook_has_it(name: str) -> None:
    text = (GOLDEN / f"{name}.rec").read_text(encoding="utf-8")
    replay(text)
    *rows, result = text.splitlines()
    at = next(number for number, row in enumerate(rows) if row.startswith("sudden"))
    nobody_rolls = "\n".join([*rows[: at + 1], result])
    for judge, refusal in ((replay, AssertionError), (read, IllegalAction)):
        with pytest.raises(refusal):
            judge(nobody_rolls)


@pytest.mark.parametrize("name", SUDDEN)
@pytest.mark.parametrize("seed", range(5))
def test_sudden_death_rolled_again_is_as_the_rulebook_has_it(name: str, seed: int) -> None:
    record = read_file(GOLDEN / f"{name}.rec")
    (at,) = (number for number, event in record.events if event.verb == "sudden")
    replay(write(drawn(record.until(at - 1), Random(seed))))


def test_a_game_without_an_end_is_as_ruled() -> None:
    bots = dict.fromkeys(NAMES[:2], Passing())
    text = write(played(blank("bards", 2), bots, Random(5)))
    assert "\ncounted\n" in text
    replay(text)


def test_it_sees_what_is_wrong() -> None:
    rows = write(game(2)).splitlines()
    for wrong in ("rolls", "draws", "reveals", "result"):
        at = next(number for number, row in enumerate(rows) if wrong in row)
        *words, _ = rows[at].split()
        with pytest.raises(AssertionError, match=f"line {at}|line {at + 1}"):
            replay("\n".join([*rows[:at], " ".join(words), *rows[at + 1 :]]))


def changed(rows: list[str], rng: Random) -> Iterator[str]:
    """A record cut off anywhere, one of its last lines gone, doubled, or with another word."""
    head = sum(row.startswith("[") for row in rows)
    cut = rng.randrange(head + 10, len(rows))
    yield from rows[: cut - 5]
    last = rows[cut - 5 : cut + 1]
    at = rng.randrange(len(last))
    match rng.randrange(4):
        case 0:
            del last[at]
        case 1:
            last.insert(at, rng.choice(rows[head:]))
        case _:
            words = last[at].split()
            words[rng.randrange(len(words))] = rng.choice(rng.choice(rows[head:]).split())
            last[at] = " ".join(words)
    yield from last


def is_refused(text: str) -> bool:
    """Tell whether the program's referee refuses a record; both must agree on that."""
    try:
        text = write(read(text))
        refused = False
    except TableError:
        refused = True
    try:
        replay(text)
    except AssertionError:
        assert refused, text
    else:
        assert not refused, text
    return refused


@pytest.mark.parametrize("name", [*SUDDEN, "bards-v2-3", "bards-v2-2-counted"])
def test_both_refuse_the_same(name: str) -> None:
    rows = (GOLDEN / f"{name}.rec").read_text(encoding="utf-8").splitlines()
    rng = Random(name)
    refused = [is_refused("\n".join(changed(rows, rng)) + "\n") for _ in range(25)]
    assert any(refused)
