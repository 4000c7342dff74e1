"""Whatever is said at a seat, in however few words, passes every guard before it is a move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from aparte.cli.language import tell
from aparte.models.core import BadNotation, Event, TableError, View, turn, view
from aparte.models.record import write, write_event
from aparte.sessions.answers import Accepted, Refused
from aparte.sessions.doubt import answered, which
from aparte.sessions.gate import allowed, move_of
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger, SavedLedger
from aparte.sessions.pieces import DealtPieces
from aparte.sessions.play import Play
from aparte.sessions.store import FILE, opened
from aparte.solver.play.coach import bots, choices
from aparte.solver.play.driver import drawn
from tests.stores import STOPPED, restored
from tests.tables import blank, played_at_random

GAMES = {"onstage": 3, "adresses-jaunes": 3, "overseers": 4, "bards": 3}


def seats(game: str, seed: int, lines: int) -> Iterator[View]:
    """Yield the views in which somebody chooses, along a game played at random."""
    record = played_at_random(blank(game, GAMES[game]), seed, lines)
    part = record.blank()
    for line in record.lines:
        coming = turn(part)
        if isinstance(coming, tuple):
            for player in dict.fromkeys(event.actor for event in coming if event.actor):
                yield view(part, player)
        part = part.and_line(line)


def forbidden(own: View, move: Event) -> Iterator[str]:
    """Yield `move` in more and fewer words, each time with a mark that is not a player's to say."""
    whole = write_event(own, move)
    bare = " ".join(move.words)
    for said in dict.fromkeys((whole, whole.partition(" ")[2], bare)):
        yield f"{said} !"
        yield f"{said}!"
        yield f"{said} = {own.setup.players[0]}"
        yield f"{said} = ?"
        yield f"{said} ?"
        yield f"{said} = {' '.join(move.words)} !"
        words = said.split()
        for at in range(len(words)):
            yield " ".join([*words[:at], "?", *words[at + 1 :]])
    yield "?"
    yield "??"
    yield "!"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_no_mark_passes_in_however_few_words(game: str, step: int) -> None:
    rng, tried = Random(4), 0
    for own in islice(seats(game, 3, 60), 0, None, step):
        moves = choices(own)
        for move in rng.sample(moves, min(2, len(moves))):
            for text in forbidden(own, move):
                tried += 1
                with pytest.raises(BadNotation):
                    pytest.fail(f"{text} is {move_of(own, moves, text, tell)}")
    assert tried > 100


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mark", ["!", "?", "= Bo", "= ?"])
def test_no_mark_passes_as_an_answer_to_which_move_was_meant(game: str, mark: str) -> None:
    moves = ((own, [move for move in choices(own) if move.words]) for own in seats(game, 3, 60))
    own, (one, other, *_) = next((own, some) for own, some in moves if len(some) > 1)
    asked_back = which(own, "this", ((one,), (other,)))
    for said in (write_event(own, one), " ".join(one.words)):
        assert answered(own, asked_back, said, tell) == (one,)
        assert answered(own, asked_back, f"{said} {mark}", tell) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_move_passes_in_however_few_words(game: str) -> None:
    for own in seats(game, 2, 40):
        moves = choices(own)
        for move in moves[:3]:
            whole = write_event(own, move)
            assert move_of(own, moves, whole, tell) == move
            assert (
                move_of(own, moves, whole.partition(" ")[2] if move.actor else whole, tell) == move
            )


