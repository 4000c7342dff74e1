"""A game at one laptop, without the laptop."""

from __future__ import annotations

from pathlib import Path

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import PRACTICE, TABLE, BadNotation, Event, TableError, view
from aparte.models.record import read, read_file, write, write_event
from aparte.models.words import say
from aparte.sessions.answers import Accepted, Refused
from aparte.sessions.gate import judged, move_of
from aparte.sessions.ledger import Ledger, SavedLedger
from aparte.sessions.listener import Listener
from aparte.sessions.play import (
    BotsAct,
    NeedsYes,
    Over,
    Play,
    Seat,
    Wanted,
    WhoGoesNext,
    is_practice,
)
from aparte.sessions.store import FILE, opened
from aparte.solver.play.coach import RandomBot, choices
from tests.tables import blank, random_game

AJ = "adresses-jaunes"


def begun(game: str, players: int, *bots: str) -> Play:
    return Play(Ledger(blank(game, players), {}, "3"), {bot: RandomBot() for bot in bots})


def test_nothing_typed_is_no_move() -> None:
    record = read_file(Path(__file__).parents[1] / "golden" / "bards-v2-3.rec")
    line, passing = next((n, event) for n, event in record.events if event.verb == "passes")
    play = Play(Ledger(record.until(line - 1), {}, "3"), {})
    assert passing in play.moves(passing.actor)
    for typed in ("", "  "):
        assert isinstance(play.move(passing.actor, typed), Refused)
    assert play.move(passing.actor, "passes") == Accepted()


def test_whoever_may_act_is_asked_who_goes_next() -> None:
    play = begun(AJ, 2)
    asked = play.asked()
    assert asked == WhoGoesNext(("Ana", "Bo"))
    assert play.between(asked, "bo") == Seat("Bo", ("Ana", "Bo"))
    assert play.between(asked, "Bo zz") == Seat("Bo", ("Ana", "Bo"), "zz")
    assert play.between(asked, "Ana disc h1") == Accepted()
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


@pytest.mark.parametrize("typed", ["b1g1", "B1 G1", "b1 ajoute g1", "joue b1 ajoute g1"])
def test_a_move_may_be_said_by_its_pieces_alone(typed: str) -> None:
    own = view(random_game("onstage", 3, 1).until(40), "Ana")
    wanted = Event("plays", "Ana", ("B1", "add", "G1"))
    others = (Event("plays", "Ana", ("B1",)), Event("plays", "Ana", ("B1", "add", "G2")))
    with spoken("fr"):
        assert move_of(own, (*others, wanted), typed, tell) == wanted


def test_a_card_alone_that_may_not_be_played_is_told_why() -> None:
    play = begun("onstage", 3)
    seat = play.asked()
    own = play.view(seat.player)
    absent = next(card for card in ("K9", "P9") if card not in own.state.hands[seat.player].known)
    refused = play.at_seat(seat, absent)
    assert isinstance(refused, Refused)
    assert f"does not hold {absent}" in str(refused.words)


@pytest.mark.parametrize("typed", ["disc v1 3", "v1 3", "disc v1 = 3"])
def test_what_comes_of_a_move_is_not_typed_where_the_program_deals(typed: str) -> None:
    refused = begun(AJ, 2).move("Ana", typed)
    assert isinstance(refused, Refused) and "leave out what comes of it" in str(refused.words)


def test_enter_alone_is_no_move() -> None:
    own = view(random_game("bards", 2, 1).until(40), "Ana")
    with pytest.raises(BadNotation):
        move_of(own, (Event("passes", "Ana"),), "", str)


def test_a_refused_move_changes_nothing() -> None:
    play = begun(AJ, 2)
    before = play.record
    assert isinstance(play.move("Ana", "disc zz"), Refused)
    assert isinstance(play.move("Ana", "Bo disc h1"), Refused)
    assert play.record is before


def test_a_secret_choice_is_taken_back_and_what_was_revealed_is_not() -> None:
    play = begun("overseers", 3)
    dealt = len(play.record.lines)
    assert play.move("Ana", "picks A") == Accepted()
    assert isinstance(play.undo("Bo"), Refused), "it is not Bo's"
    assert play.undo() == "Ana"
    assert len(play.record.lines) == dealt
    for viewer in (TABLE, *play.record.setup.players):
        assert write(play.view(viewer)) == write(view(play.record, viewer))
    revealed = begun(AJ, 2)
    revealed.move("Ana", "disc h1")
    assert isinstance(revealed.undo(), Refused)


