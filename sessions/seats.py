"""Who may sit where: a secret address a seat, spent by whoever sits down, and what they keep.

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
"""Of a secret: 128 bits."""
WATCH = "-watch"
"""The place of those who look on: any number of them, and what they know everybody knows.

Nobody can be called so.
"""
WATCHING = 64
"""So many may look on at once; who came first has to come again."""
NAME = "name"
"""What the name of a table is kept by."""
_KEY = re.compile(r"[\w-]{22}", re.ASCII)


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
        self._taken, self._spent = self._kept("seat"), self._kept("link")
        """By place that is taken, what the key and the spent secret of its phone hash to."""
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
        """What sets this table apart from all others, also of other saved games.

        Empty where phones sat down before tables had names.
        """
        return self._ledger.apart.get(NAME, "")

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

    def spent_for(self, secret: str) -> str | None:
        """Return the place that somebody sits at who has spent `secret` for it, None if none."""
        return _place(self._spent, secret)

    def invite(self, place: str) -> None:
        """Let `place` have a secret; whoever sits there stays until somebody has spent it."""
        self._secrets.setdefault(place, new_secret())

    def sit(self, secret: str, key: str = "") -> Sat | None:
        """Spend `secret` for the place that it opens, None if there is none (any more).

        A phone that has a `key` keeps it, and leaves the place that it has opened so far.
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
        """Let whoever has the new secret of `place` sit there instead."""
        for what, known in (("seat", self._taken), ("link", self._spent)):
            self._ledger.keep_apart(f"{what} {place}", None)
            known.pop(place, None)
        self._secrets[place] = new_secret()


def new_secret() -> str:
    """Return what opens a place, or a key for a phone to keep."""
    return token_urlsafe(BYTES)


def is_key(text: str) -> bool:
    """Tell whether `text` can be a key that was given to a phone."""
    return _KEY.fullmatch(text) is not None


def _place(hashes: Mapping[str, str], secret: str) -> str | None:
    wanted = _hashed(secret)
    return next((place for place, known in hashes.items() if known == wanted), None)


def _hashed(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
