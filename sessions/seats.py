"""Who may sit where: a secret address a seat, spent by whoever sits down, and what they keep.

An address and what a phone keeps are 128 random bits each. Only hashes of what phones keep are
saved, so neither a copy of the saved games nor anything printed opens a seat that is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe

from ..models.event import TABLE
from .ledger import Ledger

BYTES = 16
"""Of a secret: 128 bits."""
WATCH = "watch"
"""The place of those who look on: any number of them, and what they know everybody knows."""
WATCHING = 64
"""So many may look on at once; who came first has to come again."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody has sat down at `place`; the `key` opens it again, whoever has it."""

    place: str
    key: str


class Seats:
    """The places of one table: one for each of `players`, the table's own, and those looking on.

    Whoever opens the game again opens the page of the table again, whatever opened it before.
    """

    def __init__(self, ledger: Ledger, players: Sequence[str]) -> None:
        self.places = (*players, TABLE)
        self._ledger = ledger
        self._taken = {
            place: ledger.apart[_kept(place)]
            for place in self.places
            if _kept(place) in ledger.apart
        }
        """What the key of each place that is taken hashes to."""
        free = [place for place in self.places if place not in self._taken]
        self._secrets = {place: _secret() for place in dict.fromkeys((*free, TABLE, WATCH))}
        self._watching: list[str] = []

    def secret(self, place: str) -> str | None:
        """Return what opens `place` to whoever has it first, None once it is taken."""
        return self._secrets.get(place)

    def is_taken(self, place: str) -> bool:
        """Tell whether somebody sits at `place`."""
        return place in self._taken

    def opened_by(self, secret: str) -> str | None:
        """Return the place that `secret` opens; nothing is spent."""
        wanted = _hashed(secret)
        return next((p for p, known in self._secrets.items() if _hashed(known) == wanted), None)

    def sit(self, secret: str) -> Sat | None:
        """Spend `secret` for the place that it opens, None if there is none (any more)."""
        place = self.opened_by(secret)
        if place is None:
            return None
        key = _secret()
        if place == WATCH:
            self._watching = [*self._watching, _hashed(key)][-WATCHING:]
            return Sat(place, key)
        self._ledger.keep_apart(_kept(place), _hashed(key))
        self._taken[place] = _hashed(key)
        del self._secrets[place]
        return Sat(place, key)

    def place_of(self, key: str) -> str | None:
        """Return the place that `key` opens, None if none."""
        wanted = _hashed(key)
        if wanted in self._watching:
            return WATCH
        return next((place for place, known in self._taken.items() if known == wanted), None)

    def unseat(self, place: str) -> None:
        """Let whoever has the new secret of `place` sit there instead."""
        self._ledger.keep_apart(_kept(place), None)
        self._taken.pop(place, None)
        self._secrets[place] = _secret()


def _kept(place: str) -> str:
    return f"seat {place}"


def _secret() -> str:
    return token_urlsafe(BYTES)


def _hashed(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
