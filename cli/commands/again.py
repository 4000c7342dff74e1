"""`aparte again`: another game with the same people."""

from __future__ import annotations

from typing import Annotated

import typer

from ...models.core import REFEREE
from ...models.words import listed, say
from ...sessions.setup import once_more
from ...sessions.store import opened
from ...solver.play.deal import new_deal, sealed
from ..arguments import wrong
from ..console import print_words
from ..language import N_
from ..views.names import called
from .play import Seed, go_on

Id = Annotated[
    int | None,
    typer.Argument(min=1, metavar="[ID]", help=N_("A finished game; the last one unless told.")),
]


def again(id: Id = None, seed: Seed = None) -> None:
    with opened() as store:
        if id is None:
            over = [each for each in store.finished() if each.changed is not None]
            id = max(over, key=lambda each: (each.changed, each.id)).id if over else None
        if id is None:
            raise wrong(say("no finished game is saved here"))
        saved = store.game(id)
        if saved.record.viewer != REFEREE:
            raise wrong(say("game {id} was not dealt by the program", id=id))
        record = once_more(saved.record)
        names = listed(map(called, record.setup.players))
        print_words(say("Again {game}: {names}.", game=record.game.title, names=names))
        deal = new_deal(seed)
        go_on(store, store.add(sealed(record, deal), saved.bots, deal))
