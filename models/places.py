"""Places as people speak of them: by a name, and in sentences about what lies there."""

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
class Called:
    """What people call a place: its `name` alone, and how they say that pieces are there or not."""

    name: Words
    there: Forms = _WITH
    elsewhere: Forms = _NOT_WITH

    def sentence(self, items: Listed, holds: bool) -> Words:
        """Return the sentence that `items` are there, or (`holds` false) that they are not."""
        one, many = self.there if holds else self.elsewhere
        n = len(items.values)
        return Words(one, (("n", n), ("items", items), ("place", self.name)), many, n)

    def counted(self, number: Words, n: int) -> Words:
        """Return the sentence that a `number` of pieces, told in words, are there; `n` of them."""
        one, many = self.there
        return Words(one, (("n", n), ("items", number), ("place", self.name)), many, n)


def player(name: str) -> Called:
    """Return what people call the hand of a player."""
    return Called(say("{player}", player=name))


def inside(name: Words) -> Called:
    """Return what people call a place that pieces lie in, such as a row or a deck."""
    return Called(
        name,
        forms("{items} is in {place}", "{items} are in {place}"),
        forms("{items} is not in {place}", "{items} are not in {place}"),
    )


NOWHERE = Called(
    say("nobody"),
    forms("{items} is with nobody", "{items} are with nobody"),
    forms("{items} is with somebody", "{items} are with somebody"),
)
"""The place of what nobody has."""


def usual(name: str) -> Called:
    """Return what people call a place that its game says nothing of: a player, or nobody."""
    return NOWHERE if name == NOBODY else player(name)
