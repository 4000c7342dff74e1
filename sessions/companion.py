"""A companion that begins in the middle of a game: the table's board, and the player's own hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count

from ..models.bag import HOLE
from ..models.chance import miscounted
from ..models.core import TABLE, BadNotation, Event, IllegalAction, Record, TableError
from ..models.position import position
from ..models.record import new_record, next_words, read_words, write_event
from ..models.wording import spelled, worded
from ..models.words import Tell, say
from .doubt import Begun
from .errors import BadRequest
from .fixing import is_typed
from .heard import Hearing, heard_in
from .lexicon import lexicon
from .tapping import spelled_pieces, unclear_initial

BEGUN = "begun"
"""The number of the last line with which a companion began is kept apart under this name."""
TRIES = 200
"""How many pieces are tried to find the only ones that fit the lines behind."""
Asking = Callable[[Record, Event, Sequence[Event]], Event]
"""Takes the record so far, a line with pieces that only its player has seen, and the lines behind
it; returns the line with these pieces told."""


def companion(record: Record, seat: str, ask: Asking) -> Record:
    """Return the notes of a table as `seat` goes on with them; raises TableError.

    They begin with the board as it stands, before what all choose in secret now. Where no board can
    be put down, they begin with the first line if there is no more than one to ask for.
    """
    if record.viewer != TABLE:
        raise BadRequest(say("only the notes of a whole table can go on at a seat"))
    try:
        begun, lines = _seated(_board(record), seat)
    except IllegalAction:
        begun, lines = _seated(record, seat)
        if sum(_is_untold(begun, event) for event in lines) > 1:
            raise
    for at, event in enumerate(lines, start=1):
        begun = begun.plus(ask(begun, event, lines[at:]) if _is_untold(begun, event) else event)
    return begun


def settled(begun: Record, event: Event, behind: Sequence[Event]) -> Event | None:
    """Return `event` with the pieces that it hides, where no others fit the lines `behind` it.

    None if others fit, or if that cannot be told within `TRIES`.
    """
    found = set[Event]()
    tries, begun_with = count(), [event]
    while begun_with and len(found) < 2:
        each = begun_with.pop()
        line = write_event(begun, each)
        head, *hidden = line.split(HOLE)
        if not hidden:
            found.add(read_words(begun, line))
            continue
        for piece in next_words(begun, head):
            if next(tries) == TRIES:
                return None
            with suppress(TableError):
                more = _with_piece(each, piece)
                _check_fit(begun, more, behind)
                begun_with.append(more)
    return found.pop() if len(found) == 1 else None


def secrets(record: Record) -> int:
    """Return how many lines at the end of `record` a companion begins before: secret choices."""
    before = _before_secrets(record)
    with suppress(IllegalAction):
        position(before)
        return len(record.lines) - len(before.lines)
    return 0


def _board(record: Record) -> Record:
    """Return the board as a record that begins with it; raises IllegalAction."""
    with suppress(IllegalAction):
        return position(_before_secrets(record))
    return position(record)


def _before_secrets(record: Record) -> Record:
    """Return `record` without the secret choices at its end, which came by themselves."""
    while record.lines and (last := record.lines[-1].event) is not None:
        before = record.with_lines(record.lines[:-1])
        if not record.notation.verbs[last.verb].hides_choice or is_typed(before, last):
            break
        record = before
    return record


def told(
    table: Record, begun: Record, event: Event, behind: Sequence[Event], text: str, tell: Tell
) -> Event:
    """Return `event`, which comes after `begun`, with the pieces that `text` names for its holes.

    They are read as they are written or, else, as people at the `table` name them, and have to fit
    the lines `behind` it. Raises TableError: Begun where some are missing.
    """
    head = write_event(begun, event).replace(HOLE, "").strip()
    due = (*event.words, *event.outcome).count(HOLE)
    if (unclear := unclear_initial(begun, text.split(), tell)) is not None:
        raise unclear
    try:
        found = read_words(begun, f"{head} {spelled(begun, text, tell)}")
    except BadNotation:
        _check_number(due, max(due, len(spelled_pieces(begun, head, text, tell))))
        pieces = frozenset(next_words(begun, head))
        ways = [
            (hearing.strained, named)
            for hearing in heard_in(lexicon(table, tell), text)
            if not hearing.unknown and (named := _named(hearing, pieces))
        ]
        least = {named for strained, named in ways if strained == min(ways)[0]}
        if len(least) != 1:
            raise
        (named,) = least
        _check_number(due, max(due, len(named)))
        found = read_words(begun, " ".join((head, *named)))
    if HOLE in (*found.words, *found.outcome):
        raise BadNotation(say("every piece has to be told"))
    lacking = len(event.outcome) - len(found.outcome)
    if found.words == event.words and lacking > 0:
        _check_fit(begun, replace(found, outcome=(*found.outcome, *[HOLE] * lacking)), behind)
        given = worded(begun, " ".join(found.outcome))
        raise Begun(say("So far: {given}. And {n} more?", given=given, n=lacking), found)
    _check_number(due, due + _length(found) - _length(event))
    _check_fit(begun, found, behind)
    return found


def _check_fit(begun: Record, event: Event, behind: Sequence[Event]) -> None:
    """Raise IllegalAction, with the line that speaks against it, unless `event` fits the others."""
    for each in (event, *behind):
        try:
            begun = begun.plus(each)
        except IllegalAction as error:
            against = error.earlier[0] if each is event and error.earlier else each
            told = begun.game.tale.sentence(against, begun.setup.players)
            if against is event or told is None:
                raise
            words = say("that does not fit: {told} ({words})", told=told, words=error.words)
            raise IllegalAction(error.ruling, words) from None


def _check_number(due: int, given: int) -> None:
    """Raise BadNotation if more or fewer pieces are given than are due."""
    if given != due:
        raise BadNotation(miscounted(due, given))


def _named(hearing: Hearing, pieces: frozenset[str]) -> tuple[str, ...]:
    """Return those of `pieces` that were heard, in order; nothing if one is not clear."""
    found = list[str]()
    for mention in hearing.mentions:
        meant = mention.words & pieces
        if len(meant) != 1:
            return ()
        found += [*meant] * mention.count
    return tuple(found)


def _with_piece(event: Event, piece: str) -> Event:
    """Return `event` with `piece` for the first hole."""
    pieces = [*event.words, *event.outcome]
    pieces[pieces.index(HOLE)] = piece
    at = len(event.words)
    return replace(event, words=tuple(pieces[:at]), outcome=tuple(pieces[at:]))


def _length(event: Event) -> int:
    return len(event.words) + len(event.outcome)


def _seated(record: Record, seat: str) -> tuple[Record, Sequence[Event]]:
    """Return an empty record for `seat` with the header of `record`, and the lines of `record`."""
    head = tuple(tag for tag in record.tags if tag[0] != "Seat")
    return new_record((*head, ("Seat", seat))), [event for _, event in record.events]


def _is_untold(begun: Record, event: Event) -> bool:
    """Tell whether the viewer has seen pieces of `event` that stand there as holes."""
    holes = HOLE in (*event.words, *event.outcome)
    return holes and not begun.notation.verbs[event.verb].skippable and begun.is_seen(event)
