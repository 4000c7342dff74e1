"""How fast hosted seats hear of each other, and how many tables one process holds.

`python -m bench host` starts what it measures in processes of their own, on this machine, and asks
nothing of any other. Saved games are written to a folder that is thrown away. `ONLY=tables`, `taps`
or `started` measures that alone; `TABLES="1 10 50"` says how many tables, `SECONDS` for how long.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from aparte.models.record import blank
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import SavedLedger
from aparte.sessions.pieces import DealtPieces
from aparte.sessions.seats import Seats
from aparte.sessions.store import opened
from aparte.solver.play.coach import bots
from aparte.solver.play.deal import new_deal, sealed

GAME = "onstage"
PLAYERS = ("Ana", "Bo", "Cy", "Dai")
TAPS = 40
SECONDS = int(os.environ.get("SECONDS", "20"))
"""For which every table makes one move a second."""
TABLES = tuple(int(n) for n in os.environ.get("TABLES", "1 10 50").split())
"""How many tables one process serves; then ever more, until that breaks."""
WANTED = 300.0
"""Milliseconds, the 95th percentile, up to which tables are held."""
MORE = 1.25
"""So many times as many tables are tried next, until that breaks."""
MOST = int(os.environ.get("MOST", "400"))
"""No more tables are tried: connections run out then, as people never sit that close."""


def main(arguments: Sequence[str]) -> None:
    """Print what is measured, all of it or `ONLY` some."""
    ArgumentParser(description=__doc__).parse_args(arguments)
    parts = {"started": _started, "taps": _in_a_browser, "tables": _all_held}
    for name in os.environ.get("ONLY", " ".join(parts)).split():
        parts[name]()


# one table


def _host(home: str, *arguments: str) -> tuple[subprocess.Popen[str], Any]:
    command = [sys.executable, "-m", "aparte.cli", "host", *arguments, "--json"]
    environment = {**os.environ, "APARTE_HOME": home}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    return process, json.loads(process.stdout.readline())


def _started() -> None:
    took, weight = [], 0
    for _ in range(5):
        with TemporaryDirectory() as home:
            begun = time.perf_counter()
            process, told = _host(home, GAME, "--players", ",".join(PLAYERS))
            took.append(time.perf_counter() - begun)
            weight = asyncio.run(_weight(told["seats"]["Ana"]))
            process.terminate()
            process.wait()
    print(f"start of `aparte host` to its addresses: {median(took):.2f} s")
    print(f"first page of a seat with all its files: {weight / 1000:.1f} kB")


async def _weight(address: str) -> int:
    phone = await _sat(address)
    files = ("/seat", "/static/aparte.css", "/static/board.css", "/static/aparte.js")
    return sum([len((await phone.ask("GET", path))[1]) for path in (*files, "/static/icon.svg")])


def _in_a_browser() -> None:
    """Measure from a tap on one phone to the new board on another, in Chromium."""
    try:
        from tests.web import browser
    except ImportError:
        print("taps in a browser: not measured, Playwright is not installed")
        return
    if browser.found() is None:
        print("taps in a browser: not measured, no browser found")
        return
    with TemporaryDirectory() as home, browser.chromium() as driver:
        process, told = _host(home, GAME, "--players", ",".join(PLAYERS), "--seed", "1")
        phones = [browser.opened(driver, address) for address in told["seats"].values()]
        for phone in phones:
            phone.page.evaluate(_STAMPS)
        before = _spent(process.pid), _spent_by_browser()
        took = [_tap(phones, Random(n)) for n in range(TAPS)]
        server, browser_s = _spent(process.pid) - before[0], _spent_by_browser() - before[1]
        process.terminate()
        process.wait()
    print(
        f"from a tap to the new board on another phone, {TAPS} taps: {_told(took)};"
        f" of the processor a tap takes {1000 * server / TAPS:.0f} ms in the server"
        f" and {1000 * browser_s / TAPS:.0f} ms in the browser with its four pages"
    )


_STAMPS = """() => {
  const now = () => performance.timeOrigin + performance.now()
  addEventListener('click', () => { window.tapped = now() }, true)
  new MutationObserver(() => { requestAnimationFrame(() => {
    window.shown ??= {}
    window.shown[document.querySelector('main').dataset.line] ??= now()
  }) }).observe(document.getElementById('now'), { childList: true, subtree: true })
}"""


def _tap(phones: Sequence[Any], rng: Random) -> float:
    """Return the milliseconds from a tap to the last of the other phones."""
    while not (asked := [phone for phone in phones if phone.is_asked]):
        time.sleep(0.02)
    phone, key = asked[0], asked[0].key
    line = rng.choice(phone.moves())
    phone.page.evaluate("document.getElementById('moves').open = true")
    before = phone.page.locator("main").get_attribute("data-line")
    phone.page.locator(f'#moves [data-move="{line}"]').click()
    phone.has_gone_on(key)
    tapped = phone.page.evaluate("window.tapped")
    new = phone.page.locator("main").get_attribute("data-line")
    assert new != before
    shown = []
    for other in phones:
        if other is not phone:
            other.wait_until("line => window.shown?.[line]", new)
            shown.append(other.page.evaluate("line => window.shown[line]", new))
    return float(max(shown) - tapped)


def _late(milliseconds: Sequence[float]) -> float:
    """Return the 95th percentile, of one measurement itself."""
    return (
        quantiles(milliseconds, n=20)[-1] if len(milliseconds) > 1 else max(milliseconds, default=0)
    )


def _told(milliseconds: Sequence[float]) -> str:
    if not milliseconds:
        return "nothing came"
    late = _late(milliseconds)
    return f"median {median(milliseconds):.0f} ms, 95th percentile {late:.0f} ms"


# many tables in one process


async def serve(tables: int, home: str) -> None:
    """Serve so many tables, each at a port of its own, until this process is ended."""
    from aparte.web.app import app_of
    from aparte.web.live import Live
    from aparte.web.server import listening, server_of

    serving, told = [], []
    with opened(Path(home) / "games.sqlite3") as store, store.flushed_later():
        for number in range(tables):
            deal = new_deal(number)
            ledger = SavedLedger(store, store.add(sealed(blank(GAME, PLAYERS), deal), {}, deal))
            hosting = Hosting(ledger, DealtPieces(bots(GAME)))
            live = Live(hosting, Seats(ledger, PLAYERS), written=lambda: store.safe)
            found = listening("127.0.0.1", 0)
            live.origin = f"http://127.0.0.1:{found.getsockname()[1]}"
            told.append([f"{live.origin}/sit/{live.seats.secret(p)}" for p in PLAYERS])
            live.changed()
            serving.append(server_of(app_of(live, str(number)))._serve([found]))
        print(json.dumps(told), flush=True)
        await asyncio.gather(*serving)


def _all_held() -> None:
    """Measure as many tables as are asked for, then more and more until that breaks."""
    found = [_held(tables) for tables in TABLES]
    held = [each.tables for each in found if each.holds]
    last = found[-1]
    while last.holds and last.tables < MOST:
        last = _held(min(MOST, int(last.tables * MORE) + 1))
        held += [last.tables] if last.holds else []
    print(f"the most tables of one process that were held: {max(held, default=0)}")


@dataclass(frozen=True)
class HeldTables:
    """What came of so many `tables`: how long moves `took` in milliseconds, how many `errors`."""

    tables: int
    took: Sequence[float]
    errors: int

    @property
    def holds(self) -> bool:
        """Whether boards came in time, and all of them."""
        return not self.errors and _late(self.took) <= WANTED


def _held(tables: int) -> HeldTables:
    with TemporaryDirectory() as home:
        command = f"import asyncio, bench.host as b; b.asyncio.run(b.serve({tables}, {home!r}))"
        lifted = (
            f"from aparte.web import server; server.MOST_OF_ONE = server.MOST = {20 * tables + 99};"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", lifted + command], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        try:
            addresses = json.loads(process.stdout.readline())
            seats = _Counted(process.pid)
            took, errors = asyncio.run(_played(addresses, seats))
            memory, spent = _memory(process.pid), seats.spent()
        finally:
            process.kill()
            process.wait()
    found = HeldTables(tables, took, errors)
    print(
        f"{tables} tables of four in one process, a move a second each: {_told(took)}"
        f" over {len(took)} moves, {errors} errors;"
        f" {1000 * spent / max(1, len(took)):.1f} ms of the processor a move with its four pages;"
        f" {memory / tables / 1000:.1f} MB a table in all,"
        f" {(memory - seats.memory) / tables / 1000:.2f} MB of it while they were played",
        flush=True,
    )
    return found


class _Counted:
    """What a process has used since everybody sat down."""

    def __init__(self, process: int) -> None:
        self._process = process
        self.memory = self._before = 0.0

    def begin(self) -> None:
        """Count from now on."""
        self.memory, self._before = _memory(self._process), _spent(self._process)

    def spent(self) -> float:
        """Return the seconds of the processor that were used."""
        return _spent(self._process) - self._before


def _stat(process: str | int) -> list[str]:
    """Return what the system tells of a process from its parent on, none if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[1:]
    return []


