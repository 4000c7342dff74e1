"""Sealed deals: drawn from a seed that stays secret until the game is over (a commitment).

Every chance line is drawn by a generator of its own, made from the seed and from the number of
events before it. So a game that was left, or in which a choice was taken back, goes on with the
same cards; tags and notes do not matter. The hash of the seed and a salt is shown at the start: it
tells nothing, but no other seed can be named afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from secrets import token_hex

from ...models.core import Draw, Event, Record, Roll, grown, turn

BITS = 128
"""Size of a random seed, and of a salt: too large to be guessed by trying."""
SEAL, SEED, SALT = "Deal", "Seed", "Salt"
"""The header tags about the deal."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The seed from which all chance lines of a game are drawn, and the salt that seals it."""

    seed: str
    salt: str

    @property
    def seal(self) -> str:
        """SHA-256 of "seed salt" in hexadecimal digits."""
        return sha256(f"{self.seed} {self.salt}".encode()).hexdigest()

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """The tags of a finished game's header about the deal."""
        return (SEAL, self.seal), (SEED, self.seed), (SALT, self.salt)


def new_deal(number: int | None = None) -> Deal:
    """Return a deal that nobody can predict, or the one of a chosen `number`."""
    if number is None:
        return Deal(token_hex(BITS // 8), token_hex(BITS // 8))
    return Deal(str(number), sha256(f"salt of {number}".encode()).hexdigest()[: BITS // 4])


def deal_of(record: Record) -> Deal | None:
    """Return the deal that the header of `record` reveals; None if it reveals none."""
    seed, salt = record.tag(SEED), record.tag(SALT)
    return None if seed is None or salt is None else Deal(seed, salt)


def sealed(record: Record, deal: Deal) -> Record:
    """Return the `record`, not begun yet, with the seal of `deal`."""
    return _tagged(record, deal.tags[:1])


def unsealed(record: Record, deal: Deal) -> Record:
    """Return the `record`, not begun yet, with the seal, the seed and the salt of `deal`."""
    return _tagged(record, deal.tags)


def _tagged(record: Record, tags: tuple[tuple[str, str], ...]) -> Record:
    return replace(record, tags=(*record.tags, *tags))


def chance(seed: str, record: Record) -> Random:
    """Return the random generator for the next line of `record`."""
    return Random(f"{seed}/{_events(record)}")


def whims(seed: str, record: Record) -> Random:
    """Return the random generator of the bots for the next line of `record`."""
    return Random(f"{seed}/{_events(record)}/bots")


def _events(record: Record) -> int:
    return sum(1 for _ in record.events)


def dealt(record: Record, seed: str) -> Record:
    """Return the whole `record` with all chance lines added, up to the next choice."""

    def sampled(now: Record) -> Event | None:
        coming = turn(now)
        return None if isinstance(coming, tuple) else coming.sample(chance(seed, now))

    return grown(record, sampled)


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The number of a line in a record, and the `event` that the seed gives instead."""

    line: int
    event: Event


def redrawn(record: Record, seed: str) -> Redrawn | None:
    """Return the first line of the whole `record` that differs from what `seed` gives, or None."""
    before = record.blank()
    for number, event in record.events:
        coming = turn(before)
        if isinstance(coming, (Draw, Roll)):
            drawn = coming.sample(chance(seed, before))
            if drawn != event:
                return Redrawn(number, drawn)
        before = before.plus(event)
    return None
