"""Who may hold what, as far as a seat can work it out: a map of shades for each place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ..models.core import View
from ..models.face import Odd, Odds
from ..models.words import Words, figure, margin, say

if TYPE_CHECKING:
    from ..solver.engine.solve import Solved

DARKEST = 10
IMPOSSIBLE, CERTAIN, UNKNOWN = "–", "✔", "?"


@dataclass(frozen=True, slots=True)
class Shade:
    """How likely something is: in words, and `dark` from 0 (impossible) to `DARKEST` (certain)."""

    words: Words
    dark: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where pieces can be: its name, and the shades of the pieces that can be there at all.

    Of odds, it is a case, and what luck may bring; `about` is what that is called.
    """

    name: Words
    shades: Mapping[str, Shade]
    about: Words | None = None


@dataclass(frozen=True, slots=True)
class Chances:
    """The `places`, what pieces are `called`, and what they have in common: a row for each trait.

    `pieces` are in rows. `odds` are of luck to come, as places are. `notes` tell how far these
    chances can be trusted.
    """

    places: tuple[Place, ...]
    pieces: tuple[tuple[str, ...], ...]
    called: Mapping[str, Words]
    traits: tuple[tuple[Words, tuple[Shade, ...]], ...]
    notes: tuple[Words, ...]
    odds: tuple[Place, ...] = ()


def chances(view: View) -> Chances:
    """Return who may hold what, and what luck may bring; without places if nothing is open."""
    from ..solver.engine.solve import solve
    from ..solver.play.coach import odds_of

    solved = solve(view)
    hidden = solved.hidden
    places = tuple(
        Place(
            solved.called(place),
            {i: _shade(solved, i, place) for i in solved.items if _home(solved, i, place)},
        )
        for place in solved.places
    )
    traits = tuple(
        (_said(trait.called), tuple(_shade(solved, name, place) for place in solved.places))
        for name, trait in hidden.traits.items()
        if hidden.meant(name).intersection(solved.items)
    )
    called = {item: _said(hidden.piece(item)) for item in solved.items}
    coming = odds_of(view)
    odds = tuple(
        Place(
            each.name,
            {word: _luck(odd) for word, odd in each.chances.items()},
            each.about,
        )
        for each in coming
    )
    notes = (*_notes(solved), *Odds.notes(coming))
    return Chances(places, _rows(solved), called, traits, notes, odds)


def _said(name: str | Words) -> Words:
    return say("{item}", item=name)


def _luck(odd: Odd | None) -> Shade:
    if odd is None:
        return Shade(_said(UNKNOWN), 0)
    if not odd.error and odd.chance in (0, 1):
        return Shade(_said(CERTAIN), DARKEST) if odd.chance else Shade(_said(IMPOSSIBLE), 0)
    return Shade(say("{value} %", value=odd.in_percent), _dark(odd.chance))


def _dark(chance: Fraction) -> int:
    return max(1, min(DARKEST, round(DARKEST * chance)))


def _home(solved: Solved, item: str, place: str) -> bool:
    return place in solved.places_of(item)


def _rows(solved: Solved) -> tuple[tuple[str, ...], ...]:
    """Return the pieces by what they have in common, if each has one such trait; else in a row."""
    hidden, items = solved.hidden, solved.items
    rows = [tuple(i for i in items if i in hidden.meant(name)) for name in hidden.traits]
    if sum(map(len, rows)) == len(set().union(*rows)) == len(items):
        return tuple(filter(None, rows))
    return (items,)


def _shade(solved: Solved, item: str, place: str) -> Shade:
    """Return how likely `item` is at `place`; of several alike, how many are expected there."""
    pieces = [each for each in solved.hidden.meant(item) if _home(solved, each, place)]
    if not any(solved.possible(each, place) for each in pieces):
        return Shade(_said(IMPOSSIBLE), 0)
    chance = solved.chance(item, place)
    if chance is None:
        return Shade(_said(UNKNOWN), 0)
    many = sum(solved.hidden.items[each] for each in pieces)
    dark = _dark(chance / many)
    if many == 1 and solved.settled(item, place) == 1:
        return Shade(_said(CERTAIN), DARKEST)
    error = solved.error(item, place)
    return Shade(_alone(chance, error) if many == 1 else _several(chance, error), dark)


def _alone(chance: Fraction, error: float) -> Words:
    if not 0 < chance < 1:  # an estimate that has not met what is possible all the same
        return say("<1 %") if chance < 1 else say(">99 %")
    return say("{value} %", value=Odd(chance, error).in_percent)


def _several(number: Fraction, error: float) -> Words:
    amount = figure(float(number), ".1f")
    if not error:
        return say("{amount}", amount=amount)
    return say("{amount} ± {error}", amount=amount, error=margin(error, 2))


def _notes(solved: Solved) -> tuple[Words, ...]:
    notes = []
    if not solved.exact and solved.reading is not None:
        notes.append(
            say(
                "Too many worlds to count: these chances are estimates, with their standard "
                "error. What is possible is proved separately."
            )
        )
    elif not solved.exact:
        words = say("The worlds that fit this record are too many to count: chances are not known.")
        notes.append(words)
    if any(solved.hidden.items[item] > 1 for item in solved.items) or solved.hidden.traits:
        notes.append(say("Where several are alike, the number expected there is shown."))
    return (*notes, *([solved.hidden.caveat] if solved.hidden.caveat else []))
