"""The pages of one table: to sit down, a seat's own, the table's, and one for those who look on.

Everything that a seat is sent is made from its view. Pages keep up by themselves: `/events` sends
the page whenever there is something new.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import (
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from ..models.core import TABLE, Event, View
from ..models.games import page_of
from ..models.record import write_event
from ..models.words import Words, say
from ..sessions.answers import Refused
from ..sessions.helping import answers
from ..sessions.hints import UNTOLD, is_told
from ..sessions.hosting import Accepted, Asks, Stale
from ..sessions.languages import Language
from ..sessions.news import account, sentence
from ..sessions.real import NO_BOTS, Real
from ..sessions.real_pieces import CLASH
from ..sessions.seats import WATCH
from ..solver.play.coach import choices
from . import whispers
from .door import FRESH, LANGUAGES, REFUSED, Door, fresh, sent
from .guard import App
from .labels import ASK, LABEL
from .live import Live
from .reader import PageReader
from .shown import Shown
from .thinking import Overtaken, Stop

ALIVE = 15.0
"""Seconds after which a stream says that it is still there."""
LISTENING = 4
"""Streams of one seat at once; of an older one nothing more is heard."""
LOOKING_ON = 64
"""Streams of all who look on together."""


def app_of(live: Live, name: str, names: tuple[str, ...] = (), secure: bool = False) -> App:
    """Return the application that serves one table.

    `name` sets its cookies apart from those of other tables; `names` are what it may be called.
    """
    pages = Pages(live, name, secure)
    routes = [
        *(Route(f"/{kind}", pages.place) for kind in ("seat", "table", "watch")),
        *(Route(f"/{kind}/now", pages.now) for kind in ("seat", "table", "watch")),
        Route("/events", pages.events),
        Route("/log", pages.log),
        Route("/rules", pages.rules),
        Route("/scores", pages.scores),
        Route("/told", pages.told_by),
        Route("/fix", pages.fix),
        Route("/moves", pages.moves),
        Route("/seat/{deed}", pages.at_seat, methods=["POST"]),
        Route("/table/{deed}", pages.at_table, methods=["POST"]),
    ]
    return pages.app(routes, names)


class Pages(Door):
    """What is answered to each request."""

    wrong = say("This code opens nothing (any more). The table can show a new one.")
    spent = say("Another phone sits there already. The table can let yours sit there instead.")

    def __init__(self, live: Live, name: str, secure: bool) -> None:
        cookie = f"aparte-{name}"
        super().__init__(live.seats, cookie, secure)
        self._live = live
        self._listening: dict[str, list[int]] = {}
        self._streams = 0
        self._shown = Shown(live, cookie)
        if (own := page_of(live.hosting.record.game.name)) is not None:
            self.files["board.css"] = own / "board.css"

    # to come in

    async def home(self, request: Request) -> Response:
        """Lead whoever has a place to its page."""
        reader = self.reader(request)
        if reader.home:
            return RedirectResponse(f"/{reader.home}", 303)
        return self.notice(reader, say("Ask for the code of your seat, and open it here."))

    def invitation(self, place: str) -> Words:
        """Return what stands on the button that leads to `place`."""
        return {
            TABLE: say("Open the page of the table"),
            WATCH: say("Look on"),
        }.get(place, say("Sit down as {player}", player=place))

    def sat_down(self, place: str) -> str:
        """Let all see that somebody sits at `place`, and return its page."""
        if isinstance(self._live.hosting, Real) and place in self._live.hosting.players:
            self._live.hosting.be_silent(place, False)
        self._live.changed(seen_elsewhere=True)
        return {TABLE: "/table", WATCH: "/watch"}.get(place, "/seat")

    # what is shown

    async def place(self, request: Request) -> Response:
        """Return the page of the place that this phone has."""
        reader = self.reader(request)
        kind = request.url.path.strip("/")
        if reader.home != kind:
            return RedirectResponse("/", 303)
        return self.page(
            reader,
            "place.html",
            kind=kind,
            whispers=[
                (name, words)
                for name, words in ASK.items()
                if answers(self._live.hosting.view(reader.viewer), reader.viewer, name)
            ],
            tutor=answers(self._live.hosting.view(reader.viewer), reader.viewer, "tutor"),
            languages=LANGUAGES,
            alive=ALIVE,
            title=self._shown.title(reader),
            now=Markup(self._shown.now(reader, request.query_params.get("code", ""))),
        )

    async def now(self, request: Request) -> Response:
        """Return what is now, for a page that is open."""
        reader = self.reader(request)
        kind = request.url.path.split("/")[1]
        if reader.home != kind:
            return REFUSED
        code = request.query_params.get("code", "")
        return fresh(self._shown.now(reader, code))

    # what keeps up

    async def events(self, request: Request) -> Response:
        """Send a page, as long as it is open, what it shows whenever there is something new."""
        reader = self.reader(request)
        if not reader.home:
            return REFUSED
        room = LOOKING_ON if reader.place == WATCH else LISTENING
        mine = self._listening.setdefault(reader.place or "", [])
        self._streams += 1
        number = self._streams
        mine.append(number)
        del mine[:-room]
        code = request.query_params.get("code", "")

        async def updates() -> AsyncIterator[str]:
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
                        yield "event: alive\ndata: -\n\n"
                    await self._live.wait(version, ALIVE)
            finally:
                if number in mine:
                    mine.remove(number)

        return StreamingResponse(updates(), media_type="text/event-stream", headers=FRESH)

    async def log(self, request: Request) -> Response:
        """Return all lines so far, as this place has them."""
        reader = self.reader(request)
        if not reader.home:
            return REFUSED
        view = self._live.hosting.view(reader.viewer)
        lines = [(number, write_event(view, event)) for number, event in view.events]
        return self.page(reader, "log.html", lines=lines)

    async def scores(self, request: Request) -> Response:
        """Return what the rounds so far have brought, as this place may know it."""
        reader = self.reader(request)
        if not reader.home:
            return REFUSED
        found = account(self._live.hosting.view(reader.viewer))
        return self.page(reader, "scores.html", account=found, nothing=say("No round is over yet."))

    async def told_by(self, request: Request) -> Response:
        """Return what a seat has told of its own pieces, to be told anew."""
        reader = self.reader(request)
        if reader.home != "seat" or not isinstance(self._live.hosting, Real):
            return REFUSED
        draws = self._shown.tellings(reader.viewer)
        return self.page(reader, "told_by.html", draws=draws, nothing=say("Nothing so far."))

    async def fix(self, request: Request) -> Response:
        """Return what a seat can put in the place of its last choice, which nobody has seen."""
        reader, hosting = self.reader(request), self._live.hosting
        if reader.home != "seat":
            return REFUSED
        before = hosting.before(reader.viewer)
        told = {} if before is None else self._in_words(reader, before, choices(before))
        return self.page(
            reader, "fix.html", moves=list(told.items()), nothing=say("There is no such choice.")
        )

    async def moves(self, request: Request) -> Response:
        """Return the moves of a seat in words, by their lines."""
        reader, hosting = self.reader(request), self._live.hosting
        if reader.home != "seat":
            return REFUSED
        question = hosting.question(reader.viewer)
        told = {} if question is None else self._in_words(reader, question.view, question.moves)
        return JSONResponse(told, headers=FRESH)

    def _in_words(self, reader: PageReader, view: View, moves: Sequence[Event]) -> dict[str, str]:
        return {write_event(view, each): reader.tell(sentence(view, each)) for each in moves}

    async def rules(self, request: Request) -> Response:
        """Return the rules as refereed: they are no secret."""
        from markdown_it import MarkdownIt

        reader = self.reader(request)
        game = self._live.hosting.record.game
        text = game.page(reader.language) or game.page(Language.ENGLISH) or ""
        shown = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
        return fresh(shown)

    # what is done

    async def at_seat(self, request: Request) -> Response:
        """Do what is asked from a seat."""
        reader, fields = self.reader(request), sent(request)
        if reader.home != "seat":
            return REFUSED
        player, hosting = reader.viewer, self._live.hosting
        settled = partial(self._live.settled, player)
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
                answer = await settled(lambda: hosting.note(line, by=player))
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
                answer = hosting.decline(player, number)
            case "let":
                return await self._let(request, reader, fields.get("bot", ""))
            case "why":
                return self._why(request, reader, fields)
            case "whisper":
                return await self._whisper(reader, fields.get("about", ""))
            case _:
                return await self.nothing(request)
        return self._answered(request, reader, answer)

    async def at_table(self, request: Request) -> Response:
        """Do what is asked from the table's own page."""
        reader, fields = self.reader(request), sent(request)
        hosting, player = self._live.hosting, fields.get("player", "")
        settled, line = partial(self._live.settled, TABLE), fields.get("line", "")
        if reader.home != "table":
            return REFUSED
        match request.path_params["deed"]:
            case "tell" if isinstance(hosting, Real):
                told = await settled(lambda: hosting.tell(fields.get("key", ""), line))
                return self._answered(request, reader, told)
            case "note" if isinstance(hosting, Real):
                noted = await settled(lambda: hosting.note(line))
                return self._answered(request, reader, noted)
            case "settle" if isinstance(hosting, Real):
                if fields.get("stands"):
                    stood = await settled(lambda: hosting.settle(TABLE, True))
                    return self._answered(request, reader, stood)
                hosting.leave_out()
            case "open" if isinstance(hosting, Real):
                hosting.open()
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
                return await self.nothing(request)
        self._live.changed(seen_elsewhere=True)
        return self._answered(request, reader, Accepted())

    async def _let(self, request: Request, reader: PageReader, bot: str) -> Response:
        deed = self._live.hosting.let(bot)
        if deed is None:
            return self._answered(request, reader, Stale())
        try:
            await self._live.do(bot, deed)
        except Overtaken:
            return self._answered(request, reader, Stale())
        return self._answered(request, reader, Accepted())

    def _why(self, request: Request, reader: PageReader, fields: Mapping[str, str]) -> Response:
        """Say why a move cannot be made that was not offered; nothing is changed."""
        question = self._live.hosting.question(reader.viewer)
        if question is None or question.sealed:
            return self._answered(request, reader, Stale())
        answer = self._live.hosting.judged(question, fields.get("line", ""))
        words = answer.words if isinstance(answer, Refused) else None
        told = {"words": reader.tell(words) if words else "", **self._may_stand(reader, fields)}
        if not isinstance(answer, Refused):
            told["told"] = reader.tell(sentence(question.view, answer))
        return JSONResponse(told, headers=FRESH)

    def _may_stand(self, reader: PageReader, fields: Mapping[str, str]) -> Mapping[str, str]:
        """Return what a page needs to let a line stand that was refused, if that can be."""
        hosting, line = self._live.hosting, fields.get("line", "")
        if (
            reader.home != "seat"
            or not isinstance(hosting, Real)
            or not hosting.may_stand(reader.viewer, line)
        ):
            return {}
        return {"line": line, "key": fields.get("key", ""), "stands": reader.tell(LABEL.stands)}

    async def _whisper(self, reader: PageReader, about: str) -> Response:
        view = self._live.hosting.view(reader.viewer)
        if about not in (*ASK, "tutor") or not answers(view, reader.viewer, about):
            words = say("This table plays without whispers.")
            return JSONResponse({"words": reader.tell(words)}, 403, headers=FRESH)
        try:
            values = await self._live.thinking.newest(
                reader.viewer, partial(self._whispered, reader, about, view)
            )
        except Overtaken:
            words = say("You have asked for something else meanwhile.")
            return JSONResponse({"words": reader.tell(words)}, 409, headers=FRESH)
        nothing = say("There is nothing to tell now.")
        html = self._shown.page(reader, "whisper.html", nothing=nothing, **values)
        return JSONResponse({"html": html, "told": bool(values["told"])}, headers=FRESH)

    def _whispered(self, reader: PageReader, about: str, view: View, stop: Stop) -> dict[str, Any]:
        """Return what a page tells of what is asked for, thought out beside the loop."""
        values: dict[str, Any] = {"told": (), "head": (), "rows": (), "ranked": ()}
        match about:
            case "hint" | "best" if not is_told(view):
                values["told"] = (UNTOLD,)
            case "hint":
                hint = self._live.hosting.hints(reader.viewer).next(view)
                values["told"] = whispers.hinted(view, hint)
            case "chances":
                values["head"], values["rows"] = whispers.chances(view, reader.tell)
            case "tutor":
                before = self._live.before.get(reader.viewer)
                if before is not None:
                    lesson = whispers.taught(before, view, reader.tell)
                    values["told"] = () if lesson is None else (lesson,)
            case "best":
                ranked = whispers.best(view, stop)
                told = isinstance(ranked, Words)
                values["told" if told else "ranked"] = (ranked,) if told else ranked
        return values

    def _answered(
        self, request: Request, reader: PageReader, answer: Accepted | Asks | Stale | Refused
    ) -> Response:
        words: Words | None = None
        match answer:
            case Accepted():
                status = 200
                self._live.changed()
            case Asks(words=words):
                status = 202
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
                told |= self._may_stand(reader, sent(request))
            return JSONResponse(told, status, headers=FRESH)
        if words is None:
            return RedirectResponse(f"/{reader.home}", 303)
        return self.notice(reader, words, status, back=f"/{reader.home}")

    # shared

    def page(
        self, reader: PageReader, template: str, /, status: int = 200, **values: Any
    ) -> Response:
        """Return a page in the language of `reader`."""
        return fresh(self._shown.page(reader, template, **values), status)
