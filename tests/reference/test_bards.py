"""Games of Battle of the Bards, line by line against the independent referee."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from aparte.models.core import Record
from aparte.models.errors import IllegalAction
from aparte.models.record import read, read_file, write
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import drawn, played
from tests.bards_tables import Eager, Passing
from tests.reference.bards import replay
from tests.reference.judges import changed, is_refused, sees_what_is_wrong
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


@pytest.mark.parametrize("seed", [0, 4, 8])  # two, three and four players, of each kind
def test_every_line_is_as_the_rulebook_has_it(seed: int) -> None:
    replay(write(game(seed)))


@pytest.mark.soak
def test_a_thousand_games_are_as_the_rulebook_has_them() -> None:
    for seed in range(1000):
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
@pytest.mark.parametrize("seed", range(3))
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
    verbs = ["rolls", "draws", "reveals", "result"]
    sees_what_is_wrong(write(game(2)).splitlines(), replay, verbs)


@pytest.mark.parametrize("name", [*SUDDEN, "bards-v2-3", "bards-v2-2-counted"])
def test_both_refuse_the_same(name: str) -> None:
    rows = (GOLDEN / f"{name}.rec").read_text(encoding="utf-8").splitlines()
    rng = Random(name)
    refused = [is_refused(changed(rows, rng), replay) for _ in range(7)]
    assert any(refused)
