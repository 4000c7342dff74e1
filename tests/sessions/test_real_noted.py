"""Lines noted at the laptop or at a seat: who is asked about them, and what may stand."""

from __future__ import annotations

from functools import partial
from itertools import chain, islice
from random import Random

import pytest

from aparte.contract.twins import twins
from aparte.models.core import HANDS, TABLE, Record, turn, view
from aparte.models.games import OWN
from aparte.models.record import read, write, write_event
from aparte.sessions.answers import Accepted, Answer, Asks, AsksBack, Deferred, Refused, Stale
from aparte.sessions.hosting import Hosting
from aparte.sessions.telling import UNFIT
from aparte.solver.play.coach import choices
from tests.sessions.evening import (
    PLAYERS,
    Evening,
    all_told,
    before,
    before_each,
    begun,
    hosted,
    settled,
    told_but_of_bo,
    why_not,
    with_one_of,
)
from tests.tables import random_game


def is_asked(host: Hosting, player: str, noter: str, line: str) -> bool:
    """Tell whether `player` is asked about a line that `noter` has told."""
    asking = host.pieces.asking(player)
    return asking is not None and (asking.noter, asking.line) == (noter, line)


# at the laptop


def test_what_all_see_is_noted_at_the_laptop_and_judged_by_what_all_see() -> None:
    evening, host = begun("onstage")
    assert isinstance(host.pieces.note("zz"), Refused)
    assert host.pieces.note(write_event(host.record, evening.ahead()[0])) == Accepted()
    player = evening.until("plays")
    other = next(each for each in PLAYERS if each != player)
    assert player in why_not(host.pieces.note(f"{other} plays {evening.hand(other)[0]}"))
    assert host.pieces.note(evening.line(player)) == Accepted() and host.awaited() != (player,)


def test_a_line_is_noted_part_by_part_too() -> None:
    evening, host = begun("onstage")
    line = evening.ahead()[0]
    asks = host.pieces.note(" ".join(line.outcome[:5]))
    assert isinstance(asks, AsksBack) and str(asks.words).endswith("And 7 more?")
    assert host.pieces.note(" ".join(line.outcome[5:])) == Accepted()
    assert [event for _, event in host.record.events] == [line]


def test_a_line_that_nobody_can_note_yet_is_answered_with_who_has_still_to_tell() -> None:
    evening, host = begun("adresses-jaunes")
    assert "still to say" not in str(host.pieces.note("zz"))
    evening.until_hands()
    first, *others = host.awaited()
    assert evening.says(first, evening.line(first)) == Accepted()
    answer = why_not(host.pieces.note("zz"))
    assert answer.startswith(f"{', '.join(others)} ")
    assert "still to say at their own seat" in answer


def test_who_does_not_tell_plays_where_all_look_on() -> None:
    evening, host = told_but_of_bo()
    assert "deal Bo ?" in write(host.record)
    evening.until("plays", "Bo")
    line = evening.line("Bo")
    assert settled(lambda: host.pieces.note(line)) == Accepted() and line in write(host.record)
    assert read(write(host.record)) == host.record


def test_what_can_be_fished_for_at_the_laptop_costs_a_note_that_stays() -> None:
    dealt = before("disc", random_game("adresses-jaunes", 3, 1))
    others = (islice(twins(dealt, "Ana", Random(seed)), 2) for seed in range(4))
    hands = [dealt, *chain(*others)]
    shown = {len(fished(each)[0]) for each in hands}
    assert len(shown) > 1, "hands that differ in what is fished for"
    for each in hands:
        (*wrong, _), evening = fished(each)
        host = evening.host
        assert len(set(map(str, wrong))) <= 1, "what is asked about is answered in the same words"
        assert host.tellings.unfit == len(wrong) == write(host.record).count(UNFIT)
        evening.takes_back("Bo")
        evening.takes_back("Bo")
        assert host.tellings.unfit == len(wrong), "what it costs is not taken back"


