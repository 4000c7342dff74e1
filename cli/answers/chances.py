"""Chances of one piece, or of one place, as people read them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ...models.words import Words, listed, say
from ..console import print_words
from ..language import decimal, percent, tell

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved


def show_chances(solved: Solved, item: str, place: str) -> None:
    """Print where `item` can be, or what can be at `place`: whichever is named, likeliest first."""
    if item:
        pairs = [(item, each, tell(solved.called(each))) for each in solved.places_of(item)]
    else:
        pairs = [(each, place, each) for each in solved.items if place in solved.places_of(each)]
    found = [(solved.chance(each, at), each, name) for each, at, name in pairs]
    likely = sorted(found, key=lambda one: -(one[0] or 0))
    told = [
        _told(solved, piece, name, chance)
        for chance, piece, name in likely
        if chance != Fraction(0)
    ]
    if not told:
        print_words(say("{item}: nothing is open", item=item or tell(solved.called(place))))
        return
    about = item or tell(solved.called(place))
    print_words(say("{item}: {chances}", item=about, chances=listed(told)))


def _told(solved: Solved, item: str, name: str, chance: Fraction | None) -> Words:
    if solved.hidden.items[item] == 1 or chance is None:
        return say("{place} {percent} %", place=name, percent=percent(chance))
    return say("{place} {n} expected", place=name, n=decimal(float(chance)))
