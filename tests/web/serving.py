"""Tables served on this machine for tests, and phones that ask them over HTTP."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import socket
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection, HTTPResponse
from random import Random
from typing import Any
from urllib.parse import urlencode

from aparte.models.core import HANDS, Event, Record
from aparte.models.games import game_named
from aparte.models.record import write_event
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger
from aparte.sessions.pieces import DealtPieces, Question
from aparte.sessions.real_pieces import RealPieces
from aparte.sessions.seats import Seats
from aparte.sessions.setup import blank as headed
from aparte.solver.play.coach import bots
from aparte.solver.play.deal import new_deal, sealed
from aparte.web.app import app_of
from aparte.web.guard import App
from aparte.web.live import Live
from aparte.web.server import listening, server_of
from tests.tables import blank


@dataclass
class Served:
    """A table that is open at `host`."""

    live: Live
    host: str
    loop: asyncio.AbstractEventLoop

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    def secret(self, place: str) -> str:
        found = self.live.seats.secret(place)
        assert found is not None
        return found

    def address(self, place: str) -> str:
        return f"{self.origin}/sit/{self.secret(place)}"

    def phone(self, place: str) -> Phone:
        """Return a phone that has sat down."""
        phone = Phone(self)
        answer = phone.post("/sit", secret=self.secret(place))
        assert answer.status == 303, answer.status
        return phone

    def phones(self) -> dict[str, Phone]:
        """Return the phones of all players, who have sat down."""
        return {player: self.phone(player) for player in self.live.hosting.players}

    def wait_until(self, done: Callable[[], bool], seconds: float = 60.0) -> None:
        """Wait until `done`, looked at where all of the table happens."""
        end = time.monotonic() + seconds
        while not self.on_loop(done):
            assert time.monotonic() < end
            time.sleep(0.01)

    def make(self, question: Question, event: Event) -> None:
        """Have the seat that is asked make this choice, and the game go on."""
        host, line = self.live.hosting, write_event(question.view, event)
        self.on_loop(lambda: host.choose(question.view.viewer, question.key, line))
        self.on_loop(host.go_on)

    def on_loop(self, call: Callable[[], Any]) -> Any:
        """Do something where all of the table happens."""

        async def called() -> Any:
            return call()

        return asyncio.run_coroutine_threadsafe(called(), self.loop).result(60)


@dataclass
class Answer:
    """What is answered; `weight` is how many bytes it took on the way, without its headers."""

    status: int
    headers: dict[str, str]
    body: str
    weight: int

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass
class Phone:
    """A client with the cookies that it was given."""

    served: Served
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        return self.raw("GET", path, b"", headers)

    def post(self, path: str, /, **fields: str) -> Answer:
        headers = {"Origin": self.served.origin, "X-Aparte": "page"}
        return self.raw("POST", path, urlencode(fields).encode(), headers)

    def moves(self) -> tuple[str, list[str]]:
        """Return the question that this seat is asked, and the lines that answer it."""
        page = self.get("/seat/now").body
        key = page.partition('data-key="')[2].partition('"')[0]
        return key, [part.partition('"')[0] for part in page.split('data-move="')[1:]]

    def move(self, line: str = "") -> Answer:
        """Answer the question with this line, or the first one that does."""
        key, lines = self.moves()
        return self.post("/seat/move", key=key, line=line or lines[0])

    def form(self, path: str) -> str:
        """Return the key in the form of this page that is posted to `path`, empty for none."""
        kind = path.split("/")[1]
        form = (
            self.get(f"/{kind}/now").body.partition(f'action="{path}"')[2].partition("</form>")[0]
        )
        return unescape(form.partition('name="key" value="')[2].partition('"')[0])

    def press(self, path: str, /, **fields: str) -> Answer:
        """Post the form of the page that is posted to `path`."""
        return self.post(path, key=self.form(path), **fields)

    def raw(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Send exactly this, with the cookies."""
        connection = HTTPConnection(self.served.host, timeout=60)
        try:
            connection.putrequest(
                method, path, "Host" in headers, skip_accept_encoding="Accept-Encoding" in headers
            )
            sent = {"Content-Length": str(len(body))} if method == "POST" else {}
            if self.cookies:
                sent["Cookie"] = "; ".join(f"{name}={key}" for name, key in self.cookies.items())
            for name, value in (sent | headers).items():
                connection.putheader(name, value)
            connection.endheaders(body or None)
            return self._taken(connection.getresponse())
        finally:
            connection.close()

    def _taken(self, answer: HTTPResponse) -> Answer:
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, key = value.partition(";")[0].partition("=")
                self.cookies[cookie] = key
        headers = {name.lower(): value for name, value in answer.getheaders()}
        sent = answer.read()
        packed = headers.get("content-encoding") == "gzip"
        body = gzip.decompress(sent) if packed else sent
        return Answer(answer.status, headers, body.decode(), len(sent))


