"""Every game ends with an outcome, and its result line says it."""

import re
from pathlib import Path

import pytest

from aparte.models.grammar import NUMBER, Cursor, Verb, one_of, read_event
from aparte.models.outcome import Outcome, Team
from aparte.models.record import read_file
from aparte.models.words import say

GOLDEN = Path(__file__).parents[1] / "golden"
ALL = Team(("Ana", "Bo"), 18)
PAIRS = (Team(("Ana", "Cy"), 18), Team(("Bo", "Dai"), 12))
OWN_SCORES = "Ana 9 Bo 5 Cy 9 Dai 7"


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
    assert [team.players for team in outcome.teams] == [("Ana", "Cy"), ("Bo", "Dai")]
    for team in outcome.teams:
        assert team.score == sum(outcome.scores[player] for player in team.players)
        assert outcome.team(team.players[0]) is outcome.team(team.players[1]) is team


def test_who_plays_alone_is_a_team_of_one() -> None:
    outcome = Outcome(("Bo",), {"Ana": 3, "Bo": 7})
    assert outcome.team("Bo") == Team(("Bo",), 7) and outcome.points("Bo") == 7
    assert not outcome.together and outcome.common is None and outcome.can_be_won


def test_a_cooperative_game_is_one_team_of_all() -> None:
    record = read_file(GOLDEN / "adresses-jaunes-3.rec")
    outcome = record.game.outcome(record.state)
    assert outcome.teams == (Team(record.setup.players),)
    assert outcome.together and outcome.common is None and outcome.can_be_won


def test_a_common_score_is_that_of_each_player() -> None:
    outcome = Outcome((), teams=(Team(("Ana", "Bo", "Cy"), 18),))
    assert outcome.together and outcome.common == 18 and not outcome.can_be_won
    assert {outcome.points(player) for player in ("Ana", "Bo", "Cy")} == {18}


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((), teams=(ALL,)), "18"),
        (Outcome(("Ana", "Bo"), named=True, teams=(ALL,)), "18 won"),
        (Outcome((), named=True, teams=(ALL,)), "18 lost"),
        (Outcome((), teams=(Team(("Ana", "Bo")),)), "lost"),
        (Outcome(("Ana", "Cy"), teams=PAIRS), "Ana+Cy 18 Bo+Dai 12"),
        (Outcome(("Ana", "Cy"), named=True, teams=PAIRS), "Ana+Cy 18 Bo+Dai 12 won Ana Cy"),
        (Outcome(("Cy",), teams=(Team(("Ana", "Bo")), Team(("Cy",)))), "won Cy"),
        (Outcome((), teams=(Team(("Ana", "Bo")), Team(("Cy",)))), "lost"),
        (Outcome(("Ana", "Cy"), dict(Ana=9, Bo=5, Cy=9, Dai=7), teams=PAIRS), OWN_SCORES),
        (Outcome(("Ana", "Bo")), "won"),
        (Outcome(()), "lost"),
        (Outcome(("Bo",), {"Ana": 3, "Bo": 7}), "Ana 3 Bo 7"),
        (Outcome(("Bo",), {"Ana": 7, "Bo": 7}, named=True), "Ana 7 Bo 7 won Bo"),
    ],
)
def test_the_words_of_an_outcome(outcome: Outcome, words: str) -> None:
    assert " ".join(outcome.words) == words


def test_the_page_for_authors_tells_lines_that_its_grammars_read() -> None:
    page = (GOLDEN.parents[1] / "docs" / "new-game.md").read_text("utf-8").replace(r"\|", "/")
    rows = re.findall(r"^\| `(Outcome.+?)` \| `(result .+?)` \| `(.+?)` \|$", page, re.M)
    assert len(rows) == 5
    vocabulary = {"PLAYER": one_of(("Ana", "Bo")), "NUMBER": NUMBER}
    names = {"Outcome": Outcome, "Team": Team, "players": ("Ana", "Bo")}
    for told, line, grammar in rows:
        verb = Verb("result", grammar.replace("/", "|"), say("the end"), actor=False)
        read = read_event(Cursor(line.removeprefix("result ")), verb, vocabulary)
        assert read.outcome == eval(told, names).words
        assert verb.write(read) == line
