"""A second opinion: the same model in python-constraint, every world listed.

Nothing but the model itself is shared with the other engines. Enumerating is slow, so only small
models are taken on: those with at most `LARGEST` ways to place the pieces when all facts except
those about single items are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from ...models.hidden import Claim, Count, Hidden, Item, Place, World, holds
from ...models.words import Words, say
from .deduce import Deduction, Status

if TYPE_CHECKING:
    from constraint import Problem

    from .count import Posterior

LARGEST = 10**7
"""Most ways to place the pieces in a model that is taken on."""

CAP = 50_000
"""Most worlds of a model that is taken on."""

Piece = tuple[Item, int]


class TooLarge(Exception):
    """The model has too many worlds, or too many candidates for worlds, to list them."""


def solve_all(hidden: Hidden, cap: int = CAP) -> list[World]:
    """Return all worlds of `hidden`, one for every way to place the physical pieces.

    Raises TooLarge for more than `cap` worlds, or more than `LARGEST` candidates.
    """
    domains = _domains(hidden)
    about_nothing = [f for f in hidden.facts if isinstance(f, Count) and not f.items]
    if not all(domains.values()) or not all(holds(fact, {}) for fact in about_nothing):
        return []
    if not domains:
        return [{}]
    if prod(map(len, domains.values())) > LARGEST:
        raise TooLarge
    worlds = list(islice(_worlds(hidden, domains), cap + 1))
    if len(worlds) > cap:
        raise TooLarge
    return worlds


def crosscheck(
    hidden: Hidden, deduction: Deduction, posterior: Posterior
) -> tuple[Words, ...] | None:
    """Return how the engines disagree, None if they agree; raises TooLarge.

    What a deduction leaves unknown is no disagreement.
    """
    worlds = solve_all(hidden)
    wrong = (*_misjudged(worlds, deduction), *_miscounted(hidden, worlds, posterior))
    return wrong or None


def _domains(hidden: Hidden) -> dict[Piece, list[Place]]:
    """Return the places of every single piece, as the facts about its item alone allow."""
    allowed = {item: list(hidden.places) for item in hidden.items}
    for fact in hidden.facts:
        if not isinstance(fact, Count):
            allowed[fact.item] = [place for place in allowed[fact.item] if place in fact.places]
    return {
        (item, copy): allowed[item]
        for item, copies in hidden.items.items()
        for copy in range(copies)
    }


def _worlds(hidden: Hidden, domains: Mapping[Piece, list[Place]]) -> Iterator[World]:
    order = {place: index for index, place in enumerate(hidden.places)}
    for solution in _problem(hidden, domains).getSolutionIter():
        yield {
            item: tuple(
                sorted((solution[item, copy] for copy in range(copies)), key=order.__getitem__)
            )
            for item, copies in hidden.items.items()
        }


def _problem(hidden: Hidden, domains: Mapping[Piece, list[Place]]) -> Problem:
    """Return `hidden` as a problem of python-constraint."""
    from constraint import Problem, SomeInSetConstraint, SomeNotInSetConstraint

    problem = Problem()
    for piece, places in domains.items():
        problem.addVariable(piece, places)
    for fact in hidden.facts:
        if isinstance(fact, Count) and fact.items:
            pieces = [piece for piece in domains if piece[0] in fact.items]
            problem.addConstraint(SomeInSetConstraint(fact.places, fact.lo), pieces)
            spare = len(pieces) - fact.hi
            problem.addConstraint(SomeNotInSetConstraint(fact.places, spare), pieces)
    return problem


def _misjudged(worlds: list[World], deduction: Deduction) -> Iterator[Words]:
    if deduction.consistent not in (None, bool(worlds)):
        yield say("{n} worlds were listed, which a proof contradicts", n=len(worlds))
    for (item, name), status in deduction.status.items():
        fact = Claim(item, name).fact(deduction.hidden)
        true = sum(holds(fact, world) for world in worlds)
        right = {0: Status.REFUTED, len(worlds): Status.PROVED}.get(true, Status.OPEN)
        if status not in (right, Status.UNKNOWN):
            yield say("{item}, {place}: true in {n} worlds", item=item, place=name, n=true)


def _miscounted(hidden: Hidden, worlds: list[World], posterior: Posterior) -> Iterator[Words]:
    if posterior.worlds != len(worlds):
        yield say(
            "{n} worlds were listed, and {counted} counted",
            n=len(worlds),
            counted=posterior.worlds,
        )
    counted = posterior.by_name(hidden).weight
    copies = Counter(
        (item, hidden.name_of(place))
        for world in worlds
        for item, places in world.items()
        for place in places
    )
    for (item, name), weight in counted.items():
        if copies[item, name] != weight:
            yield say("{item}, {place}: wrongly counted", item=item, place=name)
