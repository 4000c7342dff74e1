"""Whoever does not belong gets nothing but refusals, at a bounded cost."""

from __future__ import annotations

import select
import socket
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from secrets import token_urlsafe

import pytest

from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger
from aparte.sessions.pieces import DealtPieces
from aparte.sessions.seats import WATCH
from aparte.sessions.store import FILE, opened
from aparte.solver.play.coach import bots
from aparte.web import guard, server
from aparte.web.guard import HEADERS
from tests.stores import STOPPED, restored
from tests.web.serving import Phone, Served, served, served_real, serving

PATHS = (
    *("/", "/seat", "/seat/now", "/table", "/table/now", "/watch", "/events", "/log", "/scores"),
    *("/told", "/fix", "/signs"),
)
POSTS = (
    *("/seat/move", "/seat/back", "/seat/whisper", "/seat/why", "/seat/fix", "/seat/tell"),
    *("/seat/note", "/seat/settle", "/table/unseat", "/table/bot", "/table/tell", "/table/note"),
    *("/table/silent", "/table/settle"),
)


@pytest.fixture(scope="module")
def table():
    with pytest.MonkeyPatch.context() as patch, served("onstage") as table:
        patch.setattr(guard.Slowly, "FIRST", 0)  # or each wrong secret waits for those before
        yield table


def test_a_stranger_sees_nothing_of_the_game(table: Served) -> None:
    stranger = Phone(table)
    for path in PATHS:
        answer = stranger.get(path)
        assert answer.status in (200, 303, 403)
        assert "data-kind" not in answer.body and "deal" not in answer.body
    for path in POSTS:
        assert stranger.post(path, player="Ana", line="x").status == 403


def test_every_answer_carries_what_keeps_browsers_strict(table: Served) -> None:
    for path in (*PATHS, "/zz", "/static/aparte.js", "/rules"):
        if path == "/events":
            continue
        headers = Phone(table).get(path).headers
        for name, value in HEADERS:
            assert headers[name] == value
        assert "unsafe" not in headers["content-security-policy"]
        assert "server" not in headers


def test_no_page_has_a_script_or_a_style_in_it(table: Served) -> None:
    page = table.phone("Cy").get("/seat").body
    assert "<script" in page and "<script>" not in page and "<style" not in page
    assert " style=" not in page and " onclick=" not in page


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:80", "127.0.0.1", "", "127.0.0.1:1", "localhost.evil.example"],
)
def test_a_name_that_is_not_ours_is_refused(table: Served, host: str) -> None:
    assert Phone(table).get("/", Host=host).status in (400, 421)


def test_two_names_are_refused(table: Served) -> None:
    answer = _raw(table, f"GET / HTTP/1.1\r\nHost: {table.host}\r\nHost: evil\r\n\r\n".encode())
    assert answer.split()[1] in (b"400", b"421")


def test_localhost_is_ours(table: Served) -> None:
    port = table.host.partition(":")[2]
    assert Phone(table).get("/", Host=f"localhost:{port}").status == 200


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://{host}", "{host}"]
)
def test_a_post_from_elsewhere_does_nothing(table: Served, origin: str | None) -> None:
    secret = table.secret("Ana")
    headers = {"Origin": origin.format(host=table.host)} if origin else {}
    answer = Phone(table).raw("POST", "/sit", f"secret={secret}".encode(), headers)
    assert answer.status == 403 and table.secret("Ana") == secret


def test_a_page_of_another_site_can_only_follow_a_link(table: Served) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert Phone(table).get("/static/aparte.js", **headers).status == 403
    headers["Sec-Fetch-Mode"] = "navigate"
    assert Phone(table).get("/", **headers).status == 200


def test_a_seat_can_do_nothing_for_another_seat(table: Served) -> None:
    hosting = table.live.hosting
    (player,) = hosting.awaited()
    other = next(p for p in ("Ana", "Bo") if p != player)
    phone, before = table.phone(other), hosting.record
    question = hosting.question(player)
    line = f"{player} plays {hosting.view(player).state.hands[player].known[0]}"
    assert phone.post("/seat/move", key=question.key, line=line).status == 409
    assert phone.post("/table/unseat", player=player).status == 403
    assert phone.get("/table/now").status == 403
    assert hosting.record == before
    unseated = table.on_loop(lambda: table.live.seats.unseat(other))
    assert unseated is None and phone.get("/seat/now").status == 403


