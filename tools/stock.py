"""Writes the lists of puzzles that are made anew from their seeds, out of what the bench kept.

    python -m bench puzzles --game G --out FILE
    python -m tools.stock FILE ...

Of each game so many are taken, no two alike up to names, few of one game of bots, all kinds of a
level in turn. Hard and fiendish ones come first, since they are rare, up to a share.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from aparte.puzzles.bundled import EASY, FIENDISH, HARD, LEVELS, MEDIUM
from aparte.puzzles.grade import GRADER
from aparte.puzzles.make import FORMAT
from aparte.puzzles.stock import kept_of
from tests.trials import kept

MOST = 1_000
SHARES: Mapping[str, int] = {FIENDISH: 200, HARD: 300, MEDIUM: 600, EASY: 500}
"""The most of a level, and in which order they are taken."""
OF_ONE = 8
"""The most from one game of bots."""
ROOT = Path(__file__).parents[1] / "puzzles"

Row = Mapping[str, Any]


def main(files: Sequence[str]) -> None:
    """Write the lists of the games that are in `files`."""
    games: dict[str, list[Row]] = defaultdict(list)
    for row in kept(map(Path, files)):
        if "stock" in row:
            games[row["game"]].append(row)
    for game, rows in games.items():
        chosen = list(_chosen(rows))
        text = [f"format {FORMAT} grader {GRADER}", *(f"{r['stock']} {r['level']}" for r in chosen)]
        (ROOT / game.replace("-", "_") / "stock.txt").write_text("\n".join(text) + "\n", "utf-8")
        levels = Counter(row["level"] for row in chosen)
        told = ", ".join(f"{levels[level]} {level}" for level in LEVELS)
        print(f"{game}: {len(chosen)} of {len(rows)}; {told}")


def _chosen(rows: Iterable[Row]) -> Iterator[Row]:
    forms, lots, left = set[str](), Counter[tuple[str, int]](), MOST
    by_level: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        by_level[row["level"]][row["kind"]].append(row)
    for level, most in SHARES.items():
        n = 0
        kinds = (own for _, own in sorted(by_level[level].items()))
        for row in filter(None, chain.from_iterable(zip_longest(*kinds))):
            found = kept_of(row["stock"])
            assert found is not None
            lot = found.kind, found.lot
            if row["form"] in forms or lots[lot] == OF_ONE or n == min(most, left):
                continue
            forms.add(row["form"])
            lots[lot] += 1
            n += 1
            yield row
        left -= n


if __name__ == "__main__":
    main(sys.argv[1:])
