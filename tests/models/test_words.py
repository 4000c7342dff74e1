"""Sentences: the plural of a number as it is shown, in each language."""

from __future__ import annotations

import pytest

from aparte.models.words import figure, margin, numbered, say_n
from aparte.sessions.languages import Language, catalogue

ONE, MANY = "{n} point", "{n} points"


@pytest.mark.parametrize(
    ("n", "english", "french"),
    [
        (0, "0 points", "0 point"),
        (1, "1 point", "1 point"),
        (-1, "-1 point", "-1 point"),
        (-5, "-5 points", "-5 points"),
        (2, "2 points", "2 points"),
        (figure(0.7, ".1f"), "0.7 points", "0,7 point"),
        (figure(1.0, ".1f"), "1.0 points", "1,0 point"),
        (figure(1.0, ".0f"), "1 point", "1 point"),
        (figure(1.96, ".1f"), "2.0 points", "2,0 points"),
        (figure(-1.5, "+.1f"), "−1.5 points", "−1,5 point"),
        (figure(-4, "+.0f"), "−4 points", "−4 points"),
        (figure(20_207.5, ".1f"), "20,207.5 points", "20\u202f207,5 points"),
    ],
)
def test_the_plural_is_that_of_the_number_as_it_is_shown(n, english: str, french: str) -> None:
    for words in (say_n(ONE, MANY, n), numbered(say_n(ONE, MANY, 1), n)):
        assert str(words) == english
        assert words.text_in(catalogue(Language.FRENCH)) == french


@pytest.mark.parametrize(
    ("error", "n", "told"), [(0.004, 2, "0.01"), (0.016, 2, "0.02"), (0.2, 0, "1"), (2.6, 0, "3")]
)
def test_nothing_that_is_estimated_has_no_error(error: float, n: int, told: str) -> None:
    assert str(margin(error, n)) == told
