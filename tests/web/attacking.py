"""A seat that posts whatever it likes, at two tables that differ only in what others told.

Whatever it is answered at both has to be the same, until all are told that what was told clashes.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlencode

from aparte.contract.mutations import like
from aparte.models.core import HANDS, TABLE, Event, Record, turn, view
from aparte.models.record import write_event
from aparte.sessions.answers import Refused
from aparte.sessions.fixing import continued
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger
from aparte.sessions.pieces import DealtPieces
from aparte.sessions.real_pieces import RealPieces
from aparte.sessions.seats import Seats
from aparte.solver.play.coach import bots
from aparte.solver.play.driver import drawn
from aparte.web.app import app_of
from aparte.web.guard import App
from aparte.web.live import Live

PLACE = ("127.0.0.1", 80)
CLOSED = 12
"""Requests that follow after all were told of a clash."""
PAGES = ("/told", "/fix", "/log", "/scores", "/seat")
Fields = dict[str, str]


@dataclass
class Table:
    """One table in this process, and the phone of `player`, who attacks."""

    hosting: Hosting
    player: str
    _app: App = field(init=False)
    _live: Live = field(init=False)
    _cookie: str = ""

    def __post_init__(self) -> None:
        ledger = self.hosting._ledger
        self._live = Live(self.hosting, Seats(ledger, self.hosting.players))
        self._live.origin = f"http://{PLACE[0]}:{PLACE[1]}"
        self._app = app_of(self._live, "1")

    async def sits(self) -> None:
        secret = self._live.seats.secret(self.player)
        assert secret is not None
        await self.answer("/sit", {"secret": secret})

    async def answer(self, path: str, fields: Fields | None) -> tuple[int, str]:
        """Return the status and the body of what is answered, once all that follows is done."""
        body = urlencode(fields or {}).encode()
        headers = [
            (b"host", b"127.0.0.1"),
            (b"origin", b"http://127.0.0.1"),
            (b"content-length", str(len(body)).encode()),
            (b"x-aparte", b"page"),
            (b"cookie", self._cookie.encode()),
        ]
        scope: dict[str, Any] = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET" if fields is None else "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
            "server": PLACE,
            "client": ("127.0.0.1", 5),
        }
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        while self._live._thinking is not None:
            await self._live._thinking
        assert not self._live.fault
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie":
                self._cookie = value.decode().partition(";")[0]
        text = b"".join(part.get("body", b"") for part in sent[1:]).decode()
        return sent[0]["status"], text

    @property
    def all_know(self) -> bool:
        """Whether all have been told that what was told cannot be true."""
        return self.hosting.tellings.clash is not None


@dataclass
class Attacker:
    """Posts at random what may tell something; `pieces` are those that `player` does not hold."""

    record: Record
    player: str
    pieces: Sequence[str]
    rng: Random
    last: str = ""
    _page: str = ""
    _table: Record = field(init=False)

    def request(self, page: str, table: Record) -> tuple[str, Fields | None]:
        """Return what is asked next by whoever sees this `page`, and what all see."""
        self._page, self._table = page, table
        deeds = (
            *[self._move] * 6,
            *[self._told] * 6,
            *[self._again] * 2,
            *[self._tell] * 6,
            *[self._note] * 6,
            self._settle,
            self._fix,
            self._why,
            self._other,
            lambda: (self.rng.choice(PAGES), None),
        )
        return self.rng.choice(deeds)()

    def _found(self, name: str) -> list[str]:
        return re.findall(rf'{name}="([^"]*)"', self._page)

    def _any_key(self) -> str:
        return unescape(self.rng.choice((*self._found('name="key" value'), self._key())))

    def _key(self) -> str:
        return (*self._found("data-key"), *self._found('name="key" value'), "1.1")[0]

    def _move(self) -> tuple[str, Fields]:
        lines = [each for each in self._found("data-move") if each]
        line = self.rng.choice(lines) if lines else self._line(self.player)
        return "/seat/move", self._sure({"key": self._key(), "line": self._nearly(line)})

    def _sure(self, fields: Fields) -> Fields:
        return fields | ({"sure": "yes"} if self.rng.random() < 0.2 else {})

    def _told(self) -> tuple[str, Fields]:
        """Tell what is asked, one piece perhaps another."""
        heads = self._found("data-head")
        if not heads:
            return self._move()
        self.last = self._drawn(heads[0]) or self.last
        return "/seat/move", {"key": self._key(), "line": self.last}

    def _drawn(self, head: str) -> str:
        own = [
            write_event(self.record, event)
            for _, event in view(self.record, self.player).events
            if "?" not in event.outcome
        ]
        lines = [line for line in own if line.startswith(head)]
        return self._swapped(lines[-1], len(head.split())) if lines else ""

    def _swapped(self, line: str, at: int) -> str:
        words = line.split()
        if len(words) > at and self.rng.random() < 0.7:
            words[self.rng.randrange(at, len(words))] = self.rng.choice(self.pieces)
        return " ".join(words)

    def _again(self) -> tuple[str, Fields]:
        return "/seat/again", {"key": self._any_key()}

    def _tell(self) -> tuple[str, Fields]:
        own = [
            (number, event)
            for number, event in view(self.record, self.player).events
            if self.record.seers(event) == frozenset({self.player}) and event.outcome
        ]
        if not own:
            return self._note()
        number, event = own[-1] if self.rng.random() < 0.7 else self.rng.choice(own)
        line = write_event(self.record, event)
        head = write_event(self.record, event.head)
        return "/seat/tell", {"key": str(number), "line": self._swapped(line, len(head.split()))}

    def _note(self) -> tuple[str, Fields]:
        players = self.rng.choices(self.record.setup.players, k=self.rng.choice((1, 1, 2, 2, 3)))
        lines = list(map(self._line, players))
        coming = turn(self._table)
        if isinstance(coming, tuple) and coming and self.rng.random() < 0.7:
            first = self.rng.choice(coming).head
            line = write_event(self.record, first)
            lines = [self._swapped(line, 2) + self._came(), *lines[1:]]
        return "/seat/note", {"line": "; ".join(lines)}

    def _line(self, player: str) -> str:
        lines = [each for each in self._found("data-move") if each]
        verbs = [line.split()[1] for line in lines if len(line.split()) > 1]
        kinds = list(self.record.notation.verbs)
        verb = self.rng.choice(verbs if verbs and self.rng.random() < 0.5 else kinds)
        if self.record.notation.verbs[verb].actor:
            return f"{player} {verb} {self.rng.choice(self.pieces)}{self._came()}"
        return f"{verb} {player} {' '.join(self.rng.choices(self.pieces, k=2))}"

    def _came(self) -> str:
        return self.rng.choice(("", "", " = Ana", " = Bo", " = nobody", " !", " = 1"))

    def _nearly(self, line: str) -> str:
        words = line.split()
        if len(words) > 1 and self.rng.random() < 0.4:
            at = self.rng.randrange(1, len(words))
            words[at] = self.rng.choice((*like(self.record, words[at]), *self.pieces))
        return " ".join(words[self.rng.choice((0, 0, 0, 1)) :])

    def _settle(self) -> tuple[str, Fields]:
        return "/seat/settle", {"key": self._any_key(), "stands": self.rng.choice(("", "yes"))}

    def _fix(self) -> tuple[str, Fields]:
        key = self._key().rstrip("dosw")
        return "/seat/fix", {"key": key, "line": self._line(self.player)}

    def _why(self) -> tuple[str, Fields]:
        return "/seat/why", {"key": self._key(), "line": self._line(self.player)}

    def _other(self) -> tuple[str, Fields]:
        deed = self.rng.choice(("agree", "decline", "back", "let", "zz"))
        return f"/seat/{deed}", {"key": self._any_key(), "bot": "Bo"}


def dealt(record: Record) -> Hosting:
    """Return a game that the program has dealt, at `record`."""
    return Hosting(Ledger(record, {}, "0"), DealtPieces(bots(record.game.name)))


def told(record: Record, silent: Sequence[str] = ()) -> Hosting:
    """Return a game with real pieces at `record`, of which all have told but the `silent`."""
    lines = [
        replace(line, event=table.event) if _is_of(record, line.event, silent) else line
        for line, table in zip(view(record, HANDS).lines, view(record, TABLE).lines, strict=True)
    ]
    ledger = Ledger(view(record, HANDS).with_lines(lines), {}, "0")
    host = Hosting(ledger, RealPieces())
    for player in silent:
        host.pieces.be_silent(player, True)
    return host


def _is_of(record: Record, event: Event | None, players: Sequence[str]) -> bool:
    if event is None:
        return False
    seers = record.seers(event)
    return seers is not None and bool(seers) and seers <= set(players)


def telling(record: Record, others: Sequence[str]) -> Hosting:
    """Return a game with real pieces in which `others` have told what they hold at `record`.

    The last lines of the record are the draws that are told at once.
    """
    last = max((n for n, e in record.events if record.seers(e) is None), default=0)
    ledger = Ledger(view(record.until(last), HANDS), {}, "0")
    host = Hosting(ledger, RealPieces())
    for player in others:
        question = host.question(player)
        if question is None or question.draw is None:
            continue
        for number, event in record.events:
            line = write_event(record, event)
            if number > last and line.startswith(question.draw.head):
                host.choose(player, question.key, line)
    return host


@dataclass(frozen=True)
class Answered:
    """How a trial ended: after so many `requests`, `clashed` if all were told so at last."""

    requests: int
    clashed: bool
    statuses: tuple[int, ...] = ()


def attacked(tables: tuple[Table, Table], attacker: Attacker, requests: int) -> Answered:
    """Have the attacker ask both tables the same, and hold their answers to each other."""
    return asyncio.run(_attacked(tables, attacker, requests))


async def _attacked(tables: tuple[Table, Table], attacker: Attacker, requests: int) -> Answered:
    statuses: list[int] = []
    page = ""
    for table in tables:
        await table.sits()
    trail: list[object] = []
    for done in range(requests):
        path, fields = attacker.request(page, tables[0].hosting.view(TABLE))
        if fields is not None and path == "/seat/move" and _is_fair(tables, fields["line"]):
            continue
        trail.append((path, fields))
        answers = [await table.answer(path, fields) for table in tables]
        statuses.append(answers[0][0])
        if answers[0] == answers[1]:
            answers = [await table.answer("/seat/now", None) for table in tables]
            page = answers[0][1]
        clashed = any(table.all_know for table in tables)
        if answers[0] != answers[1]:
            assert clashed, (trail[-5:], *answers)
        if clashed:
            await _stay_closed(tables, attacker, page)
            return Answered(done + 1, True, tuple(statuses))
    return Answered(requests, False, tuple(statuses))


async def _stay_closed(tables: tuple[Table, Table], attacker: Attacker, page: str) -> None:
    """Hold that who attacks can change nothing any more where all were told of a clash."""
    for table in tables:
        if table.all_know:
            before = table.hosting.record
            for _ in range(CLOSED):
                path, fields = attacker.request(page, table.hosting.view(TABLE))
                status, _ = await table.answer(path, fields)
                assert table.all_know, (path, fields)
                assert table.hosting.record == before
                assert fields is None or status != 200 or path.endswith(("/why", "/again"))


def _is_fair(tables: tuple[Table, Table], line: str) -> bool:
    """Tell whether the rules show the attacker different things who chooses `line` here."""
    shown = set()
    for table in tables:
        player, record = table.player, table.hosting.record
        question = table.hosting.question(player)
        if question is None or not question.moves:
            return False
        event = table.hosting.judged(question, line)
        if isinstance(event, Refused):
            return False
        shown.add(view(_done(table.hosting, record, player, event), player).lines)
    return len(shown) > 1


def _done(hosting: Hosting, record: Record, player: str, event: Event) -> Record:
    sealed = {**hosting.sealing.events, player: event}
    events = [event]
    if hosting.sealing.together:
        if set(sealed) < set(hosting.sealing.together):
            return record
        events = [sealed[who] for who in hosting.sealing.together]
    for each in events:
        record = record.plus(record.resolved(each))
        record = continued(record) if record.viewer == HANDS else record
        if record.viewer != HANDS:
            with suppress(ValueError):
                record = drawn(record, Random(0))
    return record
