"""Sheets of puzzles: one to six on a page, answers upside down at its foot or on the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from ...models.core import Record
from ...models.games import listing
from ...models.words import listed, say
from ...puzzles.room import Puzzle
from ..language import language, speak_of, tell
from ..session.puzzle import answer_of
from ..views import look_of, sentences
from ..views.pen import Drawing, Said, Segment, Shape, extent, lines_of, moved, paragraph
from .files import Size, svg

GRIDS = {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 2), 5: (2, 3), 6: (2, 3)}
MARGIN, GAP = 36.0, 14.0
SMALL = 7.0
SURE = 0.9
"""The share of the room that text may fill: fonts differ in width."""
EDGE, SENTENCES = 8.0, 400.0
"""The margin around a picture, and the width of a board told in sentences, in points."""
LARGEST = 1.6
"""The greatest enlargement of a board."""


class Paper(StrEnum):
    """The size of a page."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> Size:
        """Its width and height in points."""
        return (595.0, 842.0) if self is Paper.A4 else (612.0, 792.0)


def sheets(
    puzzles: Sequence[Puzzle], levels: Sequence[str], each: int, paper: Paper, foot: bool
) -> Iterator[Drawing]:
    """Yield the pages of `puzzles`, `each` on one, every page followed by its answers.

    If `foot`, they stand upside down at its foot instead. `levels` are the words for how hard the
    puzzles are.
    """
    named = list(zip(puzzles, levels, strict=True))
    for first in range(0, len(named), each):
        here = named[first : first + each]
        yield tuple(_page(here, first, each, paper, foot))
        if not foot:
            yield tuple(_answers([puzzle for puzzle, _ in here], first, paper))


def _page(
    puzzles: Sequence[tuple[Puzzle, str]], first: int, each: int, paper: Paper, foot: bool
) -> Iterator[Shape]:
    width, height = paper.size
    told = _upside_down([p for p, _ in puzzles], first, width - 2 * MARGIN) if foot else []
    notes = _notes(puzzles, width - 2 * MARGIN)
    below = [1.3 * SMALL * len(lines) + GAP for lines in (told, notes) if lines]
    room = height - 2 * MARGIN - sum(below)
    columns, rows = GRIDS[each]
    wide = (width - 2 * MARGIN - GAP * (columns - 1)) / columns
    high = (room - GAP * (rows - 1)) / rows
    for number, (puzzle, level) in enumerate(puzzles):
        row, column = divmod(number, columns)
        x, y = MARGIN + column * (wide + GAP), MARGIN + row * (high + GAP)
        yield from moved(_puzzle(puzzle, level, first + number + 1, wide, high), x, y)
    for at, line in enumerate(notes, start=1):
        yield Said(MARGIN, MARGIN + room + GAP + 1.3 * SMALL * at, line, SMALL)
    y = height - MARGIN - 1.3 * SMALL * len(told)
    for line in reversed(told):
        yield Said(width - MARGIN, y, line, SMALL, turned=True)
        y += 1.3 * SMALL


def _notes(puzzles: Sequence[tuple[Puzzle, str]], wide: float) -> Sequence[str]:
    """Return the lines that tell once a page what each of its games has to be told."""
    told: dict[str, None] = {}
    for puzzle, _ in puzzles:
        look = look_of(speak_of(puzzle.question))
        if note := look.note or look.brief:
            title = listing(puzzle.record.game.name).title
            told[tell(say("{title}: {note}", title=title, note=note))] = None
    return [line for note in told for line in lines_of(note, SMALL, wide * SURE)]


def _puzzle(puzzle: Puzzle, level: str, number: int, wide: float, high: float) -> Drawing:
    """Return one puzzle in a field of this size."""
    speak_of(puzzle.record)
    head = tell(
        say(
            "{number}. {title} ({level})",
            number=number,
            title=puzzle.title(language()),
            level=level,
        )
    )
    shapes: list[Shape] = [Said(0, 12, head, 11, bold=True)]
    asked = tell(puzzle.kind.about(puzzle.question, puzzle.asked))
    lines = lines_of(asked, 9, wide)
    foot = high - 1.3 * 9 * len(lines)
    board = drawn(puzzle.question, wide)
    right, down = extent(board)
    scale = min(wide / right, (foot - 24) / down, LARGEST)
    shapes += moved(board, 0, 18, scale)
    end = 18 + down * scale + 4
    for at, line in enumerate(lines, start=1):
        shapes.append(Said(0, end + 1.3 * 9 * at, line, 9))
    return tuple(shapes)


def picture(record: Record) -> str:
    """Return the board of a position as an SVG."""
    board = moved(drawn(record, SENTENCES), EDGE, EDGE)
    right, down = extent(board)
    return svg([board], (right + EDGE, down + EDGE))


def drawn(record: Record, wide: float) -> Drawing:
    """Return the board as its game draws it, or in sentences if the game cannot draw it."""
    look = look_of(record)
    if look.drawn is not None:
        return look.drawn(record)
    shapes: list[Shape] = []
    y = 0.0
    for line in sentences(record):
        told, y = paragraph(line, 0, y, 8, max(wide, 320))
        shapes += told
    return tuple(shapes)


def _answer(puzzle: Puzzle, number: int) -> str:
    speak_of(puzzle.record)
    return tell(say("{number}. {step}", number=number, step=listed(answer_of(puzzle))))


def _way(puzzle: Puzzle) -> Sequence[str]:
    """Return the way to an answer that is a choice; a deduction can be held against its clues."""
    speak_of(puzzle.record)
    thoughts = puzzle.way.thoughts
    if puzzle.kind.claims(puzzle.question, puzzle.asked, puzzle.answer):
        return []
    steps = enumerate(thoughts, start=1)
    return [tell(say("{number}. {step}", number=n, step=each.words)) for n, each in steps]


def _upside_down(puzzles: Sequence[Puzzle], first: int, wide: float) -> list[str]:
    told = [_answer(puzzle, first + number) for number, puzzle in enumerate(puzzles, start=1)]
    return list(lines_of("   ".join(told), SMALL, wide * SURE))


def _answers(puzzles: Sequence[Puzzle], first: int, paper: Paper) -> Iterator[Shape]:
    width, _ = paper.size
    yield Said(MARGIN, MARGIN + 12, tell(say("Answers")), 12, bold=True)
    yield Segment(MARGIN, MARGIN + 18, width - MARGIN, MARGIN + 18)
    y = MARGIN + 20
    for number, puzzle in enumerate(puzzles, start=first + 1):
        shapes, y = paragraph(_answer(puzzle, number), MARGIN, y + 4, 8, width - 2 * MARGIN)
        yield from (replace(shape) for shape in shapes)
        for step in _way(puzzle):
            shapes, y = paragraph(step, MARGIN + GAP, y, SMALL, SURE * (width - 2 * MARGIN))
            yield from shapes
