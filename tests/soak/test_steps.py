"""The short form of `steps.py`: a step that lacks a reason is found by both engines."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from aparte.models.hidden import Because, Claim, Count, Hidden
from aparte.models.words import say
from aparte.solver.engine.steps import chain
from tests.soak import steps as under_test
from tests.soak.games import ALL
from tests.soak.steps import possible, steps, wrong


def hidden() -> Hidden:
    """Return a model in which two lines leave one place to a piece."""
    facts = (
        Count(frozenset({"5T"}), frozenset({"Ana"}), 0, 0, Because(1, say("it was told"))),
        Count(frozenset({"5T"}), frozenset({"Bo"}), 0, 0, Because(2, say("it was told"))),
    )
    return Hidden({"5T": 1}, ("Ana", "Bo", "nobody"), facts)


def test_a_step_that_lacks_a_reason_is_found_by_both_engines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(under_test, "COUNTED", 1)
    model, tried = hidden(), Counter[str]()
    right = chain(model, Claim("5T", "nobody"))
    assert not list(wrong(model, right, "here", tried))
    less = replace(right, steps=(replace(right.steps[-1], facts=right.steps[-1].facts[:1]),))
    assert len(list(wrong(model, less, "here", tried))) == 2
    assert tried["steps"] == 2 and tried["counted"] == 2


def test_scip_knows_what_is_possible() -> None:
    assert possible(hidden())
    assert not possible(hidden().assuming(Claim("5T", "Bo").fact(hidden())))


@pytest.mark.parametrize("game", ALL)
def test_steps_of_a_game_hold(game: str) -> None:
    report = steps(game, 3, 2)
    assert report.tried["steps"] >= 2 and not report.tried["not complete"] and not report.found
