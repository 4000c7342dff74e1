"""A whole sentence as a line: what is sure is read, what is in doubt is asked back."""

from __future__ import annotations

from dataclasses import dataclass

from ..models.core import Event, Record, TableError
from .doubt import perhaps, what_came, which
from .heard import hearings, lexicon
from .meant import Meant, best, forbidden, live_words, meant
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
    doubtful: tuple[str, ...] = ()
    fits: int = 0
    wrong: TableError | None = None
    """What the rules say about it, if it means no line that can come."""

    @property
    def sure(self) -> tuple[Event, ...]:
        """The whole lines that it means, if nothing is guessed."""
        if self.text.rstrip().endswith("?") or not self.is_settled:
            return ()
        whole = [each for each in self.found if each.guessed.is_sure and not each.guessed.open]
        return tuple(each.event for each in whole)

    @property
    def is_settled(self) -> bool:
        """Whether the words that nobody declared can change nothing: see `doubtful`."""
        if not self.unknown:
            return True
        whole = all(not each.guessed.missing for each in self.found)
        return not self.doubtful and (whole or self.fits == 1)

    @property
    def is_clear(self) -> bool:
        """Whether it means one line, though what came of it may have to be asked for."""
        return len(self.found) == 1 and self.is_settled and self.found[0].guessed.is_sure

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
        raise perhaps(self.record, only.event, self.doubtful or self.unknown)


def said(reader: Reader, text: str) -> Said:
    """Return what the sentence `text` can mean as the next line."""
    words = lexicon(reader.record, reader.tell)
    live = live_words(reader)
    heard = hearings(words, text, live)
    found = meant(reader, heard)
    if not found and reader.moves is None:  # not all lines that can come are listed
        heard = hearings(words, text, live, unlisted=True)
        found = meant(reader, heard)
    unknown = heard[0].unknown if heard else ()
    if found or text.rstrip().endswith("?"):
        chosen = best(found) if found else ()
        events = [each.event for each in chosen]
        lines = (w for e in events for w in (e.actor, e.verb, *e.words, *e.outcome))
        near = words.near(unknown, frozenset(lines))
        return Said(reader.record, text, chosen, unknown, near, len(found))
    return Said(reader.record, text, (), unknown, wrong=forbidden(reader, heard))
