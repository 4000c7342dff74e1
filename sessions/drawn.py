"""What a seat tells of pieces that were drawn, perhaps in parts, and why it cannot be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ..models.bag import HOLE
from ..models.chance import miscounted, only
from ..models.core import BadNotation, Event, IllegalAction, TableError, View
from ..models.record import read_words, write_event
from ..models.words import Tell, bare, say
from .answers import Refused
from .begun import rest_of
from .doubt import Begun, Doubt, Lines
from .gate import heard
from .heard import heard_in
from .lexicon import lexicon
from .listener import Listener
from .tapping import Tapping, spelled_pieces, unclear_initial
from .typed import events_of


def told(view: View, draw: Tapping, text: str, tell: Tell, listener: Listener) -> Event | Refused:
    """Return the line that the viewer tells of a `draw` with `text`, or why it is none.

    With their `listener`, `text` may answer what was asked back about the text before, or tell
    more of the pieces.
    """
    is_outcome = draw.head.endswith("=")
    begun = listener.begun
    before = 0 if begun is None else len(_pieces(view, draw, begun.said))

    def read(said: str) -> Lines:
        unclear = None if is_outcome else unclear_initial(view, said.split(), tell)
        if unclear is not None:
            raise unclear
        try:
            if not is_outcome and (found := spelled_pieces(view, draw.head, said, tell)):
                return (_legal(view, read_words(view, " ".join((draw.head, *found)))),)
            return events_of(view, f"{draw.head} {said}" if is_outcome else said, tell)[:1]
        except IllegalAction as error:
            event = error.refused
            if event is None:
                raise
            if (words := rest_of(view, event)) is not None:
                raise Begun(words, event) from None
            raise _misfit(view, draw, event, before if said != text else 0) or error from None
        except BadNotation as error:
            if isinstance(error, Doubt) or is_outcome:
                raise
        raise BadNotation(
            say(
                "'{text}' is none of these: type {n} of those listed, or help.",
                text=_unread(view, draw.head, said, tell)[:40],
                n=draw.size - before,
            )
        )

    found = heard(view, text, listener, read)
    return found if isinstance(found, Refused) else found[0]


def _legal(view: View, event: Event) -> Event:
    """Return `event`; raises IllegalAction, which names it, if the rules forbid it."""
    try:
        view.moved(event)
    except IllegalAction as error:
        error.refused = event
        raise
    return event


def _pieces(view: View, draw: Tapping, said: Event) -> list[str]:
    """Return the pieces of a `draw` that a line tells, none if it tells another one."""
    line, head = write_event(view, said), f"{draw.head} "
    return line.removeprefix(head).split() if line.startswith(head) else []


def _misfit(view: View, draw: Tapping, said: Event, before: int) -> TableError | None:
    """Return what is wrong with pieces that were told, whole or not; None if nothing is found.

    So many of them were told `before`, and are not asked for any more.
    """
    told, known = _pieces(view, draw, said), dict(draw.pieces)
    if not told or not draw.size:
        return None
    for piece, n in Counter(told).items():
        if 1 < known.get(piece, 0) < n:
            return BadNotation(only(known[piece], view.notation.sign(piece)))
    lacking = draw.size - len(told)
    if lacking < 0:
        return BadNotation(miscounted(draw.size - before, len(told) - before))
    try:
        view.moved(replace(said, outcome=(*said.outcome, *[HOLE] * lacking)))
    except IllegalAction as error:
        return error
    return None


def _unread(view: View, head: str, text: str, tell: Tell) -> str:
    """Return the first word of `text` that names no piece, all of it if each does."""
    hearings = heard_in(lexicon(view, tell), text)
    unknown = {bare(word) for word in min((each.unknown for each in hearings), key=len, default=())}
    words = [word for word in text.split() if bare(word.strip(",;.")) in unknown]
    words += [word for word in text.split() if not spelled_pieces(view, head, word, tell)]
    return next(iter(words), text.strip())
