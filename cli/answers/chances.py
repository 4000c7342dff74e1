"""The chances of one piece, or of one place, for people."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ...models.words import Words, listed, say
from ..console import print_words
from ..language import decimal, percent, tell

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved


def show_chances(solved: Solved, item: str, place: str) -> None:
    """Print the places of `item`, or the pieces at `place`, whichever is given, likeliest first."""
    if item:
        pairs = [(item, each, tell(solved.called(each))) for each in solved.places_of(item)]
    else:
        pairs = [(each, place, each) for each in solved.items if place in solved.places_of(each)]
    likely = sorted(pairs, key=lambda pair: -(solved.chance(*pair[:2]) or 0))
    told = [_chance(solved, *pair) for pair in likely if solved.chance(*pair[:2]) != Fraction(0)]
    if not told:
        print_words(say("{item}: nothing is open", item=item or tell(solved.called(place))))
        return
    about = item or tell(solved.called(place))
    print_words(say("{item}: {chances}", item=about, chances=listed(told)))


def _chance(solved: Solved, item: str, at: str, name: str) -> Words:
    chance = solved.chance(item, at)
    alone = solved.hidden.items[item] == 1 or solved.hidden.has_room_for_one(at)
    if alone or chance is None:
        return say("{place} {percent} %", place=name, percent=percent(chance))
    reading = None if solved.exact else solved.reading
    error = reading.expected[item, at].error if reading else 0.0
    amount = decimal(float(chance))
    told = f"{amount} ± {decimal(error)}" if error else amount
    return say("{place} {n} expected", place=name, n=told)
