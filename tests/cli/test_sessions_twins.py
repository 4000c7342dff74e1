"""What a typed line is answered depends on what its typist sees alone."""

from __future__ import annotations

from random import Random

import pytest

from aparte.models.core import TABLE, turn, view
from aparte.solver.play.coach import choices
from aparte.solver.play.driver import acted
from tests.tables import blank, played_at_random
from tests.twins import answers, lines_of, twins

GAMES = {"adresses-jaunes": (3, 14), "onstage": (3, 40), "overseers": (3, 30), "bards": (2, 90)}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_twins_answer_alike(game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("APARTE_LANG", "en" if seed % 2 else "fr")
    players, longest = GAMES[game]
    rng = Random(f"{game}/{seed}")
    record = played_at_random(blank(game, players), seed, rng.randint(8, longest))
    coming = turn(record)
    free = {event.actor for event in coming if event.actor} if isinstance(coming, tuple) else set()
    for viewer in (*sorted(free)[:1], TABLE):
        for twin in list(twins(record, viewer, rng, 60))[:1]:
            typed = lines_of(record, twin, rng, 50)
            assert answers(record, viewer, typed) == answers(twin, viewer, typed)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_may_do_the_referee_lets_it_do(game: str) -> None:
    players, longest = GAMES[game]
    for seed in range(6):
        record = played_at_random(blank(game, players), seed, longest - 5 * seed)
        for player in record.setup.players:
            own = view(record, player)
            for event in choices(own)[:40]:
                acted(own, event)
                assert acted(record, event).lines[-1].event.words == event.words
