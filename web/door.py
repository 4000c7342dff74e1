"""How a phone comes in, at a table or at the puzzles: by a secret that is spent once.

Looking at an address spends nothing, since messengers look at the links that they pass on; it only
gives the phone a key. Whoever presses the button sits down, and the key, a cookie, opens the place
from then on. So pressing twice, or losing the answer, does no harm.
"""

from __future__ import annotations

import gzip
from abc import ABC, abstractmethod
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ..models.core import TABLE
from ..models.words import Words, called, say
from ..sessions.languages import Language
from ..sessions.seats import WATCH, Seats, new_secret
from .guard import App, Guard, Scope, Slowly
from .reader import LANGUAGE, PageReader
from .templates import HERE

YEAR = 365 * 24 * 3600
FRESH = {"cache-control": "no-store"}
REFUSED = Response("no seat", 403, media_type="text/plain", headers=FRESH)
LANGUAGES = [(str(Language.ENGLISH), "English"), (str(Language.FRENCH), "Français")]
"""The languages that a phone can choose, each named in itself."""
LONGEST_SECRET = 64
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Door(ABC):
    """Lets phones in at `seats` and remembers them by `cookie`; the `house` has a language, too.

    Subclasses define `home`, `invitation`, `sat_down` and `page`.
    """

    wrong = say("This code opens nothing (any more).")
    """The message about a secret that opens nothing."""
    spent = say("A phone has sat down with this code already.")
    """The message about a secret that another phone has spent."""

    def __init__(self, seats: Seats, cookie: str, secure: bool, house: Language) -> None:
        self._seats = seats
        self._cookie = cookie
        self._secure = secure
        self._house = house
        self._slowly = Slowly()
        self.files = {path.name: path for path in (HERE / "static").iterdir()}

    def app(self, routes: list[Route], names: tuple[str, ...]) -> App:
        """Return the web application for the door and `routes`, reachable under `names`."""
        doors = [
            Route("/", self.home),
            Route("/sit/{secret}", self.door),
            Route("/sit", self.sit, methods=["POST"]),
            Route("/language", self.language, methods=["POST"]),
            Route("/static/{file}", self.static),
        ]
        found = Starlette(routes=doors + routes, exception_handlers={404: self.nothing})
        return Guard(found, names, self._place_of, self.safe)

    async def safe(self) -> None:  # noqa: B027
        """Return once all that pages may tell of is on the disk; raises StoreError."""

    def _place_of(self, scope: Scope) -> str | None:
        """Return the place of the phone that sends a request; who looks on has none."""
        place = self.reader(Request(scope)).place
        return None if place == WATCH else place

    # what pages have of their own

    @abstractmethod
    async def home(self, request: Request) -> Response:
        """Answer a request for the start page."""

    @abstractmethod
    def invitation(self, place: str) -> Words | None:
        """Return the text of the button that leads to `place`, None if nobody may sit there."""

    @abstractmethod
    def sat_down(self, place: str) -> str:
        """Do what is to be done when somebody sits down at `place`; return its address."""

    @abstractmethod
    def page(
        self, reader: PageReader, template: str, /, status: int = 200, **values: Any
    ) -> Response:
        """Return a page in the language of `reader`."""

    # to come in

    async def door(self, request: Request) -> Response:
        """Show the place that a secret opens; nothing is spent."""
        reader, secret = self.reader(request), request.path_params["secret"]
        answer = await self._turned_away(request, reader, secret)
        if answer is None:
            answer = self._asked(reader, secret)
            if reader.place is None:
                self._give(answer, new_secret())
        return answer

    async def sit(self, request: Request) -> Response:
        """Spend the secret of a place for whoever comes first.

        A phone with another place is asked first whether to leave it.
        """
        reader, fields = self.reader(request), sent(request)
        secret = fields.get("secret", "")
        answer = await self._turned_away(request, reader, secret)
        if answer is not None:
            return answer
        if self._leaves(reader) and fields.get("leaves") != reader.place:
            return self._asked(reader, secret, 409)
        sat = self._seats.sit(secret, reader.key)
        assert sat is not None
        answer = RedirectResponse(self.sat_down(sat.place), 303)
        self._give(answer, sat.key)
        return answer

    async def _turned_away(
        self, request: Request, reader: PageReader, secret: str
    ) -> Response | None:
        """Return the answer to a `secret` that `reader` cannot sit down with, None if they can."""
        known = len(secret) <= LONGEST_SECRET
        place = self._seats.opened_by(secret) if known else None
        led = place or (self._seats.spent_for(secret) if known else None)
        if led is None or self.invitation(led) is None:
            return await self._wrong_secret(request, reader)
        if led == reader.place:
            return RedirectResponse("/", 303)
        if place is None:
            return self.notice(reader, self.spent, 410)
        if reader.place == TABLE:
            words = say(
                "This page is the table’s, and stays so. Open the code on another phone, or in"
                " another browser."
            )
            return self.notice(reader, words, 409, back="/")
        return None

    def _asked(self, reader: PageReader, secret: str, status: int = 200) -> Response:
        """Return the page with the button to sit down, and what is left by that."""
        place = self._seats.opened_by(secret)
        assert place is not None
        values: dict[str, Any] = {"sit": self.invitation(place), "secret": secret, "leaves": ""}
        if self._leaves(reader):
            player = called(reader.place or "")
            values |= {
                "leaves": reader.place,
                "left": say(
                    "This phone is the seat of {player}. Whoever leaves it frees it for another"
                    " phone.",
                    player=player,
                ),
                "stay": say("Stay {player}", player=player),
            }
        return self.page(reader, "sit.html", status, kind="sit", **values)

    def _leaves(self, reader: PageReader) -> bool:
        """Tell whether a phone would leave a seat if it sat down elsewhere."""
        return reader.place not in (None, WATCH, TABLE)

    def _give(self, answer: Response, key: str) -> None:
        # Lax, so that a link in a mail leads home; what changes anything is held to its origin.
        answer.set_cookie(
            self._cookie, key, YEAR, httponly=True, samesite="lax", secure=self._secure
        )

    async def _wrong_secret(self, request: Request, reader: PageReader) -> Response:
        address = _address(request)
        if self._slowly.is_crowded(address):
            words = say("Too many wrong codes came from there; wait a little.")
            return self.notice(reader, words, 429)
        await self._slowly.wrong(address)
        return self.notice(reader, self.wrong, 404)

    # what all pages share

    async def language(self, request: Request) -> Response:
        """Keep the language chosen on this phone."""
        chosen = sent(request).get("language", "")
        answer = RedirectResponse("/", 303)
        if chosen in list(Language):
            answer.set_cookie(LANGUAGE, chosen, YEAR, httponly=True, samesite="lax")
        return answer

    async def nothing(self, request: Request, _: Exception | None = None) -> Response:
        """Answer that there is nothing at this address."""
        return self.notice(self.reader(request), say("There is nothing here."), 404)

    async def static(self, request: Request) -> Response:
        """Return a file that is part of the pages."""
        return await self.file(request, self.files.get(request.path_params["file"]))

    async def file(self, request: Request, path: Path | None) -> Response:
        """Return the file at `path`, packed if the browser takes that, or say that it is not there.

        Pages that tell of a game are never packed: how long they are would tell of what is in them.
        """
        if path is None:
            return await self.nothing(request)
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        content = path.read_bytes()
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["content-encoding"] = _packed(content), "gzip"
        return Response(content, media_type=_TYPES[path.suffix], headers=headers)

    def reader(self, request: Request) -> PageReader:
        """Return who sends a request."""
        return PageReader(self._seats, self._cookie, request, self._house)

    def notice(
        self, reader: PageReader, words: Words, status: int = 200, back: str = ""
    ) -> Response:
        """Return a page that says `words`, with a link `back`."""
        return self.page(reader, "told.html", status, words=words, back=back, kind="told")


@lru_cache(maxsize=16)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def fresh(page: str, status: int = 200) -> Response:
    """Return a page that browsers must not cache."""
    return HTMLResponse(page, status, headers=FRESH)


def sent(request: Request) -> dict[str, str]:
    """Return the form fields of a request; nothing if they cannot be read."""
    body: bytes = request.scope["state"]["body"]
    try:
        return dict(parse_qsl(body.decode(), True, max_num_fields=10, errors="strict"))
    except (UnicodeDecodeError, ValueError):
        return {}


def _address(request: Request) -> str:
    return request.client.host if request.client else ""