def fished(record: Record) -> tuple[list[Answer], Evening]:
    """Return what the laptop is answered that seeks the number of a disc of Bo, and the game."""
    (evening, host), answers = hosted(view(record, HANDS)), list[Answer]()
    for number in range(7):
        answers.append(settled(partial(host.pieces.note, f"Bo disc h1 = {number}")))
        if answers[-1] == Accepted():
            return answers, evening
        assert host.pieces.settle(TABLE, host.pieces.key, False) == Accepted()
    raise AssertionError(record)


# a breach


def revoke() -> tuple[Hosting, str, str]:
    """Return Onstage where a player has to follow, who that is, and a play that does not."""
    evening, host = begun("onstage")
    for _ in range(60):
        player = evening.until("plays")
        legal = {move.words[0] for move in host.question(player).moves}
        for card in evening.hand(player):
            if card not in legal:
                return host, player, f"{player} plays {card}"
        evening.step()
    raise AssertionError("nobody has to follow")


def test_a_revoke_is_told_to_whoever_did_it_and_may_have_been_played() -> None:
    host, player, line = revoke()
    before, key = host.record, host.question(player).key
    assert "ON-" in why_not(host.choose(player, key, line))
    bare = line.split()[-1]
    assert host.may_stand(player, bare)
    for marked in (f"{bare} !", f"{line} !", f"{line} ?", "?", "!", line.replace(bare, "?")):
        assert isinstance(host.choose(player, key, marked), Refused)
        assert not host.may_stand(player, marked)
    assert host.record == before and host.may_stand(player, line)
    assert host.choose(player, key, line, sure=True) == Accepted()
    assert f"{line} !" in write(host.view(TABLE))


def test_what_would_make_the_table_impossible_is_not_offered_to_stand() -> None:
    evening, host = begun("onstage", until="plays")
    before = list(host.record.events)
    (player,) = host.awaited()
    other = next(each for each in PLAYERS if each != player)
    card = evening.hand(other)[0]
    assert not host.may_stand(other, f"{other} plays {card}") and host.question(other) is None
    assert isinstance(host.pieces.note(f"{other} plays {card}"), Refused), "out of turn"
    assert host.pieces.held is None
    line, key = f"{player} plays {card}", host.question(player).key
    assert isinstance(host.choose(player, key, line), Refused)
    assert not host.may_stand(player, line), "not in the hand as it was told"
    assert isinstance(host.choose(player, key, line, sure=True), Refused)
    assert list(host.record.events) == before
    assert isinstance(host.pieces.note(line), Asks)
    assert not host.pieces.asking(player).may_stand
    assert isinstance(host.pieces.settle(player, host.pieces.key, True), Refused)
    assert list(host.record.events) == before


def test_a_line_noted_at_the_laptop_is_held_for_whoever_is_said_to_have_done_it() -> None:
    host, player, line = revoke()
    before, seats = list(host.record.events), (*PLAYERS, TABLE)
    sights = {who: list(host.view(who).events) for who in seats}
    assert isinstance(host.pieces.note(line), Asks)
    asking = host.pieces.asking(player)
    assert asking.words is not None and asking.may_stand
    assert list(host.record.events) == before
    assert sights == {who: list(host.view(who).events) for who in seats}
    other = next(each for each in PLAYERS if each != player)
    assert host.pieces.settle(other, host.pieces.key, True) == Stale()
    assert (
        host.pieces.settle(player, host.pieces.key, False) == Accepted()
        and host.pieces.held is None
    )
    assert isinstance(host.pieces.note(line), Asks)
    assert host.pieces.settle(player, host.pieces.key, True) == Accepted()
    assert f"{line} !" in write(host.record) and host.tellings.unfit == 2


