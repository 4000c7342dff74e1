"""`aparte again`: another game with the same people."""

from __future__ import annotations

from typing import Annotated

import typer

from ...models.core import REFEREE, TableError
from ...models.words import say
from ...sessions.store import opened
from ..arguments import dealt_ids
from ..language import N_
from .play import Seed, another, go_on

Id = Annotated[
    int | None,
    typer.Argument(
        min=1,
        metavar="[ID]",
        autocompletion=dealt_ids,
        help=N_("A finished game; the last one unless told."),
    ),
]


def again(id: Id = None, seed: Seed = None) -> None:
    with opened() as store:
        if id is None:
            over = [
                (each.changed, each.id)
                for each in store.summaries()
                if each.changed and (outline := each.outline) is not None
                if outline.seat == REFEREE and outline.result is not None
            ]
            id = max(over)[1] if over else None
        if id is None:
            raise TableError(say("no finished game is saved here"))
        saved = store.game(id)
        if saved.record.viewer != REFEREE:
            raise TableError(say("game {id} was not dealt by the program", id=id))
        if not saved.over:
            raise TableError(say("game {id} is not over: `aparte resume {id}` goes on", id=id))
        go_on(store, another(store, saved.record, saved.bots, seed))
