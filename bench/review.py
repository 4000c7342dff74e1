"""What reviews say of players whose strength is known, if luck is luck, and how long help takes.

    python -m bench review [--rows N] [--kind look again luck help workers lessons]
                           [--game NAME ...] [--seed S] [--part 0/2 --out review.0]
    python -m bench review --sum review.*

Bots sit together and change seats from game to game; their choices are looked at. The mean cost of
a choice should go down from `random` over `greedy` to `coach`. The same games are looked at `again`
with four times the time. For `luck` everybody plays as the values assume: there, what comes less
the start is luck alone, and its mean should be nothing for every seat. `help` is a hint at each of
its levels, and the best moves, in positions of `greedy` players with kernels warm. `workers` is how
long the review of a game takes on one worker and on two, by the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, median, stdev
from time import perf_counter, process_time
from typing import Any
from zlib import crc32

from aparte.models.core import Record, View
from aparte.models.games import names
from aparte.models.match import Match
from aparte.models.record import blank, write
from aparte.sessions.hints import Hints, Level
from aparte.sessions.review import Review, reviewed
from aparte.sessions.reviewable import tasks
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import ADVICE, Budget, bots, choices, play_of
from aparte.solver.play.driver import acted, bot_event, drawn, played
from aparte.solver.play.judge import Judge
from aparte.solver.play.judging import Judged
from aparte.solver.play.simulate import wilson
from aparte.solver.play.usual import UsualBot

from ._trials import Row, TrialKind, run

PLAYERS = ("Ana", "Bo", "Cy")
BOTS = ("random", "greedy", "coach")
LOOK, AGAIN, LUCK, HELP, TAUGHT = 12, 2, 96, 30, 4
"""Rows of each kind."""
WORLDS = Budget(iterations=60)
AS_ASKED = Budget(seconds=0.2)
"""Where a world takes long: as people get a review."""
LONG = frozenset({"bards"})
FOUR = 4
ASKED = 0.2
"""Seconds for a choice where workers are compared."""
MISTAKES = ("?", "??")
LOST = ("??", "?", "?!", "")


def main(arguments: Sequence[str]) -> None:
    """Print the figures of each game that can be reviewed."""
    judged = {name: judge for name in names() if (judge := play_of(name).judge) is not None}
    games = {
        name: {
            "look": TrialKind(LOOK, partial(_looked_at, name, 1)),
            "again": TrialKind(AGAIN, partial(_looked_at, name, FOUR)),
            "luck": TrialKind(LUCK, partial(_lucky, name, judge)),
            "help": TrialKind(HELP, partial(_helped, name)),
            "workers": TrialKind(1, partial(_on_workers, name)),
            "lessons": TrialKind(TAUGHT, partial(_taught, name)),
        }
        for name, judge in judged.items()
    }
    run(arguments, __doc__, games, _tell)


def _looked_at(name: str, times: int, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield a game reviewed, so many times as long as usual.

    Of each bot there are the costs of its choices and their marks, in the order of the lines;
    `gap` is how far start, luck and skill are off the result at most, `record` tells games apart.
    """
    seats = dict(zip(PLAYERS, (*BOTS[number % 3 :], *BOTS[: number % 3]), strict=True))
    seated = {player: bots(name)[bot]() for player, bot in seats.items()}
    record = played(blank(name, PLAYERS), seated, Random(f"{seed}/{number}"))
    begun = process_time()
    review = _reviewed(record, _times(times, AS_ASKED if name in LONG else WORLDS))
    seconds = process_time() - begun
    own = {bot: review.of(player) for player, bot in seats.items()}
    yield {
        "record": crc32(write(record).encode()),
        "costs": {bot: [each.cost for each in choices] for bot, choices in own.items()},
        "marks": {bot: [each.mark for each in choices] for bot, choices in own.items()},
        "gap": max(_gap(review, seat) for seat in PLAYERS),
        "seconds": seconds,
    }


