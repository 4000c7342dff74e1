"""Hints go on from what was told."""

from __future__ import annotations

from aparte.models.record import read
from aparte.sessions.hints import Hints, Level
from tests.aparte_cli import FOUR


def test_a_hint_tells_more_each_time_and_begins_again_behind_its_answer() -> None:
    view = read(FOUR.read_text("utf-8"))
    hints = Hints()
    told = [hints.next(view) for _ in range(5)]
    assert [hint.level for hint in told] == [*Level, Level.NUDGE]
    first = told[0].step
    assert first is not None and {hint.step for hint in told[:4]} == {first}
    assert told[4].step != first
    assert hints.drawn == list(first.claims)


def test_a_level_can_be_asked_for() -> None:
    view = read(FOUR.read_text("utf-8"))
    assert Hints().next(view, "why").level is Level.WHY
    assert Hints().next(view, "louder").level is Level.NUDGE


def test_who_is_past_a_pattern_gets_another() -> None:
    view = read(FOUR.read_text("utf-8"))
    hints = Hints()
    first, then = hints.next(view).step, hints.next(view, "known").step
    assert first is not None and then is not None
    assert hints.known == [first.pattern] and then.pattern != first.pattern
