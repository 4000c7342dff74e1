"""Puzzles as people name them: by words of a title, a code or a file, or the one left last."""

from __future__ import annotations

import re
from pathlib import Path

from ...models.words import listed, say, unaccented
from ...puzzles.bundled import bundled
from ...puzzles.code import is_code, puzzle_of
from ...puzzles.room import NoPuzzle, Puzzle, puzzle_in
from ...sessions.solved import desk
from ...sessions.store import opened_to_read
from ..arguments import read_record
from ..language import language, speak_of

SEVERAL = 6
"""Most titles that are listed when several match."""


def named(name: str) -> Puzzle:
    """Return the puzzle of this name, of this code, or in a file of this path."""
    puzzle = _found(name)
    speak_of(puzzle.record)
    return puzzle


def left_last() -> Puzzle | None:
    """Return the open puzzle that was worked on last, None if none is open."""
    with opened_to_read() as store:
        left = list(desk(store).open.items())
    if not left:
        return None
    key, last = left[-1]
    ours = (puzzle_in(each) for each in bundled() if each.key == key)
    return next(ours, None) or puzzle_of(last.code)


def _found(name: str) -> Puzzle:
    """Return the puzzle of this name, of this code, or in a file of this path."""
    if is_code(name):
        return puzzle_of(name)
    asked = _plain(name)
    found = [
        (spelled, each)
        for each in bundled()
        for spelled in map(_plain, (each.name, *each.titles))
        if f" {asked}" in f" {spelled}"
    ]
    whole = [each for spelled, each in found if spelled == asked]
    if whole:
        return puzzle_in(whole[0])
    file = Path(name)
    if file.is_file():
        return Puzzle(file.stem, read_record(file))
    begun = list(dict.fromkeys(each for _, each in found))
    if len(begun) == 1:
        return puzzle_in(begun[0])
    if begun:
        titles = [each.title(language()) for each in begun[:SEVERAL]]
        if len(begun) > SEVERAL:
            titles.append("…")
        words = say(
            "several puzzles have '{name}' in their titles: {titles}",
            name=name,
            titles=listed(titles),
        )
        raise NoPuzzle(words)
    raise NoPuzzle(say("no puzzle '{name}'; 'aparte puzzle list' shows them all", name=name))


def _plain(name: str) -> str:
    """Return `name` in the form for quick typing: lower case, no accents, words separated."""
    return " ".join(re.findall(r"\w+", unaccented(name.casefold())))
