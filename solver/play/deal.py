"""A deal that the program is bound to: drawn from a seed that is sealed until the game is over.

Every line that nobody chooses is drawn by a generator of its own, made from the seed and from the
number of events before it. So a game that was left, or in which a choice was taken back, goes on
with the same cards, and neither a tag nor a note has a say in them. What is shown at the start is
a hash of the seed and a salt: it tells nothing, but no other seed can be named afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from secrets import token_hex

from ...models.core import Draw, Event, Record, Roll, turn

BITS = 128
"""Of a seed that nobody chose, and of a salt: more than can be tried."""
SEAL, SEED, SALT = "Deal", "Seed", "Salt"
"""The tags of a header that tell of a deal."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The seed that all lines of a game are drawn from, and the salt that seals it."""

    seed: str
    salt: str

    @property
    def seal(self) -> str:
        """SHA-256 of "seed salt" in hexadecimal digits."""
        return sha256(f"{self.seed} {self.salt}".encode()).hexdigest()

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """What the header of a game says that is over."""
        return (SEAL, self.seal), (SEED, self.seed), (SALT, self.salt)


def new_deal(number: int | None = None) -> Deal:
    """Return a deal that nobody can foretell, or the one of a chosen `number`."""
    if number is None:
        return Deal(token_hex(BITS // 8), token_hex(BITS // 8))
    return Deal(str(number), sha256(f"salt of {number}".encode()).hexdigest()[: BITS // 4])


def deal_of(record: Record) -> Deal | None:
    """Return what the header of `record` says that it was dealt from; None where it is silent."""
    seed, salt = record.tag(SEED), record.tag(SALT)
    return None if seed is None or salt is None else Deal(seed, salt)


def sealed(record: Record, deal: Deal) -> Record:
    """Return the `record`, not begun yet, of a game that will be drawn from `deal`."""
    return _tagged(record, deal.tags[:1])


def unsealed(record: Record, deal: Deal) -> Record:
    """Return the `record`, not begun yet, of a game with nobody to hide the `deal` from."""
    return _tagged(record, deal.tags)


def _tagged(record: Record, tags: tuple[tuple[str, str], ...]) -> Record:
    return replace(record, tags=(*record.tags, *tags))


def chance(seed: str, record: Record) -> Random:
    """Return what the next line of `record` is drawn by."""
    return Random(f"{seed}/{_events(record)}")


def whims(seed: str, record: Record) -> Random:
    """Return what the bots toss coins with that are asked for the next line of `record`."""
    return Random(f"{seed}/{_events(record)}/bots")


def _events(record: Record) -> int:
    return sum(1 for _ in record.events)


def dealt(record: Record, seed: str) -> Record:
    """Return the whole `record` with all lines that no player chooses, up to the next choice."""
    while not isinstance(coming := turn(record), tuple):
        record = record.plus(coming.sample(chance(seed, record)))
    return record


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A line of a record, and the `event` that the seed gives in its place."""

    line: int
    event: Event


def redrawn(record: Record, seed: str) -> Redrawn | None:
    """Return the first line of the whole `record` that `seed` gives otherwise, None if none."""
    before = record.blank()
    for number, event in record.events:
        coming = turn(before)
        if isinstance(coming, (Draw, Roll)):
            drawn = coming.sample(chance(seed, before))
            if drawn != event:
                return Redrawn(number, drawn)
        before = before.plus(event)
    return None
