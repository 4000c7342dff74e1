"""A whole sentence as a line: what is sure is read, what is in doubt is asked back."""

from __future__ import annotations

from dataclasses import dataclass

from ..models.core import Event, Record, TableError
from .doubt import perhaps, what_came, which
from .heard import hearings, lexicon
from .meant import Meant, best, forbidden, meant
from .reading import Reader


@dataclass(frozen=True, slots=True)
class Said:
    """The lines that a sentence can mean, those that leave least to be guessed.

    `unknown` are words of it that nobody declared: they might matter.
    """

    record: Record
    text: str
    found: tuple[Meant, ...]
    unknown: tuple[str, ...] = ()
    wrong: TableError | None = None
    """What the rules say about it, if it means no line that can come."""

    @property
    def sure(self) -> tuple[Event, ...]:
        """The whole lines that it means, if nothing is guessed."""
        if self.text.rstrip().endswith("?") or self.unknown:
            return ()
        whole = [each for each in self.found if each.guessed.is_sure and not each.guessed.open]
        return tuple(each.event for each in whole)

    @property
    def is_clear(self) -> bool:
        """Whether it means one line, though what came of it may have to be asked for."""
        return len(self.found) == 1 and not self.unknown and self.found[0].guessed.is_sure

    @property
    def is_against(self) -> bool:
        """Whether somebody in it would do what was said of somebody else."""
        return bool(self.found) and self.found[0].guessed.against > 0

    def settled(self) -> tuple[Event, ...]:
        """Return the line that it means; raises Doubt."""
        if len(self.found) > 1:
            ways = [(each.event,) for each in self.found]
            is_open = any(each.guessed.open for each in self.found)
            raise which(self.record, self.text, ways, is_open)
        (only,) = self.found
        if self.sure:
            return (only.event,)
        if only.guessed.open:
            raise what_came(self.record, only.event)
        raise perhaps(self.record, only.event, self.unknown)


def said(reader: Reader, text: str) -> Said:
    """Return what the sentence `text` can mean as the next line."""
    heard = hearings(lexicon(reader.record, reader.tell), text)
    found = meant(reader, heard)
    unknown = heard[0].unknown if heard else ()
    if found or text.rstrip().endswith("?"):
        return Said(reader.record, text, best(found) if found else (), unknown)
    return Said(reader.record, text, (), unknown, forbidden(reader, heard))