def _spent(process: str | int) -> float:
    """Return the seconds of the processor that a process has used."""
    stat = _stat(process)
    return (int(stat[10]) + int(stat[11])) / os.sysconf("SC_CLK_TCK") if stat else 0.0


def _spent_by_browser() -> float:
    """Return the seconds of the processor that all processes of the browser have used."""
    processes = [each.name for each in Path("/proc").iterdir() if each.name.isdecimal()]
    return sum(_spent(each) for each in processes if "chrom" in _name(each))


def _name(process: str) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/comm").read_text("utf-8")
    return ""


def _memory(process: int) -> float:
    """Return the resident memory of a process in kB."""
    text = Path(f"/proc/{process}/status").read_text("utf-8")
    return float(text.partition("VmRSS:")[2].split()[0])


async def _played(addresses: Sequence[Sequence[str]], counted: _Counted) -> tuple[list[float], int]:
    seats = [await asyncio.gather(*map(_sat, table)) for table in addresses]
    listening = [asyncio.create_task(phone.listen()) for table in seats for phone in table]
    await asyncio.sleep(1)
    counted.begin()
    took: list[float] = []
    wrong = await asyncio.gather(*(_table(n, table, took) for n, table in enumerate(seats)))
    for task in listening:
        task.cancel()
    return took, sum(wrong)


