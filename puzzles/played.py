"""Views from games that bots play: the raw material of most puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from ..models.core import View
from ..models.match import Match
from ..models.record import blank
from ..solver.play.coach import bots
from ..solver.play.driver import acted, bot_event, drawn
from .forms import NAMES

LINES = 700
"""Most lines of a game that are played: bots may go on for long."""


def played(
    game: str, seats: Sequence[int], names: Sequence[str], every: int, rng: Random
) -> Iterator[View]:
    """Yield what a seat sees of one game, once in every so many lines.

    The number of players is one of `seats`; each is a bot of one of the `names`.
    """
    players = NAMES[: rng.choice(seats)]
    match = Match.of(drawn(blank(game, players), rng), players)
    seated = {player: bots(game)[rng.choice(names)]() for player in players}
    due = rng.randrange(1, 2 * every)
    while (event := bot_event(match, seated, rng)) is not None:
        match = match.at(drawn(acted(match.record, event), rng))
        due -= 1
        if not due:
            due = rng.randrange(1, 2 * every)
            yield match.views[rng.choice(players)]


def turns(
    game: str,
    seats: Sequence[int],
    names: Sequence[str],
    rng: Random,
    fits: Callable[[View], bool],
) -> Iterator[View]:
    """Yield what the player to choose sees in one game, if it `fits`."""
    players = NAMES[: rng.choice(seats)]
    match = Match.of(drawn(blank(game, players), rng), players)
    seated = {player: bots(game)[rng.choice(names)]() for player in players}
    for _ in range(LINES):
        event = bot_event(match, seated, rng)
        if event is None:
            return
        if event.actor and fits(match.views[event.actor]):
            yield match.views[event.actor]
        match = match.at(drawn(acted(match.record, event), rng))
