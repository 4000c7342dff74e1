"""What it takes to make puzzles, what comes of it, and whether the grade tells how hard they are.

    python -m bench.puzzles [--game G ...] [--kind K ...] [--seeds 1 2 ...] [--positions N]
                            [--out FILE] [--workers 1 2]
    python -m bench.puzzles --read FILE ...

A part is so many positions of one kind from one seed. With `--out` every part is written to a file
when it is whole, and parts that stand there are not made again: a large sample can be stopped, gone
on with, and be made in several files that are read together.

The grade is compared with an independent measure: how many guesses a plain solver takes back that
uses single facts only.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
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
from bench._plain import backtracks
from tests.certify import uncertified

POSITIONS = 20
MOST = 2_000
"""Guesses that are taken back at most: harder is not told apart."""
PACED, PACE = "adresses-jaunes", 12
"""So many puzzles of this game are made to see how many come a second."""

Row = Mapping[str, Any]
"""What came of one position: its part, its seconds; of a puzzle how hard it is, and its record."""


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser()
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each part")
    parser.add_argument("--seeds", nargs="+", default=["1"], help="a part of each kind for each")
    parser.add_argument("--game", action="append", help="only of this game")
    parser.add_argument("--kind", action="append", help="only of this kind")
    parser.add_argument("--out", type=Path, help="write parts there, and go on from there")
    parser.add_argument("--read", type=Path, nargs="+", help="only tell what is in these files")
    parser.add_argument("--workers", type=int, nargs="*", help="also puzzles a second on so many")
    options = parser.parse_args(arguments or [])
    if options.read:
        tell([row for file in options.read for row in rows_of(file)])
        return
    there = rows_of(options.out) if options.out and options.out.exists() else []
    done = {_part(row) for row in there}
    for seed in options.seeds:
        for game in options.game or OWN:
            for kind in maker_of(game).kinds:
                part = (game, kind, seed)
                if kind not in (options.kind or [kind]) or part in done:
                    continue
                made = list(measured(*part, options.positions))
                there += made
                if options.out:
                    with options.out.open("a", encoding="utf-8") as file:
                        file.write("".join(f"{json.dumps(row)}\n" for row in made))
    tell(there)
    for workers in options.workers or ():
        paced(workers)


def rows_of(file: Path) -> list[Row]:
    """Return what `file` has."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _part(row: Row) -> tuple[str, str, str]:
    return row["game"], row["kind"], row["seed"]


def measured(game: str, kind: str, seed: str, positions: int) -> Iterator[Row]:
    """Yield what comes of so many positions."""
    maker = maker_of(game)
    begun = process_time()
    for each in islice(
        tries(maker, maker.kinds[kind], Random(f"{FORMAT} {game} {kind} {seed}")), positions
    ):
        row = {"game": game, "kind": kind, "seed": seed, "seconds": process_time() - begun}
        if each:
            made = each[0]
            puzzle = Puzzle("made", made.record).told(made.grade)
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


def tell(rows: Sequence[Row]) -> None:
    """Print the figures."""
    kinds: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        kinds[row["game"], row["kind"]].append(row)
    for (game, kind), own in kinds.items():
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
    for game in dict.fromkeys(game for game, _ in kinds):
        made = [row for row in rows if row["game"] == game and "level" in row]
        levels = Counter(row["level"] for row in made)
        told = ", ".join(f"{levels[level]} {level}" for level in LEVELS)
        print(f"{game}: {len(made)} puzzles, {_alike(made)} alike; {told}")
        _compare("  backtracks", made)
    _compare("all games, backtracks", rows)


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


def paced(workers: int) -> None:
    """Print how many puzzles come a second from so many processes."""
    began = perf_counter()
    made = list(series(PACED, "who", "", [f"pace-{n}" for n in range(PACE)], workers))
    pace = len(made) / (perf_counter() - began)
    print(f"{PACED} who, {workers} workers: {pace:.2f} puzzles a second")


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


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
