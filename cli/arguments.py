"""What several commands take, and the answer to a command line that asks for what cannot be."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from ..models.core import REFEREE, TABLE, BadNotation, Game, Record, View, view
from ..models.games import game_named, meant, names
from ..models.grammar import Cursor, Token, one_of
from ..models.hidden import Claim, Hidden
from ..models.words import Words, listed, say
from .language import N_, tell


def wrong(words: Words) -> typer.BadParameter:
    """Return the error of a wrong command line: the message, and exit code 2."""
    return typer.BadParameter(tell(words))


def _game(name: str) -> Game:
    found = meant(name)
    if found is None:
        raise wrong(say("expected one of {games}", games=listed(names())))
    return game_named(found)


def finite(number: float | None) -> float | None:
    """Return `number`; raises BadParameter for infinity and for what is no number."""
    if number is None or isfinite(number):
        return number
    raise wrong(say("{number} is not a finite number", number=number))


RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar=N_("FILE"), exists=True, dir_okay=False, readable=True, help=N_("A record.")
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
HALF = 0.5
"""The strength unless told otherwise."""


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


def claim_of(game: Game, hidden: Hidden, text: str) -> Claim:
    """Read a fact such as "Bo 5T" or "not nobody 5T"; raises BadParameter.

    Pieces may be spelled as in a record, `not` and `nobody` as in the language of this run.
    """
    if not hidden.names:
        words = say("this view leaves nothing open that a person could ask")
        raise wrong(say("{fact}: {words}", fact=text, words=words))
    cursor, places = Cursor(text), _places(hidden)
    try:
        holds = not _is_not(cursor.peek(), places)
        if not holds:
            cursor.take()
        place = _take(cursor, places)
        item = _take(cursor, _pieces(game, hidden))
        if cursor.peek() is not None:
            raise cursor.fail(say("the end of the fact"))
    except BadNotation as error:
        raise wrong(say("{fact}: {words}", fact=text, words=error.words)) from None
    if place not in hidden.homes.get(item, (place,)):
        raise wrong(say("{fact}: {words}", fact=text, words=_nowhere(hidden, item, place)))
    return Claim(item, place, holds)


def _nowhere(hidden: Hidden, item: str, place: str) -> Words:
    """Return why nobody asks for `item` at `place`."""
    if not hidden.homes[item]:
        return say("this view leaves nothing open about {item} that a person could ask", item=item)
    homes = listed(hidden.call(name).name for name in hidden.names if name in hidden.homes[item])
    return say("{item} is never there; it can be at: {places}", item=item, places=homes)


def _is_not(word: str | None, places: Token) -> bool:
    if word is None or places.read(word):
        return False
    return word.casefold() in ("not", tell(say("not")).casefold())


def _places(hidden: Hidden) -> Token:
    """Return the token for a place of `hidden`, by its name in a record or on the screen."""
    by_name = one_of(hidden.names)
    on_screen = {tell(hidden.call(name).name).casefold(): name for name in hidden.names}
    return Token(
        by_name.expected, lambda text: by_name.read(text) or on_screen.get(text.casefold())
    )


def _pieces(game: Game, hidden: Hidden) -> Token:
    """Return the token for an item of `hidden`, however the notation of `game` spells it."""
    by_name = one_of(tuple(hidden.items))
    kinds = [each for each in game.vocabulary.values() if hidden.items.keys() & set(each.words)]

    def read(text: str) -> str | None:
        spelled = (token.read(text) for token in (by_name, *kinds))
        return next((item for item in spelled if item in hidden.items), None)

    return Token(by_name.expected, read)


def _take(cursor: Cursor, token: Token) -> str:
    word = cursor.peek()
    found = token.read(word) if word else None
    if found is None:
        raise cursor.fail(token.expected)
    cursor.take()
    return found
