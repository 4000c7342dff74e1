"""Lines of which people have told only the beginning: what is missing, and the question for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ..models.bag import HOLE
from ..models.core import (
    BadNotation,
    Draw,
    Event,
    Forced,
    IllegalAction,
    Record,
    Roll,
    TableError,
    turn,
)
from ..models.record import write_event
from ..models.wording import spelled, worded
from ..models.words import Tell, Words, listed, say
from .awaited import possible
from .doubt import NAMED, Begun, Doubt, Lines, Part, Read, first_of, one_text
from .lexicon import lexicon
from .meant import is_unordered
from .refusing import or_stands
from .tapping import spelled_pieces


def read_or_ask(record: Record, text: str, read: Read, tell: Tell) -> Lines:
    """Return the lines of `text` behind `record`, as `read` finds them.

    A choice that can end in one way only need not be told whole. Raises Begun if `text` tells only
    the beginning of its first line, and what `read` raises.
    """
    read = _or_pieces(record, read, tell)
    try:
        return read(text)
    except IllegalAction as error:
        said = error.refused
        is_noted = error.lines[-1:] == (record.last + 1,)  # a move of a seat has no number yet
        if said is None or (error.lines and not is_noted):
            raise
        if (asked := _for_pieces(record, text, said, read)) is not None:
            raise asked from None
        ways = _endings(record, said)
        if len(ways) == 1:
            first, _, behind = text.partition(";")
            whole = " ".join((first, *_untold(ways[0], said)))
            with suppress(TableError):
                found = read(one_text(whole, behind))
                if found[:1] == tuple(ways):
                    return found
        elif ways and is_unordered(record, ways[0]):
            lacking = len(ways[0].words) - len(said.words)
            raise _asked(said, text, _so_far(record, said.words, lacking), read) from None
        elif ways and is_noted:
            wrong = error.own or error.words
            words = or_stands(record, text, wrong, tell)
            words = say("{wrong}. What else?", wrong=wrong) if words is wrong else words
            raise _asked(said, text, words, read) from None
        raise
    except BadNotation as error:
        said = None if isinstance(error, Doubt) else _cut_off(record, text, tell)
        if said is None:
            raise
        raise _asked(said, text, _next_words(record, said), read) from None


def _or_pieces(record: Record, read: Read, tell: Tell) -> Read:
    """Return `read` with pieces of what is drawn or rolled now also where names are cut short."""
    coming = turn(record)
    if isinstance(coming, tuple):
        return read
    head = write_event(record, coming.event.head)

    def reading(text: str) -> Lines:
        try:
            return read(text)
        except Doubt:
            raise
        except BadNotation:
            if pieces := spelled_pieces(record, head, text, tell):
                with suppress(BadNotation):
                    return read(" ".join((head, *pieces)))
            raise

    return reading


def rest_of(record: Record, event: Event) -> Words | None:
    """Return the question for the pieces that `event`, a line that comes now, lacks at its end.

    None if it lacks none.
    """
    lacking = _lacking(record, event)
    return _so_far(record, event.outcome, lacking) if lacking else None


def _so_far(record: Record, told: Sequence[str], lacking: int) -> Words:
    """Return the question for so many further pieces."""
    given = worded(record, " ".join(told))
    return say("So far: {given}. And {n} more?", given=given, n=lacking)


def _lacking(record: Record, event: Event) -> int:
    """Return how many pieces `event`, a line that comes now, still lacks at its end.

    It is 0 if its outcome has not begun, is whole, or can be no beginning.
    """
    coming = turn(record)
    if isinstance(coming, Draw):
        size = len(coming.first) + coming.size
    elif isinstance(coming, Roll):
        size = coming.size
    elif isinstance(coming, Forced):
        size = len(coming.event.outcome)
    else:
        return 0
    lacking = size - len(event.outcome)
    due = event.head == coming.event.head
    if not due or not event.outcome or lacking <= 0:
        return 0
    whole = replace(event, outcome=(*event.outcome, *[HOLE] * lacking))
    return 0 if "…" in possible(record, write_event(record, whole)) else lacking


def _for_pieces(record: Record, text: str, said: Event, read: Read) -> Begun | None:
    """Return the question for the pieces that the first line of `text` lacks, None if for none.

    The parts behind it that go on with it are joined to it.
    """
    first, *behind = text.split(";")
    while behind:
        longer = f"{first} {behind[0].strip()}"
        event = first_of(longer, read)
        more = event is not None and event.outcome[: len(said.outcome)] == said.outcome
        if event is None or not more or not _lacking(record, event):
            break
        first, said = longer, event
        del behind[0]
    words = rest_of(record, said)
    if words is None:
        return None
    question = record.game.tale.outcome_question(said.head)
    if question is not None:
        words = say("{question} {words}", question=question, words=words)
    return _asked(said, one_text(first, *behind), words, read)


def _endings(record: Record, said: Event) -> Sequence[Event]:
    """Return the choices with all that was `said`, in any order: pieces lie in none.

    None if that is one, or more than a choice.
    """
    coming, told = turn(record), Counter(said.words)
    if said.outcome or said.stands or not isinstance(coming, tuple) or said in coming:
        return ()
    alike = (each for each in coming if replace(each, words=said.words, outcome=()) == said)
    return [each for each in alike if told <= Counter(each.words)]


def _untold(choice: Event, said: Event) -> Sequence[str]:
    """Return the words of a choice that are not among those that were `said`."""
    left = list(choice.words)
    for word in said.words:
        left.remove(word)
    return left


def _cut_off(record: Record, text: str, tell: Tell) -> Event | None:
    """Return the choice of which `text` has the verb, cut or not, and not all that follows it."""
    coming, heard = turn(record), lexicon(record, tell)
    words = spelled(record, text, tell).split()
    for each in coming if isinstance(coming, tuple) else ():
        said, *told = words[words[:1] == [each.actor] :] or [""]
        is_begun = len(told) < len(each.words) and (*told,) == each.words[: len(told)]
        verbs = heard.cut(said, frozenset({each.verb})) if said and is_begun else ()
        if any(each.verb in phrase.words for phrase, _ in verbs):
            return replace(each, words=tuple(told), outcome=())
    return None


def _next_words(record: Record, said: Event) -> Words:
    """Return the question for what can come next in the choice of which only `said` was told."""
    found = (_untold(each, said)[0] for each in _endings(record, said))
    told = [worded(record, word) for word in dict.fromkeys(found)]
    words = listed([*told[:NAMED], *(["…"] if len(told) > NAMED else [])], " | ")
    return say("Which? {words}", words=words)


def _asked(said: Event, text: str, words: Words, read: Read) -> Begun:
    """Return the question for the rest of the first line of `text`, of which only `said` is."""
    first, _, behind = text.partition(";")
    if first_of(first, read) != said:  # the parts are one line
        first, behind = text, ""
    return Begun(words, said, Part(first, behind=behind.strip()))