def test_a_seat_with_real_pieces_can_tell_nothing_for_another_seat() -> None:
    with served_real("onstage") as table:
        host = table.live.hosting
        line = "line K1 K2 K3 P1 P2 P3 B1 B2 B3 G1 G2 G3"
        phone, other, before = table.phone("Bo"), table.phone("Cy"), host.record
        watch = table.phone(WATCH)
        for path in ("/table/tell", "/table/note", "/table/silent", "/seat/settle"):
            assert watch.post(path, player="Ana", line=line, silent="yes").status == 403
        assert phone.post("/table/silent", player="Ana", silent="yes").status == 403
        assert host.record == before and host.tellings.silent == ()
        for drawn in (line, "leader Ana"):
            before = host.record
            assert phone.post("/seat/note", line=drawn).status == 202
            for path in ("/seat/settle", "/table/settle"):
                key = phone.form("/seat/settle")
                told = phone.post(path, key=key, stands="yes")
                assert key and told.status >= 400 and host.record == before
            assert other.press("/seat/settle", stands="yes").status == 200
        cards = "K1 K2 K3 K4 K5 K6 K7 K8 K9 P1 P2 P3"
        key = table.on_loop(lambda: host.question("Ana").key)  # type: ignore[union-attr]
        told = phone.post("/seat/move", key=key, line=f"deal Ana {cards}")
        assert told.status == 422 and host.chosen() == ()
        assert phone.post("/seat/note", line=f"deal Ana {cards}").status == 422
        assert phone.press("/seat/settle", stands="yes").status == 409
        assert phone.post("/seat/tell", key="9", line=f"deal Ana {cards}").status == 409


def test_a_page_that_is_never_read_holds_nobody_up() -> None:
    with served("onstage") as table:
        stuck, phones = table.phone("Ana"), {}
        name, _, port = table.host.partition(":")
        deaf = socket.create_connection((name, int(port)))
        cookie = f"aparte-1={stuck.cookies['aparte-1']}"
        deaf.sendall(
            f"GET /events HTTP/1.1\r\nHost: {table.host}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        phones = {"Ana": stuck, "Bo": table.phone("Bo"), "Cy": table.phone("Cy")}
        for _ in range(12):
            (player,) = table.live.hosting.awaited()
            assert phones[player].move().status == 200
        deaf.close()


def test_what_was_sent_once_does_nothing_twice() -> None:
    with served("onstage") as table:
        secret = table.secret("Ana")
        assert Phone(table).post("/sit", secret=secret).status == 303
        assert Phone(table).post("/sit", secret=secret).status == 410
        assert "aparte-1" not in Phone(table).cookies


def test_guesses_are_slowed_down_and_open_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard.Slowly, "FIRST", 0.01)
    monkeypatch.setattr(guard.Slowly, "LONGEST", 2.0)
    with served("onstage") as table:
        started = time.monotonic()
        guesser = Phone(table)
        took = []
        for _ in range(6):
            begun = time.monotonic()
            assert guesser.post("/sit", secret=token_urlsafe(16)).status == 404
            took.append(time.monotonic() - begun)
        assert took[-1] > 4 * 0.01 and time.monotonic() - started > sum(
            0.01 * 2**n for n in range(6)
        )
        with ThreadPoolExecutor(16) as many:
            answers = list(
                many.map(lambda _: Phone(table).get(f"/sit/{token_urlsafe(16)}"), range(32))
            )
        assert {answer.status for answer in answers} <= {404, 429}
        assert sum(answer.status == 404 for answer in answers) < 32


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"secret=" + b"x" * 5000, (413,)),
        (b"secret=%ff%fe", (404,)),
        (b"secret=%00", (404,)),
        (b"\xff\xfe\x00", (404,)),
        (b"=" * 2000, (404,)),
        (b"secret=a&secret=b&" + b"a=b&" * 100, (404,)),
        ("secret=\u202e\ud83d".encode("utf-8", "surrogatepass"), (404,)),
        (b"", (404,)),
    ],
)
def test_odd_bodies_are_refused(table: Served, body: bytes, status: tuple[int, ...]) -> None:
    answer = Phone(table).raw("POST", "/sit", body, {"Origin": table.origin})
    assert answer.status in status


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e%2fapp.py",
        "/sit/%ff",
        "/" + "a" * 500,
        "/seat/now?" + "a" * 400,
        "/static/aparte.js%00",
        "//evil.example/",
        "/seat/now?seen=" + "9" * 200,
    ],
)
def test_odd_paths_lead_nowhere(table: Served, path: str) -> None:
    answer = Phone(table).get(path)
    assert answer.status in (303, 400, 403, 404, 414) and "import" not in answer.body
    if answer.status == 303:
        assert answer.headers["location"].startswith("/") and "//" not in answer.headers["location"]


