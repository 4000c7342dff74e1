"""`aparte play`: the program deals and referees; people pass the laptop, bots sit beside them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ...models.core import Record
from ...models.words import listed, say
from ...sessions.ledger import Ledger, SavedLedger
from ...sessions.play import Play
from ...sessions.setup import blank, bots_of, players_of, settings_of, with_cards
from ...sessions.store import Saved, Store, StoreError, opened
from ...solver.play import rehearsal
from ...solver.play.coach import bots
from ...solver.play.deal import SEAL, new_deal, sealed, unsealed
from ..arguments import GameName
from ..console import print_words
from ..language import N_, tell
from ..session.play import PlaySession
from ..session.printed import PrintedLedger
from ..session.terminal import Left, Pipe, Terminal, pages
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
        help=N_("A card set of your own, for a game that takes one."),
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
    deal = new_deal(seed)
    if len(seats) == len(names):
        _watch(PrintedLedger(unsealed(record, deal), seats, deal.seed))
        return
    with opened() as store:
        go_on(store, store.add(sealed(record, deal), seats, deal))


def _watch(ledger: Ledger) -> None:
    """Let bots play among themselves; who stops them, or looks away, has the record so far."""
    try:
        _session(ledger, Pipe()).run()
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except BrokenPipeError:
        # Python would try once more to write what is left, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


def go_on(store: Store, saved: Saved) -> None:
    """Go on with a game that the program deals, until it is over or the people leave."""
    ledger = SavedLedger(store, saved)
    try:
        with pages() as terminal:
            if terminal.live:
                rehearsal.begin(ledger.record.game.name)
            _session(ledger, terminal).run()
    except Left:
        print_words(say("Game {id} is saved; `aparte resume {id}` goes on.", id=saved.id))
    except KeyboardInterrupt:
        print_words(say("Game {id} is saved; `aparte resume {id}` goes on.", id=saved.id))
        raise typer.Exit(130) from None
    else:
        tell_end(ledger.record, saved.id)


def _session(ledger: Ledger, terminal: Terminal) -> PlaySession:
    makers = bots(ledger.record.game.name)
    for bot in ledger.bots.values():
        if bot not in makers:
            raise StoreError(say("no bot '{bot}'; there are {bots}", bot=bot, bots=listed(makers)))
    seats = {seat: makers[bot]() for seat, bot in ledger.bots.items()}
    return PlaySession(Play(ledger, seats, tell), terminal)


def tell_end(record: Record, id: int) -> None:
    """Print how a game ended, every hand open."""
    show_board(record)
    result = told_result(record.game.result(record.state) or ())
    print_words(say("The game is over: {result}.", result=result))
    print_words(say("`aparte export {id}` prints the record of game {id}.", id=id))
    if record.tag(SEAL) is not None:
        print_words(say("`aparte verify {id}` draws all cards again from the sealed deal.", id=id))
