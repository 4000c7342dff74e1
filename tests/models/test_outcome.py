"""Every game ends with an outcome, and its result line says it."""

from pathlib import Path

import pytest

from aparte.models.core import RESULT
from aparte.models.outcome import Outcome
from aparte.models.record import read_file
from aparte.solver.play.simulate import Contest, play

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.rec")), ids=lambda path: path.stem)
def test_the_result_line_is_that_of_the_outcome(path: Path) -> None:
    record = read_file(path)
    outcome = record.game.outcome(record.state)
    *_, (_, last) = record.events
    assert last.verb == RESULT
    assert outcome is not None and outcome.words == last.outcome
    assert set(outcome.winners) <= set(record.setup.players)
    if not outcome.together:
        assert outcome.scores.keys() == set(record.setup.players)
        assert outcome.winners


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


@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_simulations_read_the_outcome_of_every_game(game: str) -> None:
    ended = play(Contest(game, ("random", "random", "random"), seed=3), 1)
    assert len(ended.winners) == 3
    assert (ended.won is None) == bool(ended.scores)
    assert ended.won is not None or sum(ended.wins) == pytest.approx(1)
