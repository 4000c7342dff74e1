"""`aparte host`: the laptop in the middle, a phone for every seat."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.core import HANDS, REFEREE, TABLE
from ...models.games import game_named, meant, names
from ...models.words import listed, say
from ...sessions.errors import BadRequest
from ...sessions.seats import WATCH
from ...sessions.setup import blank, bots_of
from ...sessions.store import opened
from ...solver.play.deal import new_deal, sealed
from ..arguments import saved_ids, wrong
from ..console import print_words
from ..language import N_, language, tell
from ..screen import at_a_terminal
from ..session.terminal import InputEnded, agreed, pages, scroll
from .looked import look_at_the_box
from .play import Bots, Helped, Seed, Settings, help_level, settled
from .who import Players, players_named

if TYPE_CHECKING:
    from ..session.hosted import Hosted


PUZZLES = "puzzle"
"""The word in place of a game that opens the puzzles, for one phone."""


def host(
    game: Annotated[str | None, typer.Argument(metavar=N_("GAME"), help=N_("A game."))] = None,
    players: Players = None,
    bots_named: Bots = None,
    settings: Settings = None,
    real: Annotated[
        bool,
        typer.Option("--real", help=N_("With real pieces: people tell what they hold, and play.")),
    ] = False,
    seed: Seed = None,
    resume: Annotated[
        int | None,
        typer.Option(
            metavar="ID", autocompletion=saved_ids, help=N_("Go on with this saved game.")
        ),
    ] = None,
    helped: Helped = None,
    bind: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help=N_("Listen on this address, not here alone.")),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help=N_("Listen on this port, not on any free one."))
    ] = 0,
    name: Annotated[
        str | None,
        typer.Option(help=N_("What phones call this machine, for a certificate that names it.")),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", exists=True, dir_okay=False, help=N_("A certificate, for HTTPS.")
        ),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", exists=True, dir_okay=False, help=N_("The key of it.")),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=N_("Print JSON for programs."))] = False,
) -> None:
    if (key is None) != (certificate is None):
        raise wrong(say("--certificate and --key go together"))
    begins = any((players, bots_named, settings, real, seed is not None, helped))
    if game == PUZZLES and resume is None:
        if begins:
            raise wrong(
                say("the puzzles are for one phone: they take no players, settings or help")
            )
        _host_puzzles(bind, (port, name, certificate, key), as_json)
        return
    if (game is None) == (resume is None):
        raise wrong(say("name a game, or the saved one to go on with (--resume ID)"))
    if resume is not None and begins:
        raise wrong(
            say(
                "a saved game goes on as it was begun, with its players, settings and help: "
                "--resume stands without these options"
            )
        )
    face = _face()
    alone = as_json or not at_a_terminal()
    if resume is not None:
        id = resume
    else:
        wanted = _Wanted(
            game or "", players, ",".join(bots_named or ()), settings, helped, real and not as_json
        )
        id = wanted.begun(real, seed)
    saved = say("Game {id} is saved; `aparte host --resume {id}` goes on.", id=id)
    try:
        address = bind or (None if alone else _asked_address()) or face.HERE_ALONE
    except InputEnded:
        print_words(saved)
        return
    where = face.Where(address, port, name, certificate, key, language())

    def announce(table: Hosted) -> None:
        if as_json:
            _print_json(table, id)
        elif alone:
            _print_addresses(table, id)

    def laptop(table: Hosted) -> None:
        from ..session.hosted import HostedSession

        with suppress(InputEnded, KeyboardInterrupt), pages() as terminal:
            terminal.present(lambda: _print_addresses(table, id))
            HostedSession(table, terminal).run()

    face.serve(id, where, tell, announce, None if alone else laptop)
    print(tell(saved), file=sys.stderr if as_json else sys.stdout, flush=True)


def _host_puzzles(
    bind: str | None, rest: tuple[int, str | None, Path | None, Path | None], as_json: bool
) -> None:
    """Serve the puzzles to one phone."""
    face = _face()
    alone = as_json or not at_a_terminal()
    try:
        address = bind or (None if alone else _asked_address()) or face.HERE_ALONE
    except InputEnded:
        return

    def announce(seat: str) -> None:
        from ..session.hosted import print_code

        if as_json:
            print(json.dumps({"seat": seat}), flush=True)
            return
        print_words(say("The puzzles are open for one phone: {address}", address=seat))
        print_code(seat)
        print(tell(say("Ctrl-C closes them; what was marked is saved.")), flush=True)

    served = import_module(f"{__package__.partition('.cli')[0]}.web.puzzles")
    served.serve(face.Where(address, *rest, language()), announce)


def _face() -> Any:
    """Return the module that serves phones, by name: `cli` must not import `web`."""
    return import_module(f"{__package__.partition('.cli')[0]}.web.opening")


class _Wanted:
    """A new game, as the command line describes it."""

    def __init__(
        self,
        game: str,
        players: str | None,
        bots_named: str,
        settings: list[str] | None,
        helped: str | None,
        looking: bool,
    ) -> None:
        found = meant(game)
        if found is None:
            raise wrong(say("expected one of {games}", games=listed(names())))
        self._rules = game_named(found)
        self._players = players_named(self._rules, players)
        self._bots = bots_of(self._rules, self._players, bots_named, tell)
        if looking:
            look_at_the_box(self._rules, settings)
        self._settings = settled(self._rules, settings, peopled=True)
        self._help = help_level(self._players, helped)

    def begun(self, real: bool, seed: int | None) -> int:
        """Save the new game and return its number."""
        if real and (self._bots or seed is not None):
            raise wrong(say("with real pieces nobody is a bot, and nothing is dealt from a seed"))
        if len(self._bots) == len(self._players):
            raise BadRequest(say("somebody has to sit on a phone: not all can be bots"))
        viewer = HANDS if real else REFEREE
        record = blank(self._rules, self._players, self._settings, viewer, self._help)
        deal = new_deal(seed)
        with opened() as store:
            if real:
                return store.add(record).id
            return store.add(sealed(record, deal), self._bots, deal).id


def _asked_address() -> str | None:
    """Return the network address if somebody at the terminal agrees to let phones in, else None.

    Raises InputEnded, also for `quit`.
    """
    from ..session.questions import leaves

    server = import_module(f"{__package__.partition('.cli')[0]}.web.server")
    found: str | None = server.network_address()
    if found is None:
        return None
    terminal = scroll()

    def typed(question: str) -> str:
        line = terminal.ask(question)
        if line and leaves(line):
            raise InputEnded
        return line

    words = say("Let phones of this network in, at {address} (yes/no)? ", address=found)
    return found if agreed(terminal, words, typed) else None


def _print_json(table: Hosted, id: int) -> None:
    addresses = dict(table.addresses())
    told = {
        "table": addresses.pop(TABLE),
        "watch": addresses.pop(WATCH),
        "seats": addresses,
        "game": id,
    }
    print(json.dumps(told, ensure_ascii=False), flush=True)


def _print_addresses(table: Hosted, id: int) -> None:
    from ..session.hosted import print_code

    print_words(say("Game {id} is open. Each address lets one phone sit down.", id=id))
    addresses = dict(table.addresses())
    page, _ = addresses.pop(TABLE), addresses.pop(WATCH)
    for player, address in addresses.items():
        print()
        if table.address(player) is None:
            print_words(say("{player}: sits down already", player=player))
            continue
        print(tell(say("{player}: {address}", player=player, address=address)))
        print_code(address)
    print()
    print(tell(say("The page of the table, for this laptop: {address}", address=page)))
    print(tell(say("Ctrl-C closes it; the game is saved.")), flush=True)