def test_of_lines_that_are_noted_together_all_stand_or_none() -> None:
    evening, host = begun("onstage", until="plays")
    first, second, third = evening.ahead("plays")[:3]
    seen = view(host.record.plus(first), second.actor)
    legal = {move.words for move in choices(seen)}
    card = next(c for c in seen.state.hands[second.actor].known if (c,) not in legal)
    wrong = f"{second.actor} plays {card}"
    text = "; ".join((write_event(host.record, first), wrong, write_event(host.record, third)))
    before = list(host.record.events)
    actors = {first.actor, second.actor, third.actor}
    assert isinstance(host.pieces.note(text), Asks)
    assert list(host.record.events) == before
    assert set(host.pieces.held.asked) == actors, "not only who it does not fit"
    assert host.pieces.settle(second.actor, host.pieces.key, False) == Accepted()
    assert isinstance(host.pieces.note(text), Asks)
    for player in actors:
        assert list(host.record.events) == before
        assert host.pieces.waiting() == text, "who has said that a breach may stand is not told"
        assert host.pieces.settle(player, host.pieces.key, True) == Accepted()
    noted = [write_event(host.record, event) for _, event in host.record.events]
    assert noted[-3:] == text.replace(card, f"{card} !").split("; ")


# at a seat


def test_a_seat_notes_its_own_lines_and_others_their_yes() -> None:
    evening, host = begun("onstage", until="plays")
    first, second = evening.ahead("plays")[:2]
    lines = [write_event(host.record, event) for event in (first, second)]
    before, other = host.record, next(p for p in PLAYERS if p not in (first.actor, second.actor))
    assert host.pieces.note(lines[0], other) == Asks(other), "though it fits"
    assert is_asked(host, first.actor, other, lines[0])
    assert host.pieces.asking(first.actor).words is None
    assert (
        host.pieces.asking(other) is None
        and host.pieces.settle(other, host.pieces.key, True) == Stale()
    )
    assert (
        host.record == before
        and host.pieces.settle(first.actor, host.pieces.key, True) == Accepted()
    )
    assert host.record == before.plus(first)
    assert host.pieces.note(lines[1], second.actor) == Accepted()
    assert host.record == before.plus(first).plus(second)


@pytest.mark.parametrize("fits", [False, True])
def test_who_is_asked_about_lines_of_a_seat_tells_nothing(fits: bool) -> None:
    evening, host = begun("onstage", until="plays")
    first, second = evening.ahead("plays")[:2]
    own, mine = evening.hand(first.actor), evening.hand(second.actor)
    lacks = next(card for player in PLAYERS for card in evening.hand(player) if card not in own)
    theirs = host.question(first.actor).moves[0].words[0] if fits else lacks
    wrong = next(card for card in own if card not in mine)
    line = f"{first.actor} plays {theirs}; {second.actor} plays {wrong}"
    assert isinstance(host.pieces.note(line, second.actor), Refused) and host.pieces.held is None


def test_lines_about_which_somebody_is_asked_wait_while_it_is_thought_whether_they_can_be() -> None:
    evening, host = told_but_of_bo("plays")
    (player,) = host.awaited()
    line, other = evening.line(player), "Cy" if player == "Ana" else "Ana"
    assert host.pieces.note(line, other) == Asks(other)
    assert isinstance(host.pieces.settle(player, host.pieces.key, True), Deferred)
    assert settled(lambda: host.pieces.settle(player, host.pieces.key, True)) == Accepted()
    assert line in write(host.record)


def test_what_came_of_ones_own_line_waits_for_a_second_seat() -> None:
    evening, host = all_told()
    evening.until("pawn")
    player, other, *_ = sorted(PLAYERS, key=lambda each: each not in host.awaited())
    line = next(
        write_event(host.record, move)
        for move in host.question(player).moves
        if move.verb == "pawn" and move.words[0] in evening.hand(other)
    )
    before = host.record
    for text in (f"{line} = nobody", f"{line} = {other}"):
        assert host.pieces.note(text, player) == Asks(player) and host.record == before
        assert is_asked(host, other, player, text)
        assert host.pieces.settle(other, host.pieces.key, False) == Accepted()
    assert evening.says(player, line) == Accepted() and f"{line} = {other}" in write(host.record)


