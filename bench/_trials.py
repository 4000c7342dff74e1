"""One runner under the benchmarks that try many things: how many, which part, where they are kept.

Every trial has a number, and from it and the seed whatever is drawn by lot. A part takes every
eighth number, say; run again, it goes on where its file ends. Files add up.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import sqrt
from pathlib import Path
from statistics import stdev
from typing import Any

from aparte.solver.play.simulate import NORMAL
from tests.trials import keep, kept

Row = Mapping[str, Any]
"""What came of a trial, with its game, kind, seed and number."""


def half_width(values: Sequence[float]) -> float:
    """Return half of the 95 % interval of the mean of some values, two at the least."""
    return NORMAL * stdev(values) / sqrt(len(values))


@dataclass(frozen=True)
class TrialKind:
    """Trials of one kind: `rows` are asked for; `trial` gives those of a seed and a number.

    A trial may give several rows, or none where nothing can be tried.
    """

    rows: int
    trial: Callable[[int, int], Iterable[Mapping[str, Any]]]


def run(
    arguments: Sequence[str],
    about: str | None,
    games: Mapping[str, Mapping[str, TrialKind]],
    tell: Callable[[str, Sequence[Row]], object],
) -> list[Row]:
    """Try what `arguments` ask for, tell what came of each game; return all rows."""
    parser = ArgumentParser(description=about)
    parser.add_argument("--game", nargs="*", default=list(games), help="only of these games")
    parser.add_argument("--kind", nargs="*", help="only of these kinds")
    parser.add_argument("--rows", type=int, help="so many of each kind, in all parts together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=_part, default=(0, 1), help="2/8 is the third of eight")
    parser.add_argument("--out", type=Path, help="keep rows there, and go on from there")
    parser.add_argument("--sum", type=Path, nargs="*", help="only tell what is in these files")
    options = parser.parse_args(arguments)
    done: dict[str, list[Row]] = defaultdict(list)
    for row in kept(options.sum or ([options.out] if options.out else [])):
        done[row["game"]].append(row)
    for game in options.game:
        for name, kind in games[game].items() if options.sum is None else ():
            if name in (options.kind or [name]):
                kind = kind if options.rows is None else replace(kind, rows=options.rows)
                head = {"game": game, "kind": name, "seed": options.seed}
                for row in _more(kind, head, options.part, done[game]):
                    done[game].append(row)
                    keep(options.out, row)
        tell(game, done[game])
    return [row for rows in done.values() for row in rows]


def _part(text: str) -> tuple[int, int]:
    """Read "2/8" as the third of eight parts, counted from 0."""
    number, of = map(int, text.split("/"))
    if not 0 <= number < of:
        raise ValueError(text)
    return number, of


def _more(kind: TrialKind, head: Row, part: tuple[int, int], done: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows of a part that are not `done`, those of one trial after the other."""
    first, stride = part
    ours = [row["number"] for row in done if row.items() >= head.items()]
    ours = [number for number in ours if number % stride == first]
    left = len(range(first, kind.rows, stride)) - len(ours)
    for number in count(max(ours, default=first - stride) + stride, stride):
        if left <= 0:
            return
        for row in kind.trial(head["seed"], number):
            left -= 1
            yield {**head, "number": number, **row}
