"""Views of games that bots play: where puzzles of games come from that are not made otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ..models.core import View
from ..models.match import Match
from ..models.record import new_record, write
from ..solver.play.coach import bots
from ..solver.play.driver import acted, bot_event, drawn

NAMES = ("Ana", "Bo", "Cy", "Dai", "Eve", "Flo")


def played(
    game: str, seats: Sequence[int], names: Sequence[str], every: int, rng: Random
) -> Iterator[View]:
    """Yield what a seat sees of one game, some time in every so many lines.

    The number of players is one of `seats`; each is a bot of one of the `names`.
    """
    players = NAMES[: rng.choice(seats)]
    head = (("Game", game), ("Record", "1"), ("Players", " ".join(players)))
    record = drawn(new_record(head), rng)
    match = Match.of(record, players)
    seated = {player: bots(game)[rng.choice(names)]() for player in players}
    due = rng.randrange(1, 2 * every)
    while (event := bot_event(match, seated, rng)) is not None:
        match = match.at(drawn(acted(match.record, event), rng))
        due -= 1
        if not due:
            due = rng.randrange(1, 2 * every)
            yield match.views[rng.choice(players)]


def seated_form(view: View) -> str:
    """Return the text of `view` with its players called by their seats, tags left out."""
    text = write(view)
    for number, player in enumerate(view.setup.players, start=1):
        text = _renamed(text, player, f"P{number}")
    return text


def _renamed(text: str, old: str, new: str) -> str:
    words = text.replace('"', ' " ').replace(":", " : ").split(" ")
    return " ".join(new if word == old else word for word in words)
