"""`aparte play`: the program deals and referees; people pass the laptop, bots sit beside them."""

from __future__ import annotations

from pathlib import Path
from secrets import randbits
from typing import Annotated

import typer

from ...models.core import Record
from ...models.record import write
from ...models.words import say
from ...solver.coach import bots
from ..arguments import GameName
from ..console import print_words
from ..language import N_
from ..session.ledger import Ledger, SavedLedger
from ..session.play import Play
from ..session.setup import blank, bots_of, players_of, settings_of, with_cards
from ..session.terminal import Left, Pipe, Terminal, pages
from ..store import Saved, Store, opened
from ..views import show_board
from ..views.names import told_result

Players = Annotated[
    str,
    typer.Option(metavar="NAMES", help=N_("The players in seating order, as in Ana,Bo,Cy.")),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help=N_("A setting of the game; repeatable.")),
]
Edition = Annotated[str | None, typer.Option(help=N_("The edition of the game that is played."))]
Cards = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        exists=True,
        dir_okay=False,
        help=N_("A card set of your own (Battle of the Bards)."),
    ),
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots", metavar="NAME=BOT", help=N_("Who is played by which bot: Bo=greedy,Cy=random.")
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(help=N_("A number: the same one deals the same, and bots do the same.")),
]


def play(
    game: GameName,
    players: Players,
    bots_named: Bots = "",
    seed: Seed = None,
    edition: Edition = None,
    settings: Settings = None,
    cards: Cards = None,
) -> None:
    names = players_of(players)
    chosen = with_cards(game, settings_of(game, settings or (), edition), cards)
    record = blank(game, names, chosen)
    seats = bots_of(game, names, bots_named)
    drawn_from = str(randbits(64) if seed is None else seed)
    if len(seats) == len(names):
        ledger = Ledger(record, seats, drawn_from)
        _session(ledger, Pipe()).run()
        print(write(ledger.record), end="")
        return
    with opened() as store:
        go_on(store, store.add(record, seats, drawn_from))


def go_on(store: Store, saved: Saved) -> None:
    """Go on with a game that the program deals, until it is over or the people leave."""
    ledger = SavedLedger(store, saved)
    try:
        with pages() as terminal:
            _session(ledger, terminal).run()
    except Left:
        print_words(say("Game {id} is saved; `aparte resume {id}` goes on.", id=saved.id))
    except KeyboardInterrupt:
        print_words(say("Game {id} is saved; `aparte resume {id}` goes on.", id=saved.id))
        raise typer.Exit(130) from None
    else:
        tell_end(ledger.record, saved.id)


def _session(ledger: Ledger, terminal: Terminal) -> Play:
    makers = bots(ledger.record.game.name)
    return Play(ledger, {seat: makers[bot]() for seat, bot in ledger.bots.items()}, terminal)


def tell_end(record: Record, id: int) -> None:
    """Print how a game ended, every hand open."""
    show_board(record)
    result = told_result(record.game.result(record.state) or ())
    print_words(say("The game is over: {result}.", result=result))
    print_words(say("`aparte export {id}` prints the record of game {id}.", id=id))