@pytest.mark.parametrize("mark", ["!", "?", "= Bo"])
def test_play_and_a_hosted_game_have_one_gate(mark: str) -> None:
    record = drawn(blank("onstage", 3), Random(1))
    play = Play(Ledger(record, {}, "1"), {})
    host = Hosting(Ledger(record, {}, "1"), DealtPieces({}))
    (player,) = host.awaited()
    question = host.question(player)
    said = f"{question.moves[0].words[0]} {mark}"
    for text in (said, f"plays {said}"):
        answer = play.move(player, text)
        assert isinstance(answer, Refused)
        assert host.choose(player, question.key, text) == answer
    assert play.record == host.record == record


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_with_a_mark_is_told_in_every_game(game: str) -> None:
    own = next(iter(seats(game, 3, 60)))
    move = write_event(own, choices(own)[0])
    with pytest.raises(BadNotation, match="leave out the '!'"):
        move_of(own, choices(own), f"{move} !", tell)
    with pytest.raises(BadNotation, match="leave out what comes of it"):
        move_of(own, choices(own), f"{move} = 1", tell)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_a_word_that_does_not_belong_behind_a_move_is_no_outcome(game: str, step: int) -> None:
    for own in islice(seats(game, 3, 60), 0, None, step):
        moves = choices(own)
        for move in moves[:: len(moves) // 2 + 1]:
            whole = write_event(own, move)
            alone = [each for each in moves if each.words == move.words] == [move]
            short = [" ".join(move.words)] if alone and move.words else []
            for said in (whole, whole.removeprefix(f"{own.viewer} "), *short):
                try:
                    assert move_of(own, moves, f"{said} zzz", tell) == move
                except BadNotation as told:
                    words = tell(told.words)
                    told_so = (
                        "expected (nothing after|the end) .+ 'zzz'|'zzz' is not|'.+ zzz' can be"
                    )
                    assert re.match(told_so, words)


def test_what_comes_of_a_move_is_told_from_a_word_that_does_not_belong() -> None:
    own = next(seat for seat in seats("adresses-jaunes", 3, 60) if seat.viewer == "Ana")
    for said in ("disc h1 3", "h1 3", "h1 = 3", "pawn 1r bo", "disc h1 =", "pawn 1r = zz"):
        with pytest.raises(BadNotation, match="leave out what comes of it"):
            move_of(own, choices(own), said, tell)


def test_nobody_says_the_line_of_another() -> None:
    own = next(iter(seats("onstage", 3, 30)))
    other = next(each for each in own.setup.players if each != own.viewer)
    with pytest.raises(TableError, match=own.viewer):
        allowed(own, Event("plays", other, choices(own)[0].words))


# what is sealed


def in_the_draft() -> Hosting:
    host = Hosting(Ledger(blank("overseers", 3), {}, "7"), DealtPieces(bots("overseers")))
    host.go_on()
    while len(host.awaited()) < 3:
        player = host.awaited()[0]
        chooses(host, player)
        host.go_on()
    return host


def chooses(host: Hosting, player: str) -> object:
    question = host.question(player)
    line = write_event(host.record, question.moves[-1])
    return host.choose(player, question.key, line)


def test_a_sealed_choice_is_refused_at_once_where_it_is_none() -> None:
    host = in_the_draft()
    key = host.question("Bo").key
    for text in ("?", "picks ?", "Bo picks ?", "A !", "A = B", "Ana picks A", "zz"):
        assert isinstance(host.choose("Bo", key, text), Refused), text
    assert host.chosen() == ()


def test_a_sealed_choice_that_cannot_be_made_is_asked_for_again_and_all_others_stay() -> None:
    host = in_the_draft()
    before = host.record
    for player in ("Ana", "Bo", "Cy"):
        assert chooses(host, player) == Accepted()
    host.sealing.events["Bo"] = Event("picks", "Bo", ("nothing",))  # as only a fault could
    host.go_on()
    assert host.record == before and host.awaited() == ("Bo",)
    assert host.sealing.asked_again == {"Bo"}
    assert host.chosen() == ("Ana", "Cy") and not host.question("Bo").sealed
    assert chooses(host, "Bo") == Accepted() and not host.sealing.asked_again
    host.go_on()
    assert len(host.record.lines) > len(before.lines)


def test_who_opens_the_own_choice_while_bots_think_is_not_held_to_it() -> None:
    ledger = Ledger(blank("overseers", 3), {"Cy": "random"}, "7")
    host = Hosting(ledger, DealtPieces(bots("overseers")))
    host.go_on()
    while len(host.awaited()) < 3:
        chooses(host, next(each for each in host.awaited() if each != "Cy"))
        host.go_on()
    chooses(host, "Ana")
    chooses(host, "Bo")
    deed = host.due()
    thought = deed.events()
    assert host.choose_again("Bo") == Accepted()
    before = host.record
    assert not host.carry_out(deed, thought)
    assert host.record == before and "Bo" in host.awaited()


def test_a_game_that_was_stopped_by_what_was_sealed_goes_on(tmp_path: Path) -> None:
    with opened(restored(STOPPED, tmp_path / FILE)) as store:
        host = Hosting(SavedLedger(store, store.game(1)), DealtPieces(bots("overseers")))
        host.go_on()
        before = host.record
        assert host.chosen() == ("Ana", "Cy") and host.awaited() == ("Bo",)
        assert host.sealing.asked_again == {"Bo"}
        assert chooses(host, "Bo") == Accepted()
        host.go_on()
        assert len(host.record.lines) > len(before.lines)
        assert "?" not in write(host.record)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_a_button_sends_is_that_move_and_not_read_as_a_sentence(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(*_: object) -> None:
        raise AssertionError("a sentence was read")

    monkeypatch.setattr("aparte.sessions.typed.hearings", said)
    for own in seats(game, 1, 40):
        moves = choices(own)
        for move in moves[:: max(1, len(moves) // 8)]:
            assert move_of(own, moves, write_event(own, move), str) == move
