"""A saved game, and the row of the store that holds it.

The text of the record is the truth. Beside it are kept the bots, the seed from which the game is
drawn, and what lists show of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..models.event import HANDS, RESULT
from ..models.words import Words, say
from .outline import Outline, read_outline
from .store_file import StoreError, is_sound

if TYPE_CHECKING:
    from ..models.core import Record
    from ..solver.play.deal import Deal

Row = Sequence[Any]
"""What the store has of a game, in the order of its columns, with its checksum."""
_YEARS = range(1971, 9999)
"""Years that every clock in the world can show."""


@dataclass(frozen=True)
class Saved:
    """A saved game: the rows of its record, its bots, and the deal it is drawn from.

    `players` names the bots as "Bo=greedy Cy=random". `changes` counts how often the game was
    written: whoever has counted less has an old copy. `changed` is the time to be shown, None if
    not known. `sound` tells whether the game is as it was written.
    """

    id: int
    rows: tuple[str, ...]
    players: str
    deal: Deal
    changed: datetime | None
    changes: int = 0
    sound: bool = True

    @cached_property
    def record(self) -> Record:
        """The record, held to the rules; raises BadNotation, IllegalAction and StoreError."""
        from ..models.record import read

        if not self.sound:
            raise StoreError(damaged(self.id))
        return read(_text(self.rows))

    @cached_property
    def bots(self) -> Mapping[str, str]:
        """The bots by player; raises StoreError, and what `record` raises."""
        return _bots(self.players, self.record.setup.players)

    @property
    def over(self) -> bool:
        """Whether the result is written; works for unreadable games too."""
        return any(row.split()[:1] == [RESULT] for row in self.rows)

    @property
    def open_hands(self) -> bool:
        """Whether the record shows hands that are still in play; works for unreadable games too."""
        seat = next((row for row in self.rows if row.startswith("[Seat ")), None)
        return not self.over and seat in (None, f'[Seat "{HANDS}"]')

    @property
    def text(self) -> str:
        """The record as it may leave the store; once the game is over, with its deal."""
        from ..solver.play.deal import SEED

        seal, *opening = (f'[{name} "{value}"]' for name, value in self.deal.tags)
        known = any(row.startswith(f"[{SEED} ") for row in self.rows)
        if seal not in self.rows or known or not self.over:
            return _text(self.rows)
        at = self.rows.index(seal) + 1
        return _text((*self.rows[:at], *opening, *self.rows[at:]))


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game in a list: its outline with its bots, or what is wrong with it."""

    id: int
    changed: datetime | None
    bots: Mapping[str, str]
    outline: Outline | None
    error: Words | None = None


def saved_of(row: Row) -> Saved:
    """Return the game of a row."""
    from ..solver.play.deal import Deal

    id, record, _, bots, seed, salt, changes, changed, *_ = row
    return Saved(
        id,
        tuple(str(record).removesuffix("\n").split("\n")),
        str(bots),
        Deal(str(seed), str(salt)),
        _time(changed),
        count_of(changes),
        is_sound(row),
    )


def summary_of(row: Row) -> Summary | None:
    """Return what lists show of a game, None if its outline is still to be made."""
    id, _, written, bots, _, _, _, changed, *_ = row
    if not is_sound(row):
        return Summary(id, _time(changed), {}, None, damaged(id))
    outline = read_outline(written)
    if outline is None:
        return None
    try:
        return Summary(id, _time(changed), _bots(bots, outline.players), outline)
    except StoreError as error:
        return Summary(id, _time(changed), {}, None, error.message)


def damaged(id: int) -> Words:
    """Return the message about a game that is not as it was written."""
    return say(
        "game {id} is damaged: it is not as it was written; `aparte export {id}` prints what is"
        " there, `aparte import` saves it again once it is put right",
        id=id,
    )


def _bots(told_bots: str, players: Iterable[str]) -> Mapping[str, str]:
    """Return the bots by player; raises StoreError."""
    pairs = [each.split("=") for each in told_bots.split()]
    if any(len(pair) != 2 or pair[0] not in players for pair in pairs):
        words = say("it is not known who is played by a bot ({players})", players=told_bots)
        raise StoreError(words)
    return dict(pairs)


def rows_of(record: Record) -> tuple[str, ...]:
    """Return the rows of a record, as a game keeps them."""
    from ..models.record import write

    return tuple(write(record).removesuffix("\n").split("\n"))


def _text(rows: Sequence[str]) -> str:
    return "".join(f"{row}\n" for row in rows)


def _time(written: object) -> datetime | None:
    """Return a time of the store; None if it is no possible time."""
    try:
        time = datetime.fromisoformat(str(written))
    except ValueError:
        return None
    return time if time.year in _YEARS else None


def count_of(written: object) -> int:
    """Return a count of the store; 0 if it is none."""
    return written if isinstance(written, int) else 0


def row_of(saved: Saved, outline: str, used: int) -> tuple[Any, ...]:
    """Return the row of a game without its checksum; `used` is its place in the order of use."""
    deal, changed = saved.deal, saved.changed
    assert changed is not None
    kept = saved.id, _text(saved.rows), outline, saved.players, deal.seed, deal.salt
    return (*kept, saved.changes, changed.isoformat(), used)
