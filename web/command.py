"""`aparte host`: the laptop in the middle, a phone for every seat."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..models.core import HANDS, REFEREE, TABLE, Game
from ..models.games import game_named, meant, names
from ..models.words import Words, listed, say
from ..sessions.errors import BadRequest
from ..sessions.hosting import Hosting
from ..sessions.languages import Language, catalogue
from ..sessions.ledger import SavedLedger
from ..sessions.real import Real
from ..sessions.seats import WATCH, Seats
from ..sessions.setup import (
    blank,
    bots_of,
    help_asked,
    players_of,
    settings_of,
    with_cards,
)
from ..sessions.store import Saved, Store, StoreError, opened
from ..solver.play.coach import bots
from ..solver.play.deal import new_deal, sealed

if TYPE_CHECKING:
    from .live import Live

HERE_ALONE = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")


def N_(message: str) -> str:
    """Mark `message` for the catalogue; whoever shows it translates it."""
    return message


def _tell(words: Words) -> str:
    """Return `words` in the language of this run."""
    asked = os.environ.get("LANGUAGE", "")
    return words.told(catalogue(Language(asked) if asked in list(Language) else Language.ENGLISH))


def _wrong(words: Words) -> typer.BadParameter:
    return typer.BadParameter(_tell(words))


def host(
    game: Annotated[str | None, typer.Argument(metavar=N_("GAME"), help=N_("A game."))] = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help=N_("The players in seating order, as in Ana,Bo,Cy.")),
    ] = None,
    bots_named: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="NAME=BOT",
            help=N_("Who is played by which bot: Bo=greedy,Cy=random."),
        ),
    ] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help=N_("A setting of the game; repeatable.")),
    ] = None,
    edition: Annotated[
        str | None, typer.Option(help=N_("The edition of the game that is played."))
    ] = None,
    cards: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help=N_("A card set of your own, for a game that takes one."),
        ),
    ] = None,
    real: Annotated[
        bool,
        typer.Option("--real", help=N_("With real pieces: people tell what they hold, and play.")),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(help=N_("A number: the same one deals the same, and bots do the same.")),
    ] = None,
    resume: Annotated[
        int | None, typer.Option(metavar="ID", help=N_("Go on with this saved game."))
    ] = None,
    helped: Annotated[
        str | None,
        typer.Option(
            "--help-level",
            metavar="LEVEL|NAME=LEVEL",
            help=N_("With what a table or a seat is helped: off, deductions, moves, all."),
        ),
    ] = None,
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
        raise _wrong(say("--certificate and --key go together"))
    if (game is None) == (resume is None):
        raise _wrong(say("name a game, or the saved one to go on with (--resume ID)"))
    address = bind or _asked_address(as_json)
    begin: Callable[[Store], Saved]
    if resume is not None:
        wanted = resume

        def begin(store: Store) -> Saved:
            return store.game(wanted)
    else:
        rules = _game(game or "")
        if players is None:
            raise _wrong(say("--players is missing"))
        seats = players_of(players)
        chosen = with_cards(rules, settings_of(rules, settings or (), edition), cards)
        viewer = HANDS if real else REFEREE
        record = blank(rules, seats, chosen, viewer, _helped(seats, helped))
        played = bots_of(rules, seats, bots_named)
        if real and (played or seed is not None):
            raise _wrong(say("with real pieces nobody is a bot, and nothing is dealt from a seed"))
        if len(played) == len(seats):
            raise BadRequest(say("somebody has to sit on a phone: not all can be bots"))
        deal = new_deal(seed)

        def begin(store: Store) -> Saved:
            return store.add(record) if real else store.add(sealed(record, deal), played, deal)

    with opened() as store:
        saved = begin(store)
        opening = _Opening(address, port, name, certificate, key, as_json)
        opening.serve(store, saved)


def _helped(players: Sequence[str], asked: str | None) -> str:
    try:
        return help_asked(players, asked)
    except BadRequest as error:
        raise _wrong(error.words) from None


def _game(text: str) -> Game:
    found = meant(text)
    if found is None:
        raise _wrong(say("expected one of {games}", games=listed(names())))
    return game_named(found)


def _asked_address(as_json: bool) -> str:
    """Return where to listen: here alone, unless somebody at the terminal lets phones in."""
    from .server import network_address

    streams = (sys.stdin, sys.stdout)
    if as_json or not all(stream is not None and stream.isatty() for stream in streams):
        return HERE_ALONE
    found = network_address()
    if found is None:
        return HERE_ALONE
    words = say("Let phones of this network in, at {address} (yes/no)? ", address=found)
    with suppress(EOFError):
        if input(_tell(words)).strip().casefold() in ("yes", _tell(say("yes")).casefold()):
            return found
    return HERE_ALONE


class _Opening:
    """How a table is opened: where, and for what."""

    def __init__(
        self,
        address: str,
        port: int,
        name: str | None,
        certificate: Path | None,
        key: Path | None,
        as_json: bool,
    ) -> None:
        self._address = address
        self._port = port
        self._name = name
        self._certificate = certificate
        self._key = key
        self._as_json = as_json

    def serve(self, store: Store, saved: Saved) -> None:
        """Serve the game until the people leave; raises TableError, and OSError."""
        from .app import app_of
        from .live import Live
        from .server import server_of

        is_real = saved.record.viewer == HANDS
        if saved.record.viewer != REFEREE and not is_real:
            raise BadRequest(
                say("game {id} is noted for one viewer: `aparte resume {id}` goes on", id=saved.id)
            )
        makers = bots(saved.record.game.name)
        for bot in saved.bots.values():
            if bot not in makers:
                raise StoreError(
                    say("no bot '{bot}'; there are {bots}", bot=bot, bots=listed(makers))
                )
        ledger = SavedLedger(store, saved)
        hosting = Real(ledger, _tell) if is_real else Hosting(ledger, makers)
        seats = Seats(ledger, hosting.players)
        live = Live(hosting, seats)
        found = self._listening(ledger)
        port = found.getsockname()[1]
        ledger.keep_apart("port", str(port))
        live.origin = self._origin(port)
        names = (self._name,) if self._name else ()
        app = app_of(live, str(saved.id), names, secure=self._certificate is not None)
        self._tell_addresses(live, saved.id)

        async def serving() -> None:
            live.changed()
            await server_of(app, self._certificate, self._key).serve(sockets=[found])

        try:
            asyncio.run(serving())
        except KeyboardInterrupt:
            pass
        finally:
            found.close()
        words = say("Game {id} is saved; `aparte host --resume {id}` goes on.", id=saved.id)
        print(_tell(words), file=sys.stderr if self._as_json else sys.stdout, flush=True)

    def _listening(self, ledger: SavedLedger) -> socket.socket:
        from .server import listening

        before = int(ledger.apart.get("port", "0"))
        if not self._port and before:
            with suppress(OSError):
                return listening(self._address, before)
        try:
            return listening(self._address, self._port)
        except OSError as error:
            reason = error.strerror or str(error)
            place = f"{self._address}:{self._port}"
            raise BadRequest(
                say("cannot listen on {place}: {reason}", place=place, reason=reason)
            ) from None

    def _origin(self, port: int) -> str:
        from .server import network_address

        scheme = "https" if self._certificate else "http"
        host = self._address
        if host in EVERYWHERE:
            host = network_address() or HERE_ALONE
        host = self._name or (f"[{host}]" if ":" in host else host)
        return f"{scheme}://{host}:{port}"

    def _tell_addresses(self, live: Live, id: int) -> None:
        def address(place: str) -> str | None:
            secret = live.seats.secret(place)
            return f"{live.origin}/sit/{secret}" if secret else None

        people = [player for player in live.hosting.players if player not in live.hosting.bots]
        if self._as_json:
            told = {
                "table": address(TABLE) or f"{live.origin}/table",
                "seats": {player: address(player) or f"{live.origin}/seat" for player in people},
                "watch": address(WATCH),
                "game": id,
            }
            print(json.dumps(told, ensure_ascii=False), flush=True)
            return
        print(_tell(say("Game {id} is open. Each address lets one phone sit down.", id=id)))
        for player in people:
            found = address(player)
            print()
            if found is None:
                print(_tell(say("{player}: sits down already", player=player)))
                continue
            print(_tell(say("{player}: {address}", player=player, address=found)))
            _print_code(found)
        table = address(TABLE) or f"{live.origin}/table"
        print()
        print(_tell(say("The page of the table, for this laptop: {address}", address=table)))
        print(_tell(say("Ctrl-C closes it; the game is saved.")), flush=True)


def _print_code(address: str) -> None:
    """Draw the QR code of an address on a terminal that can show it."""
    import segno

    if sys.stdout.isatty():
        segno.make(address, error="l").terminal(compact=True)
