"""What several commands take, and the answer to a command line that asks for what cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..models.core import REFEREE, TABLE, BadNotation, Game, Record, View, view
from ..models.games import GAMES, game_named
from ..models.grammar import Cursor, Token, one_of
from ..models.hidden import Claim, Hidden
from ..models.words import Words, listed, say
from .language import N_, tell


def wrong(words: Words) -> typer.BadParameter:
    """Return the error of a wrong command line: the message, and exit code 2."""
    return typer.BadParameter(tell(words))


def _game(name: str) -> Game:
    if name not in GAMES:
        raise wrong(say("expected one of {games}", games=listed(GAMES)))
    return game_named(name)


RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar=N_("FILE"), exists=True, dir_okay=False, readable=True, help=N_("A record.")
    ),
]
GameName = Annotated[
    Game,
    typer.Argument(
        metavar=N_("GAME"), parser=_game, autocompletion=lambda: list(GAMES), help=N_("A game.")
    ),
]
Seat = Annotated[
    str | None,
    typer.Option(metavar=N_("SEAT"), help=N_("Whose view: a player, or table for what all see.")),
]


def seen_by(record: Record, seat: str | None) -> View:
    """Return `record` as the seat asked for sees it, its keeper where none is.

    Raises BadParameter where this record cannot tell.
    """
    seats = (*record.setup.players, TABLE)
    if seat is None:
        if record.viewer != REFEREE:
            return record
        raise wrong(
            say(
                "this is the referee's record: say with --seat whose view is meant ({seats})",
                seats=listed(seats),
            )
        )
    viewer = one_of(seats).read(seat)
    if viewer is None:
        raise wrong(
            say("no seat '{seat}', expected one of {seats}", seat=seat, seats=listed(seats))
        )
    if record.viewer not in (REFEREE, viewer) and viewer != TABLE:
        raise wrong(
            say(
                "this is the record of {viewer}: {seat} has seen other things",
                viewer=record.viewer,
                seat=viewer,
            )
        )
    return view(record, viewer)


def claim_of(hidden: Hidden, text: str) -> Claim:
    """Read a fact such as "Bo 5T" or "not nobody 5T"; raises BadParameter."""
    cursor = Cursor(text)
    try:
        holds = cursor.peek() != "not"
        if not holds:
            cursor.take()
        place = _take(cursor, one_of(hidden.names))
        item = _take(cursor, one_of(tuple(hidden.items)))
        if cursor.peek() is not None:
            raise cursor.fail(say("the end of the fact"))
    except BadNotation as error:
        raise wrong(say("{fact}: {words}", fact=text, words=error.words)) from None
    return Claim(item, place, holds)


def _take(cursor: Cursor, token: Token) -> str:
    word = cursor.peek()
    found = token.read(word) if word else None
    if found is None:
        raise cursor.fail(token.expected)
    cursor.take()
    return found
