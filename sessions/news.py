"""News: what has happened since somebody last looked, part by part.

All of it comes from one viewer's record: a seat is told what its own view shows, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from ..models.bag import HOLE
from ..models.core import RESULT, Event, Record, View
from ..models.outcome import Outcome
from ..models.record import write_event
from ..models.tale import Account, Happened, SideScore
from ..models.words import Words, say
from .outline import told_result


@dataclass(frozen=True, slots=True)
class Told:
    """The line `number` of a view, and what `followed` from it without a line of its own.

    `said` tells whether the line itself is read out: not if it shows the viewer nothing, or is
    unsaid.
    """

    number: int
    event: Event
    followed: tuple[Words, ...]
    said: bool

    @property
    def is_shown(self) -> bool:
        """Whether anything of it is told."""
        return self.said or bool(self.followed)


@dataclass(frozen=True, slots=True)
class Passage:
    """The lines of one part of a game, such as a turn; `part` is None between two parts."""

    part: Words | None
    lines: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: who won, what its rounds brought, how a tie was settled."""

    outcome: Outcome
    account: Account | None
    settled: Words | None


def news(view: View, since: Record | None = None) -> tuple[Passage, ...]:
    """Return what happened in `view` after `since`, an earlier view; everything if that is None."""
    tale = view.game.tale
    lines = [
        (tale.part(each.before), Told(each.number, each.event, tuple(tale.followed(each)), said))
        for each in happened(view, since)
        if each.event.verb != RESULT
        for said in [_is_said(view, each.event)]
    ]
    return tuple(
        Passage(part, tuple(told for _, told in same))
        for part, same in groupby(lines, lambda line: line[0])
    )


def parted(
    passages: Sequence[Passage], number: int
) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
    """Return what happened up to the line `number`, and what happened after it."""

    def only(keep: Callable[[Told], bool]) -> tuple[Passage, ...]:
        kept = (replace(each, lines=tuple(filter(keep, each.lines))) for each in passages)
        return tuple(each for each in kept if each.lines)

    return only(lambda line: line.number <= number), only(lambda line: line.number > number)


def happened(view: Record, since: Record | None = None) -> Iterator[Happened]:
    """Yield the lines of `view` that came after `since`, an earlier view of the same game.

    All lines, if `since` is None; if lines were taken back, those from there on. Lines that `since`
    has are not folded again.
    """
    same = 0
    if since is not None:
        pairs = zip(since.lines, view.lines, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    if since is None or same < len(since.lines):
        since = view.blank()
        for line in view.lines[:same]:
            since = since.moved(line.event)
    for line in view.lines[same:]:
        before, since = since, view if line is view.lines[-1] else since.moved(line.event)
        if line.event is not None:
            yield Happened(view.viewer, line.number, before.state, line.event, since.state)


def round_ends(view: Record) -> Sequence[Happened]:
    """Return the lines of `view` that ended rounds."""
    over = view.game.tale.rounds_over
    return [each for each in happened(view) if over(each.after) > over(each.before)]


def rounds_ended(view: View, since: Record | None) -> bool:
    """Tell whether a round has ended in `view` after `since`."""
    before = view.blank() if since is None else since
    over = view.game.tale.rounds_over
    return over(view.state) > over(before.state)


def account(view: View) -> Account | None:
    """Return what the finished rounds of `view` have brought; None if nothing is counted."""
    found = view.game.tale.account(view.viewer, view.state, round_ends(view))
    return found or _scores(view)


def so_far(view: View) -> Account | None:
    """Return what the rounds of `view` have brought, with the present one so far."""
    tale, ends = view.game.tale, round_ends(view)
    found = tale.so_far(view.viewer, view.state, ends) if tale.so_far else account(view)
    if found is None or found.open or ends:
        return found
    shares = tuple(replace(side, rounds=()) for side in found.shares)
    return replace(found, rounds=(), shares=shares)


def _scores(view: View) -> Account | None:
    """Return the scores of a game that is over; None before its end and if it has none."""
    outcome = view.game.outcome(view.state)
    if outcome is None:
        return None
    shares = tuple(SideScore(side.players, (), side.score) for side in outcome.scored)
    return Account((), shares, say("points")) if shares else None


def ending(view: View) -> Ending | None:
    """Return how the game of `view` ended, None while it goes on."""
    outcome = view.game.outcome(view.state)
    if outcome is None:
        return None
    return Ending(outcome, account(view), view.game.tale.settled(view.state))


def sentence(record: Record, event: Event) -> Words:
    """Return a line of `record` as a sentence for people, without its full stop.

    It says what `event` shows and nothing else; without a sentence of its game, it is the line as
    written.
    """
    if event.verb == RESULT:
        return say("The result: {result}", result=told_result(event.outcome))
    told = record.game.tale.sentence(event, record.setup.players)
    if told is None:
        return say("{line}", line=write_event(record, event))
    return say("{told} (it stands)", told=told) if event.stands else told


def _is_said(view: View, event: Event) -> bool:
    """Tell whether `event` is read out: not if it shows only holes and names of players."""
    if view.notation.verbs[event.verb].unsaid:
        return False
    words = (*event.words, *event.outcome)
    return HOLE not in words or any(word not in (HOLE, "/", *view.setup.players) for word in words)
