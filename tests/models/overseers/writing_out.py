"""Every whole record that the rules allow and that shows as a view, with its physical ways.

Slow and simple: it tries every draw and every choice at every line. For tiny decks only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, factorial
from typing import Any

from aparte.models.core import Event, View
from aparte.models.grammar import with_holes


def records(view: View) -> dict[tuple[Event, ...], int]:
    """Return the whole records of `view` (votes and characters met left out) with their ways."""
    found: dict[tuple[Event, ...], int] = {}
    events = [event for _, event in view.events]
    for record, ways in _records(view.blank(), events, (), 1):
        found[tuple(e for e in record if e.verb not in ("votes", "meets"))] = ways
    return found


def _records(
    seen: View, events: list[Event], record: tuple[Event, ...], ways: int
) -> Iterator[tuple[tuple[Event, ...], int]]:
    """Yield what the lines of `record` go on to; `seen` is folded from whole lines."""
    if len(record) == len(events):
        yield record, ways
        return
    game, state, wanted = seen.game, seen.state, events[len(record)]
    turn = game.turn(state)
    choices = isinstance(turn, tuple)
    for each in turn if isinstance(turn, tuple) else turn.all():
        if (each.verb, each.actor) == (wanted.verb, wanted.actor):
            event = game.resolve(state, each) if choices else each
            if _shows(seen, event, wanted):
                yield from _records(
                    seen.plus(event), events, (*record, event), ways * _ways(state, event)
                )


def _shows(seen: View, event: Event, wanted: Event) -> bool:
    verb = seen.notation.verbs[event.verb]
    left_out = verb.skippable and with_holes(verb, seen.notation.vocabulary, event) == wanted
    return left_out or seen.shown(event) == wanted


def _ways(state: Any, event: Event) -> int:
    """Return in how many ways physical cards can do the same; orders within a row left out."""
    match event.verb:
        case "deal":
            return _drawn(state.pool.known, event.outcome)
        case "draws":
            return _drawn(state.discard.known, event.outcome)
        case "picks":
            return _drawn(state.packs[event.actor].known, event.words)
        case "discards":
            return _drawn(state.hands[event.actor].known, event.words)
        case "adds":
            return _drawn(state.drawn.known, event.words)
        case "takes":
            return _drawn(state.discard.known, event.words)
        case "places":
            return _arranged(event.words)
    return 1


def _drawn(pool: tuple[str, ...], kinds: tuple[str, ...]) -> int:
    have, ways = Counter(pool), 1
    for kind, n in Counter(kinds).items():
        ways *= comb(have[kind], n)
    return ways


def _arranged(words: tuple[str, ...]) -> int:
    """Return in how many ways the cards of a hand lie so, all orders told apart."""
    ways = 1
    for n in Counter(word for word in words if word != "/").values():
        ways *= factorial(n)
    return ways
