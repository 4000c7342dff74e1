"""How long a player waits for help: a hint at each of its levels, and the moves that are best.

Positions are of games at random, one of bots `greedy` for each seed; kernels are warm. Time is that
of the processor. `python -m bench.helping POSITIONS [GAME]` looks at more; `review` as the game
reviews one game of each at 0.2 seconds a choice, on one worker and on two, by the clock.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from random import Random
from statistics import median
from time import perf_counter, process_time

from aparte.models.core import Record, View
from aparte.models.games import game_named, names
from aparte.models.match import Match
from aparte.sessions.hints import Hints, Level
from aparte.sessions.review import reviewed
from aparte.sessions.setup import blank
from aparte.solver.play.coach import NOTHING, Budget, bots, choices, play_of
from aparte.solver.play.driver import acted, bot_event, drawn, played

PLAYERS = ("Ana", "Bo", "Cy")
SEED = 2027
THOUGHT = 0.5
ASKED = 0.2


def main(positions: int = 30, wanted: str = "") -> None:
    """Print the figures of each game, or of the one that is `wanted`."""
    for name in names():
        if wanted == "review":
            _workers(name)
        elif wanted in ("", name) and play_of(name).advise is not None:
            _helped(name, positions)


def _helped(name: str, positions: int) -> None:
    views = list(_views(name, positions + 2))
    for warm in views[:2]:
        _ladder(warm)
        _best(warm)
    ladders = [_ladder(view) for view in views[2:]]
    rungs, first = sorted(chain(*ladders)), sorted(each[0] for each in ladders)
    over = sorted(_best(view) for view in views[2:])
    print(
        f"{name:<16} {positions} positions; a hint: 95th percentile {1000 * _at(rungs, 0.95):.0f} "
        f"ms; the first of a position: median {1000 * median(first):.0f}, 95th percentile "
        f"{1000 * _at(first, 0.95):.0f}, largest {1000 * first[-1]:.0f}; best {THOUGHT}: median "
        f"{median(over):.2f} s, 95th percentile {_at(over, 0.95):.2f}, largest {over[-1]:.2f}",
        flush=True,
    )


def _ladder(view: View) -> list[float]:
    """The time of each level of a hint, one after the other."""
    hints, times = Hints(), []
    for _ in Level:
        begun = process_time()
        hints.next(view)
        times.append(process_time() - begun)
    return times


def _best(view: View) -> float:
    advise = play_of(view.game.name).advise
    assert advise is not None
    begun = process_time()
    advise(view, Budget(seconds=THOUGHT, quick=False), 0, NOTHING)
    return process_time() - begun


def _at(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))]


def _views(name: str, most: int) -> Iterator[View]:
    """Yield views of who has something to choose, from all parts of games."""
    number = 0
    while most > 0:
        rng = Random(f"{SEED}/{number}")
        number += 1
        seated = {player: bots(name)["greedy"]() for player in PLAYERS}
        match = Match.of(drawn(_blank(name), rng), PLAYERS)
        while most > 0 and (event := bot_event(match, seated, rng)) is not None:
            own = match.views[event.actor] if event.actor else None
            if own is not None and len(choices(own)) > 1 and rng.random() < 0.1:
                most -= 1
                yield own
            match = match.at(drawn(acted(match.record, event), rng))


def _workers(name: str) -> None:
    seated = {player: bots(name)["greedy"]() for player in PLAYERS}
    record = played(_blank(name), seated, Random(SEED))
    told = []
    for workers in (1, 2):
        begun = perf_counter()
        steps = reviewed(record, PLAYERS, Budget(seconds=ASKED), workers)
        try:
            while True:
                _, choices_ = next(steps)
        except StopIteration:
            told.append(f"{workers} workers {perf_counter() - begun:.0f} s")
    print(f"{name:<16} {choices_} choices at {ASKED} s: {', '.join(told)}", flush=True)


def _blank(name: str) -> Record:
    return blank(game_named(name), PLAYERS, {})


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:3])