@pytest.mark.parametrize("game", ["overseers", "bards"])
def test_what_all_choose_unseen_people_choose_before_any_bot_thinks(game: str) -> None:
    play = begun(game, 3, "Ana", "Cy")
    while isinstance(asked := play.asked(), BotsAct):
        play.act(asked)
    assert asked == Seat("Bo", ("Bo",))
    play.make(next(move for move in play.moves("Bo") if play.record.is_blind(move)))
    waiting = play.asked()
    assert isinstance(waiting, BotsAct) and "Cy" in waiting.players


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
    assert isinstance(answer, NeedsYes) and "everybody" in str(answer.question)
    assert play.record is before
    assert play.make(answer.event) == Accepted()
    assert play.asked() == Over()


def test_news_are_the_lines_since_a_viewer_looked() -> None:
    play = begun(AJ, 2)
    play.looked("Bo")
    assert play.news("Bo") == ()
    play.move("Ana", "disc h1")
    ((line,),) = [passage.lines for passage in play.news("Bo")]
    assert line.number == play.record.last
    play.looked("Bo")
    assert play.news("Bo") == ()


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


def at_onstage(moves: int, *bots: str) -> Play:
    """Return a game of three after so many moves, each the first that is offered."""
    play = begun("onstage", 3, *bots)
    while moves:
        asked = play.asked()
        if isinstance(asked, BotsAct):
            play.act(asked)
        else:
            assert isinstance(asked, Seat)
            play.make(play.moves(asked.player)[0])
        moves -= 1
    return play


def test_a_choice_is_taken_back_if_all_others_grant_it() -> None:
    play = at_onstage(2)
    before = play.record
    actors = [event.actor for _, event in before.events if event.actor]
    wanted = play.takeback(actors[0])
    assert isinstance(wanted, Wanted) and wanted.player == actors[0]
    assert len(wanted.gone) == 2 and wanted.asked == tuple(p for p in play.people if p != actors[0])
    assert play.record is before, "nothing has changed before it is granted"
    play.granted(wanted)
    assert play.asked() == Seat(actors[0], (actors[0],))
    assert "# taken back: " in write(play.record)
    for viewer in (TABLE, *play.people):
        assert write(play.view(viewer)) == write(view(play.record, viewer))


def test_the_last_choice_is_taken_back_without_a_name_and_bots_grant() -> None:
    play = at_onstage(3, "Bo", "Cy")
    wanted = play.takeback()
    assert isinstance(wanted, Wanted) and wanted.player == "Ana" and wanted.asked == ()
    assert isinstance(play.takeback("Bo"), Refused), "a bot asks for nothing"


def practised(*bots: str) -> tuple[Play, Wanted]:
    """Return a game in which one would take back a choice that bots have answered."""
    play = at_onstage(0, *bots)
    asked = play.asked()
    while not isinstance(asked, Seat):
        play.act(asked)
        asked = play.asked()
    play.make(play.moves(asked.player)[0])
    while isinstance(following := play.asked(), BotsAct):
        play.act(following)
    wanted = play.takeback(asked.player)
    assert isinstance(wanted, Wanted) and wanted.bots
    return play, wanted


def test_what_bots_have_shown_since_makes_a_game_practice() -> None:
    play, wanted = practised("Bo", "Cy")
    assert wanted.price is not None and all(bot in str(wanted.price) for bot in wanted.bots)
    assert not is_practice(play.record)
    play.granted(wanted)
    assert is_practice(play.record)
    for viewer in (TABLE, *play.record.setup.players):
        own = view(play.record, viewer)
        assert is_practice(own) and is_practice(read(write(own)))
        assert write(play.view(viewer)) == write(own)


def test_practice_stays_whatever_is_taken_back_and_is_told_once() -> None:
    play, wanted = practised("Bo", "Cy")
    play.granted(wanted)
    play.make(play.moves("Ana")[0])
    while isinstance(asked := play.asked(), BotsAct):
        play.act(asked)
    again = play.takeback("Ana")
    assert isinstance(again, Wanted) and again.price is None
    play.granted(again)
    assert is_practice(play.record) and write(play.record).count(PRACTICE) == 1


