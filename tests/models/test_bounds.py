"""Whatever is read is bounded, and read in a time that grows no faster than it does."""

from contextlib import suppress
from time import process_time

import pytest

from aparte.models.bards.loader import LONGEST, LONGEST_LINE, BadCards, read_cards
from aparte.models.core import TABLE, view
from aparte.models.errors import BadNotation, TableError
from aparte.models.record import LONGEST_LINE as LONGEST_ROW
from aparte.models.record import MOST_LINES, next_words, read, read_words, write

HEAD = '[Game "adresses-jaunes"]\n[Record "1"]\n[Players "Ana Bo Cy"]\n'
ROOM = LONGEST // LONGEST_LINE
DOTS = "a." * (LONGEST_LINE // 2 - 10)
HANGS = 20
"""Seconds of the processor: each of these takes half a one, or it does not end."""


def seconds(call) -> float:
    begin = process_time()
    call()
    return process_time() - begin


@pytest.mark.parametrize("row", ["{}x", "deal Ana{}x", "deal Ana{}#", "#{}", "{}", "?{}?"])
def test_a_line_of_blanks_is_read_at_once(row: str) -> None:
    text = HEAD + row.format(" " * (LONGEST_ROW - 20)) + "\n"
    record = read(HEAD)

    def many() -> None:
        for _ in range(50):
            with suppress(TableError):
                read(text)
            next_words(record, text.splitlines()[-1])

    assert seconds(many) < HANGS


def test_as_many_lines_as_there_may_be_are_read_and_seen_at_once() -> None:
    text = HEAD + "# nothing\n" * (MOST_LINES - 3)

    def all_of_them() -> None:
        record = read(text)
        assert write(record) == text
        assert len(view(record, TABLE).lines) == len(record.lines)

    assert seconds(all_of_them) < HANGS


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HEAD + "#" * LONGEST_ROW + "\n", None),
        (HEAD + "#" * (LONGEST_ROW + 1) + "\n", 4),
        (HEAD + "\n" * (MOST_LINES - 3), None),
        (HEAD + "\n" * (MOST_LINES - 2), MOST_LINES + 1),
        (f'[Title "{"x" * LONGEST_ROW}"]\n' + HEAD, 1),
    ],
)
def test_the_limits_of_a_record_are_those_that_are_told(text: str, line: int | None) -> None:
    if line is None:
        assert write(read(text)) == text
        return
    with pytest.raises(BadNotation) as wrong:
        read(text)
    assert wrong.value.lines == (line,)


def test_a_typed_line_has_the_same_limit() -> None:
    with pytest.raises(BadNotation, match="at most"):
        read_words(read(HEAD), "deal Ana " + "?" * LONGEST_ROW)
    assert next_words(read(HEAD), "deal Ana " + "?" * LONGEST_ROW) == ()


@pytest.mark.parametrize("digits", [4, 400, 1_900, 5_000, 100_000])
def test_a_number_of_many_digits_is_refused_in_words(digits: int) -> None:
    position = HEAD.replace("[Players", '[From "position"]\n[Players')
    for row in (f"Ana disc h1 shows {'9' * digits}", f"round {'9' * digits} discs"):
        with pytest.raises(TableError) as wrong:
            read(position + row + "\n")
        assert len(str(wrong.value)) < 300


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = " + "[" * 250, "not TOML"),
        ("format = " + "[\n" * 5_000, "brackets"),
        ("format = " + "[" * 5_000, "line 1: "),
        ("format = 1\ncopies = " + "1" * 5_000, "line 2: "),
        ("format = 1\n" + "a." * 25_000 + "a = 1\n", "line 2: "),
        ("format = " + "1" * 250, "format"),
        ("\n".join(f"a{n}.{DOTS}a = 1" for n in range(ROOM)), "no card set has"),
        (f"[{DOTS}a]\n" + "\n".join(f"b{n}.c=1" for n in range(LONGEST // 11)), "no card set"),
        ("x = [" + "1," * 100 + "]\n" + f"[[{DOTS}a]]\n" * ROOM, "no card set has"),
    ],
)
def test_a_card_file_that_is_made_to_be_slow_is_refused_at_once(text: str, said: str) -> None:
    def refused() -> None:
        with pytest.raises(BadCards, match=said):
            read_cards(text)

    assert len(text) <= LONGEST

    assert seconds(refused) < HANGS
