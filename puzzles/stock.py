"""Puzzles that are made anew from their seeds: which there are of every kind and level.

The lists are text, `puzzles/<game>/stock.txt`: what made them, then a row each, with the seed, the
level and the sign of the form.
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
_SEED = re.compile(r"([a-z]+)-(\d+)-(\d+)")


@dataclass(frozen=True, slots=True)
class Kept:
    """A puzzle of some `kind`: from which game of bots, and of which position in it."""

    kind: str
    lot: int
    at: int
    level: str = ""
    sign: str = ""
    """The same for all puzzles that differ by names only, another one for others."""

    @property
    def seed(self) -> str:
        """The seed that makes it."""
        return f"{self.kind}-{self.lot}-{self.at}"


def sign_of(form: str) -> str:
    """Return the sign of a puzzle's canonical form."""
    return sha256(form.encode()).hexdigest()[:SIGN]


def kept_of(seed: str) -> Kept | None:
    """Return the puzzle that a seed names, None if it is a seed to search with."""
    found = _SEED.fullmatch(seed)
    return Kept(found[1], int(found[2]), int(found[3])) if found else None


def stock(game: str, kind: str = "", level: str = "") -> Iterator[Kept]:
    """Yield the puzzles kept of a game, of any kind or level if they are empty."""
    file = Path(__file__).parent / game.replace("-", "_") / "stock.txt"
    if not file.exists():
        return
    for row in file.read_text("utf-8").splitlines()[1:]:
        seed, own, sign = row.split(" ")
        found = kept_of(seed)
        assert found is not None, row
        if kind in ("", found.kind) and level in ("", own):
            yield Kept(found.kind, found.lot, found.at, own, sign)
