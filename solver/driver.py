"""The referee that deals: draws chance lines, asks bots, writes what came of a choice."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ..models.core import Event, Record, fold, step, turn, view
from .coach import AT_ONCE, Bot, Choice


def drawn(record: Record, rng: Random) -> Record:
    """Return the whole `record` with all lines that no player chooses, up to the next choice."""
    while not isinstance(coming := turn(record), tuple):
        record = record.plus(coming.sample(rng))
    return record


def acted(record: Record, event: Event) -> Record:
    """Return the whole `record` with a chosen `event` and its outcome; raises IllegalAction.

    Of the actor's view it returns one with an outcome that is possible, or raises the same error
    for all that the view may hide: that is how a choice is judged without telling a secret.
    """
    state = fold(record)
    resolved = record.game.resolve(state, event)
    step(record.game, state, resolved)
    return record.plus(resolved)


def bot_event(record: Record, bots: Mapping[str, Bot], rng: Random) -> Event | None:
    """Return what the most urgent of the `bots` that are free to act does, None if none is.

    Each bot sees its own view only.
    """
    coming = turn(record)
    acting = {event.actor for event in coming} if isinstance(coming, tuple) else set()
    best: Choice | None = None
    for player in bots:
        if player not in acting:  # who can act is public
            continue
        choice = bots[player].choose(view(record, player), rng)
        if best is None or choice.urgency > best.urgency:
            best = choice
        if best.urgency == AT_ONCE:
            break
    return best.event if best else None


def played(record: Record, bots: Mapping[str, Bot], rng: Random) -> Record:
    """Return the whole `record`, played to its end by `bots`, one for every player."""
    record = drawn(record, rng)
    while (event := bot_event(record, bots, rng)) is not None:
        record = drawn(acted(record, event), rng)
    return record
