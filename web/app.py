"""The pages of one table: to sit down, a seat's own, the table's, and one for those who look on.

Everything that a seat is sent is made from its view. Pages keep up by themselves: `/events` tells
that there is something new, and the page asks for what is now.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from ..models.core import TABLE, View
from ..models.record import write_event
from ..models.words import Tell, Words, listed, say
from ..sessions.answers import Refused
from ..sessions.helping import answers
from ..sessions.hosting import Asks, Made, Proposal, Stale, judged
from ..sessions.languages import Language, catalogue
from ..sessions.news import account, news, sentence
from ..sessions.seats import WATCH
from . import whispers
from .faces import called, face_of
from .guard import App, Guard, Slowly
from .labels import ASK, LABEL
from .live import Live

HERE = Path(__file__).parent
LANGUAGE = "aparte-language"
YEAR = 365 * 24 * 3600
ALIVE = 15.0
"""Seconds after which a stream says that it is still there."""
MUCH = 24
"""Lines back that are told as new, at most; the log has all."""
LISTENING = 4
"""Streams of one seat at once; of an older one nothing more is heard."""
LOOKING_ON = 64
"""Streams of all who look on together."""
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_NAMES = {Language.ENGLISH: "English", Language.FRENCH: "Français"}


def app_of(live: Live, name: str, names: tuple[str, ...] = (), secure: bool = False) -> App:
    """Return the application that serves one table.

    `name` sets its cookies apart from those of other tables; `names` are what it may be called.
    """
    pages = Pages(live, name, secure)
    routes = [
        Route("/", pages.home),
        Route("/sit/{secret}", pages.door),
        Route("/sit", pages.sit, methods=["POST"]),
        *(Route(f"/{kind}", pages.place) for kind in ("seat", "table", "watch")),
        *(Route(f"/{kind}/now", pages.now) for kind in ("seat", "table", "watch")),
        Route("/events", pages.events),
        Route("/log", pages.log),
        Route("/rules", pages.rules),
        Route("/scores", pages.scores),
        Route("/language", pages.language, methods=["POST"]),
        Route("/seat/{deed}", pages.at_seat, methods=["POST"]),
        Route("/table/{deed}", pages.at_table, methods=["POST"]),
        Route("/static/{file}", pages.static),
    ]
    return Guard(Starlette(routes=routes, exception_handlers={404: pages.nothing}), names)


@cache
def _templates(folder: str) -> Environment:
    """Return the templates of the pages, with those of a game's `folder`."""
    folders = [str(HERE / "pages"), *([folder] if folder else [])]
    return Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


class Reader:
    """Who looks at a page: the place they have, None outside, and the language they read."""

    def __init__(self, live: Live, name: str, request: Request) -> None:
        self.key = request.cookies.get(name, "")
        self.place = live.seats.place_of(self.key) if self.key else None
        self.language = _language(request)

    def tell(self, words: Words) -> str:
        """Return `words` in the language of the reader."""
        return words.told(catalogue(self.language))

    @property
    def home(self) -> str:
        """The page of this place."""
        return {None: "", TABLE: "table", WATCH: "watch"}.get(self.place, "seat")

    @property
    def viewer(self) -> str:
        """Whose view is shown."""
        return self.place if self.home == "seat" and self.place else TABLE


def _language(request: Request) -> Language:
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in list(Language):
        return Language(chosen)
    wanted = request.headers.get("accept-language", "")[:100].casefold()
    return Language.FRENCH if wanted.lstrip().startswith("fr") else Language.ENGLISH


