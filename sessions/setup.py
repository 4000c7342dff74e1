"""Setting up a game: from what people ask for to the header of a record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..models.core import REFEREE, TABLE, Game, Record, TableError
from ..models.grammar import one_of
from ..models.naming import texts_of
from ..models.record import new_record
from ..models.saying import AND
from ..models.wording import player_named
from ..models.words import Tell, Words, alternatives, bare, listed, say, spellings
from .bots import bot_named, bots_called
from .errors import BadRequest
from .helping import HELPED, levels_of, read_help, written
from .house import House
from .levels import ALL

COMMANDS = (
    "abandon advice again agree back best board bot chances check code correction decline explain"
    " fix help hint human keep let level lines moves no now open quit redo rest review rules scores"
    " seats silent solve stand table takeback tutor undo unseat verify watch whatif why yes"
)
"""What means something else where players are named: no new player is called so."""


def blank(
    game: Game,
    players: Sequence[str],
    settings: Mapping[str, str],
    viewer: str = REFEREE,
    help: str = ALL,
) -> Record:
    """Return the record of a game that has not begun; raises BadRequest."""
    seat = () if viewer == REFEREE else (("Seat", viewer),)
    if help != ALL:
        seat = (*seat, (HELPED, help))
    head = (
        ("Game", game.name),
        ("Record", game.notation.versions[-1]),
        ("Players", " ".join(players)),
    )
    try:
        record = new_record((*head, *settings.items(), *seat))
        game.start(record.setup)
    except TableError as error:
        raise BadRequest(error.words) from None
    return record


def once_more(record: Record) -> Record:
    """Return the record of another game of the same people and settings; raises BadRequest.

    They sit as they sat; if the rules leave open who begins, the next player is named first.
    """
    first, *others = record.setup.players
    told = dict(record.tags)
    settings = {name: told[name] for name in record.setup.settings if name in told}
    help = written(levels_of(record))
    return blank(record.game, (*others, first), settings, help=help)


def help_asked(players: Sequence[str], asked: str | None) -> str:
    """Return the help of a new game as its header has it; raises BadRequest."""
    if asked is None:
        return ALL
    return written({**dict.fromkeys(players, ALL), **read_help(asked, players)})


def players_of(game: Game, text: str) -> tuple[str, ...]:
    """Read "Ana, Bo and Mary Ann", or "Ana Bo Cy": nobody plays alone. Raises BadRequest.

    A space in a name becomes `_`. Nobody is called like a command, or like a piece or a place of
    the game; of two letters, capitals tell: Bo is not the card BO.
    """
    names = names_in(text)
    if len(names) == 1:
        names = text.split() or names
    players = tuple("_".join(name.split()) for name in names)
    if not all(players):
        raise BadRequest(say("--players wants names with commas between them, such as Ana,Bo,Cy"))
    taken = {spelling for word in COMMANDS.split() for spelling in spellings(say(word))}
    notation = game.notation
    pieces = {text for word in notation.words for text in texts_of(notation.names, word)}
    taken |= {text for text in pieces if len(text) != 2 or not text.isalpha()}
    for name in players:
        if bare(name) in taken:
            raise BadRequest(
                say(
                    "'{name}' means something else in {game}: name this player otherwise, such as"
                    " {name}2",
                    name=name,
                    game=game.title,
                )
            )
    return players


def names_in(text: str) -> list[str]:
    """Return the parts of a list as people type it: "Ana, Bo and Mary Ann", "Ana & Bo"."""
    joining = "|".join(map(re.escape, (*alternatives(AND), "&")))
    comma = rf",(?:\s*(?:{joining})(?=\s))?"
    return [each.strip() for each in re.split(rf"{comma}|\s(?:{joining})\s", text, flags=re.I)]


def house_settings(game: Game, house: House, language: str | None) -> tuple[str, ...]:
    """Return the default settings of `game` here, as NAME=VALUE.

    By the rules of the house; otherwise those that go by the `language` that people play in.
    """
    spoken = (
        f"{setting.name}={language}"
        for setting in game.settings
        if setting.by_language and language and setting.value.read(language)
    )
    return (*spoken, *house.of(game))


def settings_of(game: Game, asked: Sequence[str]) -> dict[str, str]:
    """Read `NAME=VALUE` settings and return those that are not the default; raises BadRequest.

    Of several values for one setting the last one counts.
    """
    known = {setting.name: setting for setting in game.settings}
    chosen: dict[str, str] = {}
    for each in asked:
        name, equals, text = each.partition("=")
        found = one_of(tuple(known)).read(name.strip())
        if not equals or found is None:
            raise BadRequest(
                say(
                    "no setting '{setting}' in {game}; expected NAME=VALUE with one of {names}",
                    setting=each,
                    game=game.name,
                    names=listed(known),
                )
            )
        value = known[found].value.read(text.strip())
        if value is None:
            raise BadRequest(
                say("{name}: expected {expected}", name=found, expected=known[found].value.expected)
            )
        chosen[found] = value
    return {name: value for name, value in chosen.items() if value != known[name].default}


def bots_of(game: Game, players: Sequence[str], text: str, tell: Tell = str) -> dict[str, str]:
    """Read "Bo=regular,Cy=beginner"; raises BadRequest."""
    from ..solver.play.coach import bots

    chosen: dict[str, str] = {}
    for each in filter(None, names_in(text)):
        name, _, bot = (part.strip() for part in each.partition("="))
        player = player_named(players, name)
        if player is None:
            raise BadRequest(
                say(
                    "no player '{name}'; the players are {players}",
                    name=name,
                    players=listed(players),
                )
            )
        found = bot_named(bot, bots(game.name), tell)
        if found is None:
            there = bots_called(bots(game.name))
            raise BadRequest(say("no bot '{bot}'; there are {bots}", bot=bot, bots=there))
        if player in chosen:
            raise BadRequest(say("{player} has two bots", player=player))
        chosen[player] = found
    return chosen


def seat_of(players: Sequence[str], seat: str | None) -> str:
    """Return the viewer of a table session: the table itself unless a player is named."""
    if seat is None:
        return TABLE
    found = player_named((*players, TABLE), seat)
    if found is None:
        raise BadRequest(
            say("no player '{name}'; the players are {players}", name=seat, players=listed(players))
        )
    return found


def of_another(record: Record, seat: str) -> Words:
    """Return that a record is not that of a player: what to take instead."""
    if record.viewer == TABLE:
        return say("the table's record has nobody's hand: take the record of {seat}", seat=seat)
    return say(
        "this is the record of {viewer}, and {seat} has seen other things: take the record of "
        "{seat}",
        viewer=record.viewer,
        seat=seat,
    )
