"""The one gate between what people say at a seat and the game: parsed, guarded, judged.

What is typed, tapped or posted is first parsed into a complete event. Then every guard is asked
once about that event, so that no way of saying it can avoid one; then the rules, as far as that
seat sees. A sealed choice passes the same guards when it is opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..models.bag import HOLE
from ..models.core import BadNotation, Event, IllegalAction, Record, TableError, View
from ..models.record import write_event
from ..models.words import Tell, Words, say
from ..solver.play.driver import acted
from .answers import AsksBack, Refused, refusal
from .begun import read_or_ask
from .doubt import Doubt, Left, Lines, Read
from .lines import LEAVE_OUT, NO_BREACH, refused
from .listener import Listener
from .typed import NONE_LISTED, Listed, by_number, chosen


def move_of(view: View, moves: Sequence[Event], text: str, tell: Tell) -> Event:
    """Return the move that the viewer makes with `text`: one of `moves`, or one like them.

    What is one of them to the letter, as a button sends it, is no sentence to be read. The outcome
    is still to come. Raises BadNotation, and IllegalAction for what the rules forbid.
    """
    wrong = refused(text)
    if wrong is not None:
        raise BadNotation(wrong)
    offered = next((move for move in moves if write_event(view, move) == text), None)
    return allowed(view, offered or chosen(view, moves, text, tell, allowed))


def judged(
    view: View,
    moves: Sequence[Event],
    text: str,
    tell: Tell,
    listener: Listener | None = None,
    listed: Listed = NONE_LISTED,
) -> Event | Refused:
    """Return the move that the viewer makes with `text`, or why it cannot be made.

    With their `listener`, `text` may answer what was asked back about the text before; it may be
    the number of one of the moves that are `listed` for them.
    """

    def move(text: str) -> Lines:
        return (move_of(view, moves, text, tell),)

    def read(text: str) -> Lines:
        return read_or_ask(view, text, lambda text: by_number(view, listed, text, move), tell)

    found = heard(view, text, listener or Listener(tell), read)
    if isinstance(found, Refused):
        return found
    try:
        return allowed(view, found[0])
    except TableError as error:
        return refusal(error)


def heard(view: Record, text: str, listener: Listener, read: Read) -> Lines | Refused:
    """Return the lines that the `listener` hears, which can `read` a text, or why it is none."""
    try:
        found = listener.heard(view, text, read)
    except Doubt as doubt:
        return AsksBack(doubt.words)
    except TableError as error:
        return refusal(error)
    if isinstance(found, Left):
        return Refused(say("The line was left out: {text}", text=listener.dropped))
    return found


def allowed(view: View, event: Event) -> Event:
    """Return `event`, which the viewer wants to do at a table where the program deals.

    Raises BadNotation if no player may say it, IllegalAction for what the rules forbid.
    """
    wrong = _guarded(view, event)
    if wrong is not None:
        raise BadNotation(wrong)
    acted(view, event)
    return event


def breach_of(view: View, moves: Sequence[Event], text: str, tell: Tell) -> Event:
    """Return the move of `text` as a breach that is left standing, at a table with real pieces.

    Raises BadNotation, and IllegalAction if it would make the table impossible.
    """
    try:
        event = move_of(view, moves, text, tell)
    except IllegalAction as error:
        if error.refused is None:
            raise
        event = error.refused
    wrong = _guarded(view, event)
    if wrong is not None or event.actor != view.viewer:
        raise BadNotation(wrong or say("it is {player} who moves here", player=view.viewer))
    if not view.notation.verbs[event.verb].may_stand:
        raise BadNotation(NO_BREACH)
    event = replace(event, stands=True)
    view.moved(event)
    return event


def _guarded(view: View, event: Event) -> Words | None:
    """Return why the viewer must not say `event`, whatever the rules allow; None if they may."""
    if event.actor not in ("", view.viewer):
        return say("it is {player} who moves here", player=view.viewer)
    if event.stands:
        return NO_BREACH
    if event.outcome:
        return LEAVE_OUT
    if HOLE in event.words:
        return say("{viewer} sees this, so no '?' can stand here", viewer=view.viewer)
    return None
