"""Who learns most is said only where a larger sample says the same."""

from __future__ import annotations

import pytest

from aparte.models.core import Record, turn, view
from aparte.solver.games.adresses_jaunes import advice
from aparte.solver.games.adresses_jaunes.advice import learning_most
from aparte.solver.play.coach import Budget, choices
from tests.tables import random_game


def test_a_lead_within_its_error_is_none() -> None:
    assert learning_most({"Bo": [1.0, 0.0, 2.0], "Cy": [0.0, 1.0, 1.9]}, False) is None
    assert learning_most({"Bo": [1.0, 1.1, 0.9], "Cy": [0.0, 0.1, 0.0]}, False) == "Bo"
    assert learning_most({"Bo": [1.0, 0.0, 2.0], "Cy": [0.0, 1.0, 1.9]}, True) == "Bo"
    assert learning_most({"Bo": [1.0, 2.0], "Cy": [2.0, 1.0]}, True) is None
    assert learning_most({"Bo": [1.0, 2.0]}, True) is None


def asked(seed: int) -> list[Record]:
    """Return what players saw of a game when they laid discs and set pawns."""
    whole = random_game("adresses-jaunes", 4, seed)
    views = [
        view(whole.until(number - 1), event.actor)
        for number, event in whole.events
        if event.verb in ("disc", "pawn")
    ]
    return [own for own in views if isinstance(turn(own), tuple) and len(choices(own)) > 1][::6]


def test_who_is_said_to_learn_most_does_in_a_larger_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[dict[str, list[float]], str | None]] = []

    def kept(gains: dict[str, list[float]], complete: bool) -> str | None:
        said.append((gains, learning_most(gains, complete)))
        return said[-1][1]

    monkeypatch.setattr(advice, "learning_most", kept)
    told = 0
    for own in asked(3):
        said.clear()
        advice.advise(own, Budget(iterations=2, quick=False))
        few = [who for _, who in said]
        said.clear()
        with monkeypatch.context() as larger:
            larger.setattr(advice, "SAMPLE", 1_500)
            advice.advise(own, Budget(iterations=2, quick=False))
        for who, (gains, _) in zip(few, said, strict=True):
            if who is not None:
                told += 1
                assert sum(gains[who]) == max(map(sum, gains.values()))
    assert told
