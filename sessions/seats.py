"""Seats: a secret address for each place, spent by whoever sits down, and a key they then keep.

An address and the key that a phone keeps are 128 random bits each. Only hashes of both are saved,
so neither a copy of the saved games nor anything printed opens a seat that is taken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe

from ..models.event import TABLE
from .ledger import Ledger

BYTES = 16
"""Bytes of a secret: 128 bits."""
WATCH = "-watch"
"""The place of those who look on. Any number may, and they see what everybody sees.

No player can have this name.
"""
WATCHING = 64
"""Most people looking on at once; beyond that, the earliest has to come in again."""
NAME = "name"
"""The key under which the table's name is kept."""
_KEY = re.compile(r"[\w-]{22}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody has sat down at `place`; whoever has the `key` can open it again."""

    place: str
    key: str


class Seats:
    """The places of one table: one for each of `players`, the table's own, and those looking on.

    Whoever opens the game again gets the table's page, whoever had it before.
    """

    def __init__(self, ledger: Ledger, players: Sequence[str]) -> None:
        self.places = (*players, TABLE)
        self._ledger = ledger
        self._taken, self._spent = self._kept("seat"), self._kept("link")
        """For each taken place, the hashes of its phone's key and of the spent secret."""
        free = [place for place in self.places if place not in self._taken]
        self._secrets = {place: new_secret() for place in dict.fromkeys((*free, TABLE, WATCH))}
        self._watching: list[str] = []
        if not self._taken and NAME not in ledger.apart:
            ledger.keep_apart(NAME, new_secret()[:6])

    def _kept(self, what: str) -> dict[str, str]:
        apart = self._ledger.apart
        named = {place: f"{what} {place}" for place in self.places}
        return {place: apart[name] for place, name in named.items() if name in apart}

    @property
    def name(self) -> str:
        """A name that sets this table apart from all others, also from other saved games.

        Empty if phones sat down before tables had names.
        """
        return self._ledger.apart.get(NAME, "")

    def secret(self, place: str) -> str | None:
        """Return the secret that opens `place` to the first who uses it, None once it is taken."""
        return self._secrets.get(place)

    def is_taken(self, place: str) -> bool:
        """Tell whether somebody sits at `place`."""
        return place in self._taken

    def opened_by(self, secret: str) -> str | None:
        """Return the place that `secret` opens; nothing is spent."""
        wanted = _hashed(secret)
        return next((p for p, known in self._secrets.items() if _hashed(known) == wanted), None)

    def spent_for(self, secret: str) -> str | None:
        """Return the place for which `secret` was spent by whoever sits there, None if none."""
        return _place(self._spent, secret)

    def invite(self, place: str) -> None:
        """Give `place` a secret; whoever sits there stays until somebody spends it."""
        self._secrets.setdefault(place, new_secret())

    def sit(self, secret: str, key: str = "") -> Sat | None:
        """Spend `secret` and sit down at its place, None if it opens none (any more).

        A phone that has a `key` keeps it, and leaves the place that the key opened before.
        """
        place = self.opened_by(secret)
        if place is None:
            return None
        key = key if is_key(key) else new_secret()
        hashed, before = _hashed(key), self.place_of(key)
        if before == WATCH:
            self._watching.remove(hashed)
        elif before is not None:
            self.unseat(before)
        if place == WATCH:
            self._watching = [*self._watching, hashed][-WATCHING:]
            return Sat(place, key)
        self._ledger.keep_apart(f"link {place}", _hashed(secret))
        self._ledger.keep_apart(f"seat {place}", hashed)
        self._taken[place], self._spent[place] = hashed, _hashed(secret)
        del self._secrets[place]
        return Sat(place, key)

    def place_of(self, key: str) -> str | None:
        """Return the place that `key` opens, None if none."""
        return WATCH if _hashed(key) in self._watching else _place(self._taken, key)

    def unseat(self, place: str) -> None:
        """Free `place` and give it a new secret."""
        for what, known in (("seat", self._taken), ("link", self._spent)):
            self._ledger.keep_apart(f"{what} {place}", None)
            known.pop(place, None)
        self._secrets[place] = new_secret()


def new_secret() -> str:
    """Return a random secret: an address for a place, or a key for a phone."""
    return token_urlsafe(BYTES)


def is_key(text: str) -> bool:
    """Tell whether `text` has the form of a key."""
    return _KEY.fullmatch(text) is not None


def _place(hashes: Mapping[str, str], secret: str) -> str | None:
    wanted = _hashed(secret)
    return next((place for place, known in hashes.items() if known == wanted), None)


def _hashed(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
