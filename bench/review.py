"""What reviews say of players whose strength is known, and whether luck is luck.

    python -m bench.review [--games N] [--again N] [--lucky N] [--game NAME ...] [--seed S]
    python -m bench.review --part 0/2 --out review.0 [--games N] ...
    python -m bench.review --sum review.*

Bots sit together and change seats from game to game; their choices are reviewed. The mean cost of a
choice should go down from `random` over `greedy` to `coach`. Some of the same games are looked at
`again`, with four times the time. `lucky` games are those in which everybody plays as the values
assume: there, what comes less the start is luck alone, and its mean should be nothing for every
seat.

A part takes every second of the games, and goes on where its file ends; files add up.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import process_time
from zlib import crc32

from aparte.models.core import Record, View
from aparte.models.games import game_named, names
from aparte.models.record import write
from aparte.sessions.review import Review, reviewed
from aparte.sessions.setup import blank
from aparte.solver.play.coach import Budget, Choice, bots, play_of
from aparte.solver.play.driver import played
from aparte.solver.play.judge import Judge
from aparte.solver.play.simulate import wilson
from tests.trials import keep, kept, part

PLAYERS = ("Ana", "Bo", "Cy")
BOTS = ("random", "greedy", "coach")
GAMES, AGAIN, LUCKY = 12, 2, 96
WORLDS = Budget(iterations=60)
AS_ASKED = Budget(seconds=0.2)
"""Where a world takes long: as people get a review."""
LONG = frozenset({"bards"})
FOUR = 4
SEED = 2026
MISTAKES = ("?", "??")
LOST = ("??", "?", "?!", "")


@dataclass(frozen=True)
class Usual:
    """Plays as the values of `judge` assume; of a team, the surest goes first."""

    judge: Judge

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the usual move of the viewer of `view`."""
        trial = (self.judge.apart or self.judge.trial)(view, 0)
        if not self.judge.together:
            return Choice(trial.usual)
        (worths,) = trial.worths([trial.usual], 64)
        return Choice(trial.usual, fmean(worths))


@dataclass(frozen=True)
class Looked:
    """Game `number` of a `seed`, looked at so many `times` as long as usual, in `seconds`.

    Of each bot there are the costs of its choices and their marks, in the order of the lines;
    `gap` is how far start, luck and skill are off the result at most, `record` tells games apart.
    """

    game: str
    seed: int
    number: int
    times: int
    record: int
    costs: dict[str, list[float]]
    marks: dict[str, list[str]]
    gap: float
    seconds: float


@dataclass(frozen=True)
class Lucky:
    """By how much the results of the seats differ from the start in a game without skill."""

    game: str
    seed: int
    number: int
    came: dict[str, float]


@dataclass(frozen=True)
class Wanted:
    """Games of `seed` before so many, every one of a `part`."""

    seed: int
    part: tuple[int, int]

    def numbers(self, games: int) -> range:
        """Return which games are looked at of so many."""
        first, stride = self.part
        return range(first, games, stride)


def main() -> None:
    judged = [name for name in names() if play_of(name).judge is not None]
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="*", default=judged)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--again", type=int, default=AGAIN)
    parser.add_argument("--lucky", type=int, default=LUCKY)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--part", type=part, default=(0, 1))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--sum", nargs="*", type=Path)
    options, _ = parser.parse_known_args()
    files = options.sum if options.sum is not None else [options.out] if options.out else []
    done = [Lucky(**row) if "came" in row else Looked(**row) for row in kept(files)]
    wanted = Wanted(options.seed, options.part)
    for name in options.game:
        found = [each for each in done if each.game == name]
        if options.sum is None:
            for each in chain(
                _looked_at(name, wanted.numbers(options.games), 1, found, options.seed),
                _looked_at(name, wanted.numbers(options.again), FOUR, found, options.seed),
                _lucky(name, wanted.numbers(options.lucky), found, options.seed),
            ):
                found.append(each)
                keep(options.out, asdict(each))
        _tell(name, found)


Row = Looked | Lucky


