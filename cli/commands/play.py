"""`aparte play`: the program deals and referees; people pass the laptop, bots sit beside them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from ...models.core import REFEREE, Game, Record
from ...models.words import capital, listed, say
from ...sessions.errors import BadRequest
from ...sessions.house import read_house
from ...sessions.ledger import Ledger, SavedLedger
from ...sessions.news import ending
from ...sessions.play import Play
from ...sessions.saved import Saved
from ...sessions.setup import (
    blank,
    bots_of,
    help_asked,
    house_settings,
    once_more,
    settings_of,
)
from ...sessions.store import Store, StoreError, opened
from ...sessions.windows import window
from ...solver.play import rehearsal
from ...solver.play.coach import bots, play_of
from ...solver.play.deal import SEAL, new_deal, sealed, unsealed
from ..arguments import GameName, wrong
from ..console import print_words
from ..language import N_, language, tell
from ..screen import at_a_terminal
from ..session.last_page import look_back
from ..session.play import PlaySession
from ..session.printed import PrintedLedger
from ..session.terminal import InputEnded, Pipe, Terminal, pages, scroll
from ..settings import option_of
from ..views import show_board
from ..views.names import called
from ..views.told import print_ending
from .who import Players, players_named

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar=N_("NAME=VALUE"),
        help=N_(
            "A setting of the game; repeatable. With a game named, --help has an option for each."
        ),
    ),
]
Helped = Annotated[
    str | None,
    typer.Option(
        "--help-level",
        metavar=N_("LEVEL|NAME=LEVEL"),
        help=N_("How much a table or a seat may be helped: off, deductions, moves, all."),
    ),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bots",
        metavar=N_("NAME=BOT"),
        help=N_("Which bot plays for whom: Bo=regular,Cy=beginner; repeatable."),
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(help=N_("A number: the same one deals the same, and bots do the same.")),
]


def play(
    game: GameName,
    players: Players = None,
    bots_named: Bots = None,
    seed: Seed = None,
    settings: Settings = None,
    helped: Helped = None,
) -> None:
    names = players_named(game, players)
    seats = bots_of(game, names, ",".join(bots_named or ()), tell)
    peopled = len(seats) < len(names)
    wanted = settled(game, settings, peopled)
    record = blank(game, names, wanted, help=help_level(names, helped))
    deal = new_deal(seed)
    if not peopled:
        _watch(PrintedLedger(unsealed(record, deal), seats, deal.seed))
        return
    check_cover(len(names) - len(seats))
    with opened() as store:
        go_on(store, store.add(sealed(record, deal), seats, deal))


def settled(game: Game, settings: Sequence[str] | None, peopled: bool) -> Mapping[str, str]:
    """Return the settings that are not the default, from the command line and the house.

    If people sit at a terminal, some settings go by their language, and they are told. What a
    seed gives to bots and scripts does not depend on a language or a house.
    """
    if not peopled or not at_a_terminal():
        return settings_of(game, settings or ())
    ours = house_settings(game, read_house(), language())
    chosen = settings_of(game, (*ours, *(settings or ())))
    for setting in game.settings:
        if setting.by_language:
            words = say(
                "{about}: {value}; {option} {others} chooses it.",
                about=capital(tell(setting.about)),
                value=chosen.get(setting.name, setting.default),
                option=option_of(setting),
                others=listed(setting.value.words, "|"),
            )
            print_words(words)
    return chosen


def help_level(players: Sequence[str], asked: str | None) -> str:
    """Return the help of a new game as its header has it; raises BadParameter."""
    if asked is None and at_a_terminal():
        asked = read_house().get("help")
    try:
        return help_asked(players, asked)
    except BadRequest as error:
        raise wrong(error.words) from None


def _watch(ledger: Ledger) -> None:
    """Let bots play among themselves; whoever stops them has the record so far.

    Who looks on at a terminal gets the last page, too; what is piped is the record alone.
    """
    try:
        _session(ledger, Pipe()).run()
        end = ending(ledger.record)
        if at_a_terminal() and end is not None:
            print()
            print_ending(ledger.record, end)
            words = say(
                "A game of bots alone is not kept; `aparte play … > FILE` writes it down, and "
                "`aparte import FILE` keeps it."
            )
            print_words(words)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except BrokenPipeError:
        # Python would try once more to write what is left, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


def check_cover(people: int) -> None:
    """Raise BadParameter if several people type and the screen is elsewhere: no hand is covered."""
    if people > 1 and not at_a_terminal() and sys.stdin is not None and sys.stdin.isatty():
        raise wrong(
            say(
                "Hands can be covered at a terminal only: leave out `|` and `>` behind the command."
            )
        )


def go_on(store: Store, saved: Saved) -> None:
    """Resume a game that the program deals, until it is over or the people leave.

    Raises BadParameter as `check_cover` does.
    """
    check_cover(len(saved.record.setup.players) - len(saved.bots))
    ledger = SavedLedger(store, saved)
    try:
        with window(store.path, saved.id), pages() as terminal:
            if terminal.live:
                rehearsal.begin(ledger.record.game.name)
            session = _session(ledger, terminal)
            session.run()
    except InputEnded:
        print_words(say("Game {id} is saved; `aparte resume {id}` goes on.", id=saved.id))
    except KeyboardInterrupt:
        print_words(say("Game {id} is saved; `aparte resume {id}` goes on.", id=saved.id))
        raise typer.Exit(130) from None
    else:
        show_board(ledger.record)
        session.tell_last()
        tell_ways_on(ledger.record, saved.id)
        people = [each for each in ledger.record.setup.players if each not in ledger.bots]
        if terminal.live and look_back(ledger.record, scroll(), str(saved.id), people):
            go_on(store, another(store, ledger.record, saved.bots))


def another(
    store: Store, record: Record, seats: Mapping[str, str], seed: int | None = None
) -> Saved:
    """Save another game of the same people, and print who sits where."""
    again, deal = once_more(record), new_deal(seed)
    names = listed(map(called, again.setup.players))
    print_words(say("Again {game}: {names}.", game=again.game.title, names=names))
    return store.add(sealed(again, deal), seats, deal)


def _session(ledger: Ledger, terminal: Terminal) -> PlaySession:
    makers = bots(ledger.record.game.name)
    for bot in ledger.bots.values():
        if bot not in makers:
            raise StoreError(say("no bot '{bot}'; there are {bots}", bot=bot, bots=listed(makers)))
    seats = {seat: makers[bot]() for seat, bot in ledger.bots.items()}
    return PlaySession(Play(ledger, seats, tell), terminal)


def tell_ways_on(record: Record, id: int) -> None:
    """Print what can be asked about a finished game."""
    print_words(say("`aparte export {id}` prints the record of game {id}.", id=id))
    if record.tag(SEAL) is not None:
        print_words(say("`aparte verify {id}` makes all draws again from the sealed deal.", id=id))
    if play_of(record.game.name).judge is not None:
        print_words(say("`aparte review {id}` tells what each choice has cost.", id=id))
    print_words(say("`aparte scores --day last` is the sheet of this evening."))
    if record.viewer == REFEREE:
        print_words(say("`aparte again {id}` deals another game to the same people.", id=id))
