"""Arguments that several commands share, and errors about command lines."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..models.event import HANDS, KEEPERS, REFEREE, TABLE
from ..models.games import game_named, meant, names, nearest
from ..models.words import Listed, Words, listed, say
from .language import N_, speak_of, tell

if TYPE_CHECKING:
    from ..models.core import Game, Record, View
    from ..sessions.saved import Summary
else:
    Game = Any  # which Typer asks for, and whose module most commands do without


def wrong(words: Words) -> typer.BadParameter:
    """Return the error for a wrong command line: the message, and exit code 2."""
    return typer.BadParameter(tell(words))


def _games() -> Listed:
    return listed(names())


def _game(name: str) -> Game:
    found = meant(name)
    if found is None:
        near = nearest(name)
        if near is None:
            raise wrong(say("no game '{name}', expected one of {games}", name=name, games=_games()))
        raise wrong(
            say(
                "no game '{name}'; did you mean {near}? There are {games}",
                name=name,
                near=near,
                games=_games(),
            )
        )
    return game_named(found)


def file_or_id(text: str) -> Path | int:
    """Return the file, or the number of a saved game, that `text` means; raises BadParameter."""
    file = Path(text)
    if file.exists() and not file.is_dir():
        return file
    if text.isascii() and text.isdecimal() and len(text) < 100:
        return int(text)
    if file.is_dir():
        raise wrong(say("'{text}' is a directory", text=text))
    raise wrong(say("'{text}' is neither a file nor the number of a saved game", text=text))


def seats_in(record: Record) -> Sequence[str]:
    """Return the players from whose seats `record` can be seen; none if it is the table's."""
    if record.viewer in KEEPERS:
        return record.setup.players
    return () if record.viewer == TABLE else (record.viewer,)


def seat_in(record: Record, seat: str | None, table: bool = False) -> str | None:
    """Return the seat of `record` that is meant, None if none is named; raises BadParameter.

    The error names the seats that can be seen, among them the `table` where it is one.
    """
    from ..models.wording import player_named

    if seat is None:
        return None
    found = player_named((*record.setup.players, TABLE), seat)
    if found is None:
        seen = seats_in(record)
        seats = listed((*seen, TABLE) if table or not seen else seen)
        raise wrong(say("no seat '{seat}', expected one of {seats}", seat=seat, seats=seats))
    return found


def finite(number: float | None) -> float | None:
    """Return `number`; raises BadParameter if it is infinite or not a number."""
    if number is None or isfinite(number):
        return number
    raise wrong(say("{number} is not a finite number", number=number))


def saved_ids() -> list[str]:
    """Return the numbers of the saved games, for shell completion; none if they are unreadable."""
    return [str(each.id) for each in _saved()]


def dealt_ids() -> list[str]:
    """Return the numbers of finished games that the program dealt, for shell completion."""
    return [
        str(each.id)
        for each in _saved()
        if each.outline and each.outline.seat == REFEREE and each.outline.result is not None
    ]


def _saved() -> Sequence[Summary]:
    from ..models.errors import TableError
    from ..sessions.store import opened_copy

    with suppress(TableError, OSError), opened_copy() as store:
        return store.summaries()
    return ()


RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar=N_("FILE"), exists=True, dir_okay=False, readable=True, help=N_("A record.")
    ),
]
RecordOrId = Annotated[
    str,
    typer.Argument(
        metavar=N_("FILE|ID"),
        autocompletion=saved_ids,
        help=N_("A record, or the number of a saved game."),
    ),
]
GameName = Annotated[
    Game,
    typer.Argument(
        metavar=N_("GAME"), parser=_game, autocompletion=lambda: list(names()), help=N_("A game.")
    ),
]
Seat = Annotated[
    str | None,
    typer.Option(metavar=N_("SEAT"), help=N_("Whose view: a player, or table for what all see.")),
]
Behaviour = Annotated[
    bool,
    typer.Option(
        "--behaviour", help=N_("Assume that others do what is good for them: never a proof.")
    ),
]
Strength = Annotated[
    float,
    typer.Option(min=0, max=1, callback=finite, help=N_("How far to believe in it, from 0 to 1.")),
]
Time = Annotated[
    float | None,
    typer.Option(
        "--time",
        metavar=N_("SECONDS"),
        min=0.01,
        callback=finite,
        help=N_("How long to think about a move."),
    ),
]
Shortest = Annotated[
    bool,
    typer.Option(
        "--shortest", help=N_("The smallest set of lines instead of the easiest small steps.")
    ),
]
HALF = 0.5
"""The default strength of assumed behaviour."""


def read_record(path: Path) -> Record:
    """Return the record at `path`, whose pieces are called as its game does from now on.

    Raises BadNotation and IllegalAction, OSError for no such file.
    """
    from ..models.record import read_attempt, text_of

    attempt = read_attempt(text_of(path))
    speak_of(attempt.record)
    if attempt.error is not None:
        raise attempt.error
    return attempt.record


def seen_by(record: Record, seat: str | None) -> View:
    """Return the view of the seat that was asked for, by default that of the record's viewer.

    Raises BadParameter if this record does not have it.
    """
    from ..models.core import view

    viewer = seat_in(record, seat, table=True)
    if viewer is None:
        if record.viewer not in KEEPERS:
            return record
        seats = (*record.setup.players, TABLE)
        if record.viewer == HANDS:
            raise wrong(
                say(
                    "this record has all hands that were told: choose a view with --seat ({seats})",
                    seats=listed(seats),
                )
            )
        raise wrong(
            say(
                "this is the referee's record: choose a view with --seat ({seats})",
                seats=listed(seats),
            )
        )
    if record.viewer not in (*KEEPERS, viewer) and viewer != TABLE:
        from ..sessions.setup import of_another

        raise wrong(of_another(record, viewer))
    return view(record, viewer)


Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar=N_("ADDRESS"), help=N_("Use the dask.distributed cluster at this address.")
    ),
]


def cluster_at(scheduler: str) -> str:
    """Return the address of a cluster; raises BadParameter if it is bad, or without the extra."""
    from ..solver.play.cluster import where

    try:
        where(scheduler)
    except ValueError:
        raise wrong(
            say(
                "'{address}' is no address of a scheduler, expected tcp://HOST:PORT",
                address=scheduler,
            )
        ) from None
    if find_spec("distributed") is None:
        raise wrong(say("--scheduler needs the extra: pip install 'aparte[cluster]'"))
    return scheduler