# what lies in the open and is nobody's


@pytest.mark.parametrize("game", OWN)
def test_what_is_drawn_for_all_and_is_nobodys_waits_for_a_second_seat(game: str) -> None:
    found = 0
    for record, event in before_each(game, 3, range(1)):
        if isinstance(turn(record), tuple) or set(PLAYERS) & {event.actor, *event.words}:
            continue
        evening, host = hosted(record)
        seen = view(record, TABLE)
        shared, line = host.question(TABLE), write_event(record, event)
        if shared is None or not shared.draw or not line.startswith(shared.draw.head):
            continue
        found += 1
        for ask in (partial(evening.says, "Ana", line), partial(host.pieces.note, line, "Ana")):
            assert ask() == Asks("Ana") and host.record == record, line
            assert (
                host.pieces.asking("Ana") is None
                and host.pieces.settle("Ana", host.pieces.key, True) == Stale()
            )
            assert all(is_asked(host, other, "Ana", line) for other in ("Bo", "Cy"))
            assert (
                host.pieces.settle("Bo", host.pieces.key, False) == Accepted()
                and host.pieces.held is None
            )
        assert host.record == record and host.view(TABLE) == seen
        assert evening.says("Ana", line) == Asks("Ana")
        assert evening.says("Cy", line) == Accepted(), "who tells the same says yes"
        assert event in dict(host.record.events).values()
    assert found


def face_up() -> tuple[Evening, Hosting, str, str]:
    """Return Les Adresses Jaunes at its first line, the true one, and a false one."""
    evening, host = begun("adresses-jaunes")
    line = write_event(evening.truth, evening.ahead()[0])
    return evening, host, line, with_one_of(line, evening.dealt("Bo"))


def test_what_nobody_else_could_tell_waits_for_the_laptop() -> None:
    evening, host, line, _ = face_up()
    host.pieces.be_silent("Bo", True), host.pieces.be_silent("Cy", True)
    assert settled(lambda: evening.says("Ana", line)) == Asks("Ana")
    assert host.pieces.held.asked == (TABLE,) and is_asked(host, TABLE, "Ana", line)
    assert (
        host.pieces.asking("Cy") is None
        and host.pieces.settle("Cy", host.pieces.key, True) == Stale()
    )
    assert settled(lambda: host.pieces.settle(TABLE, host.pieces.key, True)) == Accepted()
    assert line in write(host.record)


def test_the_laptop_has_the_last_word_on_what_lies_in_the_open() -> None:
    evening, host, line, false = face_up()
    assert evening.says("Ana", false) == Asks("Ana")
    assert evening.says("Bo", line) == Asks("Bo"), "a seat that tells otherwise has said no"
    assert evening.says("Ana", false) == Asks("Ana")
    assert host.pieces.note(line) == Accepted() and host.pieces.held is None
    assert line in write(host.record) and false not in write(host.record)


def test_a_line_that_all_were_wrong_about_and_is_nobodys_can_be_taken_back() -> None:
    evening, host, line, false = face_up()
    assert evening.says("Ana", false) == Asks("Ana")
    assert host.pieces.settle("Cy", host.pieces.key, True) == Accepted()
    assert isinstance(evening.says("Bo", evening.dealt("Bo")), Refused), "it lies in the open"
    assert host.take_back("Bo", told=True) == Asks("Bo")
    number = host.proposal.key
    assert host.agree("Ana", number) == host.agree("Cy", number) == Accepted()
    assert false not in write(host.record).split("#")[0]
    assert evening.says("Ana", line) == Asks("Ana") and evening.says("Bo", line) == Accepted()
    assert evening.says("Bo", evening.dealt("Bo")) == Accepted()
