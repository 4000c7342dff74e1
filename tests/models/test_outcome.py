"""Every game ends with an outcome, and its result line says it."""

from pathlib import Path

import pytest

from aparte.models.outcome import Outcome
from aparte.models.record import read_file

GOLDEN = Path(__file__).parents[1] / "golden"


def test_a_tie_that_the_rules_break_has_one_winner() -> None:
    record = read_file(GOLDEN / "onstage-en-5-tie.rec")
    outcome = record.game.outcome(record.state)
    best = max(outcome.scores.values())
    assert [*outcome.scores.values()].count(best) > 1
    assert len(outcome.winners) == 1  # ON-14: by the kept cards


def test_partners_win_together() -> None:
    record = read_file(GOLDEN / "onstage-en-4-teams.rec")
    outcome = record.game.outcome(record.state)
    assert len(outcome.winners) == 2  # ON-15


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(("Ana", "Bo")), "won"),
        (Outcome(()), "lost"),
        (Outcome(("Bo",), {"Ana": 3, "Bo": 7}), "Ana 3 Bo 7"),
        (Outcome(("Bo",), {"Ana": 7, "Bo": 7}, named=True), "Ana 7 Bo 7 won Bo"),
    ],
)
def test_the_words_of_an_outcome(outcome: Outcome, words: str) -> None:
    assert " ".join(outcome.words) == words
