"""The lines of a record and the pieces on a table, for the independent referees."""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

MODELS = Path(__file__).parents[2] / "models"


class Stops(Exception):
    """The record ends here: a game may be left unfinished."""


class Lines(ABC):
    """A referee's record, and the lines of it that have not been read."""

    game = ""
    version = "1"

    def __init__(self, text: str) -> None:
        rows = list(enumerate(text.splitlines(), start=1))
        self.tags = dict(row[1:-2].split(' "', 1) for _, row in rows if row.startswith("["))
        assert self.tags["Game"] == self.game and self.tags["Record"] == self.version
        assert "Seat" not in self.tags and "From" not in self.tags
        self.names = self.tags["Players"].split()
        self.lines = [
            (number, row.split("#")[0].split())
            for number, row in rows
            if not row.startswith("[") and row.split("#")[0].strip()
        ]
        self.at = 0

    def next_is(self, *words: str) -> bool:
        """Tell whether the next line begins with `words`."""
        if self.at == len(self.lines):
            raise Stops
        return self.lines[self.at][1][: len(words)] == list(words)

    def line(self, *words: str) -> list[str]:
        """Go on by one line, which begins with `words`; return what follows them."""
        assert self.next_is(*words), f"expected {' '.join(words)}"
        self.at += 1
        return self.lines[self.at - 1][1][len(words) :]

    def one_of(self, name: str, *verbs: str) -> tuple[str, list[str]]:
        """Go on by one line of `name` with one of `verbs`; return the verb and what follows."""
        for verb in verbs:
            if self.next_is(name, verb):
                return verb, self.line(name, verb)
        raise AssertionError(f"expected {name} {'/'.join(verbs)}")

    def any_of(self, names: Iterable[str], verb: str) -> tuple[str, list[str]]:
        """Go on by one line of one of `names`; return who it was and what follows the verb."""
        for name in names:
            if self.next_is(name, verb):
                return name, self.line(name, verb)
        raise AssertionError(f"expected {'/'.join(names)} {verb}")

    @abstractmethod
    def play(self) -> None:
        """Go through the lines of one game."""


def follow(table: Lines) -> None:
    """Go through all lines; raises AssertionError, with the line, at the first wrong one.

    A record may stop anywhere; a game that ends must end with its result.
    """
    try:
        table.play()
        assert table.at == len(table.lines), "the game is over"
    except Stops:
        return
    except (AssertionError, KeyError, ValueError, IndexError) as error:
        number, words = table.lines[max(0, min(table.at, len(table.lines)) - 1)]
        raise AssertionError(f"line {number} or the next ({' '.join(words)}): {error}") from error


def printed(game: str, file: str = "box.toml") -> dict[str, Any]:
    """What is printed on the components of a game."""
    return tomllib.loads((MODELS / game / file).read_text(encoding="utf-8"))


def take(pieces: Counter[str], wanted: Iterable[str]) -> None:
    """Take pieces away, which must be there."""
    for piece in (wanted,) if isinstance(wanted, str) else wanted:
        assert pieces[piece] > 0, f"no {piece} there"
        pieces[piece] -= 1
    for piece in [piece for piece, n in pieces.items() if not n]:
        del pieces[piece]
