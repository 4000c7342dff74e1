"""Opening a table: where it listens, and how the laptop acts on it meanwhile."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ..models.core import HANDS, KEEPERS, TABLE
from ..models.words import Tell, listed, say
from ..sessions.answers import Answer, Deferred
from ..sessions.errors import BadRequest, Late
from ..sessions.hosting import Hosting
from ..sessions.languages import Language
from ..sessions.ledger import SavedLedger
from ..sessions.pieces import DealtPieces
from ..sessions.real_pieces import RealPieces
from ..sessions.seats import WATCH, Seats
from ..sessions.store import StoreError, opened
from ..sessions.windows import window
from ..solver.play.coach import bots

if TYPE_CHECKING:
    import uvicorn

    from .live import Live

T = TypeVar("T")
U = TypeVar("U")
HERE_ALONE = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
SOON = 30.0
"""Seconds in which the table must do what the laptop asks for."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where a table listens; port 0 means the port it had before, or any free one.

    `name` is what phones call this machine, for a `certificate` that names it. In the language of
    the `house` are phones told that ask for none that Aparté speaks.
    """

    address: str = HERE_ALONE
    port: int = 0
    name: str | None = None
    certificate: Path | None = None
    key: Path | None = None
    house: Language = Language.ENGLISH

    def listening(self, before: int = 0) -> socket.socket:
        """Return the listening socket, at port `before` if that is free; raises BadRequest."""
        from .server import listening

        if not self.port and before:
            with suppress(OSError):
                return listening(self.address, before)
        try:
            return listening(self.address, self.port)
        except OSError as error:
            reason = error.strerror or str(error)
            place = f"{self.address}:{self.port}"
            raise BadRequest(
                say("cannot listen on {place}: {reason}", place=place, reason=reason)
            ) from None

    def origin(self, port: int) -> str:
        """Return the beginning of all addresses."""
        from .server import network_address

        scheme = "https" if self.certificate else "http"
        host = self.address
        if host in EVERYWHERE:
            host = network_address() or HERE_ALONE
        host = self.name or (f"[{host}]" if ":" in host else host)
        return f"{scheme}://{host}:{port}"


class Opened:
    """An open table as the laptop uses it; everything happens on the table's own loop."""

    def __init__(self, live: Live, loop: asyncio.AbstractEventLoop) -> None:
        self._live = live
        self._loop = loop

    @property
    def hosting(self) -> Hosting:
        """The game with all its seats; use it only within `do`."""
        return self._live.hosting

    @property
    def seats(self) -> Seats:
        """Who may sit where; use it only within `do`."""
        return self._live.seats

    @property
    def _stamp(self) -> tuple[int, tuple[str | None, ...]]:
        seats = self._live.seats
        return self._live.hosting.version, tuple(map(seats.secret, seats.places))

    def address(self, place: str) -> str | None:
        """Return the address that lets one phone sit down at `place`, None if it is taken."""
        secret = self._live.seats.secret(place)
        return f"{self._live.origin}/sit/{secret}" if secret else None

    def addresses(self) -> Mapping[str, str]:
        """Return all addresses for programs; for a seat that is taken, its page."""
        hosting, origin = self._live.hosting, self._live.origin
        people = [player for player in hosting.players if player not in hosting.bots]
        found = {player: self.address(player) or f"{origin}/seat" for player in people}
        table = self.address(TABLE) or f"{origin}/table"
        return {**found, TABLE: table, WATCH: self.address(WATCH) or ""}

    def do(self, act: Callable[[], T]) -> T:
        """Run `act` on the table's loop, and show phones the result.

        Raises Late; what has not begun by then is not done.
        """
        late = Late(
            say("The table is too busy to answer: look whether it was done, and try again.")
        )
        given_up = threading.Event()

        async def done() -> T:
            if given_up.is_set():
                raise late
            version, free = self._stamp
            try:
                return act()
            finally:
                if self._stamp != (version, free):
                    self._live.changed(seen_elsewhere=self._stamp[1] != free)
                await self._live.safe()

        doing = asyncio.run_coroutine_threadsafe(done(), self._loop)
        finished, _ = wait((doing,), SOON)
        if not finished:
            given_up.set()
            raise late
        return doing.result()

    def settled(self, ask: Callable[[], Answer | Deferred[Any]]) -> Answer:
        """Return the final answer to `ask`, which runs as in `do`.

        If something has to be thought out first, that happens here, where no phone waits for it.
        """
        answer = self.do(ask)
        while isinstance(answer, Deferred):
            answer = self.do(_again(answer, answer.thought(), ask))
        return answer


