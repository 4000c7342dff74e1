"""`aparte table`: real pieces on a real table; people type what happens."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...models.core import KEEPERS, Game, Record, view
from ...models.words import Words, listed, say
from ...sessions.errors import BadRequest
from ...sessions.helping import read_help, with_help
from ...sessions.ledger import SavedLedger
from ...sessions.saved import Saved
from ...sessions.setup import blank, of_another, players_of, seat_of, settings_of
from ...sessions.store import Store, opened
from ...sessions.table import Table
from ...sessions.windows import window
from ...solver.play import rehearsal
from ..arguments import GameName, read_record, wrong
from ..console import print_words
from ..language import N_, tell
from ..session.table import TableSession
from ..session.terminal import InputEnded, Terminal, scroll
from .looked import look_at_the_box
from .play import Helped, Settings, help_level, settled
from .who import Players, players_named

OwnSeat = Annotated[
    str | None,
    typer.Option(
        metavar=N_("NAME"), help=N_("The player whose companion this is, own hand and all.")
    ),
]
From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar=N_("FILE"),
        exists=True,
        dir_okay=False,
        help=N_("Go on from a record or a position."),
    ),
]


def table(
    game: GameName,
    players: Players = None,
    seat: OwnSeat = None,
    settings: Settings = None,
    begun: From = None,
    helped: Helped = None,
) -> None:
    if begun is not None:
        names = None if players is None else players_of(game, players)
        if settings_of(game, settings or ()):
            raise wrong(say("the settings stand in the file of --from"))
        record = _helped(_begun(game, read_record(begun), names, seat), helped)
    else:
        names = players_named(game, players)
        look_at_the_box(game, settings)
        chosen = settled(game, settings, peopled=True)
        record = blank(game, names, chosen, seat_of(names, seat), help_level(names, helped))
    with opened() as store:
        go_on(store, store.add(record))


def _begun(game: Game, record: Record, names: tuple[str, ...] | None, seat: str | None) -> Record:
    """Return what the seat sees of a record begun elsewhere; raises BadParameter."""
    if record.game.name != game.name:
        raise wrong(say("this is a record of {game}", game=record.game.title))
    if names is not None and names != record.setup.players:
        players = listed(record.setup.players)
        raise wrong(say("the players of this record are {names}", names=players))
    viewer = seat_of(record.setup.players, seat)
    if record.viewer in (*KEEPERS, viewer):
        return record if record.viewer == viewer else view(record, viewer)
    if seat is None:
        return record
    raise wrong(of_another(record, viewer))


def _helped(record: Record, asked: str | None) -> Record:
    """Return a record begun elsewhere with the help that is asked for; raises BadParameter."""
    if asked is None:
        return record
    try:
        return with_help(record, read_help(asked, record.setup.players))
    except BadRequest as error:
        raise wrong(error.words) from None


def go_on(store: Store, saved: Saved, terminal: Terminal | None = None) -> None:
    """Resume the notes of a game at a real table, until the people leave."""
    table = Table(SavedLedger(store, saved), tell)
    try:
        terminal = terminal or scroll()
        if terminal.live:
            rehearsal.begin(saved.record.game.name)
        with window(store.path, saved.id):
            TableSession(table, terminal).run()
    except InputEnded:
        print_words(_goodbye(saved.id, table.record))
    except KeyboardInterrupt:
        print_words(_goodbye(saved.id, table.record))
        raise typer.Exit(130) from None


def _goodbye(id: int, record: Record) -> Words:
    if record.game.outcome(record.state) is not None:
        return say("Game {id} is saved; `aparte resume {id}` shows its last page again.", id=id)
    return say("Game {id} is saved; `aparte resume {id}` goes on.", id=id)