def test_what_people_show_or_bots_choose_in_secret_makes_no_practice() -> None:
    play = at_onstage(2)
    for name in play.people:
        wanted = play.takeback(name)
        assert isinstance(wanted, Refused) or wanted.price is None
    secret, free = begun("overseers", 3, "Bo"), None
    while not isinstance(asked := secret.asked(), Over):
        if isinstance(asked, BotsAct):
            secret.act(asked)
        else:
            assert isinstance(asked, Seat)
            secret.make(secret.moves(asked.player)[-1])
        wanted = secret.takeback("Ana")
        if isinstance(wanted, Wanted) and wanted.others == ("Bo",) and wanted.price is None:
            free = free or wanted
    assert free is not None, "a vote of a bot behind another one is seen by nobody"


def test_nothing_is_taken_back_past_what_was_drawn_or_told() -> None:
    dealt = begun("onstage", 3)
    assert isinstance(dealt.takeback(), Refused)
    told = begun(AJ, 2)
    told.move("Ana", "disc h1")
    assert isinstance(told.takeback("Ana"), Refused)
    rolled = begun("bards", 2)
    while not any(event.verb == "rolls" for _, event in rolled.record.events):
        asked = rolled.asked()
        assert isinstance(asked, (Seat, WhoGoesNext))
        rolled.make(rolled.moves(asked.free[0])[0])
    assert isinstance(rolled.takeback(), Refused)


def test_a_secret_choice_is_corrected_behind_those_of_others() -> None:
    play = begun("overseers", 3)
    assert play.move("Ana", "picks A") == Accepted()
    other = play.moves("Bo")[0]
    play.make(other)
    before = play.before("Ana")
    assert before is not None and play.view("Ana").last > before.last
    assert isinstance(play.fix("Ana", "zz"), Refused)
    wanted = next(each for each in choices(before) if each.words not in ((), ("A",)))
    assert play.fix("Ana", f"picks {wanted.words[0]}") == Accepted()
    assert [event for _, event in play.record.events][-2:] == [wanted, other]


def test_a_choice_that_others_saw_is_not_corrected_alone() -> None:
    play = at_onstage(1)
    actor = [event.actor for _, event in play.record.events if event.actor][-1]
    assert play.before(actor) is None
    assert isinstance(play.fix(actor, "plays K1"), Refused)


def test_one_word_spends_nothing_that_is_there_once_without_being_asked_back() -> None:
    for seed in range(20):
        play = Play(Ledger(blank("overseers", 3), {}, str(seed)), {})
        found = [
            each.actor for p in play.people for each in play.moves(p) if each.verb == "doubles"
        ]
        if found:
            break
    before = play.record
    asked = play.move(found[0], "doubles")
    assert isinstance(asked, NeedsYes) and "only once" in str(asked.question)
    assert play.record is before
    assert play.move(found[0], f"{found[0]} doubles") == Accepted()


def test_enter_at_a_question_names_the_line_it_leaves_out() -> None:
    play = at_onstage(0)
    seat = play.asked()
    assert isinstance(seat, Seat)
    actor = seat.player
    asked = play.move(actor, f"q{play.example(actor)}")
    assert isinstance(asked, Refused) and "Do you mean" in str(asked.words)
    assert isinstance(play.move(actor, "zz"), Refused)
    left = play.move(actor, "")
    assert isinstance(left, Refused) and str(left.words).startswith("The line was left out: qplays")


def test_a_choice_of_pieces_is_told_in_parts_and_never_completed_by_what_nobody_said() -> None:
    """`roa` begins Roadie, and is no `ro a` in a row; a third card can be two others."""
    whole = random_game("bards", 3, 3)
    number = next(n for n, event in whole.events if event.verb == "stages" and n > 17)
    own = view(whole.until(number - 1), "Ana")
    assert sorted(own.state.troupes["Ana"].hand.known) == ["Poster", "Poster", "Roadie", "Singer"]
    listener = Listener(str)

    def typed(text: str) -> str:
        found = judged(own, choices(own), text, str, listener)
        return str(found.words) if isinstance(found, Refused) else write_event(own, found)

    assert typed("Poster") == "So far: Poster. And 2 more?"
    assert typed("roa") == "So far: Poster Roadie. And 1 more?"
    assert typed("sing") == "Ana stages Poster Roadie Singer"
    assert "can be 1 Ana stages Poster Poster Roadie | 2 " in typed("stage Poster Roadie")
    assert typed("no") == "The line was left out: stage Poster Roadie"
    assert "can be 1 Ana stages Poster Poster Singer | 2 " in typed("stage Poster and Singer")
    typed("no")
    assert typed("stages Roadie Dancer") == "Ana has no Dancer in hand (BB-2)"
