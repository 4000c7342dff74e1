"""The referee that deals: draws chance lines, asks bots, writes the outcome of a choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ...models.core import Event, Record, grown, turn
from ...models.match import Match
from ...models.record import write
from .coach import AT_ONCE, Bot, Choice


def drawn(record: Record, rng: Random) -> Record:
    """Return the whole `record` with all chance lines added, up to the next choice."""

    def sampled(now: Record) -> Event | None:
        coming = turn(now)
        return None if isinstance(coming, tuple) else coming.sample(rng)

    return grown(record, sampled)


def acted(record: Record, event: Event) -> Record:
    """Return the whole `record` with a chosen `event` and its outcome; raises IllegalAction.

    For the actor's view it gives a possible outcome, or raises the same error whatever the view
    hides: so a choice is judged without telling a secret.
    """
    return record.plus(record.resolved(event))


def overdue(record: Record) -> tuple[Event, ...]:
    """Return the line by which the table may end a game that goes on too long, if it may."""
    coming = turn(record)
    lines = coming if isinstance(coming, tuple) else ()
    return tuple(event for event in lines if record.notation.verbs[event.verb].overdue)


def bot_event(match: Match, bots: Mapping[str, Bot], rng: Random) -> Event | None:
    """Return what the most urgent of the `bots` that are free to act does, None if none is.

    Each bot sees its own view only. If only bots play, a game that goes on too long is ended.
    """
    if bots.keys() >= set(match.record.setup.players) and (ends := overdue(match.record)):
        return ends[0]
    coming = turn(match.record)
    acting = {event.actor for event in coming} if isinstance(coming, tuple) else set()
    best: Choice | None = None
    for player in bots:
        if player not in acting:  # who can act is public
            continue
        choice = bots[player].choose(match.views[player], rng)
        if best is None or choice.urgency > best.urgency:
            best = choice
        if best.urgency == AT_ONCE:
            break
    return best.event if best else None


def played(
    record: Record,
    bots: Mapping[str, Bot],
    rng: Random,
    over: Callable[[Record], bool] = lambda record: False,
) -> Record:
    """Return the whole `record`, played by `bots`, one for every player, to its end or till `over`.

    An error of a bot, or of the rules about its choice, has a note with the record so far.
    """
    match = Match.of(record, bots)
    match = match.at(drawn(record, rng))
    try:
        while not over(match.record) and (event := bot_event(match, bots, rng)) is not None:
            match = match.at(drawn(acted(match.record, event), rng))
    except Exception as error:
        error.add_note(f"after these lines:\n{write(match.record)}")
        raise
    return match.record
