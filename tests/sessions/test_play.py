"""A game at one laptop, without the laptop."""

from __future__ import annotations

from pathlib import Path

import pytest

from aparte.models.core import TABLE, TableError, view
from aparte.models.record import write
from aparte.models.words import say
from aparte.sessions.answers import Refused
from aparte.sessions.ledger import Ledger, SavedLedger
from aparte.sessions.play import (
    BotsAct,
    ChoosesAgain,
    Made,
    NeedsAll,
    Over,
    Play,
    Seat,
    WhoGoesNext,
)
from aparte.sessions.store import FILE, opened
from aparte.solver.play.coach import RandomBot
from tests.tables import blank, random_game

AJ = "adresses-jaunes"


def begun(game: str, players: int, *bots: str) -> Play:
    return Play(Ledger(blank(game, players), {}, "3"), {bot: RandomBot() for bot in bots})


def test_whoever_may_act_is_asked_who_goes_next() -> None:
    play = begun(AJ, 2)
    asked = play.asked()
    assert asked == WhoGoesNext(("Ana", "Bo"))
    assert play.between(asked, "bo") == Seat("Bo", ("Ana", "Bo"))
    assert play.between(asked, "Bo zz") == Seat("Bo", ("Ana", "Bo"), "zz")
    assert play.between(asked, "Ana disc h1") == Made()
    assert play.asked() == Seat("Bo", ("Bo",))
    refused = play.between(asked, "zz")
    assert isinstance(refused, Refused) and "Ana, Bo" in str(refused.words)


def test_a_bot_can_be_sent_first() -> None:
    play = begun(AJ, 2, "Bo")
    seat = play.asked()
    assert seat == Seat("Ana", ("Ana", "Bo")) and seat.others == ("Bo",)
    goes = play.at_seat(seat, "bo")
    assert goes == BotsAct(("Bo",))
    play.act(goes)
    assert play.record.lines[-1].event.actor == "Bo"


def test_a_refused_move_changes_nothing() -> None:
    play = begun(AJ, 2)
    before = play.record
    assert isinstance(play.move("Ana", "disc zz"), Refused)
    assert isinstance(play.move("Ana", "Bo disc h1"), Refused)
    assert play.record is before


def test_a_secret_choice_is_taken_back_and_what_was_revealed_is_not() -> None:
    play = begun("overseers", 3)
    dealt = len(play.record.lines)
    assert play.move("Ana", "picks A") == Made()
    assert play.undo() == ChoosesAgain("Ana")
    assert len(play.record.lines) == dealt
    for viewer in (TABLE, *play.record.setup.players):
        assert write(play.view(viewer)) == write(view(play.record, viewer))
    revealed = begun(AJ, 2)
    revealed.move("Ana", "disc h1")
    assert isinstance(revealed.undo(), Refused)


def test_bots_alone_play_to_the_end() -> None:
    play = begun(AJ, 2, "Ana", "Bo")
    while isinstance(asked := play.asked(), BotsAct):
        play.act(asked)
    assert asked == Over()
    assert play.record.closed


@pytest.mark.parametrize("game", [AJ, "onstage", "overseers", "bards"])
def test_each_view_is_the_one_of_the_record_line_by_line(game: str) -> None:
    play = begun(game, 3, "Ana", "Bo", "Cy")
    for _ in range(25):
        asked = play.asked()
        if not isinstance(asked, BotsAct):
            break
        play.act(asked)
    for viewer in (TABLE, "Ana", "Bo", "Cy"):
        assert write(play.view(viewer)) == write(view(play.record, viewer))
        assert play.view(viewer).state == view(play.record, viewer).state


def test_what_ends_a_game_for_all_needs_all() -> None:
    whole = random_game(AJ, 3, 1)
    named = next(number for number, event in whole.events if event.verb == "name")
    play = Play(Ledger(whole.until(named - 1), {}, "1"), {})
    before = play.record
    answer = play.move("Bo", "give up")
    assert isinstance(answer, NeedsAll) and play.record is before
    assert play.make(answer.event) == Made()
    assert play.asked() == Over()


def test_news_are_the_lines_since_a_viewer_looked() -> None:
    play = begun(AJ, 2)
    play.looked("Bo")
    assert play.news("Bo") == []
    play.move("Ana", "disc h1")
    assert play.news("Bo") == [play.record.last]
    play.looked("Bo")
    assert play.news("Bo") == []


def test_a_line_that_cannot_be_kept_leaves_the_game_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / FILE) as store:
        play = Play(SavedLedger(store, store.add(blank(AJ, 2))), {})
        before = play.record

        def full(*_: object) -> None:
            raise TableError(say("no room"))

        monkeypatch.setattr(store, "keep", full)
        with pytest.raises(TableError, match="no room"):
            play.move("Ana", "disc h1")
        assert play.record is before
        assert play.view("Bo").lines == view(before, "Bo").lines
