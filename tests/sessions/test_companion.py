"""A companion that begins in the middle of a game that a table has noted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from aparte.models.core import TABLE, Event, IllegalAction, Record, view
from aparte.models.position import position
from aparte.models.record import read_words, write, write_event
from aparte.sessions.awaited import possible
from aparte.sessions.companion import companion
from aparte.sessions.errors import BadRequest
from tests.aparte_cli import aparte
from tests.tables import random_game

CUTS = (0.2, 0.35, 0.5, 0.65, 0.8, 0.95)


def boards(name: str) -> Iterator[tuple[Record, Record]]:
    """Yield notes of a table within a game, and the board that its first player sees then."""
    whole = random_game(name, 3, 7)
    for cut in CUTS:
        so_far = whole.until(whole.lines[int(cut * len(whole.lines))].number)
        try:
            own = position(view(so_far, whole.setup.players[0]))
        except IllegalAction:
            continue
        yield view(so_far, TABLE), own


@pytest.mark.parametrize("name", ["onstage", "adresses-jaunes", "bards"])
def test_whoever_tells_the_own_hand_goes_on_with_what_their_seat_sees(name: str) -> None:
    found = list(boards(name))
    for noted, own in found:
        seen = [event for _, event in own.events]

        def told(begun: Record, _: Event, seen: list[Event] = seen) -> Event:
            return seen[len(begun.lines)]

        assert write(companion(noted, own.viewer, told)) == write(own)
    assert found


def test_nobody_is_asked_for_packs_that_went_by() -> None:
    asked = list[str]()

    def told(begun: Record, event: Event) -> Event:
        assert begun.is_seen(event)
        asked.append(event.verb)
        return read_words(begun, possible(begun, write_event(begun, event)))

    for noted, own in boards("overseers"):
        with suppress(IllegalAction):  # cards made up here may lie open later
            companion(noted, own.viewer, told)
    assert {"bottom", "discarded"} <= set(asked) and not {"deal", "picks", "gets"} & set(asked)


def test_what_a_seat_saw_goes_on_at_no_other() -> None:
    record = view(random_game("onstage", 3, 1), "Ana")
    with pytest.raises(BadRequest, match="whole table"):
        companion(record, "Bo", lambda _, event: event)


def test_a_game_goes_on_as_a_companion_that_is_advised(tmp_path: Path) -> None:
    home, tiles = str(tmp_path), "4P 4R 4T 5R 5T 9R\n"
    first = ("table", "adresses-jaunes", "--players", "Ana,Bo,Cy")
    printed = aparte(*first, typed=f"{tiles}Bo h1 2\nbest\nquit\n", APARTE_HOME=home).stdout
    assert "`aparte resume --seat NAME`" in " ".join(printed.split())
    on = ("resume", "1", "--seat", "Ana")
    printed = aparte(*on, typed="1T 2T\n1T 2T 3P 7R\nbest 0.1\nquit\n", APARTE_HOME=home).stdout
    assert "4 of them belong here, not 2" in printed
    assert "Value: chance the team wins" in printed
    assert "deal Ana 1T 2T 3P 7R" in aparte("export", 2, APARTE_HOME=home).stdout
    assert "deal Ana ????" in aparte("export", 1, APARTE_HOME=home).stdout
