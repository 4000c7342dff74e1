"""What it takes to make puzzles: seconds a position, what comes of it, levels, and backtracks.

    python -m bench.puzzles [--positions N] [--game G] [--kind K] [--workers 1 2]

The grade is compared with an independent measure: how many guesses a plain solver takes back that
uses single facts only.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from itertools import islice
from random import Random
from statistics import median
from time import perf_counter, process_time

from aparte.models.games import OWN
from aparte.models.hidden import Hidden, Only
from aparte.puzzles.grade import LEVELS
from aparte.puzzles.make import Made, tries
from aparte.puzzles.room import Puzzle, maker_of, uncertified
from aparte.puzzles.series import series

POSITIONS = 20
SEED = 1
MOST = 20_000


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser()
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each kind")
    parser.add_argument("--game", action="append", help="only of this game")
    parser.add_argument("--kind", action="append", help="only of this kind")
    parser.add_argument("--workers", type=int, nargs="*", help="also puzzles a second on so many")
    options = parser.parse_args(arguments or [])
    grades: list[tuple[float, float]] = []
    for game in options.game or OWN:
        for kind in maker_of(game).kinds:
            if kind in (options.kind or [kind]):
                made = measured(game, kind, options.positions)
                grades += [_pair(each) for each in made if game == DRAWN and kind == "all"]
    if len(grades) > 2:
        print(f"rank correlation with backtracks: {correlation(grades):.2f} ({len(grades)})")
        print(f"backtracks: median {median(back for _, back in grades):.0f}")
    for workers in options.workers or ():
        paced(workers)


DRAWN = "adresses-jaunes"
"""The game whose boards a plain solver can look through."""
PACE = 12
"""So many puzzles are made to see how many come a second."""


def measured(game: str, kind: str, positions: int) -> list[Made]:
    """Print what comes of so many positions, and return it."""
    maker, found, seconds = maker_of(game), [], defaultdict(list)
    began = since = process_time()
    for each in islice(tries(maker, maker.kinds[kind], Random(SEED)), positions):
        if each is not None:
            seconds[each.grade.level].append(process_time() - since)
            since = process_time()
            found.append(each)
    spent = process_time() - began
    puzzles = [Puzzle("made", each.record) for each in found]
    alike = len(puzzles) - len({puzzle.form for puzzle in puzzles})
    certified = sum(not uncertified(puzzle) for puzzle in puzzles)
    print(
        f"{game} {kind}: {len(found)} of {positions} positions, {spent / positions:.2f} s a "
        f"position, {alike} alike, {certified} certified",
        flush=True,
    )
    for level in LEVELS:
        if times := sorted(seconds[level]):
            at = times[min(len(times) - 1, int(0.95 * len(times)))]
            print(f"  {level}: {len(times)}, {median(times):.1f} s a puzzle, 95 % in {at:.1f} s")
    return found


def paced(workers: int) -> None:
    """Print how many puzzles come a second from so many processes."""
    began = perf_counter()
    made = list(series(DRAWN, "who", "", [f"pace-{n}" for n in range(PACE)], workers))
    print(f"{workers} workers: {len(made) / (perf_counter() - began):.2f} puzzles a second")


def _pair(made: Made) -> tuple[float, float]:
    hidden = made.record.game.hidden(made.record)
    return made.grade.hardest + made.grade.different / 100, backtracks(hidden)


def backtracks(hidden: Hidden) -> int:
    """Return how many guesses a plain solver takes back before all worlds were looked at."""
    allowed = {item: set(hidden.places) for item in hidden.items}
    for fact in hidden.facts:
        if isinstance(fact, Only):
            allowed[fact.item] &= fact.places
    counts = [fact for fact in hidden.facts if not isinstance(fact, Only)]
    items = sorted(allowed, key=lambda item: (len(allowed[item]), item))
    back = 0
    placed: dict[str, str] = {}

    def fits() -> bool:
        for fact in counts:
            inside = sum(placed.get(item) in fact.places for item in fact.items if item in placed)
            open_ = sum(
                item not in placed and bool(allowed[item] & fact.places) for item in fact.items
            )
            if inside > fact.hi or inside + open_ < fact.lo:
                return False
        return True

    def search(at: int) -> None:
        nonlocal back
        if at == len(items) or back > MOST:
            return
        for place in sorted(allowed[items[at]]):
            placed[items[at]] = place
            if fits():
                search(at + 1)
            else:
                back += 1
            del placed[items[at]]

    search(0)
    return back


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Return Spearman's rank correlation."""
    first, second = (_ranks([pair[side] for pair in pairs]) for side in (0, 1))
    mean = (len(pairs) - 1) / 2
    top = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    spread = [sum((each - mean) ** 2 for each in ranks) for ranks in (first, second)]
    return top / ((spread[0] * spread[1]) ** 0.5 or 1.0)


def _ranks(values: list[float]) -> list[float]:
    order = sorted(values)
    return [order.index(each) + (order.count(each) - 1) / 2 for each in values]


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