def _looked_at(
    name: str, numbers: Sequence[int], times: int, done: Sequence[Row], seed: int
) -> Iterator[Looked]:
    """Yield the games of `numbers` that are not `done`, reviewed."""
    known = {
        (each.seed, each.number)
        for each in done
        if isinstance(each, Looked) and each.times == times
    }
    for number in numbers:
        if (seed, number) in known:
            continue
        seats = dict(zip(PLAYERS, (*BOTS[number % 3 :], *BOTS[: number % 3]), strict=True))
        seated = {player: bots(name)[bot]() for player, bot in seats.items()}
        record = played(_blank(name), seated, Random(f"{seed}/{number}"))
        begun = process_time()
        review = _reviewed(record, _times(times, AS_ASKED if name in LONG else WORLDS))
        seconds = process_time() - begun
        own = {bot: review.of(player) for player, bot in seats.items()}
        yield Looked(
            name,
            seed,
            number,
            times,
            crc32(write(record).encode()),
            {bot: [each.cost for each in choices] for bot, choices in own.items()},
            {bot: [each.mark for each in choices] for bot, choices in own.items()},
            max(_gap(review, seat) for seat in PLAYERS),
            seconds,
        )


def _lucky(name: str, numbers: Sequence[int], done: Sequence[Row], seed: int) -> Iterator[Lucky]:
    """Yield the games of `numbers` that are not `done`, played as the values assume."""
    known = {(each.seed, each.number) for each in done if isinstance(each, Lucky)}
    left = [number for number in numbers if (seed, number) not in known]
    judge = play_of(name).judge
    if not left or judge is None:
        return
    start = judge.start(_blank(name))
    for number in left:
        seated = {player: Usual(judge) for player in PLAYERS}
        record = played(_blank(name), seated, Random(f"{seed}/luck/{number}"))
        parts = [part.came for part in judge.parts(record) if part.came is not None]
        came = {player: sum(each[player] - start for each in parts) for player in PLAYERS}
        yield Lucky(name, seed, number, came)


def _tell(name: str, rows: Sequence[Row]) -> None:
    """Print the figures of a game."""
    once = [each for each in rows if isinstance(each, Looked) and each.times == 1]
    longer = [each for each in rows if isinstance(each, Looked) and each.times == FOUR]
    lucky = [each.came for each in rows if isinstance(each, Lucky)]
    for bot in BOTS if once else ():
        marks = [mark for each in once for mark in each.marks[bot]]
        means = [fmean(each.costs[bot]) for each in once if each.costs[bot]]
        mistakes = _share(sum(mark in MISTAKES for mark in marks), len(marks))
        told = ", ".join(f"{marks.count(mark)} {mark}" for mark in LOST[:-1])
        print(f"{name:<16} {bot:<7} cost a choice {_mean(means)}; ? or worse {mistakes}: {told}")
    if once:
        choices = sum(len(own) for each in once for own in each.marks.values())
        seconds = fmean(each.seconds for each in once)
        worst = max(each.gap for each in once)
        print(
            f"{name:<16} {len(once)} games, {choices} choices, {seconds:.1f} s of the processor a "
            f"game; sums are off by {worst:.0e} at most"
        )
    _tell_agreement(name, once, longer)
    if lucky:
        told = ", ".join(f"{seat} {_mean([each[seat] for each in lucky])}" for seat in PLAYERS)
        print(f"{name:<16} luck in {len(lucky)} games: {told}", flush=True)


def _tell_agreement(name: str, once: Sequence[Looked], longer: Sequence[Looked]) -> None:
    """Print how often a choice has the same mark where it was thought about four times as long."""
    first = {(each.seed, each.number, each.record): each.marks for each in once}
    keys = [(each.seed, each.number, each.record) for each in longer]
    games = [
        (first[key], each.marks) for key, each in zip(keys, longer, strict=True) if key in first
    ]
    pairs = [
        pair
        for marks, again in games
        for bot in BOTS
        for pair in zip(marks[bot], again[bot], strict=True)
    ]
    if pairs:
        marked = [other for one, other in pairs if one in MISTAKES]
        print(
            f"{name:<16} four times as long, {len(games)} games: the same mark for "
            f"{_share(sum(one == other for one, other in pairs), len(pairs))}; "
            f"of {len(marked)} marked ? or worse, {marked.count('')} have no mark then",
            flush=True,
        )


def _times(times: int, budget: Budget) -> Budget:
    """Return so many times as much."""
    return Budget(
        seconds=budget.seconds and times * budget.seconds,
        iterations=budget.iterations and times * budget.iterations,
    )


def _blank(name: str) -> Record:
    return blank(game_named(name), PLAYERS, {})


def _reviewed(record: Record, budget: Budget) -> Review:
    steps = reviewed(record, PLAYERS, budget)
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


if __name__ == "__main__":
    main()
