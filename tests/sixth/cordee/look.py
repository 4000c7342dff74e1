"""How Cordée is drawn: a column for every pack, a row for every loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table

from aparte.cli.language import percent, tell
from aparte.cli.views import Look
from aparte.models.bag import HOLE
from aparte.models.core import Record

from .box import LOOPS
from .face import sentences
from .state import State

if TYPE_CHECKING:
    from aparte.solver.engine.solve import Solved

EMPTY = "–"


def board(view: Record[State], solved: Solved | None = None) -> RenderableType:
    """Return the packs as the viewer sees them, with the chances where `solved`."""
    packs = Table(box=None, pad_edge=False)
    packs.add_column()
    for player in view.state.packs:
        packs.add_column(player)
    for loop in LOOPS:
        held = (pack.get(loop, EMPTY) for pack in view.state.packs.values())
        names = (f"{player}:{loop}" for player in view.state.packs)
        packs.add_row(loop, *map(lambda piece, name: _cell(piece, name, solved), held, names))
    first, pitch, left, *_ = map(tell, sentences(view))
    return Group(first, pitch, left, packs)


def _cell(piece: str, name: str, solved: Solved | None) -> str:
    if piece != HOLE or solved is None or name not in solved.places:
        return piece
    chances = {kind: solved.chance(kind, name) for kind in solved.items}
    told = ((kind, chance) for kind, chance in chances.items() if chance)
    return " ".join(kind if chance == 1 else f"{kind} {percent(chance)}" for kind, chance in told)


LOOK = Look(board)
