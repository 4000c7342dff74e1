"""Adds to the lists of puzzles that are made anew what the bench kept.

    python -m bench puzzles --game G --out FILE
    python -m tools.stock [FILE ...]
    python -m tools.stock --regrade [GAME|KIND|LEVEL ...]

Of each game so many are taken, no two alike up to names, few of one game of bots or of one board
with other clues, all kinds of a level in turn. Hard and fiendish ones come first, since they are
rare, up to a share. What is there stays as long as format and grader do; where the list is full,
rare ones take the places of the last ones of the commonest kind and level. With another grader,
what is there and what is bundled has to be graded anew first, all of it or the kinds whose grades
have changed. The table in docs/puzzles.md is written, too.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from aparte.models.games import OWN, listing
from aparte.models.record import read, write
from aparte.puzzles.bundled import EASY, FIENDISH, HARD, LEVELS, MEDIUM, bundled
from aparte.puzzles.grade import GRADER
from aparte.puzzles.make import FORMAT, again, bare, untagged
from aparte.puzzles.packing import unpacked
from aparte.puzzles.room import Puzzle, maker_of, puzzles
from aparte.puzzles.stock import SIGN, Kept, sign_of, stock
from tests.trials import kept

MOST = 1_000
SHARES: Mapping[str, int] = {FIENDISH: 300, HARD: 300, MEDIUM: 850, EASY: 800}
"""The most of a level, and in which order they are taken."""
OF_ONE = 8
"""The most from one game of bots, or of one board."""
HEAD = f"format {FORMAT} grader {GRADER}"
ROOT = Path(__file__).parents[1] / "puzzles"
DOCS = Path(__file__).parents[1] / "docs" / "puzzles.md"
TABLE = re.compile(r"(\| game \| stock \|.*\n\|[- :|]*\n)(?:\|.*\n)*")

Row = Mapping[str, Any]


def main(arguments: Sequence[str]) -> None:
    """Add to the lists or grade them anew, and write the table of all."""
    if arguments[:1] == ["--regrade"]:
        some = [each for each in OWN if each in arguments] or OWN
        for game in some:
            regrade(game, [each for each in arguments[1:] if each not in OWN])
    else:
        add(arguments)
    page = DOCS.read_text("utf-8")
    DOCS.write_text(TABLE.sub(lambda found: found[1] + table(), page), "utf-8")


def add(files: Sequence[str]) -> None:
    """Add to the lists of the games that are in `files`."""
    games: dict[str, list[Row]] = defaultdict(list)
    for row in kept(map(Path, files)):
        if "stock" in row:
            games[row["game"]].append(row)
    for game, rows in games.items():
        same = _list_of(game).read_text("utf-8").startswith(HEAD + "\n")
        there = list(stock(game)) if same else []
        chosen = list(_chosen(rows, _with_room(there, rows)))
        _write(game, chosen)
        print(f"{game}: {len(chosen)}, of {len(rows)} more")


def regrade(game: str, some: Collection[str]) -> None:
    """Make and grade anew what is there of `some` kinds or levels, or of all: also what is bundled.

    Of those in lists, what makes no puzzle any more, or one like another, is left out.
    """
    signs, graded, moved = set[str](), list[Kept](), Counter[str]()
    for each in stock(game):
        if some and not {each.kind, each.level} & {*some}:
            graded.append(each)
            continue
        level, sign = made_again(game, each)
        if sign not in signs and level:
            graded.append(replace(each, level=level, sign=sign))
            signs.add(sign)
        else:
            level = "nothing"
        moved[f"{each.level} to {level}"] += 1
    _write(game, graded)
    for puzzle in puzzles(game):
        if some and not {puzzle.kind.name, puzzle.level} & {*some}:
            grade = f'"{GRADER}"'
            text = re.sub(r'(?<=\[Grader )"\d+"', grade, write(puzzle.record))
        else:
            text = write(puzzle.with_answer().record)
            moved[f"bundled {puzzle.level} to {puzzle.grade.level}"] += 1
        (_list_of(game).parent / f"{puzzle.name}.rec").write_text(text, "utf-8")
    print(f"{game}: {dict(moved)}", flush=True)


def made_again(game: str, kept: Kept) -> tuple[str, str]:
    """Return the level of a puzzle of the list as it is made now, and a sign of its form.

    Both are empty if it is none any more.
    """
    made = again(maker_of(game), kept)
    if not made:
        return "", ""
    return made[0].grade.level, sign_of(Puzzle("made", made[0].record).form)


def _list_of(game: str) -> Path:
    return ROOT / game.replace("-", "_") / "stock.txt"


def _write(game: str, chosen: Iterable[Kept]) -> None:
    """Write the list of a game, the hardest first."""
    rows = sorted(chosen, key=lambda each: -LEVELS.index(each.level))
    text = [HEAD, *(each.row for each in rows)]
    _list_of(game).write_text("\n".join(text) + "\n", "utf-8")


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


def _with_room(there: Sequence[Kept], rows: Iterable[Row]) -> Sequence[Kept]:
    """Return the puzzles that are `there`, without the last of the commonest ones if too many.

    Too many are those that leave no room for the hard and fiendish ones of `rows`.
    """
    rare = {row["form"][:SIGN] for row in rows if row["level"] in (HARD, FIENDISH)}
    over = len(there) + len(rare - {each.sign for each in there}) - MOST
    if over <= 0:
        return there
    common = Counter((each.kind, each.level) for each in there).most_common(1)[0][0]
    last = [each for each in there if (each.kind, each.level) == common][-over:]
    return [each for each in there if each not in last]


def _chosen(rows: Iterable[Row], there: Sequence[Kept]) -> Iterator[Kept]:
    """Yield the puzzles that are `there`, and those of `rows` that are added."""
    yield from there
    signs, lots = {each.sign for each in there}, Counter(map(_lot, there))
    left, levels = MOST - len(there), Counter(each.level for each in there)
    by_level: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        by_level[row["level"]][row["stock"].split("-")[0]].append(row)
    for level, most in SHARES.items():
        kinds = (own for _, own in sorted(by_level[level].items()))
        for row in filter(None, chain.from_iterable(zip_longest(*kinds))):
            sign = row["form"][:SIGN]
            found = Kept(row["stock"], level, sign, row.get("board", ""))
            lot = _lot(found)
            if sign in signs or lots[lot] >= OF_ONE or levels[level] >= most or not left:
                continue
            signs.add(sign)
            lots[lot] += 1
            levels[level] += 1
            left -= 1
            yield found


def _lot(kept: Kept) -> tuple[str, str]:
    """Return of what a puzzle is one of several: of a game of bots, or of a board without clues."""
    if not kept.board:
        return kept.kind, kept.lot
    board = untagged(read(unpacked(kept.board)), "Asked")
    maker = maker_of(board.game.name)
    return kept.kind, sign_of(write(maker.form(bare(board, maker.clues, maker.without))))


if __name__ == "__main__":
    main(sys.argv[1:])
