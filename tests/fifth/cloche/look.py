"""How Cloche is drawn: a sheet with a line for every card and a column for every place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table

from aparte.cli.language import percent, tell
from aparte.cli.views import Look
from aparte.cli.views.names import called as cut
from aparte.models.core import Record

from .box import CARDS, Card
from .face import called, places, seen, sentences
from .state import State

if TYPE_CHECKING:
    from aparte.solver.engine.solve import Solved

HERE, OPEN = "✔", "·"


def board(view: Record[State], solved: Solved | None = None) -> RenderableType:
    """Return the sheet as the viewer of `view` can fill it, with the chances where `solved`."""
    sheet = Table(box=None, pad_edge=False)
    sheet.add_column()
    for place in places(view):
        sheet.add_column(cut(called(place), 10), justify="right")
    found = seen(view)
    for cards in CARDS.values():
        for card, name in cards.items():
            marks = (
                HERE if found[card] == place else _mark(card, place, solved)
                for place in places(view)
            )
            sheet.add_row(f"{card} {tell(name)}", *marks)
        sheet.add_section()
    return Group(tell(sentences(view)[0]), sheet)


def _mark(card: Card, place: str, solved: Solved | None) -> str:
    if solved is None or card not in solved.items or place not in solved.places:
        return OPEN
    chance = solved.chance(card, place)
    return HERE if chance == 1 else OPEN if chance == 0 else percent(chance)


LOOK = Look(board)
