"""What is said at seats: moves in few words and with marks that nobody may say, typed and posted.

`said(game, seed, n)` says `n` lines, half of them at one laptop (`Play`), half from phones
(requests to the pages of a hosted game), in stretches that begin anywhere in a game. Whatever is
accepted must be legal by a referee that shares no code with the rules, and have no mark in it;
whatever is refused must change nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter as Tally
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any
from urllib.parse import urlencode

from aparte.cli.language import tell
from aparte.models.core import Record, View, turn
from aparte.models.record import write, write_event
from aparte.models.words import Words
from aparte.sessions.answers import Accepted, Refused
from aparte.sessions.hosting import Hosting
from aparte.sessions.ledger import Ledger
from aparte.sessions.pieces import DealtPieces
from aparte.sessions.play import (
    BotsAct,
    NeedsYes,
    Over,
    Play,
    Seat,
    Wanted,
    WhoGoesNext,
)
from aparte.sessions.seats import Seats
from aparte.solver.play.coach import RandomBot
from aparte.web.app import app_of
from aparte.web.live import Live

from .games import a_game
from .lines import typed_lines
from .parts import replay_of
from .report import Report

LINES = 40
"""Said in one stretch of a game."""
GAMES = 4
"""Whole games that stretches of one report begin in."""
LONGEST = 600
"""Lines of the longest of them."""
MARKS = frozenset("!?=#")
"""What stands in no line that a seat may say."""
HOST = "127.0.0.1:8000"
ANSWERED = (200, 202, 303, 403, 404, 409, 422)
"""Statuses of requests that met no fault."""


class Wrong(Exception):
    """What was answered is wrong; the argument says what."""


@dataclass(frozen=True)
class Stretch:
    """A game from anywhere on, and chance; `tried` counts what is said, by what it is answered."""

    record: Record
    rng: Random
    bots: frozenset[str]
    tried: Tally[str] = field(default_factory=Tally)

    def count(self, way: str, answer: str) -> None:
        """Count one line that was said."""
        self.tried["lines"] += 1
        self.tried[f"{way}: {answer}"] += 1


def said(game: str, seed: int, n: int) -> Report:
    """Say `n` lines in `game`, what `seed` draws."""
    replay = import_module(replay_of(game)).replay
    whole = [a_game(game, Random(f"{game}/{seed}/{at}"), LONGEST) for at in range(GAMES)]
    tried, found, number = Tally[str](), list[str](), 0
    while tried["lines"] < n:
        stretch = begun(whole, Random(f"{game}/{seed}/said/{number}"), tried)
        way = (_typed, _posted)[number % 2]
        try:
            after = way(stretch)
            _judged(after, replay)
        except Exception as error:
            found.append(f"{type(error).__name__}: {error} (seed {seed}, stretch {number})")
            tried["lines"] += 1  # so that a fault at every begin comes to an end
        tried["stretches"] += 1
        number += 1
    return Report("said", game, seed, dict(tried), found)


def begun(whole: Sequence[Record], rng: Random, tried: Tally[str]) -> Stretch:
    """Return a stretch of one of the games, with a bot at some of its tables."""
    game = rng.choice(whole)
    first = len(game.tags)
    record = game.until(rng.randint(first, max(first, game.last - 10)))
    players = record.setup.players
    bots = frozenset({rng.choice(players)} if rng.random() < 0.3 else ())
    return Stretch(record, rng, bots, tried)


def _judged(record: Record, replay: Callable[[str], None]) -> None:
    if any(event.stands for _, event in record.events):
        raise Wrong("a breach stands in a game that was dealt")
    replay(write(record))


# what is said


def spoken(view: View, rng: Random) -> str:
    """Return a line for the viewer to say: a move, more or less of it, or anything."""
    coming = turn(view)
    moves = [write_event(view, move) for move in coming] if isinstance(coming, tuple) else []
    if not moves or rng.random() < 0.15:
        return _marked(typed_lines(view, rng, 1)[0], view, rng) if rng.random() < 0.9 else ""
    if rng.random() < 0.05:
        return str(rng.randint(0, len(moves) + 1))
    line = rng.choice(moves)
    head, _, rest = line.partition(" ")
    words = (rest if head in view.setup.players else line).split()
    form = rng.random()
    if form < 0.45:
        words = words[1:] or words
    elif form < 0.55:
        words = ["".join(words[1:]) or words[0]]
    elif form < 0.65:
        words = rng.sample(words, rng.randint(1, len(words)))
    elif form < 0.75:
        words = [rng.choice(view.setup.players), *words]
    text = " ".join(words)
    text = rng.choice((str.upper, str.casefold))(text) if rng.random() < 0.1 else text
    return _marked(text, view, rng)


def _marked(text: str, view: View, rng: Random) -> str:
    """Return `text`, most often with marks in it, and what could stand behind them."""
    while rng.random() < 0.5:
        words = text.split() or [""]
        at = rng.randrange(len(words))
        match rng.randrange(7):
            case 0:
                words = [*words, "!"]
            case 1:
                words[at] += rng.choice("!?=")
            case 2:
                words[at] = "?"
            case 3:
                words = [*words, "=", _any_word(view, rng)]
            case 4:
                words.insert(at, rng.choice(("=", "!", "?", "??", "????", "= ?")))
            case 5:
                words = [*words, "?"]
            case _:
                words = [*words, "=", _any_word(view, rng), "!"]
        text = " ".join(words)
    return text


def _any_word(view: View, rng: Random) -> str:
    tokens = {*view.game.notation.words}
    return rng.choice((*view.setup.players, "nobody", "yes", "no", *"0123", *sorted(tokens)))


# at one laptop


def _typed(stretch: Stretch) -> Record:
    """Say a stretch at one laptop; return the game behind it. Raises Wrong."""
    bots = {player: RandomBot() for player in stretch.bots}
    play = Play(Ledger(stretch.record, dict.fromkeys(bots, "random"), "said"), bots, tell)
    for _ in range(LINES):
        while isinstance(asked := play.asked(), BotsAct):
            play.act(asked)
        if isinstance(asked, Over):
            break
        if stretch.rng.random() < 0.1:
            stretch.count("typed", _corrected(play, stretch.rng))
        else:
            stretch.count("typed", _seated(play, asked, stretch.rng))
    return play.record


def _seated(play: Play, asked: Seat | WhoGoesNext, rng: Random) -> str:
    """Say a line where `asked` is asked for one; return what it is answered in a word."""
    free = [player for player in asked.free if player in play.people]
    seat = asked if isinstance(asked, Seat) else Seat(rng.choice(free), asked.free)
    before, text = play.record, spoken(play.view(seat.player), rng)
    answer: object = None
    if isinstance(asked, WhoGoesNext) and rng.random() < 0.5:
        answer = play.between(asked, f"{seat.player} {text}")
    if answer is None or (isinstance(answer, Seat) and answer.line):
        answer = play.at_seat(seat, text)
    match answer:
        case Accepted():
            _has_moved(before, play.record, seat.player, text)
        case NeedsYes(event):
            _has_no_mark(text)
            play.make(event)
        case Refused(words) if not tell(words):
            raise Wrong(f"{text!r} is refused without a word")
        case _ if play.record is not before:
            raise Wrong(f"{text!r} was not taken, and yet the game has changed")
    return type(answer).__name__.casefold()


def _corrected(play: Play, rng: Random) -> str:
    """Correct a choice, or take one back; return what came of it in a word."""
    before, player = play.record, rng.choice(play.people)
    if rng.random() < 0.6:
        seen = play.before(player)
        if seen is None:
            return "nothing to fix"
        text = spoken(seen, rng)
        if isinstance(play.fix(player, text), Refused):
            if play.record is not before:
                raise Wrong(f"{text!r} fixed nothing, and yet the game has changed")
            return "not fixed"
        _has_no_mark(text)
        return "fixed"
    wanted = play.takeback(player)
    if not isinstance(wanted, Wanted):
        return "not taken back"
    if rng.random() < 0.5:
        play.granted(wanted)
    return "taken back"


def _has_moved(before: Record, after: Record, player: str, text: str) -> None:
    _has_no_mark(text)
    new = after.lines[len(before.lines) :]
    event = new[0].event if new else None
    if event is None or event.actor not in ("", player):
        raise Wrong(f"{text!r} of {player} has become {new[:1]}")


def _has_no_mark(text: str) -> None:
    if MARKS & set(text):
        raise Wrong(f"{text!r} was accepted")


# from phones


@dataclass
class Phone:
    """A phone that sits at the seat of `player`; requests reach the pages without a network."""

    app: Any
    player: str
    cookie: str = ""

    async def post(self, path: str, **fields: str) -> tuple[int, str]:
        """Return the status and the body that come of a request."""
        body, answer = urlencode(fields, errors="replace").encode(), Answer()
        await self.app(self._scope(path, len(body)), Sent(body), answer)
        if answer.status not in ANSWERED:
            raise Wrong(f"{path} {fields} is answered with {answer.status}: {answer.text[:300]}")
        if answer.cookie:
            self.cookie = answer.cookie
        return answer.status, answer.text

    def _scope(self, path: str, length: int) -> dict[str, Any]:
        headers = {
            "host": HOST,
            "origin": f"http://{HOST}",
            "content-length": str(length),
            "x-aparte": "page",
            **({"cookie": self.cookie} if self.cookie else {}),
        }
        host, port = HOST.split(":")
        return {
            "type": "http",
            "method": "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "server": (host, int(port)),
            "client": (host, 1),
        }


class Sent:
    """What a request sends along, told once."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def __call__(self) -> dict[str, Any]:
        """Return all of it."""
        return {"type": "http.request", "body": self._body, "more_body": False}


