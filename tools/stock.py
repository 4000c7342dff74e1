"""Adds to the lists of puzzles that are made anew from their seeds what the bench kept.

    python -m bench puzzles --game G --out FILE
    python -m tools.stock [FILE ...]

Of each game so many are taken, no two alike up to names, few of one game of bots, all kinds of a
level in turn. Hard and fiendish ones come first, since they are rare, up to a share. What is there
stays as long as format and grader do. The table in docs/puzzles.md is written, too.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from aparte.models.games import OWN, listing
from aparte.puzzles.bundled import EASY, FIENDISH, HARD, LEVELS, MEDIUM, bundled
from aparte.puzzles.grade import GRADER
from aparte.puzzles.make import FORMAT
from aparte.puzzles.room import new
from aparte.puzzles.stock import Kept, kept_of, stock
from bench.puzzles import form_sign
from tests.trials import kept

MOST = 1_000
SHARES: Mapping[str, int] = {FIENDISH: 200, HARD: 300, MEDIUM: 600, EASY: 500}
"""The most of a level, and in which order they are taken."""
OF_ONE = 8
"""The most from one game of bots."""
ROOT = Path(__file__).parents[1] / "puzzles"
DOCS = Path(__file__).parents[1] / "docs" / "puzzles.md"
TABLE = re.compile(r"(\| game \| stock \|.*\n\|[- :|]*\n)(?:\|.*\n)*")

Row = Mapping[str, Any]


def main(files: Sequence[str]) -> None:
    """Add to the lists of the games that are in `files`, and write the table of all."""
    games: dict[str, list[Row]] = defaultdict(list)
    for row in kept(map(Path, files)):
        if "stock" in row:
            games[row["game"]].append(row)
    head = f"format {FORMAT} grader {GRADER}"
    for game, rows in games.items():
        file = ROOT / game.replace("-", "_") / "stock.txt"
        same = file.read_text("utf-8").startswith(head + "\n")
        chosen = list(_chosen(rows, game, list(stock(game)) if same else []))
        chosen.sort(key=lambda each: -LEVELS.index(each.level))
        text = [head, *(f"{each.seed} {each.level}" for each in chosen)]
        file.write_text("\n".join(text) + "\n", "utf-8")
        print(f"{game}: {len(chosen)}, of {len(rows)} more")
    page = DOCS.read_text("utf-8")
    DOCS.write_text(TABLE.sub(lambda found: found[1] + table(), page), "utf-8")


def table() -> str:
    """Return the rows of docs/puzzles.md: how many there are of each game and level."""
    rows = []
    for game in OWN:
        levels = Counter(each.level for each in stock(game))
        own = Counter(each.level for each in bundled(game))
        numbers = " | ".join(f"{levels[level]}" for level in LEVELS)
        ours = ", ".join(f"{own[level]} {level}" for level in LEVELS if own[level])
        rows.append(f"| {listing(game).title} | {levels.total()} | {numbers} | {ours} |\n")
    return "".join(rows)


def _chosen(rows: Iterable[Row], game: str, there: Sequence[Kept]) -> Iterator[Kept]:
    """Yield the puzzles that are `there`, and those of `rows` that are added."""
    yield from there
    forms, lots = set[str](), Counter((each.kind, each.lot) for each in there)
    left, levels = MOST - len(there), Counter(each.level for each in there)
    by_level: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        by_level[row["level"]][row["kind"]].append(row)
    for each in there:
        if each.kind in by_level[each.level]:  # only those can be like one of the rows
            forms.add(form_sign(new(game, "", "", each.seed)))
    for level, most in SHARES.items():
        kinds = (own for _, own in sorted(by_level[level].items()))
        for row in filter(None, chain.from_iterable(zip_longest(*kinds))):
            found = kept_of(row["stock"])
            assert found is not None
            lot = found.kind, found.lot
            if row["form"] in forms or lots[lot] >= OF_ONE or levels[level] >= most or not left:
                continue
            forms.add(row["form"])
            lots[lot] += 1
            levels[level] += 1
            left -= 1
            yield replace(found, level=level)


if __name__ == "__main__":
    main(sys.argv[1:])
