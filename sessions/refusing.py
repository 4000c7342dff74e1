"""Why a line that is typed at a real table is refused, and what people can do about it."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace

from ..models.core import Event, IllegalAction, Record, Roll, TableError, turn
from ..models.event import STANDS
from ..models.record import write_event
from ..models.wording import worded
from ..models.words import Tell, Words, listed, say
from .answers import Refused, refusal
from .awaited import tacit
from .fixing import continued
from .typed import events_of

FORGOTTEN = 12
"""How many choices are tried to find one that was forgotten before a line."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A line is refused: if it is true, the earlier line `line` broke an obligation (see `words`).

    One of the two can be fixed, or the earlier one let stand.
    """

    words: Words
    line: int


def broken(record: Record, text: str, error: IllegalAction, tell: Tell) -> Breach | Refused:
    """Return the answer to `text`, which the rules forbid behind `record`.

    It may show that an earlier line broke a rule, or may have been played all the same.
    """
    breach, verbs = error.breach, record.notation.verbs
    found = [number for number, event in record.events if event == breach]
    if breach is not None and found and verbs[breach.verb].may_stand:
        return Breach(error.message, found[-1])
    message = error.message
    words = or_stands(record, text, message, tell)
    return refusal(error) if words is message else Refused(words)


def or_stands(record: Record, text: str, words: Words, tell: Tell) -> Words:
    """Return `words` and how to note `text` as a breach, if the rules know such a breach."""
    try:
        stands = events_of(record, f"{text} {STANDS}", tell)
    except TableError:
        return words
    lines = (worded(record, write_event(record, event)) for event in stands)
    return say(
        "{words}. If it was played all the same, type {line}",
        words=words,
        line=listed(lines, "; "),
    )


def early(record: Record, error: IllegalAction) -> Refused | None:
    """Return what has to come before the line that was refused, if that is all there is to it.

    It is a question whose answer is due, the choice that goes without saying, or one that was
    forgotten: with it the line would be legal.
    """
    coming, said = turn(record), error.refused
    if said is None or error.lines[-1:] != (record.last + 1,):
        return None
    if not isinstance(coming, tuple):
        due = coming.event.head
        question = record.game.tale.outcome_question(due)
        is_due = question is None or said.head == due
        return None if is_due else Refused(say("First: {question}", question=question))
    if any((each.actor, each.verb) == (said.actor, said.verb) for each in coming):
        return None
    if (first := tacit(record)) is not None:
        line = worded(record, write_event(record, first))
        about = record.notation.verbs[first.verb].about
        return Refused(say("{words}. First comes {line} ({about})",
                           words=error.message, line=line, about=about))  # fmt: skip
    forgotten = next((e for e in coming[:FORGOTTEN] if _leads_to(record, e, said)), None)
    if forgotten is None:
        return None
    line = worded(record, write_event(record, forgotten))
    return Refused(
        say("{words}. First comes a line such as: {line}", words=error.message, line=line)
    )


def _leads_to(record: Record, first: Event, said: Event) -> bool:
    """Tell whether the line `said` would be legal behind the choice `first`."""
    with suppress(TableError):
        continued(record.plus(first)).moved(said)
        return True
    return False


def miscounted(record: Record, text: str) -> Refused | None:
    """Return what is wrong with pips of more or fewer dice than are to be rolled now."""
    coming, told = turn(record), re.fullmatch(r"(?:\D*\s)?((?:[1-6][\s,]*)+)", text)
    if not isinstance(coming, Roll) or told is None:
        return None
    pips = tuple(re.findall(r"\d", told[1]))
    try:
        record.moved(replace(coming.event, outcome=pips))
    except IllegalAction as error:
        return refusal(error) if len(pips) != len(coming.dice) else None
    return None
