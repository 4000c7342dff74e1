"""Lines as people say them, in both languages and all games: read right, and never wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import TABLE, Event, Roll, view
from aparte.models.record import read, read_file
from aparte.sessions.coming import Coming
from aparte.sessions.doubt import Doubt
from aparte.sessions.heard import heard_in
from aparte.sessions.lexicon import lexicon
from aparte.sessions.slips import slips
from aparte.sessions.tallies import rolls_told
from aparte.sessions.typed import events_of
from tests.hearing import LINES, Heard, before, heard, reply, rows
from tests.tables import random_game
from tests.told_rolls import rolls_heard

ROWS = list(rows(LINES))
PARTS = 4
RIGHT, UNDERSTOOD = 0.55, 0.95
"""How many of the lines in `LINES` must be read right at once, or right or asked, at least."""


@pytest.mark.parametrize("part", range(PARTS))
def test_lines_as_people_say_them_are_read_right_and_never_wrong(part: int) -> None:
    found = [(row, heard(row)[0]) for row in ROWS[part::PARTS]]
    assert [row["said"] for row, came in found if came is Heard.WRONG] == []
    assert sum(row["means"] is None for row, _ in found) >= 20  # these must not be guessed
    told = [came for row, came in found if row["means"] is not None]
    assert told.count(Heard.RIGHT) >= RIGHT * len(told)
    understood = (told.count(each) for each in (Heard.RIGHT, Heard.ASKED, Heard.WHICH))
    assert sum(understood) >= UNDERSTOOD * len(told)


def test_a_lexicon_is_made_once_for_the_lines_of_a_seat_in_a_language() -> None:
    record = read_file(Path("tests/examples/adresses-jaunes-4p-bo.rec"))
    before = record.with_lines(record.lines[:8])
    english = lexicon(record, str)
    assert lexicon(before, str) is english
    with spoken("fr"):
        french = lexicon(record, tell)
        assert french is not english
        assert lexicon(before, tell) is french
    assert lexicon(record, str) is english
    assert lexicon(replace(record, viewer=TABLE), str) is not english


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "{} puts a disc on the bakeries with 2 cubes"),
        ("fr", "{} pose un disque sur les pâtisseries avec 2 cubes"),
    ],
)
@pytest.mark.parametrize("name", ["Ann", "Lee", "Dee", "Ana"])
def test_a_name_that_is_all_but_a_little_word_is_the_player_of_that_name(
    name: str, language: str, said: str
) -> None:
    text = Path("tests/examples/adresses-jaunes-4p-bo.rec").read_text().replace("Ana", name)
    record = read(text.split("\nBo disc", maxsplit=1)[0] + "\n")
    with spoken(language):
        assert reply(record, said.format(name)).line == f"{name} disc P = 2"


@pytest.mark.parametrize("said", ["{} puts a disc on the bakeries with 2 cubes", "{} at v1, 2"])
@pytest.mark.parametrize("name", ["An", "Les", "Un"])
def test_a_name_that_is_a_little_word_too_is_never_taken_for_another_player(
    name: str, said: str
) -> None:
    text = Path("tests/examples/adresses-jaunes-4p-bo.rec").read_text().replace("Ana", name)
    record = read(text.split("\nBo disc", maxsplit=1)[0] + "\n")
    line = reply(record, said.format(name)).line
    assert not line or line.startswith(f"{name} ")


@pytest.mark.parametrize(
    ("language", "said", "pieces"),
    [
        ("en", "both blue 2s", ("B2", 2)),
        ("en", "two blue 2s", ("B2", 2)),
        ("fr", "les deux 2 bleus", ("B2", 2)),
        ("fr", "le 2 bleu", ("B2", 1)),
    ],
)
def test_both_is_two_pieces_of_a_kind(language: str, said: str, pieces: tuple[str, int]) -> None:
    record = read_file(Path("tests/golden/onstage-en-4.rec"))
    with spoken(language):
        ways = heard_in(lexicon(record, tell), said)
    surest = min(ways, key=lambda each: (len(each.unknown), each.strained))
    assert surest.unknown == ()
    assert [(set(each.words), each.count) for each in surest.mentions] == [({pieces[0]}, pieces[1])]


@pytest.mark.parametrize(
    ("at", "language", "said", "means"),
    [
        ("Cy admits", "fr", "Cy avoue H et P", "Cy admits t2 t3"),
        ("Cy admits", "en", "Cy admits Honesty and Piety", "Cy admits t2 t3"),
        ("Ana gives", "fr", "Ana donne Honnêteté", "Ana gives t1"),
        ("Ana gives", "fr", "Ana donne piété", ""),  # she has two: people are asked
        ("Ana gives", "fr", "Ana donne Vol", ""),  # she has none
    ],
)
def test_a_card_is_named_in_place_of_its_spot(
    at: str, language: str, said: str, means: str
) -> None:
    path = Path("tests/golden/overseers-4.rec")
    lines = [line for line in path.read_text().splitlines() if not line.startswith("[")]
    record = before(path, next(n for n, line in enumerate(lines) if line.startswith(at)))
    with spoken(language):
        assert reply(record, said).line == means


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Dai doesn't want one"), ("fr", "Dai n'en veut pas")],
)
def test_whoever_wants_none_claims_nobody(language: str, said: str) -> None:
    path = Path("tests/golden/onstage-en-3.rec")
    lines = [line for line in path.read_text().splitlines() if not line.startswith("[")]
    at = next(n for n, line in enumerate(lines) if " claims " in line)
    who = lines[at].split()[0]
    with spoken(language):
        assert reply(before(path, at), said.replace("Dai", who)).line == f"{who} claims nothing"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "says Bo has 7T: right"),
        ("en", "says Bo holds 7T: right"),
        ("fr", "dit que Bo a 7T : c'est juste"),
        ("fr", "dit que Bo tient 7T : juste"),
    ],
)
def test_whoever_is_said_to_have_a_piece_is_not_who_says_so(language: str, said: str) -> None:
    record = before(Path("tests/golden/adresses-jaunes-3.rec"), 24)  # before Ana name 7T Bo = yes
    with spoken(language):
        assert reply(record, said).line in ("", "Ana name 7T Bo = yes")
        assert reply(record, f"Ana {said}").line == "Ana name 7T Bo = yes"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "did Bo play B6"),
        ("en", "Bo mightn't play B6"),
        ("fr", "Bo jouerait B6"),
        ("fr", "Bo joue-t-il B6"),
    ],
)
def test_what_is_only_asked_or_imagined_is_told_by_its_form(language: str, said: str) -> None:
    record = before(Path("tests/golden/onstage-en-4.rec"), 22)  # before Bo plays B6
    with spoken(language):
        assert reply(record, said).line == ""


@pytest.mark.parametrize(
    ("language", "said", "means"),
    [
        ("en", "Bo flumps B6 down with a flourish", "Bo plays B6"),
        ("en", "Bo flumps a card", ""),
        ("fr", "Bo engloutit le 6 bleu, quelle audace", "Bo plays B6"),
        ("fr", "Bo engloutit le 6 bleu", "Bo plays B6"),
        ("fr", "Bo engloutit", ""),
        ("en", "Bo plays B6, well flumped", "Bo plays B6"),
        ("fr", "Bo joue le 6 bleu, sapristi", "Bo plays B6"),
        ("en", "Bo plays B6, of course", "Bo plays B6"),
    ],
)
def test_a_sentence_with_a_word_that_nobody_declared_is_asked_about(
    language: str, said: str, means: str
) -> None:
    record = before(Path("tests/golden/onstage-en-4.rec"), 22)
    with spoken(language):
        answer = reply(record, said)
    assert answer.line == ""
    assert answer.asked == ((means,) if means else ())


@pytest.mark.parametrize(
    "said",
    [
        "play P3, Ana",
        "Ana, play P3!",
        "Ana says P3 is hers",
        "Ana thinks of P3",
        "Ana has played out P3",
        "P3 Ana",
        "the 3, Ana",
    ],
)
def test_what_is_told_in_an_order_of_no_line_is_not_noted_at_once(said: str) -> None:
    record = before(Path("tests/golden/onstage-en-4.rec"), 27)
    assert reply(record, said).line == ""


def test_whoever_had_a_piece_does_not_ask_for_it_though_their_name_comes_first() -> None:
    record = before(Path("tests/golden/adresses-jaunes-4.rec"), 9)
    with spoken("fr"):
        said = "super, Dai avait la pâtisserie 2 ! Bien vu le pion d'Ana"
        assert not reply(record, said).line.startswith("Dai")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "let's hope Bo has 8T"),
        ("en", "hopefully Bo has 8T"),
        ("fr", "pourvu que Bo ait 8T"),
        ("fr", "espérons que Bo a 8T"),
    ],
)
def test_a_wish_is_no_line_and_nobody_is_asked_about_it(language: str, said: str) -> None:
    record = before(Path("tests/golden/adresses-jaunes-4.rec"), 9)
    with spoken(language):
        answer = reply(record, said)
    assert not answer.line
    assert not answer.asked


def test_a_mark_without_letters_is_close_to_no_word() -> None:
    assert not slips("", "un")


LINE, TILES = "golden/onstage-en-4", "golden/adresses-jaunes-4"
ROLL, CARDS = "golden/bards-v2-3", "golden/overseers-4"


@pytest.mark.parametrize(
    ("record", "at", "language", "said", "means"),
    [
        # kinds and figures without blanks between them, cut, counted behind, or told apart
        (LINE, 0, "en", "blu1 blk2 gr23 blk1 blu2 pnk3 gr1 blk3 pnk1 blu3 pnk2",
         "line B1 K2 G2 G3 K1 B2 P3 G1 K3 P1 B3 P2"),
        (TILES, 0, "en", "pastry4, resto6, tea7", "revealed 4P 6R 7T"),
        (ROLL, 21, "en", "Bo: or25 pu46", "Bo rolls O2 O5 P4 P6"),
        (ROLL, 21, "en", "or 2 5 / pu 4 6", "Bo rolls O2 O5 P4 P6"),
        (ROLL, 21, "en", "Bo o2,5 p4,6", "Bo rolls O2 O5 P4 P6"),
        (ROLL, 21, "en", "orange came up 2, 5, purple shows 4, 6", "Bo rolls O2 O5 P4 P6"),
        (CARDS, 67, "en", "Ana flips piety twice, then malice", "opens Ana P P A"),
        (CARDS, 67, "en", "Ana flips 2x piety and a malice", "opens Ana P P A"),
        (CARDS, 67, "en", "Ana flips a pair of pieties, a malice", "opens Ana P P A"),
        ("heard/bardes", 20, "fr", "Élise : un bleu à 5, trois violets, 1, 5 et 6, un rouge à 1",
         "Élise rolls B5 P1 P5 P6 R1"),
        # a question or a courtesy beside what is told
        (LINE, 22, "en", "Bo throws his six of blue, what else?", "Bo plays B6"),
        ("heard/pli", 8, "fr", "si vous voulez bien, Élise pose le neuf vert, n'est-ce pas ?",
         "Élise plays G9"),
        # somebody acts who is not named
        (TILES, 5, "en", "she lays hers on the middle row, two", "Bo disc h2 = 2"),
        # an article is no piece, and a doubled letter is a slip
        (CARDS, 46, "en", "Ana discards the Theft", "Ana discards T"),
        (CARDS, 46, "en", "Ana bins a theftt", "Ana discards T"),
    ],
)  # fmt: skip
def test_lines_are_understood_as_people_cut_and_dress_them(
    record: str, at: int, language: str, said: str, means: str
) -> None:
    row = {"record": f"tests/{record}.rec", "at": at, "language": language, "said": said}
    came, answer = heard({**row, "means": means})
    assert came in (Heard.RIGHT, Heard.ASKED, Heard.WHICH), answer


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_numbers_of_a_roll_are_faces_or_counts_and_never_mistaken(seed: int) -> None:
    rolls = list(rolls_heard(seed, 1))
    assert [each.said for each in rolls if each.came is Heard.WRONG] == []
    plain = [each for each in rolls if "count" not in each.way and "alone" not in each.way]
    read = Counter(each.came for each in plain)
    assert read[Heard.RIGHT] >= 0.9 * len(plain)
    asked = sum(each.came in (Heard.RIGHT, Heard.ASKED, Heard.WHICH) for each in rolls)
    assert asked >= 0.9 * len(rolls)


@pytest.mark.parametrize(
    ("said", "rolls"),
    [
        ("2 red 1", ["R1 R1"]),
        ("2 rouge 1", ["R1 R1"]),
        ("rouge deux un", ["R1 R1", "R1 R2"]),
        ("red 1 2", ["R1 R2"]),
        ("1 2 red", ["R1 R2"]),
        ("two red 1s", ["R1 R1"]),
        ("2 1 rouges", ["R1 R1", "R1 R2"]),
        ("red 1, red 3", ["R1 R3"]),
        ("2 red 1, one more", []),
    ],
)
def test_a_number_before_dice_may_count_them(said: str, rolls: list[str]) -> None:
    record = read('[Game "bards"]\n[Record "2"]\n[Players "Ana Bo"]\n')
    red = tuple(f"R{n}" for n in range(1, 7))
    coming = Coming(record, tell)
    coming.turn = Roll(Event("rolls", "Ana"), (red, red), "BB-2")
    with spoken("fr" if "rouge" in said else "en"):
        words = lexicon(record, tell)
        told = rolls_told(coming, words, words.words(said))
    assert sorted(map(" ".join, told)) == rolls


FOLLOWS = "tests/golden/onstage-en-4.rec"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("at", "said", "means"),
    [
        # Ana leads blue
        (21, "b8, 6, 3", "Ana plays B8; Bo plays B6; Cy plays B3"),
        (21, "b8 6 b3", "Ana plays B8; Bo plays B6; Cy plays B3"),
        (21, "Ana plays b8, 6, 3", "Ana plays B8; Bo plays B6; Cy plays B3"),
        (21, "B8; 6; 3", "Ana plays B8; Bo plays B6; Cy plays B3"),
        (22, "6", "Bo plays B6"),
        (23, "9", "Cy plays B9"),
        (21, "8", ""),  # nobody leads with a number alone
        (22, "8", ""),  # B8 has been seen
        (23, "6", ""),
        (23, "6, 3", ""),
        (23, "7", ""),  # its ability must be used
        (22, "g9 3", ""),  # Bo recalls G3, or Cy plays B3
        (22, "Bo plays g9, 3", ""),
        (22, "g93", "Bo plays G9 front G3"),  # a number glued to a card has its suit
        (22, "g95", ""),
        (22, "b65", "Bo plays B6; Cy plays B5"),
        (22, "6?", ""),
        (22, "not 6", ""),
    ],
)
def test_a_number_alone_is_a_card_of_the_suit_that_was_led_or_asked_about(
    at: int, said: str, means: str, language: str
) -> None:
    with spoken(language):
        assert reply(before(Path(FOLLOWS), at), said).line == means


@pytest.mark.parametrize("said", ["9", "9 b5", "p8 9"])
def test_whoever_is_void_in_the_suit_that_was_led_plays_no_number_of_it(said: str) -> None:
    record = before(Path(FOLLOWS), 42)  # Cy, who did not follow blue before
    assert not reply(record, said).line.startswith("Cy plays B")
    assert not reply(record, "9").line


UNCLEAR_FIGURES = [
    ("bards", 4, 8, 336, "fr", "5p"),
    ("bards", 2, 3, 181, "en", "1 2 p"),
    ("bards", 2, 6, 244, "en", "4r 2p"),
    ("bards", 2, 10001, 355, "fr", "4r2b"),
    ("bards", 2, 3, 227, "fr", "2b1"),
    ("bards", 2, 3, 227, "fr", "deux bleus trois et un"),
    ("onstage", 3, 706, 129, "fr", "2 8 r"),
    ("onstage", 3, 712, 21, "en", "9 n"),
]
"""Figures that may be of the kind behind them, or count it: positions of random games."""


@pytest.mark.parametrize(("game", "players", "seed", "number", "language", "text"), UNCLEAR_FIGURES)
def test_a_figure_that_may_be_of_what_stands_behind_it_is_asked_about(
    game: str, players: int, seed: int, number: int, language: str, text: str
) -> None:
    record = view(random_game(game, players, seed).until(number - 1), TABLE)
    with spoken(language), pytest.raises(Doubt):
        events_of(record, text, str)


def test_a_piece_that_no_line_asked_about_has_is_named() -> None:
    whole = view(read_file(Path("tests/golden/adresses-jaunes-3.rec")), TABLE)
    record = whole.until(next(n for n, event in whole.events if event.verb == "pawn") - 1)
    with pytest.raises(Doubt, match=r"^'v2' is not understood. 'Bo v2 9' can be 1 "):
        events_of(record, "Bo v2 9", tell)
    with pytest.raises(Doubt, match=r"^'Bo 9' can be 1 "):
        events_of(record, "Bo 9", tell)