class Pages:
    """What is answered to each request."""

    def __init__(self, live: Live, name: str, secure: bool) -> None:
        self._live = live
        self._cookie = f"aparte-{name}"
        self._secure = secure
        self._slowly = Slowly()
        self._listening: dict[str, list[int]] = {}
        self._streams = 0
        game = live.hosting.record.game
        self._title = game.title
        self._face = face_of(game.name)
        self._templates = _templates(str(self._face.folder) if self._face else "")

    # to come in

    async def home(self, request: Request) -> Response:
        """Lead whoever has a place to its page."""
        reader = self._reader(request)
        if reader.home:
            return RedirectResponse(f"/{reader.home}", 303)
        return self._told(reader, say("Ask for the code of your seat, and open it here."))

    async def door(self, request: Request) -> Response:
        """Show what one can sit down at; nothing is spent."""
        reader, secret = self._reader(request), request.path_params["secret"]
        if self._slowly.is_crowded(_address(request)):
            return self._too_often(reader)
        place = self._live.seats.opened_by(secret[:64])
        if place is None:
            return await self._wrong_secret(request, reader)
        sit = {
            TABLE: say("Open the page of the table"),
            WATCH: say("Look on"),
        }.get(place, say("Sit down as {player}", player=place))
        return self._page(reader, "sit.html", sit=sit, secret=secret, kind="sit")

    async def sit(self, request: Request) -> Response:
        """Spend the secret of a place, for whoever has it first."""
        reader = self._reader(request)
        if self._slowly.is_crowded(_address(request)):
            return self._too_often(reader)
        sat = self._live.seats.sit(_fields(request).get("secret", "")[:64])
        if sat is None:
            return await self._wrong_secret(request, reader)
        self._live.changed(seen_elsewhere=True)
        home = {TABLE: "table", WATCH: "watch"}.get(sat.place, "seat")
        answer = RedirectResponse(f"/{home}", 303)
        answer.set_cookie(
            self._cookie, sat.key, YEAR, httponly=True, samesite="strict", secure=self._secure
        )
        return answer

    async def _wrong_secret(self, request: Request, reader: Reader) -> Response:
        await self._slowly.wrong(_address(request))
        words = say("This code opens nothing (any more). The table can show a new one.")
        return self._told(reader, words, 404)

    def _too_often(self, reader: Reader) -> Response:
        return self._told(reader, say("Too many wrong codes came from there; wait a little."), 429)

    async def nothing(self, request: Request, _: Exception) -> Response:
        """Answer for what is not there."""
        return self._told(self._reader(request), say("There is nothing here."), 404)

    async def language(self, request: Request) -> Response:
        """Keep the language that is chosen on this phone."""
        chosen = _fields(request).get("language", "")
        answer = RedirectResponse("/", 303)
        if chosen in list(Language):
            answer.set_cookie(LANGUAGE, chosen, YEAR, httponly=True, samesite="strict")
        return answer

    # what is shown

    async def place(self, request: Request) -> Response:
        """Return the page of the place that this phone has."""
        reader = self._reader(request)
        kind = request.url.path.strip("/")
        if reader.home != kind:
            return RedirectResponse("/", 303)
        return self._page(
            reader,
            "place.html",
            kind=kind,
            whispers=[
                (name, words)
                for name, words in ASK.items()
                if answers(self._live.hosting.view(reader.viewer), reader.viewer, name)
            ],
            languages=[(str(each), name) for each, name in _NAMES.items()],
            **self._now(reader, request),
        )

    async def now(self, request: Request) -> Response:
        """Return what is now, for a page that is open."""
        reader = self._reader(request)
        kind = request.url.path.split("/")[1]
        if reader.home != kind:
            return PlainRefusal
        return self._page(reader, f"{kind}_now.html", **self._now(reader, request))

    def _now(self, reader: Reader, request: Request) -> dict[str, Any]:
        hosting, viewer = self._live.hosting, reader.viewer
        view, question = hosting.view(viewer), None
        if reader.home == "seat":
            question = hosting.question(viewer)
        asked = question is not None and not question.sealed
        values: dict[str, Any] = {
            "version": self._live.version,
            "viewer": viewer,
            "last": view.last,
            "game": self._title,
            "title": f"{called(viewer)} – {self._title}" if reader.home == "seat" else self._title,
            "where": self._face.now(view) if self._face else say("{game}", game=self._title),
            "doing": self._status(viewer, asked),
            "board": self._board(view, reader.tell),
            "outcome": _outcome(view),
            "news": self._news(view, request.query_params.get("seen", "")),
        }
        if reader.home == "table":
            values |= self._of_table(request)
        if reader.home == "seat":
            values |= self._of_seat(viewer, view, reader.tell)
        return values

    def _status(self, viewer: str, asked: bool) -> Words:
        hosting = self._live.hosting
        if self._live.fault:
            return say("The program has made a mistake; the laptop tells more.")
        if hosting.over:
            return say("The game is over.")
        awaited = [called(player) for player in hosting.awaited()]
        if asked and viewer in hosting.awaited():
            others = [name for name in awaited if name != called(viewer)]
            if not others:
                return say("It is your turn.")
            return say("You choose; so do {names}.", names=listed(others))
        chosen = [called(player) for player in hosting.chosen()]
        if chosen:
            return say(
                "Waiting for {names}; {chosen}: chosen.",
                names=listed(awaited),
                chosen=listed(chosen),
            )
        return say("Waiting for {names}.", names=listed(awaited))

    def _board(self, view: View, tell: Tell) -> Markup | None:
        if self._face is None:
            return None
        template = self._templates.get_template("board.html")
        return Markup(template.render(t=tell, called=called, **self._face.board(view)))

    def _news(self, view: View, seen: str) -> list[Mapping[str, Any]]:
        """Return what has happened behind the line that was `seen`: the last of it, if much."""
        known = int(seen) if seen.isdecimal() and len(seen) < 7 else view.last
        since = self._live.seen(view, max(known, view.last - MUCH))
        return [
            {
                "part": passage.part,
                "lines": [
                    (
                        told.number,
                        sentence(view, told.event) if told.said else None,
                        told.followed,
                    )
                    for told in passage.lines
                    if told.said or told.followed
                ],
            }
            for passage in news(view, since)
        ]

    def _of_seat(self, viewer: str, view: View, tell: Tell) -> dict[str, Any]:
        hosting, face = self._live.hosting, self._face
        question = hosting.question(viewer)
        names = face.names(view) if face else {}
        moves, verbs = [], {}
        if question is not None:
            moves = [(write_event(view.game, move), move.verb) for move in question.moves]
            verbs = {verb: view.game.verbs[verb].about for _, verb in moves}
        used = {word for move in (question.moves if question else ()) for word in move.words}
        told = {word: tell(words) for word, words in names.items() if word in used}
        told |= {verb: f"{verb}: {tell(about)}" for verb, about in verbs.items()}
        free = hosting.awaited()
        bots = [bot for bot in hosting.bots if question and bot in free and not question.secret]
        return {
            "question": question,
            "moves": moves,
            "verbs": list(verbs.items()),
            "names": names,
            "told_names": json.dumps(told, ensure_ascii=False),
            "hand": list(face.hand(view).items()) if face else [],
            "proposal": self._proposal(viewer),
            "bots": bots,
            "lets": {bot: say("Let {player} go first", player=bot) for bot in bots},
        }

    def _proposal(self, viewer: str) -> Mapping[str, Any] | None:
        proposal = self._live.hosting.proposal
        if proposal is None:
            return None
        agreed = listed(called(player) for player in sorted(proposal.agreed))
        return {
            "words": self._proposed(proposal),
            "line": proposal.line,
            "mine": viewer in proposal.agreed,
            "agreed": say("Agreed so far: {names}", names=agreed),
        }

    def _proposed(self, proposal: Proposal) -> Words:
        record = self._live.hosting.record
        if proposal.event is not None:
            line = sentence(record, proposal.event)
            return say("{player} proposes: {line}", player=proposal.player, line=line)
        events = dict(self._live.hosting.view(TABLE).events)
        line = sentence(record, events[proposal.line])
        return say(
            "{player} asks to take back line {n} and all behind it: {line}",
            player=proposal.player,
            n=proposal.line,
            line=line,
        )

    def _of_table(self, request: Request) -> dict[str, Any]:
        places = self._live.places()
        wanted = request.query_params.get("code", "")
        free = [p["player"] for p in places if not p["bot"] and not p["taken"]]
        shown = wanted if wanted == WATCH or wanted in free else next(iter(free), "")
        return {
            "places": places,
            "makers": list(self._live.hosting.makers),
            "code": self._code(shown) if shown else None,
        }

    def _code(self, place: str) -> Mapping[str, Any] | None:
        secret = self._live.seats.secret(place)
        if secret is None:
            return None
        address = f"{self._live.origin}/sit/{secret}"
        words = say("To look on") if place == WATCH else say("Seat of {player}", player=place)
        return {"words": words, "address": address, "svg": Markup(_drawn(address))}

    # what keeps up

    async def events(self, request: Request) -> Response:
        """Tell a page, as long as it is open, that there is something new."""
        reader = self._reader(request)
        if not reader.home:
            return PlainRefusal
        room = LOOKING_ON if reader.place == WATCH else LISTENING
        mine = self._listening.setdefault(reader.place or "", [])
        self._streams += 1
        number = self._streams
        mine.append(number)
        del mine[:-room]

        async def told() -> AsyncIterator[str]:
            try:
                yield "retry: 1000\n\n"
                version = -1
                while number in mine and self._live.seats.place_of(reader.key) == reader.place:
                    if self._live.version != version:
                        version = self._live.version
                        yield f"data: {version}\n\n"
                    else:
                        yield ": \n\n"
                    await self._live.wait(version, ALIVE)
            finally:
                if number in mine:
                    mine.remove(number)

        return StreamingResponse(told(), media_type="text/event-stream", headers=FRESH)

    async def log(self, request: Request) -> Response:
        """Return all lines so far, as this place has them."""
        reader = self._reader(request)
        if not reader.home:
            return PlainRefusal
        view = self._live.hosting.view(reader.viewer)
        lines = [(number, write_event(view.game, event)) for number, event in view.events]
        return self._page(reader, "log.html", lines=lines)

    async def scores(self, request: Request) -> Response:
        """Return what the rounds so far have brought, as this place may know it."""
        reader = self._reader(request)
        if not reader.home:
            return PlainRefusal
        found = account(self._live.hosting.view(reader.viewer))
        return self._page(reader, "scores.html", account=found, none=say("No round is over yet."))

    async def rules(self, request: Request) -> Response:
        """Return the rules as refereed: they are no secret."""
        from markdown_it import MarkdownIt

        reader = self._reader(request)
        game = self._live.hosting.record.game
        text = game.page(reader.language) or game.page(Language.ENGLISH) or ""
        shown = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
        return HTMLResponse(shown, headers=FRESH)

    async def static(self, request: Request) -> Response:
        """Return a file that is part of the pages."""
        name = request.path_params["file"]
        files = {path.name: path for path in (HERE / "static").iterdir()}
        if self._face is not None:
            files["board.css"] = self._face.folder / "board.css"
        if name not in files:
            return await self.nothing(request, Exception())
        path = files[name]
        return Response(
            path.read_bytes(), media_type=_TYPES[path.suffix], headers={"cache-control": "no-cache"}
        )

    # what is done

    async def at_seat(self, request: Request) -> Response:
        """Do what is asked from a seat."""
        reader, fields = self._reader(request), _fields(request)
        if reader.home != "seat":
            return PlainRefusal
        player, hosting = reader.viewer, self._live.hosting
        line = fields.get("line", "")
        number = int(line) if line.isdecimal() and len(line) < 7 else -1
        match request.path_params["deed"]:
            case "move":
                answer = hosting.choose(player, fields.get("key", ""), line)
            case "again":
                answer = hosting.choose_again(player)
            case "back":
                answer = hosting.take_back(player)
            case "agree":
                answer = hosting.agree(player, number)
            case "decline":
                answer = hosting.decline(number)
            case "let":
                return await self._let(request, reader, fields.get("bot", ""))
            case "why":
                return self._why(request, reader, fields)
            case "whisper":
                return await self._whisper(reader, fields.get("about", ""))
            case _:
                return await self.nothing(request, Exception())
        return self._answered(request, reader, answer)

    async def at_table(self, request: Request) -> Response:
        """Do what is asked from the table's own page."""
        reader, fields = self._reader(request), _fields(request)
        hosting, player = self._live.hosting, fields.get("player", "")
        if reader.home != "table":
            return PlainRefusal
        match request.path_params["deed"]:
            case "unseat" if player in hosting.players:
                self._live.seats.unseat(player)
            case "bot" if player in hosting.players:
                bot = fields.get("bot", "")
                if bot and bot not in hosting.makers:
                    return self._answered(request, reader, Stale())
                hosting.hand_over(player, bot)
            case _:
                return await self.nothing(request, Exception())
        self._live.changed(seen_elsewhere=True)
        return self._answered(request, reader, Made())

    async def _let(self, request: Request, reader: Reader, bot: str) -> Response:
        deed = self._live.hosting.let(bot)
        if deed is None:
            return self._answered(request, reader, Stale())
        await self._live.do(deed)
        return self._answered(request, reader, Made())

    def _why(self, request: Request, reader: Reader, fields: Mapping[str, str]) -> Response:
        """Say why a move cannot be made that was not offered; nothing is changed."""
        question = self._live.hosting.question(reader.viewer)
        if question is None or question.sealed:
            return self._answered(request, reader, Stale())
        answer = judged(question, fields.get("line", ""))
        words = answer.words if isinstance(answer, Refused) else None
        return JSONResponse({"words": reader.tell(words) if words else ""}, headers=FRESH)

    async def _whisper(self, reader: Reader, about: str) -> Response:
        hosting, player = self._live.hosting, reader.viewer
        view, think = hosting.view(player), self._live.think
        if about not in ASK or not answers(view, player, about):
            words = say("This table plays without whispers.")
            return JSONResponse({"words": reader.tell(words)}, 403, headers=FRESH)
        values: dict[str, Any] = {"told": (), "head": (), "rows": (), "ranked": ()}
        match about:
            case "hint":
                hint = await think(lambda: hosting.hints(player).next(view))
                values["told"] = whispers.hinted(view, hint)
            case "chances":
                found = await think(lambda: whispers.chances(view, reader.tell))
                values["head"], values["rows"] = found
            case "best":
                ranked = await think(lambda: whispers.best(view))
                values["told" if isinstance(ranked, Words) else "ranked"] = (
                    (ranked,) if isinstance(ranked, Words) else ranked
                )
        page = self._templates.get_template("whisper.html")
        html = page.render(t=reader.tell, nothing=say("There is nothing to tell now."), **values)
        return JSONResponse({"html": html}, headers=FRESH)

    def _answered(
        self, request: Request, reader: Reader, answer: Made | Asks | Stale | Refused
    ) -> Response:
        words: Words | None = None
        match answer:
            case Made():
                status = 200
                self._live.changed()
            case Asks():
                status = 202
                words = say("The others are asked.")
                self._live.changed()
            case Stale():
                status = 409
                words = say("The game has gone on meanwhile; nothing was done.")
            case Refused(words):
                status = 422
        if request.headers.get("x-aparte") == "page":
            told = {"done": status < 300, "words": reader.tell(words) if words else ""}
            return JSONResponse(told, status, headers=FRESH)
        if words is None:
            return RedirectResponse(f"/{reader.home}", 303)
        return self._told(reader, words, status, back=f"/{reader.home}")

    # shared

    def _reader(self, request: Request) -> Reader:
        return Reader(self._live, self._cookie, request)

    def _page(self, reader: Reader, template: str, /, status: int = 200, **values: Any) -> Response:
        html = self._templates.get_template(template).render(
            **{
                "t": reader.tell,
                "called": called,
                "language": str(reader.language),
                "label": LABEL,
                "style": self._face is not None,
                "game": self._title,
                "title": self._title,
                "stream": "",
                "names": {},
                "proposal": None,
                "question": None,
                **values,
            }
        )
        return HTMLResponse(html, status, headers=FRESH)

    def _told(self, reader: Reader, words: Words, status: int = 200, back: str = "") -> Response:
        return self._page(reader, "told.html", status=status, words=words, back=back, kind="told")


FRESH = {"cache-control": "no-store"}
PlainRefusal = Response("no seat", 403, media_type="text/plain", headers=FRESH)


def _fields(request: Request) -> dict[str, str]:
    body: bytes = request.scope["state"]["body"]
    try:
        return dict(parse_qsl(body.decode(), True, max_num_fields=10, errors="strict"))
    except (UnicodeDecodeError, ValueError):
        return {}


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _outcome(view: View) -> Mapping[str, Any] | None:
    outcome = view.game.outcome(view.state)
    if outcome is None:
        return None
    if outcome.together:
        words = say("All have won.") if outcome.winners else say("All have lost.")
    else:
        words = say("Won by {names}", names=listed(map(called, outcome.winners)))
    return {"words": words, "scores": tuple(outcome.scores.items())}


@cache
def _drawn(address: str) -> str:
    """Return the QR code of an address, as a drawing."""
    import segno

    return segno.make(address, error="m").svg_inline(
        scale=4, border=2, svgclass=None, lineclass=None
    )
