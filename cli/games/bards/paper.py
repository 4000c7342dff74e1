"""A turn of Battle of the Bards on paper: the dice as a drawing, their possible uses as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....models.bards.face import (
    Naming,
    market,
    sentences,
    told_cards,
    told_in_short,
    town,
    troupe_heading,
)
from ....models.core import Record
from ....models.words import Words, say
from ...language import tell
from ...views import pen
from ...views.pen import Drawing, Shape

DIE, WIDE = 26.0, 320.0
BRIEF = say(
    "Dice are blue B, purple P, red R, orange O with their pips. A turn has two actions: perform "
    "(three dice in a row, coloured as most of them), use a bard, hire a veteran with a wanted "
    "poster and equal dice, win an audience with performances."
)


def drawn(view: Record) -> Drawing:
    """Return the turn for paper: the dice, their possible uses, and what there is to win."""
    shown = town(view)
    troupe = shown.turn or shown.own
    if troupe is None:
        told, _ = _paragraphs(sentences(view), 0)
        return told
    shapes: list[Shape] = []
    head = tell(say("{player}, with {n} actions", player=troupe.player, n=shown.actions))
    shapes.append(pen.Said(0, 9, head, 9, bold=True))
    for at, die in enumerate(troupe.dice):
        shapes += _die(tell(view.notation.sign(die)), at * (DIE + 5), 15)
    others = (told_in_short(each) for each in shown.troupes if each is not troupe)
    told, y = _paragraphs((troupe_heading(troupe), *told_cards(troupe), *others), 15 + DIE + 2)
    shapes += told
    y += 5
    shapes.append(pen.Segment(0, y, WIDE, y))
    offered = market(shown, Naming.PRINTED)
    rows = (say("{kind}: {what}", kind=kind, what=what) for kind, what in offered)
    told, y = _paragraphs(rows, y)
    return (*shapes, *told)


def _paragraphs(told: Iterable[Words], y: float) -> tuple[Drawing, float]:
    """Return a paragraph for each of `told`, from `y` downwards, and where they end."""
    shapes: list[Shape] = []
    for words in told:
        paragraph, y = pen.paragraph(tell(words), 0, y, 8, WIDE)
        shapes += paragraph
    return tuple(shapes), y


def _die(die: str, x: float, y: float) -> Iterator[Shape]:
    """Yield a die: its colour in the corner, its pips in the middle."""
    yield pen.Rectangle(x, y, DIE, DIE, round=5)
    yield pen.Said(x + 7, y + 10, die[0], 8, middle=True)
    yield pen.Said(x + DIE / 2 + 3, y + DIE - 6, die[1:], 14, bold=True, middle=True)
