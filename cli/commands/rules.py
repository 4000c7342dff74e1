"""`aparte rules`: the rules of a game as refereed, each ruling by its id, and the notation."""

from __future__ import annotations

from typing import Annotated

import typer

from ..answers.rules import show_rules
from ..arguments import GameName
from ..language import N_

Ruling = Annotated[
    str | None, typer.Argument(metavar="ID", help=N_("A ruling by its id; without it, all."))
]


def rules(game: GameName, ruling: Ruling = None) -> None:
    show_rules(game, ruling)
