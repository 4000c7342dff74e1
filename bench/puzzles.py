"""What it takes to make puzzles, what comes of it, and whether the grade tells how hard they are.

    python -m bench puzzles [--game G ...] [--kind K ...] [--rows POSITIONS] [--seed S]
                            [--part 0/2 --out FILE]
    python -m bench puzzles --sum FILE ...

A row is a position, of which ten are made from one number. `pace` is how many puzzles come a second
on one worker, and on two. The grade is compared with an independent measure: how many guesses a
plain solver takes back that uses single facts only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from aparte.models.games import OWN
from aparte.models.record import write
from aparte.puzzles.grade import LEVELS
from aparte.puzzles.make import FORMAT, tries
from aparte.puzzles.room import Puzzle, maker_of
from aparte.puzzles.series import series
from tests.certify import uncertified

from ._plain import backtracks
from ._trials import Row, TrialKind, run

POSITIONS, TOGETHER = 20, 10
"""So many of each kind, and of one number."""
MOST = 2_000
"""Guesses that are taken back at most: harder is not told apart."""
PACED, PACE = "adresses-jaunes", 12
"""So many puzzles of this game are made to see how many come a second."""
WORKERS = (1, 2)


def main(arguments: Sequence[str]) -> None:
    """Print what puzzles of each kind take and how hard they are, and how fast they come."""
    games = {
        game: {
            kind: TrialKind(POSITIONS, partial(_made, game, kind)) for kind in maker_of(game).kinds
        }
        for game in OWN
    }
    games[PACED]["pace"] = TrialKind(len(WORKERS), _paced)
    _compare("all games, backtracks", run(arguments, __doc__, games, tell))


def _made(game: str, kind: str, seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield what comes of some positions: their seconds; of a puzzle how hard it is, its record."""
    maker = maker_of(game)
    begun = process_time()
    rng = Random(f"{FORMAT} {game} {kind} {seed} {number}")
    for each in islice(tries(maker, maker.kinds[kind], rng), TOGETHER):
        row: dict[str, Any] = {"seconds": process_time() - begun}
        if each:
            made = each[0]
            puzzle = Puzzle("made", made.record).with_answer(made.grade)
            claims = puzzle.kind.claims(puzzle.question, puzzle.asked, puzzle.answer)
            row |= {
                "level": made.grade.level,
                "grade": [made.grade.hardest, made.grade.different],
                "form": sha256(puzzle.form.encode()).hexdigest()[:24],
                "certified": not uncertified(puzzle),
                "back": backtracks(puzzle.hidden, claims, MOST) if claims else None,
                "record": write(puzzle.record),
            }
        yield row
        begun = process_time()


def _paced(seed: int, number: int) -> Iterator[Mapping[str, Any]]:
    """Yield how many puzzles come a second from so many processes."""
    workers = WORKERS[number % len(WORKERS)]
    began = perf_counter()
    made = list(series(PACED, "who", "", [f"{seed}-{n}" for n in range(PACE)], workers))
    yield {"workers": workers, "pace": len(made) / (perf_counter() - began)}


def tell(game: str, rows: Sequence[Row]) -> None:
    """Print the figures of a game."""
    kinds: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if "pace" in row:
            print(f"{game} who, {row['workers']} workers: {row['pace']:.2f} puzzles a second")
        else:
            kinds[row["kind"]].append(row)
    for kind, own in kinds.items():
        made = [row for row in own if "level" in row]
        spent = sum(row["seconds"] for row in own)
        print(
            f"{game} {kind}: {len(made)} puzzles of {len(own)} positions, {spent / len(own):.2f} s "
            f"a position; {_alike(made)} alike, {sum(row['certified'] for row in made)} certified"
        )
        for level in LEVELS:
            if times := sorted(_waited(own, level)):
                at = times[min(len(times) - 1, int(0.95 * len(times)))]
                print(f"  {level}: {len(times)}, {median(times):.1f} s a puzzle, 95 % in {at:.1f}")
        _compare("  backtracks", made)
    made = [row for row in rows if "level" in row]
    levels = Counter(row["level"] for row in made)
    told = ", ".join(f"{levels[level]} {level}" for level in LEVELS)
    print(f"{game}: {len(made)} puzzles, {_alike(made)} alike; {told}", flush=True)
    _compare("  backtracks", made)


def _alike(made: Sequence[Row]) -> int:
    """Return how many puzzles differ from an earlier one by names alone."""
    return len(made) - len({row["form"] for row in made})


def _waited(rows: Iterable[Row], level: str) -> Iterator[float]:
    """Yield the seconds from one puzzle of `level` to the next."""
    waited = 0.0
    for row in rows:
        waited += row["seconds"]
        if row.get("level") == level:
            yield waited
            waited = 0.0


def _compare(what: str, rows: Iterable[Row]) -> None:
    """Print how the grades rank beside the backtracks: by level, hardest and different steps."""
    graded = [row for row in rows if row.get("back") is not None]
    if len(graded) < 3:
        return
    grades = [(LEVELS.index(row["level"]), *row["grade"]) for row in graded]
    backs = [row["back"] for row in graded]
    if len({*backs}) < 2 or len({*grades}) < 2:
        alike = "guesses" if len({*backs}) < 2 else "grades"
        print(f"{what}: all {alike} are alike ({len(graded)}, {backs[0]} taken back in the first)")
        return
    by_level = ", ".join(
        f"{level} {median(there):.0f}"
        for level in LEVELS
        if (there := [row["back"] for row in graded if row["level"] == level])
    )
    print(
        f"{what}: rank correlation {correlation(grades, backs):.2f} with the grade, "
        f"{correlation([grade[0] for grade in grades], backs):.2f} with the level "
        f"({len(graded)}, of which {backs.count(0)} need none and {backs.count(MOST)} {MOST} "
        f"or more); median {by_level}"
    )


def correlation(first: Sequence[Any], second: Sequence[Any]) -> float:
    """Return Spearman's rank correlation; 0 where all are equal."""
    ranks = [_ranks(first), _ranks(second)]
    mean = (len(first) - 1) / 2
    top = sum((a - mean) * (b - mean) for a, b in zip(*ranks, strict=True))
    spread = [sum((each - mean) ** 2 for each in own) for own in ranks]
    return top / ((spread[0] * spread[1]) ** 0.5 or 1.0)


def _ranks(values: Sequence[Any]) -> list[float]:
    """Return the rank of each value, the mean of their ranks for equal ones."""
    first: dict[Any, int] = {}
    for rank, value in enumerate(sorted(values)):
        first.setdefault(value, rank)
    equal = Counter(values)
    return [first[value] + (equal[value] - 1) / 2 for value in values]
