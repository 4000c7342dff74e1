"""The pages of one table: to sit down, a seat's own, the table's, and one for those who look on.

Everything that a seat is sent is made from its view. Pages keep up by themselves: `/events` sends
the page whenever there is something new.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

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

from ..models.core import TABLE, Event, View
from ..models.record import write_event
from ..models.words import Words, say
from ..sessions.answers import Refused
from ..sessions.helping import answers
from ..sessions.hosting import Asks, Made, Stale, judged
from ..sessions.languages import Language
from ..sessions.news import account, sentence
from ..sessions.real import CLASH, NO_BOTS, Real
from ..sessions.seats import WATCH
from ..solver.play.coach import choices
from . import whispers
from .faces import face_of
from .guard import App, Guard, Slowly
from .labels import ASK, LABEL
from .live import Live
from .reader import LANGUAGE, Reader
from .shown import HERE, Shown

YEAR = 365 * 24 * 3600
ALIVE = 15.0
"""Seconds after which a stream says that it is still there."""
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
        Route("/told", pages.told_by),
        Route("/fix", pages.fix),
        Route("/moves", pages.moves),
        Route("/language", pages.language, methods=["POST"]),
        Route("/seat/{deed}", pages.at_seat, methods=["POST"]),
        Route("/table/{deed}", pages.at_table, methods=["POST"]),
        Route("/static/{file}", pages.static),
    ]
    return Guard(Starlette(routes=routes, exception_handlers={404: pages.nothing}), names)


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
        self._face = face_of(game.name)
        self._shown = Shown(live, self._face, self._cookie)

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
        if isinstance(self._live.hosting, Real) and sat.place in self._live.hosting.players:
            self._live.hosting.be_silent(sat.place, False)
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
            tutor=answers(self._live.hosting.view(reader.viewer), reader.viewer, "tutor"),
            languages=[(str(each), name) for each, name in _NAMES.items()],
            title=self._shown.title(reader),
            now=Markup(self._shown.now(reader, request.query_params.get("code", ""))),
        )

    async def now(self, request: Request) -> Response:
        """Return what is now, for a page that is open."""
        reader = self._reader(request)
        kind = request.url.path.split("/")[1]
        if reader.home != kind:
            return PlainRefusal
        code = request.query_params.get("code", "")
        return HTMLResponse(self._shown.now(reader, code), headers=FRESH)

    # what keeps up

    async def events(self, request: Request) -> Response:
        """Send a page, as long as it is open, what it shows whenever there is something new."""
        reader = self._reader(request)
        if not reader.home:
            return PlainRefusal
        room = LOOKING_ON if reader.place == WATCH else LISTENING
        mine = self._listening.setdefault(reader.place or "", [])
        self._streams += 1
        number = self._streams
        mine.append(number)
        del mine[:-room]
        code = request.query_params.get("code", "")

        async def told() -> AsyncIterator[str]:
            try:
                yield "retry: 1000\n\n"
                version = -1
                while number in mine and self._live.seats.place_of(reader.key) == reader.place:
                    if self._live.version != version:
                        version = self._live.version
                        lines = self._shown.now(reader, code).strip().split("\n")
                        data = "".join(f"data: {line}\n" for line in lines)
                        yield f"event: now\nid: {version}\n{data}\n"
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
        return self._page(
            reader, "scores.html", account=found, nothing=say("No round is over yet.")
        )

    async def told_by(self, request: Request) -> Response:
        """Return what a seat has told of its own pieces, to be told anew."""
        reader, hosting = self._reader(request), self._live.hosting
        if reader.home != "seat" or not isinstance(hosting, Real):
            return PlainRefusal
        told, view = hosting.told_by(reader.viewer), hosting.view(reader.viewer)
        draw = None
        if told is not None:
            draw = self._shown.draw(view, told.draw, str(told.number), "/seat/tell", told.line)
        return self._page(reader, "told_by.html", draw=draw, nothing=say("Nothing so far."))

    async def fix(self, request: Request) -> Response:
        """Return what a seat can put in the place of its last choice, which nobody has seen."""
        reader, hosting = self._reader(request), self._live.hosting
        if reader.home != "seat":
            return PlainRefusal
        before = hosting.before(reader.viewer)
        told = {} if before is None else self._in_words(reader, before, choices(before))
        return self._page(
            reader, "fix.html", moves=list(told.items()), nothing=say("There is no such choice.")
        )

    async def moves(self, request: Request) -> Response:
        """Return the moves of a seat in words, by their lines."""
        reader, hosting = self._reader(request), self._live.hosting
        if reader.home != "seat":
            return PlainRefusal
        question = hosting.question(reader.viewer)
        told = {} if question is None else self._in_words(reader, question.view, question.moves)
        return JSONResponse(told, headers=FRESH)

    def _in_words(self, reader: Reader, view: View, moves: Sequence[Event]) -> dict[str, str]:
        return {write_event(view.game, each): reader.tell(sentence(view, each)) for each in moves}

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
        player, hosting, settled = reader.viewer, self._live.hosting, self._live.settled
        line = fields.get("line", "")
        number = int(line) if line.isdecimal() and len(line) < 7 else -1
        match request.path_params["deed"]:
            case "move" if isinstance(hosting, Real):
                self._live.before[player] = hosting.view(player)
                sure = bool(fields.get("sure"))
                key = fields.get("key", "")
                answer = await settled(lambda: hosting.choose(player, key, line, sure))
            case "move":
                self._live.before[player] = hosting.view(player)
                key = fields.get("key", "")
                answer = await settled(lambda: hosting.choose(player, key, line))
            case "tell" if isinstance(hosting, Real):
                told = fields.get("key", "")
                told_line = int(told) if told.isdecimal() and len(told) < 7 else -1
                answer = hosting.tell_again(player, told_line, line)
            case "note" if isinstance(hosting, Real):
                answer = await settled(lambda: hosting.note(line))
            case "fix":
                answer = hosting.fix(player, line)
            case "settle" if isinstance(hosting, Real):
                stands = bool(fields.get("stands"))
                answer = await settled(lambda: hosting.settle(player, stands))
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
        settled, line = self._live.settled, fields.get("line", "")
        if reader.home != "table":
            return PlainRefusal
        match request.path_params["deed"]:
            case "tell" if isinstance(hosting, Real):
                told = await settled(lambda: hosting.tell(fields.get("key", ""), line))
                return self._answered(request, reader, told)
            case "note" if isinstance(hosting, Real):
                noted = await settled(lambda: hosting.note(line))
                return self._answered(request, reader, noted)
            case "silent" if isinstance(hosting, Real) and player in hosting.players:
                hosting.be_silent(player, bool(fields.get("silent")))
            case "unseat" if player in hosting.players:
                self._live.seats.unseat(player)
            case "bot" if isinstance(hosting, Real):
                return self._answered(request, reader, Refused(NO_BOTS))
            case "bot" if player in hosting.players and hosting.makers:
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
        told = {"words": reader.tell(words) if words else "", **self._may_stand(reader, fields)}
        if not isinstance(answer, Refused):
            told["told"] = reader.tell(sentence(question.view, answer))
        return JSONResponse(told, headers=FRESH)

    def _may_stand(self, reader: Reader, fields: Mapping[str, str]) -> Mapping[str, str]:
        """Return what a page needs to let a line stand that was refused, if that can be."""
        hosting, line = self._live.hosting, fields.get("line", "")
        if (
            reader.home != "seat"
            or not isinstance(hosting, Real)
            or not hosting.may_stand(reader.viewer, line)
        ):
            return {}
        return {"line": line, "key": fields.get("key", ""), "stands": reader.tell(LABEL.stands)}

    async def _whisper(self, reader: Reader, about: str) -> Response:
        hosting, player = self._live.hosting, reader.viewer
        view, think = hosting.view(player), self._live.think
        if about not in (*ASK, "tutor") or not answers(view, player, about):
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
            case "tutor":
                before = self._live.before.get(player)
                comma = "," if reader.language == Language.FRENCH else "."
                if before is not None:
                    lesson = await think(lambda: whispers.taught(before, view, reader.tell, comma))
                    values["told"] = () if lesson is None else (lesson,)
            case "best":
                ranked = await think(lambda: whispers.best(view))
                values["told" if isinstance(ranked, Words) else "ranked"] = (
                    (ranked,) if isinstance(ranked, Words) else ranked
                )
        nothing = say("There is nothing to tell now.")
        html = self._shown.page(reader, "whisper.html", nothing=nothing, **values)
        return JSONResponse({"html": html, "told": bool(values["told"])}, headers=FRESH)

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
                if words is CLASH:
                    self._live.changed()
        if request.headers.get("x-aparte") == "page":
            told = {"done": status < 300, "words": reader.tell(words) if words else ""}
            if status == 422:
                told |= self._may_stand(reader, _fields(request))
            return JSONResponse(told, status, headers=FRESH)
        if words is None:
            return RedirectResponse(f"/{reader.home}", 303)
        return self._told(reader, words, status, back=f"/{reader.home}")

    # shared

    def _reader(self, request: Request) -> Reader:
        return Reader(self._live.seats, self._cookie, request)

    def _page(self, reader: Reader, template: str, /, status: int = 200, **values: Any) -> Response:
        return HTMLResponse(self._shown.page(reader, template, **values), status, headers=FRESH)

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
