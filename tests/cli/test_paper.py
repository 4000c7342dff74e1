"""Puzzles on paper: every page holds what it should, and nothing leaves it."""

import re
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree
from zlib import decompress

import pytest

from aparte.cli.language import speak_of, tell
from aparte.cli.paper import files
from aparte.cli.paper.sheet import Paper, drawn, picture, sheets
from aparte.cli.session.puzzle import answer_of
from aparte.cli.views.pen import Drawing, Rectangle, Ring, Said, Segment, length
from aparte.models.bards import Step
from aparte.models.bards.face import told_cards, told_in_short, town, troupe_heading
from aparte.models.core import TABLE, view
from aparte.models.overseers.face import tribune
from aparte.models.position import position
from aparte.models.record import read_file
from aparte.models.words import say
from aparte.puzzles.room import puzzles
from tests.aparte_cli import aparte
from tests.tables import prefixes

GOLDEN = Path(__file__).parents[1] / "golden"
SOME = [next(puzzles(game)) for game in ("adresses-jaunes", "onstage", "overseers")]
LEVELS = [puzzle.level for puzzle in SOME]


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("each", range(1, 7))
@pytest.mark.parametrize("foot", [False, True])
def test_everything_stays_on_its_page(paper: Paper, each: int, foot: bool) -> None:
    width, height = paper.size
    pages = list(sheets(SOME, LEVELS, each, paper, foot))
    assert len(pages) == -(-len(SOME) // each) * (1 if foot else 2)
    for page in pages:
        for shape in page:
            assert 0 <= shape.x <= width and 0 <= shape.y <= height
            match shape:
                case Said(x, _, text, size, _, middle, turned):
                    room = length(text, size)
                    ends = x - room if turned else x + room / (2 if middle else 1)
                    assert -1 <= ends <= width
                case Rectangle(x, y, wide, high):
                    assert x + wide <= width and y + high <= height
                case Segment(_, _, x, y):
                    assert x <= width and y <= height
                case Ring(x, y, radius):
                    assert x + radius <= width and y + radius <= height


def told(page: Drawing, *, turned: bool = False) -> str:
    """Return the texts of a page, in the order in which they were drawn."""
    return " ".join(each.text for each in page if isinstance(each, Said) and each.turned is turned)


def test_answers_are_upside_down_or_on_the_next_page() -> None:
    answers = [tell(words) for puzzle in SOME for words in puzzle.said()]
    (page,) = sheets(SOME, LEVELS, 3, Paper.A4, foot=True)
    assert all(answer in told(page, turned=True) for answer in answers)
    first, after_first, second, after_second = sheets(SOME, LEVELS, 2, Paper.A4, foot=False)
    for page, number in ((after_first, 1), (after_second, 3)):
        puzzle = SOME[number - 1]
        assert f"{number}. {tell(puzzle.said()[0])}" in told(page)
    for page in (first, second):
        assert not told(page, turned=True)


def test_a_french_sheet_has_the_names_of_the_rulebook(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("APARTE_LANG", "fr")
    turn = next(each for each in puzzles("bards") if each.name == "01-first-strings")
    hand = next(each for each in puzzles("overseers") if each.name == "01-jade-seal")
    page, answers = sheets([turn, hand], ["", ""], 4, Paper.A4, foot=False)
    for text in (told(page), told(answers)):
        assert "Les Archimages" in text and "Avis de recherche" in text
        assert not re.search(r"Archmages|Poster|Dancer", text)
    assert "2. Bienveillance" in told(answers) and "Ana:hand" not in told(answers)


def test_a_french_sheet_has_the_letters_of_the_screen_for_every_game_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("APARTE_LANG", "fr")
    turn = next(each for each in puzzles("bards") if each.name == "10-the-patron")
    asked = next(each for each in puzzles("onstage") if each.asked[:1] in ("K", "P", "G"))
    beside = next(puzzles("overseers"))
    for some in ([turn, asked, beside], [asked, beside, turn]):
        pages = [*sheets(some, [""] * 3, 1, Paper.A4, foot=False)]
        for puzzle in (turn, asked):
            page, answers = pages[2 * some.index(puzzle) :][:2]
            speak_of(puzzle.record)
            question = tell(puzzle.kind.about(puzzle.question, puzzle.asked))
            assert " ".join(question.split()) in " ".join(told(page).split())
            assert answer_of(puzzle)[0] in told(answers)
            assert not re.search(r"\bP[1-9]?\b|\b[KPG][1-9]\b", told(page) + told(answers))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_turn_of_bards_on_paper_lacks_nothing_that_is_shown_of_the_troupes(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_LANG", lang)
    for puzzle in islice(puzzles("bards"), 0, None, 6):
        shown = town(speak_of(puzzle.question))
        page, _ = sheets([puzzle], [""], 1, Paper.A4, foot=False)
        text = " ".join(told(page).split())
        for troupe in shown.troupes:
            words = told_cards(troupe) if troupe.own else [told_in_short(troupe)]
            for each in (troupe_heading(troupe), *words):
                assert " ".join(tell(each).split()) in text


def test_the_boards_of_bards_can_be_read_four_on_a_page() -> None:
    own = list(puzzles("bards"))
    for page in [*sheets(own, [""] * len(own), 4, Paper.A4, foot=False)][::2]:
        assert min(each.size for each in page if isinstance(each, Said)) >= 5


def test_cards_of_overseers_have_one_sign_on_a_french_sheet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("APARTE_LANG", "fr")
    puzzle = next(each for each in puzzles("overseers") if "the-fifth-pack" in each.name)
    beside = next(puzzles("onstage"))
    pages = list(sheets([beside, puzzle], ["", ""], 1, Paper.A4, foot=True))
    text = " ".join(" ".join(map(told, pages)).split())
    for sign in ("Mal", "Meu", "V", "P", "B"):
        assert f"pris : {sign} " in text
    for sign in ("Mal Malice", "Meu Meurtre", "V Vol", "P Piété", "Défausse : Mal"):
        assert sign in text


def test_four_are_printed_on_a_page_and_their_answers_on_the_next(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    names = [each.name for each in puzzles("onstage")][:5]
    aparte("puzzle", "print", *names, "--out", file)
    pages = file.read_text("utf-8").split("<section>")[1:]
    heads = [re.findall(r">(\d)\. ", page) for page in pages]
    assert heads == [["1", "2", "3", "4"], ["1", "2", "3", "4"], ["5"], ["5"]]


def test_an_svg_is_sound_and_a_pdf_knows_where_its_objects_are(tmp_path: Path) -> None:
    pages = list(sheets(SOME, LEVELS, 2, Paper.A4, foot=False))
    ElementTree.fromstring(files.svg(pages, Paper.A4.size))
    data = files.pdf(pages, Paper.A4.size, "Énigmes (2)")
    at = [int(each) for each in re.findall(rb"(\d{10}) 00000 n", data)]
    for number, offset in enumerate(at, start=1):
        assert data[offset:].startswith(f"{number} 0 obj".encode())
    start = int(re.search(rb"startxref\n(\d+)", data)[1])  # type: ignore[index]
    assert data[start:].startswith(b"xref")
    assert data.count(b"/Type /Page ") == len(pages)


def test_a_pdf_has_every_letter_of_a_name_and_the_signs_of_costs() -> None:
    text = "Sáng Đèn, ệ ạ ế Ő ł ą č ≤ 2 → −1"
    (drawn,) = streams(files.pdf([(Said(20, 40, text, bold=True),)], Paper.A4.size, text))
    assert f"ActualText <FEFF{text.encode('utf-16-be').hex()}>" in drawn
    assert "?" not in drawn
    shown = re.findall(r"\(((?:[^()\\]|\\.)*)\)", drawn)
    assert {"D", "á", "a", "ê", "O", "c"} <= {letter for each in shown for letter in each}


def test_letters_of_other_scripts_are_marked_in_a_pdf() -> None:
    (drawn,) = streams(files.pdf([(Said(20, 40, "Жан"),)], Paper.A4.size, ""))
    assert drawn.count("(?)") == 3


def streams(pdf: bytes) -> list[str]:
    """Return what is drawn on the pages of a PDF."""
    found = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    return [decompress(each).decode("latin-1") for each in found]


def test_a_table_where_nobody_has_the_turn_is_told() -> None:
    rounds = (
        record
        for record in prefixes(read_file(GOLDEN / "bards-3.rec"))
        if record.state.step is Step.STAGE and not (record.state.duties or record.state.done)
    )
    drawn = picture(position(view(next(rounds), TABLE)))
    assert "going on stage" in drawn and all(name in drawn for name in ("Ana", "Bo", "Cy"))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_cards_of_onstage_can_be_read_and_its_rules_stand_once_a_page(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_LANG", lang)
    own = list(puzzles("onstage"))[::3]
    for page in [*sheets(own, [""] * len(own), 4, Paper.A4, foot=False)][::2]:
        assert min(each.size for each in page if isinstance(each, Said) and each.middle) >= 8
        assert told(page).count("Onstage") == 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_answers_that_are_choices_come_with_their_way_and_fit_the_page(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_LANG", lang)
    own = [
        puzzle
        for puzzle in puzzles()
        if puzzle.kind.name in ("best", "rest", "plan", "points", "ahead")
    ]
    for at in range(0, len(own), 6):
        _, answers = sheets(own[at : at + 6], [""] * len(own[at : at + 6]), 6, Paper.A4, foot=False)
        text = " ".join(told(answers).split())
        for puzzle in own[at : at + 6]:
            speak_of(puzzle.record)
            for thought in puzzle.way.thoughts:
                assert " ".join(tell(thought.words).split()) in text
        assert max(each.y for each in answers if isinstance(each, Said)) < Paper.A4.size[1] - 20


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_board_of_overseers_tells_the_cards_and_the_powers_and_no_unseen_pack(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_LANG", lang)
    for puzzle in puzzles("overseers"):
        speak_of(puzzle.question)
        text = " ".join(told(drawn(puzzle.question, 300)).split())
        for chair in tribune(puzzle.question).chairs:
            assert chair.power is None or " ".join(tell(chair.power).split()) in text
        assert re.search(r"\d M," if lang == "en" else r"\d Meu,", text)
        packs = text.partition(tell(say("The packs that you remember, and what you took:")))[2]
        assert "?" not in packs.partition(tell(say("Discard: {cards}.", cards=""))[:8])[0]


def test_a_board_of_onstage_tells_its_edition() -> None:
    for puzzle in puzzles("onstage"):
        edition = puzzle.record.setup.settings["Edition"]
        assert f"edition {edition}" in told(drawn(puzzle.question, 300))
