"""`aparte rules`: the rules of a game as refereed, each ruling by its id, and the notation."""

from __future__ import annotations

from typing import Annotated

import typer

from ..answers.rules import rules_of, rulings, show_rules
from ..arguments import GameName
from ..language import N_
from ..session.paging import show_long


def _ids(context: typer.Context) -> list[str]:
    """Return the ids of the rulings of the named game, for shell completion."""
    game = context.params.get("game")
    return [] if game is None else list(rulings(rules_of(game)))


Ruling = Annotated[
    str | None,
    typer.Argument(
        metavar="ID", autocompletion=_ids, help=N_("A ruling by its id; without it, all.")
    ),
]


def rules(game: GameName, ruling: Ruling = None) -> None:
    show_long(lambda: show_rules(game, ruling))
