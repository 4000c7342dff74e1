"""A turn of Battle of the Bards on paper: the dice drawn, what they can be used for told."""

from __future__ import annotations

from collections.abc import Iterator

from ....models.bards import State
from ....models.core import Record
from ....models.words import Words, listed, say
from ...language import tell
from ...views import pen
from ...views.names import called
from ...views.pen import Drawing, Shape

DIE, WIDE = 26.0, 400.0
NOTE = say(
    "Dice are blue B, purple P, red R, orange O with their pips. A turn has two actions: perform "
    "(three dice in a row, coloured as most of them), use a bard, hire a veteran with a wanted "
    "poster and equal dice, win an audience with performances."
)


def drawn(view: Record, rows: Iterator[Words], bards: Iterator[Words]) -> Drawing:
    """Return the dice of whoever has the turn, above the market (`rows`) and the own `bards`."""
    state: State = view.state
    player = state.actor or view.viewer
    troupe = state.troupes[player]
    shapes: list[Shape] = []
    head = tell(say("{player}, with {n} actions", player=called(player), n=state.actions))
    shapes.append(pen.Said(0, 9, head, 9, bold=True))
    for at, die in enumerate(troupe.dice):
        shapes += _die(die, at * (DIE + 5), 15)
    y = 15 + DIE + 2
    own = say(
        "Performances: {performances}; melodies: {melodies}; hand: {hand}",
        performances=listed(troupe.performances, " ") if troupe.performances else "–",
        melodies=troupe.melodies,
        hand=listed(troupe.hand.known) if troupe.hand.known else "–",
    )
    for words in (own, *bards):
        told, y = pen.paragraph(tell(words), 0, y, 8, WIDE)
        shapes += told
    y += 3
    shapes.append(pen.Segment(0, y, WIDE, y))
    for words in rows:
        told, y = pen.paragraph(tell(words), 0, y, 8, WIDE)
        shapes += told
    return tuple(shapes)


def _die(die: str, x: float, y: float) -> Iterator[Shape]:
    """Yield a die: its colour in the corner, its pips in the middle."""
    yield pen.Rectangle(x, y, DIE, DIE, round=5)
    yield pen.Said(x + 7, y + 10, die[0], 8, middle=True)
    yield pen.Said(x + DIE / 2 + 3, y + DIE - 6, die[1:], 14, bold=True, middle=True)
