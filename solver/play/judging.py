"""Judging one choice: its value by what the player knew then, and what it cost.

The best move is looked for in some worlds; it, the move made and the usual one are then valued in
fresh worlds, the same for all three (common random numbers). So the largest of several noisy values
is not mistaken for skill.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import fsum, hypot, inf, sqrt
from statistics import fmean

from ...models.core import Event, View
from ...models.record import read, write
from ...models.words import say
from .clock import thought
from .coach import Budget, load, play_of, seed_of
from .judge import Judge
from .race import Over, Runner, deadline, race
from .trial import SURE, Trial

SECONDS = 0.2
"""Seconds of processor time for judging one choice, by default."""
AT_A_TIME = 4
"""Worlds in which moves are tried between two looks at the clock."""
FEWEST = 8
"""Worlds in which the few last moves are valued at least, however long that takes."""
LONGER = 4
"""How many times as long a choice is judged whose error hides whether it gets a mark."""
FIRST_HEAT, BEHIND = 16, 2.0
"""The race for the best move: worlds of its first heat, and how many standard errors behind the
best a move leaves it."""


@dataclass(frozen=True, slots=True)
class Task:
    """A choice to be judged: `move`, made at `line` by the viewer of `view`."""

    view: View
    move: Event
    line: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice of `seat` at `line`: the move made, the best one, and what it cost.

    `before` is the expectation before the choice, if made as usual, `after` the one behind it.
    `cost` is how much more the best move is worth, with standard error `error`; by chance it can be
    negative. Where something else decides which move is best (`Judge.decides`), a choice with a
    mark has cost so much of that, too, with its standard error: it is `decided`.
    """

    line: int
    seat: str
    move: Event
    best: Event
    cost: float
    error: float
    before: float
    after: float
    mark: str
    decided: tuple[float, float] | None = None

    @property
    def skill(self) -> float:
        """How much better the move is than the usual one."""
        return self.after - self.before


def judged(judge: Judge, task: Task, budget: Budget, seed: int = 0) -> Judged:
    """Return the judgement of a choice by the view of its seat, which ends before it.

    Takes about `budget.seconds` of processor time, and up to `LONGER` times as much where the cost
    would get a mark and its error hides that; or uses `budget.iterations` worlds to find the best
    move, and again to value it. Raises Contradiction if no world fits.
    """
    view, move = task.view, task.move
    load(view.game.name)
    searched = judge.seeks(view, seed_of(view, 2 * seed))
    seconds = budget.seconds
    if seconds is None and budget.iterations is None:
        seconds = SECONDS
    begun = thought()
    moves = list(dict.fromkeys((*searched.moves, move)))
    end, longer = (inf, inf) if seconds is None else (begun + seconds, begun + LONGER * seconds)
    half = deadline(None if seconds is None else seconds / 2)
    best = move if len(moves) == 1 else _best(searched, moves, half, budget.iterations)
    valued = seed_of(view, 2 * seed + 1)
    fresh = judge.trial(view, valued)
    three = (move, best, fresh.usual)

    def until(made: Sequence[float], top: Sequence[float]) -> float:
        cost, error = _cost(made, top)
        return longer if judge.marks.hides(cost, error) else end

    made, top, usual = _tried(fresh, three, until, budget.iterations)
    if made == top:
        best = move
    cost, error = _cost(made, top)
    # where all worlds say the same, one world more could say something else
    error = 0.0 if fresh.exact else max(error, abs(cost) / (len(made) + 2))
    off = judge.off(view) if cost and judge.sought is None and judge.off is not None else None
    if off is not None:
        error = hypot(error, off([high - low for high, low in zip(top, made, strict=True)]))
    values = cost, error, fmean(usual), fmean(made)
    mark = judge.marks.of(cost, error)
    decided = None
    if mark and judge.sought is not None:
        again = judge.sought(view, valued).worths([move, best], len(made))
        lost, lost_error = _cost(*again)
        mark = mark if lost > SURE * lost_error else ""
        if mark and judge.decides is not None and judge.decides(view) is not None:
            decided = lost, lost_error
    return Judged(task.line, view.viewer, move, best, *values, mark, decided)


def judged_in_processes(tasks: Iterable[Task], budget: Budget, workers: int) -> Generator[Judged]:
    """Judge `tasks` in `workers` processes, as they end.

    Raises Halted for a task that kills every process that it is given to.
    """
    from .workers import in_processes  # scores look at what was judged, and need no processes

    written = ((write(task.view), task.move, task.line) for task in tasks)
    found = in_processes(partial(_judged_here, budget), written, workers, _given_up)
    return (each for _, each in found)


def _judged_here(budget: Budget, written: tuple[str, Event, int]) -> Judged:
    text, move, line = written
    record = read(text)
    judge = play_of(record.game.name).judge
    assert judge is not None, "whoever asks has one"
    return judged(judge, Task(record, move, line), budget)


def _given_up(written: tuple[str, Event, int]) -> Judged:
    from .workers import Halted

    words = say("the choice of line {line} ended every process that judged it", line=written[2])
    raise Halted(words)


def _cost(made: Sequence[float], top: Sequence[float]) -> tuple[float, float]:
    """Return how much more the best move is worth on average, with the standard error."""
    gaps = [high - low for high, low in zip(top, made, strict=True)]
    cost = fmean(gaps)
    return cost, sqrt(fsum((gap - cost) ** 2 for gap in gaps)) / len(gaps)


def _best(trial: Trial, moves: Sequence[Event], until: Over, most: int | None) -> Event:
    """Return the winner of a race, which ends at time `until` or after `most` worlds."""

    def run(racing: Sequence[Runner], wanted: int) -> None:
        done = len(racing[0].worths)  # more than asked for, where all deals are tried at once
        room = wanted if most is None else max(0, min(wanted, most - done))
        rows = trial.worths([each.move for each in racing], min(room, AT_A_TIME))
        for each, row in zip(racing, rows, strict=True):
            each.worths += row

    heats = (FIRST_HEAT << n for n in count())
    found = race([Runner(each) for each in moves], run, heats, BEHIND, 1, until, AT_A_TIME)
    return found[0].move


def _tried(
    trial: Trial,
    moves: Sequence[Event],
    until: Callable[[Sequence[float], Sequence[float]], float],
    most: int | None,
) -> list[list[float]]:
    """Return the values of `moves` in as many worlds as time allows, in some at least.

    `until` tells when that is over, from the values of the first two so far.
    """
    rows: dict[Event, list[float]] = {move: [] for move in moves}
    made, top = rows[moves[0]], rows[moves[1]]
    while (done := len(made)) < FEWEST or thought() < until(made, top):
        room = AT_A_TIME if most is None else max(0, min(AT_A_TIME, most - done))
        more = trial.worths(list(rows), room)
        if not more[0]:
            break
        for row, each in zip(rows.values(), more, strict=True):
            row += each
    return [rows[move] for move in moves]
