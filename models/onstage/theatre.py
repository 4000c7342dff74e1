"""The stage and the line of performers beside it, and how performers move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

Performer = str
"""A performer: suit and golden blossoms, as in `K3`. ON-1"""
Ability = tuple[str, ...]
"""A choice for the ability of a card, as it is written: `("swap", "K3", "P1")`; `()` is none."""


@dataclass(frozen=True, slots=True)
class Theatre:
    """The performers in the `line`, front first, and on the `stage`, in order of arrival."""

    line: tuple[Performer, ...] = ()
    stage: tuple[Performer, ...] = ()

    @property
    def blossoms(self) -> dict[str, int]:
        """The golden blossoms on stage, by suit."""
        totals: dict[str, int] = {}
        for performer in self.stage:
            suit = performer[0]
            totals[suit] = totals.get(suit, 0) + int(performer[1:])
        return totals

    @property
    def trump(self) -> str | None:
        """The suit with most blossoms on stage; none if there is a tie, or nobody. ON-8"""
        best, trump = 0, None
        for suit, total in self.blossoms.items():
            if total > best:
                best, trump = total, suit
            elif total == best:
                trump = None
        return trump

    def opened(self) -> Theatre:
        """Return the theatre at the start of a trick: the front performer goes on stage. ON-6"""
        return Theatre(self.line[1:], self.stage + self.line[:1])

    def recalled(self, performer: Performer) -> Theatre:
        """Return the theatre with `performer`, wherever it was, at the front of the line. ON-9"""
        return Theatre((performer, *_without(self.line, performer)), self.stage)

    def claimed(self, performer: Performer) -> Theatre:
        """Return the theatre after `performer` left the stage with the winner. ON-11"""
        return Theatre(self.line, _without(self.stage, performer))

    def choices(self, ability: str) -> Iterator[Ability]:
        """Yield all ways to use `ability` now, none if it cannot be used. ON-7"""
        match ability:
            case "add":
                return ((ability, performer) for performer in self.line)
            case "remove":
                return ((ability, performer) for performer in self.stage)
            case _:
                return ((ability, *pair) for pair in product(self.stage, self.line))

    def after(self, choice: Ability) -> Theatre:
        """Return the theatre after `choice`, one of its `choices` or `()`. ON-7"""
        match choice:
            case ("add", performer):
                return Theatre(_without(self.line, performer), (*self.stage, performer))
            case ("remove", performer):
                return Theatre((*self.line, performer), _without(self.stage, performer))
            case ("swap", leaving, coming):
                return Theatre(
                    tuple(leaving if each == coming else each for each in self.line),
                    (*_without(self.stage, leaving), coming),
                )
            case _:
                return self


def _without(row: tuple[Performer, ...], performer: Performer) -> tuple[Performer, ...]:
    return tuple(each for each in row if each != performer)
