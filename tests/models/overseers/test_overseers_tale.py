from __future__ import annotations

import re
from dataclasses import replace

from aparte.cli.language import tell
from aparte.models.core import TABLE, Event, Record, View, turn, view
from aparte.models.overseers.asking import task
from aparte.models.overseers.ending import open_points
from aparte.models.overseers.state import Step
from aparte.models.overseers.tale import choice, so_far
from aparte.models.record import read_file
from aparte.sessions.news import news, round_ends
from aparte.sessions.typed import events_of
from tests.models.overseers.scenes import scene
from tests.snapshots import GOLDEN
from tests.tables import random_game


def golden(players: int, last: int) -> Record:
    return read_file(GOLDEN / f"overseers-{players}.rec").until(last)


def told(own: View) -> str:
    """Return what followed from the last line."""
    last = [line for passage in news(own) for line in passage.lines][-1]
    return " ".join(map(tell, last.followed))


def about(own: View, *words: str) -> str | None:
    found = choice(own.state, Event(words[1], words[0], words[2:]))
    return None if found is None else tell(found)


def test_points_are_told_as_soon_as_all_cards_are_open() -> None:
    for viewer in (TABLE, "Ana"):
        own = view(golden(4, 147), viewer)
        assert told(own).startswith("As the cards lie: Cy 19, Bo 18, Ana 16, Dai 14. Cy has the")
        assert next(iter(open_points(own.state).items())) == ("Cy", 19)
    assert not open_points(view(golden(4, 146), TABLE).state)


def test_each_line_after_the_reveal_tells_what_it_changes() -> None:
    assert "Points now: Cy 7 (−12)." in told(view(golden(4, 148), TABLE))
    assert "Points now: Ana 12 (−4), Cy 11 (+4)." in told(view(golden(4, 151), TABLE))
    assert "Points now: Cy 15 (+4), Ana 8 (−4)." in told(view(golden(4, 152), TABLE))


def test_penalties_and_finds_are_listed_with_cards_and_points() -> None:
    own = view(golden(4, 147), "Cy")
    assert about(own, "Cy", "loses", "t3", "b2") == "Benevolence, Honesty: −12"
    assert about(own, "Cy", "denies") is None
    assert about(view(golden(3, 113), "Cy"), "Cy", "takes", "H") == "Honesty: +9"
    tied = scene("MAA/AB MAA/AB BBB/AT", "Fushen Gan Wuming", Step.VOTE, up=True)
    tied = replace(tied, step=Step.JUDGEMENT, trial=replace(tied.trial, accused="Ana"))
    found = choice(tied, Event("punishes", "Bo", ("Ana",)))
    assert found is not None
    assert tell(found) == "Ana: Murder, Benevolence: −10"


def test_a_tie_of_thefts_asks_who_steals_and_then_from_whom() -> None:
    record = random_game("overseers", 3, 1)
    number = next(n for n, event in record.events if event.verb == "appoints")
    leader, thief = (view(record.until(n), TABLE) for n in (number - 1, number))
    assert str(task(leader)) == "choose who steals"
    assert str(task(thief)) == "choose whom to steal from"


def test_whoever_does_not_see_a_card_is_not_told_it() -> None:
    before = golden(4, 142)
    assert about(view(before, "Cy"), "Cy", "admits", "t1", "b1") == "Honesty, Theft: −10"
    hidden = "Honesty, card 1 of the bottom row"
    assert about(view(before, TABLE), "Cy", "admits", "t1", "b1") == hidden
    assert about(view(before, TABLE), "Cy", "admits", "t1", "t2") == "Malice, Honesty"


def test_scores_show_the_present_round_of_all_and_earlier_ones_of_the_viewer_alone() -> None:
    own = view(golden(4, 147), "Cy")
    counted = so_far("Cy", own.state, round_ends(own))
    assert counted.open
    assert [each.rounds for each in counted.shares] == [(None, 16), (None, 18), (6, 19), (None, 14)]
    assert [each.total for each in counted.shares] == [None, None, 25, None]


def test_each_choice_of_spots_says_what_lies_there_or_where_it_is() -> None:
    seen = 0
    for players in (3, 4, 5, 6):
        whole = read_file(GOLDEN / f"overseers-{players}.rec")
        own = view(whole, TABLE).blank()
        for line in view(whole, TABLE).lines:
            coming = turn(own)
            for event in coming if isinstance(coming, tuple) else ():
                if any(re.fullmatch("[tbx][0-9]", word) for word in event.words):
                    assert about(own, event.actor, event.verb, *event.words), event
                    seen += 1
            own = own.and_line(line)
    assert seen > 100


def test_a_card_is_named_by_its_kind_where_it_is_seen() -> None:
    whole = read_file(GOLDEN / "overseers-4.rec")
    number = next(n for n, event in whole.events if event.verb == "tucks")
    table = view(whole.until(number - 1), TABLE)
    assert about(table, "Ana", "tucks", "t3", "under", "t2") == "Piety under Murder"
    hidden = "card 1 of the bottom row under Murder"
    assert about(table, "Ana", "tucks", "b1", "under", "t2") == hidden
    (event,) = events_of(table, "Ana tucks the piety under the murder", str)
    assert event.words == ("t3", "under", "t2")
