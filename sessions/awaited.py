"""What can come next, and from whom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random

from ..models.bag import HOLE
from ..models.core import (
    KEEPERS,
    TABLE,
    Draw,
    Event,
    Forced,
    Record,
    Roll,
    TableError,
    turn,
    view,
)
from ..models.record import next_words, read_words, write_event
from ..models.wording import worded
from ..models.words import Words, called, listed, say

KINDS = 3
"""How many kinds of lines a message names."""
FILLED = 200
"""Ways to fill the holes of a line that are tried in order, and mixed, to find a legal one."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A kind of line that can come next; `player` is empty if it is the table's."""

    player: str
    verb: str


def awaited(record: Record) -> tuple[Awaited, ...]:
    """Return what can come next, as everybody sees it who sees this record, each kind once."""
    coming = turn(view(record, TABLE) if record.viewer in KEEPERS else record)
    events = coming if isinstance(coming, tuple) else (coming.event,)
    return tuple(dict.fromkeys(Awaited(event.actor, event.verb) for event in events))


def firsts(events: Sequence[Event]) -> Sequence[Event]:
    """Return the first event of each kind."""
    kinds = {event.verb: event for event in reversed(events)}
    return list(kinds.values())[::-1]


def tacit(record: Record) -> Event | None:
    """Return the only choice now that goes without saying, None if there is none."""
    coming, verbs = turn(record), record.notation.verbs
    choices = coming if isinstance(coming, tuple) else ()
    found = [event for event in choices if verbs[event.verb].tacit]
    return found[0] if len(found) == 1 else None


def example(record: Record) -> str:
    """Return a line that is legal now, as it is written; empty if nothing can come.

    It is what goes without saying, if that can come; if possible one that uses up nothing that can
    be used only once.
    """
    coming = turn(record)
    if not isinstance(coming, tuple):
        return _drawn(record, coming)
    if (likely := tacit(record)) is not None:
        return write_event(record, likely)
    plain = [event for event in coming if not record.notation.verbs[event.verb].once]
    return next((whole_line(record, event) for event in (*plain, *coming)), "")


def unsaid(record: Record) -> Event | None:
    """Return the choice that shows the viewer nothing, where only powers could be used instead."""
    coming = turn(record)
    shown = dict.fromkeys(map(record.shown, coming)) if isinstance(coming, tuple) else ()
    verbs = record.notation.verbs
    plain = [event for event in shown if not verbs[event.verb].once]
    alone = len(plain) == 1 < len(shown) and set(plain[0].words) == {HOLE}
    return plain[0] if alone else None


def explained(record: Record) -> Words:
    """Tell what is awaited now, from whom, and how to write such a line."""
    coming = turn(record)
    if not isinstance(coming, tuple):
        line = worded(record, _drawn(record, coming))
        return say("Now comes a line such as: {line}", line=line)
    if _is_put_down(record):
        such = listed(_verbs_of_boards(record), ", ")
        return say("The board is being put down, with lines such as: {lines}", lines=such)
    if not coming:
        return over(record)
    likely = tacit(record)
    kinds = sorted(firsts(coming), key=lambda event: event != likely)[:KINDS]
    lines = [worded(record, whole_line(record, each)) for each in kinds]
    players = tuple(dict.fromkeys(event.actor for event in coming if event.actor))
    if len(players) == 1:
        told = listed(lines, " | ")
        return say(
            "Now {player} is to act, with a line such as: {lines}", player=players[0], lines=told
        )
    told = listed(lines, " | ")
    names = listed(players)
    return say("Now one of {names} acts, with a line such as: {lines}", names=names, lines=told)


def board(record: Record) -> int:
    """Return the number of the last line of the board that `record` begins with.

    0 if it begins with none, or while the board is being put down.
    """
    if not record.setup.position or _is_put_down(record):
        return 0
    verbs = _verbs_of_boards(record)
    return max((number for number, event in record.events if event.verb in verbs), default=0)


def _verbs_of_boards(record: Record) -> Sequence[str]:
    positions = record.game.positions
    return tuple(positions.verbs) if positions else ()


def _is_put_down(record: Record) -> bool:
    """Tell whether the board that `record` begins with is not whole yet."""
    nothing_comes = record.setup.position and not turn(record)
    return nothing_comes and record.game.outcome(record.state) is None


def over(record: Record) -> Words:
    """Tell that the game is over, and who has won."""
    outcome = record.game.outcome(record.state)
    if outcome is None or outcome.together or not outcome.winners:
        return say("The game is over.")
    return say("The game is over, won by {players}.", players=listed(map(called, outcome.winners)))


def whole_line(record: Record, event: Event) -> str:
    """Return the line of a choice, with an outcome that is possible as far as the viewer knows."""
    try:
        shown = record.shown(record.resolved(event))
        record.moved(shown)
    except TableError:
        return possible(record, write_event(record, record.shown(event)))
    line = write_event(record, shown)
    return possible(record, line) if record.is_seen(shown) else line


def _drawn(record: Record, coming: Draw | Roll | Forced) -> str:
    """Return a line for a draw, with pieces that are possible as far as the viewer knows."""
    event = coming.event
    if isinstance(coming, Roll) or (isinstance(coming, Draw) and coming.pool.whole):
        event = coming.sample(Random(0))
    elif isinstance(coming, Draw):
        event = replace(event, outcome=(*coming.first, *[HOLE] * coming.size))
    line = write_event(record, record.shown(event))
    return possible(record, line) if record.is_seen(event) else line


def possible(record: Record, line: str) -> str:
    """Return `line` with its holes filled so that it is legal, with one `…` if that fails."""
    if HOLE not in line:
        return line
    words = re.findall(r"\?|[^\s?]+", line)
    rng = Random(0)
    mixed = (next(_filled(record, (), words, rng, n % 2 > 0), None) for n in range(FILLED))
    ways = chain(islice(_filled(record, (), words), FILLED), mixed)
    return next(filter(None, ways), re.sub(r"\?[ ?]*\?|\?", "…", line))


def _filled(
    record: Record,
    begun: tuple[str, ...],
    words: Sequence[str],
    rng: Random | None = None,
    again: bool = False,
) -> Iterator[str | None]:
    """Yield the line for each way to fill its holes, None if it is forbidden.

    Words that do not stand in it yet come first: most pieces there are only once. With `rng` the
    words are mixed before; `again`, those come first that the record has.
    """
    if not words:
        line = " ".join(begun)
        try:
            record.moved(read_words(record, line))
        except TableError:
            yield None
        else:
            yield line
        return
    first, *rest = words
    here = list(next_words(record, " ".join(begun))) if first == HOLE else [first]
    if rng is not None:
        here = rng.sample(here, len(here))
    if again:
        said = {word for _, event in record.events for word in (*event.words, *event.outcome)}
        here = sorted(here, key=lambda word: word not in said)
    else:
        here = sorted(here, key=begun.count)
    for word in here:
        if word != HOLE:
            yield from _filled(record, (*begun, word), rest, rng, again)
