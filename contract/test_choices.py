"""The contract of a game's choices: what is offered is legal, what is legal is offered."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

import pytest

from ..cli.language import Language
from ..models.core import TABLE, TableError, turn, view
from ..models.games import game_named
from ..models.outcome import Outcome
from ..models.record import read_words
from ..solver.play.coach import Budget, bots, choices
from ..solver.play.driver import acted
from ..solver.play.simulate import Contest, play
from .scenes import cuts, free
from .twins import answers, lines_of, twins

TYPED = 12
"""Lines that are typed at one place."""


def test_what_can_be_chosen_is_legal(game: str) -> None:
    for record, rng in cuts(game, 3):
        coming = turn(record)
        assert isinstance(coming, tuple)
        for event in rng.sample(coming, min(len(coming), 30)):
            made = acted(record, event).lines[-1].event
            assert made is not None and made.words == event.words


def test_a_coach_thinks_as_long_as_it_is_told(game: str) -> None:
    """`--time` is heard by every coach that can be seated."""
    coaches = [make() for name, make in bots(game).items() if name == "coach"]
    assert all(isinstance(getattr(coach, "budget", None), Budget) for coach in coaches)


def test_what_a_seat_may_do_the_referee_lets_it_do(game: str) -> None:
    for record, rng in cuts(game, 2):
        assert free(record) or not turn(record)
        for player in free(record):
            own = view(record, player)
            coming = choices(own)
            assert coming
            for event in rng.sample(coming, min(len(coming), 15)):
                acted(own, event)
                acted(record, event)


def test_what_is_legal_is_offered(game: str) -> None:
    judged = 0
    for record, rng in cuts(game, 3):
        coming = turn(record)
        assert isinstance(coming, tuple)
        for text in lines_of(record, record, rng, TYPED):
            with suppress(TableError):
                event = read_words(record, text, outcome=False)
                if event.outcome or record.notation.verbs[event.verb].closing:
                    continue
                acted(record, event)
                judged += 1
                assert event in coming
    assert judged


@pytest.mark.parametrize(
    "language", [Language.ENGLISH, pytest.param(Language.FRENCH, marks=pytest.mark.soak)]
)
def test_what_a_line_is_answered_tells_nothing_that_is_hidden(
    game: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("APARTE_LANG", language)
    pairs = (
        (record, viewer, twin, rng)
        for record, rng in cuts(game, 8, range(list(Language).index(language), 3))
        for viewer in (*free(record)[:1], TABLE)
        for twin in islice(twins(record, viewer, rng), 1)
    )
    compared = list(islice(pairs, 1))
    for record, viewer, twin, rng in compared:
        typed = lines_of(record, twin, rng, TYPED)
        assert answers(record, viewer, typed) == answers(twin, viewer, typed)
    assert compared


def test_every_game_ends_with_an_outcome(game: str) -> None:
    rules = game_named(game)
    contest = Contest(game, ("greedy", "random", *["random"] * (rules.seats[0] - 2)), seed=3)
    for number in range(2):
        ended = play(contest, number)
        assert len(ended.winners) == len(contest.bots)
        assert ended.can_be_won or not any(ended.winners)
        assert len(ended.scores) in (0, len(contest.bots))
        assert not ended.together or len({*ended.winners}) == 1
        assert sum(ended.wins) == pytest.approx(float(any(ended.winners)))


def test_the_result_line_says_the_outcome(game: str) -> None:
    for record, _ in cuts(game, 1):
        outcome = record.game.outcome(record.state)
        assert outcome is None or isinstance(outcome, Outcome)
        if outcome is not None:
            assert set(outcome.winners) <= set(record.setup.players)
            teams = [player for team in outcome.teams for player in team.players]
            for each in (teams, [*outcome.scores]):
                assert sorted(each) in ([], sorted(record.setup.players)), "all players, each once"
            for team in outcome.teams:
                assert len({*outcome.winners} & {*team.players}) in (0, len(team.players))
