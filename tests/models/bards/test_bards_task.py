"""What a player of Battle of the Bards is told to do next."""

from __future__ import annotations

import pytest

from aparte.models.bards.asking import task
from aparte.models.core import turn, view
from aparte.models.record import read_file
from tests.snapshots import GOLDEN

ORDERS = {
    "takes": "take a die",
    "returns": "put the card back",
    "keeps": "keep ",
    "chooses": "gain an action",
    "steals": "take a die of another player",
    "done": ("no action left", "change dice"),
}
"""How the order begins where a kind of line is chosen."""


@pytest.mark.parametrize("name", ["bards-2", "bards-4"])
def test_the_order_is_about_the_choice_that_waits(name: str) -> None:
    own = view(read_file(GOLDEN / f"{name}.rec"), "Ana")
    before, asked = own.blank(), set[str]()
    for line in own.lines:
        event = line.event
        if event is not None and event.actor == "Ana" and isinstance(turn(before), tuple):
            told = str(task(before))
            assert told != "set the game up" and "0 actions" not in told, event
            if event.verb in ORDERS:
                assert told.startswith(ORDERS[event.verb]), (event, told)
                asked.add(event.verb)
        before = before.and_line(line)
    assert {"takes", "done"} <= asked
