"""Several different puzzles, made one after the other or in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from ..models.core import Record
from ..models.record import read, write
from ..models.words import say
from ..solver.play.cluster import on_cluster
from ..solver.play.workers import Halted, in_order, in_processes
from .room import Puzzle, new

AGAIN = 20
"""How many other puzzles are tried for a seed whose puzzle exists already."""


def series(
    game: str,
    kind: str,
    level: str,
    seeds: Sequence[str],
    workers: int = 1,
    old: Iterable[Record] = (),
    scheduler: str = "",
    tried: Callable[[int], object] = lambda n: None,
) -> Iterator[Puzzle]:
    """Yield a puzzle for each of `seeds` in order, all different, also from the `old` ones.

    They do not depend on the number of `workers`, nor on the cluster at the address `scheduler`.
    Only a single worker reports the questions that it has `tried`. Raises NoPuzzle, and whatever
    `on_cluster` raises.
    """
    forms = {Puzzle("old", record).form for record in old}
    make = partial(_text, game, kind, level)
    if scheduler:
        made = in_order(seeds, on_cluster(make, seeds, scheduler, _given_up))
    elif workers > 1:
        made = in_order(seeds, in_processes(make, seeds, workers, _given_up))
    else:
        made = map(partial(make, tried=tried), seeds)
    yield from _apart(made, seeds, forms, partial(new, game, kind, level))


def _given_up(seed: str) -> str:
    raise Halted(say("puzzle {seed} ended every process that made it", seed=seed))


def _text(
    game: str, kind: str, level: str, seed: str, tried: Callable[[int], object] = lambda n: None
) -> str:
    return write(new(game, kind, level, seed, tried).record)


def _apart(
    made: Iterable[str], seeds: Sequence[str], forms: set[str], make: partial[Puzzle]
) -> Iterator[Puzzle]:
    for seed, text in zip(seeds, made, strict=True):
        puzzle = Puzzle("", read(text))
        for again in range(AGAIN):
            if puzzle.form not in forms:
                break
            puzzle = make(f"{seed}/{again}")
        else:
            continue
        forms.add(puzzle.form)
        yield Puzzle(f"{puzzle.record.game.name}-{seed}", puzzle.record)