@contextmanager
def answering(
    app: App, found: socket.socket, begin: Callable[[], object] = lambda: None
) -> Iterator[asyncio.AbstractEventLoop]:
    """Answer what comes at a socket, from a thread of its own, until the block is left.

    The program lets those finish who are being answered, and looks every tenth of a second whether
    it is to end: a test has had its answers, and is not kept waiting.
    """
    server = server_of(app)
    started = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []
    left = asyncio.Event()

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        begin()
        task = asyncio.create_task(server._serve([found]))
        started.set()
        await left.wait()
        task.cancel()
        for each in server.servers:
            each.close()
        for connection in [*server.server_state.connections]:
            connection.transport.abort()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert started.wait(60)
    try:
        yield loops[0]
    finally:
        loops[0].call_soon_threadsafe(left.set)
        thread.join(60)
        found.close()


@contextmanager
def serving(hosting: Hosting, ledger: Ledger, name: str = "1", **of: Any) -> Iterator[Served]:
    """Serve a game from a thread of its own, until the block is left; `of` is for its `Live`."""
    live = Live(hosting, Seats(ledger, hosting.players), **of)
    found = listening("127.0.0.1", 0)
    port = found.getsockname()[1]
    live.origin = f"http://127.0.0.1:{port}"
    with answering(app_of(live, name), found, live.changed) as loop:
        yield Served(live, f"127.0.0.1:{port}", loop)


@contextmanager
def served(
    game: str, players: int = 3, seed: int = 5, of: Mapping[str, Any] | None = None, **seats: str
) -> Iterator[Served]:
    """Serve a new game."""
    deal = new_deal(seed)
    ledger = Ledger(sealed(blank(game, players), deal), seats, deal.seed)
    hosting = Hosting(ledger, DealtPieces(bots(game)))
    hosting.go_on()
    with serving(hosting, ledger, **(of or {})) as found:
        yield found


@contextmanager
def serving_players(game: str, players: tuple[str, ...]) -> Iterator[Served]:
    """Serve a new game of people with these names."""
    deal = new_deal(5)
    ledger = Ledger(sealed(headed(game_named(game), players, {}), deal), {}, deal.seed)
    with serving(Hosting(ledger, DealtPieces(bots(game))), ledger) as found:
        yield found


@contextmanager
def served_real(game: str, players: tuple[str, ...] = ("Ana", "Bo", "Cy")) -> Iterator[Served]:
    """Serve a new game with real pieces."""
    ledger = Ledger(headed(game_named(game), players, {}, HANDS), {}, "0")
    with serving(Hosting(ledger, RealPieces()), ledger) as found:
        yield found


@contextmanager
def served_record(record: Record) -> Iterator[Served]:
    """Serve a game that has begun."""
    ledger = Ledger(record, {}, "0")
    hosting = Hosting(ledger, DealtPieces(bots(record.game.name)))
    with serving(hosting, ledger) as found:
        yield found


def go_on(table: Served, made: int, most: int) -> int:
    """Let a bot move for all until `most` moves are made, and Ana is asked."""
    host, rng = table.live.hosting, Random(3)
    bot = host.pieces.makers["greedy"]()
    while not host.over and (made < most or "Ana" not in host.awaited()):
        question = host.question(host.awaited()[0])
        table.make(question, bot.choose(question.view, rng).event)
        made += 1
    table.on_loop(lambda: table.live.changed(seen_elsewhere=True))
    return made


_IDS = re.compile(r"^id: (\d+)\n(?:data:.*\n)+\n", re.MULTILINE)


class Stream:
    """What `/events` tells a phone."""

    def __init__(self, host: str, phone: Phone) -> None:
        name, _, port = host.partition(":")
        self._socket = socket.create_connection((name, int(port)), timeout=60)
        cookie = "; ".join(f"{name}={key}" for name, key in phone.cookies.items())
        self._socket.sendall(
            f"GET /events HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        self._decoded = getincrementaldecoder("utf-8")().decode
        self.text = ""

    def until(self, done: object) -> str:
        """Read until `done`, a function, or the text that is to be there."""
        while not (done() if callable(done) else str(done) in self.text):
            part = self._socket.recv(4096)
            assert part, "the stream has ended"
            self.text += self._decoded(part)
        return self.text

    def has(self, version: int) -> None:
        """Read until all of the page at `version` is there, or of a newer one."""
        self.until(lambda: any(int(each) >= version for each in _IDS.findall(self.text)))

    def close(self) -> None:
        self._socket.close()
