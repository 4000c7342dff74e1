"""What it takes to make puzzles: seconds a position, what comes of it, levels, and backtracks.

    python -m bench.puzzles [--positions N]

The grade is compared with an independent measure: how many guesses a plain solver takes back that
uses single facts only.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from itertools import islice
from random import Random
from statistics import median
from time import process_time

from aparte.models.hidden import Hidden, Only
from aparte.puzzles.make import Made, tries
from aparte.puzzles.room import Puzzle, maker_of, uncertified

POSITIONS = 20
KINDS = (
    *(("adresses-jaunes", kind) for kind in ("all", "who", "safe")),
    *(("onstage", kind) for kind in ("all", "who")),
)
MOST = 20_000


def main(arguments: list[str] | None = None) -> None:
    parser = ArgumentParser()
    parser.add_argument("--positions", type=int, default=POSITIONS)
    positions = parser.parse_args(arguments or []).positions
    grades: list[tuple[float, float]] = []
    for game, kind in KINDS:
        maker = maker_of(game)
        began = process_time()
        made = [
            each
            for each in islice(tries(maker, maker.kinds[kind], Random(1)), positions)
            if each is not None
        ]
        seconds = process_time() - began
        levels = Counter(each.grade.level for each in made)
        forms = {Puzzle("made", each.record).form for each in made}
        certified = sum(not uncertified(Puzzle("made", each.record)) for each in made)
        print(
            f"{game} {kind}: {len(made)} of {positions} positions, "
            f"{seconds / positions:.2f} s a position, {dict(sorted(levels.items()))}, "
            f"{len(made) - len(forms)} alike, {certified} certified"
        )
        if game == "adresses-jaunes" and kind == "all":
            grades += [_pair(each) for each in made]
    if len(grades) > 2:
        print(f"rank correlation with backtracks: {correlation(grades):.2f} ({len(grades)})")
        print(f"backtracks: median {median(back for _, back in grades):.0f}")


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
