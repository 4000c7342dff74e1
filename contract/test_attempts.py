"""The contract of tries: whatever anybody tries, the rules judge it alike for all who see alike."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ..cli.language import Language, spoken, tell
from ..models.core import Event, Record, TableError, turn
from ..models.record import write, write_event
from ..solver.play.coach import choices
from ..solver.play.driver import acted
from .attempts import attempts
from .promise import promise
from .scenes import cuts, ends, played, views

FEW, MANY = 40, 240
"""Lines that are tried at one place."""
DENSELY = pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])


def places(game: str, most: int) -> Iterator[tuple[Record, Random]]:
    """Yield games in the middle, and near their ends: at more places where more is tried."""
    seeds = range(2 if most == FEW else 3)
    yield from cuts(game, most // FEW, seeds)
    yield from ends(game, seeds)


def refusal(record: Record, event: Event) -> TableError | None:
    """Return why the rules refuse `event`, None if they do not; any other error is a fault."""
    try:
        acted(record, event)
    except TableError as error:
        return error
    return None


@promise("what is legal is offered, what is offered is legal", "game.turn", "game.apply")
@DENSELY
def test_what_is_legal_is_offered_and_no_more(game: str, most: int) -> None:
    for record, rng in places(game, most):
        coming = turn(record)
        assert isinstance(coming, tuple)
        for event in attempts(record, rng, most):
            refused = refusal(record, event)
            text = f"'{write_event(record, event)}' after\n{write(record)}"
            if event in coming:
                assert refused is None, f"it is offered, and refused ({refused}): {text}"
            else:
                assert refused is not None, f"it is taken, and not offered: {text}"


@promise("what is illegal is refused with one message", "game.apply", "game.resolve")
def test_a_refusal_is_one_message_in_each_language(game: str) -> None:
    refused = 0
    for record, rng in places(game, FEW):
        for error in (refusal(record, event) for event in attempts(record, rng, FEW)):
            if error is None:
                continue
            refused += 1
            for language in Language:
                with spoken(language):
                    told = tell(error.message)
                assert told.strip() and len(told.splitlines()) == 1 and "{" not in told
    assert refused, "whatever is tried is legal"


@promise("a seat is judged by what it sees", "game.apply", "game.resolve", "game.turn")
@DENSELY
def test_a_seat_is_judged_by_what_it_sees(game: str, most: int) -> None:
    for record, rng in places(game, most):
        seen = views(record)
        for event in attempts(record, rng, most):
            if event.actor:
                own, whole = refusal(seen[event.actor], event), refusal(record, event)
                assert (own is None) == (whole is None), (
                    f"{event.actor} tries '{write_event(record, event)}': as they see the table "
                    f"that is {own or 'legal'}, in truth {whole or 'legal'}\n{write(record)}"
                )


@promise("a seat is offered what the referee would let it do", "game.turn")
def test_a_seat_is_offered_what_the_referee_would_let_it_do(game: str) -> None:
    for record, _ in places(game, FEW):
        coming = turn(record)
        assert isinstance(coming, tuple)
        verbs = record.notation.verbs
        for player, own in views(record).items():
            mine = {event for event in coming if event.actor in ("", player)}
            legal = {event for event in mine if not verbs[event.verb].overdue}
            if player in record.setup.players:
                assert {*choices(own)} == legal, f"{player} is offered something else"


@promise("what comes next is of the same kind for all who look", "game.turn")
@pytest.mark.parametrize("seed", range(2))
def test_what_comes_next_is_of_one_kind(game: str, seed: int) -> None:
    whole = played(game, seed)
    seen = views(whole.blank())
    record = whole.blank()
    for line in whole.lines:
        kinds = {viewer: type(turn(own)) for viewer, own in seen.items()}
        assert set(kinds.values()) == {type(turn(record))}, (kinds, write(record))
        record = record.and_line(line)
        assert line.event is not None
        seen = {viewer: own.moved(own.shown(line.event)) for viewer, own in seen.items()}


@promise("rules toss no coins and change no state", "game.turn", "game.resolve", "game.apply")
def test_the_same_choice_comes_to_the_same(game: str) -> None:
    for record, rng in places(game, FEW):
        before = repr(record.state)
        coming = turn(record)
        assert isinstance(coming, tuple)
        for event in rng.sample(coming, min(len(coming), 10)):
            first, *others = [acted(record, event) for _ in range(4)]
            for other in others:
                assert first.lines == other.lines, f"'{write_event(record, event)}' has two ends"
                assert first.state == other.state and turn(first) == turn(other)
        assert turn(record) == coming and repr(record.state) == before, "a state was changed"


@promise("rules change no state", "game.apply")
@pytest.mark.parametrize("seeds", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_no_line_changes_the_state_before_it(game: str, seeds: int) -> None:
    for seed in range(seeds):
        whole = played(game, seed)
        for own in (whole, *views(whole).values()):
            before = own.blank()
            for line in own.lines:
                was = repr(before.state)
                after = before.and_line(line)
                told = f"line {line.number} as {own.viewer} sees it changes the state before it"
                assert repr(before.state) == was, told
                before = after


@promise("who chooses a line sees all of it", "game.notation")
def test_who_chooses_a_line_sees_it(game: str) -> None:
    for record, _ in places(game, FEW):
        coming = turn(record)
        assert isinstance(coming, tuple)
        own = views(record)
        for event in coming:
            if event.actor:
                shown = own[event.actor].shown(event)
                assert shown == event, (
                    f"'{write_event(record, event)}': {event.actor} cannot see it"
                )
