"""Typed lines: read with forgiveness, written back in the one notation, completed word by word.

Words may be typed in the language of the table: `tell` is what tells them in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from ..models.bag import HOLE
from ..models.core import BadNotation, Event, Record, View, turn
from ..models.event import STANDS, TABLE
from ..models.record import next_words, read_words, write_event
from ..models.wording import joined, nearest, spelled, worded
from ..models.words import Tell, Words, listed, say
from .awaited import firsts

LONGEST = 1000
"""Characters of the longest line that is typed."""

LEAVE_OUT = say("leave out what comes of it: the program tells")
NO_BREACH = say("leave out the '!': only in the notes of a real table does a breach stand")

# C0 but for the tab, DEL and C1; marks of direction, ends of lines, halves of surrogate pairs.
_STEERING = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def refused(text: str) -> Words | None:
    """Return why `text` can be no line at all, whatever it says; None where it can."""
    if len(text) > LONGEST:
        return say("a line has up to {n} characters; this one was not taken", n=LONGEST)
    if _STEERING.search(text):
        return say("a line cannot have control characters; this one was not taken")
    return None


def unsteered(text: str) -> str:
    """Return `text` with a mark for each character that a screen obeys instead of showing it."""
    return _STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def number_in(text: str) -> int | None:
    """Return the number that is typed, None if it is none, or longer than any can be."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def meant(view: View, coming: Sequence[Event], text: str, tell: Tell) -> Event:
    """Return what the viewer of `view` says with `text`, whether or not it can be done.

    It is the number of one of the moves `coming`, a line, or what sets a move apart from others;
    `gate.move_of` judges it. Raises BadNotation.
    """
    number = number_in(text)
    if number is not None and 0 < number <= len(coming):
        return coming[number - 1]
    said = spelled(view, text, tell)
    return _among(view, coming, text) or _among(view, coming, said) or _parsed(view, coming, said)


def public_move(table: View, player: str, text: str) -> Event | None:
    """Return the move of `player` that `text` says, if everybody can tell that it is legal."""
    coming = turn(table)
    known = [
        event
        for event in (coming if isinstance(coming, tuple) else ())
        if event.actor == player and table.game.verbs[event.verb].public and HOLE not in event.words
    ]
    _, _, rest = joined([player], text).partition(" ")
    return _among(table, known, f"{player} {rest}") or _among(table, known, rest)


def _among(view: View, coming: Sequence[Event], text: str) -> Event | None:
    """Return the one of `coming` that `text` says, whole or with what sets it apart."""
    wanted = " ".join(text.casefold().split())
    if not wanted:
        return None
    for form in (_line, _unsigned, _bare, _without_verb):
        found = [move for move in coming if form(view, move).casefold() == wanted]
        if len(found) == 1:
            return found[0]
    tight = wanted.replace(" ", "")
    found = [move for move in coming if _tight(view, move).casefold() == tight]
    return found[0] if len(found) == 1 else None


def _parsed(view: View, coming: Sequence[Event], text: str) -> Event:
    """Return what `text` says, with the player and the verb that it may lack."""
    first, second, *_ = (*text.split(), "", "")
    head = second if first in view.setup.players else first
    verb = view.game.verbs.get(head)
    if verb is not None:
        signed = head != first or not verb.actor
        lines = [text if signed else f"{view.viewer} {text}"]
    else:
        said = dict.fromkeys((text, text.removeprefix(f"{view.viewer} ")))
        verbs = _guessed(view, coming) if head else ()
        lines = [f"{view.viewer} {verb} {each}" for verb in verbs for each in said]
    wrong: list[BadNotation] = []
    for line in lines:
        try:
            return read_words(view, line, outcome=False)
        except BadNotation as error:
            wrong.append(error)
    whole = _with_more(view, coming, text.split())
    if whole is not None:
        raise BadNotation(_needless(view, *whole))
    if verb is not None and _has_outcome(view, lines[0].split()):
        raise BadNotation(LEAVE_OUT)
    raise wrong[0] if verb is not None else BadNotation(_unknown(view, coming, head))


def _guessed(view: View, coming: Sequence[Event]) -> Sequence[str]:
    """Return the verbs that the viewer may leave out; one that can be used only once is not."""
    own = dict.fromkeys(move.verb for move in coming if move.actor == view.viewer)
    return [verb for verb in own if not view.game.verbs[verb].once]


def _with_more(
    view: View, coming: Sequence[Event], words: Sequence[str]
) -> tuple[Event, Sequence[str]] | None:
    """Return the longest move with which the line begins, and what stands behind it."""
    for n in range(len(words) - 1, 0, -1):
        move = _among(view, coming, " ".join(words[:n]))
        if move is not None:
            return move, words[n:]
    return None


def _needless(view: View, move: Event, more: Sequence[str]) -> Words:
    """Return why nothing of `more` belongs behind `move`: it says too much, or something else."""
    if more[0] == STANDS:
        return NO_BREACH
    if _has_outcome(view, [*_line(view, move).split(), *more]):
        return LEAVE_OUT
    shown = worded(view, _unsigned(view, move))
    return say("expected nothing behind {move}, found '{found}'", move=shown, found=more[0])