class Answer:
    """What a request is answered."""

    def __init__(self) -> None:
        self.status = 0
        self.cookie = ""
        self.text = ""

    async def __call__(self, message: Any) -> None:
        """Take a part of it."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            set_ = dict(message["headers"]).get(b"set-cookie", b"").decode()
            self.cookie = set_.partition(";")[0]
        else:
            self.text += message.get("body", b"").decode("utf-8", "replace")


def _posted(stretch: Stretch) -> Record:
    """Say a stretch from phones; return the game behind it. Raises Wrong."""
    return asyncio.run(_post_all(stretch))


async def _post_all(stretch: Stretch) -> Record:
    rng, complaints = stretch.rng, list[Words]()
    ledger = Ledger(stretch.record, dict.fromkeys(stretch.bots, "random"), "said")
    hosting = Hosting(ledger, DealtPieces({"random": RandomBot}))
    live = Live(hosting, Seats(ledger, hosting.players), complaints.append)
    app = app_of(live, "1")
    phones = {player: await _sat(app, live, player) for player in hosting.people}
    await _settled(live)
    for _ in range(LINES):
        if hosting.over:
            break
        awaited = [player for player in hosting.awaited() if player in phones]
        player = rng.choice(awaited if awaited and rng.random() < 0.9 else [*phones])
        stretch.count("posted", await _post(live, phones[player], rng))
        await _settled(live)
        if live.fault:
            raise Wrong(f"a fault: {complaints}")
    return hosting.record


async def _sat(app: Any, live: Live, player: str) -> Phone:
    phone = Phone(app, player)
    secret = live.seats.secret(player)
    assert secret is not None
    await phone.post("/sit", secret=secret)
    return phone


async def _settled(live: Live) -> None:
    """Wait until nobody thinks and nothing is due."""
    while live._thinking is not None:
        await live._thinking


async def _post(live: Live, phone: Phone, rng: Random) -> str:
    """Post one line; return what came of it in a word."""
    hosting, player = live.hosting, phone.player
    before, question = hosting.record, hosting.question(player)
    seen = question.view if question is not None else hosting.view(player)
    key = question.key if question is not None and rng.random() < 0.95 else f"{rng.random()}"
    deed = rng.choice(_DEEDS) if rng.random() < 0.15 else "move"
    if deed in ("agree", "decline") and hosting.proposal is not None:
        key = hosting.proposal.key
    line = spoken(seen, rng)
    sealed = dict(hosting.sealing.events)
    status, body = await phone.post(f"/seat/{deed}", key=key, line=line)
    if deed == "why":
        return _reasoned(line, body)
    if status in (409, 422, 403, 404):
        if hosting.record is not before or hosting.sealing.events != sealed:
            raise Wrong(f"{deed} {line!r} was refused with {status}, and yet something changed")
    elif deed in ("move", "fix"):
        _has_no_mark(line)
    return f"{deed} {status}"


_DEEDS = ("why", "why", "fix", "fix", "again", "again", "back", "agree", "decline", "note", "tell")


def _reasoned(line: str, body: str) -> str:
    """Hold what a move would be answered to the same: with a mark it is refused."""
    told = json.loads(body)
    if MARKS & set(line) and "told" in told:
        raise Wrong(f"{line!r} is told as a move: {told}")
    return "why"
