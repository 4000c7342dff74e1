"""Puzzles that are made anew: which there are of every kind and level.

The lists are text, `puzzles/<game>/stock.txt`: what made them, then a row each, with the seed, the
level and the sign of the form. Where no seed makes the board, the code of the puzzle follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

SIGN = 12
"""Hexadecimal digits of a sign: two of a thousand are alike by chance once in a hundred million
cases."""
_SEED = re.compile(r"[a-z]+-\d+-\d+")


@dataclass(frozen=True, slots=True)
class Kept:
    """A puzzle that is made anew: from a game of bots, or from its `board`.

    The `seed` is its kind and which position of which game it is, or else its kind and its sign.
    """

    seed: str
    level: str = ""
    sign: str = ""
    """The same for all puzzles that differ by names only, another one for others."""
    board: str = ""
    """The code of its canonical form, if it comes from no game of bots."""

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.seed.partition("-")[0]

    @property
    def lot(self) -> str:
        """The number of its game of bots, or its sign."""
        return self.seed.split("-")[1]

    @property
    def at(self) -> int:
        """Which position of its game of bots it is, from 0; if it is one."""
        return int(self.seed.split("-")[2])

    @property
    def row(self) -> str:
        """Its row in the list."""
        return f"{self.seed} {self.level} {self.sign} {self.board}".rstrip()


def sign_of(form: str) -> str:
    """Return the sign of a puzzle's canonical form."""
    return sha256(form.encode()).hexdigest()[:SIGN]


def kept_of(game: str, seed: str) -> Kept | None:
    """Return the puzzle that a seed names, None if it is a seed to search with."""
    if _SEED.fullmatch(seed):
        return Kept(seed)
    return next((each for each in stock(game) if each.board and each.seed == seed), None)


def stock(game: str, kind: str = "", level: str = "") -> Iterator[Kept]:
    """Yield the puzzles kept of a game, of any kind or level if they are empty."""
    file = Path(__file__).parent / game.replace("-", "_") / "stock.txt"
    if not file.exists():
        return
    for row in file.read_text("utf-8").splitlines()[1:]:
        kept = Kept(*row.split(" "))
        if kind in ("", kept.kind) and level in ("", kept.level):
            yield kept
