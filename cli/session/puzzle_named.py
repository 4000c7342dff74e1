"""Puzzles as people name them: by words of a title, a code or a file, or the one left last."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...models.words import listed, say, unaccented
from ...puzzles.bundled import Bundled, bundled
from ...puzzles.code import is_code, puzzle_of
from ...puzzles.room import NoPuzzle, Puzzle, puzzle_in
from ...sessions.solved import Open, desk, key_of
from ...sessions.store import opened_to_read
from ..arguments import read_record
from ..language import language, speak_of
from .puzzle_left import made, made_and_left

SEVERAL = 6
"""Most titles that are listed when several match."""


def named(name: str) -> Puzzle:
    """Return the puzzle of this name, of this code, or in a file of this path."""
    puzzle = _found(name)
    speak_of(puzzle.record)
    return puzzle


def left_last() -> Puzzle | None:
    """Return the open puzzle that was worked on last, None if none is open."""
    left = _left()
    if not left:
        return None
    key, last = list(left.items())[-1]
    return puzzle_in(next((each for each in bundled() if each.key == key), None) or made(last))


def _left() -> Mapping[str, Open]:
    """Return the open puzzles by key, the one worked on last at the end."""
    with opened_to_read() as store:
        return desk(store).open


def _found(name: str) -> Puzzle:
    """Return the puzzle of this name, of this code, or in a file of this path."""
    asked, known = _plain(name), {each.key: each for each in (*made_and_left(_left()), *bundled())}
    whole = [each for each in known.values() if asked in map(_plain, (each.name, *each.titles))]
    if whole:
        return puzzle_in(whole[-1])
    if is_code(name):
        puzzle = puzzle_of(name)
        return puzzle_in(known[key]) if (key := key_of(puzzle)) in known else puzzle
    file = Path(name)
    if file.is_file():
        return Puzzle(file.stem, read_record(file))
    begun = [(each, found) for each in known.values() if (found := _fitting(each, asked))]
    if len(begun) == 1:
        return puzzle_in(begun[0][0])
    if begun:
        titles = [title for _, (title, *_) in begun[:SEVERAL]]
        if len(begun) > SEVERAL:
            titles.append("…")
        words = say(
            "several puzzles have '{name}' in their titles: {titles}",
            name=name,
            titles=listed(titles),
        )
        raise NoPuzzle(words)
    raise NoPuzzle(say("no puzzle '{name}'; 'aparte puzzle list' shows them all", name=name))


def _fitting(puzzle: Bundled, asked: str) -> Sequence[str]:
    """Return the titles that have words which begin as `asked`, that of this language first."""
    titles = puzzle.title(language()), *puzzle.titles
    return [title for title in titles if f" {asked}" in f" {_plain(title)}"]


def _plain(name: str) -> str:
    """Return `name` in the form for quick typing: lower case, no accents, words separated."""
    return " ".join(re.findall(r"\w+", unaccented(name.casefold())))
