"""The contract of a game's choices: what is offered is legal, what is legal is offered."""

from __future__ import annotations

from itertools import islice

import pytest

from ..cli.language import Language
from ..models.core import TABLE, turn, view
from ..models.games import game_named
from ..models.outcome import Outcome
from ..models.record import write, write_event
from ..solver.play.coach import Budget, bots, choices
from ..solver.play.driver import acted
from ..solver.play.simulate import Contest, play
from .attempts import attempts
from .promise import promise
from .scenes import SEEDS, at_random, cuts, finished, free, played
from .twins import answers, lines_of, twins

TYPED, PROBES = 12, 24
"""Lines that are typed at one place, and that are looked at for more of one seat."""


@promise("a coach thinks as long as it is told", "play")
def test_a_coach_thinks_as_long_as_it_is_told(game: str) -> None:
    """`--time` is heard by every coach that can be seated."""
    coaches = [make() for name, make in bots(game).items() if name == "coach"]
    assert all(isinstance(getattr(coach, "budget", None), Budget) for coach in coaches)


@promise("what a seat is offered, the referee lets it do", "game.turn", "game.apply")
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


@promise(
    "the answer to a typed line tells nothing that is hidden",
    "game.turn",
    "game.apply",
    "game.notation",
)
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
        tried = [e for e in attempts(record, rng, PROBES) if e.actor in ("", viewer)]
        typed = lines_of(record, twin, rng, TYPED) + [write_event(record, e) for e in tried]
        assert answers(record, viewer, typed) == answers(twin, viewer, typed)
    assert compared


@promise("every game ends with an outcome", "game.outcome", "game.turn", "play")
def test_every_game_ends_with_an_outcome(game: str) -> None:
    ended = finished(game)
    assert not ended.game.turn(ended.state), "something comes after the end"
    random = at_random(game)
    assert turn(random) or random.closed, f"nothing comes, and nothing has ended:\n{write(random)}"
    others = ["random"] * (game_named(game).seats[0] - 1)
    best = "greedy" if "greedy" in bots(game) else "random"
    contest = Contest(game, (best, *others), seed=3)
    for number in range(2):
        told = play(contest, number)
        assert len(told.winners) == len(contest.bots)
        assert told.can_be_won or not any(told.winners)
        assert len(told.scores) in (0, len(contest.bots))
        assert not told.together or len({*told.winners}) == 1
        assert sum(told.wins) == pytest.approx(float(any(told.winners)))


@promise("the outcome names players, and a score for each", "game.outcome")
def test_the_result_line_says_the_outcome(game: str) -> None:
    for record in (finished(game), *(played(game, seed) for seed in SEEDS)):
        outcome = record.game.outcome(record.state)
        assert outcome is None or isinstance(outcome, Outcome)
        if outcome is not None:
            assert set(outcome.winners) <= set(record.setup.players)
            teams = [player for team in outcome.teams for player in team.players]
            for each in (teams, [*outcome.scores]):
                assert sorted(each) in ([], sorted(record.setup.players)), "all players, each once"
            for team in outcome.teams:
                assert len({*outcome.winners} & {*team.players}) in (0, len(team.players))
    for record, _ in cuts(game, 1):
        assert record.game.outcome(record.state) is None, "somebody chooses after the end"
