"""Games that bots have played, of all sizes and settings."""

from __future__ import annotations

from random import Random

from aparte.models.core import Record, TableError
from aparte.models.games import game_named, names
from aparte.models.match import Match
from aparte.solver.play.coach import Bot, bots
from aparte.solver.play.driver import acted, bot_event, drawn
from tests.tables import NAMES, blank

ALL = names()
GREEDY = {"bards": 0.02}
"""How often a seat is greedy, where that is not a half: the greedy bards plan with a solver."""
LONGEST = 1500
"""Lines after which a game is left as it stands: random players may go on for ever."""

OPENING = """\
[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy"]
revealed 4P 4R 4T 5R 5T 9R
deal Ana 1T 2T 3P 7R
deal Bo 1P 1R 2P 2R
deal Cy 3R 3T 5P 6P
"""
"""A game that has just been dealt, for tests of the soak itself."""


def a_table(game: str, rng: Random) -> Record:
    """Return the record of a game that has not begun: any number of players, any settings."""
    rules = game_named(game)
    tags = {
        setting.name: rng.choice(setting.value.words)
        for setting in rules.settings
        if setting.value.words and rng.random() < 0.3
    }
    players = rng.choice([n for n in rules.seats if n <= len(NAMES)])
    return _sound(game, players, tags)


def _sound(game: str, players: int, tags: dict[str, str]) -> Record:
    """Return a table with those of `tags` that the rules take for so many players."""
    try:
        record = blank(game, players, **tags)
        record.game.start(record.setup)
    except TableError:
        return _sound(game, players, dict(list(tags.items())[:-1]))
    return record


def a_game(game: str, rng: Random, longest: int = LONGEST) -> Record:
    """Return the referee's record of a game between random and greedy bots."""
    record = a_table(game, rng)
    makers, share = bots(game), GREEDY.get(game, 0.5)
    seats: dict[str, Bot] = {
        player: makers["greedy" if rng.random() < share else "random"]()
        for player in record.setup.players
    }
    match = Match.of(record, seats)
    match = match.at(drawn(record, rng))
    while len(match.record.lines) < longest:
        event = bot_event(match, seats, rng)
        if event is None:
            break
        match = match.at(drawn(acted(match.record, event), rng))
    return match.record
