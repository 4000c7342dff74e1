"""Making puzzles of Overseers: bots' rounds as a seat remembers them, with packs forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from ...models.bag import HOLE
from ...models.core import CLUES, Event, Record, View
from ...models.overseers.state import State, Step
from ...models.position import position
from ...models.record import new_record
from ..bundled import EASY, FIENDISH, HARD, MEDIUM
from ..forms import NAMES, seated
from ..kinds import Engine, Kind, answer_of
from ..make import Clue, Maker, tagged
from ..played import turns
from ..tuning import offs, tuned
from .ahead import Ahead
from .bounded import Bound
from .drafted import Drafted
from .kinds import ADMITS, DENIES, Must, Plea, Vote
from .took import Took

PACKS = ("deal", "gets")
WHOLE: Clue = "draft"
"""The clue that is the whole draft: it is left out once no pack is remembered."""
SHARE = 0.3
"""The share of choices, in the draft and after it, that are asked about."""
FEW = 2
"""The draft is asked about when its packs have at most this many cards left."""
SEATS, DRAFTS, DEALS = 3, 20, 300
"""The fewest players of rounds that nobody played, how many are asked about, and the most of them
that are dealt until one needs every pack."""
CHANGES = 250
"""The most changes of a round that is tuned."""
_ASKED_AT = {
    "which": (Step.DRAFT, Step.DISCARD, Step.PLACEMENT, Step.VOTE, Step.ANSWER),
    "vote": (Step.VOTE,),
    "answer": (Step.ANSWER,),
    "points": (Step.VOTE, Step.ANSWER),
    "took": (Step.VOTE, Step.ANSWER),
}


def views(rng: Random, kind: str) -> Iterator[View]:
    """Yield what seats see in one game of bots when they vote, answer, or draft the last cards.

    Of who is ahead of whom it is asked in rounds alone that nobody played.
    """
    if kind == "ahead":
        yield from _apart(KINDS[kind], rng)
        return
    steps = _ASKED_AT[kind]

    def fits(seen: View) -> bool:
        state: State = seen.state
        packs = len(state.packs[seen.viewer])
        chosen = state.step in (Step.ANSWER, Step.VOTE) or rng.random() < SHARE
        return state.step in steps and packs <= FEW and chosen

    for seen in turns("overseers", (3, 3, 4), ("random", "greedy"), rng, fits):
        yield _remembered(position(seen))
    if kind == "points":
        yield from _needing_all(KINDS[kind], rng)
    if kind == "took":
        for _ in range(DRAFTS):
            yield Drafted.drawn(NAMES[: rng.choice((SEATS, SEATS + 1))], rng).view


def _needing_all(kind: Kind, rng: Random) -> Iterator[View]:
    """Yield a round in which an answer needs every pack that the viewer remembers, if one comes.

    Then all of them have to be held against each other. Nobody has played it.
    """
    for _ in range(DEALS):
        seen = Drafted.drawn(NAMES[:SEATS], rng).view
        for asked in kind.asked(seen):
            answer = answer_of(kind.left(seen, asked, Engine.COUNT)) or ()
            fewer = (without(seen, clue) for clue in clues(seen))
            if not any(kind.holds(each, asked, answer) for each in fewer):
                yield tagged(seen, (("Asked", asked),))
                return


def _apart(kind: Kind, rng: Random) -> Iterator[View]:
    """Yield a round at random, and one that is tuned; nobody has played them."""
    begun = [Drafted.drawn(NAMES[:SEATS], rng) for _ in range(DRAFTS)]
    yield begun[0].view
    board = tuned(
        kind, FIENDISH, begun, Drafted.changed, rng, CHANGES, seen=lambda board: board.view
    )
    if board is not None and (found := [*offs(kind, FIENDISH, board.view)]):
        yield tagged(board.view, (("Asked", min(found)[1]),))


def _remembered(board: Record) -> View:
    """Return the round alone: nobody needs the points of earlier rounds."""
    tags = tuple(("From", CLUES) if tag[0] == "From" else tag for tag in board.tags)
    events = []
    for _, event in board.events:
        if event.verb == "round":
            event = replace(event, words=event.words[:3])
        if event.verb != "points":
            events.append(event)
    return new_record(tags, events)


def clues(view: View) -> Sequence[Clue]:
    """Return the packs that the viewer remembers, by number; the draft if there is none."""
    packs = [i for i, (_, event) in enumerate(view.events) if _seen(event)]
    if packs:
        return packs
    laid = {event.verb for _, event in view.events} >= {"deal", "shows"}
    return (WHOLE,) if laid and view.state.step is not Step.TOP_ROWS else ()


def _seen(event: Event) -> bool:
    return event.verb in PACKS and HOLE not in event.outcome and len(event.outcome) > 1


def without(seen: View, clue: Clue) -> View:
    """Return `seen` with one pack forgotten, or with the rows in place of the whole draft."""
    events = [event for _, event in seen.events]
    if clue != WHOLE:
        assert isinstance(clue, int)
        if not _seen(events[clue]):
            raise KeyError(clue)
        events[clue] = replace(events[clue], outcome=(HOLE,) * len(events[clue].outcome))
        return new_record(seen.tags, events)
    return new_record(seen.tags, _laid(seen, events))


def _laid(seen: View, events: Sequence[Event]) -> Iterator[Event]:
    """Yield the rows in place of the draft, then the lines after it."""
    state: State = seen.state
    shown = {e.words[0]: e for e in events if e.verb == "shows"}
    last = max(i for i, event in enumerate(events) if event.verb == "shows")
    placed = {e.actor: e.words for e in events if e.verb == "places"}
    gone = {e.actor: e.words for e in events if e.verb == "discards"}
    yield Event("characters", outcome=tuple(state.characters[p] for p in state.players))
    for player in state.players:
        yield Event("top", words=(player,), outcome=shown[player].outcome)
        words = placed[player]
        yield Event("bottom", words=(player,), outcome=words[words.index("/") + 1 :])
        yield Event("discarded", words=(player,), outcome=gone[player])
    yield next(event for event in events if event.verb == "round")
    yield from events[last + 1 :]


def tested(lines: Sequence[Event]) -> tuple[str, str, str] | None:
    """Return the vote, or the answer to an accusation: was another one sure?"""
    if lines[0].verb == "votes":
        return "vote", "", lines[0].words[0]
    return ("answer", "", lines[0].verb) if lines[0].verb in (DENIES, ADMITS) else None


KINDS: Mapping[str, Kind] = {
    kind.name: kind for kind in (Must(), Vote(), Plea(), Bound(), Ahead(), Took())
}
SELDOM = {
    "which": (HARD, FIENDISH),
    "vote": (MEDIUM, HARD, FIENDISH),
    "answer": (MEDIUM, HARD, FIENDISH),
    "points": (EASY, FIENDISH),
    "ahead": (EASY, FIENDISH),
    "took": (EASY, HARD, FIENDISH),
}
PUZZLES = Maker(KINDS, views, clues, without, seated, SELDOM, tested)
