"""The chances of one piece, or of one place, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...models.core import Event, View
from ...models.face import Odd, Odds
from ...models.games import face_of
from ...models.record import write_event
from ...models.wording import worded
from ...models.words import Words, listed, say
from ..console import print_words
from ..language import decimal, percent, tell

if TYPE_CHECKING:
    from ...solver.engine.solve import Solved

_UNKNOWN = say("The worlds that fit this record are too many to count: chances are not known.")


def show_chances(solved: Solved, asked: Sequence[tuple[str, str]]) -> None:
    """Print of pairs the places of a piece, or the pieces at a place, whichever is not empty.

    The likeliest come first, traits last. If both are given, print how many of it are there. Of
    several pairs, those of which nothing is open are left out.
    """
    told = {pair: list(_told(solved, *pair)) for pair in asked}
    for (item, place), chances in told.items():
        if item and place:
            print_words(_amounts(solved, item, place))
            continue
        about = solved.hidden.asked(item) if item else solved.called(place)
        if chances:
            print_words(say("{item}: {chances}", item=about, chances=listed(chances)))
        elif not any(told.values()):
            print_words(say("{item}: nothing is hidden", item=about))


def show_odds(view: View) -> None:
    """Print how likely luck, and what others choose now, brings something, in each case of it."""
    from ...solver.play.coach import odds_of

    tell_odds(view, odds_of(view))


def odds_data(view: View) -> list[dict[str, Any]]:
    """Return the odds as data for programs: each a chance with its standard error."""
    from ...solver.play.coach import odds_of

    return [
        {
            "about": tell(each.about),
            "name": tell(each.name),
            "chances": {
                word: None if odd is None else (float(odd.chance), odd.error)
                for word, odd in each.chances.items()
            },
        }
        for each in odds_of(view)
    ]


def tell_odds(view: View, odds: Sequence[Odds]) -> None:
    """Print odds that are known already, a line for each case, and what they take for granted."""
    face = face_of(view.game.name)
    for each in odds:
        told = [
            say(
                "{n} {percent} %",
                n=face.labels.get(word, worded(view, word)),
                percent=_percent(odd),
            )
            for word, odd in each.chances.items()
        ]
        case = say("{about}, {name}", about=each.about, name=each.name)
        print_words(say("{item}: {chances}", item=case, chances=listed(told)))
    for note in Odds.notes(odds):
        print_words(note)


def _told(solved: Solved, item: str, place: str) -> Iterator[Words]:
    """Yield where `item` may be, or what may be at `place`."""
    hidden = solved.hidden
    pairs: list[tuple[str, str, Words | str]]
    if item:
        pairs = [(item, each, solved.called(each)) for each in solved.places_of(item)]
    else:
        asked = (*solved.items, *hidden.sought)
        there = (each for each in asked if place in solved.places_of(each))
        pairs = [(each, place, say("{item}", item=hidden.asked(each))) for each in there]
    for pair in sorted(pairs, key=lambda p: (p[0] in hidden.traits, -(solved.chance(*p[:2]) or 0))):
        if solved.chance(*pair[:2]) != Fraction(0):
            yield _chance(solved, *pair)


def show_answers(view: View, question: Event, found: Mapping[Event, Fraction] | None) -> None:
    """Print how likely each answer to a question is, likeliest first; None: they are not known."""
    if found is None:
        print_words(_UNKNOWN)
        return
    told = [
        say("{n} ({percent} %)", n=_answer(view, event), percent=percent(found[event]))
        for event in sorted(found, key=lambda event: -found[event])
    ]
    line = worded(view, write_event(view, question))
    print_words(say("{item}: {chances}", item=line, chances=listed(told)))


def _answer(view: View, event: Event) -> Words:
    return worded(view, " ".join(event.outcome))


def _chance(solved: Solved, item: str, at: str, name: Words | str) -> Words:
    chance, error = solved.chance(item, at), solved.error(item, at)
    if _alone(solved, item, at) or chance is None:
        return say("{place} {percent} %", place=name, percent=_percent(_odd(solved, item, at)))
    amount = decimal(float(chance))
    told = f"{amount} ± {decimal(error)}" if error else amount
    return say("{place} {n} expected", place=name, n=told)


def _odd(solved: Solved, item: str, at: str) -> Odd | None:
    """Return the chance that a piece is somewhere where at most one such piece can be."""
    chance = solved.chance(item, at)
    return None if chance is None else Odd(chance, solved.error(item, at))


def _percent(odd: Odd | None) -> Words | str:
    return "?" if odd is None else odd.in_percent


def _alone(solved: Solved, item: str, at: str) -> bool:
    """Tell whether at most one piece of an item, or with a trait, can be at a place."""
    return solved.hidden.items.get(item) == 1 or solved.hidden.has_room_for_one(at)


def _amounts(solved: Solved, item: str, place: str) -> Words:
    from ...solver.engine.solve import amounts

    about = {"item": solved.hidden.asked(item), "place": solved.called(place)}
    if _alone(solved, item, place):
        return say("{item}, {place}: {n} %", **about, n=_percent(_odd(solved, item, place)))
    found = amounts(solved, item, place)
    if found is None:
        return _UNKNOWN
    told = [say("{n} ({percent} %)", percent=percent(found[n]), n=n) for n in found]
    return say("{item}, {place}: {chances}", **about, chances=listed(told))
