"""Reasons measured again: what was said to differ has to differ the same way in fresh worlds."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from statistics import fmean
from typing import Any

from aparte.models.core import View
from aparte.models.match import Match
from aparte.models.record import blank
from aparte.models.words import Words
from aparte.solver.play.advising import ranked
from aparte.solver.play.coach import Budget, bots, choices, play_of, seed_of
from aparte.solver.play.contrast import Contrast
from aparte.solver.play.driver import acted, bot_event, drawn
from aparte.solver.play.trial import Counts, Difference, Effect

EACH = 0.1
"""The share of choices that are looked at."""
NAMELESS = ("either", "later")
"""What is told where no event is."""
FRESH = 400
"""Worlds in which a difference is measured again."""


def positions(game: str, rng: Random, seats: Sequence[int] = (3, 4)) -> Iterator[View]:
    """Yield views of a game of so many greedy players, each with something to choose."""
    match = Match.of(drawn(blank(game, rng.choice(seats)), rng), ())
    players = match.record.setup.players
    match = Match.of(match.record, players)
    greedy = {player: bots(game)["greedy"]() for player in players}
    while (event := bot_event(match, greedy, rng)) is not None:
        own = match.views[event.actor] if event.actor else None
        if own is not None and len(choices(own)) > 1 and rng.random() < EACH:
            yield own
        match = match.at(drawn(acted(match.record, event), rng))


def values_of(words: Words) -> dict[str, Any]:
    """Return the values of a sentence; of so many points, their number."""
    found = dict(words.values)
    for name, each in words.values:
        if isinstance(each, Words) and each.template == "{n} point":
            ((_, found[name]),) = each.values
    return found


def measured_again(own: View, budget: Budget, fresh: int = FRESH) -> Iterator[Mapping[str, Any]]:
    """Yield a row for each move that is told at `own`: what is said of it, and what came again.

    `told` is `either`, `later` or the name of the event; `double` tells whether its sentence
    stands beside an earlier move, `against` whether an event speaks for the other move.
    """
    told = [
        (each, differs, _told(differs))
        for each in ranked(own, budget)
        if (differs := each.contrast) is not None
    ]
    judge = play_of(own.game.name).judge
    assert judge is not None
    named = [(each.action, differs.against) for each, differs, name in told if name not in NAMELESS]
    moves = list(dict.fromkeys(chain.from_iterable(named)))
    trial = judge.seeks(own, seed_of(own, 1_000_001))
    came = dict(zip(moves, trial.followed(moves, fresh), strict=True)) if moves else {}
    said = set[tuple[str, Hashable]]()
    for each, differs, name in told:
        row: dict[str, Any] = {"told": name, "gap": differs.gap, "words": str(each.clause)}
        if name not in NAMELESS and (found := differs.difference) is not None:
            one, two = came[each.action], came[differs.against]
            again = _apart(one.counts, two.counts, found.effect)
            row |= {
                "difference": found.difference,
                "again": again,
                "same": again * found.difference > 0,
                "double": differs.like is None and said_of(differs) in said,
                "against": _speaks_against(found, differs.gap),
            }
            said.add(said_of(differs))
        yield row


def said_of(differs: Contrast) -> tuple[str, Hashable]:
    """Return the sentence, with what a move has to have in common to be told to be like it."""
    return str(differs.clause), differs.said and differs.said.unlike


def _told(differs: Contrast) -> str:
    if differs.either:
        return "either"
    return differs.difference.effect.name if differs.difference else "later"


def _apart(some: Counts, others: Counts, effect: Effect) -> float:
    """Return how much more of an effect there is in `some`, on average."""
    return fmean(some.get(effect, [0.0])) - fmean(others.get(effect, [0.0]))


def _speaks_against(found: Difference, gap: float) -> bool:
    """Tell whether an event is known to be good where the move is worse, or the reverse."""
    good = found.effect.sign if found.effect.worth is None else found.effect.worth
    return good * found.difference * gap < 0


_PLAYED: dict[tuple[str, int, int, Sequence[int]], tuple[list[View], Iterator[View]]] = {}


def played_positions(
    game: str, seed: int, number: int, seats: Sequence[int] = (3, 4)
) -> Iterator[View]:
    """Yield the positions of one game of so many players, by its seed and number.

    It is played once, as far as they are asked for.
    """
    rng, key = Random(f"{seed}/reasons/{number}"), (game, seed, number, tuple(seats))
    found, rest = _PLAYED.setdefault(key, ([], positions(game, rng, seats)))
    yield from found
    for own in rest:
        found.append(own)
        yield own