async def _asked(phones: Sequence[_Phone]) -> _Phone | None:
    """Return a phone that is asked, None if none is for ten seconds."""
    for _ in range(200):
        for phone in phones:
            if phone.moves:
                return phone
        await asyncio.sleep(0.05)
    return None


async def _table(number: int, phones: Sequence[_Phone], took: list[float]) -> int:
    rng, errors = Random(number), 0
    await asyncio.sleep(rng.random())
    for _ in range(SECONDS):
        asked = await _asked(phones)
        if asked is None:
            errors += 1
            continue
        begun = time.perf_counter()
        others = [phone for phone in phones if phone is not asked]
        fresh, own = [phone.fresh() for phone in others], asked.fresh()
        body = urlencode({"key": asked.key, "line": rng.choice(asked.moves)})
        status, _ = await asked.ask("POST", "/seat/move", body.encode())
        try:
            await asyncio.wait_for(asyncio.gather(*fresh), 10)
            took.append(1000 * (time.perf_counter() - begun))
            errors += status != 200
            await asyncio.wait_for(own, 10)
        except TimeoutError:
            errors += 1
        await asyncio.sleep(max(0, 1 - (time.perf_counter() - begun)))
    return errors


@dataclass
class _Phone:
    """A client that keeps its page at what is now."""

    host: str
    cookie: str = ""
    key: str = ""
    moves: list[str] = field(default_factory=list)
    _waiting: list[asyncio.Future[None]] = field(default_factory=list)
    _line: Any = None
    _alone: asyncio.Lock = field(default_factory=asyncio.Lock)

    def fresh(self) -> asyncio.Future[None]:
        """Return what is done when the next page is there."""
        found = asyncio.get_running_loop().create_future()
        self._waiting.append(found)
        return found

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Return the status and the body of an answer, over a new line if the old one was cut."""
        async with self._alone:
            try:
                return await self._asked(method, path, body)
            except (ConnectionError, asyncio.IncompleteReadError):
                self._line = None
                return await self._asked(method, path, body)

    async def _asked(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        if self._line is None:
            self._line = await self._open()
        reader, writer = self._line
        writer.write(self._head(method, path, len(body)) + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        for row in head.split("\r\n"):
            if row.lower().startswith("set-cookie:"):
                self.cookie = row.partition(":")[2].partition(";")[0].strip()
        length = int(head.lower().partition("content-length:")[2].split("\r\n")[0])
        return int(head.split()[1]), await reader.readexactly(length)

    async def listen(self) -> None:
        """Take the page whenever there is something new."""
        reader, writer = await self._open()
        writer.write(self._head("GET", "/events", 0))
        page: list[str] = []
        while line := await reader.readline():
            if line.startswith(b"data:"):
                page.append(line[6:].decode())
            elif page and not line.strip():
                self._shows("".join(page))
                page.clear()

    async def look(self) -> None:
        """Ask for what is now."""
        _, body = await self.ask("GET", "/seat/now")
        self._shows(body.decode())

    def _shows(self, page: str) -> None:
        self.key = page.partition('data-key="')[2].partition('"')[0]
        self.moves = [part.partition('"')[0] for part in page.split('data-move="')[1:]]
        for each in self._waiting:
            if not each.done():
                each.set_result(None)
        self._waiting.clear()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        name, _, port = self.host.partition(":")
        return await asyncio.open_connection(name, int(port), limit=2**20)

    def _head(self, method: str, path: str, length: int) -> bytes:
        rows = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", f"Cookie: {self.cookie}"]
        if method == "POST":
            rows += [f"Origin: http://{self.host}", f"Content-Length: {length}", "X-Aparte: page"]
        return "\r\n".join([*rows, "", ""]).encode()


async def _sat(address: str) -> _Phone:
    host, _, secret = address.removeprefix("http://").partition("/sit/")
    phone = _Phone(host)
    status, _ = await phone.ask("POST", "/sit", urlencode({"secret": secret}).encode())
    assert status == 303, status
    await phone.look()
    return phone
