"""`aparte position`: a board entered question by question, saved as the record of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...models.core import KEEPERS, POSITION, TABLE, Record
from ...models.record import new_record, write
from ...models.words import listed, say
from ...sessions.setup import blank, seat_of
from ..arguments import GameName, wrong
from ..console import console, print_record, print_text, wrapped
from ..language import N_, tell
from ..session.entry import BoardEntry
from ..session.terminal import InputEnded, scroll
from ..views import look_of, show_board
from .play import Settings, settled
from .who import Players, players_named


def position(
    game: GameName,
    players: Players = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=N_("The player whose view it is, own hand and all.")),
    ] = None,
    settings: Settings = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar=N_("FILE"), dir_okay=False, help=N_("Write the record there.")),
    ] = None,
) -> None:
    names = players_named(game, players)
    chosen = settled(game, settings, peopled=True)
    empty = blank(game, names, chosen, seat_of(names, seat))
    record = new_record(_tags(empty))
    asked = look_of(record).blanks
    if asked is None:
        raise wrong(say("a board of {game} cannot be put down this way", game=game.title))

    def keep(record: Record) -> None:
        if out is not None:
            out.write_text(write(record), "utf-8")

    entry = BoardEntry(record, list(asked(record)), scroll(), keep)
    try:
        record = entry.run()
    except InputEnded:
        record = entry.record
    else:
        show_board(record)
    if out is None:
        print_record(write(record))
        return
    keep(record)
    commands = listed(f"aparte {word} {out}" for word in ("check", "solve", "best"))
    on = f"aparte table {game.name} --from {out}"
    now = say("It is in {file}; now: {commands}, {on}", file=out, commands=commands, on=on)
    print_text("\n".join(wrapped(tell(now), console().width, long=True)))


def _tags(record: Record) -> tuple[tuple[str, str], ...]:
    """Return the header of a record that begins with its board; its seat comes last."""
    head = tuple(tag for tag in record.tags if tag[0] != "Seat")
    viewer = TABLE if record.viewer in KEEPERS else record.viewer
    return (*head, ("From", POSITION), ("Seat", viewer))