def _has_outcome(view: View, words: list[str]) -> bool:
    """Tell whether a line says what comes of a move, be it without its `=`, or wrongly."""
    for line in (" ".join(words), *without_equals(words, len(words))):
        with suppress(BadNotation):
            return bool(read_words(view, line).outcome)
    return "=" in words


def _unknown(view: View, coming: Sequence[Event], word: str) -> Words:
    """Return what is said of a line in which `word` should be a verb."""
    lines = {move.verb: _unsigned(view, move) for move in reversed(coming)}.values()
    examples = listed(worded(view, line) for line in lines)
    near = nearest(view.game, word, (*view.setup.players, *view.game.verbs))
    if near is not None:
        return say(
            "expected a move such as {examples}, or help; is '{word}' to be {near}?",
            examples=examples,
            word=word,
            near=near,
        )
    return say("expected a move such as {examples}, or help", examples=examples)


def headed(record: Record, text: str) -> Iterator[str]:
    """Yield the line as it is typed, then with what it may lack at the begin.

    A verb that can be used only once is never guessed.
    """
    coming, words = turn(record), text.split()
    yield text
    if not isinstance(coming, tuple):
        yield f"{write_event(record.game, replace(coming.event, outcome=()))} {text}"
        return
    verbs = dict.fromkeys(
        event.verb for event in coming if event.actor and not record.game.verbs[event.verb].once
    )
    actors = dict.fromkeys(event.actor for event in coming if event.actor)
    if words[0] in record.setup.players:
        for verb in verbs:
            yield " ".join([words[0], verb, *words[1:]])
        return
    own = [] if record.viewer == TABLE else [record.viewer]
    for actor in actors if len(actors) == 1 else own:
        for verb in verbs:
            yield f"{actor} {verb} {text}"
        yield f"{actor} {text}"


def without_equals(words: list[str], understood: int) -> Iterator[str]:
    """Yield the line with the `=` that was left out, wherever it may belong.

    It does not belong behind the first `understood` words, where the notation comes to its end.
    """
    if "=" not in words:
        for at in range(min(understood, len(words) - 1), 0, -1):
            yield " ".join([*words[:at], "=", *words[at:]])


def examples(view: View, moves: Sequence[Event]) -> Sequence[Words]:
    """Tell what the viewer can type, with an example of each kind of move."""
    return [
        say(
            "{example}: {about}",
            example=worded(view, _unsigned(view, move)),
            about=view.game.verbs[move.verb].about,
        )
        for move in firsts(moves)
    ]


def one_example(view: View, moves: Sequence[Event]) -> Words:
    """Tell one of the moves as it can be typed, one that spends nothing if there is such."""
    verbs = view.game.verbs
    own = [move for move in moves if move.actor == view.viewer] or moves
    plain = [move for move in own if not verbs[move.verb].once] or own
    return worded(view, _unsigned(view, plain[0]))


def offered_moves(view: View, coming: Sequence[Event], typed: str, tell: Tell) -> Sequence[str]:
    """Return the words that go on with one of the moves `coming`, as `tell` has them."""
    begun = spelled(view, typed, tell).casefold().split()
    rests = [_unsigned(view, move).split() for move in coming]
    fitting = [
        words[len(begun)]
        for words in rests
        if len(words) > len(begun) and [w.casefold() for w in words[: len(begun)]] == begun
    ]
    return [tell(worded(view, word)) for word in dict.fromkeys(fitting)]


def offered_words(record: Record, typed: str, tell: Tell) -> Sequence[str]:
    """Return the words that can come next in a line of `record`, as `tell` has them.

    By the notation and the rules.
    """
    return [tell(worded(record, word)) for word in _offered(record, typed, tell)]


def _offered(record: Record, typed: str, tell: Tell) -> Sequence[str]:
    begun = spelled(record, typed, tell)
    words = next_words(record, begun)
    coming = turn(record)
    if not isinstance(coming, tuple):
        expected = write_event(record.game, coming.event).split()
        at = len(begun.split())
        return expected[at : at + 1] or words
    lines = [f"{_line(record, record.shown(move))} " for move in coming]
    behind = (*words, HOLE)
    allowed = [word for word in behind if _begins_one(f"{begun} {word} ".lstrip(), lines)]
    return allowed or words


def _begins_one(begun: str, lines: Sequence[str]) -> bool:
    return any(line.startswith(begun) for line in lines)


def _line(record: Record, event: Event) -> str:
    return write_event(record.game, event)


def _unsigned(record: Record, event: Event) -> str:
    return _line(record, replace(event, actor=""))


def _bare(record: Record, event: Event) -> str:
    return " ".join(event.words)


def _without_verb(record: Record, event: Event) -> str:
    return " ".join((event.actor, *event.words))


def _tight(record: Record, event: Event) -> str:
    """Return the pieces of a line alone, one behind the other."""
    small = re.findall(r"[a-z]+", record.game.verbs[event.verb].grammar)
    return "".join(word for word in event.words if word not in small)
