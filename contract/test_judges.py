"""The contract of a judge: what it says a choice is worth is what came, where nothing is open."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose, isfinite

from ..models.core import Event, Record, View, view
from ..models.event import RESULT
from ..models.record import write_event
from ..solver.play.coach import choices, play_of
from ..solver.play.judge import Judge, Part
from .promise import promise
from .scenes import SEEDS, finished, free, played, views

WORLDS = 40
"""In which a move is tried."""


def judged(game: str) -> Iterator[tuple[Judge, Record]]:
    """Yield games with their judge; nothing of a game without one."""
    judge = play_of(game).judge
    if judge is not None:
        yield from ((judge, whole) for whole in (*(played(game, n) for n in SEEDS), finished(game)))


def last_choice(whole: Record, part: Part) -> tuple[View, Event]:
    """Return the last move of a part of a game, and what its seat saw before it."""
    for line in reversed(whole.until(part.last).lines):
        before = whole.until(line.number - 1)
        if line.event is not None and line.event.actor in free(before):
            return view(before, line.event.actor), line.event.head
    raise AssertionError(f"nobody chooses in lines {part.first} to {part.last}")


@promise("the parts that are judged make up the game, for all who look", "play")
def test_the_parts_that_are_judged_make_up_the_game(game: str) -> None:
    for judge, whole in judged(game):
        parts = judge.parts(whole)
        numbers = [line.number for line in whole.lines if line.event and line.event.verb != RESULT]
        covered = [n for part in parts for n in range(part.first, part.last + 1)]
        assert covered[: len(numbers)] == numbers, "each line is in one part"
        for part in parts:
            over = whole.closed or part is not parts[-1]
            assert (part.came is not None) == over
            assert part.came is None or {*part.came} == {*whole.setup.players}
        spans = [(part.first, part.last) for part in parts]
        for own in views(whole).values():
            assert [(part.first, part.last) for part in judge.parts(own)] == spans


@promise("a last move is worth what came, where that is the same whatever is hidden", "play")
def test_a_last_move_is_worth_what_came(game: str) -> None:
    for judge, whole in judged(game):
        for part in judge.parts(whole):
            if part.came is None:
                continue
            own, move = last_choice(whole, part)
            trial, again = judge.trial(own, 1), judge.trial(own, 1)
            assert trial.usual in choices(own)
            (worths,) = trial.worths([move], WORLDS)
            assert [*again.worths([move], WORLDS)] == [worths], "the same seed, and another value"
            assert all(map(isfinite, worths))
            assert not judge.chance or all(0 <= worth <= 1 for worth in worths)
            if len({*worths}) == 1:
                text = f"'{write_event(own, move)}', line {own.last + 1}, is worth {worths[0]}"
                assert isclose(worths[0], part.came[own.viewer], abs_tol=1e-9), text
