"""Real pieces, a place for every seat: what each tells, and who hears first of a clash."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from aparte.models.bag import HOLE
from aparte.models.core import HANDS, TABLE, Event, Line, Record, turn, view
from aparte.models.games import OWN
from aparte.models.record import blank, read, write, write_event
from aparte.models.words import say
from aparte.sessions import telling
from aparte.sessions.answers import Accepted, Asks, Deferred, Refused, Stale
from aparte.sessions.hosting import PENDING
from aparte.sessions.ledger import SavedLedger
from aparte.sessions.store import FILE, opened
from aparte.sessions.telling import CLASH, ONCE, WHOLE
from aparte.solver.play.coach import choices
from tests.sessions.evening import (
    PLAYERS,
    Evening,
    all_told,
    before,
    before_each,
    begun,
    hosted,
    others_than,
    settled,
    told_but_of_bo,
    why_not,
    with_one_of,
)
from tests.stores import restored
from tests.tables import random_game

TOLD_AGAIN = Path(__file__).parent / "told_again.sql"
"""A game with real pieces, saved by an earlier version after a clash: Bo has told again."""


# what is told


@pytest.mark.parametrize("game", ["onstage", "overseers"])
def test_what_people_tell_is_the_game_that_they_play(game: str) -> None:
    evening, host = begun(game)
    while evening.step():
        pass
    assert host.over
    assert [e for _, e in host.record.events] == [e for _, e in evening.truth.events]
    assert read(write(host.record)) == host.record


@pytest.mark.soak
def test_bards_is_told_to_its_end() -> None:
    evening, host = begun("bards")
    while evening.step():
        pass
    assert host.over


@pytest.mark.parametrize("game", OWN)
def test_a_seat_sees_of_real_pieces_what_its_own_record_would_have(game: str) -> None:
    evening, host = begun(game)
    for _ in range(30):
        if not evening.step():
            break
    for who in (*PLAYERS, TABLE):
        own = view(host.record, who)
        assert own == host.view(who) and read(write(own)).lines == own.lines


def hands_asked(game: str) -> Evening:
    """Return a game in which all are asked for their hands."""
    evening, _ = begun(game)
    evening.until_hands()
    return evening


def test_hands_are_told_at_once_and_written_in_the_order_of_seats() -> None:
    evening = hands_asked("onstage")
    host = evening.host
    assert host.awaited() == PLAYERS
    before = host.record
    evening.step("Cy")
    assert host.record == before and host.chosen() == ("Cy",)
    assert host.question("Cy").sealed.startswith("deal Cy ")
    assert all("deal" not in write(host.view(other)) for other in ("Ana", "Bo", TABLE))
    evening.step("Ana", "Bo")
    deals = [event for _, event in host.record.events if event.verb == "deal"]
    assert [event.words for event in deals] == [("Ana",), ("Bo",), ("Cy",)]
    assert "deal Cy ?" in write(host.view("Ana")) and "deal Cy ?" not in write(host.view("Cy"))


def test_a_count_that_is_wrong_is_refused_and_so_is_a_piece_that_is_not_told() -> None:
    evening = hands_asked("onstage")
    assert "12" in why_not(evening.says("Bo", evening.line("Bo").rsplit(" ", 1)[0]))
    assert isinstance(evening.says("Bo", f"deal Bo {'?' * 12}"), Refused)
    assert hands_asked("overseers").says("Bo", f"deal Bo {'?' * 6}") == Refused(WHOLE)


def test_a_piece_can_be_told_as_often_as_there_can_be_of_it() -> None:
    host = hands_asked("overseers").host
    assert all(dict(host.question(player).draw.pieces)["H"] > 1 for player in PLAYERS)


@pytest.mark.parametrize(
    ("game", "seed"), [("onstage", 2), ("adresses-jaunes", 2), ("overseers", 22), ("bards", 1)]
)
def test_all_that_is_truly_drawn_can_be_tapped_at_the_laptop_too(game: str, seed: int) -> None:
    evening, host = begun(game, seed)
    for _ in range(70):
        for player in (*host.awaited(), TABLE):
            question = host.question(player)
            if question and question.draw is not None and question.draw.size:
                line = evening.line(player, question).removeprefix(question.draw.head)
                assert not Counter(line.split()) - Counter(dict(question.draw.pieces))
        if not evening.step():
            break


@pytest.mark.parametrize(("seed", "number"), [(51, 114), (52, 126)])
def test_nobody_is_asked_for_what_they_have_put_on_top_and_draw_alone(
    seed: int, number: int
) -> None:
    truth = random_game("bards", 3, seed)
    drawn = dict(truth.events)[number]
    assert len(drawn.outcome) == 1 and drawn.actor == "Bo"
    before = max(n for n, event in truth.events if n < number and event.verb == "passes")
    evening, host = hosted(view(truth, HANDS).until(before - 1), truth=truth)
    evening.step("Bo")
    while "Bo" not in host.awaited():
        evening.step()
    assert host.record.until(number) == view(truth, HANDS).until(number)
    draw = host.question("Bo").draw
    assert draw.size == 3 and draw.head == "Bo draws"


# what came of a choice


def test_what_came_of_a_choice_follows_where_all_hands_are_told() -> None:
    evening, host = begun("adresses-jaunes", until="pawn")
    before = host.record.last
    player = evening.step()
    event = dict(host.record.events)[before + 1]
    assert event.actor == player and event.outcome


@pytest.mark.parametrize("game", ["adresses-jaunes", "overseers"])
def test_where_all_is_told_it_is_sure_what_comes_of_a_choice(game: str) -> None:
    found = 0
    for record, event in before_each(game, 4, range(4)):
        assert HOLE not in (*event.words, *event.outcome)
        if event.actor and event.outcome and isinstance(turn(record), tuple):
            found += 1
            evening, host = hosted(record)
            evening.all_say({event.actor: write_event(record, event.head)})
            assert event in dict(host.record.events).values()
    assert found


def test_what_only_a_silent_player_knows_came_of_a_choice_is_asked() -> None:
    evening, host = begun("adresses-jaunes")
    host.pieces.be_silent("Bo", True)
    evening.step("", "Ana", "Cy")
    assert settled(lambda: host.pieces.note("Bo disc h1 = 1")) == Accepted()
    evening.step("Ana", "Cy")
    for holder in ("Cy", "Bo"):
        tile, other = evening.dealt(holder).split()[2:4]
        assert evening.says("Ana", f"Ana pawn {tile}") == Accepted()
        assert host.awaited() == ("Ana",) and host.question("Cy") is None
        draw = host.question("Ana").draw
        assert draw.size == 1
        assert {piece for piece, _ in draw.pieces} == {"nobody", "Bo", "Cy"}, "Ana knows hers"
        if holder == "Cy":
            assert host.choose_again("Ana") == Accepted()
    assert host.choose_again("Ana") == Accepted() and host.question("Ana").moves[0].outcome == ()
    assert evening.says("Ana", f"Ana pawn {tile}") == Accepted()
    assert isinstance(evening.says("Ana", f"Ana pawn {tile} = Ana"), Refused), "Ana knows that"
    assert evening.says("Ana", f"Ana pawn {other} = Bo") == Stale()
    line = f"Ana pawn {tile} = Cy"
    assert evening.says("Ana", line) == Asks("Ana")
    assert settled(lambda: host.pieces.settle("Cy", host.pieces.key, True)) == Accepted()
    assert line in write(host.record)
    assert host.pieces.is_asked_alone("Cy") and not host.tellings.clash


@pytest.mark.parametrize("silent", [False, True])
def test_whether_one_is_asked_what_came_of_a_choice_tells_nothing(silent: bool) -> None:
    truth = before("pawn", random_game("adresses-jaunes", 3, 1), "Ana")
    others = others_than(truth)

    def asks(record: Record, move: Event) -> object:
        """Return what Ana is asked after `move`."""
        lines = view(record, HANDS).lines
        if silent:
            lines = tuple(map(unheard, lines))
        _, host = hosted(view(record, HANDS).with_lines(lines))
        host.pieces.be_silent("Bo", silent)
        host.choose("Ana", host.question("Ana").key, write_event(record, move))
        return host.question("Ana").draw if host.awaited() == ("Ana",) else None

    for move in choices(view(truth, "Ana")):
        assert len({asks(record, move) for record in (truth, *others)}) == 1
        assert bool(asks(truth, move)) == silent


def unheard(line: Line) -> Line:
    """Return a line of a record in which Bo has not told what he was dealt."""
    event = line.event
    if event is None or event.verb != "deal" or event.words != ("Bo",):
        return line
    return replace(line, event=replace(event, outcome=(HOLE,) * len(event.outcome)))


# clashes


@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes"])
def test_hands_are_compared_when_the_last_has_told_and_all_hear_of_it(game: str) -> None:
    evening, host = begun(game)
    true = {player: evening.dealt(player) for player in PLAYERS}
    wrong = with_one_of(true["Bo"], true["Ana"])
    evening.hands_told(Bo=wrong)
    assert not host.tellings.clash, "each is told that it was taken, whatever the others hold"
    host.go_on()
    assert host.tellings.clash and host.tellings.clashes == 1 and host.awaited() == ()
    assert "deal" not in write(host.record) and "# clash" in write(host.record)
    assert read(write(host.record)) == host.record
    for player in PLAYERS:
        assert host.question(player) is None
        assert host.choose(player, f"{host.at}s", true["Ana"]) == Stale()
        assert host.choose_again(player) == Stale() and host.take_back(player) == Refused(CLASH)
        assert host.pieces.note("Ana plays K1", player) == Refused(CLASH)
    host.pieces.open()
    assert host.awaited() == PLAYERS
    drafts = {player: host.question(player).draw.told for player in PLAYERS}
    assert drafts == {**true, "Bo": wrong}
    evening.hands_told()
    host.go_on()
    assert not host.tellings.clash and host.tellings.clashes == 1
    assert true["Bo"] in write(host.record)


def test_a_game_that_an_earlier_version_left_with_a_clash_goes_on() -> None:
    evening, host = begun("onstage")
    evening.until_hands()
    host._ledger.keep_apart("clash", f"0.{host.record.last} Ana Bo")
    _, again = hosted(host._ledger)
    assert not again.tellings.clash and again.awaited() == PLAYERS


def test_a_game_that_an_earlier_version_saved_while_all_told_again_goes_on(tmp_path: Path) -> None:
    with opened(restored(TOLD_AGAIN, tmp_path / FILE)) as store:
        evening, host = hosted(SavedLedger(store, store.game(1)))
        assert host.awaited() == ("Ana", "Cy") and host.chosen() == ("Bo",)
        assert host.tellings.silent == ("Dai",) and host.tellings.clashes == 1
        assert host.question("Ana").draw.told == "deal Ana 1T 2P 9T"
        evening.all_say({"Ana": "deal Ana 1T 2P 4P", "Cy": "deal Cy 3P 4R 6R"})
        assert not host.tellings.clash and "deal Bo 7R 7T 9T" in write(host.record)
        assert host.awaited() == (*PLAYERS, "Dai")


def test_all_is_kept_what_a_program_that_is_killed_had_been_told(tmp_path: Path) -> None:
    with opened(tmp_path / "games.sqlite3") as store:
        saved = store.add(blank("onstage", 3, Seat=HANDS))
        assert saved.open_hands
        evening, host = hosted(SavedLedger(store, saved), truth=random_game("onstage", 3, 1))
        evening.step("", "", "Cy")
        host.pieces.be_silent("Bo", True)
        later, again = hosted(SavedLedger(store, store.game(saved.id)))
        assert again.record == host.record and again.chosen() == ("Cy",)
        assert again.tellings.silent == ("Bo",) and again.awaited() == ("Ana",)
        wrong = with_one_of(evening.dealt("Ana"), evening.dealt("Cy"))
        assert later.says("Ana", wrong) == Accepted()
        again.go_on()
        assert again.tellings.clash
        later, again = hosted(SavedLedger(store, store.game(saved.id)))
        assert again.tellings.clash and again.tellings.clashes == 1 and again.awaited() == ()
        again.pieces.open()
        assert again.question("Ana").draw.told == wrong and again.awaited() == ("Ana", "Cy")


def test_whoever_is_silent_at_last_is_not_waited_for() -> None:
    evening, host = begun("adresses-jaunes")
    evening.step()
    of_ana = evening.dealt("Ana")
    evening.all_say({"Ana": of_ana, "Bo": with_one_of(evening.dealt("Bo"), of_ana)})
    host.go_on()
    assert not host.tellings.clash and host.awaited() == ("Cy",)
    host.pieces.be_silent("Cy", True)
    host.go_on()
    assert host.tellings.clash


# corrections


def test_a_phone_that_comes_in_the_middle_tells_what_was_dealt() -> None:
    evening, host = told_but_of_bo()
    host.pieces.be_silent("Bo", False)
    (told,) = host.pieces.told_by("Bo")
    assert "?" in told.line and told.draw.size == 12
    line = evening.dealt("Bo")
    assert isinstance(host.pieces.tell_again("Bo", told.number, told.line), Refused)
    assert host.pieces.tell_again("Bo", told.number, line) == Accepted()
    assert host.view("Bo").state.hands["Bo"].whole and host.tellings.corrections == {"Bo": 1}
    assert host.pieces.tell_again("Bo", told.number - 1, line) == Stale()


def spare(truth: Record) -> str:
    """Return a tile of Les Adresses Jaunes that nobody has and that does not lie open."""
    named = {word for _, e in truth.events if e.verb in ("deal", "revealed") for word in e.outcome}
    return next(tile for tile in truth.game.box.tiles if tile not in named)


def test_what_was_told_wrong_is_told_anew_once_before_the_laptop_opens_it() -> None:
    evening, host = begun("adresses-jaunes")
    true, nobodys = evening.dealt("Bo"), spare(evening.truth)
    evening.hands_told(Bo=" ".join((*true.split()[:-1], nobodys)))
    host.go_on()
    (told,) = host.pieces.told_by("Bo")
    assert nobodys in told.line
    assert host.pieces.tell_again("Bo", told.number, told.line) == Accepted()
    assert not host.tellings.corrections
    assert host.pieces.tell_again("Bo", told.number, true) == Accepted()
    assert host.tellings.corrections == {"Bo": 1} and true in write(host.record)
    assert "# told anew by Bo\n" in write(host.record) and host.awaited() == PLAYERS
    assert read(write(host.record)) == host.record
    assert host.pieces.tell_again("Bo", told.number, told.line) == Refused(ONCE)
    assert host.tellings.can_be_opened
    host.pieces.open()
    assert host.pieces.tell_again("Bo", told.number, told.line) == Accepted()
    assert host.tellings.corrections == {"Bo": 2}
    assert "# told anew by Bo, Bo\n" in write(host.record)


def test_a_correction_leaves_what_others_have_sealed() -> None:
    evening, host = begun("overseers", until="picks")
    for player in ("Ana", "Bo"):
        assert evening.says(player, evening.move(player)) == Accepted()
    record = host.record
    (told,) = host.pieces.told_by("Ana")
    dealt = dict(record.events)[told.number]
    spare = next(
        replace(dealt, outcome=tuple(sorted((kind, *dealt.outcome[1:]))))
        for kind, most in told.draw.pieces
        if kind != dealt.outcome[0]
        and sum(e.outcome.count(kind) for _, e in record.events if e.verb == "deal") < most
    )
    assert host.pieces.tell_again("Ana", told.number, write_event(record, spare)) == Accepted()
    assert host.chosen() == ("Bo",), "who has told anew picks again"


def test_what_is_corrected_and_clashes_is_told_again_by_all_who_told() -> None:
    evening, host = all_told()
    true = {player: evening.dealt(player) for player in PLAYERS}
    (told,) = host.pieces.told_by("Ana")
    wrong = with_one_of(true["Ana"], true["Bo"])
    assert host.pieces.tell_again("Ana", told.number, wrong) == Refused(CLASH)
    assert host.tellings.clash and host.awaited() == ()
    host.pieces.open()
    assert host.awaited() == PLAYERS and host.question("Ana").draw.told == wrong
    for player in ("Cy", "Bo"):
        assert evening.says(player, true[player]) == Accepted() and host.question(player).sealed
    assert host.choose_again("Cy") == Accepted() and host.awaited() == ("Ana", "Cy")
    evening.all_say({"Cy": true["Cy"], "Ana": wrong})
    assert host.tellings.clash and host.tellings.clashes == 2
    host.pieces.open()
    evening.all_say(true)
    assert not host.tellings.clash and host.awaited() == PLAYERS and host.tellings.clashes == 2
    assert all(line in write(host.record) for line in true.values())


def test_two_who_have_told_each_others_piece_can_put_it_right() -> None:
    evening, host = begun("adresses-jaunes")
    true = {player: evening.dealt(player) for player in PLAYERS}
    evening.hands_told(
        Ana=with_one_of(true["Ana"], true["Bo"]),
        Bo=with_one_of(true["Bo"], true["Ana"]),
    )
    host.go_on()
    assert not host.tellings.clash
    (told,) = host.pieces.told_by("Ana")
    assert host.pieces.tell_again("Ana", told.number, true["Ana"]) == Refused(CLASH)
    host.pieces.open()
    evening.all_say(true)
    assert not host.tellings.clash and true["Bo"] in write(host.record)


def test_who_told_a_piece_that_is_seen_elsewhere_is_asked_alone() -> None:
    evening, host = told_but_of_bo("plays", "Bo")
    of_ana = next(
        card
        for card in evening.hand("Ana")
        if settled(lambda card=card: host.pieces.note(f"Bo plays {card}")) == Accepted()
    )
    assert f"Bo plays {of_ana}" in write(host.record) and not host.tellings.clash
    assert [who for who in PLAYERS if host.pieces.is_asked_alone(who)] == ["Ana"]
    assert "deal Ana ?" in write(host.record)
    (told,) = host.pieces.told_by("Ana")
    assert told.again and of_ana in told.line
    lines = (told.line.replace(of_ana, card) for card in sorted(evening.dealt("Bo").split()[2:]))
    right = next(
        line
        for line in lines
        if not isinstance(telling.told_again(host.view("Ana"), told.number, line), Refused)
    )
    assert host.pieces.tell_again("Ana", told.number, right) == Accepted()
    assert not host.pieces.is_asked_alone("Ana")


def test_what_a_seat_is_asked_does_not_tell_that_somebody_is_asked_alone() -> None:
    evening, host = all_told()
    evening.all_say({who: evening.move(who) for who in PLAYERS})
    tile = evening.dealt("Bo").split()[2]
    assert host.pieces.note(f"Ana pawn {tile} = Cy") == Accepted()
    assert host.pieces.is_asked_alone("Bo")
    assert evening.says("Cy", evening.move("Cy", but=tile)) == Refused(CLASH)
    assert host.tellings.clash, "now all hear of it"
    host.pieces.open()
    assert set(host.awaited()) == set(PLAYERS)


# what is thought meanwhile


def test_no_worlds_are_counted_while_all_phones_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    from aparte.solver.engine import fitting

    def counted(*_: object) -> None:
        raise AssertionError("this can take seconds")

    monkeypatch.setattr(fitting, "counted", counted)
    evening, host = begun("onstage")
    host.pieces.be_silent("Bo", True)
    assert evening.step() and evening.step()


def test_an_answer_belongs_to_the_game_that_it_was_asked_of() -> None:
    evening, host = told_but_of_bo("plays")
    (player,) = host.awaited()
    key, line = host.question(player).key, evening.line(player)
    written = (write_event(host.record, move) for move in host.question(player).moves)
    other = next(each for each in written if each != line)
    before, first = host.record, host.choose(player, key, line)
    assert isinstance(first, Deferred) and host.record == before
    why = say("why it cannot be")
    first.learnt(why)
    assert isinstance(host.choose(player, key, other), Deferred), "of another line"
    assert host.choose(player, key, line) == Refused(why) and host.record == before
    assert settled(lambda: host.choose(player, key, other)) == Accepted()
    first.learnt(None)
    assert host.choose(player, key, line) == Stale(), "the game has gone on meanwhile"


# what all agree to take back


def test_all_must_agree_to_take_back_what_was_told() -> None:
    evening, host = begun("onstage", until="plays")
    player = evening.step()
    number = host.record.last
    assert isinstance(host.take_back(player, told=True), Asks)
    wanted, key = host.proposal.wanted, host.proposal.key
    for other in PLAYERS:
        host.agree(other, key)
    assert host.proposal is None and host.awaited() == (player,)
    assert number >= wanted.line


def test_what_is_still_sealed_is_opened_without_asking_anybody() -> None:
    evening, host = begun("overseers", 2, until="picks")
    evening.step("Bo")
    before = host.record
    assert host.take_back("Bo") == Accepted() and host.proposal is None
    assert host.record == before and host.chosen() == () and "Bo" in host.awaited()


def test_what_somebody_has_proposed_is_not_dropped_for_what_another_proposes() -> None:
    host = all_told()[1]
    assert host.take_back("Bo", told=True) == Asks("Bo")
    assert host.agree("Ana", host.proposal.key) == Accepted()
    before = host.proposal
    assert host.take_back("Ana") == Refused(PENDING) and host.proposal == before
    assert host.take_back("Bo", told=True) == Asks("Bo"), "one may ask anew oneself"
    assert host.decline("Cy", host.proposal.key) == Accepted()
    assert host.take_back("Ana", told=True) == Asks("Ana")


def test_a_line_that_is_about_a_player_is_not_that_players_to_take_back() -> None:
    truth = random_game("overseers", 3, 7)
    about = [(n, e) for n, e in truth.events if e.actor and e.words[:1] and e.words[0] in PLAYERS]
    assert about
    for number, event in about[:3]:
        evening, host = hosted(view(truth.until(number), HANDS))
        taken = dict(host.record.events)[evening.wants_back(event.words[0]).line]
        assert taken.actor in ("", event.words[0])


def test_a_false_play_stops_nobody_once_it_is_taken_back() -> None:
    evening, host = told_but_of_bo("plays", "Bo")
    before, true = host.record.events, evening.dealt("Ana")
    lines = (f"Bo plays {card}" for card in evening.hand("Ana"))
    assert any(settled(partial(host.pieces.note, line, "Bo")) == Accepted() for line in lines)
    (told,) = [each for each in host.pieces.told_by("Ana") if each.again]
    refused = host.pieces.tell_again("Ana", told.number, true)
    assert isinstance(refused, Refused), "it lies in the open"
    evening.takes_back("Bo")
    assert host.pieces.tell_again("Ana", told.number, true) == Accepted()
    assert not host.pieces.is_asked_alone("Ana")
    assert list(host.record.events) == list(before) and host.awaited() == ("Bo",)


def test_a_false_line_that_all_have_told_about_again_is_taken_back_all_the_same() -> None:
    evening, host = all_told()
    true = {player: evening.dealt(player) for player in PLAYERS}
    evening.all_say({who: evening.move(who) for who in PLAYERS})
    tile = true["Bo"].split()[2]
    assert host.pieces.note(f"Ana pawn {tile} = Cy") == Accepted()
    assert evening.says("Cy", evening.move("Cy", but=tile)) == Refused(CLASH)
    assert host.take_back("Ana") == Refused(CLASH)
    host.pieces.open()
    assert isinstance(evening.says("Bo", true["Bo"]), Refused), "it lies in the open"
    evening.takes_back("Ana")
    evening.all_say(true)
    host.go_on()
    assert not host.tellings.clash and true["Bo"] in write(host.record)
    first = host.awaited()[0]
    assert evening.says(first, evening.move(first)) == Accepted()


def test_what_others_told_stays_told_when_one_takes_a_hand_back() -> None:
    evening, host = begun("overseers", 2, until="picks")
    evening.step("Bo")
    assert host.chosen() == ("Bo",)
    wanted = evening.wants_back("Ana")
    (gone,) = (write_event(host.view(TABLE), each.event) for each in wanted.gone if each.event)
    assert gone.startswith("deal Ana") and wanted.tellers == ()
    (lost,) = host.losses(wanted)
    assert "chose" in str(lost) and str(lost).endswith("Bo.")
    evening.takes_back("Ana")
    assert host.awaited() == ("Ana",) and host.chosen() == ("Bo", "Cy")
    evening.step("Ana")
    evening.until("picks")
    assert all(evening.dealt(other) in write(host.record) for other in ("Bo", "Cy"))


def test_what_others_told_stays_told_while_somebody_tells_again() -> None:
    evening, host = all_told()
    evening.takes_back("Bo")
    assert host.awaited() == ("Bo",) and host.chosen() == ("Cy",)
    assert host.losses(evening.wants_back("Ana")) == ()
    evening.takes_back("Ana")
    assert host.awaited() == ("Ana", "Bo") and host.chosen() == ("Cy",)
    evening.step("Ana", "Bo")
    assert all(evening.dealt(player) in write(host.record) for player in PLAYERS)


def test_hands_told_again_behind_a_line_of_nobody_are_named_before_anybody_agrees() -> None:
    evening, host = begun("overseers", 2)
    evening.step("", "", "Bo")
    (lost,) = host.losses(evening.wants_back("Ana"))
    assert str(lost) == "What was told of the pieces is told again: Bo."


def test_what_is_told_of_a_takeback_does_not_depend_on_what_others_hold() -> None:
    truth = before("picks", random_game("overseers", 3, 2))

    def told(record: Record) -> object:
        evening, host = hosted(view(record, HANDS))
        evening.says("Bo", evening.move("Bo"))
        wanted = evening.wants_back("Ana")
        said = wanted.heading, wanted.numbers, host.losses(wanted)
        evening.takes_back("Ana")
        return *said, host.awaited(), host.chosen(), host.question("Ana").draw, host.view(TABLE)

    assert all(told(other) == told(truth) for other in others_than(truth))
