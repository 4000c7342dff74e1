"""Lines as people say them, in both languages and all games: read right, and never wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import TABLE, view
from aparte.models.record import read, read_file, write_event
from aparte.sessions.heard import heard_in
from aparte.sessions.lexicon import lexicon
from aparte.sessions.slips import slips
from tests.hearing import LINES, Heard, before, heard, reply, rows
from tests.tables import random_game

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


def dice_told(dice: Sequence[str], lang: str) -> dict[str, str]:
    """Return ways to tell a roll by the order of its words, each with its text."""
    first = {"en": "B blue O orange P purple R red", "fr": "B bleu O orange P violet R rouge"}
    words = first[lang].split()
    kinds = dict(zip(words[::2], words[1::2], strict=True))
    faces = {kind: [die[1] for die in dice if die[0] == kind] for kind in kinds}
    told = {kinds[kind]: " ".join(those) for kind, those in faces.items() if those}
    counts = Counter(dice).items()
    several = {
        "en": ("two {}s", "three {}s", "four {}s"),
        "fr": ("deux {}", "trois {}", "quatre {}"),
    }
    one = {"en": "{1} {0}", "fr": "{0} {1}"}[lang]
    return {
        "kinds first": ", ".join(f"{kind} {those}" for kind, those in told.items()),
        "kinds last": ", ".join(f"{those} {kind}" for kind, those in told.items()),
        "counted": ", ".join(
            several[lang][n - 2].format(one.format(die[1], kinds[die[0]]))
            if n > 1
            else one.format(die[1], kinds[die[0]])
            for die, n in counts
        ),
        "soup": " ".join(f"{n} " * (n > 1) + f"{kinds[die[0]]} {die[1]}" for die, n in counts),
    }


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("seed", range(3))
def test_numbers_of_a_roll_are_faces_or_counts_and_never_mistaken(lang: str, seed: int) -> None:
    whole = random_game("bards", 3, seed)
    rolls = [(n, e) for n, e in whole.events if e.verb == "rolls" and len(e.outcome) > 3]
    for number, roll in rolls[:6]:
        record = view(whole.until(number - 1), TABLE)
        with spoken(lang):
            for order, said in dice_told(roll.outcome, lang).items():
                answer = reply(record, said)
                line = write_event(record, roll)
                assert answer.line in (line, "")
                assert answer.line or order in ("counted", "soup"), said