def _again(first: Deferred[T], found: T, ask: Callable[[], U]) -> Callable[[], U]:
    """Return a function that asks again, with what was found by thinking."""

    def asked() -> U:
        first.learnt(found)
        return ask()

    return asked


def serve(
    id: int,
    where: Where,
    tell: Tell,
    told: Callable[[Opened], None],
    laptop: Callable[[Opened], None] | None = None,
) -> None:
    """Serve the saved game `id` until the people leave; `told` is called once it is open.

    With `laptop`, the table is served until that function returns. Raises TableError and OSError.
    """
    serving = _Serving(id, where, tell, told)
    if laptop is None:
        with suppress(KeyboardInterrupt):
            serving.run()
        return
    thread = threading.Thread(target=serving.run_apart, daemon=True)
    thread.start()
    serving.ready.wait()
    try:
        if serving.fault is None and serving.table is not None:
            laptop(serving.table)
    finally:
        serving.stop()
        thread.join(SOON)
    if serving.fault is not None:
        raise serving.fault


class _Serving:
    """Serves one table in the thread that calls it."""

    def __init__(self, id: int, where: Where, tell: Tell, told: Callable[[Opened], None]) -> None:
        self._id = id
        self._where = where
        self._tell = tell
        self._told = told
        self._server: uvicorn.Server | None = None
        self.ready = threading.Event()
        self.table: Opened | None = None
        self.fault: Exception | None = None

    def run_apart(self) -> None:
        """Serve, and keep any error for whoever waits."""
        try:
            self.run()
        except Exception as fault:
            self.fault = fault
        finally:
            self.ready.set()

    def stop(self) -> None:
        """Ask the server to stop."""
        if self._server is not None:
            self._server.should_exit = True

    def run(self) -> None:
        """Serve until the server is stopped."""
        from .app import app_of
        from .live import Live
        from .server import server_of

        with opened() as store, store.flushed_later(), window(store.path, self._id):
            saved = store.game(self._id)
            if saved.record.viewer not in KEEPERS:
                raise BadRequest(
                    say(
                        "game {id} is noted for one viewer: `aparte resume {id}` goes on",
                        id=saved.id,
                    )
                )
            makers = bots(saved.record.game.name)
            for bot in saved.bots.values():
                if bot not in makers:
                    raise StoreError(
                        say("no bot '{bot}'; there are {bots}", bot=bot, bots=listed(makers))
                    )
            ledger = SavedLedger(store, saved)
            is_real = saved.record.viewer == HANDS
            pieces = RealPieces() if is_real else DealtPieces(makers)
            hosting = Hosting(ledger, pieces, self._tell)
            seats = Seats(ledger, hosting.players)
            live = Live(hosting, seats, written=lambda: store.safe)
            found = self._where.listening(int(ledger.apart.get("port", "0")))
            try:
                port = found.getsockname()[1]
                ledger.keep_apart("port", str(port))
                live.origin = self._where.origin(port)
                names = (self._where.name,) if self._where.name else ()
                secure = self._where.certificate is not None
                app = app_of(
                    live, seats.name or str(saved.id), names, secure=secure, house=self._where.house
                )
                self._server = server_of(app, self._where.certificate, self._where.key)
                asyncio.run(self._serve(live, found))
            finally:
                found.close()

    async def _serve(self, live: Live, found: socket.socket) -> None:
        assert self._server is not None
        live.changed()
        self.table = Opened(live, asyncio.get_running_loop())
        self._told(self.table)
        self.ready.set()
        await self._server.serve(sockets=[found])
