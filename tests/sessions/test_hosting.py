"""Many seats at once: what is sealed, what is stale, what all must agree to, what survives."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from aparte.contract.twins import twins
from aparte.models.core import TABLE, view
from aparte.models.games import OWN
from aparte.models.record import write, write_event
from aparte.sessions.answers import Accepted, Asks, Refused, Stale
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger, SavedLedger
from aparte.sessions.pieces import DealtPieces
from aparte.sessions.play import is_practice
from aparte.sessions.seats import WATCH, Seats
from aparte.sessions.store import opened
from aparte.solver.play.coach import bots
from aparte.solver.play.deal import new_deal, sealed
from tests.tables import blank, random_game


def hosting(game: str, players: int = 4, seed: int = 5, **seats: str) -> Hosting:
    deal = new_deal(seed)
    ledger = Ledger(sealed(blank(game, players), deal), seats, deal.seed)
    host = Hosting(ledger, DealtPieces(bots(game)))
    host.go_on()
    return host


def lines(host: Hosting, player: str) -> list[str]:
    moves = host.question(player).moves
    return [write_event(host.record, move) for move in moves if move.actor]


def chooses(host: Hosting, player: str, at: int = 0) -> object:
    return host.choose(player, host.question(player).key, lines(host, player)[at])


def after_one_choice() -> tuple[Hosting, str]:
    """Return a game of four in which somebody has chosen, and who that is."""
    host = hosting("onstage")
    (player,) = host.awaited()
    chooses(host, player)
    return host, player


def in_the_draft(players: int = 4) -> Hosting:
    """Return a game whose first pick everybody makes at once."""
    for seed in range(20):
        host = hosting("overseers", players, seed)
        while not host.chosen() and len(host.awaited()) < players:
            chooses(host, host.awaited()[0], -1)
            host.go_on()
        if len(host.awaited()) == players:
            return host
    raise AssertionError("no such game")


@pytest.mark.parametrize("game", OWN)
def test_a_game_is_played_to_its_end_by_whoever_is_awaited(game: str) -> None:
    host, rng = hosting(game, 3), Random(1)
    for _ in range(400):
        if host.over:
            break
        player = rng.choice(host.awaited())
        assert isinstance(chooses(host, player, rng.randrange(len(lines(host, player)))), Accepted)
        host.go_on()
    assert host.over and host.question("Ana") is None


def test_secret_choices_are_asked_at_once_and_written_in_the_order_of_seats() -> None:
    records = []
    for order in (("Ana", "Bo", "Cy", "Dai"), ("Dai", "Bo", "Cy", "Ana")):
        host = in_the_draft()
        before = host.record
        for player in order[:-1]:
            assert chooses(host, player) == Accepted()
            assert player in host.chosen() and player not in host.awaited()
            host.go_on()
            assert host.record == before, "nothing is written before all have chosen"
        assert chooses(host, order[-1]) == Accepted()
        host.go_on()
        new = host.record.lines[len(before.lines) :][:4]
        assert [line.event.actor for line in new if line.event] == ["Ana", "Bo", "Cy", "Dai"]
        records.append(write(host.record))
    assert records[0] == records[1]


def test_votes_that_the_rules_write_one_after_the_other_are_made_at_once() -> None:
    host, rng = hosting("overseers", 3), Random(2)
    for _ in range(300):
        if len(host.awaited()) > 1 and host.question("Ana").moves[0].verb == "votes":
            break
        player = rng.choice(host.awaited())
        chooses(host, player, rng.randrange(len(lines(host, player))))
        host.go_on()
    assert host.awaited() == ("Ana", "Bo", "Cy")
    assert lines(host, "Cy") == ["Cy votes Ana", "Cy votes Bo"]


def test_a_choice_that_others_wait_for_can_be_opened_again() -> None:
    host = in_the_draft()
    chooses(host, "Bo")
    question = host.question("Bo")
    assert question.sealed and host.choose("Bo", question.key, question.sealed) == Stale()
    assert host.choose_again("Bo") == Accepted()
    assert host.choose_again("Bo") == Stale()
    assert not host.question("Bo").sealed and host.chosen() == ()


def test_bots_choose_with_the_people() -> None:
    host = hosting("overseers", 3, 5, Bo="random", Cy="random")
    for _ in range(30):
        assert host.awaited().count("Ana") and chooses(host, "Ana") == Accepted()
        host.go_on()
        if host.over:
            break
    assert any(event.actor == "Bo" for _, event in host.record.events)


def test_a_move_is_stale_once_the_seat_is_asked_something_else() -> None:
    host = hosting("onstage")
    (player,) = host.awaited()
    key, line = host.question(player).key, lines(host, player)[0]
    assert host.choose(player, key, line) == Accepted()
    assert host.choose(player, key, line) == Stale(), "a second tap moves nobody"
    other = next(each for each in host.players if each not in (player, *host.awaited()))
    assert host.choose(other, key, line) == Stale()


def test_what_others_do_who_are_free_as_well_makes_no_move_stale() -> None:
    host = hosting("adresses-jaunes")
    key, line = host.question("Cy").key, lines(host, "Cy")[0]
    assert chooses(host, "Ana") == Accepted() and chooses(host, "Bo") == Accepted()
    assert host.choose("Cy", key, line) == Accepted()


def test_a_wrong_line_is_answered_by_what_its_seat_sees() -> None:
    host = hosting("onstage")
    (player,) = host.awaited()
    key = host.question(player).key
    for line in (
        "",
        "zz",
        "plays",
        f"{player} plays ?",
        "x" * 2000,
        "plays \x1b[2J",
        "result Ana 3",
    ):
        assert isinstance(host.choose(player, key, line), Refused)


def test_nothing_is_taken_back_before_all_agree_and_then_all_that_followed_is() -> None:
    host = hosting("onstage")
    (player,) = host.awaited()
    before, key, line = host.record, host.question(player).key, lines(host, player)[0]
    assert isinstance(host.take_back(player), Refused)
    chooses(host, player)
    (second,) = host.awaited()
    chooses(host, second)
    assert host.take_back(player) == Asks(player)
    proposal = host.proposal
    assert proposal is not None and proposal.player == player
    others = [each for each in host.players if each != player]
    for each in others[:-1]:
        host.agree(each, proposal.key)
        assert host.record != before
    assert host.agree(others[-1], 0) == Stale()
    host.agree(others[-1], proposal.key)
    assert list(host.record.events) == list(before.events) and host.proposal is None
    assert host.choose(player, key, line) == Stale(), "sent before the choice was taken back"


def test_a_seat_taken_back_past_what_bots_have_shown_is_asked_itself_and_only_then() -> None:
    host = hosting("onstage", 3, Bo="random", Cy="random")
    chooses(host, "Ana")
    host.go_on()
    before = host.record
    answer = host.take_back("Ana")
    assert isinstance(answer, Asks) and "practice" in str(answer.words)
    assert host.record == before and host.proposal is not None and not host.proposal.agreed
    line = host.proposal.key
    assert host.decline("Ana", line) == Accepted() and host.record == before
    assert isinstance(host.take_back("Ana"), Asks) and host.agree("Ana", line) == Accepted()
    assert is_practice(host.record)


def test_what_a_bot_has_shown_stays_so_when_its_seat_is_given_back() -> None:
    host = hosting("onstage", 3)
    (first,) = host.awaited()
    host.hand_over(next(each for each in host.players if each != first), "random")
    chooses(host, first)
    (bot,) = host.bots
    host.go_on()
    while all(event.actor != bot for _, event in host.record.events):
        chooses(host, host.awaited()[0])
        host.go_on()
    host.hand_over(bot, "")
    answer = host.take_back(first)
    assert isinstance(answer, Asks) and "practice" in str(answer.words)


def test_one_who_declines_stops_it_and_so_does_a_move() -> None:
    host, player = after_one_choice()
    host.take_back(player)
    assert host.decline("Bo", host.proposal.key) == Accepted() and host.proposal is None
    host.take_back(player)
    chooses(host, host.awaited()[0])
    assert host.proposal is None


@pytest.mark.parametrize("by", ["other", TABLE, ""])
def test_whoever_asked_is_told_that_nothing_came_of_it_until_they_choose_again(by: str) -> None:
    host, player = after_one_choice()
    other = host.awaited()[0]
    host.take_back(player)
    assert host.proposal is not None and host.declined(player) is None
    by = other if by == "other" else by
    if by:
        host.decline(by, host.proposal.key)
    else:
        chooses(host, other)
    told = host.declined(player)
    assert told is not None and told.by == by and host.declined(other) is None
    while host.awaited() != (player,):
        chooses(host, host.awaited()[0])
    assert host.declined(player) == told
    chooses(host, player)
    assert host.declined(player) is None


def test_whoever_withdraws_what_they_asked_for_is_told_nothing() -> None:
    host, player = after_one_choice()
    for _ in range(2):
        host.take_back(player)
        assert host.proposal is not None and host.declined(player) is None
        host.decline(player, host.proposal.key)
        assert host.proposal is None and host.declined(player) is None


def test_what_all_have_agreed_to_is_not_told_as_declined() -> None:
    host, player = after_one_choice()
    host.take_back(player)
    for each in host.players:
        host.agree(each, host.record.last if host.proposal is None else host.proposal.key)
    assert host.proposal is None and host.declined(player) is None


def test_a_bot_takes_a_seat_over_and_gives_it_back() -> None:
    host = hosting("onstage", 3)
    (player,) = host.awaited()
    host.hand_over(player, "random")
    assert player not in host.people
    host.go_on()
    assert host.awaited()[0] != player
    host.hand_over(player, "")
    assert player in host.people


def test_what_was_sealed_before_a_bot_took_over_does_not_come_back() -> None:
    host = in_the_draft()
    ledger = host._ledger
    chooses(host, "Bo")
    host.hand_over("Bo", "random")
    host.hand_over("Bo", "")
    assert host.chosen() == () and not host.question("Bo").sealed
    assert Hosting(ledger, DealtPieces(bots("overseers"))).chosen() == ()


def test_a_bot_that_is_free_beside_people_acts_when_it_is_let() -> None:
    host = hosting("adresses-jaunes", 3, 5, Bo="random")
    deed = host.let("Bo")
    assert deed is not None and host.let("Ana") is None
    events = deed.events()
    assert host.carry_out(deed, events) and not host.carry_out(deed, events)
    assert "Bo" not in host.awaited()


def test_a_kill_loses_no_choice_and_doubles_none(tmp_path: Path) -> None:
    path, deal = tmp_path / "games.sqlite3", new_deal(7)
    with opened(path) as store:
        saved = store.add(sealed(blank("overseers", 3), deal), {}, deal)
        host = Hosting(SavedLedger(store, saved), DealtPieces(bots("overseers")))
        host.go_on()
        while len(host.awaited()) < 3:
            chooses(host, host.awaited()[0], -1)
            host.go_on()
        key, line = host.question("Bo").key, lines(host, "Bo")[0]
        host.choose("Bo", key, line)
    with opened(path) as store:
        host = Hosting(SavedLedger(store, store.game(saved.id)), DealtPieces(bots("overseers")))
        host.go_on()
        assert host.chosen() == ("Bo",) and host.question("Bo").sealed == line
        assert host.choose("Bo", key, line) == Stale()
        chooses(host, "Ana")
        chooses(host, "Cy")
        host.go_on()
        written = write(host.record)
    with opened(path) as store:
        again = Hosting(SavedLedger(store, store.game(saved.id)), DealtPieces(bots("overseers")))
        assert write(again.record) == written and again.chosen() == ()


@pytest.mark.parametrize("game", OWN)
def test_twins_ask_a_seat_the_same(game: str) -> None:
    rng, found = Random(3), 0
    for cut in (12, 40):
        whole = random_game(game, 3, 1)
        record = whole.with_lines(whole.lines[: min(cut, len(whole.lines) - 2)])
        for twin in twins(record, "Ana", rng, tries=3):
            assert view(twin, "Ana") == view(record, "Ana")
            ledgers = [Ledger(each, {}, "0") for each in (record, twin)]
            hosts = [Hosting(ledger, DealtPieces(bots(game))) for ledger in ledgers]
            if hosts[0].view("Ana") != hosts[1].view("Ana"):
                continue  # what is drawn next has shown Ana the difference
            found += 1
            questions = [each.question("Ana") for each in hosts]
            assert questions[0] == questions[1]
            assert hosts[0].awaited() == hosts[1].awaited()
            assert hosts[0].view(TABLE) == hosts[1].view(TABLE)
    assert found


# who sits where


def test_an_address_is_spent_by_whoever_sits_down() -> None:
    seats = Seats(hosting("onstage")._ledger, ("Ana", "Bo"))
    secret = seats.secret("Ana")
    assert secret is not None and len(secret) >= 22
    assert seats.opened_by(secret) == "Ana" and not seats.is_taken("Ana")
    sat = seats.sit(secret)
    assert sat is not None and sat.place == "Ana" and seats.place_of(sat.key) == "Ana"
    assert seats.sit(secret) is None and seats.secret("Ana") is None
    assert seats.place_of(secret) is None and seats.sit("") is None and seats.sit("é" * 50) is None


def test_a_seat_is_given_to_another_phone_and_the_first_is_out() -> None:
    seats = Seats(hosting("onstage")._ledger, ("Ana", "Bo"))
    first = seats.sit(seats.secret("Ana") or "")
    seats.unseat("Ana")
    second = seats.sit(seats.secret("Ana") or "")
    assert first and second and first.key != second.key
    assert seats.place_of(first.key) is None and seats.place_of(second.key) == "Ana"


def test_who_sits_is_known_after_a_kill_and_no_secret_is_saved(tmp_path: Path) -> None:
    path, deal = tmp_path / "games.sqlite3", new_deal(7)
    with opened(path) as store:
        saved = store.add(sealed(blank("onstage", 3), deal), {}, deal)
        seats = Seats(SavedLedger(store, saved), ("Ana", "Bo", "Cy"))
        sat = seats.sit(seats.secret("Bo") or "")
        secrets = [sat.key if sat else "", *(seats.secret(p) or "" for p in ("Ana", "Cy", WATCH))]
    with opened(path) as store:
        seats = Seats(SavedLedger(store, store.game(saved.id)), ("Ana", "Bo", "Cy"))
        assert seats.place_of(secrets[0]) == "Bo" and seats.secret("Ana") != secrets[1]
    kept = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert not any(secret.encode() in kept for secret in secrets)


def test_many_may_look_on_and_know_what_the_table_knows() -> None:
    seats = Seats(hosting("onstage")._ledger, ("Ana", "Bo"))
    code = seats.secret(WATCH) or ""
    keys = [sat.key for _ in range(70) if (sat := seats.sit(code))]
    assert seats.place_of(keys[-1]) == WATCH and seats.place_of(keys[0]) is None
