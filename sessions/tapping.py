"""What people are asked about real pieces: what was drawn, and what came of a choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import dropwhile, islice

from ..models.bag import HOLE
from ..models.core import TABLE, BadNotation, Draw, Event, Record, Roll, TableError, View, turn
from ..models.naming import plain, texts_of
from ..models.record import next_words, read_words, write_event
from ..models.wording import shared_initials, spelled
from ..models.words import Tell, bare, listed, say
from .fixing import automatic

MOST_OUTCOMES = 64
"""How many outcomes are tried to find the only legal one."""


@dataclass(frozen=True, slots=True)
class Tapping:
    """A draw or roll with real pieces that is to be told: `size` of `pieces`.

    They complete the line that begins with `head`, in their order on the table if they are
    `ordered`. Each piece comes with how often it can be there. `size` 0 means an unknown number.
    `told` is the whole line as it was told before, to be checked again.
    """

    head: str
    size: int
    pieces: tuple[tuple[str, int], ...]
    ordered: bool
    told: str = ""


def tapping(own: View) -> Tapping | None:
    """Return what is to be told of the next draw in `own`, None if nothing is."""
    coming = turn(own)
    if isinstance(coming, tuple):
        return None
    head = write_event(own, coming.event.head)
    verb = own.notation.verbs[coming.event.verb]
    if isinstance(coming, Roll):
        counted = Counter(face for die in coming.dice for face in dict.fromkeys(die))
        return Tapping(head, coming.size, _in_order(own, head, counted), False)
    if isinstance(coming, Draw):
        head = " ".join((head, *coming.first))
        if coming.pool.whole:
            counted = Counter(coming.pool.known)
            return Tapping(head, coming.size, _in_order(own, head, counted), coming.ordered)
        most = _most(own, coming.event.verb)
        each = {word: most.get(word, coming.size) for word in next_words(own, head)}
        if verb.seers is not None:  # in a line that all see no piece may be left out
            each = +Counter({word: _there(own, coming, word, n) for word, n in each.items()})
        return Tapping(head, coming.size, tuple(each.items()), coming.ordered)
    size = len(coming.event.outcome)
    pieces = dict.fromkeys(_pieces(own, head), size)
    return Tapping(head, size, tuple(pieces.items()), not verb.sorted)


def _there(own: View, coming: Draw, piece: str, most: int) -> int:
    """Return how often `piece` can be drawn now as far as `own` tells, up to `most` times."""
    for count in range(min(most, coming.size), 0, -1):
        drawn = (*coming.first, *[piece] * count, *[HOLE] * (coming.size - count))
        with suppress(TableError):
            own.moved(replace(coming.event, outcome=drawn))
            return count
    return 0


def unseen(own: View) -> Event | None:
    """Return the next draw in `own` as it is written if nobody tells it, None if there is none.

    Players it is hidden from always see it so.
    """
    drawn, coming = automatic(replace(own, viewer=TABLE)), turn(own)
    return None if isinstance(coming, Draw) and drawn == coming.sure else drawn


def what_came(own: View, event: Event) -> Tapping:
    """Return what is to be told of the outcome of the choice `event`."""
    head = f"{write_event(own, event)} ="
    pieces = _pieces(own, head)
    size = 0 if any(_pieces(own, f"{head} {piece}") for piece in pieces) else 1
    if size:
        came = (each.outcome[0] for each in outcomes(own, event) if each is not None)
        pieces = tuple(dict.fromkeys(came)) or pieces
    return Tapping(head, size, tuple((piece, size or MOST_OUTCOMES) for piece in pieces), True)


def spelled_pieces(record: Record, head: str, text: str, tell: Tell) -> tuple[str, ...]:
    """Return the pieces that `text` names in a word each, none if a word is no piece of the line.

    The line begins with `head`, of which `text` may have words; names may be cut short. Raises
    BadNotation for one that may be of several pieces.
    """
    known = {piece: texts_of(record.notation.names, piece) for piece in next_words(record, head)}
    ways = list[tuple[str, list[str]]]()
    with suppress(BadNotation):
        words = spelled(record, text.replace(",", " "), tell).split()
        for word in dropwhile(head.split().__contains__, words):
            typed = plain(word)
            whole = [piece for piece, texts in known.items() if typed in texts]
            cut = (p for p, texts in known.items() if any(t.startswith(typed) for t in texts))
            ways.append((word, whole or [*cut]))
    if not all(pieces for _, pieces in ways):
        return ()
    for word, pieces in ways:
        if len(pieces) > 1:
            raise _which(record, bare(word), pieces)
    return tuple(pieces[0] for _, pieces in ways)


def unclear_initial(record: Record, words: Sequence[str], tell: Tell) -> BadNotation | None:
    """Return the question which piece is meant by an initial that several have, if one stands."""
    shared = shared_initials(record.notation, tell)
    unclear = next((bare(word) for word in words if bare(word) in shared), None)
    return None if unclear is None else _which(record, unclear, shared[unclear])


def _which(record: Record, typed: str, pieces: Iterable[str]) -> BadNotation:
    names = record.notation.names
    told = listed((names[p].name if p in names else p for p in pieces), " | ")
    return BadNotation(say("'{letter}' can be {names}: type more of it", letter=typed, names=told))


def _pieces(own: View, head: str) -> tuple[str, ...]:
    return tuple(word for word in next_words(own, head) if word != HOLE)


def only_outcome(own: View, event: Event) -> Event | None:
    """Return `event` with its outcome, if the rules allow only one in `own`; else None.

    None too if there are too many outcomes to try.
    """
    found = tuple(islice(outcomes(own, event), 2))
    return found[0] if len(found) == 1 else None


def outcomes(own: View, event: Event) -> Iterator[Event | None]:
    """Yield `event` with each outcome that the rules allow in `own`.

    None comes last if there are too many to try.
    """
    begun = [f"{write_event(own, event)} ="]
    for tried, line in enumerate(begun):
        if tried > MOST_OUTCOMES:
            yield None
            return
        for word in _pieces(own, line):
            begun.append(f"{line} {word}")
            try:
                each = read_words(own, begun[-1])
                own.moved(each)
            except TableError:
                continue
            yield each


def _most(own: View, verb: str) -> Mapping[str, int]:
    """Return how many of each piece were there when the source of `verb` was last known whole."""
    before, most = own.blank(), Counter[str]()
    for line in own.lines:
        coming = turn(before)
        if isinstance(coming, Draw) and coming.event.verb == verb and coming.pool.whole:
            most |= Counter(coming.pool.known)
        before = before.and_line(line)
    return most


def _in_order(own: View, head: str, counted: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return pieces in the order of the notation."""
    order = [word for word in next_words(own, head) if word in counted]
    return tuple((word, counted[word]) for word in dict.fromkeys((*order, *counted)))


def is_whole(event: Event) -> bool:
    """Tell whether all pieces of `event` are named."""
    return HOLE not in (*event.words, *event.outcome)
