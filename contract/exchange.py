"""Twins made without any sampler: two hidden words change places, and the rules say if it stands.

Nothing here asks a hidden model: what a seat did not see is told by the secrets of the lines, what
can be true by the rules alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from ..models.core import Event, Record, TableError, view
from ..models.record import read_words, write, write_event


@dataclass(frozen=True)
class Spot:
    """A word of `record.lines[index]` that somebody does not see, and whose line it is."""

    index: int
    part: str
    at: int
    word: str
    owner: str


def hidden_spots(record: Record, seat: str) -> list[Spot]:
    """Return the words of `record` that `seat` does not see."""
    seen = view(record, seat)
    return [
        Spot(index, part, at, word, event.actor or " ".join(event.words[:1]))
        for index, (line, shown) in enumerate(zip(record.lines, seen.lines, strict=True))
        if (event := line.event) is not None
        for part in ("words", "outcome")
        for at, word in enumerate(getattr(event, part))
        if word != getattr(shown.event, part)[at]
    ]


class Exchanges:
    """Makes twins of `record` for `seat`."""

    def __init__(self, record: Record, seat: str) -> None:
        self.record = record
        self._seat = seat
        self._shown = write(view(record, seat))
        self._spots = hidden_spots(record, seat)
        self._befores = [record.blank()]
        for line in record.lines:
            self._befores.append(self._befores[-1].moved(line.event))

    def twin(self, rng: Random, tries: int = 30) -> Record | None:
        """Return a twin, None if so many `tries` have found none."""
        for _ in range(tries if self._spots else 0):
            twin = self._legal(self._exchanged(rng))
            if twin is not None and write(view(twin, self._seat)) == self._shown:
                return twin
        return None

    def _exchanged(self, rng: Random) -> dict[int, Event]:
        """Return the events that change if two words change places."""
        one = self._late(rng)
        other = self._late(rng).word if rng.random() < 0.6 else self._kin(one.word, rng)
        chosen = rng.choice((_single, _of_owners, _everywhere))(self._spots, one, other, rng)
        return self._changed(
            {spot: other if spot.word == one.word else one.word for spot in chosen}
        )

    def _late(self, rng: Random) -> Spot:
        """Return a spot, rather one of the later ones: fewer lines hang on those."""
        return self._spots[int(len(self._spots) * max(rng.random(), rng.random()))]

    def _kin(self, word: str, rng: Random) -> str:
        """Return a word that can stand where `word` does."""
        if word in self.record.setup.players:
            return rng.choice(self.record.setup.players)
        kinds = [t.words for t in self.record.game.notation.vocabulary.values() if word in t.words]
        return rng.choice(rng.choice(kinds)) if kinds else word

    def _changed(self, words: dict[Spot, str]) -> dict[int, Event]:
        changed: dict[int, Event] = {}
        for spot, word in words.items():
            event = changed.get(spot.index) or self.record.lines[spot.index].event
            assert event is not None
            part = list(getattr(event, spot.part))
            part[spot.at] = word
            now = tuple(part)
            changed[spot.index] = (
                replace(event, words=now) if spot.part == "words" else replace(event, outcome=now)
            )
        return changed

    def _legal(self, changed: dict[int, Event]) -> Record | None:
        """Return the record with the `changed` events if the rules take it, line by line."""
        lines = list(self.record.lines)
        first = min(changed, default=len(lines))
        record = self._befores[first]
        try:
            for index in range(first, len(lines)):
                if index in changed:
                    event = read_words(record, write_event(record, changed[index]))
                    lines[index] = replace(lines[index], event=event)
                record = record.moved(lines[index].event)
        except TableError:
            return None
        return replace(record, lines=tuple(lines)) if lines != [*self.record.lines] else None


def _single(spots: Sequence[Spot], one: Spot, other: str, rng: Random) -> list[Spot]:
    """Return `one` and one spot that has the `other` word, if any has."""
    those = [spot for spot in spots if spot.word == other]
    return [one, *([rng.choice(those)] if those else [])]


def _of_owners(spots: Sequence[Spot], one: Spot, other: str, rng: Random) -> list[Spot]:
    """Return all spots of the word in the lines of its owner, and of the other in another's."""
    owners = sorted({spot.owner for spot in spots if spot.word == other} - {one.owner})
    owner = rng.choice(owners) if owners else None
    return [
        spot
        for spot in spots
        if (spot.word == one.word and spot.owner == one.owner)
        or (spot.word == other and spot.owner == owner)
    ]


def _everywhere(spots: Sequence[Spot], one: Spot, other: str, _: Random) -> list[Spot]:
    return [spot for spot in spots if spot.word in (one.word, other)]
