"""Puzzles on paper: every page holds what it should, and nothing leaves it."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from aparte.cli.paper import files
from aparte.cli.paper.sheet import Paper, picture, sheets
from aparte.cli.views.pen import Rectangle, Ring, Said, Segment, length
from aparte.models.bards import Step
from aparte.models.core import TABLE, view
from aparte.models.position import position
from aparte.models.record import read_file
from aparte.puzzles.room import puzzles
from tests.tables import prefixes

GOLDEN = Path(__file__).parents[1] / "golden"
SOME = [next(puzzles(game)) for game in ("adresses-jaunes", "onstage", "overseers")]
LEVELS = [puzzle.level for puzzle in SOME]


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("each", range(1, 7))
@pytest.mark.parametrize("apart", [False, True])
def test_everything_stays_on_its_page(paper: Paper, each: int, apart: bool) -> None:
    width, height = paper.size
    pages = list(sheets(SOME, LEVELS, each, paper, apart))
    assert len(pages) == -(-len(SOME) // each) + apart
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


def test_answers_are_upside_down_or_apart() -> None:
    (page,) = sheets(SOME, LEVELS, 3, Paper.A4, apart=False)
    told = " ".join(shape.text for shape in page if isinstance(shape, Said) and shape.turned)
    for puzzle in SOME:
        assert f"{puzzle.rows[0].subject} {puzzle.answer[0]}" in told
    first, *_ = sheets(SOME, LEVELS, 3, Paper.A4, apart=True)
    assert not any(isinstance(shape, Said) and shape.turned for shape in first)


def test_an_svg_is_sound_and_a_pdf_knows_where_its_objects_are(tmp_path: Path) -> None:
    pages = list(sheets(SOME, LEVELS, 2, Paper.A4, apart=True))
    ElementTree.fromstring(files.svg(pages, Paper.A4.size))
    data = files.pdf(pages, Paper.A4.size, "Énigmes (2)")
    at = [int(each) for each in re.findall(rb"(\d{10}) 00000 n", data)]
    for number, offset in enumerate(at, start=1):
        assert data[offset:].startswith(f"{number} 0 obj".encode())
    start = int(re.search(rb"startxref\n(\d+)", data)[1])  # type: ignore[index]
    assert data[start:].startswith(b"xref")
    assert data.count(b"/Type /Page ") == len(pages)


def test_a_table_where_nobody_has_the_turn_is_told() -> None:
    rounds = (
        record
        for record in prefixes(read_file(GOLDEN / "bards-3.rec"))
        if record.state.step is Step.STAGE and not (record.state.duties or record.state.done)
    )
    drawn = picture(position(view(next(rounds), TABLE)))
    assert "going on stage" in drawn and all(name in drawn for name in ("Ana", "Bo", "Cy"))
