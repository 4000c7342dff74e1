"""Lines that somebody may try: what is offered, what nearly is, and what the grammar allows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random

from ..models.core import Event, Record, TableError, turn
from ..models.record import blank, read_words, write_event
from .mutations import like

MOST = 100
"""Lines of one kind; of more, so many are taken at random."""
LONGEST = 5
"""Words of a line behind its verb."""


def attempts(record: Record, rng: Random, most: int) -> list[Event]:
    """Return up to `most` lines that anybody may try next, offered or not.

    A third of them, or all, are offered; the others differ in a word, or are any line at all.
    """
    coming = turn(record)
    offered = list(coming) if isinstance(coming, tuple) else []
    nearly = [_nearly(record, rng.choice(offered), rng) for _ in range(most // 3) if offered]
    tried = [
        replace(event, actor=actor) if event.actor else event
        for verb in record.notation.verbs.values()
        if not (verb.closing or verb.overdue)
        for event in _lines(record.game.name, record.setup.players, verb.name)
        for actor in (record.setup.players if event.actor else ("",))
    ]
    some = rng.sample(offered, min(len(offered), most // 3))
    left = most - len(some) - len(nearly)
    return [*some, *filter(None, nearly), *rng.sample(tried, min(len(tried), left))]


def _nearly(record: Record, event: Event, rng: Random) -> Event | None:
    """Return `event` with one word of its kind in the place of another, None if none can be."""
    words = write_event(record, event).split()
    at = rng.randrange(len(words))
    words[at] = rng.choice(like(record, words[at]))
    return _read(record, " ".join(words))


def _read(record: Record, text: str) -> Event | None:
    """Return the event that `text` is before anything comes of it, None if it is none."""
    with suppress(TableError):
        return read_words(record, text, outcome=False)
    return None


@cache
def _lines(game: str, players: tuple[str, ...], name: str) -> tuple[Event, ...]:
    """Return the lines of one kind that the grammar of `game` allows, without what comes of them.

    Numbers and other words of which there are too many to be listed stand in none of them.
    """
    rng, record = Random(f"{game}/{name}"), blank(game, players)
    verb = record.notation.verbs[name]
    found: dict[Event, None] = {}
    texts = [""]
    for _ in range(LONGEST):
        begin = f"{players[0]} {name}" if verb.actor else name
        read = {text: _read(record, f"{begin} {text}") for text in texts}
        found |= {event: None for event in read.values() if event and not event.outcome}
        going_on = [text for text, event in read.items() if not (event and event.outcome)]
        texts = [each for text in going_on for each in _longer(record, name, text)]
        texts = rng.sample(texts, min(len(texts), MOST))
    return tuple(found if len(found) <= MOST else rng.sample(list(found), MOST))


def _longer(record: Record, name: str, text: str) -> Iterator[str]:
    words = record.notation.following(name, text)
    return (f"{text} {word}".strip() for word in words if word != "=")
