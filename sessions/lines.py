"""Typed lines: what can be a line at all, examples of moves, and words that can come next.

Words may be typed in the language of the table, that of `tell`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..models.bag import HOLE
from ..models.core import Event, Record, View, turn
from ..models.record import next_words, write_event
from ..models.wording import spelled, worded
from ..models.words import Tell, Words, say
from .awaited import firsts

LONGEST = 1000
"""Most characters of a typed line."""

LAST = say("last")
"""Stands for the number of the line, or the player of the choice, that came last."""

FEW = 9
"""Up to this many choices are listed unasked."""

LEAVE_OUT = say("leave out what comes of it: the program tells")
LEFT = say("The line was left out.")
NO_ANSWER = say("That is no answer to the question; Enter drops it.")
NO_BREACH = say("leave out the '!': only in the notes of a real table does a breach stand")

# C0 but for the tab, DEL and C1; marks of direction, ends of lines, halves of surrogate pairs.
_STEERING = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def refused(text: str) -> Words | None:
    """Return why `text` cannot be a line at all, None if it can."""
    if len(text) > LONGEST:
        return say("a line has up to {n} characters; this one was not taken", n=LONGEST)
    if _STEERING.search(text):
        return say("a line cannot have control characters; this one was not taken")
    return None


def unsteered(text: str) -> str:
    """Return `text` with a replacement for each character that would control a terminal."""
    return _STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def number_in(text: str) -> int | None:
    """Return the number that is typed, None if it is none, or too long."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def middle(record: Record) -> int:
    """Return the number of a line in the middle, an example of one that can be named."""
    numbers = [line.number for line in record.lines] or [1]
    return numbers[len(numbers) // 2]


def examples(view: View, moves: Sequence[Event]) -> Sequence[Words]:
    """Return how to type each kind of move, with an example; few moves that need words, each."""
    if len(moves) <= FEW and any(view.game.tale.choice(view.state, move) for move in moves):
        return [listed_move(view, move) for move in moves]
    return [
        say(
            "{example}: {about}",
            example=explained_line(view, move, unsigned(view, move)),
            about=view.notation.verbs[move.verb].about,
        )
        for move in firsts(moves)
    ]


def listed_move(view: View, move: Event) -> Words:
    """Return a move as it can be typed, and what it is about where its line does not say so."""
    return explained_line(view, move, write_event(view, move).removeprefix(f"{view.viewer} "))


def explained_line(view: View, move: Event, line: str) -> Words:
    """Return `line`, which is that of `move`, in words, and what the move is about."""
    told, about = worded(view, line), view.game.tale.choice(view.state, move)
    return told if about is None else say("{move} ({about})", move=told, about=about)


def one_example(view: View, moves: Sequence[Event]) -> Words:
    """Return one of the moves as it can be typed; if possible one that uses nothing up."""
    verbs = view.notation.verbs
    own = [move for move in moves if move.actor == view.viewer] or moves
    plain = [move for move in own if not verbs[move.verb].once] or own
    return worded(view, unsigned(view, plain[0]))


def offered_moves(view: View, coming: Sequence[Event], typed: str, tell: Tell) -> Sequence[str]:
    """Return the words that continue `typed` to one of the moves `coming`, for completion.

    They are in the language of `tell`.
    """
    begun = _recorded(view, typed, tell).casefold().split()
    rests = [unsigned(view, move).split() for move in coming]
    fitting = [
        words[len(begun)]
        for words in rests
        if len(words) > len(begun) and [w.casefold() for w in words[: len(begun)]] == begun
    ]
    return [tell(worded(view, word)) for word in dict.fromkeys(fitting)]


def offered_words(record: Record, typed: str, tell: Tell) -> Sequence[str]:
    """Return the words that can come next in a line of `record`, for completion.

    By the notation and the rules, in the language of `tell`.
    """
    return [tell(worded(record, word)) for word in _offered(record, typed, tell)]


def _recorded(record: Record, typed: str, tell: Tell) -> str:
    """Return `typed` as records write it, its pieces by their words, not by their signs."""
    notation = record.notation
    known = {*notation.verbs, *record.setup.players}

    def written(word: str) -> str:
        read = (token.read(word) for token in notation.vocabulary.values())
        return word if word in known else next(filter(None, read), word)

    return " ".join(map(written, spelled(record, typed, tell).split()))


def _offered(record: Record, typed: str, tell: Tell) -> Sequence[str]:
    begun = _recorded(record, typed, tell)
    words = next_words(record, begun)
    coming = turn(record)
    if not isinstance(coming, tuple):
        expected = write_event(record, coming.event).split()
        at = len(begun.split())
        return expected[at : at + 1] or words
    lines = [f"{_line(record, record.shown(move))} " for move in coming]
    behind = (*words, HOLE)
    allowed = [word for word in behind if _begins_one(f"{begun} {word} ".lstrip(), lines)]
    return allowed or words


def _begins_one(begun: str, lines: Sequence[str]) -> bool:
    return any(line.startswith(begun) for line in lines)


def _line(record: Record, event: Event) -> str:
    return write_event(record, event)


def unsigned(record: Record, event: Event) -> str:
    """Return the line of `event` without its actor, as its actor can type it."""
    return _line(record, replace(event, actor=""))