@pytest.mark.parametrize(
    "line", ["\x00", "Ana plays \u202e", "9" * 400, "Ana plays " + "K1 " * 300, "%s" * 9]
)
def test_odd_moves_are_refused_and_the_game_goes_on(table: Served, line: str) -> None:
    with served("onstage") as table:
        (player,) = table.live.hosting.awaited()
        phone = table.phone(player)
        key, lines = phone.moves()
        assert phone.post("/seat/move", key=key, line=line).status in (413, 422)
        assert phone.post("/seat/move", key=key, line=lines[0]).status == 200


def test_a_mark_that_is_no_players_to_say_is_refused_in_however_few_words() -> None:
    with served("onstage", seed=720701) as table:
        hosting = table.live.hosting
        (player,) = hosting.awaited()
        phone, before = table.phone(player), hosting.record
        key, lines = phone.moves()
        card = lines[0].split()[-1]
        for line in (f"{card} !", f"plays {card} !", f"{card} = Bo", "?", "plays ?", "!"):
            answer = phone.post("/seat/move", key=key, line=line)
            assert answer.status == 422, line
        assert table.on_loop(lambda: hosting.record) == before


def test_a_seat_that_sealed_what_cannot_be_is_asked_again_and_no_other(tmp_path: Path) -> None:
    with opened(restored(STOPPED, tmp_path / FILE)) as store:
        saved = store.game(1)
        ledger = Ledger(saved.record, saved.bots, saved.deal.seed)
        ledger.apart = store.apart(saved)
    with serving(Hosting(ledger, DealtPieces(bots("overseers"))), ledger) as table:
        phones = {player: table.phone(player) for player in ("Ana", "Bo")}
        pages = {player: phone.get("/seat/now").body for player, phone in phones.items()}
        assert "What you chose cannot be done" in pages["Bo"]
        assert "Asked again: Bo." in pages["Ana"] and "cannot be done" not in pages["Ana"]
        key, _ = phones["Bo"].moves()
        assert phones["Bo"].post("/seat/move", key=key, line="?").status == 422
        assert phones["Bo"].post("/seat/move", key=key, line="A").status == 200
        last = table.on_loop(lambda: table.live.hosting.record.last)
        assert last > 11 and "Asked again" not in phones["Ana"].get("/seat/now").body


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "zz"])
def test_other_methods_are_refused(table: Served, method: str) -> None:
    answer = _raw(table, f"{method} / HTTP/1.1\r\nHost: {table.host}\r\n\r\n".encode())
    assert answer.split()[1] in (b"400", b"405")


def test_a_request_without_end_is_cut_off(table: Served) -> None:
    head = f"GET / HTTP/1.1\r\nHost: {table.host}\r\n".encode()
    answer = _raw(table, head + b"X-Long: " + b"a" * 200_000)
    assert answer == b"" or answer.split()[1] in (b"400", b"431")
    endless = f"POST /sit HTTP/1.1\r\nHost: {table.host}\r\nOrigin: {table.origin}\r\n".encode()
    chunks = b"Transfer-Encoding: chunked\r\n\r\n" + b"1000\r\n" + b"a" * 4096 + b"\r\n"
    answer = _raw(table, endless + chunks + b"1000\r\n" + b"a" * 4096 + b"\r\n")
    assert answer.split()[1] in (b"400", b"413")


def test_whoever_sends_slowly_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SILENCE", 0.6)
    monkeypatch.setattr(guard, "PATIENCE", 0.5)
    with served("onstage") as table:
        body = f"POST /sit HTTP/1.1\r\nHost: {table.host}\r\nOrigin: {table.origin}\r\n"
        for sent in (
            "",
            "GET / HT",
            f"GET / HTTP/1.1\r\nHost: {table.host}\r\nX-",
            f"{body}Content-Length: 9\r\n\r\nsec",
        ):
            _raw(table, sent.encode())  # which comes back once the line is cut


