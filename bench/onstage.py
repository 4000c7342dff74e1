"""Onstage: chances of random views, and random rounds through the plain rules.

    python -m bench.onstage [--views N] [--games N]

Processor time, so that a busy machine changes it little.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter as Tally
from random import Random
from statistics import quantiles
from time import process_time
from typing import Any

from aparte.models.core import Record, turn, view
from aparte.models.event import TABLE
from aparte.models.onstage import GAME
from aparte.models.record import new_record
from aparte.solver.engine.count import Counter

VIEWS = 500
GAMES = 40
SAMPLES = 10_000
SEED = 5
NAMES = ("Ana", "Bo", "Cy", "Dai", "Eli")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=VIEWS)
    parser.add_argument("--games", type=int, default=GAMES)
    options, _ = parser.parse_known_args()
    rng = Random(SEED)
    for players in (3, 4, 5):
        start = process_time()
        rounds = sum(_rounds(random_game(players, rng)) for _ in range(options.games))
        print(f"{players} players: {rounds / (process_time() - start):.0f} random rounds a second")
    timed = [_timed(random_view(rng), rng) for _ in range(options.views)]
    _show("counted, with all chances and one sample, ms", [1000 * first for first, _ in timed])
    _show(f"{SAMPLES} samples, s", [samples for _, samples in timed])
    misses = [_chi_square(random_view(rng), rng) for _ in range(options.views // 10)]
    print(f"samples against chances: chi-square is {_mean(misses):.2f} times its expectation")


def random_game(players: int, rng: Random) -> Record:
    """Return the record of a whole game of random players, of either edition."""
    names = " ".join(NAMES[:players])
    head = (("Game", "onstage"), ("Record", "1"), ("Players", names))
    record = new_record((*head, ("Edition", rng.choice(("en", "fr")))))
    while GAME.result(record.state) is None:
        coming = turn(record)
        event = rng.choice(coming) if isinstance(coming, tuple) else coming.sample(rng)
        record = record.plus(event)
    return record


def random_view(rng: Random) -> Record:
    """Return what a seat or the table sees at a random line of a random game."""
    record = random_game(rng.choice((3, 4, 5)), rng)
    cut = record.until(rng.choice(record.lines).number)
    return view(cut, rng.choice((*cut.setup.players, TABLE)))


def _rounds(record: Record) -> int:
    return sum(event.verb == "line" for _, event in record.events)


def _timed(seen: Record, rng: Random) -> tuple[float, float]:
    hidden = GAME.hidden(seen)
    start = process_time()
    counter = Counter(hidden)
    counter.posterior()
    counter.sample(rng, 1)
    counted = process_time()
    counter.sample(rng, SAMPLES)
    return counted - start, process_time() - counted


def _chi_square(seen: Record, rng: Random) -> float:
    """Return chi-square of the sampled places of a card that is not known, over its expectation."""
    hidden = GAME.hidden(seen)
    counter = Counter(hidden)
    posterior = counter.posterior()
    chances = {
        item: {place: posterior.chance(item, place) for place in hidden.places}
        for item in hidden.items
    }
    unsure = [item for item in chances if max(chances[item].values()) < 1]
    if not unsure:
        return 1.0
    item = rng.choice(unsure)
    expected = {place: float(SAMPLES * p) for place, p in chances[item].items() if p}
    found: Tally[Any] = Tally(world[item][0] for world in counter.sample(rng, SAMPLES))
    misses = sum((found[place] - n) ** 2 / n for place, n in expected.items())
    return misses / (len(expected) - 1)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _show(what: str, values: list[float]) -> None:
    cuts = quantiles(values, n=100)
    print(f"{what}: median {cuts[49]:.2f}, 95th {cuts[94]:.2f}, most {max(values):.2f}")


if __name__ == "__main__":
    main()
