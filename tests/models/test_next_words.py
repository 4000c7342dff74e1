"""Whoever types a line is offered every word that it can go on with."""

from __future__ import annotations

from random import Random

from aparte.models.record import next_words, read, write_event
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played

HEAD = '[Game "adresses-jaunes"]\n[Record "1"]\n[Players "Ana Bo"]\n'


def test_every_line_of_a_game_can_be_typed_from_the_words_offered() -> None:
    record = read(HEAD)
    for _, event in played(record, {"Ana": RandomBot(), "Bo": RandomBot()}, Random(1)).events:
        words = write_event(record.game, event).split()
        for at, word in enumerate(words):
            assert word in next_words(record, " ".join(words[:at]))


def test_a_line_that_is_full_goes_on_with_nothing() -> None:
    assert next_words(read(HEAD), "Ana pawn 5T = Bo") == ()


def test_no_word_is_offered_behind_one_that_is_wrong() -> None:
    assert next_words(read(HEAD), "Ana dances") == ()
