"""Records of both versions of Battle of the Bards, and games that are ended for their length."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from aparte.models.bards import GAME, Step
from aparte.models.bards.loader import workshop
from aparte.models.core import Event, turn
from aparte.models.errors import BadNotation, IllegalAction
from aparte.models.match import Match
from aparte.models.record import read, read_file, write
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import acted, bot_event, drawn, overdue, played
from tests.bards_tables import Passing, after, show
from tests.tables import blank

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture(scope="module")
def endless():
    """A game of two who throw everything away."""
    return played(blank("bards", 2), dict.fromkeys(("Ana", "Bo"), Passing()), Random(5))


def test_new_records_are_of_the_second_version() -> None:
    record = blank("bards", 2)
    assert '[Record "2"]' in write(record)
    state = record.state
    assert state.linger == "round" and state.version == "2"  # BB-19


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_of_the_first_version_is_read_by_its_rules(players: int) -> None:
    path = GOLDEN / f"bards-{players}.rec"
    record = read_file(path)
    assert record.game.version == "1" and record.game.box == GAME.box
    state = record.state
    assert state.linger == "turn" and state.version == "1"
    assert write(record) == path.read_text(encoding="utf-8")
    assert "counted" not in record.notation.verbs


def test_a_game_of_the_first_version_goes_on_by_its_rules() -> None:
    text = (GOLDEN / "bards-2.rec").read_text(encoding="utf-8")
    begun = read("\n".join(text.splitlines()[:60]) + "\n")
    ended = played(begun, dict.fromkeys(("Ana", "Bo"), RandomBot()), Random(2))
    assert ended.state.version == "1" and '[Record "1"]' in write(ended)
    assert write(read(write(ended))) == write(ended)


def test_the_setting_that_is_written_holds_in_either_version() -> None:
    for version, other in (("1", "round"), ("2", "turn")):
        names = f'[Game "bards"]\n[Record "{version}"]\n[Players "Ana Bo"]\n'
        assert read(f'{names}[Support "{other}"]\n').state.linger == other


def test_both_versions_take_a_card_set() -> None:
    for version in GAME.notation.versions:
        tag = f'[Cards "workshop {workshop().digest}"]'
        record = read(f'[Game "bards"]\n[Record "{version}"]\n[Players "Ana Bo"]\n{tag}\n')
        assert record.game.version == version


def test_a_version_to_come_is_refused() -> None:
    with pytest.raises(BadNotation, match="version 1/2"):
        read('[Game "bards"]\n[Record "3"]\n[Players "Ana Bo"]\n')
    with pytest.raises(BadNotation, match=r"version 1$"):
        read('[Game "onstage"]\n[Record "2"]\n[Players "Ana Bo Cy"]\n')


def test_powers_are_had_or_not_had_in_the_first_version() -> None:
    state = show({"audiences": "Lamplighters Lamplighters", "dice": "B1 B2 B3"}, version="1")
    assert after(state, "Ana performs B1 B2 B3 as B").troupes["Ana"].melodies == 1


# a game that does not end, BB-22


def staging(**changes):
    hands = ({"hand": "Dancer Roadie"}, {"hand": "Singer"})
    return show(*hands, step=Step.STAGE, actor="", actions=0, **changes)


def test_the_table_may_end_the_game_when_a_round_begins_after_the_fortieth() -> None:
    counted = Event("counted")
    assert counted not in GAME.turn(staging(round=40))
    assert counted in GAME.turn(staging(round=41))
    assert counted not in GAME.turn(staging(round=41, version="1"))
    begun = after(staging(round=41), "Ana stages Dancer Roadie")
    assert counted not in GAME.turn(begun)
    for state in (staging(round=40), begun, show({"stage": "Dancer"}, round=41)):
        with pytest.raises(IllegalAction) as told:
            after(state, "counted")
        assert told.value.ruling == "BB-22"


def test_the_points_count_as_they_stand() -> None:
    state = staging(round=50).troupe("Ana", audiences=("Millers",), performances=("B",))
    over = after(state, "counted")
    assert over.step is Step.OVER
    assert GAME.outcome(over).words == ("Ana", "4", "Bo", "0")


def test_a_tie_is_broken_as_ever() -> None:
    state = replace(staging(round=41), encores=show({}).encores)
    state = after(state.troupe("Ana", dice=("B", "B")), "counted", "sudden BP")
    assert state.troupes["Ana"].dice == ("B",)  # BB-21
    over = after(state, "Ana rolls B2", "Bo rolls B5")
    assert GAME.outcome(over).words == ("Bo", "0", "Ana", "0")


def test_a_round_without_a_card_can_be_the_last_too() -> None:
    assert Event("counted") in GAME.turn(show({}, round=41))
    assert after(show({"performances": "B"}, round=41), "counted").winner == "Ana"


def test_among_bots_it_comes_by_itself(endless) -> None:
    assert [event for _, event in endless.events if event.verb == "counted"] == [Event("counted")]
    assert endless.state.round == 41 and turn(endless) == ()
    assert write(read(write(endless))) == write(endless)


def test_no_bot_ends_a_game_among_people(endless) -> None:
    at = next(number for number, event in endless.events if event.verb == "counted")
    begins = endless.until(at - 1)
    assert overdue(begins) == (Event("counted"),)
    event = bot_event(Match.of(begins, ["Bo"]), {"Bo": RandomBot()}, Random(1))
    assert event is not None and event.actor == "Bo"
    assert not overdue(drawn(acted(begins, event), Random(1)))
