"""Who plays: named on the command line, else asked for at a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from ...models.core import Game
from ...models.words import Words, listed, say
from ...sessions.errors import BadRequest
from ...sessions.outline import Outline
from ...sessions.setup import blank, players_of
from ...sessions.store import opened
from ..arguments import wrong
from ..console import print_words
from ..language import N_, tell
from ..screen import at_a_terminal
from ..session.terminal import InputEnded, Terminal, scroll
from ..views.names import called

FIRST = ("Ana", "Bo", "Cy", "Dai", "Eve", "Flo")
"""The default names of players before anybody has played."""

Players = Annotated[
    str | None,
    typer.Option(
        metavar=N_("NAMES"),
        help=N_("The players in seating order, as in Ana,Bo,Cy; a terminal asks for them."),
    ),
]


def players_named(game: Game, told: str | None) -> tuple[str, ...]:
    """Return the players as the command line names them, or as people at the terminal do."""
    if told is not None:
        return players_of(game, told)
    if not at_a_terminal():
        raise wrong(say("--players is missing"))
    with opened() as store:
        saved = [each.outline for each in store.summaries() if each.outline is not None]
    try:
        return ask_players(scroll(), game, saved)
    except (InputEnded, KeyboardInterrupt):
        print()
        raise typer.Exit(130) from None


def ask_players(terminal: Terminal, game: Game, saved: Sequence[Outline]) -> tuple[str, ...]:
    """Ask who plays; by default those who have played one of the `saved` games last."""
    used = dict.fromkeys(each for game in saved for each in game.players)
    if used:
        print_words(say("Names used before: {names}", names=listed(map(called, used))))
    default = next(
        (each.players for each in saved if len(each.players) in game.seats),
        FIRST[: game.seats[0]],
    )
    question = say(
        "Who plays, in seating order ({least} to {most})",
        least=game.seats[0],
        most=game.seats[-1],
    )
    while True:
        text = ask(terminal, question, ", ".join(map(called, default)))
        try:
            names = players_of(game, text)
            blank(game, names, {})
        except BadRequest as error:
            print_words(error.words)
        else:
            return names


def ask(terminal: Terminal, question: Words, default: str) -> str:
    """Return what is typed, `default` for nothing."""
    prompt = say("{question} [{default}]: ", question=question, default=default)
    return terminal.ask(tell(prompt)) or default
