"""The pages of one table: the door, a page for each seat, the table's, and the onlookers'.

Everything that a seat is sent is made from its view. Pages stay up to date by themselves: `/events`
sends the page whenever there is something new.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
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

from ..models.core import TABLE, View
from ..models.games import face_of, page_of
from ..models.words import Words, say
from ..sessions.answers import Accepted, Answer, Asks, Refused, Stale
from ..sessions.helping import answers, barred
from ..sessions.hints import UNTOLD, is_told
from ..sessions.hosting import Hosting
from ..sessions.languages import Language
from ..sessions.news import sentence, so_far
from ..sessions.seats import WATCH
from ..solver.play.coach import choices
from . import whispers
from .chances import chances
from .deeds import DEEDS, Posted
from .door import FRESH, LANGUAGES, REFUSED, Door, fresh, sent
from .guard import App
from .labels import ASK, LABEL, QUESTIONS
from .lessons import LessonPages
from .live import Live
from .reader import PageReader
from .shown import Shown
from .thinking import Overtaken, Stop

ALIVE = 15.0
"""Seconds of silence after which a stream sends a sign of life."""
LISTENING = 4
"""Most streams of one seat at once; older ones are closed."""
LOOKING_ON = 64
"""Most streams of all onlookers together."""
HOMES = ("seat", "table", "watch")
"""The pages of places."""


def app_of(
    live: Live,
    name: str,
    names: tuple[str, ...] = (),
    secure: bool = False,
    house: Language = Language.ENGLISH,
) -> App:
    """Return the web application of one table.

    `name` keeps its cookies apart from those of other tables; `names` are what it may be called.
    Phones that ask for no language that Aparté speaks are told in that of the `house`.
    """
    pages = Pages(live, name, secure, house)
    routes = [
        *(Route(f"/{kind}", pages.place) for kind in HOMES),
        *(Route(f"/{kind}/now", pages.only(pages.now, kind)) for kind in HOMES),
        Route("/events", pages.only(pages.events, *HOMES)),
        Route("/log", pages.only(pages.log, *HOMES)),
        Route("/rules", pages.rules),
        Route("/scores", pages.only(pages.scores, *HOMES)),
        Route("/signs", pages.only(pages.signs, *HOMES)),
        Route("/told", pages.only(pages.told_by, "seat")),
        Route("/fix", pages.only(pages.fix, "seat")),
        Route("/seat/let", pages.only(pages.let, "seat"), methods=["POST"]),
        Route("/seat/why", pages.only(pages.why, "seat"), methods=["POST"]),
        Route("/seat/whisper", pages.only(pages.whisper, "seat"), methods=["POST"]),
        *LessonPages(live, pages.shown, pages.reader).routes,
        *(
            Route(f"/{kind}/{{deed}}", pages.only(pages.done, kind), methods=["POST"])
            for kind in ("seat", "table")
        ),
    ]
    return pages.app(routes, names)


class Pages(Door):
    """Answers each request."""

    wrong = say("This code opens nothing (any more). The table can show a new one.")
    spent = say("Another phone sits there already. The table can let yours sit there instead.")

    def __init__(self, live: Live, name: str, secure: bool, house: Language) -> None:
        cookie = f"aparte-{name}"
        super().__init__(live.seats, cookie, secure, house)
        self._live = live
        self._listening: dict[str, list[int]] = {}
        self._streams = 0
        self.shown = Shown(live, cookie)
        if (own := page_of(live.hosting.record.game.name)) is not None:
            self.files["board.css"] = own / "board.css"

    @property
    def _hosting(self) -> Hosting:
        return self._live.hosting

    def reader(self, request: Request) -> PageReader:
        """Return who sends a request; pieces are called to them as the game does."""
        return super().reader(request).at(self._hosting.record)

    async def safe(self) -> None:
        """Return once all that has happened at the table is on the disk; raises StoreError."""
        await self._live.safe()

    def only(
        self, page: Callable[[Request, PageReader], Awaitable[Response]], *homes: str
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return `page` as it answers readers with one of these `homes`; others are refused."""

        async def answered(request: Request) -> Response:
            reader = self.reader(request)
            return await page(request, reader) if reader.home in homes else REFUSED

        return answered

    # to come in

    async def home(self, request: Request) -> Response:
        """Lead people with a place to its page."""
        reader = self.reader(request)
        if reader.home:
            return RedirectResponse(f"/{reader.home}", 303)
        return self.notice(reader, say("Ask for the code of your seat, and open it here."))

    def invitation(self, place: str) -> Words:
        """Return the text of the button that leads to `place`."""
        return {
            TABLE: say("Open the page of the table"),
            WATCH: say("Look on"),
        }.get(place, say("Sit down as {player}", player=place))

    def sat_down(self, place: str) -> str:
        """Let all see that somebody sits at `place`, and return the address of its page."""
        self._hosting.pieces.be_silent(place, False)
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
                if answers(self._hosting.view(reader.viewer), reader.viewer, name)
            ],
            signs=self._signs(reader),
            tutor=answers(self._hosting.view(reader.viewer), reader.viewer, "tutor"),
            languages=LANGUAGES,
            alive=ALIVE,
            title=self.shown.title(reader),
            now=Markup(self.shown.now(reader, request.query_params.get("code", ""))),
        )

    async def now(self, request: Request, reader: PageReader) -> Response:
        """Return the changing part of a page that is open."""
        code = request.query_params.get("code", "")
        return fresh(self.shown.now(reader, code))

    # what keeps up

    async def events(self, request: Request, reader: PageReader) -> Response:
        """Send an open page its changing part whenever there is something new."""
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
                        lines = self.shown.now(reader, code).strip().split("\n")
                        data = "".join(f"data: {line}\n" for line in lines)
                        yield f"event: now\nid: {version}\n{data}\n"
                    else:
                        yield "event: alive\ndata: -\n\n"
                    await self._live.wait(version, ALIVE)
            finally:
                if number in mine:
                    mine.remove(number)

        return StreamingResponse(updates(), media_type="text/event-stream", headers=FRESH)

    async def log(self, _: Request, reader: PageReader) -> Response:
        """Return all lines so far, as this place sees them."""
        view = self._hosting.view(reader.viewer)
        lines = [(number, sentence(view, event)) for number, event in view.events]
        return self.page(reader, "log.html", lines=lines)

    async def scores(self, _: Request, reader: PageReader) -> Response:
        """Return what the rounds so far have brought, as this place may know it."""
        found = so_far(self._hosting.view(reader.viewer))
        return self.page(reader, "scores.html", account=found, nothing=say("No round is over yet."))

    async def signs(self, _: Request, reader: PageReader) -> Response:
        """Return what signs on the board mean and what pieces count."""
        return self.page(reader, "signs.html", signs=self._signs(reader))

    def _signs(self, reader: PageReader) -> Sequence[Words]:
        view = self._hosting.view(reader.viewer)
        return face_of(view.game.name).signs(view)

    async def told_by(self, _: Request, reader: PageReader) -> Response:
        """Return what a seat has told of its own pieces, for corrections."""
        draws = self.shown.tellings(reader.viewer)
        return self.page(reader, "told_by.html", draws=draws, nothing=say("Nothing so far."))

    async def fix(self, _: Request, reader: PageReader) -> Response:
        """Return what can replace a seat's last choice, which nobody has seen."""
        before = self._hosting.before(reader.viewer)
        moves = [] if before is None else self.shown.moves(before, choices(before), reader.tell)
        return self.page(
            reader,
            "fix.html",
            key=self._hosting.at,
            moves=moves,
            nothing=say("There is no such choice."),
        )

    async def rules(self, request: Request) -> Response:
        """Return the rules as refereed: they are no secret."""
        from markdown_it import MarkdownIt

        reader = self.reader(request)
        game = self._hosting.record.game
        text = game.page(reader.language) or game.page(Language.ENGLISH) or ""
        shown = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
        return fresh(
            shown.replace("<pre>", '<pre tabindex="0">')
        )  # what is wide is scrolled by keys

    # what is done

    async def done(self, request: Request, reader: PageReader) -> Response:
        """Carry out a deed asked for from a seat, or from the table's own page."""
        posted = Posted(request, reader, sent(request))
        deed = DEEDS[reader.home].get(request.path_params["deed"])
        if deed is None:
            return await self.nothing(request)
        answer = await self._live.settled(posted.viewer, lambda: deed(self._live, posted))
        return self._answered(posted, answer)

    async def let(self, request: Request, reader: PageReader) -> Response:
        """Let a bot act now that is free to act beside people."""
        posted = Posted(request, reader, sent(request))
        deed = self._hosting.let(posted["bot"])
        if deed is None or posted["key"] != self._hosting.at:
            return self._answered(posted, Stale())
        try:
            await self._live.do(posted["bot"], deed)
        except Overtaken:
            return self._answered(posted, Stale())
        return self._answered(posted, Accepted())

    async def why(self, request: Request, reader: PageReader) -> Response:
        """Say why a move that was not offered cannot be made; nothing is changed."""
        posted = Posted(request, reader, sent(request))
        question, tell = self._hosting.question(posted.viewer), posted.reader.tell
        if question is None or question.sealed or question.draw is not None:
            return self._answered(posted, Stale())
        answer = self._hosting.judged(question, posted["line"])
        words = answer.plain if isinstance(answer, Refused) else None
        told = {"words": tell(words) if words else "", **self._may_stand(posted)}
        return JSONResponse(told, headers=FRESH)

    def _may_stand(self, posted: Posted) -> Mapping[str, str]:
        """Return what a page needs to let a refused line stand, if that is possible."""
        line = posted["line"]
        if not self._hosting.may_stand(posted.viewer, line):
            return {}
        return {"line": line, "key": posted["key"], "stands": posted.reader.tell(LABEL.stands)}

    async def whisper(self, request: Request, reader: PageReader) -> Response:
        """Whisper to a seat what it asks for."""
        about = sent(request).get("about", "")
        if about not in QUESTIONS:
            return REFUSED
        view = self._hosting.view(reader.viewer)
        if not answers(view, reader.viewer, about):
            words = barred(view, reader.viewer, QUESTIONS[about])
            return JSONResponse({"words": reader.tell(words)}, 403, headers=FRESH)
        try:
            values = await self._live.thinking.newest(
                reader.viewer, partial(self._whispered, reader, about, view)
            )
        except Overtaken:
            words = say("You have asked for something else meanwhile.")
            return JSONResponse({"words": reader.tell(words)}, 409, headers=FRESH)
        nothing = say("There is nothing to tell now.")
        html = self.shown.page(reader, "whisper.html", nothing=nothing, **values)
        told = {"html": html, "told": bool(values["told"])}
        if values["more"] is not None:
            told |= {"first": values["more"].first, "more": reader.tell(values["more"].words)}
        return JSONResponse(told, headers=FRESH)

    def _whispered(self, reader: PageReader, about: str, view: View, stop: Stop) -> dict[str, Any]:
        """Return the answer to a question of a seat, thought out beside the loop."""
        values: dict[str, Any] = {"told": (), "chances": None, "ranked": None, "more": None}
        match about:
            case "hint" | "best" if not is_told(view):
                values["told"] = (UNTOLD,)
            case "hint":
                hint = self._hosting.hints(reader.viewer).next(view)
                values["told"] = whispers.hinted(view, hint)
                values["more"] = whispers.more(hint)
            case "chances":
                found = chances(view)
                shown = (*found.odds, *found.places)
                values["chances"] = found if shown else None
                values["maps"] = [
                    (each.name, self.shown.map(view, reader, each, found)) for each in shown
                ]
            case "tutor":
                before = self._live.before.get(reader.viewer)
                if before is not None:
                    lesson = whispers.taught(before, view)
                    values["told"] = () if lesson is None else (lesson,)
            case "best":
                ranked = whispers.best(view, stop)
                told = isinstance(ranked, Words)
                values["told" if told else "ranked"] = (ranked,) if told else ranked
        return values

    def _answered(self, posted: Posted, answer: Answer) -> Response:
        words: Words | None = None
        match answer:
            case Accepted():
                status = 200
            case Asks(words=words):
                status = 202
            case Stale():
                status = 409
                words = say("The game has gone on meanwhile; nothing was done.")
            case Refused():
                status, words = 422, answer.plain
        if status < 300 or words is self._hosting.tellings.clash:
            self._live.changed()
        if posted.request.headers.get("x-aparte") == "page":
            told = {"done": status < 300, "words": posted.reader.tell(words) if words else ""}
            if status == 422:
                told |= self._may_stand(posted)
            return JSONResponse(told, status, headers=FRESH)
        if words is None:
            return RedirectResponse(f"/{posted.reader.home}", 303)
        return self.notice(posted.reader, words, status, back=f"/{posted.reader.home}")

    # shared

    def page(
        self, reader: PageReader, template: str, /, status: int = 200, **values: Any
    ) -> Response:
        """Return a page in the language of `reader`."""
        return fresh(self.shown.page(reader, template, **values), status)
