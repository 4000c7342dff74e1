"""The contract of what hands do at a real table: whatever they have to do is called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ..cli.language import Language, spoken, tell
from ..models.bag import HOLE, Bag
from ..models.call import Call
from ..models.core import TABLE, Draw, Event, Record, Roll, turn, view
from ..models.tale import Happened
from ..sessions.calls import calls, calls_now
from ..sessions.news import happened
from .promise import promise
from .scenes import cuts, finished, played, viewers
from .twins import twins


def games(game: str) -> Iterator[Record]:
    """Yield whole games between bots, one of them up to its end."""
    yield from (played(game, seed) for seed in range(4))
    yield finished(game)


def said(record: Record, line: Happened) -> list[Call]:
    """Return what is called before `line`, what it leaves, and what is due behind it."""
    rules = record.game.calls
    return [*rules.due(line.before), *rules.left(line), *rules.due(line.after)]


@promise("whatever hands change on the real table is called", "game.calls", "game.calls.lies")
def test_whatever_changes_on_the_table_is_called(game: str) -> None:
    changes = 0
    for whole in games(game):
        for viewer in (TABLE, whole.setup.players[0]):
            for line in happened(view(whole, viewer)):
                then, now = (whole.game.calls.lies(state) for state in (line.before, line.after))
                moved = {zone for zone in now if now[zone] != then[zone]}
                called = {zone for each in said(whole, line) for zone in each.moves}
                assert moved <= called, f"nobody calls {moved - called} at {line.event}"
                changes += len(moved)
    assert changes, "nothing lies on the table: see game.calls.lies"


@promise("a draw and a roll are called, with how many and for whom", "game.calls.due")
def test_draws_are_called_with_how_many_and_for_whom(game: str) -> None:
    for whole in games(game):
        before = whole.blank()
        for line in whole.lines:
            coming, event = turn(before), line.event
            if event is not None and isinstance(coming, Draw | Roll) and coming.size:
                _is_called(before, coming, event)
            before = before.moved(event)


def _is_called(before: Record, coming: Draw | Roll, event: Event) -> None:
    players, due = before.setup.players, list(before.game.calls.due(before.state))
    texts = [str(each.deed) for each in due]
    if isinstance(coming, Draw) and set(coming.pool.known) <= set(players):
        assert texts, f"nobody calls {event}"
        return
    whose = {event.actor, *event.words[:1]} & {*players}
    mine = [each for each in due if not each.players or whose <= {*each.players}]
    assert mine, f"{event} is called to nobody: {texts}"
    if coming.size > 1:
        numbers = {int(n) for each in mine for n in re.findall(r"\d+", str(each.deed))}
        sizes = {coming.size, len(event.outcome)}
        assert sizes & numbers, f"no number {coming.size} in {texts} before {event}"
    then = before.game.calls.lies(before.state)
    now = before.game.calls.lies(before.moved(event).state)
    assert then != now, f"{event} moves nothing on the table: see game.calls.lies"


@promise("what is drawn from has been shuffled", "game.calls.due")
def test_what_is_drawn_from_has_been_shuffled(game: str) -> None:
    shuffles = 0
    for whole in games(game):
        before, rests, mixed = whole.blank(), list[Bag](), False
        for line in whole.lines:
            coming, event = turn(before), line.event
            mixed = mixed or any(each.shuffles for each in whole.game.calls.due(before.state))
            if event is not None and isinstance(coming, Draw) and _is_chance(coming, before):
                assert coming.pool in rests or mixed, f"nobody shuffles before {event}"
                if coming.pool not in rests:
                    mixed = False
                    shuffles += 1
                rests = [*rests, coming.rest(event)]
            before = before.moved(event)
    assert shuffles


def _is_chance(coming: Draw, before: Record) -> bool:
    pool = coming.pool
    people = set(pool.known) <= set(before.setup.players)
    return not people and bool(coming.size) and (coming.ordered or coming.size < len(pool))


@promise("whoever may act is called", "game.calls.due")
def test_whoever_may_act_is_called(game: str) -> None:
    for whole in games(game):
        before = view(whole, TABLE).blank()
        for line in view(whole, TABLE).lines:
            coming = turn(before)
            events = coming if isinstance(coming, tuple) else ()
            free = {event.actor for event in events if event.actor}
            due = list(whole.game.calls.due(before.state))
            called = {player for each in due for player in each.players}
            assert free <= called, f"{free - called} may act before {line.event}, uncalled"
            before = before.moved(line.event)


@promise("calls can be told to everybody", "game.calls")
def test_calls_can_be_told_to_everybody(game: str) -> None:
    record = played(game, 0)
    for viewer in viewers(record):
        own = view(record, viewer)
        for language in Language:
            with spoken(language):
                texts = [tell(each.told) for each in calls(own)]
                assert all(text.endswith(".") and not text.endswith("..") for text in texts)
                assert not any(HOLE in text.split() for text in texts)
        assert set(map(str, calls_now(own))) or record.closed


@promise("calls tell nothing that is hidden", "game.calls")
def test_calls_tell_nothing_that_is_hidden(game: str) -> None:
    pairs: Sequence[tuple[Record, str, Record]] = list(
        islice(
            (
                (record, viewer, twin)
                for record, rng in cuts(game, 6)
                for viewer in viewers(record)
                for twin in islice(twins(record, viewer, rng), 1)
            ),
            4,
        )
    )
    for record, viewer, twin in pairs:
        assert calls(view(record, viewer)) == calls(view(twin, viewer))
    assert pairs
