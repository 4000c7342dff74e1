"""Places as people speak of them: a name, and sentences about what is there."""

from __future__ import annotations

from dataclasses import dataclass

from .event import NOBODY
from .words import Listed, Words, say

Forms = tuple[str, str]
"""A sentence about one piece and about several: message ids with {items} and {place} in them."""


def forms(one: str, many: str) -> Forms:
    """Mark the two forms of a sentence for the catalogues."""
    return one, many


_WITH = forms("{items} is with {place}", "{items} are with {place}")
_NOT_WITH = forms("{items} is not with {place}", "{items} are not with {place}")


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """What people call a place: its `name`, and sentences that pieces are there or are not."""

    name: Words
    there: Forms = _WITH
    elsewhere: Forms = _NOT_WITH

    def sentence(self, items: Listed, holds: bool) -> Words:
        """Return the sentence that `items` are there, or (`holds` false) that they are not."""
        one, many = self.there if holds else self.elsewhere
        n = len(items.values)
        return Words(one, (("n", n), ("items", items), ("place", self.name)), many, n)

    def without(self, pieces: Words) -> Words:
        """Return the sentence that none of `pieces`, which are several, are there."""
        one, many = self.elsewhere
        return Words(one, (("n", 2), ("items", pieces), ("place", self.name)), many, 2)

    def counted(self, number: Words, n: int) -> Words:
        """Return the sentence that `n` pieces are there; `number` is their number in words."""
        one, many = self.there
        return Words(one, (("n", n), ("items", number), ("place", self.name)), many, n)


def player(name: str) -> PlaceWords:
    """Return what people call the hand of a player."""
    return PlaceWords(say("{player}", player=name))


def inside(name: Words) -> PlaceWords:
    """Return what people call a place that contains pieces, such as a row or a deck."""
    return PlaceWords(
        name,
        forms("{items} is in {place}", "{items} are in {place}"),
        forms("{items} is not in {place}", "{items} are not in {place}"),
    )


NOWHERE = PlaceWords(
    say("nobody"),
    forms("{items} is with nobody", "{items} are with nobody"),
    forms("{items} is with somebody", "{items} are with somebody"),
)
"""The place of pieces that nobody has."""


def usual(name: str) -> PlaceWords:
    """Return what people call a place for which its game has no words: a player, or nobody."""
    return NOWHERE if name == NOBODY else player(name)
