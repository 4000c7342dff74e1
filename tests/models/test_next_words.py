"""Whoever types a line is offered every word that it can go on with."""

from __future__ import annotations

from aparte.models.record import next_words, read

HEAD = '[Game "adresses-jaunes"]\n[Record "1"]\n[Players "Ana Bo"]\n'


def test_a_line_that_is_full_goes_on_with_nothing() -> None:
    assert next_words(read(HEAD), "Ana pawn 5T = Bo") == ()


def test_no_word_is_offered_behind_one_that_is_wrong() -> None:
    assert next_words(read(HEAD), "Ana dances") == ()
