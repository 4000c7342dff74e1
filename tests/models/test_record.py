"""The reader is strict and says where; what it accepts is written again byte for byte."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aparte.models.core import view
from aparte.models.errors import BadNotation, IllegalAction, TableError
from aparte.models.record import LONGEST, read, read_file, write
from tests.aparte_cli import EXAMPLES
from tests.tables import prefixes, random_game

HEAD = """[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "Ana"]
"""
DEALT = (
    HEAD
    + """revealed 4P 4R 4T 5R 5T 9R
deal Ana 1T 2T 3P 7R
deal Bo ????
deal Cy ????
"""
)
ONSTAGE = HEAD.replace("adresses-jaunes", "onstage").replace('[Seat "Ana"]\n', "")


def test_a_game_can_be_cut_after_any_line() -> None:
    record = random_game("adresses-jaunes", 3, seed=5)
    for part in prefixes(record):
        assert write(read(write(part))) == write(part)


def test_comments_and_blank_lines_are_kept() -> None:
    text = DEALT + "\n# round 1\nBo disc h1 = 3     # a big hand\n"
    assert write(read(text)) == text


def test_what_is_unambiguous_is_understood_and_written_in_one_form() -> None:
    text = DEALT.replace("1T 2T 3P 7R", "7r 3p 2t 1T") + "Bo disc H1 = 3\n"
    assert write(read(text)) == DEALT + "Bo disc h1 = 3\n"


@pytest.mark.parametrize(
    "line", ["cy plays P8", "CY plays P8", "Cy Plays P8", "cy PLAYS p8", "Çy plays P8"]
)
def test_a_line_is_read_in_any_capitals_and_a_name_without_its_accents(line: str) -> None:
    text = (EXAMPLES / "onstage-5p-ana.rec").read_text("utf-8")
    assert "\nCy plays P8\n" in text
    assert write(read(text.replace("Cy plays P8", line))) == text
    named = text.replace("Cy", "cÿ")
    assert write(read(named.replace("cÿ plays P8", line))) == named


def test_windows_line_ends_are_read() -> None:
    assert write(read(DEALT.replace("\n", "\r\n"))) == DEALT


@pytest.mark.parametrize("end", ["\r", "\r\r\n", "\n\r", "\r\n\r"])
def test_what_ends_a_line_is_no_part_of_it(end: str) -> None:
    text = write(read(DEALT + "# noted" + end))
    assert "\r" not in text
    assert write(read(text)) == text


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("", 1, 1, "begins with"),
        ("hello\n", 1, 1, "begins with"),
        ('[Game "adresses-jaunes"]\n', 2, 1, "begins with"),
        (HEAD.replace("adresses-jaunes", "chess"), 1, 8, "adresses-jaunes"),
        (HEAD.replace('Record "1"', 'Record "2"'), 2, 10, "version 1"),
        (HEAD.replace("Ana Bo Cy", "Ana"), 3, 11, "2 to 4 players"),
        (HEAD.replace("Ana Bo Cy", "Ana Bo ana"), 3, 11, "same name"),
        (HEAD.replace("Ana Bo Cy", "Ana Bo nobody"), 3, 11, "word of the notation"),
        (HEAD.replace("Ana Bo Cy", "Ana Bo disc"), 3, 11, "word of the notation"),
        (HEAD.replace("Ana Bo Cy", "Ana Bo nobody"), 3, 11, "word of the notation"),
        (HEAD.replace("Ana Bo Cy", "Ana Bo 5T"), 3, 11, "no name"),
        (HEAD.replace('Seat "Ana"', 'Seat "Eve"'), 4, 8, "Ana, Bo, Cy, table"),
        (HEAD + '[Seat "Bo"]\n', 5, 1, "second time"),
        (HEAD + '[Colour "red"]\n', 5, 2, "no tag of adresses-jaunes"),
        (HEAD + '[Convention "9"]\n', 5, 14, "one of none, 1, spoken"),
        (HEAD + "[Title]\n", 5, 1, "a tag like"),
        (DEALT + "Eve disc h1 = 2\n", 9, 1, "one of revealed, deal"),
        (DEALT + "Bo disk h1 = 2\n", 9, 4, "one of disc, pawn"),
        (DEALT + "Bo disc h4 = 2\n", 9, 9, "a street or a kind"),
        (DEALT + "Bo disc h1 2\n", 9, 12, "one of =, shows"),
        (DEALT + "Bo disc h1\n", 9, 11, "one of =, shows"),
        (DEALT + "Bo disc h1 = two\n", 9, 14, "a number"),
        (DEALT + "Bo disc h1 = 2 cubes\n", 9, 16, "the end of the line"),
        (DEALT + "Bo disc h1 = 02\n", 9, 14, "a number"),
        (DEALT + "Bo disc h1 = -1\n", 9, 14, "a number"),
        (DEALT + "Bo pawn ? = Cy\n", 9, 9, "a tile such as"),
        (DEALT + "result well\n", 9, 8, "one of won, lost"),
        (ONSTAGE + "result won\n", 4, 8, "expected a player (Ana, Bo, Cy), found 'won'"),
        (DEALT.replace("1T 2T 3P 7R", "1T 2T 3P 7X"), 6, 19, "a tile such as"),
        (DEALT.replace("1T 2T 3P 7R", "????"), 6, 1, "Ana sees this"),
        (DEALT.replace("deal Bo ????", "deal Bo 1R ???"), 7, 1, "Ana does not see this"),
    ],
)
def test_wrong_notation_names_line_column_and_what_was_expected(
    text: str, line: int, column: int, said: str
) -> None:
    with pytest.raises(BadNotation) as wrong:
        read(text)
    assert (wrong.value.lines, wrong.value.column) == ((line,), column)
    assert said in str(wrong.value)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (DEALT.replace("1T 2T 3P 7R", "1T 2T 3P 4R"), 6, "4R lies face up"),
        (DEALT.replace("1T 2T 3P 7R", "1T 1T 3P 7R"), 6, "1T stands here a second time"),
        (DEALT.replace("1T 2T 3P 7R", "1T 2T 3P"), 6, "4 pieces belong here, not 3"),
        (DEALT.replace("deal Bo ????", "deal Bo ?????"), 7, "4 pieces belong here, not 5"),
        (DEALT.replace("deal Bo ????\n", ""), 7, "'deal Bo' must come here"),
        (DEALT + "deal Cy ????\n", 9, "every player lays a disc now"),
        (DEALT + "result won\n", 9, "not over"),
    ],
)
def test_a_record_that_the_rules_forbid_names_the_line(text: str, line: int, said: str) -> None:
    with pytest.raises(IllegalAction) as wrong:
        read(text)
    assert wrong.value.lines == (line,)
    assert said in str(wrong.value)


def test_reading_never_goes_on_after_an_error() -> None:
    with pytest.raises(BadNotation) as wrong:
        read(DEALT + "Bo disc h9 = 2\nBo disc h8 = 2\n")
    assert wrong.value.lines == (9,)


def test_bytes_that_are_no_text_are_placed(tmp_path) -> None:
    file = tmp_path / "broken.rec"
    file.write_bytes(DEALT.encode() + b"Bo \xff\n")
    with pytest.raises(BadNotation) as wrong:
        read_file(file)
    assert (wrong.value.lines, wrong.value.column) == ((9,), 4)


def test_the_mark_that_some_editors_begin_a_file_with_is_passed_over(tmp_path) -> None:
    file = tmp_path / "marked.rec"
    file.write_text(DEALT, "utf-8-sig")
    assert write(read_file(file)) == DEALT


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="there is no such file here")
def test_a_file_that_cannot_be_read_is_named() -> None:
    with pytest.raises(OSError) as wrong:
        read_file(Path("/proc/self/mem"))
    assert wrong.value.filename == "/proc/self/mem"


def test_a_file_longer_than_any_record_is_refused(tmp_path) -> None:
    file = tmp_path / "long.rec"
    file.write_text(DEALT + "# again\n" * LONGEST)
    with pytest.raises(BadNotation, match="longer than any record"):
        read_file(file)


@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_record_is_read_or_refused_but_never_breaks(data) -> None:
    text = write(view(random_game("adresses-jaunes", 2, seed=1), "Bo"))
    cut = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.text(max_size=5))
    damaged = text[:cut] + junk + text[cut + data.draw(st.integers(0, 5)) :]
    try:
        record = read(damaged)
    except TableError as wrong:
        assert str(wrong)
    else:
        assert read(write(record)) == record