def _lucky(name: str, judge: Judge, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield by how much the results of the seats differ from the start in a game without skill."""
    seated = {player: UsualBot() for player in PLAYERS}
    record = played(blank(name, PLAYERS), seated, Random(f"{seed}/luck/{number}"))
    parts = [part.came for part in judge.parts(record) if part.came is not None]
    start = judge.start(blank(name, PLAYERS))
    yield {"came": {player: sum(each[player] - start for each in parts) for player in PLAYERS}}


def _helped(name: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield the seconds of each level of a hint, one after the other, and of the best moves."""
    position = _position(name, Random(f"{seed}/help/{number}"))
    if number == 0:
        ranked(position, ADVICE)
        Hints().next(position)
    hints = Hints()
    hint = [_seconds(hints.next, position) for _ in Level]
    begun, told = process_time(), list[float]()
    ranked(position, ADVICE, first=lambda _: told.append(process_time() - begun))
    best = process_time() - begun
    yield {"hint": hint, "best": best, "first": told[0] if told else best}


def _position(name: str, rng: Random) -> View:
    """Return what somebody sees who has something to choose, anywhere in a game."""
    seated = {player: bots(name)["greedy"]() for player in PLAYERS}
    while True:
        match = Match.of(drawn(blank(name, PLAYERS), rng), PLAYERS)
        while (event := bot_event(match, seated, rng)) is not None:
            own = match.views[event.actor] if event.actor else None
            if own is not None and len(choices(own)) > 1 and rng.random() < 0.1:
                return own
            match = match.at(drawn(acted(match.record, event), rng))


def _on_workers(name: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield how long the review of a game of three `greedy` takes, by the clock."""
    seated = {player: bots(name)["greedy"]() for player in PLAYERS}
    record = played(blank(name, PLAYERS), seated, Random(f"{seed}/{number}"))
    took = []
    for workers in (1, 2):
        begun = perf_counter()
        review = _reviewed(record, Budget(seconds=ASKED), workers)
        took.append(perf_counter() - begun)
    yield {"choices": sum(len(review.of(player)) for player in PLAYERS), "took": took}


def _taught(name: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield the seconds of the processor until a lesson is there, and until all is judged.

    `first` is None if no choice has a mark. What was judged is kept nowhere.
    """
    seated = {player: bots(name)["greedy"]() for player in PLAYERS}
    record = played(blank(name, PLAYERS), seated, Random(f"{seed}/{number}"))
    first = list[float]()
    begun = process_time()

    def tell(each: Judged) -> None:
        if each.mark and not first:
            first.append(process_time() - begun)

    for _ in reviewed(record, PLAYERS[:1], Budget(seconds=ASKED), tell=tell):
        pass
    whole = process_time() - begun
    choices = len(tasks(record, PLAYERS[:1]))
    yield {"choices": choices, "first": first[0] if first else None, "whole": whole}


def _seconds(work: Callable[..., object], *arguments: object) -> float:
    begun = process_time()
    work(*arguments)
    return process_time() - begun


def _tell(name: str, rows: Sequence[Row]) -> None:
    """Print the figures of a game."""
    kinds = {kind: [row for row in rows if row["kind"] == kind] for kind in (*TOLD, "again")}
    for kind, tell in TOLD.items():
        if kinds[kind]:
            tell(name, kinds[kind])
    _tell_agreement(name, kinds["look"], kinds["again"])


def _tell_looks(name: str, rows: Sequence[Row]) -> None:
    for bot in BOTS:
        marks = [mark for row in rows for mark in row["marks"][bot]]
        means = [fmean(row["costs"][bot]) for row in rows if row["costs"][bot]]
        mistakes = _share(sum(mark in MISTAKES for mark in marks), len(marks))
        told = ", ".join(f"{marks.count(mark)} {mark}" for mark in LOST[:-1])
        print(f"{name:<16} {bot:<7} cost a choice {_mean(means)}; ? or worse {mistakes}: {told}")
    choices = sum(len(own) for row in rows for own in row["marks"].values())
    print(
        f"{name:<16} {len(rows)} games, {choices} choices, "
        f"{fmean(row['seconds'] for row in rows):.1f} s of the processor a game; "
        f"sums are off by {max(row['gap'] for row in rows):.0e} at most",
        flush=True,
    )


def _tell_agreement(name: str, looks: Sequence[Row], again: Sequence[Row]) -> None:
    """Print how often a choice has the same mark where it was thought about four times as long."""
    first = {(row["seed"], row["number"], row["record"]): row["marks"] for row in looks}
    keys = [(row["seed"], row["number"], row["record"]) for row in again]
    games = [
        (first[key], row["marks"]) for key, row in zip(keys, again, strict=True) if key in first
    ]
    pairs = [
        pair
        for marks, longer in games
        for bot in BOTS
        for pair in zip(marks[bot], longer[bot], strict=True)
    ]
    if pairs:
        marked = [other for one, other in pairs if one in MISTAKES]
        print(
            f"{name:<16} four times as long, {len(games)} games: the same mark for "
            f"{_share(sum(one == other for one, other in pairs), len(pairs))}; "
            f"of {len(marked)} marked ? or worse, {marked.count('')} have no mark then",
            flush=True,
        )


def _tell_luck(name: str, rows: Sequence[Row]) -> None:
    told = ", ".join(f"{seat} {_mean([row['came'][seat] for row in rows])}" for seat in PLAYERS)
    print(f"{name:<16} luck in {len(rows)} games: {told}", flush=True)


def _tell_help(name: str, rows: Sequence[Row]) -> None:
    hints, first = [each for row in rows for each in row["hint"]], [row["hint"][0] for row in rows]
    for what, times in (
        ("a hint", hints),
        ("the first of a position", first),
        ("the first of best", [row["first"] for row in rows if "first" in row]),
        ("best", [row["best"] for row in rows]),
    ):
        if not times:
            continue
        times.sort()
        at = times[min(len(times) - 1, int(0.95 * len(times)))]
        print(
            f"{name:<16} {what}, {len(rows)} positions, ms: median {1000 * median(times):.0f}, "
            f"95th percentile {1000 * at:.0f}, largest {1000 * times[-1]:.0f}",
            flush=True,
        )


def _tell_workers(name: str, rows: Sequence[Row]) -> None:
    for row in rows:
        one, two = row["took"]
        print(
            f"{name:<16} {row['choices']} choices at {ASKED} s: one worker {one:.0f} s, "
            f"two {two:.0f} s",
            flush=True,
        )


def _tell_lessons(name: str, rows: Sequence[Row]) -> None:
    first = sorted(row["first"] for row in rows if row["first"] is not None)
    told = f"median {median(first):.1f} s, largest {first[-1]:.1f} s" if first else "none"
    print(
        f"{name:<16} {len(rows)} games, the first lesson of {len(first)}: {told}; all "
        f"{sum(row['choices'] for row in rows)} choices, "
        f"{fmean(row['whole'] for row in rows):.1f} s a game",
        flush=True,
    )


TOLD = {
    "look": _tell_looks,
    "luck": _tell_luck,
    "help": _tell_help,
    "workers": _tell_workers,
    "lessons": _tell_lessons,
}
"""How rows of a kind are told."""


def _times(times: int, budget: Budget) -> Budget:
    """Return so many times as much."""
    return Budget(
        seconds=budget.seconds and times * budget.seconds,
        iterations=budget.iterations and times * budget.iterations,
    )


def _reviewed(record: Record, budget: Budget, workers: int = 1) -> Review:
    steps = reviewed(record, PLAYERS, budget, workers)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Review = end.value
            return found


def _gap(review: Review, seat: str) -> float:
    share = review.share(seat)
    assert share.result is not None
    return abs(share.start + share.luck + share.skill - share.result)


def _mean(values: Sequence[float]) -> str:
    if len(values) < 2:
        return ", ".join(f"{value:+.3f}" for value in values) or "none"
    return f"{fmean(values):+.3f} ± {stdev(values) / sqrt(len(values)):.3f}"


def _share(n: int, of: int) -> str:
    low, high = wilson(n, of)
    return f"{n} of {of} ({n / max(1, of):.1%}, {low:.1%} to {high:.1%})"