def test_of_too_many_connections_from_one_address_the_oldest_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "MOST_OF_ONE", 8)
    with served("onstage") as table:
        held = [connected(table) for _ in range(9)]
        assert dropped(held, 1) == held[:1]
        assert all(asks(each) for each in held[1:])


def test_idle_connections_lock_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST", 20)
    monkeypatch.setattr(server, "MOST_OF_ONE", 8)
    with served("onstage") as table:
        phone = table.phone("Ana")
        line = connected(table)
        assert asks(line, phone)
        flood = [connected(table, f"127.0.0.{2 + n % 4}") for n in range(100)]
        assert len(dropped(flood, 80)) >= 80
        assert asks(line, phone), "a phone that sits keeps its connection"
        assert phone.get("/seat/now").status == 200
        assert table.phone("Bo").get("/seat").status == 200


def test_a_flood_behind_the_address_of_a_phone_leaves_it_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "MOST_OF_ONE", 8)
    with served("onstage") as table:
        phone = table.phone("Ana")
        line = connected(table)
        assert asks(line, phone)
        flood = [connected(table) for _ in range(40)]
        assert len(dropped(flood, 33)) >= 33
        assert asks(line, phone) and table.phone("Bo").get("/seat").status == 200


def test_a_seat_that_opens_too_many_connections_pushes_out_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "MOST_OF_ONE", 8)
    with served("onstage") as table:
        greedy, other = table.phone("Ana"), table.phone("Bo")
        line = connected(table)
        assert asks(line, other)
        many = [connected(table) for _ in range(20)]
        for each in many:
            asks(each, greedy)
        assert len(dropped(many, 13)) >= 13
        assert asks(line, other)


def connected(table: Served, source: str = "127.0.0.1") -> HTTPConnection:
    """Return a connection from the address `source`, which has said nothing so far."""
    line = HTTPConnection(table.host, timeout=20, source_address=(source, 0))
    line.connect()
    return line


def asks(line: HTTPConnection, phone: Phone | None = None) -> bool:
    """Tell whether the connection answers to a request of `phone`, or of a stranger."""
    kept = phone.cookies if phone else {}
    cookies = "; ".join(f"{name}={key}" for name, key in kept.items())
    try:
        line.request("GET", "/seat/now" if phone else "/static/icon.svg", None, {"Cookie": cookies})
        answer = line.getresponse()
        answer.read()
    except (OSError, HTTPException):
        return False
    return answer.status == 200


def dropped(lines: list[HTTPConnection], least: int) -> list[HTTPConnection]:
    """Return which of the silent `lines` are closed, once so many are or a while has passed."""
    end, found = time.monotonic() + 60, list[HTTPConnection]()
    while len(found) < least and time.monotonic() < end:
        closed, _, _ = select.select([line.sock for line in lines if line.sock], (), (), 0.1)
        found = [line for line in lines if line.sock is None or line.sock in closed]
    return found


@pytest.mark.parametrize(
    "head",
    [
        "GET / HTTP/1.1\r\nHost: {host}\r\nX: ",
        "POST /sit HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999\r\n\r\n",
    ],
)
def test_memory_stays_bounded_under_floods(table: Served, head: str) -> None:
    name, _, port = table.host.partition(":")
    part = b"a" * 100_000
    tracemalloc.start()
    with socket.create_connection((name, int(port)), timeout=60) as line, suppress(OSError):
        line.sendall(head.format(host=table.host).encode())
        for _ in range(300):
            line.sendall(part)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 * len(part)  # of the 300 that were sent


def _raw(table: Served, sent: bytes) -> bytes:
    """Send bytes as they are; return the answer up to its end, empty if the line is cut."""
    name, _, port = table.host.partition(":")
    with socket.create_connection((name, int(port)), timeout=60) as line:
        try:
            if sent:
                line.sendall(sent)
        except OSError:
            return b""
        return _rest(line)


def _rest(line: socket.socket) -> bytes:
    answer = b""
    try:
        while b"\r\n\r\n" not in answer and (part := line.recv(4096)):
            answer += part
    except OSError:
        pass
    return answer
