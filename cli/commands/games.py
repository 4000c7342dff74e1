"""`aparte resume`, `export` and `import`: one saved game."""

from __future__ import annotations

from typing import Annotated

import typer

from ...models.core import HANDS, REFEREE, TABLE, TableError
from ...models.position import position
from ...models.record import write
from ...models.words import say
from ...sessions.saved import Saved, damaged
from ...sessions.store import Store, opened, opened_to_read
from ...sessions.windows import window
from ..arguments import RecordFile, read_record, saved_ids, seen_by, wrong
from ..console import complain, print_record
from ..language import N_
from ..session.terminal import InputEnded, agreed, scroll
from .replay import As

Id = Annotated[
    int,
    typer.Argument(metavar="ID", autocompletion=saved_ids, help=N_("The number of a saved game.")),
]
LastId = Annotated[
    int | None,
    typer.Argument(
        metavar="ID",
        autocompletion=saved_ids,
        help=N_("The number of a saved game, the last open one else."),
    ),
]


OwnSeat = Annotated[
    str | None,
    typer.Option(
        metavar=N_("NAME"),
        help=N_("Go on as this player's companion with what a table has noted; asks for the hand."),
    ),
]
All = Annotated[
    bool, typer.Option("--all", help=N_("Show every hand, even if the game is not over."))
]

Board = Annotated[
    bool,
    typer.Option("--position", help=N_("Only the board as it stands, not how it came about.")),
]


Svg = Annotated[
    bool, typer.Option("--svg", help=N_("The board as it stands, drawn: an SVG picture."))
]


def resume(id: LastId = None, seat: OwnSeat = None) -> None:
    with opened() as store:
        viewer = None if seat is None else TABLE
        saved = last_open(store, viewer) if id is None else store.game(id)
        if seat is None:
            go_on(store, saved)
        else:
            from .seated import go_on_at

            go_on_at(store, saved, seat)


def go_on(store: Store, saved: Saved) -> None:
    """Resume a saved game, at a real table or dealt by the program."""
    from . import play, table

    if saved.record.viewer == HANDS:
        words = say("the seats of game {id} are hosted: `aparte host --resume {id}`", id=saved.id)
        raise TableError(words)
    if saved.record.viewer == REFEREE:
        play.go_on(store, saved)
    else:
        table.go_on(store, saved)


def export(
    id: Id, seat: As = None, all: All = False, board: Board = False, svg: Svg = False
) -> None:
    with opened_to_read() as store:
        saved = store.game(id)
    if not saved.sound:
        complain(damaged(id))
    other = seat is not None and seat != saved.record.viewer
    if not (other or all or not saved.open_hands or _wanted(saved)):
        return
    if not (other or svg or board):
        print_record(saved.text)  # also of what cannot be read any more
        return
    seen = seen_by(saved.record, seat) if other else saved.record
    if svg:
        from ..paper.sheet import picture

        print_record(picture(position(seen)))
    elif board:
        print_record(write(position(seen)))
    else:
        print_record(write(seen))


def import_(file: RecordFile) -> None:
    record = read_record(file)
    with opened() as store:
        print(store.add(record).id)


def _wanted(saved: Saved) -> bool:
    """Ask whether to show hands that are still in play; raises BadParameter in a pipe."""
    terminal = scroll()
    if not terminal.live:
        raise wrong(
            say(
                "game {id} is not over, and this would show every hand: choose a view with "
                "--seat, or --all",
                id=saved.id,
            )
        )
    question = say("Game {id} is not over. Show every hand (yes/no)? ", id=saved.id)
    try:
        return agreed(terminal, question)
    except InputEnded:
        return False


def last_open(store: Store, viewer: str | None = None) -> Saved:
    """Return the game used last that can be resumed; raises TableError if there is none.

    With `viewer` it is one of that viewer, the notes of a table or of a player. Without, TableError
    says so if it is open in another window: nobody has named it.
    """
    for saved in store.games():
        if saved.over:
            continue
        try:
            _ = saved.record, saved.bots
            if viewer not in (None, saved.record.viewer):
                continue
        except TableError:
            complain(
                say(
                    "game {id} cannot be read, so it was passed over; see `aparte games`",
                    id=saved.id,
                )
            )
        else:
            if viewer is None:
                _check_free(store, saved.id)
            return saved
    raise TableError(say("no game is open; see `aparte games`"))


def _check_free(store: Store, id: int) -> None:
    with window(store.path, id) as free:
        if not free:
            raise TableError(
                say(
                    "game {id} is open in another window: go on there, or leave it there first;"
                    " `aparte resume {id}` opens it here, too",
                    id=id,
                )
            )
